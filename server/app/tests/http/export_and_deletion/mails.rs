//! The emails of a deleted account: those that were written to files, and those that wait.

use std::path::Path;

use plumbline::clock::MINUTE;
use serde_json::json;

use super::SAM;
use crate::documents::{CUSTOMER, OWNER, TestBusiness, id_of};
use crate::support::{PASSWORD, ReceivedEmail, TestApp};

/// The written emails, and the lists of their accounts, that contain one of these texts.
fn find_written_emails(folder: &Path, wanted: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for name in ["mail", "mail-of"] {
        let Ok(entries) = std::fs::read_dir(folder.join(name)) else {
            continue;
        };
        for entry in entries {
            let path = entry.expect("an entry").path();
            let bytes = std::fs::read(&path).expect("a file");
            let raw = String::from_utf8_lossy(&bytes).into_owned();
            let received_email = ReceivedEmail::parse(raw);
            let text = format!("{} {} {}", received_email.raw, received_email.text, received_email.html);
            let holds = |word: &&&str| text.contains(**word);
            if let Some(word) = wanted.iter().find(holds) {
                found.push(format!("{word} in {}", received_email.subject));
            }
        }
    }
    found
}

/// Without a mail server, emails are files: to its customers, and to its old and new addresses, with codes and links.
#[tokio::test]
async fn a_deleted_account_leaves_no_email_files() {
    let business = TestBusiness::open().await;
    let (app, client) = (&business.app, &business.client);
    let jo = app.sign_up("jo@example.com").await;
    business.accepted_quote().await;
    let draft = business.draft_quote().await;
    let path = format!("/api/quotes/{}/send", id_of(&draft));
    let by_mail = json!({ "via": "email" });
    client.post(&path, &by_mail).await.expect_status(200);
    let body = json!({ "email": "sam@new.example", "currentPassword": PASSWORD });
    client.post("/api/account/email", &body).await.expect_status(202);
    let forgot = json!({ "email": OWNER });
    client.post("/api/auth/forgot-password", &forgot).await;
    let jos = json!({ "email": "jo@example.com" });
    jo.post("/api/auth/forgot-password", &jos).await;
    app.run_jobs().await;
    let words = [OWNER, CUSTOMER, "sam@new.example", "Taylor Plumbing", "Q-0001"];
    assert!(find_written_emails(&app.folder(), &words).len() > 6);
    let lists = || {
        let lists = std::fs::read_dir(app.folder().join("mail-of"));
        lists.expect("lists").count()
    };
    assert_eq!(lists(), 2);

    let body = json!({ "currentPassword": PASSWORD });
    let answer = client.delete_with("/api/account", &body).await;
    assert_eq!(answer.status.as_u16(), 204, "{}", answer.text);
    app.run_jobs().await;
    // The email about the deletion, and emails that were under way when the account was deleted, are removed an hour
    // later.
    app.clock.advance(60 * MINUTE);
    app.run_jobs().await;
    assert_eq!(find_written_emails(&app.folder(), &words), [""; 0]);
    assert_eq!(lists(), 1, "the other account's");
    assert_eq!(app.delivered_emails("jo@example.com").len(), 2);
    business.app.stop().await;
}

#[tokio::test]
async fn a_waiting_email_is_deleted_with_its_account() {
    let app = TestApp::start().await;
    let client = app.sign_up(SAM).await;
    let jo = app.sign_up("jo@example.com").await;
    for (one, email) in [(&client, SAM), (&jo, "jo@example.com")] {
        let body = json!({ "email": email });
        one.post("/api/auth/forgot-password", &body).await.expect_status(200);
    }
    let body = json!({ "currentPassword": PASSWORD });
    let gone = client.delete_with("/api/account", &body).await;
    assert_eq!(gone.status.as_u16(), 204, "{}", gone.text);
    let subjects = |received_emails: Vec<ReceivedEmail>| -> Vec<String> {
        received_emails.into_iter().map(|it| it.subject).collect()
    };
    let texts = subjects(app.receive_emails(SAM).await);
    assert!(texts.iter().all(|it| !it.contains("password")), "a link to nobody's account: {texts:?}");
    let texts = subjects(app.receive_emails("jo@example.com").await);
    assert!(texts.iter().any(|it| it.contains("password")), "{texts:?}");
    app.stop().await;
}
