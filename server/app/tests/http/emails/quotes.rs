//! Emails about quotes, invoices and credit notes that are sent, replied to, chased and voided.

use plumbline::clock::{DAY, MINUTE};
use serde_json::json;

use super::EmailTranscript;
use crate::chasing::parse_london_instant;
use crate::credits;
use crate::documents::{OWNER, TestBusiness, id_of, token_of, with_field};
use crate::instalments;

#[tokio::test]
async fn quotes_and_invoices() {
    let business = TestBusiness::open().await;
    let customer = business.app.new_client();
    let by_email = json!({ "via": "email" });
    let mut transcript = EmailTranscript::for_business(&business).await;

    let body = with_field(business.quote_body(), "orderNumber", json!("PO-77"));
    let quote = business.client.post("/api/quotes", &body).await.expect_status(201);
    let own = format!("/api/quotes/{}", id_of(&quote));
    let send = format!("{own}/send");
    let quote = business.client.post(&send, &by_email).await.expect_status(200);
    transcript.record("a quote is sent").await;

    let link = format!("/api/quotes/public/{}", token_of(&quote));
    let ask = format!("{link}/question");
    let question = json!({ "wish": "question", "words": "Does it include the tap?\nAnd the sink?" });
    customer.post(&ask, &question).await.expect_status(201);
    transcript.record("its customer asks a question").await;
    let changes = json!({ "wish": "changes", "words": "Without the tap, please." });
    customer.post(&ask, &changes).await.expect_status(201);
    transcript.record("its customer asks for changes").await;
    let path = format!("{own}/timeline");
    let response = business.client.get(&path).await.expect_status(200);
    for (at, text) in [(0, "Yes, both."), (1, "I’ll send you another.")] {
        let path = format!("{own}/questions/{}/reply", id_of(&response["questions"][at]));
        let reply = json!({ "words": text });
        business.client.post(&path, &reply).await.expect_status(200);
        transcript.record("the business replies").await;
    }

    let decline = format!("{link}/decline");
    let reason = json!({ "reason": "Too dear.\nMaybe in spring." });
    customer.post(&decline, &reason).await.expect_status(200);
    transcript.record("its customer declines").await;

    let other = business.sent_quote().await;
    let accept = format!("/api/quotes/public/{}/accept", token_of(&other));
    customer.post_empty(&accept).await.expect_status(200);
    transcript.record("its customer accepts another").await;
    let begin = format!("/api/quotes/{}/variations", id_of(&other));
    let line = json!({ "id": "v", "name": "Third radiator", "quantity": "1", "price": "100.00" });
    let body = json!({ "items": [line], "issueDate": "2026-11-16", "expiryDate": "2026-12-16" });
    let extra = business.client.post(&begin, &body).await.expect_status(201);
    let send = format!("/api/quotes/{}/send", id_of(&extra));
    let extra = business.client.post(&send, &by_email).await.expect_status(200);
    transcript.record("a variation of it is sent").await;
    let accept = format!("/api/quotes/public/{}/accept", token_of(&extra));
    customer.post_empty(&accept).await.expect_status(200);
    transcript.record("its customer accepts the variation").await;
    let read = business.sent_quote().await;
    let path = format!("/api/quotes/{}/mark-accepted", id_of(&read));
    let body = json!({ "by": "message", "date": "2026-11-16", "name": "Jo Bloggs" });
    business.client.post(&path, &body).await.expect_status(200);
    transcript.record("the business records what its customer told it").await;

    let body = with_field(business.invoice_body(), "orderNumber", json!("PO-78"));
    let invoice = business.client.post("/api/invoices", &body).await.expect_status(201);
    let own = format!("/api/invoices/{}", id_of(&invoice));
    let send = format!("{own}/send");
    let invoice = business.client.post(&send, &by_email).await.expect_status(200);
    transcript.record("an invoice is sent").await;
    let remind = business.client.post(&send, &by_email).await;
    remind.expect_status(200);
    transcript.record("it is sent again").await;
    let note = credits::create_draft(&business, &invoice, &credits::credit_amount_body("20.00")).await;
    let path = format!("/api/credit-notes/{}/send", id_of(&note));
    business.client.post(&path, &by_email).await.expect_status(200);
    transcript.record("a part of it is credited").await;

    let other = business.sent_invoice().await;
    business.app.clock.advance(MINUTE);
    let void = format!("/api/invoices/{}/void", id_of(&other));
    business.client.post_empty(&void).await.expect_status(200);
    transcript.record("another is voided").await;

    let choices = json!([{ "id": "good", "name": "Good" }, { "id": "best", "name": "Best" }]);
    let body = with_field(business.quote_body(), "choices", choices);
    let items = json!([
        { "id": "1", "name": "Boiler", "quantity": "1", "price": "900.00", "choice": "good" },
        { "id": "2", "name": "Larger boiler", "quantity": "1", "price": "1300.00", "choice": "best" },
        { "id": "3", "name": "Towel rail", "quantity": "1", "price": "140.00", "optional": true,
          "selected": false },
    ]);
    let body = with_field(body, "items", items);
    let quote = business.client.post("/api/quotes", &body).await.expect_status(201);
    let send = format!("/api/quotes/{}/send", id_of(&quote));
    business.client.post(&send, &by_email).await.expect_status(200);
    transcript.record("a quote with choices and an optional line is sent").await;
    transcript.compare_with_file("quotes.txt");
}

#[tokio::test]
async fn reminders() {
    let business = crate::chasing::open_with_plan().await;
    let mut transcript = EmailTranscript::open(&business.app).await;
    let quote = business.sent_quote().await;
    let invoice = business.sent_invoice().await;
    let agreed = business.sent_invoice().await;
    instalments::agree_instalments(&business, &agreed, instalments::three_instalments())
        .await
        .expect_status(200);
    transcript.record("documents are sent by link").await;
    let mut day = parse_london_instant("2026-11-17", 9);
    for _ in 0..45 {
        business.app.clock.set(day);
        if business.app.run_jobs().await > 0 {
            let date = plumbline::clock::london_date(day);
            transcript.record(&date.to_string()).await;
        }
        day += DAY;
    }
    assert!(!id_of(&quote).is_empty() && !id_of(&invoice).is_empty());
    business.app.log_in(&business.client, OWNER).await;
    transcript.compare_with_file("reminders.txt");
}
