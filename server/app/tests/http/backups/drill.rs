//! The drill: a year of a business, backed up at night, lost, restored, and taken back.

use std::fs;

use plumbline::audit::Act;
use plumbline::clock::{Clock as _, SystemClock};
use plumbline::config::Destination;
use plumbline::demo;
use serde_json::{Value, json};
use sqlx::AssertSqlSafe;

use super::{audited, names, noted, only, program, refused, said};
use crate::support::{Client, TestApp};

/// What the business sees.
const SCREENS: [&str; 7] = [
    "/api/quotes?limit=100",
    "/api/invoices?limit=100",
    "/api/contacts",
    "/api/expenses?limit=100",
    "/api/business-profiles",
    "/api/dashboard",
    "/api/activities?limit=50",
];

async fn signed_in(app: &TestApp) -> Client {
    let client = app.client();
    let body = json!({ "username": demo::EMAIL, "password": demo::PASSWORD });
    client.post("/api/auth/login", &body).await.expect(200);
    client
}

/// What a business sees on its lists and of each of its invoices.
pub(super) async fn screens(client: &Client) -> Vec<Value> {
    let mut seen = Vec::new();
    for path in SCREENS {
        seen.push(client.get(path).await.expect(200));
    }
    let invoices = seen[1]["data"].as_array().expect("invoices").clone();
    for invoice in invoices {
        let id = invoice["id"].as_str().expect("an id");
        let path = format!("/api/invoices/{id}");
        seen.push(client.get(&path).await.expect(200));
    }
    seen
}

/// Each screen shows what it showed.
#[track_caller]
pub(super) fn assert_same(now: &[Value], then: &[Value]) {
    assert_eq!(now.len(), then.len());
    for (place, (now, then)) in now.iter().zip(then).enumerate() {
        let lines = |value: &Value| serde_json::to_string_pretty(value).expect("JSON");
        let (now, then) = (lines(now), lines(then));
        let differs = now
            .lines()
            .zip(then.lines())
            .find(|(now, then)| now != then);
        assert_eq!((differs, now.len()), (None, then.len()), "screen {place}");
    }
}

// The program is waited for on this thread; what is left of a stopped server ends on another.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_lost_is_restored_to_the_penny_and_that_can_be_taken_back() {
    let spare = tempfile::tempdir().expect("a folder");
    let to = spare.path().to_owned();
    let mut app = TestApp::start_after(
        |config| {
            config.backup.to = Some(Destination::Folder(to));
            // Wherever it listens when it starts again, links say the same.
            config.public_url = Some("http://quotes.example".parse().expect("an address"));
        },
        async |config| {
            said(&program(config).arg("demo").output().expect("it runs"));
        },
    )
    .await;
    // By its clock a night was missed: the backup is made now.
    app.clock.set(SystemClock.now_ms());
    app.restart().await;
    app.run_jobs().await;
    let [row] = &noted(&app).await[..] else {
        panic!("one backup: {:?}", noted(&app).await);
    };
    assert_eq!(row.fault, "");
    assert!(row.proved_at.is_some() && row.documents > 15, "{row:?}");
    let nightly = only(spare.path());
    let note = fs::read_to_string(nightly.with_extension("zip.proved")).expect("a note");
    let note: Value = serde_json::from_str(&note).expect("JSON");
    assert_eq!(note["documents"], row.documents);
    assert_eq!(note["sha256"], row.sha256.as_str());
    assert_eq!(names(spare.path()).len(), 2);
    assert!(
        names(&app.folder())
            .iter()
            .all(|name| !name.starts_with("proving"))
    );

    // One by hand, while the server runs: what follows is held against it.
    let before = screens(&signed_in(&app).await).await;
    assert!(before.len() > 15, "{} screens", before.len());
    let by_hand = tempfile::tempdir().expect("a folder");
    let mut backup = program(app.config());
    let made = backup
        .arg("backup")
        .arg("--to")
        .arg(by_hand.path())
        .output();
    let made = said(&made.expect("it runs"));
    assert!(made.contains("documents recalculated"), "{made}");
    let backup = only(by_hand.path());
    let by_hand = (Act::BackUp, backup.display().to_string());
    assert_eq!(audited(&app).await, std::slice::from_ref(&by_hand));

    // Nobody restores under a running server.
    let restore = |what: &str| {
        program(app.config())
            .args(["restore", what])
            .output()
            .expect("it runs")
    };
    let file = backup.display().to_string();
    assert!(refused(&restore(&file)).contains("stop the server"));

    // The damage is done.
    let mut tx = app.state().db.begin_write().await.expect("a transaction");
    for sql in [
        "DELETE FROM payments WHERE carried_from IS NOT NULL",
        "DELETE FROM activities",
        "UPDATE contacts SET name = 'Nobody'",
    ] {
        sqlx::query(AssertSqlSafe(sql))
            .execute(&mut *tx)
            .await
            .expect("done");
    }
    tx.commit().await.expect("committed");
    let files = app.folder().join("files");
    for name in names(&files) {
        fs::remove_file(files.join(name)).expect("removed");
    }
    let damaged = screens(&signed_in(&app).await).await;
    assert_ne!(damaged, before);

    app.halt().await;
    let restored = said(
        &program(app.config())
            .args(["restore", &file])
            .output()
            .expect("it runs"),
    );
    assert!(restored.contains("documents recalculated"), "{restored}");
    app.restart().await;
    let client = signed_in(&app).await;
    assert_same(&screens(&client).await, &before);
    // Said in what was brought back, which knew nothing of it.
    let [(Act::RestoreBackup, about)] = &audited(&app).await[..] else {
        panic!("{:?}", audited(&app).await);
    };
    let name = backup.file_name().expect("a name").to_string_lossy();
    let ending = format!(": {name}");
    assert!(
        about.starts_with("Of ") && about.ends_with(&ending),
        "{about}"
    );
    // A quote's photos are read by an address of their own.
    for picture in names(&files) {
        let as_photo = client.get(&format!("/api/quotes/photos/{picture}")).await;
        if as_photo.status != 200 {
            client.bytes(&format!("/api/files/{picture}")).await;
        }
    }

    app.halt().await;
    let back = program(app.config()).args(["restore", "--back"]).output();
    assert!(said(&back.expect("it runs")).contains("was undone"));
    app.restart().await;
    assert_same(&screens(&signed_in(&app).await).await, &damaged);
    let [(Act::TakeRestoreBack, about), made] = &audited(&app).await[..] else {
        panic!("{:?}", audited(&app).await);
    };
    assert!(
        about.starts_with("The data it had restored is in "),
        "{about}"
    );
    assert_eq!(*made, by_hand);
    app.stop().await;
}
