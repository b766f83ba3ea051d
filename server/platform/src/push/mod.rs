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
mod endpoint;
pub mod store;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::SecretKey;
use p256::ecdsa::signature::Signer as _;
use p256::ecdsa::{Signature, SigningKey};
use p256::elliptic_curve::sec1::ToEncodedPoint as _;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::PushSubscriptionRow;

use crate::clock::{DAY, HOUR, SECOND};
use crate::config::Config;
use crate::db::{Db, DbResult, WriteTx};
use crate::error::{ApiError, BoxError};
use crate::ids::{Ids, SubscriptionId, UserId};
use crate::jobs::{self, JobFailure, JobHandler, JobKind, Lane};
use crate::limits::AccountLimit;
use crate::secrets;
use crate::state::AppState;

pub use client::{PushOutcome, PushService};
pub use endpoint::{PushTarget, SubscriptionError};

/// The job handlers of this service.
pub const JOB_HANDLERS: &[JobHandler] = &[JOB_HANDLER];

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
        let keys = PushKeys::load_or_create(db, ids, now).await?;
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
        enqueue_delivery(state, tx, &subscription, message).await?;
    }
    Ok(())
}

// The key with which this server signs its messages to push services (VAPID, RFC 8292).

/// How long a signature is valid, in milliseconds; services accept up to a day.
const SIGNATURE_LIFETIME: i64 = 12 * HOUR;

/// The key pair with which push messages are signed (VAPID).
struct PushKeys {
    signing: SigningKey,
    /// The public key in the form for browsers: an uncompressed point in base64url.
    public: String,
}

impl PushKeys {
    /// The key in the database, created if there is none. It is never changed, because a browser that subscribed with
    /// one key accepts messages from no other.
    async fn load_or_create(db: &Db, ids: &Ids, now: i64) -> Result<Self, BoxError> {
        let fresh = loop {
            let text = ids.new_token::<32>();
            // Nearly all values of 32 bytes are valid keys.
            if parse(&text).is_ok() {
                break text;
            }
        };
        Self::from_text(&secrets::load_or_create(db, "push", &fresh, now).await?)
    }

    fn from_text(text: &str) -> Result<Self, BoxError> {
        let secret = parse(text)?;
        let public = secret.public_key().to_encoded_point(false);
        Ok(Self { signing: SigningKey::from(&secret), public: URL_SAFE_NO_PAD.encode(public.as_bytes()) })
    }

    fn public(&self) -> &str {
        &self.public
    }

    /// The `Authorization` header for a push service, which is identified by its origin: scheme, host and port unless
    /// it is the default one. `contact` is the address at which its operators can reach us.
    fn authorization(&self, origin: &str, contact: &str, now: i64) -> String {
        let header = json!({ "typ": "JWT", "alg": "ES256" });
        let exp = (now + SIGNATURE_LIFETIME) / SECOND;
        let claims = json!({ "aud": origin, "exp": exp, "sub": contact });
        let [header, claims] = [header, claims].map(|part| URL_SAFE_NO_PAD.encode(part.to_string()));
        let signed = format!("{header}.{claims}");
        let signature: Signature = self.signing.sign(signed.as_bytes());
        let signature = URL_SAFE_NO_PAD.encode(signature.to_bytes());
        format!("vapid t={signed}.{signature}, k={}", self.public)
    }
}

fn parse(text: &str) -> Result<SecretKey, BoxError> {
    let bytes = URL_SAFE_NO_PAD.decode(text)?;
    SecretKey::from_slice(&bytes).map_err(|_| "the key of push messages is damaged".into())
}

const KIND: JobKind = JobKind::new("push", Lane::Ordinary);

const JOB_HANDLER: JobHandler = JobHandler::new(KIND, |state, task| Box::pin(deliver(state, task.payload)));

/// How long a message is worth sending, in milliseconds. After that it is only in the list of notifications.
const LIFETIME: i64 = DAY;

/// After how many refusals in a row a browser's subscription is deleted: a single one may be our own fault, such as a
/// wrong clock.
const REFUSALS_MAX: i64 = 10;

/// The payload of the job.
#[derive(Serialize, Deserialize)]
struct PushDelivery {
    subscription_id: SubscriptionId,
    message: PushMessage,
    /// When the message becomes useless, milliseconds since the epoch.
    until: i64,
}

async fn enqueue_delivery(
    state: &AppState,
    tx: &mut WriteTx,
    subscription: &PushSubscriptionRow,
    message: &PushMessage,
) -> Result<(), ApiError> {
    let payload = serde_json::to_string(&PushDelivery {
        subscription_id: subscription.id.clone(),
        message: message.clone(),
        until: state.clock.now_ms() + LIFETIME,
    })?;
    jobs::enqueue_for_account(state, tx, &subscription.user_id, (KIND, &payload), None).await?;
    Ok(())
}

async fn deliver(state: &AppState, payload: &str) -> Result<(), JobFailure> {
    let job: PushDelivery = serde_json::from_str(payload).map_err(JobFailure::permanent)?;
    let now = state.clock.now_ms();
    let left = job.until - now;
    if left <= 0 {
        return Ok(());
    }
    let mut conn = state.db.read().await.map_err(JobFailure::temporary)?;
    let found = store::find(&mut conn, &job.subscription_id).await;
    drop(conn);
    // It was switched off since, or belongs to another account now.
    let Some(subscription) = found.map_err(JobFailure::temporary)? else {
        return Ok(());
    };
    let allowed = state.limits.is_account_allowed(AccountLimit::PushByAccount, &subscription.user_id).await;
    if !allowed.map_err(|error| JobFailure::temporary(format!("{error:?}")))? {
        tracing::info!(user_id = %subscription.user_id, "too many pushes: it stays in the list");
        return Ok(());
    }
    let target = PushTarget::parse(
        &subscription.endpoint,
        &subscription.p256dh,
        &subscription.auth,
        state.push.own_service(),
    );
    let answer = match target {
        Ok(target) => {
            let times = (left / SECOND, now);
            state.push.send(&target, &job.message, times).await
        }
        // It was accepted once: by other rules, or for an operator's own service that no longer exists.
        Err(_) => PushOutcome::Gone,
    };
    record_outcome(state, &subscription, &answer).await.map_err(JobFailure::temporary)?;
    match answer {
        PushOutcome::Accepted | PushOutcome::Gone => Ok(()),
        PushOutcome::Refused(why) => Err(JobFailure::permanent(why)),
        PushOutcome::Later(why, wait) => Err(JobFailure::temporary(why).with_not_before(now + wait)),
    }
}

/// Records the result of a delivery.
async fn record_outcome(
    state: &AppState,
    subscription: &PushSubscriptionRow,
    answer: &PushOutcome,
) -> DbResult<()> {
    let id = &subscription.id;
    if matches!(answer, PushOutcome::Later(..)) {
        return Ok(());
    }
    let mut tx = state.db.begin_write().await?;
    match answer {
        PushOutcome::Accepted => store::record_sent(&mut tx, id, state.clock.now_ms()).await?,
        PushOutcome::Refused(_) if subscription.refusals + 1 < REFUSALS_MAX => {
            store::record_refusal(&mut tx, id).await?;
        }
        _ => {
            tracing::info!(subscription = %id, "a browser is reached no more and is forgotten");
            store::delete_expired(&mut tx, id).await?;
        }
    }
    tx.commit().await
}

#[cfg(test)]
mod tests {
    use p256::ecdsa::VerifyingKey;
    use p256::ecdsa::signature::Verifier as _;
    use serde_json::Value;

    use super::*;

    #[test]
    fn the_signature_is_valid_for_the_public_key() {
        let keys = PushKeys::from_text(&URL_SAFE_NO_PAD.encode([7; 32])).expect("a key");
        let now = 1_794_819_600_000;
        let header = keys.authorization("https://push.example:8443", "mailto:a@b.example", now);
        let (token, key) =
            header.strip_prefix("vapid t=").and_then(|rest| rest.split_once(", k=")).expect("both parts");
        assert_eq!(key, keys.public());
        let (signed, signature) = token.rsplit_once('.').expect("a signature");
        let point = URL_SAFE_NO_PAD.decode(key).expect("base64url");
        let key = VerifyingKey::from_sec1_bytes(&point).expect("a point");
        let signature = URL_SAFE_NO_PAD.decode(signature).expect("base64url");
        let signature = Signature::from_slice(&signature).expect("a signature");
        key.verify(signed.as_bytes(), &signature).expect("it fits");
        let claims = signed.split_once('.').expect("two parts").1;
        let claims = URL_SAFE_NO_PAD.decode(claims).expect("base64url");
        let claims: Value = serde_json::from_slice(&claims).expect("JSON");
        assert_eq!(claims["aud"], "https://push.example:8443");
        assert_eq!(claims["exp"], now / 1000 + 12 * 60 * 60);
    }

    #[test]
    fn refuses_a_damaged_key() {
        for text in ["", "abc", &URL_SAFE_NO_PAD.encode([0; 32])] {
            assert!(PushKeys::from_text(text).is_err(), "{text}");
        }
    }
}
