//! The configuration of the log.

use super::{ConfigError, parse};

/// How log lines are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}

/// The crate that reads passkeys, by its target in the log. A filter that names it decides for itself.
const PASSKEYS: &str = "webauthn_rs_core";

/// What is logged.
pub(super) fn filter(get: &impl Fn(&'static str) -> Option<String>) -> Result<String, ConfigError> {
    const NAME: &str = "PLUMBLINE_LOG";
    let expected = "a filter such as info or plumbline=debug";
    let read = |v: &str| {
        let filter = v.parse::<tracing_subscriber::EnvFilter>();
        filter.ok().map(|_| v.to_owned())
    };
    let filter = parse(get(NAME), NAME, expected, read)?;
    let filter = filter.unwrap_or_else(|| "info,sqlx=warn".to_owned());
    // What a stranger sends as a passkey is no error of the server, whatever else is logged.
    match filter.contains(PASSKEYS) {
        true => Ok(filter),
        false => Ok(format!("{filter},{PASSKEYS}=off")),
    }
}

/// How it is written.
pub(super) fn format(
    get: &impl Fn(&'static str) -> Option<String>,
) -> Result<LogFormat, ConfigError> {
    const NAME: &str = "PLUMBLINE_LOG_FORMAT";
    let format = parse(get(NAME), NAME, "text or json", |v| match v {
        "text" => Some(LogFormat::Text),
        "json" => Some(LogFormat::Json),
        _ => None,
    })?;
    Ok(format.unwrap_or(LogFormat::Text))
}
