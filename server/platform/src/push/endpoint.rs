//! The address that a browser names for its pushes. This server posts to it, so it must be a push service's on the
//! open internet, never this machine or one in its network. It is checked when it is registered, and again when its
//! name is looked up for a call, because a name may lead elsewhere by then.

use std::error::Error;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use base64::Engine as _;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use p256::PublicKey;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use url::{Host, Origin, Url};

/// The longest address that is stored; real ones have some hundred characters.
const ENDPOINT_MAX: usize = 1_000;
/// The length of a browser's secret in bytes.
const AUTH_BYTES: usize = 16;

/// Base64url with or without padding: browsers write it without, libraries with.
const BASE64URL: GeneralPurpose = GeneralPurpose::new(
    &alphabet::URL_SAFE,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// An error in a subscription, by its field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SubscriptionError {
    /// The field.
    pub path: &'static str,
    /// A message for people.
    pub msg: &'static str,
}

/// The address of a browser, and the keys with which it decrypts messages.
#[derive(Debug, Clone)]
pub struct PushTarget {
    pub(super) url: Url,
    pub(super) key: PublicKey,
    pub(super) auth: [u8; AUTH_BYTES],
}

impl PushTarget {
    /// Reads a subscription as a browser sends it. `own` is the operator's own push service, which may have any
    /// address.
    ///
    /// # Errors
    /// [`SubscriptionError`] if a field is invalid.
    pub fn parse(
        endpoint: &str,
        p256dh: &str,
        auth: &str,
        own: Option<&Url>,
    ) -> Result<Self, SubscriptionError> {
        let url = parse_address(endpoint, own).ok_or(SubscriptionError {
            path: "endpoint",
            msg: "This is not the https address of a push service.",
        })?;
        let key = BASE64URL.decode(p256dh).ok();
        let key = key.and_then(|bytes| PublicKey::from_sec1_bytes(&bytes).ok());
        let key = key
            .ok_or(SubscriptionError { path: "keys.p256dh", msg: "This is not a browser’s public key." })?;
        let auth = BASE64URL.decode(auth).ok();
        let auth = auth.and_then(|bytes| bytes.try_into().ok());
        let auth =
            auth.ok_or(SubscriptionError { path: "keys.auth", msg: "This is not a browser’s secret." })?;
        Ok(Self { url, key, auth })
    }

    /// The origin of the push service.
    pub(super) fn origin(&self) -> String {
        self.url.origin().ascii_serialization()
    }
}

fn parse_address(text: &str, own: Option<&Url>) -> Option<Url> {
    if text.len() > ENDPOINT_MAX {
        return None;
    }
    let url = Url::parse(text).ok()?;
    if !url.username().is_empty() || url.password().is_some() {
        return None;
    }
    if own.is_some_and(|own| has_origin(&url, &own.origin())) {
        return Some(url);
    }
    let open = match url.host()? {
        // Names are resolved each time a message is sent, because their addresses may change.
        Host::Domain(name) => name.contains('.'),
        Host::Ipv4(address) => is_public(IpAddr::V4(address)),
        Host::Ipv6(address) => is_public(IpAddr::V6(address)),
    };
    (url.scheme() == "https" && open).then_some(url)
}

fn has_origin(url: &Url, origin: &Origin) -> bool {
    url.origin() == *origin
}

/// Whether an address is on the public internet, and not of this machine or its network.
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => match address.to_ipv4_mapped() {
            Some(mapped) => is_public_v4(mapped),
            None => is_public_v6(address),
        },
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let is_reserved = matches!(
        (a, b, c),
        // This network, carrier networks, protocol assignments, benchmarks, multicast and reserved addresses.
        (0, ..) | (100, 64..=127, _) | (192, 0, 0) | (198, 18..=19, _) | (224..=255, ..)
    );
    !(is_reserved
        || address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_documentation())
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let segments = address.segments();
    // Of the global addresses (2000::/3), those with an embedded IPv4 address are excluded, because they may lead
    // elsewhere.
    let carries = matches!(segments, [0x2001, 0, ..] | [0x2002, ..]);
    let is_documentation = matches!(segments, [0x2001, 0x0db8, ..] | [0x3fff, 0..=0x0fff, ..]);
    segments[0] & 0xE000 == 0x2000 && !carries && !is_documentation
}

/// A name that has no public address.
#[derive(Debug, thiserror::Error)]
#[error("the push service's name leads into a private network")]
pub(super) struct NotPublic;

/// Whether a request failed for that reason.
pub(super) fn is_not_public(error: &(dyn Error + 'static)) -> bool {
    let mut cause = Some(error);
    while let Some(error) = cause {
        if error.is::<NotPublic>() {
            return true;
        }
        cause = error.source();
    }
    false
}

/// Resolves names and leaves out addresses that aren't public, at the time of the request: a name that was fine when it
/// was registered may lead elsewhere now.
pub(super) struct PublicResolver {
    /// The host of the operator's own service, if there is one.
    pub own_service: Option<String>,
}

impl Resolve for PublicResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let is_own = self.own_service.as_deref() == Some(name.as_str());
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let public: Vec<SocketAddr> = found.filter(|address| is_own || is_public(address.ip())).collect();
            if public.is_empty() {
                return Err(NotPublic.into());
            }
            let public: Addrs = Box::new(public.into_iter());
            Ok(public)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str =
        "BLn9b-VR0ca83knDNZ32dCHGyjJp-1riX9ZTN40MqV8K_LpQmLqxC_DoHvqvFXO_nGdAB4W9dogZb_sM-uV4JbY";
    const SECRET: &str = "_ordMnz7uTCmrpBTeUV4Bw";

    fn path(endpoint: &str) -> Option<&'static str> {
        let own: Url = "http://127.0.0.1:9000".parse().expect("an address");
        let read = PushTarget::parse(endpoint, KEY, SECRET, Some(&own));
        read.err().map(|refused| refused.path)
    }

    #[test]
    fn accepts_public_push_services_and_refuses_private_addresses() {
        for good in [
            "https://fcm.googleapis.com/fcm/send/abc:def",
            "https://updates.push.services.mozilla.com/wpush/v2/x",
            "https://web.push.apple.com:443/QK",
            "https://[2a00:1450:4009::1]/x",
            "https://8.8.8.8/x",
            "http://127.0.0.1:9000/x",
        ] {
            assert_eq!(path(good), None, "{good}");
        }
        let long = format!("https://push.example/{}", "x".repeat(1000));
        for bad in [
            "",
            "push",
            "http://push.example/x",
            "ftp://push.example/x",
            "https://user:word@push.example/x",
            "https://localhost/x",
            "https://database/x",
            "http://127.0.0.1:9001/x",
            "https://127.0.0.1/x",
            "https://127.1/x",
            "https://2130706433/x",
            "https://0x7f.1/x",
            "https://10.0.0.1/x",
            "https://172.16.3.4/x",
            "https://192.168.1.1/x",
            "https://169.254.169.254/latest/meta-data",
            "https://100.64.0.1/x",
            "https://0.0.0.0/x",
            "https://255.255.255.255/x",
            "https://[::1]/x",
            "https://[::]/x",
            "https://[::ffff:10.0.0.1]/x",
            "https://[64:ff9b::a00:1]/x",
            "https://[fc00::1]/x",
            "https://[fe80::1]/x",
            "https://[2002:a00:1::]/x",
            &long,
        ] {
            assert_eq!(path(bad), Some("endpoint"), "{bad}");
        }
    }

    #[test]
    fn accepts_only_keys_as_a_browser_gives_them() {
        let endpoint = "https://push.example/x";
        let padded = format!("{SECRET}==");
        let read = |key, auth| PushTarget::parse(endpoint, key, auth, None).map(drop);
        assert_eq!(read(KEY, SECRET), Ok(()));
        assert_eq!(read(KEY, &padded), Ok(()));
        let other = KEY.replace('B', "C");
        for key in ["", "BLn9", SECRET, &other] {
            let refused = read(key, SECRET).expect_err(key);
            assert_eq!(refused.path, "keys.p256dh");
        }
        for auth in ["", "_ordM", KEY] {
            let refused = read(KEY, auth).expect_err(auth);
            assert_eq!(refused.path, "keys.auth");
        }
    }

    #[tokio::test]
    async fn refuses_to_connect_to_a_name_of_a_private_address() {
        let client = reqwest::Client::builder()
            .no_proxy()
            .dns_resolver(std::sync::Arc::new(PublicResolver { own_service: None }))
            .build()
            .expect("a client");
        let call = client.post("http://localhost:9/x").send().await;
        assert!(is_not_public(&call.expect_err("no call")));
    }
}
