//! Random schedules of a mail server's faults and of stops of ours: whatever happens, no mail of any kind is shown as
//! sent that the mail server did not confirm, and none, shown anywhere or not, is sent again that it may have.
//!
//! `MAIL_SCHEDULES` says how many (`cargo xtask prove mail` runs a thousand), `MAIL_SEED` repeats those of a
//! run, which prints it where something is wrong.

use std::collections::BTreeMap;

use plumbline::clock::{HOUR, MINUTE};
use serde_json::json;

use super::desk_at;
use super::kinds::{House, Kind, Shown};
use crate::documents::{Desk, OWNER};
use crate::lists::steps::Dice;
use crate::support::peer::{Answered, Fault, Peer, Step, Whole};

/// How many of a test run.
const SOME: u64 = 40;
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

const FAULTS: [Fault; 9] = [
    Fault::Close,
    Fault::Wait,
    Fault::Wait,
    Fault::Say("450 4.7.0 later"),
    Fault::Say("550 5.7.0 no"),
    Fault::Say("250 ok"),
    Fault::Say("354 go on"),
    Fault::Say("\u{7}?"),
    Fault::Early,
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
    let mut house = House::at(desk_at(&peer).await, &peer).await;
    let mut seen: BTreeMap<(String, String), u64> = BTreeMap::new();
    for at in 0..many {
        if at > 0 && at % OF_ONE == 0 {
            house.desk.app.stop().await;
            peer = Peer::anywhere().await;
            house = House::at(desk_at(&peer).await, &peer).await;
        }
        let mut dice = Dice::new(seed.wrapping_add(at));
        let name = format!("seed {seed}, schedule {at}");
        for (kind, state) in follow(&house, &peer, &mut dice, &name).await {
            *seen.entry((format!("{kind:?}"), state)).or_default() += 1;
        }
    }
    // Schedules that never came to these would prove little: some come to each of them, many with every kind.
    for state in ["sent", "unconfirmed", "refused"] {
        let kinds = Kind::ALL.map(|kind| (format!("{kind:?}"), state.to_owned()));
        let came = kinds.iter().filter(|of| seen.contains_key(*of)).count();
        let enough = if many < 500 { 1 } else { kinds.len() };
        assert!(came >= enough, "{state}: {seen:?}");
    }
    house.desk.app.stop().await;
}

/// Sends some mails through a schedule of faults: what became of each that is shown anywhere.
async fn follow(house: &House, peer: &Peer, dice: &mut Dice, name: &str) -> Vec<(Kind, String)> {
    house.log_in().await;
    let app = &house.desk.app;
    let before = peer.whole().len();
    let mut mails = Vec::new();
    for kind in Kind::ALL {
        if dice.roll(2) == 0 {
            mails.push(house.send(kind).await);
        }
    }
    // A link to a new password: nothing says what became of it, and it goes out once all the same.
    if dice.roll(4) == 0 {
        let body = json!({ "email": OWNER });
        let asked = app.client().post("/api/auth/forgot-password", &body).await;
        asked.expect(200);
    }
    let mut done = Vec::new();
    for _ in 0..LOOKS {
        let faults: Vec<(Step, Fault)> = (0..dice.roll(7))
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
        look(&house.desk, peer, stops).await;
        if dice.roll(2) == 0 {
            peer.let_on();
        }
        app.clock
            .advance([MINUTE, HOUR, 6 * HOUR][dice.roll(3) as usize]);
    }
    // In the end nothing goes wrong any more.
    peer.fails([]);
    peer.let_on();
    for _ in 0..2 {
        app.clock.advance(6 * HOUR);
        look(&house.desk, peer, false).await;
    }
    house.log_in().await;
    let whole = &peer.whole()[before..];
    let wrong = |wrong: String| -> ! { panic!("{name}: {wrong}\n{whole:#?}\n{done:#?}") };
    if let Err(said) = once(whole) {
        wrong(said);
    }
    let mut states = Vec::new();
    for mail in &mails {
        let shown = house.shown(mail).await;
        if let Err(said) = check(whole, &shown) {
            wrong(format!("{said}: {mail:?}, {shown:?}"));
        }
        states.push((mail.kind, shown.state));
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

/// Whatever the mail, it did not come again once the mail server may have had it.
fn once(whole: &[Whole]) -> Result<(), String> {
    let mut answers: BTreeMap<&str, Vec<Answered>> = BTreeMap::new();
    for one in whole {
        answers
            .entry(&one.message_id)
            .or_default()
            .push(one.answered);
    }
    for (message, answers) in answers {
        let open = answers.iter().position(|it| *it != Answered::Denied);
        if open.is_some_and(|at| at + 1 < answers.len()) {
            return Err(format!(
                "{message} was sent again though the mail server may have had it"
            ));
        }
    }
    Ok(())
}

/// What is shown of a mail beside what the mail server knows of it.
fn check(whole: &[Whole], shown: &Shown) -> Result<(), &'static str> {
    let mut of = whole
        .iter()
        .filter(|it| it.message_id.contains(&shown.name));
    let confirmed = of.any(|it| it.answered == Answered::Confirmed);
    let state = shown.state.as_str();
    if state == "sent" && !confirmed {
        return Err("it is shown as sent, and was not confirmed");
    }
    if !matches!(state, "sent" | "unconfirmed" | "refused" | "given_up") {
        return Err("nothing became of it");
    }
    if shown.may_send_again != (state != "sent") {
        return Err("a tap sends it again only where it is lost");
    }
    Ok(())
}
