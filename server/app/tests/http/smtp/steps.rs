//! Each fault at each step of the conversation: only what the server confirmed is shown as sent, only what
//! it cannot have is sent again by itself.

use plumbline::clock::HOUR;
use plumbline::jobs;
use plumbline::mail::{self, Attachment, Mail};

use super::{desk_at, email, emailed, run};
use crate::documents::{Desk, OWNER};
use crate::support::TestApp;
use crate::support::peer::{Answered, Fault, Peer, Step};

/// What is shown after the fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Then {
    /// It is tried again, and then confirmed.
    TriedAgain,
    Refused,
    Unconfirmed,
    Sent,
}

const BEFORE_ITS_END: [Step; 5] = [
    Step::Greeting,
    Step::Hello,
    Step::From,
    Step::To,
    Step::Data,
];

/// Every fault, and what is to be shown after it.
pub(super) fn faults() -> Vec<(Step, Fault, Then)> {
    let mut all = Vec::new();
    for step in BEFORE_ITS_END {
        all.push((step, Fault::Close, Then::TriedAgain));
        all.push((step, Fault::Wait, Then::TriedAgain));
        all.push((step, Fault::Say("451 4.3.0 later"), Then::TriedAgain));
        all.push((step, Fault::Say("what?"), Then::TriedAgain));
        let refused = match step {
            Step::Greeting | Step::Hello => Then::TriedAgain,
            _ => Then::Refused,
        };
        all.push((step, Fault::Say("550 5.7.1 no"), refused));
    }
    all.extend([
        // A yes where it should wait for the message, and where it has it whole.
        (Step::Data, Fault::Say("250 kept"), Then::TriedAgain),
        // A yes before it has the message, and none to its end.
        (Step::Data, Fault::Early, Then::Unconfirmed),
        // One yes too many, of which the first is the right one.
        (Step::End, Fault::Early, Then::Sent),
        (Step::End, Fault::Say("354 go on"), Then::Unconfirmed),
        (Step::End, Fault::Say("what?"), Then::Unconfirmed),
        (Step::End, Fault::Close, Then::Unconfirmed),
        (Step::End, Fault::Wait, Then::Unconfirmed),
        (Step::End, Fault::Say("451 4.3.0 later"), Then::TriedAgain),
        (Step::End, Fault::Say("552 5.3.4 too large"), Then::Refused),
        (Step::Confirmed, Fault::Close, Then::Sent),
        (Step::Confirmed, Fault::Wait, Then::Sent),
    ]);
    all
}

#[tokio::test]
async fn only_what_was_confirmed_is_shown_as_sent() {
    let peer = Peer::anywhere().await;
    let desk = desk_at(&peer).await;
    meets(&desk, &peer, faults()).await;
    desk.app.stop().await;
}

/// Each of these is met by an email, and then nothing else goes wrong.
pub(super) async fn meets(desk: &Desk, peer: &Peer, faults: Vec<(Step, Fault, Then)>) {
    for (step, fault, then) in faults {
        let what = format!("{fault:?} at {step:?}");
        desk.app.log_in(&desk.client, OWNER).await;
        let before = peer.whole().len();
        let invoice = emailed(desk).await;
        let shown = email(desk, &invoice).await;
        assert_eq!(shown["state"], "waiting", "{what}: nothing is claimed yet");
        peer.fails([(step, fault)]);
        run(desk, peer).await;
        let shown = email(desk, &invoice).await;
        let expected = match then {
            Then::TriedAgain => "waiting",
            Then::Refused => "refused",
            Then::Unconfirmed => "unconfirmed",
            Then::Sent => "sent",
        };
        assert_eq!(shown["state"], expected, "{what}: {shown}");
        let is_silent = matches!(expected, "sent");
        assert_eq!(shown["says"].is_null(), is_silent, "{what}: {shown}");
        // What it was slow to say comes now, and nobody takes it for an answer to something else.
        peer.let_on();
        for _ in 0..3 {
            desk.app.clock.advance(6 * HOUR);
            run(desk, peer).await;
        }
        let shown = email(desk, &invoice).await;
        let expected = match then {
            Then::TriedAgain | Then::Sent => "sent",
            Then::Refused => "refused",
            Then::Unconfirmed => "unconfirmed",
        };
        assert_eq!(shown["state"], expected, "{what}: {shown}");
        let whole = &peer.whole()[before..];
        let answers: Vec<Answered> = whole.iter().map(|it| it.answered).collect();
        let expected: &[Answered] = match (step, then) {
            (Step::End, Then::TriedAgain) => &[Answered::Denied, Answered::Confirmed],
            (Step::End, Then::Refused) => &[Answered::Denied],
            (_, Then::TriedAgain | Then::Sent) => &[Answered::Confirmed],
            (_, Then::Refused) => &[],
            (_, Then::Unconfirmed) => &[Answered::Never],
        };
        assert_eq!(answers, expected, "{what}");
        assert!(
            whole.iter().all(|it| it.message_id == whole[0].message_id),
            "{what}: one message, however often it is tried"
        );
    }
}

/// Queues more than lies in the pipes between the two.
async fn large(app: &TestApp) {
    let large = vec![7; 12_000_000];
    let letter = Mail {
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
    let queued = mail::enqueue(app.state(), &mut tx, &letter).await;
    queued.expect("queued");
    tx.commit().await.expect("committed");
}

#[tokio::test]
async fn one_that_breaks_off_before_its_end_is_sent_again() {
    let peer = Peer::anywhere().await;
    let url = peer.url();
    let app = TestApp::start_with(|config| config.smtp_url = Some(url)).await;
    large(&app).await;
    peer.fails([(Step::Body, Fault::Close)]);
    assert_eq!(app.run_jobs().await, 1);
    assert_eq!(peer.whole().len(), 0);
    app.clock.advance(HOUR);
    assert_eq!(app.run_jobs().await, 1);
    assert_eq!(peer.whole().len(), 1);
    assert_eq!(app.run_jobs().await, 0);
    app.stop().await;
}

/// It lies there before the dot has left, and is no answer to it.
#[tokio::test]
async fn a_yes_in_the_middle_of_a_message_confirms_nothing() {
    let peer = Peer::anywhere().await;
    let url = peer.url();
    let app = TestApp::start_with(|config| config.smtp_url = Some(url)).await;
    large(&app).await;
    peer.fails([(Step::Body, Fault::Early)]);
    assert_eq!(app.run_jobs().await, 1);
    let mut conn = app.state().db.read().await.expect("a connection");
    let lost = jobs::last_given_up(&mut conn, None, 10)
        .await
        .expect("jobs");
    assert!(
        lost[0].error.contains("before it had the message whole"),
        "{lost:?}"
    );
    drop(conn);
    app.clock.advance(HOUR);
    assert_eq!(
        app.run_jobs().await,
        0,
        "nobody knows, so it is not sent again"
    );
    app.stop().await;
}
