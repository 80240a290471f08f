#!/usr/bin/env bash
# Runs `cargo build` for wasm32-unknown-unknown with the toolchain that is there:
#   scripts/wasm.sh --release --package slider-judge --lib --no-default-features --features cases
# builds into target/wasm/wasm32-unknown-unknown/. Without arguments it builds nothing, and
# only says whether there is a toolchain.
# Either rustc has the target, or Debian's rustc compiles the standard library from source
# and the linker is the one beside rustc. Exit status 2: neither is installed.
set -euo pipefail
cd "$(dirname "$0")/.."

target=wasm32-unknown-unknown
debian=/usr/bin/rustc
export CARGO_TARGET_DIR=target/wasm
options=(--target "$target")

if [[ ! -d $(rustc --print target-libdir --target "$target") ]]; then
    libraries=$(dirname "$(rustc --print target-libdir)")
    linker=$libraries/bin/rust-lld
    if [[ ! -e /usr/lib/rustlib/src/rust/library/std/Cargo.toml || ! -x $debian || ! -x $linker ]]; then
        echo "no toolchain for $target: rustup target add $target, or Debian's rustc-web and rust-web-src" >&2
        exit 2
    fi
    # Apart from what other toolchains compile: a build script is compiled for the host.
    export RUSTC=$debian RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$linker
    options+=(-Z "build-std=std,panic_abort")
fi
if (($# > 0)); then
    exec cargo build "${options[@]}" "$@"
fi
