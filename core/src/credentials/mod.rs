//! Checks of email addresses, names, passwords, codes and PINs (docs/product.md, section 5; its sentences word for
//! word).
//!
//! Every check returns the rules that the input breaks, in the order in which the specification lists them; an
//! empty list means that the input is valid.

pub mod email;
pub mod password;
pub mod pin;
pub mod verification_code;

use serde::Serialize;

pub use email::{is_email, normalise_email};
pub use password::{PasswordRule, Strength, StrengthReport, check_reset, find_unmet_rules, measure_strength};
pub use pin::{check_pin, check_pin_setup};
pub use verification_code::{
    CODE_DIGITS, check_resend, check_verification, filter_code, is_verification_code,
};

/// The shortest password that the login form sends to the server (docs/product.md, section 9).
pub const LOGIN_PASSWORD_MIN: usize = 6;
/// The shortest password that registration and password reset accept (docs/product.md, section 9).
pub const PASSWORD_MIN: usize = 8;
/// The length from which the strength meter counts a password as long (docs/product.md, section 9).
pub const PASSWORD_LONG: usize = 12;
/// The shortest name (docs/product.md, section 9).
pub const NAME_MIN: usize = 2;

/// One broken rule of a form: the field, a stable code, the message and, if the specification has one, the title above
/// it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct FormError {
    /// The field's name in JSON: `email`, `confirmPassword`.
    pub path: &'static str,
    /// The stable code: `too_short`.
    pub code: &'static str,
    /// The message for the user.
    pub msg: &'static str,
    /// The title of the toast, if the specification gives one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub title: Option<&'static str>,
}

impl FormError {
    pub(crate) const fn new(path: &'static str, code: &'static str, msg: &'static str) -> Self {
        FormError { path, code, msg, title: None }
    }

    pub(crate) const fn with_title(self, title: &'static str) -> Self {
        FormError { title: Some(title), ..self }
    }

    /// The rule if it is broken, otherwise `None`.
    pub(crate) fn when(self, is_broken: bool) -> Option<Self> {
        is_broken.then_some(self)
    }
}

/// The rule for an email address: 'Please enter a valid email address'.
const EMAIL: FormError = FormError::new("email", "invalid_email", "Please enter a valid email address");

/// The length of a text in characters, as the user sees it.
fn count_characters(text: &str) -> usize {
    text.chars().count()
}

/// The rules of the login form: a valid email address and a password of at least 6 characters.
#[must_use]
pub fn check_login(email: &str, password: &str) -> Vec<FormError> {
    let msg = "Password must be at least 6 characters";
    let short = FormError::new("password", "too_short", msg);
    let rules = [EMAIL.when(!is_email(email)), short.when(count_characters(password) < LOGIN_PASSWORD_MIN)];
    rules.into_iter().flatten().collect()
}

/// The rules of the registration form. The confirmation is checked only if there is one: the form asks for it, but the
/// HTTP request may omit it.
#[must_use]
pub fn check_registration(name: &str, email: &str, password: &str, confirm: Option<&str>) -> Vec<FormError> {
    let msg = "Name must be at least 2 characters";
    let short = FormError::new("name", "too_short", msg).when(count_characters(name.trim()) < NAME_MIN);
    let mut broken = Vec::from_iter(short);
    broken.extend(EMAIL.when(!is_email(email)));
    broken.extend(password::check_enforced_rules(password));
    if let Some(confirm) = confirm {
        let rule = PasswordRule::Length;
        broken.extend(rule.to_error("confirmPassword").when(!rule.is_met_by(confirm)));
        let other = FormError::new("confirmPassword", "mismatch", "Passwords don't match");
        broken.extend(other.when(confirm != password));
    }
    broken
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(broken: &[FormError]) -> Vec<(&str, &str, &str)> {
        broken.iter().map(|b| (b.path, b.code, b.msg)).collect()
    }

    const SHORT_LOGIN: (&str, &str, &str) =
        ("password", "too_short", "Password must be at least 6 characters");
    const NAME: (&str, &str, &str) = ("name", "too_short", "Name must be at least 2 characters");
    const BAD_EMAIL: (&str, &str, &str) = ("email", "invalid_email", "Please enter a valid email address");
    const DIFFER: (&str, &str, &str) = ("confirmPassword", "mismatch", "Passwords don't match");
    const SHORT_CONFIRM: (&str, &str, &str) =
        ("confirmPassword", "too_short", "Password must be at least 8 characters long");

    #[test]
    fn login_wants_an_address_and_six_characters() {
        assert_eq!(texts(&check_login("a@example.com", "123456")), []);
        assert_eq!(texts(&check_login("a@example.com", "12345")), [SHORT_LOGIN]);
        assert_eq!(texts(&check_login("a@example.com", "ééééé")), [SHORT_LOGIN]);
        assert_eq!(texts(&check_login("a.example.com", "123456")), [BAD_EMAIL]);
        assert_eq!(texts(&check_login("", "")), [BAD_EMAIL, SHORT_LOGIN]);
    }

    #[test]
    fn registration_wants_a_name_of_two_characters() {
        let names = |name| check_registration(name, "a@example.com", "Abcdefg1", None);
        assert_eq!(texts(&names("Jo")), []);
        assert_eq!(texts(&names("J")), [NAME]);
        assert_eq!(texts(&names(" J ")), [NAME]);
        assert_eq!(texts(&names("李明")), []);
    }

    #[test]
    fn registration_checks_the_confirmation_only_where_there_is_one() {
        let confirm = |confirm| check_registration("Jo", "a@example.com", "Abcdefg1", confirm);
        assert_eq!(texts(&confirm(None)), []);
        assert_eq!(texts(&confirm(Some("Abcdefg1"))), []);
        assert_eq!(texts(&confirm(Some("Abcdefg2"))), [DIFFER]);
        assert_eq!(texts(&confirm(Some("Abcdefg"))), [SHORT_CONFIRM, DIFFER]);
    }

    #[test]
    fn registration_lists_every_broken_rule_in_order() {
        let paths: Vec<_> =
            check_registration("", "x", "", Some("")).iter().map(|b| (b.path, b.code)).collect();
        assert_eq!(
            paths,
            [
                ("name", "too_short"),
                ("email", "invalid_email"),
                ("password", "too_short"),
                ("password", "no_uppercase"),
                ("password", "no_lowercase"),
                ("password", "no_number"),
                ("confirmPassword", "too_short"),
            ]
        );
    }

    #[test]
    fn a_broken_rule_in_json_has_a_title_only_where_the_specification_has_one() {
        assert_eq!(
            serde_json::to_string(&EMAIL).unwrap(),
            r#"{"path":"email","code":"invalid_email","msg":"Please enter a valid email address"}"#
        );
        assert_eq!(
            serde_json::to_string(&EMAIL.with_title("T")).unwrap(),
            r#"{"path":"email","code":"invalid_email","msg":"Please enter a valid email address","title":"T"}"#
        );
    }
}
