//! About payments: recorded, confirmed, not received, corrected, removed, withdrawn.

use plumbline::clock::MINUTE;
use serde_json::{Value, json};

use super::EmailTranscript;
use crate::documents::{TestBusiness, id_of, token_of};

/// The customer records a payment of a document; returns the path at which the business decides about it.
async fn record_customer_payment(
    business: &TestBusiness,
    kind: &str,
    document: &Value,
    method: &str,
) -> String {
    let link = format!("/api/{kind}/public/{}/payment", token_of(document));
    let customer = business.app.new_client();
    let page = customer.post(&link, &json!({ "method": method })).await.expect_status(201);
    let payment = id_of(&page["payments"][0]);
    format!("/api/{kind}/{}/payments/{payment}", id_of(document))
}

#[tokio::test]
async fn payments() {
    let business = TestBusiness::open().await;
    let mut transcript = EmailTranscript::for_business(&business).await;
    let quote = business.accepted_quote().await;
    business.app.run_jobs().await;
    let path = record_customer_payment(&business, "quotes", &quote, "bank_transfer").await;
    transcript.record("a quote is accepted and its deposit recorded").await;
    let step = async |path: &str, step: &str| {
        let why = json!({ "reason": "It was for another job" });
        let path = format!("{path}/{step}");
        match step {
            "remove" => business.client.post(&path, &why).await.expect_status(200),
            _ => business.client.post_empty(&path).await.expect_status(200),
        };
        business.app.clock.advance(MINUTE);
    };
    step(&path, "confirm").await;
    transcript.record("the business confirms it").await;
    step(&path, "unconfirm").await;
    transcript.record("it was too early").await;
    step(&path, "confirm").await;
    transcript.record("it is confirmed again").await;
    step(&path, "remove").await;
    transcript.record("it is removed").await;

    for method in ["cash", "bank_transfer", "paypal"] {
        let invoice = business.sent_invoice().await;
        let path = record_customer_payment(&business, "invoices", &invoice, method).await;
        transcript.record(&format!("an invoice: {method}")).await;
        step(&path, "reject").await;
        transcript.record("it did not arrive").await;
    }

    let invoice = business.sent_invoice().await;
    let path = record_customer_payment(&business, "invoices", &invoice, "cash").await;
    transcript.record("another invoice: cash").await;
    business.app.clock.advance(5 * MINUTE);
    let (_, payment) = path.rsplit_once('/').expect("an id");
    let link = format!("/api/invoices/public/{}/payment", token_of(&invoice));
    let path = format!("{link}/{payment}/withdraw");
    business.app.new_client().post_empty(&path).await.expect_status(200);
    transcript.record("its customer takes it back").await;

    let path = format!("/api/invoices/{}/payments", id_of(&invoice));
    let body = json!({ "amount": "100.00", "method": "cheque", "date": "2026-11-15" });
    let paid = business.client.post(&path, &body).await.expect_status(201);
    transcript.record("the business records a part of it").await;
    let path = format!("{path}/{}", id_of(&paid["payments"][0]));
    step(&path, "receipt").await;
    transcript.record("and sends a receipt").await;
    step(&path, "remove").await;
    transcript.record("and removes it").await;
    transcript.compare_with_file("payments.txt");
}
