//! How the business is notified of a lost email, and sending it again with one tap.

use std::net::SocketAddr;

use plumbline::clock::{HOUR, SECOND};
use plumbline::config::Config;
use serde_json::{Value, json};
use tokio::net::TcpListener;

use super::kinds::{EmailFixture, EmailKind};
use super::{
    list_mark, open_with_mail_server, read_email, read_timeline, run_due_jobs, send_invoice, send_invoice_to,
};
use crate::documents::{CUSTOMER, OWNER, TestBusiness, contact_body, id_of, token_of, with_field};
use crate::support::peer::{FakeMailServer, SmtpFault, SmtpStep};

async fn list_sentences(business: &TestBusiness) -> Vec<String> {
    let list = business.client.get("/api/notifications").await.expect_status(200);
    let list = list.as_array().expect("a list");
    let sentence = |one: &Value| one["sentence"].as_str().expect("a sentence").to_owned();
    list.iter().map(sentence).collect()
}

fn email_path(invoice: &Value, email: &Value, change: &str) -> String {
    format!("/api/invoices/{}/emails/{}/{change}", id_of(invoice), id_of(email))
}

#[tokio::test]
async fn an_unconfirmed_email_is_reported_and_one_tap_resends_it_once() {
    let peer = FakeMailServer::listen_anywhere().await;
    let business = open_with_mail_server(&peer).await;
    let invoice = send_invoice(&business).await;
    peer.set_faults([(SmtpStep::End, SmtpFault::Wait)]);
    run_due_jobs(&business, &peer).await;
    business.app.log_in(&business.client, OWNER).await;
    let body = read_timeline(&business, &invoice).await;
    let lost = &body["emails"][0];
    assert_eq!(
        (&lost["state"], &lost["unsettled"], &lost["maySendAgain"]),
        (&json!("unconfirmed"), &json!(true), &json!(true))
    );
    let says = format!(
        "The mail server didn’t say whether it accepted the email to {CUSTOMER}. Ask your customer, \
         or send it again."
    );
    assert_eq!(lost["says"], says);
    let happened = body["happened"].as_array().expect("a list");
    let of = |kind: &str| happened.iter().find(|one| one["kind"] == kind).cloned();
    assert_eq!(of("sent").expect("it was")["email"], lost["id"]);
    assert_eq!(of("email_unconfirmed").expect("it was")["said"], says);
    assert_eq!(list_mark(&business, &invoice).await, "unconfirmed");
    let number = invoice["invoiceNumber"].as_str().expect("a number");
    assert_eq!(
        list_sentences(&business).await,
        [format!("Invoice {number}: the email to Jo Bloggs isn’t confirmed")]
    );
    // Not automatically, however long nobody looks.
    business.app.clock.advance(72 * HOUR);
    run_due_jobs(&business, &peer).await;
    assert_eq!(peer.whole_messages().len(), 1 + count_business_emails(&peer));

    business.app.log_in(&business.client, OWNER).await;
    let before = count_stored_bytes(&business).await;
    let again = email_path(&invoice, lost, "again");
    for _ in 0..2 {
        let answer = business.client.post_with_key(&again, "tap", &json!({})).await;
        assert_eq!(answer.expect_status(200)["emails"][0]["state"], "waiting");
    }
    assert_eq!(count_stored_bytes(&business).await - before, 512, "its line in the timeline");
    let answer = business.client.post_empty(&again).await;
    answer.expect_error(409, "not_lost", None);
    assert_eq!(list_mark(&business, &invoice).await, Value::Null);
    run_due_jobs(&business, &peer).await;
    assert_eq!(read_email(&business, &invoice).await["state"], "sent");
    let whole = peer.whole_messages();
    let mine: Vec<_> = whole.iter().filter(|it| it.to.contains(CUSTOMER)).collect();
    assert_eq!(mine.len(), 2);
    assert_eq!(mine[0].message_id, mine[1].message_id, "the same message");
    let answer = business.client.post_empty(&again).await;
    answer.expect_error(409, "not_lost", None);
    business.app.stop().await;
}

/// The bytes that count towards the account's quota.
async fn count_stored_bytes(business: &TestBusiness) -> i64 {
    let mut conn = business.app.state().db.read().await.expect("a connection");
    sqlx::query_scalar("SELECT bytes FROM account_usage").fetch_one(&mut *conn).await.expect("a row")
}

/// How many emails were sent to the business itself.
fn count_business_emails(peer: &FakeMailServer) -> usize {
    let whole = peer.whole_messages();
    whole.iter().filter(|it| !it.to.contains(CUSTOMER)).count()
}

/// If the connection were used again, a response that came too late would be taken for the response to the next
/// message.
#[tokio::test]
async fn a_late_response_is_not_taken_for_that_of_the_next_message() {
    let peer = FakeMailServer::listen_anywhere().await;
    let business = open_with_mail_server(&peer).await;
    let slow = send_invoice(&business).await;
    peer.set_faults([(SmtpStep::End, SmtpFault::Wait)]);
    run_due_jobs(&business, &peer).await;
    business.app.log_in(&business.client, OWNER).await;
    let refused = send_invoice_to(&business, "nobody@customer.example").await;
    peer.release_waiting();
    run_due_jobs(&business, &peer).await;
    assert_eq!(read_email(&business, &slow).await["state"], "unconfirmed");
    let body = read_email(&business, &refused).await;
    assert_eq!(body["state"], "refused");
    assert_eq!(
        body["says"],
        "The mail server doesn’t accept the email to nobody@customer.example: there is no such \
         mailbox. Check the address, or share the link another way."
    );
    assert_eq!(list_mark(&business, &refused).await, "refused");
    business.app.stop().await;
}

#[tokio::test]
async fn a_refused_email_is_sent_again_to_the_corrected_address() {
    let peer = FakeMailServer::listen_anywhere().await;
    let business = open_with_mail_server(&peer).await;
    let at = format!("/api/contacts/{}", business.contact);
    let wrong = with_field(contact_body(), "email", json!("nobody@customer.example"));
    let wrong = with_field(wrong, "version", json!(1));
    business.client.put(&at, &wrong).await.expect_status(200);
    let invoice = send_invoice_to(&business, "nobody@customer.example").await;
    run_due_jobs(&business, &peer).await;
    let lost = read_email(&business, &invoice).await;
    assert_eq!(lost["state"], "refused");
    let right = with_field(contact_body(), "version", json!(2));
    business.client.put(&at, &right).await.expect_status(200);
    let again = email_path(&invoice, &lost, "again");
    business.client.post_empty(&again).await.expect_status(200);
    run_due_jobs(&business, &peer).await;
    assert_eq!(read_email(&business, &invoice).await["state"], "sent");
    let (to, _) = peer.messages().pop().expect("a message");
    assert!(to.contains(CUSTOMER), "{to}");
    business.app.stop().await;
}

#[tokio::test]
async fn an_unconfirmed_email_can_be_marked_as_arrived() {
    let peer = FakeMailServer::listen_anywhere().await;
    let business = open_with_mail_server(&peer).await;
    let (response, opened) = (send_invoice(&business).await, send_invoice(&business).await);
    peer.set_faults([(SmtpStep::End, SmtpFault::Close), (SmtpStep::End, SmtpFault::Close)]);
    run_due_jobs(&business, &peer).await;
    let lost = read_email(&business, &response).await;
    let arrived = email_path(&response, &lost, "arrived");
    // Nobody else says it for them.
    let other = business.app.new_client();
    other.post_empty(&arrived).await.expect_error(401, "no_session", None);
    business.client.post_empty(&arrived).await.expect_status(200);
    assert_eq!(read_email(&business, &response).await["state"], "arrived");
    assert_eq!(list_mark(&business, &response).await, Value::Null);
    // And a customer who opens the link has it.
    assert_eq!(list_mark(&business, &opened).await, "unconfirmed");
    let link = format!("/api/invoices/public/{}/opened", token_of(&opened));
    business.app.new_client().post_empty(&link).await.expect_status(204);
    assert_eq!(list_mark(&business, &opened).await, Value::Null);
    // What was sent in another way since needs no look either.
    let again = send_invoice(&business).await;
    peer.set_faults([(SmtpStep::End, SmtpFault::Close)]);
    run_due_jobs(&business, &peer).await;
    assert_eq!(list_mark(&business, &again).await, "unconfirmed");
    let send = format!("/api/invoices/{}/send", id_of(&again));
    let by_link = json!({ "via": "link" });
    business.client.post(&send, &by_link).await.expect_status(200);
    assert_eq!(list_mark(&business, &again).await, Value::Null);
    business.app.stop().await;
}

#[tokio::test]
async fn an_email_to_an_unreachable_server_is_reported_and_resent_by_a_tap() {
    let gone = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address: SocketAddr = gone.local_addr().expect("an address");
    drop(gone);
    let business = TestBusiness::open().await;
    let url = format!("smtp://{address}");
    let change = |config: &mut Config| {
        config.smtp_url = Some(url);
        config.pdf.program = Some("/bin/false".into());
    };
    let sender = business.app.start_twin(change).await;
    let invoice = send_invoice(&business).await;
    let mut tries = 0;
    while sender.run_jobs().await > 0 || tries < 20 {
        tries += 1;
        if tries == 1 {
            let body = read_email(&business, &invoice).await;
            assert_eq!(body["state"], "waiting");
            assert_eq!(
                body["says"],
                format!(
                    "We haven’t been able to send the email to {CUSTOMER} yet: the mail server cannot be \
                     reached. We’ll keep trying."
                )
            );
            assert_eq!(list_mark(&business, &invoice).await, Value::Null);
        }
        sender.clock.advance(6 * HOUR);
    }
    assert_eq!(tries, 20);
    let lost = read_email(&business, &invoice).await;
    assert_eq!((&lost["state"], &lost["maySendAgain"]), (&json!("given_up"), &json!(true)));
    assert_eq!(list_mark(&business, &invoice).await, "given_up");
    let number = invoice["invoiceNumber"].as_str().expect("a number");
    assert_eq!(
        list_sentences(&business).await,
        [format!("Invoice {number}: the email to Jo Bloggs wasn’t sent")]
    );
    let peer = FakeMailServer::listen(address).await;
    let again = email_path(&invoice, &lost, "again");
    business.client.post_empty(&again).await.expect_status(200);
    sender.clock.advance(SECOND);
    sender.run_jobs().await;
    assert_eq!(read_email(&business, &invoice).await["state"], "sent");
    assert_eq!(peer.whole_messages().len(), 1);
    sender.stop().await;
    business.app.stop().await;
}

/// A statement and a reply of support belong to no document: their own pages show the same.
#[tokio::test]
async fn emails_without_a_document_show_their_state_too() {
    let peer = FakeMailServer::listen_anywhere().await;
    let house = EmailFixture::open(open_with_mail_server(&peer).await, &peer).await;
    let client = &house.business.client;
    let (statement, answer) =
        (house.send_email(EmailKind::Statement).await, house.send_email(EmailKind::Answer).await);
    for mail in [&statement, &answer] {
        let displayed_email = house.read_displayed(mail).await;
        assert_eq!((displayed_email.state.as_str(), &displayed_email.says), ("waiting", &Value::Null));
    }
    peer.set_faults((0..9).map(|_| (SmtpStep::End, SmtpFault::Close)));
    run_due_jobs(&house.business, &peer).await;
    house.log_in().await;
    for mail in [&statement, &answer] {
        let says = house.read_displayed(mail).await.says;
        let says = says.as_str().expect("a sentence");
        assert!(says.ends_with("Ask them, or send it again."), "{says}");
    }
    // In the list of questions, among the notifications and the activities.
    let questions = "/api/admin/support?status=all";
    let listed = house.admin.get(questions).await.expect_status(200);
    assert_eq!(listed["data"][0]["lostEmail"], true);
    let texts = list_sentences(&house.business).await;
    assert_eq!(texts, ["The CIS statement of 5 Oct 2026: the email to Bloggs Roofing isn’t confirmed"]);
    let happened = client.get("/api/activities?limit=5").await.expect_status(200);
    assert_eq!(
        happened[0]["sentence"],
        "The mail server didn’t confirm the CIS statement for the contact Bloggs Roofing, 5 Oct 2026"
    );
    // They have them after all.
    let path = format!("/api/cis/contractors/{}/statement/arrived", house.business.profile);
    let of = json!({ "contactId": house.business.contact, "month": "2026-10-05" });
    client.post(&path, &of).await.expect_status(200);
    client.post(&path, &of).await.expect_error(409, "not_lost", None);
    assert_eq!(house.read_displayed(&statement).await.state, "arrived");
    let question = listed["data"][0]["id"].as_str().expect("an id");
    let one = format!("/api/admin/support/{question}");
    let read = house.admin.get(&one).await.expect_status(200);
    let path = format!("{one}/answers/{}/arrived", id_of(&read["answers"][0]));
    house.admin.post_empty(&path).await.expect_status(200);
    assert_eq!(house.read_displayed(&answer).await.state, "arrived");
    let listed = house.admin.get(questions).await.expect_status(200);
    assert_eq!(listed["data"][0]["lostEmail"], false);
    // Nobody else's are found.
    let other = format!("/api/admin/support/{question}/answers/{question}/again");
    house.admin.post_empty(&other).await.expect_status(404);
    client.post_empty(&path).await.expect_error(403, "not_admin", None);
    house.business.app.stop().await;
}

/// A reminder that the mail server never accepted is not one that it refused.
#[tokio::test]
async fn a_reminder_that_was_given_up_says_so() {
    let peer = FakeMailServer::listen_anywhere().await;
    let house = EmailFixture::open(open_with_mail_server(&peer).await, &peer).await;
    let sent = house.send_email(EmailKind::Reminder).await;
    for _ in 0..12 {
        peer.set_faults((0..9).map(|_| (SmtpStep::To, SmtpFault::Say("451 4.3.0 later"))));
        run_due_jobs(&house.business, &peer).await;
        house.business.app.clock.advance(6 * HOUR);
    }
    house.log_in().await;
    let displayed_email = house.read_displayed(&sent).await;
    assert_eq!((displayed_email.state.as_str(), displayed_email.may_send_again), ("given_up", true));
    assert_eq!(
        displayed_email.says,
        "The reminder on 2 Dec 2026 wasn’t sent. We tried for two days: the mail server says \
         “451 4.3.0 later”."
    );
    let list = house.business.client.get("/api/invoices").await.expect_status(200);
    assert_eq!(list["data"][0]["lostEmail"], "given_up");
    let happened = house.business.client.get("/api/activities?limit=2").await;
    let text = happened.expect_status(200).to_string();
    assert!(text.contains("to Jo Bloggs wasn’t sent"), "{text}");
    assert!(text.contains("a reminder about invoice INV-0001: it wasn’t sent"), "{text}");
    peer.set_faults([]);
    assert_eq!(house.send_again(&sent).await, 200);
    run_due_jobs(&house.business, &peer).await;
    assert_eq!(house.read_displayed(&sent).await.state, "sent");
    house.business.app.stop().await;
}
