//! A customer's statement as a PDF: which business it is from, and how to pay.

use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::json;

use super::{count_pictures, pdf_text};
use crate::documents::{TestBusiness, id_of, profile_body, with_field};
use crate::profiles::PIXEL;

#[tokio::test]
async fn a_statement_has_the_logo_and_says_where_to_pay_if_something_is_owed() {
    let business = TestBusiness::open().await;
    let form = Form::new().part("file", Part::bytes(PIXEL).file_name("logo.png"));
    let upload = business.client.request(Method::POST, "/api/files");
    let file = business.client.send(upload.multipart(form)).await.expect_status(201);
    let path = format!("/api/business-profiles/{}", business.profile);
    let own = with_field(profile_body(), "logoUrl", file["url"].clone());
    let own = with_field(with_field(own, "template", json!("bold")), "brandColour", json!("#f2c14e"));
    let own = with_field(own, "version", json!(1));
    let saved = business.client.put(&path, &own).await.expect_status(200);
    let invoice = business.sent_invoice().await;
    let statement = format!("/api/contacts/{}/statement?format=pdf", business.contact);

    let pdf = business.client.get_bytes(&statement).await;
    assert_eq!(count_pictures(&pdf), 1);
    let text = pdf_text(&pdf);
    let owed = invoice["totals"]["balanceDue"].as_str().expect("an amount");
    for texts in
        [&format!("Pay £{owed}"), "Account number 12345678", "Sort code 12-34-56", "Reference Jo Bloggs"]
    {
        assert!(text.contains(texts), "{texts:?} not in {text}");
    }

    // No bank details if the business accepts no transfers.
    let mut cash_only = with_field(own, "accepts_bank_transfer", json!(false));
    cash_only["version"] = saved["version"].clone();
    business.client.put(&path, &cash_only).await.expect_status(200);
    let text = pdf_text(&business.client.get_bytes(&statement).await);
    assert!(!text.contains("12345678"), "{text}");

    // Nor for who owes nothing; a broken logo is left out.
    let path = format!("/api/invoices/{}/payments", id_of(&invoice));
    let paid = json!({ "amount": owed, "method": "cash", "date": "2026-11-16" });
    business.client.post(&path, &paid).await.expect_status(201);
    let files = &business.app.state().files;
    files.put(&id_of(&file), PIXEL[..45].to_vec().into()).await.expect("it is stored");
    let pdf = business.client.get_bytes(&statement).await;
    assert_eq!(count_pictures(&pdf), 0);
    assert!(!pdf_text(&pdf).contains("Pay £"));
    business.app.stop().await;
}
