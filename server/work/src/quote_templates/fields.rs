//! The fields that a person types of a template, and what is stored of them.

use plumbline_core::kind::Kind;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use plumbline_platform::error::ApiError;
use plumbline_platform::http::RawJson;
use plumbline_platform::http::text::{Checks, NAME_MAX};
use plumbline_records::documents::drafting::body::{self, Body};
use plumbline_records::documents::drafting::fields::DocumentFields;

/// A template of quotes to create or to save; `body.rs` reads what of it is a quote's. What a quote says of
/// one job alone (its days, what was answered of its customer) is taken and not kept.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct QuoteTemplateInput {
    /// What the business calls it; no two of an account are called the same.
    pub name: String,
    /// The business that its quotes are from; none: the one that is chosen then.
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub business_profile_id: Option<String>,
    /// What the job is.
    pub job_description: String,
    /// Notes that the customer reads.
    pub notes: String,
    /// The look of its paper; none: the business profile's.
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub template: Option<String>,
    /// Terms of its own; none: the business profile's.
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub terms: Option<String>,
    /// The document.
    #[serde(flatten)]
    pub document: DocumentFields,
}

/// [`QuoteTemplateInput`]'s own as it comes: null like missing.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Own {
    name: Option<String>,
}

/// A template that can be kept.
#[derive(Debug)]
pub(super) struct Fields {
    /// What it is called.
    pub name: String,
    /// The document, without what is of one job, and what surrounds it.
    pub body: Body,
}

/// Reads a body and judges it.
///
/// # Errors
/// 400 for malformed JSON or an unknown field; 422 naming each field that cannot be kept.
pub(super) fn parse(raw: &RawJson) -> Result<Fields, ApiError> {
    let mut body = body::parse_for_any_job(Kind::Quote, raw, &["name"])?;
    let own: Own = raw.parse()?;
    let name = own.name.unwrap_or_default().trim().to_owned();
    let mut checks = Checks::new();
    let blank = "Give it a name you’ll recognise, such as Bathroom refit.";
    checks.required_line("name", &name, NAME_MAX, blank);
    checks.finish()?;
    body.document = body.document.as_template();
    Ok(Fields { name, body })
}
