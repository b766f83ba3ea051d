//! Random schedules of a mail server's faults and of stops of ours: whatever happens, no email is shown as
//! sent that the mail server did not confirm, and none is sent again that it may have.
//!
//! `MAIL_SCHEDULES` says how many (`cargo xtask prove mail` runs a thousand), `MAIL_SEED` repeats those of a
//! run, which prints it where something is wrong.

use std::collections::BTreeMap;

use plumbline::clock::{HOUR, MINUTE};
use serde_json::Value;

use super::{desk_at, email, emailed, mark};
use crate::documents::{Desk, OWNER};
use crate::lists::steps::Dice;
use crate::support::peer::{Answered, Fault, Peer, Step, Whole};

/// How many of a test run.
const SOME: u64 = 40;
/// How many emails go at once.
const AT_ONCE: usize = 3;
/// After how many schedules a server begins anew, whose time would be years ahead otherwise.
const OF_ONE: u64 = 50;
/// How often each schedule's server looks for work.
const LOOKS: usize = 4;

const STEPS: [Step; 8] = [
    Step::Greeting,
    Step::Hello,
    Step::From,
    Step::To,
    Step::Data,
    Step::Body,
    Step::End,
    Step::Confirmed,
];

const FAULTS: [Fault; 8] = [
    Fault::Close,
    Fault::Wait,
    Fault::Wait,
    Fault::Say("450 4.7.0 later"),
    Fault::Say("550 5.7.0 no"),
    Fault::Say("250 ok"),
    Fault::Say("354 go on"),
    Fault::Say("\u{7}?"),
];

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

#[tokio::test]
async fn nothing_is_shown_as_sent_that_was_not_confirmed_nor_sent_twice() {
    let many = number("MAIL_SCHEDULES").unwrap_or(SOME);
    let seed = number("MAIL_SEED").unwrap_or(20_261_129);
    println!("{many} schedules, seed {seed}");
    let mut peer = Peer::anywhere().await;
    let mut desk = desk_at(&peer).await;
    let mut seen: BTreeMap<String, u64> = BTreeMap::new();
    for at in 0..many {
        if at > 0 && at % OF_ONE == 0 {
            desk.app.stop().await;
            peer = Peer::anywhere().await;
            desk = desk_at(&peer).await;
        }
        let mut dice = Dice::new(seed.wrapping_add(at));
        let states = follow(
            &desk,
            &peer,
            &mut dice,
            &format!("seed {seed}, schedule {at}"),
        )
        .await;
        for state in states {
            *seen.entry(state).or_default() += 1;
        }
    }
    // Schedules that never came to these would prove little.
    for state in ["sent", "unconfirmed", "refused"] {
        assert!(seen.contains_key(state), "{seen:?}");
    }
    desk.app.stop().await;
}

/// Sends some emails through a schedule of faults: what became of each.
async fn follow(desk: &Desk, peer: &Peer, dice: &mut Dice, name: &str) -> Vec<String> {
    desk.app.log_in(&desk.client, OWNER).await;
    let before = peer.whole().len();
    let mut invoices = Vec::new();
    for _ in 0..=dice.roll(AT_ONCE as u64) {
        invoices.push(emailed(desk).await);
    }
    let mut done = Vec::new();
    for _ in 0..LOOKS {
        let faults: Vec<(Step, Fault)> = (0..dice.roll(4))
            .map(|_| {
                let step = *dice.one_of(&STEPS).expect("a step");
                // What is said to half a message, before its end, is an answer to the whole of it.
                let faults = if step == Step::Body {
                    &FAULTS[..3]
                } else {
                    &FAULTS
                };
                (step, *dice.one_of(faults).expect("a fault"))
            })
            .collect();
        let stops = dice.roll(3) == 0;
        done.push(format!(
            "{faults:?}, {}",
            if stops { "stops" } else { "goes on" }
        ));
        peer.fails(faults);
        look(desk, peer, stops).await;
        if dice.roll(2) == 0 {
            peer.let_on();
        }
        desk.app
            .clock
            .advance([MINUTE, HOUR, 6 * HOUR][dice.roll(3) as usize]);
    }
    // In the end nothing goes wrong any more.
    peer.fails([]);
    peer.let_on();
    for _ in 0..2 {
        desk.app.clock.advance(6 * HOUR);
        look(desk, peer, false).await;
    }
    let whole = peer.whole();
    let mut states = Vec::new();
    for invoice in &invoices {
        let shown = email(desk, invoice).await;
        let state = shown["state"].as_str().expect("a state").to_owned();
        let mark = mark(desk, invoice).await;
        check(&whole[before..], &shown, &mark).unwrap_or_else(|wrong| {
            panic!(
                "{name}: {wrong}\n{shown}\n{:#?}\n{done:#?}",
                &whole[before..]
            )
        });
        states.push(state);
    }
    states
}

/// Does what is due. Where the mail server says nothing, time passes, or our own server stops.
async fn look(desk: &Desk, peer: &Peer, stops: bool) {
    let mut waits = peer.waits();
    waits.mark_unchanged();
    let jobs = desk.app.run_jobs();
    tokio::pin!(jobs);
    loop {
        tokio::select! {
            _ = &mut jobs => return,
            waiting = waits.changed() => {
                waiting.expect("the mail server stays");
                if stops {
                    return;
                }
                desk.app.clock.advance(10 * MINUTE);
            }
        }
    }
}

/// What is shown of an email beside what the mail server knows of it.
fn check(whole: &[Whole], shown: &Value, mark: &Value) -> Result<(), String> {
    let id = shown["id"].as_str().expect("an id");
    let of = whole.iter().filter(|it| it.message_id.contains(id));
    let answers: Vec<Answered> = of.map(|it| it.answered).collect();
    let confirmed = answers
        .iter()
        .filter(|it| **it == Answered::Confirmed)
        .count();
    let state = shown["state"].as_str().unwrap_or_default();
    if state == "sent" && confirmed == 0 {
        return Err("it is shown as sent, and was not confirmed".to_owned());
    }
    let open = answers.iter().position(|it| *it != Answered::Denied);
    if open.is_some_and(|at| at + 1 < answers.len()) {
        return Err("it was sent again though the mail server may have had it".to_owned());
    }
    if !matches!(state, "sent" | "unconfirmed" | "refused") {
        return Err("nothing became of it".to_owned());
    }
    let is_lost = state != "sent";
    if mark.as_str().is_some() != is_lost || shown["maySendAgain"] != is_lost {
        return Err(format!("the list shows {mark}"));
    }
    Ok(())
}
