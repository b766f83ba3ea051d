//! What a customer may record as paid.

use serde_json::json;

use super::{Desk, token, with};

#[tokio::test]
async fn the_deposit_is_asked_for_once_and_only_when_accepted() {
    let desk = Desk::open().await;
    let sent = desk.sent_quote().await;
    let link = format!("/api/quotes/public/{}", token(&sent));
    let customer = desk.app.client();
    let pay = format!("{link}/payment");
    let cash = json!({ "method": "cash" });
    customer
        .post(&pay, &cash)
        .await
        .refused(409, "not_accepted", None);
    customer
        .post_empty(&format!("{link}/accept"))
        .await
        .expect(200);
    for method in ["paypal", "stripe", "cheque", ""] {
        customer
            .post(&pay, &json!({ "method": method }))
            .await
            .refused(422, "rule_broken", Some("method"));
    }
    let wrong = json!({ "method": "cash", "amount": "0.01" });
    let refused = customer.post(&pay, &wrong).await;
    let refused = refused.refused(409, "amount_changed", None);
    assert_eq!(
        refused["message"],
        "The amount has changed: £119.53 is now due. Please check before you pay."
    );
    customer
        .post(&pay, &json!({ "method": "cash", "sum": "0.01" }))
        .await
        .refused(400, "unknown_field", Some("sum"));
    let first = customer.post_once(&pay, "k", &cash).await.expect(201);
    assert_eq!(
        customer.post_once(&pay, "k", &cash).await.expect(201),
        first
    );
    customer
        .post(&pay, &cash)
        .await
        .refused(409, "payment_pending", None);
    assert_eq!(desk.rows("payments").await, 1);
}

#[tokio::test]
async fn a_way_that_the_business_does_not_accept_is_refused() {
    let desk = Desk::open().await;
    let sent = desk.sent_invoice().await;
    let path = format!("/api/business-profiles/{}", desk.profile);
    let body = with(
        with(super::profile(), "accepts_cash", json!(false)),
        "version",
        json!(1),
    );
    desk.client.put(&path, &body).await.expect(200);
    let pay = format!("/api/invoices/public/{}/payment", token(&sent));
    let customer = desk.app.client();
    customer
        .post(&pay, &json!({ "method": "cash" }))
        .await
        .refused(422, "rule_broken", Some("method"));
    customer
        .post(&pay, &json!({ "method": "bank_transfer" }))
        .await
        .expect(201);
}
