//! The main job, end to end.

use serde_json::json;

use super::{CUSTOMER, OWNER, TestBusiness, id_of, token_of};

#[tokio::test]
async fn a_quote_is_accepted_invoiced_and_paid() {
    let business = TestBusiness::open().await;
    let body = business.quote_body();
    let preview =
        business.client.post("/api/quotes/preview", &super::document_body()).await.expect_status(200);
    let draft = business.client.post("/api/quotes", &body).await.expect_status(201);
    assert_eq!(draft["totals"], preview, "what is stored is what was previewed");
    assert_eq!(draft["totals"]["totalAmount"], "478.10");
    assert_eq!((&draft["status"], &draft["quoteNumber"]), (&json!("draft"), &json!(null)));
    assert_eq!(draft["publicUrl"], json!(null));

    let request = json!({ "via": "email", "message": "As we spoke about." });
    let path = format!("/api/quotes/{}/send", id_of(&draft));
    let sent = business.client.post(&path, &request).await.expect_status(200);
    assert_eq!((&sent["status"], &sent["quoteNumber"]), (&json!("sent"), &json!("Q-0001")));
    let url = sent["publicUrl"].as_str().expect("a link");
    assert!(url.ends_with(&format!("/q/{}", token_of(&sent))));
    let received_emails = business.app.receive_emails(CUSTOMER).await;
    let [received_email] = received_emails.as_slice() else { panic!("{} mails", received_emails.len()) };
    assert_eq!(received_email.subject, "Quote Q-0001 from Taylor Plumbing");
    for part in [&received_email.text, &received_email.html] {
        for word in ["As we spoke about.", "£478.10", "£119.53", url, "16/12/2026"] {
            assert!(part.contains(word), "{word} is missing in {part}");
        }
        // The business's own words greet as it likes.
        assert!(!part.contains("Hello"), "greeted once more in {part}");
    }
    assert!(received_email.raw.contains("office@taylor.example"), "answers go to the business");

    let customer = business.app.new_client();
    let link = format!("/api/quotes/public/{}", token_of(&sent));
    let page = customer.get(&link).await.expect_status(200);
    assert_eq!(page["quote"]["totalAmount"], "478.10");
    let accepted = customer.post_empty(&format!("{link}/accept")).await.expect_status(200);
    assert_eq!(accepted["quote"]["status"], "accepted");
    assert_eq!(accepted["quote"]["acceptedDate"], "2026-11-16");
    let result = business.app.receive_emails(OWNER).await;
    assert!(result.iter().any(|mail| mail.subject == "Jo Bloggs accepted quote Q-0001"));

    let invoice = business
        .client
        .post_empty(&format!("/api/quotes/{}/convert", id_of(&draft)))
        .await
        .expect_status(201);
    assert_eq!((&invoice["status"], &invoice["dueDate"]), (&json!("draft"), &json!("2026-11-30")));
    assert_eq!(invoice["totals"]["totalAmount"], "478.10");
    assert_eq!(invoice["sourceQuoteId"], draft["id"]);
    let quote = business.client.get(&format!("/api/quotes/{}", id_of(&draft))).await.expect_status(200);
    assert_eq!((&quote["status"], &quote["convertedInvoiceId"]), (&json!("invoiced"), &invoice["id"]));

    let sent = business.send_by_link("invoices", &id_of(&invoice)).await;
    assert_eq!((&sent["status"], &sent["invoiceNumber"]), (&json!("sent"), &json!("INV-0001")));
    let link = format!("/api/invoices/public/{}", token_of(&sent));
    let method = json!({ "method": "bank_transfer" });
    let page = customer.post(&format!("{link}/payment"), &method).await.expect_status(201);
    assert_eq!(page["payments"][0]["confirmationStatus"], "pending");
    assert_eq!(page["invoice"]["pendingAmount"], "478.10");
    assert_eq!(page["invoice"]["balanceDue"], "478.10", "only confirmed payments reduce it");

    let path = format!("/api/invoices/{}", id_of(&invoice));
    let pending = business.client.get(&path).await.expect_status(200);
    let confirm = format!("{path}/payments/{}/confirm", id_of(&pending["payments"][0]));
    business.app.clock.advance(plumbline::clock::DAY);
    business.app.log_in(&business.client, OWNER).await;
    let paid = business.client.post_empty(&confirm).await.expect_status(200);
    assert_eq!((&paid["status"], &paid["paidDate"]), (&json!("paid"), &json!("2026-11-16")));
    assert_eq!(paid["totals"]["balanceDue"], "0.00");
    let page = customer.get(&link).await.expect_status(200);
    assert_eq!(
        (&page["invoice"]["status"], &page["invoice"]["paidDate"]),
        (&json!("paid"), &json!("2026-11-16"))
    );

    let dashboard = business.client.get("/api/dashboard").await.expect_status(200);
    assert_eq!(dashboard["outstanding"], "0.00");
    assert_eq!(dashboard["paidThisMonth"], "478.10");
    assert_eq!(dashboard["recent"].as_array().map(Vec::len), Some(2));
}

#[tokio::test]
async fn a_deposit_is_carried_over_to_the_invoice() {
    let business = TestBusiness::open().await;
    let quote = business.accepted_quote().await;
    let customer = business.app.new_client();
    let link = format!("/api/quotes/public/{}", token_of(&quote));
    let page =
        customer.post(&format!("{link}/payment"), &json!({ "method": "cash" })).await.expect_status(201);
    assert_eq!(page["payments"][0]["amount"], "119.53", "the server computes the deposit");
    assert_eq!(page["quote"]["depositPaid"], false);

    // Converted while the deposit is pending: it waits on the invoice, and counts once confirmed there.
    let path = format!("/api/quotes/{}", id_of(&quote));
    let invoice = business.client.post_empty(&format!("{path}/convert")).await.expect_status(201);
    assert_eq!(invoice["includeDeposit"], false);
    let path = format!("/api/invoices/{}", id_of(&invoice));
    let confirm = format!("{path}/payments/{}/confirm", id_of(&invoice["payments"][0]));
    business.client.post_empty(&confirm).await.expect_status(200);
    business.client.post_empty(&confirm).await.expect_status(200);
    let invoice = business.client.get(&path).await.expect_status(200);
    assert_eq!(invoice["payments"].as_array().map(Vec::len), Some(1), "carried once");
    assert_eq!(invoice["totals"]["balanceDue"], "358.57");
    assert_eq!(invoice["status"], "draft");
    let sent = business.send_by_link("invoices", &id_of(&invoice)).await;
    assert_eq!(sent["status"], "partially_paid");
    let dashboard = business.client.get("/api/dashboard").await.expect_status(200);
    assert_eq!(dashboard["paidThisMonth"], "119.53", "a carried deposit counts once");
    assert_eq!(dashboard["outstanding"], "358.57");
}

#[tokio::test]
async fn optional_lines_that_were_not_chosen_are_not_invoiced() {
    let business = TestBusiness::open().await;
    let mut body = business.quote_body();
    body["items"] = json!([
        { "id": "a", "name": "Tap", "quantity": "1", "price": "50" },
        { "id": "b", "name": "Gold tap", "quantity": "1", "price": "500", "optional": true, "selected": false }
    ]);
    body["includeLabour"] = json!(false);
    let draft = business.client.post("/api/quotes", &body).await.expect_status(201);
    business.send_by_link("quotes", &id_of(&draft)).await;
    let invoice = business
        .client
        .post_empty(&format!("/api/quotes/{}/convert", id_of(&draft)))
        .await
        .expect_status(201);
    assert_eq!(invoice["items"].as_array().map(Vec::len), Some(1));
    assert_eq!(invoice["totals"]["totalAmount"], "54.00");
}
