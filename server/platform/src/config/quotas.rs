//! How much an account may store.

use super::{ConfigError, parse_variable};

/// The most that one account may store on this server.
#[derive(Debug, Clone, Copy)]
pub struct QuotaConfig {
    /// Quotes and invoices: `PLUMBLINE_QUOTA_DOCUMENTS`.
    pub documents: i64,
    /// Pictures: `PLUMBLINE_QUOTA_PICTURES`.
    pub pictures: i64,
    /// All stored bytes: `PLUMBLINE_QUOTA_MEGABYTES`.
    pub bytes: i64,
}

/// The bytes of a megabyte in these settings.
pub const MEGABYTE: i64 = 1024 * 1024;

impl QuotaConfig {
    /// Reads the variables.
    pub(super) fn read(get: &impl Fn(&'static str) -> Option<String>) -> Result<Self, ConfigError> {
        let number = |name| {
            let read = |v: &str| v.parse::<i64>().ok().filter(|n| (1..=100_000_000).contains(n));
            parse_variable(get(name), name, "a whole number from 1 to 100000000", read)
        };
        Ok(Self {
            documents: number("PLUMBLINE_QUOTA_DOCUMENTS")?.unwrap_or(50_000),
            pictures: number("PLUMBLINE_QUOTA_PICTURES")?.unwrap_or(5_000),
            bytes: number("PLUMBLINE_QUOTA_MEGABYTES")?.unwrap_or(4_096) * MEGABYTE,
        })
    }
}
