//! A customer is renamed while documents of theirs are written: in the end every list has the contact's name, and
//! neither request blocks the other.

use serde_json::{Value, json};

use crate::documents::{TestBusiness, id_of, with_field};

/// How many times each of them does it.
const REPEATS: usize = 12;

#[tokio::test]
async fn a_rename_reaches_documents_saved_at_the_same_time() {
    let business = TestBusiness::open().await;
    let mut ids = Vec::new();
    for _ in 0..6 {
        let body = with_field(business.quote_body(), "contactId", json!(business.contact));
        ids.push(id_of(&business.client.post("/api/quotes", &body).await.expect_status(201)));
    }
    let rename = async {
        for n in 1..=REPEATS {
            let body = json!({ "name": format!("Name{n}"), "company": "", "version": n });
            let path = format!("/api/contacts/{}", business.contact);
            business.client.put(&path, &body).await.expect_status(200);
        }
    };
    let make = async {
        let client = business.client.clone();
        for _ in 0..REPEATS {
            client.post("/api/quotes", &business.quote_body()).await.expect_status(201);
        }
    };
    let file = async {
        let client = business.client.clone();
        for n in 0..REPEATS {
            let action = if n % 2 == 0 { "archive" } else { "restore" };
            let body = json!({ "ids": ids, "action": action });
            client.post("/api/quotes/bulk", &body).await.expect_status(200);
        }
    };
    let delete_others = async {
        let client = business.client.clone();
        for n in 0..REPEATS {
            let body = json!({ "name": format!("Other{n}"), "company": "" });
            let other = client.post("/api/contacts", &body).await.expect_status(201);
            let body = with_field(business.quote_body(), "contactId", other["id"].clone());
            let path = format!("/api/contacts/{}", id_of(&other));
            let (made, gone) = tokio::join!(client.post("/api/quotes", &body), client.delete(&path));
            // Either the document has that customer, who then cannot be deleted, or the customer was deleted before.
            let both = (made.status.as_u16(), gone.status.as_u16());
            assert!([(201, 409), (422, 204)].contains(&both), "{made:?} {gone:?}");
        }
    };
    tokio::join!(rename, make, file, delete_others);

    let list = business.client.get("/api/quotes?limit=100").await.expect_status(200);
    let rows = list["data"].as_array().expect("rows");
    let last = format!("Name{REPEATS}");
    let named: Vec<&Value> = rows.iter().filter(|row| row["contactName"] == last).collect();
    assert_eq!(named.len(), 6 + REPEATS);
    let others = rows.iter().filter(|row| row["contactName"] != last);
    let saved = others.clone().count();
    let is_other = |row: &Value| row["contactName"].as_str().is_some_and(|name| name.starts_with("Other"));
    assert!(others.clone().all(is_other), "{list}");
    for n in 0..=REPEATS {
        // What begins with 'Name1' is 'Name12' as well.
        let is_last = last.starts_with(&format!("Name{n}"));
        let path = format!("/api/quotes?q=name{n}");
        let found = business.client.get(&path).await.expect_status(200);
        let expected = if is_last { named.len() } else { 0 };
        assert_eq!(found["total"], expected, "Name{n}");
    }
    let found = business.client.get("/api/quotes?q=other").await.expect_status(200);
    assert_eq!(found["total"], saved);
    business.app.stop().await;
}
