//! A backup that an earlier version made, with the tables of that version, is restored into today's tables.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;

use serde_json::{Value, json};
use sqlx::{AnyConnection, Connection as _};
use zip::ZipArchive;

use super::bad::rewrite_backup_as;
use super::drill::{assert_same, load_screens};
use super::{expect_success, fill_business, only_backup, plumbline_command, restore_backup};
use crate::documents::{OWNER, id_of};
use crate::support::TestApp;

/// The newest migration of that version: the next one renames `document_mails` to `posted_mails`, and later ones add
/// tables and columns.
const OLD_MIGRATION: i64 = 84;

/// The columns of each table, by its name.
type OldTables = BTreeMap<String, Vec<String>>;

/// The tables that the migrations of that version create.
async fn load_old_tables(folder: &Path) -> OldTables {
    sqlx::any::install_default_drivers();
    let url = format!("sqlite://{}?mode=rwc", folder.join("then.db").display());
    let mut conn = AnyConnection::connect(&url).await.expect("a database");
    plumbline::db::migrate::migrator().run_to(OLD_MIGRATION, &mut conn).await.expect("the tables of then");
    let rows: Vec<(String, String)> = sqlx::query_as(
        "SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c \
         WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' AND m.name <> '_sqlx_migrations'",
    )
    .fetch_all(&mut conn)
    .await
    .expect("the columns");
    conn.close().await.expect("closed");
    let mut tables = OldTables::new();
    for (table, column) in rows {
        tables.entry(table).or_default().push(column);
    }
    tables
}

fn read_manifest(backup: &Path) -> Value {
    let mut archive = ZipArchive::new(File::open(backup).expect("a file")).expect("a zip");
    let part = archive.by_name("manifest.json").expect("a manifest");
    serde_json::from_reader(part).expect("JSON")
}

/// The former name of one of today's tables.
fn old_table_name(table: &str) -> &str {
    match table {
        "posted_mails" => "document_mails",
        _ => table,
    }
}

fn column_names(table: &Value) -> Vec<&str> {
    let columns = table["columns"].as_array().expect("columns").iter();
    columns.map(|it| it.as_str().expect("a name")).collect()
}

/// The manifest that the earlier version would have written.
fn to_old_manifest(mut manifest: Value, then: &OldTables) -> Value {
    let migrations = manifest["migrations"].as_array_mut().expect("migrations");
    migrations.retain(|one| one["version"].as_i64().is_some_and(|it| it <= OLD_MIGRATION));
    let tables = manifest["tables"].as_array_mut().expect("tables");
    for table in &mut *tables {
        let name = old_table_name(table["name"].as_str().expect("a name")).to_owned();
        let had = then.get(&name).cloned().unwrap_or_default();
        let saved = column_names(table).into_iter();
        let stored: Value = saved.filter(|it| had.iter().any(|had| had == it)).collect();
        table["columns"] = stored;
        table["name"] = name.into();
    }
    tables.retain(|table| then.contains_key(table["name"].as_str().expect("a name")));
    manifest
}

/// The rows of one of today's tables, with the columns that it had.
fn to_old_rows(table: &Value, text: &str, then: &OldTables) -> String {
    let name = table["name"].as_str().expect("a name");
    let Some(had) = then.get(old_table_name(name)) else {
        return text.to_owned();
    };
    let columns = column_names(table);
    let rows = text.lines().map(|line| {
        let row: Vec<Value> = serde_json::from_str(line).expect("a row");
        let saved = row.into_iter().zip(&columns);
        let saved = saved.filter(|(_, column)| had.iter().any(|had| had == *column));
        let saved: Value = saved.map(|(value, _)| value).collect();
        format!("{saved}\n")
    });
    rows.collect()
}

// The test waits for the program on this thread, while the server runs on another.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_from_before_the_newest_tables_is_restored() {
    let spare = tempfile::tempdir().expect("a folder");
    let app = TestApp::start_with(|config| {
        // Wherever it listens when it starts again, links say the same.
        config.public_url = Some("http://quotes.example".parse().expect("an address"));
    });
    let business = fill_business(app.await).await;
    // A mail of a document, which was in another table then.
    let draft = business.draft_quote().await;
    let path = format!("/api/quotes/{}/send", id_of(&draft));
    let by_email = json!({ "via": "email" });
    business.client.post(&path, &by_email).await.expect_status(200);
    let mut app = business.app;
    app.run_jobs().await;
    let client = app.new_client();
    app.log_in(&client, OWNER).await;
    let before = load_screens(&client).await;
    let mails = list_email_rows(&app).await;
    assert!(!mails.is_empty(), "its mail is noted");

    let then = load_old_tables(spare.path()).await;
    assert!(then.contains_key("document_mails") && !then.contains_key("vat_bad_debts"));
    let by_hand = tempfile::tempdir().expect("a folder");
    let mut backup = plumbline_command(app.config());
    let backup = backup.args(["backup", "--to"]).arg(by_hand.path()).output();
    expect_success(&backup.expect("it runs"));
    let today = only_backup(by_hand.path());
    let manifest = read_manifest(&today);
    let old = spare.path().join("older");
    let called = |name: &str| match name {
        "tables/posted_mails.ndjson" => "tables/document_mails.ndjson".to_owned(),
        _ => name.to_owned(),
    };
    rewrite_backup_as(&today, &old, called, |name, text| {
        if name == "manifest.json" {
            let manifest = serde_json::from_str(&text).expect("JSON");
            return to_old_manifest(manifest, &then).to_string();
        }
        let mut tables = manifest["tables"].as_array().expect("tables").iter();
        let table =
            tables.find(|it| it["name"].as_str().is_some_and(|it| name == format!("tables/{it}.ndjson")));
        to_old_rows(table.expect("a table"), &text, &then)
    });
    let fewer = read_manifest(&old);
    assert_ne!(fewer["tables"], manifest["tables"]);

    app.stop_for_now().await;
    restore_backup(&app, &old).await.expect("restored");
    app.restart().await;
    let client = app.new_client();
    app.log_in(&client, OWNER).await;
    assert_same(&load_screens(&client).await, &before);
    assert_eq!(self::list_email_rows(&app).await, mails);
    // What came later is there, and works.
    let invoice = before[1]["data"][0]["id"].as_str().expect("an invoice");
    let path = format!("/api/invoices/{invoice}/duplicate");
    client.post_empty(&path).await.expect_status(201);
    app.stop().await;
}

/// The stored emails of documents: the recipient, and what happened to the email.
async fn list_email_rows(app: &TestApp) -> Vec<(String, String, String)> {
    let mut conn = app.state().db.read().await.expect("a connection");
    sqlx::query_as("SELECT about, receiver, state FROM posted_mails ORDER BY id")
        .fetch_all(&mut *conn)
        .await
        .expect("mails")
}
