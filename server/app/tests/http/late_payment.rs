//! Charging a business customer for late payment: calculated by hand, refused with a sentence, and as a letter.

use serde_json::{Value, json};

use crate::credits::{create_sent, credit_all_body};
use crate::documents::{TestBusiness, contact_body, id_of, with_field};
use crate::pdf::pdf_text;
use crate::reports::record_payment;

/// An invoice of 1,000.00 without VAT that was due on 7 October; today is 16 November, so there are 40 days of
/// interest.
async fn overdue_invoice(business: &TestBusiness) -> Value {
    let mut body = business.invoice_body();
    body["issueDate"] = json!("2026-09-07");
    body["dueDate"] = json!("2026-10-07");
    body["items"] = json!([{ "id": "a", "name": "Boiler", "quantity": "1", "price": "1000" }]);
    body["includeLabour"] = json!(false);
    body["includeDiscount"] = json!(false);
    body["tax"] = json!("0");
    let draft = business.client.post("/api/invoices", &body).await.expect_status(201);
    business.send_by_link("invoices", &id_of(&draft)).await
}

async fn set_customer_type(business: &TestBusiness, whom: &str) {
    let path = format!("/api/contacts/{}", business.contact);
    let now = business.client.get(&path).await.expect_status(200);
    let body = with_field(contact_body(), "version", now["version"].clone());
    let body = with_field(body, "customer_type", json!(whom));
    business.client.put(&path, &body).await.expect_status(200);
}

fn late_payment_path(invoice: &Value) -> String {
    format!("/api/invoices/{}/late-payment", id_of(invoice))
}

async fn read_late_payment(business: &TestBusiness, invoice: &Value) -> Value {
    business.client.get(&late_payment_path(invoice)).await.expect_status(200)
}

async fn refusal_text(business: &TestBusiness, invoice: &Value) -> String {
    let response = read_late_payment(business, invoice).await;
    assert_eq!(response["charge"], Value::Null, "{response}");
    let letter_path = format!("{}/letter", late_payment_path(invoice));
    let body = business.client.get(&letter_path).await.expect_status(422);
    assert_eq!(body["errors"][0]["msg"], response["refusal"]["message"]);
    response["refusal"]["code"].as_str().expect("a code").to_owned()
}

/// 1,000.00 × 11.75 % × 40 / 365 = 12.8767…; each day 0.3219….
#[tokio::test]
async fn a_business_owes_interest_and_the_fixed_sum() {
    let business = TestBusiness::open().await;
    set_customer_type(&business, "business").await;
    let invoice = overdue_invoice(&business).await;
    let answer = read_late_payment(&business, &invoice).await;
    assert_eq!(answer["refusal"], Value::Null);
    let charge = &answer["charge"];
    let part = |name: &str| charge[name].clone();
    assert_eq!((part("days"), part("rate"), part("reference")), (json!(40), json!("11.75%"), json!("3.75%")));
    assert_eq!((part("due"), part("referenceDay")), (json!("2026-10-07"), json!("2026-06-30")));
    assert_eq!(
        (part("interest"), part("fixedSum"), part("total")),
        (json!("12.88"), json!("70.00"), json!("82.88"))
    );
    assert_eq!(
        (part("aDay"), part("owed"), part("toPay")),
        (json!("0.32"), json!("1000.00"), json!("1082.88"))
    );
    assert_eq!((part("interestConfirmed"), part("referenceConfirmed")), (json!(true), json!(true)));
    // Part of it on 28 October: 20 days of 1,000.00 and 20 of 600.00 are 32,000 × 11.75 % / 365 = 10.3013….
    record_payment(&business, &invoice, "400", "2026-10-28").await;
    let charge = read_late_payment(&business, &invoice).await["charge"].clone();
    assert_eq!((&charge["interest"], &charge["toPay"]), (&json!("10.30"), &json!("680.30")));
    let stretches = charge["stretches"].as_array().expect("stretches");
    let row = |it: &Value| (it["days"].clone(), it["owed"].clone(), it["paid"].clone());
    assert_eq!(row(&stretches[0]), (json!(20), json!("1000.00"), json!("0.00")));
    assert_eq!(row(&stretches[1]), (json!(20), json!("600.00"), json!("400.00")));
    // The letter has the same amounts.
    let pdf = business.client.get_bytes(&format!("{}/letter", late_payment_path(&invoice))).await;
    let pdf_words = pdf_text(&pdf);
    for part in [
        "Late payment of invoice INV-0001",
        "Our invoice INV-0001 of 7 Sept 2026 was due by 7 Oct 2026. £1,000.00 of it hadn’t been paid by then.",
        "8% above the Bank of England’s rate of 3.75% on 30 Jun 2026",
        "£10.30",
        "Please pay £680.30 now.",
        "12345678",
    ] {
        assert!(pdf_words.contains(part), "{part} is not in {pdf_words}");
    }
    // Paid off late: what the days cost is still owed.
    record_payment(&business, &invoice, "600", "2026-11-16").await;
    let charge = read_late_payment(&business, &invoice).await["charge"].clone();
    // 20 days and 19: (20,000 + 11,400) × 11.75 % / 365 = 10.1082….
    assert_eq!(
        (&charge["interest"], &charge["owed"], &charge["toPay"]),
        (&json!("10.11"), &json!("0.00"), &json!("80.11"))
    );
    business.app.stop().await;
}

#[tokio::test]
async fn says_why_a_customer_cannot_be_charged() {
    let business = TestBusiness::open().await;
    let invoice = overdue_invoice(&business).await;
    assert_eq!(refusal_text(&business, &invoice).await, "unknown_customer");
    set_customer_type(&business, "consumer").await;
    assert_eq!(refusal_text(&business, &invoice).await, "consumer");
    set_customer_type(&business, "business").await;
    let draft = business.client.post("/api/invoices", &business.invoice_body()).await.expect_status(201);
    assert_eq!(refusal_text(&business, &draft).await, "draft");
    let due_later = business.sent_invoice().await;
    assert_eq!(refusal_text(&business, &due_later).await, "not_late");
    let in_time = overdue_invoice(&business).await;
    record_payment(&business, &in_time, "1000", "2026-10-07").await;
    assert_eq!(refusal_text(&business, &in_time).await, "paid_in_time");
    let credited = overdue_invoice(&business).await;
    create_sent(&business, &credited, &credit_all_body()).await;
    assert_eq!(refusal_text(&business, &credited).await, "credited");
    let void = overdue_invoice(&business).await;
    let gone = format!("/api/invoices/{}/void", id_of(&void));
    business.client.post_empty(&gone).await.expect_status(200);
    assert_eq!(refusal_text(&business, &void).await, "void");
    let stranger = business.app.sign_up("someone@else.example").await;
    stranger.get(&late_payment_path(&invoice)).await.expect_status(404);
    stranger.get(&format!("{}/letter", late_payment_path(&invoice))).await.expect_status(404);
    business.app.stop().await;
}

/// A part is credited: 1,000.00 less 300.00 is below 1,000.00, so the fixed sum is 40.00. 700.00 × 11.75 % × 40 / 365 =
/// 9.0137….
#[tokio::test]
async fn a_credited_amount_bears_no_interest() {
    let business = TestBusiness::open().await;
    set_customer_type(&business, "business").await;
    let invoice = overdue_invoice(&business).await;
    create_sent(&business, &invoice, &crate::credits::credit_amount_body("300")).await;
    let charge = read_late_payment(&business, &invoice).await["charge"].clone();
    assert_eq!((&charge["interest"], &charge["fixedSum"]), (&json!("9.01"), &json!("40.00")));
    assert_eq!(charge["owed"], "700.00");
    business.app.stop().await;
}
