use super::*;
use crate::calculate::payments::Credits;
use crate::status::Badge;
use crate::status::quote::VariedJob;

const DAYS: [&str; 3] = ["2026-11-15", "2026-11-16", "2026-11-17"];

fn day(text: &str) -> Date {
    text.parse().unwrap()
}

fn today() -> Date {
    day("2026-11-16")
}

/// No day, a day that has passed, today, tomorrow.
fn days() -> Vec<Option<Date>> {
    let days = DAYS.iter().map(|text| Some(day(text)));
    std::iter::once(None).chain(days).collect()
}

/// Which filters let a document through, by name.
fn lists(filters: &[StatusFilter], display_status: &DisplayStatus) -> Vec<&'static str> {
    // What of payments waits is no part of a status.
    let of_status = filters.iter().filter(|f| !f.to_confirm && f.name != "expiring");
    let passing = of_status.filter(|f| f.lets_through(display_status, Pence::ZERO, today()));
    passing.map(|filter| filter.name).collect()
}

#[test]
fn a_quote_is_in_the_list_of_its_badge_and_in_no_other() {
    for status in ["draft", "sent", "expired", "accepted", "declined", "rejected", "invoiced"] {
        for expiry_date in days() {
            let state = QuoteState {
                status: QuoteStatus::parse(status),
                expiry_date,
                accepted_date: None,
                cancelled_date: None,
                is_staged: false,
                include_deposit: false,
                varies: VariedJob::Nothing,
            };
            let Badge { label, .. } = state.badge(today());
            let list = match label.as_str() {
                "Pending" => "sent".to_owned(),
                label => label.to_lowercase(),
            };
            let display_status = state.display_status();
            assert_eq!(lists(QUOTES, &display_status), [list], "{state:?}");
            assert_eq!(display_status.outstanding, Pence::ZERO);
        }
    }
}

#[test]
fn a_cancelled_quote_is_in_a_list_of_its_own() {
    for status in ["accepted", "invoiced"] {
        let state = QuoteState {
            status: QuoteStatus::parse(status),
            expiry_date: Some(day(DAYS[0])),
            accepted_date: Some(day(DAYS[0])),
            cancelled_date: Some(day(DAYS[1])),
            is_staged: false,
            include_deposit: false,
            varies: VariedJob::Nothing,
        };
        assert_eq!(lists(QUOTES, &state.display_status()), ["cancelled"], "{status}");
    }
}

#[test]
fn a_quote_is_about_to_expire_in_its_last_week() {
    for (status, expiry, expected) in [
        ("sent", Some("2026-11-15"), false),
        ("sent", Some("2026-11-16"), true),
        ("sent", Some("2026-11-23"), true),
        ("sent", Some("2026-11-24"), false),
        ("sent", None, false),
        ("accepted", Some("2026-11-16"), false),
        ("draft", Some("2026-11-16"), false),
    ] {
        let state = QuoteState {
            status: QuoteStatus::parse(status),
            expiry_date: expiry.map(day),
            accepted_date: None,
            cancelled_date: None,
            is_staged: false,
            include_deposit: false,
            varies: VariedJob::Nothing,
        };
        let is_it = EXPIRING.lets_through(&state.display_status(), Pence::ZERO, today());
        assert_eq!(is_it, expected, "{status} until {expiry:?}");
    }
}

#[test]
fn a_quote_of_unknown_status_is_in_no_list() {
    let state = QuoteState {
        status: QuoteStatus::parse("on hold"),
        expiry_date: Some(day(DAYS[0])),
        accepted_date: None,
        cancelled_date: None,
        is_staged: false,
        include_deposit: false,
        varies: VariedJob::Nothing,
    };
    assert_eq!(state.display_status().code, "on hold");
    assert_eq!(lists(QUOTES, &state.display_status()), [""; 0]);
}

#[test]
fn an_invoice_is_in_the_lists_of_its_state() {
    for status in ["draft", "sent", "partially_paid", "paid", "credited", "void", "odd"] {
        for due_date in days() {
            for paid in [0, 1, 99, 100, 101] {
                for credited in [0, 60, 100] {
                    check_invoice(&InvoiceState {
                        status: InvoiceStatus::parse(status),
                        due_date,
                        paid_date: None,
                        amount_payable: Pence(100),
                        credits: credits(credited),
                        paid: Pence(paid),
                        pending: Pence::ZERO,
                        has_pending: paid == 1,
                    });
                }
            }
        }
    }
}

fn credits(credited: i64) -> Credits {
    Credits { credited: Pence(credited), has_credit_notes: credited > 0, ..Credits::default() }
}

fn check_invoice(state: &InvoiceState) {
    let is_draft = state.status == InvoiceStatus::Draft;
    let is_owed = !is_draft && state.is_owed();
    let expected = [
        ("draft", is_draft),
        ("outstanding", is_owed),
        ("overdue", state.is_overdue(today()) && is_owed),
        ("partially_paid", state.is_partially_paid()),
        ("paid", state.is_paid()),
        ("credited", state.is_credited()),
        ("void", state.status == InvoiceStatus::Void),
    ];
    let expected: Vec<_> = expected.iter().filter(|(_, is)| *is).collect();
    let display_status = state.display_status();
    let names: Vec<_> = expected.iter().map(|(name, _)| *name).collect();
    assert_eq!(lists(INVOICES, &display_status), names, "{state:?}");
    let brings_in = if is_owed { state.balance() } else { Pence::ZERO };
    assert_eq!(display_status.outstanding, brings_in, "{state:?}");
    assert_eq!(display_status.outstanding > Pence::ZERO, is_owed, "{state:?}");
    // A badge is never at odds with a list.
    let label = state.badge(today()).label;
    let list = match label.as_str() {
        "Partially Paid" => "partially_paid".to_owned(),
        label => label.to_lowercase(),
    };
    assert!(names.contains(&list.as_str()), "{label} of {state:?}");
}

#[test]
fn an_invoice_is_overdue_from_the_day_after_its_due_date() {
    let overdue = |due: &str| {
        let state = InvoiceState {
            status: InvoiceStatus::PartiallyPaid,
            due_date: Some(day(due)),
            paid_date: None,
            amount_payable: Pence(100),
            credits: Credits::default(),
            paid: Pence(40),
            pending: Pence::ZERO,
            has_pending: false,
        };
        let display_status = state.display_status();
        assert_eq!(display_status.outstanding, Pence(60));
        lists(INVOICES, &display_status).contains(&"overdue")
    };
    assert_eq!(DAYS.map(overdue), [true, false, false]);
}

#[test]
fn any_document_with_a_pending_payment_is_in_the_list_to_confirm() {
    for word in ["draft", "sent", "paid", "void"] {
        let display_status = DisplayStatus::of_invoice(word, None, Pence::ZERO);
        assert!(TO_CONFIRM.lets_through(&display_status, Pence(1), today()), "{word}");
        assert!(!TO_CONFIRM.lets_through(&display_status, Pence::ZERO, today()), "{word}");
    }
}
