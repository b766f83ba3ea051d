//! The certificate of an acceptance.

use serde_json::json;

use super::pdf_text;
use crate::documents::{CUSTOMER, TestBusiness, id_of, token_of, with_field};

/// A quote with an option, accepted with a typed name, a drawn signature and the option.
async fn accepted_quote(business: &TestBusiness, name: &str) -> serde_json::Value {
    let items = json!([
        { "id": "a", "name": "Boiler service", "quantity": "1", "price": "120.00" },
        { "id": "b", "name": "Power flush", "quantity": "1", "price": "320.00",
          "optional": true, "selected": false },
    ]);
    let body = with_field(business.quote_body(), "items", items);
    let made = business.client.post("/api/quotes", &body).await.expect_status(201);
    let sent = business.send_by_link("quotes", &id_of(&made)).await;
    let path = format!("/api/quotes/public/{}/accept", token_of(&sent));
    let accept = json!({
        "name": name, "termsAccepted": true, "selected": ["b"],
        "signature": { "width": 300, "height": 100, "strokes": [[10, 10, 40, 60, 80, 20], [90, 90]] }
    });
    business.app.new_client().post(&path, &accept).await.expect_status(200);
    let path = format!("/api/quotes/{}", id_of(&sent));
    business.client.get(&path).await.expect_status(200)
}

#[tokio::test]
async fn both_sides_get_the_certificate_but_only_the_business_the_ip_address() {
    let business = TestBusiness::open().await;
    let quote = accepted_quote(&business, "Jo Bloggs").await;
    let public = format!("/q/{}/certificate.pdf", token_of(&quote));
    let own = format!("/api/quotes/{}/certificate.pdf", id_of(&quote));
    let behind_link = pdf_text(&business.app.new_client().get_bytes(&public).await);
    let own = pdf_text(&business.client.get_bytes(&own).await);
    let network = "IP address 127.0.0.1";
    assert!(own.contains(network), "{own}");
    assert_eq!(
        behind_link,
        super::collapse_spaces(&own.replace(network, "")),
        "nobody else needs to know whence it came"
    );
    let hash = quote["acceptance"]["version"].as_str().expect("a hash");
    let total = quote["acceptance"]["total"].as_str().expect("a total");
    for text in [
        "Certificate of acceptance",
        "Jo Bloggs accepted quote Q-0001 of Taylor Plumbing on 16 Nov 2026 at 09:00, London time.",
        "Time 16 Nov 2026 09:00, London",
        "Power flush £320.00",
        "Customer Jo Bloggs",
        "Business Taylor Plumbing",
        "Quote Q-0001 Total",
        "Accepted 16 Nov 2026 09:00",
        "Version of the quote 2",
        "The name was typed and the signature drawn",
        "The box accepting the terms below was ticked.",
        "Valid for 30 days.",
        "Generated with Plumbline",
        "Page 1 of 2",
        total,
    ] {
        assert!(own.contains(text), "{text:?} not in {own}");
    }
    assert!(own.contains(hash), "{hash} not in one piece in {own}");
    assert!(!own.contains("16/11/2026"), "{own}");
    let received_email = business.app.receive_emails(CUSTOMER).await.pop().expect("the copy");
    let copy = pdf_text(&super::mail::attached_pdf(&received_email).1);
    assert!(copy.contains(hash) && !copy.contains("127.0.0.1"), "{copy}");
    let head = business.app.new_client().request(reqwest::Method::HEAD, &public);
    let head = business.app.new_client().send(head).await;
    let name = "inline; filename=\"Certificate Q-0001 from Taylor Plumbing.pdf\"";
    assert_eq!(head.header("content-disposition"), Some(name));
    assert_eq!(head.header("x-robots-tag"), Some("noindex, nofollow"));
}

#[tokio::test]
async fn later_changes_do_not_alter_the_certificate() {
    let mut business = TestBusiness::open().await;
    let quote = accepted_quote(&business, "#panic() <b>Jo</b>").await;
    let public = format!("/q/{}/certificate.pdf", token_of(&quote));
    let before = business.app.new_client().get_bytes(&public).await;
    assert!(pdf_text(&before).contains("#panic() <b>Jo</b> accepted quote Q-0001"));
    let renamed = with_field(crate::documents::contact_body(), "name", json!("Somebody Else"));
    let path = format!("/api/contacts/{}", business.contact);
    let read = business.client.get(&path).await.expect_status(200);
    let renamed = with_field(renamed, "version", read["version"].clone());
    business.client.put(&path, &renamed).await.expect_status(200);
    let path = format!("/api/quotes/{}/convert", id_of(&quote));
    business.client.post_empty(&path).await.expect_status(201);
    business.app.restart().await;
    business.app.clock.advance(90 * plumbline::clock::DAY);
    assert_eq!(before, business.app.new_client().get_bytes(&public).await);
}

#[tokio::test]
async fn a_quote_that_was_not_accepted_has_no_certificate() {
    let business = TestBusiness::open().await;
    let quote = business.sent_quote().await;
    for path in [
        format!("/q/{}/certificate.pdf", token_of(&quote)),
        "/q/nothing/certificate.pdf".to_owned(),
        "/q/%00/certificate.pdf".to_owned(),
    ] {
        let answer = business.app.new_client().get(&path).await;
        assert_eq!(answer.status.as_u16(), 404, "{path}");
        assert_ne!(answer.header("content-type"), Some("application/pdf"));
    }
    let path = format!("/api/quotes/{}/certificate.pdf", id_of(&quote));
    business.client.get(&path).await.expect_error(404, "not_found", None);
    let accepted = accepted_quote(&business, "Jo Bloggs").await;
    let path = format!("/api/quotes/{}/certificate.pdf", id_of(&accepted));
    let stranger = business.app.sign_up("kim@other.example").await;
    stranger.get(&path).await.expect_error(404, "not_found", None);
}

#[tokio::test]
async fn accepting_without_a_body_gives_a_plain_certificate() {
    let business = TestBusiness::open().await;
    let quote = business.accepted_quote().await;
    let path = format!("/api/quotes/{}/certificate.pdf", id_of(&quote));
    let text = pdf_text(&business.client.get_bytes(&path).await);
    assert!(text.contains("Jo Bloggs accepted quote Q-0001"), "{text}");
    assert!(text.contains("The quote was accepted on its page."), "{text}");
    assert!(!text.contains("ticked"), "{text}");
}
