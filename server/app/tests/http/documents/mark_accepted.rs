//! The business marks a quote as accepted: its customer said so by phone, in person or by message.

use serde_json::{Value, json};

use super::{CUSTOMER, OWNER, TestBusiness, id_of, remove_field, token_of, with_field};

fn mark_accepted_path(quote: &Value) -> String {
    format!("/api/quotes/{}/mark-accepted", id_of(quote))
}

fn by_phone_body() -> Value {
    json!({ "by": "phone", "date": "2026-11-16", "name": " Jo Bloggs " })
}

#[tokio::test]
async fn both_sides_see_how_and_when_the_quote_was_accepted() {
    let business = TestBusiness::open().await;
    let sent = business.sent_quote().await;
    let mails = business.app.receive_emails(OWNER).await.len();
    let quote = business.client.post(&mark_accepted_path(&sent), &by_phone_body()).await.expect_status(200);
    assert_eq!(quote["status"], "accepted");
    assert_eq!(quote["acceptedDate"], "2026-11-16");
    let saved = &quote["acceptance"];
    assert_eq!(
        (&saved["name"], &saved["acceptedAt"], &saved["termsAccepted"]),
        (&json!("Jo Bloggs"), &json!("16/11/2026"), &json!(false))
    );
    let text = saved["recorded"].as_str().expect("how").to_owned();
    assert!(
        text.starts_with("Agreed by phone. Recorded by ") && text.ends_with("on 16 Nov 2026, 09:00."),
        "{text}"
    );

    let page = format!("/api/quotes/public/{}?with=page", token_of(&sent));
    let page = business.app.new_client().get(&page).await.expect_status(200);
    assert_eq!(page["page"]["acceptance"]["recorded"], json!(text));
    let file = format!("/api/quotes/{}/certificate.pdf", id_of(&sent));
    let record = crate::pdf::pdf_text(&business.client.get_bytes(&file).await);
    for part in [
        "Record of acceptance",
        "Jo Bloggs accepted quote Q-0001",
        "on 16 Nov 2026, by phone.",
        "Nothing was signed.",
    ] {
        assert!(record.contains(part), "{part}: {record}");
    }

    let copy = business.app.receive_emails(CUSTOMER).await.pop().expect("the copy");
    let flat = copy.text.split_whitespace().collect::<Vec<_>>().join(" ");
    let message =
        "You told us by phone on 16/11/2026, and we have recorded that. If it isn’t right, please tell us.";
    assert!(flat.contains(message), "{}", copy.text);
    assert_eq!(business.app.receive_emails(OWNER).await.len(), mails);
    let activities = business.client.get("/api/activities").await.expect_status(200);
    assert_eq!(activities[0]["sentence"], json!("Jo Bloggs accepted quote Q-0001 by phone, as you recorded"));
    // It becomes an invoice like any other.
    let convert = format!("/api/quotes/{}/convert", id_of(&sent));
    business.client.post_empty(&convert).await.expect_status(201);
}

#[tokio::test]
async fn the_way_of_agreeing_is_recorded() {
    let business = TestBusiness::open().await;
    for (by, text) in [
        ("phone", "Agreed by phone."),
        ("in_person", "Agreed in person."),
        ("message", "Agreed by email or message."),
    ] {
        let sent = business.sent_quote().await;
        let body = with_field(by_phone_body(), "by", json!(by));
        let quote = business.client.post(&mark_accepted_path(&sent), &body).await.expect_status(200);
        let recorded = quote["acceptance"]["recorded"].as_str().expect("how");
        assert!(recorded.starts_with(text), "{recorded}");
        let again = business.client.post(&mark_accepted_path(&sent), &body).await;
        let again = again.expect_error(409, "already_accepted", None);
        assert_eq!(again["message"], "This quote has already been accepted by Jo Bloggs, 16/11/2026.");
    }
}

#[tokio::test]
async fn the_date_must_be_between_sending_and_expiry() {
    let business = TestBusiness::open().await;
    let sent = business.sent_quote().await;
    for (day, text) in [
        ("2026-11-15", "This version of the quote was sent on 16/11/2026"),
        ("2026-11-17", "This date is in the future."),
    ] {
        let body = with_field(by_phone_body(), "date", json!(day));
        let refused = business.client.post(&mark_accepted_path(&sent), &body).await;
        let response = refused.expect_error(422, "rule_broken", Some("date"));
        assert!(response.to_string().contains(text), "{response}");
    }
    // Long after it ran out, a yes that was given in time can still be written down.
    business.app.clock.set(1_798_761_600_000);
    business.app.log_in(&business.client, OWNER).await;
    let late = with_field(by_phone_body(), "date", json!("2026-12-17"));
    let refused = business.client.post(&mark_accepted_path(&sent), &late).await;
    let response = refused.expect_error(422, "rule_broken", Some("date"));
    assert!(response.to_string().contains("ran out on 16/12/2026"), "{response}");
    let in_time = with_field(by_phone_body(), "date", json!("2026-12-16"));
    let quote = business.client.post(&mark_accepted_path(&sent), &in_time).await.expect_status(200);
    assert_eq!(quote["acceptedDate"], "2026-12-16");
}

#[tokio::test]
async fn a_refused_acceptance_leaves_nothing() {
    let business = TestBusiness::open().await;
    let draft = business.draft_quote().await;
    business
        .client
        .post(&mark_accepted_path(&draft), &by_phone_body())
        .await
        .expect_error(409, "not_sent", None);
    let declined = business.sent_quote().await;
    let decline = format!("/api/quotes/public/{}/decline", token_of(&declined));
    business.app.new_client().post_empty(&decline).await.expect_status(200);
    business.client.post(&mark_accepted_path(&declined), &by_phone_body()).await.expect_error(
        409,
        "already_declined",
        None,
    );

    let sent = business.sent_quote().await;
    for (field, value) in [("by", json!("pigeon")), ("date", json!("soon"))] {
        let body = with_field(by_phone_body(), field, value);
        assert_eq!(business.client.post(&mark_accepted_path(&sent), &body).await.status, 400, "{field}");
        let mut body = by_phone_body();
        remove_field(&mut body, field);
        assert_eq!(business.client.post(&mark_accepted_path(&sent), &body).await.status, 400, "{field}");
    }
    let body = with_field(by_phone_body(), "selected", json!(["a"]));
    business.client.post(&mark_accepted_path(&sent), &body).await.expect_error(
        422,
        "rule_broken",
        Some("selected[0]"),
    );
    let body = with_field(by_phone_body(), "version", json!("0000"));
    business.client.post(&mark_accepted_path(&sent), &body).await.expect_error(409, "document_changed", None);
    let stranger = business.app.sign_up("kim@other.example").await;
    stranger.post(&mark_accepted_path(&sent), &by_phone_body()).await.expect_error(404, "not_found", None);
    assert_eq!(business.count_rows("acceptances").await, 0);

    // A name is not asked for. Twice at once, one counts; a lost answer is given again.
    let mut nameless = by_phone_body();
    remove_field(&mut nameless, "name");
    let first =
        business.client.post_with_key(&mark_accepted_path(&sent), "tap", &nameless).await.expect_status(200);
    assert_eq!(first["acceptance"]["name"], Value::Null);
    let again =
        business.client.post_with_key(&mark_accepted_path(&sent), "tap", &nameless).await.expect_status(200);
    assert_eq!(first, again);
    business.client.post(&mark_accepted_path(&sent), &nameless).await.expect_error(
        409,
        "already_accepted",
        None,
    );
    assert_eq!(business.count_rows("acceptances").await, 1);
}
