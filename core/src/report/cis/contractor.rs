//! What a contractor deducts from a payment to a subcontractor (Finance Act 2004, s. 61; gov.uk, 'Make deductions
//! and pay subcontractors').

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use crate::money::Pence;
use crate::tax::CIS_RATES;

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
