//! Lists as somebody likes to see them, kept by name.

use serde_json::{Value, json};
use uuid::Uuid;

use crate::documents::{Desk, with};
use crate::support::Client;

const PATH: &str = "/api/views";

fn view(name: &str) -> Value {
    json!({ "kind": "invoice", "name": name, "query": { "status": "overdue", "sort": "dueDate" } })
}

async fn names(client: &Client) -> Vec<String> {
    let views = client.get(PATH).await.expect(200);
    let views = views.as_array().expect("a list");
    views
        .iter()
        .map(|view| view["name"].as_str().expect("a name").to_owned())
        .collect()
}

#[tokio::test]
async fn a_view_is_kept_renamed_and_removed() {
    let desk = Desk::open().await;
    let client = &desk.client;
    let id = Uuid::now_v7().to_string();
    let body = with(view("  Chase  "), "id", json!(id));
    let made = client.post(PATH, &body).await.expect(201);
    assert_eq!(
        made,
        json!({ "id": id, "kind": "invoice", "name": "Chase", "query": { "q": "", "status": "overdue",
            "archived": false, "from": "", "to": "", "sort": "dueDate" } })
    );
    // The same again is the same.
    assert_eq!(client.post(PATH, &body).await.expect(201), made);
    assert_eq!(names(client).await, ["Chase"]);
    client
        .post(PATH, &view("Chase"))
        .await
        .refused(422, "rule_broken", Some("name"));
    // They stand in the order in which they were made.
    desk.app.clock.advance(plumbline::clock::SECOND);
    let other = with(view("Chase"), "kind", json!("quote"));
    client
        .post(PATH, &with(other, "query", json!({ "status": "sent" })))
        .await
        .expect(201);
    let path = format!("{PATH}/{id}");
    let all = json!({ "q": "tap", "status": "overdue", "archived": true, "from": "2026-01-01",
        "to": "2026-12-31", "sort": "-dueDate" });
    let late = with(view("Late"), "query", all.clone());
    client.put(&path, &late).await.expect(200);
    assert_eq!(names(client).await, ["Late", "Chase"]);
    let kept = client.get(PATH).await.expect(200);
    assert_eq!(
        (&kept[0]["kind"], &kept[0]["query"]),
        (&json!("invoice"), &all)
    );
    assert_eq!(kept[1]["kind"], "quote");
    // It is a view of the list that it was made for.
    let other = json!({ "kind": "quote", "name": "Late", "query": {} });
    client
        .put(&path, &other)
        .await
        .refused(404, "not_found", None);
    let stranger = desk.app.sign_up("lee@other.example").await;
    assert!(names(&stranger).await.is_empty());
    stranger
        .put(&path, &view("Mine"))
        .await
        .refused(404, "not_found", None);
    stranger.delete(&path).await.refused(404, "not_found", None);
    // An id that another account has is nobody's to learn of.
    stranger
        .post(PATH, &body)
        .await
        .refused(409, "id_taken", None);
    for answer in [
        desk.app.client().get(PATH).await,
        desk.app.client().delete(&path).await,
    ] {
        answer.refused(401, "no_session", None);
    }
    client.delete(&path).await.expect(204);
    client.delete(&path).await.refused(404, "not_found", None);
    desk.app.stop().await;
}

#[tokio::test]
async fn what_is_no_view_is_refused_and_there_are_twenty_at_most() {
    let desk = Desk::open().await;
    let client = &desk.client;
    for (body, field) in [
        (view(" "), "name"),
        (view(&"x".repeat(61)), "name"),
        (
            with(view("A"), "query", json!({ "status": "sent" })),
            "query",
        ),
        (
            with(view("A"), "query", json!({ "sort": "colour" })),
            "query",
        ),
        (
            with(view("A"), "query", json!({ "from": "31.12.2026" })),
            "query",
        ),
        (
            with(view("A"), "query", json!({ "q": "x".repeat(201) })),
            "query.q",
        ),
    ] {
        client
            .post(PATH, &body)
            .await
            .refused(422, "rule_broken", Some(field));
    }
    client
        .post(PATH, &with(view("A"), "query", json!({ "limit": "5" })))
        .await
        .refused(400, "unknown_field", Some("query.limit"));
    for n in 0..20 {
        client
            .post(PATH, &view(&format!("View {n}")))
            .await
            .expect(201);
    }
    client
        .post(PATH, &view("One more"))
        .await
        .refused(422, "rule_broken", Some("name"));
    // Of the other list there is room.
    let quote = json!({ "kind": "quote", "name": "Mine", "query": {} });
    client.post(PATH, &quote).await.expect(201);
    desk.app.stop().await;
}
