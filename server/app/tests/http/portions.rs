//! Imports and deletions are written in portions, so that other people's saves don't wait for all of it.

use std::time::Duration;

use reqwest::Method;
use reqwest::multipart::{Form, Part};

use plumbline::clock::SECOND;
use plumbline_platform::db::migrate;

use crate::support::{Client, TestApp, TestResponse};

async fn import(client: &Client, path: &str, file: String) -> TestResponse {
    let form = Form::new().part("file", Part::bytes(file.into_bytes()).file_name("a.csv"));
    let request = client.request(Method::POST, path).multipart(form);
    client.send(request).await
}

/// A file with a heading and this many rows.
fn table(heading: &str, rows: usize, row: impl Fn(usize) -> String) -> String {
    let rows = (0..rows).map(|at| format!("{}\n", row(at)));
    format!("{heading}\n{}", rows.collect::<String>())
}

/// A kind of import with 1,200 rows: its path, the list of its records, its file with a prefix in each name, the column
/// with the name, and its sentence in the activities.
struct Kind {
    path: &'static str,
    list: &'static str,
    file: fn(&str) -> String,
    column: &'static str,
    sentence: &'static str,
}

const ROWS: usize = 1_200;

const KINDS: [Kind; 3] = [
    Kind {
        path: "/api/contacts/import",
        list: "/api/contacts",
        file: |of| table("Name,Town", ROWS, |at| format!("{of} {at},Leeds")),
        column: "contacts (name)",
        sentence: "You imported contacts",
    },
    Kind {
        path: "/api/items/import",
        list: "/api/items",
        file: |of| table("Name,Price", ROWS, |at| format!("{of} {at},{at}.10")),
        column: "items (name)",
        sentence: "You imported items",
    },
    Kind {
        path: "/api/expenses/import",
        list: "/api/expenses",
        file: |of| {
            table("Date,Description,Amount", ROWS, |at| format!("13/11/2026,{of} {at},-{}.10", at + 1))
        },
        column: "expenses (supplier)",
        sentence: "You imported expenses from a bank statement",
    },
];

async fn run(app: &TestApp, sql: String) {
    let mut tx = app.state().db.begin_write().await.expect("a transaction");
    let done = sqlx::raw_sql(sqlx::AssertSqlSafe(sql)).execute(&mut *tx);
    done.await.expect("it runs");
    tx.commit().await.expect("committed");
}

async fn count_listed(client: &Client, list: &str) -> usize {
    let all = client.get(list).await.expect_status(200);
    match all["total"].as_u64() {
        Some(total) => usize::try_from(total).expect("a count"),
        None => all.as_array().expect("a list").len(),
    }
}

async fn newest_activity(client: &Client) -> serde_json::Value {
    client.get("/api/activities?limit=1").await.expect_status(200)[0]["sentence"].clone()
}

/// The row that fails is in the second of three portions.
#[tokio::test]
async fn an_interrupted_import_reports_its_progress_and_can_be_continued() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    let other = app.sign_up("other@example.com").await;
    for kind in KINDS {
        let one = (kind.file)("Jo").lines().nth(701).expect("a row").to_owned();
        let heading = (kind.file)("Jo").lines().next().expect("headings").to_owned();
        let theirs = import(&other, kind.path, format!("{heading}\n{one}\n")).await;
        theirs.expect_status(200);
        let (column, name) = (kind.column, kind.column.split(['(', ')']).nth(1));
        let name = name.expect("a column");
        let stop = format!("CREATE UNIQUE INDEX stop ON {column} WHERE {name} = 'Jo 700'");
        run(&app, stop).await;
        let response = import(&client, kind.path, (kind.file)("Jo")).await;
        assert!(response.status.is_server_error(), "{}", response.text);
        let what = kind.list.rsplit('/').next().expect("a word");
        let expected = format!(
            "We saved 500 of 1,200 {what}, and then had to stop. Import the same file again to save the rest."
        );
        assert_eq!(response.json()["message"], expected);
        assert_eq!(response.json()["code"], "partly_imported");
        assert_eq!(count_listed(&client, kind.list).await, 500, "{what}");
        let so_far = format!("{}: 500 of 1,200 so far", kind.sentence);
        assert_eq!(newest_activity(&client).await, so_far);

        run(&app, "DROP INDEX stop".to_owned()).await;
        app.clock.advance(SECOND);
        let done = import(&client, kind.path, (kind.file)("Jo")).await.expect_status(200);
        assert_eq!(done["new"], 700, "{what}");
        assert_eq!(count_listed(&client, kind.list).await, ROWS, "{what}");
        let body = newest_activity(&client).await;
        let expected = format!("{}: 700 new", kind.sentence);
        assert!(body.as_str().expect("words").starts_with(&expected), "{body}");
    }
    app.stop().await;
}

/// The sender may disconnect before the file has been read, and then nothing is saved; a file that was read is saved in
/// full.
#[tokio::test]
async fn an_import_goes_on_when_its_sender_is_gone() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    let id = client.get("/api/auth/me").await.expect_status(200)["id"].clone();
    let id = id.as_str().expect("an id").parse().expect("an id");
    let mut saved = 0;
    for tries in 0..7 {
        let of = format!("Jo{tries}");
        let mut held_transaction = app.begin_write().await;
        // No import of this account is saved for now.
        let hold = migrate::lock_imports(&mut held_transaction.tx, &id).await;
        hold.expect("the account is held");
        let file = table("Name", ROWS, |at| format!("{of} {at}"));
        let sent = import(&client, "/api/contacts/import", file);
        let leaves_after = Duration::from_millis(100 << tries);
        let left = tokio::time::timeout(leaves_after, sent).await;
        left.expect_err("it waits");
        drop(held_transaction);
        // The account's next file waits until the one before it is saved.
        let next = import(&client, "/api/contacts/import", format!("Name\n{of} last\n"));
        next.await.expect_status(200);
        saved = count_listed(&client, "/api/contacts").await - tries - 1;
        assert!([0, ROWS].contains(&saved), "half of it is saved: {saved}");
        if saved > 0 {
            break;
        }
    }
    assert_eq!(saved, ROWS, "an import goes on after its sender has left");
    app.stop().await;
}
