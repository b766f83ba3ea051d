//! What follows from the choice that was taken: invoice, stages, e-invoice, credit note.

use serde_json::{Value, json};

use super::{accept_quote, quote_body, read_own_quote, sent_quote_with_choices};
use crate::documents::{TestBusiness, id_of};

/// A quote whose customer took the best choice, for 960.00.
async fn accepted_best_choice(business: &TestBusiness) -> String {
    let sent = sent_quote_with_choices(business).await;
    accept_quote(business, &sent, json!({ "chosenChoice": "x" })).await.expect_status(200);
    format!("/api/quotes/{}", id_of(&sent))
}

fn line_names(document: &Value) -> Vec<&str> {
    let items = document["items"].as_array().expect("lines");
    items.iter().map(|line| line["name"].as_str().expect("a name")).collect()
}

#[tokio::test]
async fn the_invoice_is_for_the_accepted_choice_to_the_penny() {
    let business = crate::einvoice::open_with_einvoices().await;
    let path = accepted_best_choice(&business).await;
    let convert = format!("{path}/convert");
    let invoice = business.client.post_empty(&convert).await.expect_status(201);
    assert_eq!(line_names(&invoice), ["A day of work", "Smart boiler"]);
    assert_eq!(invoice["totals"]["totalAmount"], "960.00");
    assert_eq!((&invoice["choices"], &invoice["chosenChoice"]), (&json!([]), &Value::Null));
    let items = invoice["items"].as_array().expect("lines");
    assert!(items.iter().all(|line| line["choice"].is_null()), "{invoice}");

    let sent = business.send_by_link("invoices", &id_of(&invoice)).await;
    let xml = format!("/api/invoices/{}/einvoice", id_of(&sent));
    let xml = String::from_utf8(business.client.get_bytes(&xml).await).expect("text");
    assert!(xml.contains("Smart boiler") && xml.contains("960.00"), "{xml}");
    assert!(!xml.contains("Plain boiler") && !xml.contains("Combi boiler"), "{xml}");

    let credit = format!("/api/invoices/{}/credit-notes", id_of(&sent));
    let all = json!({ "of": "all", "reason": "Job not done" });
    let credit = business.client.post(&credit, &all).await.expect_status(201);
    assert_eq!(credit["totals"]["totalAmount"], "960.00");
}

#[tokio::test]
async fn converting_an_undecided_quote_uses_the_recommended_choice() {
    let business = TestBusiness::open().await;
    let sent = sent_quote_with_choices(&business).await;
    let convert = format!("/api/quotes/{}/convert", id_of(&sent));
    let invoice = business.client.post_empty(&convert).await.expect_status(201);
    assert_eq!(line_names(&invoice), ["A day of work", "Combi boiler"]);
    assert_eq!(invoice["totals"]["totalAmount"], "600.00");
}

#[tokio::test]
async fn stages_are_parts_of_the_accepted_choice() {
    let business = TestBusiness::open().await;
    let path = accepted_best_choice(&business).await;
    let stages = format!("{path}/stages");
    let half = business.client.post(&stages, &json!({ "percentage": "50" })).await.expect_status(201);
    assert_eq!(half["totals"]["totalAmount"], "480.00");
    business.send_by_link("invoices", &id_of(&half)).await;
    let job = business.client.get(&stages).await.expect_status(200);
    assert_eq!((&job["agreed"], &job["left"]), (&json!("960.00"), &json!("480.00")));
    let convert = format!("{path}/convert");
    let last = business.client.post_empty(&convert).await.expect_status(201);
    assert_eq!(line_names(&last), ["A day of work", "Smart boiler"]);
    assert_eq!(last["totals"]["totalAmount"], "480.00");
}

#[tokio::test]
async fn operations_edit_the_choices_of_a_draft_and_a_copy_has_them_too() {
    let business = TestBusiness::open().await;
    let draft = business.client.post("/api/quotes", &quote_body(&business)).await.expect_status(201);
    let path = format!("/api/quotes/{}", id_of(&draft));
    let copied = json!({
        "id": "copy", "name": "Smart boiler", "quantity": "1", "price": "950", "choice": "t",
    });
    let edit = json!({
        "baseVersion": draft["version"], "operationId": uuid::Uuid::now_v7(),
        "operations": [
            { "op": "set", "field": "choices", "value": [
                { "id": "x", "name": "Best" }, { "id": "b", "name": "Better" },
                { "id": "t", "name": "Top" },
            ] },
            { "op": "set", "field": "chosenChoice", "value": "t" },
            { "op": "insertLine", "after": "cover", "line": copied },
            { "op": "removeLine", "line": "plain" },
        ],
    });
    let edited = business.client.patch(&path, &edit).await.expect_status(200);
    assert_eq!(edited["totals"]["totalAmount"], "1260.00");
    let duplicate = format!("{path}/duplicate");
    let copy = business.client.post_empty(&duplicate).await.expect_status(201);
    assert_eq!(copy["choices"], edited["choices"]);
    assert_eq!(copy["totals"]["totalAmount"], "1260.00");

    // Lines of a choice that is done away with must go somewhere.
    let stray = json!({
        "baseVersion": edited["version"], "operationId": uuid::Uuid::now_v7(),
        "operations": [{ "op": "set", "field": "choices", "value": [{ "id": "t", "name": "Top" }] }],
    });
    business.client.patch(&path, &stray).await.expect_error(422, "rule_broken", Some("items[1].choice"));
    assert_eq!(read_own_quote(&business, &draft).await["choices"], edited["choices"]);
}
