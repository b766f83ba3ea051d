//! The messages.

use plumbline_core::kind::Kind;
use serde::{Deserialize, Serialize};

use crate::db::{DbResult, WriteTx};
use crate::ids::{DocumentId, UserId};

/// What is handed on between servers: what happened, and whose windows are told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Announcement {
    /// The `type` of the message, by the names of `docs/product.md`, section 7.
    pub event: String,
    /// The account whose windows are told.
    pub user_id: UserId,
    /// The document that it happened to, whose public pages are told as well; none where it is the
    /// account's own.
    #[serde(flatten)]
    pub document: Option<Document>,
    /// What has happened to the account's plan; none of everything else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<PlanNews>,
}

/// What has happened to an account's plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanNews {
    /// `started`, `upgraded`, `downgraded`, `cancelled`, `resumed`, `lapsed`.
    pub action: String,
    /// The plan's word.
    pub plan: String,
}

/// A document, as messages name it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Document {
    /// A quote, an invoice, …
    pub kind: Kind,
    /// Its id.
    pub id: DocumentId,
}

/// The type of the message that the list of notifications has changed, and its kind.
const NOTIFICATION: &str = "notification";
/// That a session of the account has ended, which is no message: each of its sockets looks whether its own has.
pub const SESSION_ENDED: &str = "session_ended";
/// The type of the message that a plan has changed.
const SUBSCRIPTION_EVENT: &str = "subscription_event";
/// Its kind.
const SUBSCRIPTION: &str = "subscription";

/// A message to a public page: the type alone, since a link's holder learns no ids.
#[derive(Serialize)]
struct ToCustomer<'a> {
    r#type: &'a str,
}

/// A message to the business's windows.
#[derive(Serialize)]
struct ToBusiness<'a> {
    r#type: &'a str,
    kind: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    action: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<PlanData<'a>>,
}

/// What a plan's message says of it.
#[derive(Serialize)]
struct PlanData<'a> {
    plan: &'a str,
}

impl Announcement {
    /// That an account's list of notifications has changed.
    #[must_use]
    pub fn notification(user_id: &UserId) -> Self {
        Self {
            event: NOTIFICATION.to_owned(),
            user_id: user_id.clone(),
            document: None,
            plan: None,
        }
    }

    /// That a session of an account has ended.
    #[must_use]
    pub fn session_ended(user_id: &UserId) -> Self {
        Self {
            event: SESSION_ENDED.to_owned(),
            user_id: user_id.clone(),
            document: None,
            plan: None,
        }
    }

    /// That something has happened to an account's plan.
    #[must_use]
    pub fn subscription(user_id: &UserId, action: &str, plan: &str) -> Self {
        Self {
            event: SUBSCRIPTION_EVENT.to_owned(),
            user_id: user_id.clone(),
            document: None,
            plan: Some(PlanNews {
                action: action.to_owned(),
                plan: plan.to_owned(),
            }),
        }
    }

    /// The message for the pages behind the document's link.
    pub(super) fn to_customer(&self) -> String {
        text(&ToCustomer {
            r#type: &self.event,
        })
    }

    /// The message for the business's windows.
    pub(super) fn to_business(&self) -> String {
        if self.event == SESSION_ENDED {
            return SESSION_ENDED.to_owned();
        }
        let document = self.document.as_ref();
        let plan = self.plan.as_ref();
        let own = plan.map_or(NOTIFICATION, |_| SUBSCRIPTION);
        text(&ToBusiness {
            r#type: &self.event,
            kind: document.map_or(own, |document| document.kind.word()),
            id: document.map(|document| document.id.as_str()),
            action: plan.map(|news| news.action.as_str()),
            data: plan.map(|news| PlanData { plan: &news.plan }),
        })
    }
}

fn text(message: &impl Serialize) -> String {
    // Plain structs of text always serialise.
    serde_json::to_string(message).unwrap_or_default()
}

/// Announces what this transaction does, when it commits.
///
/// # Errors
/// When the database fails.
pub async fn announce(tx: &mut WriteTx, announcement: &Announcement) -> DbResult<()> {
    tx.announce(text(announcement)).await
}
