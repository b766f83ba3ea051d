//! A customer's statement of account: what was invoiced, credited and paid between two days, one row
//! each, and what is owed after every row.

use serde::{Deserialize, Serialize};

use crate::money::Pence;
use crate::time::Date;

/// An issued invoice that still counts: one that was withdrawn is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charge {
    /// Its number.
    pub number: String,
    /// The day that it was issued on.
    pub date: Date,
    /// Its last day to be paid.
    pub due_date: Option<Date>,
    /// What it asks for, CIS taken off.
    pub payable: Pence,
    /// What came in for it, and what went back.
    pub payments: Vec<Paid>,
    /// What was taken off it.
    pub credits: Vec<Credited>,
}

/// An issued credit note that still counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Credited {
    /// Its number.
    pub number: String,
    /// The day that it was issued on.
    pub date: Date,
    /// What it takes off, CIS taken off.
    pub amount: Pence,
    /// What was given back against it, below zero as every payment that goes back.
    pub refunds: Vec<Paid>,
}

/// Money that came in for an invoice, or went back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paid {
    /// The day that it moved on.
    pub date: Date,
    /// Below zero where it went back.
    pub amount: Pence,
}

/// What a row of a statement is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum RowKind {
    /// An invoice: more is owed.
    Invoice,
    /// A credit note: less is.
    Credit,
    /// A payment: less is.
    Payment,
    /// A payment that went back: more is.
    Refund,
}

/// A row of a statement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(export, rename = "StatementRow")
)]
pub struct Row {
    /// The day.
    pub date: Date,
    /// What it is.
    pub kind: RowKind,
    /// The invoice's number, or the credit note's.
    pub number: String,
    /// The invoice's last day to be paid; the others have none.
    pub due_date: Option<Date>,
    /// What it adds to what is owed, below zero where it takes off.
    pub amount: Pence,
    /// What is owed after it; below zero is the customer's to have.
    pub balance: Pence,
}

/// A statement of account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Statement {
    /// What was owed before the first day.
    pub opening: Pence,
    /// What happened, day by day.
    pub rows: Vec<Row>,
    /// What was invoiced in that time.
    pub invoiced: Pence,
    /// What was credited in that time.
    pub credited: Pence,
    /// What was paid in that time, less what went back.
    pub paid: Pence,
    /// What was owed at the end of the last day.
    pub closing: Pence,
}

/// The statement of these invoices from one day to another, both included.
///
/// A payment and a credit note count from the day of their invoice at the earliest: a deposit that came
/// in before is no part of the account until there is an invoice that it is for.
#[must_use]
pub fn statement(charges: &[Charge], from: Date, to: Date) -> Statement {
    let mut rows: Vec<Row> = charges.iter().flat_map(rows_of).collect();
    rows.retain(|row| row.date <= to);
    rows.sort_by(|a, b| {
        (a.date, a.kind)
            .cmp(&(b.date, b.kind))
            .then_with(|| a.number.cmp(&b.number))
    });
    let mut balance = Pence::ZERO;
    for row in &mut rows {
        balance += row.amount;
        row.balance = balance;
    }
    let before = rows.partition_point(|row| row.date < from);
    let opening = rows.drain(..before).next_back();
    let opening = opening.map_or(Pence::ZERO, |row| row.balance);
    let sum = |wanted: fn(RowKind) -> bool| -> Pence {
        let rows = rows.iter().filter(|row| wanted(row.kind));
        rows.map(|row| row.amount).sum()
    };
    Statement {
        opening,
        invoiced: sum(|kind| kind == RowKind::Invoice),
        credited: -sum(|kind| kind == RowKind::Credit),
        paid: -sum(|kind| matches!(kind, RowKind::Payment | RowKind::Refund)),
        closing: balance,
        rows,
    }
}

fn rows_of(charge: &Charge) -> impl Iterator<Item = Row> {
    let row = |number: &str, date: Date, kind, due_date, amount| Row {
        date: date.max(charge.date),
        kind,
        number: number.to_owned(),
        due_date,
        amount,
        balance: Pence::ZERO,
    };
    let moved = move |number: &str, paid: &Paid| {
        let kind = if paid.amount < Pence::ZERO {
            RowKind::Refund
        } else {
            RowKind::Payment
        };
        row(number, paid.date, kind, None, -paid.amount)
    };
    let number = charge.number.as_str();
    let invoice = row(
        number,
        charge.date,
        RowKind::Invoice,
        charge.due_date,
        charge.payable,
    );
    let payments = charge.payments.iter().map(move |paid| moved(number, paid));
    let credits = charge.credits.iter().flat_map(move |credit| {
        let number = credit.number.as_str();
        let taken = row(number, credit.date, RowKind::Credit, None, -credit.amount);
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

    fn charge(number: &str, date: &str, payable: i64, payments: &[(&str, i64)]) -> Charge {
        let paid = |(date, amount): &(&str, i64)| Paid {
            date: day(date),
            amount: Pence(*amount),
        };
        Charge {
            number: number.to_owned(),
            date: day(date),
            due_date: Some(day("2026-12-31")),
            payable: Pence(payable),
            payments: payments.iter().map(paid).collect(),
            credits: Vec::new(),
        }
    }

    fn account() -> Vec<Charge> {
        vec![
            charge("INV-0002", "2026-03-05", 5_000, &[("2026-03-20", 2_000)]),
            charge(
                "INV-0001",
                "2026-01-10",
                10_000,
                // A deposit before the invoice, the rest, and something that went back.
                &[
                    ("2025-12-01", 3_000),
                    ("2026-02-01", 7_000),
                    ("2026-03-06", -500),
                ],
            ),
            charge("INV-0003", "2026-04-01", 700, &[]),
        ]
    }

    #[test]
    fn each_row_says_what_is_owed_after_it() {
        let told = statement(&account(), day("2026-02-01"), day("2026-03-31"));
        assert_eq!(told.opening, Pence(7_000));
        let rows: Vec<_> = told
            .rows
            .iter()
            .map(|row| (row.number.as_str(), row.kind, row.amount.0, row.balance.0))
            .collect();
        assert_eq!(
            rows,
            [
                ("INV-0001", RowKind::Payment, -7_000, 0),
                ("INV-0002", RowKind::Invoice, 5_000, 5_000),
                ("INV-0001", RowKind::Refund, 500, 5_500),
                ("INV-0002", RowKind::Payment, -2_000, 3_500),
            ]
        );
        assert_eq!((told.invoiced, told.paid), (Pence(5_000), Pence(8_500)));
        assert_eq!(told.closing, Pence(3_500));
    }

    #[test]
    fn a_credit_note_and_what_was_given_back_against_it_are_rows() {
        let mut charges = vec![charge(
            "INV-0004",
            "2026-05-01",
            10_000,
            &[("2026-05-02", 10_000)],
        )];
        charges[0].credits = vec![Credited {
            number: "CN-0001".into(),
            date: day("2026-05-03"),
            amount: Pence(2_500),
            refunds: vec![Paid {
                date: day("2026-05-04"),
                amount: Pence(-2_000),
            }],
        }];
        let told = statement(&charges, day("2026-05-01"), day("2026-05-31"));
        let rows: Vec<_> = told
            .rows
            .iter()
            .map(|row| (row.number.as_str(), row.kind, row.amount.0, row.balance.0))
            .collect();
        assert_eq!(
            rows,
            [
                ("INV-0004", RowKind::Invoice, 10_000, 10_000),
                ("INV-0004", RowKind::Payment, -10_000, 0),
                ("CN-0001", RowKind::Credit, -2_500, -2_500),
                ("CN-0001", RowKind::Refund, 2_000, -500),
            ]
        );
        let sums = (told.invoiced, told.credited, told.paid);
        assert_eq!(sums, (Pence(10_000), Pence(2_500), Pence(8_000)));
        assert_eq!(told.closing, Pence(-500));
    }

    #[test]
    fn a_deposit_counts_from_the_day_of_its_invoice() {
        let told = statement(&account(), day("2026-01-01"), day("2026-01-31"));
        let balances: Vec<i64> = told.rows.iter().map(|row| row.balance.0).collect();
        assert_eq!((told.opening, balances), (Pence(0), vec![10_000, 7_000]));
    }

    /// However the time is cut, what one part ends with the next begins with.
    #[test]
    fn one_statement_goes_on_where_another_ends() {
        let days: Vec<Date> = [
            "2025-11-30",
            "2026-01-10",
            "2026-02-28",
            "2026-03-20",
            "2026-12-31",
        ]
        .map(day)
        .to_vec();
        let whole = statement(&account(), days[0], days[4]);
        assert_eq!(whole.opening + whole.invoiced - whole.paid, whole.closing);
        assert_eq!(whole.closing, Pence(15_700 - 11_500));
        for cut in &days[1..4] {
            let first = statement(&account(), days[0], *cut);
            let next = cut.plus_days(1).unwrap();
            let second = statement(&account(), next, days[4]);
            assert_eq!(first.closing, second.opening);
            assert_eq!(first.rows.len() + second.rows.len(), whole.rows.len());
            assert_eq!(second.closing, whole.closing);
        }
    }

    #[test]
    fn nobody_owes_nothing() {
        let none = statement(&[], day("2026-01-01"), day("2026-01-31"));
        assert_eq!((none.opening, none.closing), (Pence::ZERO, Pence::ZERO));
        assert!(none.rows.is_empty());
    }
}
