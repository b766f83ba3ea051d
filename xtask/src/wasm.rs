//! The rules for the browser: core-wasm, built by wasm-pack into `web/src/rules/pkg`, made small by wasm-opt.

use std::path::PathBuf;
use std::process::Command;

use crate::Failure;
use crate::command;
use crate::counts::Counts;
use crate::paths::Paths;
use crate::size;
use crate::stamp::Stamp;
use crate::tools::{self, WASM_BINDGEN, WASM_PACK};

/// What the phone downloads, compressed, stays within this. It loads after the first paint.
const BUDGET: u64 = 130_000;
const SOURCES: [&str; 7] = [
    ".cargo/config.toml",
    "Cargo.toml",
    "Cargo.lock",
    "core/Cargo.toml",
    "core/src",
    "core-wasm/Cargo.toml",
    "core-wasm/src",
];
const OUT: &str = "web/src/rules/pkg";
/// Made for speed: a keystroke must cost next to nothing on an old phone. What is worth putting in
/// place of its call the compiler has put there already; the rest only makes more to download.
const PASSES: [&str; 8] = [
    "-O3",
    "--converge",
    "--one-caller-inline-max-function-size=0",
    "--flexible-inline-max-function-size=0",
    "--always-inline-max-function-size=0",
    "--low-memory-unused",
    "--strip-producers",
    "--strip-target-features",
];

/// What browsers and Node 20 understand. With everything on, wasm-opt writes types (stringref)
/// that none of them compiles.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// Builds the package, only when the rules changed.
pub fn build(paths: &Paths) -> Result<(), Failure> {
    let stamp = Stamp::of(
        paths,
        "wasm",
        &SOURCES,
        &[WASM_PACK.version, WASM_BINDGEN.version],
    )?;
    if stamp.holds(&[module(paths)]) {
        println!("  unchanged");
        return Ok(());
    }
    let path = tools::path_with_tools(paths)?;
    let mut pack = Command::new(paths.tools().join("bin").join(WASM_PACK.program));
    pack.args([
        "--quiet",
        "build",
        "core-wasm",
        "--target",
        "bundler",
        "--mode",
        "no-install",
        "--no-opt",
    ]);
    pack.args(["--profile", "wasm", "--out-name", "plumbline", "--out-dir"])
        .arg(paths.root.join(OUT));
    pack.current_dir(&paths.root).env("PATH", &path);
    command::run(&mut pack)?;

    let mut opt = Command::new(paths.npm_bin("wasm-opt"));
    opt.args(PASSES)
        .args(FEATURES)
        .arg(module(paths))
        .arg("-o")
        .arg(module(paths))
        .env("PATH", &path);
    command::run(&mut opt)?;
    stamp.keep()
}

/// Checks the package's size as it crosses the network.
pub fn check_size(paths: &Paths) -> Result<Counts, Failure> {
    size::check("the rules", &[module(paths)], BUDGET)
}

fn module(paths: &Paths) -> PathBuf {
    paths.root.join(OUT).join("plumbline_bg.wasm")
}
