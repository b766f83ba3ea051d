//! The configuration of the model that writes job descriptions.

use std::time::Duration;

use url::{Host, Url};

use super::{ConfigError, parse_variable, web_address};

/// An endpoint with OpenAI's chat completions API.
#[derive(Clone)]
pub struct AiConfig {
    /// `AI_BASE_URL`, with a slash at the end.
    pub base_url: Url,
    /// `AI_MODEL`.
    pub model: String,
    /// `AI_API_KEY`; a model on this machine needs none.
    pub api_key: Option<String>,
    /// `AI_SECONDS`: how long a whole response may take.
    pub time: Duration,
}

impl AiConfig {
    /// How long the model may send nothing: a third of the total time.
    #[must_use]
    pub fn silence_timeout(&self) -> Duration {
        self.time / 3
    }
}

impl std::fmt::Debug for AiConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AiConfig")
            .field("base_url", &self.base_url.as_str())
            .field("model", &self.model)
            .finish_non_exhaustive()
    }
}

const BASE_URL: &str = "AI_BASE_URL";
const MODEL: &str = "AI_MODEL";
const API_KEY: &str = "AI_API_KEY";

impl AiConfig {
    /// `None` without an address; then notes are tidied by fixed rules.
    pub(super) fn read(get: &impl Fn(&'static str) -> Option<String>) -> Result<Option<Self>, ConfigError> {
        let base_url = parse_variable(
            get(BASE_URL),
            BASE_URL,
            "an http or https address, such as http://localhost:11434/v1",
            parse_base_url,
        )?;
        let model = parse_variable(get(MODEL), MODEL, "the name of a model, such as llama3.2", |text| {
            let plain = text.len() <= 200 && !text.contains(|c: char| c.is_control());
            plain.then(|| text.to_owned())
        })?;
        let api_key = get(API_KEY).map(|key| key.trim().to_owned());
        if api_key.as_ref().is_some_and(|key| !key.bytes().all(|byte| byte.is_ascii_graphic())) {
            let expected = "a key without spaces";
            return Err(ConfigError::without_value(API_KEY, expected));
        }
        let time = parse_variable(get("AI_SECONDS"), "AI_SECONDS", "a whole number from 3 to 600", |text| {
            text.parse().ok().filter(|n| (3..=600).contains(n))
        })?;
        let time = Duration::from_secs(time.unwrap_or(60));
        // With only one of the two, everything would seem to work until somebody uses the assistant.
        match (base_url, model) {
            (None, None) if api_key.is_none() => Ok(None),
            (None, _) => {
                let expected = "set beside AI_MODEL and AI_API_KEY";
                Err(ConfigError::without_value(BASE_URL, expected))
            }
            (Some(_), None) => {
                let expected = "set beside AI_BASE_URL";
                Err(ConfigError::without_value(MODEL, expected))
            }
            (Some(url), Some(_)) if api_key.is_some() && !is_safe_for_secrets(&url) => {
                let expected = "an https address beside AI_API_KEY (or http on this machine)";
                Err(ConfigError::without_value(BASE_URL, expected))
            }
            (Some(base_url), Some(model)) => Ok(Some(Self { base_url, model, api_key, time })),
        }
    }
}

/// The address with a slash at the end, so that relative paths are appended to the whole of it.
fn parse_base_url(text: &str) -> Option<Url> {
    web_address(text)?;
    let url = web_address(&format!("{}/", text.trim_end_matches('/')))?;
    url.query().is_none().then_some(url)
}

/// Whether a key may be sent to this address: unencrypted only within this machine.
fn is_safe_for_secrets(url: &Url) -> bool {
    let local = match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    };
    url.scheme() == "https" || local
}

#[cfg(test)]
mod tests {
    use super::super::Config;
    use super::AiConfig;

    fn read(set: &[(&str, &str)]) -> Result<Option<AiConfig>, String> {
        let find = |name: &str| set.iter().find(|(known, _)| *known == name);
        Config::from_lookup(|name| find(name).map(|(_, value)| (*value).to_owned()))
            .map(|config| config.ai)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn requires_both_an_address_and_a_model_or_neither() {
        assert!(read(&[]).expect("none").is_none());
        let local = [("AI_BASE_URL", "http://ollama.lan:11434/v1"), ("AI_MODEL", "llama3.2")];
        let ai = read(&local).expect("both").expect("on");
        assert_eq!(ai.base_url.as_str(), "http://ollama.lan:11434/v1/");
        assert_eq!((ai.model.as_str(), ai.time.as_secs()), ("llama3.2", 60));
        let hosted = [
            ("AI_BASE_URL", "https://ai.example/v1/"),
            ("AI_MODEL", "small"),
            ("AI_API_KEY", "key-123"),
            ("AI_SECONDS", "9"),
        ];
        let ai = read(&hosted).expect("all").expect("on");
        assert_eq!(ai.api_key.as_deref(), Some("key-123"));
        assert_eq!(ai.silence_timeout().as_secs(), 3);
        assert!(!format!("{ai:?}").contains("key-123"));
    }

    #[test]
    fn names_the_invalid_variable_without_printing_the_key() {
        let url = ("AI_BASE_URL", "https://ai.example/v1");
        let model = ("AI_MODEL", "small");
        for (set, name) in [
            (&[url][..], "AI_MODEL"),
            (&[model], "AI_BASE_URL"),
            (&[("AI_API_KEY", "key-123")], "AI_BASE_URL"),
            (&[url, model, ("AI_API_KEY", "key 123")], "AI_API_KEY"),
            (&[url, model, ("AI_SECONDS", "0")], "AI_SECONDS"),
            (&[("AI_BASE_URL", "ollama"), model], "AI_BASE_URL"),
            (&[("AI_BASE_URL", "ftp://ai.example"), model], "AI_BASE_URL"),
            (&[("AI_BASE_URL", "https://a:key-123@ai.example"), model], "AI_BASE_URL"),
            (&[("AI_BASE_URL", "http://ai.example/v1"), model, ("AI_API_KEY", "key-123")], "AI_BASE_URL"),
        ] {
            let error = read(set).expect_err(name);
            assert!(error.starts_with(&format!("{name} must be ")), "{error}");
            assert!(!error.contains("123"), "{error}");
        }
    }
}
