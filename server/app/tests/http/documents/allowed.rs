//! The steps that a response offers are the ones that the server then accepts.

use serde_json::{Value, json};

use super::{TestBusiness, id_of, token_of};

/// The names of the steps that a response offers.
fn offered_steps(answer: &Value) -> Vec<&str> {
    let allowed = answer["allowed"].as_object().expect("what is allowed");
    let yes = allowed.iter().filter(|(_, may)| **may == json!(true));
    yes.map(|(step, _)| step.as_str()).collect()
}

#[tokio::test]
async fn a_quote_offers_what_its_status_allows() {
    let business = TestBusiness::open().await;
    let draft = business.draft_quote().await;
    assert_eq!(offered_steps(&draft), ["delete", "edit", "send"]);
    let path = format!("/api/quotes/{}", id_of(&draft));
    let deposit = json!({ "amount": "10.00", "method": "cash" });
    let payments = format!("{path}/payments");
    let refused = business.client.post(&payments, &deposit).await;
    refused.expect_error(409, "not_sent", None);

    let sent = business.send_by_link("quotes", &id_of(&draft)).await;
    assert_eq!(offered_steps(&sent), ["convert", "edit", "recordPayment", "send"]);
    let refused = business.client.delete(&path).await;
    refused.expect_error(409, "issued", None);

    let link = format!("/api/quotes/public/{}/accept", token_of(&sent));
    business.app.new_client().post_empty(&link).await.expect_status(200);
    let accepted = business.client.get(&path).await.expect_status(200);
    assert_eq!(offered_steps(&accepted), ["convert", "recordPayment", "stage", "vary"]);
    business.client.post(&payments, &deposit).await.expect_status(201);

    let invoice = business.client.post_empty(&format!("{path}/convert")).await;
    let invoice = invoice.expect_status(201);
    assert_eq!(offered_steps(&invoice), ["agree", "edit", "send"]);
    let invoiced = business.client.get(&path).await.expect_status(200);
    assert_eq!(offered_steps(&invoiced), [""; 0]);
    let refused = business.client.post(&payments, &deposit).await;
    refused.expect_error(409, "already_invoiced", None);
    let path = format!("/api/invoices/{}", id_of(&invoice));
    let refused = business.client.delete(&path).await;
    refused.expect_error(409, "made_from_quote", None);
}

#[tokio::test]
async fn an_invoice_offers_what_its_payments_allow() {
    let business = TestBusiness::open().await;
    let sent = business.sent_invoice().await;
    assert_eq!(offered_steps(&sent), ["agree", "credit", "edit", "recordPayment", "send", "void"]);
    let path = format!("/api/invoices/{}", id_of(&sent));
    let pay = |amount: &Value| json!({ "amount": amount, "method": "cash" });
    let payments = format!("{path}/payments");
    let part = business.client.post(&payments, &pay(&json!("1.00"))).await;
    let part = part.expect_status(201);
    assert_eq!(offered_steps(&part), ["agree", "credit", "edit", "recordPayment", "send"]);
    let refused = business.client.post_empty(&format!("{path}/void")).await;
    refused.expect_error(409, "has_payments", None);
    let rest = pay(&part["totals"]["balanceDue"]);
    let paid = business.client.post(&payments, &rest).await;
    assert_eq!(offered_steps(&paid.expect_status(201)), ["credit", "send"]);

    let other = business.sent_invoice().await;
    let void = format!("/api/invoices/{}/void", id_of(&other));
    let void = business.client.post_empty(&void).await.expect_status(200);
    assert_eq!(offered_steps(&void), [""; 0]);
}
