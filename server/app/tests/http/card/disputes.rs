//! Disputes: an open one changes no amount, a lost one does.

use super::CardFixture;

async fn status_and_dispute(till: &CardFixture, invoice: &serde_json::Value) -> (String, String) {
    let now = till.read_invoice(invoice).await;
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    (text(&now["status"]), text(&now["payments"][0]["dispute"]))
}

fn pair(status: &str, dispute: &str) -> (String, String) {
    (status.to_owned(), dispute.to_owned())
}

#[tokio::test]
async fn a_dispute_that_is_lost_makes_the_invoice_due_again() {
    let till = CardFixture::open_connected().await;
    let (invoice, session) = till.paid_invoice().await;
    till.send_event(
        &till
            .stripe
            .dispute_session(&session, "created", "needs_response"),
    )
    .await
    .expect_status(200);
    till.send_event(
        &till
            .stripe
            .dispute_session(&session, "funds_withdrawn", "needs_response"),
    )
    .await
    .expect_status(200);
    assert_eq!(
        status_and_dispute(&till, &invoice).await,
        pair("paid", "open")
    );
    assert_eq!(till.list_activity_kinds().await[0], "card_disputed");
    assert_eq!(
        till.read_public_invoice(&invoice).await["payments"][0]["disputed"],
        true
    );
    till.send_event(&till.stripe.dispute_session(&session, "closed", "lost"))
        .await
        .expect_status(200);
    assert_eq!(
        status_and_dispute(&till, &invoice).await,
        pair("sent", "lost")
    );
    assert_eq!(
        till.read_invoice(&invoice).await["totals"]["balanceDue"],
        "478.10"
    );
    assert_eq!(till.list_activity_kinds().await[0], "card_dispute_lost");
    till.business.app.stop().await;
}

#[tokio::test]
async fn a_dispute_that_is_won_changes_nothing() {
    let till = CardFixture::open_connected().await;
    let (invoice, session) = till.paid_invoice().await;
    let opened = till
        .stripe
        .dispute_session(&session, "created", "needs_response");
    till.business.app.clock.advance(60_000);
    till.send_event(&till.stripe.dispute_session(&session, "closed", "won"))
        .await
        .expect_status(200);
    till.send_event(
        &till
            .stripe
            .dispute_session(&session, "funds_reinstated", "won"),
    )
    .await
    .expect_status(200);
    // The first word of it comes last.
    till.send_event(&opened).await.expect_status(200);
    assert_eq!(
        status_and_dispute(&till, &invoice).await,
        pair("paid", "won")
    );
    assert_eq!(till.list_activity_kinds().await[0], "card_dispute_won");
    till.business.app.stop().await;
}
