//! Nobody pays twice, however many pay at once; what is paid beyond what is due is refunded.

use serde_json::{Value, json};

use super::{CardFixture, session_id, session_status};
use crate::documents::{id_of, token_of};
use crate::support::stripe::StripeFault;

#[tokio::test]
async fn two_browsers_at_once_get_one_session() {
    let fixture = CardFixture::open_connected().await;
    let invoice = fixture.business.sent_invoice().await;
    // The first is still being opened when the others ask.
    fixture.stripe.fail_next(StripeFault::Slow);
    let answers =
        futures::future::join_all((0..4).map(|_| fixture.request_checkout(&invoice, "478.10"))).await;
    let sessions: Vec<String> =
        answers.into_iter().map(|answer| session_id(&answer.expect_status(200))).collect();
    assert_eq!(sessions, vec![sessions[0].clone(); 4]);
    assert_eq!(fixture.stripe.open_sessions(), [sessions[0].clone()]);

    let event = fixture.stripe.pay_session(&sessions[0]);
    let responses = futures::future::join_all((0..4).map(|_| fixture.send_event(&event))).await;
    for answer in responses {
        answer.expect_status(200);
    }
    let paid = fixture.read_invoice(&invoice).await;
    assert_eq!(paid["payments"].as_array().map(Vec::len), Some(1));
    fixture.business.app.stop().await;
}

/// Returns an invoice whose customer pays by card after the business has recorded `cash`, and the session's id.
async fn pay_after_cash(fixture: &CardFixture, cash: &str) -> (Value, String) {
    let (invoice, session) = fixture.open_checkout().await;
    let path = format!("/api/invoices/{}/payments", id_of(&invoice));
    let body = json!({ "amount": cash, "method": "cash" });
    fixture.client().post(&path, &body).await.expect_status(201);
    // The customer was quicker than the job that closes the session.
    let event = fixture.stripe.pay_session(&session);
    fixture.business.app.run_jobs().await;
    fixture.send_event(&event).await.expect_status(200);
    (invoice, session)
}

#[tokio::test]
async fn a_second_payment_is_refunded_in_full() {
    let fixture = CardFixture::open_connected().await;
    let (invoice, session) = pay_after_cash(&fixture, "478.10").await;
    let now = fixture.read_invoice(&invoice).await;
    assert_eq!(now["status"], "paid");
    assert_eq!(now["payments"].as_array().map(Vec::len), Some(2));
    fixture.business.app.run_jobs().await;
    fixture.business.app.run_jobs().await;
    let refunds = fixture.stripe.lock_state().refunds.clone();
    assert_eq!(refunds.len(), 1);
    assert_eq!(refunds[0].0, fixture.account);
    assert_eq!(refunds[0].1["amount"], 47_810);
    assert_eq!(refunds[0].1["payment_intent"], fixture.stripe.find_session(&session)["payment_intent"]);

    fixture.send_event(&fixture.stripe.refund_session(&session, 47_810)).await.expect_status(200);
    let now = fixture.read_invoice(&invoice).await;
    assert_eq!(now["status"], "paid");
    assert_eq!(now["totals"]["paidAmount"], "478.10");
    fixture.business.app.stop().await;
}

#[tokio::test]
async fn only_the_amount_beyond_what_is_due_is_refunded() {
    let fixture = CardFixture::open_connected().await;
    let (invoice, session) = pay_after_cash(&fixture, "100.00").await;
    // Stripe is down at first, and then has done it although its answer was lost.
    fixture.stripe.fail_next(StripeFault::Status(503));
    fixture.business.app.run_jobs().await;
    fixture.business.app.clock.advance(60_000);
    fixture.business.app.run_jobs().await;
    let refunds = fixture.stripe.lock_state().refunds.clone();
    assert_eq!(refunds.len(), 1, "{refunds:?}");
    assert_eq!(refunds[0].1["amount"], 10_000);
    fixture.send_event(&fixture.stripe.refund_session(&session, 10_000)).await.expect_status(200);
    let now = fixture.read_invoice(&invoice).await;
    assert_eq!(now["totals"]["paidAmount"], "478.10");
    assert_eq!(now["status"], "paid");
    fixture.business.app.stop().await;
}

#[tokio::test]
async fn a_refund_whose_response_is_lost_is_made_once() {
    let fixture = CardFixture::open_connected().await;
    let (_, session) = pay_after_cash(&fixture, "478.10").await;
    // Looking for refunds goes well; making one is done, and the answer lost.
    fixture.stripe.fail_next(StripeFault::Slow);
    fixture.stripe.fail_next(StripeFault::Lost);
    fixture.business.app.run_jobs().await;
    for _ in 0..4 {
        fixture.business.app.clock.advance(30 * 3_600_000);
        fixture.business.app.run_jobs().await;
    }
    assert_eq!(fixture.stripe.lock_state().refunds.len(), 1);
    assert_eq!(session_status(&fixture, &session), "complete");
    fixture.business.app.stop().await;
}

#[tokio::test]
async fn the_business_is_notified_if_stripe_refuses_a_refund() {
    let fixture = CardFixture::open_connected().await;
    pay_after_cash(&fixture, "478.10").await;
    // Looking for refunds goes well; making one is refused.
    fixture.stripe.fail_next(StripeFault::Slow);
    fixture.stripe.fail_next(StripeFault::Status(400));
    fixture.business.app.run_jobs().await;
    fixture.business.app.run_jobs().await;
    assert_eq!(fixture.stripe.lock_state().refunds.len(), 0);
    let texts = fixture.list_business_emails().await;
    let sentence = "£478.10 of what Jo Bloggs paid by card for invoice INV-0001 was more than is \
                    due and could not be refunded: please refund it in your Stripe dashboard";
    let count = |texts: &[String]| texts.iter().filter(|text| text.contains(sentence)).count();
    assert_eq!(count(&texts), 1, "{texts:#?}");
    fixture.business.app.clock.advance(30 * 3_600_000);
    fixture.business.app.run_jobs().await;
    assert_eq!(count(&fixture.list_business_emails().await), 1, "once");
    fixture.business.app.stop().await;
}

#[tokio::test]
async fn a_payment_for_a_voided_invoice_is_refunded() {
    let fixture = CardFixture::open_connected().await;
    let (invoice, session) = fixture.open_checkout().await;
    let path = format!("/api/invoices/{}/void", id_of(&invoice));
    fixture.client().post_empty(&path).await.expect_status(200);
    let event = fixture.stripe.pay_session(&session);
    fixture.business.app.run_jobs().await;
    fixture.send_event(&event).await.expect_status(200);
    fixture.business.app.run_jobs().await;
    assert_eq!(fixture.stripe.lock_state().refunds.len(), 1);
    let now = fixture.read_invoice(&invoice).await;
    assert_eq!(now["status"], "void");
    assert_eq!(now["payments"].as_array().map(Vec::len), Some(1));
    fixture.business.app.stop().await;
}

#[tokio::test]
async fn a_customer_who_has_paid_is_not_asked_to_pay_again() {
    let fixture = CardFixture::open_connected().await;
    let (invoice, session) = fixture.open_checkout().await;
    fixture.stripe.pay_session(&session);
    // The event is not here yet, and the time of the checkout is nearly over: another one would
    // be opened, but the first cannot be closed any more.
    fixture.advance_minutes(55).await;
    fixture.request_checkout(&invoice, "478.10").await.expect_error(409, "payment_pending", None);
    assert!(fixture.stripe.open_sessions().is_empty());
    fixture.advance_minutes(11).await;
    fixture.business.app.run_jobs().await;
    assert_eq!(fixture.read_invoice(&invoice).await["status"], "paid");
    assert!(fixture.stripe.lock_state().refunds.is_empty());
    let page = fixture.read_public_invoice(&invoice).await;
    assert_eq!(page["payments"].as_array().map(Vec::len), Some(1), "{}", token_of(&invoice));
    fixture.business.app.stop().await;
}

#[tokio::test]
async fn a_deposit_paid_after_the_conversion_counts_on_the_invoice() {
    let fixture = CardFixture::open_connected().await;
    let quote = fixture.business.accepted_quote().await;
    let session = session_id(&fixture.request_deposit_checkout(&quote, "119.53").await.expect_status(200));
    let path = format!("/api/quotes/{}/convert", id_of(&quote));
    let invoice = fixture.client().post_empty(&path).await.expect_status(201);
    let event = fixture.stripe.pay_session(&session);
    fixture.send_event(&event).await.expect_status(200);
    let invoice = fixture.read_invoice(&invoice).await;
    assert_eq!(invoice["totals"]["paidAmount"], "119.53");
    fixture.business.app.run_jobs().await;
    assert!(fixture.stripe.lock_state().refunds.is_empty());

    // What goes back of it goes back on both.
    fixture.send_event(&fixture.stripe.refund_session(&session, 11_953)).await.expect_status(200);
    assert_eq!(fixture.read_invoice(&invoice).await["totals"]["paidAmount"], "0.00");
    assert_eq!(fixture.read_quote(&quote).await["totals"]["paidAmount"], "0.00");
    fixture.business.app.stop().await;
}
