//! A subcontractor's ledger: what contractors paid and deducted in each tax month, compared with their statements (HMRC
//! CISR12160: one for each month in which they deducted, by the 19th after it).

use std::collections::BTreeMap;

use serde::Serialize;

use crate::money::Pence;
use crate::report::AmountPart;
use crate::tax::{TaxMonth, TaxYear};
use crate::time::Date;

/// A payment under the scheme, and what it was for (docs/rules.md, section 7; `books::received` calculates it), with
/// negative amounts for a refund. Or how a credit note changed what the payments before it were for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerPayment {
    /// The record's id.
    pub id: String,
    /// The day on which it was received.
    pub date: Date,
    /// Whether it is for a credit note: there was no payment then, so no statement is due for it (CISR12160).
    pub credit: bool,
    /// The id of the contractor.
    pub contractor: String,
    /// The amount without VAT and before the deduction.
    pub gross: Pence,
    /// How much of that was for materials.
    pub materials: Pence,
    /// The deduction.
    pub deducted: Pence,
}

/// A statement from a contractor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerStatement {
    /// The statement's id.
    pub id: String,
    /// The id of the contractor.
    pub contractor: String,
    /// The tax month.
    pub month: TaxMonth,
    /// The gross amount on it.
    pub gross: Pence,
    /// The materials on it.
    pub materials: Pence,
    /// The deduction on it.
    pub deducted: Pence,
}

/// How the payments and statements of a month compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "is", rename_all = "camelCase")]
pub enum LedgerRowState {
    /// They agree. Gross amount and materials may be in whole pounds, rounded down as on a return.
    Agrees,
    /// They differ, by the statement less the payments.
    Differs {
        /// The difference in the gross amount.
        gross: Pence,
        /// The difference in materials.
        materials: Pence,
        /// The difference in the deduction.
        deducted: Pence,
    },
    /// There is no statement, and it is late.
    Missing,
    /// There is no statement, but it isn't late yet.
    NotDue,
    /// No statement is due, because nothing was deducted or paid.
    NotOwed,
    /// There is a statement but no payment.
    NoPayment,
}

/// A tax month of one contractor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CisLedgerRow {
    /// The tax month, identified by its last day.
    pub month: TaxMonth,
    /// The id of the contractor.
    pub contractor: String,
    /// The sum of the payments, without VAT and before the deduction.
    pub gross: Pence,
    /// How much of that was for materials.
    pub materials: Pence,
    /// The sum of the deductions.
    pub deducted: Pence,
    /// The ids of the payments, by day.
    pub payments: Vec<String>,
    /// The ids of the statements.
    pub statements: Vec<String>,
    /// The deadline for the statement.
    pub statement_due: Date,
    /// How they compare.
    pub standing: LedgerRowState,
}

/// The ledger of a tax year.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CisLedger<'a> {
    /// The rows by month, then by contractor.
    pub rows: Vec<CisLedgerRow>,
    /// The sum of all payments, before the deduction.
    pub gross: Pence,
    /// How much of that was for materials.
    pub materials: Pence,
    /// The sum of all deductions, according to the payments: for box 81 of SA103F, or box 38 of SA103S.
    pub deducted: Pence,
    /// The sum of the deductions according to the statements. HMRC compares the tax return with what contractors
    /// reported; if the two differ, a row shows why.
    pub stated: Pence,
    /// The payments behind the deductions with the deduction from each, by day.
    pub parts: Vec<AmountPart<'a>>,
}

#[derive(Default)]
struct LedgerMonth<'a> {
    paid: [Pence; 3],
    payments: Vec<&'a LedgerPayment>,
    stated: [Pence; 3],
    statements: Vec<&'a LedgerStatement>,
}

/// The ledger of a tax year, as of the day `today`.
#[must_use]
pub fn build_ledger<'a>(
    payments: &'a [LedgerPayment],
    statements: &[LedgerStatement],
    year: TaxYear,
    today: Date,
) -> CisLedger<'a> {
    let mut months: BTreeMap<(TaxMonth, &str), LedgerMonth<'_>> = BTreeMap::new();
    let mut of_year: Vec<&LedgerPayment> =
        payments.iter().filter(|it| TaxYear::containing(it.date) == year).collect();
    of_year.sort_by(|a, b| (a.date, &a.id).cmp(&(b.date, &b.id)));
    for it in &of_year {
        let month = months.entry((TaxMonth::containing(it.date), &it.contractor)).or_default();
        add_amounts(&mut month.paid, [it.gross, it.materials, it.deducted]);
        month.payments.push(it);
    }
    for it in statements.iter().filter(|it| TaxYear::containing(it.month.last_day()) == year) {
        let month = months.entry((it.month, &it.contractor)).or_default();
        add_amounts(&mut month.stated, [it.gross, it.materials, it.deducted]);
        month.statements.push(it);
    }
    let sum = |of: fn(&LedgerMonth<'_>) -> Pence| months.values().map(of).sum::<Pence>();
    CisLedger {
        gross: sum(|it| it.paid[0]),
        materials: sum(|it| it.paid[1]),
        deducted: sum(|it| it.paid[2]),
        stated: sum(|it| it.stated[2]),
        parts: of_year.iter().filter(|it| !it.deducted.is_zero()).map(|it| ledger_part(it)).collect(),
        rows: months.into_iter().map(|(key, month)| build_row(key, month, today)).collect(),
    }
}

fn add_amounts(sums: &mut [Pence; 3], amounts: [Pence; 3]) {
    for (sum, amount) in sums.iter_mut().zip(amounts) {
        *sum += amount;
    }
}

fn ledger_part(payment: &LedgerPayment) -> AmountPart<'_> {
    AmountPart { id: &payment.id, amount: payment.deducted }
}

fn build_row((month, contractor): (TaxMonth, &str), it: LedgerMonth<'_>, today: Date) -> CisLedgerRow {
    let [gross, materials, deducted] = it.paid;
    let mut statements: Vec<String> = it.statements.iter().map(|it| it.id.clone()).collect();
    statements.sort();
    CisLedgerRow {
        month,
        contractor: contractor.to_owned(),
        gross,
        materials,
        deducted,
        standing: find_row_state(&it, month, today),
        payments: it.payments.iter().map(|it| it.id.clone()).collect(),
        statements,
        statement_due: month.due_date(),
    }
}

fn find_row_state(it: &LedgerMonth<'_>, month: TaxMonth, today: Date) -> LedgerRowState {
    let [gross, materials, deducted] = it.paid;
    if it.statements.is_empty() {
        let paid = it.payments.iter().any(|it| !it.credit);
        return match (deducted.is_zero() || !paid, month.due_date().has_passed(today)) {
            (true, _) => LedgerRowState::NotOwed,
            (false, true) => LedgerRowState::Missing,
            (false, false) => LedgerRowState::NotDue,
        };
    }
    if it.payments.is_empty() {
        return LedgerRowState::NoPayment;
    }
    let says_the_same = |stated: Pence, paid: Pence| stated == paid || stated == round_down_to_pounds(paid);
    let agrees = says_the_same(it.stated[0], gross)
        && says_the_same(it.stated[1], materials)
        && it.stated[2] == deducted;
    match agrees {
        true => LedgerRowState::Agrees,
        false => LedgerRowState::Differs {
            gross: it.stated[0] - gross,
            materials: it.stated[1] - materials,
            deducted: it.stated[2] - deducted,
        },
    }
}

/// Rounds down to the pound, like the gross amount and materials on a contractor's return (hmrc/cis-frontend).
pub(super) fn round_down_to_pounds(amount: Pence) -> Pence {
    amount - Pence(amount.0.rem_euclid(100))
}
