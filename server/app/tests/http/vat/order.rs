//! Which return is filed next, what filing locks, and what a filed return stores.

use serde_json::{Value, json};

use super::{box_amounts, issue_invoice, load_return, open_registered, register_for_vat, registration_body};
use crate::credits::{create_sent, credit_all_body};
use crate::documents::edit::{edit_body, set_field_operation};
use crate::documents::{TestBusiness, id_of};

async fn file_return(business: &TestBusiness, to: &str) -> Value {
    let path = format!("/api/vat/{}/filed", business.profile);
    let body = json!({ "to": to });
    business.client.post(&path, &body).await.expect_status(201)
}

async fn load_records(business: &TestBusiness, on: &str, number: u8) -> Vec<Value> {
    let path = format!("/api/vat/{}/return/records?on={on}&box={number}", business.profile);
    let body = business.client.get(&path).await.expect_status(200);
    body["records"].as_array().expect("records").clone()
}

#[tokio::test]
async fn the_next_return_starts_the_day_after_the_last_even_if_periods_change() {
    let business = open_registered(json!([])).await;
    issue_invoice(&business, "2026-10-20").await;
    file_return(&business, "2026-06-30").await;
    file_return(&business, "2026-09-30").await;
    register_for_vat(&business, 1, json!({ "periods": "january" })).await;
    let body = load_return(&business, "2026-10-15").await;
    assert_eq!(
        (&body["from"], &body["to"], &body["canFile"]),
        (&json!("2026-10-01"), &json!("2026-10-31"), &json!(true))
    );
    assert_eq!(box_amounts(&body)[0], "79.68");
    let body = load_return(&business, "2026-11-01").await;
    assert_eq!(
        (&body["from"], &body["to"], &body["filing"]),
        (
            &json!("2026-11-01"),
            &json!("2027-01-31"),
            &json!("You file returns in order: file the one to 31 Oct 2026 first.")
        )
    );
    let body = file_return(&business, "2026-10-31").await;
    assert!(body["filedAt"].is_i64(), "{body}");
    let body = load_return(&business, "2026-11-01").await;
    assert_eq!(body["filing"], "This period isn’t over yet.");
    business.app.stop().await;
}

#[tokio::test]
async fn filing_the_first_return_closes_earlier_periods() {
    let business = open_registered(json!([])).await;
    issue_invoice(&business, "2026-05-10").await;
    let response = load_return(&business, "2026-09-10").await;
    let filing = response["filing"].as_str().expect("a sentence");
    assert!(filing.contains("1 Apr 2026 to 30 Jun 2026, count as filed elsewhere"), "{filing}");
    file_return(&business, "2026-09-30").await;
    let refused = business
        .client
        .post(&format!("/api/vat/{}/filed", business.profile), &json!({ "to": "2026-06-30" }))
        .await
        .expect_status(422);
    assert_eq!(refused["errors"][0]["code"], "before_first");
    // What is entered of it later counts in the next.
    issue_invoice(&business, "2026-05-20").await;
    let spring = load_return(&business, "2026-05-10").await;
    assert_eq!(
        (box_amounts(&spring)[0], &spring["elsewhere"], &spring["canFile"]),
        ("79.68", &json!(true), &json!(false))
    );
    let next = load_return(&business, "2026-11-16").await;
    assert_eq!((box_amounts(&next)[0], &next["late"]), ("79.68", &json!(1)));
    let note = load_records(&business, "2026-11-16", 1).await[0]["note"].clone();
    let note = note.as_str().expect("a note");
    assert!(note.contains("20 May 2026, before the first VAT return"), "{note}");
    // Opened again, all is as before.
    let path = format!("/api/vat/{}/filed", business.profile);
    let body = json!({ "to": "2026-09-30" });
    business.client.delete_with(&path, &body).await.expect_status(200);
    let spring = load_return(&business, "2026-05-10").await;
    assert_eq!(
        (box_amounts(&spring)[0], &spring["elsewhere"], &spring["canFile"]),
        ("159.36", &json!(false), &json!(true))
    );
    file_return(&business, "2026-06-30").await;
    file_return(&business, "2026-09-30").await;
    business.app.stop().await;
}

#[tokio::test]
async fn a_registration_cannot_be_changed_for_filed_periods() {
    let business = open_registered(json!([])).await;
    file_return(&business, "2026-06-30").await;
    file_return(&business, "2026-09-30").await;
    let path = format!("/api/vat/{}/registration", business.profile);
    let cash = json!([{ "from": "2026-07-01", "cash": true, "flatRate": null }]);
    for (changes, field) in [
        (json!({ "from": "2026-10-01" }), "from"),
        (json!({ "until": "2026-09-15" }), "until"),
        (json!({ "schemes": cash }), "schemes"),
    ] {
        let body = registration_body(1, &changes);
        let refused = business.client.put(&path, &body).await.expect_status(422);
        let error = &refused["errors"][0];
        assert_eq!((&error["path"], &error["code"]), (&json!(field), &json!("filed")));
        let text = error["msg"].as_str().expect("a sentence");
        assert!(text.contains("30 Sept 2026"), "{text}");
    }
    let cash = json!([{ "from": "2026-10-01", "cash": true, "flatRate": null }]);
    let changes = json!({ "until": "2026-10-15", "schemes": cash });
    register_for_vat(&business, 1, changes).await;
    business.app.stop().await;
}

#[tokio::test]
async fn records_that_are_in_no_return_are_listed() {
    let business = open_registered(json!([])).await;
    let invoice = issue_invoice(&business, "2026-09-10").await;
    let stray = issue_invoice(&business, "2026-10-10").await;
    register_for_vat(&business, 1, json!({ "until": "2026-09-15" })).await;
    let note = create_sent(&business, &invoice, &credit_all_body()).await;
    let body = business.client.get("/api/vat").await.expect_status(200);
    let outside = body[0]["outside"].as_array().expect("a list");
    assert_eq!(outside.len(), 1, "{body}");
    assert_eq!((&outside[0]["kind"], &outside[0]["subject"]), (&json!("invoice"), &json!(id_of(&stray))));
    let msg = outside[0]["msg"].as_str().expect("a sentence");
    assert!(msg.contains("of 10 Oct 2026 charges £79.68 of VAT on a day you weren’t registered"), "{msg}");
    let last = load_return(&business, "2026-09-15").await;
    let outside = last["outside"].as_array().expect("a list");
    assert_eq!(outside.len(), 1, "{last}");
    assert_eq!((&outside[0]["kind"], &outside[0]["subject"]), (&json!("credit_note"), &json!(id_of(&note))));
    let msg = outside[0]["msg"].as_str().expect("a sentence");
    assert!(msg.contains("form VAT427"), "{msg}");
    // Before the first day as well.
    let later = json!({ "from": "2026-09-11", "until": null });
    let body = register_for_vat(&business, 2, later).await;
    assert_eq!(body["outside"][0]["subject"], id_of(&invoice));
    business.app.stop().await;
}

#[tokio::test]
async fn a_filed_return_stores_the_records_behind_it() {
    let business = open_registered(json!([])).await;
    let invoice = issue_invoice(&business, "2026-09-10").await;
    let body = json!({ "date": "2026-09-11", "supplier": "Screwfix", "category": "costOfGoods", "amount": "60",
        "vatRate": "20", "receipts": [] });
    let expense = business.client.post("/api/expenses", &body).await.expect_status(201);
    file_return(&business, "2026-09-30").await;
    let path = format!("/api/invoices/{}", id_of(&invoice));
    let moved = edit_body(
        &invoice["version"],
        json!([set_field_operation("issueDate", "2026-12-05"), set_field_operation("dueDate", "2026-12-30")]),
    );
    business.client.patch(&path, &moved).await.expect_status(200);
    let path = format!("/api/expenses/{}", id_of(&expense));
    business.client.delete(&path).await.expect_status(204);

    let sold = &load_records(&business, "2026-09-30", 1).await[0];
    assert_eq!(
        (&sold["title"], &sold["kind"], &sold["subject"]),
        (&invoice["invoiceNumber"], &json!("invoice"), &json!(id_of(&invoice)))
    );
    assert_ne!(sold["customer"], "");
    let bought = &load_records(&business, "2026-09-30", 4).await[0];
    assert_eq!(
        (&bought["title"], &bought["kind"], &bought["note"]),
        (&json!("Screwfix"), &json!(""), &json!("It no longer exists."))
    );
    let now = load_records(&business, "2026-11-16", 4).await;
    assert_eq!(now[0]["title"], "Screwfix");
    let note = now[0]["note"].as_str().expect("a note");
    assert!(note.contains("has been deleted since"), "{note}");
    let now = load_records(&business, "2026-11-16", 1).await;
    let out = now.iter().find(|it| it["amount"] == "-79.68");
    let note = out.expect("taken out")["note"].as_str().expect("a note");
    assert!(note.contains("moved since to 5 Dec 2026"), "{note}");
    let path = format!("/api/vat/{}/return/file?on=2026-11-16&as=csv", business.profile);
    let csv = business.client.get(&path).await.text;
    for text in ["Business,", "1 Oct 2026 to 31 Dec 2026", "moved since to 5 Dec 2026"] {
        assert!(csv.contains(text), "{csv}");
    }
    business.app.stop().await;
}
