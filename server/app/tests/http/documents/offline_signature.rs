//! What a customer signed on the business's device without signal, sent later.

use plumbline::clock::{Clock as _, DAY, HOUR, MINUTE};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::{CUSTOMER, OWNER, TestBusiness, id_of, token_of, with_field};
use crate::support::TestResponse;

/// The body of a signature, sealed like the device does it.
fn sealed_body(version: &Value, at: i64) -> Value {
    sealed_body_with_terms(version, at, "Valid for 30 days.")
}

fn sealed_body_with_terms(version: &Value, at: i64, terms: &str) -> Value {
    let signature = json!({ "width": 600, "height": 200, "strokes": [[10, 10, 40, 60, 80, 20]] });
    // serde_json sorts the names.
    let body = json!({
        "name": "Dave", "selected": null, "signature": signature, "signedAt": at, "terms": terms,
        "termsAccepted": true, "version": version,
    });
    let seal = hex::encode(Sha256::digest(body.to_string()));
    json!({
        "name": "Dave", "signature": signature, "termsAccepted": true, "version": version,
        "sealed": { "signedAt": at, "terms": terms, "seal": seal },
    })
}

impl TestBusiness {
    async fn version_hash(&self, quote: &Value) -> Value {
        let path = format!("/api/quotes/public/{}?with=page", token_of(quote));
        self.app.new_client().get(&path).await.expect_status(200)["page"]["version"].clone()
    }

    async fn send_offline_signature(&self, quote: &Value, body: &Value) -> TestResponse {
        let path = format!("/api/quotes/{}/accept", id_of(quote));
        self.client.post(&path, body).await
    }

    /// Advances the clock while there is no signal.
    async fn advance_offline(&self, ms: i64) {
        self.app.clock.advance(ms);
        self.app.log_in(&self.client, OWNER).await;
    }

    async fn read_quote(&self, quote: &Value) -> Value {
        let path = format!("/api/quotes/{}", id_of(quote));
        self.client.get(&path).await.expect_status(200)
    }

    /// Changes the price of the quote's first line, as from another device.
    async fn change_first_price(&self, quote: &Value, price: &str) -> Value {
        let now = self.read_quote(quote).await;
        let mut body = with_field(self.quote_body(), "version", now["version"].clone());
        body["id"] = now["id"].clone();
        body["items"][0]["price"] = json!(price);
        body["notes"] = json!(format!("Now {price}"));
        let path = format!("/api/quotes/{}", id_of(quote));
        self.client.put(&path, &body).await.expect_status(200)
    }

    async fn certificate_text(&self, quote: &Value) -> String {
        let path = format!("/api/quotes/{}/certificate.pdf", id_of(quote));
        crate::pdf::pdf_text(&self.client.get_bytes(&path).await)
    }
}

#[tokio::test]
async fn a_quote_is_accepted_at_the_time_of_the_signature() {
    let business = TestBusiness::open().await;
    let sent = business.sent_quote().await;
    let hash = business.version_hash(&sent).await;
    let signed_at = business.app.clock.now_ms() + 2 * HOUR + 3 * MINUTE;
    let body = sealed_body(&hash, signed_at);
    // The quote expires on 16 December, and the phone finds a signal after Christmas.
    business.advance_offline(44 * DAY).await;
    let quote = business.send_offline_signature(&sent, &body).await.expect_status(200);
    assert_eq!(
        (&quote["status"], &quote["acceptedDate"], &quote["acceptance"]["version"]),
        (&json!("accepted"), &json!("2026-11-16"), &hash)
    );
    let saved = &quote["acceptance"];
    assert_eq!(saved["acceptedAt"], "16/11/2026 11:03");
    let text = "Signed without signal at 16 Nov 2026, 11:03 by the device’s clock, received \
                30 Dec 2026, 09:00.";
    assert_eq!(saved["withoutSignal"], text);
    assert_eq!(saved["earlierVersion"], Value::Null);
    let certificate = business.certificate_text(&sent).await;
    assert!(certificate.contains(text), "{certificate}");
    assert!(certificate.contains("Dave accepted quote Q-0001"), "{certificate}");
    let seal = body["sealed"]["seal"].as_str().expect("a seal");
    assert!(certificate.replace('\n', "").contains(&seal[..20]), "{certificate}");
    let copy = business.app.receive_emails(CUSTOMER).await.pop().expect("the copy");
    let flat = copy.text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains(text), "{flat}");
    let page = format!("/api/quotes/public/{}?with=page", token_of(&sent));
    let page = business.app.new_client().get(&page).await.expect_status(200);
    assert_eq!(page["page"]["acceptance"]["withoutSignal"], text);
    // Brought again, with a key or without, it is the same and nothing more.
    let mails = business.app.receive_emails(CUSTOMER).await.len();
    let again = business.send_offline_signature(&sent, &body).await.expect_status(200);
    assert_eq!(again["version"], quote["version"]);
    let other = sealed_body(&hash, signed_at + 1);
    business.send_offline_signature(&sent, &other).await.expect_error(409, "already_accepted", None);
    assert_eq!(
        (business.count_rows("acceptances").await, business.app.receive_emails(CUSTOMER).await.len()),
        (1, mails)
    );
}

#[tokio::test]
async fn a_seal_that_does_not_match_is_refused() {
    let business = TestBusiness::open().await;
    let sent = business.sent_quote().await;
    let hash = business.version_hash(&sent).await;
    let now = business.app.clock.now_ms();
    let good = sealed_body(&hash, now);
    let mut later = good.clone();
    later["sealed"]["signedAt"] = json!(now + 1);
    let mut terms = good.clone();
    terms["sealed"]["terms"] = json!("Other terms");
    let mut short = good.clone();
    short["sealed"]["seal"] = json!("00");
    for (body, path) in [
        (with_field(good.clone(), "name", json!("Dave ")), "sealed.seal"),
        (with_field(good.clone(), "selected", json!([])), "sealed.seal"),
        (later, "sealed.seal"),
        (terms, "sealed.seal"),
        (short, "sealed.seal"),
        (sealed_body(&hash, -1), "sealed.signedAt"),
        (sealed_body(&hash, i64::MAX), "sealed.signedAt"),
    ] {
        business.send_offline_signature(&sent, &body).await.expect_error(422, "rule_broken", Some(path));
    }
    let stranger = business.app.sign_up("kim@other.example").await;
    let path = format!("/api/quotes/{}/accept", id_of(&sent));
    stranger.post(&path, &good).await.expect_error(404, "not_found", None);
    assert_eq!(business.count_rows("acceptances").await, 0);
    business.send_offline_signature(&sent, &good).await.expect_status(200);
}

#[tokio::test]
async fn the_time_of_arrival_counts_if_the_clock_is_a_year_wrong() {
    let business = TestBusiness::open().await;
    for (signed, year) in [(-365 * DAY, "2025"), (365 * DAY, "2027")] {
        let sent = business.sent_quote().await;
        let body = sealed_body(&business.version_hash(&sent).await, business.app.clock.now_ms() + signed);
        business.advance_offline(HOUR).await;
        let quote = business.send_offline_signature(&sent, &body).await.expect_status(200);
        assert_eq!(quote["acceptedDate"], "2026-11-16");
        let text = quote["acceptance"]["withoutSignal"].as_str().expect("a sentence");
        let message = format!("Signed without signal. The device’s clock was wrong: it said 16 Nov {year}");
        assert!(text.starts_with(&message), "{text}");
        assert!(text.contains("so we’ve used the time we received it: 16 Nov 2026"), "{text}");
        assert!(business.certificate_text(&sent).await.contains("clock was wrong"));
    }
    // Signed after it had expired, whatever the day on which it comes in.
    let sent = business.sent_quote().await;
    let body = sealed_body(&business.version_hash(&sent).await, business.app.clock.now_ms() + 31 * DAY);
    business.advance_offline(32 * DAY).await;
    assert_eq!(business.send_offline_signature(&sent, &body).await.status, 409);
    assert_eq!(business.count_rows("acceptances").await, 2);
}

#[tokio::test]
async fn the_signed_version_counts_even_if_the_quote_was_changed_since() {
    let business = TestBusiness::open().await;
    let sent = business.sent_quote().await;
    let hash = business.version_hash(&sent).await;
    let body = sealed_body(&hash, business.app.clock.now_ms() + 5 * MINUTE);
    business.advance_offline(2 * HOUR + 7 * MINUTE).await;
    let changed = business.change_first_price(&sent, "150.00").await;
    assert_ne!(changed["totals"]["totalAmount"], "478.10");
    business.advance_offline(DAY).await;
    let quote = business.send_offline_signature(&sent, &body).await.expect_status(200);
    let text =
        "Dave signed the version from 16 Nov 2026, 09:00. It doesn’t include the change made at 11:07.";
    assert_eq!(quote["acceptance"]["earlierVersion"], text);
    // The version has what was signed again, to the letter and to the penny.
    assert_eq!(
        (&quote["totals"]["totalAmount"], &quote["items"][0]["price"], &quote["notes"]),
        (&json!("478.10"), &json!("120.00"), &json!("Parking at the back"))
    );
    assert_eq!((&quote["acceptance"]["version"], &quote["acceptance"]["versionNumber"]), (&hash, &json!(3)));
    assert_eq!(business.version_hash(&sent).await, hash);
    let certificate = business.certificate_text(&sent).await.replace('\n', " ");
    assert!(certificate.contains("It doesn’t include the change made at 11:07."), "{certificate}");
    assert!(certificate.contains("£478.10"), "{certificate}");
    let page = format!("/api/quotes/public/{}?with=page", token_of(&sent));
    let page = business.app.new_client().get(&page).await.expect_status(200);
    assert_eq!(page["page"]["acceptance"]["earlierVersion"], text);
    assert_eq!(page["quote"]["totalAmount"], "478.10");
    // What follows from it follows from what was signed.
    let path = format!("/api/quotes/{}/convert", id_of(&sent));
    let invoice = business.client.post_empty(&path).await.expect_status(201);
    assert_eq!(invoice["totals"]["totalAmount"], "478.10");
}

#[tokio::test]
async fn several_later_changes_are_counted_and_a_removed_expiry_is_ignored() {
    let business = TestBusiness::open().await;
    let sent = business.sent_quote().await;
    let body = sealed_body(&business.version_hash(&sent).await, business.app.clock.now_ms());
    let other = business.client.post("/api/contacts", &super::contact_body()).await.expect_status(201);
    business.advance_offline(DAY).await;
    business.change_first_price(&sent, "150.00").await;
    let now = business.read_quote(&sent).await;
    let edit = json!({
        "baseVersion": now["version"], "operationId": uuid::Uuid::now_v7(), "operations": [
            { "op": "set", "field": "contactId", "value": id_of(&other) },
            { "op": "set", "field": "expiryDate", "value": "2026-11-16" },
        ]
    });
    let path = format!("/api/quotes/{}", id_of(&sent));
    business.client.patch(&path, &edit).await.expect_status(200);
    let quote = business.send_offline_signature(&sent, &body).await.expect_status(200);
    assert_eq!((&quote["expiryDate"], &quote["contactId"]), (&json!("2026-12-16"), &json!(business.contact)));
    assert_eq!(
        quote["acceptance"]["earlierVersion"],
        "Dave signed the version from 16 Nov 2026, 09:00. It doesn’t include the 2 later changes, the last on 17 Nov \
         2026, 09:00."
    );
    let list = business.client.get("/api/quotes?status=accepted").await.expect_status(200);
    assert_eq!(list["data"][0]["totalAmount"], "478.10");
}

#[tokio::test]
async fn a_decision_made_meanwhile_stands() {
    let business = TestBusiness::open().await;
    let now = business.app.clock.now_ms();
    // Declined behind its link.
    let declined = business.sent_quote().await;
    let body = sealed_body(&business.version_hash(&declined).await, now);
    business.change_first_price(&declined, "150.00").await;
    let path = format!("/api/quotes/public/{}/decline", token_of(&declined));
    business.app.new_client().post_empty(&path).await.expect_status(200);
    let before = business.read_quote(&declined).await;
    business.send_offline_signature(&declined, &body).await.expect_error(409, "already_declined", None);
    assert_eq!(business.read_quote(&declined).await, before);
    // Accepted by somebody else.
    let accepted = business.sent_quote().await;
    let body = sealed_body(&business.version_hash(&accepted).await, now);
    let path = format!("/api/quotes/public/{}/accept", token_of(&accepted));
    business.app.new_client().post_empty(&path).await.expect_status(200);
    let before = business.read_quote(&accepted).await;
    business.send_offline_signature(&accepted, &body).await.expect_error(409, "already_accepted", None);
    assert_eq!(business.read_quote(&accepted).await, before);
    // Invoiced without having been accepted.
    let invoiced = business.sent_quote().await;
    let body = sealed_body(&business.version_hash(&invoiced).await, now);
    let path = format!("/api/quotes/{}/convert", id_of(&invoiced));
    business.client.post_empty(&path).await.expect_status(201);
    business.send_offline_signature(&invoiced, &body).await.expect_error(409, "already_invoiced", None);
    // A version that nobody knows, and a draft.
    let sent = business.sent_quote().await;
    for seen in ["00".repeat(32), format!("content:{}", "00".repeat(32))] {
        let odd = sealed_body(&json!(seen), now);
        business.send_offline_signature(&sent, &odd).await.expect_error(409, "document_changed", None);
    }
    let draft = business.draft_quote().await;
    let body = sealed_body(&json!("00".repeat(32)), now);
    business.send_offline_signature(&draft, &body).await.expect_error(409, "not_sent", None);
    assert_eq!(business.count_rows("acceptances").await, 1);
}

/// The cases with which the browser's hash is tested as well.
fn load_golden_cases() -> Vec<Value> {
    let text = include_str!("../../../../../tests/golden/sealed/cases.json");
    let cases: Value = serde_json::from_str(text).expect("cases");
    cases["contents"].as_array().expect("contents").clone()
}

#[tokio::test]
async fn a_quote_issued_offline_is_identified_by_its_input() {
    let business = TestBusiness::open().await;
    let signed_at = business.app.clock.now_ms();
    business.advance_offline(3 * DAY).await;
    for (at, case) in load_golden_cases().into_iter().enumerate() {
        let wire = &case["wire"];
        if at == 0 {
            let profile = with_field(super::profile_body(), "id", wire["businessProfileId"].clone());
            business.client.post("/api/business-profiles", &profile).await.expect_status(201);
            let contact = with_field(super::contact_body(), "id", wire["contactId"].clone());
            business.client.post("/api/contacts", &contact).await.expect_status(201);
        }
        // Written, signed and sent without signal; now all of it comes in.
        let draft = business.client.post("/api/quotes", wire).await.expect_status(201);
        let sent = business.send_by_link("quotes", &id_of(&draft)).await;
        let mut body = sealed_body(&case["hash"], signed_at);
        if wire["terms"] != Value::Null {
            // These terms are not those that were signed.
            business.send_offline_signature(&sent, &body).await.expect_error(409, "document_changed", None);
            body = sealed_body_with_terms(&case["hash"], signed_at, wire["terms"].as_str().expect("terms"));
        }
        let quote = business.send_offline_signature(&sent, &body).await.expect_status(200);
        assert_eq!(quote["acceptance"]["version"], business.version_hash(&sent).await);
        assert_eq!(quote["acceptance"]["acceptedAt"], "16/11/2026 09:00");
        assert_eq!(quote["acceptance"].get("earlierVersion"), None);
    }
    // Changed after it was sent, before the signature came in.
    let case = &load_golden_cases()[0];
    let draft = business.client.post("/api/quotes", &case["wire"]).await.expect_status(201);
    let sent = business.send_by_link("quotes", &id_of(&draft)).await;
    business.advance_offline(HOUR).await;
    let edit = json!({
        "baseVersion": sent["version"], "operationId": uuid::Uuid::now_v7(),
        "operations": [{ "op": "set", "field": "notes", "value": "Scaffold is extra" }]
    });
    let path = format!("/api/quotes/{}", id_of(&sent));
    business.client.patch(&path, &edit).await.expect_status(200);
    let body = sealed_body(&case["hash"], signed_at);
    let quote = business.send_offline_signature(&sent, &body).await.expect_status(200);
    assert_eq!(quote["notes"], "");
    assert_eq!(
        quote["acceptance"]["earlierVersion"],
        "Dave signed the version from 19 Nov 2026, 09:00. It doesn’t include the change made at 10:00."
    );
}
