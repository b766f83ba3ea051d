//! What was paid and what is deducted, of a quote and of its stages.

use serde_json::{Value, json};

use super::{Site, figures};
use crate::documents::{Desk, id, token, under_cis};

#[tokio::test]
async fn what_was_paid_of_the_quote_counts_on_its_first_stage() {
    let site = Site::open().await;
    let client = &site.desk.client;
    let paid = json!({ "amount": "119.53", "method": "cash" });
    let payments = format!("{}/payments", site.path());
    client.post(&payments, &paid).await.expect(201);
    let refused = site.ask(json!({ "amount": "100" })).await;
    let told = refused.refused(422, "rule_broken", Some("ask"));
    assert_eq!(told["errors"][0]["code"], "below_paid");
    assert_eq!(
        told["errors"][0]["msg"],
        "£119.53 of this quote has already been paid. Invoice at least that much, so that the payment fits on it."
    );
    let deposit = site.sent(json!({ "deposit": true })).await;
    assert_eq!(deposit["status"], "paid");
    assert_eq!(
        figures(&site.job().await),
        ["478.10", "119.53", "119.53", "358.57"]
    );
    // From now on it is the invoices that are paid.
    client
        .post(&payments, &paid)
        .await
        .refused(409, "staged", None);
    let link = format!("/api/quotes/public/{}?with=page", token(&site.quote));
    let page = site.desk.app.client().get(&link).await.expect(200);
    assert_eq!(
        page["page"]["presentation"]["actions"].get("pay"),
        Some(&Value::Null)
    );
    let last = site.convert().await.expect(201);
    assert_eq!(
        last["payments"],
        json!([]),
        "it stands on the deposit's invoice alone"
    );
    assert_eq!(last["totals"]["balanceDue"], "358.57");
    let dashboard = client.get("/api/dashboard").await.expect(200);
    assert_eq!(dashboard["paidThisMonth"], "119.53", "it came in once");
    // Taken back on the invoice it is taken back on the quote.
    let path = format!("/api/invoices/{}", id(&deposit));
    let now = client.get(&path).await.expect(200);
    let payment = id(&now["payments"][0]);
    let remove = format!("{path}/payments/{payment}/remove");
    client
        .post(&remove, &json!({ "reason": "Bounced" }))
        .await
        .expect(200);
    let quote = client.get(&site.path()).await.expect(200);
    assert_eq!(quote["payments"], json!([]));
}

#[tokio::test]
async fn the_deposit_is_asked_for_by_its_invoice_and_no_more_by_the_quote() {
    let site = Site::open().await;
    let link = format!("/api/quotes/public/{}?with=page", token(&site.quote));
    let customer = site.desk.app.client();
    let pay = |page: &Value| page["page"]["presentation"]["actions"]["pay"]["amount"].clone();
    let before = customer.get(&link).await.expect(200);
    assert_eq!(pay(&before), "£119.53");
    let draft = site.ask(json!({ "deposit": true })).await.expect(201);
    let after = customer.get(&link).await.expect(200);
    assert_eq!(pay(&after), Value::Null);
    let path = format!("/api/invoices/{}", id(&draft));
    site.desk.client.delete(&path).await.expect(204);
    let again = customer.get(&link).await.expect(200);
    assert_eq!(pay(&again), "£119.53");
}

/// docs/rules.md's construction case by halves, and what each payment was for.
#[tokio::test]
async fn cis_is_deducted_of_each_stage() {
    let desk = Desk::open().await;
    let items = json!([
        { "id": "l", "name": "Labour", "quantity": "1", "price": "2000" },
        { "id": "m", "name": "Pipe", "quantity": "1", "price": "800", "cost": "800", "costType": "materials" }
    ]);
    let body = under_cis(desk.quote(), items);
    let draft = desk.client.post("/api/quotes", &body).await.expect(201);
    let sent = desk.send("quotes", &id(&draft)).await;
    let accept = format!("/api/quotes/public/{}/accept", token(&sent));
    desk.app.client().post_empty(&accept).await.expect(200);
    let site = Site { desk, quote: sent };
    let half = site.sent(json!({ "percentage": "50" })).await;
    assert_eq!(half["totals"]["cisDeduction"], "200.00");
    assert_eq!(half["totals"]["amountPayable"], "1200.00");
    let last = site.convert().await.expect(201);
    assert_eq!(last["totals"]["cisBase"], "1000.00");
    assert_eq!(last["totals"]["amountPayable"], "1200.00");
    let last = site.desk.send("invoices", &id(&last)).await;
    let path = format!("/api/invoices/{}/payments", id(&last));
    let paid = json!({ "amount": "1200.00", "method": "bank_transfer" });
    let paid = site.desk.client.post(&path, &paid).await.expect(201);
    let part = &paid["totals"]["cisPayments"][0];
    assert_eq!(
        [&part["gross"], &part["materials"], &part["deducted"]],
        ["1400.00", "400.00", "200.00"]
    );
}
