//! The configuration of the metrics for a monitoring system.

use std::net::SocketAddr;

use super::{ConfigError, parse_variable};

/// Who may read the metrics; with neither setting, nobody.
#[derive(Clone, Default)]
pub struct MetricsConfig {
    /// `PLUMBLINE_METRICS_LISTEN`: a separate address, on which anybody who reaches it may read them.
    pub listen: Option<SocketAddr>,
    /// `PLUMBLINE_METRICS_TOKEN`: the token with which they can be read on the server's own address.
    pub token: Option<String>,
}

impl std::fmt::Debug for MetricsConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MetricsConfig").field("listen", &self.listen).finish_non_exhaustive()
    }
}

/// The fewest characters of a token; a shorter one might be guessed.
const TOKEN_LENGTH_MIN: usize = 16;

impl MetricsConfig {
    pub(super) fn read(get: &impl Fn(&'static str) -> Option<String>) -> Result<Self, ConfigError> {
        const TOKEN: &str = "PLUMBLINE_METRICS_TOKEN";
        let token = get(TOKEN).map(|token| token.trim().to_owned());
        let is_one = |token: &String| {
            token.len() >= TOKEN_LENGTH_MIN && token.bytes().all(|sign| sign.is_ascii_graphic())
        };
        if token.as_ref().is_some_and(|token| !is_one(token)) {
            let expected = "at least 16 letters, digits or signs";
            return Err(ConfigError::without_value(TOKEN, expected));
        }
        Ok(Self {
            listen: parse_variable(
                get("PLUMBLINE_METRICS_LISTEN"),
                "PLUMBLINE_METRICS_LISTEN",
                "an address with a port, such as 127.0.0.1:9100",
                |text| text.parse().ok(),
            )?,
            token,
        })
    }
}
