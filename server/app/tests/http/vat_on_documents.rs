//! VAT on documents: who may charge it, what an invoice must show, and what is checked before it is sent.

use serde_json::{Value, json};

use crate::documents::{CUSTOMER, TestBusiness, contact_body, id_of, profile_body, with_field};
use crate::pdf;

/// The codes of the VAT checks of a document before it is issued; a refusal has a `!`.
async fn list_checks(business: &TestBusiness, kind: &str, id: &str) -> Vec<String> {
    let path = format!("/api/vat/checks/{kind}/{id}");
    let body = business.client.get(&path).await.expect_status(200);
    let findings = body["findings"].as_array().expect("findings").iter();
    let code = |finding: &Value| {
        let sign = match finding["refuses"] == true {
            true => "!",
            false => "",
        };
        assert_eq!(finding["confirmed"], true, "{finding}");
        format!("{}{sign}", finding["code"].as_str().expect("a code"))
    };
    findings.map(code).collect()
}

async fn create_invoice(business: &TestBusiness, changes: &Value) -> String {
    let mut body = business.invoice_body();
    for (name, value) in changes.as_object().expect("fields") {
        body[name] = value.clone();
    }
    id_of(&business.client.post("/api/invoices", &body).await.expect_status(201))
}

/// Changes the VAT number of the business profile with this version.
async fn update_business(business: &TestBusiness, version: i64, tax_number: &str) {
    let path = format!("/api/business-profiles/{}", business.profile);
    let body = with_field(profile_body(), "taxNumber", json!(tax_number));
    let body = with_field(body, "version", json!(version));
    business.client.put(&path, &body).await.expect_status(200);
}

async fn update_customer(business: &TestBusiness, version: i64, changes: &Value) {
    let mut body = with_field(contact_body(), "version", json!(version));
    for (name, value) in changes.as_object().expect("fields") {
        body[name] = value.clone();
    }
    let path = format!("/api/contacts/{}", business.contact);
    business.client.put(&path, &body).await.expect_status(200);
}

#[tokio::test]
async fn an_unregistered_business_cannot_send_an_invoice_with_vat() {
    let business = TestBusiness::open().await;
    update_business(&business, 1, "").await;
    let draft = create_invoice(&business, &json!({})).await;
    assert_eq!(list_checks(&business, "invoice", &draft).await, ["vat_not_registered!"]);
    let send = format!("/api/invoices/{draft}/send");
    for body in [json!({ "via": "link" }), json!({ "via": "email" })] {
        let refused = business.client.post(&send, &body).await;
        let response = refused.expect_error(422, "rule_broken", Some("vatTreatment"));
        assert!(response["message"].as_str().expect("words").contains("Set VAT to ‘No VAT’"));
    }
    // Nothing was half written: no number, no link, no mail.
    let path = format!("/api/invoices/{draft}");
    let still = business.client.get(&path).await.expect_status(200);
    assert_eq!(
        [&still["status"], &still["invoiceNumber"], &still["publicToken"]],
        [&json!("draft"), &Value::Null, &Value::Null]
    );
    assert!(business.app.receive_emails(CUSTOMER).await.is_empty());

    // A quote asks, and goes.
    let quote = id_of(&business.draft_quote().await);
    assert_eq!(list_checks(&business, "quote", &quote).await, ["vat_not_registered"]);
    business.send_by_link("quotes", &quote).await;

    // With the number it goes, and takes the first of the sequence.
    update_business(&business, 2, "GB 980 7806 84").await;
    assert_eq!(list_checks(&business, "invoice", &draft).await, [""; 0]);
    let sent = business.send_by_link("invoices", &draft).await;
    assert_eq!(sent["invoiceNumber"], "INV-0001");

    // An edit of what was issued is put before the customer by the same rule.
    update_business(&business, 3, "").await;
    let mut edited = business.invoice_body();
    super::documents::remove_field(&mut edited, "id");
    edited["version"] = sent["version"].clone();
    edited["notes"] = json!("Another word");
    let refused = business.client.put(&path, &edited).await;
    refused.expect_error(422, "rule_broken", Some("vatTreatment"));
    business.app.stop().await;
}

#[tokio::test]
async fn the_dates_of_the_registration_decide_whether_vat_may_be_charged() {
    let business = TestBusiness::open().await;
    let register = format!("/api/vat/{}/registration", business.profile);
    let body = json!({ "version": 0, "from": "2026-11-10", "until": null, "periods": "march",
        "annualEndsIn": 0, "schemes": [] });
    business.client.put(&register, &body).await.expect_status(200);
    let before =
        create_invoice(&business, &json!({ "issueDate": "2026-11-09", "dueDate": "2026-11-30" })).await;
    assert_eq!(list_checks(&business, "invoice", &before).await, ["vat_not_yet!"]);
    let done_before = json!({ "supplyDate": "2026-11-01" });
    let within = create_invoice(&business, &done_before).await;
    // The invoice of 16 November is 15 days after: the work makes the tax point.
    assert_eq!(list_checks(&business, "invoice", &within).await, ["vat_before_registration"]);
    // Within 14 days too, and then with the accountant's name beside it.
    let within = create_invoice(&business, &json!({ "supplyDate": "2026-11-02" })).await;
    let reply = business.client.get(&format!("/api/vat/checks/invoice/{within}")).await.expect_status(200);
    let response = &reply["findings"][0];
    assert_eq!(
        (&response["code"], &response["confirmed"]),
        (&json!("vat_before_registration"), &json!(false))
    );
    let after = create_invoice(&business, &json!({ "supplyDate": "2026-11-10" })).await;
    assert_eq!(list_checks(&business, "invoice", &after).await, [""; 0]);
    business.app.stop().await;
}

#[tokio::test]
async fn a_vat_invoice_to_a_business_needs_the_customers_address() {
    let business = TestBusiness::open().await;
    let draft = create_invoice(&business, &json!({})).await;
    let nowhere = json!({ "address_line1": "", "city": "", "post_code": "", "country": "" });
    update_customer(&business, 1, &nowhere).await;
    assert_eq!(list_checks(&business, "invoice", &draft).await, ["missing_customer_address"]);
    let mut of_business = nowhere.clone();
    of_business["customer_type"] = json!("business");
    update_customer(&business, 2, &of_business).await;
    assert_eq!(list_checks(&business, "invoice", &draft).await, ["missing_customer_address!"]);
    let send = format!("/api/invoices/{draft}/send");
    let refused = business.client.post(&send, &json!({ "via": "link" })).await;
    refused.expect_error(422, "rule_broken", Some("customer.address"));
    // Up to £250 with VAT it may be simplified.
    let items = json!([{ "id": "a", "name": "Tap", "quantity": "1", "price": "208.33" }]);
    let small = json!({ "items": items, "includeLabour": false, "includeDiscount": false });
    let small = create_invoice(&business, &small).await;
    assert_eq!(list_checks(&business, "invoice", &small).await, [""; 0]);
    let mut of_consumer = nowhere;
    of_consumer["customer_type"] = json!("consumer");
    update_customer(&business, 3, &of_consumer).await;
    assert_eq!(list_checks(&business, "invoice", &draft).await, [""; 0]);
    business.app.stop().await;
}

#[tokio::test]
async fn the_supply_date_is_shown_and_moves_the_tax_point() {
    let business = TestBusiness::open().await;
    let register = format!("/api/vat/{}/registration", business.profile);
    let body = json!({ "version": 0, "from": "2026-04-01", "until": null, "periods": "monthly",
        "annualEndsIn": 0, "schemes": [] });
    business.client.put(&register, &body).await.expect_status(200);
    // Done on 31 October, invoiced on 16 November: 16 days.
    let draft = create_invoice(&business, &json!({ "supplyDate": "2026-10-31" })).await;
    let sent = business.send_by_link("invoices", &draft).await;
    assert_eq!(sent["supplyDate"], "2026-10-31");
    let token = crate::documents::token_of(&sent);
    let page = business
        .app
        .new_client()
        .get(&format!("/api/invoices/public/{token}?with=page"))
        .await
        .expect_status(200);
    let rows = page["page"]["presentation"]["details"]["rows"].to_string();
    assert!(rows.contains("Date of Supply"), "{rows}");
    let printed = pdf::pdf_text(&business.app.new_client().get_bytes(&format!("/i/{token}.pdf")).await);
    assert!(printed.contains("Date of Supply") && printed.contains("31 Oct 2026"), "{printed}");
    let boxes = async |on: &str| {
        let path = format!("/api/vat/{}/return?on={on}", business.profile);
        let response = business.client.get(&path).await.expect_status(200);
        response["boxes"][0]["amount"].clone()
    };
    // VAT of the example: 79.68.
    assert_eq!(boxes("2026-10-15").await, "79.68");
    assert_eq!(boxes("2026-11-15").await, "0.00");

    // As a form without a day sends it.
    let mut empty = with_field(business.invoice_body(), "supplyDate", json!(""));
    empty["vatAnswers"] = Value::Null;
    let empty = business.client.post("/api/invoices", &empty).await.expect_status(201);
    assert_eq!(empty["supplyDate"], Value::Null);
    let bad = with_field(business.invoice_body(), "supplyDate", json!("2026-02-30"));
    let refused = business.client.post("/api/invoices", &bad).await;
    refused.expect_error(422, "rule_broken", Some("supplyDate"));
    // A copy is of another job.
    let copy = format!("/api/invoices/{draft}/duplicate");
    let copy = business.client.post_empty(&copy).await.expect_status(201);
    assert_eq!(copy["supplyDate"], Value::Null);
    business.app.stop().await;
}

#[tokio::test]
async fn reverse_charge_questions_are_answered_once_per_customer_and_job() {
    let business = TestBusiness::open().await;
    let contractor =
        json!({ "customer_type": "business", "cis_contractor": true, "vat_number": "GB 416 2035 90" });
    update_customer(&business, 1, &contractor).await;
    let quote =
        with_field(business.quote_body(), "vatAnswers", json!({ "staff": false, "endUserNotice": false }));
    let quote = business.client.post("/api/quotes", &quote).await.expect_status(201);
    assert_eq!(list_checks(&business, "quote", &id_of(&quote)).await, ["reverse_charge_applies"]);
    let known = format!("/api/vat/checks/quote/{}", id_of(&quote));
    let known = business.client.get(&known).await.expect_status(200);
    assert_eq!(
        known["known"],
        json!({ "inCis": true, "customerRegistered": true, "staff": false, "endUserNotice": false })
    );
    // The job's answers go with its invoice.
    let sent = business.send_by_link("quotes", &id_of(&quote)).await;
    let accept = format!("/api/quotes/public/{}/accept", crate::documents::token_of(&sent));
    business.app.new_client().post_empty(&accept).await.expect_status(200);
    let convert = format!("/api/quotes/{}/convert", id_of(&quote));
    let made = business.client.post_empty(&convert).await.expect_status(201);
    assert_eq!(made["vatAnswers"]["staff"], false);
    assert_eq!(list_checks(&business, "invoice", &id_of(&made)).await, ["reverse_charge_applies"]);

    // The customer's notice is stored with the contact, and answers the last question.
    let mut end_user = contractor.clone();
    end_user["end_user_notice"] = json!("We are an end user for VAT purposes.");
    end_user["end_user_notice_date"] = json!("2026-11-02");
    update_customer(&business, 2, &end_user).await;
    let open = json!({ "vatAnswers": { "staff": false } });
    let draft = create_invoice(&business, &open).await;
    assert_eq!(list_checks(&business, "invoice", &draft).await, [""; 0]);
    let reverse = json!({ "vatAnswers": { "staff": false }, "vatTreatment": "reverseCharge" });
    let draft = create_invoice(&business, &reverse).await;
    assert_eq!(list_checks(&business, "invoice", &draft).await, ["reverse_charge_not"]);
    let mut no_words = contractor;
    no_words["end_user_notice_date"] = json!("2026-11-02");
    no_words["version"] = json!(3);
    no_words["name"] = json!("Jo");
    let path = format!("/api/contacts/{}", business.contact);
    let refused = business.client.put(&path, &no_words).await;
    refused.expect_error(422, "rule_broken", Some("end_user_notice"));
    business.app.stop().await;
}

#[tokio::test]
async fn a_reduced_or_zero_rate_needs_a_reason() {
    let business = TestBusiness::open().await;
    let free = json!({ "tax": "0" });
    let draft = create_invoice(&business, &free).await;
    assert_eq!(list_checks(&business, "invoice", &draft).await, ["relief_open"]);
    let body = json!({ "tax": "0", "vatAnswers": { "reliefs": ["energySaving"] } });
    let draft = create_invoice(&business, &body).await;
    assert_eq!(list_checks(&business, "invoice", &draft).await, [""; 0]);
    let bad = json!({ "reliefs": ["windows"] });
    let bad = with_field(business.invoice_body(), "vatAnswers", bad);
    let refused = business.client.post("/api/invoices", &bad).await;
    refused.expect_error(422, "rule_broken", Some("vatAnswers.reliefs[0]"));
    // Another account's is not found.
    let stranger = business.app.sign_up("jo@example.com").await;
    let path = format!("/api/vat/checks/invoice/{draft}");
    stranger.get(&path).await.expect_error(404, "not_found", None);
    business.app.stop().await;
}

#[tokio::test]
async fn the_threshold_is_watched_until_a_business_is_registered() {
    let business = TestBusiness::open().await;
    update_business(&business, 1, "").await;
    let priced = |price: &str| {
        let items = json!([{ "id": "a", "name": "Wall", "quantity": "1", "price": price }]);
        json!({ "items": items, "includeLabour": false, "includeDiscount": false,
            "vatTreatment": "outsideScope" })
    };
    let of = |price: &str, day: &str| {
        let mut body = priced(price);
        body["issueDate"] = json!(day);
        body["dueDate"] = json!("2026-11-30");
        body
    };
    // £20,000 on 31 October 2025 are out of the 12 months to today, and of those to 31 October 2026.
    for (price, day) in [("20000", "2025-10-31"), ("60000", "2025-12-01"), ("30000", "2026-10-31")] {
        let draft = create_invoice(&business, &of(price, day)).await;
        business.send_by_link("invoices", &draft).await;
    }
    let watched = async || business.client.get("/api/vat/threshold").await.expect_status(200);
    let response = watched().await;
    assert_eq!(response["registered"], false);
    let now = &response["now"];
    assert_eq!(
        [&now["from"], &now["to"], &now["turnover"], &now["threshold"], &now["above"]],
        [&json!("2025-11-17"), &json!("2026-11-16"), &json!("90000.00"), &json!("90000.00"), &json!(false)]
    );
    assert_eq!(response["left"], "0.00");
    assert_eq!(response["findings"], json!([]));
    let months = response["months"].as_array().expect("months");
    assert_eq!(months.len(), 12);
    assert_eq!((&months[11]["to"], &months[11]["turnover"]), (&json!("2026-10-31"), &json!("90000.00")));
    // A penny more in a month that is over: it is passed.
    let draft = create_invoice(&business, &of("0.01", "2026-10-30")).await;
    business.send_by_link("invoices", &draft).await;
    let response = watched().await;
    assert_eq!(response["months"][11]["above"], true);
    let finding = &response["findings"][0];
    assert_eq!(finding["code"], "vat_threshold_passed");
    assert!(finding["msg"].as_str().expect("words").contains("31 Oct 2026"), "{finding}");
    // An accepted quote is to come.
    let mut quote = business.quote_body();
    for (name, value) in priced("90000.01").as_object().expect("fields") {
        quote[name] = value.clone();
    }
    let quote = business.client.post("/api/quotes", &quote).await.expect_status(201);
    let sent = business.send_by_link("quotes", &id_of(&quote)).await;
    let accept = format!("/api/quotes/public/{}/accept", crate::documents::token_of(&sent));
    business.app.new_client().post_empty(&accept).await.expect_status(200);
    let response = watched().await;
    assert_eq!(
        (&response["next30Days"]["turnover"], &response["next30Days"]["above"]),
        (&json!("90000.01"), &json!(true))
    );
    update_business(&business, 2, "GB 980 7806 84").await;
    assert_eq!(watched().await["registered"], true);
    business.app.stop().await;
}
