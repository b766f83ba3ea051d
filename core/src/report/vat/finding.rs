//! The result of a VAT check: a stable code for programs and a sentence for people.

use serde::Serialize;

/// What a finding does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Weight {
    /// It must be put right first.
    Refuse,
    /// The person is asked, and may go on.
    Ask,
    /// The person is told.
    Note,
}

/// One thing that a check found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// Stable name of the rule.
    pub code: &'static str,
    /// What it does.
    pub weight: Weight,
    /// Where, by the JSON names: `lines[2].description`; empty where it is of the whole.
    pub path: String,
    /// A sentence for the person.
    pub msg: String,
    /// Whether the rule was read in its source; where not, the screen says 'check with your accountant'.
    pub confirmed: bool,
}

impl Finding {
    /// A finding by a rule that was read in its source.
    #[must_use]
    pub fn new(
        weight: Weight,
        path: impl Into<String>,
        code: &'static str,
        msg: impl Into<String>,
    ) -> Self {
        Self {
            code,
            weight,
            path: path.into(),
            msg: msg.into(),
            confirmed: true,
        }
    }

    /// The same by a rule that was not.
    #[must_use]
    pub fn unread(self) -> Self {
        Self {
            confirmed: false,
            ..self
        }
    }
}
