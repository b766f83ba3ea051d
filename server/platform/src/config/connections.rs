//! How many connections the server holds, and how long it waits for a slow one.

use std::time::Duration;

use super::{ConfigError, parse};

/// What connections may cost. The times are no variables of the environment: tests have shorter
/// ones.
#[derive(Debug, Clone)]
pub struct ConnectionConfig {
    /// `PLUMBLINE_CONNECTIONS`: the most at a time; `None`: as many as there may be open files, and
    /// no more than 10,000.
    pub most: Option<usize>,
    /// `PLUMBLINE_CONNECTIONS_BY_ADDRESS`: the most of one address at a time.
    pub by_address: usize,
    /// How long a client may take over the head of a request: from the connection, or from its
    /// first byte on one that was in use before.
    pub head: Duration,
    /// How long a connection may stay between two requests.
    pub idle: Duration,
    /// How long a client may send or take nothing of a body.
    pub grace: Duration,
    /// The least speed of a body beyond that, bytes a second: a picture of 5 MB takes a phone on
    /// the edge of the net five minutes.
    pub least_speed: u32,
}

impl ConnectionConfig {
    pub(super) fn read(get: &impl Fn(&'static str) -> Option<String>) -> Result<Self, ConfigError> {
        let count = |name: &'static str, expected, most: usize| {
            parse(get(name), name, expected, move |text| {
                text.parse()
                    .ok()
                    .filter(|count| (16..=most).contains(count))
            })
        };
        let most = count(
            "PLUMBLINE_CONNECTIONS",
            "a whole number from 16 to 1000000",
            1_000_000,
        )?;
        let by_address = count(
            "PLUMBLINE_CONNECTIONS_BY_ADDRESS",
            "a whole number from 16 to 1000000",
            1_000_000,
        )?;
        Ok(Self {
            most,
            by_address: by_address.unwrap_or(256),
            head: Duration::from_secs(10),
            idle: Duration::from_secs(75),
            grace: Duration::from_secs(30),
            least_speed: 16_000,
        })
    }
}
