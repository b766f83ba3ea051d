//! Questions that VAT raises about a job, as somebody answered them.

use serde::{Deserialize, Serialize};

use crate::tax::vat_reliefs::VatRelief;

/// What was answered. It changes no figure: what it comes to is set by treatments and rates, and checked against it
/// before an invoice is issued (`report::vat`). An answer that nobody gave yet is none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", default)]
pub struct VatAnswers {
    /// The reliefs whose questions were all answered with yes.
    pub reliefs: Vec<VatRelief>,
    /// Whether the customer pays for it under the Construction Industry Scheme.
    pub in_cis: Option<bool>,
    /// Whether the customer is registered for VAT.
    pub customer_registered: Option<bool>,
    /// Whether it is only the supply of staff or workers.
    pub staff: Option<bool>,
    /// Whether the customer said in writing to be an end user or an intermediary.
    pub end_user_notice: Option<bool>,
    /// The lines that are no construction work, such as a supply of goods alone or a survey, by their ids: where what is left
    /// is 5 % of the job or less, the reverse charge leaves it alone. Left out where all of it is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<String>>"))]
    pub not_construction: Vec<String>,
}
