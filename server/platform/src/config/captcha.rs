//! The configuration of the human check.

use url::Url;

use super::{ConfigError, parse_variable, web_address};

/// Which human check is in use.
#[derive(Debug, Clone)]
pub enum CaptchaConfig {
    /// No check.
    Off,
    /// The server's own proof of work.
    Altcha {
        /// The largest number of guesses that a solution may need.
        max_number: u32,
    },
    /// reCAPTCHA.
    Recaptcha(Box<RecaptchaConfig>),
}

/// The keys and addresses of reCAPTCHA.
#[derive(Clone)]
pub struct RecaptchaConfig {
    /// `RECAPTCHA_SITE_KEY`.
    pub site_key: String,
    /// `RECAPTCHA_SECRET_KEY`.
    pub secret_key: String,
    /// `RECAPTCHA_ENTERPRISE`.
    pub enterprise: bool,
    /// `RECAPTCHA_HOST`.
    pub host: Url,
    /// `RECAPTCHA_VERIFY_URL`.
    pub verify_url: Url,
}

impl std::fmt::Debug for RecaptchaConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RecaptchaConfig")
            .field("site_key", &self.site_key)
            .field("enterprise", &self.enterprise)
            .finish_non_exhaustive()
    }
}

impl CaptchaConfig {
    pub(super) fn read(get: &impl Fn(&'static str) -> Option<String>) -> Result<Self, ConfigError> {
        let max_number = parse_variable(
            get("PLUMBLINE_CAPTCHA_COST"),
            "PLUMBLINE_CAPTCHA_COST",
            "a whole number from 10 to 10000000",
            |v| v.parse().ok().filter(|n| (10..=10_000_000).contains(n)),
        )?
        .unwrap_or(50_000);
        let recaptcha = read_recaptcha(get)?;
        let has_keys = recaptcha.is_some();
        let chosen = parse_variable(
            get("PLUMBLINE_CAPTCHA"),
            "PLUMBLINE_CAPTCHA",
            "altcha or off, or recaptcha with RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET_KEY",
            |v| match v {
                "off" => Some(Self::Off),
                "altcha" => Some(Self::Altcha { max_number }),
                "recaptcha" if has_keys => recaptcha.clone().map(Box::new).map(Self::Recaptcha),
                _ => None,
            },
        )?;
        Ok(chosen.or(recaptcha.map(Box::new).map(Self::Recaptcha)).unwrap_or(Self::Altcha { max_number }))
    }
}

fn read_recaptcha(
    get: &impl Fn(&'static str) -> Option<String>,
) -> Result<Option<RecaptchaConfig>, ConfigError> {
    let web = |name, otherwise| {
        let url = parse_variable(get(name), name, "an http or https address", web_address)?;
        Ok(url.unwrap_or_else(|| Url::parse(otherwise).expect("a good address")))
    };
    let enterprise =
        parse_variable(get("RECAPTCHA_ENTERPRISE"), "RECAPTCHA_ENTERPRISE", "yes or no", |v| match v {
            "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        })?;
    let host = web("RECAPTCHA_HOST", "https://www.google.com")?;
    let verify_url = web("RECAPTCHA_VERIFY_URL", "https://www.google.com/recaptcha/api/siteverify")?;
    let keys = get("RECAPTCHA_SITE_KEY").zip(get("RECAPTCHA_SECRET_KEY"));
    Ok(keys.map(|(site_key, secret_key)| RecaptchaConfig {
        site_key: site_key.trim().to_owned(),
        secret_key: secret_key.trim().to_owned(),
        enterprise: enterprise.unwrap_or(false),
        host,
        verify_url,
    }))
}
