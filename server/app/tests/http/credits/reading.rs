//! Where a credit note appears: the customer's page, its PDF, its email, the lists, the search, the totals and the
//! account's export.

use serde_json::json;

use super::{create_draft, create_sent, credit_all_body, credit_amount_body, reload_invoice};
use crate::documents::{CUSTOMER, TestBusiness, id_of, token_of};

#[tokio::test]
async fn the_customer_sees_what_is_credited_on_which_invoice() {
    let business = TestBusiness::open().await;
    let invoice = business.sent_invoice().await;
    let note = create_sent(&business, &invoice, &credit_amount_body("120.00")).await;
    let customer = business.app.new_client();
    let link = format!("/api/credit-notes/public/{}", token_of(&note));
    let plain = customer.get(&link).await.expect_status(200);
    let fields = &plain["creditNote"];
    assert_eq!(fields["creditNoteNumber"], "CN-0001");
    assert_eq!(fields["creditedInvoiceNumber"], "INV-0001");
    assert!(fields["dueDate"].is_null() && fields["invoiceNumber"].is_null());
    let page = customer.get(&format!("{link}?with=page")).await.expect_status(200);
    let body = &page["page"]["presentation"];
    assert_eq!(body["title"], "CREDIT NOTE");
    assert_eq!(body["heading"], "Credit note CN-0001");
    assert_eq!(
        body["banners"][0]["text"],
        "This takes £120.00 off invoice INV-0001. There is nothing to pay."
    );
    assert_eq!(body["terms"], json!([]));
    let pdf = customer.get_bytes(&format!("/c/{}.pdf", token_of(&note))).await;
    assert!(pdf.starts_with(b"%PDF-"));
    let none = customer.get("/api/credit-notes/public/none-such").await;
    let none = none.expect_error(404, "not_found", None);
    assert_eq!(none["message"], "Credit note not found or link has expired");

    // The invoice's page says so too.
    let link = format!("/api/invoices/public/{}?with=page", token_of(&invoice));
    let page = customer.get(&link).await.expect_status(200);
    assert_eq!(page["invoice"]["creditedAmount"], "120.00");
    let totals = page["page"]["presentation"]["totals"].as_array().expect("rows");
    let labels: Vec<_> = totals.iter().map(|row| (&row["label"], &row["amount"])).collect();
    let credited = (&json!("Credit note CN-0001"), &json!("-£120.00"));
    assert!(labels.contains(&credited), "{labels:?}");
    assert!(labels.contains(&(&json!("Balance Due"), &json!("£358.10"))));
    let pay = &page["page"]["presentation"]["actions"]["pay"];
    assert_eq!(pay["value"], "358.10");
    business.app.stop().await;
}

#[tokio::test]
async fn a_credit_note_is_emailed_with_its_pdf() {
    let business = TestBusiness::open().await;
    let invoice = business.sent_invoice().await;
    let note = create_draft(&business, &invoice, &credit_amount_body("120.00")).await;
    let path = format!("/api/credit-notes/{}/send", id_of(&note));
    let body = json!({ "via": "email" });
    business.client.post(&path, &body).await.expect_status(200);
    let received_emails = business.app.receive_emails(CUSTOMER).await;
    let received_email = received_emails.last().expect("a letter");
    assert_eq!(received_email.subject, "Credit note CN-0001 from Taylor Plumbing");
    assert!(received_email.text.contains("INV-0001"), "{}", received_email.text);
    business.app.stop().await;
}

#[tokio::test]
async fn lists_totals_and_search_include_credit_notes() {
    let business = TestBusiness::open().await;
    let client = &business.client;
    let invoice = business.sent_invoice().await;
    create_sent(&business, &invoice, &credit_amount_body("120.00")).await;
    let dashboard = client.get("/api/dashboard").await.expect_status(200);
    assert_eq!(dashboard["outstanding"], "358.10");
    let balances = client.get("/api/contacts/balances").await.expect_status(200);
    assert_eq!(balances["outstanding"], "358.10");
    let list = client.get("/api/credit-notes?status=sent").await.expect_status(200);
    assert_eq!(list["data"][0]["number"], "CN-0001");
    assert_eq!(list["data"][0]["balanceDue"], "0.00");
    assert_eq!(list["outstanding"], "0.00");
    let found = client.get("/api/search?q=CN-0001").await.expect_status(200);
    assert_eq!(found["documents"][0]["kind"], "credit_note");
    create_sent(&business, &invoice, &credit_all_body()).await;
    let list = client.get("/api/invoices?status=credited").await.expect_status(200);
    assert_eq!(list["data"][0]["displayStatus"]["label"], "Credited");
    let dashboard = client.get("/api/dashboard").await.expect_status(200);
    assert_eq!(dashboard["outstanding"], "0.00");
    let list = client.get("/api/invoices?status=outstanding").await.expect_status(200);
    assert_eq!(list["total"], 0);

    let sheet = client.get("/api/credit-notes/export").await;
    assert!(sheet.text.contains("Refunded"), "{}", sheet.text);
    let sheet = client.get("/api/invoices/export").await;
    let row = sheet.text.lines().nth(1).unwrap_or_default();
    assert!(row.trim_end().ends_with("0.00,478.10,"), "{row}");
    let done = client.get("/api/activities?about=credit_note").await.expect_status(200);
    assert_eq!(done[0]["sentence"], "You shared the link to credit note CN-0002");
    let done = client.get("/api/activities?about=invoice").await.expect_status(200);
    assert_eq!(done[0]["sentence"], "You created a credit note for invoice INV-0001");
    business.app.stop().await;
}

/// An archived credit note is not listed but still counts.
#[tokio::test]
async fn an_archived_credit_note_still_counts() {
    let business = TestBusiness::open().await;
    let invoice = business.sent_invoice().await;
    let note = create_sent(&business, &invoice, &credit_amount_body("120.00")).await;
    let path = format!("/api/credit-notes/{}/archive", id_of(&note));
    let body = business.client.post_empty(&path).await.expect_status(200);
    assert_eq!(body["archived"], true);
    let now = reload_invoice(&business, &invoice).await;
    assert_eq!(now["totals"]["balanceDue"], "358.10");
    business.app.stop().await;
}
