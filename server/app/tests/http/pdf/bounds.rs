//! The limits of a PDF, and that a PDF which exceeds them delays nobody else.

use std::fs::{self, File, Permissions};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;
use uuid::Uuid;

use super::{create_draft, download_own_pdf, pdf_text};
use crate::documents::{CUSTOMER, TestBusiness, id_of, profile_body};
use crate::support::TestApp;

/// Lines whose descriptions are one long word each.
fn long_lines(lines: usize, characters: usize) -> Value {
    let line = |n: usize| {
        json!({
            "id": format!("line-{n}"), "name": format!("Part {n}"),
            "description": "W".repeat(characters), "quantity": "1", "price": "1",
        })
    };
    (1..=lines).map(line).collect()
}

/// Longer than any test, for a timeout that must not be what ends a typesetter.
const LONGER_THAN_TEST: Duration = Duration::from_secs(600);

/// A shell condition by which every typesetter waits at the gate before it begins.
const EVERY_TYPESETTER: &str = "true";
const FIRST_TYPESETTER: &str = "/bin/mkdir $here/first 2> /dev/null";

/// A typesetter that waits until the gate, which is a pipe, has been opened and closed, so that nothing depends on how
/// fast this machine sets a document.
fn blocking_typesetter(folder: &Path, which: &str) -> PathBuf {
    let program = folder.join("plumbline");
    symlink(env!("CARGO_BIN_EXE_plumbline"), folder.join("real")).expect("a link");
    let made = Command::new("mkfifo").arg(folder.join("gate")).status();
    assert!(made.expect("mkfifo").success());
    let script = format!(
        "#!/bin/sh\nhere=${{0%/*}}\nif {which}; then read -r opened < $here/gate; fi\nexec $here/real \"$@\"\n"
    );
    fs::write(&program, script).expect("written");
    fs::set_permissions(&program, Permissions::from_mode(0o700)).expect("a program");
    program
}

async fn open_with_typesetter(which: &str, time: Duration, memory: u64) -> PdfLimitsFixture {
    // The typesetter has a path of its own, so that other tests' typesetters are not counted.
    let folder = tempfile::tempdir().expect("a folder");
    let program = blocking_typesetter(folder.path(), which);
    let app = TestApp::start_with(|config| {
        config.pdf.program = Some(program);
        config.pdf.time = time;
        config.pdf.memory = memory;
    });
    PdfLimitsFixture { business: TestBusiness::open_at(app.await).await, folder }
}

/// A business with limits on its PDFs.
struct PdfLimitsFixture {
    business: TestBusiness,
    /// The folder of its typesetter.
    folder: TempDir,
}

impl PdfLimitsFixture {
    /// How many of its typesetters are running.
    fn count_typesetters(&self) -> usize {
        self.processes().len()
    }

    /// Their process ids.
    fn processes(&self) -> Vec<String> {
        let processes = fs::read_dir("/proc").expect("the processes");
        let program = self.folder.path().display().to_string();
        let of_ours = processes.flatten().filter(|entry| {
            let read = |file| fs::read_to_string(entry.path().join(file)).unwrap_or_default();
            let (stat, command) = (read("stat"), read("cmdline"));
            // The state comes after the name.
            let has_ended = stat.rsplit(") ").next().is_some_and(|rest| rest.starts_with('Z'));
            !has_ended && command.contains(&program)
        });
        let numbers = of_ours.map(|entry| entry.file_name().to_string_lossy().into_owned());
        numbers.collect()
    }

    /// Opens the gate once a typesetter waits there. The typesetter continues when the returned file is dropped.
    async fn open_gate(&self) -> File {
        let gate = self.folder.path().join("gate");
        let open = tokio::task::spawn_blocking(|| File::options().write(true).open(gate));
        open.await.expect("no panic").expect("a pipe")
    }
}

#[tokio::test]
async fn the_total_length_of_all_lines_is_limited() {
    let business = TestBusiness::open().await;
    let mut body = business.quote_body();
    body["items"] = long_lines(190, 5_000);
    let refused = business.client.post("/api/quotes", &body).await;
    let response = refused.expect_error(422, "rule_broken", Some("items"));
    let sentence = response["errors"][0]["msg"].as_str().expect("a sentence");
    assert!(sentence.starts_with("The lines can have at most 150000 characters in total; these"));
    // As many as there may be.
    body["items"] = long_lines(29, 5_000);
    let made = business.client.post("/api/quotes", &body).await.expect_status(201);
    let path = format!("/api/quotes/{}", id_of(&made));
    let edit = json!({
        "operationId": Uuid::now_v7(), "baseVersion": made["version"], "operations": [
            { "op": "insertLine", "after": "line-1", "line": {
                "id": "more", "name": "More", "description": "W".repeat(5_000),
                "quantity": "1", "price": "1",
            } },
        ],
    });
    let refused = business.client.patch(&path, &edit).await;
    refused.expect_error(422, "rule_broken", Some("items"));
}

#[tokio::test]
async fn a_pdf_that_takes_too_long_is_cancelled() {
    let bounded = open_with_typesetter(EVERY_TYPESETTER, Duration::from_millis(1), u64::MAX).await;
    let business = &bounded.business;
    let made = business.draft_quote().await;
    let path = format!("/api/quotes/{}/pdf", id_of(&made));
    let refused = business.client.get(&path).await;
    let body = refused.expect_error(422, "rule_broken", Some(""));
    assert_eq!(body["message"], "This document is too long for a PDF. Its page can be printed.");
    assert_eq!(bounded.count_typesetters(), 0);
    // It is not tried again for a while.
    business.client.get(&path).await.expect_error(422, "rule_broken", None);
    // Its mail goes without it: the link leads to the page.
    let send = format!("/api/quotes/{}/send", id_of(&made));
    let sending = json!({ "via": "email" });
    business.client.post(&send, &sending).await.expect_status(200);
    let received_emails = business.app.receive_emails(CUSTOMER).await;
    let [received_email] = received_emails.as_slice() else {
        panic!("{} mails", received_emails.len());
    };
    assert!(!received_email.raw.contains("application/pdf") && received_email.text.contains("/q/"));
}

#[tokio::test]
async fn a_pdf_that_takes_too_much_memory_is_cancelled() {
    let bounded = open_with_typesetter(EVERY_TYPESETTER, LONGER_THAN_TEST, 4096).await;
    let business = &bounded.business;
    let made = business.draft_quote().await;
    let path = format!("/api/quotes/{}/pdf", id_of(&made));
    business.client.get(&path).await.expect_error(422, "rule_broken", None);
    assert_eq!(bounded.count_typesetters(), 0);
}

#[tokio::test]
async fn a_typesetter_that_cannot_start_or_crashes_gives_a_503() {
    for program in ["/nowhere/plumbline", "/bin/false"] {
        let app = TestApp::start_with(|config| config.pdf.program = Some(program.into()));
        let business = TestBusiness::open_at(app.await).await;
        let made = business.draft_quote().await;
        let path = format!("/api/quotes/{}/pdf", id_of(&made));
        let answer = business.client.get(&path).await;
        assert!(answer.header("retry-after").is_some(), "{program}");
        answer.expect_error(503, "unavailable", None);
    }
}

#[tokio::test]
async fn an_idle_typesetter_that_ended_is_replaced() {
    let bounded = open_with_typesetter("false", LONGER_THAN_TEST, u64::MAX).await;
    let business = &bounded.business;
    for note in ["One", "Two"] {
        let made = create_draft(business, "quotes", &[("notes", json!(note))]).await;
        assert!(pdf_text(&download_own_pdf(business, "quotes", &made).await).contains(note));
        for process in bounded.processes() {
            let ended = Command::new("kill").args(["-9", &process]).status();
            ended.expect("kill");
        }
    }
}

#[tokio::test]
async fn a_pdf_with_too_many_pages_is_refused() {
    let business = TestBusiness::open().await;
    let lines = |count: usize| "a\n".repeat(count);
    let change = [
        ("jobDescription", json!(lines(5_000))),
        ("notes", json!(lines(5_000))),
        ("terms", json!(lines(10_000))),
    ];
    let made = create_draft(&business, "quotes", &change).await;
    let path = format!("/api/quotes/{}/pdf", id_of(&made));
    business.client.get(&path).await.expect_error(422, "rule_broken", None);
    // The typesetter goes on with another.
    let other = business.draft_quote().await;
    assert!(pdf_text(&download_own_pdf(&business, "quotes", &other).await).contains("£478.10"));
}

/// The order of PDFs is tested in `fair_queue.rs`. Here: a business's PDFs have a queue of their own, so that another
/// business's is set while that queue doesn't move.
#[tokio::test]
async fn pdfs_of_one_business_do_not_wait_for_those_of_another() {
    let bounded = open_with_typesetter(FIRST_TYPESETTER, LONGER_THAN_TEST, u64::MAX).await;
    let business = &bounded.business;
    let mut documents = Vec::new();
    for n in 0..5 {
        let change = [("notes", json!(format!("No. {n}")))];
        documents.push(create_draft(business, "quotes", &change).await);
    }
    let other = business.app.sign_up("other@example.com").await;
    let made = other.post("/api/business-profiles", &profile_body()).await.expect_status(201);
    let mut body = business.quote_body();
    body["businessProfileId"] = made["id"].clone();
    body["contactId"] = Value::Null;
    let theirs = other.post("/api/quotes", &body).await.expect_status(201);

    let read = |document: &Value| {
        let (client, path) = (business.client.clone(), format!("/api/quotes/{}/pdf", id_of(document)));
        tokio::spawn(async move { client.get_bytes(&path).await })
    };
    let five: Vec<_> = documents.iter().map(read).collect();
    let gate = bounded.open_gate().await;
    let path = format!("/api/quotes/{}/pdf", id_of(&theirs));
    assert!(other.get_bytes(&path).await.starts_with(b"%PDF-"));
    assert!(five.iter().all(|one| !one.is_finished()));
    drop(gate);
    for one in five {
        assert!(one.await.expect("set").starts_with(b"%PDF-"));
    }
}
