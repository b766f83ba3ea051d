//! The cost of hashing a password.

/// What hashing a password costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum HashCost {
    /// 19 MiB and 2 passes, as OWASP recommends: always, outside tests.
    #[default]
    Full,
    /// As little as Argon2 allows, for tests that are not about passwords but need an account.
    Least,
}
