//! What is chosen and entered for a tax year: the basis, other income, private use, and what is set aside.

use serde_json::{Value, json};

use super::{YEAR, change_choices, create_expense};
use crate::documents::{TestBusiness, id_of, with_field};

#[tokio::test]
async fn a_choice_applies_to_later_years_too() {
    let business = TestBusiness::open().await;
    let year = |begins: u16| format!("/api/income-tax/{begins}");
    let body = business.client.get(&year(2026)).await.expect_status(200);
    assert_eq!(body["choices"]["version"], 0);
    assert_eq!(body["choices"]["basis"], "cash");
    assert_eq!(body["duty"]["hasTo"], false);
    change_choices(
        &business,
        &year(2025),
        json!({
            "quarters": "calendar", "vehicles": "actual",
            "homeHours": [744, 25, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        }),
    )
    .await;
    let body = business.client.get(&year(2025)).await.expect_status(200);
    // The first year of a calendar election begins on 6 April all the same.
    assert_eq!((&body["from"], &body["to"]), (&json!("2025-04-06"), &json!("2026-03-31")));
    let body = business.client.get(&year(2026)).await.expect_status(200);
    assert_eq!((&body["from"], &body["to"]), (&json!("2026-04-01"), &json!("2027-03-31")));
    assert_eq!(body["choices"]["vehicles"], "actual");
    assert_eq!(body["choices"]["version"], 0, "its own is not chosen yet");
    assert_eq!(body["choices"]["homeHours"], json!(vec![0; 12]));
    assert_eq!(body["updates"][0]["due"], "2026-08-07");

    // A change to what is no longer the newest loses nothing.
    let old = body["choices"].clone();
    change_choices(&business, &year(2026), json!({ "basis": "accruals" })).await;
    let path = format!("{}/choices", year(2026));
    let refused = business.client.put(&path, &old).await.expect_status(409);
    assert_eq!(refused["current"]["basis"], "accruals");

    let bad =
        |field: &str, value: Value| with_field(with_field(old.clone(), "version", json!(1)), field, value);
    for (field, value, path_of) in [
        ("privateShare", json!("101"), "privateShare"),
        ("elsewhere", json!("-1"), "elsewhere"),
        ("homeHours", json!([1, 2]), "homeHours"),
        ("homeHours", json!([0, 0, 0, 745, 0, 0, 0, 0, 0, 0, 0, 0]), "homeHours[3]"),
    ] {
        let refused = business.client.put(&path, &bad(field, value)).await.expect_status(422);
        assert_eq!(refused["errors"][0]["path"], path_of);
    }
    for none in [
        "/api/income-tax/26",
        "/api/income-tax/x",
        "/api/income-tax/0000",
        "/api/income-tax/0126",
        "/api/income-tax/1999",
        "/api/income-tax/2100",
        "/api/income-tax/9999",
    ] {
        business.client.get(none).await.expect_status(404);
    }
    business.client.get("/api/income-tax/2020/return").await.expect_status(422);
    business.app.stop().await;
}

/// 100.00 on 1 May 2025 and 900.00 on 10 February 2026, by calendar quarters in 2024/25 and by standard ones again in
/// 2025/26: both are of that year's return, which has the five days from 1 April.
#[tokio::test]
async fn a_return_to_standard_quarters_leaves_no_day_out() {
    let business = TestBusiness::open().await;
    for (date, amount) in [("2025-05-01", "100"), ("2026-02-10", "900")] {
        let came = json!({ "date": date, "description": "Scrap", "amount": amount });
        business.client.post("/api/income-tax/other-income", &came).await.expect_status(201);
    }
    let year = "/api/income-tax/2025";
    change_choices(&business, "/api/income-tax/2024", json!({ "quarters": "calendar" })).await;
    change_choices(&business, year, json!({ "quarters": "standard" })).await;
    let body = business.client.get(year).await.expect_status(200);
    assert_eq!((&body["from"], &body["to"]), (&json!("2025-04-01"), &json!("2026-04-05")));
    assert_eq!(body["updates"].as_array().map(Vec::len), Some(4));
    let boxes = business.client.get(&format!("{year}/return")).await.expect_status(200);
    let other = boxes["boxes"].as_array().expect("boxes").iter();
    let other: Vec<_> = other.filter(|it| it["number"] == 16).collect();
    assert_eq!(other[0]["amount"], "1000.00");
    business.app.stop().await;
}

/// A business that began in 2025 reports that there was nothing before; and the income so far can be enough to decide.
#[tokio::test]
async fn an_income_of_zero_counts_and_the_current_year_can_decide() {
    let business = TestBusiness::open().await;
    let body = business.client.get(YEAR).await.expect_status(200);
    assert_eq!(body["choices"]["elsewhere"], "");
    assert_eq!(body["duty"]["unknown"], json!(["2024/25", "2025/26"]));
    for year in [2024, 2025] {
        let path = format!("/api/income-tax/{year}");
        change_choices(&business, &path, json!({ "elsewhere": "0" })).await;
        let body = business.client.get(&path).await.expect_status(200);
        assert_eq!(body["choices"]["elsewhere"], "0.00");
    }
    let body = business.client.get(YEAR).await.expect_status(200);
    assert_eq!(body["choices"]["elsewhere"], "", "of its own year alone");
    assert_eq!(
        body["duty"]["sentence"],
        "Not so far. Your 2026/27 turnover decides next: above £20,000, Making Tax Digital applies to you from 6 Apr \
         2028."
    );
    assert_eq!(body["duty"]["unknown"], json!([]));
    change_choices(&business, "/api/income-tax/2025", json!({ "elsewhere": "" })).await;
    change_choices(&business, YEAR, json!({ "elsewhere": "60000" })).await;
    let body = business.client.get(YEAR).await.expect_status(200);
    assert_eq!(
        body["duty"]["sentence"],
        "Yes, from 6 Apr 2028: your 2026/27 turnover is already £60,000.00, which is above £20,000."
    );
    assert_eq!(body["duty"]["unknown"], json!(["2025/26"]));
    business.app.stop().await;
}

#[tokio::test]
async fn other_income_is_added_once_and_removed() {
    let business = TestBusiness::open().await;
    let path = "/api/income-tax/other-income";
    let body = json!({
        "id": "019be5a0-0000-7000-8000-000000000001", "date": "2026-05-01", "description": "Scrap copper",
        "amount": "41.30"
    });
    let first = business.client.post(path, &body).await.expect_status(201);
    let again = business.client.post(path, &body).await.expect_status(201);
    assert_eq!(first, again);
    let other = with_field(body.clone(), "amount", json!("41.31"));
    business.client.post(path, &other).await.expect_status(409);
    let response = business.client.get(YEAR).await.expect_status(200);
    assert_eq!(response["otherIncome"].as_array().map(Vec::len), Some(1));
    for (field, value) in [
        ("date", json!("2026-12-01")),
        ("date", json!("1999-12-31")),
        ("description", json!(" ")),
        ("amount", json!("0")),
        ("amount", json!("1.005")),
    ] {
        let fresh = with_field(with_field(body.clone(), "id", Value::Null), field, value);
        let refused = business.client.post(path, &fresh).await.expect_status(422);
        assert_eq!(refused["errors"][0]["path"], field);
    }
    let jo = business.app.sign_up("jo@example.com").await;
    let foreign = json!({ "name": "Jo’s" });
    let foreign = jo.post("/api/business-profiles", &foreign).await;
    let foreign = id_of(&foreign.expect_status(201));
    let fresh = with_field(body.clone(), "id", Value::Null);
    let theirs = with_field(fresh.clone(), "businessProfileId", json!(foreign));
    let refused = business.client.post(path, &theirs).await;
    refused.expect_error(422, "rule_broken", Some("businessProfileId"));
    // What came in today counts.
    let today = with_field(fresh, "date", json!("2026-11-16"));
    business.client.post(path, &today).await.expect_status(201);
    let one = format!("{path}/{}", id_of(&first));
    business.client.delete(&one).await.expect_status(204);
    business.client.delete(&one).await.expect_status(404);
    business.app.stop().await;
}

#[tokio::test]
async fn an_expense_stores_its_private_share() {
    let business = TestBusiness::open().await;
    let phone = json!({ "privateShare": "12.50", "vehicleCost": false });
    let made = create_expense(&business, "2026-08-01", "adminCosts", "50", phone).await;
    assert_eq!((&made["privateShare"], &made["vehicleCost"]), (&json!("12.5"), &json!(false)));
    let body = |more: Value| {
        let mut body =
            json!({ "date": "2026-08-01", "category": "adminCosts", "amount": "5", "receipts": [] });
        for (name, value) in more.as_object().expect("fields") {
            body[name] = value.clone();
        }
        body
    };
    for (more, path) in [
        (json!({ "privateShare": "101" }), "privateShare"),
        (json!({ "vehicleCost": true }), "vehicleCost"),
        (
            json!({ "category": "carVanTravelExpenses", "amount": "", "privateShare": "5",
                "mileage": { "vehicle": "car", "miles": "5" } }),
            "privateShare",
        ),
    ] {
        let refused = business.client.post("/api/expenses", &body(more)).await.expect_status(422);
        assert_eq!(refused["errors"][0]["path"], path);
    }
    business.app.stop().await;
}

#[tokio::test]
async fn the_percentage_to_set_aside_is_stored_per_account() {
    let business = TestBusiness::open().await;
    let path = "/api/income-tax/pot";
    let response = business.client.get(path).await.expect_status(200);
    assert_eq!(response, json!({ "percentage": "20" }));
    for (typed, saved) in [("26.5", "26.5"), ("30.00", "30"), ("0", "0"), ("100", "100")] {
        let body = json!({ "percentage": typed });
        let set = business.client.put(path, &body).await.expect_status(200);
        assert_eq!(set, json!({ "percentage": saved }));
        assert_eq!(business.client.get(path).await.expect_status(200), set);
    }
    for wrong in [json!("101"), json!("-1"), json!("20.555"), json!(""), json!("some")] {
        let refused = business.client.put(path, &json!({ "percentage": wrong })).await;
        refused.expect_error(422, "rule_broken", Some("percentage"));
    }
    let stranger = business.app.sign_up("jo@example.com").await;
    let theirs = stranger.get(path).await.expect_status(200);
    assert_eq!(theirs, json!({ "percentage": "20" }));
    business.app.stop().await;
}
