//! A contractor's monthly return (hmrc/cis-frontend: gross and materials are rounded down to the pound, tax is in
//! pounds and pence).

use std::collections::BTreeMap;

use serde::Serialize;

use super::contractor::Status;
use super::ledger::whole_pounds;
use crate::money::Pence;
use crate::tax::TaxMonth;
use crate::time::Date;

/// The first tax month in which a return has to be sent though nobody was paid, by its first day, unless HMRC was told that
/// nobody is (Income Tax (Construction Industry Scheme) Regulations 2005, as they hold from 6 April 2026).
const NIL_RETURNS_FROM: &str = "2026-04-06";

/// What a contractor declares with a return on which somebody stands (form CIS300, HMRC CISR61160). It is theirs to
/// declare: nothing here says it for them.
pub const DECLARATIONS: [&str; 3] = [
    "You have looked at the employment status of each person on it, and none was paid under a contract of \
     employment.",
    "Each subcontractor on it was verified with HMRC, or was on a return of yours in this tax year or the two \
     before.",
    "The return is correct and complete.",
];

/// What they declare with a nil return.
pub const NIL_DECLARATION: &str = "You didn’t pay any construction subcontractors this month.";

/// A payment to a subcontractor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaidSubcontractor {
    /// Its id.
    pub id: String,
    /// The day that it was paid: what was deducted goes by it, at the status of that day (HMRC CISR15120).
    pub date: Date,
    /// Who was paid.
    pub subcontractor: String,
    /// Their status on that day.
    pub status: Status,
    /// Without VAT and before the deduction.
    pub gross: Pence,
    /// What they paid others for materials.
    pub materials: Pence,
    /// What was deducted.
    pub deducted: Pence,
}

/// A subcontractor on a return.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReturnRow {
    /// Who.
    pub subcontractor: String,
    /// All payments of the month, rounded down to the pound.
    pub gross: Pence,
    /// All materials, rounded down to the pound.
    pub materials: Pence,
    /// All that was deducted, to the penny.
    pub deducted: Pence,
    /// Whether any was paid at the rate of who is not registered: the return then gives the verification number.
    pub needs_verification_number: bool,
    /// The payments behind it, by day.
    pub payments: Vec<String>,
}

/// A return.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MonthlyReturn {
    /// The month, by its last day.
    pub month: TaxMonth,
    /// The last day for it.
    pub due: Date,
    /// The last day for paying HMRC what was deducted, electronically (gov.uk, 'Pay deductions to HMRC'; HMRC DMBM524050).
    pub pay_by: Date,
    /// Each subcontractor that was paid.
    pub rows: Vec<ReturnRow>,
    /// Those of whom more went back than was paid: a return takes no sum below zero. The return of the month in which
    /// they were paid is put right instead.
    pub below_zero: Vec<ReturnRow>,
    /// The sum of the rows' gross.
    pub gross: Pence,
    /// The sum of the rows' materials.
    pub materials: Pence,
    /// What is to be paid to HMRC.
    pub deducted: Pence,
    /// Whether nobody was paid: a nil return.
    pub is_nil: bool,
    /// Whether it has to be sent.
    pub must_be_sent: bool,
    /// Whether that was read where it is made.
    pub duty_confirmed: bool,
}

/// The return of a tax month, of all payments or more than are of it.
#[must_use]
pub fn monthly_return(payments: &[PaidSubcontractor], month: TaxMonth) -> MonthlyReturn {
    let mut of_month: Vec<&PaidSubcontractor> = payments
        .iter()
        .filter(|it| TaxMonth::of(it.date) == month)
        .collect();
    of_month.sort_by(|a, b| (a.date, &a.id).cmp(&(b.date, &b.id)));
    let mut rows: BTreeMap<&str, ReturnRow> = BTreeMap::new();
    for it in &of_month {
        let row = rows.entry(&it.subcontractor).or_insert_with(|| ReturnRow {
            subcontractor: it.subcontractor.clone(),
            gross: Pence::ZERO,
            materials: Pence::ZERO,
            deducted: Pence::ZERO,
            needs_verification_number: false,
            payments: Vec::new(),
        });
        row.gross += it.gross;
        row.materials += it.materials;
        row.deducted += it.deducted;
        row.needs_verification_number |= it.status == Status::NotRegistered;
        row.payments.push(it.id.clone());
    }
    let is_below = |row: &ReturnRow| row.gross.min(row.materials).min(row.deducted) < Pence::ZERO;
    let (below_zero, mut rows): (Vec<_>, Vec<_>) = rows.into_values().partition(is_below);
    for row in &mut rows {
        row.gross = whole_pounds(row.gross);
        row.materials = whole_pounds(row.materials);
    }
    let sum = |of: fn(&ReturnRow) -> Pence| rows.iter().map(of).sum();
    let is_nil = of_month.is_empty();
    MonthlyReturn {
        month,
        due: month.due(),
        pay_by: month.pay_by(),
        gross: sum(|it| it.gross),
        materials: sum(|it| it.materials),
        deducted: sum(|it| it.deducted),
        rows,
        below_zero,
        is_nil,
        must_be_sent: !is_nil || *month.first().to_string() >= *NIL_RETURNS_FROM,
        duty_confirmed: true,
    }
}
