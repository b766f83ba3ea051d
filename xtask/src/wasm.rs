//! The packages for the browser: the rules (core-wasm), the tidier, the sums of expenses and
//! the advice, built by wasm-pack into
//! `web/src/rules/pkg`, made small by wasm-opt.

use std::path::PathBuf;
use std::process::Command;

use crate::Failure;
use crate::command;
use crate::counts::Counts;
use crate::paths::Paths;
use crate::size;
use crate::stamp::Stamp;
use crate::tools::{self, WASM_BINDGEN, WASM_PACK};

/// A crate that is built for the browser.
struct Package {
    /// What the budget calls it.
    what: &'static str,
    /// Its folder.
    folder: &'static str,
    /// What its files are called.
    name: &'static str,
    /// For speed or for size.
    profile: &'static str,
    out: &'static str,
    /// What the phone downloads, compressed, stays within this. It loads after the first paint.
    budget: u64,
}

/// The rules, and what only some screens ask for. The first one's folder holds the others'.
const PACKAGES: [Package; 4] = [
    Package {
        what: "the rules",
        folder: "core-wasm",
        name: "plumbline",
        profile: "wasm",
        out: "web/src/rules/pkg",
        budget: 140_000,
    },
    Package {
        what: "the tidier",
        folder: "tidy-wasm",
        name: "tidy",
        profile: "wasm-small",
        out: "web/src/rules/pkg/tidy",
        budget: 40_000,
    },
    Package {
        what: "the sums of expenses",
        folder: "expense-wasm",
        name: "expense",
        profile: "wasm-small",
        out: "web/src/rules/pkg/expense",
        budget: 20_000,
    },
    Package {
        what: "the advice",
        folder: "advice-wasm",
        name: "advice",
        profile: "wasm-small",
        out: "web/src/rules/pkg/advice",
        budget: 25_000,
    },
];

const SOURCES: [&str; 13] = [
    ".cargo/config.toml",
    "Cargo.toml",
    "Cargo.lock",
    "core/Cargo.toml",
    "core/src",
    "core-wasm/Cargo.toml",
    "core-wasm/src",
    "tidy-wasm/Cargo.toml",
    "tidy-wasm/src",
    "expense-wasm/Cargo.toml",
    "expense-wasm/src",
    "advice-wasm/Cargo.toml",
    "advice-wasm/src",
];
/// Made for speed: a keystroke must cost next to nothing on an old phone. What is worth putting in
/// place of its call the compiler has put there already; the rest only makes more to download, as `-O3` does beside
/// `-Os`: a keystroke costs the same.
const PASSES: [&str; 11] = [
    "-Os",
    "--converge",
    "--one-caller-inline-max-function-size=0",
    "--flexible-inline-max-function-size=0",
    "--always-inline-max-function-size=0",
    "--low-memory-unused",
    "--rse",
    "--reorder-locals",
    "--vacuum",
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

/// Builds the packages, only when the rules changed.
pub fn build(paths: &Paths) -> Result<(), Failure> {
    let stamp = Stamp::of(
        paths,
        "wasm",
        &SOURCES,
        &[WASM_PACK.version, WASM_BINDGEN.version],
    )?;
    let modules: Vec<PathBuf> = PACKAGES
        .iter()
        .map(|package| package.module(paths))
        .collect();
    if stamp.holds(&modules) {
        println!("  unchanged");
        return Ok(());
    }
    for package in &PACKAGES {
        package.build(paths)?;
    }
    stamp.keep()
}

/// Checks the packages' sizes as they cross the network.
pub fn check_size(paths: &Paths) -> Result<Counts, Failure> {
    let mut counts = Counts::ONE;
    for package in &PACKAGES {
        counts = size::check(package.what, &[package.module(paths)], package.budget)?;
    }
    Ok(counts)
}

impl Package {
    fn build(&self, paths: &Paths) -> Result<(), Failure> {
        let path = tools::path_with_tools(paths)?;
        let mut pack = Command::new(paths.tools().join("bin").join(WASM_PACK.program));
        pack.args(["--quiet", "build", self.folder, "--target", "bundler"]);
        pack.args([
            "--mode",
            "no-install",
            "--no-opt",
            "--profile",
            self.profile,
        ]);
        pack.args(["--out-name", self.name, "--out-dir"])
            .arg(paths.root.join(self.out));
        pack.current_dir(&paths.root).env("PATH", &path);
        command::run(&mut pack)?;

        let mut opt = Command::new(paths.npm_bin("wasm-opt"));
        opt.args(PASSES)
            .args(FEATURES)
            .arg(self.module(paths))
            .arg("-o")
            .arg(self.module(paths))
            .env("PATH", &path);
        command::run(&mut opt)
    }

    fn module(&self, paths: &Paths) -> PathBuf {
        paths
            .root
            .join(self.out)
            .join(format!("{}_bg.wasm", self.name))
    }
}
