//! The documents that a device caches.

use plumbline::clock::{Clock as _, DAY, HOUR, MINUTE};
use serde_json::{Value, json};

use crate::documents::{OWNER, TestBusiness, id_of};

const PATH: &str = "/api/held/documents";

fn document_ids(page: &Value) -> Vec<String> {
    let data = page["data"].as_array().expect("documents");
    data.iter().map(id_of).collect()
}

impl TestBusiness {
    async fn list_offline(&self, query: &str) -> Value {
        self.client.get(&format!("{PATH}?{query}")).await.expect_status(200)
    }

    async fn advance(&self, ms: i64) {
        self.app.clock.advance(ms);
        self.app.log_in(&self.client, OWNER).await;
    }
}

#[tokio::test]
async fn documents_are_complete_and_sorted_by_their_last_change() {
    let business = TestBusiness::open().await;
    let draft = business.draft_quote().await;
    business.advance(MINUTE).await;
    let sent = business.sent_quote().await;
    business.advance(MINUTE).await;
    let accepted = business.accepted_quote().await;
    let invoice = business.sent_invoice().await;
    let page = business.list_offline("kind=quote").await;
    assert_eq!(document_ids(&page), [&accepted, &sent, &draft].map(id_of));
    for cached in page["data"].as_array().expect("documents") {
        let path = format!("/api/quotes/{}", id_of(cached));
        assert_eq!(business.client.get(&path).await.expect_status(200), *cached);
    }
    assert_eq!(
        (&page["nextCursor"], &page["gone"], &page["asOf"]),
        (&Value::Null, &json!([]), &json!(business.app.clock.now_ms()))
    );
    let page = business.list_offline("kind=invoice").await;
    let path = format!("/api/invoices/{}", id_of(&invoice));
    assert_eq!(page["data"], json!([business.client.get(&path).await.expect_status(200)]));
    // What is archived is held as well: it is found where it was.
    let path = format!("/api/quotes/{}/archive", id_of(&draft));
    business.client.post_empty(&path).await.expect_status(200);
    assert_eq!(document_ids(&business.list_offline("kind=quote").await).len(), 3);
}

#[tokio::test]
async fn pages_follow_each_other_while_documents_change() {
    let business = TestBusiness::open().await;
    let mut made = Vec::new();
    for _ in 0..5 {
        made.push(id_of(&business.draft_quote().await));
    }
    business.advance(MINUTE).await;
    let newer = business.draft_quote().await;
    made.push(id_of(&newer));
    let first = business.list_offline("kind=quote&limit=2").await;
    assert_eq!(document_ids(&first)[0], id_of(&newer));
    // One of the rest changes: it is nobody's twice, and the next reading ahead brings it.
    business.advance(HOUR).await;
    let seen = document_ids(&first);
    let moved = made.iter().find(|id| !seen.contains(id)).expect("another").clone();
    let edit = json!({
        "baseVersion": 1, "operationId": uuid::Uuid::now_v7(),
        "operations": [{ "op": "set", "field": "notes", "value": "Later" }]
    });
    let path = format!("/api/quotes/{moved}");
    business.client.patch(&path, &edit).await.expect_status(200);
    let mut all = seen;
    let mut cursor = first["nextCursor"].as_str().map(str::to_owned);
    while let Some(at) = cursor {
        let page = business.list_offline(&format!("kind=quote&limit=2&cursor={at}")).await;
        all.extend(document_ids(&page));
        cursor = page["nextCursor"].as_str().map(str::to_owned);
    }
    made.retain(|id| *id != moved);
    let mut sorted = all.clone();
    sorted.sort();
    made.sort();
    assert_eq!(sorted, made);
    let next = business.list_offline(&format!("kind=quote&changedSince={}", first["asOf"])).await;
    assert!(document_ids(&next).contains(&moved), "{next}");
    let since = next["asOf"].as_i64().expect("a time") + 2 * MINUTE;
    let none = business.list_offline(&format!("kind=quote&changedSince={since}")).await;
    assert_eq!(none["data"], json!([]));
}

#[tokio::test]
async fn older_documents_are_left_out_and_deleted_ones_reported() {
    let business = TestBusiness::open().await;
    let old = business.draft_quote().await;
    let mut body = business.quote_body();
    body["issueDate"] = Value::Null;
    let undated = business.client.post("/api/quotes", &body).await.expect_status(201);
    assert_eq!(document_ids(&business.list_offline("kind=quote&from=2026-11-16").await).len(), 2);
    let page = business.list_offline("kind=quote&from=2026-11-17").await;
    assert_eq!(document_ids(&page), [id_of(&undated)]);
    let as_of = page["asOf"].clone();
    business.advance(DAY).await;
    let path = format!("/api/quotes/{}", id_of(&old));
    business.client.delete(&path).await.expect_status(204);
    let gone = business.list_offline(&format!("kind=quote&changedSince={as_of}")).await;
    assert_eq!(gone["gone"], json!([id_of(&old)]));
    let invoices = business.list_offline(&format!("kind=invoice&changedSince={as_of}")).await;
    assert_eq!(invoices["gone"], json!([]));
    // Without it nobody asks what has gone.
    assert_eq!(business.list_offline("kind=quote").await["gone"], json!([]));
}

#[tokio::test]
async fn only_its_own_account_can_read_documents_for_offline_use() {
    let business = TestBusiness::open().await;
    business.sent_quote().await;
    let stranger = business.app.sign_up("kim@other.example").await;
    let page = stranger.get(&format!("{PATH}?kind=quote")).await.expect_status(200);
    assert_eq!((&page["data"], &page["gone"]), (&json!([]), &json!([])));
    let nobody = business.app.new_client().get(&format!("{PATH}?kind=quote")).await;
    nobody.expect_error(401, "no_session", None);
    for (query, path) in [
        ("", "kind"),
        ("kind=contact", "kind"),
        ("kind=quote&limit=0", "limit"),
        ("kind=quote&limit=51", "limit"),
        ("kind=quote&limit=many", "limit"),
        ("kind=quote&cursor=x", "cursor"),
        ("kind=quote&from=yesterday", "from"),
        ("kind=quote&changedSince=now", "changedSince"),
        ("kind=quote&other=1", "other"),
    ] {
        let refused = business.client.get(&format!("{PATH}?{query}")).await;
        let body = refused.expect_status(400);
        assert_eq!(body["code"], "bad_query", "{body}");
        assert!(body["errors"][0]["path"] == path || path == "kind", "{query}: {body}");
    }
}
