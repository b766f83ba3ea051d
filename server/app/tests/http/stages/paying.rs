//! What was paid and what is deducted, for a quote and for its stages.

use serde_json::{Value, json};

use super::{StagesFixture, job_amounts};
use crate::documents::{TestBusiness, id_of, token_of, with_cis};

#[tokio::test]
async fn what_was_paid_for_the_quote_counts_on_its_first_stage() {
    let site = StagesFixture::open().await;
    let client = &site.business.client;
    let paid = json!({ "amount": "119.53", "method": "cash" });
    let payments = format!("{}/payments", site.stages_path());
    client.post(&payments, &paid).await.expect_status(201);
    let refused = site.create_stage(json!({ "amount": "100" })).await;
    let body = refused.expect_error(422, "rule_broken", Some("ask"));
    assert_eq!(body["errors"][0]["code"], "below_paid");
    assert_eq!(
        body["errors"][0]["msg"],
        "£119.53 of this quote has already been paid. Invoice at least that much, so that the payment fits on it."
    );
    let deposit = site.create_sent_stage(json!({ "deposit": true })).await;
    assert_eq!(deposit["status"], "paid");
    assert_eq!(job_amounts(&site.read_job().await), ["478.10", "119.53", "119.53", "358.57"]);
    // From now on it is the invoices that are paid.
    client.post(&payments, &paid).await.expect_error(409, "staged", None);
    let link = format!("/api/quotes/public/{}?with=page", token_of(&site.quote));
    let page = site.business.app.new_client().get(&link).await.expect_status(200);
    assert_eq!(page["page"]["presentation"]["actions"].get("pay"), Some(&Value::Null));
    let last = site.convert_to_invoice().await.expect_status(201);
    assert_eq!(last["payments"], json!([]), "it stands on the deposit's invoice alone");
    assert_eq!(last["totals"]["balanceDue"], "358.57");
    let dashboard = client.get("/api/dashboard").await.expect_status(200);
    assert_eq!(dashboard["paidThisMonth"], "119.53", "it came in once");
    // Taken back on the invoice it is taken back on the quote.
    let path = format!("/api/invoices/{}", id_of(&deposit));
    let now = client.get(&path).await.expect_status(200);
    let payment = id_of(&now["payments"][0]);
    let remove = format!("{path}/payments/{payment}/remove");
    client.post(&remove, &json!({ "reason": "Bounced" })).await.expect_status(200);
    let quote = client.get(&site.stages_path()).await.expect_status(200);
    assert_eq!(quote["payments"], json!([]));
}

#[tokio::test]
async fn the_quote_no_longer_asks_for_a_deposit_that_a_stage_asks_for() {
    let site = StagesFixture::open().await;
    let link = format!("/api/quotes/public/{}?with=page", token_of(&site.quote));
    let customer = site.business.app.new_client();
    let pay = |page: &Value| page["page"]["presentation"]["actions"]["pay"]["amount"].clone();
    let before = customer.get(&link).await.expect_status(200);
    assert_eq!(pay(&before), "£119.53");
    let draft = site.create_stage(json!({ "deposit": true })).await.expect_status(201);
    let after = customer.get(&link).await.expect_status(200);
    assert_eq!(pay(&after), Value::Null);
    let path = format!("/api/invoices/{}", id_of(&draft));
    site.business.client.delete(&path).await.expect_status(204);
    let again = customer.get(&link).await.expect_status(200);
    assert_eq!(pay(&again), "£119.53");
}

/// The construction case of docs/rules.md in halves, and what each payment was for.
#[tokio::test]
async fn the_cis_deduction_is_calculated_for_each_stage() {
    let test_business = TestBusiness::open().await;
    let items = json!([
        { "id": "l", "name": "Labour", "quantity": "1", "price": "2000" },
        { "id": "m", "name": "Pipe", "quantity": "1", "price": "800", "cost": "800", "costType": "materials" }
    ]);
    let body = with_cis(test_business.quote_body(), items);
    let draft = test_business.client.post("/api/quotes", &body).await.expect_status(201);
    let sent = test_business.send_by_link("quotes", &id_of(&draft)).await;
    let accept = format!("/api/quotes/public/{}/accept", token_of(&sent));
    test_business.app.new_client().post_empty(&accept).await.expect_status(200);
    let site = StagesFixture { business: test_business, quote: sent };
    let half = site.create_sent_stage(json!({ "percentage": "50" })).await;
    assert_eq!(half["totals"]["cisDeduction"], "200.00");
    assert_eq!(half["totals"]["amountPayable"], "1200.00");
    let last = site.convert_to_invoice().await.expect_status(201);
    assert_eq!(last["totals"]["cisBase"], "1000.00");
    assert_eq!(last["totals"]["amountPayable"], "1200.00");
    let last = site.business.send_by_link("invoices", &id_of(&last)).await;
    let path = format!("/api/invoices/{}/payments", id_of(&last));
    let paid = json!({ "amount": "1200.00", "method": "bank_transfer" });
    let paid = site.business.client.post(&path, &paid).await.expect_status(201);
    let part = &paid["totals"]["cisPayments"][0];
    assert_eq!([&part["gross"], &part["materials"], &part["deducted"]], ["1400.00", "400.00", "200.00"]);
}
