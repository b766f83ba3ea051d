//! A contractor's monthly return (hmrc/cis-frontend: gross and materials are rounded down to the pound, tax is in
//! pounds and pence).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::contractor::SubcontractorStatus;
use super::ledger::round_down_to_pounds;
use super::statement::{Contractor, Subcontractor};
use crate::money::Pence;
use crate::tax::TaxMonth;
use crate::time::Date;

/// The first day of the first tax month for which a return must be sent even if nobody was paid, unless HMRC was
/// notified of that (Income Tax (Construction Industry Scheme) Regulations 2005, as they apply from 6 April 2026).
const NIL_RETURNS_FROM: &str = "2026-04-06";

/// What a contractor declares with a return that lists subcontractors (form CIS300, HMRC CISR61160). The contractor
/// must make the declaration; nothing here makes it for them.
pub const DECLARATIONS: [&str; 3] = [
    "You’ve considered the employment status of each person on it, and nobody was paid under a contract of \
     employment.",
    "Each subcontractor on it was verified with HMRC, or was on one of your returns in this tax year or the two \
     before.",
    "The return is correct and complete.",
];

/// What a contractor declares with a nil return.
pub const NIL_DECLARATION: &str = "You didn’t pay any construction subcontractors this month.";

/// A payment to a subcontractor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaidSubcontractor {
    /// The payment's id.
    pub id: String,
    /// The day on which it was paid: it decides the tax month, and the deduction uses the status of that day (HMRC
    /// CISR15120).
    pub date: Date,
    /// The id of the subcontractor.
    pub subcontractor: String,
    /// The subcontractor's status on that day.
    pub status: SubcontractorStatus,
    /// The amount without VAT and before the deduction.
    pub gross: Pence,
    /// What the subcontractor paid others for materials.
    pub materials: Pence,
    /// The deduction.
    pub deducted: Pence,
}

/// A subcontractor on a return.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MonthlyReturnRow {
    /// The id of the subcontractor.
    pub subcontractor: String,
    /// The sum of the month's payments, rounded down to the pound.
    pub gross: Pence,
    /// The sum of the materials, rounded down to the pound.
    pub materials: Pence,
    /// The sum of the deductions, to the penny.
    pub deducted: Pence,
    /// Whether any payment was made at the rate for unregistered subcontractors, in which case the return must contain
    /// the verification number.
    pub needs_verification_number: bool,
    /// The ids of the payments, by day.
    pub payments: Vec<String>,
}

/// A contractor's monthly return.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MonthlyReturn {
    /// The tax month, identified by its last day.
    pub month: TaxMonth,
    /// The deadline for the return.
    pub due: Date,
    /// The deadline for an electronic payment of the deductions to HMRC (gov.uk, 'Pay deductions to HMRC'; HMRC
    /// DMBM524050).
    pub pay_by: Date,
    /// The subcontractors that were paid.
    pub rows: Vec<MonthlyReturnRow>,
    /// Subcontractors who gave back more than they were paid: a return doesn't accept negative amounts. The return of
    /// the month in which they were paid is corrected instead.
    pub below_zero: Vec<MonthlyReturnRow>,
    /// The sum of the rows' gross amounts.
    pub gross: Pence,
    /// The sum of the rows' materials.
    pub materials: Pence,
    /// The amount to pay to HMRC.
    pub deducted: Pence,
    /// Whether nobody was paid, so that it is a nil return.
    pub is_nil: bool,
    /// Whether it must be sent.
    pub must_be_sent: bool,
    /// Whether the rule for this was read in its source.
    pub duty_confirmed: bool,
}

/// The return of a tax month. The payments may go beyond the month.
#[must_use]
pub fn build_monthly_return(payments: &[PaidSubcontractor], month: TaxMonth) -> MonthlyReturn {
    let mut of_month: Vec<&PaidSubcontractor> =
        payments.iter().filter(|it| TaxMonth::containing(it.date) == month).collect();
    of_month.sort_by(|a, b| (a.date, &a.id).cmp(&(b.date, &b.id)));
    let mut rows: BTreeMap<&str, MonthlyReturnRow> = BTreeMap::new();
    for it in &of_month {
        let row = rows.entry(&it.subcontractor).or_insert_with(|| MonthlyReturnRow {
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
        row.needs_verification_number |= it.status == SubcontractorStatus::NotRegistered;
        row.payments.push(it.id.clone());
    }
    let is_below = |row: &MonthlyReturnRow| row.gross.min(row.materials).min(row.deducted) < Pence::ZERO;
    let (below_zero, mut rows): (Vec<_>, Vec<_>) = rows.into_values().partition(is_below);
    for row in &mut rows {
        row.gross = round_down_to_pounds(row.gross);
        row.materials = round_down_to_pounds(row.materials);
    }
    let sum = |of: fn(&MonthlyReturnRow) -> Pence| rows.iter().map(of).sum();
    let is_nil = of_month.is_empty();
    MonthlyReturn {
        month,
        due: month.due_date(),
        pay_by: month.payment_due_date(),
        gross: sum(|it| it.gross),
        materials: sum(|it| it.materials),
        deducted: sum(|it| it.deducted),
        rows,
        below_zero,
        is_nil,
        must_be_sent: !is_nil || *month.first_day().to_string() >= *NIL_RETURNS_FROM,
        duty_confirmed: true,
    }
}

/// A subcontractor on a filed return.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FiledCisRow {
    /// The subcontractor's details as reported to HMRC.
    #[serde(flatten)]
    pub subcontractor: Subcontractor,
    /// The sum of the month's payments, rounded down to the pound.
    pub gross: Pence,
    /// The sum of the materials, rounded down to the pound.
    pub materials: Pence,
    /// The sum of the deductions, to the penny.
    pub deducted: Pence,
}

/// A return as it was filed. The statements of its month must agree with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FiledCisReturn {
    /// The contractor.
    pub contractor: Contractor,
    /// The subcontractors on it.
    pub rows: Vec<FiledCisRow>,
}

impl FiledCisReturn {
    /// What is stored of a return when it is filed; `known` returns the details of each subcontractor by id.
    #[must_use]
    pub fn from_return(
        contractor: Contractor,
        made: &MonthlyReturn,
        known: impl Fn(&str) -> Option<Subcontractor>,
    ) -> Self {
        let rows = made.rows.iter().filter_map(|row| {
            Some(FiledCisRow {
                subcontractor: known(&row.subcontractor)?,
                gross: row.gross,
                materials: row.materials,
                deducted: row.deducted,
            })
        });
        Self { rows: rows.collect(), contractor }
    }

    /// The filed row of a subcontractor.
    #[must_use]
    pub fn find_row(&self, id: &str) -> Option<&FiledCisRow> {
        self.rows.iter().find(|row| row.subcontractor.id == id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::cis::{PaidSubcontractor, SubcontractorStatus, build_monthly_return};
    use crate::tax::TaxMonth;

    /// 1,000.90 at 30 %: 1,000.00 on the return, 300.27 deducted. A stored return is read back unchanged.
    #[test]
    fn a_filed_return_is_stored_and_read_unchanged() {
        let date = "2026-10-01".parse().unwrap();
        let paid = PaidSubcontractor {
            id: "p1".to_owned(),
            date,
            subcontractor: "c1".to_owned(),
            status: SubcontractorStatus::NotRegistered,
            gross: Pence(100_090),
            materials: Pence::ZERO,
            deducted: Pence(30_027),
        };
        let made = build_monthly_return(&[paid], TaxMonth::containing(date));
        let contractor =
            Contractor { name: "Pipe & Daughters".to_owned(), employer_reference: "123/AB456".to_owned() };
        let known = |id: &str| {
            Some(Subcontractor {
                id: id.to_owned(),
                name: "Bloggs Roofing".to_owned(),
                utr: String::new(),
                verification_number: "V0012345678/AB".to_owned(),
            })
        };
        let filed = FiledCisReturn::from_return(contractor, &made, known);
        let text = serde_json::to_string(&filed).unwrap();
        let again: FiledCisReturn = serde_json::from_str(&text).unwrap();
        assert_eq!(again, filed);
        let row = again.find_row("c1").unwrap();
        let sums = [row.gross, row.materials, row.deducted].map(|it| it.0);
        assert_eq!(sums, [100_000, 0, 30_027]);
        assert_eq!(row.subcontractor.verification_number, "V0012345678/AB");
        assert_eq!(again.find_row("c2"), None);
    }
}
