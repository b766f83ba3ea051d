//! PDFs, typeset by the same program in separate processes.
//!
//! Core's `Presentation` decides every word and every amount; a template (`templates/*.typ`) sets type and colour.
//! What people wrote reaches a template as JSON only, never as source, so that nothing in it is markup. There is no
//! network, no package, no system font and no clock: the same document gives the same bytes on every machine.

mod certificate;
mod deduction;
mod document;
mod glyphs;
mod job;
mod late_payment;
mod letter;
mod logo;
mod photos;
mod qr_code;
mod report;
mod statement;
#[cfg(test)]
mod tests;
mod typesetter;
pub mod typesetter_process;
mod world;

pub use certificate::{Certificate, PrintedCancellationRight, Signature, render_certificate};
pub use deduction::PrintedDeduction;
pub use document::{AuthenticityLink, PrintedDocument, Watermark, render_document};
pub use late_payment::{LateInterestRow, PrintedLatePayment};
pub use letter::{LetterPayment, Letterhead, PdfLetter, render_letter};
pub use qr_code::LinkCode;
pub use report::{PrintedReport, ReportColumn, ReportTable, render_report};
pub use statement::{PrintedStatement, PrintedStatementRow};
pub use typesetter::Typesetter;

/// Why a PDF could not be made.
#[derive(Debug, thiserror::Error)]
pub enum PdfError {
    /// The template doesn't fit its data, which is a bug.
    #[error("the document could not be typeset: {0}")]
    Typeset(String),
    /// The document takes more time, memory or pages than allowed.
    #[error("the document is too long to be typeset")]
    OutOfBounds,
    /// Too many documents of the account are waiting.
    #[error("too many documents of the account wait to be typeset")]
    Busy,
    /// The typesetter's process could not be started, or ended during its work.
    #[error("the typesetter's process: {0}")]
    Process(#[from] std::io::Error),
    /// The task of the typesetter ended unexpectedly.
    #[error("the typesetter broke off: {0}")]
    Broken(#[from] tokio::task::JoinError),
    /// The data could not be serialised.
    #[error("the document's data: {0}")]
    Data(#[from] serde_json::Error),
}

use crate::error::{ApiError, FieldError};

impl From<PdfError> for ApiError {
    fn from(error: PdfError) -> Self {
        match error {
            PdfError::OutOfBounds => Self::rule_broken(vec![FieldError::new(
                "",
                "too_long",
                "This document is too long for a PDF. Its page can be printed.",
            )]),
            // Another process may do it in a moment; the cause is logged.
            PdfError::Busy | PdfError::Process(_) | PdfError::Broken(_) => Self::unavailable(error),
            PdfError::Typeset(_) | PdfError::Data(_) => Self::internal(error),
        }
    }
}
