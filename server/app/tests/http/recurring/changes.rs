//! What a person changes between the dates of a recurring invoice.

use plumbline::ids::UserId;
use serde_json::{Value, json};

use super::{
    PATH, cover_body, cover_body_with, create_recurring, go_to_day, list_invoices, list_issue_days,
    list_notifications, recurring_path, text_field,
};
use crate::documents::{CUSTOMER, OWNER, TestBusiness, id_of, with_field};

#[tokio::test]
async fn a_change_affects_only_later_invoices() {
    let business = TestBusiness::open().await;
    let body = cover_body(&business);
    let made = business.client.post(PATH, &body).await.expect_status(201);
    go_to_day(&business, "2026-12-01", 0).await;
    // A form that was opened before its day is not stale because of it.
    let dearer = with_field(body.clone(), "version", json!(1));
    let dearer =
        with_field(dearer, "items", json!([{ "id": "a", "name": "Cover", "quantity": "1", "price": "45" }]));
    let changed = business.client.put(&recurring_path(&made), &dearer).await.expect_status(200);
    assert_eq!(
        (&changed["version"], &changed["nextDay"], &changed["totals"]["totalAmount"]),
        (&json!(2), &json!("2027-01-01"), &json!("54.00"))
    );
    // Sent again it is the same; of an older version it is stale, and nothing is overwritten.
    let again = business.client.put(&recurring_path(&made), &dearer).await.expect_status(200);
    assert_eq!(again["version"], 2);
    let stale = with_field(with_field(body, "version", json!(1)), "name", json!("Mine"));
    let response = business.client.put(&recurring_path(&made), &stale).await;
    let reply = response.expect_error(409, "stale_version", None);
    assert_eq!(
        (&reply["current"]["name"], &reply["current"]["version"]),
        (&json!("Boiler cover"), &json!(2))
    );
    go_to_day(&business, "2027-01-01", 0).await;
    let totals: Vec<String> =
        list_invoices(&business).await.iter().map(|one| text_field(one, "totalAmount")).collect();
    assert_eq!(totals, ["48.00", "54.00"]);
    business.app.stop().await;
}

#[tokio::test]
async fn a_payment_term_can_be_in_months_and_end_with_a_short_month() {
    let business = TestBusiness::open().await;
    let fields = json!({ "firstDay": "2027-01-30", "daysDue": 1, "dueUnit": "months" });
    let made = create_recurring(&business, fields).await;
    assert_eq!((&made["daysDue"], &made["dueUnit"]), (&json!(1), &json!("months")));
    go_to_day(&business, "2027-01-30", 0).await;
    let put = async |version: i64, fields: Value| {
        let body = cover_body_with(&business, json!({ "firstDay": "2027-01-30" }));
        let body = with_field(body, "version", json!(version));
        let mut body = body.as_object().expect("an object").clone();
        body.extend(fields.as_object().expect("fields").clone());
        business.client.put(&recurring_path(&made), &json!(body)).await
    };
    // A page from before there were months says nothing of them.
    let changed = put(1, json!({ "daysDue": 2 })).await.expect_status(200);
    assert_eq!(changed["dueUnit"], "months");
    put(2, json!({ "daysDue": 30 })).await.expect_error(422, "rule_broken", Some("daysDue"));
    let month_end = json!({ "daysDue": 0, "dueUnit": "monthend" });
    put(2, month_end).await.expect_status(200);
    go_to_day(&business, "2027-02-28", 0).await;
    put(3, json!({ "daysDue": 1, "dueUnit": "monthend" })).await.expect_status(200);
    go_to_day(&business, "2027-03-30", 0).await;
    let due: Vec<String> =
        list_invoices(&business).await.iter().map(|one| text_field(one, "dueDate")).collect();
    assert_eq!(due, ["2027-02-28", "2027-02-28", "2027-04-30"]);
    business.app.stop().await;
}

#[tokio::test]
async fn changed_dates_continue_from_today() {
    let business = TestBusiness::open().await;
    let made = create_recurring(&business, json!({ "firstDay": "2026-11-16" })).await;
    business.app.run_jobs().await;
    assert_eq!(list_issue_days(&business).await, ["2026-11-16"]);
    let put = async |version: i64, fields: Value| {
        let body = cover_body_with(&business, fields);
        let body = with_field(body, "version", json!(version));
        business.client.put(&recurring_path(&made), &body).await.expect_status(200)
    };
    // Today's is made already.
    let weekly = put(1, json!({ "firstDay": "2026-11-16", "repeat": "weekly" })).await;
    assert_eq!(weekly["nextDay"], "2026-11-23");
    let ahead = put(2, json!({ "firstDay": "2027-03-05", "repeat": "weekly" })).await;
    assert_eq!(ahead["nextDay"], "2027-03-05");
    let back = put(3, json!({ "firstDay": "2026-10-20", "repeat": "fortnightly" })).await;
    assert_eq!(back["nextDay"], "2026-11-17");
    let ended =
        put(4, json!({ "firstDay": "2026-10-20", "repeat": "fortnightly", "lastDay": "2026-11-16" })).await;
    assert_eq!(ended["nextDay"], Value::Null);
    for day in ["2026-11-17", "2026-12-01", "2027-03-05"] {
        go_to_day(&business, day, 0).await;
    }
    assert_eq!(list_issue_days(&business).await, ["2026-11-16"]);
    // The preview shows the dates in advance, and stores nothing.
    let ask = json!({ "id": id_of(&made), "days": { "firstDay": "2026-10-20", "repeat": "fortnightly" } });
    let response = business.client.post(&format!("{PATH}/preview"), &ask).await.expect_status(200);
    assert_eq!(response["next"][0], "2027-03-09");
    let ask = json!({ "days": { "firstDay": "2027-03-31", "repeat": "monthly", "times": 2 } });
    let response = business.client.post(&format!("{PATH}/preview"), &ask).await.expect_status(200);
    assert_eq!(response, json!({ "next": ["2027-03-31", "2027-04-30"], "left": 2, "last": "2027-04-30" }));
    business.app.stop().await;
}

#[tokio::test]
async fn nothing_is_made_for_a_date_during_a_pause() {
    let business = TestBusiness::open().await;
    let made = create_recurring(&business, json!({})).await;
    let path = recurring_path(&made);
    let paused = business.client.post_empty(&format!("{path}/pause")).await.expect_status(200);
    assert_eq!((&paused["paused"], &paused["version"]), (&json!(true), &json!(2)));
    let again = business.client.post_empty(&format!("{path}/pause")).await.expect_status(200);
    assert_eq!(again["version"], 2);
    // Changed while it is paused it stays so.
    let body = with_field(cover_body_with(&business, json!({ "name": "Cover" })), "version", json!(2));
    let changed = business.client.put(&path, &body).await.expect_status(200);
    assert_eq!((&changed["paused"], &changed["name"]), (&json!(true), &json!("Cover")));
    go_to_day(&business, "2026-12-01", 0).await;
    go_to_day(&business, "2027-01-10", 0).await;
    assert!(list_invoices(&business).await.is_empty());
    let seen = business.client.get(&path).await.expect_status(200);
    assert_eq!(seen["nextDay"], "2027-02-01", "of the day on which it would go on");
    let on = business.client.post_empty(&format!("{path}/resume")).await.expect_status(200);
    assert_eq!(
        (&on["paused"], &on["nextDay"], &on["version"]),
        (&json!(false), &json!("2027-02-01"), &json!(4))
    );
    let again = business.client.post_empty(&format!("{path}/resume")).await.expect_status(200);
    assert_eq!(again["version"], 4);
    go_to_day(&business, "2027-02-01", 0).await;
    assert_eq!(list_issue_days(&business).await, ["2027-02-01"]);
    // Paused and resumed on its own day: that day is not made twice.
    business.client.post_empty(&format!("{path}/pause")).await.expect_status(200);
    let on = business.client.post_empty(&format!("{path}/resume")).await.expect_status(200);
    assert_eq!(on["nextDay"], "2027-03-01");
    business.app.run_jobs().await;
    assert_eq!(list_issue_days(&business).await.len(), 1);
    business.app.stop().await;
}

#[tokio::test]
async fn the_next_date_is_skipped_once() {
    let business = TestBusiness::open().await;
    let made = create_recurring(&business, json!({ "times": 4 })).await;
    let skip = format!("{}/skip", recurring_path(&made));
    let first = json!({ "day": "2026-12-01" });
    for _ in 0..2 {
        let now = business.client.post(&skip, &first).await.expect_status(200);
        assert_eq!((&now["nextDay"], &now["version"]), (&json!("2027-01-01"), &json!(2)));
        assert_eq!(now["days"]["left"], 3);
    }
    let other = json!({ "day": "2027-03-01" });
    business.client.post(&skip, &other).await.expect_error(409, "not_next", None);
    // Another end brings nothing back that was skipped.
    let body = with_field(cover_body_with(&business, json!({ "times": 3 })), "version", json!(2));
    let shorter = business.client.put(&recurring_path(&made), &body).await.expect_status(200);
    assert_eq!(shorter["days"]["next"], json!(["2027-01-01", "2027-02-01"]));
    for day in ["2026-12-01", "2027-01-01", "2027-02-01", "2027-03-01"] {
        go_to_day(&business, day, 0).await;
    }
    assert_eq!(list_issue_days(&business).await, ["2027-01-01", "2027-02-01"]);
    // What is made cannot be skipped any more.
    let late = json!({ "day": "2027-02-01" });
    business.client.post(&skip, &late).await.expect_error(409, "made", None);
    business.app.stop().await;
}

#[tokio::test]
async fn deleting_a_recurring_invoice_leaves_the_invoices_it_made() {
    let business = TestBusiness::open().await;
    let made = create_recurring(&business, json!({})).await;
    go_to_day(&business, "2026-12-01", 0).await;
    let invoice = id_of(&list_invoices(&business).await[0]);
    business.client.delete(&recurring_path(&made)).await.expect_status(204);
    business.client.delete(&recurring_path(&made)).await.expect_error(404, "not_found", None);
    let timeline = format!("/api/invoices/{invoice}/timeline");
    let timeline = business.client.get(&timeline).await.expect_status(200);
    assert_eq!(
        (&timeline["madeOf"]["recurringId"], &timeline["madeOf"]["name"]),
        (&Value::Null, &json!("Boiler cover"))
    );
    go_to_day(&business, "2027-01-01", 0).await;
    assert_eq!(list_issue_days(&business).await, ["2026-12-01"]);
    assert_eq!(business.client.get(PATH).await.expect_status(200), json!([]));
    // A draft that was made may be deleted: its day is not made again.
    let made = create_recurring(&business, json!({ "firstDay": "2027-01-01" })).await;
    business.app.run_jobs().await;
    let second = id_of(&list_invoices(&business).await[1]);
    business.client.delete(&format!("/api/invoices/{second}")).await.expect_status(204);
    business.app.run_jobs().await;
    assert_eq!(list_issue_days(&business).await, ["2026-12-01"]);
    let now = business.client.get(&recurring_path(&made)).await.expect_status(200);
    assert_eq!((&now["madeTotal"], &now["nextDay"]), (&json!(0), &json!("2027-02-01")));
    business.app.stop().await;
}

#[tokio::test]
async fn its_customer_and_its_business_cannot_be_deleted() {
    let business = TestBusiness::open().await;
    let made = create_recurring(&business, json!({ "makes": "sent" })).await;
    let contact = format!("/api/contacts/{}", business.contact);
    let response = business.client.delete(&contact).await;
    let body = response.expect_error(409, "has_recurring", None);
    assert_eq!(
        body["message"],
        "Jo Bloggs has the recurring invoice “Boiler cover”, so you can’t delete this customer. Delete the recurring invoice first, or choose another customer in it. Or merge this \
         customer into another one."
    );
    let profile = format!("/api/business-profiles/{}", business.profile);
    business.client.delete(&profile).await.expect_error(409, "has_recurring", None);
    // Merged, the other one is its customer.
    let other = json!({ "name": "Joanna Bloggs", "email": "joanna@customer.example" });
    let other = business.client.post("/api/contacts", &other).await.expect_status(201);
    let merge = json!({ "version": 1, "other": business.contact, "otherVersion": 1 });
    let path = format!("/api/contacts/{}/merge", id_of(&other));
    business.client.post(&path, &merge).await.expect_status(200);
    let now = business.client.get(&recurring_path(&made)).await.expect_status(200);
    assert_eq!((&now["contactId"], &now["contact"]["name"]), (&other["id"], &json!("Joanna Bloggs")));
    go_to_day(&business, "2026-12-01", 0).await;
    assert!(business.app.receive_emails(CUSTOMER).await.is_empty());
    assert_eq!(business.app.receive_emails("joanna@customer.example").await.len(), 1);
    business.app.log_in(&business.client, OWNER).await;
    assert!(read_first_notification(&business).await.contains("Joanna Bloggs"));
    business.client.delete(&recurring_path(&made)).await.expect_status(204);
    business.client.delete(&profile).await.expect_status(204);
    business.app.stop().await;
}

async fn read_first_notification(business: &TestBusiness) -> String {
    list_notifications(business).await.join("\n")
}

#[tokio::test]
async fn recurring_invoices_are_listed_found_and_exported() {
    let business = TestBusiness::open().await;
    let made = create_recurring(&business, json!({})).await;
    let later = create_recurring(
        &business,
        json!({ "name": "Gutters", "firstDay": "2027-05-01", "repeat": "yearly", "jobDescription": "Clean them" }),
    )
    .await;
    let list = business.client.get(PATH).await.expect_status(200);
    assert_eq!(
        list[0],
        json!({ "id": id_of(&made), "name": "Boiler cover", "contactName": "Jo Bloggs",
            "jobDescription": "Boiler cover for {month} {year}", "totalAmount": "48.00",
            "repeat": "monthly", "makes": "draft", "paused": false, "trouble": null,
            "nextDay": "2026-12-01" })
    );
    business.client.post_empty(&format!("{}/pause", recurring_path(&made))).await.expect_status(200);
    let list = business.client.get(PATH).await.expect_status(200);
    assert_eq!(list[0]["id"], later["id"], "what is paused comes last");
    for typed in ["boil", "jo cov", "COVER month"] {
        let found = business.client.get("/api/search").await.expect_status(200);
        assert_eq!(found["recurring"], json!([]));
        let path = format!("/api/search?q={}", typed.replace(' ', "%20"));
        let found = business.client.get(&path).await.expect_status(200);
        assert_eq!(found["recurring"][0]["id"], made["id"], "{typed}");
    }
    let activities = business.client.get("/api/activities").await.expect_status(200);
    assert_eq!(activities[0]["sentence"], "You paused the recurring invoice Boiler cover");
    let mut conn = business.app.state().db.read().await.expect("a connection");
    let user: UserId =
        sqlx::query_scalar("SELECT id FROM users").fetch_one(&mut *conn).await.expect("an account");
    let copied = plumbline::recurring::export(&mut conn, &user).await.expect("a copy");
    drop(conn);
    assert_eq!(copied.len(), 2);
    assert_eq!(copied[0]["document"]["items"][0]["price"], "40.00");
    business.app.stop().await;
}

#[tokio::test]
async fn every_field_is_stored_and_copied_to_the_invoices() {
    let business = TestBusiness::open().await;
    // Every field of the document, with a value other than a new document's.
    let fields = json!({
        "jobAddress": "The Barn, Otley", "orderNumber": "PO-77", "notes": "Ring first", "template": "modern",
        "terms": "Paid within 14 days.", "documentLabourUnitType": "days", "includeLabour": true, "labourHours": "2",
        "labourRate": "150", "labourUnitType": "days", "includeDiscount": true, "discount": "5",
        "discountType": "percentage", "discountReason": "Old customer", "tax": "5", "pricesIncludeVat": true,
        "sections": [{ "id": "s", "name": "Upstairs" }],
    });
    let made = create_recurring(&business, fields.clone()).await;
    let stored = business.client.get(&recurring_path(&made)).await.expect_status(200);
    let fields = fields.as_object().expect("fields");
    for (field, value) in fields {
        assert_eq!(&stored[field], value, "{field}: {stored}");
    }
    go_to_day(&business, "2026-12-01", 5).await;
    let list = business.client.get("/api/invoices").await.expect_status(200);
    let path = format!("/api/invoices/{}", id_of(&list["data"][0]));
    let invoice = business.client.get(&path).await.expect_status(200);
    for (field, value) in fields {
        assert_eq!(&invoice[field], value, "{field}: {invoice}");
    }
    business.app.stop().await;
}
