//! The responses of VAT.

use plumbline_core::report::vat::Stagger;
use plumbline_core::tax::vat_flat_rate::FlatRateSector;
use plumbline_core::time::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::uncounted::VatOutside;

/// The result of checking a document for VAT before it is given to the customer.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct VatCheck {
    /// Whether the business is registered on the document's date.
    pub registered: bool,
    /// The findings, in the order in which they should be fixed.
    pub findings: Vec<VatFinding>,
    /// The reverse charge questions that the job's or the customer's record already answers.
    pub known: ReverseChargeAnswers,
}

/// One thing that a check found.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct VatFinding {
    /// Stable name of the rule.
    pub code: String,
    /// Whether the document can't be issued because of it; otherwise the person is asked to confirm.
    pub refuses: bool,
    /// The field, by JSON names; empty for the whole document.
    pub path: String,
    /// A sentence for the person.
    pub msg: String,
    /// Whether the rule was read in its source.
    pub confirmed: bool,
}

/// The answers to the reverse charge questions; `None` for a question that wasn't answered.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct ReverseChargeAnswers {
    /// Whether the customer pays under the Construction Industry Scheme.
    pub in_cis: Option<bool>,
    /// Whether the customer is registered for VAT.
    pub customer_registered: Option<bool>,
    /// Whether only staff are supplied.
    pub staff: Option<bool>,
    /// Whether the customer said in writing that they are an end user or an intermediary.
    pub end_user_notice: Option<bool>,
}

/// How a business's VAT periods are divided.
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
    /// A year, for annual accounting.
    Annual,
}

/// The sector of the flat rate scheme.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub enum VatFlatRate {
    /// General building or construction services: 9.5 %.
    Building,
    /// The same if the materials are worth less than a tenth of turnover: 14.5 %.
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

/// How a business accounts for VAT from a date on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct VatScheme {
    /// The first day, YYYY-MM-DD: the first day of a period.
    #[serde(deserialize_with = "plumbline_core::time::supplied::date")]
    #[schema(value_type = String)]
    pub from: Date,
    /// Whether VAT is accounted for by payment date (cash accounting) instead of by invoice date.
    pub cash: bool,
    /// The sector, if the business is in the flat rate scheme.
    pub flat_rate: Option<VatFlatRate>,
}

/// A business's VAT registration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct VatRegistration {
    /// The base version; 0 if there was no registration.
    pub version: i64,
    /// The effective date of registration, YYYY-MM-DD.
    #[serde(deserialize_with = "plumbline_core::time::supplied::date")]
    #[schema(value_type = String)]
    pub from: Date,
    /// The last day, YYYY-MM-DD; `None` if the registration hasn't ended.
    #[serde(default, deserialize_with = "plumbline_core::time::supplied::option")]
    #[schema(value_type = Option<String>)]
    pub until: Option<Date>,
    /// How the VAT periods are divided.
    pub periods: VatPeriods,
    /// For annual accounting, the month in which the year ends, 1 to 12; otherwise 0.
    pub annual_ends_in: u8,
    /// The VAT schemes in use, at most 10; before the first of them, VAT is by invoice date.
    pub schemes: Vec<VatScheme>,
}

impl VatRegistration {
    /// The periods as core's type.
    pub(super) fn to_stagger(&self) -> Stagger {
        match self.periods {
            VatPeriods::March => Stagger::March,
            VatPeriods::January => Stagger::January,
            VatPeriods::February => Stagger::February,
            VatPeriods::Monthly => Stagger::Monthly,
            VatPeriods::Annual => Stagger::Annual { ends_in: self.annual_ends_in },
        }
    }

    /// The API's periods and year-end month for core's type.
    pub(super) fn from_stagger(stagger: Stagger) -> (VatPeriods, u8) {
        match stagger {
            Stagger::March => (VatPeriods::March, 0),
            Stagger::January => (VatPeriods::January, 0),
            Stagger::February => (VatPeriods::February, 0),
            Stagger::Monthly => (VatPeriods::Monthly, 0),
            Stagger::Annual { ends_in } => (VatPeriods::Annual, ends_in),
        }
    }
}

/// A business, with its VAT details.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct VatBusiness {
    /// The business profile.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its VAT number; empty if it has no number.
    pub number: String,
    /// Its registration; `None` if none has been entered.
    pub registration: Option<VatRegistration>,
    /// Today's flat rate percentage for its sector, if it is in the flat rate scheme; a period with limited cost has
    /// another percentage.
    pub flat_percent: Option<String>,
    /// Its invoices that charge VAT on a day without a registration, by date. They are in no return.
    pub outside: Vec<VatOutside>,
}
