//! A template in a response.

use plumbline_core::money::Pence;
use serde::Serialize;
use utoipa::ToSchema;

use super::store::QuoteTemplateRow;
use plumbline_platform::error::ApiError;
use plumbline_records::documents::drafting::fields::DocumentFields;

/// A template of quotes.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct QuoteTemplate {
    /// UUIDv7.
    pub id: String,
    /// To be sent with the next save.
    pub version: i64,
    /// What the business calls it.
    pub name: String,
    /// The business that its quotes are from; none: the one that is chosen then.
    pub business_profile_id: Option<String>,
    /// What the job is.
    pub job_description: String,
    /// Notes that the customer reads.
    pub notes: String,
    /// The look of its paper; none: the business profile's.
    pub template: Option<String>,
    /// Terms of its own; none: the business profile's.
    pub terms: Option<String>,
    /// The document.
    #[serde(flatten)]
    pub document: DocumentFields,
    /// Pounds that a quote of it comes to.
    #[schema(value_type = String)]
    pub total_amount: Pence,
    /// Unix milliseconds.
    pub created_at: i64,
    /// Unix milliseconds.
    pub updated_at: i64,
}

impl TryFrom<QuoteTemplateRow> for QuoteTemplate {
    type Error = ApiError;

    fn try_from(row: QuoteTemplateRow) -> Result<Self, ApiError> {
        let document = row.document()?;
        Ok(Self {
            id: row.id.into(),
            version: row.version,
            name: row.name,
            business_profile_id: row.business_profile_id.map(String::from),
            job_description: row.job_description,
            notes: row.notes,
            template: row.template,
            terms: row.terms,
            document: document.into(),
            total_amount: row.total_amount,
            created_at: row.created_at,
            updated_at: row.updated_at,
        })
    }
}
