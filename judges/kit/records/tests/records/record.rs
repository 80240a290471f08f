//! Records and their documentation.

use records::Record;
use serde_json::Value;

/// A record with every field.
const WHOLE: &str = r#"{"game":"a","variant":"v","seed":1,"salt":"s","file":"f","repetition":2,"parameters":{"N":1},
"verdict":"RE","reason":"r","score":1,"normalised":1,"bound_kind":"words of the game","bound":1,"bound_ratio":0,"absolute_gap":0,"measure":"bound_ratio",
"best_known":1,"of_best":0,"cpu_ms":1,"wall_ms":1,"memory_kib":1,"cpu_source":"counter",
"memory_source":"resident","error_output":["e"],"command":"c","program":"d","isolation":"full","version":1,
"machine":{"host":"h","cpu":"p","load":0},
"limits":{"cpu_ms":1,"wall_ms":1,"memory_kib":1,"output_bytes":1},"data":{"d":1},"details":{"x":1}}"#;

#[test]
fn the_document_names_every_field() {
    let record: Record = serde_json::from_str(WHOLE).unwrap();
    let written = serde_json::to_value(&record).unwrap();
    let document = include_str!("../../../RECORDS.md");
    let fields = |value: &Value| {
        let fields = value.as_object().unwrap();
        fields.keys().cloned().collect::<Vec<_>>()
    };
    let read: Value = serde_json::from_str(WHOLE).unwrap();
    assert_eq!(fields(&written), fields(&read));
    let objects = [&written, &written["machine"], &written["limits"]];
    for field in objects.map(fields).concat() {
        assert!(document.contains(&format!("`{field}`")), "{field}");
    }
}
