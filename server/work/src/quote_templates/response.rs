//! A template in a response.

use plumbline_core::money::Pence;
use serde::Serialize;
use utoipa::ToSchema;

use super::store::QuoteTemplateRow;
use plumbline_platform::error::ApiError;
use plumbline_records::documents::drafting::fields::DocumentFields;

/// A quote template.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct QuoteTemplate {
    /// UUIDv7.
    pub id: String,
    /// The version, which the next save has to send.
    pub version: i64,
    /// The name that the business gives it.
    pub name: String,
    /// The business profile of its quotes; `None`: the one chosen when a quote is made.
    pub business_profile_id: Option<String>,
    /// The job.
    pub job_description: String,
    /// Notes for the customer.
    pub notes: String,
    /// The template of its printable document; `None`: the business profile's.
    pub template: Option<String>,
    /// Its own terms; `None`: the business profile's.
    pub terms: Option<String>,
    /// The document.
    #[serde(flatten)]
    pub document: DocumentFields,
    /// The total of a quote made from it, in pounds.
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
        // Every column is named, so that a new column doesn't compile until it is in the response, or somebody decides
        // why not.
        let QuoteTemplateRow {
            id,
            user_id: _, // the account
            version,
            created_from: _, // digests, by which repeated saves are recognised
            saved_from: _,
            name,
            name_key: _, // the name in the form in which names are compared
            business_profile_id,
            job_description,
            notes,
            template,
            terms,
            input: _,         // above
            rules_version: _, // by which the total was calculated
            total_amount,
            weight: _, // counts towards the account's storage quota
            created_at,
            updated_at,
        } = row;
        Ok(Self {
            id: id.into(),
            version,
            name,
            business_profile_id: business_profile_id.map(String::from),
            job_description,
            notes,
            template,
            terms,
            document: document.into(),
            total_amount,
            created_at,
            updated_at,
        })
    }
}
