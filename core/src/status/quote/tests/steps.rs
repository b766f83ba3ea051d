//! Which steps each status of a quote allows, and where they lead.

use super::*;
use QuoteAction as A;

#[test]
fn each_action_from_each_status_succeeds_or_is_refused() {
    const ACTIONS: [A; 9] = [
        A::Edit,
        A::Send,
        A::Accept,
        A::Decline,
        A::Expire,
        A::Convert,
        A::RecordPayment,
        A::Delete,
        A::Archive,
    ];
    for (status, today, steps) in [
        (
            "draft",
            AFTER,
            ["draft", "sent", "not_sent", "not_sent", "not_sent", "not_sent", "not_sent", "draft", "draft"],
        ),
        (
            "sent",
            DAY,
            ["sent", "sent", "accepted", "declined", "not_expired", "invoiced", "sent", "issued", "sent"],
        ),
        (
            "sent",
            AFTER,
            ["sent", "expired", "expired", "expired", "expired", "expired", "sent", "issued", "sent"],
        ),
        (
            "expired",
            DAY,
            ["sent", "expired", "expired", "expired", "expired", "expired", "expired", "issued", "expired"],
        ),
        (
            "accepted",
            AFTER,
            [
                "already_accepted",
                "already_accepted",
                "accepted",
                "already_accepted",
                "already_accepted",
                "invoiced",
                "accepted",
                "issued",
                "accepted",
            ],
        ),
        (
            "declined",
            AFTER,
            [
                "already_declined",
                "already_declined",
                "already_declined",
                "declined",
                "already_declined",
                "already_declined",
                "already_declined",
                "issued",
                "declined",
            ],
        ),
        (
            "invoiced",
            AFTER,
            [
                "already_invoiced",
                "already_invoiced",
                "already_invoiced",
                "already_invoiced",
                "already_invoiced",
                "already_invoiced",
                "already_invoiced",
                "issued",
                "invoiced",
            ],
        ),
        (
            "viewed",
            DAY,
            [
                "unknown_status",
                "unknown_status",
                "unknown_status",
                "unknown_status",
                "unknown_status",
                "unknown_status",
                "unknown_status",
                "unknown_status",
                "viewed",
            ],
        ),
    ] {
        let got = ACTIONS.map(|action| match quote(status).apply(action, date(today)) {
            Ok(next) => next.as_str().to_string(),
            Err(refused) => refused.code.to_string(),
        });
        assert_eq!(got, steps.map(String::from), "{status} on {today}");
    }
}

#[test]
fn refuses_actions_on_an_expired_quote_with_a_message() {
    let to_business = "This quote has expired. It needs a new expiry date";
    let to_customer = "This quote has expired. Please ask for a new one";
    for (action, sentence) in [
        (A::Send, to_business),
        (A::Convert, to_business),
        (A::Accept, to_customer),
        (A::Decline, to_customer),
    ] {
        for status in ["sent", "expired"] {
            let refused = quote(status).apply(action, date(AFTER)).unwrap_err();
            assert_eq!(refused.code, "expired");
            assert_eq!(refused.to_string(), sentence);
        }
    }
    assert_eq!(quote("sent").apply(A::Expire, date(AFTER)), Ok(S::Expired));
    assert_eq!(quote("expired").apply(A::Expire, date(DAY)), Ok(S::Expired));
}

#[test]
fn only_an_accepted_quote_is_invoiced_in_stages() {
    for (status, today, step) in [
        ("draft", DAY, "not_sent"),
        ("sent", DAY, "not_accepted"),
        ("sent", AFTER, "expired"),
        ("accepted", AFTER, "accepted"),
        ("declined", DAY, "already_declined"),
        ("invoiced", DAY, "already_invoiced"),
    ] {
        let after = quote(status).apply(A::Stage, date(today));
        let word = after.as_ref().map_or_else(|error| error.code, S::as_str);
        assert_eq!(word, step, "{status} on {today}");
    }
    // Its stages are what is paid, and ask for the deposit.
    let staged = QuoteState { is_staged: true, ..quote("accepted") };
    assert_eq!(staged.deposit_due(true, Pence(100), false), None);
    let refused = staged.apply(A::RecordPayment, date(DAY)).unwrap_err();
    assert_eq!(refused.code, "staged");
    assert_eq!(staged.apply(A::Convert, date(DAY)), Ok(S::Invoiced));
}

#[test]
fn offers_only_allowed_actions() {
    // Edit, send, convert, delete, record a payment; once without and once with a deposit.
    for (status, today, offered) in [
        ("draft", AFTER, [true, true, false, true, false]),
        ("sent", DAY, [true, true, true, false, true]),
        ("sent", AFTER, [true, false, false, false, true]),
        ("expired", DAY, [true, false, false, false, true]),
        ("accepted", AFTER, [false, false, true, false, true]),
        ("declined", DAY, [false; 5]),
        ("invoiced", DAY, [false; 5]),
        ("viewed", DAY, [false; 5]),
    ] {
        let [edit, send, convert, delete, record_payment] = offered;
        let with_deposit = AllowedActions {
            edit,
            send,
            convert,
            stage: status == "accepted",
            void: false,
            delete,
            record_payment,
            credit: false,
            agree: false,
            vary: status == "accepted",
        };
        let got =
            |include_deposit| QuoteState { include_deposit, ..quote(status) }.allowed_actions(date(today));
        assert_eq!(got(true), with_deposit, "{status} on {today}");
        let without = AllowedActions { record_payment: false, ..with_deposit };
        assert_eq!(got(false), without, "{status} on {today}");
    }
}

#[test]
fn only_an_accepted_quote_is_varied_and_a_variation_is_not() {
    let step = |state: &QuoteState, action| match state.apply(action, date(DAY)) {
        Ok(status) => status.as_str().to_owned(),
        Err(error) => error.code.to_owned(),
    };
    for (status, text) in [
        ("draft", "not_sent"),
        ("sent", "not_accepted"),
        ("accepted", "accepted"),
        ("declined", "already_declined"),
        ("invoiced", "job_invoiced"),
    ] {
        assert_eq!(step(&quote(status), A::Vary), text, "{status}");
    }
    let cancelled = QuoteState { cancelled_date: Some(date(DAY)), ..quote("accepted") };
    assert_eq!(step(&cancelled, A::Vary), "job_cancelled");
    // What is owed for it is invoiced as a stage, and never the whole of it.
    assert_eq!(step(&cancelled, A::Convert), "job_cancelled");
    assert_eq!(step(&cancelled, A::Stage), "accepted");
    assert!(!cancelled.allowed_actions(date(DAY)).convert);
    let variation = QuoteState { varies: VariedJob::Job, ..quote("accepted") };
    for action in [A::Vary, A::Stage, A::Convert, A::RecordPayment] {
        assert_eq!(step(&variation, action), "part_of_job");
    }
    assert_eq!(variation.apply(A::Accept, date(DAY)), Ok(QuoteStatus::Accepted));
}

#[test]
fn a_payment_of_a_quote_without_a_deposit_is_refused() {
    for (status, code) in [
        ("draft", "not_sent"),
        ("sent", "no_deposit"),
        ("expired", "no_deposit"),
        ("accepted", "no_deposit"),
        ("declined", "already_declined"),
        ("invoiced", "already_invoiced"),
    ] {
        let without = QuoteState { include_deposit: false, ..quote(status) };
        let refused = without.apply(A::RecordPayment, date(DAY)).unwrap_err();
        assert_eq!(refused.code, code, "{status}");
    }
    // A deposit that arrives after the job was cancelled is recorded, so that it can be refunded.
    let cancelled_date = Some(date(DAY));
    for (include_deposit, may) in [(true, true), (false, false)] {
        let cancelled = QuoteState { cancelled_date, include_deposit, ..quote("accepted") };
        assert_eq!(cancelled.allowed_actions(date(DAY)).record_payment, may);
        assert_eq!(cancelled.apply(A::RecordPayment, date(DAY)).is_ok(), may);
    }
}

#[test]
fn a_variation_of_a_job_that_is_over_is_neither_changed_nor_sent_again() {
    let over = [
        (VariedJob::ClosedJob, Some("job_invoiced")),
        (VariedJob::CancelledJob(date(DAY)), Some("job_cancelled")),
        (VariedJob::Job, None),
    ];
    for (varies, code) in over {
        for (status, today) in [("sent", DAY), ("sent", AFTER), ("expired", DAY)] {
            let variation = QuoteState { varies, ..quote(status) };
            let refused = variation.apply(A::Edit, date(today)).err().map(|error| error.code);
            assert_eq!(refused, code, "{varies:?} {status} on {today}");
            let allowed = variation.allowed_actions(date(today));
            assert_eq!(allowed.edit, code.is_none(), "{varies:?} {status} on {today}");
            assert_eq!(
                allowed.send,
                code.is_none() && (status, today) == ("sent", DAY),
                "{varies:?} {status}"
            );
        }
        // A draft is checked when it is issued.
        assert!(QuoteState { varies, ..quote("draft") }.allowed_actions(date(DAY)).edit);
    }
}
