//! How a business numbers its documents, and its emails when the bank details for customers change.

use serde_json::{Value, json};

use crate::support::{Client, TestApp};

const SAM: &str = "sam@example.com";

async fn create_profile(client: &Client, name: &str) -> String {
    let made = client.post("/api/business-profiles", &json!({ "name": name })).await.expect_status(201);
    made["id"].as_str().expect("an id").to_owned()
}

/// Sends a document of this profile by link, and returns its number.
async fn send_and_read_number(client: &Client, profile: &str, kind: &str) -> Value {
    let contact = client.post("/api/contacts", &json!({ "name": "Mo" })).await;
    let contact = contact.expect_status(201)["id"].clone();
    let (path, end) = match kind {
        "quote" => ("/api/quotes", "expiryDate"),
        _ => ("/api/invoices", "dueDate"),
    };
    let body = json!({
        "businessProfileId": profile, "contactId": contact, "issueDate": "2026-11-20", end: "2026-12-20",
        "jobDescription": "Tap", "notes": "",
        "items": [{ "id": "a", "name": "Tap", "description": "", "quantity": "1", "price": "80" }]
    });
    let made = client.post(path, &body).await.expect_status(201);
    let send = format!("{path}/{}/send", made["id"].as_str().expect("an id"));
    let sent = client.post(&send, &json!({ "via": "link" })).await;
    sent.expect_status(200)[format!("{kind}Number")].clone()
}

#[tokio::test]
async fn a_business_goes_on_from_its_own_numbers() {
    let app = TestApp::start().await;
    let client = app.sign_up(SAM).await;
    let id = create_profile(&client, "Taylor").await;
    let path = format!("/api/business-profiles/{id}/numbering");
    assert_eq!(
        client.get(&path).await.expect_status(200),
        json!([
            { "kind": "quote", "prefix": "", "next": 1, "shown": "Q-0001" },
            { "kind": "invoice", "prefix": "", "next": 1, "shown": "INV-0001" },
            { "kind": "credit_note", "prefix": "", "next": 1, "shown": "CN-0001" },
        ])
    );
    let response = json!({ "numbering": [{ "kind": "invoice", "prefix": "TP/", "next": 1250 }] });
    let set = client.put(&path, &response).await.expect_status(200);
    assert_eq!(set[0]["shown"], "Q-0001", "a kind that is not named stays");
    assert_eq!(set[1]["shown"], "TP/1250");
    assert_eq!(client.put(&path, &response).await.expect_status(200), set);
    assert_eq!(send_and_read_number(&client, &id, "quote").await, "Q-0001");
    assert_eq!(send_and_read_number(&client, &id, "invoice").await, "TP/1250");
    assert_eq!(send_and_read_number(&client, &id, "invoice").await, "TP/1251");
    // Another business of the account has a sequence of its own.
    let other = create_profile(&client, "Taylor Roofing").await;
    assert_eq!(send_and_read_number(&client, &other, "invoice").await, "INV-0001");

    // No number is given twice, also behind a prefix that was given up and comes back.
    let again = json!({ "numbering": [{ "kind": "invoice", "prefix": "TP/", "next": 1251 }] });
    let refused = client.put(&path, &again).await;
    let refused = refused.expect_error(422, "rule_broken", Some("numbering[0].next"));
    assert_eq!(refused["errors"][0]["code"], "number_taken");
    let plain = json!({ "numbering": [{ "kind": "invoice", "prefix": "", "next": 1 }] });
    client.put(&path, &plain).await.expect_status(200);
    assert_eq!(send_and_read_number(&client, &id, "invoice").await, "INV-0001");
    let back = json!({ "numbering": [{ "kind": "invoice", "prefix": "TP/", "next": 2 }] });
    let refused = client.put(&path, &back).await;
    refused.expect_error(422, "rule_broken", Some("numbering[0].next"));
    let after = json!({ "numbering": [{ "kind": "invoice", "prefix": "TP/", "next": 1252 }] });
    client.put(&path, &after).await.expect_status(200);
    assert_eq!(send_and_read_number(&client, &id, "invoice").await, "TP/1252");

    let body = client.get("/api/activities").await.expect_status(200);
    let bodies = body.as_array().expect("a list").iter();
    let result =
        bodies.filter(|one| one["sentence"] == "You changed the numbering of the business profile Taylor");
    assert_eq!(result.count(), 3, "what was set again or refused is no change");
    let jo = app.sign_up("jo@example.com").await;
    jo.get(&path).await.expect_error(404, "not_found", None);
    jo.put(&path, &plain).await.expect_error(404, "not_found", None);
    app.stop().await;
}

#[tokio::test]
async fn an_invalid_numbering_is_refused() {
    let app = TestApp::start().await;
    let client = app.sign_up(SAM).await;
    let id = create_profile(&client, "Taylor").await;
    let path = format!("/api/business-profiles/{id}/numbering");
    for (prefix, next, field) in [
        ("Q_", 1, "prefix"),
        ("%", 1, "prefix"),
        ("2026", 1, "prefix"),
        ("Thirteen signs", 1, "prefix"),
        ("", 0, "next"),
        ("", 10_000_000, "next"),
    ] {
        let response = json!({ "numbering": [{ "kind": "quote", "prefix": prefix, "next": next }] });
        let refused = client.put(&path, &response).await;
        refused.expect_error(422, "rule_broken", Some(&format!("numbering[0].{field}")));
    }
    let twice = json!({ "numbering": [
        { "kind": "quote", "prefix": "", "next": 1 }, { "kind": "quote", "prefix": "", "next": 2 }
    ] });
    let refused = client.put(&path, &twice).await;
    refused.expect_error(422, "rule_broken", Some("numbering[1].kind"));
    let unknown = json!({ "numbering": [{ "kind": "estimate", "prefix": "", "next": 1 }] });
    let refused = client.put(&path, &unknown).await;
    refused.expect_error(400, "invalid_type", Some("numbering[0].kind"));
    app.stop().await;
}

#[tokio::test]
async fn the_owner_is_notified_of_changed_bank_details() {
    let app = TestApp::start().await;
    let client = app.sign_up(SAM).await;
    let bank = |number: &str| json!({ "name": "Taylor Plumbing", "accountNumber": number });
    let with = |mut body: Value, name: &str, value: Value| {
        body[name] = value;
        body
    };
    let path = "/api/business-profiles";
    let made = client.post(path, &bank("12345678")).await.expect_status(201);
    let another = client.post(path, &bank("11112222")).await;
    let another = another.expect_status(201);
    let path = format!("{path}/{}", made["id"].as_str().expect("an id"));
    let text = "Your bank details on Plumbline were changed";
    let characters = async || {
        let received_emails = app.receive_emails(SAM).await.into_iter();
        received_emails.filter(|character| character.subject == text).collect::<Vec<_>>()
    };
    // The first profile's are no change, the second one's may be.
    let [received_email] = &characters().await[..] else {
        panic!("one mail");
    };
    let link = format!("/settings/business-profiles/{}", another["id"].as_str().expect("an id"));
    assert!(received_email.text.contains(&link), "{}", received_email.text);
    let says = "The bank or PayPal details of Taylor Plumbing were changed on";
    assert!(received_email.text.contains(says), "{}", received_email.text);
    let change = with(bank("87654321"), "version", json!(1));
    client.put(&path, &change).await.expect_status(200);
    // The same update again, and one without changes, cause no email.
    client.put(&path, &change).await.expect_status(200);
    let elsewhere = with(bank("87654321"), "version", json!(2));
    let elsewhere = with(elsewhere, "city", json!("York"));
    client.put(&path, &elsewhere).await.expect_status(200);
    assert_eq!(characters().await.len(), 2);
    app.stop().await;
}
