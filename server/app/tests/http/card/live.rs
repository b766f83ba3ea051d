//! The live updates that open pages get about card payments.

use serde_json::json;

use super::CardFixture;
use crate::documents::live::{LivePage, notifications_message, wait_for_listeners};
use crate::documents::{id_of, token_of};

#[tokio::test]
async fn both_sides_are_notified_of_a_payment_a_refund_and_a_dispute() {
    let fixture = CardFixture::open_connected().await;
    let (invoice, session) = fixture.open_checkout().await;
    let app = &fixture.business.app;
    let mut business = LivePage::open_for_business(app, &fixture.business.new_session_cookie().await).await;
    let mut customer = LivePage::open_for_customer(app, &token_of(&invoice)).await;
    wait_for_listeners(app, 2).await;
    let paid = fixture.stripe.pay_session(&session);
    // Told once, and then once more, which is nothing new.
    fixture.send_event(&paid).await.expect_status(200);
    fixture.send_event(&paid).await.expect_status(200);
    fixture.send_event(&fixture.stripe.refund_session(&session, 10_000)).await.expect_status(200);
    fixture
        .send_event(&fixture.stripe.dispute_session(&session, "created", "needs_response"))
        .await
        .expect_status(200);
    fixture.send_event(&fixture.stripe.dispute_session(&session, "closed", "lost")).await.expect_status(200);
    let result = |event| json!({ "type": event, "kind": "invoice", "id": id_of(&invoice) });
    customer.next_of_type("payment_confirmed").await;
    let first = business.next_of_type("payment_confirmed").await;
    assert_eq!(first, result("payment_confirmed"));
    assert_eq!(business.next_message().await, Ok(notifications_message()));
    for event in ["status_update"; 3] {
        assert_eq!(customer.next_message().await, Ok(json!({ "type": event })));
        assert_eq!(business.next_message().await, Ok(result(event)));
        assert_eq!(business.next_message().await, Ok(notifications_message()));
    }
    fixture.business.app.stop().await;
}

#[tokio::test]
async fn a_deposit_on_an_invoice_updates_the_pages_of_both_documents() {
    let fixture = CardFixture::open_connected().await;
    let quote = fixture.business.accepted_quote().await;
    let session =
        super::session_id(&fixture.request_deposit_checkout(&quote, "119.53").await.expect_status(200));
    let path = format!("/api/quotes/{}/convert", id_of(&quote));
    let draft = fixture.client().post_empty(&path).await.expect_status(201);
    let invoice = fixture.business.send_by_link("invoices", &id_of(&draft)).await;
    let app = &fixture.business.app;
    let of_quote = LivePage::open_for_customer(app, &token_of(&quote)).await;
    let of_invoice = LivePage::open_for_customer(app, &token_of(&invoice)).await;
    wait_for_listeners(app, 2).await;
    fixture.send_event(&fixture.stripe.pay_session(&session)).await.expect_status(200);
    fixture.send_event(&fixture.stripe.refund_session(&session, 11_953)).await.expect_status(200);
    for mut page in [of_quote, of_invoice] {
        page.next_of_type("payment_confirmed").await;
        assert_eq!(page.next_message().await, Ok(json!({ "type": "status_update" })));
    }
    fixture.business.app.stop().await;
}
