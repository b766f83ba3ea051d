//! The texts with which a document is sent, the way in which it is sent, and its timeline.

use serde_json::{Value, json};

use super::{CUSTOMER, TestBusiness, contact_body, id_of, token_of, with_field};

async fn read_sending(business: &TestBusiness, document: &Value) -> Value {
    let path = format!("/api/quotes/{}/sending", id_of(document));
    business.client.get(&path).await.expect_status(200)
}

async fn read_timeline(business: &TestBusiness, kind: &str, document: &Value) -> Value {
    let path = format!("/api/{kind}/{}/timeline", id_of(document));
    business.client.get(&path).await.expect_status(200)
}

fn activity_kinds(timeline: &Value) -> Vec<&str> {
    let happened = timeline["happened"].as_array().expect("a list");
    happened.iter().map(|one| one["kind"].as_str().expect("a kind")).collect()
}

#[tokio::test]
async fn the_suggested_texts_are_sent_if_no_others_are_given() {
    let business = TestBusiness::open().await;
    let draft = business.draft_quote().await;
    let texts = read_sending(&business, &draft).await;
    assert_eq!(texts["share"], Value::Null);
    let email = &texts["letter"];
    assert_eq!((&email["to"], &email["subject"]), (&json!(CUSTOMER), &json!("Quote from Taylor Plumbing")));
    let message = email["message"].as_str().expect("words");
    assert!(message.starts_with("Hello Jo Bloggs,\n\nHere is your quote."), "{message}");
    let path = format!("/api/quotes/{}/send", id_of(&draft));
    let body = json!({ "via": "email", "to": email["to"], "subject": "Your <new> valve & more",
        "message": "Hello Jo,\n\nas <promised> & agreed." });
    business.client.post(&path, &body).await.expect_status(200);
    let received_emails = business.app.receive_emails(CUSTOMER).await;
    let [mail] = received_emails.as_slice() else { panic!("{} mails", received_emails.len()) };
    assert_eq!(mail.subject, "Your <new> valve & more");
    assert!(mail.text.contains("as <promised> & agreed."));
    assert!(
        mail.html.contains("as &#60;promised&#62; &#38; agreed.")
            || mail.html.contains("as &lt;promised&gt; &amp; agreed."),
        "{}",
        mail.html
    );
    let texts = read_sending(&business, &draft).await;
    assert_eq!(texts["letter"]["subject"], "Quote Q-0001 from Taylor Plumbing");
    business.app.stop().await;
}

#[tokio::test]
async fn a_profile_may_have_its_own_message() {
    let business = TestBusiness::open().await;
    let path = format!("/api/business-profiles/{}", business.profile);
    let own = "Hi {name},\n\nthanks for having us round.";
    let body = with_field(with_field(super::profile_body(), "quoteMessage", json!(own)), "version", json!(1));
    business.client.put(&path, &body).await.expect_status(200);
    let draft = business.draft_quote().await;
    let message = read_sending(&business, &draft).await["letter"]["message"].clone();
    assert_eq!(message, "Hi Jo Bloggs,\n\nthanks for having us round.");
    // Sent with nothing said, those are the words.
    let send = format!("/api/quotes/{}/send", id_of(&draft));
    business.client.post(&send, &json!({ "via": "email" })).await.expect_status(200);
    let received_emails = business.app.receive_emails(CUSTOMER).await;
    assert!(received_emails[0].text.contains("Hi Jo Bloggs,\n\nthanks for having us round."));
    let long = with_field(
        with_field(super::profile_body(), "invoiceMessage", json!("x".repeat(5001))),
        "version",
        json!(2),
    );
    business.client.put(&path, &long).await.expect_error(422, "rule_broken", Some("invoiceMessage"));
    business.app.stop().await;
}

#[tokio::test]
async fn a_shared_link_comes_with_its_amounts_and_the_channel_is_recorded() {
    let business = TestBusiness::open().await;
    let mobile = with_field(contact_body(), "phone", json!("07700 900123"));
    let mobile = business.client.post("/api/contacts", &mobile).await.expect_status(201);
    let body = with_field(business.quote_body(), "contactId", json!(id_of(&mobile)));
    let draft = business.client.post("/api/quotes", &body).await.expect_status(201);
    let path = format!("/api/quotes/{}/send", id_of(&draft));
    let by = json!({ "via": "link", "by": "whatsapp" });
    let sent = business.client.post(&path, &by).await.expect_status(200);
    let share = read_sending(&business, &draft).await["share"].clone();
    assert_eq!(share["phone"], "447700900123");
    assert_eq!((&share["title"], &share["amount"]), (&json!("Quote Q-0001"), &json!("£478.10")));
    let text = share["text"].as_str().expect("words");
    assert!(
        text.starts_with(
            "Hello Jo Bloggs, here is quote Q-0001 from Taylor Plumbing for £478.10 including VAT."
        ),
        "{text}"
    );
    assert!(text.ends_with(sent["publicUrl"].as_str().expect("a link")), "{text}");
    business.client.post(&path, &json!({ "via": "link", "by": "pigeon" })).await.expect_error(
        400,
        "invalid_type",
        Some("by"),
    );
    let timeline = read_timeline(&business, "quotes", &draft).await;
    assert_eq!(activity_kinds(&timeline), ["link_given"]);
    assert_eq!(timeline["happened"][0]["by"], "whatsapp");
    let response = business.client.get("/api/activities?limit=1").await.expect_status(200);
    assert_eq!(response[0]["sentence"], "You shared the link to quote Q-0001 to send it by WhatsApp");
    // An invoice says what is due, and by when; the landline of the other customer takes no messages.
    let invoice = business.sent_invoice().await;
    let path = format!("/api/invoices/{}/sending", id_of(&invoice));
    let share = business.client.get(&path).await.expect_status(200)["share"].clone();
    assert_eq!((&share["amountLabel"], &share["phone"]), (&json!("Balance due including VAT"), &Value::Null));
    let text = share["text"].as_str().expect("words");
    assert!(
        text.contains("invoice INV-0001 from Taylor Plumbing: £478.10 including VAT, due 30/11/2026."),
        "{text}"
    );
    business.app.stop().await;
}

#[tokio::test]
async fn a_visit_by_a_person_counts_once_an_hour() {
    let business = TestBusiness::open().await;
    let quote = business.sent_quote().await;
    let link = format!("/api/quotes/public/{}", token_of(&quote));
    let opened = format!("{link}/opened");
    let customer = business.app.new_client();
    // Whoever only reads, a previewer or a scanner, has not opened it.
    for path in [link.clone(), format!("{link}?with=page"), format!("/q/{}", token_of(&quote))] {
        customer.get(&path).await;
    }
    assert_eq!(read_timeline(&business, "quotes", &quote).await["openedFirst"], Value::Null);
    // Nor has the business that looks at its own.
    business.client.post_empty(&opened).await.expect_status(204);
    assert_eq!(business.count_rows("document_openings").await, 0);
    customer.post_empty(&opened).await.expect_status(204);
    let first = read_timeline(&business, "quotes", &quote).await;
    assert_eq!(first["openedFirst"], first["openedLast"]);
    assert_eq!(activity_kinds(&first), ["link_given", "opened"]);
    business.app.clock.advance(59 * 60_000);
    business.app.log_in(&business.client, super::OWNER).await;
    customer.post_empty(&opened).await.expect_status(204);
    assert_eq!(read_timeline(&business, "quotes", &quote).await, first);
    business.app.clock.advance(2 * 60_000);
    customer.post_empty(&opened).await.expect_status(204);
    let second = read_timeline(&business, "quotes", &quote).await;
    assert_eq!(second["openedFirst"], first["openedFirst"]);
    assert_eq!(second["openedLast"].as_i64(), first["openedFirst"].as_i64().map(|at| at + 61 * 60_000));
    // It is recorded once, whoever opens it again.
    assert_eq!(activity_kinds(&second), ["link_given", "opened"]);
    customer.post_empty("/api/quotes/public/none/opened").await.expect_error(404, "not_found", None);
    // The link is of a quote: nothing is opened as an invoice by it.
    customer.post_empty(&opened.replace("quotes", "invoices")).await.expect_error(404, "not_found", None);
    business.app.stop().await;
}

#[tokio::test]
async fn of_many_visits_at_once_one_is_recorded() {
    let business = TestBusiness::open().await;
    let quote = business.sent_quote().await;
    let opened = format!("/api/quotes/public/{}/opened", token_of(&quote));
    let visits: Vec<_> = (0..8)
        .map(|_| {
            let (client, path) = (business.app.new_client(), opened.clone());
            tokio::spawn(async move { client.post_empty(&path).await.expect_status(204) })
        })
        .collect();
    for visit in visits {
        visit.await.expect("an answer");
    }
    assert_eq!(activity_kinds(&read_timeline(&business, "quotes", &quote).await), ["link_given", "opened"]);
    business.app.stop().await;
}

#[tokio::test]
async fn another_accounts_texts_and_timeline_are_not_found() {
    let business = TestBusiness::open().await;
    let quote = business.sent_quote().await;
    let stranger = business.app.sign_up("lee@other.example").await;
    for part in ["sending", "timeline"] {
        let path = format!("/api/quotes/{}/{part}", id_of(&quote));
        stranger.get(&path).await.expect_error(404, "not_found", None);
        business.app.new_client().get(&path).await.expect_error(401, "no_session", None);
        stranger.get(&format!("/api/quotes/x/{part}")).await.expect_error(404, "not_found", None);
    }
    business.app.stop().await;
}
