//! Paying from a bank account through Stripe.

use serde_json::{Value, json};

use super::{CardFixture, session_id, session_status};
use crate::documents::{CUSTOMER, token_of};

impl CardFixture {
    /// Whether the customer's page offers to pay by bank.
    async fn offers_pay_by_bank(&self, invoice: &Value) -> Value {
        let path = format!("/api/invoices/public/{}?with=page", token_of(invoice));
        let page = self.business.app.new_client().get(&path).await.expect_status(200);
        page["page"]["payByBank"].clone()
    }

    /// Sets Stripe's state of the account's payments from bank accounts.
    async fn set_pay_by_bank(&self, word: &str) {
        let event = self.stripe.set_pay_by_bank(&self.account, word);
        self.send_event(&event).await.expect_status(200);
    }

    fn payment_method_types(&self, session: &str) -> Value {
        self.stripe.find_session(session)["payment_method_types"].clone()
    }
}

#[tokio::test]
async fn pay_by_bank_is_offered_if_the_stripe_account_supports_it() {
    let fixture = CardFixture::open_connected().await;
    let (invoice, session) = fixture.open_checkout().await;
    assert_eq!(fixture.payment_method_types(&session), json!(["card"]));
    assert_eq!(fixture.offers_pay_by_bank(&invoice).await, false);
    for word in ["pending", "inactive"] {
        fixture.set_pay_by_bank(word).await;
        assert_eq!(fixture.offers_pay_by_bank(&invoice).await, false, "{word}");
    }
    fixture.set_pay_by_bank("active").await;
    assert_eq!(fixture.offers_pay_by_bank(&invoice).await, true);
    // The checkout without it makes way for one with it.
    let again = session_id(&fixture.request_checkout(&invoice, "478.10").await.expect_status(200));
    assert_ne!(again, session);
    assert_eq!(fixture.payment_method_types(&again), json!(["card", "pay_by_bank"]));
    assert_eq!(session_status(&fixture, &session), "expired");
    let same = session_id(&fixture.request_checkout(&invoice, "478.10").await.expect_status(200));
    assert_eq!(same, again);
}

#[tokio::test]
async fn a_bank_payment_counts_when_it_arrives_and_shows_its_payment_method() {
    let fixture = CardFixture::open_connected().await;
    fixture.set_pay_by_bank("active").await;
    let (invoice, session) = fixture.open_checkout().await;
    let [under_way, charge, came] = fixture.stripe.pay_session_by_bank(&session);
    fixture.send_event(&under_way).await.expect_status(200);
    assert_eq!(fixture.read_invoice(&invoice).await["status"], "sent", "it may take days");
    fixture.request_checkout(&invoice, "478.10").await.expect_error(409, "payment_pending", None);
    fixture.advance_minutes(3 * 24 * 60).await;
    fixture.business.app.run_jobs().await;
    // Stripe's word on the charge comes before its payment is known, or after.
    fixture.send_event(&charge).await.expect_status(200);
    fixture.send_event(&came).await.expect_status(200);
    let now = fixture.read_invoice(&invoice).await;
    assert_eq!(now["status"], "paid");
    assert_eq!(
        (&now["payments"][0]["method"], &now["payments"][0]["byBank"]),
        (&json!("stripe"), &json!(true))
    );
    let path = format!("/api/invoices/public/{}?with=page", token_of(&invoice));
    let page = fixture.business.app.new_client().get(&path).await.expect_status(200);
    assert_eq!(page["page"]["presentation"]["payments"][0]["method"], "Pay by bank");
    fixture.business.app.clock.advance(60_000);
    let receipt = fixture.business.app.receive_emails(CUSTOMER).await.pop().expect("a receipt");
    assert!(receipt.text.contains("By: Pay by bank"), "{}", receipt.text);
}

#[tokio::test]
async fn a_card_payment_is_shown_as_card_if_both_methods_are_offered() {
    let fixture = CardFixture::open_connected().await;
    fixture.set_pay_by_bank("active").await;
    let (invoice, session) = fixture.open_checkout().await;
    fixture.send_event(&fixture.stripe.pay_session(&session)).await.expect_status(200);
    assert_eq!(fixture.read_invoice(&invoice).await["payments"][0]["byBank"], false);
    fixture.business.app.clock.advance(60_000);
    let receipt = fixture.business.app.receive_emails(CUSTOMER).await.pop().expect("a receipt");
    assert!(receipt.text.contains("By: Card"), "{}", receipt.text);
}

#[tokio::test]
async fn an_invoice_can_be_paid_again_after_a_failed_bank_payment() {
    let fixture = CardFixture::open_connected().await;
    fixture.set_pay_by_bank("active").await;
    let (invoice, session) = fixture.open_checkout().await;
    let [under_way, _, came] = fixture.stripe.pay_session_by_bank(&session);
    fixture.send_event(&under_way).await.expect_status(200);
    let mut failed = came;
    failed["id"] = json!("evt_failed");
    failed["type"] = json!("checkout.session.async_payment_failed");
    fixture.send_event(&failed).await.expect_status(200);
    assert_eq!(fixture.read_invoice(&invoice).await["status"], "sent");
    let again = session_id(&fixture.request_checkout(&invoice, "478.10").await.expect_status(200));
    assert_ne!(again, session);
}

#[tokio::test]
async fn a_checkout_offers_only_cards_if_stripe_refuses_pay_by_bank() {
    let fixture = CardFixture::open_connected().await;
    fixture.set_pay_by_bank("active").await;
    let invoice = fixture.business.sent_invoice().await;
    fixture.stripe.fail_next(crate::support::stripe::StripeFault::Status(400));
    fixture.request_checkout(&invoice, "478.10").await.expect_error(502, "card_unavailable", None);
    let session = session_id(&fixture.request_checkout(&invoice, "478.10").await.expect_status(200));
    assert_eq!(fixture.payment_method_types(&session), json!(["card"]));
    assert_eq!(fixture.offers_pay_by_bank(&invoice).await, false);
}
