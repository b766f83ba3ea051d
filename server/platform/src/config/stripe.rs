//! The configuration of card payments and of what the server sells itself.

use url::{Host, Url};

use super::{ConfigError, parse_variable, web_address};

/// The keys and the API address of Stripe.
#[derive(Clone)]
pub struct StripeConfig {
    /// `STRIPE_SECRET_KEY`.
    pub secret_key: String,
    /// `STRIPE_WEBHOOK_SECRET` and `STRIPE_CONNECT_WEBHOOK_SECRET`: each signs the events of one endpoint, and both
    /// endpoints may lead to this server.
    pub webhook_secrets: Vec<String>,
    /// `STRIPE_API_BASE`.
    pub api_base: Url,
    /// `PLUMBLINE_PLANS`: whether plans are sold; otherwise every account has all features.
    pub sells_plans: bool,
}

impl std::fmt::Debug for StripeConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StripeConfig").field("api_base", &self.api_base.as_str()).finish_non_exhaustive()
    }
}

const SECRET_KEY: &str = "STRIPE_SECRET_KEY";
const WEBHOOK_SECRET: &str = "STRIPE_WEBHOOK_SECRET";
const CONNECT_SECRET: &str = "STRIPE_CONNECT_WEBHOOK_SECRET";
const PLANS: &str = "PLUMBLINE_PLANS";

impl StripeConfig {
    /// `None` without keys; then no card payments are offered.
    pub(super) fn read(get: &impl Fn(&'static str) -> Option<String>) -> Result<Option<Self>, ConfigError> {
        let api_base = parse_variable(
            get("STRIPE_API_BASE"),
            "STRIPE_API_BASE",
            "an https address (or http on this machine), such as https://api.stripe.com",
            parse_api_base,
        )?;
        let sells_plans = parse_variable(get(PLANS), PLANS, "on or off", |value| match value {
            "on" => Some(true),
            "off" => Some(false),
            _ => None,
        })?;
        let key = "a secret key that begins with sk_ or rk_";
        let secret_key = read_secret(get(SECRET_KEY), SECRET_KEY, key, &["sk_", "rk_"])?;
        let signing = "a signing secret that begins with whsec_";
        let own = read_secret(get(WEBHOOK_SECRET), WEBHOOK_SECRET, signing, &["whsec_"])?;
        let connect = read_secret(get(CONNECT_SECRET), CONNECT_SECRET, signing, &["whsec_"])?;
        // With only one of the two, payments would be taken but never recorded, so the server doesn't start.
        let (secret_key, own) = match (secret_key, own) {
            (None, None) if connect.is_none() => return Ok(None),
            (None, _) => {
                let expected = "set beside STRIPE_WEBHOOK_SECRET";
                return Err(ConfigError::without_value(SECRET_KEY, expected));
            }
            (Some(_), None) => {
                let expected = "set beside STRIPE_SECRET_KEY";
                return Err(ConfigError::without_value(WEBHOOK_SECRET, expected));
            }
            (Some(secret_key), Some(own)) => (secret_key, own),
        };
        Ok(Some(Self {
            secret_key,
            webhook_secrets: std::iter::once(own).chain(connect).collect(),
            api_base: match api_base {
                Some(url) => url,
                None => Url::parse("https://api.stripe.com").expect("a good address"),
            },
            sells_plans: sells_plans.unwrap_or(true),
        }))
    }
}

/// A secret with one of these prefixes; the error for a wrong one names the variable and never prints the value.
fn read_secret(
    value: Option<String>,
    name: &'static str,
    expected: &'static str,
    starts: &[&str],
) -> Result<Option<String>, ConfigError> {
    let Some(value) = value else {
        return Ok(None);
    };
    let value = value.trim();
    let plain = value.bytes().all(|byte| byte.is_ascii_graphic());
    if plain && starts.iter().any(|start| value.starts_with(start)) {
        return Ok(Some(value.to_owned()));
    }
    Err(ConfigError::without_value(name, expected))
}

/// The address of the API, to which the secret key is sent: unencrypted only within this machine.
pub(super) fn parse_api_base(text: &str) -> Option<Url> {
    let url = web_address(text)?;
    let local = match url.host()? {
        Host::Domain(name) => name == "localhost",
        Host::Ipv4(address) => address.is_loopback(),
        Host::Ipv6(address) => address.is_loopback(),
    };
    let safe = url.scheme() == "https" || local;
    let plain = url.path() == "/" && url.query().is_none();
    (safe && plain).then_some(url)
}

#[cfg(test)]
mod tests {
    use super::super::Config;

    fn read(set: &[(&str, &str)]) -> Result<Config, String> {
        let find = |name: &str| set.iter().find(|(known, _)| *known == name);
        Config::from_lookup(|name| find(name).map(|(_, value)| (*value).to_owned()))
            .map_err(|error| error.to_string())
    }

    const KEY: (&str, &str) = ("STRIPE_SECRET_KEY", "sk_test_1");
    const HOOK: (&str, &str) = ("STRIPE_WEBHOOK_SECRET", "whsec_1");

    #[test]
    fn both_keys_or_none() {
        assert!(read(&[]).expect("none").stripe.is_none());
        let both = read(&[KEY, HOOK]).expect("both").stripe.expect("on");
        assert_eq!(both.api_base.as_str(), "https://api.stripe.com/");
        assert_eq!(both.webhook_secrets, ["whsec_1"]);
        let three = read(&[KEY, HOOK, ("STRIPE_CONNECT_WEBHOOK_SECRET", "whsec_2")]);
        let three = three.expect("three").stripe.expect("on");
        assert_eq!(three.webhook_secrets, ["whsec_1", "whsec_2"]);
    }

    #[test]
    fn plans_are_sold_unless_somebody_says_otherwise() {
        let sells = |set: &[(&str, &str)]| {
            let config = read(set).expect("good").stripe;
            config.map(|stripe| stripe.sells_plans)
        };
        assert_eq!(sells(&[("PLUMBLINE_PLANS", "on")]), None);
        assert_eq!(sells(&[KEY, HOOK]), Some(true));
        assert_eq!(sells(&[KEY, HOOK, ("PLUMBLINE_PLANS", "off")]), Some(false));
        let error = read(&[("PLUMBLINE_PLANS", "no")]).expect_err("no word");
        assert!(error.starts_with("PLUMBLINE_PLANS must be "), "{error}");
    }

    #[test]
    fn names_the_invalid_variable_without_printing_a_secret() {
        for (set, name) in [
            (&[KEY][..], "STRIPE_WEBHOOK_SECRET"),
            (&[HOOK], "STRIPE_SECRET_KEY"),
            (&[("STRIPE_CONNECT_WEBHOOK_SECRET", "whsec_9")], "STRIPE_SECRET_KEY"),
            (&[("STRIPE_SECRET_KEY", "pk_test_9"), HOOK], "STRIPE_SECRET_KEY"),
            (&[KEY, ("STRIPE_WEBHOOK_SECRET", "sk_test_9")], "STRIPE_WEBHOOK_SECRET"),
            (&[KEY, HOOK, ("STRIPE_CONNECT_WEBHOOK_SECRET", "whsec 9")], "STRIPE_CONNECT_WEBHOOK_SECRET"),
            (&[("STRIPE_API_BASE", "http://stripe.example")], "STRIPE_API_BASE"),
            (&[("STRIPE_API_BASE", "stripe")], "STRIPE_API_BASE"),
        ] {
            let error = read(set).expect_err(name);
            assert!(error.starts_with(&format!("{name} must be ")), "{error}");
            assert!(!error.contains('9'), "{error}");
        }
    }
}
