//! Mileage: the amount of each journey, given the others of its tax year.

use serde_json::{Value, json};

use super::{PATH, column, expense_path, list_expenses, with_field};
use crate::support::{Client, TestApp};

fn journey_body(date: &str, miles: &str) -> Value {
    json!({
        "date": date, "description": "To the merchant and back", "category": "carVanTravelExpenses",
        "mileage": { "vehicle": "car", "miles": miles }
    })
}

/// 16,000 miles, 2,000 at a time: the first 10,000 of a year have a higher rate, in whatever order they are saved.
#[tokio::test]
async fn journeys_saved_at_once_have_the_same_amounts_as_one_by_one() {
    let app = TestApp::start().await;
    let (one, other) = (app.sign_up("sam@example.com").await, app.sign_up("jo@example.com").await);
    let trips: Vec<Value> = (1..=8).map(|day| journey_body(&format!("2026-05-0{day}"), "2000")).collect();
    for body in &trips {
        one.post(PATH, body).await.expect_status(201);
    }
    let sent = trips.iter().map(|body| other.post(PATH, body));
    for answer in futures::future::join_all(sent).await {
        answer.expect_status(201);
    }
    let sorted = async |client: &Client| {
        let amounts = list_amounts(client).await.into_iter();
        let mut amounts: Vec<String> = amounts.map(|it| it.to_string()).collect();
        amounts.sort();
        amounts
    };
    assert_eq!(sorted(&other).await, sorted(&one).await);
    app.stop().await;
}

async fn list_amounts(client: &Client) -> Vec<Value> {
    column(&list_expenses(client, "sort=date").await, "amount")
}

#[tokio::test]
async fn the_rate_is_that_of_the_tax_year() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    for (date, vehicle, amount) in
        [("2026-04-05", "car", "4.50"), ("2026-04-06", "car", "5.50"), ("2026-04-07", "motorcycle", "2.40")]
    {
        let mut body = journey_body(date, "10");
        body["mileage"]["vehicle"] = json!(vehicle);
        let made = client.post(PATH, &body).await.expect_status(201);
        assert_eq!(made["amount"], amount, "{date} {vehicle}");
        assert_eq!(made["mileage"], json!({ "vehicle": vehicle, "miles": "10" }));
        assert_eq!(made["vatAmount"], "0.00");
    }
    // The self-employed have no rate for a bicycle.
    let mut body = journey_body("2026-04-08", "10");
    body["mileage"]["vehicle"] = json!("bicycle");
    let refused = client.post(PATH, &body).await;
    refused.expect_error(422, "rule_broken", Some("mileage.vehicle"));
    // A tenth of a mile is one: 12.5 × 45p is 562.5p, which goes up.
    let body = journey_body("2025-11-12", "12.5");
    let made = client.post(PATH, &body).await.expect_status(201);
    assert_eq!((&made["amount"], &made["mileage"]["miles"]), (&json!("5.63"), &json!("12.5")));
    for (miles, path) in [
        ("", "mileage.miles"),
        ("0", "mileage.miles"),
        ("-1", "mileage.miles"),
        ("1.25", "mileage.miles"),
        ("10000.1", "mileage.miles"),
        ("far", "mileage.miles"),
    ] {
        let answer = client.post(PATH, &journey_body("2026-11-12", miles)).await;
        answer.expect_error(422, "rule_broken", Some(path));
    }
    let early = client.post(PATH, &journey_body("2011-04-05", "10")).await;
    early.expect_error(422, "rule_broken", Some("date"));
    let vat = with_field(journey_body("2026-11-12", "10"), "vatRate", "20");
    client.post(PATH, &vat).await.expect_error(422, "rule_broken", Some("vatRate"));
    let again = with_field(journey_body("2026-11-12", "10"), "repeat", "weekly");
    client.post(PATH, &again).await.expect_error(422, "rule_broken", Some("repeat"));
    // What a client says of the amount is not read.
    let response = with_field(journey_body("2026-11-12", "10"), "amount", "999.00");
    assert_eq!(client.post(PATH, &response).await.expect_status(201)["amount"], "5.50");
    app.stop().await;
}

#[tokio::test]
async fn journeys_after_ten_thousand_miles_are_worth_less() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    let look = async |date: &str, miles: &str| {
        let body = json!({ "date": date, "mileage": { "vehicle": "car", "miles": miles } });
        client.post(&format!("{PATH}/preview"), &body).await.expect_status(200)
    };
    let first = look("2025-11-12", "100").await;
    assert_eq!(
        first,
        json!({ "amount": "45.00", "vatAmount": "0.00", "mileage": {
            "taxYear": "2025/26", "before": "0", "first": 45, "upTo": 10000, "after": 25,
            "confirmed": true } })
    );
    client.post(PATH, &journey_body("2025-06-01", "9950")).await.expect_status(201);
    let response = look("2025-11-12", "100").await;
    assert_eq!((&response["amount"], &response["mileage"]["before"]), (&json!("35.00"), &json!("9950")));
    let later = client.post(PATH, &journey_body("2025-11-12", "100")).await.expect_status(201);
    assert_eq!(later["amount"], "35.00", "50 at 45p and 50 at 25p");
    assert_eq!(list_amounts(&client).await, ["4477.50", "35.00"]);
    // One that comes to light afterwards, before both: the later one is worth less.
    let early = client.post(PATH, &journey_body("2025-05-01", "30")).await.expect_status(201);
    assert_eq!(list_amounts(&client).await, ["13.50", "4477.50", "29.00"]);
    let now = client.get(&expense_path(&later)).await.expect_status(200);
    assert_eq!((&now["amount"], &now["version"]), (&json!("29.00"), &json!(1)));
    assert_eq!(list_expenses(&client, "q=29.00").await["total"], 1, "and found by it");
    // It was in the year before: both years come right.
    let moved = with_field(journey_body("2025-04-05", "30"), "version", 1);
    client.put(&expense_path(&early), &moved).await.expect_status(200);
    assert_eq!(list_amounts(&client).await, ["13.50", "4477.50", "35.00"]);
    // It was no journey after all.
    let plain = json!({ "date": "2025-04-05", "category": "costOfGoods", "amount": "7", "version": 2 });
    let plain = client.put(&expense_path(&early), &plain).await.expect_status(200);
    assert_eq!((&plain["amount"], &plain["mileage"]), (&json!("7.00"), &Value::Null));
    let back = with_field(journey_body("2025-05-01", "40"), "version", 3);
    client.put(&expense_path(&early), &back).await.expect_status(200);
    assert_eq!(list_amounts(&client).await, ["18.00", "4477.50", "27.00"]);
    client.delete(&expense_path(&early)).await.expect_status(204);
    assert_eq!(list_amounts(&client).await, ["4477.50", "35.00"]);
    // 10,050 miles: 10,000 at 45p and 50 at 25p.
    assert_eq!(list_expenses(&client, "").await["totalAmount"], "4512.50");
    // A look at one that is there does not count it twice.
    let mut again = json!({ "date": "2025-11-12", "mileage": { "vehicle": "car", "miles": "100" } });
    again["id"] = later["id"].clone();
    let response = client.post(&format!("{PATH}/preview"), &again).await.expect_status(200);
    assert_eq!(response["amount"], "35.00");
    app.stop().await;
}
