//! What a contractor deducts from a payment to a subcontractor (Finance Act 2004, s. 61; gov.uk, 'Make deductions
//! and pay subcontractors').

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use crate::money::Pence;
use crate::tax::CIS_RATES;

/// How HMRC has a subcontractor, as it said when the contractor verified them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Status {
    /// With gross payment status: nothing is deducted.
    Gross,
    /// Registered.
    Registered,
    /// Not registered, or not found.
    NotRegistered,
}

impl Status {
    /// The percentage.
    #[must_use]
    pub const fn rate(self) -> u32 {
        match self {
            Self::Gross => CIS_RATES[0],
            Self::Registered => CIS_RATES[1],
            Self::NotRegistered => CIS_RATES[2],
        }
    }

    /// The one of this percentage.
    #[must_use]
    pub fn of_rate(rate: u32) -> Option<Self> {
        let all = [Self::Gross, Self::Registered, Self::NotRegistered];
        all.into_iter().find(|it| it.rate() == rate)
    }

    /// As HMRC calls it.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Gross => "Gross payment status",
            Self::Registered => "Registered",
            Self::NotRegistered => "Not registered, or not found by HMRC",
        }
    }
}

/// What is deducted from a payment, and what is left to pay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Deduction {
    /// What the subcontractor asks for, without VAT.
    pub gross: Pence,
    /// What they paid others for materials, never more than that.
    pub materials: Pence,
    /// What the rate is of.
    pub liable: Pence,
    /// The percentage.
    pub rate: u32,
    /// What is deducted and paid to HMRC.
    pub deducted: Pence,
    /// The VAT, which is paid whole.
    pub vat: Pence,
    /// What the subcontractor gets.
    pub pay: Pence,
    /// Whether the rounding of the deduction was read: it is not, no text says it. It is to the penny, half away from
    /// zero, as on a document (docs/rules.md, section 3).
    pub rounding_confirmed: bool,
}

/// What is deducted from a payment of `gross`, without VAT, of which `materials` are what the subcontractor paid others
/// for directly: materials, consumable stores, fuel except for travelling, plant hire and prefabrication. They count
/// without VAT, and with it if the subcontractor is not registered for VAT (HMRC COG909190). No mark-up is part of
/// them, travel and subsistence are not, and the CITB levy is not part of the gross.
///
/// Materials above the gross count as the gross, and below zero as nothing.
#[must_use]
pub fn deduction(gross: Pence, materials: Pence, vat: Pence, status: Status) -> Deduction {
    let materials = materials.min(gross).max(Pence::ZERO);
    let liable = (gross - materials).max(Pence::ZERO);
    let deducted = liable.percent(Decimal::from(status.rate()));
    Deduction {
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
