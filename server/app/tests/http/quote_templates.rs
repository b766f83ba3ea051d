//! Quote templates.

use serde_json::{Value, json};
use uuid::Uuid;

use crate::documents::{TestBusiness, id_of};
use crate::support::TestApp;

const PATH: &str = "/api/quote-templates";

fn refit_body() -> Value {
    json!({
        "name": "Bathroom refit", "jobDescription": "Refit the bathroom", "notes": "Two days",
        "terms": "Half first", "template": "bold",
        "items": [
            { "id": "a", "name": "Bath", "description": "Steel", "quantity": "1", "price": "320.00",
                "costType": "materials", "cost": "210.00", "section": "s" },
            { "id": "b", "name": "Rail", "quantity": "1", "price": "150.00", "optional": true },
            { "id": "c", "name": "Fine suite", "quantity": "1", "price": "900.00", "choice": "best" }
        ],
        "sections": [{ "id": "s", "name": "Wet room" }],
        "choices": [{ "id": "good", "name": "Good" }, { "id": "best", "name": "Best" }],
        "chosenChoice": "best", "includeDeposit": true, "deposit": "25", "depositType": "percentage",
        "includeDiscount": true, "discount": "10.00", "discountType": "other", "tax": "20"
    })
}

fn with_fields(mut body: Value, fields: Value) -> Value {
    for (name, value) in fields.as_object().expect("fields") {
        body[name] = value.clone();
    }
    body
}

#[tokio::test]
async fn a_template_is_created_read_renamed_and_deleted() {
    let business = TestBusiness::open().await;
    let client = &business.client;
    let made = client.post(PATH, &refit_body()).await.expect_status(201);
    for name in ["name", "jobDescription", "notes", "terms", "template", "choices", "sections"] {
        assert_eq!(made[name], refit_body()[name], "{name}");
    }
    assert_eq!(made["items"][0]["cost"], "210.00");
    assert_eq!(made["items"][0]["section"], "s");
    assert_eq!(made["totalAmount"], "1632.00");
    let path = format!("{PATH}/{}", id_of(&made));
    assert_eq!(client.get(&path).await.expect_status(200), made);
    let body = json!([{
        "id": id_of(&made), "name": "Bathroom refit", "jobDescription": "Refit the bathroom", "totalAmount": "1632.00"
    }]);
    for (typed, found) in [("bath ref", &body), ("kitchen", &json!([])), ("", &json!([]))] {
        let response = client.get(&format!("/api/search?q={typed}")).await;
        assert_eq!(&response.expect_status(200)["templates"], found, "{typed}");
    }
    let change = with_fields(refit_body(), json!({ "name": "Wet room", "version": 1 }));
    let changed = client.put(&path, &change).await.expect_status(200);
    assert_eq!((&changed["name"], &changed["version"]), (&json!("Wet room"), &json!(2)));
    // Repeating the request after a lost response is harmless; a different change of the same version is refused.
    assert_eq!(client.put(&path, &change).await.expect_status(200), changed);
    let stale = with_fields(refit_body(), json!({ "name": "Shower", "version": 1 }));
    let refused = client.put(&path, &stale).await;
    let refused = refused.expect_error(409, "stale_version", None);
    assert_eq!(refused["current"], changed);
    assert_eq!(client.get(PATH).await.expect_status(200), json!([changed]));
    let jo = business.app.sign_up("jo@example.com").await;
    for response in [jo.get(&path).await, jo.delete(&path).await, jo.put(&path, &stale).await] {
        response.expect_error(404, "not_found", None);
    }
    assert_eq!(jo.get(PATH).await.expect_status(200), json!([]));
    let response = client.get("/api/activities?limit=2").await.expect_status(200);
    assert_eq!(response[0]["sentence"], "You changed the quote template Wet room", "{response}");
    assert_eq!(client.delete(&path).await.status.as_u16(), 204);
    client.get(&path).await.expect_error(404, "not_found", None);
    assert_eq!(client.get(PATH).await.expect_status(200), json!([]));
    business.app.stop().await;
}

#[tokio::test]
async fn a_quote_is_made_from_a_template_by_an_ordinary_create() {
    let business = TestBusiness::open().await;
    let made = business.client.post(PATH, &refit_body()).await.expect_status(201);
    let mut body = json!({ "contactId": business.contact, "businessProfileId": business.profile });
    for (name, value) in made.as_object().expect("fields") {
        let own = ["id", "version", "name", "totalAmount", "createdAt", "updatedAt"];
        if !own.contains(&name.as_str()) && name != "businessProfileId" {
            body[name] = value.clone();
        }
    }
    let quote = business.client.post("/api/quotes", &body).await.expect_status(201);
    assert_eq!(quote["totals"]["totalAmount"], made["totalAmount"]);
    for name in ["items", "sections", "choices", "chosenChoice", "notes", "terms", "discount"] {
        assert_eq!(quote[name], made[name], "{name}");
    }
    business.app.stop().await;
}

#[tokio::test]
async fn fields_that_belong_to_one_job_are_not_stored() {
    let business = TestBusiness::open().await;
    let job = json!({
        "supplyDate": "2026-11-16", "vatAnswers": { "staff": true },
        "agreement": { "customer": "consumer" }
    });
    let made = business.client.post(PATH, &with_fields(refit_body(), job)).await.expect_status(201);
    for name in ["supplyDate", "vatAnswers", "agreement"] {
        assert_eq!(made[name], Value::Null, "{name}");
    }
    for name in ["contactId", "issueDate", "expiryDate", "jobAddress", "payments", "colour"] {
        let body = with_fields(refit_body(), json!({ name: "x" }));
        let refused = business.client.post(PATH, &body).await;
        refused.expect_error(400, "unknown_field", Some(name));
    }
    business.app.stop().await;
}

#[tokio::test]
async fn older_clients_do_not_change_what_is_supplied() {
    let business = TestBusiness::open().await;
    let agreement = json!({ "agreement": { "supplies": "labour", "workTime": "In May" } });
    let made = business.client.post(PATH, &with_fields(refit_body(), agreement)).await;
    let made = made.expect_status(201);
    assert_eq!(made["agreement"]["supplies"], "labour");
    let path = format!("{PATH}/{}", id_of(&made));
    // An older client sends no agreement, or one without these fields.
    for (version, older) in [(1, json!({})), (2, json!({ "agreement": { "place": "away" } }))] {
        let notes = json!({ "notes": format!("Note {version}"), "version": version });
        let body = with_fields(with_fields(refit_body(), older), notes);
        let saved = business.client.put(&path, &body).await.expect_status(200);
        assert_eq!(saved["notes"], format!("Note {version}"));
        assert_eq!(saved["agreement"], made["agreement"], "{version}");
    }
    // A current client can remove them.
    let none = with_fields(refit_body(), json!({ "agreement": null, "version": 3 }));
    let saved = business.client.put(&path, &none).await.expect_status(200);
    assert_eq!(saved["agreement"], Value::Null);
    business.app.stop().await;
}

#[tokio::test]
async fn two_templates_cannot_have_the_same_name() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    let first = client.post(PATH, &refit_body()).await.expect_status(201);
    let same = with_fields(refit_body(), json!({ "name": "  bathroom RÉFIT " }));
    let refused = client.post(PATH, &same).await;
    let body = refused.expect_error(422, "rule_broken", Some("name"));
    assert_eq!(body["errors"][0]["code"], "name_taken");
    assert_eq!(body["message"], "You already have a template called “bathroom RÉFIT”.");
    let other = with_fields(refit_body(), json!({ "name": "Shower" }));
    let other = client.post(PATH, &other).await.expect_status(201);
    let path = format!("{PATH}/{}", id_of(&other));
    let renamed = with_fields(refit_body(), json!({ "version": 1 }));
    client.put(&path, &renamed).await.expect_error(422, "rule_broken", Some("name"));
    // A template can change its name to other capitals.
    let path = format!("{PATH}/{}", id_of(&first));
    let capitals = with_fields(refit_body(), json!({ "name": "BATHROOM REFIT", "version": 1 }));
    client.put(&path, &capitals).await.expect_status(200);
    let jo = app.sign_up("jo@example.com").await;
    jo.post(PATH, &refit_body()).await.expect_status(201);
    app.stop().await;
}

#[tokio::test]
async fn a_repeated_create_returns_the_first_template_and_a_different_one_is_refused() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    let body = with_fields(refit_body(), json!({ "id": Uuid::now_v7().to_string() }));
    let made = client.post(PATH, &body).await.expect_status(201);
    assert_eq!(client.post(PATH, &body).await.expect_status(201), made);
    let other = with_fields(body.clone(), json!({ "name": "Shower" }));
    client.post(PATH, &other).await.expect_error(409, "id_taken", None);
    let jo = app.sign_up("jo@example.com").await;
    jo.post(PATH, &body).await.expect_error(409, "id_taken", None);
    assert_eq!(client.get(PATH).await.expect_status(200), json!([made]));
    app.stop().await;
}

#[tokio::test]
async fn the_fields_and_the_number_of_templates_are_limited() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    for (fields, path) in [
        (json!({ "name": " " }), "name"),
        (json!({ "name": "x".repeat(201) }), "name"),
        (json!({ "notes": "x".repeat(10_001) }), "notes"),
        (json!({ "tax": "101" }), "tax"),
    ] {
        let refused = client.post(PATH, &with_fields(refit_body(), fields)).await;
        refused.expect_error(422, "rule_broken", Some(path));
    }
    let line = |at: usize| {
        json!({ "id": at.to_string(), "name": "Pipe", "description": "x".repeat(2_000),
            "quantity": "1", "price": "1" })
    };
    let lines: Vec<Value> = (0..99).map(line).collect();
    let long = with_fields(refit_body(), json!({ "items": lines }));
    let refused = client.post(PATH, &long).await;
    refused.expect_error(422, "rule_broken", Some("items"));
    let short = json!({ "jobDescription": "", "notes": "", "items": [] });
    for at in 0..200 {
        let one = with_fields(short.clone(), json!({ "name": format!("Job {at}") }));
        client.post(PATH, &one).await.expect_status(201);
    }
    let refused = client.post(PATH, &with_fields(short, json!({ "name": "One more" }))).await;
    let body = refused.expect_error(422, "rule_broken", Some("name"));
    assert_eq!(body["message"], "You have 200 templates, which is the maximum.");
    app.stop().await;
}

#[tokio::test]
async fn a_template_belongs_to_one_of_the_accounts_businesses_even_an_archived_one() {
    let business = TestBusiness::open().await;
    let body = with_fields(refit_body(), json!({ "businessProfileId": business.profile }));
    let made = business.client.post(PATH, &body).await.expect_status(201);
    assert_eq!(made["businessProfileId"], business.profile);
    let foreign = business.app.sign_up("jo@example.com").await;
    let refused = foreign.post(PATH, &body).await;
    refused.expect_error(422, "rule_broken", Some("businessProfileId"));
    // An archived business profile still has its templates, which can be renamed.
    let profile = format!("/api/business-profiles/{}", business.profile);
    assert_eq!(business.client.delete(&profile).await.status.as_u16(), 204);
    let path = format!("{PATH}/{}", id_of(&made));
    let renamed = with_fields(body, json!({ "name": "Old refit", "version": 1 }));
    business.client.put(&path, &renamed).await.expect_status(200);
    business.app.stop().await;
}
