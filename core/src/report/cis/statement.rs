//! A contractor's payment and deduction statement (HMRC CISR12160).

use serde::{Deserialize, Serialize};

use super::contractor::Status;
use super::monthly::PaidSubcontractor;
use crate::money::Pence;
use crate::tax::TaxMonth;
use crate::time::Date;

/// Who deducts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Contractor {
    /// Their name.
    pub name: String,
    /// Their employer's reference.
    pub employer_reference: String,
}

/// Of whom.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Subcontractor {
    /// As payments name them.
    pub id: String,
    /// Their name.
    pub name: String,
    /// Their Unique Taxpayer Reference; empty where it is not known.
    pub utr: String,
    /// What HMRC gave when it was asked about them; empty where it was not.
    pub verification_number: String,
}

/// What a statement says.
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
    /// The verification number, only where any payment was made at the rate of who is not registered.
    pub verification_number: Option<String>,
    /// What was paid, without VAT and before the deduction.
    pub gross: Pence,
    /// What of that was materials.
    pub materials: Pence,
    /// What the rate is of.
    pub liable: Pence,
    /// What was deducted.
    pub deducted: Pence,
    /// The last day on which the subcontractor must have it.
    pub due: Date,
    /// What it should say and cannot yet: `contractor`, `employerReference`, `subcontractor`, `utr`,
    /// `verificationNumber`.
    pub missing: Vec<&'static str>,
    /// The payments behind it, by day.
    pub payments: Vec<String>,
}

/// The statement of a tax month for a subcontractor, of all payments or more than are of it; none where nothing was
/// deducted, because none is owed then.
#[must_use]
pub fn statement(
    contractor: &Contractor,
    subcontractor: &Subcontractor,
    payments: &[PaidSubcontractor],
    month: TaxMonth,
) -> Option<DeductionStatement> {
    let of_month = payments
        .iter()
        .filter(|it| it.subcontractor == subcontractor.id && TaxMonth::of(it.date) == month);
    let mut of_month: Vec<&PaidSubcontractor> = of_month.collect();
    of_month.sort_by(|a, b| (a.date, &a.id).cmp(&(b.date, &b.id)));
    let sum = |of: fn(&PaidSubcontractor) -> Pence| of_month.iter().map(|it| of(it)).sum::<Pence>();
    let deducted = sum(|it| it.deducted);
    if deducted <= Pence::ZERO {
        return None;
    }
    let is_verified = of_month.iter().any(|it| it.status == Status::NotRegistered);
    let number = is_verified.then(|| subcontractor.verification_number.clone());
    let named = [
        ("contractor", contractor.name.as_str()),
        ("employerReference", &contractor.employer_reference),
        ("subcontractor", &subcontractor.name),
        // Who is not registered may have none: the verification number stands for it.
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
        due: month.due(),
        missing,
        payments: of_month.iter().map(|it| it.id.clone()).collect(),
    })
}

/// What a statement cannot say yet, in a sentence; none where it says all that it must.
#[must_use]
pub fn lacking(statement: &DeductionStatement) -> Option<String> {
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
