//! Records and their documentation.

use records::Record;
use serde_json::Value;

/// A record of version 1 with every field.
const FIRST: &str = r#"{"game":"a","variant":"v","seed":1,"salt":"s","file":"f","repetition":2,"parameters":{"N":1},
"verdict":"RE","reason":"r","score":1,"normalised":1,"bound_kind":"words of the game","bound":1,"bound_ratio":0,"absolute_gap":0,"measure":"bound_ratio",
"best_known":1,"of_best":0,"cpu_ms":1,"wall_ms":1,"memory_kib":1,"cpu_source":"counter",
"memory_source":"resident","error_output":["e"],"command":"c","program":"d","isolation":"full","version":1,
"machine":{"host":"h","cpu":"p","load":0},
"limits":{"cpu_ms":1,"wall_ms":1,"memory_kib":1,"output_bytes":1},"data":{"d":1},"details":{"x":1}}"#;

/// Fields that version 2 has beside them.
const ADDED: &str = r#"{"file_digest":"d","options":"-N 1","objective":"minimise","folder":"/a","case_path":"/a/f",
"play_options":"--close-input","answers":3,"output":"d","first_seed":1}"#;

/// Returns a record of the present version with every field.
fn whole() -> Value {
    let [mut whole, added] =
        [FIRST, ADDED].map(|text| serde_json::from_str::<Value>(text).unwrap());
    let added = added.as_object().unwrap().clone();
    whole.as_object_mut().unwrap().extend(added);
    whole["version"] = 2.into();
    whole
}

#[test]
fn records_of_version_1_keep_all_their_facts() {
    let record: Record = serde_json::from_str(FIRST).unwrap();
    let mut first: Value = serde_json::from_str(FIRST).unwrap();
    first["version"] = 2.into();
    // Numbers are read as reals.
    let written = serde_json::to_string(&record).unwrap().replace(".0", "");
    assert_eq!(serde_json::from_str::<Value>(&written).unwrap(), first);
    let later = FIRST.replace(r#""version":1"#, r#""version":3"#);
    let refused = serde_json::from_str::<Record>(&later).unwrap_err();
    let problem = "version 3; this program reads versions 1 to 2";
    assert!(refused.to_string().starts_with(problem), "{refused}");
}

#[test]
fn the_document_names_every_field() {
    let read = whole();
    let record: Record = serde_json::from_value(read.clone()).unwrap();
    let written = serde_json::to_value(&record).unwrap();
    let document = include_str!("../../../RECORDS.md");
    let fields = |value: &Value| {
        let fields = value.as_object().unwrap();
        fields.keys().cloned().collect::<Vec<_>>()
    };
    assert_eq!(fields(&written), fields(&read));
    let objects = [&written, &written["machine"], &written["limits"]];
    for field in objects.map(fields).concat() {
        assert!(document.contains(&format!("`{field}`")), "{field}");
    }
}
