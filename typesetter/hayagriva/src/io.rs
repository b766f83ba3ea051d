//! Reading bibliographies, which ends in a refusal.

use std::ops::Range;

use serde::de::Error as _;

use crate::{Library, Nothing};

/// Why a file of BibLaTeX could not be read.
#[derive(Debug, Clone)]
pub enum BibLaTeXError {
    /// It is none.
    Parse(Fault),
    /// A field of it is none.
    Type(Fault),
}

/// What is wrong, and where.
#[derive(Debug, Clone)]
pub struct Fault {
    /// Where.
    pub span: Range<usize>,
    /// What.
    pub kind: &'static str,
    _none: Nothing,
}

/// No bibliography.
///
/// # Errors
/// Always.
pub fn from_yaml_str(_text: &str) -> Result<Library, serde_yaml::Error> {
    Err(serde_yaml::Error::custom(
        "this typesetter has no bibliographies",
    ))
}

/// No bibliography.
///
/// # Errors
/// Always.
pub fn from_biblatex_str(_text: &str) -> Result<Library, Vec<BibLaTeXError>> {
    Err(Vec::new())
}
