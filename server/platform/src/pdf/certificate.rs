//! The certificate of an acceptance: who accepted what, when, and the text that they accepted.

use axum::body::Bytes;
use plumbline_core::consumer::CancellationFormRow;
use plumbline_core::present::{DetailRow, PartyBlock};
use serde::Serialize;

use super::PdfError;
use super::job::PdfJob;
use super::typesetter::Typesetter;

/// The contents of a certificate, which were all put together and stored when the quote was accepted.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Certificate {
    /// The title: a certificate if the customer signed, a record if they accepted in another way.
    pub title: &'static str,
    /// The heading of the part about how the quote was accepted. If it is `Signed` and there is no signature, it is
    /// followed by a line to sign on.
    pub signed_title: &'static str,
    /// `Quote Q-0012`
    pub heading: String,
    /// The business's name.
    pub business_name: String,
    /// `Jo Bloggs accepted quote Q-0012 of Taylor Plumbing on …`
    pub sentence: String,
    /// The customer who accepted.
    pub customer: PartyBlock,
    /// The business that made the quote.
    pub business: PartyBlock,
    /// The most important facts: number, total, time.
    pub figures: Vec<DetailRow>,
    /// The quote's choices, the accepted one and the others, with the quote's total for each; empty for a quote without
    /// choices.
    pub choices: Vec<DetailRow>,
    /// The optional lines that were chosen, with their amounts.
    pub options: Vec<DetailRow>,
    /// The drawn signature, if there is one.
    pub signature: Option<Signature>,
    /// The name that was typed, or its substitute.
    pub signed_by: String,
    /// How the quote was accepted.
    pub signed_how: String,
    /// The time, the IP address of the request, and the hash of the version.
    pub record: Vec<DetailRow>,
    /// The terms that were accepted, one paragraph per entry.
    pub terms: Vec<String>,
    /// The information about the customer's right to cancel; `None` if they have no such right.
    pub right: Option<PrintedCancellationRight>,
    /// The instant of the acceptance, milliseconds since the epoch.
    #[serde(skip)]
    pub at: i64,
}

/// A customer's right to cancel, as it is printed.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PrintedCancellationRight {
    /// Until when the customer can cancel, and whether an earlier start was requested.
    pub rows: Vec<DetailRow>,
    /// The notice, one paragraph per entry.
    pub notice: Vec<String>,
    /// The cancellation form, row by row; empty if there is none.
    pub form: Vec<CancellationFormRow>,
    /// The title of the form; empty means `Form to cancel with`, for documents from before it had another title.
    pub form_title: String,
    /// The request to start early, to be ticked; empty if there is nothing to accept, or if it is among the rows.
    pub early: String,
    /// Other information that must be given before the contract, one row per entry; empty for documents from before it
    /// was given.
    pub information: Vec<CancellationFormRow>,
}

/// A drawn signature: the strokes of a pen on an area of this size.
#[derive(Debug, Clone, Serialize)]
pub struct Signature {
    /// The width of the area.
    pub width: u32,
    /// The height of the area.
    pub height: u32,
    /// The strokes, each as x, y, x, y, …
    pub strokes: Vec<Vec<u32>>,
}

/// The PDF of a certificate.
///
/// # Errors
/// When it can't be typeset.
pub async fn render_certificate(
    typesetter: &Typesetter,
    account: &str,
    certificate: &Certificate,
) -> Result<Bytes, PdfError> {
    let signature = certificate.signature.as_ref();
    // An area without a size can't be scaled.
    let drawn = signature.filter(|drawn| drawn.width > 0 && drawn.height > 0);
    let displayed = Certificate { signature: drawn.cloned(), ..certificate.clone() };
    let job = PdfJob {
        template: "certificate.typ".to_owned(),
        data: vec![serde_json::to_vec(&displayed)?],
        logo: None,
        photos: Vec::new(),
        front: Vec::new(),
        separate_pages: 0,
        at: certificate.at,
    };
    typesetter.typeset(account, job).await
}
