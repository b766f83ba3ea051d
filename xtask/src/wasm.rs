//! The packages for the browser: the rules (core-wasm), the tidier, the sums of expenses and
//! the advice, built by wasm-pack into
//! `web/src/rules/pkg`, made small by wasm-opt.

use std::fs;
use std::path::{Path, PathBuf};
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
    let shelf = Shelf::of(paths)?;
    if shelf.hand_out()? {
        println!("  built before of the same sources");
    } else {
        for package in &PACKAGES {
            package.build(paths)?;
        }
        shelf.put()?;
    }
    stamp.keep()
}

/// What was built last, where the target directory is kept outside the clone: a clean one has none, and they are built
/// of sources that most changes leave alone.
struct Shelf(Option<(Stamp, PathBuf, PathBuf)>);

impl Shelf {
    fn of(paths: &Paths) -> Result<Self, Failure> {
        if paths.target.starts_with(&paths.root) {
            return Ok(Self(None));
        }
        // The passes of wasm-opt stand here, and its version in the lock file.
        let mut inputs = SOURCES.to_vec();
        inputs.extend(["xtask/src/wasm.rs", "web/package-lock.json"]);
        let rust = command::quiet(Command::new("rustc").arg("-vV").current_dir(&paths.root))?;
        let words = [WASM_PACK.version, WASM_BINDGEN.version, &rust];
        let stamp = Stamp::shared(paths, "packages", &inputs, &words)?;
        let kept = paths.target.join("xtask").join("packages-built");
        Ok(Self(Some((stamp, kept, paths.root.join(PACKAGES[0].out)))))
    }

    /// Copies them into the clone, if they are of its sources.
    fn hand_out(&self) -> Result<bool, Failure> {
        match &self.0 {
            Some((stamp, kept, out)) if stamp.holds(std::slice::from_ref(kept)) => {
                copy(kept, out).map(|()| true)
            }
            _ => Ok(false),
        }
    }

    fn put(&self) -> Result<(), Failure> {
        let Some((stamp, kept, out)) = &self.0 else {
            return Ok(());
        };
        stamp.forget()?;
        copy(out, kept)?;
        stamp.keep()
    }
}

/// Puts a copy of a folder in another's place.
fn copy(from: &Path, to: &Path) -> Result<(), Failure> {
    fn tree(from: &Path, to: &Path) -> std::io::Result<()> {
        fs::create_dir_all(to)?;
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            let (from, to) = (entry.path(), to.join(entry.file_name()));
            if from.is_dir() {
                tree(&from, &to)?;
            } else {
                fs::copy(&from, &to)?;
            }
        }
        Ok(())
    }
    if to.exists() {
        fs::remove_dir_all(to).map_err(|e| format!("{} stays: {e}", to.display()))?;
    }
    tree(from, to).map_err(|e| format!("{} could not be copied: {e}", from.display()))
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
