//! The configuration of where the server listens, and under which address people reach it.

use std::net::SocketAddr;

use url::Url;

use super::{ConfigError, parse_variable, web_address};

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
