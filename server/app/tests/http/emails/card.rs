//! About card payments: paid, refunded, disputed.

use super::EmailTranscript;
use crate::card::CardFixture;

#[tokio::test]
async fn card_payments() {
    let fixture = CardFixture::open_connected().await;
    let mut transcript = EmailTranscript::for_business(&fixture.business).await;
    let (_, session) = fixture.paid_invoice().await;
    fixture.advance_minutes(1).await;
    transcript.record("an invoice is paid by card").await;
    let event = fixture.stripe.refund_session(&session, 10_000);
    fixture.send_event(&event).await.expect_status(200);
    transcript.record("a part of it is refunded").await;
    let event = fixture.stripe.fail_refund(&session, 5_000);
    fixture.send_event(&event).await.expect_status(200);
    transcript.record("a part of that did not arrive").await;
    for outcome in ["lost", "won"] {
        let (_, session) = fixture.paid_invoice().await;
        fixture.advance_minutes(1).await;
        transcript.record("another is paid by card").await;
        for (step, status) in [("created", "needs_response"), ("closed", outcome)] {
            let event = fixture.stripe.dispute_session(&session, step, status);
            fixture.send_event(&event).await.expect_status(200);
            transcript.record(&format!("it is disputed: {step}, {status}")).await;
        }
    }
    transcript.compare_with_file("card.txt");
}
