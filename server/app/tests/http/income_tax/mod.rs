//! Income Tax of a tax year: the return, the quarterly updates and whether they are required, calculated by hand.

mod choices;
mod special_cases;
mod updates;

use serde_json::{Value, json};

use crate::documents::TestBusiness;
use crate::reports::{record_payment, sent_cis_invoice};
use crate::support::TestApp;

const YEAR: &str = "/api/income-tax/2026";

async fn create_expense(
    business: &TestBusiness,
    day: &str,
    category: &str,
    amount: &str,
    more: Value,
) -> Value {
    let mut body = json!({
        "date": day, "supplier": "Screwfix", "category": category, "amount": amount, "receipts": []
    });
    for (name, value) in more.as_object().expect("fields") {
        body[name] = value.clone();
    }
    business.client.post("/api/expenses", &body).await.expect_status(201)
}

/// Saves the choices of a year with some of them changed.
async fn change_choices(business: &TestBusiness, path: &str, changes: Value) -> Value {
    let mut choices = business.client.get(path).await.expect_status(200)["choices"].clone();
    for (name, value) in changes.as_object().expect("changes") {
        choices[name] = value.clone();
    }
    let path = format!("{path}/choices");
    business.client.put(&path, &choices).await.expect_status(200)
}

fn find_box(body: &Value, number: u64) -> &Value {
    let boxes = body["boxes"].as_array().expect("boxes");
    let found = boxes.iter().find(|it| it["number"] == number);
    found.unwrap_or_else(|| panic!("box {number} of {body}"))
}

#[track_caller]
fn assert_boxes(body: &Value, expected: &[(u64, &str)]) {
    for (number, amount) in expected {
        assert_eq!(find_box(body, *number)["amount"], *amount, "box {number}");
    }
    let filled = body["boxes"].as_array().expect("boxes").iter();
    let filled: Vec<&Value> = filled.filter(|it| it["amount"] != "0.00").collect();
    assert_eq!(filled.len(), expected.len(), "{filled:#?}");
}

/// Income: 1,200.00 under CIS in two payments, 83.33 of 100.00, 12.50 of interest. Expenses: materials 120.00, a
/// telephone 50.00 of which a fifth is private, a dinner 30.00, fuel 60.00 and 100 miles.
async fn fill_year(business: &TestBusiness) {
    let plain = business.sent_invoice().await;
    let cis = sent_cis_invoice(business, "2026-10-05").await;
    record_payment(business, &cis, "620", "2026-10-20").await;
    record_payment(business, &cis, "620", "2026-11-02").await;
    record_payment(business, &plain, "100", "2026-11-16").await;
    create_expense(business, "2026-05-01", "costOfGoods", "120", json!({})).await;
    let phone = json!({ "privateShare": "20" });
    create_expense(business, "2026-08-01", "adminCosts", "50", phone).await;
    create_expense(business, "2026-10-06", "businessEntertainmentCosts", "30", json!({})).await;
    let fuel = json!({ "vehicleCost": true });
    create_expense(business, "2026-10-07", "carVanTravelExpenses", "60", fuel).await;
    let miles = json!({ "mileage": { "vehicle": "car", "miles": "100" } });
    create_expense(business, "2026-10-08", "carVanTravelExpenses", "", miles).await;
    let interest = json!({ "date": "2026-06-30", "description": "Bank interest", "amount": "12.50" });
    let path = "/api/income-tax/other-income";
    business.client.post(path, &interest).await.expect_status(201);
    let hours = json!({ "homeHours": [30, 101, 0, 0, 0, 0, 0, 0, 0, 0, 0, 24] });
    change_choices(business, YEAR, hours).await;
}

#[tokio::test]
async fn the_boxes_of_both_forms_match_a_calculation_by_hand() {
    let business = TestBusiness::open().await;
    fill_year(&business).await;
    let body = business.client.get(&format!("{YEAR}/return")).await.expect_status(200);
    assert_eq!((&body["form"], &body["taxYear"]), (&json!("SA103F"), &json!("2026/27")));
    assert_eq!((&body["from"], &body["to"]), (&json!("2026-04-06"), &json!("2027-04-05")));
    // 100 miles at 55p; a month of 30 hours at home is worth 10.00, one of 101 is worth 26.00, one of 24 nothing.
    let full = [
        (15, "1283.33"),
        (16, "12.50"),
        (17, "120.00"),
        (20, "55.00"),
        (21, "36.00"),
        (23, "50.00"),
        (24, "30.00"),
        (31, "291.00"),
        (38, "10.00"),
        (39, "30.00"),
        (46, "40.00"),
        (47, "1004.83"),
        (81, "200.00"),
    ];
    assert_boxes(&body, &full);
    assert_eq!(body["profit"], "1044.83");
    assert_eq!(body["leftOut"][0]["records"], 1);
    assert_eq!(body["notes"][0], "Your turnover is low enough to give all expenses as one total.");
    // What was not read where it is made says so, and what was does not.
    assert_eq!(find_box(&body, 17)["confirmed"], true);
    assert_eq!(find_box(&body, 20)["confirmed"], false, "55p a mile");

    // The short form takes what is allowed only: 36.00 of premises, 40.00 of the telephone, nothing of the dinner.
    let path = format!("{YEAR}/return?pages=short");
    let body = business.client.get(&path).await.expect_status(200);
    let short = [
        (9, "1283.33"),
        (10, "12.50"),
        (11, "120.00"),
        (12, "55.00"),
        (14, "36.00"),
        (18, "40.00"),
        (20, "251.00"),
        (21, "1044.83"),
        (38, "200.00"),
    ];
    assert_boxes(&body, &short);

    // With real costs the fuel counts, a quarter of it private, and the miles do not.
    let actual = json!({ "vehicles": "actual", "privateShare": "25" });
    change_choices(&business, YEAR, actual).await;
    let body = business.client.get(&format!("{YEAR}/return")).await.expect_status(200);
    assert_eq!(find_box(&body, 20)["amount"], "60.00");
    assert_eq!(find_box(&body, 35)["amount"], "15.00");
    business.app.stop().await;
}

#[tokio::test]
async fn each_box_opens_the_records_that_it_is_the_sum_of() {
    let business = TestBusiness::open().await;
    fill_year(&business).await;
    for pages in ["full", "short"] {
        let path = format!("{YEAR}/return?pages={pages}");
        let body = business.client.get(&path).await.expect_status(200);
        for it in body["boxes"].as_array().expect("boxes") {
            let number = &it["number"];
            let path = format!("{YEAR}/return/records?pages={pages}&box={number}");
            let behind = business.client.get(&path).await.expect_status(200);
            assert_eq!(behind["amount"], it["amount"], "{it}");
            let records = behind["records"].as_array().expect("records");
            let sum: i64 = records.iter().map(|record| to_pence(&record["amount"])).sum();
            assert_eq!(sum, to_pence(&it["amount"]), "{it}");
        }
    }
    let path = format!("{YEAR}/return/records?box=21");
    let home = business.client.get(&path).await.expect_status(200);
    assert_eq!(home["label"], "Box 21: Rent, rates, power and insurance costs");
    assert_eq!(home["records"][0]["title"], "30 hours at home, 6 Apr 2026 to 5 May 2026");
    let path = format!("{YEAR}/return/records?box=16");
    let interest = business.client.get(&path).await.expect_status(200);
    assert_eq!(
        (&interest["records"][0]["kind"], &interest["records"][0]["title"]),
        (&json!("other_income"), &json!("Bank interest"))
    );
    let path = format!("{YEAR}/return/records?box=99");
    business.client.get(&path).await.expect_status(404);
    business.app.stop().await;
}

fn to_pence(amount: &Value) -> i64 {
    let text = amount.as_str().expect("an amount").replace('.', "");
    text.parse().expect("pence")
}

fn field_amount<'a>(body: &'a Value, name: &str) -> Option<&'a str> {
    let lists = ["income", "expenses", "disallowable"].map(|list| body[list].as_array());
    let mut all = lists.into_iter().flatten().flatten();
    all.find(|it| it["name"] == name)?["amount"].as_str()
}

#[tokio::test]
async fn a_visitor_cannot_read_a_tax_year() {
    let app = TestApp::start().await;
    app.new_client().get(YEAR).await.expect_status(401);
    app.new_client().get(&format!("{YEAR}/return/file")).await.expect_status(401);
    app.stop().await;
}
