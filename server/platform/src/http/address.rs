//! The address of the client, behind as many proxies as the configuration trusts.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::HeaderMap;
use axum::http::request::Parts;

use crate::state::AppState;

/// The client's address, for limits. Only the network part of an IPv6 address (its first 64 bits) counts, because one
/// client can use all addresses of its network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClientAddress(pub IpAddr);

impl FromRequestParts<AppState> for ClientAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Infallible> {
        let peer = parts
            .extensions
            .get::<ConnectInfo<SocketAddr>>()
            .map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |info| info.0.ip());
        Ok(Self(network_address(find_client_address(&parts.headers, peer, state.config.trusted_proxies))))
    }
}

/// Each trusted proxy appends the address that it saw, so the client is the n-th from the right. Addresses further left
/// were written by the client and can't be trusted.
fn find_client_address(headers: &HeaderMap, peer: IpAddr, proxies: usize) -> IpAddr {
    if proxies == 0 {
        return peer;
    }
    let hops: Vec<&str> = headers
        .get_all("x-forwarded-for")
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(str::trim)
        .collect();
    hops.len()
        .checked_sub(proxies)
        .and_then(|at| hops.get(at))
        .and_then(|text| text.parse().ok())
        .unwrap_or(peer)
}

/// The part of an address that counts for limits: all of an IPv4 address, the first 64 bits of an IPv6 address.
#[must_use]
pub fn network_address(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        v4 => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn trusts_only_addresses_written_by_trusted_proxies() {
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", HeaderValue::from_static("6.6.6.6, 1.2.3.4"));
        let peer: IpAddr = Ipv4Addr::LOCALHOST.into();
        assert_eq!(find_client_address(&headers, peer, 0), peer);
        assert_eq!(find_client_address(&headers, peer, 1).to_string(), "1.2.3.4");
        assert_eq!(find_client_address(&headers, peer, 5), peer);
    }
}
