//! Texts by which a bank says that a row isn't a payment: it wasn't made, or it is the account's balance.

use plumbline_platform::table_import::normalise_heading;

/// What a bank says about a payment in its column `Status`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PaymentState {
    /// It was made.
    Made,
    /// It wasn't made, was returned, or is still to come.
    NotMade,
    /// The text is unknown.
    Unknown,
}

/// States of payments that were made, in lower-case letters.
const MADE: &[&str] = &[
    "accepted",
    "approved",
    "billed",
    "booked",
    "cleared",
    "complete",
    "completed",
    "confirmed",
    "done",
    "executed",
    "finished",
    "fundsconverted",
    "ok",
    "outgoingpaymentsent",
    "paid",
    "paidout",
    "partiallyrefunded",
    "posted",
    "processed",
    "received",
    "reconciled",
    "sent",
    "settled",
    "succeeded",
    "success",
    "successful",
    "transferred",
    "unreconciled",
];

/// States of payments that weren't made, were returned, or are still to come, in lower-case letters.
const NOT_MADE: &[&str] = &[
    "awaitingapproval",
    "awaitingauthorisation",
    "blocked",
    "bounced",
    "canceled",
    "cancelled",
    "chargedback",
    "declined",
    "deleted",
    "denied",
    "draft",
    "due",
    "error",
    "expired",
    "failed",
    "future",
    "held",
    "hold",
    "incomplete",
    "inprocess",
    "inprogress",
    "notcleared",
    "notcompleted",
    "notexecuted",
    "notpaid",
    "notposted",
    "onhold",
    "pending",
    "processing",
    "refunded",
    "refused",
    "rejected",
    "removed",
    "returned",
    "reversed",
    "reverted",
    "scheduled",
    "stopped",
    "suspended",
    "unbilled",
    "uncleared",
    "unpaid",
    "unprocessed",
    "unsuccessful",
    "upcoming",
    "void",
    "voided",
    "waiting",
];

/// What a cell of a column `Status` says.
pub(super) fn parse_state(cell: &str) -> PaymentState {
    let bare = normalise_heading(cell);
    if MADE.contains(&bare.as_str()) {
        PaymentState::Made
    } else if NOT_MADE.contains(&bare.as_str()) {
        PaymentState::NotMade
    } else {
        PaymentState::Unknown
    }
}

/// The beginnings of texts about a balance, in lower case.
const BALANCE_BEGINNINGS: &[&str] = &[
    "opening balance",
    "opening balances",
    "opening bal",
    "closing balance",
    "closing balances",
    "closing bal",
    "initial balance",
    "previous balance",
    "statement balance",
    "last statement balance",
    "current balance",
    "available balance",
    "ledger balance",
    "start balance",
    "starting balance",
    "end balance",
    "ending balance",
    "balance brought forward",
    "balance carried forward",
    "brought forward",
    "carried forward",
    "balance b/f",
    "balance c/f",
    "balance b/fwd",
    "balance c/fwd",
    "balance bf",
    "balance cf",
    "bal b/f",
    "bal c/f",
    "bal b/fwd",
    "bal c/fwd",
    "bal bf",
    "bal cf",
];

/// Whole texts about a balance or a sum. A shop's name may begin with some of these: New Balance, TotalEnergies.
const BALANCES: &[&str] = &[
    "balance",
    "bal",
    "new balance",
    "b/f",
    "c/f",
    "b/fwd",
    "c/fwd",
    "total",
    "totals",
    "grand total",
    "sub total",
    "subtotal",
    "sub-total",
];

/// The beginnings of texts about a balance if a day follows them: `Balance as at 30 Nov`.
const BALANCES_OF_A_DAY: &[&str] =
    &["balance at ", "balance as at ", "balance as of ", "balance on ", "bal at "];

/// Whether the text of a row says that its amount is a balance or the sum of other rows.
pub(super) fn is_balance(name: &str) -> bool {
    let lower = name.to_lowercase();
    let text = lower.trim_matches(|c: char| c.is_whitespace() || matches!(c, ':' | '.' | '*' | '-'));
    let ends_a_word = |rest: &str| !rest.starts_with(char::is_alphanumeric);
    let begins = |given: &&str| text.strip_prefix(*given).is_some_and(ends_a_word);
    let is_of_a_day = |given: &&str| {
        text.strip_prefix(*given).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    BALANCES.contains(&text)
        || BALANCE_BEGINNINGS.iter().any(begins)
        || BALANCES_OF_A_DAY.iter().any(is_of_a_day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_whether_a_payment_was_made() {
        for cell in ["COMPLETED", "Executed", "Partially refunded", "BILLED", "posted"] {
            assert_eq!(parse_state(cell), PaymentState::Made, "{cell}");
        }
        for cell in [
            "Waiting",
            "Deleted",
            "On hold",
            "On-Hold",
            "Refunded",
            "Scheduled",
            "In progress",
            "Refused",
            "Void",
            "REVERTED",
            "Pending",
        ] {
            assert_eq!(parse_state(cell), PaymentState::NotMade, "{cell}");
        }
        for cell in ["", "Under review", "Not"] {
            assert_eq!(parse_state(cell), PaymentState::Unknown, "{cell}");
        }
    }

    #[test]
    fn recognises_a_balance_but_no_shop_with_a_similar_name() {
        for name in [
            "INITIAL BALANCE",
            "PREVIOUS BALANCE",
            "Statement balance from 1 Nov",
            "NEW BALANCE",
            "BALANCE AT 30 NOV",
            "Balance as at 30 Nov 2026",
            "BAL B/F",
            "BALANCE B/FWD",
            "OPENING BAL",
            "Opening balance:",
            "TOTAL",
            "Totals:",
            "brought forward",
            "B/F",
        ] {
            assert!(is_balance(name), "{name}");
        }
        for name in [
            "",
            "NEW BALANCE MANCHESTER",
            "TOTALENERGIES",
            "TOTAL GAS & POWER",
            "BALANCE OF ORDER 12",
            "BALANCE ON DECK LTD",
            "OPENING BALLROOM",
            "BALFOUR BEATTY",
            "BALANCED MEALS",
        ] {
            assert!(!is_balance(name), "{name}");
        }
    }
}
