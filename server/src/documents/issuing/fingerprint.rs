//! What tells one issued version from another: the hash that a customer's page sends back with an
//! accept, and that the certificate of the accept names.

use plumbline_core::kind::Kind;
use serde::Serialize;

use crate::documents::store::DocumentRow;
use crate::documents::store::versions::VersionRow;
use crate::error::ApiError;
use crate::ids::sha256_hex;

/// An issued version in one fixed order. Its parts are the stored texts themselves (documents and
/// parties as the JSON text that they are kept as), which are never changed: the hash of a version
/// is the same for ever, whatever a later release adds to the answers that are made from it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Canonical<'a> {
    kind: Kind,
    number: Option<&'a str>,
    issue_date: &'a str,
    due_date: &'a str,
    job_description: &'a str,
    notes: &'a str,
    template: Option<&'a str>,
    terms: Option<&'a str>,
    document: &'a str,
    totals: &'a str,
    contact: &'a str,
    business_profile: &'a str,
}

/// The SHA-256, in hex, of what the version says to its customer. Two versions that say the same
/// have the same.
///
/// # Errors
/// 500 when it cannot be written as JSON.
pub fn of(kind: Kind, row: &DocumentRow, version: &VersionRow) -> Result<String, ApiError> {
    let canonical = Canonical {
        kind,
        number: row.number.as_deref(),
        issue_date: &version.issue_date,
        due_date: &version.due_date,
        job_description: &version.job_description,
        notes: &version.notes,
        template: version.template.as_deref(),
        terms: version.terms.as_deref(),
        document: &version.input,
        totals: &version.totals,
        contact: &version.contact,
        business_profile: &version.business_profile,
    };
    Ok(sha256_hex(serde_json::to_vec(&canonical)?))
}
