//! How much an account may store: for everything that creates something, up to the exact limit.

use plumbline::config::{Config, QuotaConfig};
use serde_json::{Value, json};
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::documents::edit::{document_path, edit_body, set_field_operation};
use crate::documents::{TestBusiness, contact_body, id_of, with_field};
use crate::pictures::{count_files_on_disk, try_upload_picture};
use crate::support::{TestApp, TestResponse};

/// A business with small quotas.
async fn open_with_quota(change: impl FnOnce(&mut QuotaConfig)) -> TestBusiness {
    let change = |config: &mut Config| change(&mut config.quotas);
    TestBusiness::open_at(TestApp::start_with(change).await).await
}

#[track_caller]
fn assert_full(answer: TestResponse, code: &str, says: &str) {
    let body = answer.expect_error(422, code, None);
    let message = body["message"].as_str().unwrap_or_default();
    assert!(message.contains(says) && message.contains("for more space"), "{message}");
}

/// The stored usage of the only account.
async fn read_usage(business: &TestBusiness) -> (i64, i64, i64) {
    let mut conn = business.app.state().db.read().await.expect("a connection");
    sqlx::query_as("SELECT documents, pictures, bytes FROM account_usage")
        .fetch_one(&mut *conn)
        .await
        .expect("a row")
}

/// Counts the usage again, as the start does for the tables of an older server.
async fn recount_usage(business: &TestBusiness) {
    let all = include_str!("../../../../migrations/0018_quotas.sql");
    let count = all.split(';').find(|part| part.contains("INSERT INTO account_usage"));
    let mut tx = business.app.state().db.begin_write().await.expect("a writer");
    for sql in ["DELETE FROM account_usage", count.expect("a statement")] {
        sqlx::raw_sql(AssertSqlSafe(sql.to_owned())).execute(&mut *tx).await.expect("counted");
    }
    tx.commit().await.expect("committed");
}

#[tokio::test]
async fn every_way_to_create_a_document_respects_the_quota() {
    let business = open_with_quota(|quotas| quotas.documents = 3).await;
    let client = &business.client;
    let quote = business.accepted_quote().await;
    let draft = business.draft_quote().await;
    let last = business.quote_body();
    let made = client.post("/api/quotes", &last).await.expect_status(201);
    let says = "Your account has 3 documents, which is the maximum.";

    assert_full(client.post("/api/quotes", &business.quote_body()).await, "quota_documents", says);
    assert_full(client.post("/api/invoices", &business.invoice_body()).await, "quota_documents", says);
    let duplicate = format!("{}/duplicate", document_path(&draft));
    let again = async || client.post_with_key(&duplicate, "once", &json!({})).await;
    assert_full(again().await, "quota_documents", says);
    let convert = format!("{}/convert", document_path(&quote));
    assert_full(client.post_empty(&convert).await, "quota_documents", says);
    // Nothing was half-written: the quote can still be invoiced.
    assert_eq!(client.get(&document_path(&quote)).await.expect_status(200), quote);
    assert_eq!(business.count_rows("documents").await, 3);
    // The same create after a lost answer is no further document; what is there can be worked on.
    assert_eq!(client.post("/api/quotes", &last).await.expect_status(201), made);
    let body =
        edit_body(&draft["version"], json!([set_field_operation("notes", "Longer notes than there were")]));
    client.patch(&document_path(&draft), &body).await.expect_status(200);

    client.delete(&document_path(&draft)).await.expect_status(204);
    assert_eq!(read_usage(&business).await.0, 2);
    client.post_empty(&convert).await.expect_status(201);
    assert_full(client.post("/api/quotes", &business.quote_body()).await, "quota_documents", says);
    let bulk = json!({ "ids": [id_of(&made)], "action": "delete-drafts" });
    client.post("/api/quotes/bulk", &bulk).await.expect_status(200);
    // Undone: the same document made again; and the gesture that was refused, with its own key.
    client.post("/api/quotes", &last).await.expect_status(201);
    client.delete(&document_path(&made)).await.expect_status(204);
    let duplicate = format!("{}/duplicate", document_path(&quote));
    client.post_with_key(&duplicate, "twice", &json!({})).await.expect_status(201);
    assert_eq!(read_usage(&business).await.0, 3);
}

#[tokio::test]
async fn creates_at_once_do_not_exceed_the_quota() {
    let business = open_with_quota(|quotas| (quotas.documents, quotas.pictures) = (5, 3)).await;
    let creates: Vec<_> = (0..12)
        .map(|_| {
            let (client, body) = (business.client.clone(), business.quote_body());
            tokio::spawn(async move { client.post("/api/quotes", &body).await })
        })
        .collect();
    let mut made = 0;
    for create in creates {
        let answer = create.await.expect("an answer");
        match answer.status.as_u16() {
            201 => made += 1,
            _ => assert_full(answer, "quota_documents", "5 documents"),
        }
    }
    assert_eq!((made, business.count_rows("documents").await), (5, 5));
    let uploads: Vec<_> = (0..8)
        .map(|_| {
            let client = business.client.clone();
            tokio::spawn(async move { try_upload_picture(&client).await })
        })
        .collect();
    let mut saved = 0;
    for upload in uploads {
        let answer = upload.await.expect("an answer");
        match answer.status.as_u16() {
            201 => saved += 1,
            _ => assert_full(answer, "quota_pictures", "3 pictures"),
        }
    }
    assert_eq!((saved, business.count_rows("files").await, count_files_on_disk(&business)), (3, 3, 3));
    let (documents, pictures, bytes) = read_usage(&business).await;
    assert_eq!((documents, pictures), (5, 3));
    recount_usage(&business).await;
    assert_eq!(read_usage(&business).await, (5, 3, bytes));
}

#[tokio::test]
async fn a_full_storage_refuses_longer_texts_and_accepts_shorter_ones() {
    let business = open_with_quota(|quotas| quotas.bytes = 100_000).await;
    let client = &business.client;
    let (draft, other) = (business.draft_quote().await, business.draft_quote().await);
    let long = "Mind the step. ".repeat(600);
    let mut stands = draft.clone();
    for _ in 0..20 {
        // Each edit is logged with the values before it.
        let (notes, terms) = (long.as_str(), &long[15..]);
        let text = if stands["notes"] == notes { terms } else { notes };
        let body = edit_body(&stands["version"], json!([set_field_operation("notes", text)]));
        let answer = client.patch(&document_path(&draft), &body).await;
        if answer.status.as_u16() != 200 {
            assert_full(answer, "quota_storage", "Your account’s storage is full: 0 MB.");
            break;
        }
        stands = answer.expect_status(200);
    }
    let (_, _, bytes) = read_usage(&business).await;
    assert!((60_000..130_000).contains(&bytes), "{bytes}");
    assert_eq!(client.get(&document_path(&draft)).await.expect_status(200), stands);

    // A draft that cannot be sent because the quota is used up uses no number.
    business.execute_sql("UPDATE account_usage SET bytes = 99900", &[]).await;
    let send = format!("{}/send", document_path(&other));
    assert_full(client.post(&send, &json!({ "via": "link" })).await, "quota_storage", "full");
    assert_eq!(client.get(&document_path(&other)).await.expect_status(200)["quoteNumber"], Value::Null);
    assert_full(client.post("/api/contacts", &contact_body()).await, "quota_storage", "full");
    let mut body = with_field(business.quote_body(), "version", other["version"].clone());
    body["id"] = other["id"].clone();
    body["notes"] = json!("");
    client.put(&document_path(&other), &body).await.expect_status(200);
    client.delete(&document_path(&draft)).await.expect_status(204);
    let sent = client.post(&send, &json!({ "via": "link" })).await.expect_status(200);
    assert_eq!(sent["quoteNumber"], "Q-0001");
}

#[tokio::test]
async fn the_counted_usage_is_what_is_stored() {
    let business = open_with_quota(|_| {}).await;
    let client = &business.client;
    let draft = business.draft_quote().await;
    let body = edit_body(&draft["version"], json!([set_field_operation("notes", "Ring the bell")]));
    client.patch(&document_path(&draft), &body).await.expect_status(200);
    let sent = business.sent_invoice().await;
    let at = format!("/api/invoices/{}", id_of(&sent));
    let body = edit_body(&sent["version"], json!([set_field_operation("notes", "Ring twice")]));
    client.patch(&at, &body).await.expect_status(200);
    let copy = client.post_empty(&format!("{at}/duplicate")).await.expect_status(201);
    let gone = business.draft_quote().await;
    client.delete(&document_path(&gone)).await.expect_status(204);
    let body = json!({ "ids": [id_of(&copy)], "action": "archive" });
    client.post("/api/invoices/bulk", &body).await.expect_status(200);
    try_upload_picture(client).await.expect_status(201);
    let made = client.post("/api/contacts", &contact_body()).await.expect_status(201);
    client.delete(&format!("/api/contacts/{}", id_of(&made))).await.expect_status(204);
    let twice = with_field(contact_body(), "id", json!(Uuid::now_v7().to_string()));
    for _ in 0..2 {
        client.post("/api/contacts", &twice).await.expect_status(201);
    }
    let counted = read_usage(&business).await;
    assert_eq!((counted.0, counted.1), (3, 1));
    recount_usage(&business).await;
    assert_eq!(read_usage(&business).await, counted);
}

/// An account above a quota that its operator lowered loses nothing.
#[tokio::test]
async fn an_account_above_its_quota_keeps_what_it_has() {
    let business = open_with_quota(|_| {}).await;
    let (draft, other) = (business.draft_quote().await, business.draft_quote().await);
    let lower = |config: &mut Config| (config.quotas.documents, config.quotas.bytes) = (1, 1);
    let app = business.app.start_twin(lower).await;
    let client = app.new_client();
    app.log_in(&client, crate::documents::OWNER).await;
    let at = document_path(&draft);
    let longer = edit_body(
        &draft["version"],
        json!([set_field_operation("notes", "Longer than what stood here before")]),
    );
    assert_full(client.patch(&at, &longer).await, "quota_storage", "full");
    let shorter = edit_body(&draft["version"], json!([set_field_operation("notes", "")]));
    client.patch(&at, &shorter).await.expect_status(200);
    client.delete(&at).await.expect_status(204);
    assert_full(client.post("/api/quotes", &business.quote_body()).await, "quota_documents", "1 documents");
    client.get(&document_path(&other)).await.expect_status(200);
    let bulk = json!({ "ids": [id_of(&other)], "action": "archive" });
    client.post("/api/quotes/bulk", &bulk).await.expect_status(200);
    app.stop().await;
}
