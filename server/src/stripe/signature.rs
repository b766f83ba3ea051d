//! Whether an event comes from Stripe (docs.stripe.com/webhooks#verify-manually).
//!
//! Only the signature is checked here, over the very bytes that came. An event is read afterwards
//! by the few fields that are used: an endpoint's events have the shape of the API version that
//! the endpoint was made with, and a shape that a typed reader does not know must not lose a
//! payment.

use hmac::{Hmac, Mac};
use sha2::Sha256;

/// How far the time of the signature may be from ours, in seconds.
pub const TOLERANCE: i64 = 300;

/// Why an event is not taken in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Forged {
    /// The header is missing or no signature.
    Unsigned,
    /// None of its signatures is of one of our secrets.
    WrongSignature,
    /// It is, but of another time: a copy that somebody sends again.
    Stale,
}

/// Checks a `Stripe-Signature` over the body at `now` (unix seconds).
///
/// # Errors
/// [`Forged`].
pub fn check(header: &str, body: &[u8], secrets: &[String], now: i64) -> Result<(), Forged> {
    let mut time = None;
    let mut given = Vec::new();
    for part in header.split(',') {
        match part.trim().split_once('=') {
            Some(("t", text)) => time = text.parse::<i64>().ok(),
            Some(("v1", text)) => given.extend(hex::decode(text)),
            _ => {}
        }
    }
    let time = time.ok_or(Forged::Unsigned)?;
    if given.is_empty() {
        return Err(Forged::Unsigned);
    }
    let is_ours = secrets.iter().any(|secret| {
        let signed = |signature: &Vec<u8>| is_signed(secret, time, body, signature);
        given.iter().any(signed)
    });
    if !is_ours {
        return Err(Forged::WrongSignature);
    }
    if now.abs_diff(time) > TOLERANCE.unsigned_abs() {
        return Err(Forged::Stale);
    }
    Ok(())
}

/// In constant time.
fn is_signed(secret: &str, time: i64, body: &[u8], signature: &[u8]) -> bool {
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret.as_bytes()) else {
        return false;
    };
    mac.update(time.to_string().as_bytes());
    mac.update(b".");
    mac.update(body);
    mac.verify_slice(signature).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    // Stripe's scheme as another hand wrote it.
    use stripe_webhook::Webhook;

    const NOW: i64 = 1_794_819_600;

    fn judge(header: &str, body: &str) -> Result<(), Forged> {
        let secrets = ["whsec_a".to_owned(), "whsec_b".to_owned()];
        check(header, body.as_bytes(), &secrets, NOW)
    }

    #[test]
    fn each_of_our_secrets_signs() {
        for secret in ["whsec_a", "whsec_b"] {
            let header = Webhook::generate_test_header("{}", secret, Some(NOW));
            assert_eq!(judge(&header, "{}"), Ok(()));
            assert_eq!(judge(&header, "{ }"), Err(Forged::WrongSignature));
        }
        let other = Webhook::generate_test_header("{}", "whsec_c", Some(NOW));
        assert_eq!(judge(&other, "{}"), Err(Forged::WrongSignature));
    }

    #[test]
    fn five_minutes_are_the_limit_on_both_sides() {
        for (time, verdict) in [
            (NOW - 300, Ok(())),
            (NOW + 300, Ok(())),
            (NOW - 301, Err(Forged::Stale)),
            (NOW + 301, Err(Forged::Stale)),
        ] {
            let header = Webhook::generate_test_header("{}", "whsec_a", Some(time));
            assert_eq!(judge(&header, "{}"), verdict);
        }
    }

    #[test]
    fn a_header_that_is_none_is_refused() {
        for header in ["", "t=1", "v1=00", "t=x,v1=00", "t=1,v1=xy", "t=1,v0=00"] {
            assert_eq!(judge(header, "{}"), Err(Forged::Unsigned), "{header}");
        }
        let long = format!("t={},v1=00", i64::MIN);
        assert_eq!(judge(&long, "{}"), Err(Forged::WrongSignature));
    }

    #[test]
    fn one_good_signature_among_several_is_enough() {
        let good = Webhook::generate_test_header("{}", "whsec_a", Some(NOW));
        assert_eq!(judge(&format!("{good},v1=00,v0=11"), "{}"), Ok(()));
    }
}
