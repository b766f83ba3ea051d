//! A subcontractor's ledger under the Construction Industry Scheme, worked by hand.

use serde_json::{Value, json};

use crate::credits::create_sent;
use crate::documents::{TestBusiness, id_of, with_field};
use crate::reports::{record_payment, sent_cis_invoice};

const LEDGER: &str = "/api/cis/2026";

fn sums(row: &Value) -> [&str; 3] {
    ["gross", "materials", "deducted"].map(|sum| row[sum].as_str().expect("an amount"))
}

fn statement_body(contractor: &Value, month: &str, [gross, materials, deducted]: [&str; 3]) -> Value {
    json!({
        "contractor": contractor, "month": month, "gross": gross, "materials": materials, "deducted": deducted
    })
}

/// 1,000.00 of labour and 200.00 of materials, paid in two halves in two tax months, and a third of it refunded.
#[tokio::test]
async fn each_payment_has_its_share_of_the_deduction() {
    let business = TestBusiness::open().await;
    let empty = business.client.get(LEDGER).await.expect_status(200);
    assert_eq!((sums(&empty), &empty["months"]), (["0.00"; 3], &json!([])));
    let invoice = sent_cis_invoice(&business, "2026-10-05").await;
    // Not under the scheme: no row of it.
    let plain = business.sent_invoice().await;
    record_payment(&business, &plain, "100", "2026-10-05").await;
    // 5 October ends a tax month and 6 October begins one.
    record_payment(&business, &invoice, "620", "2026-10-05").await;
    record_payment(&business, &invoice, "620", "2026-10-06").await;
    let body = business.client.get(LEDGER).await.expect_status(200);
    assert_eq!(sums(&body), ["1200.00", "200.00", "200.00"]);
    let months = body["months"].as_array().expect("months");
    let of = |row: &Value| (row["from"].clone(), row["to"].clone(), row["statementDue"].clone());
    assert_eq!(of(&months[0]), (json!("2026-09-06"), json!("2026-10-05"), json!("2026-10-19")));
    assert_eq!(sums(&months[0]), ["600.00", "100.00", "100.00"]);
    assert_eq!(of(&months[1]).1, json!("2026-11-05"));
    assert_eq!(sums(&months[1]), ["600.00", "100.00", "100.00"]);
    // Today is 16 November: the one is missing, the other is due on the 19th.
    assert_eq!(months[0]["standing"], "missing");
    assert_eq!(months[1]["standing"], "notDue");
    assert_eq!(months[0]["contractor"]["name"], "Jo Bloggs");
    assert_eq!(months[0]["payments"][0]["subject"], id_of(&invoice));
    // The same sum goes into box 81 of the return.
    let body = business.client.get("/api/income-tax/2026/return/records?box=81").await.expect_status(200);
    assert_eq!(body["amount"], "200.00");
    // The year before and the year after have no entries.
    for year in [2025, 2027] {
        let body = business.client.get(&format!("/api/cis/{year}")).await.expect_status(200);
        assert_eq!(sums(&body), ["0.00"; 3]);
    }
    business.app.stop().await;
}

/// The same with the materials credited: 1,000.00 pays all that is left, which is labour.
#[tokio::test]
async fn materials_that_were_credited_are_in_no_payment() {
    let business = TestBusiness::open().await;
    let invoice = sent_cis_invoice(&business, "2026-10-05").await;
    let pipe = json!({ "of": "lines", "lines": [{ "id": "a" }], "reason": "Returned" });
    let note = create_sent(&business, &invoice, &pipe).await;
    assert_eq!(note["totals"]["amountPayable"], "240.00");
    record_payment(&business, &invoice, "1000", "2026-11-16").await;
    let body = business.client.get(LEDGER).await.expect_status(200);
    assert_eq!(sums(&body), ["1000.00", "0.00", "200.00"]);
    assert_eq!(body["months"].as_array().map(Vec::len), Some(1));
    business.app.stop().await;
}

#[tokio::test]
async fn statements_are_compared_with_the_payments() {
    let business = TestBusiness::open().await;
    let invoice = sent_cis_invoice(&business, "2026-10-05").await;
    record_payment(&business, &invoice, "310.50", "2026-10-05").await;
    let response = business.client.get(LEDGER).await.expect_status(200);
    let month = &response["months"][0];
    // 310.50 of 1,240.00: 300.48 gross, 50.08 of materials, 50.08 deducted.
    assert_eq!(sums(month), ["300.48", "50.08", "50.08"]);
    let contractor = month["contractor"]["key"].clone();
    let path = "/api/cis/statements";
    // Whole pounds, rounded down, are the same.
    let body = statement_body(&contractor, "2026-10-05", ["300", "50", "50.08"]);
    let body = with_field(body, "id", json!("019be5a0-0000-7000-8000-000000000002"));
    let first = business.client.post(path, &body).await.expect_status(201);
    let again = business.client.post(path, &body).await.expect_status(201);
    assert_eq!(first, again);
    let response = business.client.get(LEDGER).await.expect_status(200);
    assert_eq!(response["months"][0]["standing"], "agrees");
    assert_eq!(response["stated"], "50.08");
    business
        .client
        .post(path, &with_field(body.clone(), "deducted", json!("50.09")))
        .await
        .expect_status(409);
    business.client.delete(&format!("{path}/{}", id_of(&first))).await.expect_status(204);
    business.client.delete(&format!("{path}/{}", id_of(&first))).await.expect_status(404);

    // A contractor who took more than the invoice says.
    let more = statement_body(&contractor, "2026-09-20", ["300.48", "0", "60.10"]);
    business.client.post(path, &more).await.expect_status(201);
    // One of a month without a payment.
    let other = statement_body(&contractor, "2026-08-05", ["100", "", "20"]);
    business.client.post(path, &other).await.expect_status(201);
    let response = business.client.get(LEDGER).await.expect_status(200);
    assert_eq!(response["months"][0]["standing"], "noPayment");
    assert_eq!(response["months"][1]["standing"], "differs");
    assert_eq!(response["months"][1]["differs"], json!(["0.00", "-50.08", "10.02"]));
    assert_eq!((&response["deducted"], &response["stated"]), (&json!("50.08"), &json!("80.10")));

    for (field, value) in [
        ("contractor", json!("")),
        ("month", json!("2026-12-06")),
        ("month", json!("2006-12-05")),
        ("gross", json!("-1")),
        ("gross", json!("0")),
        ("materials", json!("x")),
        ("deducted", json!("300.01")),
    ] {
        let body = statement_body(&contractor, "2026-10-05", ["300", "50", "50"]);
        let refused = business.client.post(path, &with_field(body, field, value)).await.expect_status(422);
        assert_eq!(refused["errors"][0]["path"], field);
    }
    business.app.stop().await;
}

#[tokio::test]
async fn the_ledger_is_exported_and_follows_a_merged_contact() {
    let business = TestBusiness::open().await;
    let invoice = sent_cis_invoice(&business, "2026-10-05").await;
    record_payment(&business, &invoice, "1240", "2026-10-05").await;
    let response = business.client.get(LEDGER).await.expect_status(200);
    let contractor = response["months"][0]["contractor"]["key"].clone();
    let body = statement_body(&contractor, "2026-10-05", ["1200", "200", "200"]);
    business.client.post("/api/cis/statements", &body).await.expect_status(201);
    let csv = business.client.get(&format!("{LEDGER}/file")).await;
    assert!(
        csv.text.contains("2026-10-05,Jo Bloggs,1200.00,200.00,200.00,200.00,statement agrees"),
        "{}",
        csv.text
    );
    for kind in ["xlsx", "pdf"] {
        let file = business.client.get(&format!("{LEDGER}/file?as={kind}")).await;
        let name = file.header("content-disposition").expect("a name").to_owned();
        assert!(name.contains(&format!("cis-2026-27.{kind}")), "{name}");
    }
    let other = json!({ "name": "Jo Bloggs (site)" });
    let other = business.client.post("/api/contacts", &other).await.expect_status(201);
    let was = business
        .client
        .get(&format!("/api/contacts/{}", contractor.as_str().expect("an id")))
        .await
        .expect_status(200);
    let merge = json!({ "other": was["id"], "version": other["version"], "otherVersion": was["version"] });
    business.client.post(&format!("/api/contacts/{}/merge", id_of(&other)), &merge).await.expect_status(200);
    let response = business.client.get(LEDGER).await.expect_status(200);
    assert_eq!(response["months"].as_array().map(Vec::len), Some(1), "{response}");
    assert_eq!(response["months"][0]["standing"], "agrees");
    business.app.stop().await;
}

/// A subcontractor with gross payment status is in the scheme too: 1,000.01 of labour, nothing deducted.
#[tokio::test]
async fn payments_without_deduction_are_in_the_ledger() {
    let business = TestBusiness::open().await;
    let mut body = with_field(business.invoice_body(), "cisRate", json!("0"));
    body["issueDate"] = json!("2026-10-05");
    body["items"] = json!([{ "id": "a", "name": "Roof", "quantity": "1", "price": "1000.01" }]);
    body["labourHours"] = json!("");
    body["labourRate"] = json!("");
    body["includeDiscount"] = json!(false);
    let draft = business.client.post("/api/invoices", &body).await.expect_status(201);
    let invoice = business.send_by_link("invoices", &id_of(&draft)).await;
    let total = invoice["totals"]["totalAmount"].clone();
    record_payment(&business, &invoice, total.as_str().expect("a sum"), "2026-10-05").await;
    // Not under the scheme.
    record_payment(&business, &business.sent_invoice().await, "100", "2026-10-05").await;
    let response = business.client.get(LEDGER).await.expect_status(200);
    assert_eq!(sums(&response), ["1000.01", "0.00", "0.00"]);
    let month = &response["months"][0];
    assert_eq!(month["standing"], "notOwed");
    let key = month["contractor"]["key"].clone();
    let path = "/api/cis/statements";
    let body = statement_body(&key, "2026-10-05", ["1000", "", "0"]);
    business.client.post(path, &body).await.expect_status(201);
    let response = business.client.get(LEDGER).await.expect_status(200);
    assert_eq!(response["months"][0]["standing"], "agrees");
    // Nobody of the account's.
    for unknown in ["019be5a0-0000-7000-8000-00000000dead", "name:Nobody", "x"] {
        let body = statement_body(&json!(unknown), "2026-10-05", ["1000", "", "0"]);
        let refused = business.client.post(path, &body).await.expect_status(422);
        assert_eq!(refused["errors"][0]["path"], "contractor");
    }
    business.app.stop().await;
}
