//! Where the job is, where that is not the customer's own address.

use serde_json::{Value, json};

use super::edit::{edit, set};
use super::{Desk, id, token};

const BARN: &str = "The Barn\nLow Lane\nOtley\nLS21 1AA";

fn at_the_barn(mut body: Value) -> Value {
    body["jobAddress"] = json!(BARN);
    body
}

/// The job's address as the customer's page shows it, and what the public answer says of it.
async fn shown(desk: &Desk, token: &str) -> [Option<String>; 2] {
    let public = format!("/api/quotes/public/{token}");
    let answer = desk.app.client().get(&public).await.expect(200);
    let said = answer["quote"].get("jobAddress").and_then(Value::as_str);
    let said = said.map(str::to_owned);
    let document = serde_json::from_value(answer).expect("a document");
    let page = plumbline_core::doors::present(&document, "2026-11-16").expect("a document");
    let mut rows = page.details.rows.into_iter();
    let row = rows.find(|row| row.label == "Job Address");
    [row.map(|row| row.value), said]
}

fn told(shown: &str, said: &str) -> [Option<String>; 2] {
    [Some(shown.to_owned()), Some(said.to_owned())]
}

#[tokio::test]
async fn a_job_s_address_goes_from_the_draft_to_the_customer_and_the_invoice() {
    let desk = Desk::open().await;
    let quote = at_the_barn(desk.quote());
    let draft = desk.client.post("/api/quotes", &quote).await.expect(201);
    assert_eq!(draft["jobAddress"], BARN);
    let path = format!("/api/quotes/{}", id(&draft));
    let sent = desk.send("quotes", &id(&draft)).await;
    assert_eq!(
        shown(&desk, &token(&sent)).await,
        told("The Barn, Low Lane, Otley, LS21 1AA", BARN)
    );
    // A copy for the same customer starts with it, and so does the invoice.
    for copy in ["duplicate", "convert"] {
        let made = desk
            .client
            .post_empty(&format!("{path}/{copy}"))
            .await
            .expect(201);
        assert_eq!(made["jobAddress"], BARN, "{copy}");
    }
}

#[tokio::test]
async fn it_is_edited_by_itself_and_what_was_issued_keeps_its_own() {
    let desk = Desk::open().await;
    let draft = desk
        .client
        .post("/api/quotes", &at_the_barn(desk.quote()))
        .await
        .expect(201);
    let path = format!("/api/quotes/{}", id(&draft));
    let sent = desk.send("quotes", &id(&draft)).await;
    let operations = json!([set("jobAddress", "Flat 3\nLS1 4AP")]);
    let edited = desk
        .client
        .patch(&path, &edit(&sent["version"], operations))
        .await
        .expect(200);
    assert_eq!(edited["jobAddress"], "Flat 3\nLS1 4AP");
    assert_eq!(edited["notes"], sent["notes"]);
    assert_eq!(
        shown(&desk, &token(&sent)).await,
        told("Flat 3, LS1 4AP", "Flat 3\nLS1 4AP")
    );
    let none = json!([set("jobAddress", "")]);
    desk.client
        .patch(&path, &edit(&edited["version"], none))
        .await
        .expect(200);
    assert_eq!(shown(&desk, &token(&sent)).await, [None, None]);
}

#[tokio::test]
async fn it_is_found_by_a_search_and_goes_into_the_pdf() {
    let desk = Desk::open().await;
    let draft = desk
        .client
        .post("/api/quotes", &at_the_barn(desk.quote()))
        .await
        .expect(201);
    let found = desk.client.get("/api/quotes?q=otley").await.expect(200);
    assert_eq!(found["data"][0]["id"], draft["id"]);
    let path = format!("/api/quotes/{}/pdf", id(&draft));
    let pdf = desk.client.bytes(&path).await;
    let text = crate::pdf::text(&pdf);
    assert!(text.contains("The Barn, Low Lane"), "{text}");
}

#[tokio::test]
async fn one_that_is_too_long_is_refused_by_name() {
    let desk = Desk::open().await;
    let mut body = desk.quote();
    body["jobAddress"] = json!("x".repeat(1_001));
    let refused = desk.client.post("/api/quotes", &body).await.expect(422);
    assert_eq!(refused["errors"][0]["path"], "jobAddress");
    body["jobAddress"] = json!(7);
    desk.client.post("/api/quotes", &body).await.expect(400);
}
