//! Payments for a quote before there is an invoice, calculated by hand.

use serde_json::json;

use super::{box_amounts, load_return, open_registered};
use crate::documents::{id_of, with_field};

/// 119.53 of 478.10: 99.61 and 19.92. A quote itself is not in a return, only what was paid for it, on the day of the
/// payment.
#[tokio::test]
async fn only_payments_of_a_quote_are_in_a_return() {
    let business = open_registered(json!([])).await;
    let quote = business.accepted_quote().await;
    let nothing = ["0.00", "0.00", "0.00", "0.00", "0.00", "0.00"];
    assert_eq!(box_amounts(&load_return(&business, "2026-11-16").await), nothing);
    let path = format!("/api/quotes/{}/payments", id_of(&quote));
    let body = json!({ "amount": "119.53", "method": "cash", "date": "2026-11-16" });
    business.client.post(&path, &body).await.expect_status(201);
    let response = load_return(&business, "2026-11-16").await;
    let deposit = ["19.92", "19.92", "0.00", "19.92", "99.00", "0.00"];
    assert_eq!(box_amounts(&response), deposit);
    let path = format!("/api/vat/{}/return/records?on=2026-11-16&box=1", business.profile);
    let behind = business.client.get(&path).await.expect_status(200);
    let record = &behind["records"][0];
    assert_eq!((&record["what"], &record["kind"]), (&json!("Deposit"), &json!("quote")));
    assert_eq!((&behind["total"], &record["title"]), (&json!(1), &json!("Q-0001")));
    business.app.stop().await;
}

/// What was filed for the quote counts for the invoice afterwards, so the next return corrects nothing.
#[tokio::test]
async fn a_filed_deposit_is_not_counted_again_on_the_invoice() {
    let business = open_registered(json!([])).await;
    let quote = business.accepted_quote().await;
    let path = format!("/api/quotes/{}/payments", id_of(&quote));
    let body = json!({ "amount": "119.53", "method": "cash", "date": "2026-09-10" });
    business.client.post(&path, &body).await.expect_status(201);
    let filed = format!("/api/vat/{}/filed", business.profile);
    for to in ["2026-06-30", "2026-09-30"] {
        business.client.post(&filed, &json!({ "to": to })).await.expect_status(201);
    }
    let path = format!("/api/quotes/{}/convert", id_of(&quote));
    let invoice = business.client.post(&path, &json!({})).await.expect_status(201);
    business.send_by_link("invoices", &id_of(&invoice)).await;
    let response = load_return(&business, "2026-11-16").await;
    let rest = ["59.76", "59.76", "0.00", "59.76", "298.00", "0.00"];
    assert_eq!((box_amounts(&response), &response["late"]), (rest, &json!(0)));
    business.app.stop().await;
}

/// Registered from 10 September: the payment of the 5th had no VAT in it, so the invoice, which charges VAT on
/// everything, asks about it.
#[tokio::test]
async fn a_payment_from_before_registration_causes_a_question() {
    let business = open_registered(json!([])).await;
    super::register_for_vat(&business, 1, json!({ "from": "2026-09-10" })).await;
    let quote = business.accepted_quote().await;
    let path = format!("/api/quotes/{}/payments", id_of(&quote));
    let body = json!({ "amount": "100", "method": "cash", "date": "2026-09-05" });
    business.client.post(&path, &body).await.expect_status(201);
    let path = format!("/api/quotes/{}/convert", id_of(&quote));
    let invoice = business.client.post(&path, &json!({})).await.expect_status(201);
    let path = format!("/api/vat/checks/invoice/{}", id_of(&invoice));
    let read = business.client.get(&path).await.expect_status(200);
    let found = read["findings"].as_array().expect("findings");
    let reply = found.iter().find(|it| it["code"] == "deposit_before_registration");
    let response = reply.expect("it is asked");
    assert_eq!(response["refuses"], false);
    let msg = response["msg"].as_str().expect("a sentence");
    assert!(msg.starts_with("£100.00 was paid on 5 Sept 2026"), "{msg}");
    business.app.stop().await;
}

/// Work of 1 April, before the registration on 15 May, invoiced on 16 November with VAT all the same: the VAT that an
/// invoice charges is owed, on its date.
#[tokio::test]
async fn vat_on_an_invoice_is_in_a_return_even_for_work_before_registration() {
    let business = open_registered(json!([])).await;
    super::register_for_vat(&business, 1, json!({ "from": "2026-05-15" })).await;
    let body = with_field(business.invoice_body(), "supplyDate", json!("2026-04-01"));
    let invoice = business.client.post("/api/invoices", &body).await.expect_status(201);
    let path = format!("/api/vat/checks/invoice/{}", id_of(&invoice));
    let response = business.client.get(&path).await.expect_status(200);
    let codes = response["findings"].as_array().expect("findings").iter();
    let codes: Vec<_> = codes.filter_map(|it| it["code"].as_str()).collect();
    assert!(codes.contains(&"vat_before_registration"), "{response}");
    business.send_by_link("invoices", &id_of(&invoice)).await;
    let response = load_return(&business, "2026-11-16").await;
    assert_eq!(box_amounts(&response)[0], "79.68");
    business.app.stop().await;
}
