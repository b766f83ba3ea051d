//! What an answer says may be done next is what the server then takes.

use serde_json::{Value, json};

use super::{Desk, id, token};

/// The steps that an answer offers, by name.
fn offered(answer: &Value) -> Vec<&str> {
    let allowed = answer["allowed"].as_object().expect("what is allowed");
    let yes = allowed.iter().filter(|(_, may)| **may == json!(true));
    yes.map(|(step, _)| step.as_str()).collect()
}

#[tokio::test]
async fn a_quote_offers_what_its_status_allows() {
    let desk = Desk::open().await;
    let draft = desk.draft_quote().await;
    assert_eq!(offered(&draft), ["delete", "edit", "send"]);
    let path = format!("/api/quotes/{}", id(&draft));
    let deposit = json!({ "amount": "10.00", "method": "cash" });
    let payments = format!("{path}/payments");
    let refused = desk.client.post(&payments, &deposit).await;
    refused.refused(409, "not_sent", None);

    let sent = desk.send("quotes", &id(&draft)).await;
    assert_eq!(offered(&sent), ["convert", "edit", "recordPayment", "send"]);
    let refused = desk.client.delete(&path).await;
    refused.refused(409, "issued", None);

    let link = format!("/api/quotes/public/{}/accept", token(&sent));
    desk.app.client().post_empty(&link).await.expect(200);
    let accepted = desk.client.get(&path).await.expect(200);
    assert_eq!(
        offered(&accepted),
        ["convert", "recordPayment", "stage", "vary"]
    );
    desk.client.post(&payments, &deposit).await.expect(201);

    let invoice = desk.client.post_empty(&format!("{path}/convert")).await;
    let invoice = invoice.expect(201);
    assert_eq!(offered(&invoice), ["agree", "edit", "send"]);
    let invoiced = desk.client.get(&path).await.expect(200);
    assert_eq!(offered(&invoiced), [""; 0]);
    let refused = desk.client.post(&payments, &deposit).await;
    refused.refused(409, "already_invoiced", None);
    let path = format!("/api/invoices/{}", id(&invoice));
    let refused = desk.client.delete(&path).await;
    refused.refused(409, "made_from_quote", None);
}

#[tokio::test]
async fn an_invoice_offers_what_its_payments_allow() {
    let desk = Desk::open().await;
    let sent = desk.sent_invoice().await;
    assert_eq!(
        offered(&sent),
        ["agree", "credit", "edit", "recordPayment", "send", "void"]
    );
    let path = format!("/api/invoices/{}", id(&sent));
    let pay = |amount: &Value| json!({ "amount": amount, "method": "cash" });
    let payments = format!("{path}/payments");
    let part = desk.client.post(&payments, &pay(&json!("1.00"))).await;
    let part = part.expect(201);
    assert_eq!(
        offered(&part),
        ["agree", "credit", "edit", "recordPayment", "send"]
    );
    let refused = desk.client.post_empty(&format!("{path}/void")).await;
    refused.refused(409, "has_payments", None);
    let rest = pay(&part["totals"]["balanceDue"]);
    let paid = desk.client.post(&payments, &rest).await;
    assert_eq!(offered(&paid.expect(201)), ["credit", "send"]);

    let other = desk.sent_invoice().await;
    let void = format!("/api/invoices/{}/void", id(&other));
    let void = desk.client.post_empty(&void).await.expect(200);
    assert_eq!(offered(&void), [""; 0]);
}
