//! A customer's statement of account, as JSON and as a PDF.

use serde_json::{Value, json};

use super::PATH;
use crate::documents::{CUSTOMER, TestBusiness, id_of, with_field};
use crate::support::Client;

pub fn to_pence(amount: &Value) -> i64 {
    let text = amount.as_str().expect("an amount").replace('.', "");
    text.parse().expect("pence")
}

/// A customer's whole statement. Checks that it ends with what their invoices still ask for.
pub async fn load_whole_statement(client: &Client, contact: &str) -> Value {
    let path = format!("{PATH}/{contact}/statement?from=2000-01-01&to=2099-12-31");
    let body = client.get(&path).await.expect_status(200);
    let list = format!("/api/invoices?status=outstanding&contactId={contact}");
    let list = client.get(&list).await.expect_status(200);
    assert_eq!(body["owedNow"], list["outstanding"], "{contact}");
    let statement = &body["statement"];
    assert_eq!(statement["opening"], "0.00");
    let mut balance = 0;
    for row in statement["rows"].as_array().expect("rows") {
        balance += to_pence(&row["amount"]);
        assert_eq!(balance, to_pence(&row["balance"]), "{row}");
    }
    assert_eq!(balance, to_pence(&statement["closing"]));
    let sum = |name: &str| to_pence(&statement[name]);
    assert_eq!(sum("invoiced") - sum("credited") - sum("paid"), balance);
    body
}

#[tokio::test]
async fn lists_invoices_and_payments_with_the_balance_after_each() {
    let business = TestBusiness::open().await;
    let client = &business.client;
    let first = business.sent_invoice().await;
    let body = with_field(business.invoice_body(), "issueDate", json!("2026-10-01"));
    let earlier = client.post("/api/invoices", &body).await.expect_status(201);
    let earlier = business.send_by_link("invoices", &id_of(&earlier)).await;
    for (invoice, amount, date) in [(&earlier, "478.10", "2026-10-20"), (&first, "78.10", "2026-11-16")] {
        let path = format!("/api/invoices/{}/payments", id_of(invoice));
        let body = json!({ "amount": amount, "method": "cash", "date": date });
        client.post(&path, &body).await.expect_status(201);
    }
    // A draft, a quote and what was withdrawn are no part of it.
    client.post("/api/invoices", &business.invoice_body()).await.expect_status(201);
    business.sent_quote().await;
    let void = business.sent_invoice().await;
    let path = format!("/api/invoices/{}/void", id_of(&void));
    client.post_empty(&path).await.expect_status(200);

    let response = load_whole_statement(client, &business.contact).await;
    assert_eq!(response["owedNow"], "400.00");
    assert_eq!(response["customer"], "Jo Bloggs");
    assert_eq!(response["statement"]["rows"].as_array().map(Vec::len), Some(4));

    let path = format!("{PATH}/{}/statement?from=2026-10-02&to=2026-11-15", business.contact);
    let response = client.get(&path).await.expect_status(200);
    let rows = &response["statement"]["rows"];
    assert_eq!(response["statement"]["opening"], "478.10");
    assert_eq!(rows.as_array().map(Vec::len), Some(1));
    let (kind, number) = (&rows[0]["kind"], &rows[0]["number"]);
    assert_eq!((kind, number), (&json!("payment"), &json!("INV-0002")));
    assert_eq!(response["statement"]["closing"], "0.00");
    // Owed is what is owed, whatever the days.
    assert_eq!(response["owedNow"], "400.00");

    // Without days it is the last year.
    let path = format!("{PATH}/{}/statement", business.contact);
    let response = client.get(&path).await.expect_status(200);
    assert_eq!(response["to"], response["today"]);
    assert_eq!(response["statement"]["closing"], "400.00");

    let days = "from=2026-10-02&to=2026-11-16";
    let pdf = client.get_bytes(&format!("{path}?format=pdf&{days}")).await;
    let printed = crate::pdf::pdf_text(&pdf);
    for part in [
        "2 Oct 2026 to 16 Nov 2026",
        "Balance brought forward £478.10 Invoiced £478.10 Paid £556.20 Balance on 16/11/2026 £400.00",
        "20/10/2026 Payment for INV-0002 £478.10 £0.00",
        "16/11/2026 Invoice INV-0001, due 30/11/2026 £478.10 £478.10",
        "16/11/2026 Payment for INV-0001 £78.10 £400.00",
        "Pay £400.00",
    ] {
        assert!(printed.contains(part), "{part}: {printed}");
    }
    business.app.stop().await;
}

/// A deposit counts from the day of the invoice to which it was carried over.
#[tokio::test]
async fn a_deposit_is_listed_from_the_day_of_its_invoice() {
    let business = TestBusiness::open().await;
    let client = &business.client;
    let quote = business.accepted_quote().await;
    let path = format!("/api/quotes/{}/payments", id_of(&quote));
    let body = json!({ "amount": "119.53", "method": "cash", "date": "2026-11-16" });
    client.post(&path, &body).await.expect_status(201);
    assert_eq!(load_whole_statement(client, &business.contact).await["statement"]["closing"], "0.00");
    let path = format!("/api/quotes/{}/convert", id_of(&quote));
    let invoice = client.post_empty(&path).await.expect_status(201);
    business.send_by_link("invoices", &id_of(&invoice)).await;
    let response = load_whole_statement(client, &business.contact).await;
    assert_eq!(response["owedNow"], "358.57");
    assert_eq!(response["statement"]["closing"], "358.57");
    let kinds = response["statement"]["rows"].as_array().expect("rows");
    assert_eq!((&kinds[0]["kind"], &kinds[1]["kind"]), (&json!("invoice"), &json!("payment")));
    business.app.stop().await;
}

#[tokio::test]
async fn invalid_dates_are_refused_and_other_accounts_find_nothing() {
    let business = TestBusiness::open().await;
    let path = format!("{PATH}/{}/statement", business.contact);
    for (query, named) in [
        ("from=yesterday", "from"),
        ("to=2026-02-30", "to"),
        ("from=2026-03-01&to=2026-02-01", "to"),
        ("since=2026-03-01", "since"),
    ] {
        let refused = business.client.get(&format!("{path}?{query}")).await;
        refused.expect_error(400, "bad_query", Some(named));
    }
    let odd = business.client.get(&format!("{path}?format=xml")).await;
    assert_eq!(odd.status.as_u16(), 400, "{}", odd.text);
    // Without an invoice there is no PDF to send.
    let none = business.client.get(&format!("{path}?format=pdf")).await;
    none.expect_error(422, "rule_broken", Some("format"));
    let stranger = business.app.sign_up("jo@example.com").await;
    stranger.get(&path).await.expect_error(404, "not_found", None);
    business.app.new_client().get(&path).await.expect_error(401, "no_session", None);
    business.app.stop().await;
}

#[tokio::test]
async fn a_statement_is_emailed_to_its_customer() {
    let business = TestBusiness::open().await;
    let client = &business.client;
    let path = format!("{PATH}/{}/statement", business.contact);
    // Nothing was invoiced yet, so it is from no business.
    client.post(&path, &json!({})).await.expect_error(422, "rule_broken", Some("format"));
    business.sent_invoice().await;
    let days = json!({ "from": "2026-11-01", "to": "2026-11-16" });
    let sent = client.post(&path, &days).await.expect_status(200);
    assert_eq!(sent, json!({ "to": CUSTOMER }));
    let mail = business.app.receive_emails(CUSTOMER).await.pop().expect("the statement");
    assert_eq!(mail.subject, "Statement from Taylor Plumbing, 01/11/2026 to 16/11/2026");
    let flat = mail.text.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "Your statement from 1 Nov 2026 to 16 Nov 2026 is attached. As of today, £478.10 is outstanding.",
        "Statement of account",
        "Balance brought forward: £0.00",
        "Invoiced: £478.10",
        "Paid: £0.00",
        "Balance: £478.10",
    ] {
        assert!(flat.contains(part), "{part}: {flat}");
    }
    let (name, pdf) = crate::pdf::mail::attached_pdf(&mail);
    assert!(name.contains("Statement 2026-11-01 to 2026-11-16 from Taylor Plumbing.pdf"), "{name}");
    assert!(crate::pdf::pdf_text(&pdf).contains("£478.10"));
    let activities = client.get("/api/activities").await.expect_status(200);
    let sentence = activities[0]["sentence"].as_str().expect("a sentence");
    assert!(sentence.starts_with("You sent the statement of the contact "), "{sentence}");

    let wrong = json!({ "from": "2026-11-16", "to": "2026-11-01" });
    client.post(&path, &wrong).await.expect_error(400, "bad_query", Some("to"));
    let stranger = business.app.sign_up("kim@other.example").await;
    stranger.post(&path, &days).await.expect_error(404, "not_found", None);
    // Without an address there is nowhere to send it to.
    let at = format!("{PATH}/{}", business.contact);
    let mut contact = client.get(&at).await.expect_status(200);
    for name in ["id", "createdAt", "updatedAt"] {
        crate::documents::remove_field(&mut contact, name);
    }
    contact["email"] = json!("");
    client.put(&at, &contact).await.expect_status(200);
    client.post(&path, &days).await.expect_error(422, "rule_broken", Some("email"));
}
