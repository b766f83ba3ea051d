//! Our own server stops over a mail, at every step of the conversation and after it, and starts again: whatever the
//! mail, it is not shown as sent unless that was confirmed and noted, and does not go out twice.

use plumbline::clock::HOUR;

use super::kinds::{House, Kind, Sent};
use super::{desk_at, run};
use crate::support::TestApp;
use crate::support::peer::{Fault, Peer, Step};

/// Where it stops, and how often the mail server had the message whole by then.
const STOPS: [(Step, usize); 7] = [
    (Step::Greeting, 0),
    (Step::Hello, 0),
    (Step::From, 0),
    (Step::To, 0),
    (Step::Data, 0),
    (Step::Body, 1),
    (Step::End, 1),
];

#[tokio::test]
async fn whatever_it_stops_over_is_not_sent_twice() {
    let peer = Peer::anywhere().await;
    let house = House::at(desk_at(&peer).await, &peer).await;
    for kind in Kind::ALL {
        for (step, whole) in STOPS {
            house.log_in().await;
            settle(&house, &peer).await;
            let sent = house.send(kind).await;
            only(&house, kind).await;
            peer.fails([(step, Fault::Wait)]);
            stopped_while_it_waits(&house.desk.app, &peer).await;
            check(&house, &peer, &sent, (step, whole)).await;
        }
    }
    house.desk.app.stop().await;
}

/// The mail server has confirmed it, and the note of that cannot be written any more.
#[tokio::test]
async fn what_was_confirmed_and_not_noted_is_not_sent_twice() {
    let peer = Peer::anywhere().await;
    let house = House::at(desk_at(&peer).await, &peer).await;
    for kind in Kind::ALL {
        house.log_in().await;
        settle(&house, &peer).await;
        let sent = house.send(kind).await;
        only(&house, kind).await;
        peer.fails([(Step::End, Fault::Wait)]);
        let app = &house.desk.app;
        let mut waits = peer.waits();
        waits.mark_unchanged();
        let mut answered = peer.answered();
        answered.mark_unchanged();
        let mut jobs = Box::pin(app.run_jobs());
        tokio::select! {
            _ = &mut jobs => panic!("it did not wait"),
            _ = waits.changed() => {}
        }
        // Whatever would note it waits for this.
        let mut held = app.state().db.begin_write().await.expect("a transaction");
        for table in ["posted_mails", "document_reminders"] {
            let sql = format!("UPDATE {table} SET problem = problem");
            sqlx::query(sqlx::AssertSqlSafe(sql))
                .execute(&mut *held)
                .await
                .expect("held");
        }
        peer.let_on();
        tokio::select! {
            _ = &mut jobs => panic!("it was noted"),
            _ = answered.changed() => {}
        }
        drop(jobs);
        drop(held);
        check(&house, &peer, &sent, (Step::End, 1)).await;
    }
    house.desk.app.stop().await;
}

/// What is due of other mails goes out before.
async fn settle(house: &House, peer: &Peer) {
    peer.fails([]);
    peer.let_on();
    run(&house.desk, peer).await;
}

/// Of what a mail brought about besides, nothing is in its way: its own job is the one that is due.
async fn only(house: &House, kind: Kind) {
    let state = house.desk.app.state();
    let mut tx = state.db.begin_write().await.expect("a transaction");
    let own = match kind {
        Kind::Document => "document_mail",
        Kind::Receipt => "customer_copy",
        Kind::Reminder => "reminder_mail",
        Kind::Statement => "enclosed_mail",
        Kind::Answer => "support_mail",
    };
    sqlx::query("DELETE FROM jobs WHERE failed_at IS NULL AND kind <> $1")
        .bind(own)
        .execute(&mut *tx)
        .await
        .expect("deleted");
    tx.commit().await.expect("committed");
}

async fn check(house: &House, peer: &Peer, sent: &Sent, (step, whole): (Step, usize)) {
    let what = format!("{:?} at {step:?}", sent.kind);
    house.log_in().await;
    let shown = house.shown(sent).await;
    assert_eq!(shown.state, "waiting", "{what}: nobody knows yet");
    // Another takes its jobs over once it is known to be gone; what the mail server still says, nobody hears.
    peer.fails([]);
    peer.let_on();
    for _ in 0..3 {
        house.desk.app.clock.advance(HOUR);
        run(&house.desk, peer).await;
    }
    house.log_in().await;
    let shown = house.shown(sent).await;
    let state = if whole == 0 { "sent" } else { "unconfirmed" };
    assert_eq!(shown.state, state, "{what}: {shown:?}");
    assert_eq!(shown.may_send_again, whole > 0, "{what}: {shown:?}");
    let of = |peer: &Peer| {
        let whole = peer.whole().into_iter();
        let own = whole.filter(|it| it.message_id.contains(&shown.name));
        own.map(|it| it.message_id).collect::<Vec<_>>()
    };
    assert_eq!(of(peer).len(), 1, "{what}: {:?}", of(peer));
    if whole > 0 {
        // And by one tap it goes out once more, as the same message.
        assert_eq!(house.again(sent).await, 200, "{what}");
        run(&house.desk, peer).await;
        assert_eq!(house.shown(sent).await.state, "sent", "{what}");
        assert_eq!(house.again(sent).await, 409, "{what}");
        let had = of(peer);
        assert_eq!(had.len(), 2, "{what}: {had:?}");
        assert_eq!(had[0], had[1], "{what}");
    }
}

/// Begins what is due, and ends without a word where the mail server says nothing.
pub async fn stopped_while_it_waits(app: &TestApp, peer: &Peer) {
    let mut waits = peer.waits();
    waits.mark_unchanged();
    tokio::select! {
        _ = app.run_jobs() => panic!("it did not wait"),
        _ = waits.changed() => {}
    }
}
