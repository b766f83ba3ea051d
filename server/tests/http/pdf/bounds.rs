//! What a PDF may take, and that nobody else suffers from one that takes more.

use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;
use uuid::Uuid;

use super::{draft, many, own, text};
use crate::documents::{CUSTOMER, Desk, id, profile};
use crate::support::TestApp;

/// Lines whose descriptions are one long word each.
fn long(lines: usize, characters: usize) -> Value {
    let line = |n: usize| {
        json!({
            "id": format!("line-{n}"), "name": format!("Part {n}"),
            "description": "W".repeat(characters), "quantity": "1", "price": "1",
        })
    };
    (1..=lines).map(line).collect()
}

async fn desk_with(time: Duration, memory: u64) -> Bounded {
    let folder = tempfile::tempdir().expect("a folder");
    // Under a path of its own, so that other tests' typesetters are not counted.
    let program = folder.path().join("plumbline");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_plumbline"), &program).expect("a link");
    let app = TestApp::start_with(|config| {
        config.pdf.program = Some(program);
        config.pdf.time = time;
        config.pdf.memory = memory;
    });
    Bounded {
        desk: Desk::open_at(app.await).await,
        folder,
    }
}

/// A business whose PDFs are bounded.
struct Bounded {
    desk: Desk,
    /// Where the program of its typesetters is.
    folder: TempDir,
}

impl Bounded {
    /// Its typesetters that are running.
    fn typesetters(&self) -> usize {
        let processes = std::fs::read_dir("/proc").expect("the processes");
        let program = self.folder.path().display().to_string();
        let of_ours = processes.flatten().filter(|entry| {
            let read = |file| std::fs::read_to_string(entry.path().join(file)).unwrap_or_default();
            let (stat, command) = (read("stat"), read("cmdline"));
            // After the name: the state.
            let has_ended = stat
                .rsplit(") ")
                .next()
                .is_some_and(|rest| rest.starts_with('Z'));
            !has_ended && command.contains(&program)
        });
        of_ours.count()
    }
}

#[tokio::test]
async fn the_lines_of_a_document_have_an_end() {
    let desk = Desk::open().await;
    let mut body = desk.quote();
    body["items"] = long(190, 5_000);
    let refused = desk.client.post("/api/quotes", &body).await;
    let told = refused.refused(422, "rule_broken", Some("items"));
    let sentence = told["errors"][0]["msg"].as_str().expect("a sentence");
    assert!(sentence.starts_with("The lines can have at most 150000 characters together; these"));
    // As many as there may be.
    body["items"] = long(29, 5_000);
    let made = desk.client.post("/api/quotes", &body).await.expect(201);
    let path = format!("/api/quotes/{}", id(&made));
    let edit = json!({
        "operationId": Uuid::now_v7(), "baseVersion": made["version"], "operations": [
            { "op": "insertLine", "after": "line-1", "line": {
                "id": "more", "name": "More", "description": "W".repeat(5_000),
                "quantity": "1", "price": "1",
            } },
        ],
    });
    let refused = desk.client.patch(&path, &edit).await;
    refused.refused(422, "rule_broken", Some("items"));
}

#[tokio::test]
async fn one_that_takes_too_long_is_ended() {
    let bounded = desk_with(Duration::from_millis(1), u64::MAX).await;
    let desk = &bounded.desk;
    let made = desk.draft_quote().await;
    let path = format!("/api/quotes/{}/pdf", id(&made));
    let refused = desk.client.get(&path).await;
    let told = refused.refused(422, "rule_broken", Some(""));
    assert_eq!(
        told["message"],
        "This document is too long for a PDF. Its page can be printed."
    );
    assert_eq!(bounded.typesetters(), 0);
    // It is not tried again for a while.
    desk.client
        .get(&path)
        .await
        .refused(422, "rule_broken", None);
    // Its mail goes without it: the link leads to the page.
    let send = format!("/api/quotes/{}/send", id(&made));
    let sending = json!({ "via": "email" });
    desk.client.post(&send, &sending).await.expect(200);
    let letters = desk.app.mails(CUSTOMER).await;
    let [letter] = letters.as_slice() else {
        panic!("{} mails", letters.len());
    };
    assert!(!letter.raw.contains("application/pdf") && letter.text.contains("/q/"));
}

#[tokio::test]
async fn one_that_takes_too_much_memory_is_ended() {
    let bounded = desk_with(Duration::from_secs(120), 4096).await;
    let desk = &bounded.desk;
    let made = draft(desk, "quotes", &[("items", long(29, 5_000))]).await;
    let path = format!("/api/quotes/{}/pdf", id(&made));
    desk.client
        .get(&path)
        .await
        .refused(422, "rule_broken", None);
    assert_eq!(bounded.typesetters(), 0);
}

#[tokio::test]
async fn one_with_more_pages_than_anybody_prints_is_refused() {
    let desk = Desk::open().await;
    let lines = |count: usize| "a\n".repeat(count);
    let change = [
        ("jobDescription", json!(lines(5_000))),
        ("notes", json!(lines(5_000))),
        ("terms", json!(lines(10_000))),
    ];
    let made = draft(&desk, "quotes", &change).await;
    let path = format!("/api/quotes/{}/pdf", id(&made));
    desk.client
        .get(&path)
        .await
        .refused(422, "rule_broken", None);
    // The typesetter goes on with another.
    let other = desk.draft_quote().await;
    assert!(text(&own(&desk, "quotes", &other).await).contains("£478.10"));
}

#[tokio::test]
async fn a_customer_of_another_business_does_not_wait_for_five_others() {
    let desk = Desk::open().await;
    let mut papers = Vec::new();
    for n in 0..5 {
        let change = [("items", many(20)), ("notes", json!(format!("No. {n}")))];
        papers.push(draft(&desk, "quotes", &change).await);
    }
    let other = desk.app.sign_up("other@example.com").await;
    let made = other
        .post("/api/business-profiles", &profile())
        .await
        .expect(201);
    let mut body = desk.quote();
    body["businessProfileId"] = made["id"].clone();
    body["contactId"] = Value::Null;
    let small = other.post("/api/quotes", &body).await.expect(201);

    let order = std::sync::Mutex::new(Vec::new());
    let long_ones = papers.iter().map(|paper| async {
        own(&desk, "quotes", paper).await;
        order.lock().expect("no panic").push("long");
    });
    let small_one = async {
        let path = format!("/api/quotes/{}/pdf", id(&small));
        assert!(other.bytes(&path).await.starts_with(b"%PDF-"));
        order.lock().expect("no panic").push("small");
    };
    tokio::join!(futures::future::join_all(long_ones), small_one);
    let order = order.into_inner().expect("no panic");
    let place = order.iter().position(|word| *word == "small");
    assert!(place.is_some_and(|place| place <= 2), "{order:?}");
}
