//! Golden cases, worked by hand.

use super::*;
use crate::calculate::payments::Credits;
use crate::error::FieldError;
use crate::time::repeat::Repeat;

fn day(text: &str) -> Date {
    text.parse().unwrap()
}

fn plan_request<'a>(
    whole: &'a str,
    count: &'a str,
    first: &'a str,
    every: Repeat,
) -> InstalmentPlanRequest<'a> {
    InstalmentPlanRequest { total: whole, count, first, every, first_amount: "" }
}

fn describe(rows: &[Instalment]) -> Vec<String> {
    let result = rows.iter().map(|row| format!("{} {}", row.date, row.amount));
    result.collect()
}

fn typed(rows: &[(&str, &str)]) -> Vec<TypedInstalment> {
    let row = |(date, amount): &(&str, &str)| TypedInstalment {
        date: (*date).to_owned(),
        amount: (*amount).into(),
    };
    rows.iter().map(row).collect()
}

fn error_parts(wrong: &FieldError) -> (&str, &str) {
    (&wrong.path, wrong.code)
}

#[test]
fn divides_100_pounds_into_3_instalments_from_31_january() {
    let wish = plan_request("100", "3", "2027-01-31", Repeat::Monthly);
    let rows = plan_instalments(&wish).unwrap();
    assert_eq!(describe(&rows), ["2027-01-31 33.34", "2027-02-28 33.33", "2027-03-31 33.33"]);
    let deposit = InstalmentPlanRequest { first_amount: "40", every: Repeat::Fortnightly, ..wish };
    let rows = plan_instalments(&deposit).unwrap();
    assert_eq!(describe(&rows), ["2027-01-31 40.00", "2027-02-14 30.00", "2027-02-28 30.00"]);
}

/// Clocks go forward on 28 March 2027.
#[test]
fn no_change_of_the_clocks_moves_an_instalment() {
    let rows = plan_instalments(&plan_request("30", "3", "2027-03-21", Repeat::Weekly)).unwrap();
    assert_eq!(describe(&rows), ["2027-03-21 10.00", "2027-03-28 10.00", "2027-04-04 10.00"]);
}

#[test]
fn names_the_field_that_makes_a_plan_impossible() {
    let of = |whole: &str, count: &str, first: &str, amount: &str| {
        let wish = InstalmentPlanRequest {
            first_amount: amount,
            ..plan_request(whole, count, first, Repeat::Monthly)
        };
        plan_instalments(&wish).unwrap_err().path
    };
    for count in ["1", "37", "", "two", "2.5", "-3"] {
        assert_eq!(of("100", count, "2027-01-31", ""), "count", "{count}");
    }
    assert_eq!(of("0.05", "12", "2027-01-31", ""), "count");
    assert_eq!(of("100", "3", "soon", ""), "first");
    assert_eq!(of("100", "3", "9999-12-01", ""), "first");
    for amount in ["0", "-1", "100", "10.001", "much"] {
        let path = of("100", "3", "2027-01-31", amount);
        assert_eq!(path, "firstAmount", "{amount}");
    }
}

#[test]
fn a_save_names_every_field_that_is_wrong() {
    let whole = Pence(10_000);
    let wrong = |rows: &[(&str, &str)]| {
        let errors = parse_instalments(&typed(rows), whole, Some(day("2027-01-10"))).unwrap_err();
        let result = errors.iter().map(|error| {
            let (path, code) = error_parts(error);
            format!("{path} {code}")
        });
        result.collect::<Vec<_>>()
    };
    let good = [("2027-01-10", "60"), ("2027-02-10", "40.00")];
    let agreed = parse_instalments(&typed(&good), whole, Some(day("2027-01-10"))).unwrap();
    assert_eq!(describe(&agreed), ["2027-01-10 60.00", "2027-02-10 40.00"]);
    assert_eq!(wrong(&[("2027-01-10", "60"), ("2027-02-10", "39.99")]), ["instalments not_the_sum"]);
    assert_eq!(wrong(&[("2027-01-10", "60"), ("2027-01-10", "40")]), ["instalments[1].date not_rising"]);
    assert_eq!(wrong(&[("2027-01-09", "60"), ("2027-01-10", "40")]), ["instalments[0].date before_issue"]);
    assert_eq!(
        wrong(&[("2027-02-30", "0"), ("2027-03-10", "-40"), ("2027-03-11", "1.234")]),
        [
            "instalments[0].date no_such_day",
            "instalments[0].amount out_of_range",
            "instalments[1].amount out_of_range",
            "instalments[2].amount out_of_range"
        ]
    );
    assert_eq!(wrong(&[("2027-01-10", "100")]), ["instalments out_of_range"]);
    let many = vec![("2027-01-10", "1"); 37];
    assert_eq!(wrong(&many), ["instalments out_of_range"]);
}

#[test]
fn states_the_difference_from_the_total_while_typing() {
    let whole = Pence(10_000);
    let mut rows = typed(&[("2027-01-10", "60"), ("2027-02-10", "39.99")]);
    let judged = check_instalments(&rows, whole, None);
    assert_eq!((judged.sum, judged.left), (Pence(9_999), Pence(1)));
    assert_eq!(
        judged.errors[0].msg,
        "These come to £99.99. The invoice comes to £100.00: £0.01 is left over."
    );
    rows[1].amount = "41".into();
    let judged = check_instalments(&rows, whole, None);
    assert_eq!(judged.left, Pence(-100));
    assert!(judged.errors[0].msg.ends_with("£1.00 is too much."));
    // Half typed.
    rows[1].amount = "".into();
    assert_eq!(check_instalments(&rows, whole, None).left, Pence(4_000));
}

/// £300 on the 1st of January, February and March.
fn agreed() -> Vec<Instalment> {
    let row = |date: &str| Instalment { date: day(date), amount: Pence(10_000) };
    ["2027-01-01", "2027-02-01", "2027-03-01"].map(row).into()
}

fn states(paid: i64, today: &str) -> (Vec<InstalmentState>, i64, i64, String) {
    let instalment_schedule = build_schedule(&agreed(), (Pence(30_000), Pence(paid)), day(today));
    let states = instalment_schedule.parts.iter().map(|part| part.state);
    let (requested, overdue) = (instalment_schedule.asked.0, instalment_schedule.overdue.0);
    (states.collect(), requested, overdue, instalment_schedule.due_label())
}

#[test]
fn gives_the_state_of_each_instalment_from_start_to_end() {
    use InstalmentState as S;
    let stands =
        |states: [S; 3], requested, overdue, of: &str| (states.to_vec(), requested, overdue, of.to_owned());
    assert_eq!(
        states(0, "2026-12-31"),
        stands([S::Later, S::Later, S::Later], 10_000, 0, "instalment 1 of 3")
    );
    assert_eq!(states(0, "2027-01-01"), stands([S::Due, S::Later, S::Later], 10_000, 0, "instalment 1 of 3"));
    assert_eq!(
        states(4_000, "2027-01-02"),
        stands([S::Overdue, S::Later, S::Later], 6_000, 6_000, "instalment 1 of 3")
    );
    assert_eq!(
        states(12_000, "2027-01-02"),
        stands([S::Paid, S::PartPaid, S::Later], 8_000, 0, "instalment 2 of 3")
    );
    assert_eq!(
        states(4_000, "2027-02-01"),
        stands([S::Overdue, S::Due, S::Later], 16_000, 6_000, "instalments 1 and 2 of 3")
    );
    assert_eq!(states(0, "2027-04-01"), stands([S::Overdue; 3], 30_000, 30_000, "instalments 1 to 3 of 3"));
    assert_eq!(states(30_000, "2027-04-01"), stands([S::Paid; 3], 0, 0, ""));
}

#[test]
fn takes_a_changed_total_off_the_last_instalments_first_and_says_so() {
    let of = |whole: i64, paid: i64| {
        let instalment_schedule = build_schedule(&agreed(), (Pence(whole), Pence(paid)), day("2026-12-01"));
        let amounts: Vec<i64> = instalment_schedule.parts.iter().map(|part| part.amount.0).collect();
        (amounts, instalment_schedule)
    };
    let (amounts, more) = of(31_050, 0);
    assert_eq!(amounts, [10_000, 10_000, 11_050]);
    assert_eq!(
        more.says,
        "The instalments were agreed for £300.00. The invoice now comes to £10.50 more, which is added to the last one."
    );
    let (amounts, less) = of(18_000, 10_000);
    assert_eq!(amounts, [10_000, 8_000, 0]);
    assert_eq!(less.parts[2].state, InstalmentState::Nothing);
    assert_eq!(less.asked, Pence(8_000));
    assert!(less.says.contains("£120.00 less"), "{}", less.says);
    assert_eq!(of(30_000, 0).1.says, "");
    assert_eq!(of(0, 0).1.next, None);
}

#[test]
fn the_instalments_cover_what_credit_notes_and_refunds_leave() {
    let credits = |credited, refunded| Credits {
        credited: Pence(credited),
        refunded: Pence(refunded),
        has_credit_notes: true,
    };
    let of = |payable, credits, paid| {
        let (whole, paid) = schedule_amounts(Pence(payable), credits, Pence(paid));
        (whole.0, paid.0)
    };
    assert_eq!(of(30_000, Credits::default(), 10_000), (30_000, 10_000));
    assert_eq!(of(30_000, credits(5_000, 0), 10_000), (25_000, 10_000));
    // More was paid than is asked for, and some of it went back.
    assert_eq!(of(30_000, credits(25_000, 0), 10_000), (5_000, 5_000));
    assert_eq!(of(30_000, credits(25_000, 5_000), 10_000), (5_000, 5_000));
    // Given back, and then lost altogether: it is asked for again.
    assert_eq!(of(30_000, credits(5_000, 5_000), 0), (30_000, 0));
}
