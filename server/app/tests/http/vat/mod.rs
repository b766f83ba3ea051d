//! The VAT return of a business, calculated by hand: each basis, what was filed, and what came late.

mod bad_debts;
mod deposits;
mod filing;
mod order;

use serde_json::{Value, json};

use crate::credits::{create_sent, credit_all_body};
use crate::documents::{TestBusiness, id_of, with_field};
use crate::reports::record_payment;
use crate::year_pack::texts_of;

/// A business that is registered from 1 April 2026 on, with quarters that end in March, June, September and December.
async fn open_registered(schemes: Value) -> TestBusiness {
    let business = TestBusiness::open().await;
    register_for_vat(&business, 0, json!({ "schemes": schemes })).await;
    business
}

fn registration_body(version: i64, changes: &Value) -> Value {
    let mut body = json!({
        "version": version, "from": "2026-04-01", "until": null, "periods": "march", "annualEndsIn": 0, "schemes": []
    });
    for (name, value) in changes.as_object().expect("changes") {
        body[name] = value.clone();
    }
    body
}

async fn register_for_vat(business: &TestBusiness, version: i64, changes: Value) -> Value {
    let path = format!("/api/vat/{}/registration", business.profile);
    business.client.put(&path, &registration_body(version, &changes)).await.expect_status(200)
}

/// The return of a day's period. Checks that the records behind each box add up to it, except for boxes that are a
/// percentage of a sum.
async fn load_return(business: &TestBusiness, on: &str) -> Value {
    let path = format!("/api/vat/{}/return", business.profile);
    let body = business.client.get(&format!("{path}?on={on}")).await.expect_status(200);
    for it in body["boxes"].as_array().expect("boxes") {
        let number = it["number"].as_u64().expect("a number");
        let path = format!("{path}/records?on={on}&box={number}");
        let behind = business.client.get(&path).await.expect_status(200);
        assert_eq!(behind["amount"], it["amount"]);
        assert_eq!(behind["total"], it["records"]);
        let is_flat = body["flat"].as_array().is_some_and(|flat| !flat.is_empty());
        if is_flat && matches!(number, 1 | 3 | 5) {
            continue;
        }
        let records = behind["records"].as_array().expect("records");
        let sum: i64 = records.iter().map(|it| to_pence(&it["amount"])).sum();
        let filed = to_pence(&it["amount"]);
        match number {
            5 => assert_eq!(sum.abs(), filed, "{behind}"),
            6..=9 => assert_eq!(sum - sum % 100, filed, "{behind}"),
            _ => assert_eq!(sum, filed, "{behind}"),
        }
    }
    body
}

fn to_pence(amount: &Value) -> i64 {
    let text = amount.as_str().expect("an amount").replace('.', "");
    text.parse().expect("pence")
}

/// Boxes 1, 3, 4, 5, 6 and 7.
fn box_amounts(body: &Value) -> [&str; 6] {
    [1, 3, 4, 5, 6, 7].map(|number| {
        let boxes = body["boxes"].as_array().expect("boxes");
        let found = boxes.iter().find(|it| it["number"] == number);
        found.expect("the box")["amount"].as_str().expect("an amount")
    })
}

async fn create_expense(business: &TestBusiness, day: &str, category: &str, amount: &str, more: Value) {
    let mut body = json!({
        "date": day, "supplier": "Screwfix", "category": category, "amount": amount, "vatRate": "20", "receipts": []
    });
    for (name, value) in more.as_object().expect("fields") {
        body[name] = value.clone();
    }
    business.client.post("/api/expenses", &body).await.expect_status(201);
}

/// An invoice of 398.42 and 79.68 of VAT, issued on a day.
async fn issue_invoice(business: &TestBusiness, day: &str) -> Value {
    let body = with_field(business.invoice_body(), "issueDate", json!(day));
    let draft = business.client.post("/api/invoices", &body).await.expect_status(201);
    business.send_by_link("invoices", &id_of(&draft)).await
}

#[tokio::test]
async fn the_standard_scheme_counts_invoices_and_purchases() {
    let business = open_registered(json!([])).await;
    issue_invoice(&business, "2026-11-16").await;
    // Of the quarter before.
    issue_invoice(&business, "2026-09-30").await;
    create_expense(&business, "2026-11-03", "costOfGoods", "60", json!({})).await;
    // A fifth of the telephone is private: 24.00 of 30.00, 4.00 of 5.00.
    create_expense(&business, "2026-11-04", "adminCosts", "30", json!({ "privateShare": "20" })).await;
    // VAT on entertaining is not reclaimed, and nobody said that there is VAT in wages.
    create_expense(&business, "2026-11-05", "businessEntertainmentCosts", "12", json!({})).await;
    create_expense(&business, "2026-11-06", "wagesAndStaffCosts", "500", json!({ "vatRate": "" })).await;
    let miles = json!({ "vatRate": "", "mileage": { "vehicle": "car", "miles": "10" } });
    create_expense(&business, "2026-11-07", "carVanTravelExpenses", "", miles).await;
    let body = load_return(&business, "2026-11-16").await;
    assert_eq!(
        (&body["from"], &body["to"], &body["due"]),
        (&json!("2026-10-01"), &json!("2026-12-31"), &json!("2027-02-07"))
    );
    // Reclaimed: 10.00 + 4.00. Bought: 50.00 + 20.00 + 10.00.
    assert_eq!(box_amounts(&body), ["79.68", "79.68", "14.00", "65.68", "398.00", "80.00"]);
    assert_eq!((&body["reclaims"], &body["canFile"]), (&json!(false), &json!(false)));
    assert_eq!((&body["before"], &body["after"]), (&json!("2026-09-30"), &Value::Null));
    let body = load_return(&business, "2026-08-01").await;
    assert_eq!(box_amounts(&body), ["79.68", "79.68", "0.00", "79.68", "398.00", "0.00"]);
    assert_eq!((&body["canFile"], &body["after"]), (&json!(true), &json!("2026-10-01")));
    for kind in ["csv", "xlsx", "pdf"] {
        let path = format!("/api/vat/{}/return/file?on=2026-08-01&as={kind}", business.profile);
        let file = business.client.get(&path).await;
        let name = file.header("content-disposition").expect("a name").to_owned();
        assert!(name.contains(&format!("vat-return-to-2026-09-30.{kind}")), "{name}");
    }
    let file = format!("/api/vat/{}/return/file?on=2026-08-01", business.profile);
    let csv = business.client.get(&file).await.text;
    let rows: Vec<&str> = csv.lines().collect();
    let first = |row: &str| row.starts_with("1,vatDueSales,") && row.ends_with(",79.68");
    assert!(first(rows[1]), "{csv}");
    assert!(rows[6].starts_with("6,totalValueSalesExVAT,") && rows[6].ends_with(",398.00"), "{csv}");
    assert_eq!(rows[10], "Business,,Taylor Plumbing,");
    assert_eq!(rows[12], "Period,,1 Jul 2026 to 30 Sept 2026,");
    let texts = texts_of(business.client.get_bytes(&format!("{file}&as=xlsx")).await);
    let record = ["Invoice", "INV-0002", "Jo Bloggs"];
    assert!(texts.windows(3).any(|row| row == record), "{texts:?}");
    business.app.stop().await;
}

#[tokio::test]
async fn cash_accounting_counts_payments() {
    let business = open_registered(json!([{ "from": "2026-04-01", "cash": true, "flatRate": null }])).await;
    let invoice = issue_invoice(&business, "2026-09-30").await;
    record_payment(&business, &invoice, "100", "2026-11-16").await;
    // Of 478.10 a hundred is 83.33 and 16.67.
    let body = load_return(&business, "2026-11-16").await;
    assert_eq!(box_amounts(&body), ["16.67", "16.67", "0.00", "16.67", "83.00", "0.00"]);
    let body = load_return(&business, "2026-09-30").await;
    assert_eq!(box_amounts(&body), ["0.00", "0.00", "0.00", "0.00", "0.00", "0.00"]);
    business.app.stop().await;
}

#[tokio::test]
async fn the_flat_rate_applies_to_turnover_with_vat_and_is_tested_each_quarter() {
    let business =
        open_registered(json!([{ "from": "2026-04-01", "cash": false, "flatRate": "building" }])).await;
    issue_invoice(&business, "2026-11-16").await;
    // Of 478.10 with goods of 60.00 the business is one of limited cost: 16.5 % less 1 % in the first year.
    create_expense(&business, "2026-11-03", "costOfGoods", "60", json!({})).await;
    let body = load_return(&business, "2026-11-16").await;
    assert_eq!(box_amounts(&body), ["74.11", "74.11", "0.00", "74.11", "478.00", "0.00"]);
    assert_eq!(body["flat"][0]["percent"], "15.5");
    let path = format!("/api/vat/{}/return/records?on=2026-11-16&box=", business.profile);
    let behind = business.client.get(&format!("{path}1")).await.expect_status(200);
    assert_eq!(behind["flat"], body["flat"]);
    let behind = business.client.get(&format!("{path}6")).await.expect_status(200);
    assert_eq!(behind["flat"], json!([]));
    assert!(body["limitedCost"].as_str().is_some(), "{body}");
    // With 250.00 of goods it is not: 9.5 % less 1 %.
    create_expense(&business, "2026-11-04", "costOfGoods", "190", json!({})).await;
    let body = load_return(&business, "2026-11-16").await;
    assert_eq!(box_amounts(&body), ["40.64", "40.64", "0.00", "40.64", "478.00", "0.00"]);
    business.app.stop().await;
}

#[tokio::test]
async fn a_deposit_has_its_own_tax_point_and_a_credit_note_is_subtracted() {
    let business = open_registered(json!([])).await;
    let quote = business.accepted_quote().await;
    let path = format!("/api/quotes/{}/payments", id_of(&quote));
    let body = json!({ "amount": "119.53", "method": "cash", "date": "2026-09-10" });
    business.client.post(&path, &body).await.expect_status(201);
    // 119.53 of 478.10: 99.61 and 19.92, in the quarter in which it came.
    let response = load_return(&business, "2026-09-10").await;
    assert_eq!(box_amounts(&response), ["19.92", "19.92", "0.00", "19.92", "99.00", "0.00"]);
    let path = format!("/api/quotes/{}/convert", id_of(&quote));
    let invoice = business.client.post(&path, &json!({})).await.expect_status(201);
    let invoice = business.send_by_link("invoices", &id_of(&invoice)).await;
    let response = load_return(&business, "2026-09-10").await;
    assert_eq!(box_amounts(&response)[0], "19.92", "it stays where it was");
    // The rest with the invoice: 59.76 and 298.81.
    let response = load_return(&business, "2026-11-16").await;
    assert_eq!(box_amounts(&response), ["59.76", "59.76", "0.00", "59.76", "298.00", "0.00"]);
    create_sent(&business, &invoice, &credit_all_body()).await;
    let response = load_return(&business, "2026-11-16").await;
    // 59.76 less 79.68, 298.81 less 398.42: to be reclaimed.
    assert_eq!(box_amounts(&response), ["-19.92", "-19.92", "0.00", "19.92", "-99.00", "0.00"]);
    assert_eq!(response["reclaims"], true);
    business.app.stop().await;
}

/// A job of 398.42 and 79.68 of VAT in two stages and a final invoice.
#[tokio::test]
async fn the_vat_of_the_stages_adds_up_to_that_of_the_job() {
    let business = open_registered(json!([])).await;
    let quote = business.accepted_quote().await;
    let path = format!("/api/quotes/{}/stages", id_of(&quote));
    for percentage in ["30", "33.3"] {
        let stage = json!({ "percentage": percentage });
        let draft = business.client.post(&path, &stage).await.expect_status(201);
        business.send_by_link("invoices", &id_of(&draft)).await;
    }
    let path = format!("/api/quotes/{}/convert", id_of(&quote));
    let last = business.client.post_empty(&path).await.expect_status(201);
    business.send_by_link("invoices", &id_of(&last)).await;
    let body = load_return(&business, "2026-11-16").await;
    assert_eq!(box_amounts(&body), ["79.68", "79.68", "0.00", "79.68", "398.00", "0.00"]);
    business.app.stop().await;
}

#[tokio::test]
async fn only_the_net_value_counts_under_the_reverse_charge() {
    let business =
        open_registered(json!([{ "from": "2026-04-01", "cash": true, "flatRate": "building" }])).await;
    let body = with_field(business.invoice_body(), "vatTreatment", json!("reverseCharge"));
    let draft = business.client.post("/api/invoices", &body).await.expect_status(201);
    business.send_by_link("invoices", &id_of(&draft)).await;
    // Outside cash accounting and the flat rate: it counts as it is invoiced, and its VAT is the customer's.
    let response = load_return(&business, "2026-11-16").await;
    assert_eq!(box_amounts(&response), ["0.00", "0.00", "0.00", "0.00", "398.00", "0.00"]);
    business.app.stop().await;
}
