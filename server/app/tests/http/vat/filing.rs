//! What was filed and what came late, the registration, and purchases under the reverse charge.

use serde_json::{Value, json};

use super::{
    box_amounts, issue_invoice, load_return, open_registered, register_for_vat, registration_body, to_pence,
};
use crate::documents::{TestBusiness, id_of};

#[tokio::test]
async fn a_filed_return_is_locked_and_late_changes_count_in_the_next() {
    let business = open_registered(json!([])).await;
    let first = issue_invoice(&business, "2026-09-10").await;
    let path = format!("/api/vat/{}/filed", business.profile);
    let to = |day: &str| json!({ "to": day });
    let body = business.client.post(&path, &to("2026-09-30")).await.expect_status(201);
    assert!(body["filedAt"].as_i64().is_some_and(|at| at > 0), "{body}");
    assert_eq!((&body["canFile"], &body["canOpen"]), (&json!(false), &json!(true)));
    let again = business.client.post(&path, &to("2026-09-30")).await.expect_status(201);
    assert_eq!(again["filedAt"], body["filedAt"]);
    for (day, code) in
        [("2026-12-31", "not_over"), ("2026-09-29", "not_a_period"), ("2026-06-30", "before_first")]
    {
        let refused = business.client.post(&path, &to(day)).await.expect_status(422);
        assert_eq!(refused["errors"][0]["code"], code);
    }

    // An invoice of a filed quarter, and one of it that is withdrawn.
    issue_invoice(&business, "2026-09-20").await;
    let filed = load_return(&business, "2026-09-30").await;
    assert_eq!(box_amounts(&filed)[0], "79.68");
    let next = load_return(&business, "2026-11-16").await;
    assert_eq!((box_amounts(&next)[0], &next["late"]), ("79.68", &json!(1)));
    let void = format!("/api/invoices/{}/void", id_of(&first));
    business.client.post_empty(&void).await.expect_status(200);
    let filed = load_return(&business, "2026-09-30").await;
    assert_eq!(box_amounts(&filed)[0], "79.68", "it stays as it was filed");
    let next = load_return(&business, "2026-11-16").await;
    assert_eq!((box_amounts(&next)[0], &next["late"]), ("0.00", &json!(2)));
    let records = format!("/api/vat/{}/return/records?on=2026-11-16&box=1", business.profile);
    let records = business.client.get(&records).await.expect_status(200);
    let notes: Vec<&str> = records["records"]
        .as_array()
        .expect("records")
        .iter()
        .filter_map(|record| record["note"].as_str())
        .collect();
    assert!(notes.iter().any(|note| note.contains("wasn’t in the VAT return you filed")), "{notes:?}");
    assert!(notes.iter().any(|note| note.contains("voided")), "{notes:?}");

    let refused = business.client.delete_with(&path, &to("2026-12-31")).await.expect_status(422);
    assert_eq!(refused["errors"][0]["code"], "not_last");
    let opened = business.client.delete_with(&path, &to("2026-09-30")).await.expect_status(200);
    assert_eq!((&opened["filedAt"], box_amounts(&opened)[0]), (&Value::Null, "79.68"));
    business.app.stop().await;
}

#[tokio::test]
async fn a_registration_is_validated_and_stored() {
    let business = TestBusiness::open().await;
    let response = business.client.get("/api/vat").await.expect_status(200);
    assert_eq!(response[0]["registration"], Value::Null);
    let path = format!("/api/vat/{}", business.profile);
    let refused = business.client.get(&format!("{path}/return")).await.expect_status(422);
    assert_eq!(refused["errors"][0]["code"], "not_registered");
    for (changes, path_of) in [
        (json!({ "from": "1972-12-31" }), "from"),
        (json!({ "until": "2026-03-31" }), "until"),
        (json!({ "periods": "annual", "annualEndsIn": 13 }), "annualEndsIn"),
        (
            json!({ "schemes": [
                { "from": "2026-04-01", "cash": true, "flatRate": null },
                { "from": "2026-04-01", "cash": false, "flatRate": null }
            ] }),
            "schemes[1].from",
        ),
    ] {
        let body = registration_body(0, &changes);
        let refused = business.client.put(&format!("{path}/registration"), &body).await.expect_status(422);
        assert_eq!(refused["errors"][0]["path"], path_of);
    }
    // In mid-quarter: the first period is shorter.
    let made = register_for_vat(&business, 0, json!({ "from": "2026-11-10" })).await;
    assert_eq!(made["registration"]["version"], 1);
    let response = load_return(&business, "2026-11-16").await;
    assert_eq!((&response["from"], &response["to"]), (&json!("2026-11-10"), &json!("2026-12-31")));
    let before = format!("{path}/return?on=2026-11-09");
    business.client.get(&before).await.expect_status(422);
    let stale = registration_body(0, &json!({}));
    business.client.put(&format!("{path}/registration"), &stale).await.expect_status(409);
    business.client.get("/api/vat/019be5a0-0000-7000-8000-000000000009/return").await.expect_status(404);
    business.app.new_client().get("/api/vat").await.expect_status(401);
    business.app.stop().await;
}

#[tokio::test]
async fn purchases_under_the_reverse_charge_are_accounted_for() {
    let business = open_registered(json!([])).await;
    let spend = async |changes: Value| {
        let mut body = json!({ "date": "2026-11-03", "supplier": "Sub & Son", "receipts": [],
            "category": "paymentsToSubcontractors", "amount": "1000", "vatRate": "20" });
        for (name, value) in changes.as_object().expect("fields") {
            body[name] = value.clone();
        }
        business.client.post("/api/expenses", &body).await
    };
    let made = spend(json!({ "vatKind": "reverseCharge" })).await.expect_status(201);
    assert_eq!(
        (&made["vatAmount"], &made["vatKind"], &made["vatReckoned"]),
        (&json!("0.00"), &json!("reverseCharge"), &json!(true))
    );
    let response = load_return(&business, "2026-11-03").await;
    let boxes = response["boxes"].as_array().expect("boxes").iter();
    let amounts: Vec<i64> = boxes.map(|it| to_pence(&it["amount"])).collect();
    // The customer's boxes 1, 4 and 7, never 6 (VATREVCON37100): £200 in and out again.
    assert_eq!(amounts, [20_000, 0, 20_000, 20_000, 0, 0, 100_000, 0, 0]);
    // A quarter of 1,000.00 at 5 % was private: all of its VAT is due, and three quarters come back.
    spend(json!({ "vatKind": "reverseCharge", "vatRate": "5", "privateShare": "25" }))
        .await
        .expect_status(201);
    let response = load_return(&business, "2026-11-03").await;
    let boxes = response["boxes"].as_array().expect("boxes").iter();
    let amounts: Vec<i64> = boxes.map(|it| to_pence(&it["amount"])).collect();
    assert_eq!(amounts, [25_000, 0, 25_000, 23_750, 1_250, 0, 175_000, 0, 0]);
    // Insurance is exempt: in box 7, without VAT and without a rate.
    let insurance = json!({ "vatKind": "exempt", "vatRate": "", "category": "premisesRunningCosts",
        "amount": "120" });
    let exempt = spend(insurance.clone()).await.expect_status(201);
    let response = load_return(&business, "2026-11-03").await;
    let boxes = response["boxes"].as_array().expect("boxes").iter();
    let amounts: Vec<i64> = boxes.map(|it| to_pence(&it["amount"])).collect();
    assert_eq!((amounts[3], amounts[6]), (23_750, 187_000));
    spend(json!({ "vatKind": "exempt", "vatRate": "20" })).await.expect_error(
        422,
        "rule_broken",
        Some("vatRate"),
    );
    // A client that does not know it leaves it as it is.
    let mut older = insurance;
    for (name, value) in [
        ("date", json!("2026-11-03")),
        ("supplier", json!("Aviva")),
        ("receipts", json!([])),
        ("vatKind", json!("usual")),
        ("version", json!(1)),
    ] {
        older[name] = value;
    }
    let path = format!("/api/expenses/{}", id_of(&exempt));
    let saved = business.client.put(&path, &older).await.expect_status(200);
    assert_eq!(saved["vatKind"], "exempt");
    let reverse = json!({ "vatKind": "reverseCharge", "vatRate": "" });
    spend(reverse).await.expect_error(422, "rule_broken", Some("vatRate"));
    let reverse = json!({ "vatKind": "reverseCharge", "vatAmount": "3" });
    spend(reverse).await.expect_error(422, "rule_broken", Some("vatAmount"));
    business.app.stop().await;
}
