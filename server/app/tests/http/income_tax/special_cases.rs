//! The return, the updates and the reports where more than the records decides: the flat rate scheme, a company, a
//! turnover below zero.

use serde_json::{Value, json};

use super::{YEAR, change_choices, create_expense, find_box};
use crate::credits::{create_sent, credit_all_body};
use crate::documents::{TestBusiness, id_of, with_field};
use crate::reports::record_payment;

/// 25,200.00 with VAT at 9.5 % are 2,394.00: a turnover of 22,806.00, and with goods of 504.00 a profit of 22,302.00.
#[tokio::test]
async fn under_the_flat_rate_scheme_turnover_includes_vat_less_the_flat_rate() {
    let business = TestBusiness::open().await;
    let registration = json!({
        "version": 0, "from": "2025-04-01", "until": null, "periods": "march", "annualEndsIn": 0,
        "schemes": [{ "from": "2025-04-01", "cash": true, "flatRate": "building" }]
    });
    let path = format!("/api/vat/{}/registration", business.profile);
    business.client.put(&path, &registration).await.expect_status(200);
    let mut body = business.invoice_body();
    body["items"] = json!([{ "id": "a", "name": "Roof", "quantity": "1", "price": "20000" }]);
    body["labourHours"] = json!("10");
    body["labourRate"] = json!("100");
    body["includeDiscount"] = json!(false);
    let draft = business.client.post("/api/invoices", &body).await.expect_status(201);
    let invoice = business.send_by_link("invoices", &id_of(&draft)).await;
    assert_eq!(invoice["totals"]["totalAmount"], "25200.00");
    record_payment(&business, &invoice, "25200", "2026-11-16").await;
    let vat = json!({ "vatRate": "20" });
    create_expense(&business, "2026-11-03", "costOfGoods", "504", vat).await;

    let response = business.client.get(&format!("{YEAR}/return")).await.expect_status(200);
    let turnover = find_box(&response, 15);
    assert_eq!((&turnover["amount"], &turnover["confirmed"]), (&json!("22806.00"), &json!(false)));
    assert_eq!(response["profit"], "22302.00");
    let response = business.client.get(YEAR).await.expect_status(200);
    let sentence = response["duty"]["sentence"].as_str().expect("a sentence");
    assert!(sentence.contains("your 2026/27 turnover is already £22,806.00,"), "{sentence}");
    for basis in ["cash", "accruals"] {
        let path = format!("/api/reports/profit?from=2026-04-06&to=2027-04-05&basis={basis}");
        let response = business.client.get(&path).await.expect_status(200);
        let total = &response["total"];
        let sums = ["income", "spending", "profit"].map(|sum| total[sum].as_str().expect("a sum"));
        assert_eq!(sums, ["22806.00", "504.00", "22302.00"], "{basis}");
        assert_eq!(response["confirmed"], false);
    }
    let path = "/api/reports/income?from=2026-04-06&to=2027-04-05";
    let response = business.client.get(path).await.expect_status(200);
    assert_eq!(response["total"]["vat"], "2394.00");
    // A penny less of goods, and they are of limited cost: 16.5 %.
    let back = json!({ "vatRate": "20" });
    create_expense(&business, "2026-11-04", "costOfGoods", "-0.01", back).await;
    let response = business.client.get(&format!("{YEAR}/return")).await.expect_status(200);
    assert_eq!(find_box(&response, 15)["amount"], "21042.00");
    business.app.stop().await;
}

#[tokio::test]
async fn a_company_has_neither_updates_nor_self_employment_pages() {
    let business = TestBusiness::open().await;
    change_choices(&business, YEAR, json!({ "business": "company" })).await;
    let body = business.client.get(YEAR).await.expect_status(200);
    assert_eq!((&body["updates"], &body["hasSelfEmployment"]), (&json!([]), &json!(false)));
    let refused = business.client.get(&format!("{YEAR}/return")).await.expect_status(422);
    assert_eq!(refused["errors"][0]["code"], "company");
    business.client.get(&format!("{YEAR}/updates/1")).await.expect_status(404);
    let pack = business.client.get("/api/year-pack/2026").await.expect_status(200);
    let missing = pack["missing"].to_string();
    assert!(missing.contains("CT600"), "{missing}");
    change_choices(&business, YEAR, json!({ "business": "partnership" })).await;
    let body = business.client.get(YEAR).await.expect_status(200);
    assert_eq!((&body["updates"], &body["hasSelfEmployment"]), (&json!([]), &json!(true)));
    business.app.stop().await;
}

/// 398.42 was invoiced the year before and credited in this one: the turnover is 398.42 below zero.
#[tokio::test]
async fn every_file_says_what_is_withheld() {
    let business = TestBusiness::open().await;
    change_choices(&business, YEAR, json!({ "basis": "accruals" })).await;
    let body = with_field(business.invoice_body(), "issueDate", json!("2026-03-01"));
    let draft = business.client.post("/api/invoices", &body).await.expect_status(201);
    let invoice = business.send_by_link("invoices", &id_of(&draft)).await;
    create_sent(&business, &invoice, &credit_all_body()).await;
    let csv = |path: &str| {
        let path = format!("{YEAR}/{path}/file?as=csv");
        let client = &business.client;
        async move { client.get(&path).await.text }
    };
    let update = csv("updates/3").await;
    let note = "0.00,Not in this update: -£398.42. HMRC doesn’t accept a negative income. The next update includes it.";
    assert!(update.contains(note), "{update}");
    let boxes = csv("return").await;
    assert!(boxes.contains("-398.42,\"You refunded more than came in"), "{boxes}");
    // The PDF names the person and the basis.
    for path in [
        &*format!("{YEAR}/return/file?as=pdf"),
        "/api/reports/income/export?from=2026-04-06&to=2027-04-05&basis=accruals&as=pdf",
    ] {
        let printed = crate::pdf::pdf_text(&business.client.get_bytes(path).await);
        assert!(printed.contains("Taylor Plumbing"), "{printed}");
        assert!(printed.contains("by invoices (accruals)"), "{printed}");
    }
    let bytes = business.client.get_bytes("/api/year-pack/2026/file").await;
    let index = crate::year_pack::read_index(bytes);
    let cached = index
        .iter()
        .filter(|[name, of, sum]| name.contains("update") && of == "Turnover, held back" && sum == "-398.42");
    assert!(cached.count() > 0, "{index:#?}");
    let income: Value = business.client.get("/api/reports/income").await.expect_status(200);
    assert_eq!(income["confirmed"], true);
    business.app.stop().await;
}
