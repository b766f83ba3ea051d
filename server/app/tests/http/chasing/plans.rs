//! A plan: read, saved, refused; the texts of its emails; and who may see it.

use serde_json::{Value, json};

use super::{go_to_hour, open_with_plan, plan_body, plan_path, read_chasing, with_plan};
use crate::documents::{OWNER, TestBusiness, id_of};

#[tokio::test]
async fn a_plan_is_off_by_default_and_complete_suggestions_are_offered() {
    let business = TestBusiness::open().await;
    let invoice = business.sent_invoice().await;
    assert_eq!(read_chasing(&business, "invoices", &invoice).await["planned"], json!(false));
    let plan = business.client.get(&plan_path(&business)).await.expect_status(200);
    assert_eq!(plan["steps"].as_array().expect("steps").len(), 6);
    let week = json!(["monday", "tuesday", "wednesday", "thursday", "friday"]);
    assert_eq!(plan["weekdays"], week);
    assert!(go_to_hour(&business.app, "2026-12-07", 10).await.is_empty());
    business.app.stop().await;
}

#[tokio::test]
async fn errors_in_a_plan_name_the_field() {
    let business = TestBusiness::open().await;
    let path = plan_path(&business);
    let plan = plan_body(&business.client.get(&path).await.expect_status(200));
    let step = |moment: &str, days: i64| json!({ "moment": moment, "days": days });
    for (field, value, fault) in [
        ("steps", json!([step("beforeDue", 0)]), "steps[0].days"),
        ("steps", json!([step("afterDue", 366)]), "steps[0].days"),
        ("steps", json!([step("afterDue", 1), step("afterSent", -3)]), "steps[1].days"),
        ("steps", json!(vec![step("afterDue", 5); 2]), "steps[1].days"),
        ("steps", json!((1..12).map(|n| step("afterDue", n)).collect::<Vec<_>>()), "steps"),
        ("weekdays", json!([]), "weekdays"),
        ("words", json!({ "onDue": "x".repeat(5_001) }), "words.onDue"),
    ] {
        let mut body = plan.clone();
        body[field] = value;
        let answer = business.client.put(&path, &body).await;
        answer.expect_error(422, "rule_broken", Some(fault));
    }
    let mut none = plan.clone();
    none["steps"] = json!([step("afterDue", 7)]);
    none["quotes"] = json!(true);
    let answer = business.client.put(&path, &none).await;
    answer.expect_error(422, "rule_broken", Some("quotes"));
    for (field, value) in [
        ("steps", json!([{ "moment": "someday", "days": 1 }])),
        ("weekdays", json!(["payday"])),
        ("words", json!({ "someday": "x" })),
        ("hours", json!(3)),
    ] {
        let mut body = plan.clone();
        body[field] = value;
        assert_eq!(business.client.put(&path, &body).await.status, 400, "{field}");
    }
    // With two windows, the second gets the stored plan.
    business.client.put(&path, &plan).await.expect_status(200);
    let stale = business.client.put(&path, &plan).await;
    let stale = stale.expect_error(409, "stale_version", None);
    assert_eq!(stale["current"]["version"], 1);
    business.app.stop().await;
}

#[tokio::test]
async fn a_preview_is_identical_to_the_email_that_is_sent() {
    let business = open_with_plan().await;
    let path = format!("{}/preview", plan_path(&business));
    let of = async |occasion: &str, texts: &str| -> Value {
        let body = json!({ "occasion": occasion, "words": texts });
        business.client.post(&path, &body).await.expect_status(200)
    };
    for occasion in ["beforeDue", "onDue", "afterDue", "unanswered", "expiring"] {
        let seen = of(occasion, "").await;
        let text = seen["text"].as_str().expect("a text");
        assert!(text.contains("\nHello Jo Bloggs,\n"), "{text}");
        assert_eq!(text.contains("was due"), occasion == "afterDue", "{text}");
        assert!(!text.contains('{'), "{text}");
        let html = seen["html"].as_str().expect("a page");
        assert!(html.contains("£480.00") && html.contains("Taylor Plumbing"));
        let is_invoice = !["unanswered", "expiring"].contains(&occasion);
        assert_eq!(text.contains("12345678"), is_invoice, "{text}");
    }
    let own = "Dear {name},\n{number}: {amount} by {date}, please. {nothing}\n{link}";
    let seen = of("beforeDue", own).await;
    let text = seen["text"].as_str().expect("a text");
    assert!(
        text.contains("\nDear Jo Bloggs,\nINV-0031: £480.00 by 19/11/2026, please. {nothing}\nhttp"),
        "{text}"
    );
    assert!(!text.contains("Hello"));
    business
        .client
        .post(&path, &json!({ "occasion": "onDue", "words": "x".repeat(5_001) }))
        .await
        .expect_error(422, "rule_broken", Some("words"));
    // Kept, and sent as it was seen.
    let mut plan = plan_body(&business.client.get(&plan_path(&business)).await.expect_status(200));
    plan["words"]["beforeDue"] = json!(own);
    let saved = business.client.put(&plan_path(&business), &plan).await.expect_status(200);
    assert_eq!(saved["words"]["beforeDue"], own);
    business.sent_invoice().await;
    let mails = go_to_hour(&business.app, "2026-11-27", 9).await;
    assert!(
        mails[0].text.contains("\nDear Jo Bloggs,\nINV-0001: £478.10 by 30/11/2026, please."),
        "{}",
        mails[0].text
    );
    business.app.stop().await;
}

#[tokio::test]
async fn another_account_and_a_visitor_cannot_read_or_change_plans() {
    let business = open_with_plan().await;
    let invoice = business.sent_invoice().await;
    let document = format!("/api/invoices/{}/chasing", id_of(&invoice));
    let contact = format!("/api/contacts/{}/chasing", business.contact);
    let plan = plan_path(&business);
    let saved = plan_body(&business.client.get(&plan).await.expect_status(200));
    let off = json!({ "off": true });
    let seen = json!({ "occasion": "onDue", "words": "" });
    let response = json!({ "by": "sms" });
    let stranger = business.app.sign_up("lee@other.example").await;
    for (client, status, code) in
        [(stranger, 404, "not_found"), (business.app.new_client(), 401, "no_session")]
    {
        for path in [&document, &contact, &plan] {
            client.get(path).await.expect_error(status, code, None);
        }
        client.put(&document, &off).await.expect_error(status, code, None);
        client.put(&contact, &off).await.expect_error(status, code, None);
        client.put(&plan, &saved).await.expect_error(status, code, None);
        let post = async |path: String, body: &Value| {
            client.post(&path, body).await.expect_error(status, code, None);
        };
        post(format!("{plan}/preview"), &seen).await;
        post(format!("{document}/again"), &json!({})).await;
        post(format!("{document}/told"), &response).await;
    }
    // An invoice is not to be had as a quote.
    let path = document.replace("invoices", "quotes");
    business.client.get(&path).await.expect_error(404, "not_found", None);
    assert_eq!(read_chasing(&business, "invoices", &invoice).await["off"], json!(false));
    business.app.stop().await;
}

#[tokio::test]
async fn the_export_and_the_activities_contain_the_reminders() {
    let business = open_with_plan().await;
    let invoice = business.sent_invoice().await;
    go_to_hour(&business.app, "2026-11-27", 9).await;
    business.app.log_in(&business.client, OWNER).await;
    let off = format!("/api/invoices/{}/chasing", id_of(&invoice));
    business.client.put(&off, &json!({ "off": true })).await.expect_status(200);
    let response = business.client.get("/api/activities").await.expect_status(200);
    let response = response.to_string();
    for sentence in [
        "You changed the reminders of the business profile Taylor Plumbing",
        "Jo Bloggs was reminded about invoice INV-0001",
        "You turned reminders for invoice INV-0001 off",
    ] {
        assert!(response.contains(sentence), "{sentence}: {response}");
    }
    let body = json!({ "currentPassword": crate::support::PASSWORD });
    business.client.post("/api/account/export", &body).await.expect_status(202);
    business.app.run_jobs().await;
    let ready = business.client.get("/api/account/export").await.expect_status(200);
    let bytes = business.client.get_bytes(ready["url"].as_str().expect("an address")).await;
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(bytes)).expect("a zip");
    for (name, part) in [
        ("reminder-plans.json", "\"afterDue\""),
        ("reminder-switches.json", &*id_of(&invoice)),
        ("reminders.json", "2026-11-27"),
    ] {
        let mut text = String::new();
        let mut file = zip.by_name(name).expect(name);
        std::io::Read::read_to_string(&mut file, &mut text).expect("text");
        assert!(text.contains(part), "{name}: {text}");
    }
    business.app.stop().await;
}

#[tokio::test]
async fn a_plan_switched_on_later_includes_partly_paid_invoices() {
    let business = TestBusiness::open().await;
    let invoice = business.sent_invoice().await;
    let payments = format!("/api/invoices/{}/payments", id_of(&invoice));
    let cash = json!({ "amount": "78.10", "method": "cash" });
    business.client.post(&payments, &cash).await.expect_status(201);
    let business = with_plan(business).await;
    let mails = go_to_hour(&business.app, "2026-11-27", 9).await;
    let reminder = mails.last().expect("a reminder");
    assert!(reminder.text.contains("invoice INV-0001 for £400.00"), "{}", reminder.text);
    business.app.stop().await;
}
