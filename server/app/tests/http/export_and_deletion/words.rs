//! No word of a deleted account remains in the files of the database.

use plumbline::clock::MINUTE;
use plumbline::db::Dialect;
use serde_json::json;

use super::{SAM, fill_account};
use crate::documents;
use crate::support::{PASSWORD, TestApp};

/// The texts that an account wrote: in a contact, a profile, a document, its emails.
const TYPED_WORDS: [&str; 7] = [
    "=Anita",
    "anita@example.com",
    "Taylor Plumbing",
    "Ring first",
    "Zephyrine Quill",
    "Fettle the sluice",
    "fettle",
];

/// Which of these texts the files of the database still contain, in upper or lower case.
fn find_remaining<'a>(folder: &std::path::Path, words: &[&'a str]) -> Vec<&'a str> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy();
        if name.starts_with("plumbline.db") {
            let bytes = std::fs::read(&path).expect("a file");
            let text = String::from_utf8_lossy(&bytes).to_lowercase();
            found.extend(words.iter().filter(|word| text.contains(&word.to_lowercase())));
        }
    }
    found
}

/// A quote is queued to be emailed, but the account is deleted first.
#[tokio::test]
async fn a_deleted_account_leaves_no_text_in_the_database_file() {
    let app = TestApp::start().await;
    if app.state().db.dialect() == Dialect::Postgres {
        // Its rows are overwritten when PostgreSQL vacuums, and its files are its own.
        return app.stop().await;
    }
    let client = app.sign_up(SAM).await;
    fill_account(&client).await;
    let contact = json!({ "name": "Zephyrine Quill", "email": "quill@example.com" });
    let contact = client.post("/api/contacts", &contact).await.expect_status(201);
    let profiles = client.get("/api/business-profiles").await.expect_status(200);
    let mut quote = documents::document_body();
    quote["businessProfileId"] = profiles[0]["id"].clone();
    quote["contactId"] = contact["id"].clone();
    quote["issueDate"] = "2026-11-16".into();
    quote["expiryDate"] = "2026-12-16".into();
    quote["jobDescription"] = "Fettle the sluice".into();
    let quote = client.post("/api/quotes", &quote).await.expect_status(201);
    let path = format!("/api/quotes/{}/send", quote["id"].as_str().expect("an id"));
    let by_mail = json!({ "via": "email", "to": "quill@example.com" });
    client.post(&path, &by_mail).await.expect_status(200);
    assert!(!find_remaining(&app.folder(), &TYPED_WORDS).is_empty());

    let body = json!({ "currentPassword": PASSWORD });
    let answer = client.delete_with("/api/account", &body).await;
    assert_eq!(answer.status.as_u16(), 204, "{}", answer.text);
    assert_eq!(find_remaining(&app.folder(), &TYPED_WORDS), [""; 0], "while it runs");
    app.run_jobs().await;
    let folder = app.stop_keeping().await;
    assert_eq!(find_remaining(folder.path(), &TYPED_WORDS), [""; 0], "after a stop");
}

/// The email that tells the owner of the deletion contains their name, and may wait for a mail server that is out of
/// reach.
#[tokio::test]
async fn an_hour_after_deletion_no_waiting_email_names_the_account() {
    let app = TestApp::start().await;
    if app.state().db.dialect() == Dialect::Postgres {
        return app.stop().await;
    }
    let client = app.sign_up(SAM).await;
    let cut_off = app.start_twin(|config| config.smtp_url = Some("smtp://127.0.0.1:9".to_owned())).await;
    let body = json!({ "currentPassword": PASSWORD });
    let answer = client.delete_with("/api/account", &body).await;
    assert_eq!(answer.status.as_u16(), 204, "{}", answer.text);
    cut_off.run_jobs().await;
    assert!(!find_remaining(&app.folder(), &[SAM]).is_empty(), "it waits");
    cut_off.clock.advance(60 * MINUTE);
    cut_off.run_jobs().await;
    assert_eq!(find_remaining(&app.folder(), &[SAM]), [""; 0]);
    cut_off.stop().await;
    app.stop().await;
}
