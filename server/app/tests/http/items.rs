//! The price list.

use serde_json::{Value, json};

use crate::support::TestApp;

const PATH: &str = "/api/items";

fn radiator_body() -> Value {
    json!({
        "name": "Radiator", "description": "600 × 1000, white\nwith valves", "quantity": "1",
        "price": "86.4950", "includeLabour": true, "labourHours": "1.5", "labourRate": "45",
        "labourUnitType": "hours", "vat": { "treatment": "taxable", "rate": "5" },
        "costType": "materials", "cost": "61.20", "unit": "each", "code": "RAD-600-1000",
        "category": "Heating", "favourite": true
    })
}

fn with_field(mut body: Value, name: &str, value: impl Into<Value>) -> Value {
    body[name] = value.into();
    body
}

#[tokio::test]
async fn an_item_is_created_read_changed_and_deleted() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    let made = client.post(PATH, &radiator_body()).await.expect_status(201);
    for (name, value) in radiator_body().as_object().expect("fields") {
        assert_eq!(&made[name], value, "{name}");
    }
    let path = format!("{PATH}/{}", made["id"].as_str().expect("an id"));
    let change = with_field(with_field(radiator_body(), "price", "99.99"), "version", 1);
    let changed = client.put(&path, &change).await.expect_status(200);
    assert_eq!((&changed["price"], &changed["version"]), (&json!("99.99"), &json!(2)));
    assert_eq!(client.put(&path, &change).await.expect_status(200), changed);
    let stale = with_field(with_field(radiator_body(), "price", "1"), "version", 1);
    let refused = client.put(&path, &stale).await.expect_error(409, "stale_version", None);
    assert_eq!(refused["current"], changed);
    assert_eq!(client.get(PATH).await.expect_status(200), json!([changed]));
    let jo = app.sign_up("jo@example.com").await;
    jo.get(&path).await.expect_error(404, "not_found", None);
    jo.delete(&path).await.expect_error(404, "not_found", None);
    assert_eq!(client.delete(&path).await.status.as_u16(), 204);
    assert_eq!(client.get(PATH).await.expect_status(200), json!([]));
    app.stop().await;
}

#[tokio::test]
async fn missing_fields_get_their_default_values() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    let text = r#"{"name":"Call-out","price":60.50}"#;
    let made = client.post_text(PATH, text).await.expect_status(201);
    assert_eq!(made["price"], "60.50", "the text of a JSON number is stored");
    assert_eq!(made["quantity"], "1");
    assert_eq!(made["labourUnitType"], "hours");
    // What nobody said to be materials is labour (docs/rules.md, section 2).
    assert_eq!(made["costType"], "labour");
    assert_eq!(made["vat"], Value::Null);
    for name in ["cost", "unit", "code", "category"] {
        assert_eq!(made[name], "", "{name}");
    }
    assert_eq!(made["favourite"], false);
    app.stop().await;
}

#[tokio::test]
async fn numbers_beyond_the_limits_are_refused() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    for (name, value, code) in [
        ("price", json!("10000000.01"), "out_of_range"),
        ("price", json!("-1e400"), "out_of_range"),
        ("price", json!("0.00001"), "too_many_decimals"),
        ("price", json!("ten"), "not_a_number"),
        ("cost", json!("-1"), "out_of_range"),
        ("cost", json!("0.00001"), "too_many_decimals"),
        ("unit", json!("x".repeat(21)), "too_long"),
        ("code", json!("x".repeat(61)), "too_long"),
        ("category", json!("Pipes\nand more"), "control_character"),
        ("quantity", json!("-1"), "out_of_range"),
        ("quantity", json!(1000001), "out_of_range"),
        ("labourHours", json!("0.001"), "too_many_decimals"),
        ("labourRate", json!("1000000.01"), "out_of_range"),
        ("name", json!("  "), "required"),
        ("description", json!("x".repeat(20_001)), "too_long"),
    ] {
        let body = client.post(PATH, &with_field(radiator_body(), name, value)).await;
        let body = body.expect_error(422, "rule_broken", Some(name));
        assert_eq!(body["errors"][0]["code"], code, "{body}");
    }
    let vat = json!({ "treatment": "taxable", "rate": "101" });
    client.post(PATH, &with_field(radiator_body(), "vat", vat)).await.expect_error(
        422,
        "rule_broken",
        Some("vat.rate"),
    );
    let vat = json!({ "treatment": "none" });
    client.post(PATH, &with_field(radiator_body(), "vat", vat)).await.expect_error(
        400,
        "invalid_type",
        Some("vat.treatment"),
    );
    client.post(PATH, &with_field(radiator_body(), "labourUnitType", "weeks")).await.expect_error(
        400,
        "invalid_type",
        Some("labourUnitType"),
    );
    client.post(PATH, &with_field(radiator_body(), "sku", "1")).await.expect_error(
        400,
        "unknown_field",
        Some("sku"),
    );
    client.post(PATH, &json!({ "price": "1" })).await.expect_error(400, "missing_field", Some("name"));
    client.post(PATH, &with_field(radiator_body(), "price", "-10000000")).await.expect_status(201);
    app.stop().await;
}

/// A new price is offered to drafts whose lines still have the item's name and its old price, and the server changes
/// none of them automatically.
#[tokio::test]
async fn a_new_price_finds_the_drafts_that_have_the_old_one() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    let made = client.post(PATH, &radiator_body()).await.expect_status(201);
    let id = made["id"].as_str().expect("an id");
    let line = |id: &str, name: &str, price: &str| json!({ "id": id, "name": name, "description": "", "quantity": "2", "price": price });
    let draft = |job: &str, lines: Value| json!({ "jobDescription": job, "notes": "", "items": lines });
    let both = json!([
        line("a", "Radiator", "86.4950"),
        line("b", "Radiator ", "86.495"),
        line("c", "Radiator", "80")
    ]);
    let quote = client.post("/api/quotes", &draft("Hall", both)).await;
    let quote = quote.expect_status(201);
    let lines = json!([line("a", "Radiator", "86.495")]);
    let invoice = client.post("/api/invoices", &draft("Loft", lines)).await;
    let invoice = invoice.expect_status(201);
    for (path, lines) in [
        ("/api/quotes", json!([line("a", "Towel rail", "86.495")])),
        ("/api/quotes", json!([line("a", "Radiator", "80")])),
    ] {
        client.post(path, &draft("Another", lines)).await.expect_status(201);
    }
    let archived = json!([line("a", "Radiator", "86.495")]);
    let archived = client.post("/api/quotes", &draft("Away", archived)).await;
    let archived = archived.expect_status(201);
    let away = format!("/api/quotes/{}/archive", archived["id"].as_str().expect("an id"));
    client.post(&away, &json!({})).await.expect_status(200);
    let path = format!("{PATH}/{id}/drafts?price=86.495");
    let found = client.get(&path).await.expect_status(200);
    assert_eq!(
        found,
        json!([
            { "kind": "invoice", "id": invoice["id"], "version": 1, "contactName": "",
              "jobDescription": "Loft", "lines": ["a"] },
            { "kind": "quote", "id": quote["id"], "version": 1, "contactName": "",
              "jobDescription": "Hall", "lines": ["a", "b"] },
        ])
    );
    let none = client.get(&format!("{PATH}/{id}/drafts?price=1")).await;
    assert_eq!(none.expect_status(200), json!([]));
    // An item's price is without VAT: 80.00 is 96.00 with 20 % of it and 84.00 with 5 %, and exempt it is 80.00. The
    // item's own 86.495 now comes to 103.794 and 90.8198 (90.81975 rounded to four decimals).
    let own = |id: &str, price: &str, vat: Value| {
        let mut line = line(id, "Radiator", price);
        line["vat"] = vat;
        line
    };
    let lines = json!([
        line("a", "Radiator", "96"),
        own("b", "84.00", json!({ "treatment": "taxable", "rate": "5" })),
        own("c", "80", json!({ "treatment": "exempt", "rate": "" })),
        line("d", "Radiator", "80"),
    ]);
    let mut with_vat = draft("Porch", lines);
    with_vat["pricesIncludeVat"] = json!(true);
    with_vat["vatTreatment"] = json!("taxable");
    with_vat["tax"] = json!("20");
    let quote = client.post("/api/quotes", &with_vat).await.expect_status(201);
    let found = client.get(&format!("{PATH}/{id}/drafts?price=80")).await;
    let found = found.expect_status(200);
    let mut found = found.as_array().expect("drafts").iter();
    let found = found.find(|it| it["id"] == quote["id"]).expect("the draft");
    assert_eq!(found["lines"], json!([]));
    assert_eq!(
        found["withVat"],
        json!([
            { "id": "a", "was": "96", "price": "103.794" },
            { "id": "b", "was": "84.00", "price": "90.8198" },
            { "id": "c", "was": "80", "price": "86.495" },
        ])
    );
    let jo = app.sign_up("jo@example.com").await;
    jo.get(&path).await.expect_error(404, "not_found", None);
    app.stop().await;
}
