//! One action on many documents: held, undone, done, stopped in the middle and continued.

mod many;

use plumbline::clock::{DAY, SECOND};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::documents::{CUSTOMER, TestBusiness, contact_body, id_of, token_of, with_field};

/// How long an action is held, in milliseconds.
const UNDO_WINDOW: i64 = 10 * SECOND;

fn batch_path(kind: &str) -> String {
    format!("/api/{kind}/batches/{}", Uuid::now_v7())
}

fn batch_body(action: &str, documents: &[&Value]) -> Value {
    let ids: Vec<String> = documents.iter().map(|document| id_of(document)).collect();
    json!({ "action": action, "ids": ids })
}

fn batch_counts(batch: &Value) -> [i64; 3] {
    ["waiting", "done", "refused"].map(|name| batch[name].as_i64().expect("a count"))
}

/// Advances the clock by the time for which the action is held, and runs the due jobs.
async fn run_batch(business: &TestBusiness) {
    business.app.clock.advance(UNDO_WINDOW);
    business.app.run_jobs().await;
}

/// A draft for a customer without an email address.
async fn draft_without_email(business: &TestBusiness) -> Value {
    let silent = with_field(contact_body(), "email", json!(""));
    let silent = business.client.post("/api/contacts", &silent).await.expect_status(201);
    let body = with_field(business.quote_body(), "contactId", json!(id_of(&silent)));
    business.client.post("/api/quotes", &body).await.expect_status(201)
}

#[tokio::test]
async fn sends_drafts_together_after_the_undo_window() {
    let business = TestBusiness::open().await;
    let (one, two) = (business.draft_quote().await, business.draft_quote().await);
    let (silent, sent) = (draft_without_email(&business).await, business.sent_quote().await);
    let path = batch_path("quotes");
    let body = batch_body("send", &[&one, &two, &silent, &sent]);
    let batch = business.client.put(&path, &body).await.expect_status(200);
    assert_eq!((&batch["state"], &batch["startsIn"]), (&json!("held"), &json!(UNDO_WINDOW)));
    assert_eq!(batch_counts(&batch), [2, 0, 2]);
    let why = batch["refusals"].as_array().expect("refusals");
    let why: Vec<_> = why.iter().map(|one| (one["name"].as_str(), one["code"].as_str())).collect();
    assert!(why.contains(&(Some("Draft for Jo Bloggs"), Some("rule_broken"))), "{why:?}");
    assert!(why.contains(&(Some("Q-0001"), Some("sent"))), "{why:?}");
    // Asked for again after a lost answer it is the same; nothing has left the house.
    assert_eq!(business.client.put(&path, &body).await.expect_status(200), batch);
    business.app.clock.advance(UNDO_WINDOW - 1);
    assert!(business.app.receive_emails(CUSTOMER).await.is_empty());
    business.app.clock.advance(1);
    assert_eq!(business.app.receive_emails(CUSTOMER).await.len(), 2);
    let over = business.client.get(&path).await.expect_status(200);
    assert_eq!((&over["state"], batch_counts(&over)), (&json!("done"), [0, 2, 2]));
    for document in [&one, &two] {
        let now = business.client.get(&format!("/api/quotes/{}", id_of(document))).await.expect_status(200);
        assert_eq!(now["status"], "sent");
    }
    // Nothing is sent twice, whatever is asked for again.
    business.client.put(&path, &body).await.expect_status(200);
    business.client.post_empty(&format!("{path}/resume")).await.expect_status(200);
    run_batch(&business).await;
    assert_eq!(business.app.receive_emails(CUSTOMER).await.len(), 2);
    assert_eq!(business.client.get("/api/quotes/batches").await.expect_status(200), json!([]));
    business.app.stop().await;
}

#[tokio::test]
async fn undoing_within_the_window_cancels_the_whole_action() {
    let business = TestBusiness::open().await;
    let drafts = [business.draft_quote().await, business.draft_quote().await];
    for action in ["send", "delete-drafts"] {
        let path = batch_path("quotes");
        // Two portions: the second puts the beginning off for both.
        for draft in &drafts {
            business.client.put(&path, &batch_body(action, &[draft])).await.expect_status(200);
            business.app.clock.advance(UNDO_WINDOW - 1);
            business.app.run_jobs().await;
        }
        let cached = business.client.get("/api/quotes/batches").await.expect_status(200);
        assert_eq!(batch_counts(&cached[0]), [2, 0, 0]);
        let stop = format!("{path}/stop");
        let undone = business.client.post_empty(&stop).await.expect_status(200);
        assert_eq!((&undone["state"], batch_counts(&undone)), (&json!("undone"), [2, 0, 0]));
        assert_eq!(business.client.post_empty(&stop).await.expect_status(200), undone);
        run_batch(&business).await;
        business
            .client
            .put(&path, &batch_body(action, &[&business.draft_quote().await]))
            .await
            .expect_error(409, "stopped", None);
    }
    assert!(business.app.receive_emails(CUSTOMER).await.is_empty());
    assert_eq!(business.count_rows("documents").await, 4);
    business.app.stop().await;
}

#[tokio::test]
async fn deletes_drafts_but_not_issued_documents() {
    let business = TestBusiness::open().await;
    let (draft, gone) = (business.draft_quote().await, business.draft_quote().await);
    let sent = business.sent_quote().await;
    let path = batch_path("quotes");
    let body = batch_body("delete-drafts", &[&draft, &gone, &sent]);
    let batch = business.client.put(&path, &body).await.expect_status(200);
    assert_eq!((batch_counts(&batch), &batch["refusals"][0]["code"]), ([2, 0, 1], &json!("issued")));
    // A document that is deleted meanwhile is reported.
    business.client.delete(&format!("/api/quotes/{}", id_of(&gone))).await.expect_status(204);
    run_batch(&business).await;
    let over = business.client.get(&path).await.expect_status(200);
    assert_eq!(batch_counts(&over), [0, 1, 2]);
    assert!(over["refusals"].as_array().is_some_and(|all| all.iter().any(|one| one["code"] == "not_found")));
    assert_eq!(business.count_rows("documents").await, 1);
    business.app.stop().await;
}

#[tokio::test]
async fn reminds_customers_at_most_once_a_day_of_open_documents() {
    let business = TestBusiness::open().await;
    let late = business.sent_invoice().await;
    let early = with_field(business.invoice_body(), "dueDate", json!("2027-01-31"));
    let early = business.client.post("/api/invoices", &early).await.expect_status(201);
    business.send_by_link("invoices", &id_of(&early)).await;
    let draft = business.client.post("/api/invoices", &business.invoice_body()).await.expect_status(201);
    let body = business.sent_invoice().await;
    let cash = json!({ "method": "cash" });
    let pay = format!("/api/invoices/public/{}/payment", token_of(&body));
    business.app.new_client().post(&pay, &cash).await.expect_status(201);
    let paid = business.sent_invoice().await;
    let whole = json!({ "amount": "478.10", "method": "cash" });
    business
        .client
        .post(&format!("/api/invoices/{}/payments", id_of(&paid)), &whole)
        .await
        .expect_status(201);
    let archived = business.sent_invoice().await;
    business
        .client
        .post_empty(&format!("/api/invoices/{}/archive", id_of(&archived)))
        .await
        .expect_status(200);
    business.app.clock.advance(20 * DAY);
    let before = business.app.receive_emails(CUSTOMER).await.len();
    let client = business.app.new_client();
    business.app.log_in(&client, crate::documents::OWNER).await;
    let all = [&late, &early, &draft, &body, &paid, &archived];
    let path_once = batch_path("invoices");
    let batch = client.put(&path_once, &batch_body("remind", &all)).await.expect_status(200);
    let mut codes: Vec<_> = batch["refusals"]
        .as_array()
        .expect("refusals")
        .iter()
        .map(|one| one["code"].as_str().expect("a code"))
        .collect();
    codes.sort_unstable();
    assert_eq!(codes, ["already_paid", "archived", "not_overdue", "not_sent", "to_confirm"]);
    run_batch(&business).await;
    let received_emails = business.app.receive_emails(CUSTOMER).await;
    assert_eq!(received_emails.len(), before + 1);
    let mail = received_emails.last().expect("a mail");
    assert_eq!(mail.subject, "Reminder: invoice INV-0001 from Taylor Plumbing");
    let says = "This is a friendly reminder that invoice INV-0001 for £478.10 was due on 30/11/2026 and hasn’t been paid yet.";
    assert!(mail.text.contains(says), "{}", mail.text);
    assert!(mail.html.contains(says) && mail.raw.contains("application/pdf"));
    // Not twice on one day, be it asked for in another way; the next day again.
    let again = batch_path("invoices");
    let batch = client.put(&again, &batch_body("remind", &[&late])).await.expect_status(200);
    assert_eq!(batch["refusals"][0]["code"], "reminded_today");
    business.app.clock.advance(DAY);
    let client = business.app.new_client();
    business.app.log_in(&client, crate::documents::OWNER).await;
    // In words of the business's own, with the invoice's number, amount and day.
    let own = "{number}: {amount} since {date}. Could you have a look?";
    let mut profile = crate::documents::profile_body();
    profile["invoiceReminder"] = json!(own);
    profile["version"] = json!(1);
    let profiles = format!("/api/business-profiles/{}", business.profile);
    client.put(&profiles, &profile).await.expect_status(200);
    client.put(&batch_path("invoices"), &batch_body("remind", &[&late])).await.expect_status(200);
    run_batch(&business).await;
    let received_emails = business.app.receive_emails(CUSTOMER).await;
    assert_eq!(received_emails.len(), before + 2);
    let says = "INV-0001: £478.10 since 30/11/2026. Could you have a look?";
    let text = &received_emails.last().expect("a mail").text;
    assert!(text.contains(says), "{text}");
    let timeline = client.get(&format!("/api/invoices/{}/timeline", id_of(&late))).await.expect_status(200);
    let reminded =
        timeline["happened"].as_array().expect("a list").iter().filter(|one| one["kind"] == "reminded");
    assert_eq!(reminded.count(), 2);
    business.app.stop().await;
}

#[tokio::test]
async fn reminds_of_an_open_quote_but_not_of_an_accepted_one() {
    let business = TestBusiness::open().await;
    let (waits, accepted) = (business.sent_quote().await, business.accepted_quote().await);
    let before = business.app.receive_emails(CUSTOMER).await.len();
    let path = batch_path("quotes");
    let batch =
        business.client.put(&path, &batch_body("remind", &[&waits, &accepted])).await.expect_status(200);
    assert_eq!(batch["refusals"][0]["code"], "already_accepted");
    run_batch(&business).await;
    let received_emails = business.app.receive_emails(CUSTOMER).await;
    assert_eq!(received_emails.len(), before + 1);
    let says = "We sent you quote Q-0001 for £478.10 and would love to know what you think. It is valid until \
                16/12/2026.";
    assert!(
        received_emails.last().is_some_and(|mail| mail.text.contains(says)),
        "{}",
        received_emails[before].text
    );
    business.app.stop().await;
}

#[tokio::test]
async fn does_not_remind_of_a_quote_declined_during_the_undo_window() {
    let business = TestBusiness::open().await;
    let quote = business.sent_quote().await;
    let path = batch_path("quotes");
    business.client.put(&path, &batch_body("remind", &[&quote])).await.expect_status(200);
    let decline = format!("/api/quotes/public/{}/decline", token_of(&quote));
    business.app.new_client().post_empty(&decline).await.expect_status(200);
    run_batch(&business).await;
    assert!(business.app.receive_emails(CUSTOMER).await.is_empty());
    let over = business.client.get(&path).await.expect_status(200);
    assert_eq!(over["refusals"][0]["code"], "already_declined");
    business.app.stop().await;
}

#[tokio::test]
async fn emails_beyond_the_allowance_wait_and_are_sent_later() {
    let app = crate::support::TestApp::start_with(|config| {
        (config.mail_quota.hour, config.mail_quota.day) = (2, 50);
        config.limit_factor = 1;
    })
    .await;
    let business = TestBusiness::open_at(app).await;
    let mut drafts = Vec::new();
    for _ in 0..4 {
        drafts.push(business.draft_quote().await);
    }
    let path = batch_path("quotes");
    let all: Vec<&Value> = drafts.iter().collect();
    business.client.put(&path, &batch_body("send", &all)).await.expect_status(200);
    run_batch(&business).await;
    let part = business.client.get(&path).await.expect_status(200);
    assert_eq!((batch_counts(&part), &part["mayResume"]), ([0, 2, 2], &json!(true)));
    let reason = part["refusals"][0]["reason"].as_str().expect("a reason");
    assert!(reason.contains("2 emails"), "{reason}");
    assert_eq!(business.app.receive_emails(CUSTOMER).await.len(), 2);
    business.app.clock.advance(61 * 60 * SECOND);
    let client = business.app.new_client();
    business.app.log_in(&client, crate::documents::OWNER).await;
    client.post_empty(&format!("{path}/resume")).await.expect_status(200);
    business.app.run_jobs().await;
    assert_eq!(batch_counts(&client.get(&path).await.expect_status(200)), [0, 4, 0]);
    assert_eq!(business.app.receive_emails(CUSTOMER).await.len(), 4);
    business.app.stop().await;
}

#[tokio::test]
async fn refuses_invalid_actions_and_hides_those_of_other_accounts() {
    let business = TestBusiness::open().await;
    let draft = business.draft_quote().await;
    let path_one = batch_path("quotes");
    for (body, field) in [
        (json!({ "action": "send", "ids": [] }), "ids"),
        (json!({ "action": "send", "ids": vec![id_of(&draft); 501] }), "ids"),
        (json!({ "action": "send", "ids": [id_of(&draft), "x"] }), "ids[1]"),
    ] {
        business.client.put(&path_one, &body).await.expect_error(422, "rule_broken", Some(field));
    }
    business.client.put(&path_one, &json!({ "action": "burn", "ids": [id_of(&draft)] })).await.expect_error(
        400,
        "invalid_type",
        Some("action"),
    );
    business.client.put(&path_one, &batch_body("send", &[&draft])).await.expect_status(200);
    // The same id for another action, another kind, by another account.
    business
        .client
        .put(&path_one, &batch_body("remind", &[&draft]))
        .await
        .expect_error(409, "id_taken", None);
    let stranger = business.app.sign_up("lee@other.example").await;
    stranger.put(&path_one, &batch_body("send", &[&draft])).await.expect_error(409, "id_taken", None);
    for (client, status) in [(&stranger, 404), (&business.app.new_client(), 401)] {
        let answers = [
            client.get(&path_one).await,
            client.post_empty(&format!("{path_one}/stop")).await,
            client.post_empty(&format!("{path_one}/resume")).await,
        ];
        for answer in answers {
            assert_eq!(answer.status.as_u16(), status, "{}", answer.text);
        }
    }
    // A stranger's documents are refused by name, and nothing becomes of them.
    let before = [business.count_rows("batches").await, business.count_rows("batch_documents").await];
    let own = batch_path("quotes");
    let batch = stranger.put(&own, &batch_body("send", &[&draft])).await.expect_status(200);
    assert_eq!((batch_counts(&batch), &batch["refusals"][0]["code"]), ([0, 0, 1], &json!("not_found")));
    let after = [business.count_rows("batches").await, business.count_rows("batch_documents").await];
    assert_eq!(after, before, "nothing of it is stored");
    stranger.get(&own).await.expect_error(404, "not_found", None);
    business.client.post_empty(&format!("{path_one}/stop")).await.expect_status(200);
    run_batch(&business).await;
    assert!(business.app.receive_emails(CUSTOMER).await.is_empty());
    business.app.stop().await;
}

#[tokio::test]
async fn reports_unknown_document_ids_but_does_not_store_them() {
    let business = TestBusiness::open().await;
    let draft = business.draft_quote().await;
    let strange: Vec<String> = (0..499).map(|_| Uuid::now_v7().to_string()).collect();
    let mut ids = strange.clone();
    ids.push(id_of(&draft));
    let path_one = batch_path("quotes");
    let body = json!({ "action": "send", "ids": ids });
    for _ in 0..2 {
        let batch = business.client.put(&path_one, &body).await.expect_status(200);
        assert_eq!(batch_counts(&batch), [1, 0, 499]);
        assert_eq!(business.count_rows("batch_documents").await, 1);
    }
    // Alone they start no action; with a document of the account they are reported again.
    let alone = json!({ "action": "send", "ids": strange });
    let batch = business.client.put(&batch_path("quotes"), &alone).await.expect_status(200);
    assert_eq!((batch_counts(&batch), &batch["state"]), ([0, 0, 499], &json!("done")));
    let batch = business.client.put(&path_one, &alone).await.expect_status(200);
    assert_eq!((batch_counts(&batch), &batch["state"]), ([1, 0, 499], &json!("held")));
    let rows = [business.count_rows("batches").await, business.count_rows("batch_documents").await];
    assert_eq!(rows, [1, 1]);
    assert_eq!(batch_counts(&business.client.get(&path_one).await.expect_status(200)), [1, 0, 0]);
    business.app.stop().await;
}

#[tokio::test]
async fn limits_how_many_actions_are_in_progress_and_how_many_are_stored() {
    let business = TestBusiness::open().await;
    let draft = business.draft_quote().await;
    let body = batch_body("send", &[&draft]);
    let mut paths = Vec::new();
    for _ in 0..10 {
        paths.push(batch_path("quotes"));
        let path = paths.last().expect("a path");
        business.client.put(path, &body).await.expect_status(200);
    }
    business.client.put(&batch_path("quotes"), &body).await.expect_error(409, "too_many_actions", None);
    // A further portion of an action under way is not another action.
    business.client.put(&paths[0], &body).await.expect_status(200);
    for round in 0..3 {
        for path in &paths {
            let stop = format!("{path}/stop");
            business.client.post_empty(&stop).await.expect_status(200);
        }
        if round == 2 {
            break;
        }
        for path_now in &mut paths {
            *path_now = batch_path("quotes");
            business.client.put(path_now, &body).await.expect_status(200);
        }
    }
    business.client.put(&batch_path("quotes"), &body).await.expect_status(200);
    // Of the thirty that were taken back the newest twenty are there, and the one that is held.
    assert_eq!(business.count_rows("batches").await, 21);
    business.app.stop().await;
}
