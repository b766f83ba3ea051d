//! The responses of VAT.

use plumbline_core::report::vat::Stagger;
use plumbline_core::tax::vat_flat_rate::FlatRateSector;
use plumbline_core::time::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::outside::VatOutside;

/// What VAT says of a document before its customer is given it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct VatCheck {
    /// Whether the business is registered on the document's date.
    pub registered: bool,
    /// In the order in which they are put right.
    pub findings: Vec<VatFinding>,
    /// The questions of the reverse charge as far as the job or the customer answers them.
    pub known: ReverseChargeAnswers,
}

/// One thing that a check found.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct VatFinding {
    /// Stable name of the rule.
    pub code: String,
    /// Whether the document cannot go out with it; else it is asked.
    pub refuses: bool,
    /// Where, by the JSON names; empty where it is of the whole.
    pub path: String,
    /// A sentence.
    pub msg: String,
    /// Whether the rule was read in its source.
    pub confirmed: bool,
}

/// What was answered of the reverse charge's questions; none where nobody did.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct ReverseChargeAnswers {
    /// Whether the customer pays under the Construction Industry Scheme.
    pub in_cis: Option<bool>,
    /// Whether they are registered for VAT.
    pub customer_registered: Option<bool>,
    /// Whether it is only the supply of staff.
    pub staff: Option<bool>,
    /// Whether they said in writing to be an end user or an intermediary.
    pub end_user_notice: Option<bool>,
}

/// How a business's time is cut into VAT periods.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub enum VatPeriods {
    /// Quarters that end in March, June, September and December.
    March,
    /// Quarters that end in January, April, July and October.
    January,
    /// Quarters that end in February, May, August and November.
    February,
    /// Every month.
    Monthly,
    /// A year: annual accounting.
    Annual,
}

/// The sector of the flat rate scheme.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub enum VatFlatRate {
    /// General building or construction services: 9.5 %.
    Building,
    /// The same where the materials are worth less than a tenth of turnover: 14.5 %.
    LabourOnly,
}

impl From<VatFlatRate> for FlatRateSector {
    fn from(rate: VatFlatRate) -> Self {
        match rate {
            VatFlatRate::Building => Self::Building,
            VatFlatRate::LabourOnly => Self::LabourOnly,
        }
    }
}

/// How a business accounts for VAT from a day on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct VatScheme {
    /// The first day, YYYY-MM-DD: a period's.
    #[serde(deserialize_with = "plumbline_core::time::supplied::date")]
    #[schema(value_type = String)]
    pub from: Date,
    /// Whether by payments (cash accounting), not by invoices.
    pub cash: bool,
    /// The sector, under the flat rate scheme.
    pub flat_rate: Option<VatFlatRate>,
}

/// A business's registration for VAT, as it is set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct VatRegistration {
    /// The version that it was made from; 0: there was none.
    pub version: i64,
    /// The effective date of registration, YYYY-MM-DD.
    #[serde(deserialize_with = "plumbline_core::time::supplied::date")]
    #[schema(value_type = String)]
    pub from: Date,
    /// The last day, YYYY-MM-DD; none while it goes on.
    #[serde(default, deserialize_with = "plumbline_core::time::supplied::option")]
    #[schema(value_type = Option<String>)]
    pub until: Option<Date>,
    /// How its time is cut into periods.
    pub periods: VatPeriods,
    /// Of annual accounting: the month in which a year ends, 1 to 12; else 0.
    pub annual_ends_in: u8,
    /// How it accounts, at most 10; by invoices before the first.
    pub schemes: Vec<VatScheme>,
}

impl VatRegistration {
    /// As core has it.
    pub(super) fn stagger(&self) -> Stagger {
        match self.periods {
            VatPeriods::March => Stagger::March,
            VatPeriods::January => Stagger::January,
            VatPeriods::February => Stagger::February,
            VatPeriods::Monthly => Stagger::Monthly,
            VatPeriods::Annual => Stagger::Annual {
                ends_in: self.annual_ends_in,
            },
        }
    }

    /// As it is set, of what core has.
    pub(super) fn periods_of(stagger: Stagger) -> (VatPeriods, u8) {
        match stagger {
            Stagger::March => (VatPeriods::March, 0),
            Stagger::January => (VatPeriods::January, 0),
            Stagger::February => (VatPeriods::February, 0),
            Stagger::Monthly => (VatPeriods::Monthly, 0),
            Stagger::Annual { ends_in } => (VatPeriods::Annual, ends_in),
        }
    }
}

/// A business, as far as VAT asks.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct VatBusiness {
    /// The business profile.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its VAT number; empty where it has none.
    pub number: String,
    /// Its registration; none where none was entered.
    pub registration: Option<VatRegistration>,
    /// The percentage of the flat rate scheme today, where it is in it and its costs are not limited.
    pub flat_percent: Option<String>,
    /// Its invoices that charge VAT on a day without registration, by day: they are in no return.
    pub outside: Vec<VatOutside>,
}
