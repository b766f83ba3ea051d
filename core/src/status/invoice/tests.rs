//! The rules for invoices: one test for each table.

mod steps;

use super::*;
use InvoiceStatus as S;

const BEFORE: &str = "2026-03-04";
const DAY: &str = "2026-03-05";
const AFTER: &str = "2026-03-06";
const OVERDUE: &str =
    "This invoice was due on 05/03/2026 and is now overdue. Please arrange payment as soon as possible.";
const PENDING: &str =
    "Payment recorded and awaiting confirmation. We'll update your payment status within 2 business days.";
const PART: &str = "Partial payment received: £0.01. Remaining balance: £99.99";

fn date(text: &str) -> Date {
    text.parse().unwrap()
}

/// An invoice over £100.00, due on 5 March 2026, with this amount of confirmed payments.
fn invoice(status: &str, paid: i64) -> InvoiceState {
    InvoiceState {
        status: S::parse(status),
        due_date: Some(date(DAY)),
        paid_date: None,
        amount_payable: Pence(10_000),
        credits: Credits::default(),
        paid: Pence(paid),
        pending: Pence::ZERO,
        has_pending: false,
    }
}

fn texts(state: &InvoiceState, today: &str) -> Vec<(String, Tone)> {
    state.banners(date(today)).into_iter().map(|b| (b.text, b.tone)).collect()
}

#[test]
fn every_status_is_written_as_it_was_read() {
    for text in ["draft", "sent", "partially_paid", "paid", "credited", "void", "overdue", ""] {
        assert_eq!(S::parse(text).as_str(), text);
    }
    assert_eq!(S::parse("overdue"), S::Other("overdue".into()));
}

#[test]
fn shows_the_badge_of_the_first_status_that_applies() {
    for (status, paid, today, label, tone) in [
        ("sent", 0, BEFORE, "Outstanding", Tone::Blue),
        ("sent", 0, DAY, "Outstanding", Tone::Blue),
        ("sent", 0, AFTER, "Overdue", Tone::Red),
        ("viewed", 0, AFTER, "Overdue", Tone::Red),
        ("sent", 1, AFTER, "Partially Paid", Tone::Amber),
        ("partially_paid", 9_999, DAY, "Partially Paid", Tone::Amber),
        ("partially_paid", 0, DAY, "Outstanding", Tone::Blue),
        ("sent", 10_000, AFTER, "Paid", Tone::Green),
        ("sent", 10_001, AFTER, "Paid", Tone::Green),
        ("paid", 0, AFTER, "Paid", Tone::Green),
        ("draft", 0, AFTER, "Draft", Tone::Grey),
        ("draft", 10_000, AFTER, "Draft", Tone::Grey),
        ("void", 0, AFTER, "Void", Tone::Grey),
    ] {
        let badge = invoice(status, paid).badge(date(today));
        assert_eq!((badge.label.as_str(), badge.tone), (label, tone), "{status} {paid} {today}");
    }
    let undated = InvoiceState { due_date: None, ..invoice("sent", 0) };
    assert!(!undated.is_overdue(date("9999-12-31")));
    assert_eq!(texts(&undated, AFTER), []);
}

#[test]
fn the_overdue_banner_shows_unless_paid_or_pending() {
    let red = (OVERDUE.to_string(), Tone::Red);
    assert_eq!(texts(&invoice("sent", 0), DAY), []);
    assert_eq!(texts(&invoice("sent", 0), AFTER), std::slice::from_ref(&red));
    let part = (PART.to_string(), Tone::Amber);
    assert_eq!(texts(&invoice("partially_paid", 1), AFTER), [red, part.clone()]);
    let waiting = InvoiceState { has_pending: true, ..invoice("sent", 1) };
    assert_eq!(texts(&waiting, AFTER), [part, (PENDING.to_string(), Tone::Blue)]);
    assert_eq!(texts(&invoice("draft", 0), AFTER), []);
    assert_eq!(texts(&invoice("void", 0), AFTER), []);
}

#[test]
fn the_paid_banner_states_the_date_if_known() {
    let undated = "Invoice paid in full. Thank you for your payment!".to_string();
    assert_eq!(texts(&invoice("paid", 0), AFTER), [(undated.clone(), Tone::Green)]);
    assert_eq!(texts(&invoice("sent", 10_000), AFTER), [(undated, Tone::Green)]);
    let dated = InvoiceState { paid_date: Some(date("2026-02-01")), ..invoice("paid", 10_000) };
    let text = "Invoice paid in full on 01/02/2026. Thank you for your payment!".to_string();
    assert_eq!(texts(&dated, AFTER), [(text, Tone::Green)]);
}

#[test]
fn the_pending_banner_names_an_amount_above_zero() {
    let waiting = |pending| InvoiceState { has_pending: true, pending: Pence(pending), ..invoice("sent", 0) };
    assert_eq!(texts(&waiting(0), DAY), [(PENDING.to_string(), Tone::Blue)]);
    assert_eq!(texts(&waiting(1), DAY), [(format!("{PENDING} Pending amount: £0.01"), Tone::Blue)]);
}

#[test]
fn an_invoice_is_owed_until_it_is_paid_or_void() {
    for (status, paid, owed) in [
        ("draft", 0, true),
        ("sent", 0, true),
        ("partially_paid", 9_999, true),
        ("sent", 10_000, false),
        ("paid", 0, false),
        ("void", 0, false),
    ] {
        assert_eq!(invoice(status, paid).is_owed(), owed, "{status} {paid}");
    }
}

#[test]
fn the_balance_is_never_below_zero() {
    for (paid, balance) in [(0, 10_000), (9_999, 1), (10_000, 0), (10_001, 0), (-1, 10_001)] {
        assert_eq!(invoice("sent", paid).balance(), Pence(balance));
    }
}

#[test]
fn offers_payment_only_if_something_is_left_to_pay() {
    assert!(invoice("sent", 0).can_pay());
    assert!(invoice("partially_paid", 9_999).can_pay());
    assert!(!invoice("sent", 10_000).can_pay());
    assert!(!invoice("paid", 0).can_pay());
    assert!(!invoice("draft", 0).can_pay());
    assert!(!invoice("void", 0).can_pay());
    assert!(!InvoiceState { has_pending: true, ..invoice("sent", 0) }.can_pay());
}

#[test]
fn confirmed_payments_change_the_status_of_an_issued_invoice() {
    for (status, paid, after) in [
        ("sent", 0, "sent"),
        ("sent", 1, "partially_paid"),
        ("sent", 9_999, "partially_paid"),
        ("partially_paid", 10_000, "paid"),
        ("paid", 10_001, "paid"),
        ("paid", 5_000, "partially_paid"),
        ("partially_paid", 0, "sent"),
        ("draft", 10_000, "draft"),
        ("void", 10_000, "void"),
        ("viewed", 10_000, "viewed"),
    ] {
        assert_eq!(invoice(status, paid).status_after_payments().as_str(), after, "{status} {paid}");
    }
}
