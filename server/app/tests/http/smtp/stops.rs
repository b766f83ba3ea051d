//! Our own server stops at every step of the conversation about an email and after it, and starts again: the email is
//! never shown as sent unless that was confirmed and recorded, and is not sent twice.

use plumbline::clock::HOUR;

use super::kinds::{EmailFixture, EmailKind, QueuedEmail};
use super::{open_with_mail_server, run_due_jobs};
use crate::support::TestApp;
use crate::support::peer::{FakeMailServer, SmtpFault, SmtpStep};

/// The step at which it stops, and how many times the mail server had the whole message by then.
const STOP_STEPS: [(SmtpStep, usize); 7] = [
    (SmtpStep::Greeting, 0),
    (SmtpStep::Hello, 0),
    (SmtpStep::From, 0),
    (SmtpStep::To, 0),
    (SmtpStep::Data, 0),
    (SmtpStep::Body, 1),
    (SmtpStep::End, 1),
];

#[tokio::test]
async fn an_email_interrupted_by_a_stop_is_not_sent_twice() {
    let peer = FakeMailServer::listen_anywhere().await;
    let house = EmailFixture::open(open_with_mail_server(&peer).await, &peer).await;
    for kind in EmailKind::ALL {
        for (step, whole) in STOP_STEPS {
            house.log_in().await;
            send_pending(&house, &peer).await;
            let sent = house.send_email(kind).await;
            postpone_other_jobs(&house, kind).await;
            peer.set_faults([(step, SmtpFault::Wait)]);
            run_until_stalled(&house.business.app, &peer).await;
            check_after_stop(&house, &peer, &sent, (step, whole)).await;
        }
    }
    house.business.app.stop().await;
}

/// The mail server has confirmed the email, but the confirmation can't be recorded any more.
#[tokio::test]
async fn a_confirmed_but_unrecorded_email_is_not_sent_twice() {
    let peer = FakeMailServer::listen_anywhere().await;
    let house = EmailFixture::open(open_with_mail_server(&peer).await, &peer).await;
    for kind in EmailKind::ALL {
        house.log_in().await;
        send_pending(&house, &peer).await;
        let sent = house.send_email(kind).await;
        postpone_other_jobs(&house, kind).await;
        peer.set_faults([(SmtpStep::End, SmtpFault::Wait)]);
        let app = &house.business.app;
        let mut waits = peer.watch_waiting();
        waits.mark_unchanged();
        let mut answered = peer.watch_answered();
        answered.mark_unchanged();
        let mut jobs = Box::pin(app.run_jobs());
        tokio::select! {
            _ = &mut jobs => panic!("it did not wait"),
            _ = waits.changed() => {}
        }
        // Whatever would note it waits for this.
        let mut write_tx = app.state().db.begin_write().await.expect("a transaction");
        for table in ["posted_mails", "document_reminders"] {
            let sql = format!("UPDATE {table} SET problem = problem");
            sqlx::query(sqlx::AssertSqlSafe(sql)).execute(&mut *write_tx).await.expect("held");
        }
        peer.release_waiting();
        tokio::select! {
            _ = &mut jobs => panic!("it was noted"),
            _ = answered.changed() => {}
        }
        drop(jobs);
        drop(write_tx);
        check_after_stop(&house, &peer, &sent, (SmtpStep::End, 1)).await;
    }
    house.business.app.stop().await;
}

/// Sends all other emails that are due before.
async fn send_pending(house: &EmailFixture, peer: &FakeMailServer) {
    peer.set_faults([]);
    peer.release_waiting();
    run_due_jobs(&house.business, peer).await;
}

/// Deletes the other jobs that an email caused, so that its own job is the one that is due.
async fn postpone_other_jobs(house: &EmailFixture, kind: EmailKind) {
    let state = house.business.app.state();
    let mut tx = state.db.begin_write().await.expect("a transaction");
    let own = match kind {
        EmailKind::Document => "document_mail",
        EmailKind::Receipt => "customer_copy",
        EmailKind::Reminder => "reminder_mail",
        EmailKind::Statement => "enclosed_mail",
        EmailKind::Answer => "support_mail",
    };
    sqlx::query("DELETE FROM jobs WHERE failed_at IS NULL AND kind <> $1")
        .bind(own)
        .execute(&mut *tx)
        .await
        .expect("deleted");
    tx.commit().await.expect("committed");
}

async fn check_after_stop(
    house: &EmailFixture,
    peer: &FakeMailServer,
    sent: &QueuedEmail,
    (step, whole): (SmtpStep, usize),
) {
    let what = format!("{:?} at {step:?}", sent.kind);
    house.log_in().await;
    let displayed_email = house.read_displayed(sent).await;
    assert_eq!(displayed_email.state, "waiting", "{what}: nobody knows yet");
    // Another server takes over the jobs once the first is known to be gone; a response to the first is lost.
    peer.set_faults([]);
    peer.release_waiting();
    for _ in 0..3 {
        house.business.app.clock.advance(HOUR);
        run_due_jobs(&house.business, peer).await;
    }
    house.log_in().await;
    let displayed_email = house.read_displayed(sent).await;
    let state = if whole == 0 { "sent" } else { "unconfirmed" };
    assert_eq!(displayed_email.state, state, "{what}: {displayed_email:?}");
    assert_eq!(displayed_email.may_send_again, whole > 0, "{what}: {displayed_email:?}");
    let of = |peer: &FakeMailServer| {
        let whole = peer.whole_messages().into_iter();
        let own = whole.filter(|it| it.message_id.contains(&displayed_email.name));
        own.map(|it| it.message_id).collect::<Vec<_>>()
    };
    assert_eq!(of(peer).len(), 1, "{what}: {:?}", of(peer));
    if whole > 0 {
        // With one tap it is sent once more, as the same message.
        assert_eq!(house.send_again(sent).await, 200, "{what}");
        run_due_jobs(&house.business, peer).await;
        assert_eq!(house.read_displayed(sent).await.state, "sent", "{what}");
        assert_eq!(house.send_again(sent).await, 409, "{what}");
        let had = of(peer);
        assert_eq!(had.len(), 2, "{what}: {had:?}");
        assert_eq!(had[0], had[1], "{what}");
    }
}

/// Runs the due jobs, and stops without a trace when the mail server is silent.
pub async fn run_until_stalled(app: &TestApp, peer: &FakeMailServer) {
    let mut waits = peer.watch_waiting();
    waits.mark_unchanged();
    tokio::select! {
        _ = app.run_jobs() => panic!("it did not wait"),
        _ = waits.changed() => {}
    }
}
