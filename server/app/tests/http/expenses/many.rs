//! 5,000 expenses. `cargo xtask bench` measures how long their lists take.

use plumbline::config::Config;
use serde_json::json;

use super::{PATH, list_expenses};
use crate::support::TestApp;

/// The date of each expense.
fn date_at(at: usize) -> (usize, usize, usize) {
    (2024 + at % 3, 1 + at % 10, 1 + at % 28)
}

/// How many expenses there are between two days.
fn count_in_days(from: &str, to: &str) -> u64 {
    let dates = (0..5_000).map(date_at);
    let texts = dates.map(|(year, month, day)| format!("{year}-{month:02}-{day:02}"));
    let within = texts.filter(|text| (from..=to).contains(&text.as_str()));
    within.count() as u64
}

#[tokio::test]
async fn five_thousand_expenses_are_listed_searched_and_summed() {
    let app = TestApp::start_with(|config: &mut Config| config.limit_factor = 1000).await;
    let client = app.sign_up("sam@example.com").await;
    let shops = ["SCREWFIX", "SHELL", "TRAVIS PERKINS", "VODAFONE", "SIMPLY BUSINESS"];
    let mut file = String::from("Date,Description,Amount\n");
    for at in 0..5_000 {
        let (year, month, day) = date_at(at);
        let shop = shops[at % shops.len()];
        file.push_str(&format!("{day:02}/{month:02}/{year},{shop} {at},-{}.50\n", 1 + at % 300));
    }
    let form = reqwest::multipart::Form::new()
        .part("file", reqwest::multipart::Part::bytes(file.into_bytes()).file_name("a.csv"));
    let request = client.request(reqwest::Method::POST, &format!("{PATH}/import"));
    let report = client.send(request.multipart(form)).await.expect_status(200);
    assert_eq!(report["new"], 5_000);
    assert_eq!(list_expenses(&client, "").await["total"], 5_000);
    assert_eq!(list_expenses(&client, "q=shell").await["total"], 1_000);
    for (query, total) in [
        ("sort=-amount", 5_000),
        ("sort=supplier", 5_000),
        ("q=4321", 1),
        ("q=nothing", 0),
        ("from=2026-10-01&to=2026-10-09", count_in_days("2026-10-01", "2026-10-09")),
    ] {
        assert_eq!(list_expenses(&client, query).await["total"], total, "{query}");
    }
    let costs = list_expenses(&client, "category=adminCosts").await;
    assert!(costs["total"].as_u64().is_some_and(|total| (1..5_000).contains(&total)));
    let suppliers = client.get(&format!("{PATH}/suppliers")).await.expect_status(200);
    assert_eq!(suppliers.as_array().map(Vec::len), Some(500));
    // Nothing is added beyond what an account may hold.
    let body = json!({ "date": "2026-11-12", "category": "costOfGoods", "amount": "1" });
    client.post(PATH, &body).await.expect_status(201);
    app.stop().await;
}
