//! The response for the customer's page.

use serde_json::{Value, json};

use super::{TestBusiness, id_of, profile_body, token_of, with_field};

async fn load_page(business: &TestBusiness, kind: &str, document: &Value) -> Value {
    let path = format!("/api/{kind}/public/{}?with=page", token_of(document));
    business.app.new_client().get(&path).await.expect_status(200)
}

#[tokio::test]
async fn the_page_is_added_to_the_plain_response() {
    let business = TestBusiness::open().await;
    let sent = business.sent_quote().await;
    let link = format!("/api/quotes/public/{}", token_of(&sent));
    let plain = business.app.new_client().get(&link).await.expect_status(200);
    let mut answer = load_page(&business, "quotes", &sent).await;
    let page = answer.as_object_mut().expect("an object").remove("page").expect("a page");
    assert_eq!(answer, plain);
    assert_eq!(page["presentation"]["summary"]["amount"], "£478.10");
    assert_eq!(page["presentation"]["actions"]["accept"], true);
    assert_eq!(page["presentation"]["actions"]["terms"], true);
    assert_eq!(page["presentation"]["actions"]["options"], false);
    assert_eq!(page["acceptance"], Value::Null);
    assert_eq!(page["card"], false);
    assert_eq!(page["today"], "2026-11-16");
    assert_eq!(page["pdf"], format!("/q/{}.pdf", token_of(&sent)));

    let sent = business.sent_invoice().await;
    let answer = self::load_page(&business, "invoices", &sent).await;
    assert_eq!(answer["page"]["pdf"], format!("/i/{}.pdf", token_of(&sent)));
    business.app.new_client().get(&format!("{link}?with=everything")).await.expect_error(
        400,
        "bad_query",
        Some("with"),
    );
    // What is not ours is passed over: messengers add their own to links.
    business.app.new_client().get(&format!("{link}?fbclid=x")).await.expect_status(200);
}

#[tokio::test]
async fn the_page_follows_the_calendar_in_london() {
    let business = TestBusiness::open().await;
    let sent = business.sent_quote().await;
    // 16 December 23:59 and the next day 00:00, in London's winter.
    business.app.clock.set(1_797_465_540_000);
    let last = load_page(&business, "quotes", &sent).await;
    assert_eq!(last["page"]["presentation"]["badge"]["label"], "Pending");
    business.app.clock.set(1_797_465_600_000);
    let late = load_page(&business, "quotes", &sent).await;
    assert_eq!(late["page"]["presentation"]["badge"]["label"], "Expired");
    assert_eq!(late["page"]["presentation"]["actions"]["accept"], false);
    assert_eq!(late["page"]["version"], last["page"]["version"]);
}

#[tokio::test]
async fn the_hash_changes_only_with_the_issued_content() {
    let business = TestBusiness::open().await;
    let sent = business.sent_quote().await;
    let first = load_page(&business, "quotes", &sent).await["page"]["version"].clone();
    let text = first.as_str().expect("a text");
    assert!(text.len() == 64 && text.bytes().all(|b| b.is_ascii_hexdigit()));

    // Neither a look, nor another way to pay, nor putting it away makes another version.
    let path = format!("/api/business-profiles/{}", business.profile);
    let other = with_field(profile_body(), "accountNumber", json!("87654321"));
    let other = with_field(other, "version", json!(1));
    business.client.put(&path, &other).await.expect_status(200);
    let path = format!("/api/quotes/{}", id_of(&sent));
    business.client.post_empty(&format!("{path}/archive")).await.expect_status(200);
    let again = load_page(&business, "quotes", &sent).await["page"]["version"].clone();
    assert_eq!(again, first);

    let now = business.client.get(&path).await.expect_status(200);
    let body = with_field(business.quote_body(), "version", now["version"].clone());
    business.client.put(&path, &with_field(body, "notes", json!("Ring first"))).await.expect_status(200);
    let edited = load_page(&business, "quotes", &sent).await["page"]["version"].clone();
    assert_ne!(edited, first);
    // Another quote that says the same is another one.
    let twin = business.sent_quote().await;
    assert_ne!(load_page(&business, "quotes", &twin).await["page"]["version"], first);
}

#[tokio::test]
async fn a_repeated_read_reflects_every_change() {
    let business = TestBusiness::open().await;
    let sent = business.sent_invoice().await;
    let path = format!("/api/invoices/{}", id_of(&sent));
    let link = format!("/api/invoices/public/{}", token_of(&sent));
    let customer = business.app.new_client();
    let read = async || customer.get(&link).await.expect_status(200);
    let first = read().await;
    assert_eq!(read().await, first);

    let profile_path = format!("/api/business-profiles/{}", business.profile);
    let other = with_field(profile_body(), "accepts_cash", json!(false));
    let other = with_field(other, "version", json!(1));
    business.client.put(&profile_path, &other).await.expect_status(200);
    assert_eq!(read().await["businessProfile"]["accepts_cash"], false);

    let body = with_field(business.invoice_body(), "version", sent["version"].clone());
    let body = with_field(body, "notes", json!("Ring twice"));
    business.client.put(&path, &body).await.expect_status(200);
    assert_eq!(read().await["invoice"]["notes"], "Ring twice");

    let method = json!({ "method": "bank_transfer" });
    let pay = format!("{link}/payment");
    let paid = customer.post(&pay, &method).await.expect_status(201);
    assert_eq!(read().await, paid);
    let payment = id_of(&paid["payments"][0]);
    let reject = format!("{path}/payments/{payment}/reject");
    business.client.post_empty(&reject).await.expect_status(200);
    assert_eq!(read().await["payments"], json!([]));
    business.client.post_empty(&format!("{path}/void")).await.expect_status(200);
    customer.get(&link).await.expect_error(410, "voided", None);
}
