//! The PDF tests read PDFs with poppler's tools.

use crate::Failure;
use crate::paths::on_path;
use crate::system;

/// Installs `pdftotext` and `pdfinfo` if they are missing.
pub fn ensure() -> Result<(), Failure> {
    let there = ["pdftotext", "pdfinfo"]
        .iter()
        .all(|tool| on_path(tool).is_some());
    if there {
        return Ok(());
    }
    system::install(
        &["poppler-utils"],
        "The PDF tests need poppler's pdftotext.",
    )
}
