//! A merge of two contacts that is undone.

use plumbline::clock::DAY;
use plumbline::db::Dialect;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{PATH, with_field};
use crate::documents::{OWNER, TestBusiness, id_of, token_of};
use crate::support::START;

/// The body that saves a contact as it was in a response.
fn contact_body(contact: &Value) -> Value {
    let mut input = contact.clone();
    for text in ["id", "createdAt", "updatedAt"] {
        input.as_object_mut().expect("a contact").remove(text);
    }
    input
}

/// Merges the customer into Joanna, and returns the former customer and the merged contact.
async fn merge_contacts(business: &TestBusiness) -> (Value, Value) {
    let body = json!({ "name": "Joanna Bloggs", "notes": "Side gate." });
    let stays = business.client.post(PATH, &body).await.expect_status(201);
    let goes = format!("{PATH}/{}", business.contact);
    let goes = business.client.get(&goes).await.expect_status(200);
    let body = json!({
        "version": stays["version"], "other": goes["id"], "otherVersion": goes["version"],
    });
    let path = format!("{PATH}/{}/merge", id_of(&stays));
    let one = business.client.post(&path, &body).await.expect_status(200);
    (stays, one)
}

fn undo_request(business: &TestBusiness, one: &Value) -> (String, Value) {
    let path = format!("{PATH}/{}/merge/undo", id_of(one));
    (path, json!({ "version": one["version"], "other": business.contact }))
}

async fn count_documents(business: &TestBusiness, kind: &str, contact: &str) -> Value {
    let path = format!("/api/{kind}?contactId={contact}");
    business.client.get(&path).await.expect_status(200)["total"].clone()
}

#[tokio::test]
async fn undoing_restores_both_contacts_and_what_belongs_to_each() {
    let business = TestBusiness::open().await;
    let client = &business.client;
    let own = format!("{PATH}/{}", business.contact);
    let before = client.get(&own).await.expect_status(200);
    let draft = business.draft_quote().await;
    let sent = business.sent_invoice().await;
    let link = format!("/api/invoices/public/{}", token_of(&sent));
    let page = business.app.new_client().get(&link).await.expect_status(200);
    let spent = json!({
        "date": "2026-11-03", "category": "costOfGoods", "amount": "36", "receipts": [], "contactId": business.contact
    });
    let spent = client.post("/api/expenses", &spent).await.expect_status(201);
    let chasing = format!("{own}/chasing");
    client.put(&chasing, &json!({ "off": true })).await.expect_status(200);

    let (stays, one) = merge_contacts(&business).await;
    assert_eq!(one["phone"], before["phone"]);
    // What is made since is for the one that there is.
    let since = with_field(business.quote_body(), "contactId", one["id"].clone());
    client.post("/api/quotes", &since).await.expect_status(201);
    let merges = format!("{PATH}/{}/merges", id_of(&one));
    let response = client.get(&merges).await.expect_status(200);
    assert_eq!(
        (&response[0]["other"], &response[0]["name"]),
        (&json!(business.contact), &json!("Jo Bloggs"))
    );
    assert_eq!((&response[0]["mergedAt"], &response[0]["until"]), (&json!(START), &json!(START + 30 * DAY)));

    let (path, body) = undo_request(&business, &one);
    let key = Uuid::now_v7().to_string();
    let again = client.post_with_key(&path, &key, &body).await.expect_status(200);
    assert_eq!(client.post_with_key(&path, &key, &body).await.expect_status(200), again);
    let [then, now] = [&stays, &again].map(|contact| with_field(contact_body(contact), "version", json!(0)));
    assert_eq!(now, then);
    let back = client.get(&own).await.expect_status(200);
    assert_eq!(back["createdAt"], before["createdAt"]);
    let [then, now] = [&before, &back].map(|contact| with_field(contact_body(contact), "version", json!(0)));
    assert_eq!(now, then);
    for (kind, of_both) in [("quotes", [1, 1]), ("invoices", [1, 0])] {
        for (contact, documents) in [business.contact.clone(), id_of(&one)].iter().zip(of_both) {
            assert_eq!(count_documents(&business, kind, contact).await, documents, "{kind}");
        }
    }
    let draft = client.get(&format!("/api/quotes/{}", id_of(&draft))).await;
    assert_eq!(draft.expect_status(200)["contact"]["name"], "Jo Bloggs");
    assert_eq!(client.get("/api/quotes?q=joanna").await.expect_status(200)["total"], 1);
    assert_eq!(business.app.new_client().get(&link).await.expect_status(200), page);
    let spent = client.get(&format!("/api/expenses/{}", id_of(&spent))).await;
    assert_eq!(spent.expect_status(200)["contactId"], json!(business.contact));
    let of_other = format!("{PATH}/{}/chasing", id_of(&one));
    for (switch, off) in [(&chasing, true), (&of_other, false)] {
        assert_eq!(client.get(switch).await.expect_status(200)["off"], off);
    }
    assert_eq!(client.get(&merges).await.expect_status(200), json!([]));
    let activity = &client.get("/api/activities?limit=1").await.expect_status(200)[0];
    let sentence = activity["sentence"].as_str().expect("a sentence");
    assert!(
        sentence.starts_with("You undid the merge of another customer into")
            && sentence.contains("Joanna Bloggs"),
        "{sentence}"
    );

    // They can be merged once more.
    let body = with_field(body, "version", again["version"].clone());
    client.post(&path, &body).await.expect_error(409, "merge_over", None);
    let merge = json!({
        "version": again["version"], "other": back["id"], "otherVersion": back["version"],
    });
    let path = format!("{PATH}/{}/merge", id_of(&one));
    client.post(&path, &merge).await.expect_status(200);
    assert_eq!(client.get(&merges).await.expect_status(200)[0]["name"], "Jo Bloggs");
    business.app.stop().await;
}

#[tokio::test]
async fn undoing_keeps_what_was_changed_since_the_merge() {
    let business = TestBusiness::open().await;
    let (_, one) = merge_contacts(&business).await;
    let own = format!("{PATH}/{}", id_of(&one));
    let changed = with_field(contact_body(&one), "phone", json!("0113 496 0999"));
    let changed = business.client.put(&own, &changed).await.expect_status(200);
    let (path, stale) = undo_request(&business, &one);
    business.client.post(&path, &stale).await.expect_error(409, "stale_version", None);
    assert_eq!(business.count_rows("contacts").await, 1, "nothing was half undone");
    let (path, body) = undo_request(&business, &changed);
    let again = business.client.post(&path, &body).await.expect_status(200);
    assert_eq!(again["phone"], "0113 496 0999");
    assert_eq!((&again["city"], &again["notes"]), (&json!(""), &json!("Side gate.")));
    business.app.stop().await;
}

#[tokio::test]
async fn a_merge_can_be_undone_for_thirty_days_by_its_account() {
    let business = TestBusiness::open().await;
    let (_, one) = merge_contacts(&business).await;
    let (path, body) = undo_request(&business, &one);
    let stranger = business.app.sign_up("kim@other.example").await;
    stranger.post(&path, &body).await.expect_error(404, "not_found", None);
    let merges = format!("{PATH}/{}/merges", id_of(&one));
    stranger.get(&merges).await.expect_error(404, "not_found", None);
    business.app.clock.advance(30 * DAY);
    business.app.log_in(&business.client, OWNER).await;
    let still = business.client.get(&merges).await.expect_status(200);
    assert_eq!(still.as_array().map(Vec::len), Some(1));
    business.app.clock.advance(1);
    assert_eq!(business.client.get(&merges).await.expect_status(200), json!([]));
    business.client.post(&path, &body).await.expect_error(409, "merge_over", None);
    business.app.stop().await;
}

#[tokio::test]
async fn undoing_restores_the_cis_details_of_each_contact() {
    let business = TestBusiness::open().await;
    let client = &business.client;
    let known = |utr: &str| {
        json!({ "version": 0, "name": format!("Roofing {utr}"), "utr": utr, "vatRegistered": false,
            "rates": [{ "from": "2026-04-06", "rate": 20 }] })
    };
    let of = |contact: &str| format!("/api/cis/subcontractors/{contact}");
    let utrs = async || -> Vec<Value> {
        let all = client.get("/api/cis/subcontractors").await.expect_status(200);
        let all = all.as_array().expect("a list");
        all.iter().map(|one| one["utr"].clone()).collect()
    };
    client.put(&of(&business.contact), &known("1234567890")).await.expect_status(200);
    // Once the contact that stays is not a subcontractor, and once it is.
    for both in [false, true] {
        let stays = client.post(PATH, &json!({ "name": "Twin" })).await.expect_status(201);
        if both {
            client.put(&of(&id_of(&stays)), &known("9876543210")).await.expect_status(200);
        }
        let before = utrs().await;
        let goes = client.get(&format!("{PATH}/{}", business.contact)).await.expect_status(200);
        let merge = json!({
            "version": stays["version"], "other": goes["id"], "otherVersion": goes["version"],
        });
        let path = format!("{PATH}/{}/merge", id_of(&stays));
        let one = client.post(&path, &merge).await.expect_status(200);
        let (path, body) = undo_request(&business, &one);
        client.post(&path, &body).await.expect_status(200);
        assert_eq!(utrs().await, before, "both: {both}");
    }
    business.app.stop().await;
}

/// A merge moves everything that names a contact, and an undo moves it back. A new table has to be added to
/// `customers/store.rs`.
#[tokio::test]
async fn every_table_that_refers_to_contacts_is_handled_by_merges() {
    let business = TestBusiness::open().await;
    let db = &business.app.state().db;
    if db.dialect() == Dialect::Sqlite {
        let mut conn = db.read().await.expect("a connection");
        let naming: Vec<String> = sqlx::query_scalar(
            "SELECT m.name FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) f \
             WHERE m.type = 'table' AND f.\"table\" = 'contacts' ORDER BY m.name",
        )
        .fetch_all(&mut *conn)
        .await
        .expect("the tables");
        assert_eq!(
            naming,
            [
                "cis_payments",
                "cis_subcontractors",
                "contact_chases",
                "contact_merges",
                "documents",
                "expenses",
                "recurring_invoices",
            ]
        );
    }
    business.app.stop().await;
}
