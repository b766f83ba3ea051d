//! The rules for quotes: one test for each table.

mod steps;

use super::*;
use QuoteStatus as S;

const BEFORE: &str = "2026-03-04";
const DAY: &str = "2026-03-05";
const AFTER: &str = "2026-03-06";

fn date(text: &str) -> Date {
    text.parse().unwrap()
}

/// A quote with this status and a deposit, valid through 5 March 2026.
fn quote(status: &str) -> QuoteState {
    QuoteState {
        status: S::parse(status),
        expiry_date: Some(date(DAY)),
        accepted_date: None,
        cancelled_date: None,
        is_staged: false,
        include_deposit: true,
        varies: VariedJob::Nothing,
    }
}

fn badge(status: &str, today: &str) -> (String, Tone) {
    let badge = quote(status).badge(date(today));
    (badge.label, badge.tone)
}

#[test]
fn every_status_is_written_as_it_was_read() {
    for text in ["draft", "sent", "accepted", "declined", "expired", "invoiced", "viewed", ""] {
        assert_eq!(S::parse(text).as_str(), text);
    }
    assert_eq!(S::parse("rejected").as_str(), "declined");
    assert_eq!(S::parse("viewed"), S::Other("viewed".into()));
    assert_eq!(S::parse("Sent"), S::Other("Sent".into()));
}

#[test]
fn shows_the_badge_of_each_status_on_and_after_the_expiry_date() {
    for (status, label, tone) in [
        ("sent", "Pending", Tone::Blue),
        ("accepted", "Accepted", Tone::Green),
        ("expired", "Expired", Tone::Red),
        ("declined", "Declined", Tone::Red),
        ("rejected", "Declined", Tone::Red),
        ("draft", "Draft", Tone::Grey),
        ("invoiced", "Invoiced", Tone::Green),
        ("viewed", "viewed", Tone::Grey),
    ] {
        assert_eq!(badge(status, DAY), (label.into(), tone), "{status}");
        let after = if status == "sent" { ("Expired", Tone::Red) } else { (label, tone) };
        assert_eq!(badge(status, AFTER), (after.0.into(), after.1), "{status}");
    }
}

#[test]
fn a_quote_expires_only_after_the_end_of_its_day() {
    for (status, before, day, after) in [
        ("sent", false, false, true),
        ("viewed", false, false, true),
        ("expired", true, true, true),
        ("draft", false, false, false),
        ("accepted", false, false, false),
        ("declined", false, false, false),
        ("invoiced", false, false, false),
    ] {
        let on = |day| quote(status).is_expired(date(day));
        assert_eq!((on(BEFORE), on(DAY), on(AFTER)), (before, day, after), "{status}");
    }
    let endless = QuoteState { expiry_date: None, ..quote("sent") };
    assert!(!endless.is_expired(date("9999-12-31")));
    assert!(endless.can_decide(date("9999-12-31")));
}

#[test]
fn the_customer_can_decide_only_about_a_sent_unexpired_quote() {
    for status in ["draft", "accepted", "declined", "expired", "invoiced", "viewed"] {
        assert!(!quote(status).can_decide(date(DAY)), "{status}");
    }
    assert!(quote("sent").can_decide(date(DAY)));
    assert!(!quote("sent").can_decide(date(AFTER)));
}

#[test]
fn gives_the_exact_banner_of_each_status() {
    let banner = |state: &QuoteState, today| state.banner(date(today)).map(|b| (b.text, b.tone));
    let accepted = QuoteState { accepted_date: Some(date("2026-02-01")), ..quote("accepted") };
    let given = Some((
        "Quote accepted on 01/02/2026. We'll be in touch soon to discuss next steps.".into(),
        Tone::Green,
    ));
    assert_eq!(banner(&accepted, AFTER), given);
    let invoiced = QuoteState { status: S::Invoiced, ..accepted };
    assert_eq!(banner(&invoiced, AFTER), given);
    assert_eq!(banner(&quote("invoiced"), AFTER), None);
    let undated = "Quote accepted. We'll be in touch soon to discuss next steps.";
    assert_eq!(banner(&quote("accepted"), DAY), Some((undated.into(), Tone::Green)));
    let declined = "We're sorry this quote wasn't quite right for you.";
    assert_eq!(banner(&quote("rejected"), AFTER), Some((declined.into(), Tone::Red)));
    let expired = "This quote expired on 05/03/2026. Please contact us for an updated quote.";
    assert_eq!(banner(&quote("sent"), AFTER), Some((expired.into(), Tone::Red)));
    assert_eq!(banner(&quote("expired"), BEFORE), Some((expired.into(), Tone::Red)));
    let endless = QuoteState { expiry_date: None, ..quote("expired") };
    let undated = "This quote expired. Please contact us for an updated quote.";
    assert_eq!(banner(&endless, DAY), Some((undated.into(), Tone::Red)));
    assert_eq!(banner(&quote("sent"), DAY), None);
    let varied = |status: &str, varies| QuoteState { varies, ..quote(status) };
    assert_eq!(banner(&varied("sent", VariedJob::Job), DAY), None);
    let closed = "The job this variation belongs to is closed. Please contact us for a new quote.";
    assert_eq!(banner(&varied("sent", VariedJob::ClosedJob), DAY), Some((closed.into(), Tone::Red)));
    assert!(varied("sent", VariedJob::Job).can_decide(date(DAY)));
    assert!(!varied("sent", VariedJob::ClosedJob).can_decide(date(DAY)));
    let (text, _) = banner(&varied("accepted", VariedJob::ClosedJob), DAY).unwrap();
    assert!(text.starts_with("Quote accepted"), "what was agreed stays so");
    assert_eq!(banner(&quote("draft"), AFTER), None);
}

#[test]
fn a_cancelled_quote_shows_as_cancelled_whatever_its_status() {
    let cancelled =
        |status: &str, varies| QuoteState { varies, cancelled_date: Some(date(DAY)), ..quote(status) };
    for (varies, text) in [
        (VariedJob::Nothing, "This job was cancelled on 05/03/2026."),
        (VariedJob::Job, "This variation was cancelled on 05/03/2026."),
        (VariedJob::ClosedJob, "This variation was cancelled on 05/03/2026."),
        (VariedJob::CancelledJob(date(AFTER)), "The job was cancelled on 06/03/2026."),
    ] {
        for status in ["accepted", "invoiced"] {
            let state = cancelled(status, varies);
            let badge = state.badge(date(AFTER));
            assert_eq!((&*badge.label, badge.tone), ("Cancelled", Tone::Red));
            assert_eq!(state.display_status().code, "cancelled");
            let banner = state.banner(date(AFTER)).unwrap();
            assert_eq!((&*banner.text, banner.tone), (text, Tone::Red));
        }
    }
    // One that waits cannot be accepted any more.
    let waits = QuoteState { varies: VariedJob::CancelledJob(date(DAY)), ..quote("sent") };
    assert!(!waits.can_decide(date(DAY)));
}

#[test]
fn the_deposit_is_asked_for_once_the_quote_is_accepted() {
    let due = |status: &str, include, pence, paid| quote(status).deposit_due(include, Pence(pence), paid);
    assert_eq!(due("accepted", true, 1, false), Some(Pence(1)));
    assert_eq!(due("accepted", true, 0, false), None);
    assert_eq!(due("accepted", true, -1, false), None);
    assert_eq!(due("accepted", false, 1, false), None);
    assert_eq!(due("accepted", true, 1, true), None);
    for status in ["draft", "sent", "declined", "expired", "invoiced", "viewed"] {
        assert_eq!(due(status, true, 1, false), None, "{status}");
    }
    assert_eq!(deposit_card_title(Pence(123_450)), "Pay Deposit (£1,234.50)");
}
