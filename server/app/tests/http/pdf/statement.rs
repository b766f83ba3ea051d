//! A customer's statement as a PDF: whose paper it is, and where the money goes.

use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::json;

use super::{count_pictures, pdf_text};
use crate::documents::{TestBusiness, id_of, profile_body, with_field};
use crate::profiles::PIXEL;

#[tokio::test]
async fn it_carries_the_logo_and_where_to_pay_while_something_is_owed() {
    let desk = TestBusiness::open().await;
    let form = Form::new().part("file", Part::bytes(PIXEL).file_name("logo.png"));
    let upload = desk.client.request(Method::POST, "/api/files");
    let file = desk
        .client
        .send(upload.multipart(form))
        .await
        .expect_status(201);
    let path = format!("/api/business-profiles/{}", desk.profile);
    let own = with_field(profile_body(), "logoUrl", file["url"].clone());
    let own = with_field(
        with_field(own, "template", json!("bold")),
        "brandColour",
        json!("#f2c14e"),
    );
    let own = with_field(own, "version", json!(1));
    let kept = desk.client.put(&path, &own).await.expect_status(200);
    let invoice = desk.sent_invoice().await;
    let statement = format!("/api/contacts/{}/statement?format=pdf", desk.contact);

    let pdf = desk.client.get_bytes(&statement).await;
    assert_eq!(count_pictures(&pdf), 1);
    let said = pdf_text(&pdf);
    let owed = invoice["totals"]["balanceDue"].as_str().expect("an amount");
    for words in [
        &format!("Pay £{owed}"),
        "Account number 12345678",
        "Sort code 12-34-56",
        "Reference Jo Bloggs",
    ] {
        assert!(said.contains(words), "{words:?} not in {said}");
    }

    // No transfer for who accepts none.
    let mut cash_only = with_field(own, "accepts_bank_transfer", json!(false));
    cash_only["version"] = kept["version"].clone();
    desk.client.put(&path, &cash_only).await.expect_status(200);
    let said = pdf_text(&desk.client.get_bytes(&statement).await);
    assert!(!said.contains("12345678"), "{said}");

    // Nor for who owes nothing; a broken logo is left out.
    let path = format!("/api/invoices/{}/payments", id_of(&invoice));
    let paid = json!({ "amount": owed, "method": "cash", "date": "2026-11-16" });
    desk.client.post(&path, &paid).await.expect_status(201);
    let files = &desk.app.state().files;
    files
        .put(&id_of(&file), PIXEL[..45].to_vec().into())
        .await
        .expect("kept");
    let pdf = desk.client.get_bytes(&statement).await;
    assert_eq!(count_pictures(&pdf), 0);
    assert!(!pdf_text(&pdf).contains("Pay £"));
    desk.app.stop().await;
}
