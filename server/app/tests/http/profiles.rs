//! Business profiles and their logos.

use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use crate::support::{Client, TestApp, TestResponse};

const PATH: &str = "/api/business-profiles";

/// A picture of one pixel.
pub const PIXEL: &[u8] = &[
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52, 0x00,
    0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x06, 0x00, 0x00, 0x00, 0x1f, 0x15, 0xc4, 0x89, 0x00,
    0x00, 0x00, 0x0d, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9c, 0x63, 0xf8, 0xcf, 0xc0, 0xf0, 0x1f, 0x00, 0x05,
    0x00, 0x01, 0xff, 0x89, 0x99, 0x3d, 0x1d, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42,
    0x60, 0x82,
];

fn taylor_body() -> Value {
    json!({
        "name": "Taylor Plumbing", "email": "hello@example.com", "phone": "0113 496 0123",
        "website": "www.example.co.uk", "logoUrl": null, "template": "classic",
        "address_line1": "1 High Street", "address_line2": "", "city": "Leeds", "county": "",
        "post_code": "LS1 1AA", "country": "uk", "taxNumber": "GB 123 4567 89",
        "registrationNumber": "01234567", "quoteTerms": "Valid for 30 days.\n50% deposit.",
        "invoiceTerms": "14 days", "accepts_cash": true, "accepts_bank_transfer": true,
        "accepts_card": false, "accepts_paypal": false, "bankName": "Example Bank",
        "accountName": "Taylor Plumbing", "accountNumber": "12345678", "sortCode": "12-34-56",
        "quoteDays": 14, "invoiceDays": 0, "includeDeposit": true, "deposit": "25.50",
        "depositType": "percentage", "cisRate": 20
    })
}

fn with_field(mut body: Value, name: &str, value: impl Into<Value>) -> Value {
    body[name] = value.into();
    body
}

/// A client that does not know terms in months leaves them unchanged.
#[tokio::test]
async fn invoices_may_be_due_in_months_and_older_clients_leave_that_unchanged() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    let months = with_field(with_field(taylor_body(), "invoiceDays", 3), "invoiceDueUnit", "months");
    let made = client.post(PATH, &months).await.expect_status(201);
    assert_eq!(made["invoiceDueUnit"], "months");
    let path = format!("{PATH}/{}", made["id"].as_str().expect("an id"));
    let older = with_field(taylor_body(), "invoiceDays", 2);
    let older = with_field(older, "version", made["version"].clone());
    let saved = client.put(&path, &older).await.expect_status(200);
    assert_eq!((&saved["invoiceDays"], &saved["invoiceDueUnit"]), (&json!(2), &json!("months")));
    client
        .put(&path, &with_field(with_field(months, "invoiceDays", 13), "version", saved["version"].clone()))
        .await
        .expect_error(422, "rule_broken", Some("invoiceDays"));
    let plain = client.post(PATH, &taylor_body()).await.expect_status(201);
    assert_eq!(plain["invoiceDueUnit"], "days");
}

/// PostgreSQL returns changed rows last unless a query has an order.
#[tokio::test]
async fn businesses_stay_in_order_when_one_is_changed() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    let names = ["Boilers", "Arches", "Chimneys"];
    let mut made = Vec::new();
    for name in names {
        made.push(client.post(PATH, &with_field(taylor_body(), "name", name)).await.expect_status(201));
        app.clock.advance(1_000);
    }
    let listed = async || {
        let all = client.get(PATH).await.expect_status(200);
        let all = all.as_array().expect("businesses").iter();
        all.map(|it| it["name"].as_str().expect("a name").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(listed().await, names);
    for profile in made {
        let path = format!("{PATH}/{}", profile["id"].as_str().expect("an id"));
        let body = with_field(
            with_field(taylor_body(), "name", profile["name"].clone()),
            "version",
            profile["version"].clone(),
        );
        client.put(&path, &body).await.expect_status(200);
        assert_eq!(listed().await, names);
    }
    app.stop().await;
}

async fn upload_logo(client: &Client, bytes: impl Into<Vec<u8>>) -> TestResponse {
    let form = Form::new().part("file", Part::bytes(bytes.into()).file_name("logo.png"));
    client.send(client.request(Method::POST, "/api/files").multipart(form)).await
}

#[tokio::test]
async fn a_profile_is_created_read_changed_and_hidden() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    assert_eq!(client.get(PATH).await.expect_status(200), json!([]));
    let made = client.post(PATH, &taylor_body()).await.expect_status(201);
    for (name, value) in taylor_body().as_object().expect("fields") {
        assert_eq!(&made[name], value, "{name}");
    }
    assert_eq!(made["stripe_account_id"], Value::Null);
    let id = made["id"].as_str().expect("an id");
    let path = format!("{PATH}/{id}");
    let change = with_field(with_field(taylor_body(), "city", "York"), "version", 1);
    let changed = client.put(&path, &change).await.expect_status(200);
    assert_eq!(client.put(&path, &change).await.expect_status(200), changed);
    let stale = with_field(with_field(taylor_body(), "city", "Hull"), "version", 1);
    client.put(&path, &stale).await.expect_error(409, "stale_version", None);
    assert_eq!(client.get(PATH).await.expect_status(200), json!([changed]));

    let jo = app.sign_up("jo@example.com").await;
    jo.get(&path).await.expect_error(404, "not_found", None);
    jo.put(&path, &change).await.expect_error(404, "not_found", None);

    assert_eq!(client.delete(&path).await.status.as_u16(), 204);
    client.get(&path).await.expect_error(404, "not_found", None);
    client.put(&path, &with_field(taylor_body(), "version", 2)).await.expect_error(404, "not_found", None);
    assert_eq!(client.get(PATH).await.expect_status(200), json!([]));
    let mut conn = app.state().db.read().await.expect("a connection");
    let user = client.get("/api/auth/me").await.expect_status(200);
    let user_id = user["id"].as_str().expect("an id").parse().expect("an id");
    let profile_id = id.parse().expect("an id");
    let profile = plumbline::profiles::store::find_any(&mut conn, &user_id, &profile_id).await.expect("read");
    assert!(profile.is_some(), "documents keep their profile");
    drop(conn);
    app.stop().await;
}

#[tokio::test]
async fn errors_name_the_invalid_field() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    for (name, value) in [
        ("name", json!("")),
        ("name", json!("a\u{202D}b")),
        ("email", json!("hello")),
        ("phone", json!("none")),
        ("website", json!("javascript:alert(1)")),
        ("template", json!("comic")),
        ("brandColour", json!("blue")),
        ("brandColour", json!("#1a5fb")),
        ("brandColour", json!("url(x)")),
        ("paypal", json!("javascript:alert(1)")),
        ("paypal", json!("https://evil.example/paypal.me/x")),
        ("paypal", json!("paypal.me/a/b")),
        ("sortCode", json!("12-34-5")),
        ("quoteDays", json!(-1)),
        ("invoiceDays", json!(366)),
        ("invoiceDueUnit", json!("moons")),
        ("deposit", json!("100.01")),
        ("deposit", json!("a half")),
        ("cisRate", json!(10)),
        ("accountNumber", json!("1234567")),
        ("accountNumber", json!("12345abc")),
        ("quoteTerms", json!("x".repeat(20_001))),
        ("logoUrl", json!("https://evil.example/logo.png")),
        ("logoUrl", json!("/api/files/0192f0c1-2345-7890-abcd-ef0123456789")),
    ] {
        client.post(PATH, &with_field(taylor_body(), name, value)).await.expect_error(
            422,
            "rule_broken",
            Some(name),
        );
    }
    let stripe = with_field(taylor_body(), "stripe_account_id", "acct_1");
    client.post(PATH, &stripe).await.expect_error(400, "unknown_field", Some("stripe_account_id"));
    let flag = with_field(taylor_body(), "accepts_cash", "yes");
    client.post(PATH, &flag).await.expect_error(400, "invalid_type", Some("accepts_cash"));
    let spaced = with_field(with_field(taylor_body(), "sortCode", "123456"), "accountNumber", "1234 5678");
    let made = client.post(PATH, &spaced).await.expect_status(201);
    assert_eq!((&made["sortCode"], &made["accountNumber"]), (&json!("12-34-56"), &json!("12345678")));
    app.stop().await;
}

#[tokio::test]
async fn a_logo_is_shown_to_anybody_and_used_by_its_owner_only() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    let file = upload_logo(&client, PIXEL).await.expect_status(201);
    let url = file["url"].as_str().expect("an address");
    assert_eq!(url, format!("/api/files/{}", file["id"].as_str().expect("an id")));

    let seen = app.new_client().get(url).await;
    assert_eq!(seen.status.as_u16(), 200);
    assert_eq!(seen.header("content-type"), Some("image/png"));
    assert_eq!(seen.header("x-content-type-options"), Some("nosniff"));
    assert!(seen.header("cache-control").is_some_and(|value| value.contains("immutable")));
    assert!(seen.header("content-security-policy").is_some_and(|value| value.contains("sandbox")));

    let made = client.post(PATH, &with_field(taylor_body(), "logoUrl", url)).await.expect_status(201);
    assert_eq!(made["logoUrl"], url);
    let jo = app.sign_up("jo@example.com").await;
    jo.post(PATH, &with_field(taylor_body(), "logoUrl", url)).await.expect_error(
        422,
        "rule_broken",
        Some("logoUrl"),
    );
    app.new_client().get("/api/files/0192f0c1-2345-7890-abcd-ef0123456789").await.expect_error(
        404,
        "not_found",
        None,
    );
    app.new_client().get("/api/files/..%2Fplumbline.db").await.expect_error(404, "not_found", None);
    app.stop().await;
}

#[tokio::test]
async fn a_file_that_is_not_a_picture_is_refused() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    upload_logo(&app.new_client(), PIXEL).await.expect_error(401, "no_session", None);
    upload_logo(&client, "<svg onload=alert(1)>").await.expect_error(422, "rule_broken", Some("file"));
    upload_logo(&client, &PIXEL[..50]).await.expect_error(422, "rule_broken", Some("file"));
    upload_logo(&client, vec![0; 5 * 1024 * 1024 + 1]).await.expect_error(413, "too_large", None);
    let nothing = client.request(Method::POST, "/api/files").multipart(Form::new().text("name", "x"));
    client.send(nothing).await.expect_error(400, "missing_field", Some("file"));
    client.post("/api/files", &json!({})).await.expect_error(415, "unsupported_media_type", None);
    app.stop().await;
}

#[tokio::test]
async fn a_colour_is_stored_in_one_format() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    for (given, saved) in [
        (json!("#1A5FB4"), json!("#1a5fb4")),
        (json!(" 1a5fb4 "), json!("#1a5fb4")),
        (json!(""), Value::Null),
        (Value::Null, Value::Null),
    ] {
        let made = client
            .post(PATH, &with_field(taylor_body(), "brandColour", given.clone()))
            .await
            .expect_status(201);
        assert_eq!(made["brandColour"], saved, "{given}");
    }
    app.stop().await;
}

#[tokio::test]
async fn a_paypal_link_is_stored_in_one_format() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    for (given, saved) in [
        ("paypal.me/TaylorPipes", "https://paypal.me/TaylorPipes"),
        ("https://www.paypal.com/paypalme/TaylorPipes/", "https://paypal.me/TaylorPipes"),
        (" pay@taylor.example ", "pay@taylor.example"),
        ("", ""),
    ] {
        let made = client.post(PATH, &with_field(taylor_body(), "paypal", given)).await.expect_status(201);
        assert_eq!(made["paypal"], saved, "{given}");
    }
    app.stop().await;
}

/// A sole trader's own name and address for service; an older client that does not know them leaves them unchanged.
#[tokio::test]
async fn older_clients_leave_the_owners_name_unchanged() {
    let app = TestApp::start().await;
    let client = app.sign_up("kev@stubbs.example").await;
    let body = json!({ "name": "Aire Plumbing", "ownerName": " Kev Stubbs ", "serviceAddress": "1 Home Road\nLeeds" });
    let made = client.post(PATH, &body).await.expect_status(201);
    assert_eq!(
        (&made["ownerName"], &made["serviceAddress"]),
        (&json!("Kev Stubbs"), &json!("1 Home Road\nLeeds"))
    );
    let path = format!("{PATH}/{}", made["id"].as_str().expect("an id"));
    let older = json!({ "version": made["version"], "name": "Aire Plumbing", "phone": "0113 496 0000" });
    let saved = client.put(&path, &older).await.expect_status(200);
    assert_eq!(saved["ownerName"], "Kev Stubbs");
    assert_eq!(saved["serviceAddress"], "1 Home Road\nLeeds");
    // The same update sent again is the same update.
    assert_eq!(client.put(&path, &older).await.expect_status(200), saved);
    let cleared = json!({ "version": saved["version"], "name": "Aire Plumbing", "ownerName": "", "serviceAddress": "" });
    let cleared = client.put(&path, &cleared).await.expect_status(200);
    assert_eq!((&cleared["ownerName"], &cleared["serviceAddress"]), (&json!(""), &json!("")));
    app.stop().await;
}
