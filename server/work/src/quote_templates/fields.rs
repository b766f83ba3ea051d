//! The fields that a person types of a template, and what is stored of them.

use plumbline_core::kind::DocumentKind;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use plumbline_platform::error::ApiError;
use plumbline_platform::http::RawJson;
use plumbline_platform::http::field_checks::{FieldChecks, NAME_MAX};
use plumbline_records::documents::drafting::body::{self, DocumentBody};
use plumbline_records::documents::drafting::fields::DocumentFields;

/// A quote template to create or to save; `body.rs` reads the quote's part. The fields that belong to a single job (its
/// dates, and the replies about its customer) are accepted and not stored.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct QuoteTemplateInput {
    /// The name that the business gives it, unique within the account.
    pub name: String,
    /// The business profile of its quotes; `None`: the one chosen when a quote is made.
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub business_profile_id: Option<String>,
    /// The job.
    pub job_description: String,
    /// Notes for the customer.
    pub notes: String,
    /// The template of its printable document; `None`: the business profile's.
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub template: Option<String>,
    /// Its own terms; `None`: the business profile's.
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub terms: Option<String>,
    /// The document.
    #[serde(flatten)]
    pub document: DocumentFields,
}

/// The fields of [`QuoteTemplateInput`] that are not a quote's, as they are sent; null means the same as missing.
#[derive(Default, Deserialize)]
#[serde(default)]
struct OwnTemplateFields {
    name: Option<String>,
}

/// A validated quote template.
#[derive(Debug)]
pub(super) struct QuoteTemplateFields {
    /// Its name.
    pub name: String,
    /// The document, without the fields that belong to a single job, and its other fields.
    pub body: DocumentBody,
}

/// Reads and validates a body.
///
/// # Errors
/// 400 for malformed JSON or an unknown field; 422 naming each field that is not valid.
pub(super) fn parse(raw: &RawJson) -> Result<QuoteTemplateFields, ApiError> {
    let mut body = body::parse_for_any_job(DocumentKind::Quote, raw, &["name"])?;
    let own: OwnTemplateFields = raw.parse()?;
    let name = own.name.unwrap_or_default().trim().to_owned();
    let mut checks = FieldChecks::new();
    let blank = "Give it a name you’ll recognise, such as Bathroom refit.";
    checks.check_required_line("name", &name, NAME_MAX, blank);
    checks.into_result()?;
    body.document = body.document.to_template();
    Ok(QuoteTemplateFields { name, body })
}
