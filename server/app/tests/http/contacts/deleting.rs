//! A contact with documents can't be deleted; two contacts that are the same customer are merged without losing
//! anything.

use serde_json::{Value, json};
use uuid::Uuid;

use super::balances::load_balances;
use super::{PATH, mrs_patel, with_field};
use crate::documents::{TestBusiness, id_of, token_of};

fn merge_request(stays: &Value, goes: &Value) -> (String, Value) {
    let body = json!({
        "version": stays["version"], "other": goes["id"], "otherVersion": goes["version"],
    });
    (format!("{PATH}/{}/merge", id_of(stays)), body)
}

#[tokio::test]
async fn a_contact_with_documents_is_not_deleted_and_the_message_says_why() {
    let business = TestBusiness::open().await;
    let path = format!("{PATH}/{}", business.contact);
    let draft = business.draft_quote().await;
    let response = business.client.delete(&path).await;
    let response = response.expect_error(409, "has_documents", None);
    let message = response["message"].as_str().expect("a message");
    assert!(message.contains("a quote or invoice"), "{message}");
    assert!(message.contains("merge this customer"), "{message}");
    business.sent_invoice().await;
    let response = business.client.delete(&path).await;
    let response = response.expect_error(409, "has_documents", None);
    assert!(response.to_string().contains("2 quotes and invoices"), "{response}");
    business.client.get(&path).await.expect_status(200);

    // Without its drafts, one that was never sent anything may go.
    let other = business.client.post(PATH, &mrs_patel()).await.expect_status(201);
    let quote = with_field(business.quote_body(), "contactId", other["id"].clone());
    let theirs = business.client.post("/api/quotes", &quote).await.expect_status(201);
    let path = format!("{PATH}/{}", id_of(&other));
    business.client.delete(&path).await.expect_error(409, "has_documents", None);
    let quote = format!("/api/quotes/{}", id_of(&theirs));
    business.client.delete(&quote).await.expect_status(204);
    assert_eq!(business.client.delete(&path).await.status.as_u16(), 204);
    let draft = business.client.get(&format!("/api/quotes/{}", id_of(&draft))).await;
    assert_eq!(draft.expect_status(200)["contact"]["name"], "Jo Bloggs");
    business.app.stop().await;
}

#[tokio::test]
async fn merging_two_contacts_loses_nothing() {
    let business = TestBusiness::open().await;
    let client = &business.client;
    let draft = business.draft_quote().await;
    let sent = business.sent_invoice().await;
    let link = format!("/api/invoices/public/{}", token_of(&sent));
    let before = business.app.new_client().get(&link).await.expect_status(200);
    let goes = client.get(&format!("{PATH}/{}", business.contact)).await.expect_status(200);
    let mut more = goes.clone();
    for text in ["createdAt", "updatedAt"] {
        more.as_object_mut().expect("a contact").remove(text);
    }
    more["notes"] = json!("Pays late.");
    more["cis_contractor"] = json!(true);
    more["sites"] = json!([{ "name": "Shop", "address_line1": "1 High Street" }]);
    let goes = client.put(&format!("{PATH}/{}", id_of(&goes)), &more).await.expect_status(200);
    let body = json!({
        "name": "Joanna Bloggs", "email": "joanna@example.com", "notes": "Side gate.",
        "sites": [{ "name": "Home", "address_line1": "2 Moor Road" }],
    });
    let stays = client.post(PATH, &body).await.expect_status(201);
    let quote = with_field(business.quote_body(), "contactId", stays["id"].clone());
    client.post("/api/quotes", &quote).await.expect_status(201);
    let owed = client.get("/api/dashboard").await.expect_status(200)["outstanding"].clone();

    let (path, body) = merge_request(&stays, &goes);
    let key = Uuid::now_v7().to_string();
    let one = client.post_with_key(&path, &key, &body).await.expect_status(200);
    // The same again is the same answer.
    assert_eq!(client.post_with_key(&path, &key, &body).await.expect_status(200), one);
    assert_eq!(one["name"], "Joanna Bloggs");
    assert_eq!(one["email"], "joanna@example.com");
    assert_eq!(one["phone"], goes["phone"]);
    assert_eq!(one["city"], goes["city"]);
    assert_eq!(one["cis_contractor"], true);
    assert_eq!(one["sites"].as_array().map(Vec::len), Some(2));
    let notes = one["notes"].as_str().expect("notes");
    for saved in ["Side gate.", "Pays late.", "name Jo Bloggs", crate::documents::CUSTOMER] {
        assert!(notes.contains(saved), "{saved}: {notes}");
    }
    let gone = client.get(&format!("{PATH}/{}", business.contact)).await;
    gone.expect_error(404, "not_found", None);

    // Every document is the one's that stays; what was issued shows whom it was issued to.
    let of = |kind: &str| format!("/api/{kind}?contactId={}", id_of(&one));
    assert_eq!(client.get(&of("quotes")).await.expect_status(200)["total"], 2);
    assert_eq!(client.get(&of("invoices")).await.expect_status(200)["total"], 1);
    let draft = client.get(&format!("/api/quotes/{}", id_of(&draft))).await.expect_status(200);
    assert_eq!(draft["contact"]["name"], "Joanna Bloggs");
    let found = client.get("/api/quotes?q=joanna").await.expect_status(200);
    assert_eq!(found["total"], 2);
    assert_eq!(business.app.new_client().get(&link).await.expect_status(200), before);
    let response = load_balances(client).await;
    assert_eq!(response["contacts"][0]["contactId"], one["id"]);
    assert_eq!(response["outstanding"], owed);
    let activity = &client.get("/api/activities?limit=1").await.expect_status(200)[0];
    assert_eq!(activity["kind"], "merged");
    assert!(activity["sentence"].to_string().contains("Joanna Bloggs"), "{activity}");
    business.app.stop().await;
}

#[tokio::test]
async fn a_merge_that_is_refused_changes_nothing() {
    let business = TestBusiness::open().await;
    let client = &business.client;
    let one = client.post(PATH, &mrs_patel()).await.expect_status(201);
    let (path, same) = merge_request(&one, &one);
    client.post(&path, &same).await.expect_error(422, "rule_broken", Some("other"));
    let two = client.post(PATH, &json!({ "name": "Kim" })).await.expect_status(201);
    let (path, body) = merge_request(&one, &two);
    let stale = with_field(body.clone(), "otherVersion", 7);
    client.post(&path, &stale).await.expect_error(409, "stale_version", None);
    let unknown = with_field(body.clone(), "other", Uuid::now_v7().to_string());
    client.post(&path, &unknown).await.expect_error(404, "not_found", None);

    let stranger = business.app.sign_up("jo@example.com").await;
    stranger.post(&path, &body).await.expect_error(404, "not_found", None);
    let theirs = stranger.post(PATH, &mrs_patel()).await.expect_status(201);
    let foreign = with_field(body.clone(), "other", theirs["id"].clone());
    client.post(&path, &foreign).await.expect_error(404, "not_found", None);

    // Notes that don't fit into one contact.
    let long = |name: &str, sign: &str| json!({ "name": name, "notes": sign.repeat(3_000) });
    let a = client.post(PATH, &long("A", "a")).await.expect_status(201);
    let b = client.post(PATH, &long("B", "b")).await.expect_status(201);
    let (path, body) = merge_request(&a, &b);
    client.post(&path, &body).await.expect_error(422, "rule_broken", Some("notes"));
    for saved in [&one, &two, &a, &b] {
        let now = client.get(&format!("{PATH}/{}", id_of(saved))).await.expect_status(200);
        assert_eq!(now, *saved);
    }
    // Of two at once, which are each other's other, one is done.
    let (there, this) = merge_request(&one, &two);
    let (back, that) = merge_request(&two, &one);
    let answers = tokio::join!(client.post(&there, &this), client.post(&back, &that));
    let mut statuses = [answers.0.status.as_u16(), answers.1.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 404]);
    business.app.stop().await;
}
