//! Certificates: exactly what a customer accepted, and how.
//!
//! An acceptance writes one in its own transaction (`quotes/accept.rs`). It names the issued version by number and
//! hash; versions never change, so nothing that happens to the quote afterwards alters what was accepted. It is
//! part of the account's export and is deleted with the account.

use plumbline_core::money::Pence;
use plumbline_core::money::text::format_gbp;
use plumbline_core::time::text::format_date_time;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::documents::reading::late_acceptance;
use crate::documents::reading::signature::Signature;
use crate::documents::store::acceptances::{self, AcceptanceRow};
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::error::ApiError;

/// An accepted quote, as both sides are shown it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Acceptance {
    /// The name that was typed; none where none was asked for.
    pub name: Option<String>,
    /// `05/03/2026 14:07`, in London; the day alone of what the business recorded.
    pub accepted_at: String,
    /// The total, as shown: `£478.10`.
    pub total: String,
    /// The hash of the accepted version.
    pub version: String,
    /// The names of the optional lines that were chosen.
    pub options: Vec<String>,
    /// The name of the choice that was taken, of a quote that had some.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub choice: Option<String>,
    /// Where it was signed on the business's own device: the name of who was there for the business.
    pub witness: Option<String>,
    /// Where it was signed without signal: when, and when that came in, as a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub without_signal: Option<String>,
    /// Where the quote had been changed by then: which version was signed, and that the change was not
    /// part of it, as sentences.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub earlier_version: Option<String>,
    /// Where the customer told the business, which recorded it: how, by whom and when, as sentences. There is then
    /// no time in `accepted_at`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub recorded: Option<String>,
}

/// A certificate as the business has it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Certificate {
    /// What both sides are shown.
    #[serde(flatten)]
    pub acceptance: Acceptance,
    /// The number of the accepted version: 1 for the first issue.
    pub version_number: i64,
    /// The drawn signature.
    pub signature: Option<Signature>,
    /// The terms that stood under the quote.
    pub terms: String,
    /// Whether the customer ticked them.
    pub terms_accepted: bool,
    /// Where the request came from; of an IPv6 address the network.
    pub address: String,
    /// What the customer's browser called itself.
    pub user_agent: String,
    /// What it is chained to, where it is a variation; left out of every other.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub chained: Option<Chained>,
}

/// What the acceptance of a variation follows.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Chained {
    /// The number of the quote whose job it varies.
    pub quote_number: String,
    /// The hash of that quote's accepted version.
    pub quote: String,
    /// That of the variation that was accepted before it; none of the first.
    pub before: Option<String>,
}

impl Chained {
    fn from_row(row: &AcceptanceRow) -> Option<Self> {
        Some(Self {
            quote_number: row.varied_number.clone().unwrap_or_default(),
            quote: row.chained_quote.clone()?,
            before: row.chained_before.clone(),
        })
    }
}

/// An optional line that was chosen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ChosenOption {
    /// The line's id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it came to, pounds.
    pub amount: Pence,
}

/// The choice that was taken.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ChosenChoice {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What the quote came to with it, pounds.
    pub total: Pence,
}

/// The certificate of a quote; none until it is accepted, and of one that was accepted before
/// certificates were kept.
///
/// # Errors
/// 500 when what is stored cannot be read.
pub async fn find_certificate(
    conn: &mut Conn,
    document_id: &str,
) -> Result<Option<Certificate>, ApiError> {
    let row = acceptances::find(conn, document_id).await?;
    row.as_ref().map(Certificate::from_row).transpose()
}

impl Certificate {
    /// As it is kept.
    ///
    /// # Errors
    /// 500 when what is stored cannot be read.
    pub fn from_row(row: &AcceptanceRow) -> Result<Self, ApiError> {
        let options: Vec<ChosenOption> = serde_json::from_str(&row.options)?;
        let choice = row.choice.as_deref().map(serde_json::from_str);
        let choice: Option<ChosenChoice> = choice.transpose()?;
        let signature = row.signature.as_deref().map(serde_json::from_str);
        Ok(Self {
            acceptance: Acceptance {
                name: row.name.clone(),
                accepted_at: format_london_time(&row.london_time),
                total: format_gbp(Pence(row.total)),
                version: row.hash.clone(),
                options: options.into_iter().map(|option| option.name).collect(),
                choice: choice.map(|choice| choice.name),
                witness: row.witness.clone(),
                without_signal: late_acceptance::without_signal_text(row),
                earlier_version: late_acceptance::earlier_version_text(row),
                recorded: late_acceptance::recorded_text(row),
            },
            version_number: row.version,
            signature: signature.transpose()?,
            terms: row.terms.clone(),
            terms_accepted: row.terms_accepted,
            address: row.address.clone(),
            user_agent: row.user_agent.clone(),
            chained: Chained::from_row(row),
        })
    }
}

/// `05/03/2026 14:07` of `2026-03-05T14:07`.
fn format_london_time(london_time: &str) -> String {
    let at = london_time.parse();
    at.map_or_else(|_| london_time.to_owned(), format_date_time)
}

/// Every certificate of an account, for its export.
pub async fn export_certificates(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Value>> {
    let rows = acceptances::list_for_account(conn, user_id).await?;
    rows.iter().map(to_export).collect()
}

fn to_export(row: &AcceptanceRow) -> DbResult<Value> {
    let mut value = to_plain_export(row)?;
    if let Some(quote) = &row.chained_quote {
        value["chainedQuote"] = json!(quote);
        value["chainedBefore"] = json!(row.chained_before);
    }
    Ok(value)
}

fn to_plain_export(row: &AcceptanceRow) -> DbResult<Value> {
    let AcceptanceRow {
        document_id,
        version,
        hash,
        name,
        signature,
        options,
        total,
        choice,
        terms,
        terms_accepted,
        accepted_at,
        london_time,
        address,
        user_agent,
        witness,
        signed_at,
        seal,
        received_at,
        signed_version_at,
        changed_at,
        changes,
        early_start,
        way: acceptance_method,
        recorded_by,
        varied_number: _, // the quote is exported too
        chained_quote: _, // `exported` adds them
        chained_before: _,
    } = row;
    let parsed = |text: &str| -> DbResult<Value> {
        serde_json::from_str(text).map_err(|error| sqlx::Error::Decode(error.into()))
    };
    Ok(json!({
        "documentId": document_id,
        "version": version,
        "hash": hash,
        "name": name,
        "signature": signature.as_deref().map(parsed).transpose()?,
        "options": parsed(options)?,
        "total": Pence(*total),
        "choice": choice.as_deref().map(parsed).transpose()?,
        "terms": terms,
        "termsAccepted": terms_accepted,
        "acceptedAt": accepted_at,
        "londonTime": london_time,
        "address": address,
        "userAgent": user_agent,
        "witness": witness,
        "signedAt": signed_at,
        "seal": seal,
        "receivedAt": received_at,
        "signedVersionAt": signed_version_at,
        "changedAt": changed_at,
        "changes": changes,
        "earlyStart": early_start,
        "way": acceptance_method,
        "recordedBy": recorded_by,
    }))
}
