//! Which payment details are displayed after a change, and until when.

use proptest::prelude::*;

use super::*;

const DAY: i64 = 24 * 60 * 60 * 1_000;

fn change(at: i64, before: &str, stood: bool) -> DetailsChange<String> {
    DetailsChange { at, before: before.to_owned(), was_effective: stood }
}

fn effective_details(
    changes: &[DetailsChange<String>],
    newest: &str,
    issued: Option<i64>,
) -> EffectiveDetails<String> {
    find_effective_details(changes, &newest.to_owned(), issued)
}

fn names(details: &str, until: Option<i64>, changed: Option<i64>) -> EffectiveDetails<String> {
    EffectiveDetails { details: details.to_owned(), until, changed }
}

#[test]
fn shows_the_old_details_for_48_hours_after_a_change() {
    let at = 10 * DAY;
    let waits = [change(at, "old", false)];
    // On what was issued before, on what is issued meanwhile, and on drafts.
    for issued in [Some(DAY), Some(at + 1), None] {
        let cached = effective_details(&waits, "new", issued);
        assert_eq!(cached, names("old", Some(12 * DAY), None), "{issued:?}");
    }
    assert!(!is_effective(at, 12 * DAY - 1) && is_effective(at, 12 * DAY));
    let stood = [change(at, "old", true)];
    assert_eq!(effective_details(&stood, "new", Some(DAY)), names("new", None, Some(at)));
    assert_eq!(effective_details(&[], "old", Some(DAY)), names("old", None, None));
}

#[test]
fn shows_the_first_details_at_once_only_on_documents_issued_later() {
    let at = 10 * DAY;
    let first = [change(at, "", false)];
    assert_eq!(effective_details(&first, "new", Some(at - 1)), names("", Some(12 * DAY), None));
    assert_eq!(effective_details(&first, "new", Some(at)), names("new", None, None));
    assert_eq!(effective_details(&first, "new", None), names("new", None, None));
    let stood = [change(at, "", true)];
    assert_eq!(effective_details(&stood, "new", Some(at - 1)), names("new", None, Some(at)));
    assert_eq!(effective_details(&stood, "new", Some(at)), names("new", None, None));
}

#[test]
fn hides_removed_details_at_once_and_delays_new_ones() {
    let at = 10 * DAY;
    let gone = [change(at, "old", false)];
    assert_eq!(effective_details(&gone, "", Some(DAY)), names("", None, None));
    // Taken away and typed anew is a change like any other.
    let moved = [change(at + 1, "old", false)];
    assert_eq!(effective_details(&moved, "new", Some(DAY)).details, "old");
}

#[test]
fn after_a_second_change_the_first_is_still_mentioned() {
    let (first, second) = (10 * DAY, 20 * DAY);
    let changes = [change(second, "b", false), change(first, "a", true)];
    let cached = effective_details(&changes, "c", Some(DAY));
    assert_eq!(cached, names("b", Some(22 * DAY), Some(first)));
}

#[test]
fn tells_the_customer_until_when_details_are_valid_or_when_they_changed() {
    let london = |ms: i64| {
        // Noon of the days of November 2026.
        let day = 1 + u8::try_from(ms / DAY).unwrap();
        format!("2026-11-{day:02}T10:15").parse().unwrap()
    };
    let today = |text: &str| text.parse::<Date>().unwrap();
    let result = |effective_details: &EffectiveDetails<String>, payment_route, day: &str| {
        build_notes(effective_details, payment_route, ReadingMedium::Page, today(day), london)
    };
    let cached = names("old", Some(27 * DAY), Some(3 * DAY));
    assert_eq!(
        result(&cached, PaymentRoute::Bank, "2026-11-26"),
        [
            "Bank details changed on 04/11/2026.",
            "These bank details are valid until 28/11/2026 10:15. Paying later? Check here again first."
        ]
    );
    let changed = names("new", None, Some(3 * DAY));
    assert_eq!(
        result(&changed, PaymentRoute::Paypal, "2026-12-06"),
        ["PayPal details changed on 04/11/2026."]
    );
    assert!(result(&changed, PaymentRoute::Paypal, "2026-12-07").is_empty());
    assert_eq!(
        result(&names("", Some(27 * DAY), None), PaymentRoute::Bank, "2026-11-26"),
        ["The business has added bank details. You’ll see them here from 28/11/2026 10:15."]
    );
}

#[test]
fn writes_and_reads_every_field_of_a_bank_account() {
    let account = BankAccount {
        bank_name: "Test Bank".to_owned(),
        account_name: "A Smith".to_owned(),
        account_number: "12345678".to_owned(),
        sort_code: "00-11-22".to_owned(),
    };
    let mut profile = BusinessProfile::default();
    account.clone().write_to(&mut profile);
    assert_eq!(BankAccount::from_profile(&profile), account);
}

proptest! {
    /// Whatever an intruder types, an invoice that was issued before shows the previous details, or none.
    #[test]
    fn never_shows_new_details_before_they_take_effect(
        before in "[a-c]{0,1}",
        newest in "[a-c]{0,1}",
        at in 2..1_000_i64,
        stood_before in proptest::option::of("[a-c]{0,1}"),
    ) {
        let mut changes = vec![change(at, &before, false)];
        changes.extend(stood_before.map(|text| change(1, &text, true)));
        let cached = effective_details(&changes, &newest, Some(at - 1));
        prop_assert!(cached.details == before || cached.details.is_empty());
        prop_assert!(cached.until.is_none() || cached.until == Some(effective_from(at)));
    }
}
