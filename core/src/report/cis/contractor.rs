//! What a contractor deducts from a payment to a subcontractor (Finance Act 2004, s. 61; gov.uk, 'Make deductions
//! and pay subcontractors').

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use crate::money::Pence;
use crate::tax::CIS_RATES;
use crate::time::Date;

/// The status of a subcontractor, as HMRC gave it when the contractor verified them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum SubcontractorStatus {
    /// Gross payment status: nothing is deducted.
    Gross,
    /// Registered.
    Registered,
    /// Not registered, or not found.
    NotRegistered,
}

impl SubcontractorStatus {
    /// The rate of the deduction as a percentage.
    #[must_use]
    pub const fn rate(self) -> u32 {
        match self {
            Self::Gross => CIS_RATES[0],
            Self::Registered => CIS_RATES[1],
            Self::NotRegistered => CIS_RATES[2],
        }
    }

    /// The status with this rate; `None` if there is none.
    #[must_use]
    pub fn from_rate(rate: u32) -> Option<Self> {
        let all = [Self::Gross, Self::Registered, Self::NotRegistered];
        all.into_iter().find(|it| it.rate() == rate)
    }

    /// HMRC's name for it.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Gross => "Gross payment status",
            Self::Registered => "Registered",
            Self::NotRegistered => "Not registered, or not found by HMRC",
        }
    }
}

/// The deduction from a payment, and what is left to pay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CisDeduction {
    /// The amount that the subcontractor asks for, without VAT.
    pub gross: Pence,
    /// What they paid others for materials, at most the gross amount.
    pub materials: Pence,
    /// The base of the deduction.
    pub liable: Pence,
    /// The rate as a percentage.
    pub rate: u32,
    /// The deduction, which is paid to HMRC.
    pub deducted: Pence,
    /// The VAT, which is paid in full.
    pub vat: Pence,
    /// What the subcontractor receives.
    pub pay: Pence,
    /// Whether the rounding of the deduction was read in a source: it was not, because no text mentions it. It is
    /// rounded to the penny, half away from zero, as on a document (docs/rules.md, section 3).
    pub rounding_confirmed: bool,
}

/// The deduction from a payment of `gross`, without VAT. `materials` are what the subcontractor paid others for
/// directly: materials, consumable stores, fuel except for travelling, plant hire and prefabrication. They count
/// without VAT, or including VAT if the subcontractor is not registered for VAT (HMRC COG909190). They don't include a
/// mark-up, travel or subsistence, and the CITB levy is not part of the gross amount.
///
/// Materials above the gross amount count as the gross amount, and negative ones as 0.
#[must_use]
pub fn calculate_deduction(
    gross: Pence,
    materials: Pence,
    vat: Pence,
    status: SubcontractorStatus,
) -> CisDeduction {
    let materials = materials.min(gross).max(Pence::ZERO);
    let liable = (gross - materials).max(Pence::ZERO);
    let deducted = liable.percent(Decimal::from(status.rate()));
    CisDeduction {
        gross,
        materials,
        liable,
        rate: status.rate(),
        deducted,
        vat,
        pay: gross - deducted + vat,
        rounding_confirmed: false,
    }
}

// What HMRC reported about a subcontractor, and the formats of the numbers by which HMRC identifies both sides.

/// A status and the day from which it applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StatusFrom {
    /// The first day.
    pub from: Date,
    /// The status.
    pub status: SubcontractorStatus,
}

/// The status on a day: a payment is taxed by the status on the day on which it is made (HMRC CISR15120). `None` before
/// the first verification.
#[must_use]
pub fn find_status(holdings: &[StatusFrom], day: Date) -> Option<SubcontractorStatus> {
    let begun = holdings.iter().filter(|it| it.from <= day);
    begun.max_by_key(|it| it.from).map(|it| it.status)
}

/// Letters and digits only, in capitals: the normal form of a number, however it was spaced.
fn strip_separators(typed: &str) -> String {
    let signs = typed.chars().filter(char::is_ascii_alphanumeric);
    signs.map(|it| it.to_ascii_uppercase()).collect()
}

/// Whether a text contains only letters, digits and the separators that people put between digits.
fn has_only_separators(typed: &str) -> bool {
    typed.chars().all(|it| it.is_ascii_alphanumeric() || " -/".contains(it))
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|it| it.is_ascii_digit())
}

/// Reads a Unique Taxpayer Reference: ten digits, without the spaces between them. `None` for any other text.
#[must_use]
pub fn parse_utr(typed: &str) -> Option<String> {
    let bare = strip_separators(typed);
    (has_only_separators(typed) && bare.len() == 10 && is_digits(&bare)).then_some(bare)
}

/// Reads a verification number: V, ten digits, and up to two letters if it was given at 30 %: `V0012345678/AB`. `None`
/// for any other text.
#[must_use]
pub fn parse_verification_number(typed: &str) -> Option<String> {
    let bare = strip_separators(typed);
    let rest = bare.strip_prefix('V').filter(|_| has_only_separators(typed))?;
    let (digits, suffix) = rest.split_at_checked(10)?;
    let fits = is_digits(digits) && suffix.len() <= 2 && suffix.bytes().all(|it| it.is_ascii_uppercase());
    let slash = if suffix.is_empty() { "" } else { "/" };
    fits.then(|| format!("V{digits}{slash}{suffix}"))
}

/// Reads an employer's PAYE reference: the three digits of its tax office and its own reference: `123/AB456`. `None`
/// for any other text.
#[must_use]
pub fn parse_employer_reference(typed: &str) -> Option<String> {
    let (office, own) = typed.trim().split_once('/')?;
    let (office, own) = (office.trim(), own.trim().to_ascii_uppercase());
    let fits = office.len() == 3
        && is_digits(office)
        && (1..=10).contains(&own.len())
        && own.bytes().all(|it| it.is_ascii_alphanumeric());
    fits.then(|| format!("{office}/{own}"))
}

/// Reads an Accounts Office reference: three digits, P, a letter, and eight digits of which the last may be an X:
/// `123PA00045678`. `None` for any other text.
#[must_use]
pub fn parse_accounts_office_reference(typed: &str) -> Option<String> {
    let bare = strip_separators(typed);
    let signs: Vec<char> = bare.chars().collect();
    let fits = has_only_separators(typed)
        && signs.len() == 13
        && signs.iter().enumerate().all(|(at, sign)| match at {
            3 => *sign == 'P',
            4 => sign.is_ascii_uppercase(),
            12 => sign.is_ascii_digit() || *sign == 'X',
            _ => sign.is_ascii_digit(),
        });
    fits.then_some(bare)
}
