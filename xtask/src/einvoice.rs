//! `cargo xtask einvoice FOLDER`: the golden e-invoices, held against the official rules.
//!
//! The rules are not ours to ship: whoever runs this has them in a folder, compiled (`.xslt`, as CEN publishes them) or
//! as schematron (`.sch`, as Peppol does). They are XSLT 2, so Saxon runs them, which Debian has.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use crate::Failure;
use crate::command;
use crate::paths::{Paths, on_path};
use crate::system;

const ASK: &str = "say where the official rules are: cargo xtask einvoice FOLDER. \
    The folder holds CEN-EN16931-UBL and PEPPOL-EN16931-UBL, each as .xslt or as .sch: CEN publishes them with \
    'eInvoicing-EN16931', OpenPeppol with 'peppol-bis-invoice-3' (rules/sch).";
const CASES: &str = "tests/golden/einvoice";
/// Makes an XSLT of a schematron.
const COMPILER: &str = "xtask/src/einvoice/schematron.xsl";
const SAXON: &str = "/usr/share/java/Saxon-HE.jar";

/// Makes the e-invoices of the golden cases and runs the folder's rules over them; the code tells whether none is
/// broken.
pub fn command(rules: Option<&str>) -> Result<ExitCode, Failure> {
    let folder = PathBuf::from(rules.ok_or(ASK)?);
    let found = rules_in(&folder)?;
    let paths = Paths::find()?;
    ensure_saxon()?;
    let mut cargo = command::cargo();
    cargo.args([
        "build",
        "--quiet",
        "--package",
        "plumbline",
        "--bin",
        "plumbline",
    ]);
    command::run(cargo.current_dir(&paths.root))?;
    let out = paths.target.join("einvoice");
    let _ = fs::remove_dir_all(&out);
    let samples = out.join("xml");
    make_folder(&samples)?;
    let cases = write_samples(&paths, &samples)?;
    let mut broken = 0;
    for rules in &found {
        broken += run_rules(&paths, rules, &samples, &out)?;
    }
    println!(
        "\n{cases} e-invoices in {}, {} sets of rules, {broken} rules broken",
        samples.display(),
        found.len()
    );
    Ok(if broken == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// The rules of a folder, by name.
fn rules_in(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries = fs::read_dir(folder)
        .map_err(|error| format!("{} cannot be read: {error}. Please {ASK}", folder.display()))?;
    let is_rules = |path: &PathBuf| {
        let end = path.extension().and_then(|end| end.to_str());
        matches!(end, Some("xslt" | "xsl" | "sch"))
    };
    let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    found.retain(is_rules);
    found.sort();
    if found.is_empty() {
        return Err(format!(
            "there are no rules (.xslt, .xsl or .sch) in {}. Please {ASK}",
            folder.display()
        ));
    }
    Ok(found)
}

fn ensure_saxon() -> Result<(), Failure> {
    let mut missing = Vec::new();
    if on_path("java").is_none() {
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

fn make_folder(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

/// Writes the e-invoice of each golden case; how many there are.
fn write_samples(paths: &Paths, into: &Path) -> Result<usize, Failure> {
    let cases =
        fs::read_dir(paths.root.join(CASES)).map_err(|error| format!("{CASES}: {error}"))?;
    let mut count = 0;
    for case in cases.flatten().map(|entry| entry.path()) {
        let text = fs::read(&case).map_err(|error| format!("{}: {error}", case.display()))?;
        let mut server = Command::new(paths.server(false))
            .arg("einvoice")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("plumbline could not be started: {error}"))?;
        if let Some(mut input) = server.stdin.take() {
            let _ = input.write_all(&text);
        }
        let made = server
            .wait_with_output()
            .map_err(|error| error.to_string())?;
        if !made.status.success() {
            return Err(format!("{} makes no e-invoice.", case.display()));
        }
        let name = case.with_extension("xml");
        let file = into.join(name.file_name().unwrap_or_default());
        fs::write(&file, made.stdout).map_err(|error| format!("{}: {error}", file.display()))?;
        count += 1;
    }
    Ok(count)
}

/// Runs one set of rules over every sample, and says what each breaks: how many of them are no mere warning.
fn run_rules(paths: &Paths, rules: &Path, samples: &Path, out: &Path) -> Result<usize, Failure> {
    let name = rules.file_stem().and_then(|name| name.to_str());
    let name = name.unwrap_or("rules");
    println!("\n{name}");
    let compiled = match rules.extension().and_then(|end| end.to_str()) {
        Some("sch") => {
            let compiled = out.join(format!("{name}.xslt"));
            saxon(rules, &paths.root.join(COMPILER), &compiled)?;
            compiled
        }
        _ => rules.to_owned(),
    };
    let reports = out.join(name);
    make_folder(&reports)?;
    saxon(samples, &compiled, &reports)?;
    let mut broken = 0;
    let mut files: Vec<PathBuf> = fs::read_dir(&reports)
        .map_err(|error| format!("{}: {error}", reports.display()))?
        .flatten()
        .map(|entry| entry.path())
        .collect();
    files.sort();
    for report in files {
        let text = fs::read_to_string(&report).map_err(|error| error.to_string())?;
        let found = failed(&text)?;
        let case = report.file_stem().and_then(|name| name.to_str());
        let word = if found.is_empty() {
            "keeps every rule"
        } else {
            ""
        };
        println!("  {:<22} {word}", case.unwrap_or_default());
        for one in found {
            println!("    {} {}: {}", one.flag, one.id, one.text);
            broken += usize::from(one.flag != "warning");
        }
    }
    Ok(broken)
}

/// Runs Saxon over a file or a folder.
fn saxon(source: &Path, stylesheet: &Path, output: &Path) -> Result<(), Failure> {
    let mut java = Command::new("java");
    java.args(["-cp", SAXON, "net.sf.saxon.Transform"]);
    for (word, path) in [("s", source), ("xsl", stylesheet), ("o", output)] {
        java.arg(format!("-{word}:{}", path.display()));
    }
    command::quiet(&mut java).map(drop)
}

/// A rule that a document breaks.
#[derive(Debug, PartialEq)]
struct Broken {
    id: String,
    flag: String,
    text: String,
}

/// The failed asserts of a report (SVRL). A report that holds no output of rules at all is none.
fn failed(svrl: &str) -> Result<Vec<Broken>, Failure> {
    let report = roxmltree::Document::parse(svrl).map_err(|error| error.to_string())?;
    if report.root_element().tag_name().name() != "schematron-output" {
        return Err("these rules write no report of a schematron (SVRL).".to_owned());
    }
    let nodes = report.descendants();
    let failed = nodes.filter(|it| {
        let name = it.tag_name().name();
        name == "failed-assert" || name == "successful-report"
    });
    let told = failed.map(|it| {
        let flag = it.attribute("flag").or(it.attribute("role"));
        // An element's text is that of the node within it.
        let texts = it.descendants().filter(roxmltree::Node::is_text);
        let text: String = texts.filter_map(|it| it.text()).collect();
        Broken {
            id: it.attribute("id").unwrap_or("a rule").to_owned(),
            flag: flag.unwrap_or("fatal").to_owned(),
            text: text.split_whitespace().collect::<Vec<_>>().join(" "),
        }
    });
    Ok(told.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_folder_it_says_what_to_give() {
        let told = command(None).unwrap_err();
        assert!(told.contains("cargo xtask einvoice FOLDER"), "{told}");
        let told = command(Some("no/such/folder")).unwrap_err();
        assert!(told.starts_with("no/such/folder cannot be read"), "{told}");
    }

    #[test]
    fn a_report_names_what_is_broken() {
        let svrl = r#"<s:schematron-output xmlns:s="http://purl.oclc.org/dsdl/svrl"><s:fired-rule/>
            <s:failed-assert id="BR-16" flag="fatal" test="x"><s:text>At least
              one line</s:text></s:failed-assert></s:schematron-output>"#;
        let broken = Broken {
            id: "BR-16".into(),
            flag: "fatal".into(),
            text: "At least one line".into(),
        };
        assert_eq!(failed(svrl).unwrap(), [broken]);
        assert!(failed("<html/>").is_err());
    }
}
