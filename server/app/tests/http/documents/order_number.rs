//! The customer's order number, on quotes, invoices and whatever is made from them.

use serde_json::{Value, json};

use super::edit::{edit_body, set_field_operation};
use super::{CUSTOMER, TestBusiness, id_of, remove_field, token_of};

const PO: &str = "PO-4711/A";

async fn sent_quote_with_order_number(business: &TestBusiness) -> Value {
    let mut quote = business.quote_body();
    quote["orderNumber"] = json!(format!("  {PO} "));
    business.client.post("/api/quotes", &quote).await.expect_status(201)
}

/// The rows of details on the customer's page.
async fn page_details(business: &TestBusiness, token: &str) -> String {
    let public = format!("/api/quotes/public/{token}?with=page");
    let answer = business.app.new_client().get(&public).await.expect_status(200);
    answer["page"]["presentation"]["details"]["rows"].to_string()
}

#[tokio::test]
async fn the_order_number_is_on_the_page_the_pdf_the_email_and_the_invoice() {
    let business = TestBusiness::open().await;
    let draft = sent_quote_with_order_number(&business).await;
    assert_eq!(draft["orderNumber"], PO);
    let path = format!("/api/quotes/{}", id_of(&draft));
    let by_email = json!({ "via": "email" });
    let sent = business.client.post(&format!("{path}/send"), &by_email).await;
    let sent = sent.expect_status(200);
    let rows = page_details(&business, &token_of(&sent)).await;
    assert!(rows.contains("Order Number") && rows.contains(PO), "{rows}");
    let pdf = crate::pdf::pdf_text(&business.client.get_bytes(&format!("{path}/pdf")).await);
    assert!(pdf.contains(PO), "{pdf}");
    let mail = business.app.receive_emails(CUSTOMER).await.pop().expect("the quote");
    assert!(mail.text.contains("Order number") && mail.text.contains(PO), "{}", mail.text);
    for copy in ["duplicate", "convert"] {
        let made = business.client.post_empty(&format!("{path}/{copy}")).await.expect_status(201);
        assert_eq!(made["orderNumber"], PO, "{copy}");
    }
    let found = business.client.get("/api/quotes?q=po-4711").await.expect_status(200);
    assert_eq!(found["data"][0]["id"], draft["id"]);
}

#[tokio::test]
async fn the_order_number_is_edited_and_older_clients_leave_it_unchanged() {
    let business = TestBusiness::open().await;
    let draft = sent_quote_with_order_number(&business).await;
    let path = format!("/api/quotes/{}", id_of(&draft));
    let operations = json!([set_field_operation("orderNumber", "PO-2")]);
    let edited =
        business.client.patch(&path, &edit_body(&draft["version"], operations)).await.expect_status(200);
    assert_eq!(edited["orderNumber"], "PO-2");
    let mut older = business.quote_body();
    remove_field(&mut older, "id");
    older["version"] = edited["version"].clone();
    older["notes"] = json!("Ring first");
    let saved = business.client.put(&path, &older).await.expect_status(200);
    assert_eq!((&saved["orderNumber"], &saved["notes"]), (&json!("PO-2"), &json!("Ring first")));
    older["version"] = saved["version"].clone();
    older["orderNumber"] = json!("");
    let saved = business.client.put(&path, &older).await.expect_status(200);
    assert_eq!(saved["orderNumber"], "");
    older["version"] = saved["version"].clone();
    older["orderNumber"] = json!("x".repeat(101));
    let refused = business.client.put(&path, &older).await.expect_status(422);
    assert_eq!(refused["errors"][0]["path"], "orderNumber");
}

#[tokio::test]
async fn the_e_invoice_has_the_order_number_and_no_other_reference() {
    let business = TestBusiness::open().await;
    let mut body = business.invoice_body();
    body["orderNumber"] = json!(PO);
    let invoice = business.client.post("/api/invoices", &body).await.expect_status(201);
    let at = |of: &str| format!("/api/invoices/{}/{of}", id_of(&invoice));
    let check = business.client.get(&at("einvoice/check")).await.expect_status(200);
    assert_eq!(check["orderReference"], PO);
    let other = json!({ "orderReference": "PO-1" });
    business.client.put(&at("order-reference"), &other).await.expect_error(
        422,
        "rule_broken",
        Some("orderReference"),
    );
}
