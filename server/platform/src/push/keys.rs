//! The key with which this server signs its messages to push services (VAPID, RFC 8292).

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::SecretKey;
use p256::ecdsa::signature::Signer as _;
use p256::ecdsa::{Signature, SigningKey};
use p256::elliptic_curve::sec1::ToEncodedPoint as _;
use serde_json::json;

use crate::clock::{HOUR, SECOND};
use crate::db::Db;
use crate::error::BoxError;
use crate::ids::Ids;
use crate::secrets;

/// How long a signature is valid, in milliseconds; services accept up to a day.
const SIGNATURE_LIFETIME: i64 = 12 * HOUR;

/// The key pair with which push messages are signed (VAPID).
pub(super) struct PushKeys {
    signing: SigningKey,
    /// The public key in the form for browsers: an uncompressed point in base64url.
    public: String,
}

impl PushKeys {
    /// The key in the database, created if there is none. It is never changed, because a browser that subscribed with
    /// one key accepts messages from no other.
    pub(super) async fn load_or_create(db: &Db, ids: &Ids, now: i64) -> Result<Self, BoxError> {
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

    pub(super) fn public(&self) -> &str {
        &self.public
    }

    /// The `Authorization` header for a push service, which is identified by its origin: scheme, host and port unless
    /// it is the default one. `contact` is the address at which its operators can reach us.
    pub(super) fn authorization(&self, origin: &str, contact: &str, now: i64) -> String {
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

#[cfg(test)]
mod tests {
    use p256::ecdsa::VerifyingKey;
    use p256::ecdsa::signature::Verifier as _;
    use serde_json::Value;

    use super::*;

    #[test]
    fn whoever_has_the_public_half_can_check_what_is_signed() {
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
    fn a_damaged_key_is_no_other_key() {
        for text in ["", "abc", &URL_SAFE_NO_PAD.encode([0; 32])] {
            assert!(PushKeys::from_text(text).is_err(), "{text}");
        }
    }
}
