//! The quarterly updates of Making Tax Digital, whether they are required, and the files of a year.

use serde_json::json;

use super::{YEAR, change_choices, create_expense, field_amount, fill_year, find_box};
use crate::documents::{TestBusiness, id_of, profile_body, with_field};
use crate::year_pack::texts_of;

#[tokio::test]
async fn an_update_reports_the_year_so_far_under_hmrcs_field_names() {
    let business = TestBusiness::open().await;
    fill_year(&business).await;
    let path = |number: u8| format!("{YEAR}/updates/{number}");
    let first = business.client.get(&path(1)).await.expect_status(200);
    assert_eq!((&first["to"], &first["due"]), (&json!("2026-07-05"), &json!("2026-08-07")));
    // Given even when nothing.
    assert_eq!(field_amount(&first, "turnover"), Some("0.00"));
    assert_eq!(field_amount(&first, "taxTakenOffTradingIncome"), Some("0.00"));
    assert_eq!(field_amount(&first, "other"), Some("12.50"));
    assert_eq!(field_amount(&first, "costOfGoods"), Some("120.00"));
    assert_eq!(field_amount(&first, "adminCosts"), None);
    let third = business.client.get(&path(3)).await.expect_status(200);
    assert_eq!(
        (&third["from"], &third["quarterFrom"], &third["to"]),
        (&json!("2026-04-06"), &json!("2026-10-06"), &json!("2027-01-05"))
    );
    assert_eq!(field_amount(&third, "turnover"), Some("1283.33"));
    assert_eq!(field_amount(&third, "adminCostsDisallowable"), Some("10.00"));
    assert_eq!(field_amount(&third, "premisesRunningCosts"), Some("36.00"));

    let file = business.client.get(&format!("{}/file?as=json", path(3))).await;
    assert_eq!(file.header("content-type"), Some("application/json"));
    let text = file.text;
    let body = "{\"periodDates\":{\"periodStartDate\":\"2026-04-06\",\"periodEndDate\":\"2027-01-05\"},\
        \"periodIncome\":{\"turnover\":1283.33,\"other\":12.50,\"taxTakenOffTradingIncome\":0.00},\
        \"periodExpenses\":{\"costOfGoods\":120.00,\"carVanTravelExpenses\":55.00,\
        \"premisesRunningCosts\":36.00,\"adminCosts\":50.00,\"businessEntertainmentCosts\":30.00},\
        \"periodDisallowableExpenses\":{\"adminCostsDisallowable\":10.00,\
        \"businessEntertainmentCostsDisallowable\":30.00}}";
    assert_eq!(text, body);
    let one = business.client.get(&format!("{}/file?as=json&expenses=sum", path(3))).await;
    assert!(one.text.contains("\"periodExpenses\":{\"consolidatedExpenses\":251.00}"), "{}", one.text);
    assert!(!one.text.contains("Disallowable"), "{}", one.text);

    let behind = format!("{}/records?field=turnover", path(3));
    let behind = business.client.get(&behind).await.expect_status(200);
    assert_eq!((&behind["total"], &behind["amount"]), (&json!(3), &json!("1283.33")));
    business.client.get(&path(5)).await.expect_status(404);
    business.client.get(&format!("{}/records?field=rent", path(3))).await.expect_status(404);
    business.app.stop().await;
}

#[tokio::test]
async fn every_report_can_be_downloaded_as_a_file() {
    let business = TestBusiness::open().await;
    fill_year(&business).await;
    for path in ["return", "updates/3"] {
        let csv = business.client.get(&format!("{YEAR}/{path}/file")).await;
        assert_eq!(csv.header("content-type"), Some("text/csv; charset=utf-8"));
        assert!(csv.text.contains(",1283.33,"), "{}", csv.text);
        let xlsx = business.client.get(&format!("{YEAR}/{path}/file?as=xlsx")).await;
        assert_eq!(xlsx.status, 200);
        assert!(xlsx.header("content-type").is_some_and(|it| it.contains("spreadsheetml")));
        let texts = business.client.get_bytes(&format!("{YEAR}/{path}/file?as=xlsx")).await;
        let texts = texts_of(texts);
        let is_record =
            |row: &[String]| row[0] == "invoice" && row[1].starts_with("INV-") && row[2] == "Jo Bloggs";
        assert!(texts.windows(3).any(is_record), "{texts:?}");
        let pdf = business.client.get(&format!("{YEAR}/{path}/file?as=pdf")).await;
        assert_eq!(pdf.header("content-type"), Some("application/pdf"));
        let name = pdf.header("content-disposition").expect("a name").to_owned();
        assert!(name.ends_with(".pdf\""), "{name}");
    }
    for report in ["profit", "income", "expenses"] {
        let path = format!("/api/reports/{report}/export?from=2026-04-06&to=2027-04-05");
        let pdf = business.client.get(&format!("{path}&as=pdf")).await;
        assert_eq!(pdf.header("content-type"), Some("application/pdf"), "{report}");
        let xlsx = business.client.get(&format!("{path}&as=xlsx")).await;
        assert_eq!(xlsx.status, 200, "{report}");
        business.client.get(&format!("{path}&as=docx")).await.expect_status(400);
    }
    business.app.stop().await;
}

#[tokio::test]
async fn the_gross_income_of_the_right_year_decides_about_making_tax_digital() {
    let business = TestBusiness::open().await;
    // Nothing is known of 2024/25 or 2025/26.
    let body = business.client.get(YEAR).await.expect_status(200);
    assert_eq!(body["duty"]["hasTo"], false);
    change_choices(&business, "/api/income-tax/2024", json!({ "elsewhere": "50000.00" })).await;
    change_choices(&business, "/api/income-tax/2025", json!({ "elsewhere": "30000.00" })).await;
    let body = business.client.get(YEAR).await.expect_status(200);
    assert_eq!(body["duty"]["hasTo"], false, "exactly the limit does not oblige");
    assert_eq!(body["duty"]["from"], "2028-04-06");
    // A penny that was earned here on top of 30,000.00 does.
    let penny = json!({ "date": "2026-04-05", "description": "Scrap", "amount": "0.01" });
    business.client.post("/api/income-tax/other-income", &penny).await.expect_status(201);
    let body = business.client.get(YEAR).await.expect_status(200);
    assert_eq!(body["duty"]["from"], "2027-04-06");
    assert_eq!(
        body["duty"]["sentence"],
        "Yes, from 6 Apr 2027: your 2025/26 turnover was £30,000.01, which is above £30,000."
    );
    change_choices(&business, YEAR, json!({ "business": "company" })).await;
    let body = business.client.get(YEAR).await.expect_status(200);
    assert_eq!(body["duty"]["hasTo"], false);
    business.app.stop().await;
}

/// The income that decides is the same as in the return: without VAT, before CIS deductions.
#[tokio::test]
async fn the_deciding_gross_income_is_that_of_the_return() {
    let business = TestBusiness::open().await;
    fill_year(&business).await;
    // Of the year 1,295.83 was earned: with this the limit of 2026/27, and no penny more.
    change_choices(&business, YEAR, json!({ "elsewhere": "18704.17" })).await;
    let body = business.client.get(YEAR).await.expect_status(200);
    assert_eq!(body["duty"]["hasTo"], false, "{}", body["duty"]);
    change_choices(&business, YEAR, json!({ "elsewhere": "18704.18" })).await;
    let body = business.client.get(YEAR).await.expect_status(200);
    assert_eq!(
        body["duty"]["sentence"],
        "Yes, from 6 Apr 2028: your 2026/27 turnover is already £20,000.01, which is above £20,000."
    );
    business.app.stop().await;
}

/// A second business of another trade: each has its own update and its own return, and what names no business belongs
/// to the first. Amounts of nothing are reported as zero.
#[tokio::test]
async fn each_trade_has_its_own_update_and_return() {
    let business = TestBusiness::open().await;
    fill_year(&business).await;
    let hire = with_field(profile_body(), "name", json!("Taylor Tool Hire"));
    let hire = business.client.post("/api/business-profiles", &hire).await;
    let hire = id_of(&hire.expect_status(201));
    let body = business.client.get(YEAR).await.expect_status(200);
    assert_eq!(body["trades"].as_array().map(Vec::len), Some(1), "{body}");
    let own = json!({ "businessProfileId": hire });
    create_expense(&business, "2026-05-02", "adminCosts", "40", own).await;
    let before = business.client.get(&format!("{YEAR}/updates/1")).await.expect_status(200);
    assert_eq!(field_amount(&before, "adminCosts"), Some("40.00"), "of one trade all count");
    let trades = business
        .client
        .put("/api/income-tax/trades", &json!({ "profile": hire, "trade": "Tool hire" }))
        .await
        .expect_status(200);
    assert_eq!(trades[1]["name"], "Tool hire");
    assert_eq!(trades[1]["businesses"][0]["id"], json!(hire));
    let first = business.client.get(&format!("{YEAR}/updates/1")).await.expect_status(200);
    assert_eq!(
        (
            field_amount(&first, "costOfGoods"),
            field_amount(&first, "adminCosts"),
            field_amount(&first, "other")
        ),
        (Some("120.00"), None, Some("12.50"))
    );
    let path = format!("{YEAR}/updates/1?trade=Tool%20hire");
    let second = business.client.get(&path).await.expect_status(200);
    assert_eq!(
        (
            field_amount(&second, "turnover"),
            field_amount(&second, "adminCosts"),
            field_amount(&second, "costOfGoods")
        ),
        (Some("0.00"), Some("40.00"), None)
    );
    assert_eq!(second["taxYear"], "2026-27");
    let path = format!("{YEAR}/return?trade=tool%20hire");
    let boxes = business.client.get(&path).await.expect_status(200);
    assert_eq!(find_box(&boxes, 23)["amount"], "40.00");
    let path = format!("{YEAR}/return?trade=Roofing");
    business.client.get(&path).await.expect_error(404, "not_found", None);
    // Other income of the second.
    let scrap = json!({ "date": "2026-05-03", "description": "Scrap", "amount": "5",
        "businessProfileId": hire });
    let path = "/api/income-tax/other-income";
    business.client.post(path, &scrap).await.expect_status(201);
    let path = format!("{YEAR}/updates/1?trade=Tool%20hire");
    let second = business.client.get(&path).await.expect_status(200);
    assert_eq!(field_amount(&second, "other"), Some("5.00"));
    // A year in which nothing happened.
    let empty = business.client.get("/api/income-tax/2027/updates/1/file?as=json&trade=Tool%20hire").await;
    assert!(empty.text.contains("\"periodExpenses\":{\"costOfGoods\":0.00,"), "{}", empty.text);
    business.app.stop().await;
}
