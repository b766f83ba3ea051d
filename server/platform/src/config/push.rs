//! The configuration of Web Push.

use url::Url;

use super::{ConfigError, parse_variable, stripe};

const NAME: &str = "PLUMBLINE_PUSH_SERVICE";

/// The operator's own push service, which may be in a private network; browsers with any other service in a private
/// network are refused.
pub(super) fn read_push_service(
    get: &impl Fn(&'static str) -> Option<String>,
) -> Result<Option<Url>, ConfigError> {
    let expected = "an https address (or http on this machine), such as https://push.internal:8443";
    parse_variable(get(NAME), NAME, expected, stripe::parse_api_base)
}

#[cfg(test)]
mod tests {
    use super::super::Config;

    #[test]
    fn allows_http_only_for_a_push_service_on_this_machine() {
        let read = |value: &'static str| {
            Config::from_lookup(|name| (name == super::NAME).then(|| value.to_owned()))
                .map(|config| config.push_service.map(String::from))
                .map_err(|error| error.to_string())
        };
        assert_eq!(read(""), Ok(None));
        for good in ["https://push.internal:8443/", "http://127.0.0.1:9000/"] {
            assert_eq!(read(good), Ok(Some(good.to_owned())));
        }
        for bad in ["http://push.internal", "push", "https://push.internal/path"] {
            let error = read(bad).expect_err(bad);
            assert!(error.starts_with("PLUMBLINE_PUSH_SERVICE must be "), "{error}");
        }
    }
}
