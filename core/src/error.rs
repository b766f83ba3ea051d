//! Errors of the rules: one shape for `calc`, the browser and HTTP (docs/design.md, Errors).

use serde::Serialize;

/// One field that breaks a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct FieldError {
    /// Where, by the JSON names: `items[3].price`.
    pub path: String,
    /// Stable name of the rule that is broken: see [`code`].
    #[cfg_attr(feature = "typescript", ts(as = "String"))]
    pub code: &'static str,
    /// A sentence for the person.
    pub msg: String,
}

impl FieldError {
    /// An error of a field.
    #[must_use]
    pub fn new(path: impl Into<String>, code: &'static str, msg: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            code,
            msg: msg.into(),
        }
    }
}

/// The stable codes of this crate's arithmetic and of its text doors.
pub mod code {
    /// The text is no JSON object.
    pub const MALFORMED_JSON: &str = "malformed_json";
    /// The document breaks one or more rules, listed in `errors`.
    pub const RULE_BROKEN: &str = "rule_broken";
    /// The JSON value has the wrong type.
    pub const WRONG_TYPE: &str = "wrong_type";
    /// The text is none of the words that the field allows, or the number none of its values.
    pub const UNKNOWN_VALUE: &str = "unknown_value";
    /// The field must be given.
    pub const REQUIRED: &str = "required";
    /// No rule knows a field of this name (strict saves only).
    pub const UNKNOWN_FIELD: &str = "unknown_field";
    /// The text is no decimal number.
    pub const NOT_A_NUMBER: &str = "not_a_number";
    /// The number lies outside its limits.
    pub const OUT_OF_RANGE: &str = "out_of_range";
    /// The number has more decimals than the field holds.
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
    /// The total that was asked for is above the one without a discount.
    pub const ABOVE_TOTAL: &str = "above_total";
    /// More than 1,000 operations.
    pub const TOO_MANY_OPERATIONS: &str = "too_many_operations";
    /// An operation is on a line that is not there.
    pub const NO_SUCH_LINE: &str = "no_such_line";
    /// The discount is larger than the subtotal.
    pub const EXCEEDS_SUBTOTAL: &str = "exceeds_subtotal";
    /// The deposit is larger than the total.
    pub const EXCEEDS_TOTAL: &str = "exceeds_total";
    /// More is asked for than is left to invoice of a job.
    pub const EXCEEDS_LEFT: &str = "exceeds_left";
    /// All that is left of a job is asked for, which its final invoice does.
    pub const ALL_THAT_IS_LEFT: &str = "all_that_is_left";
    /// A CIS rate beside prices that include VAT.
    pub const CIS_WITH_VAT_IN_PRICES: &str = "cis_with_vat_in_prices";
    /// A reverse charge beside prices that include VAT.
    pub const REVERSE_CHARGE_WITH_VAT_IN_PRICES: &str = "reverse_charge_with_vat_in_prices";
    /// The total is below zero.
    pub const NEGATIVE_TOTAL: &str = "negative_total";
}

/// Everything in a document that breaks a rule; never empty.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.body().message)]
pub struct RuleErrors(pub Vec<FieldError>);

impl RuleErrors {
    /// The body of the answer, the same through every door.
    #[must_use]
    pub fn body(&self) -> ErrorBody {
        let message = match self.0.as_slice() {
            [] => "The document breaks a rule.".to_owned(),
            [only] => only.msg.clone(),
            [first, rest @ ..] => format!("{} (and {} more)", first.msg, rest.len()),
        };
        ErrorBody {
            message,
            code: code::RULE_BROKEN,
            errors: self.0.clone(),
        }
    }
}

impl From<FieldError> for RuleErrors {
    fn from(error: FieldError) -> Self {
        Self(vec![error])
    }
}

/// Why a text has no totals.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The text is no JSON object; the reason, with line and column. HTTP: 400.
    #[error("{0}")]
    Malformed(String),
    /// The document breaks rules. HTTP: 422.
    #[error(transparent)]
    Rules(#[from] RuleErrors),
}

impl Failure {
    /// The body of the answer, the same through every door.
    #[must_use]
    pub fn body(&self) -> ErrorBody {
        match self {
            Self::Malformed(reason) => ErrorBody {
                message: reason.clone(),
                code: code::MALFORMED_JSON,
                errors: Vec::new(),
            },
            Self::Rules(errors) => errors.body(),
        }
    }

    /// The body as JSON text.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Texts alone: nothing in it can fail.
        serde_json::to_string(&self.body()).unwrap_or_default()
    }
}

/// The one JSON shape of an error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct ErrorBody {
    /// A sentence for the person.
    pub message: String,
    /// Stable name of the kind of error.
    #[cfg_attr(feature = "typescript", ts(as = "String"))]
    pub code: &'static str,
    /// The fields concerned.
    pub errors: Vec<FieldError>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn errors(count: usize) -> RuleErrors {
        let error =
            |at| FieldError::new(format!("items[{at}]"), code::REQUIRED, format!("No {at}."));
        RuleErrors((0..count).map(error).collect())
    }

    #[test]
    fn the_message_is_the_first_sentence_and_how_many_more() {
        for (count, message) in [
            (0, "The document breaks a rule."),
            (1, "No 0."),
            (2, "No 0. (and 1 more)"),
            (3, "No 0. (and 2 more)"),
        ] {
            let errors = errors(count);
            assert_eq!(errors.to_string(), message);
            let failure = Failure::from(errors.clone());
            assert_eq!(failure.to_string(), message);
            let body = failure.body();
            assert_eq!((body.message.as_str(), body.code), (message, "rule_broken"));
            assert_eq!(body.errors, errors.0);
        }
    }

    #[test]
    fn a_malformed_text_has_its_reason_and_no_fields() {
        let failure = Failure::Malformed("No.".into());
        assert_eq!(failure.to_string(), "No.");
        assert_eq!(
            failure.to_json(),
            r#"{"message":"No.","code":"malformed_json","errors":[]}"#
        );
    }
}
