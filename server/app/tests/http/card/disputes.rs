//! Disputes: an open one takes nothing off, a lost one does.

use super::Till;

async fn standing(till: &Till, invoice: &serde_json::Value) -> (String, String) {
    let now = till.invoice(invoice).await;
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    (text(&now["status"]), text(&now["payments"][0]["dispute"]))
}

fn pair(status: &str, dispute: &str) -> (String, String) {
    (status.to_owned(), dispute.to_owned())
}

#[tokio::test]
async fn a_dispute_that_is_lost_makes_the_invoice_due_again() {
    let till = Till::open().await;
    let (invoice, session) = till.paid().await;
    till.tell(&till.stripe.disputed(&session, "created", "needs_response"))
        .await
        .expect(200);
    till.tell(
        &till
            .stripe
            .disputed(&session, "funds_withdrawn", "needs_response"),
    )
    .await
    .expect(200);
    assert_eq!(standing(&till, &invoice).await, pair("paid", "open"));
    assert_eq!(till.happened().await[0], "card_disputed");
    assert_eq!(till.page(&invoice).await["payments"][0]["disputed"], true);
    till.tell(&till.stripe.disputed(&session, "closed", "lost"))
        .await
        .expect(200);
    assert_eq!(standing(&till, &invoice).await, pair("sent", "lost"));
    assert_eq!(
        till.invoice(&invoice).await["totals"]["balanceDue"],
        "478.10"
    );
    assert_eq!(till.happened().await[0], "card_dispute_lost");
    till.desk.app.stop().await;
}

#[tokio::test]
async fn a_dispute_that_is_won_changes_nothing() {
    let till = Till::open().await;
    let (invoice, session) = till.paid().await;
    let opened = till.stripe.disputed(&session, "created", "needs_response");
    till.desk.app.clock.advance(60_000);
    till.tell(&till.stripe.disputed(&session, "closed", "won"))
        .await
        .expect(200);
    till.tell(&till.stripe.disputed(&session, "funds_reinstated", "won"))
        .await
        .expect(200);
    // The first word of it comes last.
    till.tell(&opened).await.expect(200);
    assert_eq!(standing(&till, &invoice).await, pair("paid", "won"));
    assert_eq!(till.happened().await[0], "card_dispute_won");
    till.desk.app.stop().await;
}
