//! Tests that exactly the unused code of a program is cut.

use xtask::bundle::compiler::{EDITIONS, format};
use xtask::bundle::prune::prune;

/// Programs; the parts between `«` and `»` must be cut.
const PROGRAMS: [&str; 5] = [
    // Items that only unused code uses.
    r#"
        fn main() { println!("{}", live::used(2)); }
        mod live {
            «use super::dead::{Solid, helper};
            »pub fn used(x: u32) -> u32 { x }
            «pub fn unused() -> Solid { helper() }
            impl Clone for Solid { fn clone(&self) -> Solid { helper() } }
        »}
        «mod dead {
            pub use std::fmt;
            pub struct Solid { pub sides: u32 }
            impl fmt::Display for Solid {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { f.write_str(NAME) }
            }
            pub const NAME: &str = "solid";
            pub fn helper() -> Solid { Solid { sides: 1 } }
        }»"#,
    // Single methods and imports.
    r#"
        use std::fmt::{self, Display, Write};
        «use std::collections::*;
        »struct A;
        impl A { fn live(&self) {} «fn dead(&self) {} const DEAD: u8 = 1;» }
        trait T { fn live(&self); «fn dead(&self);» }
        impl T for u8 { fn live(&self) {} «fn dead(&self) {}» }
        fn show(x: impl Display) -> Result<(), fmt::Error> { write!(String::new(), "{x}") }
        fn main() { A.live(); 1u8.live(); show(1).unwrap(); }"#,
    // Fields that are never read.
    r#"
        struct A { x: u8, «y: u8, z: u8» }
        fn main() { let z = 3; let a = A { x: 1, «y: 2, z» }; println!("{z} {}", a.x); }"#,
    // Variants that are never made.
    r#"
        enum A { X(u8), «/// Dead.
            Y(u8),» }
        fn size(a: A) -> u8 { match a { A::X(size) => size, «A::Y(size) => { 2 * size }» } }
        fn main() { size(A::X(1)); }"#,
    // Comments go or stay with the item that they describe.
    r#"
// A heading.

«// About the dead.
// Two lines.
/// Is dead.
fn dead() {} // and gone
»
/// Is alive.
// In the middle.
fn main() {
    // Does nothing.
}
«
struct Dead {
    // A field.
    x: u8, // of one byte
}»
"#,
];

#[test]
fn what_is_unused_is_cut() {
    for program in PROGRAMS {
        let parts = || program.split(['«', '»']);
        let left: String = parts().step_by(2).collect();
        let source: String = parts().collect();
        let pruned = prune(source, EDITIONS[0]).unwrap();
        let [pruned, left] = [pruned, left].map(|text| format(text, EDITIONS[0]).unwrap());
        assert_eq!(pruned, left);
    }
}

#[test]
fn what_cannot_be_cut_is_reported() {
    for (source, reason) in [
        (
            "fn ask() -> u8 { println!(\"?\"); 2 }
             struct A { x: u8, y: u8 }
             fn main() { println!(\"{}\", A { x: 1, y: ask() }.x); }",
            "no field named `y`",
        ),
        (
            "enum A { X, Y, Z }
             fn main() { match A::X { A::X => {} A::Y | A::Z => {} } }",
            "no variant",
        ),
        ("macro_rules! m { () => { x } }\nfn main() { m!(); }", "cannot find value `x`"),
        ("fn main() { 1 + true; }", "cannot add `bool`"),
        ("fn mine() {}", "`main` function not found"),
    ] {
        let error = prune(source.to_string(), EDITIONS[0]).unwrap_err();
        let message = format!("{error:#}");
        assert!(message.contains(reason), "{message}");
    }
}
