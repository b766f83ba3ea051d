//! Documents without a business profile: they are from the account's owner, and are only paid in cash.

use serde_json::{Value, json};

use super::{CUSTOMER, OWNER, TestBusiness, id_of, profile_body, token_of, with_field};
use crate::pdf;

/// The name of the account's owner in the tests.
const NAME: &str = "Sam Taylor";

/// A draft without a business profile.
async fn draft_without_profile(business: &TestBusiness, kind: &str) -> Value {
    let mut body = match kind {
        "quotes" => business.quote_body(),
        _ => business.invoice_body(),
    };
    super::remove_field(&mut body, "businessProfileId");
    if kind == "invoices" {
        // The owner has no VAT number.
        body["vatTreatment"] = json!("outsideScope");
    }
    let path = format!("/api/{kind}");
    business.client.post(&path, &body).await.expect_status(201)
}

/// The public page behind a link.
async fn load_page(business: &TestBusiness, kind: &str, document: &Value) -> Value {
    let path = format!("/api/{kind}/public/{}?with=page", token_of(document));
    business.app.new_client().get(&path).await.expect_status(200)
}

#[tokio::test]
async fn a_document_without_a_profile_is_from_the_owner() {
    let business = TestBusiness::open().await;
    for (kind, prefix) in [("quotes", "q"), ("invoices", "i")] {
        let made = draft_without_profile(&business, kind).await;
        assert_eq!(made["businessProfileId"], Value::Null);
        let path = format!("/api/{kind}/{}", id_of(&made));
        let draft = pdf::pdf_text(&business.client.get_bytes(&format!("{path}/pdf")).await);
        assert!(draft.contains(NAME) && draft.contains(OWNER), "{draft}");
        let by_mail = json!({ "via": "email" });
        let sent = business.client.post(&format!("{path}/send"), &by_mail).await;
        let sent = sent.expect_status(200);

        let page = load_page(&business, kind, &sent).await;
        let profile = &page["businessProfile"];
        assert_eq!((&profile["name"], &profile["email"]), (&json!(NAME), &json!(OWNER)));
        for (method, is_taken) in [
            ("accepts_cash", true),
            ("accepts_bank_transfer", false),
            ("accepts_card", false),
            ("accepts_paypal", false),
        ] {
            assert_eq!(profile[method], is_taken, "{method}");
        }
        for empty in ["taxNumber", "sortCode", "accountNumber", "address_line1", "phone"] {
            assert_eq!(profile[empty], "", "{empty}");
        }
        let body = &page["page"]["presentation"];
        assert_eq!((&body["businessName"], &body["template"]), (&json!(NAME), &json!("classic")));
        let printed = format!("/{prefix}/{}.pdf", token_of(&sent));
        let printed = pdf::pdf_text(&business.app.new_client().get_bytes(&printed).await);
        assert!(printed.contains(NAME) && !printed.contains("Taylor Plumbing"), "{printed}");
        // Nothing of a business that the account also has.
        assert!(!page.to_string().contains("Taylor Plumbing"), "{page}");
    }
    let mails = business.app.receive_emails(CUSTOMER).await;
    assert_eq!(mails.len(), 2);
    for mail in mails {
        assert!(mail.html.contains(NAME) && mail.raw.contains(NAME), "{}", mail.raw);
        let reply = format!("Reply-To: {OWNER}");
        assert!(mail.raw.contains(&reply), "{}", mail.raw);
    }
    business.app.stop().await;
}

#[tokio::test]
async fn replies_to_a_business_without_an_email_address_reach_its_account() {
    let business = TestBusiness::open().await;
    let path = format!("/api/business-profiles/{}", business.profile);
    let profile = business.client.get(&path).await.expect_status(200);
    let without_email = with_field(profile_body(), "email", json!(""));
    let without_email = with_field(without_email, "version", profile["version"].clone());
    business.client.put(&path, &without_email).await.expect_status(200);
    let quote = business.draft_quote().await;
    let path = format!("/api/quotes/{}/send", id_of(&quote));
    business.client.post(&path, &json!({ "via": "email" })).await.expect_status(200);
    let mail = business.app.receive_emails(CUSTOMER).await.pop().expect("a mail");
    assert!(mail.raw.contains(&format!("Reply-To: {OWNER}")), "{}", mail.raw);
    assert!(!mail.html.contains(OWNER), "{}", mail.html);
}

#[tokio::test]
async fn documents_without_a_profile_have_their_own_number_sequence() {
    let business = TestBusiness::open().await;
    let theirs = business.sent_quote().await;
    assert_eq!(theirs["quoteNumber"], "Q-0001");
    for number in ["Q-0001", "Q-0002"] {
        let made = draft_without_profile(&business, "quotes").await;
        let sent = business.send_by_link("quotes", &id_of(&made)).await;
        assert_eq!(sent["quoteNumber"], number);
    }
    let invoice = draft_without_profile(&business, "invoices").await;
    let invoice = business.send_by_link("invoices", &id_of(&invoice)).await;
    assert_eq!(invoice["invoiceNumber"], "INV-0001");
    // Another account has its own.
    let jo = business.app.sign_up("jo@example.com").await;
    let contact = jo.post("/api/contacts", &super::contact_body()).await.expect_status(201);
    let mut body = with_field(business.quote_body(), "contactId", contact["id"].clone());
    super::remove_field(&mut body, "businessProfileId");
    let made = jo.post("/api/quotes", &body).await.expect_status(201);
    let send = format!("/api/quotes/{}/send", id_of(&made));
    let sent = jo.post(&send, &json!({ "via": "link" })).await.expect_status(200);
    assert_eq!(sent["quoteNumber"], "Q-0001");
    business.app.stop().await;
}

#[tokio::test]
async fn a_profile_can_be_set_and_removed_until_the_document_is_issued() {
    let business = TestBusiness::open().await;
    let made = draft_without_profile(&business, "quotes").await;
    let path = format!("/api/quotes/{}", id_of(&made));
    let set = |version: &Value, profile: Value| {
        json!({ "baseVersion": version, "operationId": uuid::Uuid::now_v7(),
            "operations": [{ "op": "set", "field": "businessProfileId", "value": profile }] })
    };
    let chosen = set(&made["version"], json!(business.profile));
    let chosen = business.client.patch(&path, &chosen).await.expect_status(200);
    assert_eq!(chosen["businessProfile"]["name"], "Taylor Plumbing");
    let left = set(&chosen["version"], Value::Null);
    let left = business.client.patch(&path, &left).await.expect_status(200);
    assert_eq!(left["businessProfileId"], Value::Null);
    assert_eq!(left["businessProfile"]["name"], NAME);

    // A number belongs to its sequence.
    let sent = business.send_by_link("quotes", &id_of(&left)).await;
    let late = set(&sent["version"], json!(business.profile));
    let late = business.client.patch(&path, &late).await;
    late.expect_error(422, "rule_broken", Some("businessProfileId"));

    // Copies and the invoice made from it are the owner's too.
    let copy = business.client.post_empty(&format!("{path}/duplicate")).await;
    assert_eq!(copy.expect_status(201)["businessProfileId"], Value::Null);
    let accept = format!("/api/quotes/public/{}/accept", token_of(&sent));
    business.app.new_client().post_empty(&accept).await.expect_status(200);
    let invoice = business.client.post_empty(&format!("{path}/convert")).await;
    assert_eq!(invoice.expect_status(201)["businessProfileId"], Value::Null);
    business.app.stop().await;
}

#[tokio::test]
async fn a_profile_that_is_deleted_later_stays_on_its_documents() {
    let business = TestBusiness::open().await;
    let sent = business.sent_quote().await;
    let path = format!("/api/business-profiles/{}", business.profile);
    assert_eq!(business.client.delete(&path).await.status.as_u16(), 204);
    let page = load_page(&business, "quotes", &sent).await;
    assert_eq!(page["businessProfile"]["name"], "Taylor Plumbing");
    // The next one is the owner's, without a profile to choose.
    let made = draft_without_profile(&business, "quotes").await;
    assert_eq!(made["businessProfile"]["name"], NAME);
    let gone = with_field(business.quote_body(), "businessProfileId", json!(business.profile));
    let gone = business.client.post("/api/quotes", &gone).await;
    gone.expect_error(422, "rule_broken", Some("businessProfileId"));
    business.app.stop().await;
}

#[tokio::test]
async fn lists_and_searches_contain_documents_without_a_profile() {
    let business = TestBusiness::open().await;
    let made = draft_without_profile(&business, "quotes").await;
    business.send_by_link("quotes", &id_of(&made)).await;
    for query in ["status=sent", "q=Q-0001", "q=Bloggs"] {
        let found = business.client.get(&format!("/api/quotes?{query}")).await.expect_status(200);
        assert_eq!(found["total"], 1, "{query}");
        assert_eq!(found["data"][0]["id"], made["id"], "{query}");
    }
    business.app.stop().await;
}

#[tokio::test]
async fn nothing_is_sent_without_a_business_name() {
    let test_business = TestBusiness::open().await;
    test_business.app.name_business(OWNER, "").await;
    for kind in ["quotes", "invoices"] {
        let made = draft_without_profile(&test_business, kind).await;
        let path = format!("/api/{kind}/{}", id_of(&made));
        let by_link = json!({ "via": "link" });
        let refused = test_business.client.post(&format!("{path}/send"), &by_link).await;
        let refused = refused.expect_error(422, "rule_broken", Some("businessProfileId"));
        let text = refused["errors"][0]["msg"].as_str().unwrap_or_default();
        assert!(text.starts_with("Choose the business this is from"), "{text}");
        let still = test_business.client.get(&path).await.expect_status(200);
        assert_eq!(still["status"], "draft");
    }
    // The owner's details of the business are on the documents.
    let text =
        json!({ "businessName": "Taylor & Son", "phone": "0113 496 0123", "address": "1 Mill Lane\nLeeds" });
    let account = test_business.client.put("/api/account", &text).await.expect_status(200);
    assert_eq!((&account["businessName"], &account["name"]), (&json!("Taylor & Son"), &json!(NAME)));
    let made = draft_without_profile(&test_business, "quotes").await;
    let sent = test_business.send_by_link("quotes", &id_of(&made)).await;
    let page = load_page(&test_business, "quotes", &sent).await;
    let (profile, business) = (&page["businessProfile"], &page["business"]);
    assert_eq!(
        (&profile["name"], &profile["phone"], &profile["address_line1"]),
        (&json!("Taylor & Son"), &json!("0113 496 0123"), &json!("1 Mill Lane, Leeds"))
    );
    assert_eq!(business["businessName"], "Taylor & Son");
    // What is left out stays; a telephone number is one.
    let response = test_business.client.put("/api/account", &json!({ "phone": "" })).await;
    assert_eq!(response.expect_status(200)["address"], "1 Mill Lane\nLeeds");
    let wrong = test_business.client.put("/api/account", &json!({ "phone": "call me" })).await;
    wrong.expect_error(422, "rule_broken", Some("phone"));
    test_business.app.stop().await;
}

/// The Companies Act 2006, sections 1201 and 1202, requires the owner's own name and an address for service on
/// invoices, receipts and demands for payment.
#[tokio::test]
async fn a_sole_trader_is_named_on_everything_about_money() {
    let business = TestBusiness::open().await;
    let path = format!("/api/business-profiles/{}", business.profile);
    let own = with_field(super::profile_body(), "ownerName", json!("Kev Stubbs"));
    let own = with_field(own, "serviceAddress", json!("7 Home Road\nYork"));
    let own = with_field(own, "version", json!(1));
    business.client.put(&path, &own).await.expect_status(200);
    // Interest can only be asked of a business.
    let path = format!("/api/contacts/{}", business.contact);
    let customer = with_field(super::contact_body(), "customer_type", json!("business"));
    let customer = with_field(customer, "version", json!(1));
    business.client.put(&path, &customer).await.expect_status(200);

    let body = with_field(business.invoice_body(), "issueDate", json!("2026-09-07"));
    let body = with_field(body, "dueDate", json!("2026-10-07"));
    let draft = business.client.post("/api/invoices", &body).await.expect_status(201);
    let path = format!("/api/invoices/{}", id_of(&draft));
    let by_email = json!({ "via": "email" });
    let send = format!("{path}/send");
    let sent = business.client.post(&send, &by_email).await.expect_status(200);
    let printed = [
        format!("{path}/pdf"),
        format!("{path}/late-payment/letter"),
        format!("/api/contacts/{}/statement?format=pdf", business.contact),
    ];
    for printed in printed {
        let text = pdf::pdf_text(&business.client.get_bytes(&printed).await);
        for line in ["Owner: Kev Stubbs", "Address for service: 7 Home Road, York"] {
            assert!(text.contains(line), "{line} is not on {printed}: {text}");
        }
    }
    let paid = json!({ "amount": "100.00", "method": "cash" });
    let payments = format!("{path}/payments");
    let paid = business.client.post(&payments, &paid).await.expect_status(201);
    let receipt = format!("{payments}/{}/receipt", id_of(&paid["payments"][0]));
    business.client.post_empty(&receipt).await.expect_status(200);
    let mails = business.app.receive_emails(CUSTOMER).await;
    assert_eq!(mails.len(), 2, "the invoice and the receipt");
    for mail in mails {
        for line in ["Owner: Kev Stubbs", "Address for service: 7 Home Road, York"] {
            assert!(mail.text.contains(line), "{line} is not in {}", mail.text);
        }
    }
    let page = load_page(&business, "invoices", &sent).await;
    let from = page["page"]["presentation"]["from"].to_string();
    assert!(from.contains("Owner: Kev Stubbs"), "{from}");
    business.app.stop().await;
}
