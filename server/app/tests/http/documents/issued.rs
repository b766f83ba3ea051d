//! An issued document is unchanged until the business changes it openly.

use serde_json::json;

use super::{TestBusiness, contact_body, id_of, profile_body, token_of, with_field};

#[tokio::test]
async fn a_later_change_of_the_parties_changes_no_issued_document() {
    let business = TestBusiness::open().await;
    let sent = business.sent_quote().await;
    let link = format!("/api/quotes/public/{}", token_of(&sent));
    let before = business.app.new_client().get(&link).await.expect_status(200);

    let path = format!("/api/contacts/{}", business.contact);
    let moved = with_field(with_field(contact_body(), "name", json!("Joanna Bloggs")), "version", json!(1));
    business.client.put(&path, &moved).await.expect_status(200);
    let path = format!("/api/business-profiles/{}", business.profile);
    let renamed = with_field(with_field(profile_body(), "name", json!("Taylor & Co")), "version", json!(1));
    business.client.put(&path, &renamed).await.expect_status(200);

    assert_eq!(business.app.new_client().get(&link).await.expect_status(200), before);
    let quote = business.client.get(&format!("/api/quotes/{}", id_of(&sent))).await.expect_status(200);
    assert_eq!(quote["contact"]["name"], "Jo Bloggs");
    // A draft shows its parties as they are.
    let draft = business.draft_quote().await;
    assert_eq!(draft["contact"]["name"], "Joanna Bloggs");
    assert_eq!(draft["businessProfile"]["name"], "Taylor & Co");
    // Even when the contact became another.
    let path = format!("/api/contacts/{}", business.contact);
    let goes = business.client.get(&path).await.expect_status(200);
    let stays = json!({ "name": "Bloggs & Daughters" });
    let stays = business.client.post("/api/contacts", &stays).await.expect_status(201);
    let merge = json!({
        "version": stays["version"], "other": goes["id"], "otherVersion": goes["version"],
    });
    let path = format!("/api/contacts/{}/merge", id_of(&stays));
    business.client.post(&path, &merge).await.expect_status(200);
    assert_eq!(business.app.new_client().get(&link).await.expect_status(200), before);
}

#[tokio::test]
async fn an_issued_invoice_shows_the_current_payment_methods() {
    let business = TestBusiness::open().await;
    let sent = business.sent_invoice().await;
    let path = format!("/api/business-profiles/{}", business.profile);
    let moved =
        with_field(with_field(profile_body(), "accountNumber", json!("87654321")), "version", json!(1));
    business.client.put(&path, &moved).await.expect_status(200);
    let link = format!("/api/invoices/public/{}", token_of(&sent));
    // Another bank account is valid after 48 hours (`tests/http/authenticity`).
    business.app.clock.advance(48 * 60 * 60 * 1_000);
    business.app.run_jobs().await;
    let page = business.app.new_client().get(&link).await.expect_status(200);
    assert_eq!(page["businessProfile"]["accountNumber"], "87654321");
}

#[tokio::test]
async fn an_edit_after_sending_makes_a_version() {
    let business = TestBusiness::open().await;
    let sent = business.sent_quote().await;
    let path = format!("/api/quotes/{}", id_of(&sent));
    let link = format!("/api/quotes/public/{}", token_of(&sent));
    assert_eq!(business.count_rows("document_versions").await, 1);

    let body = with_field(business.quote_body(), "version", sent["version"].clone());
    // A save that changes nothing makes no new version.
    let same = business.client.put(&path, &body).await.expect_status(200);
    assert_eq!(same["version"], sent["version"]);
    assert_eq!(business.count_rows("document_versions").await, 1);

    let edited =
        business.client.put(&path, &with_field(body, "notes", json!("New"))).await.expect_status(200);
    assert_eq!(
        (&edited["quoteNumber"], &edited["publicToken"]),
        (&sent["quoteNumber"], &sent["publicToken"])
    );
    assert_eq!(business.count_rows("document_versions").await, 2);
    let page = business.app.new_client().get(&link).await.expect_status(200);
    assert_eq!(page["quote"]["notes"], "New");

    // An issued document stays complete, and with its business.
    let body = with_field(business.quote_body(), "version", edited["version"].clone());
    business.client.put(&path, &with_field(body.clone(), "contactId", json!(null))).await.expect_error(
        422,
        "rule_broken",
        Some("contactId"),
    );
    business
        .client
        .put(&path, &with_field(body.clone(), "expiryDate", json!("2026-11-15")))
        .await
        .expect_error(422, "rule_broken", Some("expiryDate"));
    let other = business.client.post("/api/business-profiles", &profile_body()).await.expect_status(201);
    business
        .client
        .put(&path, &with_field(body, "businessProfileId", json!(id_of(&other))))
        .await
        .expect_error(422, "rule_broken", Some("businessProfileId"));
    assert_eq!(business.count_rows("document_versions").await, 2);
}

#[tokio::test]
async fn an_accepted_quote_cannot_be_changed() {
    let business = TestBusiness::open().await;
    let quote = business.accepted_quote().await;
    let path = format!("/api/quotes/{}", id_of(&quote));
    let body = with_field(business.quote_body(), "version", quote["version"].clone());
    let dearer = with_field(body, "tax", json!("0"));
    business.client.put(&path, &dearer).await.expect_error(409, "already_accepted", None);
    assert_eq!(business.client.get(&path).await.expect_status(200), quote);
}

#[tokio::test]
async fn sending_again_keeps_number_and_link() {
    let business = TestBusiness::open().await;
    let sent = business.sent_invoice().await;
    let path = format!("/api/invoices/{}/send", id_of(&sent));
    let again = business.client.post(&path, &json!({ "via": "email" })).await.expect_status(200);
    for field in ["invoiceNumber", "publicToken", "sentDate"] {
        assert_eq!(again[field], sent[field]);
    }
    assert_eq!(business.count_rows("document_versions").await, 1);
    assert_eq!(business.app.receive_emails(super::CUSTOMER).await.len(), 1);
}

#[tokio::test]
async fn repeating_a_send_emails_once() {
    let business = TestBusiness::open().await;
    let draft = business.draft_quote().await;
    let path = format!("/api/quotes/{}/send", id_of(&draft));
    let body = json!({ "via": "email", "to": "other@customer.example", "subject": "Your\u{a0}quote" });
    let first = business.client.post_with_key(&path, "k1", &body).await.expect_status(200);
    assert_eq!(business.client.post_with_key(&path, "k1", &body).await.expect_status(200), first);
    assert_eq!(business.app.receive_emails("other@customer.example").await.len(), 1);
    business.client.post_with_key(&path, "k1", &json!({ "via": "link" })).await.expect_error(
        422,
        "idempotency_key_reused",
        None,
    );
    for (body, path_named) in [
        (json!({ "via": "email", "to": "not an address" }), "to"),
        (json!({ "via": "email", "subject": "a\r\nBcc: x@y.example" }), "subject"),
    ] {
        business.client.post(&path, &body).await.expect_error(422, "rule_broken", Some(path_named));
    }
    business.client.post(&path, &json!({ "via": "pigeon" })).await.expect_error(
        400,
        "invalid_type",
        Some("via"),
    );
}

#[tokio::test]
async fn an_email_without_a_recipient_uses_up_no_number() {
    let business = TestBusiness::open().await;
    let other = business.client.post("/api/contacts", &json!({ "name": "Pat" })).await.expect_status(201);
    let body = with_field(business.quote_body(), "contactId", json!(id_of(&other)));
    let draft = business.client.post("/api/quotes", &body).await.expect_status(201);
    let path = format!("/api/quotes/{}/send", id_of(&draft));
    business.client.post(&path, &json!({ "via": "email" })).await.expect_error(
        422,
        "rule_broken",
        Some("to"),
    );
    assert_eq!(business.count_rows("document_sequences").await, 0, "the issue was undone with the mail");
    let sent = business.client.post(&path, &json!({ "via": "link" })).await.expect_status(200);
    assert_eq!(sent["quoteNumber"], "Q-0001");
}

#[tokio::test]
async fn a_quote_can_be_accepted_until_midnight_in_london() {
    let business = TestBusiness::open().await;
    // 23:30 in London in July is 22:30 UTC; half an hour later it is tomorrow in London only.
    business.app.clock.set(1_782_858_600_000);
    business.app.log_in(&business.client, super::OWNER).await;
    let body = with_field(
        with_field(business.quote_body(), "issueDate", json!("2026-06-30")),
        "expiryDate",
        json!("2026-06-30"),
    );
    let draft = business.client.post("/api/quotes", &body).await.expect_status(201);
    let sent = business.send_by_link("quotes", &id_of(&draft)).await;
    assert_eq!((&sent["issueDate"], &sent["sentDate"]), (&json!("2026-06-30"), &json!("2026-06-30")));
    assert_eq!(sent["displayStatus"]["label"], "Pending", "valid through the end of the day");
    business.app.clock.advance(plumbline::clock::HOUR / 2);
    business.app.log_in(&business.client, super::OWNER).await;
    let late = business.client.get(&format!("/api/quotes/{}", id_of(&draft))).await.expect_status(200);
    assert_eq!((&late["issueDate"], &late["expiryDate"]), (&json!("2026-06-30"), &json!("2026-06-30")));
    assert_eq!(late["displayStatus"]["label"], "Expired");
    let accept = format!("/api/quotes/public/{}/accept", token_of(&sent));
    business.app.new_client().post_empty(&accept).await.expect_error(409, "expired", None);
    // A new expiry day makes it wait again.
    let body =
        with_field(with_field(body, "expiryDate", json!("2026-07-01")), "version", late["version"].clone());
    business.client.put(&format!("/api/quotes/{}", id_of(&draft)), &body).await.expect_status(200);
    let page = business.app.new_client().post_empty(&accept).await.expect_status(200);
    assert_eq!(page["quote"]["acceptedDate"], "2026-07-01");
}
