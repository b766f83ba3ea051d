//! Paying from a bank account through Stripe.

use serde_json::{Value, json};

use super::{Till, session_of, status};
use crate::documents::{CUSTOMER, token};

impl Till {
    /// Whether the customer's page offers it.
    async fn offers_bank(&self, invoice: &Value) -> Value {
        let path = format!("/api/invoices/public/{}?with=page", token(invoice));
        let page = self.desk.app.client().get(&path).await.expect(200);
        page["page"]["payByBank"].clone()
    }

    /// The account may be paid from bank accounts from now on, in Stripe's word.
    async fn bank(&self, word: &str) {
        let event = self.stripe.bank_payments(&self.account, word);
        self.tell(&event).await.expect(200);
    }

    fn ways(&self, session: &str) -> Value {
        self.stripe.session(session)["payment_method_types"].clone()
    }
}

#[tokio::test]
async fn it_is_offered_where_the_account_has_it() {
    let till = Till::open().await;
    let (invoice, session) = till.asked().await;
    assert_eq!(till.ways(&session), json!(["card"]));
    assert_eq!(till.offers_bank(&invoice).await, false);
    for word in ["pending", "inactive"] {
        till.bank(word).await;
        assert_eq!(till.offers_bank(&invoice).await, false, "{word}");
    }
    till.bank("active").await;
    assert_eq!(till.offers_bank(&invoice).await, true);
    // The checkout without it makes way for one with it.
    let again = session_of(&till.ask(&invoice, "478.10").await.expect(200));
    assert_ne!(again, session);
    assert_eq!(till.ways(&again), json!(["card", "pay_by_bank"]));
    assert_eq!(status(&till, &session), "expired");
    let same = session_of(&till.ask(&invoice, "478.10").await.expect(200));
    assert_eq!(same, again);
}

#[tokio::test]
async fn it_counts_when_it_has_come_and_is_recorded_with_its_way() {
    let till = Till::open().await;
    till.bank("active").await;
    let (invoice, session) = till.asked().await;
    let [under_way, charge, came] = till.stripe.pay_by_bank(&session);
    till.tell(&under_way).await.expect(200);
    assert_eq!(
        till.invoice(&invoice).await["status"],
        "sent",
        "it may take days"
    );
    till.ask(&invoice, "478.10")
        .await
        .refused(409, "payment_pending", None);
    till.later(3 * 24 * 60).await;
    till.desk.app.run_jobs().await;
    // Stripe's word on the charge comes before its payment is known, or after.
    till.tell(&charge).await.expect(200);
    till.tell(&came).await.expect(200);
    let now = till.invoice(&invoice).await;
    assert_eq!(now["status"], "paid");
    assert_eq!(
        (&now["payments"][0]["method"], &now["payments"][0]["byBank"]),
        (&json!("stripe"), &json!(true))
    );
    let path = format!("/api/invoices/public/{}?with=page", token(&invoice));
    let page = till.desk.app.client().get(&path).await.expect(200);
    assert_eq!(
        page["page"]["presentation"]["payments"][0]["method"],
        "Pay by bank"
    );
    till.desk.app.clock.advance(60_000);
    let receipt = till
        .desk
        .app
        .mails(CUSTOMER)
        .await
        .pop()
        .expect("a receipt");
    assert!(receipt.text.contains("By: Pay by bank"), "{}", receipt.text);
}

#[tokio::test]
async fn a_card_is_a_card_where_both_are_offered() {
    let till = Till::open().await;
    till.bank("active").await;
    let (invoice, session) = till.asked().await;
    till.tell(&till.stripe.pay(&session)).await.expect(200);
    assert_eq!(till.invoice(&invoice).await["payments"][0]["byBank"], false);
    till.desk.app.clock.advance(60_000);
    let receipt = till
        .desk
        .app
        .mails(CUSTOMER)
        .await
        .pop()
        .expect("a receipt");
    assert!(receipt.text.contains("By: Card"), "{}", receipt.text);
}

#[tokio::test]
async fn one_that_fails_leaves_the_invoice_to_be_paid() {
    let till = Till::open().await;
    till.bank("active").await;
    let (invoice, session) = till.asked().await;
    let [under_way, _, came] = till.stripe.pay_by_bank(&session);
    till.tell(&under_way).await.expect(200);
    let mut failed = came;
    failed["id"] = json!("evt_failed");
    failed["type"] = json!("checkout.session.async_payment_failed");
    till.tell(&failed).await.expect(200);
    assert_eq!(till.invoice(&invoice).await["status"], "sent");
    let again = session_of(&till.ask(&invoice, "478.10").await.expect(200));
    assert_ne!(again, session);
}

#[tokio::test]
async fn an_account_that_refuses_it_is_asked_for_cards() {
    let till = Till::open().await;
    till.bank("active").await;
    let invoice = till.desk.sent_invoice().await;
    till.stripe.fail(crate::support::stripe::Fault::Status(400));
    till.ask(&invoice, "478.10")
        .await
        .refused(502, "card_unavailable", None);
    let session = session_of(&till.ask(&invoice, "478.10").await.expect(200));
    assert_eq!(till.ways(&session), json!(["card"]));
    assert_eq!(till.offers_bank(&invoice).await, false);
}
