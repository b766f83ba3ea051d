//! The certificate of an acceptance: who accepted what, when and in which words.

use axum::body::Bytes;
use plumbline_core::consumer::FormRow;
use plumbline_core::present::{Block, DetailRow};
use serde::Serialize;

use super::PdfError;
use super::job::Job;
use super::typeset::Typesetter;

/// What a certificate says; all of it was worked out and kept when the quote was accepted.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Certificate {
    /// What it is called: a certificate of what a customer signed, a record of what they told the business.
    pub title: &'static str,
    /// The heading of how it was accepted; without a signature a line to sign on follows it where it is `Signed`.
    pub signed_title: &'static str,
    /// `Quote Q-0012`
    pub heading: String,
    /// The business's name.
    pub business_name: String,
    /// `Jo Bloggs accepted quote Q-0012 of Taylor Plumbing on …`
    pub sentence: String,
    /// Who accepted.
    pub customer: Block,
    /// Whose quote it is.
    pub business: Block,
    /// What matters most: number, total, time.
    pub figures: Vec<DetailRow>,
    /// The quote's choices: the one that was taken and the others, with what the quote came to with
    /// each. None of a quote without.
    pub choices: Vec<DetailRow>,
    /// The optional lines that were chosen, with what each comes to.
    pub options: Vec<DetailRow>,
    /// What was drawn.
    pub signature: Option<Signature>,
    /// The name that was typed, or what stands in for one.
    pub signed_by: String,
    /// How the acceptance was given.
    pub signed_how: String,
    /// Time, address of the request, hash of the version.
    pub record: Vec<DetailRow>,
    /// The terms that were accepted, a paragraph a line.
    pub terms: Vec<String>,
    /// What the customer was given of their right to cancel; none where they have none.
    pub right: Option<Right>,
    /// The instant of the acceptance, milliseconds since the epoch.
    #[serde(skip)]
    pub at: i64,
}

/// A customer's right to cancel, on paper.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Right {
    /// Until when, and whether a start before then was asked for.
    pub rows: Vec<DetailRow>,
    /// The notice, a paragraph an entry.
    pub notice: Vec<String>,
    /// The form to cancel with, line by line; empty where there is none.
    pub form: Vec<FormRow>,
    /// What the form is called; empty: `Form to cancel with`, as before it had another name.
    pub form_title: String,
    /// The request to start early, to be ticked; empty where there is nothing to accept, or it stands among the rows.
    pub early: String,
    /// What else they are told before they agree, a row each; empty of what was issued before it was given.
    pub information: Vec<FormRow>,
}

/// A drawn signature: lines of a pen on a sheet of this size.
#[derive(Debug, Clone, Serialize)]
pub struct Signature {
    /// The sheet's width.
    pub width: u32,
    /// The sheet's height.
    pub height: u32,
    /// Each a line: x, y, x, y, …
    pub strokes: Vec<Vec<u32>>,
}

/// The PDF of a certificate.
///
/// # Errors
/// When it cannot be typeset.
pub async fn certificate(
    typesetter: &Typesetter,
    account: &str,
    certificate: &Certificate,
) -> Result<Bytes, PdfError> {
    let signature = certificate.signature.as_ref();
    // A sheet without a size has no scale.
    let drawn = signature.filter(|drawn| drawn.width > 0 && drawn.height > 0);
    let shown = Certificate {
        signature: drawn.cloned(),
        ..certificate.clone()
    };
    let job = Job {
        template: "certificate.typ".to_owned(),
        data: vec![serde_json::to_vec(&shown)?],
        logo: None,
        photos: Vec::new(),
        front: Vec::new(),
        beside: 0,
        at: certificate.at,
    };
    typesetter.typeset(account, job).await
}
