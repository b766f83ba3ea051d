//! The hash of an issued version: a customer's page sends it back with an acceptance, and the certificate states it.

use plumbline_core::kind::DocumentKind;
use serde::Serialize;

use crate::documents::store::DocumentRow;
use crate::documents::store::versions::VersionRow;
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::sha256_hex;

/// An issued version in one fixed order. Its parts are the stored texts themselves (documents and parties as the JSON
/// text in which they are stored), which never change: so the hash of a version is always the same, whatever a later
/// release adds to the responses that are made from it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CanonicalVersion<'a> {
    kind: DocumentKind,
    number: Option<&'a str>,
    issue_date: &'a str,
    due_date: &'a str,
    job_description: &'a str,
    /// Omitted if there is none, as in every version from before the field existed.
    #[serde(skip_serializing_if = "str::is_empty")]
    job_address: &'a str,
    /// Omitted in the same cases.
    #[serde(skip_serializing_if = "str::is_empty")]
    order_number: &'a str,
    notes: &'a str,
    template: Option<&'a str>,
    terms: Option<&'a str>,
    document: &'a str,
    totals: &'a str,
    contact: &'a str,
    business_profile: &'a str,
    /// The texts that its readers see; omitted for a version that was issued before they were stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    texts: Option<&'a str>,
    /// The information about the customer's right to cancel; omitted if there is none to give, as in every version from
    /// before it existed.
    #[serde(skip_serializing_if = "Option::is_none")]
    cancellation: Option<&'a str>,
}

/// The SHA-256, in hex, of a version's content for its customer. Two versions with the same content have the same hash.
///
/// # Errors
/// 500 if it can't be written as JSON.
pub fn hash_version(kind: DocumentKind, row: &DocumentRow, version: &VersionRow) -> Result<String, ApiError> {
    // Every field is named, so that a new one doesn't compile until somebody decides whether the customer agrees to it.
    let VersionRow {
        document_id: _, // the number tells which document it is
        version: _,     // two versions that say the same have the same hash
        issued_at: _,   // likewise
        rules_version: _,
        issue_date,
        due_date,
        job_description,
        job_address,
        order_number,
        notes,
        template,
        terms,
        input,
        totals,
        contact,
        contact_id: _, // `contact` says who it is
        business: _,   // the profile, which is made of it where there is none, says whose it is
        business_profile,
        texts,
        cancellation,
    } = version;
    let canonical = CanonicalVersion {
        kind,
        number: row.number.as_deref(),
        issue_date,
        due_date,
        job_description,
        job_address,
        order_number,
        notes,
        template: template.as_deref(),
        terms: terms.as_deref(),
        document: input,
        totals,
        contact,
        business_profile,
        texts: texts.as_deref(),
        cancellation: cancellation.as_deref(),
    };
    Ok(sha256_hex(serde_json::to_vec(&canonical)?))
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn version(texts: Option<&str>) -> VersionRow {
        VersionRow {
            document_id: Uuid::nil().into(),
            version: 1,
            issue_date: "2026-11-16".into(),
            due_date: "2026-12-16".into(),
            job_description: "Valve".into(),
            job_address: String::new(),
            order_number: String::new(),
            notes: String::new(),
            template: None,
            terms: None,
            input: "{}".into(),
            totals: "{}".into(),
            contact: "null".into(),
            business: "{}".into(),
            business_profile: "{}".into(),
            issued_at: 1,
            rules_version: 1,
            texts: texts.map(str::to_owned),
            contact_id: None,
            cancellation: None,
        }
    }

    fn hash(texts: Option<&str>) -> String {
        let row =
            DocumentRow::new_draft(Uuid::nil().into(), &Uuid::nil().into(), DocumentKind::Quote, None, 1);
        hash_version(DocumentKind::Quote, &row, &version(texts)).unwrap()
    }

    #[test]
    fn the_hash_of_a_version_from_before_words_were_kept_is_what_it_was() {
        let before = r#"{"kind":"quote","number":null,"issueDate":"2026-11-16","dueDate":"2026-12-16","jobDescription":"Valve","notes":"","template":null,"terms":null,"document":"{}","totals":"{}","contact":"null","businessProfile":"{}"}"#;
        assert_eq!(hash(None), sha256_hex(before.as_bytes()));
    }

    #[test]
    fn another_word_is_another_hash() {
        let one = hash(Some(r#"{"title":"QUOTE"}"#));
        assert_ne!(one, hash(None));
        assert_ne!(one, hash(Some(r#"{"title":"OFFER"}"#)));
    }

    #[test]
    fn another_right_to_cancel_is_another_hash() {
        let row =
            DocumentRow::new_draft(Uuid::nil().into(), &Uuid::nil().into(), DocumentKind::Quote, None, 1);
        let of = |pack: &str| {
            let version = VersionRow { cancellation: Some(pack.to_owned()), ..version(None) };
            super::hash_version(DocumentKind::Quote, &row, &version).unwrap()
        };
        assert_ne!(of(r#"{"right":true}"#), hash(None));
        assert_ne!(of(r#"{"right":true}"#), of(r#"{"right":false}"#));
    }
}
