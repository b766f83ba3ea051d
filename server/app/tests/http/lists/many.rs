//! Searches that find hundreds and thousands: SQLite reads each number of finds in a way of its own,
//! and every way says the same.

use plumbline::db::Dialect;
use reqwest::Method;
use serde_json::{Value, json};

use super::copying::copy_draft;
use crate::documents::{TestBusiness, id_of, with_field};

async fn list_documents(desk: &TestBusiness, query: &[(&str, &str)]) -> Value {
    let request = desk.client.request(Method::GET, "/api/quotes");
    desk.client
        .send(request.query(query))
        .await
        .expect_status(200)
}

/// The ids of the first two pages.
async fn list_two_pages(desk: &TestBusiness, query: &[(&str, &str)]) -> (Value, Vec<String>) {
    let first = list_documents(desk, query).await;
    let cursor = first["nextCursor"].as_str().expect("more than a page");
    let second = list_documents(desk, &[query, &[("cursor", cursor)]].concat()).await;
    let rows = [&first, &second].map(|list| list["data"].as_array().expect("rows").clone());
    let ids = rows.concat().iter().map(id_of).collect();
    (first, ids)
}

#[tokio::test]
async fn however_many_a_search_finds_it_finds_the_same() {
    for copies in [600, 6_300] {
        let desk = TestBusiness::open().await;
        if desk.app.state().db.dialect() == Dialect::Postgres {
            // It finds its own way.
            return desk.app.stop().await;
        }
        let body = with_field(
            desk.quote_body(),
            "jobDescription",
            json!("New boiler, loft"),
        );
        let draft = desk
            .client
            .post("/api/quotes", &body)
            .await
            .expect_status(201);
        let draft = id_of(&draft);
        copy_draft(&desk, &draft, copies).await;
        let kept: Vec<String> = (1..=copies)
            .rev()
            .filter(|n| n % 3 != 0)
            .take(100)
            .map(|n| format!("{}{n:012x}", &draft[..24]))
            .collect();
        let total = copies - copies / 3 + 1;
        for query in [
            vec![("q", "boil")],
            vec![("q", "Boiler lof")],
            vec![("q", "boiler"), ("status", "draft")],
            vec![("q", "boiler"), ("archived", "all"), ("sort", "-createdAt")],
        ] {
            let (found, ids) = list_two_pages(&desk, &query).await;
            assert_eq!(found["total"], total, "{query:?}");
            assert_eq!(ids, kept, "{query:?}");
        }
        let (all, ids) = list_two_pages(&desk, &[("q", "lo"), ("sort", "createdAt")]).await;
        assert_eq!((&all["total"], &ids[0]), (&json!(copies + 1), &draft));
        let (others, _) = list_two_pages(&desk, &[("q", "xboiler")]).await;
        assert_eq!(others["total"], copies / 3);
        // What many have, with a word that none has.
        let none = list_documents(&desk, &[("q", "boiler cellar")]).await;
        assert_eq!(none["total"], 0);
        desk.app.stop().await;
    }
}
