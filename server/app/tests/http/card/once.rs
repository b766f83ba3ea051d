//! Nobody pays twice, however many press at once; what is taken beyond what is due goes back.

use serde_json::{Value, json};

use super::{Till, session_of, status};
use crate::documents::{id, token};
use crate::support::stripe::Fault;

#[tokio::test]
async fn two_browsers_at_once_get_one_session() {
    let till = Till::open().await;
    let invoice = till.desk.sent_invoice().await;
    // The first is still being opened when the others ask.
    till.stripe.fail(Fault::Slow);
    let answers = futures::future::join_all((0..4).map(|_| till.ask(&invoice, "478.10"))).await;
    let sessions: Vec<String> = answers
        .into_iter()
        .map(|answer| session_of(&answer.expect(200)))
        .collect();
    assert_eq!(sessions, vec![sessions[0].clone(); 4]);
    assert_eq!(till.stripe.open_sessions(), [sessions[0].clone()]);

    let event = till.stripe.pay(&sessions[0]);
    let told = futures::future::join_all((0..4).map(|_| till.tell(&event))).await;
    for answer in told {
        answer.expect(200);
    }
    let paid = till.invoice(&invoice).await;
    assert_eq!(paid["payments"].as_array().map(Vec::len), Some(1));
    till.desk.app.stop().await;
}

/// The invoice, its customer's payment told of after the business recorded `cash`.
async fn paid_after_cash(till: &Till, cash: &str) -> (Value, String) {
    let (invoice, session) = till.asked().await;
    let path = format!("/api/invoices/{}/payments", id(&invoice));
    let body = json!({ "amount": cash, "method": "cash" });
    till.client().post(&path, &body).await.expect(201);
    // The customer was quicker than the job that closes the session.
    let event = till.stripe.pay(&session);
    till.desk.app.run_jobs().await;
    till.tell(&event).await.expect(200);
    (invoice, session)
}

#[tokio::test]
async fn a_second_payment_goes_back_whole() {
    let till = Till::open().await;
    let (invoice, session) = paid_after_cash(&till, "478.10").await;
    let now = till.invoice(&invoice).await;
    assert_eq!(now["status"], "paid");
    assert_eq!(now["payments"].as_array().map(Vec::len), Some(2));
    till.desk.app.run_jobs().await;
    till.desk.app.run_jobs().await;
    let refunds = till.stripe.world().refunds.clone();
    assert_eq!(refunds.len(), 1);
    assert_eq!(refunds[0].0, till.account);
    assert_eq!(refunds[0].1["amount"], 47_810);
    assert_eq!(
        refunds[0].1["payment_intent"],
        till.stripe.session(&session)["payment_intent"]
    );

    till.tell(&till.stripe.refunded(&session, 47_810))
        .await
        .expect(200);
    let now = till.invoice(&invoice).await;
    assert_eq!(now["status"], "paid");
    assert_eq!(now["totals"]["paidAmount"], "478.10");
    till.desk.app.stop().await;
}

#[tokio::test]
async fn only_what_is_more_than_due_goes_back() {
    let till = Till::open().await;
    let (invoice, session) = paid_after_cash(&till, "100.00").await;
    // Stripe is down at first, and then has done it although its answer was lost.
    till.stripe.fail(Fault::Status(503));
    till.desk.app.run_jobs().await;
    till.desk.app.clock.advance(60_000);
    till.desk.app.run_jobs().await;
    let refunds = till.stripe.world().refunds.clone();
    assert_eq!(refunds.len(), 1, "{refunds:?}");
    assert_eq!(refunds[0].1["amount"], 10_000);
    till.tell(&till.stripe.refunded(&session, 10_000))
        .await
        .expect(200);
    let now = till.invoice(&invoice).await;
    assert_eq!(now["totals"]["paidAmount"], "478.10");
    assert_eq!(now["status"], "paid");
    till.desk.app.stop().await;
}

#[tokio::test]
async fn a_refund_whose_answer_is_lost_is_made_once() {
    let till = Till::open().await;
    let (_, session) = paid_after_cash(&till, "478.10").await;
    // Looking for refunds goes well; making one is done, and the answer lost.
    till.stripe.fail(Fault::Slow);
    till.stripe.fail(Fault::Lost);
    till.desk.app.run_jobs().await;
    for _ in 0..4 {
        till.desk.app.clock.advance(30 * 3_600_000);
        till.desk.app.run_jobs().await;
    }
    assert_eq!(till.stripe.world().refunds.len(), 1);
    assert_eq!(status(&till, &session), "complete");
    till.desk.app.stop().await;
}

#[tokio::test]
async fn a_refund_that_stripe_refuses_is_told_to_the_business() {
    let till = Till::open().await;
    paid_after_cash(&till, "478.10").await;
    // Looking for refunds goes well; making one is refused.
    till.stripe.fail(Fault::Slow);
    till.stripe.fail(Fault::Status(400));
    till.desk.app.run_jobs().await;
    till.desk.app.run_jobs().await;
    assert_eq!(till.stripe.world().refunds.len(), 0);
    let told = till.told().await;
    let sentence = "£478.10 of what Jo Bloggs paid by card for invoice INV-0001 was more than is \
                    due and could not be refunded: please refund it in your Stripe dashboard";
    let count = |told: &[String]| told.iter().filter(|text| text.contains(sentence)).count();
    assert_eq!(count(&told), 1, "{told:#?}");
    till.desk.app.clock.advance(30 * 3_600_000);
    till.desk.app.run_jobs().await;
    assert_eq!(count(&till.told().await), 1, "once");
    till.desk.app.stop().await;
}

#[tokio::test]
async fn what_is_paid_for_a_withdrawn_invoice_goes_back() {
    let till = Till::open().await;
    let (invoice, session) = till.asked().await;
    let path = format!("/api/invoices/{}/void", id(&invoice));
    till.client().post_empty(&path).await.expect(200);
    let event = till.stripe.pay(&session);
    till.desk.app.run_jobs().await;
    till.tell(&event).await.expect(200);
    till.desk.app.run_jobs().await;
    assert_eq!(till.stripe.world().refunds.len(), 1);
    let now = till.invoice(&invoice).await;
    assert_eq!(now["status"], "void");
    assert_eq!(now["payments"].as_array().map(Vec::len), Some(1));
    till.desk.app.stop().await;
}

#[tokio::test]
async fn who_has_paid_is_not_sent_to_pay_again() {
    let till = Till::open().await;
    let (invoice, session) = till.asked().await;
    till.stripe.pay(&session);
    // The event is not here yet, and the time of the checkout is nearly over: another one would
    // be opened, but the first cannot be closed any more.
    till.later(55).await;
    till.ask(&invoice, "478.10")
        .await
        .refused(409, "payment_pending", None);
    assert!(till.stripe.open_sessions().is_empty());
    till.later(11).await;
    till.desk.app.run_jobs().await;
    assert_eq!(till.invoice(&invoice).await["status"], "paid");
    assert!(till.stripe.world().refunds.is_empty());
    let page = till.page(&invoice).await;
    assert_eq!(
        page["payments"].as_array().map(Vec::len),
        Some(1),
        "{}",
        token(&invoice)
    );
    till.desk.app.stop().await;
}

#[tokio::test]
async fn a_deposit_paid_while_the_quote_becomes_an_invoice_counts_there() {
    let till = Till::open().await;
    let quote = till.desk.accepted_quote().await;
    let session = session_of(&till.ask_deposit(&quote, "119.53").await.expect(200));
    let path = format!("/api/quotes/{}/convert", id(&quote));
    let invoice = till.client().post_empty(&path).await.expect(201);
    let event = till.stripe.pay(&session);
    till.tell(&event).await.expect(200);
    let invoice = till.invoice(&invoice).await;
    assert_eq!(invoice["totals"]["paidAmount"], "119.53");
    till.desk.app.run_jobs().await;
    assert!(till.stripe.world().refunds.is_empty());

    // What goes back of it goes back on both.
    till.tell(&till.stripe.refunded(&session, 11_953))
        .await
        .expect(200);
    assert_eq!(till.invoice(&invoice).await["totals"]["paidAmount"], "0.00");
    assert_eq!(till.quote(&quote).await["totals"]["paidAmount"], "0.00");
    till.desk.app.stop().await;
}
