//! From the idea on site to the customer's acceptance.

use serde_json::{Value, json};
use uuid::Uuid;

use super::{VariationsFixture, job_amounts};
use crate::documents::live::LivePage;
use crate::documents::{CUSTOMER, TestBusiness, id_of, token_of, with_field};

#[tokio::test]
async fn a_variation_is_a_quote_with_the_number_of_its_job() {
    let site = VariationsFixture::open().await;
    let draft = site.create_variation(json!({})).await.expect_status(201);
    assert_eq!(draft["quoteNumber"], Value::Null);
    for of_quote in ["businessProfileId", "contactId", "tax", "vatTreatment", "cisRate"] {
        assert_eq!(draft[of_quote], site.quote[of_quote], "{of_quote}");
    }
    assert_eq!(draft["items"], json!([]));
    assert_eq!(
        (&draft["issueDate"], &draft["expiryDate"], &draft["jobDescription"]),
        (&json!("2026-11-16"), &json!("2026-12-16"), &json!(""))
    );
    assert_eq!(draft["variationOf"]["id"], site.quote["id"]);
    assert_eq!(draft["variationOf"]["agreed"], "478.10");

    let draft = site.add_line(&draft, "Second radiator", "100").await;
    assert_eq!(draft["variationOf"]["withThis"], "598.10");
    let sent = site.business.send_by_link("quotes", &id_of(&draft)).await;
    assert_eq!(sent["quoteNumber"], "Q-0001-V1");
    // The job shows it, and what is agreed is what was accepted.
    let job = site.read_job().await;
    assert_eq!(job_amounts(&job), ["478.10", "478.10", "0.00", "0.00", "478.10"]);
    assert_eq!(job["variations"][0]["number"], "Q-0001-V1");
    assert_eq!(job["variations"][0]["about"], "Second radiator");
    assert_eq!(job["variations"][0]["counts"], json!(false));

    // Its customer reads what it varies, and what will be agreed.
    let link = format!("/api/quotes/public/{}?with=page", token_of(&sent));
    let page = site.business.app.new_client().get(&link).await.expect_status(200);
    let body = &page["page"]["presentation"];
    assert_eq!(body["title"], "VARIATION");
    assert_eq!(body["heading"], "Variation Q-0001-V1");
    assert_eq!(body["variation"]["title"], "Variation to quote Q-0001");
    let details = body["details"]["rows"].as_array().expect("rows");
    let varied = json!({ "label": "Variation To", "value": "Quote Q-0001" });
    assert!(details.contains(&varied), "{details:?}");
    let rows: Vec<_> = body["variation"]["rows"]
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| row["value"].as_str().expect("an amount"))
        .collect();
    assert_eq!(rows, ["£478.10", "£120.00", "£598.10"]);

    site.accept_variation(&sent).await.expect_status(200);
    assert_eq!(job_amounts(&site.read_job().await), ["478.10", "598.10", "0.00", "0.00", "598.10"]);
    let quote = site.read_quote(&site.quote).await;
    assert_eq!(quote["acceptedVariations"], 1);
    assert_eq!(quote["totals"]["totalAmount"], "478.10", "what was accepted stays");
    let varied = site.read_quote(&sent).await;
    assert_eq!(varied["acceptance"]["chained"]["quoteNumber"], "Q-0001");
    assert_eq!(varied["acceptance"]["chained"]["quote"], quote["acceptance"]["version"]);
    assert_eq!(varied["acceptance"]["chained"]["before"], Value::Null);
    // It takes no number of the business's own.
    let next = site.business.sent_quote().await;
    assert_eq!(next["quoteNumber"], "Q-0002");
    // The second follows the first.
    let second = site.create_accepted("Third radiator", "50").await;
    assert_eq!(second["quoteNumber"], "Q-0001-V2");
    assert_eq!(second["acceptance"]["chained"]["before"], varied["acceptance"]["version"]);
    assert_eq!(job_amounts(&site.read_job().await)[1], "658.10");
    // And it is found and listed like any other.
    let found = site.business.client.get("/api/search?q=Q-0001-V2").await.expect_status(200);
    assert!(found.to_string().contains("Q-0001-V2"), "{found}");
    let listed = site.business.client.get("/api/quotes?q=Q-0001-V2").await.expect_status(200);
    assert!(listed["data"].to_string().contains("Q-0001-V2"), "{listed}");
    let certificate = format!("/api/quotes/{}/certificate.pdf", id_of(&second));
    let certificate = crate::pdf::pdf_text(&site.business.client.get_bytes(&certificate).await);
    let chained = |what: &str, of: &Value| {
        let hash = of["acceptance"]["version"].as_str().expect("a hash");
        format!("{what} {hash}")
    };
    for message in [
        "Jo Bloggs accepted variation Q-0001-V2 to quote Q-0001 of Taylor Plumbing".to_owned(),
        "Variation to quote Q-0001".to_owned(),
        chained("SHA-256 of that version", &second),
        chained("SHA-256 of that quote as accepted", &quote),
        chained("SHA-256 of the variation before", &varied),
    ] {
        // A long hash goes on in the next line.
        let tight = |text: &str| text.split_whitespace().collect::<String>();
        let is_said = tight(&certificate).contains(&tight(&message));
        assert!(is_said, "{message}: {certificate}");
    }
    let timeline = format!("{}/timeline", site.variations_path());
    let timeline = site.business.client.get(&timeline).await.expect_status(200);
    assert!(timeline.to_string().contains("658.10"), "{timeline}");
}

#[tokio::test]
async fn the_pdf_of_a_variation_has_its_own_name_and_the_new_agreed_total() {
    let site = VariationsFixture::open().await;
    let draft = site.create_variation(json!({})).await.expect_status(201);
    let draft = site.add_line(&draft, "Second radiator", "100").await;
    let sent = site.business.send_by_link("quotes", &id_of(&draft)).await;
    let path = format!("/api/quotes/{}/pdf", id_of(&sent));
    let file = site.business.client.get(&path).await;
    let name = file.header("content-disposition").unwrap_or_default();
    assert!(name.contains("Variation Q-0001-V1 from Taylor Plumbing.pdf"), "{name}");
    let text = crate::pdf::pdf_text(&site.business.client.get_bytes(&path).await);
    for part in ["Total £120.00", "Agreed so far £478.10", "New agreed total including VAT £598.10"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[tokio::test]
async fn the_quote_s_page_begins_with_what_is_agreed_in_all() {
    let site = VariationsFixture::open().await;
    let client = site.business.app.new_client();
    let path = format!("/api/quotes/public/{}?with=page", token_of(&site.quote));
    let before = client.get(&path).await.expect_status(200);
    assert_eq!(before["page"]["presentation"]["summary"]["amount"], "£478.10");
    site.create_sent("Still to accept", "50").await;
    site.create_accepted("Second radiator", "100").await;
    let after = client.get(&path).await.expect_status(200);
    let summary = &after["page"]["presentation"]["summary"];
    assert_eq!((&summary["label"], &summary["amount"]), (&json!("Agreed total"), &json!("£598.10")));
    let parts = json!([
        { "label": "Quote Q-0001", "value": "£478.10" },
        { "label": "Variation Q-0001-V2", "value": "£120.00" },
    ]);
    assert_eq!(summary["parts"], parts);
    // What was issued is the same: its version, its totals, and the response without a page.
    assert_eq!(after["page"]["version"], before["page"]["version"]);
    assert_eq!(after["page"]["presentation"]["totals"], before["page"]["presentation"]["totals"]);
    assert_eq!(after["quote"], before["quote"]);
}

#[tokio::test]
async fn a_variation_may_be_negative_but_not_by_more_than_the_job() {
    let site = VariationsFixture::open().await;
    let less = site.create_accepted("Without the valve", "-100").await;
    assert_eq!(less["totals"]["totalAmount"], "-120.00");
    assert_eq!(job_amounts(&site.read_job().await)[1], "358.10");
    // All of the rest, and a penny.
    let more = site.create_draft("Everything", "-298.43").await;
    let send = format!("/api/quotes/{}/send", id_of(&more));
    let refused = site.business.client.post(&send, &json!({ "via": "link" })).await;
    refused.expect_error(422, "rule_broken", Some("totalAmount"));
    // What is no variation may not.
    let mut body = site.business.quote_body();
    body["items"] = json!([{ "id": "a", "name": "Less", "quantity": "1", "price": "-1000" }]);
    body["variation"] = json!(true);
    let refused = site.business.client.post("/api/quotes", &body).await;
    refused.expect_error(422, "rule_broken", Some("subtotalAmount"));
}

#[tokio::test]
async fn only_the_job_of_an_accepted_quote_is_varied() {
    let test_business = TestBusiness::open().await;
    let sent = test_business.sent_quote().await;
    let path = |quote: &Value| format!("/api/quotes/{}/variations", id_of(quote));
    let none = json!({});
    let refused = test_business.client.post(&path(&sent), &none).await;
    refused.expect_error(409, "not_accepted", None);
    let draft = test_business.draft_quote().await;
    test_business.client.post(&path(&draft), &none).await.expect_error(409, "not_sent", None);
    let declined = test_business.sent_quote().await;
    let decline = format!("/api/quotes/public/{}/decline", token_of(&declined));
    test_business.app.new_client().post_empty(&decline).await.expect_status(200);
    test_business.client.post(&path(&declined), &none).await.expect_error(409, "already_declined", None);
    let invoiced = test_business.accepted_quote().await;
    let convert = format!("/api/quotes/{}/convert", id_of(&invoiced));
    test_business.client.post_empty(&convert).await.expect_status(201);
    let response = test_business.client.post(&path(&invoiced), &none).await;
    let reply = response.expect_error(409, "job_invoiced", None);
    assert!(reply["message"].to_string().contains("final invoice"));
    // Another account's quote is not found.
    let other = test_business.app.sign_up("other@example.com").await;
    let accepted = test_business.accepted_quote().await;
    assert_eq!(other.post(&path(&accepted), &none).await.status, 404);

    let site = VariationsFixture { quote: accepted, business: test_business };
    let varied = site.create_accepted("Tap", "10").await;
    for (below, body) in
        [("variations", none.clone()), ("stages", json!({ "percentage": "10" })), ("convert", none.clone())]
    {
        let path = format!("/api/quotes/{}/{below}", id_of(&varied));
        let refused = site.business.client.post(&path, &body).await;
        refused.expect_error(409, "part_of_job", None);
    }
    assert_eq!(varied["allowed"]["convert"], json!(false));
    assert_eq!(site.read_quote(&site.quote).await["allowed"]["vary"], json!(true));
}

#[tokio::test]
async fn an_offline_device_chooses_the_id_and_sends_the_whole_variation_at_once() {
    let site = VariationsFixture::open().await;
    let own = Uuid::now_v7().to_string();
    let mut body = site.business.quote_body();
    body["id"] = json!(own);
    body["includeDeposit"] = json!(false);
    body["includeLabour"] = json!(false);
    body["includeDiscount"] = json!(false);
    body["items"] = json!([{ "id": "a", "name": "Less", "quantity": "1", "price": "-100" }]);
    let first = site.create_variation(body.clone()).await.expect_status(201);
    assert_eq!(first["id"], json!(own));
    assert_eq!(first["totals"]["totalAmount"], "-120.00");
    let again = site.create_variation(body.clone()).await.expect_status(201);
    assert_eq!(again["version"], first["version"]);
    assert_eq!(site.read_job().await["variations"].as_array().expect("a list").len(), 1);
    body["notes"] = json!("another");
    site.create_variation(body).await.expect_error(409, "id_in_use", None);
    // A save of all of it keeps what it is.
    let mut saved = site.business.quote_body();
    crate::documents::remove_field(&mut saved, "id");
    saved["version"] = first["version"].clone();
    saved["includeDeposit"] = json!(false);
    saved["includeLabour"] = json!(false);
    saved["items"] = json!([{ "id": "a", "name": "Less", "quantity": "1", "price": "-50" }]);
    let path = format!("/api/quotes/{own}");
    let saved = site.business.client.put(&path, &saved).await.expect_status(200);
    // 10 % of discount less.
    assert_eq!(saved["totals"]["totalAmount"], "-54.00");
    // A draft goes, and with it what was said of it.
    assert_eq!(site.business.client.delete(&path).await.status, 204);
    assert_eq!(site.read_job().await["variations"], json!([]));
}

#[tokio::test]
async fn problems_of_a_variation_are_reported_before_it_is_sent() {
    let site = VariationsFixture::open().await;
    let draft = site.create_draft("Tap", "10").await;
    let path = format!("/api/quotes/{}", id_of(&draft));
    let edit = json!({ "baseVersion": draft["version"], "operationId": Uuid::now_v7().to_string(), "operations": [
        { "op": "set", "field": "includeDeposit", "value": true },
        { "op": "set", "field": "deposit", "value": "10" } ] });
    site.business.client.patch(&path, &edit).await.expect_status(200);
    let send = json!({ "via": "link" });
    let refused = site.business.client.post(&format!("{path}/send"), &send).await;
    refused.expect_error(422, "rule_broken", Some("includeDeposit"));
    // No number was used up.
    let other = site.create_sent("Tap", "10").await;
    assert_eq!(other["quoteNumber"], "Q-0001-V1");
}

#[tokio::test]
async fn the_email_says_what_the_variation_changes() {
    let site = VariationsFixture::open().await;
    let draft = site.create_draft("Tap", "10").await;
    let path = format!("/api/quotes/{}/send", id_of(&draft));
    site.business.client.post(&path, &json!({ "via": "email" })).await.expect_status(200);
    let received_emails = site.business.app.receive_emails(CUSTOMER).await;
    let received_email = received_emails.last().expect("a mail");
    assert!(received_email.subject.contains("Variation Q-0001-V1"), "{}", received_email.subject);
    assert!(received_email.text.contains("quote Q-0001"), "{}", received_email.text);
    assert!(received_email.text.contains("£490.10"), "{}", received_email.text);
    // Its VAT is below the total that it is part of.
    let rows = "This variation: £12.00\nVAT included: £2.00\nNew agreed total including VAT: £490.10";
    let text = received_email.text.replace("\r\n", "\n");
    assert!(text.contains(rows), "{text}");
    // What it is for, the amount and the button come first.
    let (button, greeting) = (text.find("/q/"), text.find("Hello"));
    assert!(text.contains("This variation including VAT: £12.00"), "{text}");
    assert!(button < greeting, "{text}");
}

#[tokio::test]
async fn a_declined_variation_can_be_copied_changed_and_sent_again() {
    let site = VariationsFixture::open().await;
    let sent = site.create_sent("Without the valve", "-100").await;
    let decline = format!("/api/quotes/public/{}/decline", token_of(&sent));
    let customer = site.business.app.new_client();
    customer.post_empty(&decline).await.expect_status(200);
    let duplicate = format!("/api/quotes/{}/duplicate", id_of(&sent));
    let copy = site.business.client.post_empty(&duplicate).await.expect_status(201);
    assert_eq!(copy["variationOf"]["id"], site.quote["id"]);
    assert_eq!(copy["items"], sent["items"]);
    assert_eq!(copy["totals"]["totalAmount"], "-120.00");
    let again = site.business.send_by_link("quotes", &id_of(&copy)).await;
    assert_eq!(again["quoteNumber"], "Q-0001-V2");
    site.accept_variation(&again).await.expect_status(200);
    assert_eq!(job_amounts(&site.read_job().await)[1], "358.10");
    // Of a job that can be varied no more a copy is a quote of its own, which leaves out nothing.
    let extra = site.create_sent("Tap", "10").await;
    site.convert_to_invoice().await.expect_status(201);
    let copied = site.business.client.post_empty(&duplicate).await;
    assert_eq!(copied.status, 422, "{}", copied.text);
    let duplicate = format!("/api/quotes/{}/duplicate", id_of(&extra));
    let copy = site.business.client.post_empty(&duplicate).await.expect_status(201);
    assert_eq!(copy.get("variationOf"), None);
    assert_eq!(copy["totals"]["totalAmount"], "12.00");
}

#[tokio::test]
async fn a_variation_cannot_be_accepted_after_the_agreed_total_changed() {
    let site = VariationsFixture::open().await;
    let (first, second) = (site.create_sent("Tap", "10").await, site.create_sent("Valve", "20").await);
    let link = format!("/api/quotes/public/{}", token_of(&second));
    let customer = site.business.app.new_client();
    let page = customer.get(&format!("{link}?with=page")).await.expect_status(200);
    assert_eq!(page["page"]["agreed"], "478.10");
    let read = |agreed: &str| json!({ "name": "Jo Bloggs", "termsAccepted": true, "version": page["page"]["version"], "agreed": agreed });
    // The open page gets a message to read the quote again.
    let mut open = LivePage::open_for_customer(&site.business.app, &token_of(&second)).await;
    open.wait_until_received().await;
    site.accept_variation(&first).await.expect_status(200);
    open.next_of_type("quote_updated").await;
    let accept = format!("{link}/accept");
    let refused = customer.post(&accept, &read("478.10")).await;
    let body = refused.expect_error(409, "agreed_changed", None);
    assert!(body["message"].to_string().contains("agreed total has changed"));
    // The same applies to a customer who signs on the business's device.
    let mut signed = read("478.10");
    signed["signature"] = json!({ "width": 600, "height": 200, "strokes": [[10, 10, 40, 60, 80, 20]] });
    let own = format!("/api/quotes/{}/accept", id_of(&second));
    let refused = site.business.client.post(&own, &signed).await;
    refused.expect_error(409, "agreed_changed", None);

    let page = customer.get(&format!("{link}?with=page")).await.expect_status(200);
    assert_eq!(page["page"]["agreed"], "490.10");
    customer.post(&accept, &read("490.10")).await.expect_status(200);
    assert_eq!(job_amounts(&site.read_job().await)[1], "514.10");
}

/// The body of a new variation with lines.
fn new_variation_body() -> Value {
    json!({ "items": [{ "name": "Towel rail", "quantity": "1", "price": "100" }] })
}

/// The body that saves a draft.
fn save_body(draft: &Value) -> Value {
    let mut body = new_variation_body();
    for field in ["version", "contactId", "businessProfileId", "issueDate", "expiryDate"] {
        body[field] = draft[field].clone();
    }
    body
}

#[tokio::test]
async fn a_variation_has_the_customer_and_the_business_of_its_job() {
    let site = VariationsFixture::open().await;
    let client = &site.business.client;
    let other = json!({ "name": "Somebody Else", "email": "else@example.com" });
    let other = client.post("/api/contacts", &other).await.expect_status(201);
    let business = json!({ "name": "Another Trade" });
    let business = client.post("/api/business-profiles", &business).await.expect_status(201);
    for (field, value) in [("contactId", &other["id"]), ("businessProfileId", &business["id"])] {
        let draft = site.create_draft("Towel rail", "100").await;
        let path = format!("/api/quotes/{}", id_of(&draft));
        let edit = json!({ "baseVersion": draft["version"], "operationId": uuid::Uuid::now_v7().to_string(),
            "operations": [{ "op": "set", "field": field, "value": value }] });
        let edited = client.patch(&path, &edit).await;
        let saved = client.put(&path, &with_field(save_body(&draft), field, value.clone())).await;
        for answer in [edited, saved] {
            let refused = answer.expect_error(422, "rule_broken", Some(field));
            assert_eq!(refused["errors"][0]["code"], "other_party");
        }
        let read = site.read_quote(&draft).await;
        assert_eq!(read["version"], draft["version"], "nothing was written");
    }
    // Nor is one made for another customer; without one it is for the quote's, whatever the body says of the business.
    let made =
        site.create_variation(with_field(new_variation_body(), "contactId", other["id"].clone())).await;
    let refused = made.expect_error(422, "rule_broken", Some("contactId"));
    assert_eq!(refused["errors"][0]["code"], "other_party");
    for contact in [Value::Null, json!(site.business.contact)] {
        let made = site
            .create_variation(with_field(new_variation_body(), "contactId", contact))
            .await
            .expect_status(201);
        assert_eq!(made["contactId"], json!(site.business.contact));
        assert_eq!(made["businessProfileId"], json!(site.business.profile));
    }
    assert_eq!(site.read_job().await["variations"].as_array().map(Vec::len), Some(4));
    assert_eq!(job_amounts(&site.read_job().await)[1], "478.10");
}
