//! Checks of text that people type; errors name the field.
//!
//! Text is stored as typed, in every language and direction. Two kinds of character are refused because they let a
//! name imitate another or break the header of an email: control characters, and in fields of one line the
//! directional overrides and isolates (U+202A–202E, U+2066–2069). The plain marks U+200E and U+200F are allowed,
//! since Arabic and Hebrew need them. Text of several lines may contain all of them, because they have no effect
//! beyond their own paragraph.

use plumbline_core::money::Pence;
use plumbline_core::money::number::Number;
use plumbline_core::money::text::format_gbp;

use crate::error::{ApiError, ERRORS_MAX, FieldError};

/// The longest name of a person, a company or an item, in characters.
pub const NAME_MAX: usize = 200;

/// The most characters of a customer's reference: for an order, or for all invoices.
pub const REFERENCE_MAX: usize = 100;
/// The longest of the long texts (notes, terms, descriptions), in characters.
pub const TEXT_MAX: usize = 20_000;
/// The longest message in an email above the totals, in characters.
pub const MESSAGE_MAX: usize = 5_000;

/// The largest amount in a field of its own.
const POUNDS_MAX: Pence = Pence(1_000_000_000);

/// Collects the errors of a request's fields.
#[derive(Debug, Default)]
pub struct FieldChecks {
    errors: Vec<FieldError>,
}

impl FieldChecks {
    /// No errors so far.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an error, up to the number that a response can contain.
    pub fn add(&mut self, path: &str, code: &'static str, msg: impl Into<std::borrow::Cow<'static, str>>) {
        if self.errors.len() < ERRORS_MAX {
            self.errors.push(FieldError::new(path, code, msg));
        }
    }

    /// Checks one line of at most `limit` characters.
    pub fn check_line(&mut self, path: &str, text: &str, limit: usize) {
        if text.chars().any(|c| c.is_control() || is_directional_override(c)) {
            self.add(path, "control_character", "This must not contain control characters or line breaks.");
        }
        self.check_length(path, text, limit);
    }

    /// Checks one line that must not be blank.
    pub fn check_required_line(&mut self, path: &str, text: &str, limit: usize, blank: &'static str) {
        if text.trim().is_empty() {
            self.add(path, "required", blank);
        } else {
            self.check_line(path, text, limit);
        }
    }

    /// Checks text of several lines, with at most `limit` characters in total.
    pub fn check_paragraphs(&mut self, path: &str, text: &str, limit: usize) {
        if text.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t')) {
            self.add(path, "control_character", "This must not contain control characters.");
        }
        self.check_length(path, text, limit);
    }

    /// Checks the parts of a postal address: two lines, city, county, post code, country.
    pub fn check_address(&mut self, parts: [&str; 6]) {
        self.check_address_within("", parts);
    }

    /// The same for a part of the request: `within` is the prefix of each path.
    pub fn check_address_within(&mut self, within: &str, parts: [&str; 6]) {
        const FIELDS: [(&str, usize); 6] = [
            ("address_line1", 200),
            ("address_line2", 200),
            ("city", 100),
            ("county", 100),
            ("post_code", 20),
            ("country", 60),
        ];
        for ((path, limit), text) in FIELDS.into_iter().zip(parts) {
            self.check_line(&format!("{within}{path}"), text, limit);
        }
    }

    /// Pounds of at least so many pence and at most ten million pounds, as for a price (docs/rules.md, section 1).
    /// Returns 0 and adds an error if it is no such amount.
    pub fn parse_pounds(&mut self, path: &str, typed: &Number, least: Pence) -> Pence {
        let pence = typed.to_pence();
        let pence = pence.filter(|it| (least.0..=POUNDS_MAX.0).contains(&it.0));
        if pence.is_none() {
            let (least, most) = (format_gbp(least), format_gbp(POUNDS_MAX));
            let text = format!("Please enter an amount from {least} to {most}.");
            self.add(path, "out_of_range", text);
        }
        pence.unwrap_or_default()
    }

    /// Checks a telephone number in any usual notation.
    pub fn check_phone(&mut self, path: &str, text: &str) {
        let sign = |c: char| c.is_ascii_alphanumeric() || " +-().,/#".contains(c);
        let has_digit = text.contains(|c: char| c.is_ascii_digit());
        if !(text.is_empty() || has_digit && text.chars().all(sign)) {
            self.add(path, "invalid_phone", "Please enter a valid phone number.");
        }
        self.check_length(path, text, 40);
    }

    /// Checks an address in the Peppol network, with the rules of `core`; an empty one is valid.
    pub fn check_peppol_address(&mut self, path: &str, text: &str) {
        if let Err(message) = plumbline_core::einvoice::parse_peppol_address(text) {
            self.add(path, "invalid_peppol_address", message);
        }
        self.check_length(path, text, 60);
    }

    fn check_length(&mut self, path: &str, text: &str, limit: usize) {
        if text.chars().count() > limit {
            self.add(path, "too_long", format!("This can have at most {limit} characters."));
        }
    }

    /// How many errors there are so far.
    #[must_use]
    pub fn count(&self) -> usize {
        self.errors.len()
    }

    /// The errors, for a form with its own format of responses.
    #[must_use]
    pub fn into_errors(self) -> Vec<FieldError> {
        self.errors
    }

    /// Ends the checks.
    ///
    /// # Errors
    /// 422 with every error, if there is one.
    pub fn into_result(self) -> Result<(), ApiError> {
        if self.errors.is_empty() { Ok(()) } else { Err(ApiError::rule_broken(self.errors)) }
    }
}

/// A character that changes the direction of the text after it.
fn is_directional_override(c: char) -> bool {
    matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> Option<String> {
        let mut checks = FieldChecks::new();
        checks.check_line("name", text, 10);
        checks.errors.first().map(|error| error.code.to_string())
    }

    #[test]
    fn accepts_every_script_and_refuses_control_characters() {
        assert_eq!(code("محمد"), None);
        assert_eq!(code("ישראל\u{200F}"), None);
        assert_eq!(code("王小明"), None);
        assert_eq!(code("a\u{202E}b").as_deref(), Some("control_character"));
        assert_eq!(code("a\u{2066}b").as_deref(), Some("control_character"));
        assert_eq!(code("a\nb").as_deref(), Some("control_character"));
        assert_eq!(code("12345678901").as_deref(), Some("too_long"));
    }
}
