//! Web Push (RFC 8030): short messages to browsers that asked for them, even when no page of ours is open. They are
//! encrypted for that browser (RFC 8291), so that its maker's push service cannot read them, and signed with a key of
//! this server (VAPID, RFC 8292); no account with another service is needed. Logging out ends the pushes of a device; a
//! session that times out does not.
//!
//! ```text
//! keys       the key that signs: created at the first start, shared by all servers on one database
//! endpoint   which push addresses are accepted
//! client     sends one message to one browser
//! deliver    the job that sends it, and retries while the message is new; a browser that no longer exists is deleted
//! store      the browsers of an account, of which there are few
//! ```

mod client;
mod deliver;
mod endpoint;
mod keys;
pub mod store;

use serde::{Deserialize, Serialize};

use crate::config::Config;
use crate::db::{Db, WriteTx};
use crate::error::{ApiError, BoxError};
use crate::ids::{Ids, UserId};
use crate::jobs::JobHandler;
use crate::state::AppState;

pub use client::{PushOutcome, PushService};
pub use endpoint::{PushTarget, SubscriptionError};

/// The job handlers of this service.
pub const JOB_HANDLERS: &[JobHandler] = &[deliver::JOB_HANDLER];

/// A message to a device.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PushMessage {
    /// The text.
    pub title: String,
    /// The path that opens when the message is tapped.
    pub path: String,
    /// A tag: a new message replaces an older one with the same tag on the device.
    pub tag: String,
}

impl PushService {
    /// The client of this server, with the key in the database.
    pub async fn open(
        config: &Config,
        public_url: &url::Url,
        (db, ids): (&Db, &Ids),
        now: i64,
    ) -> Result<Self, BoxError> {
        let keys = keys::PushKeys::load_or_create(db, ids, now).await?;
        Self::new(config, public_url, keys)
    }
}

/// Queues a message to every browser of an account, each with its own attempts.
pub async fn enqueue(
    state: &AppState,
    tx: &mut WriteTx,
    user_id: &UserId,
    message: &PushMessage,
) -> Result<(), ApiError> {
    for subscription in store::list_for_account(tx, user_id).await? {
        deliver::enqueue_delivery(state, tx, &subscription, message).await?;
    }
    Ok(())
}
