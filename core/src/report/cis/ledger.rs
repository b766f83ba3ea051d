//! A subcontractor's ledger: what contractors paid and deducted by tax month, against the statements that they
//! gave (HMRC CISR12160: one for each month in which they deducted, by the 19th after it).

use std::collections::BTreeMap;

use serde::Serialize;

use crate::money::Pence;
use crate::report::Part;
use crate::tax::{TaxMonth, TaxYear};
use crate::time::Date;

/// A payment under the scheme: what it was for (docs/rules.md, section 7; `books::received` gives it). Below zero where
/// money went back. Or what a credit note changed of what the payments before it were for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CisPaid {
    /// Its id.
    pub id: String,
    /// The day that it came in.
    pub date: Date,
    /// Whether it is of a credit note: nobody paid then, so no statement is owed for it (CISR12160).
    pub credit: bool,
    /// Whose it was.
    pub contractor: String,
    /// Without VAT and before the deduction.
    pub gross: Pence,
    /// How much of that was materials.
    pub materials: Pence,
    /// What was deducted.
    pub deducted: Pence,
}

/// A contractor's statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stated {
    /// Its id.
    pub id: String,
    /// Whose it is.
    pub contractor: String,
    /// Its tax month.
    pub month: TaxMonth,
    /// The gross that it says.
    pub gross: Pence,
    /// The materials that it says.
    pub materials: Pence,
    /// The deduction that it says.
    pub deducted: Pence,
}

/// How a month's payments and statements stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "is", rename_all = "camelCase")]
pub enum Standing {
    /// They say the same. Gross and materials in whole pounds, rounded down as a return has them, do.
    Agrees,
    /// They do not: the statement less the payments.
    Differs {
        /// By how much in gross.
        gross: Pence,
        /// By how much in materials.
        materials: Pence,
        /// By how much in the deduction.
        deducted: Pence,
    },
    /// There is no statement, and its day has passed.
    Missing,
    /// There is none, and it is not late yet.
    NotDue,
    /// Nothing was deducted, or nothing paid: none is owed.
    NotOwed,
    /// There is a statement and no payment.
    NoPayment,
}

/// A tax month of one contractor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LedgerRow {
    /// The month, by its last day.
    pub month: TaxMonth,
    /// Whose.
    pub contractor: String,
    /// What was paid, without VAT and before the deduction.
    pub gross: Pence,
    /// How much of that was materials.
    pub materials: Pence,
    /// What was deducted.
    pub deducted: Pence,
    /// The payments behind it, by day.
    pub payments: Vec<String>,
    /// The statements of it.
    pub statements: Vec<String>,
    /// The last day for the statement.
    pub statement_due: Date,
    /// How they stand to each other.
    pub standing: Standing,
}

/// A tax year's ledger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Ledger<'a> {
    /// By month, then contractor.
    pub rows: Vec<LedgerRow>,
    /// All that was paid, before the deduction.
    pub gross: Pence,
    /// How much of that was materials.
    pub materials: Pence,
    /// All that was deducted, by the payments: for box 81 of SA103F, or box 38 of SA103S.
    pub deducted: Pence,
    /// What the statements say was deducted. HMRC compares the return with what contractors told it: where the two
    /// differ, a row says why.
    pub stated: Pence,
    /// The payments behind it and what was deducted of each, by day.
    pub parts: Vec<Part<'a>>,
}

#[derive(Default)]
struct Month<'a> {
    paid: [Pence; 3],
    payments: Vec<&'a CisPaid>,
    stated: [Pence; 3],
    statements: Vec<&'a Stated>,
}

/// The ledger of a tax year, as it stands on a day.
#[must_use]
pub fn ledger<'a>(
    payments: &'a [CisPaid],
    statements: &[Stated],
    year: TaxYear,
    today: Date,
) -> Ledger<'a> {
    let mut months: BTreeMap<(TaxMonth, &str), Month<'_>> = BTreeMap::new();
    let mut of_year: Vec<&CisPaid> = payments
        .iter()
        .filter(|it| TaxYear::of(it.date) == year)
        .collect();
    of_year.sort_by(|a, b| (a.date, &a.id).cmp(&(b.date, &b.id)));
    for it in &of_year {
        let month = months
            .entry((TaxMonth::of(it.date), &it.contractor))
            .or_default();
        add(&mut month.paid, [it.gross, it.materials, it.deducted]);
        month.payments.push(it);
    }
    for it in statements
        .iter()
        .filter(|it| TaxYear::of(it.month.last()) == year)
    {
        let month = months.entry((it.month, &it.contractor)).or_default();
        add(&mut month.stated, [it.gross, it.materials, it.deducted]);
        month.statements.push(it);
    }
    let sum = |of: fn(&Month<'_>) -> Pence| months.values().map(of).sum::<Pence>();
    Ledger {
        gross: sum(|it| it.paid[0]),
        materials: sum(|it| it.paid[1]),
        deducted: sum(|it| it.paid[2]),
        stated: sum(|it| it.stated[2]),
        parts: of_year
            .iter()
            .filter(|it| !it.deducted.is_zero())
            .map(|it| part(it))
            .collect(),
        rows: months
            .into_iter()
            .map(|(key, month)| row(key, month, today))
            .collect(),
    }
}

fn add(sums: &mut [Pence; 3], amounts: [Pence; 3]) {
    for (sum, amount) in sums.iter_mut().zip(amounts) {
        *sum += amount;
    }
}

fn part(payment: &CisPaid) -> Part<'_> {
    Part {
        id: &payment.id,
        amount: payment.deducted,
    }
}

fn row((month, contractor): (TaxMonth, &str), it: Month<'_>, today: Date) -> LedgerRow {
    let [gross, materials, deducted] = it.paid;
    let mut statements: Vec<String> = it.statements.iter().map(|it| it.id.clone()).collect();
    statements.sort();
    LedgerRow {
        month,
        contractor: contractor.to_owned(),
        gross,
        materials,
        deducted,
        standing: standing(&it, month, today),
        payments: it.payments.iter().map(|it| it.id.clone()).collect(),
        statements,
        statement_due: month.due(),
    }
}

fn standing(it: &Month<'_>, month: TaxMonth, today: Date) -> Standing {
    let [gross, materials, deducted] = it.paid;
    if it.statements.is_empty() {
        let paid = it.payments.iter().any(|it| !it.credit);
        return match (deducted.is_zero() || !paid, month.due().has_passed(today)) {
            (true, _) => Standing::NotOwed,
            (false, true) => Standing::Missing,
            (false, false) => Standing::NotDue,
        };
    }
    if it.payments.is_empty() {
        return Standing::NoPayment;
    }
    let says_the_same = |stated: Pence, paid: Pence| stated == paid || stated == whole_pounds(paid);
    let agrees = says_the_same(it.stated[0], gross)
        && says_the_same(it.stated[1], materials)
        && it.stated[2] == deducted;
    match agrees {
        true => Standing::Agrees,
        false => Standing::Differs {
            gross: it.stated[0] - gross,
            materials: it.stated[1] - materials,
            deducted: it.stated[2] - deducted,
        },
    }
}

/// Rounded down to the pound, as a contractor's return has gross and materials (hmrc/cis-frontend).
pub(super) fn whole_pounds(amount: Pence) -> Pence {
    amount - Pence(amount.0.rem_euclid(100))
}
