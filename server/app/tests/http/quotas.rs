//! How much an account may keep: by every door that makes something, and to the very last place.

use plumbline::config::{Config, QuotaConfig};
use serde_json::{Value, json};
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::documents::edit::{edit, path, set};
use crate::documents::{Desk, contact, id, with};
use crate::pictures::{on_disk, try_upload};
use crate::support::{Answer, TestApp};

/// A business with little room.
async fn desk(change: impl FnOnce(&mut QuotaConfig)) -> Desk {
    let change = |config: &mut Config| change(&mut config.quotas);
    Desk::open_at(TestApp::start_with(change).await).await
}

#[track_caller]
fn full(answer: Answer, code: &str, says: &str) {
    let body = answer.refused(422, code, None);
    let message = body["message"].as_str().unwrap_or_default();
    assert!(
        message.contains(says) && message.contains("for more space"),
        "{message}"
    );
}

/// What the table says that the only account keeps.
async fn usage(desk: &Desk) -> (i64, i64, i64) {
    let mut conn = desk.app.state().db.read().await.expect("a connection");
    sqlx::query_as("SELECT documents, pictures, bytes FROM account_usage")
        .fetch_one(&mut *conn)
        .await
        .expect("a row")
}

/// Counts everything anew, as the tables of an older server are counted.
async fn recount(desk: &Desk) {
    let all = include_str!("../../../../migrations/0018_quotas.sql");
    let count = all
        .split(';')
        .find(|part| part.contains("INSERT INTO account_usage"));
    let mut tx = desk.app.state().db.begin_write().await.expect("a writer");
    for sql in ["DELETE FROM account_usage", count.expect("a statement")] {
        sqlx::raw_sql(AssertSqlSafe(sql.to_owned()))
            .execute(&mut *tx)
            .await
            .expect("counted");
    }
    tx.commit().await.expect("committed");
}

#[tokio::test]
async fn every_door_that_makes_a_document_keeps_to_the_quota() {
    let desk = desk(|quotas| quotas.documents = 3).await;
    let client = &desk.client;
    let quote = desk.accepted_quote().await;
    let draft = desk.draft_quote().await;
    let last = desk.quote();
    let made = client.post("/api/quotes", &last).await.expect(201);
    let says = "Your account has 3 documents, which is the maximum.";

    full(
        client.post("/api/quotes", &desk.quote()).await,
        "quota_documents",
        says,
    );
    full(
        client.post("/api/invoices", &desk.invoice()).await,
        "quota_documents",
        says,
    );
    let duplicate = format!("{}/duplicate", path(&draft));
    let again = async || client.post_once(&duplicate, "once", &json!({})).await;
    full(again().await, "quota_documents", says);
    let convert = format!("{}/convert", path(&quote));
    full(client.post_empty(&convert).await, "quota_documents", says);
    // Nothing was half-written: the quote can still be invoiced.
    assert_eq!(client.get(&path(&quote)).await.expect(200), quote);
    assert_eq!(desk.rows("documents").await, 3);
    // The same create after a lost answer is no further document; what is there can be worked on.
    assert_eq!(client.post("/api/quotes", &last).await.expect(201), made);
    let body = edit(
        &draft["version"],
        json!([set("notes", "Longer notes than there were")]),
    );
    client.patch(&path(&draft), &body).await.expect(200);

    client.delete(&path(&draft)).await.expect(204);
    assert_eq!(usage(&desk).await.0, 2);
    client.post_empty(&convert).await.expect(201);
    full(
        client.post("/api/quotes", &desk.quote()).await,
        "quota_documents",
        says,
    );
    let bulk = json!({ "ids": [id(&made)], "action": "delete-drafts" });
    client.post("/api/quotes/bulk", &bulk).await.expect(200);
    // Undone: the same document made again; and the gesture that was refused, with its own key.
    client.post("/api/quotes", &last).await.expect(201);
    client.delete(&path(&made)).await.expect(204);
    let duplicate = format!("{}/duplicate", path(&quote));
    client
        .post_once(&duplicate, "twice", &json!({}))
        .await
        .expect(201);
    assert_eq!(usage(&desk).await.0, 3);
}

#[tokio::test]
async fn devices_at_once_at_the_last_places_share_them() {
    let desk = desk(|quotas| (quotas.documents, quotas.pictures) = (5, 3)).await;
    let creates: Vec<_> = (0..12)
        .map(|_| {
            let (client, body) = (desk.client.clone(), desk.quote());
            tokio::spawn(async move { client.post("/api/quotes", &body).await })
        })
        .collect();
    let mut made = 0;
    for create in creates {
        let answer = create.await.expect("an answer");
        match answer.status.as_u16() {
            201 => made += 1,
            _ => full(answer, "quota_documents", "5 documents"),
        }
    }
    assert_eq!((made, desk.rows("documents").await), (5, 5));
    let uploads: Vec<_> = (0..8)
        .map(|_| {
            let client = desk.client.clone();
            tokio::spawn(async move { try_upload(&client).await })
        })
        .collect();
    let mut kept = 0;
    for upload in uploads {
        let answer = upload.await.expect("an answer");
        match answer.status.as_u16() {
            201 => kept += 1,
            _ => full(answer, "quota_pictures", "3 pictures"),
        }
    }
    assert_eq!((kept, desk.rows("files").await, on_disk(&desk)), (3, 3, 3));
    let (documents, pictures, bytes) = usage(&desk).await;
    assert_eq!((documents, pictures), (5, 3));
    recount(&desk).await;
    assert_eq!(usage(&desk).await, (5, 3, bytes));
}

#[tokio::test]
async fn a_full_storage_refuses_what_is_longer_and_takes_what_is_shorter() {
    let desk = desk(|quotas| quotas.bytes = 100_000).await;
    let client = &desk.client;
    let (draft, other) = (desk.draft_quote().await, desk.draft_quote().await);
    let long = "Mind the step. ".repeat(600);
    let mut stands = draft.clone();
    for _ in 0..20 {
        // Each edit is logged with what stood before it.
        let (notes, terms) = (long.as_str(), &long[15..]);
        let words = if stands["notes"] == notes {
            terms
        } else {
            notes
        };
        let body = edit(&stands["version"], json!([set("notes", words)]));
        let answer = client.patch(&path(&draft), &body).await;
        if answer.status.as_u16() != 200 {
            full(
                answer,
                "quota_storage",
                "Your account’s storage is full: 0 MB.",
            );
            break;
        }
        stands = answer.expect(200);
    }
    let (_, _, bytes) = usage(&desk).await;
    assert!((60_000..130_000).contains(&bytes), "{bytes}");
    assert_eq!(client.get(&path(&draft)).await.expect(200), stands);

    // Of a draft that cannot be sent for want of room no number is used up.
    desk.tamper("UPDATE account_usage SET bytes = 99900", &[])
        .await;
    let send = format!("{}/send", path(&other));
    full(
        client.post(&send, &json!({ "via": "link" })).await,
        "quota_storage",
        "full",
    );
    assert_eq!(
        client.get(&path(&other)).await.expect(200)["quoteNumber"],
        Value::Null
    );
    full(
        client.post("/api/contacts", &contact()).await,
        "quota_storage",
        "full",
    );
    let mut body = with(desk.quote(), "version", other["version"].clone());
    body["id"] = other["id"].clone();
    body["notes"] = json!("");
    client.put(&path(&other), &body).await.expect(200);
    client.delete(&path(&draft)).await.expect(204);
    let sent = client
        .post(&send, &json!({ "via": "link" }))
        .await
        .expect(200);
    assert_eq!(sent["quoteNumber"], "Q-0001");
}

#[tokio::test]
async fn what_is_counted_is_what_is_kept() {
    let desk = desk(|_| {}).await;
    let client = &desk.client;
    let draft = desk.draft_quote().await;
    let body = edit(&draft["version"], json!([set("notes", "Ring the bell")]));
    client.patch(&path(&draft), &body).await.expect(200);
    let sent = desk.sent_invoice().await;
    let at = format!("/api/invoices/{}", id(&sent));
    let body = edit(&sent["version"], json!([set("notes", "Ring twice")]));
    client.patch(&at, &body).await.expect(200);
    let copy = client
        .post_empty(&format!("{at}/duplicate"))
        .await
        .expect(201);
    let gone = desk.draft_quote().await;
    client.delete(&path(&gone)).await.expect(204);
    let body = json!({ "ids": [id(&copy)], "action": "archive" });
    client.post("/api/invoices/bulk", &body).await.expect(200);
    try_upload(client).await.expect(201);
    let made = client.post("/api/contacts", &contact()).await.expect(201);
    client
        .delete(&format!("/api/contacts/{}", id(&made)))
        .await
        .expect(204);
    let twice = with(contact(), "id", json!(Uuid::now_v7().to_string()));
    for _ in 0..2 {
        client.post("/api/contacts", &twice).await.expect(201);
    }
    let counted = usage(&desk).await;
    assert_eq!((counted.0, counted.1), (3, 1));
    recount(&desk).await;
    assert_eq!(usage(&desk).await, counted);
}

/// An operator who lowers a quota takes nothing away.
#[tokio::test]
async fn an_account_above_its_quota_keeps_what_it_has() {
    let desk = desk(|_| {}).await;
    let (draft, other) = (desk.draft_quote().await, desk.draft_quote().await);
    let lower = |config: &mut Config| (config.quotas.documents, config.quotas.bytes) = (1, 1);
    let app = desk.app.twin(lower).await;
    let client = app.client();
    app.log_in(&client, crate::documents::OWNER).await;
    let at = path(&draft);
    let longer = edit(
        &draft["version"],
        json!([set("notes", "Longer than what stood here before")]),
    );
    full(client.patch(&at, &longer).await, "quota_storage", "full");
    let shorter = edit(&draft["version"], json!([set("notes", "")]));
    client.patch(&at, &shorter).await.expect(200);
    client.delete(&at).await.expect(204);
    full(
        client.post("/api/quotes", &desk.quote()).await,
        "quota_documents",
        "1 documents",
    );
    client.get(&path(&other)).await.expect(200);
    let bulk = json!({ "ids": [id(&other)], "action": "archive" });
    client.post("/api/quotes/bulk", &bulk).await.expect(200);
    app.stop().await;
}
