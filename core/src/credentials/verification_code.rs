//! The verification code (docs/product.md, section 5, Verification).

use super::FormError;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_box_keeps_six_digits() {
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
