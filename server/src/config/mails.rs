//! How many mails an account may send to its customers.

use super::{ConfigError, parse};

/// What a new account may send; it grows with the invoices that are paid.
#[derive(Debug, Clone, Copy)]
pub struct MailsConfig {
    /// In an hour: `PLUMBLINE_MAILS_BY_HOUR`.
    pub hour: i64,
    /// In a day: `PLUMBLINE_MAILS_BY_DAY`.
    pub day: i64,
}

impl MailsConfig {
    /// Reads the variables.
    pub(super) fn read(get: &impl Fn(&'static str) -> Option<String>) -> Result<Self, ConfigError> {
        let number = |name| {
            let read = |v: &str| v.parse().ok().filter(|n| (1..=100_000).contains(n));
            parse(get(name), name, "a whole number from 1 to 100000", read)
        };
        Ok(Self {
            hour: number("PLUMBLINE_MAILS_BY_HOUR")?.unwrap_or(20),
            day: number("PLUMBLINE_MAILS_BY_DAY")?.unwrap_or(50),
        })
    }
}
