//! A document that was written by other rules and is refused by today's: it can be read unchanged, and whatever would
//! have to calculate it again names the field at fault.

use serde_json::{Value, json};

use super::{TestBusiness, id_of, with_field};
use crate::support::TestResponse;

/// Stores a price that today's rules refuse, as if earlier rules had accepted it.
async fn store_refused_price(business: &TestBusiness, document: &Value, line: usize) {
    let id = id_of(document);
    let mut input = business.stored_input(&id).await;
    input["items"][line]["price"] = json!("twelve pounds");
    let sql = "UPDATE documents SET input = $1 WHERE id = $2";
    business.execute_sql(sql, &[&input.to_string(), &id]).await;
}

#[track_caller]
fn assert_names_price(answer: TestResponse, line: usize) {
    let path = format!("items[{line}].price");
    let body = answer.expect_error(422, "rule_broken", Some(&path));
    let message = body["message"].as_str().expect("a sentence");
    assert!(message.contains("The rules have changed"), "{message}");
    assert!(message.contains("Price"), "{message}");
}

#[tokio::test]
async fn an_issued_quote_is_not_copied() {
    let business = TestBusiness::open().await;
    let mut body = business.quote_body();
    body["items"][0]["optional"] = json!(true);
    body["items"][0]["selected"] = json!(false);
    let draft = business.client.post("/api/quotes", &body).await.expect_status(201);
    let quote = business.send_by_link("quotes", &id_of(&draft)).await;
    store_refused_price(&business, &quote, 1).await;
    let path = format!("/api/quotes/{}", id_of(&quote));
    let before = business.client.get(&path).await.expect_status(200);
    assert_eq!(before["totals"], quote["totals"]);
    for step in ["duplicate", "convert"] {
        let answer = business.client.post_empty(&format!("{path}/{step}")).await;
        // The line's place is the one that it has in the quote, not in the invoice.
        assert_names_price(answer, 1);
    }
    assert_eq!(business.client.get(&path).await.expect_status(200), before);
    assert_eq!(business.count_rows("documents").await, 1);
}

#[tokio::test]
async fn an_unselected_line_does_not_prevent_the_conversion() {
    let business = TestBusiness::open().await;
    let mut body = business.quote_body();
    body["items"][0]["optional"] = json!(true);
    body["items"][0]["selected"] = json!(false);
    let draft = business.client.post("/api/quotes", &body).await.expect_status(201);
    let quote = business.send_by_link("quotes", &id_of(&draft)).await;
    store_refused_price(&business, &quote, 0).await;
    let convert = format!("/api/quotes/{}/convert", id_of(&quote));
    business.client.post_empty(&convert).await.expect_status(201);
}

#[tokio::test]
async fn a_draft_can_be_opened_and_corrected() {
    let business = TestBusiness::open().await;
    let draft = business.draft_quote().await;
    store_refused_price(&business, &draft, 0).await;
    let path = format!("/api/quotes/{}", id_of(&draft));
    let read = business.client.get(&path).await.expect_status(200);
    assert_eq!(read["totals"], draft["totals"], "as it was saved");
    assert_eq!(read["items"][0]["price"], "twelve pounds");
    let send = json!({ "via": "link" });
    let answer = business.client.post(&format!("{path}/send"), &send).await;
    answer.expect_error(422, "rule_broken", Some("items[0].price"));
    let duplicate = format!("{path}/duplicate");
    assert_names_price(business.client.post_empty(&duplicate).await, 0);
    let mended = with_field(business.quote_body(), "version", draft["version"].clone());
    business.client.put(&path, &mended).await.expect_status(200);
    business.send_by_link("quotes", &id_of(&draft)).await;
}
