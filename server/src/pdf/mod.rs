//! PDFs: the typesetter inside the server.
//!
//! Core's `Presentation` decides every word and every amount; a template (`templates/*.typ`) sets
//! type and colour. What people wrote reaches a template as JSON only, never as source, so that
//! nothing in it is markup. There is no network, no package, no font of the system and no clock:
//! the same document gives the same bytes on every machine.

mod certificate;
mod desk;
mod document;
mod fonts;
mod logo;
#[cfg(test)]
mod tests;
mod typeset;

pub use certificate::{Certificate, Signature, certificate};
pub use document::{Mark, Paper, document};

/// Why a PDF could not be made.
#[derive(Debug, thiserror::Error)]
pub enum PdfError {
    /// The template does not fit its data: a fault of ours.
    #[error("the document could not be typeset: {0}")]
    Typeset(String),
    /// The typesetter broke off.
    #[error("the typesetter broke off: {0}")]
    Broken(#[from] tokio::task::JoinError),
    /// The data could not be written down.
    #[error("the document's data: {0}")]
    Data(#[from] serde_json::Error),
}

impl From<PdfError> for crate::error::ApiError {
    fn from(error: PdfError) -> Self {
        Self::internal(error)
    }
}
