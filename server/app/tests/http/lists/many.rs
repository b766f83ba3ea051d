//! Searches that find hundreds and thousands: SQLite reads each number of results in a different way, and all of them
//! give the same rows.

use plumbline::db::Dialect;
use reqwest::Method;
use serde_json::{Value, json};

use super::copying::copy_draft;
use crate::documents::{TestBusiness, id_of, with_field};

async fn list_documents(business: &TestBusiness, query: &[(&str, &str)]) -> Value {
    let request = business.client.request(Method::GET, "/api/quotes");
    business.client.send(request.query(query)).await.expect_status(200)
}

/// The response with the first page, and the ids of the first two pages.
async fn list_two_pages(business: &TestBusiness, query: &[(&str, &str)]) -> (Value, Vec<String>) {
    let first = list_documents(business, query).await;
    let cursor = first["nextCursor"].as_str().expect("more than a page");
    let second = list_documents(business, &[query, &[("cursor", cursor)]].concat()).await;
    let rows = [&first, &second].map(|list| list["data"].as_array().expect("rows").clone());
    let ids = rows.concat().iter().map(id_of).collect();
    (first, ids)
}

#[tokio::test]
async fn a_search_gives_the_same_rows_however_many_it_finds() {
    for copies in [600, 6_300] {
        let business = TestBusiness::open().await;
        if business.app.state().db.dialect() == Dialect::Postgres {
            // It finds its own way.
            return business.app.stop().await;
        }
        let body = with_field(business.quote_body(), "jobDescription", json!("New boiler, loft"));
        let draft = business.client.post("/api/quotes", &body).await.expect_status(201);
        let draft = id_of(&draft);
        copy_draft(&business, &draft, copies).await;
        let saved: Vec<String> = (1..=copies)
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
            let (found, ids) = list_two_pages(&business, &query).await;
            assert_eq!(found["total"], total, "{query:?}");
            assert_eq!(ids, saved, "{query:?}");
        }
        let (all, ids) = list_two_pages(&business, &[("q", "lo"), ("sort", "createdAt")]).await;
        assert_eq!((&all["total"], &ids[0]), (&json!(copies + 1), &draft));
        let (others, _) = list_two_pages(&business, &[("q", "xboiler")]).await;
        assert_eq!(others["total"], copies / 3);
        // A word that many have, with a word that none of them has.
        let none = list_documents(&business, &[("q", "boiler cellar")]).await;
        assert_eq!(none["total"], 0);
        business.app.stop().await;
    }
}
