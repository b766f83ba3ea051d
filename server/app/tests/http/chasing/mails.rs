//! Mail servers that refuse, are down, or stop in the middle; and an account that has used up its email allowance.

use std::net::SocketAddr;

use plumbline::clock::{HOUR, MINUTE};
use serde_json::json;
use tokio::net::TcpListener;

use super::{parse_london_instant, read_chasing, with_plan};
use crate::documents::{OWNER, TestBusiness, contact_body, id_of, token_of, with_field};
use crate::support::TestApp;
use crate::support::peer::FakeMailServer;

/// A business whose email goes to a mail server at this address, and the server on which it registered.
async fn open_with_mail_server(address: SocketAddr) -> (TestBusiness, TestApp) {
    let business = with_plan(TestBusiness::open().await).await;
    let url = format!("smtp://{address}");
    let app = business.app.start_twin(|config| config.smtp_url = Some(url)).await;
    let client = app.new_client();
    app.log_in(&client, OWNER).await;
    let first = business.app;
    let business = TestBusiness { app, client, profile: business.profile, contact: business.contact };
    (business, first)
}

/// A mail server that accepts everything except email to `nobody`.
async fn start_mail_server() -> FakeMailServer {
    FakeMailServer::listen(([127, 0, 0, 1], 0).into()).await
}

fn count_reminders(peer: &FakeMailServer) -> usize {
    let messages = peer.messages();
    let result = messages.iter().filter(|(_, text)| text.contains("INV-0001"));
    result.count()
}

#[tokio::test]
async fn a_bounced_reminder_is_reported_and_resent_once_on_request() {
    let peer = start_mail_server().await;
    let (business, first) = open_with_mail_server(peer.address).await;
    let nobody = with_field(contact_body(), "email", json!("nobody@customer.example"));
    let path = format!("/api/contacts/{}", business.contact);
    let wrong = with_field(nobody, "version", json!(1));
    business.client.put(&path, &wrong).await.expect_status(200);
    let invoice = business.sent_invoice().await;
    business.app.clock.set(parse_london_instant("2026-11-27", 9));
    business.app.run_jobs().await;
    let body = read_chasing(&business, "invoices", &invoice).await;
    assert_eq!(body["last"]["state"], "failed");
    assert_eq!(
        body["last"]["says"],
        "The reminder on 27 Nov 2026 didn’t arrive: The mail server doesn’t accept it: there is no such mailbox."
    );
    assert_eq!(body["last"]["mayTryAgain"], true);
    let news = business.client.get("/api/notifications").await.expect_status(200);
    assert!(news.to_string().contains("could not be delivered"), "{news}");
    // It is not tried again automatically, since it would be refused again.
    business.app.clock.advance(6 * HOUR);
    business.app.run_jobs().await;
    assert_eq!(count_reminders(&peer), 0);
    // The address is put right, and one tap sends it; another does not.
    business.app.log_in(&business.client, OWNER).await;
    let right = with_field(contact_body(), "version", json!(2));
    business.client.put(&path, &right).await.expect_status(200);
    let again = format!("/api/invoices/{}/chasing/again", id_of(&invoice));
    for _ in 0..2 {
        let answer = business.client.post_with_key(&again, "tap", &json!({})).await;
        answer.expect_status(200);
    }
    business.app.run_jobs().await;
    assert_eq!(count_reminders(&peer), 1);
    business.client.post_empty(&again).await.expect_error(409, "not_failed", None);
    let body = read_chasing(&business, "invoices", &invoice).await;
    assert_eq!((&body["last"]["state"], &body["last"]["says"]), (&json!("sent"), &json!(null)));
    peer.serving.abort();
    business.app.stop().await;
    first.stop().await;
}

#[tokio::test]
async fn waits_for_a_mail_server_and_sends_no_reminder_to_who_pays_meanwhile() {
    let gone = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = gone.local_addr().expect("an address");
    drop(gone);
    let (business, first) = open_with_mail_server(address).await;
    let (waits, pays) = (business.sent_invoice().await, business.sent_invoice().await);
    business.app.clock.set(parse_london_instant("2026-11-27", 9));
    for _ in 0..3 {
        business.app.run_jobs().await;
        business.app.clock.advance(MINUTE);
    }
    let body = read_chasing(&business, "invoices", &waits).await;
    assert_eq!(body["last"]["state"], "queued");
    let says = body["last"]["says"].as_str().expect("a sentence");
    assert!(says.ends_with("We’ll keep trying."), "{says}");
    // Chosen, and not yet sent: the customer says that they have paid.
    let public = format!("/api/invoices/public/{}/payment", token_of(&pays));
    let cash = json!({ "method": "cash" });
    business.app.new_client().post(&public, &cash).await.expect_status(201);
    let back = FakeMailServer::listen(address).await;
    business.app.clock.advance(HOUR);
    business.app.run_jobs().await;
    business.app.clock.advance(HOUR);
    business.app.run_jobs().await;
    let sent = back.messages();
    let of = |number: &str| sent.iter().filter(|(_, text)| text.contains(number)).count();
    // The business's email about the payment names it too.
    let to_customer = |number: &str| {
        let mails = sent.iter().filter(|(to, _)| to.contains("jo@"));
        mails.filter(|(_, text)| text.contains(number)).count()
    };
    assert_eq!((of("INV-0001"), to_customer("INV-0002")), (1, 0));
    let body = read_chasing(&business, "invoices", &pays).await;
    assert_eq!(body["last"]["state"], "dropped");
    assert_eq!(
        body["last"]["says"],
        "The reminder on 27 Nov 2026 wasn’t sent. Your customer says they have paid. Confirm that first."
    );
    back.serving.abort();
    business.app.stop().await;
    first.stop().await;
}

#[tokio::test]
async fn a_reminder_interrupted_by_a_stop_is_not_sent_twice() {
    let peer = start_mail_server().await;
    let (business, first) = open_with_mail_server(peer.address).await;
    let invoice = business.sent_invoice().await;
    business.app.clock.set(parse_london_instant("2026-11-27", 9));
    business.app.run_jobs().await;
    assert_eq!(count_reminders(&peer), 1);
    // The server stopped between the mail server's word and the note of it: the job is there still.
    let mut tx = business.app.state().db.begin_write().await.expect("a transaction");
    for sql in ["UPDATE document_reminders SET state = 'sending'"] {
        sqlx::query(sql).execute(&mut *tx).await.expect("written");
    }
    let payload = json!({ "user_id": null, "kind": "invoice", "document_id": id_of(&invoice),
        "day": "2026-11-27", "report": "x", "weekdays": null });
    let user: String = sqlx::query_scalar("SELECT user_id FROM documents LIMIT 1")
        .fetch_one(&mut *tx)
        .await
        .expect("an account");
    let payload = with_field(payload, "user_id", json!(user)).to_string();
    let kind = plumbline::jobs::JobKind::new("reminder_mail", plumbline::jobs::Lane::Ordinary);
    let now = parse_london_instant("2026-11-27", 9);
    plumbline::jobs::insert_once(&mut tx, "01930000-0000-7000-8000-0000000000aa", kind, &payload, now)
        .await
        .expect("queued");
    tx.commit().await.expect("committed");
    business.app.run_jobs().await;
    assert_eq!(count_reminders(&peer), 1, "not twice");
    let body = read_chasing(&business, "invoices", &invoice).await;
    assert_eq!((&body["last"]["state"], &body["last"]["mayTryAgain"]), (&json!("unsure"), &json!(true)));
    peer.serving.abort();
    business.app.stop().await;
    first.stop().await;
}

#[tokio::test]
async fn reminders_beyond_the_email_allowance_are_sent_later() {
    let app = TestApp::start_with(|config| {
        config.mail_quota.hour = 2;
        config.mail_quota.day = 3;
    });
    let business = with_plan(TestBusiness::open_at(app.await).await).await;
    let mut invoices = Vec::new();
    for _ in 0..4 {
        invoices.push(business.sent_invoice().await);
    }
    assert_eq!(super::go_to_hour(&business.app, "2026-11-27", 9).await.len(), 2);
    let mut problems = 0;
    for invoice in &invoices {
        let body = read_chasing(&business, "invoices", invoice).await;
        if let Some(problem) = body["problem"].as_str() {
            assert!(problem.contains("the most this account can send for now"), "{problem}");
            problems += 1;
        }
    }
    assert_eq!(problems, 2);
    assert_eq!(super::go_to_hour(&business.app, "2026-11-27", 10).await.len(), 3);
    // The day's are spent, and of a word beforehand nothing is left after the day: it goes on Monday as
    // what it is by then.
    let came = super::go_to_hour(&business.app, "2026-11-30", 9).await;
    assert_eq!(came.len(), 5, "the hour's two of Monday's four");
    business.app.stop().await;
}
