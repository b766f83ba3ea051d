//! Income Tax of a tax year: the return, the quarterly updates and whether they are due, worked by hand.

use serde_json::{Value, json};

use crate::documents::{Desk, id, with};
use crate::reports::{pay, under_cis};
use crate::support::TestApp;

const YEAR: &str = "/api/income-tax/2026";

async fn spend(desk: &Desk, day: &str, category: &str, amount: &str, more: Value) -> Value {
    let mut body = json!({
        "date": day, "supplier": "Screwfix", "category": category, "amount": amount, "receipts": []
    });
    for (name, value) in more.as_object().expect("fields") {
        body[name] = value.clone();
    }
    desk.client.post("/api/expenses", &body).await.expect(201)
}

/// What is chosen for a year, with some of it changed.
async fn choose(desk: &Desk, path: &str, changes: Value) -> Value {
    let mut choices = desk.client.get(path).await.expect(200)["choices"].clone();
    for (name, value) in changes.as_object().expect("changes") {
        choices[name] = value.clone();
    }
    let path = format!("{path}/choices");
    desk.client.put(&path, &choices).await.expect(200)
}

fn boxed(told: &Value, number: u64) -> &Value {
    let boxes = told["boxes"].as_array().expect("boxes");
    let found = boxes.iter().find(|it| it["number"] == number);
    found.unwrap_or_else(|| panic!("box {number} of {told}"))
}

#[track_caller]
fn assert_boxes(told: &Value, expected: &[(u64, &str)]) {
    for (number, amount) in expected {
        assert_eq!(boxed(told, *number)["amount"], *amount, "box {number}");
    }
    let filled = told["boxes"].as_array().expect("boxes").iter();
    let filled: Vec<&Value> = filled.filter(|it| it["amount"] != "0.00").collect();
    assert_eq!(filled.len(), expected.len(), "{filled:#?}");
}

/// Earned: 1,200.00 under CIS in two payments, 83.33 of 100.00, 12.50 of interest. Spent: materials 120.00, a
/// telephone 50.00 of which a fifth is private, a dinner 30.00, fuel 60.00 and 100 miles.
async fn a_year(desk: &Desk) {
    let plain = desk.sent_invoice().await;
    let cis = under_cis(desk, "2026-10-05").await;
    pay(desk, &cis, "620", "2026-10-20").await;
    pay(desk, &cis, "620", "2026-11-02").await;
    pay(desk, &plain, "100", "2026-11-16").await;
    spend(desk, "2026-05-01", "costOfGoods", "120", json!({})).await;
    let phone = json!({ "privateShare": "20" });
    spend(desk, "2026-08-01", "adminCosts", "50", phone).await;
    spend(
        desk,
        "2026-10-06",
        "businessEntertainmentCosts",
        "30",
        json!({}),
    )
    .await;
    let fuel = json!({ "vehicleCost": true });
    spend(desk, "2026-10-07", "carVanTravelExpenses", "60", fuel).await;
    let miles = json!({ "mileage": { "vehicle": "car", "miles": "100" } });
    spend(desk, "2026-10-08", "carVanTravelExpenses", "", miles).await;
    let interest =
        json!({ "date": "2026-06-30", "description": "Bank interest", "amount": "12.50" });
    let path = "/api/income-tax/other-income";
    desk.client.post(path, &interest).await.expect(201);
    let hours = json!({ "homeHours": [30, 101, 0, 0, 0, 0, 0, 0, 0, 0, 0, 24] });
    choose(desk, YEAR, hours).await;
}

#[tokio::test]
async fn the_boxes_of_both_forms_are_worked_by_hand() {
    let desk = Desk::open().await;
    a_year(&desk).await;
    let told = desk.client.get(&format!("{YEAR}/return")).await.expect(200);
    assert_eq!(
        (&told["form"], &told["taxYear"]),
        (&json!("SA103F"), &json!("2026/27"))
    );
    assert_eq!(
        (&told["from"], &told["to"]),
        (&json!("2026-04-06"), &json!("2027-04-05"))
    );
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
    assert_boxes(&told, &full);
    assert_eq!(told["profit"], "1044.83");
    assert_eq!(told["leftOut"][0]["records"], 1);
    assert_eq!(
        told["notes"][0],
        "Your turnover is low enough to give all expenses as one sum in the box of the total."
    );
    // What was not read where it is made says so, and what was does not.
    assert_eq!(boxed(&told, 17)["confirmed"], true);
    assert_eq!(boxed(&told, 23)["confirmed"], false);

    // The short form takes what is allowed only: 36.00 of premises, 40.00 of the telephone, nothing of the dinner.
    let path = format!("{YEAR}/return?pages=short");
    let told = desk.client.get(&path).await.expect(200);
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
    assert_boxes(&told, &short);

    // With real costs the fuel counts, a quarter of it private, and the miles do not.
    let actual = json!({ "vehicles": "actual", "privateShare": "25" });
    choose(&desk, YEAR, actual).await;
    let told = desk.client.get(&format!("{YEAR}/return")).await.expect(200);
    assert_eq!(boxed(&told, 20)["amount"], "60.00");
    assert_eq!(boxed(&told, 35)["amount"], "15.00");
    desk.app.stop().await;
}

#[tokio::test]
async fn each_box_opens_the_records_that_it_is_the_sum_of() {
    let desk = Desk::open().await;
    a_year(&desk).await;
    for pages in ["full", "short"] {
        let path = format!("{YEAR}/return?pages={pages}");
        let told = desk.client.get(&path).await.expect(200);
        for it in told["boxes"].as_array().expect("boxes") {
            let number = &it["number"];
            let path = format!("{YEAR}/return/records?pages={pages}&box={number}");
            let behind = desk.client.get(&path).await.expect(200);
            assert_eq!(behind["amount"], it["amount"], "{it}");
            let records = behind["records"].as_array().expect("records");
            let sum: i64 = records.iter().map(|record| pence(&record["amount"])).sum();
            assert_eq!(sum, pence(&it["amount"]), "{it}");
        }
    }
    let path = format!("{YEAR}/return/records?box=21");
    let home = desk.client.get(&path).await.expect(200);
    assert_eq!(
        home["label"],
        "Box 21: Rent, rates, power and insurance costs"
    );
    assert_eq!(
        home["records"][0]["title"],
        "30 hours at home, 6 Apr 2026 to 5 May 2026"
    );
    let path = format!("{YEAR}/return/records?box=16");
    let interest = desk.client.get(&path).await.expect(200);
    assert_eq!(
        (
            &interest["records"][0]["kind"],
            &interest["records"][0]["title"]
        ),
        (&json!("other_income"), &json!("Bank interest"))
    );
    let path = format!("{YEAR}/return/records?box=99");
    desk.client.get(&path).await.expect(404);
    desk.app.stop().await;
}

fn pence(amount: &Value) -> i64 {
    let text = amount.as_str().expect("an amount").replace('.', "");
    text.parse().expect("pence")
}

fn field<'a>(told: &'a Value, name: &str) -> Option<&'a str> {
    let lists = ["income", "expenses", "disallowable"].map(|list| told[list].as_array());
    let mut all = lists.into_iter().flatten().flatten();
    all.find(|it| it["name"] == name)?["amount"].as_str()
}

#[tokio::test]
async fn an_update_tells_the_year_so_far_under_hmrcs_names() {
    let desk = Desk::open().await;
    a_year(&desk).await;
    let path = |number: u8| format!("{YEAR}/updates/{number}");
    let first = desk.client.get(&path(1)).await.expect(200);
    assert_eq!(
        (&first["to"], &first["due"]),
        (&json!("2026-07-05"), &json!("2026-08-07"))
    );
    // Given even when nothing.
    assert_eq!(field(&first, "turnover"), Some("0.00"));
    assert_eq!(field(&first, "taxTakenOffTradingIncome"), Some("0.00"));
    assert_eq!(field(&first, "other"), Some("12.50"));
    assert_eq!(field(&first, "costOfGoods"), Some("120.00"));
    assert_eq!(field(&first, "adminCosts"), None);
    let third = desk.client.get(&path(3)).await.expect(200);
    assert_eq!(
        (&third["from"], &third["quarterFrom"], &third["to"]),
        (
            &json!("2026-04-06"),
            &json!("2026-10-06"),
            &json!("2027-01-05")
        )
    );
    assert_eq!(field(&third, "turnover"), Some("1283.33"));
    assert_eq!(field(&third, "adminCostsDisallowable"), Some("10.00"));
    assert_eq!(field(&third, "premisesRunningCosts"), Some("36.00"));

    let file = desk.client.get(&format!("{}/file?as=json", path(3))).await;
    assert_eq!(file.header("content-type"), Some("application/json"));
    let text = file.text;
    let body = "{\"periodDates\":{\"periodStartDate\":\"2026-04-06\",\"periodEndDate\":\"2027-01-05\"},\
        \"periodIncome\":{\"turnover\":1283.33,\"other\":12.50,\"taxTakenOffTradingIncome\":0.00},\
        \"periodExpenses\":{\"costOfGoods\":120.00,\"carVanTravelExpenses\":55.00,\
        \"premisesRunningCosts\":36.00,\"adminCosts\":50.00,\"businessEntertainmentCosts\":30.00},\
        \"periodDisallowableExpenses\":{\"adminCostsDisallowable\":10.00,\
        \"businessEntertainmentCostsDisallowable\":30.00}}";
    assert_eq!(text, body);
    let one = desk
        .client
        .get(&format!("{}/file?as=json&expenses=sum", path(3)))
        .await;
    assert!(
        one.text
            .contains("\"periodExpenses\":{\"consolidatedExpenses\":251.00}"),
        "{}",
        one.text
    );
    assert!(!one.text.contains("Disallowable"), "{}", one.text);

    let behind = format!("{}/records?field=turnover", path(3));
    let behind = desk.client.get(&behind).await.expect(200);
    assert_eq!(
        (&behind["total"], &behind["amount"]),
        (&json!(3), &json!("1283.33"))
    );
    desk.client.get(&path(5)).await.expect(404);
    desk.client
        .get(&format!("{}/records?field=rent", path(3)))
        .await
        .expect(404);
    desk.app.stop().await;
}

#[tokio::test]
async fn every_figure_leaves_as_a_file() {
    let desk = Desk::open().await;
    a_year(&desk).await;
    for path in ["return", "updates/3"] {
        let csv = desk.client.get(&format!("{YEAR}/{path}/file")).await;
        assert_eq!(csv.header("content-type"), Some("text/csv; charset=utf-8"));
        assert!(csv.text.contains(",1283.33,"), "{}", csv.text);
        let xlsx = desk
            .client
            .get(&format!("{YEAR}/{path}/file?as=xlsx"))
            .await;
        assert_eq!(xlsx.status, 200);
        assert!(
            xlsx.header("content-type")
                .is_some_and(|it| it.contains("spreadsheetml"))
        );
        let pdf = desk.client.get(&format!("{YEAR}/{path}/file?as=pdf")).await;
        assert_eq!(pdf.header("content-type"), Some("application/pdf"));
        let name = pdf
            .header("content-disposition")
            .expect("a name")
            .to_owned();
        assert!(name.ends_with(".pdf\""), "{name}");
    }
    for report in ["profit", "income", "expenses"] {
        let path = format!("/api/reports/{report}/export?from=2026-04-06&to=2027-04-05");
        let pdf = desk.client.get(&format!("{path}&as=pdf")).await;
        assert_eq!(
            pdf.header("content-type"),
            Some("application/pdf"),
            "{report}"
        );
        let xlsx = desk.client.get(&format!("{path}&as=xlsx")).await;
        assert_eq!(xlsx.status, 200, "{report}");
        desk.client
            .get(&format!("{path}&as=docx"))
            .await
            .expect(400);
    }
    desk.app.stop().await;
}

#[tokio::test]
async fn what_was_chosen_holds_for_the_years_after() {
    let desk = Desk::open().await;
    let year = |begins: u16| format!("/api/income-tax/{begins}");
    let told = desk.client.get(&year(2026)).await.expect(200);
    assert_eq!(told["choices"]["version"], 0);
    assert_eq!(told["choices"]["basis"], "cash");
    assert_eq!(told["duty"]["hasTo"], false);
    choose(
        &desk,
        &year(2025),
        json!({ "quarters": "calendar", "vehicles": "actual" }),
    )
    .await;
    let told = desk.client.get(&year(2025)).await.expect(200);
    // The first year of a calendar election begins on 6 April all the same.
    assert_eq!(
        (&told["from"], &told["to"]),
        (&json!("2025-04-06"), &json!("2026-03-31"))
    );
    let told = desk.client.get(&year(2026)).await.expect(200);
    assert_eq!(
        (&told["from"], &told["to"]),
        (&json!("2026-04-01"), &json!("2027-03-31"))
    );
    assert_eq!(told["choices"]["vehicles"], "actual");
    assert_eq!(told["choices"]["version"], 0, "its own is not chosen yet");
    assert_eq!(told["updates"][0]["due"], "2026-08-07");

    // A change to what is no longer the newest loses nothing.
    let old = told["choices"].clone();
    choose(&desk, &year(2026), json!({ "basis": "accruals" })).await;
    let path = format!("{}/choices", year(2026));
    let refused = desk.client.put(&path, &old).await.expect(409);
    assert_eq!(refused["current"]["basis"], "accruals");

    let bad =
        |field: &str, value: Value| with(with(old.clone(), "version", json!(1)), field, value);
    for (field, value, path_of) in [
        ("privateShare", json!("101"), "privateShare"),
        ("elsewhere", json!("-1"), "elsewhere"),
        ("homeHours", json!([1, 2]), "homeHours"),
        (
            "homeHours",
            json!([0, 0, 0, 745, 0, 0, 0, 0, 0, 0, 0, 0]),
            "homeHours[3]",
        ),
    ] {
        let refused = desk.client.put(&path, &bad(field, value)).await.expect(422);
        assert_eq!(refused["errors"][0]["path"], path_of);
    }
    for none in [
        "/api/income-tax/26",
        "/api/income-tax/x",
        "/api/income-tax/0000",
    ] {
        desk.client.get(none).await.expect(404);
    }
    desk.client
        .get("/api/income-tax/2020/return")
        .await
        .expect(422);
    desk.app.stop().await;
}

#[tokio::test]
async fn making_tax_digital_is_decided_by_the_right_years_gross() {
    let desk = Desk::open().await;
    // Nothing is known of 2024/25 or 2025/26.
    let told = desk.client.get(YEAR).await.expect(200);
    assert_eq!(told["duty"]["hasTo"], false);
    choose(
        &desk,
        "/api/income-tax/2024",
        json!({ "elsewhere": "50000.00" }),
    )
    .await;
    choose(
        &desk,
        "/api/income-tax/2025",
        json!({ "elsewhere": "30000.00" }),
    )
    .await;
    let told = desk.client.get(YEAR).await.expect(200);
    assert_eq!(
        told["duty"]["hasTo"], false,
        "exactly the limit does not oblige"
    );
    assert_eq!(told["duty"]["from"], "2028-04-06");
    // A penny that was earned here on top of 30,000.00 does.
    let penny = json!({ "date": "2026-04-05", "description": "Scrap", "amount": "0.01" });
    desk.client
        .post("/api/income-tax/other-income", &penny)
        .await
        .expect(201);
    let told = desk.client.get(YEAR).await.expect(200);
    assert_eq!(told["duty"]["from"], "2027-04-06");
    assert_eq!(
        told["duty"]["sentence"],
        "Yes, from 6 Apr 2027 on: your gross of 2025/26 was £30,000.01, which is above £30,000."
    );
    choose(&desk, YEAR, json!({ "business": "company" })).await;
    let told = desk.client.get(YEAR).await.expect(200);
    assert_eq!(told["duty"]["hasTo"], false);
    desk.app.stop().await;
}

#[tokio::test]
async fn other_income_is_added_once_and_removed() {
    let desk = Desk::open().await;
    let path = "/api/income-tax/other-income";
    let body = json!({
        "id": "019be5a0-0000-7000-8000-000000000001", "date": "2026-05-01", "description": "Scrap copper",
        "amount": "41.30"
    });
    let first = desk.client.post(path, &body).await.expect(201);
    let again = desk.client.post(path, &body).await.expect(201);
    assert_eq!(first, again);
    let other = with(body.clone(), "amount", json!("41.31"));
    desk.client.post(path, &other).await.expect(409);
    let told = desk.client.get(YEAR).await.expect(200);
    assert_eq!(told["otherIncome"].as_array().map(Vec::len), Some(1));
    for (field, value) in [
        ("date", json!("2026-12-01")),
        ("date", json!("1999-12-31")),
        ("description", json!(" ")),
        ("amount", json!("0")),
        ("amount", json!("1.005")),
    ] {
        let fresh = with(with(body.clone(), "id", Value::Null), field, value);
        let refused = desk.client.post(path, &fresh).await.expect(422);
        assert_eq!(refused["errors"][0]["path"], field);
    }
    let one = format!("{path}/{}", id(&first));
    desk.client.delete(&one).await.expect(204);
    desk.client.delete(&one).await.expect(404);
    desk.app.stop().await;
}

#[tokio::test]
async fn a_year_is_its_accounts_own() {
    let app = TestApp::start().await;
    app.client().get(YEAR).await.expect(401);
    app.client()
        .get(&format!("{YEAR}/return/file"))
        .await
        .expect(401);
    app.stop().await;
}

#[tokio::test]
async fn an_expense_keeps_what_was_private_of_it() {
    let desk = Desk::open().await;
    let phone = json!({ "privateShare": "12.50", "vehicleCost": false });
    let made = spend(&desk, "2026-08-01", "adminCosts", "50", phone).await;
    assert_eq!(
        (&made["privateShare"], &made["vehicleCost"]),
        (&json!("12.5"), &json!(false))
    );
    let body = |more: Value| {
        let mut body = json!({ "date": "2026-08-01", "category": "adminCosts", "amount": "5", "receipts": [] });
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
        let refused = desk
            .client
            .post("/api/expenses", &body(more))
            .await
            .expect(422);
        assert_eq!(refused["errors"][0]["path"], path);
    }
    desk.app.stop().await;
}

#[tokio::test]
async fn what_is_put_aside_is_a_percentage_of_ones_own() {
    let desk = Desk::open().await;
    let path = "/api/income-tax/pot";
    let told = desk.client.get(path).await.expect(200);
    assert_eq!(told, json!({ "percentage": "20" }));
    for (typed, kept) in [
        ("26.5", "26.5"),
        ("30.00", "30"),
        ("0", "0"),
        ("100", "100"),
    ] {
        let body = json!({ "percentage": typed });
        let set = desk.client.put(path, &body).await.expect(200);
        assert_eq!(set, json!({ "percentage": kept }));
        assert_eq!(desk.client.get(path).await.expect(200), set);
    }
    for wrong in [
        json!("101"),
        json!("-1"),
        json!("20.555"),
        json!(""),
        json!("some"),
    ] {
        let refused = desk.client.put(path, &json!({ "percentage": wrong })).await;
        refused.refused(422, "rule_broken", Some("percentage"));
    }
    let stranger = desk.app.sign_up("jo@example.com").await;
    let theirs = stranger.get(path).await.expect(200);
    assert_eq!(theirs, json!({ "percentage": "20" }));
    desk.app.stop().await;
}
