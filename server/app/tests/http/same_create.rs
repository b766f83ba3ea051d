//! A create that is sent again after its response was lost has no further effect; with other contents it is refused.

use serde_json::{Value, json};

use crate::support::TestApp;

fn create_requests() -> [(&'static str, Value, &'static str); 5] {
    [
        (
            "/api/contacts",
            json!({ "name": "Margaret Holroyd", "phone": "0113 496 0001",
                "sites": [{ "name": "The shop", "address_line1": "1 Kirkgate" }] }),
            "name",
        ),
        (
            "/api/items",
            json!({ "name": "Radiator", "price": "86.50", "quantity": "1.0", "cost": "61.20" }),
            "name",
        ),
        (
            "/api/expenses",
            json!({ "date": "2026-11-01", "supplier": "Cutter's Yard", "description": "Pipe",
                "category": "costOfGoods", "amount": "43.20", "vatRate": "20", "vatAmount": "7.20" }),
            "supplier",
        ),
        (
            "/api/expenses",
            json!({ "date": "2026-11-01", "supplier": "", "description": "To the merchant",
                "category": "carVanTravelExpenses",
                "mileage": { "vehicle": "car", "miles": "12.0" } }),
            "description",
        ),
        ("/api/support", json!({ "subject": "The PDF", "message": "It has no logo." }), "message"),
    ]
}

#[tokio::test]
async fn repeating_a_create_returns_the_same_and_another_with_its_id_is_refused() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    for (path, body, field) in create_requests() {
        let mut body = body;
        body["id"] = json!(uuid::Uuid::now_v7());
        let made = client.post(path, &body).await.expect_status(201);
        assert_eq!(client.post(path, &body).await.expect_status(201), made, "{path}");
        let mut other = body.clone();
        other[field] = json!("Something else");
        client.post(path, &other).await.expect_error(409, "id_taken", None);
        // Nothing was written over, and under an id of its own it is made.
        assert_eq!(client.post(path, &body).await.expect_status(201), made, "{path}");
        other["id"] = json!(uuid::Uuid::now_v7());
        let beside = client.post(path, &other).await.expect_status(201);
        assert_eq!(beside[field], "Something else", "{path}");
    }
    app.stop().await;
}

#[tokio::test]
async fn a_create_sent_again_after_a_change_changes_nothing() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    let mut body = json!({ "name": "Margaret Holroyd" });
    body["id"] = json!(uuid::Uuid::now_v7());
    client.post("/api/contacts", &body).await.expect_status(201);
    let path = format!("/api/contacts/{}", body["id"].as_str().expect("an id"));
    let change = json!({ "name": "Margaret Holroyd", "phone": "0113 496 0001", "version": 1 });
    let changed = client.put(&path, &change).await.expect_status(200);
    assert_eq!(client.post("/api/contacts", &body).await.expect_status(201), changed);
    app.stop().await;
}
