//! `cargo xtask prove einvoice`: the golden e-invoices, checked by the official rules.
//!
//! OpenPeppol publishes the rules of EN 16931 together with its own, as schematron. They are XSLT 2, so Saxon runs them,
//! which Debian has.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::ErrorText;
use crate::children;
use crate::command;
use crate::counts::Counts;
use crate::paths::{Paths, find_on_path};
use crate::scratch::{Scratch, TemporaryFolder};
use crate::system;

/// Where the rules are published, and the version to use.
const REPOSITORY: &str = "https://github.com/OpenPEPPOL/peppol-bis-invoice-3";
const VERSION: &str = "v3.0.19";
/// The environment variable for a folder with the rules, for a machine that can't reach the repository.
const FOLDER: &str = "PLUMBLINE_EINVOICE_RULES";
/// The sets of rules for an e-invoice in UBL.
const RULES: [&str; 2] = ["CEN-EN16931-UBL.sch", "PEPPOL-EN16931-UBL.sch"];
const CASES: &str = "tests/golden/einvoice";
/// Compiles a schematron to XSLT.
const COMPILER: &str = "xtask/src/einvoice/schematron.xsl";
const SAXON: &str = "/usr/share/java/Saxon-HE.jar";

/// Writes the e-invoice of each golden case, and checks it with each set of rules.
pub fn test(paths: &Paths, scratch: &Scratch) -> Result<Counts, ErrorText> {
    ensure_saxon()?;
    let folder = match std::env::var_os(FOLDER) {
        Some(folder) => PathBuf::from(folder),
        None => fetch_rules(&paths.target)?,
    };
    let rules = rules_in(&folder)?;
    let out = scratch.path().join("einvoice");
    let samples = out.join("xml");
    make_folder(&samples)?;
    write_samples(paths, &samples)?;
    let mut counts = Counts::default();
    for rules in &rules {
        counts = counts + run_rules(paths, rules, &samples, &out)?;
    }
    Ok(counts)
}

/// The folder of the published rules, which is downloaded once.
fn fetch_rules(target: &Path) -> Result<PathBuf, ErrorText> {
    let saved = target.join(format!("einvoice-rules-{VERSION}"));
    let rules = saved.join("rules/sch");
    if rules.is_dir() {
        return Ok(rules);
    }
    println!("  fetching the official rules {VERSION} from {REPOSITORY}");
    // The folder gets its final name only when it is complete.
    let clone = target.join(format!("einvoice-rules-{}", std::process::id()));
    let clone = TemporaryFolder::create(clone)?;
    let mut git = Command::new("git");
    git.args(["clone", "--quiet", "--depth", "1", "--branch", VERSION])
        .arg(REPOSITORY)
        .arg(clone.path())
        // Git must not ask for a user name and a password.
        .env("GIT_TERMINAL_PROMPT", "0");
    command::run_quietly(&mut git).map_err(|error| {
        format!(
            "{error}\nThe official rules could not be fetched. Name a folder that holds {} in {FOLDER}.",
            RULES.join(" and ")
        )
    })?;
    let _ = fs::remove_dir_all(&saved);
    fs::rename(clone.path(), &saved).map_err(|error| format!("{}: {error}", saved.display()))?;
    Ok(rules)
}

/// The files of the rules in a folder, all of which must exist.
fn rules_in(folder: &Path) -> Result<Vec<PathBuf>, ErrorText> {
    RULES
        .iter()
        .map(|name| {
            let file = folder.join(name);
            if file.is_file() { Ok(file) } else { Err(format!("{name} is missing in {}.", folder.display())) }
        })
        .collect()
}

fn ensure_saxon() -> Result<(), ErrorText> {
    let mut missing = Vec::new();
    if find_on_path("java").is_none() {
        missing.push("default-jre-headless");
    }
    if !Path::new(SAXON).exists() {
        missing.push("libsaxonhe-java");
    }
    if missing.is_empty() {
        return Ok(());
    }
    system::install(&missing, "The official rules are run by Saxon, in Java.")
}

fn make_folder(folder: &Path) -> Result<(), ErrorText> {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

/// Writes the e-invoice of each golden case.
fn write_samples(paths: &Paths, into: &Path) -> Result<(), ErrorText> {
    let cases = fs::read_dir(paths.root.join(CASES)).map_err(|error| format!("{CASES}: {error}"))?;
    for case in cases.flatten().map(|entry| entry.path()) {
        let text = fs::read(&case).map_err(|error| format!("{}: {error}", case.display()))?;
        let mut command = Command::new(paths.server(false));
        command.arg("einvoice").stdin(Stdio::piped()).stdout(Stdio::piped());
        let (mut server, _group) = children::start(&mut command)
            .map_err(|error| format!("plumbline could not be started: {error}"))?;
        if let Some(mut input) = server.stdin.take() {
            let _ = input.write_all(&text);
        }
        let made = server.wait_with_output().map_err(|error| error.to_string())?;
        if !made.status.success() {
            return Err(format!("{} makes no e-invoice.", case.display()));
        }
        let name = case.with_extension("xml");
        let file = into.join(name.file_name().unwrap_or_default());
        fs::write(&file, made.stdout).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    Ok(())
}

/// Checks every sample with one set of rules, and prints the rules that each breaks. Warnings don't count.
fn run_rules(paths: &Paths, rules: &Path, samples: &Path, out: &Path) -> Result<Counts, ErrorText> {
    let name = rules.file_stem().and_then(|name| name.to_str());
    let name = name.unwrap_or("rules");
    println!("\n{name}");
    let compiled = out.join(format!("{name}.xslt"));
    run_saxon(rules, &paths.root.join(COMPILER), &compiled)?;
    let reports = out.join(name);
    make_folder(&reports)?;
    run_saxon(samples, &compiled, &reports)?;
    let mut files: Vec<PathBuf> = fs::read_dir(&reports)
        .map_err(|error| format!("{}: {error}", reports.display()))?
        .flatten()
        .map(|entry| entry.path())
        .collect();
    files.sort();
    let mut counts = Counts::default();
    for report in files {
        let text = fs::read_to_string(&report).map_err(|error| error.to_string())?;
        let broken = find_failed_asserts(&text)?;
        let case = report.file_stem().and_then(|name| name.to_str());
        let word = if broken.is_empty() { "keeps every rule" } else { "" };
        println!("  {:<22} {word}", case.unwrap_or_default());
        for rule in &broken {
            println!("    {} {}: {}", rule.flag, rule.id, rule.text);
        }
        if broken.iter().all(|rule| rule.flag == "warning") {
            counts.passed += 1;
        } else {
            counts.failed += 1;
        }
    }
    Ok(counts)
}

/// Runs Saxon on a file or a folder.
fn run_saxon(source: &Path, stylesheet: &Path, output: &Path) -> Result<(), ErrorText> {
    let mut java = Command::new("java");
    java.args(["-cp", SAXON, "net.sf.saxon.Transform"]);
    for (word, path) in [("s", source), ("xsl", stylesheet), ("o", output)] {
        java.arg(format!("-{word}:{}", path.display()));
    }
    command::run_quietly(&mut java).map(drop)
}

/// A rule that a document breaks.
#[derive(Debug, PartialEq)]
struct BrokenRule {
    id: String,
    flag: String,
    text: String,
}

/// The failed assertions of a report (SVRL). A file that is not a report is an error.
fn find_failed_asserts(svrl: &str) -> Result<Vec<BrokenRule>, ErrorText> {
    let report = roxmltree::Document::parse(svrl).map_err(|error| error.to_string())?;
    if report.root_element().tag_name().name() != "schematron-output" {
        return Err("these rules write no report of a schematron (SVRL).".to_owned());
    }
    let nodes = report.descendants();
    let failed = nodes.filter(|it| {
        let name = it.tag_name().name();
        name == "failed-assert" || name == "successful-report"
    });
    let result = failed.map(|it| {
        let flag = it.attribute("flag").or(it.attribute("role"));
        // The text of an element is in a node inside it.
        let texts = it.descendants().filter(roxmltree::Node::is_text);
        let text: String = texts.filter_map(|it| it.text()).collect();
        BrokenRule {
            id: it.attribute("id").unwrap_or("a rule").to_owned(),
            flag: flag.unwrap_or("fatal").to_owned(),
            text: text.split_whitespace().collect::<Vec<_>>().join(" "),
        }
    });
    Ok(result.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_of_rules_that_is_missing_is_named() {
        let error = rules_in(Path::new("no/such/folder")).unwrap_err();
        assert_eq!(error, "CEN-EN16931-UBL.sch is missing in no/such/folder.");
    }

    #[test]
    fn a_report_names_what_is_broken() {
        let svrl = r#"<s:schematron-output xmlns:s="http://purl.oclc.org/dsdl/svrl"><s:fired-rule/>
            <s:failed-assert id="BR-16" flag="fatal" test="x"><s:text>At least
              one line</s:text></s:failed-assert></s:schematron-output>"#;
        let broken =
            BrokenRule { id: "BR-16".into(), flag: "fatal".into(), text: "At least one line".into() };
        assert_eq!(find_failed_asserts(svrl).unwrap(), [broken]);
        assert!(find_failed_asserts("<html/>").is_err());
    }
}
