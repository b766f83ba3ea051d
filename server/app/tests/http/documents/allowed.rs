//! What an answer says may be done next is what the server then takes.

use serde_json::{Value, json};

use super::{TestBusiness, id_of, token_of};

/// The steps that an answer offers, by name.
fn offered_steps(answer: &Value) -> Vec<&str> {
    let allowed = answer["allowed"].as_object().expect("what is allowed");
    let yes = allowed.iter().filter(|(_, may)| **may == json!(true));
    yes.map(|(step, _)| step.as_str()).collect()
}

#[tokio::test]
async fn a_quote_offers_what_its_status_allows() {
    let desk = TestBusiness::open().await;
    let draft = desk.draft_quote().await;
    assert_eq!(offered_steps(&draft), ["delete", "edit", "send"]);
    let path = format!("/api/quotes/{}", id_of(&draft));
    let deposit = json!({ "amount": "10.00", "method": "cash" });
    let payments = format!("{path}/payments");
    let refused = desk.client.post(&payments, &deposit).await;
    refused.expect_error(409, "not_sent", None);

    let sent = desk.send_by_link("quotes", &id_of(&draft)).await;
    assert_eq!(
        offered_steps(&sent),
        ["convert", "edit", "recordPayment", "send"]
    );
    let refused = desk.client.delete(&path).await;
    refused.expect_error(409, "issued", None);

    let link = format!("/api/quotes/public/{}/accept", token_of(&sent));
    desk.app
        .new_client()
        .post_empty(&link)
        .await
        .expect_status(200);
    let accepted = desk.client.get(&path).await.expect_status(200);
    assert_eq!(
        offered_steps(&accepted),
        ["convert", "recordPayment", "stage", "vary"]
    );
    desk.client
        .post(&payments, &deposit)
        .await
        .expect_status(201);

    let invoice = desk.client.post_empty(&format!("{path}/convert")).await;
    let invoice = invoice.expect_status(201);
    assert_eq!(offered_steps(&invoice), ["agree", "edit", "send"]);
    let invoiced = desk.client.get(&path).await.expect_status(200);
    assert_eq!(offered_steps(&invoiced), [""; 0]);
    let refused = desk.client.post(&payments, &deposit).await;
    refused.expect_error(409, "already_invoiced", None);
    let path = format!("/api/invoices/{}", id_of(&invoice));
    let refused = desk.client.delete(&path).await;
    refused.expect_error(409, "made_from_quote", None);
}

#[tokio::test]
async fn an_invoice_offers_what_its_payments_allow() {
    let desk = TestBusiness::open().await;
    let sent = desk.sent_invoice().await;
    assert_eq!(
        offered_steps(&sent),
        ["agree", "credit", "edit", "recordPayment", "send", "void"]
    );
    let path = format!("/api/invoices/{}", id_of(&sent));
    let pay = |amount: &Value| json!({ "amount": amount, "method": "cash" });
    let payments = format!("{path}/payments");
    let part = desk.client.post(&payments, &pay(&json!("1.00"))).await;
    let part = part.expect_status(201);
    assert_eq!(
        offered_steps(&part),
        ["agree", "credit", "edit", "recordPayment", "send"]
    );
    let refused = desk.client.post_empty(&format!("{path}/void")).await;
    refused.expect_error(409, "has_payments", None);
    let rest = pay(&part["totals"]["balanceDue"]);
    let paid = desk.client.post(&payments, &rest).await;
    assert_eq!(offered_steps(&paid.expect_status(201)), ["credit", "send"]);

    let other = desk.sent_invoice().await;
    let void = format!("/api/invoices/{}/void", id_of(&other));
    let void = desk.client.post_empty(&void).await.expect_status(200);
    assert_eq!(offered_steps(&void), [""; 0]);
}
