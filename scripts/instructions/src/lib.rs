//! The bench in `benches/` counts instructions. It is a package of its own: tests need not
//! build gungraun, nor those benches that take times.
