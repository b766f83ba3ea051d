//! An event in the format of the advertising account: Meta's Conversions API, `POST /{version}/{pixel}/events`.

use plumbline_core::credentials::normal_email;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use plumbline_platform::ids::sha256_hex;

/// What happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum ConversionName {
    /// Somebody made an account.
    CompleteRegistration,
    /// A plan was bought.
    Purchase,
    /// A plan was changed for the larger one.
    SubscriptionUpgrade,
    /// A plan was cancelled.
    SubscriptionCancelled,
}

/// What is kept of an event until it is passed on.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Kept {
    pub(super) name: ConversionName,
    /// Under which it counts once, however often it is told.
    pub(super) id: String,
    /// Seconds since the epoch.
    pub(super) at: i64,
    /// SHA-256 of the account's id and of its address, hexadecimal; either may be missing.
    pub(super) user: Option<String>,
    pub(super) email: Option<String>,
    /// What the browser calls itself, and the page: both are asked for of a website.
    pub(super) agent: String,
    pub(super) url: String,
    /// Pence.
    pub(super) value: i64,
    pub(super) content_name: String,
    pub(super) content_category: String,
}

/// A hash of an address as the account compares it: of small letters, without spaces around.
pub(super) fn hashed_email(email: &str) -> String {
    sha256_hex(normal_email(email))
}

impl Kept {
    /// The event of the request's `data`.
    pub(super) fn told(&self) -> Value {
        let mut person = json!({ "client_user_agent": self.agent });
        for (name, hash) in [("external_id", &self.user), ("em", &self.email)] {
            if let Some(hash) = hash {
                person[name] = json!([hash]);
            }
        }
        // The account takes a number; at two decimals a float holds it.
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
