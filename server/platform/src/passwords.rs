//! Passwords: Argon2id (19 MiB, 2 passes, 1 lane), outside the async threads and a limited number at once, so that
//! a flood of log-ins costs time and not memory.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::Semaphore;

use crate::config::HashCost;
use crate::error::ApiError;
use crate::ids::Ids;

/// The hash of a discarded password, with the same parameters as all others. It is checked for accounts that don't
/// exist, so that they take as long; even the right password would be refused.
const DUMMY_HASH: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$8qW0IhJ5I4hB81iP5+3OlQ$WmPmGok7TLDoqmZxUg77FdIfGeMBIwRgzVuRz0xvB0c";

fn params(cost: HashCost) -> Params {
    match cost {
        HashCost::Full => Params::DEFAULT,
        HashCost::Minimum => Params::new(Params::MIN_M_COST, 1, 1, None).unwrap_or(Params::DEFAULT),
    }
}

/// Hashes and checks passwords.
#[derive(Clone)]
pub struct Passwords {
    slots: Arc<Semaphore>,
    cost: HashCost,
    ids: Ids,
    computed: Arc<AtomicU64>,
}

impl Passwords {
    /// Hashes at most `at_once` passwords at a time.
    #[must_use]
    pub fn new(ids: Ids, at_once: usize, cost: HashCost) -> Self {
        Self { slots: Arc::new(Semaphore::new(at_once)), cost, ids, computed: Arc::default() }
    }

    /// How many hashes have been computed since the start. A hash takes far longer than the rest of a log-in, so every
    /// log-in must compute the same number, whichever account it names.
    #[must_use]
    pub fn computed_count(&self) -> u64 {
        self.computed.load(Ordering::Relaxed)
    }

    /// The hash of a password, which contains its salt and parameters.
    ///
    /// # Errors
    /// When hashing fails.
    pub async fn hash(&self, password: String) -> Result<String, ApiError> {
        let (ids, cost) = (self.ids.clone(), self.cost);
        self.run_blocking(move || hash_now(&ids, cost, &password)).await?
    }

    /// Whether `password` matches `hash`; `None` stands for an account that doesn't exist, for which the refusal takes
    /// as long.
    ///
    /// # Errors
    /// When the stored hash can't be parsed.
    pub async fn verify(&self, password: String, hash: Option<String>) -> Result<bool, ApiError> {
        let exists = hash.is_some();
        let hash = hash.unwrap_or_else(|| DUMMY_HASH.to_owned());
        let right = self.run_blocking(move || verify_now(&password, &hash)).await??;
        Ok(right && exists)
    }

    async fn run_blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let room = Arc::clone(&self.slots).acquire_owned().await.map_err(ApiError::unavailable)?;
        self.computed.fetch_add(1, Ordering::Relaxed);
        tokio::task::spawn_blocking(move || {
            let result = work();
            drop(room);
            result
        })
        .await
        .map_err(ApiError::internal)
    }
}

fn argon2(cost: HashCost) -> Argon2<'static> {
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params(cost))
}

fn hash_now(ids: &Ids, cost: HashCost, password: &str) -> Result<String, ApiError> {
    let mut salt = [0_u8; 16];
    ids.fill(&mut salt);
    let hash: PasswordHash = argon2(cost)
        .hash_password_with_salt(password.as_bytes(), &salt)
        .map_err(|error| ApiError::internal(error.to_string()))?;
    Ok(hash.to_string())
}

fn verify_now(password: &str, hash: &str) -> Result<bool, ApiError> {
    let parsed = PasswordHash::new(hash).map_err(|error| ApiError::internal(error.to_string()))?;
    // The actual cost is the one with which the hash was made.
    Ok(argon2(HashCost::Full).verify_password(password.as_bytes(), &parsed).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::SystemClock;
    use crate::ids::SystemEntropy;

    #[tokio::test]
    async fn only_the_right_password_of_an_account_passes() {
        let ids = Ids::new(Arc::new(SystemClock), Arc::new(SystemEntropy));
        let passwords = Passwords::new(ids, 2, HashCost::Full);
        let hash = passwords.hash("Right1!".into()).await.expect("hashes");
        // Checking the hash for accounts that don't exist takes as long.
        for hash in [&*hash, DUMMY_HASH] {
            assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
            let parsed = PasswordHash::new(hash).expect("a hash");
            assert_eq!(parsed.hash.expect("its output").len(), 32);
        }
        assert!(passwords.verify("Right1!".into(), Some(hash.clone())).await.expect("verifies"));
        assert!(!passwords.verify("Wrong1!".into(), Some(hash)).await.expect("verifies"));
        assert!(!passwords.verify("Right1!".into(), None).await.expect("verifies"));
    }
}
