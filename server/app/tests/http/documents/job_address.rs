//! The address of the job, if it is not the customer's own address.

use serde_json::{Value, json};

use super::edit::{edit_body, set_field_operation};
use super::{TestBusiness, id_of, token_of};

const BARN: &str = "The Barn\nLow Lane\nOtley\nLS21 1AA";

fn with_barn_address(mut body: Value) -> Value {
    body["jobAddress"] = json!(BARN);
    body
}

/// The job's address on the customer's page, and in the public response.
async fn public_job_address(business: &TestBusiness, token: &str) -> [Option<String>; 2] {
    let public = format!("/api/quotes/public/{token}");
    let answer = business.app.new_client().get(&public).await.expect_status(200);
    let text = answer["quote"].get("jobAddress").and_then(Value::as_str);
    let message = text.map(str::to_owned);
    let document = serde_json::from_value(answer).expect("a document");
    let page = plumbline_core::text_api::present(&document, "2026-11-16").expect("a document");
    let mut rows = page.details.rows.into_iter();
    let row = rows.find(|row| row.label == "Job Address");
    [row.map(|row| row.value), message]
}

fn job_address_pair(displayed: &str, text: &str) -> [Option<String>; 2] {
    [Some(displayed.to_owned()), Some(text.to_owned())]
}

#[tokio::test]
async fn the_job_address_is_shown_to_the_customer_and_copied_to_the_invoice() {
    let business = TestBusiness::open().await;
    let quote = with_barn_address(business.quote_body());
    let draft = business.client.post("/api/quotes", &quote).await.expect_status(201);
    assert_eq!(draft["jobAddress"], BARN);
    let path = format!("/api/quotes/{}", id_of(&draft));
    let sent = business.send_by_link("quotes", &id_of(&draft)).await;
    assert_eq!(
        public_job_address(&business, &token_of(&sent)).await,
        job_address_pair("The Barn, Low Lane, Otley, LS21 1AA", BARN)
    );
    // A copy for the same customer starts with it, and so does the invoice.
    for copy in ["duplicate", "convert"] {
        let made = business.client.post_empty(&format!("{path}/{copy}")).await.expect_status(201);
        assert_eq!(made["jobAddress"], BARN, "{copy}");
    }
}

#[tokio::test]
async fn the_job_address_can_be_edited_and_issued_versions_keep_theirs() {
    let business = TestBusiness::open().await;
    let draft = business
        .client
        .post("/api/quotes", &with_barn_address(business.quote_body()))
        .await
        .expect_status(201);
    let path = format!("/api/quotes/{}", id_of(&draft));
    let sent = business.send_by_link("quotes", &id_of(&draft)).await;
    let operations = json!([set_field_operation("jobAddress", "Flat 3\nLS1 4AP")]);
    let edited =
        business.client.patch(&path, &edit_body(&sent["version"], operations)).await.expect_status(200);
    assert_eq!(edited["jobAddress"], "Flat 3\nLS1 4AP");
    assert_eq!(edited["notes"], sent["notes"]);
    assert_eq!(
        public_job_address(&business, &token_of(&sent)).await,
        job_address_pair("Flat 3, LS1 4AP", "Flat 3\nLS1 4AP")
    );
    let none = json!([set_field_operation("jobAddress", "")]);
    business.client.patch(&path, &edit_body(&edited["version"], none)).await.expect_status(200);
    assert_eq!(public_job_address(&business, &token_of(&sent)).await, [None, None]);
}

#[tokio::test]
async fn a_job_address_is_found_by_a_search_and_is_in_the_pdf() {
    let business = TestBusiness::open().await;
    let draft = business
        .client
        .post("/api/quotes", &with_barn_address(business.quote_body()))
        .await
        .expect_status(201);
    let found = business.client.get("/api/quotes?q=otley").await.expect_status(200);
    assert_eq!(found["data"][0]["id"], draft["id"]);
    let path = format!("/api/quotes/{}/pdf", id_of(&draft));
    let pdf = business.client.get_bytes(&path).await;
    let text = crate::pdf::pdf_text(&pdf);
    assert!(text.contains("The Barn, Low Lane"), "{text}");
}

#[tokio::test]
async fn an_overlong_job_address_is_refused_with_its_field() {
    let business = TestBusiness::open().await;
    let mut body = business.quote_body();
    body["jobAddress"] = json!("x".repeat(1_001));
    let refused = business.client.post("/api/quotes", &body).await.expect_status(422);
    assert_eq!(refused["errors"][0]["path"], "jobAddress");
    body["jobAddress"] = json!(7);
    business.client.post("/api/quotes", &body).await.expect_status(400);
}
