//! The web app: its packages and its build.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::paths::Paths;
use crate::stamp::Stamp;
use crate::{ErrorText, command, tools};

/// Runs `npm ci`, if the lock file has changed.
pub fn install_packages(paths: &Paths) -> Result<(), ErrorText> {
    let stamp = Stamp::new(paths, "npm", &["web/package.json", "web/package-lock.json"], &[])?;
    let output = paths.web().join("node_modules/.package-lock.json");
    if stamp.is_current(&[output]) {
        println!("  unchanged");
        return Ok(());
    }
    command::run(npm_command(paths).args(["ci", "--no-audit", "--no-fund", "--loglevel=error"]))?;
    stamp.save()
}

/// Builds the web app into `web/dist`, if a source has changed. The packages and the rules must be ready.
pub fn build(paths: &Paths) -> Result<(), ErrorText> {
    let mut inputs = vec!["web/package-lock.json"];
    inputs.extend(SOURCES.iter().filter(|source| paths.root.join(source).exists()));
    let stamp = Stamp::new(paths, "web", &inputs, &[])?;
    if stamp.is_current(&[paths.web().join("dist/public.html")]) {
        println!("  unchanged");
        return Ok(());
    }
    command::run(npm_command(paths).args(["run", "--silent", "build"]))?;
    stamp.save()
}

/// npm in the folder of the web app.
pub fn npm_command(paths: &Paths) -> Command {
    let mut npm = Command::new(tools::npm_program());
    npm.current_dir(paths.web());
    npm
}

/// Node at the root of the clone, for scripts that share TypeScript with the browser tests.
pub fn node_command(paths: &Paths) -> Command {
    let mut node = Command::new("node");
    node.current_dir(&paths.root).arg("--import").arg(paths.web().join("node_modules/tsx/dist/loader.mjs"));
    node
}

/// The inputs of the build; the rules' package is in `web/src`.
const SOURCES: [&str; 11] = [
    "web/index.html",
    "web/check.html",
    "server/templates/check",
    "web/public.html",
    "web/src",
    "web/public",
    "web/vite.config.ts",
    "web/vite.packed.ts",
    "web/vite.site.ts",
    "web/vite.worker.ts",
    "web/tsconfig.json",
];

// What a phone downloads: compressed sizes. They are printed, so that a jump is noticed, and limit nothing.

/// Prints the size of the customer's page: every script that it names, and every script that those import.
pub fn print_page(paths: &Paths) -> Result<(), ErrorText> {
    let dist = paths.web().join("dist");
    let page = read(&dist.join("public.html"))?;
    let mut waiting = find_names(&page, &["src=\"", "href=\""]);
    let mut scripts = BTreeSet::new();
    while let Some(name) = waiting.pop() {
        if !is_script(&name) || !scripts.insert(name.clone()) {
            continue;
        }
        let script = read(&dist.join("assets").join(&name))?;
        waiting.extend(find_names(&script, &["from\"", "from'", "import\"", "import'"]));
    }
    if scripts.is_empty() {
        return Err("public.html names no script.".to_owned());
    }
    let files: Vec<PathBuf> = scripts.iter().map(|name| dist.join("assets").join(name)).collect();
    print("the scripts of the customer's page", &files)
}

/// Prints the total size of the files, compressed with brotli.
pub fn print(what: &str, files: &[PathBuf]) -> Result<(), ErrorText> {
    let mut size = 0;
    for file in files {
        size += compressed_size(file)?;
    }
    let count = files.len();
    println!("  {what}: {size} bytes in brotli, in {count} file(s)");
    Ok(())
}

fn compressed_size(file: &Path) -> Result<u64, ErrorText> {
    let script = "const z = require('zlib'), fs = require('fs'); \
                  process.stdout.write(String(z.brotliCompressSync(fs.readFileSync(process.argv[1])).length))";
    let text = command::run_quietly(Command::new("node").args(["-e", script]).arg(file))?;
    text.trim().parse().map_err(|_| format!("node said '{text}' where a size was asked."))
}

/// The file names in a text that follow one of these openings; a dynamic `import(…)` doesn't count.
fn find_names(text: &str, openings: &[&str]) -> Vec<String> {
    let after = |opening: &&str| {
        text.split(*opening)
            .skip(1)
            .filter_map(|rest| rest.split(['"', '\'']).next())
            .filter_map(|path| path.rsplit('/').next())
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    openings.iter().flat_map(after).collect()
}

fn is_script(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|end| end == "js")
}

fn read(file: &Path) -> Result<String, ErrorText> {
    fs::read_to_string(file).map_err(|e| format!("{} could not be read: {e}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_static_imports_but_not_dynamic_ones() {
        let script = r#"import{a as b}from"./one.js";import"./two.js";const c=()=>import("./three.js");"#;
        let found = find_names(script, &["from\"", "from'", "import\"", "import'"]);
        assert_eq!(found, ["one.js", "two.js"]);
    }
}
