//! Each question, and what its answer decides.

use super::*;

fn line(net: i64, construction: bool, zero_rated: bool) -> SupplyLine {
    SupplyLine { net: Pence(net), construction, zero_rated }
}

/// Plastering for a contractor who sells the house on.
fn supply() -> Supply {
    Supply {
        in_cis: Some(true),
        supplier_registered: Some(true),
        customer_registered: Some(true),
        staff: Some(false),
        end_user_notice: Some(false),
        lines: vec![line(200_000, true, false)],
    }
}

fn decide_changed(
    change: impl Fn(&mut Supply),
) -> (ReverseChargeOutcome, Option<ReverseChargeQuestion>, &'static str, bool) {
    let mut supply = supply();
    change(&mut supply);
    let found = supply.decide();
    (found.outcome, found.question, found.code, found.confirmed)
}

#[test]
fn each_question_can_decide_against_the_reverse_charge() {
    use ReverseChargeQuestion as Q;
    assert_eq!(decide_changed(|_| ()), (ReverseChargeOutcome::Applies, None, "applies", true));
    let normal = |question, code| (ReverseChargeOutcome::Normal, Some(question), code, true);
    let no = |change: fn(&mut Supply)| decide_changed(change);
    assert_eq!(no(|it| it.in_cis = Some(false)), normal(Q::InCis, "not_in_cis"));
    assert_eq!(no(|it| it.lines = vec![line(100, false, false)]), normal(Q::InCis, "not_in_cis"));
    let both = normal(Q::BothRegistered, "not_both_registered");
    assert_eq!(no(|it| it.supplier_registered = Some(false)), both);
    assert_eq!(no(|it| it.customer_registered = Some(false)), both);
    assert_eq!(no(|it| it.lines = vec![line(100, true, true)]), normal(Q::NotZeroRated, "zero_rated"));
    assert_eq!(no(|it| it.staff = Some(true)), normal(Q::NotStaff, "staff"));
    assert_eq!(no(|it| it.end_user_notice = Some(true)), normal(Q::NoEndUserNotice, "end_user"));
}

#[test]
fn the_first_open_question_is_asked() {
    use ReverseChargeQuestion as Q;
    let requested = |change: fn(&mut Supply)| {
        let (outcome, question, ..) = decide_changed(change);
        (outcome, question)
    };
    let ask = |question| (ReverseChargeOutcome::Ask, Some(question));
    assert_eq!(requested(|it| it.in_cis = None), ask(Q::InCis));
    assert_eq!(
        requested(|it| (it.customer_registered, it.end_user_notice) = (None, None)),
        ask(Q::BothRegistered)
    );
    assert_eq!(requested(|it| it.staff = None), ask(Q::NotStaff));
    assert_eq!(requested(|it| it.end_user_notice = None), ask(Q::NoEndUserNotice));
    // An earlier no decides, whatever is open after it.
    assert_eq!(
        requested(|it| (it.in_cis, it.staff) = (Some(false), None)),
        (ReverseChargeOutcome::Normal, Some(Q::InCis))
    );
    // One who is not registered is enough.
    assert_eq!(
        requested(|it| (it.supplier_registered, it.customer_registered) = (Some(false), None)),
        (ReverseChargeOutcome::Normal, Some(Q::BothRegistered))
    );
}

#[test]
fn construction_above_5_percent_puts_all_lines_under_reverse_charge() {
    // £50.00 of £1,000.00 is 5 %; a penny more is not.
    let of = |service| {
        decide_changed(|it| {
            it.lines = vec![line(service, true, false), line(100_000 - service, false, false)];
        })
    };
    let disregarded =
        (ReverseChargeOutcome::Normal, Some(ReverseChargeQuestion::InCis), "disregarded", false);
    assert_eq!(of(5_000), disregarded);
    assert_eq!(of(5_001), (ReverseChargeOutcome::Applies, None, "applies", false));
}

#[test]
fn a_customer_supplying_on_less_than_5_percent_can_be_an_end_user() {
    assert!(can_be_end_user(Pence(4_999), Pence(100_000)));
    assert!(!can_be_end_user(Pence(5_000), Pence(100_000)));
}
