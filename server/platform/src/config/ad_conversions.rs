//! The configuration of the advertising account to which conversions are reported.

use url::Url;

use super::{ConfigError, parse_variable, stripe};

/// The advertising account to which conversions are reported.
#[derive(Clone)]
pub struct AdConversionsConfig {
    /// `META_PIXEL_ID`: digits.
    pub pixel: String,
    /// `META_ACCESS_TOKEN`.
    pub token: String,
    /// `META_API_BASE`.
    pub api_base: Url,
}

impl std::fmt::Debug for AdConversionsConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AdConversionsConfig")
            .field("pixel", &self.pixel)
            .field("api_base", &self.api_base.as_str())
            .finish_non_exhaustive()
    }
}

const PIXEL: &str = "META_PIXEL_ID";
const TOKEN: &str = "META_ACCESS_TOKEN";
const BASE: &str = "META_API_BASE";

impl AdConversionsConfig {
    /// `None` without an account; then no conversions are reported.
    pub(super) fn read(get: &impl Fn(&'static str) -> Option<String>) -> Result<Option<Self>, ConfigError> {
        let expected = "the digits of a pixel, beside META_ACCESS_TOKEN";
        let pixel = get(PIXEL).map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
        let is_pixel = |text: &String| text.len() <= 32 && text.bytes().all(|digit| digit.is_ascii_digit());
        if pixel.as_ref().is_some_and(|text| !is_pixel(text)) {
            // Not printed: it may be the token, in the wrong one of the two variables.
            return Err(ConfigError::without_value(PIXEL, expected));
        }
        let expected = "an https address (or http on this machine), such as https://graph.facebook.com";
        let api_base = parse_variable(get(BASE), BASE, expected, stripe::parse_api_base)?;
        let token = get(TOKEN).map(|token| token.trim().to_owned());
        let token = token.filter(|token| !token.is_empty());
        let is_plain = |token: &String| token.bytes().all(|sign| sign.is_ascii_graphic());
        if token.as_ref().is_some_and(|token| !is_plain(token)) {
            return Err(ConfigError::without_value(TOKEN, "letters, digits or signs"));
        }
        match (pixel, token) {
            (None, None) => Ok(None),
            (Some(pixel), Some(token)) => Ok(Some(Self {
                pixel,
                token,
                api_base: match api_base {
                    Some(url) => url,
                    None => Url::parse("https://graph.facebook.com").expect("a good address"),
                },
            })),
            (Some(_), None) => Err(ConfigError::without_value(TOKEN, "set beside META_PIXEL_ID")),
            (None, Some(_)) => Err(ConfigError::without_value(PIXEL, "set beside META_ACCESS_TOKEN")),
        }
    }
}

/// Whether an installed app allows analytics and marketing before its user has chosen.
pub(super) fn read_installed_consent(
    get: &impl Fn(&'static str) -> Option<String>,
) -> Result<bool, ConfigError> {
    const NAME: &str = "PLUMBLINE_INSTALLED_CONSENT";
    let given = parse_variable(get(NAME), NAME, "ask or granted", |v| match v {
        "ask" => Some(false),
        "granted" => Some(true),
        _ => None,
    })?;
    Ok(given.unwrap_or(false))
}

#[cfg(test)]
mod tests {
    use super::super::Config;

    fn read(set: &[(&str, &str)]) -> Result<Config, String> {
        let find = |name: &str| set.iter().find(|(known, _)| *known == name);
        Config::from_lookup(|name| find(name).map(|(_, value)| (*value).to_owned()))
            .map_err(|error| error.to_string())
    }

    #[test]
    fn requires_pixel_and_token_together_and_never_prints_the_token() {
        assert!(read(&[]).expect("none").ad_conversions.is_none());
        let both = read(&[("META_PIXEL_ID", "123"), ("META_ACCESS_TOKEN", "EAA9")]);
        let both = both.expect("both").ad_conversions.expect("on");
        assert_eq!(both.api_base.as_str(), "https://graph.facebook.com/");
        assert!(!format!("{both:?}").contains("EAA9"));
        for (set, name) in [
            (&[("META_PIXEL_ID", "123")][..], "META_ACCESS_TOKEN"),
            (&[("META_ACCESS_TOKEN", "EAA9")], "META_PIXEL_ID"),
            (&[("META_PIXEL_ID", "12a")], "META_PIXEL_ID"),
            (&[("META_PIXEL_ID", "1"), ("META_ACCESS_TOKEN", "EAA 9")], "META_ACCESS_TOKEN"),
            (&[("META_API_BASE", "http://graph.example")], "META_API_BASE"),
        ] {
            let error = read(set).expect_err(name);
            assert!(error.starts_with(&format!("{name} must be ")), "{error}");
            assert!(!error.contains("EAA"), "{error}");
        }
    }
}
