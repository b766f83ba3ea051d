//! Saved views of lists.

use serde_json::{Value, json};
use uuid::Uuid;

use crate::documents::{TestBusiness, with_field};
use crate::support::Client;

const PATH: &str = "/api/views";

fn view_body(name: &str) -> Value {
    json!({ "kind": "invoice", "name": name, "query": { "status": "overdue", "sort": "dueDate" } })
}

async fn list_view_names(client: &Client) -> Vec<String> {
    let views = client.get(PATH).await.expect_status(200);
    let views = views.as_array().expect("a list");
    views.iter().map(|view| view["name"].as_str().expect("a name").to_owned()).collect()
}

#[tokio::test]
async fn a_view_is_saved_renamed_and_deleted() {
    let business = TestBusiness::open().await;
    let client = &business.client;
    let id = Uuid::now_v7().to_string();
    let body = with_field(view_body("  Chase  "), "id", json!(id));
    let made = client.post(PATH, &body).await.expect_status(201);
    assert_eq!(
        made,
        json!({ "id": id, "kind": "invoice", "name": "Chase", "query": { "q": "", "status": "overdue",
            "archived": false, "from": "", "to": "", "sort": "dueDate" } })
    );
    // The same again is the same.
    assert_eq!(client.post(PATH, &body).await.expect_status(201), made);
    assert_eq!(list_view_names(client).await, ["Chase"]);
    client.post(PATH, &view_body("Chase")).await.expect_error(422, "rule_broken", Some("name"));
    // They stand in the order in which they were made.
    business.app.clock.advance(plumbline::clock::SECOND);
    let other = with_field(view_body("Chase"), "kind", json!("quote"));
    client.post(PATH, &with_field(other, "query", json!({ "status": "sent" }))).await.expect_status(201);
    let path = format!("{PATH}/{id}");
    let all = json!({ "q": "tap", "status": "overdue", "archived": true, "from": "2026-01-01",
        "to": "2026-12-31", "sort": "-dueDate" });
    let late = with_field(view_body("Late"), "query", all.clone());
    client.put(&path, &late).await.expect_status(200);
    assert_eq!(list_view_names(client).await, ["Late", "Chase"]);
    let saved = client.get(PATH).await.expect_status(200);
    assert_eq!((&saved[0]["kind"], &saved[0]["query"]), (&json!("invoice"), &all));
    assert_eq!(saved[1]["kind"], "quote");
    // It is a view of the list that it was made for.
    let other = json!({ "kind": "quote", "name": "Late", "query": {} });
    client.put(&path, &other).await.expect_error(404, "not_found", None);
    let stranger = business.app.sign_up("lee@other.example").await;
    assert!(list_view_names(&stranger).await.is_empty());
    stranger.put(&path, &view_body("Mine")).await.expect_error(404, "not_found", None);
    stranger.delete(&path).await.expect_error(404, "not_found", None);
    // An id that another account has is nobody's to learn of.
    stranger.post(PATH, &body).await.expect_error(409, "id_taken", None);
    for answer in [business.app.new_client().get(PATH).await, business.app.new_client().delete(&path).await] {
        answer.expect_error(401, "no_session", None);
    }
    client.delete(&path).await.expect_status(204);
    client.delete(&path).await.expect_error(404, "not_found", None);
    business.app.stop().await;
}

#[tokio::test]
async fn an_invalid_view_is_refused_and_a_list_has_at_most_twenty() {
    let business = TestBusiness::open().await;
    let client = &business.client;
    for (body, field) in [
        (view_body(" "), "name"),
        (view_body(&"x".repeat(61)), "name"),
        (with_field(view_body("A"), "query", json!({ "status": "sent" })), "query"),
        (with_field(view_body("A"), "query", json!({ "sort": "colour" })), "query"),
        (with_field(view_body("A"), "query", json!({ "from": "31.12.2026" })), "query"),
        (with_field(view_body("A"), "query", json!({ "q": "x".repeat(201) })), "query.q"),
    ] {
        client.post(PATH, &body).await.expect_error(422, "rule_broken", Some(field));
    }
    client.post(PATH, &with_field(view_body("A"), "query", json!({ "limit": "5" }))).await.expect_error(
        400,
        "unknown_field",
        Some("query.limit"),
    );
    for n in 0..20 {
        client.post(PATH, &view_body(&format!("View {n}"))).await.expect_status(201);
    }
    client.post(PATH, &view_body("One more")).await.expect_error(422, "rule_broken", Some("name"));
    // The other list has a limit of its own.
    let quote = json!({ "kind": "quote", "name": "Mine", "query": {} });
    client.post(PATH, &quote).await.expect_status(201);
    business.app.stop().await;
}
