//! Code that a program does not use is cut, and nothing else.

use tasks::bundle::compiler::{EDITIONS, format};
use tasks::bundle::prune::{Types, prune};

/// Checks what is left of `source`.
fn is_pruned_to(source: &str, left: &str) {
    let pruned = prune(source.to_string(), EDITIONS[0], Types::Cut).unwrap();
    let formatted = |text| format(text, EDITIONS[0]).unwrap();
    assert_eq!(formatted(pruned), formatted(left.to_string()));
}

#[test]
fn what_only_dead_code_uses_goes_too() {
    let source = "
        fn main() { println!(\"{}\", live::used(2)); }
        mod live {
            use super::dead::{Solid, helper};
            pub fn used(x: u32) -> u32 { x }
            pub fn unused() -> Solid { helper() }
            impl Clone for Solid { fn clone(&self) -> Solid { helper() } }
        }
        mod dead {
            pub use std::fmt;
            pub struct Solid { pub sides: u32 }
            impl fmt::Display for Solid {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { f.write_str(NAME) }
            }
            pub const NAME: &str = \"solid\";
            pub fn helper() -> Solid { Solid { sides: 1 } }
        }";
    let left = "
        fn main() { println!(\"{}\", live::used(2)); }
        mod live { pub fn used(x: u32) -> u32 { x } }";
    is_pruned_to(source, left);
}

#[test]
fn single_methods_and_imports_are_cut() {
    let source = "
        use std::fmt::{self, Display, Write};
        use std::collections::*;
        struct A;
        impl A { fn live(&self) {} fn dead(&self) {} const DEAD: u8 = 1; }
        trait T { fn live(&self); fn dead(&self); }
        impl T for u8 { fn live(&self) {} fn dead(&self) {} }
        fn show(x: impl Display) -> Result<(), fmt::Error> { write!(String::new(), \"{x}\") }
        fn main() { A.live(); 1u8.live(); show(1).unwrap(); }";
    let left = "
        use std::fmt::{self, Display, Write};
        struct A;
        impl A { fn live(&self) {} }
        trait T { fn live(&self); }
        impl T for u8 { fn live(&self) {} }
        fn show(x: impl Display) -> Result<(), fmt::Error> { write!(String::new(), \"{x}\") }
        fn main() { A.live(); 1u8.live(); show(1).unwrap(); }";
    is_pruned_to(source, left);
}

#[test]
fn fields_that_are_never_read_are_cut() {
    let source = "
        struct A { x: u8, y: u8, z: u8 }
        fn main() { let z = 3; let a = A { x: 1, y: 2, z }; println!(\"{z} {}\", a.x); }";
    let left = "
        struct A { x: u8 }
        fn main() { let z = 3; let a = A { x: 1 }; println!(\"{z} {}\", a.x); }";
    is_pruned_to(source, left);
}

#[test]
fn variants_that_are_never_made_are_cut() {
    let source = "
        enum A { X(u8), /// Dead.
            Y(u8), }
        fn size(a: A) -> u8 { match a { A::X(size) => size, A::Y(size) => { 2 * size } } }
        fn main() { size(A::X(1)); }";
    let left = "
        enum A { X(u8) }
        fn size(a: A) -> u8 { match a { A::X(size) => size } }
        fn main() { size(A::X(1)); }";
    is_pruned_to(source, left);
}

#[test]
fn comments_stay_with_what_they_are_about() {
    let source = "
// A heading.

// About the dead.
// Two lines.
/// Is dead.
fn dead() {} // and gone

/// Is alive.
// In the middle.
fn main() {
    // Does nothing.
}

struct Dead {
    // A field.
    x: u8, // of one byte
}
";
    let left = "
// A heading.

/// Is alive.
// In the middle.
fn main() {
    // Does nothing.
}
";
    is_pruned_to(source, left);
}

#[test]
fn macros_are_cut_or_allowed_to_make_unused_items() {
    let source = "
macro_rules! dead {
    () => {};
}
macro_rules! make {
    ($name:ident) => {
        struct $name(u8);
        impl $name {
            fn used(&self) -> u8 {
                self.0
            }
            fn unused(&self) {}
        }
    };
}
make!(Dead);
make!(Live);
fn main() {
    Live(1).used();
}
";
    let left = "
macro_rules! make {
    ($name:ident) => {
        struct $name(u8);
        impl $name {
            fn used(&self) -> u8 {
                self.0
            }
            #[allow(dead_code)]
            fn unused(&self) {}
        }
    };
}
make!(Live);
fn main() {
    Live(1).used();
}
";
    is_pruned_to(source, left);
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
        (
            "macro_rules! m { () => { x } }\nfn main() { m!(); }",
            "cannot find value `x`",
        ),
        ("fn main() { 1 + true; }", "cannot add `bool`"),
        ("fn mine() {}", "`main` function not found"),
    ] {
        let message = format!(
            "{:#}",
            prune(source.to_string(), EDITIONS[0], Types::Cut).unwrap_err()
        );
        assert!(message.contains(reason), "{message}");
    }
}
