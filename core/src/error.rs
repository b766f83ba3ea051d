//! Errors of the rules: one shape for `calc`, the browser and HTTP (docs/design.md, Errors).

use serde::Serialize;

/// One field that breaks a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct FieldError {
    /// The path of the field in the JSON: `items[3].price`.
    pub path: String,
    /// The stable name of the broken rule: see [`code`].
    #[cfg_attr(feature = "typescript", ts(as = "String"))]
    pub code: &'static str,
    /// A sentence for the user.
    pub msg: String,
}

impl FieldError {
    /// An error of one field.
    #[must_use]
    pub fn new(path: impl Into<String>, code: &'static str, msg: impl Into<String>) -> Self {
        Self { path: path.into(), code, msg: msg.into() }
    }
}

/// The stable error codes of this crate.
pub mod code {
    /// The text is not a JSON object.
    pub const MALFORMED_JSON: &str = "malformed_json";
    /// The document breaks one or more rules, listed in `errors`.
    pub const RULE_BROKEN: &str = "rule_broken";
    /// The JSON value has the wrong type.
    pub const WRONG_TYPE: &str = "wrong_type";
    /// The text or number is not one of the values that the field allows.
    pub const UNKNOWN_VALUE: &str = "unknown_value";
    /// The field is required.
    pub const REQUIRED: &str = "required";
    /// No rule knows a field with this name (reported by strict saves only).
    pub const UNKNOWN_FIELD: &str = "unknown_field";
    /// The text is not a decimal number.
    pub const NOT_A_NUMBER: &str = "not_a_number";
    /// The number is outside its limits.
    pub const OUT_OF_RANGE: &str = "out_of_range";
    /// The number has more decimals than the field allows.
    pub const TOO_MANY_DECIMALS: &str = "too_many_decimals";
    /// More than 500 lines.
    pub const TOO_MANY_LINES: &str = "too_many_lines";
    /// More than 6 choices.
    pub const TOO_MANY_CHOICES: &str = "too_many_choices";
    /// More than 30 sections.
    pub const TOO_MANY_SECTIONS: &str = "too_many_sections";
    /// More than 20 photos, 12 of the job or 4 of a line.
    pub const TOO_MANY_PHOTOS: &str = "too_many_photos";
    /// Two things have the same id.
    pub const DUPLICATE_ID: &str = "duplicate_id";
    /// The requested total is above the total without a discount.
    pub const ABOVE_TOTAL: &str = "above_total";
    /// More than 1,000 operations.
    pub const TOO_MANY_OPERATIONS: &str = "too_many_operations";
    /// An operation refers to a line that doesn't exist.
    pub const NO_SUCH_LINE: &str = "no_such_line";
    /// The discount is larger than the subtotal.
    pub const EXCEEDS_SUBTOTAL: &str = "exceeds_subtotal";
    /// The deposit is larger than the total.
    pub const EXCEEDS_TOTAL: &str = "exceeds_total";
    /// The requested amount is more than what is left to invoice of a job.
    pub const EXCEEDS_LEFT: &str = "exceeds_left";
    /// The requested amount is all that is left of a job, which needs a final invoice.
    pub const ALL_THAT_IS_LEFT: &str = "all_that_is_left";
    /// A CIS rate together with prices that include VAT.
    pub const CIS_WITH_VAT_IN_PRICES: &str = "cis_with_vat_in_prices";
    /// A reverse charge together with prices that include VAT.
    pub const REVERSE_CHARGE_WITH_VAT_IN_PRICES: &str = "reverse_charge_with_vat_in_prices";
    /// The total is below zero.
    pub const NEGATIVE_TOTAL: &str = "negative_total";
}

/// Every broken rule of a document; never empty.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.to_body().message)]
pub struct RuleErrors(pub Vec<FieldError>);

impl RuleErrors {
    /// The body of the error response, the same in the server, the command line and the browser.
    #[must_use]
    pub fn to_body(&self) -> ErrorBody {
        let message = match self.0.as_slice() {
            [] => "The document breaks a rule.".to_owned(),
            [only] => only.msg.clone(),
            [first, rest @ ..] => format!("{} (and {} more)", first.msg, rest.len()),
        };
        ErrorBody { message, code: code::RULE_BROKEN, errors: self.0.clone() }
    }
}

impl From<FieldError> for RuleErrors {
    fn from(error: FieldError) -> Self {
        Self(vec![error])
    }
}

/// Why a text has no totals.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InputError {
    /// The text is not a JSON object; contains the reason, with line and column. HTTP: 400.
    #[error("{0}")]
    Malformed(String),
    /// The document breaks rules. HTTP: 422.
    #[error(transparent)]
    Rules(#[from] RuleErrors),
}

impl InputError {
    /// The body of the error response, the same in the server, the command line and the browser.
    #[must_use]
    pub fn to_body(&self) -> ErrorBody {
        match self {
            Self::Malformed(reason) => {
                ErrorBody { message: reason.clone(), code: code::MALFORMED_JSON, errors: Vec::new() }
            }
            Self::Rules(errors) => errors.to_body(),
        }
    }

    /// The body as JSON text.
    #[must_use]
    pub fn to_json(&self) -> String {
        // The body has only texts, so serialising it cannot fail.
        serde_json::to_string(&self.to_body()).unwrap_or_default()
    }
}

/// The JSON shape of every error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct ErrorBody {
    /// A sentence for the user.
    pub message: String,
    /// The stable name of the kind of error.
    #[cfg_attr(feature = "typescript", ts(as = "String"))]
    pub code: &'static str,
    /// The fields that the error is about.
    pub errors: Vec<FieldError>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn errors(count: usize) -> RuleErrors {
        let error = |at| FieldError::new(format!("items[{at}]"), code::REQUIRED, format!("No {at}."));
        RuleErrors((0..count).map(error).collect())
    }

    #[test]
    fn the_message_is_the_first_error_and_the_number_of_others() {
        for (count, message) in [
            (0, "The document breaks a rule."),
            (1, "No 0."),
            (2, "No 0. (and 1 more)"),
            (3, "No 0. (and 2 more)"),
        ] {
            let errors = errors(count);
            assert_eq!(errors.to_string(), message);
            let failure = InputError::from(errors.clone());
            assert_eq!(failure.to_string(), message);
            let body = failure.to_body();
            assert_eq!((body.message.as_str(), body.code), (message, "rule_broken"));
            assert_eq!(body.errors, errors.0);
        }
    }

    #[test]
    fn a_malformed_text_has_its_reason_and_no_fields() {
        let failure = InputError::Malformed("No.".into());
        assert_eq!(failure.to_string(), "No.");
        assert_eq!(failure.to_json(), r#"{"message":"No.","code":"malformed_json","errors":[]}"#);
    }
}
