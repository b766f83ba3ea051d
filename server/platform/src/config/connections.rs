//! How many connections the server holds, and how long it waits for a slow one.

use std::net::SocketAddr;
use std::time::Duration;

use url::Url;

use super::{ConfigError, parse_variable, web_address};

/// The limits of connections. The times are not environment variables, but tests set shorter ones.
#[derive(Debug, Clone)]
pub struct ConnectionConfig {
    /// `PLUMBLINE_CONNECTIONS`: the most connections at a time; `None`: as many as the limit of open files allows, and
    /// at most 10,000.
    pub max: Option<usize>,
    /// `PLUMBLINE_CONNECTIONS_BY_ADDRESS`: the most connections of one address at a time.
    pub max_per_address: usize,
    /// How long a client may take to send the head of a request: counted from the connection, or on a connection that
    /// was already used, from the first byte.
    pub head_timeout: Duration,
    /// How long a connection may stay open between two requests.
    pub idle_timeout: Duration,
    /// How long a client may send or receive nothing of a body.
    pub grace: Duration,
    /// The lowest speed of a body after that time, in bytes a second: on a poor mobile connection a picture of 5 MB
    /// takes five minutes.
    pub min_speed: u32,
}

impl ConnectionConfig {
    pub(super) fn read(get: &impl Fn(&'static str) -> Option<String>) -> Result<Self, ConfigError> {
        let count = |name: &'static str, expected, most: usize| {
            parse_variable(get(name), name, expected, move |text| {
                text.parse().ok().filter(|count| (16..=most).contains(count))
            })
        };
        let most = count("PLUMBLINE_CONNECTIONS", "a whole number from 16 to 1000000", 1_000_000)?;
        let by_address =
            count("PLUMBLINE_CONNECTIONS_BY_ADDRESS", "a whole number from 16 to 1000000", 1_000_000)?;
        Ok(Self {
            max: most,
            max_per_address: by_address.unwrap_or(256),
            head_timeout: Duration::from_secs(10),
            idle_timeout: Duration::from_secs(75),
            grace: Duration::from_secs(30),
            min_speed: 16_000,
        })
    }
}

// The configuration of where the server listens, and under which address people reach it.

/// The address on which the server listens.
pub(super) fn read_listen_address(
    get: &impl Fn(&'static str) -> Option<String>,
) -> Result<SocketAddr, ConfigError> {
    const NAME: &str = "PLUMBLINE_LISTEN";
    let expected = "an address with a port, such as 127.0.0.1:8080";
    let address = parse_variable(get(NAME), NAME, expected, |v| v.parse().ok())?;
    Ok(address.unwrap_or_else(|| SocketAddr::from(([127, 0, 0, 1], 8080))))
}

/// The address with which links begin, if it isn't the listening address.
pub(super) fn read_public_url(
    get: &impl Fn(&'static str) -> Option<String>,
) -> Result<Option<Url>, ConfigError> {
    const NAME: &str = "PLUMBLINE_PUBLIC_URL";
    let expected = "an http or https address without a path, such as https://quotes.example";
    parse_variable(get(NAME), NAME, expected, parse_public_url)
}

fn parse_public_url(value: &str) -> Option<Url> {
    web_address(value).filter(|url| url.path() == "/" && url.query().is_none())
}

/// How many of the proxies in front of the server belong to its operator.
pub(super) fn read_trusted_proxies(
    get: &impl Fn(&'static str) -> Option<String>,
) -> Result<usize, ConfigError> {
    const NAME: &str = "PLUMBLINE_TRUSTED_PROXIES";
    let read = |v: &str| v.parse().ok().filter(|n| *n <= 10);
    let number = parse_variable(get(NAME), NAME, "a whole number from 0 to 10", read)?;
    Ok(number.unwrap_or(0))
}
