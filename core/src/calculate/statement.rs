//! A customer's statement of account: what was invoiced, credited and paid between two days, one row
//! each, and what is owed after every row.

use serde::{Deserialize, Serialize};

use crate::money::Pence;
use crate::time::Date;

/// An issued invoice that is not void.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatementInvoice {
    /// The invoice's number.
    pub number: String,
    /// The issue date.
    pub date: Date,
    /// The due date.
    pub due_date: Option<Date>,
    /// The amount payable: the total less the CIS deduction.
    pub payable: Pence,
    /// The payments and refunds.
    pub payments: Vec<StatementPayment>,
    /// The credit notes against it.
    pub credits: Vec<StatementCreditNote>,
}

/// An issued credit note that is not void.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatementCreditNote {
    /// The credit note's number.
    pub number: String,
    /// The issue date.
    pub date: Date,
    /// How much it takes off the amount payable.
    pub amount: Pence,
    /// The refunds against it, with negative amounts.
    pub refunds: Vec<StatementPayment>,
}

/// A payment or a refund.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatementPayment {
    /// The day on which the money moved.
    pub date: Date,
    /// The amount; negative for a refund.
    pub amount: Pence,
}

/// The kind of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum StatementRowKind {
    /// An invoice: the customer owes more.
    Invoice,
    /// A credit note: the customer owes less.
    Credit,
    /// A payment: the customer owes less.
    Payment,
    /// A refund: the customer owes more.
    Refund,
}

/// A row of a statement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct StatementRow {
    /// The day.
    pub date: Date,
    /// The kind of the row.
    pub kind: StatementRowKind,
    /// The number of the invoice or the credit note.
    pub number: String,
    /// The due date of an invoice; `None` for other rows.
    pub due_date: Option<Date>,
    /// The change to what the customer owes; negative if it reduces it.
    pub amount: Pence,
    /// What the customer owes after this row; negative if the business owes the customer.
    pub balance: Pence,
}

/// A statement of account of one customer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Statement {
    /// What the customer owed before the first day.
    pub opening: Pence,
    /// The rows in order of their dates.
    pub rows: Vec<StatementRow>,
    /// The sum of the invoices in the period.
    pub invoiced: Pence,
    /// The sum of the credit notes in the period.
    pub credited: Pence,
    /// The sum of the payments in the period, less refunds.
    pub paid: Pence,
    /// What the customer owed at the end of the last day.
    pub closing: Pence,
}

/// The statement of these invoices for a period, first and last day included.
///
/// A payment or a credit note counts from the date of its invoice at the earliest: a deposit that was paid earlier is
/// not part of the account until there is an invoice for it.
#[must_use]
pub fn build_statement(charges: &[StatementInvoice], from: Date, to: Date) -> Statement {
    let mut rows: Vec<StatementRow> = charges.iter().flat_map(invoice_rows).collect();
    rows.retain(|row| row.date <= to);
    rows.sort_by(|a, b| (a.date, a.kind).cmp(&(b.date, b.kind)).then_with(|| a.number.cmp(&b.number)));
    let mut balance = Pence::ZERO;
    for row in &mut rows {
        balance += row.amount;
        row.balance = balance;
    }
    let before = rows.partition_point(|row| row.date < from);
    let opening = rows.drain(..before).next_back();
    let opening = opening.map_or(Pence::ZERO, |row| row.balance);
    let sum = |wanted: fn(StatementRowKind) -> bool| -> Pence {
        let rows = rows.iter().filter(|row| wanted(row.kind));
        rows.map(|row| row.amount).sum()
    };
    Statement {
        opening,
        invoiced: sum(|kind| kind == StatementRowKind::Invoice),
        credited: -sum(|kind| kind == StatementRowKind::Credit),
        paid: -sum(|kind| matches!(kind, StatementRowKind::Payment | StatementRowKind::Refund)),
        closing: balance,
        rows,
    }
}

fn invoice_rows(charge: &StatementInvoice) -> impl Iterator<Item = StatementRow> {
    let row = |number: &str, date: Date, kind, due_date, amount| StatementRow {
        date: date.max(charge.date),
        kind,
        number: number.to_owned(),
        due_date,
        amount,
        balance: Pence::ZERO,
    };
    let moved = move |number: &str, paid: &StatementPayment| {
        let kind =
            if paid.amount < Pence::ZERO { StatementRowKind::Refund } else { StatementRowKind::Payment };
        row(number, paid.date, kind, None, -paid.amount)
    };
    let number = charge.number.as_str();
    let invoice = row(number, charge.date, StatementRowKind::Invoice, charge.due_date, charge.payable);
    let payments = charge.payments.iter().map(move |paid| moved(number, paid));
    let credits = charge.credits.iter().flat_map(move |credit| {
        let number = credit.number.as_str();
        let taken = row(number, credit.date, StatementRowKind::Credit, None, -credit.amount);
        let refunds = credit.refunds.iter().map(move |paid| moved(number, paid));
        std::iter::once(taken).chain(refunds)
    });
    std::iter::once(invoice).chain(payments).chain(credits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Date {
        text.parse().unwrap()
    }

    fn charge(number: &str, date: &str, payable: i64, payments: &[(&str, i64)]) -> StatementInvoice {
        let paid =
            |(date, amount): &(&str, i64)| StatementPayment { date: day(date), amount: Pence(*amount) };
        StatementInvoice {
            number: number.to_owned(),
            date: day(date),
            due_date: Some(day("2026-12-31")),
            payable: Pence(payable),
            payments: payments.iter().map(paid).collect(),
            credits: Vec::new(),
        }
    }

    fn account() -> Vec<StatementInvoice> {
        vec![
            charge("INV-0002", "2026-03-05", 5_000, &[("2026-03-20", 2_000)]),
            charge(
                "INV-0001",
                "2026-01-10",
                10_000,
                // A deposit before the invoice, the rest, and something that went back.
                &[("2025-12-01", 3_000), ("2026-02-01", 7_000), ("2026-03-06", -500)],
            ),
            charge("INV-0003", "2026-04-01", 700, &[]),
        ]
    }

    #[test]
    fn each_row_says_what_is_owed_after_it() {
        let statement = build_statement(&account(), day("2026-02-01"), day("2026-03-31"));
        assert_eq!(statement.opening, Pence(7_000));
        let rows: Vec<_> = statement
            .rows
            .iter()
            .map(|row| (row.number.as_str(), row.kind, row.amount.0, row.balance.0))
            .collect();
        assert_eq!(
            rows,
            [
                ("INV-0001", StatementRowKind::Payment, -7_000, 0),
                ("INV-0002", StatementRowKind::Invoice, 5_000, 5_000),
                ("INV-0001", StatementRowKind::Refund, 500, 5_500),
                ("INV-0002", StatementRowKind::Payment, -2_000, 3_500),
            ]
        );
        assert_eq!((statement.invoiced, statement.paid), (Pence(5_000), Pence(8_500)));
        assert_eq!(statement.closing, Pence(3_500));
    }

    #[test]
    fn lists_credit_notes_and_their_refunds_as_rows() {
        let mut charges = vec![charge("INV-0004", "2026-05-01", 10_000, &[("2026-05-02", 10_000)])];
        charges[0].credits = vec![StatementCreditNote {
            number: "CN-0001".into(),
            date: day("2026-05-03"),
            amount: Pence(2_500),
            refunds: vec![StatementPayment { date: day("2026-05-04"), amount: Pence(-2_000) }],
        }];
        let statement = build_statement(&charges, day("2026-05-01"), day("2026-05-31"));
        let rows: Vec<_> = statement
            .rows
            .iter()
            .map(|row| (row.number.as_str(), row.kind, row.amount.0, row.balance.0))
            .collect();
        assert_eq!(
            rows,
            [
                ("INV-0004", StatementRowKind::Invoice, 10_000, 10_000),
                ("INV-0004", StatementRowKind::Payment, -10_000, 0),
                ("CN-0001", StatementRowKind::Credit, -2_500, -2_500),
                ("CN-0001", StatementRowKind::Refund, 2_000, -500),
            ]
        );
        let sums = (statement.invoiced, statement.credited, statement.paid);
        assert_eq!(sums, (Pence(10_000), Pence(2_500), Pence(8_000)));
        assert_eq!(statement.closing, Pence(-500));
    }

    #[test]
    fn a_deposit_counts_from_the_day_of_its_invoice() {
        let statement = build_statement(&account(), day("2026-01-01"), day("2026-01-31"));
        let balances: Vec<i64> = statement.rows.iter().map(|row| row.balance.0).collect();
        assert_eq!((statement.opening, balances), (Pence(0), vec![10_000, 7_000]));
    }

    /// However a period is divided, each part begins with the balance that the previous one ends with.
    #[test]
    fn each_statement_opens_with_the_previous_closing_balance() {
        let days: Vec<Date> =
            ["2025-11-30", "2026-01-10", "2026-02-28", "2026-03-20", "2026-12-31"].map(day).to_vec();
        let whole = build_statement(&account(), days[0], days[4]);
        assert_eq!(whole.opening + whole.invoiced - whole.paid, whole.closing);
        assert_eq!(whole.closing, Pence(15_700 - 11_500));
        for cut in &days[1..4] {
            let first = build_statement(&account(), days[0], *cut);
            let next = cut.plus_days(1).unwrap();
            let second = build_statement(&account(), next, days[4]);
            assert_eq!(first.closing, second.opening);
            assert_eq!(first.rows.len() + second.rows.len(), whole.rows.len());
            assert_eq!(second.closing, whole.closing);
        }
    }

    #[test]
    fn a_statement_without_invoices_is_empty() {
        let none = build_statement(&[], day("2026-01-01"), day("2026-01-31"));
        assert_eq!((none.opening, none.closing), (Pence::ZERO, Pence::ZERO));
        assert!(none.rows.is_empty());
    }
}
