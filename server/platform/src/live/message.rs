//! The messages.

use plumbline_core::kind::DocumentKind;
use serde::{Deserialize, Serialize};

use crate::db::{DbResult, WriteTx};
use crate::ids::{DocumentId, UserId};

/// What is announced between servers: what happened, and who is notified.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Announcement {
    /// The `type` of the message, one of the names in `docs/product.md`, section 7.
    pub event: String,
    /// The account whose windows are notified.
    pub user_id: UserId,
    /// The document to which it happened, whose public pages are notified as well; `None` if it concerns the account
    /// itself.
    #[serde(flatten)]
    pub document: Option<LiveDocument>,
    /// What happened to the account's plan; `None` for anything else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<PlanEvent>,
}

/// What happened to an account's plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanEvent {
    /// `started`, `upgraded`, `downgraded`, `cancelled`, `resumed`, `lapsed`.
    pub action: String,
    /// The name of the plan.
    pub plan: String,
}

/// A document in a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LiveDocument {
    /// Whether it is a quote, an invoice or a credit note.
    pub kind: DocumentKind,
    /// The document's id.
    pub id: DocumentId,
}

/// The type and kind of the message that the list of notifications has changed.
const NOTIFICATION: &str = "notification";
/// The announcement that a session of the account has ended. It is no message to the browser: each of the account's
/// WebSockets checks whether its own session has ended.
pub const SESSION_ENDED: &str = "session_ended";
/// The type of the message that a plan has changed.
const SUBSCRIPTION_EVENT: &str = "subscription_event";
/// The kind of that message.
const SUBSCRIPTION: &str = "subscription";

/// A message to a public page: only the type, because the holder of a link doesn't see ids.
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

/// The data of a message about a plan.
#[derive(Serialize)]
struct PlanData<'a> {
    plan: &'a str,
}

impl Announcement {
    /// Announces that an account's list of notifications has changed.
    #[must_use]
    pub fn notification(user_id: &UserId) -> Self {
        Self { event: NOTIFICATION.to_owned(), user_id: user_id.clone(), document: None, plan: None }
    }

    /// Announces that a session of an account has ended.
    #[must_use]
    pub fn session_ended(user_id: &UserId) -> Self {
        Self { event: SESSION_ENDED.to_owned(), user_id: user_id.clone(), document: None, plan: None }
    }

    /// Announces that something happened to an account's plan.
    #[must_use]
    pub fn subscription(user_id: &UserId, action: &str, plan: &str) -> Self {
        Self {
            event: SUBSCRIPTION_EVENT.to_owned(),
            user_id: user_id.clone(),
            document: None,
            plan: Some(PlanEvent { action: action.to_owned(), plan: plan.to_owned() }),
        }
    }

    /// The message for the pages behind the document's link.
    pub(super) fn to_customer(&self) -> String {
        to_json(&ToCustomer { r#type: &self.event })
    }

    /// The message for the business's windows.
    pub(super) fn to_business(&self) -> String {
        if self.event == SESSION_ENDED {
            return SESSION_ENDED.to_owned();
        }
        let document = self.document.as_ref();
        let plan = self.plan.as_ref();
        let own = plan.map_or(NOTIFICATION, |_| SUBSCRIPTION);
        to_json(&ToBusiness {
            r#type: &self.event,
            kind: document.map_or(own, |document| document.kind.code()),
            id: document.map(|document| document.id.as_str()),
            action: plan.map(|news| news.action.as_str()),
            data: plan.map(|news| PlanData { plan: &news.plan }),
        })
    }
}

fn to_json(message: &impl Serialize) -> String {
    // Structs that contain only text can always be serialised.
    serde_json::to_string(message).unwrap_or_default()
}

/// Sends an announcement when the transaction commits.
pub async fn announce(tx: &mut WriteTx, announcement: &Announcement) -> DbResult<()> {
    tx.announce(to_json(announcement)).await
}
