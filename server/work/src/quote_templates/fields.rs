//! The fields that a person types of a template, and what is stored of them.

use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::store::{self, QuoteTemplateRow};
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::{ApiError, FieldError};
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

/// The most templates of an account: more than anybody has kinds of work.
const TEMPLATES_MAX: i64 = 200;

/// The most bytes of one template: some 300 lines with a paragraph each.
const TEMPLATE_BYTES_MAX: i64 = 200_000;

/// The most bytes of all of them, since every device stores them all.
const TOTAL_BYTES_MAX: i64 = 4_000_000;

/// Refuses a template that is too large, one too many, or has the same name as another. Call it before the template is
/// written, in the same transaction.
///
/// # Errors
/// 422 naming the field.
pub(super) async fn check(tx: &mut WriteTx, row: &QuoteTemplateRow) -> Result<(), ApiError> {
    if row.weight > TEMPLATE_BYTES_MAX {
        let text = "This is too long for a template. Take out what you don’t need every time.";
        return Err(field_error("items", "too_long", text.to_owned()));
    }
    let (others, bytes) = store::count_others(tx, row).await?;
    if others >= TEMPLATES_MAX {
        let message = format!("You have {TEMPLATES_MAX} templates, which is the maximum.");
        return Err(field_error("name", "too_many", message));
    }
    if bytes.saturating_add(row.weight) > TOTAL_BYTES_MAX {
        let text = "Your templates have reached the size limit. Delete one you don’t use.";
        return Err(field_error("items", "too_long", text.to_owned()));
    }
    if store::is_name_taken(tx, row).await? {
        let message = format!("You already have a template called “{}”.", row.name);
        return Err(field_error("name", "name_taken", message));
    }
    Ok(())
}

fn field_error(path: &str, code: &'static str, text: String) -> ApiError {
    ApiError::rule_broken(vec![FieldError::new(path, code, text)])
}

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
