use super::*;

fn day(text: &str) -> Date {
    text.parse().unwrap()
}

fn bought(plan: Plan, state: SubscriptionState, paid_to: &str) -> Subscription {
    Subscription { plan, trial_to: day("2026-11-15"), state, paid_to: Some(day(paid_to)), cancelled: false }
}

const TRIAL: fn() -> Subscription = || Subscription {
    plan: Plan::Trial,
    trial_to: day("2026-11-15"),
    state: SubscriptionState::None,
    paid_to: None,
    cancelled: false,
};

/// A trial that begins on 1 November ends with the 15th, the fourteenth day after; that whole day is included.
#[test]
fn a_trial_goes_to_its_last_day_and_lapses_after_it() {
    let trial = TRIAL();
    let result = |on: &str| find_account_state(&trial, day(on)).message().unwrap();
    assert_eq!(result("2026-11-01"), "14 days of your free trial are left.");
    assert_eq!(result("2026-11-14"), "1 day of your free trial is left.");
    assert_eq!(result("2026-11-15"), "This is the last day of your free trial.");
    assert!(find_account_state(&trial, day("2026-11-15")).can_write());
    let over = find_account_state(&trial, day("2026-11-16"));
    assert_eq!(over, AccountState::Lapsed { why: Lapse::Trial });
    assert!(!over.can_write());
    // What was written can be read.
    assert!(trial.has_feature(Feature::Reports, day("2026-11-16")));
    assert!(trial.has_feature(Feature::CardPayments, day("2026-11-15")));
    assert!(!trial.has_feature(Feature::CardPayments, day("2026-11-16")));
}

#[test]
fn reminds_3_days_and_1_day_before_and_on_the_last_day_of_a_trial() {
    let days: Vec<u32> =
        (1..=16).filter_map(|n| find_due_reminder(&TRIAL(), day(&format!("2026-11-{n:02}")))).collect();
    assert_eq!(days, [3, 1, 0]);
    let chosen = bought(Plan::Core, SubscriptionState::Active, "2026-12-15");
    assert_eq!(find_due_reminder(&chosen, day("2026-11-12")), None);
}

#[test]
fn a_trial_keeps_all_features_after_a_smaller_plan_is_chosen() {
    let core = bought(Plan::Core, SubscriptionState::Active, "2026-12-15");
    assert!(core.has_feature(Feature::Reports, day("2026-11-15")));
    assert!(!core.has_feature(Feature::Reports, day("2026-11-16")));
    assert_eq!(find_account_state(&core, day("2026-11-10")), AccountState::Paying);
}

#[test]
fn a_cancelled_plan_continues_to_the_end_of_the_paid_period() {
    let mut plus = bought(Plan::Plus, SubscriptionState::Active, "2026-12-15");
    plus.cancelled = true;
    let to = day("2026-12-15");
    assert_eq!(find_account_state(&plus, to), AccountState::Ending { to });
    assert!(plus.has_feature(Feature::CardPayments, to));
    let why = Lapse::Cancelled;
    assert_eq!(find_account_state(&plus, day("2026-12-16")), AccountState::Lapsed { why });
    plus.state = SubscriptionState::Ended;
    assert_eq!(find_account_state(&plus, day("2026-12-16")), AccountState::Lapsed { why });
    // Within the trial nothing was paid, and its days stay.
    assert!(find_account_state(&plus, day("2026-11-15")).can_write());
}

#[test]
fn after_a_failed_payment_an_account_has_seven_days() {
    let mut plus = bought(Plan::Plus, SubscriptionState::PastDue, "2026-12-15");
    let to = day("2026-12-22");
    assert_eq!(find_account_state(&plus, day("2026-12-16")), AccountState::Grace { to });
    assert!(find_account_state(&plus, to).can_write());
    let why = Lapse::Unpaid;
    assert_eq!(find_account_state(&plus, day("2026-12-23")), AccountState::Lapsed { why });
    // Once collecting has been given up, a new card does not help.
    plus.state = SubscriptionState::Ended;
    let why = Lapse::GivenUp;
    assert_eq!(find_account_state(&plus, day("2026-12-16")), AccountState::Lapsed { why });
}

#[test]
fn the_json_of_an_account_state_is_in_camel_case() {
    let text = serde_json::to_string(&find_account_state(&TRIAL(), day("2026-11-14"))).unwrap();
    assert_eq!(text, r#"{"is":"trial","to":"2026-11-15","daysLeft":1}"#);
    for state in SubscriptionState::ALL {
        assert_eq!(serde_json::to_value(state).unwrap(), state.code());
    }
}

#[test]
fn a_self_hosted_server_has_every_feature_without_limit() {
    let own = Subscription { plan: Plan::Selfhosted, ..TRIAL() };
    let late = day("2036-01-01");
    assert_eq!(find_account_state(&own, late), AccountState::Selfhosted);
    assert!(Feature::ALL.into_iter().all(|it| own.has_feature(it, late)));
}
