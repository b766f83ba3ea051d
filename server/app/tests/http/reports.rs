//! Income and expenses in a period: calculated by hand, with sums that agree however the period is divided.

use serde_json::{Value, json};

use crate::credits::{create_sent, credit_all_body};
use crate::documents::{TestBusiness, id_of, profile_body, with_field};

fn to_pence(amount: &Value) -> i64 {
    let text = amount.as_str().expect("an amount").replace('.', "");
    text.parse().expect("pence")
}

/// A report. Checks that each of its lists adds up to the total, and that the records behind each row and behind the
/// total add up to it.
async fn load_report(business: &TestBusiness, name: &str, query: &str) -> Value {
    let body = business.client.get(&format!("/api/reports/{name}?{query}")).await.expect_status(200);
    let sums = ["net", "vat", "cis"];
    let lists = [
        ("byMonth", "month"),
        ("byCustomer", "customer"),
        ("byProfile", "profile"),
        ("byCategory", "category"),
    ];
    for (list, by) in lists {
        let rows = body[list].as_array().expect("a list");
        if rows.is_empty() {
            continue;
        }
        for sum in sums {
            let all: i64 = rows.iter().map(|row| to_pence(&row[sum])).sum();
            assert_eq!(all, to_pence(&body["total"][sum]), "{list} {sum}");
        }
        for row in rows {
            let key = row["key"].as_str().map(|key| format!("&key={}", key.replace(' ', "%20")));
            let path = format!("/api/reports/{name}/records?{query}&by={by}{}", key.unwrap_or_default());
            assert_adds_up(&business.client.get(&path).await.expect_status(200), row);
        }
    }
    let all = business.client.get(&format!("/api/reports/{name}/records?{query}")).await;
    assert_adds_up(&all.expect_status(200), &body["total"]);
    body
}

#[track_caller]
fn assert_adds_up(records: &Value, row: &Value) {
    assert_eq!(records["total"], row["records"], "{row}");
    for sum in ["net", "vat", "cis"] {
        let records = records["records"].as_array().expect("records");
        let all: i64 = records.iter().map(|record| to_pence(&record[sum])).sum();
        assert_eq!(all, to_pence(&row[sum]), "{sum} of {row}");
    }
}

fn row_sums(row: &Value) -> [&str; 3] {
    ["net", "vat", "cis"].map(|sum| row[sum].as_str().expect("an amount"))
}

/// An invoice of that day under CIS: 200.00 of materials and 1,000.00 of labour, with VAT 1,440.00, less a deduction of
/// 200.00.
pub async fn sent_cis_invoice(business: &TestBusiness, day: &str) -> Value {
    let mut body = business.invoice_body();
    body["issueDate"] = json!(day);
    body["items"] =
        json!([{ "id": "a", "name": "Pipe", "quantity": "1", "price": "200", "costType": "materials" }]);
    body["labourHours"] = json!("10");
    body["labourRate"] = json!("100");
    body["includeDiscount"] = json!(false);
    body["cisRate"] = json!("20");
    let draft = business.client.post("/api/invoices", &body).await.expect_status(201);
    business.send_by_link("invoices", &id_of(&draft)).await
}

pub async fn record_payment(business: &TestBusiness, invoice: &Value, amount: &str, day: &str) {
    let path = format!("/api/invoices/{}/payments", id_of(invoice));
    let body = json!({ "amount": amount, "method": "cash", "date": day });
    business.client.post(&path, &body).await.expect_status(201);
}

const YEAR: &str = "from=2026-04-06&to=2027-04-05";
/// A period that is so long that a report reads the records in another way.
const YEARS: &str = "from=2017-04-06&to=2027-04-05&basis=cash";

#[tokio::test]
async fn income_is_counted_by_payments_or_by_invoices() {
    let business = TestBusiness::open().await;
    // 398.42 and 79.68 of VAT.
    let plain = business.sent_invoice().await;
    let cis = sent_cis_invoice(&business, "2026-10-05").await;
    assert_eq!(cis["totals"]["amountPayable"], "1240.00");
    record_payment(&business, &cis, "620", "2026-10-20").await;
    record_payment(&business, &cis, "620", "2026-11-02").await;
    record_payment(&business, &plain, "100", "2026-11-16").await;
    let gone = business.sent_invoice().await;
    let path = format!("/api/invoices/{}/void", id_of(&gone));
    business.client.post_empty(&path).await.expect_status(200);

    let body = load_report(&business, "income", &format!("{YEAR}&basis=accruals")).await;
    assert_eq!(row_sums(&body["total"]), ["1598.42", "319.68", "200.00"]);
    let months = body["byMonth"].as_array().expect("months");
    assert_eq!(months.len(), 13, "April is begun and ended in");
    assert_eq!((&months[6]["key"], &months[6]["name"]), (&json!("2026-10"), &json!("October 2026")));
    assert_eq!(row_sums(&months[6]), ["1200.00", "240.00", "200.00"]);
    assert_eq!(row_sums(&months[7]), ["398.42", "79.68", "0.00"]);

    // Half of the money, half of what was earned; of 478.10 a hundred is 83.33 and 16.67 (83.3340 rounded).
    let body = load_report(&business, "income", YEAR).await;
    assert_eq!(body["basis"], "cash", "as it is for a sole trader since 2024");
    let months = body["byMonth"].as_array().expect("months");
    assert_eq!(row_sums(&months[6]), ["600.00", "120.00", "100.00"]);
    assert_eq!(row_sums(&months[7]), ["683.33", "136.67", "100.00"]);
    assert_eq!(body["byCustomer"][0]["name"], "Jo Bloggs");
    assert_eq!(body["byProfile"][0]["name"], "Taylor Plumbing");
    // What each payment was for depends on those before it, though they are of another period.
    let body = load_report(&business, "income", "from=2026-11-01&to=2026-11-30").await;
    assert_eq!(row_sums(&body["total"]), ["683.33", "136.67", "100.00"]);
    business.app.stop().await;
}

/// 5 April ends a tax year and 6 April begins the next: what is dated on either day is in one of them, in every report.
#[tokio::test]
async fn each_day_is_in_one_tax_year() {
    let business = TestBusiness::open().await;
    let invoice = sent_cis_invoice(&business, "2026-04-05").await;
    sent_cis_invoice(&business, "2026-04-06").await;
    for day in ["2026-04-05", "2026-04-06"] {
        record_payment(&business, &invoice, "620", day).await;
        create_expense(&business, day, "costOfGoods", "12").await;
        let scrap = json!({ "date": day, "description": "Scrap", "amount": "7" });
        let path = "/api/income-tax/other-income";
        business.client.post(path, &scrap).await.expect_status(201);
    }
    for year in [2025, 2026] {
        let days = format!("from={year}-04-06&to={}-04-05", year + 1);
        let body = load_report(&business, "income", &days).await;
        assert_eq!(row_sums(&body["total"]), ["600.00", "120.00", "100.00"], "{year}");
        let body = load_report(&business, "income", &format!("{days}&basis=accruals")).await;
        assert_eq!(row_sums(&body["total"]), ["1200.00", "240.00", "200.00"], "{year}");
        let body = load_report(&business, "expenses", &days).await;
        assert_eq!(row_sums(&body["total"]), ["10.00", "2.00", "0.00"], "{year}");
        let ledger = business.client.get(&format!("/api/cis/{year}")).await;
        assert_eq!(ledger.expect_status(200)["gross"], "600.00", "{year}");
        let response = business.client.get(&format!("/api/income-tax/{year}")).await;
        let other = response.expect_status(200)["otherIncome"].clone();
        assert_eq!(other.as_array().map(Vec::len), Some(1), "{year}");
    }
    business.app.stop().await;
}

#[tokio::test]
async fn a_deposit_counts_once_and_refunds_are_subtracted() {
    let business = TestBusiness::open().await;
    let quote = business.accepted_quote().await;
    let path = format!("/api/quotes/{}/payments", id_of(&quote));
    let body = json!({ "amount": "119.53", "method": "cash", "date": "2026-11-10" });
    business.client.post(&path, &body).await.expect_status(201);
    let before = load_report(&business, "income", YEAR).await;
    // 119.53 of 478.10: 99.61 and 19.92.
    assert_eq!(row_sums(&before["total"]), ["99.61", "19.92", "0.00"]);
    let path = format!("/api/quotes/{}/convert", id_of(&quote));
    let invoice = business.client.post(&path, &json!({})).await.expect_status(201);
    let invoice = business.send_by_link("invoices", &id_of(&invoice)).await;
    let after = load_report(&business, "income", YEAR).await;
    assert_eq!(after["total"], before["total"], "it came in once");
    let records = business.client.get(&format!("/api/reports/income/records?{YEAR}")).await;
    assert_eq!(records.expect_status(200)["records"][0]["subject"], id_of(&invoice));
    record_payment(&business, &invoice, "358.57", "2026-11-16").await;
    let paid = load_report(&business, "income", YEAR).await;
    assert_eq!(row_sums(&paid["total"]), ["398.42", "79.68", "0.00"]);
    let years = load_report(&business, "income", YEARS).await;
    assert_eq!(years["total"], paid["total"]);

    // All of it is credited, and given back.
    let note = create_sent(&business, &invoice, &credit_all_body()).await;
    let issued = load_report(&business, "income", &format!("{YEAR}&basis=accruals")).await;
    assert_eq!(row_sums(&issued["total"]), ["0.00", "0.00", "0.00"]);
    let owed = load_report(&business, "income", YEAR).await;
    assert_eq!(owed["total"], paid["total"], "no money went back yet");
    let path = format!("/api/credit-notes/{}/refunds", id_of(&note));
    let body = json!({ "amount": "478.10", "method": "cash", "date": "2026-11-16" });
    business.client.post(&path, &body).await.expect_status(201);
    let back = load_report(&business, "income", YEAR).await;
    assert_eq!(row_sums(&back["total"]), ["0.00", "0.00", "0.00"]);
    assert_eq!(back["total"]["records"], 3, "two payments and a refund");
    let years = load_report(&business, "income", YEARS).await;
    assert_eq!(years["total"], back["total"]);
    business.app.stop().await;
}

/// 1,000.00 at 20 % and 1,000.00 at 5 %, 2,250.00 in total: the second line is credited, and 600.00 is half of what is
/// left, whether a report lists its records or sums them. Earlier payments were for both lines, so the credit note has
/// the difference.
#[tokio::test]
async fn a_payment_is_for_the_lines_that_remain_after_credit_notes() {
    let business = TestBusiness::open().await;
    let lines = json!([
        { "id": "a", "name": "Labour", "quantity": "1", "price": "1000" },
        { "id": "b", "name": "Ramp", "quantity": "1", "price": "1000",
          "vat": { "treatment": "taxable", "rate": "5" } }
    ]);
    let mut body = business.invoice_body();
    for (field, value) in
        [("items", lines), ("includeLabour", json!(false)), ("includeDiscount", json!(false))]
    {
        body[field] = value;
    }
    let draft = business.client.post("/api/invoices", &body).await.expect_status(201);
    let invoice = business.send_by_link("invoices", &id_of(&draft)).await;
    assert_eq!(invoice["totals"]["totalAmount"], "2250.00");
    // 600.00 of 2,250.00: 533.33 and 66.67.
    record_payment(&business, &invoice, "600", "2026-11-01").await;
    let before = load_report(&business, "income", YEAR).await;
    assert_eq!(row_sums(&before["total"]), ["533.33", "66.67", "0.00"]);
    let second = json!({ "of": "lines", "lines": [{ "id": "b" }], "reason": "Not done" });
    let note = create_sent(&business, &invoice, &second).await;
    // 600.00 of 1,200.00.
    for query in [YEAR, YEARS] {
        let response = load_report(&business, "income", query).await;
        assert_eq!(row_sums(&response["total"]), ["500.00", "100.00", "0.00"]);
        assert_eq!(response["total"]["records"], 2, "the payment and the credit note");
    }
    let path = format!("/api/reports/income/records?{YEAR}");
    let records = business.client.get(&path).await.expect_status(200);
    let of_note = &records["records"][1];
    assert_eq!((&of_note["kind"], &of_note["subject"]), (&json!("credit_note"), &note["id"]));
    assert_eq!(row_sums(of_note), ["-33.33", "33.33", "0.00"]);
    record_payment(&business, &invoice, "600", "2026-11-16").await;
    let paid = load_report(&business, "income", YEAR).await;
    assert_eq!(row_sums(&paid["total"]), ["1000.00", "200.00", "0.00"]);
    business.app.stop().await;
}

async fn create_expense(business: &TestBusiness, day: &str, category: &str, amount: &str) {
    let body = json!({
        "date": day, "supplier": "Screwfix", "description": "", "category": category, "amount": amount,
        "vatRate": "20", "job": "", "receipts": []
    });
    business.client.post("/api/expenses", &body).await.expect_status(201);
}

#[tokio::test]
async fn profit_is_income_less_expenses() {
    let business = TestBusiness::open().await;
    let path = format!("/api/business-profiles/{}", business.profile);
    let own = with_field(with_field(profile_body(), "taxNumber", json!("")), "version", json!(1));
    business.client.put(&path, &own).await.expect_status(200);
    create_expense(&business, "2026-10-01", "adminCosts", "12").await;
    create_expense(&business, "2026-11-03", "costOfGoods", "60").await;
    create_expense(&business, "2026-11-04", "costOfGoods", "-6").await;
    let body = load_report(&business, "expenses", YEAR).await;
    // Without a VAT number no VAT comes back.
    assert_eq!(row_sums(&body["total"]), ["66.00", "0.00", "0.00"]);
    let categories = body["byCategory"].as_array().expect("categories");
    let of = |row: &Value| (row["key"].clone(), row["net"].clone());
    assert_eq!(of(&categories[0]), (json!("costOfGoods"), json!("54.00")));
    assert_eq!(of(&categories[1]), (json!("adminCosts"), json!("12.00")));

    // By a number alone the business is taken as registered all along.
    let own = with_field(profile_body(), "version", json!(2));
    business.client.put(&path, &own).await.expect_status(200);
    let body = load_report(&business, "expenses", YEAR).await;
    assert_eq!(row_sums(&body["total"]), ["55.00", "11.00", "0.00"]);
    // From 1 November on: the £12 of October keep their VAT.
    let mut registration = json!({ "version": 0, "from": "2026-11-01", "until": null, "periods": "march",
        "annualEndsIn": 0, "schemes": [] });
    let register = format!("/api/vat/{}/registration", business.profile);
    business.client.put(&register, &registration).await.expect_status(200);
    let body = load_report(&business, "expenses", YEAR).await;
    assert_eq!(row_sums(&body["total"]), ["57.00", "9.00", "0.00"]);
    // At a flat rate nothing comes back.
    registration["version"] = json!(1);
    registration["schemes"] = json!([{ "from": "2026-11-01", "cash": false, "flatRate": "building" }]);
    business.client.put(&register, &registration).await.expect_status(200);
    let body = load_report(&business, "expenses", YEAR).await;
    assert_eq!(row_sums(&body["total"]), ["66.00", "0.00", "0.00"]);
    registration["version"] = json!(2);
    registration["from"] = json!("2026-04-01");
    registration["schemes"] = json!([]);
    business.client.put(&register, &registration).await.expect_status(200);

    let plain = business.sent_invoice().await;
    record_payment(&business, &plain, "100", "2026-11-16").await;
    let profit = business.client.get(&format!("/api/reports/profit?{YEAR}")).await.expect_status(200);
    let row = |row: &Value| {
        ["income", "spending", "profit"].map(|sum| row[sum].as_str().expect("pounds").to_owned())
    };
    assert_eq!(row(&profit["total"]), ["83.33", "55.00", "28.33"]);
    assert_eq!(row(&profit["byMonth"][6]), ["0.00", "10.00", "-10.00"]);
    assert_eq!(row(&profit["byMonth"][7]), ["83.33", "45.00", "38.33"]);
    let file = business.client.get(&format!("/api/reports/profit/export?{YEAR}")).await;
    assert_eq!(file.header("content-type"), Some("text/csv; charset=utf-8"));
    let name = file.header("content-disposition").unwrap_or_default().to_owned();
    assert!(name.contains("profit-2026-04-06-to-2027-04-05.csv"), "{name}");
    assert!(file.text.ends_with("All,All,83.33,55.00,28.33\r\n"), "{}", file.text);
    let file = business.client.get(&format!("/api/reports/expenses/export?{YEAR}")).await;
    assert!(file.text.contains("Category,Materials"), "{}", file.text);
    let file = business.client.get(&format!("/api/reports/income/export?{YEAR}")).await;
    assert!(file.text.contains("Customer,Jo Bloggs,83.33,16.67,0.00,1\r\n"), "{}", file.text);
    business.app.stop().await;
}

/// For 60.00 of materials, 10.00 of VAT can be reclaimed; for a dinner with a customer nothing can, so its cost
/// includes the VAT (VAT Notice 700/65), in the report, its records and its file.
#[tokio::test]
async fn the_cost_of_entertainment_includes_its_vat() {
    let business = TestBusiness::open().await;
    create_expense(&business, "2026-11-03", "costOfGoods", "60").await;
    create_expense(&business, "2026-11-04", "businessEntertainmentCosts", "12").await;
    let body = load_report(&business, "expenses", YEAR).await;
    assert_eq!(row_sums(&body["total"]), ["62.00", "10.00", "0.00"]);
    let categories = body["byCategory"].as_array().expect("categories").iter();
    let dinner = categories.filter(|row| row["key"] == "businessEntertainmentCosts");
    let dinner: Vec<_> = dinner.map(row_sums).collect();
    assert_eq!(dinner, [["12.00", "0.00", "0.00"]]);
    let profit = format!("/api/reports/profit?{YEAR}");
    let profit = business.client.get(&profit).await.expect_status(200);
    assert_eq!(profit["total"]["spending"], "62.00");
    let file = format!("/api/reports/expenses/export?{YEAR}");
    let file = business.client.get(&file).await;
    assert!(file.text.contains("Category,Entertainment,12.00,0.00,0.00,1\r\n"), "{}", file.text);
    business.app.stop().await;
}

/// 60.00 of fuel besides 10 miles at 55p, and an invoice of 300.00 that nobody paid: counted by payments, neither is a
/// cost.
#[tokio::test]
async fn on_the_cash_basis_bad_debts_and_actual_vehicle_costs_are_left_out() {
    let business = TestBusiness::open().await;
    let spend = async |changes: Value| {
        let mut body = json!({ "date": "2026-11-03", "receipts": [] });
        for (name, value) in changes.as_object().expect("fields") {
            body[name] = value.clone();
        }
        business.client.post("/api/expenses", &body).await.expect_status(201);
    };
    let vehicle = json!({ "category": "carVanTravelExpenses", "amount": "60", "vehicleCost": true });
    spend(vehicle).await;
    let miles = json!({ "vehicle": "car", "miles": "10" });
    spend(json!({ "category": "carVanTravelExpenses", "mileage": miles })).await;
    spend(json!({ "category": "irrecoverableDebts", "amount": "300" })).await;
    let profit = async |basis: &str| {
        let path = format!("/api/reports/profit?{YEAR}&basis={basis}");
        business.client.get(&path).await.expect_status(200)
    };
    let response = profit("cash").await;
    assert_eq!(response["total"]["spending"], "5.50");
    let left: Vec<&Value> =
        response["leftOut"].as_array().expect("reasons").iter().map(|it| &it["records"]).collect();
    assert_eq!(left, [&json!(1), &json!(1)]);
    // By invoices the debt was income before.
    let response = profit("accruals").await;
    assert_eq!(response["total"]["spending"], "305.50");
    business.app.stop().await;
}

#[tokio::test]
async fn an_empty_year_has_zero_sums_and_invalid_queries_are_refused() {
    let business = TestBusiness::open().await;
    for name in ["income", "expenses"] {
        let body = load_report(&business, name, "").await;
        // Today is 16 November 2026.
        assert_eq!((&body["from"], &body["to"]), (&json!("2026-04-06"), &json!("2027-04-05")));
        assert_eq!(row_sums(&body["total"]), ["0.00", "0.00", "0.00"]);
        assert_eq!(body["byMonth"].as_array().expect("months").len(), 13);
        assert_eq!(body["byCustomer"], json!([]));
    }
    // Half of it given, its tax year is taken: 2024/25 begins on the 6th.
    let body = load_report(&business, "income", "from=2024-04-06").await;
    assert_eq!((&body["to"], &body["basis"]), (&json!("2025-04-05"), &json!("cash")));
    let body = load_report(&business, "income", "to=2024-04-05").await;
    assert_eq!((&body["from"], &body["basis"]), (&json!("2023-04-06"), &json!("accruals")));
    for (query, path) in [
        ("from=2026-13-01", "from"),
        ("to=soon", "to"),
        ("from=2026-04-06&to=2026-04-05", "to"),
        ("basis=barter", "basis"),
    ] {
        for name in ["income", "income/records", "expenses", "profit", "profit/export"] {
            let body = business.client.get(&format!("/api/reports/{name}?{query}")).await.expect_status(400);
            assert!(body.to_string().contains(path), "{name} {query}: {body}");
        }
    }
    // Nobody else's.
    record_payment(&business, &business.sent_invoice().await, "100", "2026-11-16").await;
    let other = business.app.sign_up("other@example.com").await;
    let body = other.get(&format!("/api/reports/income?{YEAR}")).await.expect_status(200);
    assert_eq!(body["total"]["records"], 0);
    business.app.new_client().get("/api/reports/income").await.expect_status(401);
    business.app.stop().await;
}

/// In a payment of 7.50 for 10.00 of labour at 5 % VAT, the first 4p contain a penny of VAT, and the first 5p none: the
/// fifth penny takes it back, but is not a refund.
#[tokio::test]
async fn a_penny_taken_back_by_rounding_is_not_a_refund() {
    let business = TestBusiness::open().await;
    let mut body = business.invoice_body();
    body["items"] =
        json!([{ "id": "a", "name": "Washer", "quantity": "1", "price": "10", "costType": "labour" }]);
    body["includeLabour"] = json!(false);
    body["includeDiscount"] = json!(false);
    body["tax"] = json!("5");
    body["cisRate"] = json!("30");
    let draft = business.client.post("/api/invoices", &body).await.expect_status(201);
    let invoice = business.send_by_link("invoices", &id_of(&draft)).await;
    assert_eq!(invoice["totals"]["amountPayable"], "7.50");
    record_payment(&business, &invoice, "0.04", "2026-11-02").await;
    record_payment(&business, &invoice, "0.01", "2026-11-03").await;
    let response = load_report(&business, "income", YEAR).await;
    assert_eq!(row_sums(&response["total"]), ["0.07", "0.00", "0.02"]);
    business.app.stop().await;
}
