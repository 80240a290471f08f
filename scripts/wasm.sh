#!/usr/bin/env bash
# Runs `cargo build` for wasm32-wasip1 with an installed toolchain. This call builds into
# target/wasm/wasm32-wasip1/:
#   scripts/wasm.sh --release --package slider-judge --lib --no-default-features --features cases
# Without arguments it builds nothing and only checks whether a toolchain exists.
# The toolchain is a rustc with that target; or Debian's rustc, which compiles the standard library
# from source against Debian's C library and uses the linker of the first rustc on PATH. Exit
# status 2: neither is installed.
set -euo pipefail
cd "$(dirname "$0")/.."

target=wasm32-wasip1
debian=/usr/bin/rustc
libc=/usr/lib/wasm32-wasi
# Another toolchain than for the other programs may compile build scripts, so the folder is separate.
export CARGO_TARGET_DIR=target/wasm
# Optimises for small pages and fast solvers; the build takes longer.
export CARGO_PROFILE_RELEASE_LTO=fat CARGO_PROFILE_RELEASE_CODEGEN_UNITS=1
options=(--target "$target")

if [[ ! -d $(rustc --print target-libdir --target "$target") ]]; then
    libraries=$(dirname "$(rustc --print target-libdir)")
    linker=$libraries/bin/rust-lld
    if [[ ! -e /usr/lib/rustlib/src/rust/library/std/Cargo.toml || ! -x $debian || ! -e $libc/libc.a || ! -x $linker ]]; then
        echo "no toolchain for $target: rustup target add $target, or Debian's rustc-web, rust-web-src and wasi-libc" >&2
        exit 2
    fi
    export RUSTC=$debian RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_WASIP1_LINKER=$linker
    export CARGO_TARGET_WASM32_WASIP1_RUSTFLAGS="-C link-self-contained=no -L $libc -C link-arg=$libc/crt1-command.o -C target-feature=+simd128"
    # The list of features is empty, since pages need neither backtraces nor unwinding.
    options+=(-Z "build-std=std,panic_abort" -Z "build-std-features=")
fi
if (($# > 0)); then
    exec cargo build "${options[@]}" "$@"
fi
