//! Disputes: an open one changes no amount, a lost one does.

use super::CardFixture;

async fn status_and_dispute(fixture: &CardFixture, invoice: &serde_json::Value) -> (String, String) {
    let now = fixture.read_invoice(invoice).await;
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    (text(&now["status"]), text(&now["payments"][0]["dispute"]))
}

fn pair(status: &str, dispute: &str) -> (String, String) {
    (status.to_owned(), dispute.to_owned())
}

#[tokio::test]
async fn a_dispute_that_is_lost_makes_the_invoice_due_again() {
    let fixture = CardFixture::open_connected().await;
    let (invoice, session) = fixture.paid_invoice().await;
    fixture
        .send_event(&fixture.stripe.dispute_session(&session, "created", "needs_response"))
        .await
        .expect_status(200);
    fixture
        .send_event(&fixture.stripe.dispute_session(&session, "funds_withdrawn", "needs_response"))
        .await
        .expect_status(200);
    assert_eq!(status_and_dispute(&fixture, &invoice).await, pair("paid", "open"));
    assert_eq!(fixture.list_activity_kinds().await[0], "card_disputed");
    assert_eq!(fixture.read_public_invoice(&invoice).await["payments"][0]["disputed"], true);
    fixture.send_event(&fixture.stripe.dispute_session(&session, "closed", "lost")).await.expect_status(200);
    assert_eq!(status_and_dispute(&fixture, &invoice).await, pair("sent", "lost"));
    assert_eq!(fixture.read_invoice(&invoice).await["totals"]["balanceDue"], "478.10");
    assert_eq!(fixture.list_activity_kinds().await[0], "card_dispute_lost");
    fixture.business.app.stop().await;
}

#[tokio::test]
async fn a_dispute_that_is_won_changes_nothing() {
    let fixture = CardFixture::open_connected().await;
    let (invoice, session) = fixture.paid_invoice().await;
    let opened = fixture.stripe.dispute_session(&session, "created", "needs_response");
    fixture.business.app.clock.advance(60_000);
    fixture.send_event(&fixture.stripe.dispute_session(&session, "closed", "won")).await.expect_status(200);
    fixture
        .send_event(&fixture.stripe.dispute_session(&session, "funds_reinstated", "won"))
        .await
        .expect_status(200);
    // The first word of it comes last.
    fixture.send_event(&opened).await.expect_status(200);
    assert_eq!(status_and_dispute(&fixture, &invoice).await, pair("paid", "won"));
    assert_eq!(fixture.list_activity_kinds().await[0], "card_dispute_won");
    fixture.business.app.stop().await;
}
