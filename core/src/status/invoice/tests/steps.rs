//! Which steps each status of an invoice allows, and where they lead.

use super::*;
use InvoiceAction as A;

#[test]
fn each_action_from_each_status_succeeds_or_is_refused() {
    const ACTIONS: [A; 7] =
        [A::Edit, A::Send, A::RecordPayment, A::ConfirmPayment, A::Void, A::Delete, A::Archive];
    for (status, paid, steps) in [
        ("draft", 0, ["draft", "sent", "not_sent", "draft", "not_sent", "draft", "draft"]),
        ("sent", 0, ["sent", "sent", "sent", "sent", "void", "issued", "sent"]),
        (
            "partially_paid",
            1,
            [
                "partially_paid",
                "partially_paid",
                "partially_paid",
                "partially_paid",
                "has_payments",
                "issued",
                "partially_paid",
            ],
        ),
        ("paid", 10_000, ["already_paid", "paid", "already_paid", "paid", "has_payments", "issued", "paid"]),
        ("sent", 10_000, ["already_paid", "sent", "already_paid", "sent", "has_payments", "issued", "sent"]),
        ("void", 0, ["is_void", "is_void", "is_void", "is_void", "void", "is_void", "void"]),
        (
            "viewed",
            0,
            [
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
        let got = ACTIONS.map(|action| match invoice(status, paid).apply(action) {
            Ok(next) => next.as_str().to_string(),
            Err(refused) => refused.code.to_string(),
        });
        assert_eq!(got, steps.map(String::from), "{status} {paid}");
    }
    let waiting = InvoiceState { has_pending: true, ..invoice("sent", 0) };
    assert_eq!(waiting.apply(A::Void).unwrap_err().code, "has_payments");
    assert_eq!(invoice("void", 0).apply(A::Send).unwrap_err().to_string(), "This invoice is void");
}

#[test]
fn offers_only_allowed_actions() {
    // Edit, send, void, delete, record a payment, credit.
    for (status, paid, offered) in [
        ("draft", 0, [true, true, false, true, false, false]),
        ("sent", 0, [true, true, true, false, true, true]),
        ("partially_paid", 1, [true, true, false, false, true, true]),
        ("sent", 10_000, [false, true, false, false, false, true]),
        ("paid", 10_000, [false, true, false, false, false, true]),
        ("credited", 0, [true, true, true, false, false, false]),
        ("void", 0, [false; 6]),
        ("viewed", 0, [false; 6]),
    ] {
        let [edit, send, void, delete, record_payment, credit] = offered;
        let expected = AllowedActions {
            edit,
            send,
            convert: false,
            stage: false,
            void,
            delete,
            record_payment,
            credit,
            // As long as something is open, of a draft as well.
            agree: record_payment || status == "draft",
            vary: false,
        };
        assert_eq!(invoice(status, paid).allowed_actions(false), expected, "{status}");
        let made_from_quote = AllowedActions { delete: false, ..expected };
        assert_eq!(invoice(status, paid).allowed_actions(true), made_from_quote, "{status}");
    }
    let waiting = InvoiceState { has_pending: true, ..invoice("sent", 0) };
    assert!(!waiting.allowed_actions(false).void);
}

/// An invoice over £100.00 with these amounts credited and paid.
fn credited(status: &str, credited: i64, paid: i64) -> InvoiceState {
    InvoiceState {
        credits: Credits { credited: Pence(credited), has_credit_notes: true, ..Credits::default() },
        ..invoice(status, paid)
    }
}

#[test]
fn credited_amounts_are_not_requested() {
    // Credited, paid: the status, the badge on the day after it was due, what is left, what goes back.
    for (off, paid, status, label, left, back) in [
        (0, 0, "sent", "Overdue", 10_000, 0),
        (4_000, 0, "sent", "Overdue", 6_000, 0),
        (4_000, 1_000, "partially_paid", "Partially Paid", 5_000, 0),
        (4_000, 6_000, "paid", "Paid", 0, 0),
        (4_000, 10_000, "paid", "Paid", 0, 4_000),
        (10_000, 0, "credited", "Credited", 0, 0),
        (10_000, 2_500, "credited", "Credited", 0, 2_500),
    ] {
        for before in ["sent", "partially_paid", "paid", "credited"] {
            let mut state = credited(before, off, paid);
            state.status = state.status_after_payments();
            assert_eq!(state.status.as_str(), status, "{off} off, {paid} paid");
            assert_eq!(state.badge(date(AFTER)).label, label);
            assert_eq!(state.balance(), Pence(left));
            assert_eq!(state.refund_due(), Pence(back));
            assert_eq!(state.can_pay(), left > 0);
            assert_eq!(state.is_owed(), left > 0);
        }
    }
}

#[test]
fn an_invoice_with_a_credit_note_cannot_be_edited_or_voided() {
    for state in [credited("sent", 0, 0), credited("sent", 100, 0), credited("credited", 10_000, 0)] {
        for step in [A::Edit, A::Void] {
            assert_eq!(state.apply(step).unwrap_err().code, "has_credit_notes");
        }
        assert!(state.apply(A::Credit).is_ok());
    }
    let all = credited("credited", 10_000, 0);
    let code = all.apply(A::RecordPayment).unwrap_err().code;
    assert_eq!(code, "already_credited");
    assert_eq!(all.check_reminder(date(AFTER)).unwrap_err().code, "already_credited");
    assert_eq!(
        texts(&all, AFTER),
        [("This invoice has been credited in full. There is nothing to pay.".to_owned(), Tone::Blue)]
    );
}
