//! Every statement of the server against both databases, after the HTTP tests.
//!
//! While they run, each statement reports its place in the source and the columns that its type reads
//! (`server/platform/src/db/sql.rs`). Afterwards `server/app/examples/statements.rs` compares the columns with those
//! that the database describes; and each place in the source that makes a statement must have reported one.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use regex::Regex;

use crate::ErrorText;
use crate::command;
use crate::counts::Counts;
use crate::rust_tests::{WORKSPACE_ARGUMENTS, cargo_command};
use crate::steps::Run;

/// The variable that names the file of the record.
pub const VARIABLE: &str = "PLUMBLINE_STATEMENTS";

/// The program that compares a record with a database.
const CHECKER: &str = "statements";

/// Statements that no HTTP test on SQLite records: the file, a part of the statement, and why.
const UNRECORDED: [(&str, &str, &str); 4] = [
    ("server/platform/src/jobs/store/mod.rs", "SET locked_until = $1", "runs after half a lock's time"),
    ("server/records/src/summaries/customer.rs", "SET filled_by = filled_by", "runs on PostgreSQL only"),
    ("server/records/src/summaries/write.rs", "SET filled_by = 0", "runs in a process of its own"),
    ("server/records/src/summaries/write.rs", "DELETE FROM fillings", "runs in a process of its own"),
];

/// How many lines from its beginning the text of a statement may take.
const STATEMENT_LINES: usize = 12;

/// Removes the statements that contain one of these texts from a record, because another database doesn't have them.
pub fn remove(record: &Path, texts: &[String]) -> Result<(), ErrorText> {
    let text = read(record)?;
    let lines = text.lines().filter(|line| !texts.iter().any(|part| line.contains(part.as_str())));
    let left: Vec<&str> = lines.collect();
    fs::write(record, left.join("\n")).map_err(|e| format!("{} could not be written: {e}", record.display()))
}

/// Compares the recorded statements with SQLite, or with the PostgreSQL at `url`.
pub fn compare(run: &Run, record: &Path, url: Option<&str>) -> Result<Counts, ErrorText> {
    let mut build = cargo_command(&run.paths);
    build.args(["build", "--quiet", "--example", CHECKER]);
    command::run(build.args(WORKSPACE_ARGUMENTS))?;
    let program = format!("debug/examples/{CHECKER}{}", std::env::consts::EXE_SUFFIX);
    let mut checker = std::process::Command::new(run.paths.target.join(program));
    checker.arg(record).env_remove("TEST_DATABASE_URL").env_remove("DATABASE_URL");
    if let Some(url) = url {
        checker.env("TEST_DATABASE_URL", url);
    }
    let is_right = command::run_to_end(&mut checker)?.success();
    Ok(if is_right { Counts::ONE } else { Counts { passed: 0, failed: 1 } })
}

/// Finds the places in the source that make a statement and have recorded none, and prints them.
pub fn find_unrecorded(run: &Run, record: &Path) -> Result<Counts, ErrorText> {
    let record = read(record)?;
    let recorded: BTreeSet<&str> = record.lines().filter_map(|line| line.split('\t').next()).collect();
    let mut counts = Counts::default();
    for place in list_places(&run.paths.root)? {
        let is_known = recorded.contains(place.location().as_str()) || place.is_exception();
        if is_known {
            counts.passed += 1;
        } else {
            println!("  no HTTP test executes the statement at {}", place.location());
            counts.failed += 1;
        }
    }
    Ok(counts)
}

/// A place that makes a statement.
#[derive(Debug, PartialEq, Eq)]
struct Place {
    /// Relative to the root of the clone.
    file: String,
    line: usize,
    /// The lines from there on.
    text: String,
}

impl Place {
    /// The place as the record has it.
    fn location(&self) -> String {
        format!("{}:{}", self.file, self.line)
    }

    fn is_exception(&self) -> bool {
        UNRECORDED.iter().any(|(file, part, _)| self.file == *file && self.text.contains(part))
    }
}

/// Every place of the server that makes a statement. `platform/src/db` makes them for others, or for one database only.
fn list_places(root: &Path) -> Result<Vec<Place>, ErrorText> {
    let regex =
        Regex::new(r"\bsql::query(_as|_scalar)?\b|\b[A-Z]\w*::select\(").map_err(|e| e.to_string())?;
    let mut places = Vec::new();
    for file in list_sources(&root.join("server"))? {
        let path = file.strip_prefix(root).unwrap_or(&file).to_string_lossy().replace('\\', "/");
        let is_left_out = path.starts_with("server/platform/src/db/") || path.ends_with("tests.rs");
        if !is_left_out && path.contains("/src/") {
            places.extend(find_places(&regex, &path, &read(&file)?));
        }
    }
    if places.is_empty() {
        return Err("no statement was found in the source".to_owned());
    }
    Ok(places)
}

fn find_places(regex: &Regex, file: &str, text: &str) -> Vec<Place> {
    let (code, _) = text.split_once("#[cfg(test)]\nmod tests {").unwrap_or((text, ""));
    let lines: Vec<&str> = code.lines().collect();
    let makes = |line: &str| regex.is_match(line) && !line.trim_start().starts_with("//");
    let found = lines.iter().enumerate().filter(|(_, line)| makes(line));
    let place = |(at, _): (usize, _)| {
        let end = lines.len().min(at + STATEMENT_LINES);
        Place { file: file.to_owned(), line: at + 1, text: lines[at..end].join("\n") }
    };
    found.map(place).collect()
}

fn list_sources(folder: &Path) -> Result<Vec<PathBuf>, ErrorText> {
    let failed = |e: std::io::Error| format!("{} could not be read: {e}", folder.display());
    let mut sources = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.is_dir() {
            sources.extend(list_sources(&path)?);
        } else if path.extension().is_some_and(|end| end == "rs") {
            sources.push(path);
        }
    }
    sources.sort();
    Ok(sources)
}

fn read(path: &Path) -> Result<String, ErrorText> {
    fs::read_to_string(path).map_err(|e| format!("{} could not be read: {e}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root() -> &'static Path {
        Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace")
    }

    #[test]
    fn finds_where_statements_are_made() {
        let regex = Regex::new(r"\bsql::query(_as|_scalar)?\b|\b[A-Z]\w*::select\(").unwrap();
        let text = "use db::sql;\n// sql::query(no)\nsql::query_as::<Row>(one)\n    Row::select(\"two\")\n\
                    #[cfg(test)]\nmod tests {\nsql::query(three)";
        let lines: Vec<usize> = find_places(&regex, "a.rs", text).iter().map(|place| place.line).collect();
        assert_eq!(lines, [3, 4]);
    }

    #[test]
    fn each_exception_is_a_statement_of_the_server() {
        let places = list_places(root()).unwrap();
        for (file, part, _) in UNRECORDED {
            assert!(places.iter().any(|it| it.file == file && it.text.contains(part)), "{file}: {part}");
        }
    }
}
