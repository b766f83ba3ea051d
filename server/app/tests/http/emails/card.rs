//! About card payments: paid, refunded, disputed.

use super::Book;
use crate::card::Till;

#[tokio::test]
async fn card_payments() {
    let till = Till::open().await;
    let mut book = Book::of(&till.desk).await;
    let (_, session) = till.paid().await;
    till.later(1).await;
    book.note("an invoice is paid by card").await;
    let event = till.stripe.refunded(&session, 10_000);
    till.tell(&event).await.expect(200);
    book.note("a part of it is refunded").await;
    let event = till.stripe.refund_failed(&session, 5_000);
    till.tell(&event).await.expect(200);
    book.note("a part of that did not arrive").await;
    for outcome in ["lost", "won"] {
        let (_, session) = till.paid().await;
        till.later(1).await;
        book.note("another is paid by card").await;
        for (step, status) in [("created", "needs_response"), ("closed", outcome)] {
            let event = till.stripe.disputed(&session, step, status);
            till.tell(&event).await.expect(200);
            book.note(&format!("it is disputed: {step}, {status}"))
                .await;
        }
    }
    book.close("card.txt");
}
