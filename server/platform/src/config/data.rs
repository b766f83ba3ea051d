//! The configuration of where the data is: the data folder and the database.

use std::path::PathBuf;

use super::{ConfigError, address, is_address, parse_variable, with_password};

/// The data folder. An address instead of a folder is refused without printing it, because it may contain a password.
pub(super) fn read_folder(get: &impl Fn(&'static str) -> Option<String>) -> Result<PathBuf, ConfigError> {
    const NAME: &str = "PLUMBLINE_DATA";
    let Some(text) = get(NAME) else {
        return Ok(PathBuf::from("./data"));
    };
    match is_address(&text) {
        true => Err(ConfigError::without_value(NAME, "a folder, such as ./data")),
        false => Ok(PathBuf::from(text.trim())),
    }
}

/// Whether there must be data already (true) or must not be any (false); `None` if it isn't set.
pub(super) fn read_expected(
    get: &impl Fn(&'static str) -> Option<String>,
) -> Result<Option<bool>, ConfigError> {
    const NAME: &str = "PLUMBLINE_EXPECT_DATA";
    parse_variable(get(NAME), NAME, "yes or no", |v| match v {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    })
}

/// The address of the database, if it isn't the one in the data folder.
pub(super) fn read_database_url(
    get: &impl Fn(&'static str) -> Option<String>,
) -> Result<Option<String>, ConfigError> {
    const NAME: &str = "DATABASE_URL";
    let expected = with_password!("an address that begins with postgres://, postgresql:// or sqlite:");
    parse_variable(get(NAME), NAME, expected, |v| {
        let mut servers = ["postgres://", "postgresql://"].iter();
        let is_server = servers.any(|start| v.starts_with(start));
        // After `sqlite:` comes a path, which may contain any character, but is no address of a server.
        let path = v.strip_prefix("sqlite:").map(|path| path.trim_start_matches('/'));
        let known = path.is_some_and(|path| !is_address(path)) || (is_server && address(v).is_some());
        known.then(|| v.to_owned())
    })
}

/// The number of database connections.
pub(super) fn read_connections(get: &impl Fn(&'static str) -> Option<String>) -> Result<u32, ConfigError> {
    const NAME: &str = "PLUMBLINE_DB_CONNECTIONS";
    let read = |v: &str| v.parse().ok().filter(|n| (2..=200).contains(n));
    let number = parse_variable(get(NAME), NAME, "a whole number from 2 to 200", read)?;
    Ok(number.unwrap_or(8))
}

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
