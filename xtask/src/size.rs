//! What a phone downloads: compressed sizes. They are printed, so that a jump is noticed, and limit nothing.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::ErrorText;
use crate::command;
use crate::paths::Paths;

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
    fn what_loads_at_first_is_found_and_what_loads_later_is_not() {
        let script = r#"import{a as b}from"./one.js";import"./two.js";const c=()=>import("./three.js");"#;
        let found = find_names(script, &["from\"", "from'", "import\"", "import'"]);
        assert_eq!(found, ["one.js", "two.js"]);
    }
}
