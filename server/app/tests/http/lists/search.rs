//! Searching: beginnings of words, in any script, with or without accents.

use serde_json::{Value, json};

use crate::documents::{OWNER, TestBusiness, id_of, with_field};

async fn search_documents(business: &TestBusiness, kind: &str, typed: &str) -> Vec<String> {
    let request = business.client.request(reqwest::Method::GET, &format!("/api/{kind}"));
    let list = business.client.send(request.query(&[("q", typed)])).await.expect_status(200);
    let rows = list["data"].as_array().expect("rows");
    assert_eq!(list["total"], json!(rows.len()), "{typed}");
    let job = |row: &Value| row["jobDescription"].as_str().unwrap_or_default().to_owned();
    let mut jobs: Vec<String> = rows.iter().map(job).collect();
    jobs.sort();
    jobs
}

async fn create_contact(business: &TestBusiness, name: &str, company: &str) -> Value {
    let body = json!({ "name": name, "company": company });
    business.client.post("/api/contacts", &body).await.expect_status(201)
}

async fn create_draft(business: &TestBusiness, contact: &Value, job: &str) -> Value {
    let body = with_field(business.quote_body(), "contactId", contact["id"].clone());
    let body = with_field(body, "jobDescription", json!(job));
    business.client.post("/api/quotes", &body).await.expect_status(201)
}

#[tokio::test]
async fn capitals_and_accents_make_no_difference_in_any_script() {
    let business = TestBusiness::open().await;
    let bakery = create_contact(&business, "", "ÉCLAIR Bakery").await;
    let greek = create_contact(&business, "ΣΟΦΊΑ ΟΔΌΣ", "").await;
    create_draft(&business, &bakery, "Oven").await;
    create_draft(&business, &greek, "ЗАМЕНА КРАНА").await;
    for typed in ["éclair", "eclair", "ÉCLAIR", "ecl BAK", "e\u{301}clair", "bakery éclair"] {
        assert_eq!(search_documents(&business, "quotes", typed).await, ["Oven"], "{typed}");
    }
    for typed in ["σοφία", "σοφια", "ΟΔΟΣ", "οδος", "замена", "Крана З", "σοφ кр"]
    {
        assert_eq!(search_documents(&business, "quotes", typed).await, ["ЗАМЕНА КРАНА"], "{typed}");
    }
    // A word is found by its beginning, and every word that is typed has to be there.
    for typed in ["clair", "éclair крана", "–", "'\"*()&|!:"] {
        assert_eq!(search_documents(&business, "quotes", typed).await, [""; 0], "{typed}");
    }
    business.app.stop().await;
}

#[tokio::test]
async fn documents_are_found_by_numbers_amounts_and_lines() {
    let business = TestBusiness::open().await;
    let jo = json!({ "id": business.contact });
    let sent = create_draft(&business, &jo, "Roof").await;
    business.send_by_link("quotes", &id_of(&sent)).await;
    for typed in ["Q-0001", "q0001", "q-1", "0001", "478.10", "£478", "copper pi", "jo blo roof"] {
        assert_eq!(search_documents(&business, "quotes", typed).await, ["Roof"], "{typed}");
    }
    for typed in ["Q-0002", "478.11", "479"] {
        assert_eq!(search_documents(&business, "quotes", typed).await, [""; 0], "{typed}");
    }
    // A save changes what it is found by.
    let body = with_field(business.quote_body(), "jobDescription", json!("Gutter"));
    let body = with_field(body, "version", json!(2));
    let mut body =
        with_field(body, "items", json!([{ "id": "a", "name": "Ladder", "quantity": "1", "price": "5" }]));
    crate::documents::remove_field(&mut body, "id");
    let path = format!("/api/quotes/{}", id_of(&sent));
    business.client.put(&path, &body).await.expect_status(200);
    assert_eq!(search_documents(&business, "quotes", "ladder").await, ["Gutter"]);
    for typed in ["copper", "roof", "478.10"] {
        assert_eq!(search_documents(&business, "quotes", typed).await, [""; 0], "{typed}");
    }
    // Nobody else's.
    let stranger = business.app.sign_up("lee@other.example").await;
    let list = stranger.get("/api/quotes?q=ladder").await.expect_status(200);
    assert_eq!(list["total"], 0);
    business.app.stop().await;
}

#[tokio::test]
async fn a_customer_is_found_by_the_new_name() {
    let business = TestBusiness::open().await;
    let customer = create_contact(&business, "Anna Smith", "").await;
    create_draft(&business, &customer, "Draft").await;
    let sent = create_draft(&business, &customer, "Sent").await;
    business.send_by_link("quotes", &id_of(&sent)).await;
    let path = format!("/api/contacts/{}", id_of(&customer));
    let body = json!({ "name": "Anna Żuraw", "company": "", "version": 1 });
    business.client.put(&path, &body).await.expect_status(200);
    assert_eq!(search_documents(&business, "quotes", "zuraw").await, ["Draft", "Sent"]);
    // What was issued says what it said, and is found by that too.
    assert_eq!(search_documents(&business, "quotes", "smith").await, ["Sent"]);
    let list = business.client.get("/api/quotes?sort=contactName").await.expect_status(200);
    assert_eq!(list["data"][0]["contactName"], "Anna Smith");
    assert_eq!(list["data"][1]["contactName"], "Anna Żuraw");
    // A stale change changes nothing.
    let body = json!({ "name": "Nobody", "company": "", "version": 1 });
    business.client.put(&path, &body).await.expect_error(409, "stale_version", None);
    assert_eq!(search_documents(&business, "quotes", "nobody").await, [""; 0]);

    let stays = create_contact(&business, "Bea Stone", "").await;
    let merge = json!({ "version": 1, "other": id_of(&customer), "otherVersion": 2 });
    let path = format!("/api/contacts/{}/merge", id_of(&stays));
    business.client.post(&path, &merge).await.expect_status(200);
    assert_eq!(search_documents(&business, "quotes", "zuraw").await, [""; 0]);
    assert_eq!(search_documents(&business, "quotes", "stone").await, ["Draft", "Sent"]);
    assert_eq!(search_documents(&business, "quotes", "smith").await, ["Sent"]);
    let list = business.client.get("/api/quotes?q=draft").await.expect_status(200);
    assert_eq!(list["data"][0]["contactName"], "Bea Stone");
    business.app.stop().await;
}

#[tokio::test]
async fn a_deleted_draft_is_found_no_more() {
    let business = TestBusiness::open().await;
    let jo = json!({ "id": business.contact });
    let gone = create_draft(&business, &jo, "Chimney").await;
    assert_eq!(search_documents(&business, "quotes", "chim").await, ["Chimney"]);
    let path = format!("/api/quotes/{}", id_of(&gone));
    business.client.delete(&path).await.expect_status(204);
    assert_eq!(search_documents(&business, "quotes", "chim").await, [""; 0]);
    assert_eq!(business.count_rows("document_summaries").await, 0);
    business.app.stop().await;
}

#[tokio::test]
async fn an_older_search_index_is_rebuilt_at_the_start() {
    let mut business = TestBusiness::open().await;
    let jo = json!({ "id": business.contact });
    for job in ["Chimney", "Chimney pot"] {
        create_draft(&business, &jo, job).await;
    }
    let mut tx = business.app.state().db.begin_write().await.expect("begun");
    sqlx::query(
        "UPDATE document_summaries SET search_row = 9007199254740993 + (SELECT COUNT(*) \
         FROM document_summaries other WHERE other.document_id < document_summaries.document_id)",
    )
    .execute(&mut *tx)
    .await
    .expect("numbered");
    tx.commit().await.expect("a commit");
    business.app.restart().await;
    business.client = business.app.new_client();
    business.app.log_in(&business.client, OWNER).await;
    create_draft(&business, &jo, "Chimney cap").await;
    let jobs = ["Chimney", "Chimney cap", "Chimney pot"];
    assert_eq!(search_documents(&business, "quotes", "chim").await, jobs);
    assert_eq!(search_documents(&business, "quotes", "pot").await, ["Chimney pot"]);
    business.app.stop().await;
}
