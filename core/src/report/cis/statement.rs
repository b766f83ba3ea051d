//! A contractor's payment and deduction statement (HMRC CISR12160).

use serde::{Deserialize, Serialize};

use super::contractor::SubcontractorStatus;
use super::monthly::PaidSubcontractor;
use crate::money::Pence;
use crate::tax::TaxMonth;
use crate::time::Date;

/// The contractor, who makes the deduction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Contractor {
    /// The contractor's name.
    pub name: String,
    /// The employer's reference.
    pub employer_reference: String,
}

/// The subcontractor, from whose payments it is made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Subcontractor {
    /// The id that payments use.
    pub id: String,
    /// The subcontractor's name.
    pub name: String,
    /// The Unique Taxpayer Reference; empty if it is not known.
    pub utr: String,
    /// The number that HMRC gave when the contractor verified them; empty if they were not verified.
    pub verification_number: String,
}

/// The content of a payment and deduction statement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DeductionStatement {
    /// The contractor's name.
    pub contractor: String,
    /// The contractor's employer's reference.
    pub employer_reference: String,
    /// The end of the tax month.
    pub month: TaxMonth,
    /// The subcontractor's name.
    pub subcontractor: String,
    /// The subcontractor's Unique Taxpayer Reference.
    pub utr: String,
    /// The verification number, only if any payment was made at the rate for unregistered subcontractors.
    pub verification_number: Option<String>,
    /// The sum of the payments, without VAT and before the deduction.
    pub gross: Pence,
    /// How much of that was for materials.
    pub materials: Pence,
    /// The base of the deduction.
    pub liable: Pence,
    /// The deduction.
    pub deducted: Pence,
    /// The deadline for the subcontractor to receive it.
    pub due: Date,
    /// Required content that is missing: `contractor`, `employerReference`, `subcontractor`, `utr`,
    /// `verificationNumber`.
    pub missing: Vec<&'static str>,
    /// The ids of the payments, by day.
    pub payments: Vec<String>,
}

/// The statement of a tax month for a subcontractor. The payments may go beyond the month and the subcontractor. `None`
/// if nothing was deducted, because then no statement is due.
#[must_use]
pub fn build_statement(
    contractor: &Contractor,
    subcontractor: &Subcontractor,
    payments: &[PaidSubcontractor],
    month: TaxMonth,
) -> Option<DeductionStatement> {
    let of_month = payments
        .iter()
        .filter(|it| it.subcontractor == subcontractor.id && TaxMonth::containing(it.date) == month);
    let mut of_month: Vec<&PaidSubcontractor> = of_month.collect();
    of_month.sort_by(|a, b| (a.date, &a.id).cmp(&(b.date, &b.id)));
    let sum = |of: fn(&PaidSubcontractor) -> Pence| of_month.iter().map(|it| of(it)).sum::<Pence>();
    let deducted = sum(|it| it.deducted);
    if deducted <= Pence::ZERO {
        return None;
    }
    let is_verified = of_month.iter().any(|it| it.status == SubcontractorStatus::NotRegistered);
    let number = is_verified.then(|| subcontractor.verification_number.clone());
    let named = [
        ("contractor", contractor.name.as_str()),
        ("employerReference", &contractor.employer_reference),
        ("subcontractor", &subcontractor.name),
        // An unregistered subcontractor may have no UTR: the verification number is enough.
        ("utr", if is_verified { "-" } else { &subcontractor.utr }),
        ("verificationNumber", number.as_deref().unwrap_or("-")),
    ];
    let missing = named.iter().filter(|(_, text)| text.trim().is_empty());
    let missing = missing.map(|(name, _)| *name).collect();
    Some(DeductionStatement {
        contractor: contractor.name.clone(),
        employer_reference: contractor.employer_reference.clone(),
        month,
        subcontractor: subcontractor.name.clone(),
        utr: subcontractor.utr.clone(),
        verification_number: number,
        gross: sum(|it| it.gross),
        materials: sum(|it| it.materials),
        liable: sum(|it| (it.gross - it.materials).max(Pence::ZERO)),
        deducted,
        due: month.due_date(),
        missing,
        payments: of_month.iter().map(|it| it.id.clone()).collect(),
    })
}

/// A sentence about the content that a statement is missing; `None` if it is complete.
#[must_use]
pub fn describe_missing(statement: &DeductionStatement) -> Option<String> {
    let named = statement.missing.iter().map(|name| match *name {
        "contractor" => "the name of your business",
        "employerReference" => "your employer reference",
        "subcontractor" => "the subcontractor\u{2019}s name",
        "utr" => "the subcontractor\u{2019}s UTR",
        _ => "the verification number, which a 30% statement has to show",
    });
    let named: Vec<&str> = named.collect();
    let last = named.last()?;
    let before = named[..named.len() - 1].join(", ");
    Some(match before.as_str() {
        "" => format!("This statement still needs {last}."),
        before => format!("This statement still needs {before} and {last}."),
    })
}
