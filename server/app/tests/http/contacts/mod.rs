//! Contacts; also what applies to all lists of an account's records.

pub mod balances;
mod deleting;
mod details;
mod importing;
mod renaming;
pub mod statement;
mod unmerging;

use serde_json::{Value, json};
use uuid::Uuid;

use crate::documents::TestBusiness;
use crate::support::TestApp;

const PATH: &str = "/api/contacts";

fn mrs_patel() -> Value {
    json!({
        "name": "Anita Patel", "company": "", "address_line1": "12 Mill Lane", "address_line2": "",
        "city": "Leeds", "county": "West Yorkshire", "post_code": "ls1 4ap", "country": "uk",
        "address": "",
        "phone": "+44 (0)7700 900123", "email": "anita@example.com"
    })
}

fn with_field(mut body: Value, name: &str, value: impl Into<Value>) -> Value {
    body[name] = value.into();
    body
}

/// An address in one line is saved unchanged, and documents show it.
#[tokio::test]
async fn a_one_line_address_is_saved_and_shown_on_documents() {
    let business = TestBusiness::open().await;
    let line = "12 Mill Lane, Leeds, LS1 4AP";
    let body = json!({ "name": "Anita Patel", "address": line });
    let made = business.client.post(PATH, &body).await.expect_status(201);
    assert_eq!(made["address"], line);
    let long = with_field(body, "address", "x".repeat(701));
    let refused = business.client.post(PATH, &long).await;
    refused.expect_error(422, "rule_broken", Some("address"));
    let quote = with_field(business.quote_body(), "contactId", made["id"].clone());
    let draft = business.client.post("/api/quotes", &quote).await.expect_status(201);
    assert_eq!(draft["contact"]["address"], line);
    let id = draft["id"].as_str().expect("an id");
    let sent = business.send_by_link("quotes", id).await;
    let token = sent["publicToken"].as_str().expect("a token");
    let link = format!("/api/quotes/public/{token}?with=page");
    let page = business.app.new_client().get(&link).await.expect_status(200);
    assert_eq!(page["contact"]["address"], line);
    assert_eq!(page["quote"]["customerAddress"], line);
    let to = page["page"]["presentation"]["to"].to_string();
    assert!(to.contains(line), "{to}");
}

#[tokio::test]
async fn a_contact_is_created_read_changed_and_deleted() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    assert_eq!(client.get(PATH).await.expect_status(200), json!([]));
    let made = client.post(PATH, &mrs_patel()).await.expect_status(201);
    assert_eq!(made["version"], 1);
    for (name, value) in mrs_patel().as_object().expect("fields") {
        assert_eq!(&made[name], value);
    }
    let path = format!("{PATH}/{}", made["id"].as_str().expect("an id"));
    assert_eq!(client.get(&path).await.expect_status(200), made);

    client.post(PATH, &json!({ "company": "abacus Homes Ltd" })).await.expect_status(201);
    let list = client.get(PATH).await.expect_status(200);
    assert_eq!([&list[0]["company"], &list[1]["name"]], ["abacus Homes Ltd", "Anita Patel"]);

    app.clock.advance(1000);
    let change = with_field(with_field(mrs_patel(), "city", "York"), "version", 1);
    let changed = client.put(&path, &change).await.expect_status(200);
    assert_eq!((&changed["version"], &changed["city"]), (&json!(2), &json!("York")));
    assert_eq!(changed["updatedAt"], made["updatedAt"].as_i64().expect("ms") + 1000);

    let gone = client.delete(&path).await;
    assert_eq!((gone.status.as_u16(), gone.text.as_str()), (204, ""));
    client.get(&path).await.expect_error(404, "not_found", None);
    client.delete(&path).await.expect_error(404, "not_found", None);
    client.put(&path, &change).await.expect_error(404, "not_found", None);
    app.stop().await;
}

#[tokio::test]
async fn repeating_a_create_returns_the_same_contact() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    let body = with_field(mrs_patel(), "id", Uuid::now_v7().to_string());
    let sends = (0..5).map(|_| client.post(PATH, &body));
    let made: Vec<_> =
        futures::future::join_all(sends).await.into_iter().map(|a| a.expect_status(201)).collect();
    assert!(made.iter().all(|contact| *contact == made[0]));
    assert_eq!(client.get(PATH).await.expect_status(200).as_array().map(Vec::len), Some(1));

    let capitals = body["id"].as_str().expect("an id").to_uppercase();
    let again = client.post(PATH, &with_field(body.clone(), "id", capitals)).await;
    assert_eq!(again.expect_status(201), made[0]);

    let other = app.sign_up("jo@example.com").await;
    other.post(PATH, &body).await.expect_error(409, "id_taken", None);
    let bad = with_field(mrs_patel(), "id", "42");
    client.post(PATH, &bad).await.expect_error(400, "bad_id", Some("id"));
    app.stop().await;
}

#[tokio::test]
async fn an_id_in_capitals_is_the_same_and_an_invalid_one_is_not_found() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    for (list, body, noun) in [
        (PATH, mrs_patel(), "Contact"),
        ("/api/items", json!({ "name": "Tap" }), "Item"),
        ("/api/business-profiles", json!({ "name": "Ackroyd" }), "Business profile"),
    ] {
        let made = client.post(list, &body).await.expect_status(201);
        let id = made["id"].as_str().expect("an id");
        let capitals = format!("{list}/{}", id.to_uppercase());
        assert_eq!(client.get(&capitals).await.expect_status(200), made);
        let body = with_field(body, "version", 1);
        let changed = client.put(&capitals, &body).await.expect_status(200);
        assert_eq!((&changed["id"], &changed["version"]), (&made["id"], &json!(2)));
        for no_id in ["42", "%ff", &id.replace('-', ""), &format!("{id}0")] {
            let path = format!("{list}/{no_id}");
            let response = client.get(&path).await.expect_error(404, "not_found", None);
            assert_eq!(response["message"], format!("{noun} not found"));
            client.put(&path, &body).await.expect_error(404, "not_found", None);
            client.delete(&path).await.expect_error(404, "not_found", None);
        }
        assert_eq!(client.delete(&capitals).await.status.as_u16(), 204);
    }
    // Somebody who is not signed in gets that error first.
    let answer = app.new_client().get(&format!("{PATH}/42")).await;
    answer.expect_error(401, "no_session", None);
    app.stop().await;
}

#[tokio::test]
async fn a_stale_change_overwrites_nothing() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    let made = client.post(PATH, &mrs_patel()).await.expect_status(201);
    let path = format!("{PATH}/{}", made["id"].as_str().expect("an id"));
    let york = with_field(with_field(mrs_patel(), "city", "York"), "version", 1);
    let first = client.put(&path, &york).await.expect_status(200);
    // Sent again after a lost answer, it is the same change.
    assert_eq!(client.put(&path, &york).await.expect_status(200), first);

    let hull = with_field(with_field(mrs_patel(), "city", "Hull"), "version", 1);
    let refused = client.put(&path, &hull).await.expect_error(409, "stale_version", None);
    assert_eq!(refused["current"], first);
    assert_eq!(client.get(&path).await.expect_status(200), first);

    client.put(&path, &mrs_patel()).await.expect_error(400, "missing_field", Some("version"));
    let other = with_field(hull, "id", Uuid::now_v7().to_string());
    client.put(&path, &other).await.expect_error(400, "bad_id", Some("id"));

    // Of many changes to one version one wins.
    let changes = (0..8).map(|n| {
        let body = with_field(with_field(mrs_patel(), "city", format!("City {n}")), "version", 2);
        let (client, path) = (client.clone(), path.clone());
        async move { client.put(&path, &body).await.status.as_u16() }
    });
    let mut statuses = futures::future::join_all(changes).await;
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409, 409, 409, 409, 409, 409, 409]);
    app.stop().await;
}

#[tokio::test]
async fn another_account_sees_and_changes_nothing() {
    let app = TestApp::start().await;
    let sam = app.sign_up("sam@example.com").await;
    let jo = app.sign_up("jo@example.com").await;
    let made = sam.post(PATH, &mrs_patel()).await.expect_status(201);
    let path = format!("{PATH}/{}", made["id"].as_str().expect("an id"));
    assert_eq!(jo.get(PATH).await.expect_status(200), json!([]));
    jo.get(&path).await.expect_error(404, "not_found", None);
    jo.put(&path, &with_field(mrs_patel(), "version", 1)).await.expect_error(404, "not_found", None);
    jo.delete(&path).await.expect_error(404, "not_found", None);
    assert_eq!(sam.get(&path).await.expect_status(200), made);

    let nobody = app.new_client();
    for path in [PATH, &path, "/api/items", "/api/business-profiles", "/api/activities"] {
        nobody.get(path).await.expect_error(401, "no_session", None);
    }
    nobody.post(PATH, &mrs_patel()).await.expect_error(401, "no_session", None);
    for odd in ["42", "%00", "..%2f..", "' OR 1=1", "%F0%9F%92%A9"] {
        sam.get(&format!("{PATH}/{odd}")).await.expect_error(404, "not_found", None);
    }
    let query = sam.get("/api/activities?limit=%00").await;
    query.expect_error(400, "bad_query", None);
    app.stop().await;
}

#[tokio::test]
async fn errors_name_the_invalid_field() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    for (name, value, code) in [
        ("email", json!("anita@"), "invalid_email"),
        ("phone", json!("call me"), "invalid_phone"),
        ("name", json!("x".repeat(201)), "too_long"),
        ("company", json!("a\u{202E}b"), "control_character"),
        ("city", json!("a\nb"), "control_character"),
        ("post_code", json!("x".repeat(21)), "too_long"),
        ("address_line1", json!("\u{2066}"), "control_character"),
        ("county", json!("\u{1b}[31m"), "control_character"),
    ] {
        let body = client.post(PATH, &with_field(mrs_patel(), name, value)).await;
        let body = body.expect_error(422, "rule_broken", Some(name));
        assert_eq!(body["errors"][0]["code"], code, "{body}");
    }
    let nobody = client.post(PATH, &json!({ "name": " " })).await;
    nobody.expect_error(422, "rule_broken", Some("name"));
    let unknown = with_field(mrs_patel(), "nickname", "Annie");
    client.post(PATH, &unknown).await.expect_error(400, "unknown_field", Some("nickname"));
    let number = with_field(mrs_patel(), "phone", 7700);
    client.post(PATH, &number).await.expect_error(400, "invalid_type", Some("phone"));
    let nul = with_field(mrs_patel(), "city", "Lee\0ds");
    client.post(PATH, &nul).await.expect_error(400, "nul_character", Some("city"));
    client.post(PATH, &with_field(mrs_patel(), "version", "1")).await.expect_error(
        400,
        "invalid_type",
        Some("version"),
    );
    assert_eq!(client.get(PATH).await.expect_status(200), json!([]));
    app.stop().await;
}

#[tokio::test]
async fn text_in_every_script_is_stored_as_typed() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    for name in [
        "محمد عبد الله",
        "ישראל\u{200F} כהן",
        "王小明",
        "  Zoë O’Brien  ",
        "👷🏽‍♀️ Kim",
        "<b>& \"x\"",
        "Robert'); DROP TABLE contacts;--",
    ] {
        let made = client.post(PATH, &with_field(mrs_patel(), "name", name)).await.expect_status(201);
        assert_eq!(made["name"], name);
        let path = format!("{PATH}/{}", made["id"].as_str().expect("an id"));
        assert_eq!(client.get(&path).await.expect_status(200)["name"], name);
    }
    app.stop().await;
}
