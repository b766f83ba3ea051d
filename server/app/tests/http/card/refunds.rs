//! Refunds that the business makes at Stripe.

use serde_json::json;

use super::{CardFixture, session_id};
use crate::documents::id_of;

#[tokio::test]
async fn a_refunded_amount_is_due_again() {
    let fixture = CardFixture::open_connected().await;
    let (invoice, session) = fixture.paid_invoice().await;
    let part = fixture.stripe.refund_session(&session, 10_000);
    let whole = fixture.stripe.refund_session(&session, 47_810);
    fixture.send_event(&part).await.expect_status(200);
    let now = fixture.read_invoice(&invoice).await;
    assert_eq!(now["status"], "partially_paid");
    assert_eq!(now["paidDate"], serde_json::Value::Null);
    assert_eq!(now["totals"]["balanceDue"], "100.00");
    assert_eq!(now["payments"][0]["amount"], "478.10");
    assert_eq!(now["payments"][0]["refunded"], "100.00");
    assert_eq!(fixture.list_activity_kinds().await[0], "card_refunded");

    fixture.send_event(&whole).await.expect_status(200);
    let mut late = part.clone();
    late["id"] = serde_json::json!("evt_late");
    fixture.send_event(&late).await.expect_status(200);
    let now = fixture.read_invoice(&invoice).await;
    assert_eq!(now["status"], "sent");
    assert_eq!(now["totals"]["balanceDue"], "478.10");
    assert_eq!(now["payments"][0]["refunded"], "478.10");

    let body = &fixture.read_public_invoice(&invoice).await["payments"][0];
    assert_eq!(body["amount"], "478.10");
    assert_eq!(body["refunded"], "478.10");
    assert_eq!(body.get("disputed"), None);

    // It can be paid again.
    let again = session_id(&fixture.request_checkout(&invoice, "478.10").await.expect_status(200));
    let event = fixture.stripe.pay_session(&again);
    fixture.send_event(&event).await.expect_status(200);
    assert_eq!(fixture.read_invoice(&invoice).await["status"], "paid");
    fixture.business.app.stop().await;
}

#[tokio::test]
async fn a_refunded_deposit_can_be_paid_again() {
    let fixture = CardFixture::open_connected().await;
    let quote = fixture.business.accepted_quote().await;
    let session = session_id(&fixture.request_deposit_checkout(&quote, "119.53").await.expect_status(200));
    let event = fixture.stripe.pay_session(&session);
    fixture.send_event(&event).await.expect_status(200);
    fixture.request_deposit_checkout(&quote, "119.53").await.expect_error(409, "nothing_due", None);
    fixture.send_event(&fixture.stripe.refund_session(&session, 11_953)).await.expect_status(200);
    assert_eq!(fixture.read_quote(&quote).await["totals"]["paidAmount"], "0.00");
    fixture.request_deposit_checkout(&quote, "119.53").await.expect_status(200);
    fixture.business.app.stop().await;
}

#[tokio::test]
async fn a_refund_that_fails_counts_as_paid_again() {
    let fixture = CardFixture::open_connected().await;
    let (invoice, session) = fixture.paid_invoice().await;
    fixture.send_event(&fixture.stripe.refund_session(&session, 10_000)).await.expect_status(200);
    fixture.send_event(&fixture.stripe.refund_session(&session, 15_000)).await.expect_status(200);
    let failed = fixture.stripe.fail_refund(&session, 5_000);
    fixture.send_event(&failed).await.expect_status(200);
    fixture.send_event(&failed).await.expect_status(200);
    let now = fixture.read_invoice(&invoice).await;
    assert_eq!(now["payments"][0]["refunded"], "100.00");
    assert_eq!(now["totals"]["balanceDue"], "100.00");
    assert_eq!(fixture.list_activity_kinds().await[0], "card_refund_failed");
    let sentence = "The refund of £50.00 for invoice INV-0001 didn’t reach Jo Bloggs";
    let texts = fixture.list_business_emails().await;
    assert!(texts.iter().any(|text| text.contains(sentence)), "{texts:?}");

    let all = fixture.stripe.fail_refund(&session, 10_000);
    fixture.send_event(&all).await.expect_status(200);
    assert_eq!(fixture.read_invoice(&invoice).await["status"], "paid");
    fixture.business.app.stop().await;
}

#[tokio::test]
async fn a_refund_whose_failure_arrives_first_counts_as_paid() {
    let fixture = CardFixture::open_connected().await;
    let (invoice, session) = fixture.paid_invoice().await;
    let refunded = fixture.stripe.refund_session(&session, 5_000);
    fixture.send_event(&fixture.stripe.fail_refund(&session, 5_000)).await.expect_status(200);
    assert_eq!(fixture.list_activity_kinds().await[0], "card_refund_failed");
    fixture.send_event(&refunded).await.expect_status(200);
    let now = fixture.read_invoice(&invoice).await;
    assert_eq!(now["status"], "paid");
    assert_eq!(now["payments"][0]["refunded"], "0.00");
    assert_eq!(fixture.list_activity_kinds().await[0], "card_refund_failed");
    fixture.business.app.stop().await;
}

#[tokio::test]
async fn two_events_about_one_failed_refund_count_once() {
    let fixture = CardFixture::open_connected().await;
    let (invoice, session) = fixture.paid_invoice().await;
    fixture.send_event(&fixture.stripe.refund_session(&session, 15_000)).await.expect_status(200);
    let failed = fixture.stripe.fail_refund(&session, 5_000);
    fixture.send_event(&failed).await.expect_status(200);
    let mut again = failed.clone();
    again["id"] = json!("evt_again");
    fixture.send_event(&again).await.expect_status(200);
    let now = fixture.read_invoice(&invoice).await;
    assert_eq!(now["payments"][0]["refunded"], "100.00");
    let failures = fixture.list_activity_kinds().await;
    let of_failure = failures.iter().filter(|it| *it == "card_refund_failed");
    assert_eq!(of_failure.count(), 1);
    fixture.business.app.stop().await;
}

/// A card payment can't be removed by hand: the refund would be missing both here and at Stripe.
#[tokio::test]
async fn a_card_payment_is_refunded_and_never_removed() {
    let fixture = CardFixture::open_connected().await;
    let (invoice, _) = fixture.paid_invoice().await;
    let paid = fixture.read_invoice(&invoice).await;
    let payment = &paid["payments"][0];
    assert_eq!(payment["canRemove"], false);
    let saved = payment["kept"].as_str().unwrap_or_default();
    assert!(saved.contains("Refund it here or in your Stripe dashboard"), "{saved}");
    let path = format!("/api/invoices/{}/payments/{}", id_of(&invoice), id_of(payment));
    let why = json!({ "reason": "A mistake" });
    let client = fixture.client();
    let refused = client.post(&format!("{path}/remove"), &why).await;
    refused.expect_error(409, "paid_by_card", None);
    let refused = client.post_empty(&format!("{path}/unconfirm")).await;
    refused.expect_error(409, "paid_by_card", None);
}
