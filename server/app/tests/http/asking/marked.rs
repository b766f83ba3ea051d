//! A document whose customer waits for an answer says so in the lists and on the dashboard.

use serde_json::{Value, json};

use super::{ask, question, questions};
use crate::documents::{Desk, id};

/// What the list of a kind says of each document that has something waiting.
async fn marked(desk: &Desk, kind: &str) -> Vec<(String, Value)> {
    let list = desk.client.get(&format!("/api/{kind}")).await.expect(200);
    let rows = list["data"].as_array().expect("rows");
    let waiting = rows.iter().filter(|row| !row["asked"].is_null());
    waiting.map(|row| (id(row), row["asked"].clone())).collect()
}

/// How many documents the dashboard says wait, and those that it shows.
async fn shown(desk: &Desk) -> (i64, Vec<(String, Value)>) {
    let dashboard = desk.client.get("/api/dashboard").await.expect(200);
    let to_answer = &dashboard["toAnswer"];
    let first = to_answer["first"].as_array().expect("rows");
    let first = first.iter().map(|row| (id(row), row["asked"].clone()));
    (
        to_answer["total"].as_i64().expect("a number"),
        first.collect(),
    )
}

#[tokio::test]
async fn a_document_is_marked_until_its_customer_has_an_answer() {
    let desk = Desk::open().await;
    let quote = desk.sent_quote().await;
    let invoice = desk.sent_invoice().await;
    desk.sent_quote().await;
    assert_eq!(shown(&desk).await, (0, vec![]));

    ask(&desk, "quotes", &quote, &question("When?"))
        .await
        .expect(201);
    desk.app.clock.advance(1_000);
    ask(&desk, "invoices", &invoice, &question("By card?"))
        .await
        .expect(201);
    let (of_quote, of_invoice) = (id(&quote), id(&invoice));
    let asked = |document: &str| (document.to_owned(), json!("question"));
    assert_eq!(marked(&desk, "quotes").await, [asked(&of_quote)]);
    assert_eq!(marked(&desk, "invoices").await, [asked(&of_invoice)]);
    // Who has waited longest is first.
    let both = vec![asked(&of_quote), asked(&of_invoice)];
    assert_eq!(shown(&desk).await, (2, both));

    // Changes say more than a question beside them.
    desk.app.clock.advance(1_000);
    let changes = json!({ "wish": "changes", "words": "Without the valves." });
    ask(&desk, "quotes", &quote, &changes).await.expect(201);
    let changed = (of_quote.clone(), json!("changes"));
    assert_eq!(
        marked(&desk, "quotes").await,
        std::slice::from_ref(&changed)
    );
    assert_eq!(
        shown(&desk).await,
        (2, vec![changed.clone(), asked(&of_invoice)])
    );

    // What is put away waits as well, and nothing of it is another account's.
    let path = format!("/api/quotes/{of_quote}");
    desk.client
        .post_empty(&format!("{path}/archive"))
        .await
        .expect(200);
    assert_eq!(shown(&desk).await, (2, vec![changed, asked(&of_invoice)]));
    desk.client
        .post_empty(&format!("{path}/restore"))
        .await
        .expect(200);
    let other = desk.app.sign_up("other@example.com").await;
    let theirs = other.get("/api/dashboard").await.expect(200);
    assert_eq!(theirs["toAnswer"], json!({ "total": 0, "first": [] }));

    let waiting = questions(&desk, "quotes", &quote).await;
    for (at, left) in [(1, vec![asked(&of_quote)]), (0, vec![])] {
        let question = id(&waiting[at]);
        desk.client
            .post_empty(&format!("{path}/questions/{question}/answered"))
            .await
            .expect(200);
        assert_eq!(marked(&desk, "quotes").await, left);
    }
    assert_eq!(shown(&desk).await, (1, vec![asked(&of_invoice)]));
}

#[tokio::test]
async fn the_dashboard_shows_five_that_wait_and_counts_the_others() {
    let desk = Desk::open().await;
    let mut sent = Vec::new();
    for _ in 0..6 {
        let quote = desk.sent_quote().await;
        ask(&desk, "quotes", &quote, &question("When?"))
            .await
            .expect(201);
        desk.app.clock.advance(1_000);
        sent.push((id(&quote), json!("question")));
    }
    sent.truncate(5);
    assert_eq!(shown(&desk).await, (6, sent));
}
