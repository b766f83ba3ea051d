//! What cannot be saved, and why.

use serde_json::{Value, json};

use super::{PATH, cover_body_with, create_recurring, recurring_path};
use crate::documents::TestBusiness;

#[tokio::test]
async fn errors_name_the_invalid_field() {
    let business = TestBusiness::open().await;
    let made = create_recurring(&business, json!({})).await;
    let missing = "019a9b1c-2d3e-7f40-8123-456789abcdef";
    for (fields, path) in [
        (json!({ "name": " " }), "name"),
        (json!({ "name": "x".repeat(201) }), "name"),
        (json!({ "firstDay": null }), "firstDay"),
        (json!({ "firstDay": "1999-12-31" }), "firstDay"),
        (json!({ "firstDay": "2036-01-01" }), "firstDay"),
        (json!({ "repeat": "never" }), "repeat"),
        (json!({ "lastDay": "2026-11-30" }), "lastDay"),
        (json!({ "times": 0 }), "times"),
        (json!({ "times": 1000 }), "times"),
        (json!({ "times": 3, "lastDay": "2027-12-01" }), "times"),
        (json!({ "daysDue": -1 }), "daysDue"),
        (json!({ "daysDue": 367 }), "daysDue"),
        (json!({ "daysDue": 13, "dueUnit": "months" }), "daysDue"),
        (json!({ "daysDue": 13, "dueUnit": "monthend" }), "daysDue"),
        (json!({ "contactId": null }), "contactId"),
        (json!({ "contactId": missing }), "contactId"),
        (json!({ "businessProfileId": missing }), "businessProfileId"),
        (json!({ "makes": "sent", "items": [] }), "items"),
        (json!({ "items": [{ "name": "a", "quantity": "-1", "price": "1" }] }), "items[0].quantity"),
        (json!({ "includeDiscount": true, "discountType": "percentage", "discount": "101" }), "discount"),
        // Room for the words of every day: September is longer than {month}.
        (json!({ "jobDescription": format!("{}{{month}}", "x".repeat(9_993)) }), "jobDescription"),
    ] {
        let body = cover_body_with(&business, fields.clone());
        let answer = business.client.post(PATH, &body).await;
        answer.expect_error(422, "rule_broken", Some(path));
        let body = cover_body_with(&business, json!({ "version": 1 }));
        let mut body = body.as_object().expect("an object").clone();
        body.extend(fields.as_object().expect("fields").clone());
        let answer = business.client.put(&recurring_path(&made), &body).await;
        answer.expect_error(422, "rule_broken", Some(path));
    }
    for (fields, code, path) in [
        // Dates are those of its days, and payments come one by one.
        (json!({ "issueDate": "2026-12-01" }), "unknown_field", "issueDate"),
        (json!({ "dueDate": "2026-12-01" }), "unknown_field", "dueDate"),
        (json!({ "payments": [] }), "unknown_field", "payments"),
        (json!({ "invoiced": [{ "id": "x", "groups": [] }] }), "unknown_field", "invoiced"),
        (json!({ "nextDay": "2026-12-01" }), "unknown_field", "nextDay"),
        (json!({ "repeat": "daily" }), "invalid_type", "repeat"),
        (json!({ "firstDay": "2026-02-30" }), "invalid_type", "firstDay"),
        (json!({ "firstDay": "31/12/2026" }), "invalid_type", "firstDay"),
        (json!({ "makes": "void" }), "invalid_type", "makes"),
        (json!({ "dueUnit": "moons" }), "invalid_type", "dueUnit"),
        (json!({ "times": 1.5 }), "invalid_type", "times"),
    ] {
        let body = cover_body_with(&business, fields);
        let answer = business.client.post(PATH, &body).await;
        answer.expect_error(400, code, Some(path));
    }
    let stale = cover_body_with(&business, json!({}));
    business.client.put(&recurring_path(&made), &stale).await.expect_error(
        422,
        "rule_broken",
        Some("version"),
    );
    let ask = json!({ "days": { "firstDay": "2026-12-01", "repeat": "monthly", "times": 0 } });
    let response = business.client.post(&format!("{PATH}/preview"), &ask).await;
    response.expect_error(422, "rule_broken", Some("times"));
    // The last that can be.
    let preview = format!("{PATH}/preview");
    let days = |first: &str, more: Value| {
        let mut days = json!({ "firstDay": first, "repeat": "monthly" });
        let more = more.as_object().expect("fields").clone();
        days.as_object_mut().expect("fields").extend(more);
        json!({ "days": days })
    };
    for days in [
        days("2031-11-20", json!({})),
        days("2026-12-01", json!({ "lastDay": "2026-12-01" })),
        days("2026-12-01", json!({ "times": 1 })),
        days("2026-12-01", json!({ "times": 999 })),
    ] {
        business.client.post(&preview, &days).await.expect_status(200);
    }
    let late = days("2031-11-21", json!({}));
    let response = business.client.post(&preview, &late).await;
    response.expect_error(422, "rule_broken", Some("firstDay"));
    for (version, due) in [(1, 0), (2, 366)] {
        let body = cover_body_with(&business, json!({ "version": version, "daysDue": due }));
        let saved = business.client.put(&recurring_path(&made), &body).await.expect_status(200);
        assert_eq!(saved["daysDue"], due);
    }
    assert_eq!(business.count_rows("recurring_invoices").await, 1);
    business.app.stop().await;
}

#[tokio::test]
async fn an_account_has_at_most_three_hundred_recurring_invoices() {
    let business = TestBusiness::open().await;
    for _ in 0..300 {
        create_recurring(&business, json!({})).await;
    }
    let one_more = cover_body_with(&business, json!({}));
    let response = business.client.post(PATH, &one_more).await;
    response.expect_error(422, "rule_broken", Some("name"));
    let list = business.client.get(PATH).await.expect_status(200);
    assert_eq!(list.as_array().map(Vec::len), Some(300));
    assert_eq!(list[0]["nextDay"], Value::from("2026-12-01"));
    business.app.stop().await;
}
