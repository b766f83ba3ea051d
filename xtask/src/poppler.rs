//! The PDF tests read PDFs with poppler's tools.

use crate::ErrorText;
use crate::paths::find_on_path;
use crate::system;

/// Installs `pdftotext` and `pdfinfo` if they are missing.
pub fn ensure() -> Result<(), ErrorText> {
    let there = ["pdftotext", "pdfinfo"].iter().all(|tool| find_on_path(tool).is_some());
    if there {
        return Ok(());
    }
    system::install(&["poppler-utils"], "The PDF tests need poppler's pdftotext.")
}
