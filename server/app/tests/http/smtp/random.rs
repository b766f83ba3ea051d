//! Random schedules of a mail server's faults and of stops of our own server: no email of any kind is ever shown as
//! sent unless the mail server confirmed it, and no email is sent again automatically that the mail server may have.
//!
//! `MAIL_SCHEDULES` is the number of schedules (`cargo xtask prove mail` runs a thousand). `MAIL_SEED` repeats those of
//! an earlier run, which prints its seed if something is wrong.

use std::collections::BTreeMap;

use plumbline::clock::{HOUR, MINUTE};
use serde_json::json;

use super::kinds::{DisplayedEmail, EmailFixture, EmailKind};
use super::open_with_mail_server;
use crate::documents::{OWNER, TestBusiness};
use crate::lists::steps::RandomNumbers;
use crate::support::peer::{FakeMailServer, MessageOutcome, SmtpFault, SmtpStep, WholeMessage};

/// How many schedules a test run has.
const SCHEDULE_COUNT: u64 = 40;
/// After how many schedules a new server is started, whose clock would otherwise be years ahead.
const SCHEDULES_PER_SERVER: u64 = 50;
/// How many times each schedule's server looks for work.
const RUNS_PER_SCHEDULE: usize = 4;

const STEPS: [SmtpStep; 8] = [
    SmtpStep::Greeting,
    SmtpStep::Hello,
    SmtpStep::From,
    SmtpStep::To,
    SmtpStep::Data,
    SmtpStep::Body,
    SmtpStep::End,
    SmtpStep::Confirmed,
];

const FAULTS: [SmtpFault; 9] = [
    SmtpFault::Close,
    SmtpFault::Wait,
    SmtpFault::Wait,
    SmtpFault::Say("450 4.7.0 later"),
    SmtpFault::Say("550 5.7.0 no"),
    SmtpFault::Say("250 ok"),
    SmtpFault::Say("354 go on"),
    SmtpFault::Say("\u{7}?"),
    SmtpFault::Early,
];

fn number_from_env(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

#[tokio::test]
async fn no_email_is_shown_as_sent_without_confirmation_or_sent_twice() {
    let many = number_from_env("MAIL_SCHEDULES").unwrap_or(SCHEDULE_COUNT);
    let seed = number_from_env("MAIL_SEED").unwrap_or(20_261_129);
    println!("{many} schedules, seed {seed}");
    let mut peer = FakeMailServer::listen_anywhere().await;
    let mut house = EmailFixture::open(open_with_mail_server(&peer).await, &peer).await;
    let mut seen: BTreeMap<(String, String), u64> = BTreeMap::new();
    for at in 0..many {
        if at > 0 && at % SCHEDULES_PER_SERVER == 0 {
            house.business.app.stop().await;
            peer = FakeMailServer::listen_anywhere().await;
            house = EmailFixture::open(open_with_mail_server(&peer).await, &peer).await;
        }
        let mut dice = RandomNumbers::new(seed.wrapping_add(at));
        let name = format!("seed {seed}, schedule {at}");
        for (kind, state) in run_schedule(&house, &peer, &mut dice, &name).await {
            *seen.entry((format!("{kind:?}"), state)).or_default() += 1;
        }
    }
    // Schedules that never came to these would prove little: some come to each of them, many with every kind.
    for state in ["sent", "unconfirmed", "refused"] {
        let kinds = EmailKind::ALL.map(|kind| (format!("{kind:?}"), state.to_owned()));
        let came = kinds.iter().filter(|of| seen.contains_key(*of)).count();
        let enough = if many < 500 { 1 } else { kinds.len() };
        assert!(came >= enough, "{state}: {seen:?}");
    }
    house.business.app.stop().await;
}

/// Sends some emails through a schedule of faults, and returns the state of each that is shown anywhere.
async fn run_schedule(
    house: &EmailFixture,
    peer: &FakeMailServer,
    dice: &mut RandomNumbers,
    name: &str,
) -> Vec<(EmailKind, String)> {
    house.log_in().await;
    let app = &house.business.app;
    let before = peer.whole_messages().len();
    let mut mails = Vec::new();
    for kind in EmailKind::ALL {
        if dice.next_below(2) == 0 {
            mails.push(house.send_email(kind).await);
        }
    }
    // A link for a new password: nothing shows what happened to it, but it must not be sent twice either.
    if dice.next_below(4) == 0 {
        let body = json!({ "email": OWNER });
        let response = app.new_client().post("/api/auth/forgot-password", &body).await;
        response.expect_status(200);
    }
    let mut done = Vec::new();
    for _ in 0..RUNS_PER_SCHEDULE {
        let faults: Vec<(SmtpStep, SmtpFault)> = (0..dice.next_below(7))
            .map(|_| {
                let step = *dice.pick(&STEPS).expect("a step");
                // A response in the middle of a message counts for the whole of it.
                let faults = if step == SmtpStep::Body { &FAULTS[..3] } else { &FAULTS };
                (step, *dice.pick(faults).expect("a fault"))
            })
            .collect();
        let stops = dice.next_below(3) == 0;
        done.push(format!("{faults:?}, {}", if stops { "stops" } else { "goes on" }));
        peer.set_faults(faults);
        run_due_jobs_with_stops(&house.business, peer, stops).await;
        if dice.next_below(2) == 0 {
            peer.release_waiting();
        }
        app.clock.advance([MINUTE, HOUR, 6 * HOUR][dice.next_below(3) as usize]);
    }
    // In the end there are no more faults.
    peer.set_faults([]);
    peer.release_waiting();
    for _ in 0..2 {
        app.clock.advance(6 * HOUR);
        run_due_jobs_with_stops(&house.business, peer, false).await;
    }
    house.log_in().await;
    let whole = &peer.whole_messages()[before..];
    let wrong = |wrong: String| -> ! { panic!("{name}: {wrong}\n{whole:#?}\n{done:#?}") };
    if let Err(text) = check_delivered_once(whole) {
        wrong(text);
    }
    let mut states = Vec::new();
    for mail in &mails {
        let displayed_email = house.read_displayed(mail).await;
        if let Err(text) = check_displayed(whole, &displayed_email) {
            wrong(format!("{text}: {mail:?}, {displayed_email:?}"));
        }
        states.push((mail.kind, displayed_email.state));
    }
    states
}

/// Runs the due jobs. If the mail server is silent, time passes, or our own server stops.
async fn run_due_jobs_with_stops(business: &TestBusiness, peer: &FakeMailServer, stops: bool) {
    let mut waits = peer.watch_waiting();
    waits.mark_unchanged();
    let jobs = business.app.run_jobs();
    tokio::pin!(jobs);
    loop {
        tokio::select! {
            _ = &mut jobs => return,
            waiting = waits.changed() => {
                waiting.expect("the mail server stays");
                if stops {
                    return;
                }
                business.app.clock.advance(10 * MINUTE);
            }
        }
    }
}

/// Checks that no email was sent again once the mail server may have had it.
fn check_delivered_once(whole: &[WholeMessage]) -> Result<(), String> {
    let mut answers: BTreeMap<&str, Vec<MessageOutcome>> = BTreeMap::new();
    for one in whole {
        answers.entry(&one.message_id).or_default().push(one.answered);
    }
    for (message, answers) in answers {
        let open = answers.iter().position(|it| *it != MessageOutcome::Denied);
        if open.is_some_and(|at| at + 1 < answers.len()) {
            return Err(format!("{message} was sent again though the mail server may have had it"));
        }
    }
    Ok(())
}

/// Compares what is shown about an email with what the mail server received.
fn check_displayed(whole: &[WholeMessage], displayed_email: &DisplayedEmail) -> Result<(), &'static str> {
    let mut of = whole.iter().filter(|it| it.message_id.contains(&displayed_email.name));
    let confirmed = of.any(|it| it.answered == MessageOutcome::Confirmed);
    let state = displayed_email.state.as_str();
    if state == "sent" && !confirmed {
        return Err("it is shown as sent, and was not confirmed");
    }
    if !matches!(state, "sent" | "unconfirmed" | "refused" | "given_up") {
        return Err("nothing became of it");
    }
    if displayed_email.may_send_again != (state != "sent") {
        return Err("a tap sends it again only where it is lost");
    }
    Ok(())
}
