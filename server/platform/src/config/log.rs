//! The configuration of the log.

use super::{ConfigError, parse_variable};

/// The format of log lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    /// Text for people.
    Text,
    /// One JSON object per line.
    Json,
}

/// Targets of other libraries whose log lines are switched off, unless the filter names them: what a stranger sends as
/// a passkey is no error of the server, and the database driver prints unknown options of DATABASE_URL with their
/// values, such as `sslpassword` or the part of a password after an &.
const IGNORED_TARGETS: [&str; 2] = ["webauthn_rs_core", "sqlx_postgres::options::parse"];

/// The filter of the log.
pub(super) fn read_filter(get: &impl Fn(&'static str) -> Option<String>) -> Result<String, ConfigError> {
    const NAME: &str = "PLUMBLINE_LOG";
    let expected = "a filter such as info or plumbline=debug";
    let read = |v: &str| {
        let filter = v.parse::<tracing_subscriber::EnvFilter>();
        filter.ok().map(|_| v.to_owned())
    };
    let filter = parse_variable(get(NAME), NAME, expected, read)?;
    let filter = filter.unwrap_or_else(|| "info,sqlx=warn".to_owned());
    let quiet = IGNORED_TARGETS.iter().filter(|target| !filter.contains(**target));
    let quiet: String = quiet.map(|target| format!(",{target}=off")).collect();
    Ok(filter + &quiet)
}

/// The format of the log.
pub(super) fn read_format(get: &impl Fn(&'static str) -> Option<String>) -> Result<LogFormat, ConfigError> {
    const NAME: &str = "PLUMBLINE_LOG_FORMAT";
    let format = parse_variable(get(NAME), NAME, "text or json", |v| match v {
        "text" => Some(LogFormat::Text),
        "json" => Some(LogFormat::Json),
        _ => None,
    })?;
    Ok(format.unwrap_or(LogFormat::Text))
}

#[cfg(test)]
mod tests {
    use super::super::Config;

    fn read(filter: Option<&str>) -> String {
        let set = |name: &str| filter.filter(|_| name == "PLUMBLINE_LOG");
        let config = Config::from_lookup(|name| set(name).map(str::to_owned));
        config.expect("a configuration").log
    }

    #[test]
    fn logs_no_database_address_or_passkey_details_unless_configured() {
        let quiet = "webauthn_rs_core=off,sqlx_postgres::options::parse=off";
        assert_eq!(read(None), format!("info,sqlx=warn,{quiet}"));
        assert_eq!(read(Some("debug")), format!("debug,{quiet}"));
        let query = "info,webauthn_rs_core=debug";
        let left = "sqlx_postgres::options::parse=off";
        assert_eq!(read(Some(query)), format!("{query},{left}"));
    }
}
