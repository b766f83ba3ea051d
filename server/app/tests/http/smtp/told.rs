//! What the business is told of an email that is lost, and sending it again with one tap.

use std::net::SocketAddr;

use plumbline::clock::{HOUR, SECOND};
use plumbline::config::Config;
use serde_json::{Value, json};
use tokio::net::TcpListener;

use super::kinds::{House, Kind};
use super::{desk_at, email, emailed, emailed_to, mark, run, timeline};
use crate::documents::{CUSTOMER, Desk, OWNER, contact, id, token, with};
use crate::support::peer::{Fault, Peer, Step};

async fn sentences(desk: &Desk) -> Vec<String> {
    let list = desk.client.get("/api/notifications").await.expect(200);
    let list = list.as_array().expect("a list");
    let sentence = |one: &Value| one["sentence"].as_str().expect("a sentence").to_owned();
    list.iter().map(sentence).collect()
}

fn path(invoice: &Value, email: &Value, deed: &str) -> String {
    format!("/api/invoices/{}/emails/{}/{deed}", id(invoice), id(email))
}

#[tokio::test]
async fn one_that_is_not_confirmed_is_told_and_one_tap_sends_it_again_once() {
    let peer = Peer::anywhere().await;
    let desk = desk_at(&peer).await;
    let invoice = emailed(&desk).await;
    peer.fails([(Step::End, Fault::Wait)]);
    run(&desk, &peer).await;
    desk.app.log_in(&desk.client, OWNER).await;
    let told = timeline(&desk, &invoice).await;
    let lost = &told["emails"][0];
    assert_eq!(
        (&lost["state"], &lost["unsettled"], &lost["maySendAgain"]),
        (&json!("unconfirmed"), &json!(true), &json!(true))
    );
    let says = format!(
        "The mail server didn’t say whether it accepted the email to {CUSTOMER}. Ask your customer, \
         or send it again."
    );
    assert_eq!(lost["says"], says);
    let happened = told["happened"].as_array().expect("a list");
    let of = |kind: &str| happened.iter().find(|one| one["kind"] == kind).cloned();
    assert_eq!(of("sent").expect("it was")["email"], lost["id"]);
    assert_eq!(of("email_unconfirmed").expect("it was")["said"], says);
    assert_eq!(mark(&desk, &invoice).await, "unconfirmed");
    let number = invoice["invoiceNumber"].as_str().expect("a number");
    assert_eq!(
        sentences(&desk).await,
        [format!(
            "Invoice {number}: the email to Jo Bloggs isn’t confirmed"
        )]
    );
    // Not by itself, however long nobody looks.
    desk.app.clock.advance(72 * HOUR);
    run(&desk, &peer).await;
    assert_eq!(peer.whole().len(), 1 + codes(&peer));

    desk.app.log_in(&desk.client, OWNER).await;
    let before = bytes(&desk).await;
    let again = path(&invoice, lost, "again");
    for _ in 0..2 {
        let answer = desk.client.post_once(&again, "tap", &json!({})).await;
        assert_eq!(answer.expect(200)["emails"][0]["state"], "waiting");
    }
    assert_eq!(bytes(&desk).await - before, 512, "its line in the timeline");
    let answer = desk.client.post_empty(&again).await;
    answer.refused(409, "not_lost", None);
    assert_eq!(mark(&desk, &invoice).await, Value::Null);
    run(&desk, &peer).await;
    assert_eq!(email(&desk, &invoice).await["state"], "sent");
    let whole = peer.whole();
    let mine: Vec<_> = whole.iter().filter(|it| it.to.contains(CUSTOMER)).collect();
    assert_eq!(mine.len(), 2);
    assert_eq!(mine[0].message_id, mine[1].message_id, "the same message");
    let answer = desk.client.post_empty(&again).await;
    answer.refused(409, "not_lost", None);
    desk.app.stop().await;
}

/// What the account keeps, as it is counted.
async fn bytes(desk: &Desk) -> i64 {
    let mut conn = desk.app.state().db.read().await.expect("a connection");
    sqlx::query_scalar("SELECT bytes FROM account_usage")
        .fetch_one(&mut *conn)
        .await
        .expect("a row")
}

/// Mails to the business itself.
fn codes(peer: &Peer) -> usize {
    let whole = peer.whole();
    whole.iter().filter(|it| !it.to.contains(CUSTOMER)).count()
}

/// What the first server said too late would be read as the answer to the next message, were the connection
/// used again.
#[tokio::test]
async fn what_is_said_too_late_is_no_answer_to_the_next_message() {
    let peer = Peer::anywhere().await;
    let desk = desk_at(&peer).await;
    let slow = emailed(&desk).await;
    peer.fails([(Step::End, Fault::Wait)]);
    run(&desk, &peer).await;
    desk.app.log_in(&desk.client, OWNER).await;
    let refused = emailed_to(&desk, "nobody@customer.example").await;
    peer.let_on();
    run(&desk, &peer).await;
    assert_eq!(email(&desk, &slow).await["state"], "unconfirmed");
    let told = email(&desk, &refused).await;
    assert_eq!(told["state"], "refused");
    assert_eq!(
        told["says"],
        "The mail server doesn’t accept the email to nobody@customer.example: there is no such \
         mailbox. Check the address, or share the link another way."
    );
    assert_eq!(mark(&desk, &refused).await, "refused");
    desk.app.stop().await;
}

#[tokio::test]
async fn one_that_was_refused_goes_to_the_address_that_was_put_right() {
    let peer = Peer::anywhere().await;
    let desk = desk_at(&peer).await;
    let at = format!("/api/contacts/{}", desk.contact);
    let wrong = with(contact(), "email", json!("nobody@customer.example"));
    let wrong = with(wrong, "version", json!(1));
    desk.client.put(&at, &wrong).await.expect(200);
    let invoice = emailed_to(&desk, "nobody@customer.example").await;
    run(&desk, &peer).await;
    let lost = email(&desk, &invoice).await;
    assert_eq!(lost["state"], "refused");
    let right = with(contact(), "version", json!(2));
    desk.client.put(&at, &right).await.expect(200);
    let again = path(&invoice, &lost, "again");
    desk.client.post_empty(&again).await.expect(200);
    run(&desk, &peer).await;
    assert_eq!(email(&desk, &invoice).await["state"], "sent");
    let (to, _) = peer.messages().pop().expect("a message");
    assert!(to.contains(CUSTOMER), "{to}");
    desk.app.stop().await;
}

#[tokio::test]
async fn whoever_hears_that_it_arrived_says_so_and_is_asked_no_more() {
    let peer = Peer::anywhere().await;
    let desk = desk_at(&peer).await;
    let (asked, opened) = (emailed(&desk).await, emailed(&desk).await);
    peer.fails([(Step::End, Fault::Close), (Step::End, Fault::Close)]);
    run(&desk, &peer).await;
    let lost = email(&desk, &asked).await;
    let arrived = path(&asked, &lost, "arrived");
    // Nobody else says it for them.
    let other = desk.app.client();
    other
        .post_empty(&arrived)
        .await
        .refused(401, "no_session", None);
    desk.client.post_empty(&arrived).await.expect(200);
    assert_eq!(email(&desk, &asked).await["state"], "arrived");
    assert_eq!(mark(&desk, &asked).await, Value::Null);
    // And a customer who opens the link has it.
    assert_eq!(mark(&desk, &opened).await, "unconfirmed");
    let link = format!("/api/invoices/public/{}/opened", token(&opened));
    desk.app.client().post_empty(&link).await.expect(204);
    assert_eq!(mark(&desk, &opened).await, Value::Null);
    // What was sent in another way since needs no look either.
    let again = emailed(&desk).await;
    peer.fails([(Step::End, Fault::Close)]);
    run(&desk, &peer).await;
    assert_eq!(mark(&desk, &again).await, "unconfirmed");
    let send = format!("/api/invoices/{}/send", id(&again));
    let by_link = json!({ "via": "link" });
    desk.client.post(&send, &by_link).await.expect(200);
    assert_eq!(mark(&desk, &again).await, Value::Null);
    desk.app.stop().await;
}

#[tokio::test]
async fn a_server_that_is_never_reached_is_told_and_tried_again_by_a_tap() {
    let gone = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address: SocketAddr = gone.local_addr().expect("an address");
    drop(gone);
    let desk = Desk::open().await;
    let url = format!("smtp://{address}");
    let change = |config: &mut Config| {
        config.smtp_url = Some(url);
        config.pdf.program = Some("/bin/false".into());
    };
    let sender = desk.app.twin(change).await;
    let invoice = emailed(&desk).await;
    let mut tries = 0;
    while sender.run_jobs().await > 0 || tries < 20 {
        tries += 1;
        if tries == 1 {
            let told = email(&desk, &invoice).await;
            assert_eq!(told["state"], "waiting");
            assert_eq!(
                told["says"],
                format!(
                    "We haven’t been able to send the email to {CUSTOMER} yet: the mail server cannot be \
                     reached. We’ll keep trying."
                )
            );
            assert_eq!(mark(&desk, &invoice).await, Value::Null);
        }
        sender.clock.advance(6 * HOUR);
    }
    assert_eq!(tries, 20);
    let lost = email(&desk, &invoice).await;
    assert_eq!(
        (&lost["state"], &lost["maySendAgain"]),
        (&json!("given_up"), &json!(true))
    );
    assert_eq!(mark(&desk, &invoice).await, "given_up");
    let number = invoice["invoiceNumber"].as_str().expect("a number");
    assert_eq!(
        sentences(&desk).await,
        [format!(
            "Invoice {number}: the email to Jo Bloggs wasn’t sent"
        )]
    );
    let peer = Peer::listen(address).await;
    let again = path(&invoice, &lost, "again");
    desk.client.post_empty(&again).await.expect(200);
    sender.clock.advance(SECOND);
    sender.run_jobs().await;
    assert_eq!(email(&desk, &invoice).await["state"], "sent");
    assert_eq!(peer.whole().len(), 1);
    sender.stop().await;
    desk.app.stop().await;
}

/// A statement and an answer of support have no document: they say the same where people look for them.
#[tokio::test]
async fn what_is_about_no_document_says_how_it_stands_too() {
    let peer = Peer::anywhere().await;
    let house = House::at(desk_at(&peer).await, &peer).await;
    let client = &house.desk.client;
    let (statement, answer) = (
        house.send(Kind::Statement).await,
        house.send(Kind::Answer).await,
    );
    for mail in [&statement, &answer] {
        let shown = house.shown(mail).await;
        assert_eq!(
            (shown.state.as_str(), &shown.says),
            ("waiting", &Value::Null)
        );
    }
    peer.fails((0..9).map(|_| (Step::End, Fault::Close)));
    run(&house.desk, &peer).await;
    house.log_in().await;
    for mail in [&statement, &answer] {
        let says = house.shown(mail).await.says;
        let says = says.as_str().expect("a sentence");
        assert!(says.ends_with("Ask them, or send it again."), "{says}");
    }
    // In the list of questions, among the notifications and the activities.
    let questions = "/api/admin/support?status=all";
    let listed = house.admin.get(questions).await.expect(200);
    assert_eq!(listed["data"][0]["lostEmail"], true);
    let told = sentences(&house.desk).await;
    assert_eq!(
        told,
        ["The CIS statement of 5 Oct 2026: the email to Bloggs Roofing isn’t confirmed"]
    );
    let happened = client.get("/api/activities?limit=5").await.expect(200);
    assert_eq!(
        happened[0]["sentence"],
        "The mail server didn’t confirm the CIS statement for the contact Bloggs Roofing, 5 Oct 2026"
    );
    // They have them after all.
    let path = format!(
        "/api/cis/contractors/{}/statement/arrived",
        house.desk.profile
    );
    let of = json!({ "contactId": house.desk.contact, "month": "2026-10-05" });
    client.post(&path, &of).await.expect(200);
    client.post(&path, &of).await.refused(409, "not_lost", None);
    assert_eq!(house.shown(&statement).await.state, "arrived");
    let question = listed["data"][0]["id"].as_str().expect("an id");
    let one = format!("/api/admin/support/{question}");
    let read = house.admin.get(&one).await.expect(200);
    let path = format!("{one}/answers/{}/arrived", id(&read["answers"][0]));
    house.admin.post_empty(&path).await.expect(200);
    assert_eq!(house.shown(&answer).await.state, "arrived");
    let listed = house.admin.get(questions).await.expect(200);
    assert_eq!(listed["data"][0]["lostEmail"], false);
    // Nobody else's are found.
    let other = format!("/api/admin/support/{question}/answers/{question}/again");
    house.admin.post_empty(&other).await.expect(404);
    client
        .post_empty(&path)
        .await
        .refused(403, "not_admin", None);
    house.desk.app.stop().await;
}

/// A reminder that the mail server never took is no refused one.
#[tokio::test]
async fn a_reminder_that_was_given_up_says_so() {
    let peer = Peer::anywhere().await;
    let house = House::at(desk_at(&peer).await, &peer).await;
    let sent = house.send(Kind::Reminder).await;
    for _ in 0..12 {
        peer.fails((0..9).map(|_| (Step::To, Fault::Say("451 4.3.0 later"))));
        run(&house.desk, &peer).await;
        house.desk.app.clock.advance(6 * HOUR);
    }
    house.log_in().await;
    let shown = house.shown(&sent).await;
    assert_eq!(
        (shown.state.as_str(), shown.may_send_again),
        ("given_up", true)
    );
    assert_eq!(
        shown.says,
        "The reminder on 2 Dec 2026 wasn’t sent. We tried for two days: the mail server says \
         “451 4.3.0 later”."
    );
    let list = house.desk.client.get("/api/invoices").await.expect(200);
    assert_eq!(list["data"][0]["lostEmail"], "given_up");
    let happened = house.desk.client.get("/api/activities?limit=2").await;
    let said = happened.expect(200).to_string();
    assert!(said.contains("to Jo Bloggs wasn’t sent"), "{said}");
    assert!(
        said.contains("a reminder about invoice INV-0001: it wasn’t sent"),
        "{said}"
    );
    peer.fails([]);
    assert_eq!(house.again(&sent).await, 200);
    run(&house.desk, &peer).await;
    assert_eq!(house.shown(&sent).await.state, "sent");
    house.desk.app.stop().await;
}
