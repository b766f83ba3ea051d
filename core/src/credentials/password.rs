//! Passwords (docs/product.md, section 5, Registration and Reset password).

use serde::{Deserialize, Serialize};

use super::{FormError, PASSWORD_LONG, PASSWORD_MIN, count_characters};

/// The five rules of the strength meter. Registration enforces the first four, password reset all five.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum PasswordRule {
    /// At least 8 characters.
    Length,
    /// An uppercase letter of any alphabet.
    Uppercase,
    /// A lowercase letter of any alphabet.
    Lowercase,
    /// A digit 0 to 9.
    Number,
    /// An ASCII punctuation mark, or the pound sign of British keyboards.
    Special,
}

impl PasswordRule {
    /// The rules in display order.
    pub const ALL: [PasswordRule; 5] =
        [Self::Length, Self::Uppercase, Self::Lowercase, Self::Number, Self::Special];

    /// Whether the password meets this rule.
    #[must_use]
    pub fn is_met_by(self, password: &str) -> bool {
        match self {
            Self::Length => count_characters(password) >= PASSWORD_MIN,
            Self::Uppercase => password.chars().any(char::is_uppercase),
            Self::Lowercase => password.chars().any(char::is_lowercase),
            Self::Number => password.chars().any(|c| c.is_ascii_digit()),
            Self::Special => password.chars().any(|c| c.is_ascii_punctuation() || c == '£'),
        }
    }

    /// The error for a password in this field that breaks the rule.
    pub(super) fn to_error(self, path: &'static str) -> FormError {
        FormError::new(path, self.code(), self.message())
    }

    /// The message for the user.
    #[must_use]
    pub fn message(self) -> &'static str {
        match self {
            Self::Length => "Password must be at least 8 characters long",
            Self::Uppercase => "Password must contain at least one uppercase letter",
            Self::Lowercase => "Password must contain at least one lowercase letter",
            Self::Number => "Password must contain at least one number",
            Self::Special => "Password must contain at least one special character",
        }
    }

    /// The stable code.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Length => "too_short",
            Self::Uppercase => "no_uppercase",
            Self::Lowercase => "no_lowercase",
            Self::Number => "no_number",
            Self::Special => "no_special",
        }
    }
}

/// The rules that the password breaks, in the order of [`PasswordRule::ALL`], for the live list of the reset page and
/// for the meter.
#[must_use]
pub fn find_unmet_rules(password: &str) -> Vec<PasswordRule> {
    let rules = PasswordRule::ALL.into_iter();
    rules.filter(|rule| !rule.is_met_by(password)).collect()
}

/// The broken rules among the four that registration enforces.
pub(super) fn check_enforced_rules(password: &str) -> impl Iterator<Item = FormError> {
    find_unmet_rules(password)
        .into_iter()
        .filter(|rule| *rule != PasswordRule::Special)
        .map(|rule| rule.to_error("password"))
}

/// The four levels of the strength meter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum Strength {
    /// Invalid, with 4 or 5 of the five rules broken.
    Weak,
    /// Valid with neither a special character nor 12 characters, or invalid with at
    /// most 3 rules broken.
    Fair,
    /// Valid with either a special character or 12 characters.
    Good,
    /// Valid with both.
    Strong,
}

/// What the strength meter shows for a password.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct StrengthReport {
    /// The level.
    pub level: Strength,
    /// Whether registration accepts the password: the four enforced rules are met.
    pub valid: bool,
    /// The five rules in order, each with its message and whether it is met.
    pub rules: Vec<RuleReport>,
}

/// One row of the strength meter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct RuleReport {
    /// The rule.
    pub rule: PasswordRule,
    /// The message.
    pub msg: &'static str,
    /// Whether the password meets the rule.
    pub met: bool,
}

/// The strength of a password (docs/product.md, section 5). 'Valid' means that the four enforced rules are met, since a
/// valid password may lack a special character; 'rules failed' counts all five that the meter shows.
#[must_use]
pub fn measure_strength(password: &str) -> StrengthReport {
    let rules =
        PasswordRule::ALL.map(|rule| RuleReport { rule, msg: rule.message(), met: rule.is_met_by(password) });
    let failed = rules.iter().filter(|r| !r.met).count();
    let special = rules[4].met;
    let valid = rules[..4].iter().all(|r| r.met);
    let long = count_characters(password) >= PASSWORD_LONG;
    let level = match (valid, special, long) {
        (true, true, true) => Strength::Strong,
        (true, true, false) | (true, false, true) => Strength::Good,
        (true, false, false) => Strength::Fair,
        (false, ..) if failed <= 3 => Strength::Fair,
        (false, ..) => Strength::Weak,
    };
    StrengthReport { level, valid, rules: rules.into() }
}

/// The rules of the reset form: a token, a password that meets all five rules, and the same password again if there is
/// a confirmation (the HTTP request has none).
#[must_use]
pub fn check_reset(token: &str, new_password: &str, confirm: Option<&str>) -> Vec<FormError> {
    let other = FormError::new("confirmPassword", "mismatch", "Passwords do not match");
    let msg = "Password does not meet security requirements";
    let weak = FormError::new("newPassword", "too_weak", msg);
    let rules = [
        FormError::new("token", "invalid_token", "Invalid reset token").when(token.is_empty()),
        other.when(confirm.is_some_and(|confirm| confirm != new_password)),
        weak.when(!find_unmet_rules(new_password).is_empty()),
    ];
    rules.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use PasswordRule::{Length, Lowercase, Number, Special, Uppercase};

    #[test]
    fn a_character_counts_once_whatever_its_bytes() {
        assert!(!Length.is_met_by("Éèçñ1xy"));
        assert!(Length.is_met_by("Éèçñ1xyz"));
    }

    #[test]
    fn each_rule_has_its_own_code_and_message() {
        let result: Vec<_> = PasswordRule::ALL.iter().map(|r| (r.code(), r.message())).collect();
        assert_eq!(
            result,
            [
                ("too_short", "Password must be at least 8 characters long"),
                ("no_uppercase", "Password must contain at least one uppercase letter"),
                ("no_lowercase", "Password must contain at least one lowercase letter"),
                ("no_number", "Password must contain at least one number"),
                ("no_special", "Password must contain at least one special character"),
            ]
        );
    }

    #[test]
    fn reports_only_the_rules_that_are_broken() {
        assert_eq!(find_unmet_rules("Abcdef1!"), []);
        assert_eq!(find_unmet_rules("Abcde1!"), [Length]);
        assert_eq!(find_unmet_rules("abcdef1!"), [Uppercase]);
        assert_eq!(find_unmet_rules("ABCDEF1!"), [Lowercase]);
        assert_eq!(find_unmet_rules("Abcdefg!"), [Number]);
        assert_eq!(find_unmet_rules("Abcdefg1"), [Special]);
        assert_eq!(find_unmet_rules("Abcdef1£"), []);
        assert_eq!(find_unmet_rules("Abcdef 1"), [Special]);
        assert_eq!(find_unmet_rules("Éàçdefg1~"), []);
        assert_eq!(find_unmet_rules(""), PasswordRule::ALL);
    }

    #[test]
    fn the_meter_has_four_levels() {
        for (password, level, valid) in [
            ("", Strength::Weak, false),
            ("a", Strength::Weak, false),
            ("aA", Strength::Fair, false),
            ("aaaaaaaa", Strength::Fair, false),
            ("aA1!", Strength::Fair, false),
            ("aaaaaaaaaaaa!A", Strength::Fair, false),
            ("Abcdefg1", Strength::Fair, true),
            ("Abcdefghij1", Strength::Fair, true),
            ("Abcdefghijk1", Strength::Good, true),
            ("Abcdef1!", Strength::Good, true),
            ("Abcdefghi1!", Strength::Good, true),
            ("Abcdefghij1!", Strength::Strong, true),
        ] {
            let report = measure_strength(password);
            assert_eq!((report.level, report.valid), (level, valid), "{password:?}");
            let met: Vec<_> = report.rules.iter().filter(|r| !r.met).map(|r| r.rule).collect();
            assert_eq!(met, find_unmet_rules(password));
            assert!(report.rules.iter().all(|r| r.msg == r.rule.message()));
        }
    }

    #[test]
    fn reset_wants_a_token_two_equal_passwords_and_all_five_rules() {
        let texts = |token, new, confirm| -> Vec<_> {
            check_reset(token, new, confirm).iter().map(|b| (b.path, b.code, b.msg)).collect()
        };
        let token = ("token", "invalid_token", "Invalid reset token");
        let differ = ("confirmPassword", "mismatch", "Passwords do not match");
        let weak = ("newPassword", "too_weak", "Password does not meet security requirements");
        assert_eq!(texts("t", "Abcdef1!", None), []);
        assert_eq!(texts("t", "Abcdef1!", Some("Abcdef1!")), []);
        assert_eq!(texts("", "Abcdef1!", None), [token]);
        assert_eq!(texts("t", "Abcdef1!", Some("Abcdef1?")), [differ]);
        assert_eq!(texts("t", "Abcdefg1", None), [weak]);
        assert_eq!(texts("", "x", Some("")), [token, differ, weak]);
    }
}
