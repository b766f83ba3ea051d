//! What can still be invoiced for a cancelled job: what is owed for it, and no more.

use serde_json::{Value, json};

use super::{accepted_labour_quote, cancel_path, cancellation_path, record_cash_payment};
use crate::documents::{TestBusiness, id_of};

fn quote_path(quote: &Value, what: &str) -> String {
    format!("/api/quotes/{}/{what}", id_of(quote))
}

/// A quote over 478.10 that was accepted with an early start and cancelled, 40 % of it done: 191.24 is owed.
async fn cancelled_quote(business: &TestBusiness, paid: Option<&str>) -> Value {
    let quote = accepted_labour_quote(business, true).await;
    if let Some(paid) = paid {
        record_cash_payment(business, &quote, paid).await;
    }
    let client = business.app.new_client();
    client.post_empty(&cancel_path(&quote)).await.expect_status(200);
    quote
}

async fn set_share_done(business: &TestBusiness, quote: &Value) {
    let share = json!({ "finishedDate": null, "shareDone": "40" });
    business.client.put(&cancellation_path(quote), &share).await.expect_status(200);
}

#[tokio::test]
async fn a_cancelled_job_is_invoiced_up_to_what_is_owed() {
    let business = TestBusiness::open().await;
    let quote = cancelled_quote(&business, None).await;
    let response = business.client.get(&format!("/api/quotes/{}", id_of(&quote))).await;
    assert_eq!(response.expect_status(200)["allowed"]["convert"], false);
    let refused = business.client.post_empty(&quote_path(&quote, "convert")).await;
    refused.expect_error(409, "job_cancelled", None);

    // Nobody has said yet how much of it was done.
    let some = json!({ "amount": "1" });
    for method in ["stages/preview", "stages"] {
        let refused = business.client.post(&quote_path(&quote, method), &some).await;
        refused.expect_error(409, "share_not_said", None);
    }
    set_share_done(&business, &quote).await;
    for (ask, field) in
        [(json!({ "amount": "191.25" }), "amount"), (json!({ "percentage": "50" }), "percentage")]
    {
        for method in ["stages/preview", "stages"] {
            let refused = business.client.post(&quote_path(&quote, method), &ask).await;
            let refused = refused.expect_error(422, "rule_broken", Some(field));
            assert_eq!(
                refused["errors"][0]["msg"],
                "This job was cancelled. Ask for at most the £191.24 that is owed for it."
            );
        }
    }
    let hundred = json!({ "amount": "100" });
    let made = business.client.post(&quote_path(&quote, "stages"), &hundred).await;
    assert_eq!(made.expect_status(201)["totals"]["totalAmount"], "100.00");
    let refused = business.client.post(&quote_path(&quote, "stages"), &hundred).await;
    let refused = refused.expect_error(422, "rule_broken", Some("amount"));
    assert_eq!(
        refused["errors"][0]["msg"],
        "This job was cancelled. Of the £191.24 that is owed for it you can still invoice £91.24."
    );
    let rest = json!({ "amount": "91.24" });
    business.client.post(&quote_path(&quote, "stages"), &rest).await.expect_status(201);
    let refused = business.client.post(&quote_path(&quote, "stages"), &some).await;
    let refused = refused.expect_error(409, "nothing_owed", None);
    assert_eq!(
        refused["message"],
        "This job was cancelled, and the £191.24 that is owed for it has been invoiced."
    );
    assert_eq!(business.count_rows("stages").await, 2, "what was refused left nothing");
    business.app.stop().await;
}

#[tokio::test]
async fn an_overpaid_cancelled_job_is_not_invoiced() {
    let business = TestBusiness::open().await;
    let quote = cancelled_quote(&business, Some("200")).await;
    set_share_done(&business, &quote).await;
    let ask = json!({ "amount": "100" });
    let refused = business.client.post(&quote_path(&quote, "stages"), &ask).await;
    let refused = refused.expect_error(409, "give_back", None);
    assert_eq!(
        refused["message"],
        "This job was cancelled, and your customer has paid £8.76 more than they owe. Refund that instead."
    );
    business.app.stop().await;
}

#[tokio::test]
async fn a_cancelled_job_for_which_nothing_is_owed_is_not_invoiced() {
    let business = TestBusiness::open().await;
    let quote = accepted_labour_quote(&business, false).await;
    let client = business.app.new_client();
    client.post_empty(&cancel_path(&quote)).await.expect_status(200);
    let ask = json!({ "amount": "1" });
    let refused = business.client.post(&quote_path(&quote, "stages"), &ask).await;
    let refused = refused.expect_error(409, "nothing_owed", None);
    assert_eq!(
        refused["message"],
        "This job was cancelled and nothing is owed for it, so there is nothing to invoice."
    );
    assert_eq!(business.count_rows("stages").await, 0);
    business.app.stop().await;
}
