//! Issuing: the number, the link, the version that is stored, and its hash. All of it is written in one transaction
//! with the job of the email.

pub mod issue;
pub mod variation;

use plumbline_core::calculate::choices;
use plumbline_core::consumer::{CancellationPack, CancellationSituation, ContractParties, Particulars};
use plumbline_core::document::{AgreedAt, BuysAs, Supplies};
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::money::number::Number;
use serde::Serialize;

use crate::contacts::{CustomerType, VatRegistered, store as contacts};
use crate::documents::parties::Parties;
use crate::documents::store::DocumentRow;
use crate::documents::store::versions::VersionRow;
use crate::documents::stored::StoredDocument;
use crate::profiles::store as profiles;
use crate::profiles::store::ProfileRow;
use plumbline_platform::db::Conn;
use plumbline_platform::db::column::DateOrEmpty;
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::sha256_hex;

// The hash of an issued version: a customer's page sends it back with an acceptance, and the certificate states it.

/// An issued version in one fixed order. Its parts are the stored texts themselves (documents and parties as the JSON
/// text in which they are stored), which never change: so the hash of a version is always the same, whatever a later
/// release adds to the responses that are made from it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CanonicalVersion<'a> {
    kind: DocumentKind,
    number: Option<&'a str>,
    issue_date: DateOrEmpty,
    due_date: DateOrEmpty,
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
        issue_date: *issue_date,
        due_date: *due_date,
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

// What the customer of a quote is given about their right to cancel, with the version that they read.

/// The facts by which core decides whether a quote's customer may cancel: those entered for the job, and the present
/// customer and business.
pub async fn load_situation(
    conn: &mut Conn,
    stored: &StoredDocument,
) -> Result<CancellationSituation, ApiError> {
    let row = &stored.row;
    let contact = match &row.contact_id {
        Some(id) => contacts::find(conn, &row.user_id, id).await?,
        None => None,
    };
    let contact = contact.map(|contact| contact.fields).unwrap_or_default();
    let profile = find_profile(conn, stored).await?;
    Ok(CancellationSituation {
        agreement: stored.document.agreement.clone().unwrap_or_default(),
        said: match contact.customer_type {
            CustomerType::Business => Some(BuysAs::Business),
            CustomerType::Consumer => Some(BuysAs::Consumer),
            CustomerType::Unknown => None,
        },
        in_trade: contact.cis_contractor
            || contact.vat_registered == VatRegistered::Yes
            || stored.document.is_business_only(),
        company: contact.company,
        vat_number: contact.vat_number,
        usual: profile.and_then(|profile| AgreedAt::parse(&profile.agreed_at)),
        goods: Supplies::from_lines(&stored.document.items) == Supplies::Goods,
        total: Number::from_text(&max_payable(stored).to_string()),
    })
}

/// The present business profile of a document; `None` if it has no profile.
async fn find_profile(conn: &mut Conn, stored: &StoredDocument) -> Result<Option<ProfileRow>, ApiError> {
    Ok(match &stored.row.business_profile_id {
        Some(id) => profiles::find_by_id(conn, id).await?,
        None => None,
    })
}

/// The business's usual details about its jobs, with the working time entered for this job if there is one.
async fn load_particulars(conn: &mut Conn, stored: &StoredDocument) -> Result<Particulars, ApiError> {
    let profile = find_profile(conn, stored).await?;
    let usual = profile.map_or_else(Particulars::default, |profile| Particulars {
        work_time: profile.work_time,
        complaints: profile.complaints,
        returns: profile.returns,
    });
    let agreement = stored.document.agreement.as_ref();
    Ok(match agreement.and_then(|it| it.work_time.clone()) {
        Some(work_time) => Particulars { work_time, ..usual },
        None => usual,
    })
}

/// The pre-contract information for a quote that is issued now, in the form that is stored with the version: core's
/// [`CancellationPack`] as JSON. `None` if there is nothing to give; the version then reads and hashes as if this
/// information didn't exist.
pub async fn build_pack(
    conn: &mut Conn,
    stored: &StoredDocument,
    parties: &Parties,
) -> Result<Option<String>, ApiError> {
    if stored.kind != DocumentKind::Quote {
        return Ok(None);
    }
    let decision = load_situation(conn, stored).await?.decide();
    let number = stored.row.number.as_deref().unwrap_or_default();
    let heading = format!("{} {number}", stored.title());
    let contact = parties.contact.as_ref();
    let named = (heading.trim(), stored.row.variation_of_id.is_some());
    let says = load_particulars(conn, stored).await?;
    let pack = CancellationPack::for_decision(
        &decision,
        &ContractParties::new(&parties.profile, contact),
        &says,
        named,
    );
    Ok(pack.as_ref().map(serde_json::to_string).transpose()?)
}

/// The most that may be payable under what the customer agrees to: core's sum or, if that can't be calculated, the
/// total.
fn max_payable(stored: &StoredDocument) -> Pence {
    let varied = stored.row.variation_of_id.as_ref();
    let agreed = varied.and(stored.row.varied_total).unwrap_or_default();
    choices::max_payable(&stored.document, Pence(agreed)).unwrap_or(stored.totals.total_amount)
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn version(texts: Option<&str>) -> VersionRow {
        VersionRow {
            document_id: Uuid::nil().into(),
            version: 1,
            issue_date: DateOrEmpty("2026-11-16".parse().ok()),
            due_date: DateOrEmpty("2026-12-16".parse().ok()),
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
    fn a_version_stored_without_texts_keeps_its_hash() {
        let before = r#"{"kind":"quote","number":null,"issueDate":"2026-11-16","dueDate":"2026-12-16","jobDescription":"Valve","notes":"","template":null,"terms":null,"document":"{}","totals":"{}","contact":"null","businessProfile":"{}"}"#;
        assert_eq!(hash(None), sha256_hex(before.as_bytes()));
    }

    #[test]
    fn different_texts_give_a_different_hash() {
        let one = hash(Some(r#"{"title":"QUOTE"}"#));
        assert_ne!(one, hash(None));
        assert_ne!(one, hash(Some(r#"{"title":"OFFER"}"#)));
    }

    #[test]
    fn a_different_right_to_cancel_gives_a_different_hash() {
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
