//! The server's own human check: a proof of work in ALTCHA's protocol (version 1), which the `altcha` widget
//! solves. The challenge is the SHA-256 hash of a salt and a secret number; the browser finds the number by trying.
//! The server stores nothing until a solution is used, because the challenge is signed with a key of its own.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, Mac as _};
use serde::{Deserialize, Serialize};
use sha2::Sha256;

use crate::clock::{MINUTE, SECOND};
use crate::ids::{Ids, sha256_hex};

/// The only algorithm that is used.
const ALGORITHM: &str = "SHA-256";
/// How long a challenge can be solved and used, in milliseconds.
const LIFETIME: i64 = 20 * MINUTE;
/// The longest solution that is accepted, in bytes; a real one has about 400.
const SOLUTION_MAX: usize = 4096;

/// A challenge in the format of the widget.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Challenge {
    /// `SHA-256`.
    algorithm: &'static str,
    /// SHA-256 of salt and number, in hexadecimal.
    challenge: String,
    /// The largest possible value of the number.
    maxnumber: u32,
    /// Random text with the time at which the challenge expires.
    salt: String,
    /// HMAC-SHA-256 of the challenge under the server's key, in hexadecimal.
    signature: String,
}

/// The solution that the widget sends back, as JSON in base64.
#[derive(Debug, Serialize, Deserialize)]
pub struct Solution {
    algorithm: String,
    challenge: String,
    number: u64,
    salt: String,
    signature: String,
}

/// Creates challenges and checks solutions.
pub(super) struct Altcha {
    key: String,
    max_number: u32,
    ids: Ids,
}

impl Altcha {
    pub(super) fn new(key: String, max_number: u32, ids: Ids) -> Self {
        Self { key, max_number, ids }
    }

    pub(super) fn challenge(&self, now: i64) -> Challenge {
        // The salt ends in '&'. Otherwise its last digits, which are the time, could be moved over to the number and
        // back, which gives another salt with the same hash and a later expiry.
        let expires = (now + LIFETIME) / SECOND;
        let salt = format!("{}?expires={expires}&", self.ids.new_token::<16>());
        let mut random = [0_u8; 8];
        self.ids.fill(&mut random);
        let number = u64::from_le_bytes(random) % (u64::from(self.max_number) + 1);
        let challenge = hash(&salt, number);
        Challenge {
            algorithm: ALGORITHM,
            signature: hex::encode(self.mac(&challenge).finalize().into_bytes()),
            maxnumber: self.max_number,
            challenge,
            salt,
        }
    }

    /// The challenge that a correct solution solves, and when it expires (milliseconds since the epoch); `None` for a
    /// wrong or expired solution.
    pub(super) fn verify(&self, text: &str, now: i64) -> Option<(String, i64)> {
        if text.len() > SOLUTION_MAX {
            return None;
        }
        let solution: Solution = serde_json::from_slice(&STANDARD.decode(text).ok()?).ok()?;
        if solution.algorithm != ALGORITHM {
            return None;
        }
        let signature = hex::decode(&solution.signature).ok()?;
        self.mac(&solution.challenge).verify_slice(&signature).ok()?;
        let (_, query) = solution.salt.strip_suffix('&')?.split_once("?expires=")?;
        let expires_at = query.parse::<i64>().ok()?.checked_mul(SECOND)?;
        let right = hash(&solution.salt, solution.number) == solution.challenge;
        // The second comparison is for a clock that was set back: no challenge is valid for longer than intended.
        let current = now < expires_at && expires_at <= now + LIFETIME + MINUTE;
        (right && current).then_some((solution.challenge, expires_at))
    }

    fn mac(&self, challenge: &str) -> Hmac<Sha256> {
        let mut mac = <Hmac<Sha256> as hmac::Mac>::new_from_slice(self.key.as_bytes())
            .expect("HMAC takes keys of any length");
        mac.update(challenge.as_bytes());
        mac
    }
}

fn hash(salt: &str, number: u64) -> String {
    sha256_hex(format!("{salt}{number}"))
}

/// Solves a challenge by trial and error, as the widget does. For tests and programs.
#[must_use]
pub fn solve(challenge: &serde_json::Value) -> Option<String> {
    let text = |name: &str| challenge.get(name)?.as_str().map(str::to_owned);
    let (salt, wanted) = (text("salt")?, text("challenge")?);
    let most = challenge.get("maxnumber")?.as_u64()?;
    let number = (0..=most).find(|number| hash(&salt, *number) == wanted)?;
    let solution = Solution {
        algorithm: text("algorithm")?,
        challenge: wanted,
        number,
        salt,
        signature: text("signature")?,
    };
    Some(STANDARD.encode(serde_json::to_vec(&solution).ok()?))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::clock::SystemClock;
    use crate::ids::SystemEntropy;

    const NOW: i64 = 1_795_000_000_000;

    fn altcha(key: &str) -> Altcha {
        let ids = Ids::new(Arc::new(SystemClock), Arc::new(SystemEntropy));
        Altcha::new(key.into(), 50, ids)
    }

    fn solved(altcha: &Altcha) -> (Challenge, String) {
        let challenge = altcha.challenge(NOW);
        let json = serde_json::to_value(&challenge).expect("JSON");
        (challenge, solve(&json).expect("solvable"))
    }

    #[test]
    fn accepts_a_solution_for_20_minutes_and_only_under_its_own_key() {
        let ours = altcha("key");
        let (challenge, solution) = solved(&ours);
        let (name, _) = ours.verify(&solution, NOW).expect("right");
        assert_eq!(name, challenge.challenge);
        assert!(ours.verify(&solution, NOW + LIFETIME - SECOND).is_some());
        assert!(ours.verify(&solution, NOW + LIFETIME).is_none());
        assert!(ours.verify(&solution, NOW - 2 * MINUTE).is_none());
        assert!(altcha("other").verify(&solution, NOW).is_none());
    }

    #[test]
    fn refuses_a_changed_solution() {
        let ours = altcha("key");
        let (challenge, solution) = solved(&ours);
        let bytes = STANDARD.decode(&solution).expect("base64");
        let good: Solution = serde_json::from_slice(&bytes).expect("a solution");
        let judge = |change: &dyn Fn(&mut Solution)| {
            let mut changed: Solution = serde_json::from_slice(&bytes).expect("a solution");
            change(&mut changed);
            let text = STANDARD.encode(serde_json::to_vec(&changed).expect("JSON"));
            ours.verify(&text, NOW).is_some()
        };
        assert!(judge(&|_| {}));
        assert!(!judge(&|s| s.number += 1));
        assert!(!judge(&|s| s.algorithm = "SHA-1".into()));
        assert!(!judge(&|s| s.signature = "00".repeat(32)));
        assert!(!judge(&|s| s.challenge = "00".repeat(32)));
        // Moving digits of the number into the time keeps the hash the same, and must be refused.
        let moved = format!("{}{}", challenge.salt, good.number);
        assert!(!judge(&|s| s.salt.clone_from(&moved)));
        assert!(!judge(&|s| {
            s.salt = challenge.salt.trim_end_matches('&').to_owned();
        }));
        for text in ["", "x", "e30=", "bnVsbA==", &"A".repeat(5000)] {
            assert!(ours.verify(text, NOW).is_none(), "{text}");
        }
    }
}
