//! Who did what, and when: told in sentences, narrowed, and read page by page.

use plumbline::clock::{Clock as _, london_date};
use serde_json::{Value, json};

use crate::documents::{Desk, id, token};

async fn told(desk: &Desk, query: &str) -> Vec<String> {
    let list = desk.client.get(&format!("/api/activities{query}")).await;
    let list = list.expect(200);
    let rows = list.as_array().expect("a list").iter();
    rows.map(|row| row["sentence"].as_str().expect("a sentence").to_owned())
        .collect()
}

#[tokio::test]
async fn the_life_of_a_quote_is_told() {
    let desk = Desk::open().await;
    let quote = desk.accepted_quote().await;
    let link = format!("/api/quotes/public/{}/payment", token(&quote));
    let cash = json!({ "method": "cash" });
    desk.app.client().post(&link, &cash).await.expect(201);
    let path = format!("/api/quotes/{}", id(&quote));
    let quote = desk.client.get(&path).await.expect(200);
    let payment = format!("{path}/payments/{}", id(&quote["payments"][0]));
    let post = async |path: &str| desk.client.post_empty(path).await;
    post(&format!("{payment}/confirm")).await.expect(200);
    post(&format!("{path}/convert")).await.expect(201);
    post(&format!("{path}/archive")).await.expect(200);
    // Again is no error, and nothing that happened.
    post(&format!("{path}/archive")).await.expect(200);

    let number = quote["quoteNumber"].as_str().expect("a number");
    let about = told(&desk, "?about=quote").await;
    let expected = [
        format!("You archived quote {number}"),
        format!("You turned quote {number} into an invoice"),
        format!("You confirmed the payment of £119.53 for quote {number}"),
        format!("Jo Bloggs recorded a payment of £119.53 for quote {number}"),
        format!("Jo Bloggs accepted quote {number}"),
    ];
    assert_eq!(about[..5], expected, "{about:?}");
    assert!(about[5].contains(&format!("quote {number}")), "{about:?}");
    let customers = told(&desk, "?actor=customer").await;
    assert_eq!(customers, expected[3..], "{customers:?}");
    let everything = told(&desk, "").await;
    assert!(everything.contains(&"You added the business profile Taylor Plumbing".to_owned()));
    assert!(everything.contains(&"You added the contact Jo Bloggs".to_owned()));
    desk.app.stop().await;
}

#[tokio::test]
async fn what_is_gone_is_named_all_the_same() {
    let desk = Desk::open().await;
    let client = &desk.client;
    let item = json!({ "name": "Boiler service", "price": "80" });
    let item = client.post("/api/items", &item).await.expect(201);
    client
        .delete(&format!("/api/items/{}", id(&item)))
        .await
        .expect(204);
    let draft = client.post("/api/quotes", &desk.quote()).await.expect(201);
    let body = json!({ "ids": [id(&draft)], "action": "delete-drafts" });
    client.post("/api/quotes/bulk", &body).await.expect(200);
    assert_eq!(
        told(&desk, "?limit=3").await,
        [
            "You deleted a draft quote for Jo Bloggs",
            "You deleted the item Boiler service",
            "You added the item Boiler service",
        ]
    );
    desk.app.stop().await;
}

#[tokio::test]
async fn pages_follow_each_other_and_days_are_londons() {
    let desk = Desk::open().await;
    for n in 0..7 {
        let item = json!({ "name": format!("Item {n}"), "price": "1" });
        desk.client.post("/api/items", &item).await.expect(201);
    }
    let all = told(&desk, "?about=item").await;
    assert_eq!(all.len(), 7);
    let mut paged = Vec::new();
    let mut before = String::new();
    loop {
        let path = format!("/api/activities?about=item&limit=3{before}");
        let page = desk.client.get(&path).await.expect(200);
        let rows: &Vec<Value> = page.as_array().expect("a list");
        let Some(last) = rows.last() else { break };
        before = format!("&before={}", id(last));
        paged.extend(
            rows.iter()
                .map(|row| row["sentence"].as_str().expect("words").to_owned()),
        );
    }
    assert_eq!(paged, all);

    let today = london_date(desk.app.clock.now_ms()).to_string();
    let days = |from: &str, to: &str| format!("?about=item&from={from}&to={to}");
    assert_eq!(told(&desk, &days(&today, &today)).await.len(), 7);
    assert!(
        told(&desk, &days("2001-01-01", "2001-01-02"))
            .await
            .is_empty()
    );
    assert!(told(&desk, "?about=item&from=2099-12-31").await.is_empty());

    for (query, path) in [
        ("from=yesterday", "from"),
        ("to=2026-02-30", "to"),
        ("before=x", "before"),
        ("before=0192d3a0-0000-7000-8000-000000000000", "before"),
    ] {
        let answer = desk.client.get(&format!("/api/activities?{query}")).await;
        answer.refused(400, "bad_query", Some(path));
    }
    for query in ["actor=nobody", "about=cats", "about=%27%20OR%201=1"] {
        let answer = desk.client.get(&format!("/api/activities?{query}")).await;
        answer.refused(400, "bad_query", None);
    }
    // The same as a file, whose cells no spreadsheet reckons.
    let item = json!({ "name": "=1+1, \"Mo\"", "price": "1" });
    desk.client.post("/api/items", &item).await.expect(201);
    let path = format!("/api/activities/export{}", days(&today, &today));
    let file = desk.client.get(&path).await;
    assert_eq!(file.status.as_u16(), 200, "{}", file.text);
    assert_eq!(file.header("content-type"), Some("text/csv; charset=utf-8"));
    let name = format!("attachment; filename=\"activities-{today}.csv\"");
    assert_eq!(file.header("content-disposition"), Some(&*name));
    let rows: Vec<&str> = file.text.trim_start_matches('\u{feff}').lines().collect();
    assert_eq!(rows.len(), 1 + 8);
    assert_eq!(rows[0], "Date,Time,Who,What happened");
    let said = ",You,\"You added the item =1+1, \"\"Mo\"\"\"";
    assert!(
        rows[1].starts_with(&today) && rows[1].ends_with(said),
        "{}",
        rows[1]
    );
    let answer = desk.client.get("/api/activities/export?from=x").await;
    answer.refused(400, "bad_query", Some("from"));

    // Another account's is no place to go on from.
    let list = desk.client.get("/api/activities?limit=1").await.expect(200);
    let other = desk.app.sign_up("other@example.com").await;
    let path = format!("/api/activities?before={}", id(&list[0]));
    other
        .get(&path)
        .await
        .refused(400, "bad_query", Some("before"));
    desk.app.stop().await;
}
