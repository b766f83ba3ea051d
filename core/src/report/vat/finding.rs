//! The result of a VAT check: a stable code for programs and a sentence for people.

use serde::Serialize;

/// The effect of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Severity {
    /// It must be fixed first.
    Refuse,
    /// The user is asked, and may continue.
    Ask,
    /// The user is informed.
    Note,
}

/// A result of a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The stable name of the rule.
    pub code: &'static str,
    /// The effect.
    pub weight: Severity,
    /// The path of the field in JSON: `lines[2].description`; empty if it concerns the whole.
    pub path: String,
    /// The sentence for the user.
    pub msg: String,
    /// Whether the rule was read in its source; if not, the screen shows 'check with your accountant'.
    pub confirmed: bool,
}

impl Finding {
    /// A finding from a rule that was read in its source.
    #[must_use]
    pub fn new(
        weight: Severity,
        path: impl Into<String>,
        code: &'static str,
        msg: impl Into<String>,
    ) -> Self {
        Self { code, weight, path: path.into(), msg: msg.into(), confirmed: true }
    }

    /// The same finding from a rule that was not read in its source.
    #[must_use]
    pub fn unconfirmed(self) -> Self {
        Self { confirmed: false, ..self }
    }
}
