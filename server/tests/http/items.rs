//! The library of products and services.

use serde_json::{Value, json};

use crate::support::TestApp;

const PATH: &str = "/api/items";

fn radiator() -> Value {
    json!({
        "name": "Radiator", "description": "600 × 1000, white\nwith valves", "quantity": "1",
        "price": "86.4950", "includeLabour": true, "labourHours": "1.5", "labourRate": "45",
        "labourUnitType": "hours", "vat": { "treatment": "taxable", "rate": "5" },
        "costType": "materials"
    })
}

fn with(mut body: Value, name: &str, value: impl Into<Value>) -> Value {
    body[name] = value.into();
    body
}

#[tokio::test]
async fn made_read_changed_and_removed() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    let made = client.post(PATH, &radiator()).await.expect(201);
    for (name, value) in radiator().as_object().expect("fields") {
        assert_eq!(&made[name], value, "{name}");
    }
    let path = format!("{PATH}/{}", made["id"].as_str().expect("an id"));
    let change = with(with(radiator(), "price", "99.99"), "version", 1);
    let changed = client.put(&path, &change).await.expect(200);
    assert_eq!(
        (&changed["price"], &changed["version"]),
        (&json!("99.99"), &json!(2))
    );
    assert_eq!(client.put(&path, &change).await.expect(200), changed);
    let stale = with(with(radiator(), "price", "1"), "version", 1);
    let refused = client
        .put(&path, &stale)
        .await
        .refused(409, "stale_version", None);
    assert_eq!(refused["current"], changed);
    assert_eq!(client.get(PATH).await.expect(200), json!([changed]));
    let jo = app.sign_up("jo@example.com").await;
    jo.get(&path).await.refused(404, "not_found", None);
    jo.delete(&path).await.refused(404, "not_found", None);
    assert_eq!(client.delete(&path).await.status.as_u16(), 204);
    assert_eq!(client.get(PATH).await.expect(200), json!([]));
    app.stop().await;
}

#[tokio::test]
async fn what_is_not_given_has_its_usual_value() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    let text = r#"{"name":"Call-out","price":60.50}"#;
    let made = client.post_text(PATH, text).await.expect(201);
    assert_eq!(made["price"], "60.50", "the text of a JSON number is kept");
    assert_eq!(made["quantity"], "1");
    assert_eq!(made["labourUnitType"], "hours");
    // What nobody said to be materials is labour (rules.md, section 2).
    assert_eq!(made["costType"], "labour");
    assert_eq!(made["vat"], Value::Null);
    app.stop().await;
}

#[tokio::test]
async fn numbers_keep_the_limits_of_the_rules() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    for (name, value, code) in [
        ("price", json!("10000000.01"), "out_of_range"),
        ("price", json!("-1e400"), "out_of_range"),
        ("price", json!("0.00001"), "too_many_decimals"),
        ("price", json!("ten"), "not_a_number"),
        ("quantity", json!("-1"), "out_of_range"),
        ("quantity", json!(1000001), "out_of_range"),
        ("labourHours", json!("0.001"), "too_many_decimals"),
        ("labourRate", json!("1000000.01"), "out_of_range"),
        ("name", json!("  "), "required"),
        ("description", json!("x".repeat(20_001)), "too_long"),
    ] {
        let body = client.post(PATH, &with(radiator(), name, value)).await;
        let body = body.refused(422, "rule_broken", Some(name));
        assert_eq!(body["errors"][0]["code"], code, "{body}");
    }
    let vat = json!({ "treatment": "taxable", "rate": "101" });
    client
        .post(PATH, &with(radiator(), "vat", vat))
        .await
        .refused(422, "rule_broken", Some("vat.rate"));
    let vat = json!({ "treatment": "none" });
    client
        .post(PATH, &with(radiator(), "vat", vat))
        .await
        .refused(400, "invalid_type", Some("vat.treatment"));
    client
        .post(PATH, &with(radiator(), "labourUnitType", "weeks"))
        .await
        .refused(400, "invalid_type", Some("labourUnitType"));
    client
        .post(PATH, &with(radiator(), "sku", "1"))
        .await
        .refused(400, "unknown_field", Some("sku"));
    client
        .post(PATH, &json!({ "price": "1" }))
        .await
        .refused(400, "missing_field", Some("name"));
    client
        .post(PATH, &with(radiator(), "price", "-10000000"))
        .await
        .expect(201);
    app.stop().await;
}
