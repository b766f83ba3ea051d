//! 5,000 expenses.

use std::time::{Duration, Instant};

use plumbline::config::Config;
use serde_json::json;

use super::{PATH, list};
use crate::support::{Client, TestApp};

/// The middle one of several times.
async fn time(client: &Client, query: &str) -> Duration {
    let mut times = Vec::new();
    for _ in 0..9 {
        let begun = Instant::now();
        list(client, query).await;
        times.push(begun.elapsed());
    }
    times.sort();
    times[times.len() / 2]
}

#[tokio::test]
async fn five_thousand_are_listed_searched_and_summed_in_no_time() {
    let app = TestApp::start_with(|config: &mut Config| config.limit_factor = 1000).await;
    let client = app.sign_up("sam@example.com").await;
    let shops = [
        "SCREWFIX",
        "SHELL",
        "TRAVIS PERKINS",
        "VODAFONE",
        "SIMPLY BUSINESS",
    ];
    let mut file = String::from("Date,Description,Amount\n");
    for at in 0..5_000 {
        let (year, month, day) = (2024 + at % 3, 1 + at % 10, 1 + at % 28);
        let shop = shops[at % shops.len()];
        file.push_str(&format!(
            "{day:02}/{month:02}/{year},{shop} {at},-{}.50\n",
            1 + at % 300
        ));
    }
    let form = reqwest::multipart::Form::new().part(
        "file",
        reqwest::multipart::Part::bytes(file.into_bytes()).file_name("a.csv"),
    );
    let request = client.request(reqwest::Method::POST, &format!("{PATH}/import"));
    let report = client.send(request.multipart(form)).await.expect(200);
    assert_eq!(report["new"], 5_000);
    assert_eq!(list(&client, "").await["total"], 5_000);
    assert_eq!(list(&client, "q=shell").await["total"], 1_000);
    for query in [
        "",
        "sort=-amount",
        "sort=supplier",
        "q=shell",
        "q=4321",
        "q=nothing",
        "category=adminCosts",
        "from=2026-04-06&to=2027-04-05",
    ] {
        let taken = time(&client, query).await;
        // Ten milliseconds as it is delivered; the tests' build is not optimised.
        assert!(taken < Duration::from_millis(150), "{query}: {taken:?}");
        println!("{query}: {taken:?}");
    }
    let begun = Instant::now();
    let suppliers = client.get(&format!("{PATH}/suppliers")).await.expect(200);
    assert_eq!(suppliers.as_array().map(Vec::len), Some(500));
    assert!(begun.elapsed() < Duration::from_millis(500));
    // Nothing is added beyond what an account may hold.
    let body = json!({ "date": "2026-11-12", "category": "costOfGoods", "amount": "1" });
    client.post(PATH, &body).await.expect(201);
    app.stop().await;
}
