//! The cost of hashing a password.

/// The cost of hashing a password.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum HashCost {
    /// 19 MiB and 2 passes, as OWASP recommends. Always used outside tests.
    #[default]
    Full,
    /// The minimum that Argon2 allows, for tests that need an account but don't test passwords.
    Minimum,
}
