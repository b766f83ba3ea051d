//! Creating and saving drafts.

use serde_json::json;
use uuid::Uuid;

use super::{TestBusiness, id_of, with_field};

#[tokio::test]
async fn repeating_a_create_returns_the_same_document() {
    let business = TestBusiness::open().await;
    let body = business.quote_body();
    let first = business.client.post("/api/quotes", &body).await.expect_status(201);
    let again = business.client.post("/api/quotes", &body).await.expect_status(201);
    assert_eq!(first, again);
    // A UUID in capitals is the same UUID.
    let mut capitals = body.clone();
    for name in ["id", "businessProfileId", "contactId"] {
        let id = capitals[name].as_str().expect("an id").to_uppercase();
        capitals[name] = json!(id);
    }
    let again = business.client.post("/api/quotes", &capitals).await;
    assert_eq!(first, again.expect_status(201));
    assert_eq!(business.count_rows("documents").await, 1);

    let other = with_field(body.clone(), "notes", json!("Something else"));
    business.client.post("/api/quotes", &other).await.expect_error(409, "id_in_use", None);
    let stranger = business.app.sign_up("lee@other.example").await;
    stranger.post("/api/quotes", &body).await.expect_error(409, "id_in_use", None);
    assert_eq!(business.count_rows("documents").await, 1);
}

#[tokio::test]
async fn many_identical_creates_at_once_make_one_document() {
    let business = TestBusiness::open().await;
    let body = business.quote_body();
    let creates = (0..16).map(|_| {
        let (client, body) = (business.client.clone(), body.clone());
        tokio::spawn(async move { client.post("/api/quotes", &body).await.expect_status(201) })
    });
    let mut ids = Vec::new();
    for create in creates.collect::<Vec<_>>() {
        ids.push(id_of(&create.await.expect("an answer")));
    }
    ids.dedup();
    assert_eq!(ids, [id_of(&body)]);
    assert_eq!(business.count_rows("documents").await, 1);
}

#[tokio::test]
async fn a_draft_may_be_incomplete() {
    let business = TestBusiness::open().await;
    let body = json!({ "businessProfileId": business.profile, "items": [{ "name": "", "quantity": "", "price": "" }] });
    let draft = business.client.post("/api/invoices", &body).await.expect_status(201);
    assert_eq!(draft["totals"]["totalAmount"], "0.00");
    assert_eq!((&draft["contact"], &draft["dueDate"]), (&json!(null), &json!(null)));
    // But a customer cannot be shown it.
    let path = format!("/api/invoices/{}/send", id_of(&draft));
    let refused = business.client.post(&path, &json!({ "via": "link" })).await.expect_error(
        422,
        "rule_broken",
        Some("contactId"),
    );
    let paths: Vec<&str> = refused["errors"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|error| error["path"].as_str())
        .collect();
    assert_eq!(paths, ["contactId", "issueDate", "dueDate"]);
    assert_eq!(business.count_rows("document_sequences").await, 0, "a refused send uses up no number");
}

#[tokio::test]
async fn text_is_returned_as_typed() {
    let business = TestBusiness::open().await;
    let mut body = business.quote_body();
    body["items"][0]["price"] = json!("120.5000");
    body["items"][0]["description"] = json!("שרברב \u{202b}قطع\u{202c} 水管");
    body["jobDescription"] = json!("First line\n\nThird line");
    let draft = business.client.post("/api/quotes", &body).await.expect_status(201);
    assert_eq!(draft["items"][0]["price"], "120.5000");
    assert_eq!(draft["items"][0]["description"], body["items"][0]["description"]);
    assert_eq!(draft["jobDescription"], body["jobDescription"]);
    let read = business.client.get(&format!("/api/quotes/{}", id_of(&draft))).await.expect_status(200);
    assert_eq!(read, draft);
}

#[tokio::test]
async fn a_stale_save_overwrites_nothing() {
    let business = TestBusiness::open().await;
    let draft = business.draft_quote().await;
    let path = format!("/api/quotes/{}", id_of(&draft));
    let save = |version: i64, notes: &str| {
        with_field(with_field(business.quote_body(), "version", json!(version)), "notes", json!(notes))
    };
    let mine = save(1, "mine");
    let saved = business.client.put(&path, &mine).await.expect_status(200);
    assert_eq!((&saved["version"], &saved["notes"]), (&json!(2), &json!("mine")));

    let refused =
        business.client.put(&path, &save(1, "theirs")).await.expect_error(409, "stale_version", None);
    assert_eq!(refused["current"]["notes"], "mine");
    assert_eq!(refused["current"], saved);
    // The same save again, its answer having been lost, is no conflict.
    assert_eq!(business.client.put(&path, &mine).await.expect_status(200), saved);
    business.client.put(&path, &with_field(mine, "version", json!(null))).await.expect_error(
        422,
        "rule_broken",
        Some("version"),
    );
}

#[tokio::test]
async fn only_one_of_many_saves_of_a_version_wins() {
    let business = TestBusiness::open().await;
    let draft = business.draft_quote().await;
    let path = format!("/api/quotes/{}", id_of(&draft));
    let saves: Vec<_> = (0..12)
        .map(|n| {
            let (client, path) = (business.client.clone(), path.clone());
            let body = with_field(
                with_field(business.quote_body(), "version", json!(1)),
                "notes",
                json!(format!("note {n}")),
            );
            tokio::spawn(async move { client.put(&path, &body).await.status.as_u16() })
        })
        .collect();
    let mut answers = Vec::new();
    for save in saves {
        answers.push(save.await.expect("an answer"));
    }
    answers.sort_unstable();
    assert_eq!(answers[0], 200);
    assert!(answers[1..].iter().all(|status| *status == 409), "{answers:?}");
}

#[tokio::test]
async fn a_draft_is_deleted_and_an_issued_document_is_not() {
    let business = TestBusiness::open().await;
    let draft = business.draft_quote().await;
    let path = format!("/api/quotes/{}", id_of(&draft));
    business.client.delete(&path).await.expect_status(204);
    business.client.get(&path).await.expect_error(404, "not_found", None);
    business.client.delete(&path).await.expect_error(404, "not_found", None);
    let sent = business.sent_quote().await;
    let path = format!("/api/quotes/{}", id_of(&sent));
    business.client.delete(&path).await.expect_error(409, "issued", None);
    // An invoice made from a quote stays: a quote is invoiced once.
    let invoice = business.client.post_empty(&format!("{path}/convert")).await.expect_status(201);
    let path = format!("/api/invoices/{}", id_of(&invoice));
    business.client.delete(&path).await.expect_error(409, "made_from_quote", None);
}

#[tokio::test]
async fn a_copy_is_a_new_draft_with_the_current_date() {
    let business = TestBusiness::open().await;
    let sent = business.sent_quote().await;
    business.app.clock.advance(3 * plumbline::clock::DAY);
    business.app.log_in(&business.client, super::OWNER).await;
    let path = format!("/api/quotes/{}/duplicate", id_of(&sent));
    let key = Uuid::new_v4().to_string();
    let copy = business.client.post_with_key(&path, &key, &json!({})).await.expect_status(201);
    let again = business.client.post_with_key(&path, &key, &json!({})).await;
    assert_eq!(again.header("idempotency-replayed"), Some("true"));
    assert_eq!(again.expect_status(201), copy);
    assert_eq!(
        (&copy["status"], &copy["quoteNumber"], &copy["publicToken"]),
        (&json!("draft"), &json!(null), &json!(null))
    );
    assert_eq!((&copy["issueDate"], &copy["expiryDate"]), (&json!("2026-11-19"), &json!("2026-12-19")));
    assert_eq!(copy["totals"], sent["totals"]);
    assert_eq!(business.count_rows("documents").await, 2);
}
