//! The answers to the questions that VAT raises about a job.

use serde::{Deserialize, Serialize};

use crate::tax::vat_reliefs::VatRelief;

/// The answers to the questions about VAT. They change no amount: treatments and rates do, and these are compared with
/// the answers before an invoice is issued (`report::vat`). A question that nobody has answered yet is `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", default)]
pub struct VatAnswers {
    /// The reliefs for which every question was answered with yes.
    pub reliefs: Vec<VatRelief>,
    /// Whether the customer pays for the work under the Construction Industry Scheme.
    pub in_cis: Option<bool>,
    /// Whether the customer is registered for VAT.
    pub customer_registered: Option<bool>,
    /// Whether the supply is only of staff or workers.
    pub staff: Option<bool>,
    /// Whether the customer has confirmed in writing that it is an end user or an intermediary.
    pub end_user_notice: Option<bool>,
    /// The ids of the lines that are not construction work, such as a supply of goods alone or a survey. If the
    /// remaining lines are 5 % of the job or less, the reverse charge does not apply. Omitted from the JSON if every
    /// line is construction work.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<String>>"))]
    pub not_construction: Vec<String>,
}
