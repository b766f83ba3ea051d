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

/// What is logged.
pub(super) fn filter(get: &impl Fn(&'static str) -> Option<String>) -> Result<String, ConfigError> {
    const NAME: &str = "PLUMBLINE_LOG";
    let expected = "a filter such as info or plumbline=debug";
    let read = |v: &str| {
        let filter = v.parse::<tracing_subscriber::EnvFilter>();
        filter.ok().map(|_| v.to_owned())
    };
    let filter = parse(get(NAME), NAME, expected, read)?;
    // What a stranger sends as a passkey is no error of the server.
    Ok(filter.unwrap_or_else(|| "info,sqlx=warn,webauthn_rs_core=off".to_owned()))
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
