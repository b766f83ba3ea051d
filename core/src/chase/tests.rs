use super::*;
use crate::error::code;
use crate::time::Weekday;
use crate::time::holidays::Nation;

fn day(text: &str) -> Date {
    text.parse().unwrap()
}

fn dates(sent: &str, end: &str, last: &str) -> ReminderDates {
    let given = |text: &str| (!text.is_empty()).then(|| day(text));
    ReminderDates { sent: day(sent), end: given(end), last: given(last) }
}

/// The reminder days of a plan in order, each searched from the day after the one before.
fn reminder_series(plan: &ChasePlan, kind: DocumentKind, sent: &str, end: &str) -> Vec<String> {
    let mut dates = dates(sent, end, "");
    let mut from = dates.sent;
    let mut texts = Vec::new();
    while let Some(NextReminder { on, step }) = find_next_reminder(plan, kind, &dates, from) {
        texts.push(format!("{on} {} {}", step.moment.code(), step.days));
        dates.last = Some(on);
        from = on;
    }
    texts
}

#[test]
fn reminds_of_an_invoice_on_the_days_of_the_suggested_plan() {
    // Due on Monday 30 November: three days before is Friday.
    let texts = reminder_series(&ChasePlan::suggested(), DocumentKind::Invoice, "2026-11-16", "2026-11-30");
    let days =
        ["2026-11-27 beforeDue 3", "2026-11-30 onDue 0", "2026-12-07 afterDue 7", "2026-12-14 afterDue 14"];
    assert_eq!(texts, days);
}

#[test]
fn sends_no_reminder_on_a_bank_holiday() {
    // Due on Monday 28 December 2026, the substitute bank holiday for Boxing Day; three days before is Christmas. In
    // Scotland, Monday 4 January is also a bank holiday, the substitute for 2 January.
    for (nation, week_later) in [(Nation::EnglandAndWales, "2027-01-04"), (Nation::Scotland, "2027-01-05")] {
        let plan = ChasePlan { nation: Some(nation), ..ChasePlan::suggested() };
        let texts = reminder_series(&plan, DocumentKind::Invoice, "2026-11-30", "2026-12-28");
        let days = [
            "2026-12-24 beforeDue 3".to_owned(),
            "2026-12-29 onDue 0".to_owned(),
            format!("{week_later} afterDue 7"),
            "2027-01-11 afterDue 14".to_owned(),
        ];
        assert_eq!(texts, days, "{nation:?}");
    }
    // A plan that sends only on Fridays waits for the next Friday that isn't a bank holiday. By then the last reminder
    // is due as well, so only that one is sent.
    let plan = ChasePlan {
        nation: Some(Nation::EnglandAndWales),
        weekdays: vec![Weekday::Friday],
        ..ChasePlan::suggested()
    };
    let texts = reminder_series(&plan, DocumentKind::Invoice, "2026-12-01", "2026-12-19");
    assert_eq!(texts[1], "2027-01-08 afterDue 14");
}

#[test]
fn moves_weekend_reminders_to_monday_and_advance_ones_to_friday() {
    // Due on Sunday 29 March, the day on which the clocks go forward.
    let texts = reminder_series(&ChasePlan::suggested(), DocumentKind::Invoice, "2026-03-02", "2026-03-29");
    let days =
        ["2026-03-26 beforeDue 3", "2026-03-30 onDue 0", "2026-04-06 afterDue 7", "2026-04-13 afterDue 14"];
    assert_eq!(texts, days);
    // Due on Tuesday: three days before is Saturday.
    let texts = reminder_series(&ChasePlan::suggested(), DocumentKind::Invoice, "2026-11-02", "2026-11-17");
    assert_eq!(texts[0], "2026-11-13 beforeDue 3");
}

#[test]
fn reminds_of_a_quote_until_it_expires() {
    let mut plan = ChasePlan::suggested();
    plan.steps.push(ChaseStep::new(Moment::BeforeExpiry, 2));
    let texts = reminder_series(&plan, DocumentKind::Quote, "2026-11-16", "2026-12-16");
    let days = ["2026-11-19 afterSent 3", "2026-11-23 afterSent 7", "2026-12-14 beforeExpiry 2"];
    assert_eq!(texts, days);
    // It expires on a Monday: two days before is Saturday, so the reminder goes on Friday.
    let plan = ChasePlan { steps: vec![ChaseStep::new(Moment::BeforeExpiry, 2)], ..ChasePlan::suggested() };
    let texts = reminder_series(&plan, DocumentKind::Quote, "2026-11-02", "2026-11-16");
    assert_eq!(texts, ["2026-11-13 beforeExpiry 2"]);
    // It expires on a Friday; the reminder is due on the Saturday, which is too late.
    let plan = ChasePlan { steps: vec![ChaseStep::new(Moment::AfterSent, 5)], ..ChasePlan::suggested() };
    let texts = reminder_series(&plan, DocumentKind::Quote, "2026-11-16", "2026-11-20");
    assert!(texts.is_empty(), "{texts:?}");
    // A quote without an expiry date gets the same reminders after it was sent.
    let texts = reminder_series(&ChasePlan::suggested(), DocumentKind::Quote, "2026-11-16", "");
    assert_eq!(texts.len(), 2);
}

#[test]
fn replaces_missed_reminders_with_the_latest_one() {
    let plan = ChasePlan::suggested();
    let dates = dates("2026-11-16", "2026-11-30", "2026-11-27");
    // The server was down from 28 November to Sunday 13 December. On Monday it sends only the latest due reminder.
    let found = find_next_reminder(&plan, DocumentKind::Invoice, &dates, day("2026-12-13")).unwrap();
    assert_eq!(found.on, day("2026-12-14"));
    assert_eq!(found.step, ChaseStep::new(Moment::AfterDue, 14));
    let after = ReminderDates { last: Some(found.on), ..dates };
    assert_eq!(find_next_reminder(&plan, DocumentKind::Invoice, &after, found.on), None);
    // It was down until Wednesday 9 December. It sends the reminder of the 7th at once, and the last one on its day.
    let found = find_next_reminder(&plan, DocumentKind::Invoice, &dates, day("2026-12-09")).unwrap();
    assert_eq!((found.on, found.step.days), (day("2026-12-09"), 7));
    let after = ReminderDates { last: Some(found.on), ..dates };
    let found = find_next_reminder(&plan, DocumentKind::Invoice, &after, found.on).unwrap();
    assert_eq!((found.on, found.step.days), (day("2026-12-14"), 14));
}

#[test]
fn sends_no_advance_reminder_after_the_due_date() {
    let plan = ChasePlan { steps: vec![ChaseStep::new(Moment::BeforeDue, 3)], ..ChasePlan::suggested() };
    let dates = dates("2026-11-16", "2026-11-30", "");
    let on = |from| find_next_reminder(&plan, DocumentKind::Invoice, &dates, day(from)).map(|next| next.on);
    assert_eq!(on("2026-11-28"), Some(day("2026-11-30")));
    assert_eq!(on("2026-12-01"), None);
}

#[test]
fn sends_no_reminder_on_the_day_of_sending_or_without_a_due_date() {
    let plan = ChasePlan::suggested();
    // Sent on the day that it is due.
    let texts = reminder_series(&plan, DocumentKind::Invoice, "2026-11-30", "2026-11-30");
    assert_eq!(texts[0], "2026-12-07 afterDue 7");
    assert!(reminder_series(&plan, DocumentKind::Invoice, "2026-11-30", "").is_empty());
    // A reminder sent by hand on the day of an automatic one replaces it.
    let by_hand = dates("2026-11-16", "2026-11-30", "2026-12-07");
    let found = find_next_reminder(&plan, DocumentKind::Invoice, &by_hand, day("2026-12-07")).unwrap();
    assert_eq!(found.on, day("2026-12-14"));
}

#[test]
fn names_the_invalid_field_of_a_plan() {
    let plan_with = |steps: Vec<ChaseStep>| ChasePlan { steps, ..ChasePlan::suggested() };
    let first_error = |plan: &ChasePlan| {
        let errors = plan.validate();
        errors.first().map(|one| (one.path.clone(), one.code))
    };
    assert_eq!(first_error(&ChasePlan::suggested()), None);
    assert_eq!(first_error(&plan_with(Vec::new())), None);
    for (moment, days) in [
        (Moment::BeforeDue, 0),
        (Moment::AfterDue, 366),
        (Moment::AfterDue, -1),
        (Moment::OnDue, 1),
        (Moment::AfterSent, 0),
        (Moment::AfterSent, i64::MAX),
    ] {
        let plan = plan_with(vec![ChaseStep::new(moment, days)]);
        let path = "steps[0].days".to_owned();
        assert_eq!(first_error(&plan), Some((path, code::OUT_OF_RANGE)));
        // Searching an invalid plan must not panic.
        let dates = dates("2026-11-16", "2026-11-30", "");
        let _ = find_next_reminder(&plan, moment.kind(), &dates, dates.sent);
    }
    let twice = plan_with(vec![ChaseStep::new(Moment::OnDue, 0); 2]);
    assert_eq!(first_error(&twice), Some(("steps[1].days".to_owned(), "twice")));
    let many = (1..=11).map(|days| ChaseStep::new(Moment::AfterDue, days));
    assert_eq!(first_error(&plan_with(many.collect())).unwrap().1, "too_many");
    let never = ChasePlan { weekdays: Vec::new(), ..ChasePlan::suggested() };
    assert_eq!(first_error(&never), Some(("weekdays".to_owned(), code::REQUIRED)));
    let dates = dates("2026-11-16", "2026-11-30", "");
    assert_eq!(find_next_reminder(&never, DocumentKind::Invoice, &dates, dates.sent), None);
}

#[test]
fn the_day_decides_the_occasion_of_a_reminder() {
    let end = Some(day("2026-11-30"));
    let occasion_on = |today: &str| Occasion::for_day(DocumentKind::Invoice, None, end, day(today));
    assert_eq!(occasion_on("2026-11-29"), Occasion::BeforeDue);
    assert_eq!(occasion_on("2026-11-30"), Occasion::OnDue);
    assert_eq!(occasion_on("2026-12-01"), Occasion::AfterDue);
    let quote = |moment| {
        let step = Some(ChaseStep::new(moment, 2));
        Occasion::for_day(DocumentKind::Quote, step, end, day("2026-11-28"))
    };
    assert_eq!(quote(Moment::AfterSent), Occasion::Unanswered);
    assert_eq!(quote(Moment::BeforeExpiry), Occasion::Expiring);
    for occasion in Occasion::ALL {
        let json = serde_json::to_string(&occasion).unwrap();
        assert_eq!(json, format!("\"{}\"", occasion.code()));
    }
    for moment in Moment::ALL {
        let json = serde_json::to_string(&moment).unwrap();
        assert_eq!(json, format!("\"{}\"", moment.code()));
    }
    assert_eq!(Weekday::ALL.len(), 7);
}
