//! A customer signs on the business's own device.

use serde_json::{Value, json};

use super::{CUSTOMER, OWNER, TestBusiness, id_of, remove_field, token_of, with_field};

/// The body that the device sends.
fn sign_body(version: &Value) -> Value {
    json!({
        "name": " Jo Bloggs ", "termsAccepted": true, "version": version,
        "signature": { "width": 600, "height": 200, "strokes": [[10, 10, 40, 60, 80, 20]] }
    })
}

async fn page_version(business: &TestBusiness, quote: &Value) -> Value {
    let path = format!("/api/quotes/public/{}?with=page", token_of(quote));
    business.app.new_client().get(&path).await.expect_status(200)["page"]["version"].clone()
}

fn quote_path(quote: &Value) -> String {
    format!("/api/quotes/{}/accept", id_of(quote))
}

/// The customer signs a quote on the business's device.
pub async fn sign_on_device(business: &TestBusiness, quote: &Value) -> crate::support::TestResponse {
    let hash = page_version(business, quote).await;
    business.client.post(&quote_path(quote), &sign_body(&hash)).await
}

#[tokio::test]
async fn a_quote_signed_on_the_device_is_accepted_and_says_where() {
    let business = TestBusiness::open().await;
    let sent = business.sent_quote().await;
    let hash = page_version(&business, &sent).await;
    let before = business.app.receive_emails(OWNER).await.len();
    let quote = business.client.post(&quote_path(&sent), &sign_body(&hash)).await.expect_status(200);
    assert_eq!(quote["status"], "accepted");
    let saved = &quote["acceptance"];
    assert_eq!(
        (&saved["name"], &saved["version"], &saved["termsAccepted"]),
        (&json!("Jo Bloggs"), &hash, &json!(true))
    );
    let who = saved["witness"].as_str().expect("who was there").to_owned();
    let where_signed = format!("Signed on the business’s device with {who} present.");

    let page = format!("/api/quotes/public/{}?with=page", token_of(&sent));
    let page = business.app.new_client().get(&page).await.expect_status(200);
    assert_eq!(page["page"]["acceptance"]["witness"], json!(who));
    let path = format!("/api/quotes/{}/certificate.pdf", id_of(&sent));
    let certificate = crate::pdf::pdf_text(&business.client.get_bytes(&path).await);
    assert!(certificate.contains(&where_signed), "{certificate}");
    assert!(
        certificate.contains(
            "The name was typed and the signature drawn. The box accepting the terms below was ticked."
        ),
        "{certificate}"
    );

    let copy = business.app.receive_emails(CUSTOMER).await.pop().expect("the copy");
    let text = "You signed on our device, with Sam Taylor present.".to_owned();
    let flat = copy.text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains(&text), "{}", copy.text);
    let attached = crate::pdf::pdf_text(&crate::pdf::mail::attached_pdf(&copy).1);
    assert!(attached.contains(&where_signed), "{attached}");
    assert_eq!(business.app.receive_emails(OWNER).await.len(), before, "the business was there");
    let activities = business.client.get("/api/activities").await.expect_status(200);
    assert_eq!(activities[0]["sentence"], json!("Jo Bloggs accepted quote Q-0001 on your device"));
}

#[tokio::test]
async fn of_two_phones_at_once_one_wins_and_the_other_is_refused() {
    let business = TestBusiness::open().await;
    for _ in 0..6 {
        let sent = business.sent_quote().await;
        let hash = page_version(&business, &sent).await;
        let behind = format!("/api/quotes/public/{}/accept", token_of(&sent));
        let customer = business.app.new_client();
        let theirs = json!({ "name": "Mo Bloggs", "termsAccepted": true, "version": hash });
        let (path, body) = (quote_path(&sent), sign_body(&hash));
        let (on_ours, on_theirs) =
            tokio::join!(business.client.post(&path, &body), customer.post(&behind, &theirs));
        // Behind the link an accept of what is accepted is no error: the page says by whom.
        on_theirs.expect_status(200);
        let quote = format!("/api/quotes/{}", id_of(&sent));
        let quote = business.client.get(&quote).await.expect_status(200);
        assert_eq!(quote["status"], "accepted");
        if on_ours.status == 200 {
            assert_eq!(quote["acceptance"]["name"], "Jo Bloggs");
            assert_ne!(quote["acceptance"]["witness"], Value::Null);
        } else {
            let response = on_ours.expect_error(409, "already_accepted", None);
            let message = response["message"].as_str().expect("a message");
            assert!(message.contains("by Mo Bloggs, 16/11/2026 09:00"), "{message}");
            assert_eq!(quote["acceptance"]["witness"], Value::Null);
        }
    }
    assert_eq!(business.count_rows("acceptances").await, 6);
}

#[tokio::test]
async fn two_devices_of_the_business_store_one_certificate() {
    let business = TestBusiness::open().await;
    let sent = business.sent_quote().await;
    let body = sign_body(&page_version(&business, &sent).await);
    let path = quote_path(&sent);
    let taps = (0..6).map(|_| {
        let (client, path, body) = (business.client.clone(), path.clone(), body.clone());
        async move { client.post(&path, &body).await }
    });
    let mut won = 0;
    for answer in futures::future::join_all(taps).await {
        if answer.status == 200 {
            won += 1;
        } else {
            answer.expect_error(409, "already_accepted", None);
        }
    }
    assert_eq!((won, business.count_rows("acceptances").await), (1, 1));
    // An answer that was lost is given again.
    let sent = business.sent_quote().await;
    let (path, body) = (quote_path(&sent), sign_body(&page_version(&business, &sent).await));
    let first = business.client.post_with_key(&path, "tap", &body).await.expect_status(200);
    let again = business.client.post_with_key(&path, "tap", &body).await.expect_status(200);
    assert_eq!(first, again);
}

#[tokio::test]
async fn a_changed_version_is_refused_with_the_differences() {
    let business = TestBusiness::open().await;
    let sent = business.sent_quote().await;
    let seen = page_version(&business, &sent).await;
    let mut body = with_field(business.quote_body(), "version", sent["version"].clone());
    body["notes"] = json!("Scaffold is extra");
    body["expiryDate"] = json!("2026-12-20");
    body["items"][0]["price"] = json!("150.00");
    let path = format!("/api/quotes/{}", id_of(&sent));
    business.client.put(&path, &body).await.expect_status(200);
    let refused = business.client.post(&quote_path(&sent), &sign_body(&seen)).await;
    let response = refused.expect_error(409, "document_changed", None);
    let message = response["message"].as_str().expect("a message");
    assert!(
        message.starts_with("The quote has changed since you opened it. Changed: the total (now £")
            && message.contains("was £478.10)")
            && message.contains("was 16/12/2026)")
            && message.contains("the notes")
            && message.ends_with(". Look at it again before you accept."),
        "{message}"
    );
    let theirs = format!("/api/quotes/public/{}/accept", token_of(&sent));
    let behind = business.app.new_client().post(&theirs, &sign_body(&seen)).await;
    assert_eq!(behind.expect_error(409, "document_changed", None)["message"], *message);
    // A version that never was says only that.
    let odd = business.client.post(&quote_path(&sent), &sign_body(&json!("0000"))).await;
    assert_eq!(
        odd.expect_error(409, "document_changed", None)["message"],
        "The quote has changed since you opened it. Look at it again before you accept."
    );
    assert_eq!(business.count_rows("acceptances").await, 0);
    let now = page_version(&business, &sent).await;
    let quote = business.client.post(&quote_path(&sent), &sign_body(&now)).await.expect_status(200);
    assert_eq!(quote["acceptance"]["versionNumber"], 2);
}

#[tokio::test]
async fn errors_name_the_missing_or_invalid_field() {
    let business = TestBusiness::open().await;
    let sent = business.sent_quote().await;
    let good = sign_body(&page_version(&business, &sent).await);
    let empty = json!({ "width": 600, "height": 200, "strokes": [[]] });
    for (body, field) in [
        (with_field(good.clone(), "name", json!("  ")), "name"),
        (with_field(good.clone(), "signature", empty), "signature"),
        (with_field(good.clone(), "termsAccepted", json!(false)), "termsAccepted"),
        (with_field(good.clone(), "selected", json!(["a"])), "selected[0]"),
    ] {
        let refused = business.client.post(&quote_path(&sent), &body).await;
        refused.expect_error(422, "rule_broken", Some(field));
    }
    for missing in ["name", "signature", "version"] {
        let mut body = good.clone();
        remove_field(&mut body, missing);
        assert_eq!(business.client.post(&quote_path(&sent), &body).await.status, 400, "{missing}");
    }
    assert_eq!(business.count_rows("acceptances").await, 0);
}

#[tokio::test]
async fn only_its_own_business_can_sign_and_only_while_the_quote_is_open() {
    let business = TestBusiness::open().await;
    let sent = business.sent_quote().await;
    let body = sign_body(&page_version(&business, &sent).await);
    let stranger = business.app.sign_up("kim@other.example").await;
    stranger.post(&quote_path(&sent), &body).await.expect_error(404, "not_found", None);
    let nobody = business.app.new_client();
    nobody.post(&quote_path(&sent), &body).await.expect_error(401, "no_session", None);
    let draft = business.draft_quote().await;
    business.client.post(&quote_path(&draft), &body).await.expect_error(409, "not_sent", None);
    let declined = business.sent_quote().await;
    let path = format!("/api/quotes/public/{}/decline", token_of(&declined));
    business.app.new_client().post_empty(&path).await.expect_status(200);
    let hash = page_version(&business, &declined).await;
    let late = business.client.post(&quote_path(&declined), &sign_body(&hash)).await;
    late.expect_error(409, "already_declined", None);
    business.app.clock.advance(40 * plumbline::clock::DAY);
    business.app.log_in(&business.client, OWNER).await;
    let late = business.client.post(&quote_path(&sent), &body).await;
    assert_eq!(late.status, 409);
    assert_eq!(business.count_rows("acceptances").await, 0);
}
