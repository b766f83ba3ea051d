//! The drill: a year of a business, backed up at night, lost, restored, and the restore undone.

use std::fs;

use plumbline::audit::AuditAction;
use plumbline::clock::{Clock as _, SystemClock};
use plumbline::config::Destination;
use plumbline::demo;
use serde_json::{Value, json};
use sqlx::AssertSqlSafe;

use super::{
    expect_failure, expect_success, list_audit_entries, list_backup_rows, list_names, only_backup,
    plumbline_command,
};
use crate::support::{Client, TestApp};

/// The paths of the screens that the business sees.
const SCREENS: [&str; 7] = [
    "/api/quotes?limit=100",
    "/api/invoices?limit=100",
    "/api/contacts",
    "/api/expenses?limit=100",
    "/api/business-profiles",
    "/api/dashboard",
    "/api/activities?limit=50",
];

async fn sign_in(app: &TestApp) -> Client {
    let client = app.new_client();
    let body = json!({ "username": demo::EMAIL, "password": demo::PASSWORD });
    client.post("/api/auth/login", &body).await.expect_status(200);
    client
}

/// The responses for a business's lists and each of its invoices.
pub(super) async fn load_screens(client: &Client) -> Vec<Value> {
    let mut seen = Vec::new();
    for path in SCREENS {
        seen.push(client.get(path).await.expect_status(200));
    }
    let invoices = seen[1]["data"].as_array().expect("invoices").clone();
    for invoice in invoices {
        let id = invoice["id"].as_str().expect("an id");
        let path = format!("/api/invoices/{id}");
        seen.push(client.get(&path).await.expect_status(200));
    }
    seen
}

/// Checks that each screen shows the same as before.
#[track_caller]
pub(super) fn assert_same(now: &[Value], then: &[Value]) {
    assert_eq!(now.len(), then.len());
    for (place, (now, then)) in now.iter().zip(then).enumerate() {
        let lines = |value: &Value| serde_json::to_string_pretty(value).expect("JSON");
        let (now, then) = (lines(now), lines(then));
        let differs = now.lines().zip(then.lines()).find(|(now, then)| now != then);
        assert_eq!((differs, now.len()), (None, then.len()), "screen {place}");
    }
}

// The test waits for the program on this thread; the rest of a stopped server ends on another.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn restores_lost_data_to_the_penny_and_undoes_the_restore() {
    let spare = tempfile::tempdir().expect("a folder");
    let to = spare.path().to_owned();
    let mut app = TestApp::start_after(
        |config| {
            config.backup.to = Some(Destination::Folder(to));
            // Wherever it listens when it starts again, links say the same.
            config.public_url = Some("http://quotes.example".parse().expect("an address"));
        },
        async |config| {
            expect_success(&plumbline_command(config).arg("demo").output().expect("it runs"));
        },
    )
    .await;
    // By its clock a night was missed: the backup is made now.
    app.clock.set(SystemClock.now_ms());
    app.restart().await;
    app.run_jobs().await;
    let [row] = &list_backup_rows(&app).await[..] else {
        panic!("one backup: {:?}", list_backup_rows(&app).await);
    };
    assert_eq!(row.fault, "");
    assert!(row.proved_at.is_some() && row.documents > 15, "{row:?}");
    let nightly = only_backup(spare.path());
    let note = fs::read_to_string(nightly.with_extension("zip.proved")).expect("a note");
    let note: Value = serde_json::from_str(&note).expect("JSON");
    assert_eq!(note["documents"], row.documents);
    assert_eq!(note["sha256"], row.sha256.as_str());
    assert_eq!(list_names(spare.path()).len(), 2);
    assert!(list_names(&app.folder()).iter().all(|name| !name.starts_with("proving")));

    // One by hand, while the server runs: what follows is held against it.
    let before = load_screens(&sign_in(&app).await).await;
    assert!(before.len() > 15, "{} screens", before.len());
    let by_hand = tempfile::tempdir().expect("a folder");
    let mut backup = plumbline_command(app.config());
    let made = backup.arg("backup").arg("--to").arg(by_hand.path()).output();
    let made = expect_success(&made.expect("it runs"));
    assert!(made.contains("documents recalculated"), "{made}");
    let backup = only_backup(by_hand.path());
    let by_hand = (AuditAction::BackUp, backup.display().to_string());
    assert_eq!(list_audit_entries(&app).await, std::slice::from_ref(&by_hand));

    // Nobody restores under a running server.
    let restore =
        |what: &str| plumbline_command(app.config()).args(["restore", what]).output().expect("it runs");
    let file = backup.display().to_string();
    assert!(expect_failure(&restore(&file)).contains("stop the server"));

    // The damage is done.
    let mut tx = app.state().db.begin_write().await.expect("a transaction");
    for sql in [
        "DELETE FROM payments WHERE carried_from IS NOT NULL",
        "DELETE FROM activities",
        "UPDATE contacts SET name = 'Nobody'",
    ] {
        sqlx::query(AssertSqlSafe(sql)).execute(&mut *tx).await.expect("done");
    }
    tx.commit().await.expect("committed");
    let files = app.folder().join("files");
    for name in list_names(&files) {
        fs::remove_file(files.join(name)).expect("removed");
    }
    let damaged = load_screens(&sign_in(&app).await).await;
    assert_ne!(damaged, before);

    app.stop_for_now().await;
    let restored =
        expect_success(&plumbline_command(app.config()).args(["restore", &file]).output().expect("it runs"));
    assert!(restored.contains("documents recalculated"), "{restored}");
    app.restart().await;
    let client = sign_in(&app).await;
    assert_same(&load_screens(&client).await, &before);
    // Said in what was brought back, which knew nothing of it.
    let [(AuditAction::RestoreBackup, about)] = &list_audit_entries(&app).await[..] else {
        panic!("{:?}", list_audit_entries(&app).await);
    };
    let name = backup.file_name().expect("a name").to_string_lossy();
    let ending = format!(": {name}");
    assert!(about.starts_with("Of ") && about.ends_with(&ending), "{about}");
    // A quote's photos are read by an address of their own.
    for picture in list_names(&files) {
        let as_photo = client.get(&format!("/api/quotes/photos/{picture}")).await;
        if as_photo.status != 200 {
            client.get_bytes(&format!("/api/files/{picture}")).await;
        }
    }

    app.stop_for_now().await;
    let back = plumbline_command(app.config()).args(["restore", "--back"]).output();
    assert!(expect_success(&back.expect("it runs")).contains("was undone"));
    app.restart().await;
    assert_same(&load_screens(&sign_in(&app).await).await, &damaged);
    let [(AuditAction::TakeRestoreBack, about), made] = &list_audit_entries(&app).await[..] else {
        panic!("{:?}", list_audit_entries(&app).await);
    };
    assert!(about.starts_with("The data it had restored is in "), "{about}");
    assert_eq!(*made, by_hand);
    app.stop().await;
}
