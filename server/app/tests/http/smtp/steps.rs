//! Each fault at each step of the conversation: only what the server confirmed is shown as sent, and only what it
//! cannot have is sent again automatically.

use plumbline::clock::HOUR;
use plumbline::jobs;
use plumbline::mail::{self, Attachment, Mail};

use super::{open_with_mail_server, read_email, run_due_jobs, send_invoice};
use crate::documents::{OWNER, TestBusiness};
use crate::support::TestApp;
use crate::support::peer::{FakeMailServer, MessageOutcome, SmtpFault, SmtpStep};

/// What is shown after the fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ExpectedState {
    /// The email is tried again, and then confirmed.
    TriedAgain,
    Refused,
    Unconfirmed,
    Sent,
}

const BEFORE_ITS_END: [SmtpStep; 5] =
    [SmtpStep::Greeting, SmtpStep::Hello, SmtpStep::From, SmtpStep::To, SmtpStep::Data];

/// Every fault, and what must be shown after it.
pub(super) fn list_faults() -> Vec<(SmtpStep, SmtpFault, ExpectedState)> {
    let mut all = Vec::new();
    for step in BEFORE_ITS_END {
        all.push((step, SmtpFault::Close, ExpectedState::TriedAgain));
        all.push((step, SmtpFault::Wait, ExpectedState::TriedAgain));
        all.push((step, SmtpFault::Say("451 4.3.0 later"), ExpectedState::TriedAgain));
        all.push((step, SmtpFault::Say("what?"), ExpectedState::TriedAgain));
        let refused = match step {
            SmtpStep::Greeting | SmtpStep::Hello => ExpectedState::TriedAgain,
            _ => ExpectedState::Refused,
        };
        all.push((step, SmtpFault::Say("550 5.7.1 no"), refused));
    }
    // Responses to commands that have not been sent yet: each would be taken for that of the next command.
    for (step, text) in [
        (SmtpStep::Greeting, "220 a\r\n250 b\r\n250 c\r\n250 d\r\n354 e"),
        (SmtpStep::Hello, "250 a\r\n250 b\r\n250 c\r\n354 d"),
        (SmtpStep::From, "250 a\r\n250 b\r\n354 c"),
        (SmtpStep::To, "250 a\r\n354 b"),
    ] {
        all.push((step, SmtpFault::Say(text), ExpectedState::TriedAgain));
    }
    all.extend([
        // A positive response when the server should wait for the message, and one when it has the whole message.
        (SmtpStep::Data, SmtpFault::Say("250 kept"), ExpectedState::TriedAgain),
        // A positive response before the server has the message, and none at the end of it.
        (SmtpStep::Data, SmtpFault::Early, ExpectedState::Unconfirmed),
        // One positive response too many; the first is the right one.
        (SmtpStep::End, SmtpFault::Early, ExpectedState::Sent),
        (SmtpStep::End, SmtpFault::Say("354 go on"), ExpectedState::Unconfirmed),
        (SmtpStep::End, SmtpFault::Say("what?"), ExpectedState::Unconfirmed),
        (SmtpStep::End, SmtpFault::Say("221 2.0.0 closing"), ExpectedState::Unconfirmed),
        (SmtpStep::End, SmtpFault::Close, ExpectedState::Unconfirmed),
        (SmtpStep::End, SmtpFault::Wait, ExpectedState::Unconfirmed),
        (SmtpStep::End, SmtpFault::Say("451 4.3.0 later"), ExpectedState::TriedAgain),
        (SmtpStep::End, SmtpFault::Say("552 5.3.4 too large"), ExpectedState::Refused),
        (SmtpStep::Confirmed, SmtpFault::Close, ExpectedState::Sent),
        (SmtpStep::Confirmed, SmtpFault::Wait, ExpectedState::Sent),
    ]);
    all
}

#[tokio::test]
async fn only_confirmed_emails_are_shown_as_sent() {
    let peer = FakeMailServer::listen_anywhere().await;
    let business = open_with_mail_server(&peer).await;
    meets(&business, &peer, list_faults()).await;
    business.app.stop().await;
}

/// Checks an email that meets each of these faults, with no faults afterwards.
pub(super) async fn meets(
    business: &TestBusiness,
    peer: &FakeMailServer,
    faults: Vec<(SmtpStep, SmtpFault, ExpectedState)>,
) {
    for (step, fault, then) in faults {
        let what = format!("{fault:?} at {step:?}");
        business.app.log_in(&business.client, OWNER).await;
        let before = peer.whole_messages().len();
        let invoice = send_invoice(business).await;
        let body = read_email(business, &invoice).await;
        assert_eq!(body["state"], "waiting", "{what}: nothing is claimed yet");
        peer.set_faults([(step, fault)]);
        run_due_jobs(business, peer).await;
        let body = read_email(business, &invoice).await;
        let expected = match then {
            ExpectedState::TriedAgain => "waiting",
            ExpectedState::Refused => "refused",
            ExpectedState::Unconfirmed => "unconfirmed",
            ExpectedState::Sent => "sent",
        };
        assert_eq!(body["state"], expected, "{what}: {body}");
        let is_silent = matches!(expected, "sent");
        assert_eq!(body["says"].is_null(), is_silent, "{what}: {body}");
        // The late response comes now, and must not be taken for another one.
        peer.release_waiting();
        for _ in 0..3 {
            business.app.clock.advance(6 * HOUR);
            run_due_jobs(business, peer).await;
        }
        let body = read_email(business, &invoice).await;
        let expected = match then {
            ExpectedState::TriedAgain | ExpectedState::Sent => "sent",
            ExpectedState::Refused => "refused",
            ExpectedState::Unconfirmed => "unconfirmed",
        };
        assert_eq!(body["state"], expected, "{what}: {body}");
        let whole = &peer.whole_messages()[before..];
        let answers: Vec<MessageOutcome> = whole.iter().map(|it| it.answered).collect();
        let expected: &[MessageOutcome] = match (step, then) {
            (SmtpStep::End, ExpectedState::TriedAgain) => {
                &[MessageOutcome::Denied, MessageOutcome::Confirmed]
            }
            (SmtpStep::End, ExpectedState::Refused) => &[MessageOutcome::Denied],
            (_, ExpectedState::TriedAgain | ExpectedState::Sent) => &[MessageOutcome::Confirmed],
            (_, ExpectedState::Refused) => &[],
            (_, ExpectedState::Unconfirmed) => &[MessageOutcome::Never],
        };
        assert_eq!(answers, expected, "{what}");
        assert!(
            whole.iter().all(|it| it.message_id == whole[0].message_id),
            "{what}: one message, however often it is tried"
        );
    }
}

/// Queues an email that is larger than the buffers between the two servers.
async fn enqueue_large_mail(app: &TestApp) {
    let large = vec![7; 12_000_000];
    let email = Mail {
        account: None,
        to: "jo@customer.example".to_owned(),
        from_name: None,
        reply_to: None,
        subject: "Large".to_owned(),
        text: "Large".to_owned(),
        html: "<p>Large</p>".to_owned(),
        attachments: vec![Attachment::new("large", "application/pdf", &large)],
        thread: None,
    };
    let mut tx = app.state().db.begin_write().await.expect("a transaction");
    let queued = mail::enqueue(app.state(), &mut tx, &email).await;
    queued.expect("queued");
    tx.commit().await.expect("committed");
}

#[tokio::test]
async fn an_email_interrupted_before_its_end_is_sent_again() {
    let peer = FakeMailServer::listen_anywhere().await;
    let url = peer.url();
    let app = TestApp::start_with(|config| config.smtp_url = Some(url)).await;
    enqueue_large_mail(&app).await;
    peer.set_faults([(SmtpStep::Body, SmtpFault::Close)]);
    assert_eq!(app.run_jobs().await, 1);
    assert_eq!(peer.whole_messages().len(), 0);
    app.clock.advance(HOUR);
    assert_eq!(app.run_jobs().await, 1);
    assert_eq!(peer.whole_messages().len(), 1);
    assert_eq!(app.run_jobs().await, 0);
    app.stop().await;
}

/// The response is there before the final dot was sent, so it can't be for the message.
#[tokio::test]
async fn a_positive_response_during_a_message_confirms_nothing() {
    let peer = FakeMailServer::listen_anywhere().await;
    let url = peer.url();
    let app = TestApp::start_with(|config| config.smtp_url = Some(url)).await;
    enqueue_large_mail(&app).await;
    peer.set_faults([(SmtpStep::Body, SmtpFault::Early)]);
    assert_eq!(app.run_jobs().await, 1);
    let mut conn = app.state().db.read().await.expect("a connection");
    let lost = jobs::list_given_up(&mut conn, None, 10).await.expect("jobs");
    assert!(lost[0].error.contains("before it had the message whole"), "{lost:?}");
    drop(conn);
    app.clock.advance(HOUR);
    assert_eq!(app.run_jobs().await, 0, "nobody knows, so it is not sent again");
    app.stop().await;
}
