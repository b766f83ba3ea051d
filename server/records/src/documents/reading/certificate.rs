//! Certificates: exactly what a customer accepted, and how.
//!
//! An acceptance writes its certificate in its own transaction (`quotes/accept.rs`). The certificate states the number
//! and the hash of the issued version; versions never change, so nothing that happens to the quote afterwards alters
//! what was accepted. It is part of the account's export and is deleted with the account.

use plumbline_core::money::Pence;
use plumbline_core::money::text::format_gbp;
use plumbline_core::time::text::format_date_time;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::documents::reading::late_acceptance;
use crate::documents::store::acceptances::{self, AcceptanceRow};
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::error::ApiError;
use plumbline_platform::http::field_checks::FieldChecks;
use plumbline_platform::ids::{DocumentId, UserId};

/// The acceptance of a quote, as both sides see it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Acceptance {
    /// The name that the customer typed; `None` if no name was asked for.
    pub name: Option<String>,
    /// `05/03/2026 14:07`, in London time; only the date if the business recorded the acceptance.
    pub accepted_at: String,
    /// The total as displayed: `£478.10`.
    pub total: String,
    /// The hash of the accepted version.
    pub version: String,
    /// The names of the optional lines that were chosen.
    pub options: Vec<String>,
    /// The name of the selected choice, if the quote had choices.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub choice: Option<String>,
    /// If it was signed on the business's own device, the name of the person who was present for the business.
    pub witness: Option<String>,
    /// If it was signed without signal, a sentence with when it was signed and when the signature arrived.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub without_signal: Option<String>,
    /// If the quote had been changed by then, sentences that say which version was signed and that the change was not
    /// part of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub earlier_version: Option<String>,
    /// If the business recorded the acceptance, sentences that say how the customer accepted, and who recorded it and
    /// when. Then `accepted_at` has no time.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub recorded: Option<String>,
}

/// A certificate as the business sees it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Certificate {
    /// The part that both sides see.
    #[serde(flatten)]
    pub acceptance: Acceptance,
    /// The number of the accepted version: 1 for the first issue.
    pub version_number: i64,
    /// The drawn signature.
    pub signature: Option<Signature>,
    /// The terms that were part of the quote.
    pub terms: String,
    /// Whether the customer ticked the box for the terms.
    pub terms_accepted: bool,
    /// The IP address of the request; for IPv6 only its network.
    pub address: String,
    /// The `User-Agent` header of the customer's browser.
    pub user_agent: String,
    /// For a variation, the acceptances that it is chained to; omitted otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub chained: Option<Chained>,
}

/// The acceptances that the acceptance of a variation is chained to: the quote's, and the previous variation's.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Chained {
    /// The number of the quote whose job it varies.
    pub quote_number: String,
    /// The hash of that quote's accepted version.
    pub quote: String,
    /// The hash of the variation that was accepted before it; `None` for the first.
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

/// An optional line that was selected.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ChosenOption {
    /// The line's id.
    pub id: String,
    /// The line's name.
    pub name: String,
    /// The amount in pounds.
    pub amount: Pence,
}

/// The choice that was selected.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ChosenChoice {
    /// The choice's id.
    pub id: String,
    /// The choice's name.
    pub name: String,
    /// The total of the quote with this choice, in pounds.
    pub total: Pence,
}

/// The certificate of a quote; `None` until it is accepted, and if it was accepted before certificates were stored.
///
/// # Errors
/// 500 if the stored data can't be read.
pub async fn find_certificate(
    conn: &mut Conn,
    document_id: &DocumentId,
) -> Result<Option<Certificate>, ApiError> {
    let row = acceptances::find(conn, document_id).await?;
    row.as_ref().map(Certificate::from_row).transpose()
}

impl Certificate {
    /// Reads a stored certificate.
    ///
    /// # Errors
    /// 500 if the stored data can't be read.
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

/// `05/03/2026 14:07` for `2026-03-05T14:07`.
fn format_london_time(london_time: &str) -> String {
    let at = london_time.parse();
    at.map_or_else(|_| london_time.to_owned(), format_date_time)
}

/// Every certificate of an account, for its export.
pub async fn export_certificates(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<Value>> {
    let rows = acceptances::list_for_account(conn, user_id).await?;
    rows.iter().map(to_export).collect()
}

fn to_export(row: &AcceptanceRow) -> DbResult<Value> {
    let mut value = to_export_without_chain(row)?;
    if let Some(quote) = &row.chained_quote {
        value["chainedQuote"] = json!(quote);
        value["chainedBefore"] = json!(row.chained_before);
    }
    Ok(value)
}

fn to_export_without_chain(row: &AcceptanceRow) -> DbResult<Value> {
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
        chained_quote: _, // `to_export` adds these two
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

// A signature drawn with a finger or a mouse. It is stored as lines between points, so it can't contain code.

/// The largest width and height of the signature field.
const SIDE_MAX: u32 = 4_096;

/// The most strokes.
const STROKES_MAX: usize = 200;

/// The most points in all strokes together.
const POINTS_MAX: usize = 10_000;

/// A drawn signature, in pixels of its field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Signature {
    /// The field's width, 1 to 4,096.
    pub width: u32,
    /// The field's height, 1 to 4,096.
    pub height: u32,
    /// Each stroke's points, `[x, y, x, y, …]`, within the field.
    pub strokes: Vec<Vec<u32>>,
}

impl Signature {
    /// Adds an error for each rule that the signature breaks.
    pub fn check(&self, path: &str, checks: &mut FieldChecks) {
        let is_valid_side = |length: u32| (1..=SIDE_MAX).contains(&length);
        let points: usize = self.strokes.iter().map(|stroke| stroke.len() / 2).sum();
        if self.strokes.len() > STROKES_MAX || points > POINTS_MAX {
            checks.add(path, "too_long", "This signature has too many strokes.");
        } else if !is_valid_side(self.width)
            || !is_valid_side(self.height)
            || !self.strokes.iter().all(|stroke| self.contains_stroke(stroke))
        {
            checks.add(path, "out_of_range", "This signature is not inside its field.");
        }
    }

    fn contains_stroke(&self, stroke: &[u32]) -> bool {
        stroke.len().is_multiple_of(2)
            && stroke.chunks(2).all(|point| matches!(point, [x, y] if *x <= self.width && *y <= self.height))
    }

    /// Whether nothing was drawn.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.strokes.iter().all(Vec::is_empty)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_valid(width: u32, height: u32, strokes: Vec<Vec<u32>>) -> bool {
        let signature = Signature { width, height, strokes };
        let mut checks = FieldChecks::new();
        signature.check("signature", &mut checks);
        checks.into_result().is_ok()
    }

    #[test]
    fn a_signature_stays_in_its_field() {
        assert!(is_valid(300, 100, vec![vec![0, 0, 300, 100], vec![1, 1]]));
        assert!(is_valid(1, 4_096, vec![]));
        assert!(!is_valid(300, 100, vec![vec![301, 0]]));
        assert!(!is_valid(300, 100, vec![vec![0, 101]]));
        assert!(!is_valid(300, 100, vec![vec![0, 0, 1]]));
        assert!(!is_valid(0, 100, vec![]));
        assert!(!is_valid(300, 4_097, vec![]));
    }

    #[test]
    fn limits_the_strokes_and_points_of_a_signature() {
        assert!(is_valid(9, 9, vec![vec![1, 1]; 200]));
        assert!(!is_valid(9, 9, vec![vec![1, 1]; 201]));
        assert!(is_valid(9, 9, vec![vec![1; 20_000]]));
        assert!(!is_valid(9, 9, vec![vec![1; 20_002]]));
    }

    #[test]
    fn a_signature_without_points_is_empty() {
        let drawn = |strokes| Signature { width: 9, height: 9, strokes };
        assert!(drawn(vec![vec![], vec![]]).is_empty());
        assert!(!drawn(vec![vec![], vec![1, 1]]).is_empty());
    }
}
