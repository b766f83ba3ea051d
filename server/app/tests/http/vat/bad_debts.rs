//! VAT on unpaid invoices: reclaimed six months after the due date, and repaid when the money comes after all.

use serde_json::json;

use super::{box_amounts, load_return, open_registered};
use crate::documents::{OWNER, TestBusiness, id_of};
use crate::reports::record_payment;

/// An invoice of 1,000.00 and 200.00 of VAT, with this issue date and due date.
async fn unpaid_invoice(business: &TestBusiness, issued: &str, due: &str) -> String {
    let mut body = business.invoice_body();
    for (field, value) in [
        ("issueDate", json!(issued)),
        ("dueDate", json!(due)),
        ("includeLabour", json!(false)),
        ("includeDiscount", json!(false)),
        ("items", json!([{ "id": "a", "name": "Work", "quantity": "1", "price": "1000" }])),
    ] {
        body[field] = value;
    }
    let draft = business.client.post("/api/invoices", &body).await.expect_status(201);
    id_of(&business.send_by_link("invoices", &id_of(&draft)).await)
}

#[tokio::test]
async fn vat_on_an_unpaid_invoice_is_reclaimed_and_repaid_when_it_is_paid() {
    let business = open_registered(json!([])).await;
    let path = format!("/api/vat/{}/bad-debts", business.profile);
    let old = unpaid_invoice(&business, "2026-04-10", "2026-05-10").await;
    let young = unpaid_invoice(&business, "2026-05-01", "2026-05-31").await;
    // Today is 16 November: the first was due six months ago, the other not yet.
    let response = business.client.get(&path).await.expect_status(200);
    let open = response["unclaimed"].as_array().expect("invoices");
    assert_eq!(open.len(), 1, "{response}");
    assert_eq!(
        (&open[0]["invoice"], &open[0]["vat"], &open[0]["unpaid"]),
        (&json!(old), &json!("200.00"), &json!("1200.00"))
    );
    assert_eq!(open[0]["from"], "2026-11-10");
    let sums = (&response["unclaimedCount"], &response["unclaimedVat"]);
    assert_eq!(sums, (&json!(1), &json!("200.00")));
    let refused = business.client.post(&path, &json!({ "invoice": young })).await;
    refused.expect_error(422, "rule_broken", Some("invoice"));
    let body = json!({ "invoice": old });
    let response = business.client.post(&path, &body).await.expect_status(201);
    assert_eq!(response["unclaimed"], json!([]));
    let sums = (&response["unclaimedCount"], &response["unclaimedVat"]);
    assert_eq!(sums, (&json!(0), &json!("0.00")));
    assert_eq!(response["writtenOff"][0]["writtenOff"], "2026-11-16");
    assert_eq!(business.client.post(&path, &body).await.expect_status(201), response);
    let made = load_return(&business, "2026-11-16").await;
    assert_eq!(box_amounts(&made)[2], "200.00");
    // The invoice says so, once.
    let happened = business.client.get(&format!("/api/invoices/{old}/timeline")).await;
    let happened = happened.expect_status(200)["happened"].clone();
    let of_claim = happened.as_array().expect("what happened").iter();
    let amounts: Vec<_> =
        of_claim.filter(|one| one["kind"] == "written_off").map(|one| one["amount"].clone()).collect();
    assert_eq!(amounts, [json!("200.00")]);
    // A quarter of it comes in after all.
    business.app.clock.advance(plumbline::clock::DAY);
    business.app.log_in(&business.client, OWNER).await;
    record_payment(&business, &json!({ "id": old }), "300", "2026-11-17").await;
    let made = load_return(&business, "2026-11-16").await;
    assert_eq!((box_amounts(&made)[0], box_amounts(&made)[2]), ("50.00", "200.00"));
    let response = business.client.delete_with(&path, &body).await.expect_status(200);
    assert_eq!(response["writtenOff"], json!([]));
    let made = load_return(&business, "2026-11-16").await;
    assert_eq!((box_amounts(&made)[0], box_amounts(&made)[2]), ("0.00", "0.00"));
    let newest = business.client.get("/api/activities?limit=1").await.expect_status(200);
    let text = newest[0]["sentence"].as_str().expect("a sentence");
    assert!(text.starts_with("You undid writing off the invoice"), "{text}");
    // Nobody else's.
    let jo = business.app.sign_up("jo@example.com").await;
    jo.get(&path).await.expect_error(404, "not_found", None);
    business.app.stop().await;
}
