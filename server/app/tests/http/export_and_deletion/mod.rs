//! Exporting everything, and deleting an account without a trace.

mod exporting;
mod large;
mod mails;
mod ways_in;
mod words;

use plumbline::clock::MINUTE;
use plumbline::db::Dialect;
use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};
use sqlx::AssertSqlSafe;

use crate::documents;
use crate::profiles::PIXEL;
use crate::support::{Client, PASSWORD, TestApp};

const SAM: &str = "sam@example.com";

/// Fills an account with a little of everything, including an accepted quote; returns the address of a picture.
async fn fill_account(client: &Client) -> String {
    let contact = json!({ "name": "=Anita", "company": "", "address_line1": "1 High Street",
        "address_line2": "", "city": "Leeds", "county": "", "post_code": "LS1 1AA",
        "country": "uk", "phone": "", "email": "anita@example.com" });
    client.post("/api/contacts", &contact).await.expect_status(201);
    let question = json!({ "subject": "A tap", "message": "It drips.\nStill." });
    client.post("/api/support", &question).await.expect_status(201);
    let item = json!({ "name": "Tap", "description": "", "price": "12.50", "includeLabour": false,
        "labourHours": "", "labourRate": "", "labourUnitType": "hours" });
    client.post("/api/items", &item).await.expect_status(201);
    let form = Form::new().part("file", Part::bytes(PIXEL).file_name("receipt.png"));
    let request = client.request(Method::POST, "/api/expenses/receipts");
    let receipt = client.send(request.multipart(form)).await.expect_status(201);
    let expense = json!({ "date": "2026-11-12", "supplier": "=Anita’s Supplies",
        "category": "costOfGoods", "amount": "43.20", "vatRate": "20", "repeat": "monthly",
        "receipts": [receipt["id"]] });
    client.post("/api/expenses", &expense).await.expect_status(201);
    let statement = "Date,Description,Amount\n12/11/2026,SHELL,-1.00\n";
    let form = Form::new().part("file", Part::bytes(statement.as_bytes().to_vec()).file_name("a.csv"));
    let request = client.request(Method::POST, "/api/expenses/import");
    client.send(request.multipart(form)).await.expect_status(200);
    let profile = client.post("/api/business-profiles", &documents::profile_body()).await.expect_status(201);
    let customer = client.post("/api/contacts", &documents::contact_body()).await.expect_status(201);
    let recurring = json!({ "name": "=Anita’s cover", "firstDay": "2026-11-16", "repeat": "weekly",
        "daysDue": 14, "makes": "draft", "contactId": customer["id"],
        "items": [{ "name": "Cover", "quantity": "1", "price": "40" }] });
    client.post("/api/recurring", &recurring).await.expect_status(201);
    let mut quote = documents::document_body();
    quote["businessProfileId"] = profile["id"].clone();
    quote["contactId"] = customer["id"].clone();
    quote["issueDate"] = "2026-11-16".into();
    quote["expiryDate"] = "2026-12-16".into();
    let quote = client.post("/api/quotes", &quote).await.expect_status(201);
    let path = format!("/api/quotes/{}", quote["id"].as_str().expect("an id"));
    let edit = json!({ "baseVersion": 1, "operationId": "01930000-0000-7000-8000-000000000001",
        "operations": [{ "op": "set", "field": "notes", "value": "Ring first" }] });
    client.patch(&path, &edit).await.expect_status(200);
    let path = format!("{path}/send");
    let sent = client.post(&path, &json!({ "via": "link" })).await.expect_status(200);
    let token = sent["publicToken"].as_str().expect("a token");
    let path = format!("/api/quotes/public/{token}/accept");
    client
        .post_with_key(&path, "once", &json!({ "name": "Jo", "termsAccepted": true }))
        .await
        .expect_status(200);
    let form = Form::new().part("file", Part::bytes(PIXEL).file_name("logo.png"));
    let request = client.request(Method::POST, "/api/files").multipart(form);
    let file = client.send(request).await.expect_status(201);
    file["url"].as_str().expect("an address").to_owned()
}

pub async fn export_account(app: &TestApp, client: &Client) -> Value {
    let body = json!({ "currentPassword": PASSWORD });
    let response = client.post("/api/account/export", &body).await.expect_status(202);
    assert_eq!((&response["status"], &response["progress"]), (&json!("queued"), &json!(0)));
    // Requested again while it is under way, it is the same export.
    let again = client.post("/api/account/export", &body).await.expect_status(202);
    assert_eq!(again["id"], response["id"]);
    app.run_jobs().await;
    client.get("/api/account/export").await.expect_status(200)
}

/// All text columns, with their tables.
pub async fn list_text_columns(app: &TestApp) -> Vec<(String, String)> {
    let mut conn = app.state().db.read().await.expect("a connection");
    let sql = match app.state().db.dialect() {
        Dialect::Sqlite => {
            "SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c \
             WHERE m.type = 'table' AND c.type = 'TEXT'"
        }
        Dialect::Postgres => {
            "SELECT CAST(c.table_name AS TEXT), CAST(c.column_name AS TEXT) \
             FROM information_schema.columns c \
             JOIN information_schema.tables t ON t.table_schema = c.table_schema AND t.table_name = c.table_name \
             WHERE c.table_schema = 'public' AND c.data_type = 'text' AND t.table_type = 'BASE TABLE'"
        }
    };
    let columns: Vec<(String, String)> =
        sqlx::query_as(sql).fetch_all(&mut *conn).await.expect("the columns");
    assert!(columns.len() > 40, "{columns:?}");
    columns
}

/// Every text column with a value that contains `wanted`, as `table.column`.
pub async fn find_traces(app: &TestApp, wanted: &str) -> Vec<String> {
    let columns = list_text_columns(app).await;
    let mut conn = app.state().db.read().await.expect("a connection");
    let mut found = Vec::new();
    for (table, column) in columns {
        let sql = format!("SELECT COUNT(*) FROM {table} WHERE {column} LIKE $1");
        let count: i64 = sqlx::query_scalar(AssertSqlSafe(sql))
            .bind(format!("%{wanted}%"))
            .fetch_one(&mut *conn)
            .await
            .expect("a count");
        if count > 0 {
            found.push(format!("{table}.{column}"));
        }
    }
    found
}

#[tokio::test]
async fn a_deleted_account_leaves_nothing_in_tables_and_files() {
    let app = TestApp::start().await;
    let client = app.sign_up(SAM).await;
    let other = app.new_client();
    app.log_in(&other, SAM).await;
    let jo = app.sign_up("jo@example.com").await;
    fill_account(&jo).await;
    let picture = fill_account(&client).await;
    export_account(&app, &client).await;
    client.post("/api/auth/pin/setup", &json!({ "pin": "8305" })).await.expect_status(200);
    let body = json!({ "email": "sam@new.example", "currentPassword": PASSWORD });
    client.post("/api/account/email", &body).await.expect_status(202);
    client.post("/api/auth/forgot-password", &json!({ "email": SAM })).await.expect_status(200);
    app.run_jobs().await;
    let user = client.get("/api/auth/me").await.expect_status(200);
    let id = user["id"].as_str().expect("an id").to_owned();
    assert!(find_traces(&app, &id).await.len() > 5);
    let files = || std::fs::read_dir(app.folder().join("files")).expect("files").count();
    assert_eq!(files(), 5, "four pictures and an export");

    client.delete("/api/account").await.expect_error(403, "password_required", None);
    let body = json!({ "currentPassword": "Wrong-1234" });
    let wrong = client.delete_with("/api/account", &body).await;
    wrong.expect_error(400, "wrong_password", Some("currentPassword"));
    let body = json!({ "currentPassword": PASSWORD });
    let answer = client.delete_with("/api/account", &body).await;
    assert_eq!(answer.status.as_u16(), 204, "{}", answer.text);
    assert_eq!(answer.headers.get_all("set-cookie").iter().count(), 2);

    let received_emails = app.receive_emails(SAM).await;
    assert!(received_emails.last().expect("a mail").subject.contains("account was deleted"));
    for trace in [id.as_str(), SAM, "sam@new.example"] {
        assert_eq!(find_traces(&app, trace).await, [""; 0], "{trace}");
    }
    assert_eq!(files(), 2, "the other account's pictures");
    client.get(&picture).await.expect_error(404, "not_found", None);
    other.get("/api/auth/me").await.expect_error(401, "session_expired", None);
    let body = json!({ "username": SAM, "password": PASSWORD });
    let answer = client.post("/api/auth/login", &body).await;
    answer.expect_error(401, "wrong_credentials", None);

    // The address is free again, and the other account is whole.
    app.clock.advance(MINUTE);
    app.sign_up(SAM).await;
    let contacts = jo.get("/api/contacts").await.expect_status(200);
    assert_eq!(contacts.as_array().map(Vec::len), Some(2));
    app.stop().await;
}
