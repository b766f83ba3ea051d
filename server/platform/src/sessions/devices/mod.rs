//! Devices: browsers in which an account's password was entered, and their PINs.

mod store;

use axum::http::{HeaderMap, header};

use crate::ids::sha256_hex;

pub use store::{
    DeviceRow, delete, delete_old, delete_others, export, find, find_by_email, has_pin, insert,
    list_with_pin, record_use, remove_pin, set_pin, take_attempt,
};

/// How many wrong PINs in a row remove a device's PIN.
pub const MAX_FAILURES: i64 = 5;

/// The hash of a PIN. It includes the device's secret, which only its cookie contains, so that nobody with a copy of
/// the table can try out the ten thousand PINs.
#[must_use]
pub fn hash_pin(secret: &str, pin: &str) -> String {
    sha256_hex(format!("pin:{secret}:{pin}"))
}

// The name of a browser as a person would say it: "Chrome on Android".

/// The most characters of the header that are stored.
const LENGTH_MAX: usize = 300;

/// In order of precedence: the earlier browsers' headers also contain the later names.
const BROWSERS: [(&str, &str); 9] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Version/", "Safari"),
    ("AppleWebKit/", "A browser"),
];

const SYSTEMS: [(&str, &str); 8] = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
    ("X11", "Unix"),
];

/// The `User-Agent` header of the request, shortened; empty if there is none.
#[must_use]
pub fn read_user_agent(headers: &HeaderMap) -> String {
    let text = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok());
    text.unwrap_or_default().chars().take(LENGTH_MAX).collect()
}

/// A description of the browser and system for people.
#[must_use]
pub fn describe_user_agent(agent: &str) -> String {
    let find = |names: &[(&str, &'static str)]| {
        let found = names.iter().find(|(sign, _)| agent.contains(sign));
        found.map(|(_, name)| *name)
    };
    match (find(&BROWSERS), find(&SYSTEMS)) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (Some(browser), None) => browser.to_owned(),
        (None, Some(system)) => format!("A program on {system}"),
        (None, None) => "An unknown device".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::describe_user_agent;

    #[test]
    fn describes_a_device_by_its_user_agent() {
        for (agent, text) in [
            (
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36",
                "Chrome on Android",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
                "Safari on iPhone",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0",
                "Edge on Windows",
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 14.6; rv:133.0) Gecko/20100101 Firefox/133.0",
                "Firefox on Mac",
            ),
            ("curl/8.5.0", "An unknown device"),
        ] {
            assert_eq!(describe_user_agent(agent), text);
        }
    }
}
