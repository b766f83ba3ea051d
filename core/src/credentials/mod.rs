//! Checks of email addresses, names, passwords, codes and PINs (docs/product.md, section 5; its sentences word for
//! word).
//!
//! Every check returns the rules that the input breaks, in the order in which the specification lists them; an
//! empty list means that the input is valid.

pub mod email;
pub mod password;

use serde::Serialize;

pub use email::{is_email, normalise_email};
pub use password::{PasswordRule, Strength, StrengthReport, check_reset, find_unmet_rules, measure_strength};

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

/// The number of digits of a verification code (docs/product.md, section 9).
pub const CODE_DIGITS: usize = 6;

/// The typed text as the code field accepts it: digits only, at most 6.
#[must_use]
pub fn filter_code(typed: &str) -> String {
    typed.chars().filter(char::is_ascii_digit).take(CODE_DIGITS).collect()
}

/// Whether `code` is exactly 6 digits. The submit button is disabled until it is.
#[must_use]
pub fn is_verification_code(code: &str) -> bool {
    code.len() == CODE_DIGITS && code.bytes().all(|b| b.is_ascii_digit())
}

/// The rules of the verification form.
#[must_use]
pub fn check_verification(email: &str, code: &str) -> Vec<FormError> {
    const MISSING: &str = "Please enter your verification code";
    let missing = |path| FormError::new(path, "missing", MISSING).with_title("Missing information");
    let wrong = FormError::new("code", "invalid_code", "Verification code must be 6 digits");
    let rules = [
        missing("email").when(email.is_empty()),
        missing("code").when(code.is_empty()),
        wrong.with_title("Invalid code").when(!code.is_empty() && !is_verification_code(code)),
    ];
    rules.into_iter().flatten().collect()
}

/// The rule of the resend button: it needs an email address.
#[must_use]
pub fn check_resend(email: &str) -> Option<FormError> {
    let missing = FormError::new("email", "missing", "Please enter your email address");
    missing.with_title("Email required").when(email.is_empty())
}

/// The number of digits of a PIN (docs/product.md, section 9).
pub const PIN_DIGITS: usize = 4;

/// The rules of any PIN: exactly 4 digits, and digits only.
#[must_use]
pub fn check_pin(pin: &str) -> Vec<FormError> {
    let length = FormError::new("pin", "wrong_length", "PIN must be 4 digits");
    let digits = FormError::new("pin", "not_digits", "PIN must contain only numbers");
    let rules = [
        length.when(count_characters(pin) != PIN_DIGITS),
        digits.when(!pin.bytes().all(|b| b.is_ascii_digit())),
    ];
    rules.into_iter().flatten().collect()
}

/// The rules for setting a PIN: 4 digits, the same PIN again if there is a confirmation, and not one of the PINs that a
/// thief tries first.
#[must_use]
pub fn check_pin_setup(pin: &str, confirm: Option<&str>) -> Vec<FormError> {
    let mut broken = check_pin(pin);
    let msg = "This PIN is too easy to guess. Please choose another one";
    let weak = FormError::new("pin", "weak_pin", msg);
    broken.extend(weak.when(broken.is_empty() && is_weak_pin(pin)));
    let msg = "Please make sure both PINs are the same";
    let other = FormError::new("confirmPin", "mismatch", msg).with_title("PINs don't match");
    broken.extend(other.when(confirm.is_some_and(|confirm| confirm != pin)));
    broken
}

/// Popular PINs that don't match any of the patterns below.
const POPULAR: [&[u8; 4]; 6] = [b"2580", b"0852", b"1004", b"1342", b"0007", b"1379"];

/// Whether a thief would try this PIN among the first: the same digit four times, a run up or down (also across the 0
/// of a keypad: 7890), a repeated pair (1212, 1122), a year of birth (1920 to 2029), or one of a few others that
/// surveys keep finding.
fn is_weak_pin(pin: &str) -> bool {
    let &[a, b, c, d] = pin.as_bytes() else {
        return false;
    };
    let run = |step: u8| {
        let next = |from: u8, to: u8| (from - b'0' + step) % 10 == to - b'0';
        next(a, b) && next(b, c) && next(c, d)
    };
    let year = match (a, b) {
        (b'1', b'9') => c >= b'2',
        (b'2', b'0') => c <= b'2',
        _ => false,
    };
    // The repeated pair includes the same digit four times.
    let pairs = (a == c && b == d) || (a == b && c == d);
    run(1) || run(9) || pairs || year || POPULAR.contains(&&[a, b, c, d])
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
    fn registration_checks_the_confirmation_only_if_it_is_given() {
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
    fn a_broken_rule_in_json_has_a_title_only_if_one_is_set() {
        assert_eq!(
            serde_json::to_string(&EMAIL).unwrap(),
            r#"{"path":"email","code":"invalid_email","msg":"Please enter a valid email address"}"#
        );
        assert_eq!(
            serde_json::to_string(&EMAIL.with_title("T")).unwrap(),
            r#"{"path":"email","code":"invalid_email","msg":"Please enter a valid email address","title":"T"}"#
        );
    }

    #[test]
    fn keeps_only_the_first_six_digits_of_a_typed_code() {
        for (typed, saved) in [
            ("", ""),
            ("12a3", "123"),
            (" 123 456 ", "123456"),
            ("1234567", "123456"),
            ("code: 98-76-54", "987654"),
            ("१२३456", "456"),
        ] {
            assert_eq!(filter_code(typed), saved);
        }
    }

    #[test]
    fn a_code_is_exactly_six_digits() {
        assert!(is_verification_code("000000") && is_verification_code("987654"));
        for code in ["", "12345", "1234567", "12345a", "12 456", "१२"] {
            assert!(!is_verification_code(code), "{code}");
        }
    }

    #[test]
    fn verification_wants_an_address_and_a_code() {
        let texts = |email, code| -> Vec<_> {
            check_verification(email, code).iter().map(|b| (b.path, b.code, b.title, b.msg)).collect()
        };
        let missing =
            |path| (path, "missing", Some("Missing information"), "Please enter your verification code");
        let invalid = ("code", "invalid_code", Some("Invalid code"), "Verification code must be 6 digits");
        assert_eq!(texts("a@b.co", "123456"), []);
        assert_eq!(texts("", "123456"), [missing("email")]);
        assert_eq!(texts("a@b.co", ""), [missing("code")]);
        assert_eq!(texts("", ""), [missing("email"), missing("code")]);
        assert_eq!(texts("a@b.co", "12345"), [invalid]);
        assert_eq!(texts("", "x"), [missing("email"), invalid]);
    }

    #[test]
    fn resend_wants_an_address() {
        assert_eq!(check_resend("a@b.co"), None);
        let broken = check_resend("").unwrap();
        assert_eq!(
            (broken.path, broken.code, broken.title, broken.msg),
            ("email", "missing", Some("Email required"), "Please enter your email address")
        );
    }
}

#[cfg(test)]
mod pin_tests {
    use super::*;

    fn texts(broken: &[FormError]) -> Vec<(&str, &str, Option<&str>, &str)> {
        broken.iter().map(|b| (b.path, b.code, b.title, b.msg)).collect()
    }

    const LENGTH: (&str, &str, Option<&str>, &str) = ("pin", "wrong_length", None, "PIN must be 4 digits");
    const DIGITS: (&str, &str, Option<&str>, &str) =
        ("pin", "not_digits", None, "PIN must contain only numbers");
    const DIFFER: (&str, &str, Option<&str>, &str) =
        ("confirmPin", "mismatch", Some("PINs don't match"), "Please make sure both PINs are the same");
    const WEAK: (&str, &str, Option<&str>, &str) =
        ("pin", "weak_pin", None, "This PIN is too easy to guess. Please choose another one");

    #[test]
    fn a_pin_is_four_digits() {
        assert_eq!(texts(&check_pin("8305")), []);
        assert_eq!(texts(&check_pin("1111")), []);
        assert_eq!(texts(&check_pin("830")), [LENGTH]);
        assert_eq!(texts(&check_pin("83051")), [LENGTH]);
        assert_eq!(texts(&check_pin("")), [LENGTH]);
        assert_eq!(texts(&check_pin("83a5")), [DIGITS]);
        assert_eq!(texts(&check_pin("8३05")), [DIGITS]);
        assert_eq!(texts(&check_pin("8 05x")), [LENGTH, DIGITS]);
    }

    #[test]
    fn set_up_wants_the_same_pin_twice() {
        assert_eq!(texts(&check_pin_setup("8305", None)), []);
        assert_eq!(texts(&check_pin_setup("8305", Some("8305"))), []);
        assert_eq!(texts(&check_pin_setup("8305", Some("8306"))), [DIFFER]);
        assert_eq!(texts(&check_pin_setup("12", Some("1234"))), [LENGTH, DIFFER]);
        assert_eq!(texts(&check_pin_setup("1234", Some("1235"))), [WEAK, DIFFER]);
    }

    #[test]
    fn refuses_pins_that_are_easy_to_guess() {
        for pin in [
            "0000", "1111", "9999", "0123", "1234", "6789", "7890", "8901", "9876", "4321", "3210", "2109",
            "1212", "9090", "1122", "0099", "1920", "1987", "1999", "2000", "2015", "2029", "2580", "0852",
            "1004", "1342", "0007", "1379",
        ] {
            assert_eq!(texts(&check_pin_setup(pin, None)), [WEAK], "{pin}");
        }
    }

    #[test]
    fn accepts_pins_that_are_hard_to_guess() {
        for pin in [
            "8305", "1235", "1243", "2134", "1221", "1123", "1223", "2468", "1910", "2030", "2130", "3020",
            "1820", "2920", "2581", "1324", "9870", "3211",
        ] {
            assert_eq!(texts(&check_pin_setup(pin, None)), [], "{pin}");
        }
    }

    #[test]
    fn what_is_not_four_digits_is_never_called_weak() {
        assert!(!is_weak_pin("111"));
        assert!(!is_weak_pin("11111"));
    }
}
