//! Why a text could not be read.

use std::fmt;

use serde::de::{self, Expected, Unexpected};

/// Why a text could not be read, with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} at line {} column {}", .0.reason, .0.line, .0.column)]
pub struct ReadError(Box<Reason>);

/// Boxed, because every step of reading hands the error on.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Reason {
    reason: String,
    line: usize,
    column: usize,
}

impl ReadError {
    #[cold]
    pub(crate) fn new(reason: impl Into<String>) -> Self {
        Self(Box::new(Reason {
            reason: reason.into(),
            line: 0,
            column: 0,
        }))
    }

    #[cold]
    pub(crate) fn not(expected: &dyn Expected) -> Self {
        Self::new(format!("not {expected}"))
    }

    /// The error with its place, where the reader stood.
    pub(crate) fn at(mut self, text: &str, at: usize) -> Self {
        let before = text.as_bytes().get(..at).unwrap_or_default();
        let line_start = before
            .iter()
            .rposition(|byte| *byte == b'\n')
            .map_or(0, |feed| feed + 1);
        self.0.line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        self.0.column = at - line_start + 1;
        self
    }
}

// What was found is not told: it stands at the place. That keeps the formatting of floats, of
// characters and of byte strings out of the download.
impl de::Error for ReadError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::new(message.to_string())
    }

    fn invalid_type(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::not(expected)
    }

    fn invalid_value(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::not(expected)
    }

    fn invalid_length(_: usize, expected: &dyn Expected) -> Self {
        Self::not(expected)
    }

    fn unknown_variant(variant: &str, _: &'static [&'static str]) -> Self {
        Self::new(["unknown word `", variant, "`"].concat())
    }

    fn unknown_field(field: &str, _: &'static [&'static str]) -> Self {
        Self::new(["unknown field `", field, "`"].concat())
    }

    fn missing_field(field: &'static str) -> Self {
        Self::new(["missing field `", field, "`"].concat())
    }

    fn duplicate_field(field: &'static str) -> Self {
        Self::new(["duplicate field `", field, "`"].concat())
    }
}
