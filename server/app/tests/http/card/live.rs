//! What open pages hear of card payments, without asking.

use serde_json::json;

use super::Till;
use crate::documents::live::{Page, listening, news};
use crate::documents::{id, token};

#[tokio::test]
async fn both_sides_hear_of_a_payment_a_refund_and_a_dispute() {
    let till = Till::open().await;
    let (invoice, session) = till.asked().await;
    let app = &till.desk.app;
    let mut business = Page::of_business(app, &till.desk.cookie().await).await;
    let mut customer = Page::of_customer(app, &token(&invoice)).await;
    listening(app, 2).await;
    let paid = till.stripe.pay(&session);
    // Told once, and then once more, which is nothing new.
    till.tell(&paid).await.expect(200);
    till.tell(&paid).await.expect(200);
    till.tell(&till.stripe.refunded(&session, 10_000))
        .await
        .expect(200);
    till.tell(&till.stripe.disputed(&session, "created", "needs_response"))
        .await
        .expect(200);
    till.tell(&till.stripe.disputed(&session, "closed", "lost"))
        .await
        .expect(200);
    let told = |event| json!({ "type": event, "kind": "invoice", "id": id(&invoice) });
    customer.until("payment_confirmed").await;
    let first = business.until("payment_confirmed").await;
    assert_eq!(first, told("payment_confirmed"));
    assert_eq!(business.next().await, Ok(news()));
    for event in ["status_update"; 3] {
        assert_eq!(customer.next().await, Ok(json!({ "type": event })));
        assert_eq!(business.next().await, Ok(told(event)));
        assert_eq!(business.next().await, Ok(news()));
    }
    till.desk.app.stop().await;
}

#[tokio::test]
async fn a_deposit_that_counts_on_an_invoice_is_heard_on_both_documents() {
    let till = Till::open().await;
    let quote = till.desk.accepted_quote().await;
    let session = super::session_of(&till.ask_deposit(&quote, "119.53").await.expect(200));
    let path = format!("/api/quotes/{}/convert", id(&quote));
    let draft = till.client().post_empty(&path).await.expect(201);
    let invoice = till.desk.send("invoices", &id(&draft)).await;
    let app = &till.desk.app;
    let of_quote = Page::of_customer(app, &token(&quote)).await;
    let of_invoice = Page::of_customer(app, &token(&invoice)).await;
    listening(app, 2).await;
    till.tell(&till.stripe.pay(&session)).await.expect(200);
    till.tell(&till.stripe.refunded(&session, 11_953))
        .await
        .expect(200);
    for mut page in [of_quote, of_invoice] {
        page.until("payment_confirmed").await;
        assert_eq!(page.next().await, Ok(json!({ "type": "status_update" })));
    }
    till.desk.app.stop().await;
}
