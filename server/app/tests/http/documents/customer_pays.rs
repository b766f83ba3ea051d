//! What a customer may record as paid.

use serde_json::json;

use super::{TestBusiness, token_of, with_field};

#[tokio::test]
async fn the_deposit_can_be_recorded_once_after_acceptance() {
    let business = TestBusiness::open().await;
    let sent = business.sent_quote().await;
    let link = format!("/api/quotes/public/{}", token_of(&sent));
    let customer = business.app.new_client();
    let pay = format!("{link}/payment");
    let cash = json!({ "method": "cash" });
    customer.post(&pay, &cash).await.expect_error(409, "not_accepted", None);
    customer.post_empty(&format!("{link}/accept")).await.expect_status(200);
    for method in ["paypal", "stripe", "cheque", ""] {
        customer.post(&pay, &json!({ "method": method })).await.expect_error(
            422,
            "rule_broken",
            Some("method"),
        );
    }
    let wrong = json!({ "method": "cash", "amount": "0.01" });
    let refused = customer.post(&pay, &wrong).await;
    let refused = refused.expect_error(409, "amount_changed", None);
    assert_eq!(
        refused["message"],
        "The amount has changed: £119.53 is now due. Please check before you pay."
    );
    customer.post(&pay, &json!({ "method": "cash", "sum": "0.01" })).await.expect_error(
        400,
        "unknown_field",
        Some("sum"),
    );
    let first = customer.post_with_key(&pay, "k", &cash).await.expect_status(201);
    assert_eq!(customer.post_with_key(&pay, "k", &cash).await.expect_status(201), first);
    customer.post(&pay, &cash).await.expect_error(409, "payment_pending", None);
    assert_eq!(business.count_rows("payments").await, 1);
}

#[tokio::test]
async fn a_payment_method_that_the_business_does_not_accept_is_refused() {
    let business = TestBusiness::open().await;
    let sent = business.sent_invoice().await;
    let path = format!("/api/business-profiles/{}", business.profile);
    let body =
        with_field(with_field(super::profile_body(), "accepts_cash", json!(false)), "version", json!(1));
    business.client.put(&path, &body).await.expect_status(200);
    let pay = format!("/api/invoices/public/{}/payment", token_of(&sent));
    let customer = business.app.new_client();
    customer.post(&pay, &json!({ "method": "cash" })).await.expect_error(422, "rule_broken", Some("method"));
    customer.post(&pay, &json!({ "method": "bank_transfer" })).await.expect_status(201);
}
