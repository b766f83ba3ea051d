//! VAT on what nobody pays: claimed six months after it was due, and repaid when the money comes after all.

use serde_json::json;

use super::{box_amounts, load_return, open_registered};
use crate::documents::{OWNER, TestBusiness, id_of};
use crate::reports::record_payment;

/// An invoice of 1,000.00 and 200.00 of VAT, sent and due on these days.
async fn unpaid_invoice(desk: &TestBusiness, issued: &str, due: &str) -> String {
    let mut body = desk.invoice_body();
    for (field, value) in [
        ("issueDate", json!(issued)),
        ("dueDate", json!(due)),
        ("includeLabour", json!(false)),
        ("includeDiscount", json!(false)),
        (
            "items",
            json!([{ "id": "a", "name": "Work", "quantity": "1", "price": "1000" }]),
        ),
    ] {
        body[field] = value;
    }
    let draft = desk
        .client
        .post("/api/invoices", &body)
        .await
        .expect_status(201);
    id_of(&desk.send_by_link("invoices", &id_of(&draft)).await)
}

#[tokio::test]
async fn vat_that_nobody_pays_is_claimed_and_repaid_when_it_is_paid() {
    let desk = open_registered(json!([])).await;
    let path = format!("/api/vat/{}/bad-debts", desk.profile);
    let old = unpaid_invoice(&desk, "2026-04-10", "2026-05-10").await;
    let young = unpaid_invoice(&desk, "2026-05-01", "2026-05-31").await;
    // Today is 16 November: the first was due six months ago, the other not yet.
    let told = desk.client.get(&path).await.expect_status(200);
    let open = told["unclaimed"].as_array().expect("invoices");
    assert_eq!(open.len(), 1, "{told}");
    assert_eq!(
        (&open[0]["invoice"], &open[0]["vat"], &open[0]["unpaid"]),
        (&json!(old), &json!("200.00"), &json!("1200.00"))
    );
    assert_eq!(open[0]["from"], "2026-11-10");
    let sums = (&told["unclaimedCount"], &told["unclaimedVat"]);
    assert_eq!(sums, (&json!(1), &json!("200.00")));
    let refused = desk.client.post(&path, &json!({ "invoice": young })).await;
    refused.expect_error(422, "rule_broken", Some("invoice"));
    let body = json!({ "invoice": old });
    let told = desk.client.post(&path, &body).await.expect_status(201);
    assert_eq!(told["unclaimed"], json!([]));
    let sums = (&told["unclaimedCount"], &told["unclaimedVat"]);
    assert_eq!(sums, (&json!(0), &json!("0.00")));
    assert_eq!(told["writtenOff"][0]["writtenOff"], "2026-11-16");
    assert_eq!(
        desk.client.post(&path, &body).await.expect_status(201),
        told
    );
    let made = load_return(&desk, "2026-11-16").await;
    assert_eq!(box_amounts(&made)[2], "200.00");
    // The invoice says so, once.
    let happened = desk
        .client
        .get(&format!("/api/invoices/{old}/timeline"))
        .await;
    let happened = happened.expect_status(200)["happened"].clone();
    let of_claim = happened.as_array().expect("what happened").iter();
    let amounts: Vec<_> = of_claim
        .filter(|one| one["kind"] == "written_off")
        .map(|one| one["amount"].clone())
        .collect();
    assert_eq!(amounts, [json!("200.00")]);
    // A quarter of it comes in after all.
    desk.app.clock.advance(plumbline::clock::DAY);
    desk.app.log_in(&desk.client, OWNER).await;
    record_payment(&desk, &json!({ "id": old }), "300", "2026-11-17").await;
    let made = load_return(&desk, "2026-11-16").await;
    assert_eq!(
        (box_amounts(&made)[0], box_amounts(&made)[2]),
        ("50.00", "200.00")
    );
    let told = desk
        .client
        .delete_with(&path, &body)
        .await
        .expect_status(200);
    assert_eq!(told["writtenOff"], json!([]));
    let made = load_return(&desk, "2026-11-16").await;
    assert_eq!(
        (box_amounts(&made)[0], box_amounts(&made)[2]),
        ("0.00", "0.00")
    );
    let newest = desk
        .client
        .get("/api/activities?limit=1")
        .await
        .expect_status(200);
    let said = newest[0]["sentence"].as_str().expect("a sentence");
    assert!(
        said.starts_with("You undid writing off the invoice"),
        "{said}"
    );
    // Nobody else's.
    let jo = desk.app.sign_up("jo@example.com").await;
    jo.get(&path).await.expect_error(404, "not_found", None);
    desk.app.stop().await;
}
