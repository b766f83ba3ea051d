//! An event, by the few fields that are used. Its other fields may change with Stripe's versions.

use hmac::{Hmac, Mac};
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::Sha256;
use subtle::ConstantTimeEq as _;

/// A signed event.
#[derive(Debug, Deserialize)]
pub struct Event {
    /// The event's id, `evt_…`.
    pub id: String,
    /// The event's type: `checkout.session.completed`, …
    #[serde(rename = "type")]
    pub kind: String,
    /// When the event was created, Unix seconds.
    pub created: i64,
    /// The connected account from which it comes; `None` for the platform's own events.
    #[serde(default)]
    pub account: Option<String>,
    data: Data,
}

#[derive(Debug, Deserialize)]
struct Data {
    object: Value,
}

impl Event {
    /// The id of the account from which it comes; empty for the platform's own events.
    pub fn account(&self) -> &str {
        self.account.as_deref().unwrap_or_default()
    }

    /// The whole object that the event is about.
    pub fn object(&self) -> &Value {
        &self.data.object
    }

    /// A text field of the object; empty if it is missing. A field that may be expanded into an object is read as that
    /// object's id.
    pub fn text_field(&self, name: &str) -> &str {
        match &self.data.object[name] {
            Value::String(text) => text,
            Value::Object(object) => object.get("id").and_then(Value::as_str).unwrap_or_default(),
            _ => "",
        }
    }

    /// A whole number in the object.
    pub fn integer_field(&self, name: &str) -> Option<i64> {
        self.data.object[name].as_i64()
    }

    /// A Boolean in the object; false if it is missing.
    pub fn flag_field(&self, name: &str) -> bool {
        self.data.object[name].as_bool().unwrap_or(false)
    }

    /// A text within a field of the object.
    pub fn nested_text_field(&self, name: &str, inner: &str) -> &str {
        self.data.object[name][inner].as_str().unwrap_or_default()
    }

    /// The part of an event about a charge that must be stored until its payment is known, and no more: a connected
    /// account has other charges, which are no business of ours.
    pub fn to_stored(&self) -> String {
        let names = ["id", "charge", "payment_intent", "status"];
        let mut object: Value = names.iter().map(|name| (*name, self.text_field(name))).collect();
        object["payment_method_details"] =
            json!({ "type": self.nested_text_field("payment_method_details", "type") });
        object["metadata"] =
            json!({ crate::stripe::REFUND: self.nested_text_field("metadata", crate::stripe::REFUND) });
        for name in ["amount", "amount_refunded"] {
            object[name] = json!(self.integer_field(name));
        }
        json!({
            "id": self.id, "type": self.kind, "created": self.created, "account": self.account,
            "data": { "object": object },
        })
        .to_string()
    }
}

// Whether an event comes from Stripe (docs.stripe.com/webhooks#verify-manually).
//
// Only the signature is checked here, over the exact bytes that arrived. The event is read afterwards, by the few
// fields that are used: its shape depends on the API version that the endpoint was made with, and a shape that a
// typed reader doesn't know must not lose a payment.
//
// Anybody can send requests here, so the cheap checks come first: the header alone shows whether there is a recent
// signature. Only then is a body read, and each secret signs it once, however many signatures there are.

/// How far the time of the signature may differ from ours, in seconds.
pub const TOLERANCE: i64 = 300;

/// The most signatures in a header. Stripe sends one for each secret of the endpoint, and two while a secret is being
/// replaced.
const SIGNATURES_MAX: usize = 8;

/// Why an event is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignatureError {
    /// The header is missing or contains no signature, or far too many.
    Unsigned,
    /// The time is too far from ours: somebody may have sent a copy of an old event.
    Stale,
    /// No signature was made with one of our secrets.
    WrongSignature,
}

/// The signatures of an event, and the time that they sign.
#[derive(Debug)]
pub struct Signatures {
    time: i64,
    given: Vec<Vec<u8>>,
}

impl Signatures {
    /// Reads a `Stripe-Signature` header at `now` (Unix seconds).
    ///
    /// # Errors
    /// When the header is missing or unusable, or its time is too far from ours.
    pub fn parse(header: &str, now: i64) -> Result<Self, SignatureError> {
        let mut time = None;
        let mut given = Vec::new();
        for part in header.split(',') {
            match part.trim().split_once('=') {
                Some(("t", text)) => time = text.parse::<i64>().ok(),
                Some(("v1", _)) if given.len() == SIGNATURES_MAX => {
                    return Err(SignatureError::Unsigned);
                }
                Some(("v1", text)) => given.extend(hex::decode(text)),
                _ => {}
            }
        }
        let time = time.ok_or(SignatureError::Unsigned)?;
        if given.is_empty() {
            return Err(SignatureError::Unsigned);
        }
        if now.abs_diff(time) > TOLERANCE.unsigned_abs() {
            return Err(SignatureError::Stale);
        }
        Ok(Self { time, given })
    }

    /// Checks that one of the signatures of this body was made with one of our secrets.
    ///
    /// # Errors
    /// [`SignatureError::WrongSignature`] otherwise.
    pub fn check(&self, body: &[u8], secrets: &[String]) -> Result<(), SignatureError> {
        let is_ours = |secret: &String| {
            let Some(ours) = sign(secret, self.time, body) else {
                return false;
            };
            let mut given = self.given.iter();
            given.any(|theirs| bool::from(ours.ct_eq(theirs.as_slice())))
        };
        if secrets.iter().any(is_ours) { Ok(()) } else { Err(SignatureError::WrongSignature) }
    }
}

/// The signature with a secret; `None` if the secret can't be used as a key.
fn sign(secret: &str, time: i64, body: &[u8]) -> Option<[u8; 32]> {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).ok()?;
    mac.update(time.to_string().as_bytes());
    mac.update(b".");
    mac.update(body);
    Some(mac.finalize().into_bytes().into())
}

#[cfg(test)]
mod tests {
    use super::*;
    // Another implementation of Stripe's scheme.
    use stripe_webhook::Webhook;

    const NOW: i64 = 1_794_819_600;

    fn check_signature(header: &str, body: &str) -> Result<(), SignatureError> {
        let secrets = ["whsec_a".to_owned(), "whsec_b".to_owned()];
        Signatures::parse(header, NOW)?.check(body.as_bytes(), &secrets)
    }

    #[test]
    fn accepts_a_signature_of_any_of_our_secrets() {
        for secret in ["whsec_a", "whsec_b"] {
            let header = Webhook::generate_test_header("{}", secret, Some(NOW));
            assert_eq!(check_signature(&header, "{}"), Ok(()));
            assert_eq!(check_signature(&header, "{ }"), Err(SignatureError::WrongSignature));
        }
        let other = Webhook::generate_test_header("{}", "whsec_c", Some(NOW));
        assert_eq!(check_signature(&other, "{}"), Err(SignatureError::WrongSignature));
    }

    #[test]
    fn five_minutes_are_the_limit_on_both_sides() {
        for (time, verdict) in [
            (NOW - 300, Ok(())),
            (NOW + 300, Ok(())),
            (NOW - 301, Err(SignatureError::Stale)),
            (NOW + 301, Err(SignatureError::Stale)),
        ] {
            let header = Webhook::generate_test_header("{}", "whsec_a", Some(time));
            assert_eq!(check_signature(&header, "{}"), verdict);
            // The signature is only checked if the time is right, because that is the expensive check.
            let other = Webhook::generate_test_header("{}", "whsec_c", Some(time));
            let verdict = verdict.and(Err(SignatureError::WrongSignature));
            assert_eq!(check_signature(&other, "{}"), verdict);
        }
    }

    #[test]
    fn refuses_a_malformed_header() {
        for header in ["", "t=1", "v1=00", "t=x,v1=00", "t=1,v1=xy", "t=1,v0=00"] {
            assert_eq!(check_signature(header, "{}"), Err(SignatureError::Unsigned), "{header}");
        }
        let long = format!("t={},v1=00", i64::MIN);
        assert_eq!(check_signature(&long, "{}"), Err(SignatureError::Stale));
    }

    #[test]
    fn refuses_more_than_eight_signatures() {
        let good = Webhook::generate_test_header("{}", "whsec_a", Some(NOW));
        let with = |others: usize| format!("{good}{}", ",v1=00".repeat(others));
        assert_eq!(check_signature(&with(7), "{}"), Ok(()));
        assert_eq!(check_signature(&with(8), "{}"), Err(SignatureError::Unsigned));
        assert_eq!(check_signature(&with(10_000), "{}"), Err(SignatureError::Unsigned));
    }

    #[test]
    fn one_good_signature_among_several_is_enough() {
        let good = Webhook::generate_test_header("{}", "whsec_a", Some(NOW));
        assert_eq!(check_signature(&format!("{good},v1=00,v0=11"), "{}"), Ok(()));
    }
}
