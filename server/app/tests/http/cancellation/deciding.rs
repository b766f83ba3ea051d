//! Who may cancel, and what is sent with the quote.

use serde_json::{Value, json};

use super::{
    accept_quote, accepted_labour_quote, cancel_path, cancellation_path, collapse_spaces, load_page,
    make_customer_a_business, sent_labour_quote, sent_quote_with_agreement,
};
use crate::documents::{
    CUSTOMER, OWNER, TestBusiness, contact_body, id_of, profile_body, token_of, with_field,
};
use crate::pdf::attached_pdf;

#[tokio::test]
async fn a_consumer_has_the_notice_and_the_form_before_they_accept() {
    let business = TestBusiness::open().await;
    let quote = sent_labour_quote(&business).await;
    let body = load_page(&business, &quote).await["presentation"]["cancellation"].clone();
    assert_eq!(body["right"], true);
    assert_eq!(body["line"], "You may cancel within 14 days of accepting, without giving a reason.");
    assert!(body["early"].as_str().expect("words").starts_with("Please start before the 14 days end."));
    assert_eq!(body["cancel"], false);
    let notice = body["notice"].to_string();
    assert!(notice.contains("Taylor Plumbing, 1 High Street, Leeds, LS1 1AA"), "{notice}");
    assert_eq!(body["form"][1]["value"], "Quote Q-0001");

    // In the PDF they are a page of their own, behind the link and in the email.
    let pdf = business.app.new_client().get_bytes(&format!("/q/{}.pdf", token_of(&quote))).await;
    let text = crate::pdf::pdf_text(&pdf);
    for message in [
        "Your right to cancel",
        "If you want us to start before then",
        "Please start before the 14 days end.",
        "Cancellation form",
        "I/we cancel my/our contract for Quote Q-0001",
        "Page 2 of 2",
    ] {
        assert!(text.contains(message), "{message:?} not in {text}");
    }
    let answer = business.client.get(&cancellation_path(&quote)).await.expect_status(200);
    assert_eq!((&answer["given"], &answer["until"]), (&json!(true), &Value::Null));
    assert_eq!(answer["decision"]["verdict"], "right");
    assert_eq!(answer["decision"]["reason"]["confirmed"], true);
    // Nobody is asked to cancel what they have not accepted.
    business.app.new_client().post_empty(&cancel_path(&quote)).await.expect_error(409, "not_accepted", None);
}

#[tokio::test]
async fn the_certificate_and_both_emails_contain_the_early_start_request() {
    let business = TestBusiness::open().await;
    let quote = accepted_labour_quote(&business, true).await;
    let body = load_page(&business, &quote).await["presentation"]["cancellation"].clone();
    assert_eq!(body["line"], "You may cancel until 30/11/2026.");
    assert!(body["earlyNote"].as_str().expect("words").starts_with("You asked us to start"));
    assert_eq!((&body["early"], &body["cancel"]), (&json!(""), &json!(true)));

    let certificate =
        business.client.get_bytes(&format!("/api/quotes/{}/certificate.pdf", id_of(&quote))).await;
    let text = crate::pdf::pdf_text(&certificate);
    for message in [
        "May be cancelled until 30 Nov 2026",
        "Early start Asked for: “Please start before the 14 days end.",
        "Cancellation form",
    ] {
        assert!(text.contains(message), "{message:?} not in {text}");
    }
    let copy = business.app.receive_emails(CUSTOMER).await.pop().expect("the copy");
    let texts = collapse_spaces(&copy.text);
    assert!(texts.contains("You may cancel until 30/11/2026"), "{texts}");
    assert!(texts.contains("You asked us to start before then"), "{texts}");
    assert!(crate::pdf::pdf_text(&attached_pdf(&copy).1).contains("Cancellation form"));
    let received_email = business.app.receive_emails(OWNER).await.pop().expect("a mail");
    assert!(received_email.text.contains("They may cancel until: 30/11/2026"), "{}", received_email.text);
    assert!(received_email.text.contains("Early start: Asked for."), "{}", received_email.text);
    let answer = business.client.get(&cancellation_path(&quote)).await.expect_status(200);
    assert_eq!(
        (&answer["until"], &answer["earlyStart"], &answer["line"]),
        (&json!("2026-11-30"), &json!(true), &json!("Jo Bloggs may cancel this job until 30/11/2026."))
    );
}

#[tokio::test]
async fn accepting_without_a_body_does_not_request_an_early_start() {
    let business = TestBusiness::open().await;
    // Without a body, as an old page accepts.
    let quote = business.accepted_quote().await;
    let answer = business.client.get(&cancellation_path(&quote)).await.expect_status(200);
    assert_eq!(answer["earlyStart"], false);
    let body = load_page(&business, &quote).await["presentation"]["cancellation"].clone();
    assert_eq!(body["earlyNote"], "You didn’t ask us to start before the 14 days end.");
}

#[tokio::test]
async fn a_business_customer_sees_nothing_about_cancellation() {
    let business = TestBusiness::open().await;
    make_customer_a_business(&business).await;
    let draft = business.draft_quote().await;
    let send = format!("/api/quotes/{}/send", id_of(&draft));
    let quote = business.client.post(&send, &json!({ "via": "email" })).await.expect_status(200);
    let link = format!("/api/quotes/public/{}", token_of(&quote));
    let customer = business.app.new_client();
    let nothing_in = |what: &str, text: &str| {
        let text = text.to_lowercase();
        let found = ["cancel", "14 days to", "early start", "earlystart"];
        let found = found.into_iter().find(|word| text.contains(word));
        assert_eq!(found, None, "{what}: {text}");
    };
    let read = async |what: &str| {
        for path in [link.clone(), format!("{link}?with=page")] {
            let answer = customer.get(&path).await.expect_status(200);
            nothing_in(what, &answer.to_string());
        }
        let pdf = customer.get_bytes(&format!("/q/{}.pdf", token_of(&quote))).await;
        nothing_in(what, &crate::pdf::pdf_text(&pdf));
    };
    read("before").await;
    // What a page of theirs would not send changes nothing.
    accept_quote(&business, &quote, true).await;
    read("accepted").await;
    let certificate = customer.get_bytes(&format!("/q/{}/certificate.pdf", token_of(&quote))).await;
    nothing_in("the certificate", &crate::pdf::pdf_text(&certificate));
    for received_email in business.app.receive_emails(CUSTOMER).await {
        nothing_in(&received_email.subject, &received_email.text);
        nothing_in("a PDF", &crate::pdf::pdf_text(&attached_pdf(&received_email).1));
    }
    customer.post_empty(&cancel_path(&quote)).await.expect_error(409, "no_right_to_cancel", None);
    let answer = business.client.get(&cancellation_path(&quote)).await.expect_status(200);
    assert_eq!(
        (&answer["decision"]["verdict"], &answer["given"], &answer["line"], &answer["earlyStart"]),
        (&json!("business"), &json!(false), &json!(""), &Value::Null)
    );
}

#[tokio::test]
async fn the_right_to_cancel_depends_on_where_and_how_the_job_is_agreed() {
    let business = TestBusiness::open().await;
    for (agreement, verdict) in [
        (Value::Null, "right"),
        (json!({ "place": "distance" }), "right"),
        (json!({ "place": "premises" }), "premises"),
        (json!({ "newBuild": true }), "newBuild"),
        (json!({ "urgent": true }), "urgent"),
        (json!({ "customer": "business" }), "business"),
    ] {
        let quote = sent_quote_with_agreement(&business, agreement.clone()).await;
        let answer = business.client.get(&cancellation_path(&quote)).await.expect_status(200);
        assert_eq!(answer["decision"]["verdict"], verdict, "{agreement}");
        let body = load_page(&business, &quote).await["presentation"]["cancellation"].clone();
        match verdict {
            "right" => assert_eq!(body["right"], true),
            // A customer who asked for an urgent repair reads that it cannot be cancelled, and nothing more.
            "urgent" => assert_eq!(
                (&body["right"], &body["form"], &body["early"]),
                (&json!(false), &json!([]), &json!(""))
            ),
            _ => assert_eq!(body, Value::Null, "{agreement}"),
        }
    }
    let bad = with_field(business.quote_body(), "agreement", json!({ "place": "moon" }));
    business.client.post("/api/quotes", &bad).await.expect_error(422, "rule_broken", Some("agreement.place"));
    let unknown = with_field(business.quote_body(), "agreement", json!({ "witnesses": 2 }));
    business.client.post("/api/quotes", &unknown).await.expect_error(
        400,
        "unknown_field",
        Some("agreement.witnesses"),
    );
}

#[tokio::test]
async fn a_profile_sets_the_default_agreement_and_issued_quotes_do_not_change() {
    let business = TestBusiness::open().await;
    let before = business.sent_quote().await;
    let seen = load_page(&business, &before).await;
    let path = format!("/api/business-profiles/{}", business.profile);
    let body = with_field(profile_body(), "version", json!(1));
    let bad = with_field(body.clone(), "agreedAt", json!("moon"));
    business.client.put(&path, &bad).await.expect_error(422, "rule_broken", Some("agreedAt"));
    let body = with_field(body, "agreedAt", json!("premises"));
    let saved = business.client.put(&path, &body).await.expect_status(200);
    assert_eq!(saved["agreedAt"], "premises");
    let after = business.sent_quote().await;
    assert_eq!(load_page(&business, &after).await["presentation"]["cancellation"], Value::Null);
    // The job's own answer takes precedence over the usual one.
    let own_word = sent_quote_with_agreement(&business, json!({ "place": "away" })).await;
    assert_eq!(load_page(&business, &own_word).await["presentation"]["cancellation"]["right"], true);
    // What the first customer was given is theirs.
    let again = load_page(&business, &before).await;
    assert_eq!(again["version"], seen["version"]);
    assert_eq!(again["presentation"]["cancellation"], seen["presentation"]["cancellation"]);
}

#[tokio::test]
async fn an_invoice_contains_nothing_about_cancellation() {
    let business = TestBusiness::open().await;
    let quote = sent_quote_with_agreement(&business, json!({ "place": "away" })).await;
    accept_quote(&business, &quote, true).await;
    let convert = format!("/api/quotes/{}/convert", id_of(&quote));
    let invoice = business.client.post_empty(&convert).await.expect_status(201);
    assert_eq!(invoice["agreement"], Value::Null);
    let sent = business.send_by_link("invoices", &id_of(&invoice)).await;
    let path = format!("/api/invoices/public/{}?with=page", token_of(&sent));
    let answer = business.app.new_client().get(&path).await.expect_status(200);
    assert_eq!(answer["page"]["presentation"]["cancellation"], Value::Null);
    let copy = format!("/api/quotes/{}/duplicate", id_of(&quote));
    let copy = business.client.post_empty(&copy).await.expect_status(201);
    assert_eq!(copy["agreement"], Value::Null, "it is another job");
}

#[tokio::test]
async fn changing_the_agreement_makes_a_new_version() {
    let business = TestBusiness::open().await;
    let quote = business.sent_quote().await;
    let first = load_page(&business, &quote).await["version"].clone();
    let path = format!("/api/quotes/{}", id_of(&quote));
    let edit = json!({
        "baseVersion": quote["version"], "operationId": uuid::Uuid::now_v7().to_string(),
        "operations": [{ "op": "set", "field": "agreement", "value": { "place": "premises" } }],
    });
    let edited = business.client.patch(&path, &edit).await.expect_status(200);
    assert_eq!(edited["agreement"]["place"], "premises");
    let now = load_page(&business, &quote).await;
    assert_ne!(now["version"], first);
    assert_eq!(now["presentation"]["cancellation"], Value::Null);
}

#[tokio::test]
async fn an_optional_line_gives_the_right_to_cancel_before_it_is_ticked() {
    let business = TestBusiness::open().await;
    let items = json!([
        { "id": "a", "name": "Call-out", "quantity": "1", "price": "25" },
        { "id": "b", "name": "Boiler", "quantity": "1", "price": "1000", "optional": true, "selected": false },
    ]);
    let mut body = with_field(business.quote_body(), "items", items);
    for without in ["includeLabour", "includeDiscount", "includeDeposit"] {
        body[without] = json!(false);
    }
    let draft = business.client.post("/api/quotes", &body).await.expect_status(201);
    assert_eq!(draft["totals"]["totalAmount"], "30.00");
    let quote = business.send_by_link("quotes", &id_of(&draft)).await;
    let page = load_page(&business, &quote).await;
    let right = &page["presentation"]["cancellation"];
    assert_eq!(right["right"], true);
    assert!(!right["form"].as_array().expect("a form").is_empty());
    assert!(right["early"].as_str().is_some_and(|early| !early.is_empty()));
    let taken = json!({
        "name": "Jo Bloggs", "termsAccepted": true, "version": page["version"], "selected": ["b"],
        "earlyStart": true
    });
    let path = format!("/api/quotes/public/{}/accept", token_of(&quote));
    business.app.new_client().post(&path, &taken).await.expect_status(200);
    let accepted = load_page(&business, &quote).await["presentation"].clone();
    assert_eq!(accepted["summary"]["amount"], "£1,230.00");
    assert_eq!(accepted["cancellation"]["cancel"], true);
    let answer = business.client.get(&cancellation_path(&quote)).await.expect_status(200);
    assert_eq!(answer["earlyStart"], true);
}

#[tokio::test]
async fn contractors_and_vat_registered_customers_have_no_right_to_cancel() {
    for (field, value) in [("cis_contractor", json!(true)), ("vat_registered", json!("yes"))] {
        let business = TestBusiness::open().await;
        let path = format!("/api/contacts/{}", business.contact);
        let read = business.client.get(&path).await.expect_status(200);
        let body = with_field(contact_body(), "version", read["version"].clone());
        business.client.put(&path, &with_field(body, field, value)).await.expect_status(200);
        let quote = business.sent_quote().await;
        let page = load_page(&business, &quote).await;
        assert_eq!(page["presentation"]["cancellation"], json!(null), "{field}");
    }
}

#[tokio::test]
async fn a_job_under_cis_or_reverse_charge_has_no_right_to_cancel_by_default() {
    let business = TestBusiness::open().await;
    let mut line = business.quote_body()["items"].clone();
    line[0]["vat"] = json!({ "treatment": "reverseCharge", "rate": "20" });
    for (field, value) in
        [("cisRate", json!("20")), ("vatTreatment", json!("reverseCharge")), ("items", line)]
    {
        let body = with_field(business.quote_body(), field, value);
        let draft = business.client.post("/api/quotes", &body).await.expect_status(201);
        let quote = business.send_by_link("quotes", &id_of(&draft)).await;
        let page = load_page(&business, &quote).await["presentation"]["cancellation"].clone();
        assert_eq!(page, Value::Null, "{field}");
        let answer = business.client.get(&cancellation_path(&quote)).await.expect_status(200);
        assert_eq!(answer["decision"]["verdict"], "business", "{field}");
    }
    // Whoever says that they are a consumer all the same is believed.
    let response = json!({ "customer": "consumer" });
    let body = with_field(with_field(business.quote_body(), "cisRate", json!("20")), "agreement", response);
    let draft = business.client.post("/api/quotes", &body).await.expect_status(201);
    let quote = business.send_by_link("quotes", &id_of(&draft)).await;
    let answer = business.client.get(&cancellation_path(&quote)).await.expect_status(200);
    assert_eq!(answer["decision"]["verdict"], "right");
}
