//! An event in the format of the advertising account: Meta's Conversions API, `POST /{version}/{pixel}/events`.

use plumbline_core::credentials::normalise_email;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use plumbline_platform::ids::sha256_hex;

/// The event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum ConversionName {
    /// An account was registered.
    CompleteRegistration,
    /// A plan was bought.
    Purchase,
    /// A plan was changed for the more expensive one.
    SubscriptionUpgrade,
    /// A plan was cancelled.
    SubscriptionCancelled,
}

/// An event as stored until it is reported.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ConversionEvent {
    pub(super) name: ConversionName,
    /// The id by which the event counts only once, however often it is reported.
    pub(super) id: String,
    /// Seconds since the epoch.
    pub(super) at: i64,
    /// SHA-256 hashes of the account's id and of its email address, in hexadecimal; either may be missing.
    pub(super) user: Option<String>,
    pub(super) email: Option<String>,
    /// The user agent and the page, which the advertising account requires for events on a website.
    pub(super) agent: String,
    pub(super) url: String,
    /// Pence.
    pub(super) value: i64,
    pub(super) content_name: String,
    pub(super) content_category: String,
}

/// The hash of an email address in the form that the advertising account compares: trimmed and in lower case.
pub(super) fn hashed_email(email: &str) -> String {
    sha256_hex(normalise_email(email))
}

impl ConversionEvent {
    /// The event as an entry of the request's `data`.
    pub(super) fn to_json(&self) -> Value {
        let mut person = json!({ "client_user_agent": self.agent });
        for (name, hash) in [("external_id", &self.user), ("em", &self.email)] {
            if let Some(hash) = hash {
                person[name] = json!([hash]);
            }
        }
        // The API takes a number; a float is exact enough for two decimals.
        #[expect(clippy::cast_precision_loss, reason = "far below 2^53 pence")]
        let pounds = self.value as f64 / 100.0;
        json!({
            "event_name": self.name,
            "event_id": self.id,
            "event_time": self.at,
            "action_source": "website",
            "event_source_url": self.url,
            "user_data": person,
            "custom_data": {
                "value": pounds,
                "currency": "GBP",
                "content_name": self.content_name,
                "content_category": self.content_category,
            },
        })
    }
}
