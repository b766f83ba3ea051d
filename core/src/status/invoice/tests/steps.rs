//! Which step leads from which status of an invoice.

use super::*;
use InvoiceAction as A;

#[test]
fn every_step_from_every_status() {
    const ACTIONS: [A; 7] = [
        A::Edit,
        A::Send,
        A::RecordPayment,
        A::ConfirmPayment,
        A::Void,
        A::Delete,
        A::Archive,
    ];
    for (status, paid, steps) in [
        (
            "draft",
            0,
            [
                "draft", "sent", "not_sent", "draft", "not_sent", "draft", "draft",
            ],
        ),
        (
            "sent",
            0,
            ["sent", "sent", "sent", "sent", "void", "issued", "sent"],
        ),
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
        (
            "paid",
            10_000,
            [
                "already_paid",
                "paid",
                "already_paid",
                "paid",
                "has_payments",
                "issued",
                "paid",
            ],
        ),
        (
            "sent",
            10_000,
            [
                "already_paid",
                "sent",
                "already_paid",
                "sent",
                "has_payments",
                "issued",
                "sent",
            ],
        ),
        (
            "void",
            0,
            [
                "is_void", "is_void", "is_void", "is_void", "void", "is_void", "void",
            ],
        ),
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
    let waiting = InvoiceState {
        has_pending: true,
        ..invoice("sent", 0)
    };
    assert_eq!(waiting.apply(A::Void).unwrap_err().code, "has_payments");
    assert_eq!(
        invoice("void", 0).apply(A::Send).unwrap_err().to_string(),
        "This invoice is void"
    );
}

#[test]
fn a_screen_offers_the_legal_steps() {
    // Edit, send, void, delete, record a payment.
    for (status, paid, offered) in [
        ("draft", 0, [true, true, false, true, false]),
        ("sent", 0, [true, true, true, false, true]),
        ("partially_paid", 1, [true, true, false, false, true]),
        ("sent", 10_000, [false, true, false, false, false]),
        ("paid", 10_000, [false, true, false, false, false]),
        ("void", 0, [false; 5]),
        ("viewed", 0, [false; 5]),
    ] {
        let [edit, send, void, delete, record_payment] = offered;
        let expected = Allowed {
            edit,
            send,
            convert: false,
            stage: false,
            void,
            delete,
            record_payment,
        };
        assert_eq!(invoice(status, paid).allowed(false), expected, "{status}");
        let made_from_quote = Allowed {
            delete: false,
            ..expected
        };
        assert_eq!(
            invoice(status, paid).allowed(true),
            made_from_quote,
            "{status}"
        );
    }
    let waiting = InvoiceState {
        has_pending: true,
        ..invoice("sent", 0)
    };
    assert!(!waiting.allowed(false).void);
}
