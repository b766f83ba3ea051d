//! Refunds that the business makes at Stripe.

use serde_json::json;

use super::{Till, session_of};
use crate::documents::id;

#[tokio::test]
async fn what_goes_back_is_due_again() {
    let till = Till::open().await;
    let (invoice, session) = till.paid().await;
    let part = till.stripe.refunded(&session, 10_000);
    let whole = till.stripe.refunded(&session, 47_810);
    till.tell(&part).await.expect(200);
    let now = till.invoice(&invoice).await;
    assert_eq!(now["status"], "partially_paid");
    assert_eq!(now["paidDate"], serde_json::Value::Null);
    assert_eq!(now["totals"]["balanceDue"], "100.00");
    assert_eq!(now["payments"][0]["amount"], "478.10");
    assert_eq!(now["payments"][0]["refunded"], "100.00");
    assert_eq!(till.happened().await[0], "card_refunded");

    till.tell(&whole).await.expect(200);
    let mut late = part.clone();
    late["id"] = serde_json::json!("evt_late");
    till.tell(&late).await.expect(200);
    let now = till.invoice(&invoice).await;
    assert_eq!(now["status"], "sent");
    assert_eq!(now["totals"]["balanceDue"], "478.10");
    assert_eq!(now["payments"][0]["refunded"], "478.10");

    let shown = &till.page(&invoice).await["payments"][0];
    assert_eq!(shown["amount"], "478.10");
    assert_eq!(shown["refunded"], "478.10");
    assert_eq!(shown.get("disputed"), None);

    // It can be paid again.
    let again = session_of(&till.ask(&invoice, "478.10").await.expect(200));
    let event = till.stripe.pay(&again);
    till.tell(&event).await.expect(200);
    assert_eq!(till.invoice(&invoice).await["status"], "paid");
    till.desk.app.stop().await;
}

#[tokio::test]
async fn a_deposit_that_went_back_can_be_paid_again() {
    let till = Till::open().await;
    let quote = till.desk.accepted_quote().await;
    let session = session_of(&till.ask_deposit(&quote, "119.53").await.expect(200));
    let event = till.stripe.pay(&session);
    till.tell(&event).await.expect(200);
    till.ask_deposit(&quote, "119.53")
        .await
        .refused(409, "nothing_due", None);
    till.tell(&till.stripe.refunded(&session, 11_953))
        .await
        .expect(200);
    assert_eq!(till.quote(&quote).await["totals"]["paidAmount"], "0.00");
    till.ask_deposit(&quote, "119.53").await.expect(200);
    till.desk.app.stop().await;
}

#[tokio::test]
async fn a_refund_that_fails_counts_as_paid_again() {
    let till = Till::open().await;
    let (invoice, session) = till.paid().await;
    till.tell(&till.stripe.refunded(&session, 10_000))
        .await
        .expect(200);
    till.tell(&till.stripe.refunded(&session, 15_000))
        .await
        .expect(200);
    let failed = till.stripe.refund_failed(&session, 5_000);
    till.tell(&failed).await.expect(200);
    till.tell(&failed).await.expect(200);
    let now = till.invoice(&invoice).await;
    assert_eq!(now["payments"][0]["refunded"], "100.00");
    assert_eq!(now["totals"]["balanceDue"], "100.00");
    assert_eq!(till.happened().await[0], "card_refund_failed");
    let sentence = "The refund of £50.00 for invoice INV-0001 didn’t reach Jo Bloggs";
    let told = till.told().await;
    assert!(told.iter().any(|text| text.contains(sentence)), "{told:?}");

    let all = till.stripe.refund_failed(&session, 10_000);
    till.tell(&all).await.expect(200);
    assert_eq!(till.invoice(&invoice).await["status"], "paid");
    till.desk.app.stop().await;
}

#[tokio::test]
async fn a_refund_whose_failure_arrives_first_counts_as_paid() {
    let till = Till::open().await;
    let (invoice, session) = till.paid().await;
    let refunded = till.stripe.refunded(&session, 5_000);
    till.tell(&till.stripe.refund_failed(&session, 5_000))
        .await
        .expect(200);
    assert_eq!(till.happened().await[0], "card_refund_failed");
    till.tell(&refunded).await.expect(200);
    let now = till.invoice(&invoice).await;
    assert_eq!(now["status"], "paid");
    assert_eq!(now["payments"][0]["refunded"], "0.00");
    assert_eq!(till.happened().await[0], "card_refund_failed");
    till.desk.app.stop().await;
}

#[tokio::test]
async fn two_events_about_one_failed_refund_count_once() {
    let till = Till::open().await;
    let (invoice, session) = till.paid().await;
    till.tell(&till.stripe.refunded(&session, 15_000))
        .await
        .expect(200);
    let failed = till.stripe.refund_failed(&session, 5_000);
    till.tell(&failed).await.expect(200);
    let mut again = failed.clone();
    again["id"] = json!("evt_again");
    till.tell(&again).await.expect(200);
    let now = till.invoice(&invoice).await;
    assert_eq!(now["payments"][0]["refunded"], "100.00");
    let failures = till.happened().await;
    let of_failure = failures.iter().filter(|it| *it == "card_refund_failed");
    assert_eq!(of_failure.count(), 1);
    till.desk.app.stop().await;
}

/// What Stripe told of is not taken off by hand: it would be in the books of neither.
#[tokio::test]
async fn a_card_payment_is_refunded_and_never_removed() {
    let till = Till::open().await;
    let (invoice, _) = till.paid().await;
    let paid = till.invoice(&invoice).await;
    let payment = &paid["payments"][0];
    assert_eq!(payment["canRemove"], false);
    let kept = payment["kept"].as_str().unwrap_or_default();
    assert!(
        kept.contains("Refund it here or in your Stripe dashboard"),
        "{kept}"
    );
    let path = format!("/api/invoices/{}/payments/{}", id(&invoice), id(payment));
    let why = json!({ "reason": "A mistake" });
    let client = till.client();
    let refused = client.post(&format!("{path}/remove"), &why).await;
    refused.refused(409, "paid_by_card", None);
    let refused = client.post_empty(&format!("{path}/unconfirm")).await;
    refused.refused(409, "paid_by_card", None);
}
