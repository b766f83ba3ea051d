//! Typesetting, off the threads that answer requests.

use chrono::{DateTime, Datelike as _, Timelike as _, Utc};
use tokio::sync::Semaphore;
use typst::comemo;
use typst::diag::SourceDiagnostic;
use typst::foundations::{Datetime, Smart};
use typst_layout::PagedDocument;
use typst_pdf::{PdfOptions, Timestamp, pdf};

use super::PdfError;
use super::desk::Desk;
use crate::ids::sha256_hex;

/// Documents typeset at a time: each takes a core, and a long one a good deal of memory.
static ROOM: Semaphore = Semaphore::const_new(2);

/// How many documents the typesetter's memory outlives its use: what the templates share stays
/// warm, what one document needed is let go.
const KEPT_FOR: usize = 2;

/// What to typeset.
pub(super) struct Job {
    /// The file name of the template.
    pub template: &'static str,
    /// What it reads, JSON.
    pub data: Vec<u8>,
    /// The business's logo.
    pub logo: Option<Vec<u8>>,
    /// The instant that the PDF says it was made at, milliseconds since the epoch.
    pub at: i64,
}

/// The PDF, byte for byte the same for the same job.
///
/// # Errors
/// When the template does not fit its data.
pub(super) async fn typeset(job: Job) -> Result<Vec<u8>, PdfError> {
    // The semaphore is never closed; were it, the work would only be less bounded.
    let permit = ROOM.acquire().await.ok();
    tokio::task::spawn_blocking(move || {
        let done = set(job);
        comemo::evict(KEPT_FOR);
        drop(permit);
        done
    })
    .await?
}

fn set(job: Job) -> Result<Vec<u8>, PdfError> {
    let ident = identity(&job);
    let desk = Desk::new(
        job.template,
        job.data,
        job.logo.map(typst::foundations::Bytes::new),
    );
    let document = typst::compile::<PagedDocument>(&desk)
        .output
        .map_err(|errors| told(&errors))?;
    let options = PdfOptions {
        ident: Smart::Custom(ident),
        creator: Smart::Custom(Some("Plumbline".into())),
        timestamp: datetime(job.at).map(Timestamp::new_utc),
        ..PdfOptions::default()
    };
    pdf(&document, &options).map_err(|errors| told(&errors))
}

/// Names the document in the PDF: what it is made from, and nothing of the machine or the moment.
fn identity(job: &Job) -> String {
    let logo = job.logo.as_deref().map(sha256_hex).unwrap_or_default();
    let data = sha256_hex(&job.data);
    sha256_hex(format!("{} {data} {logo} {}", job.template, job.at))
}

fn datetime(ms: i64) -> Option<Datetime> {
    let at = DateTime::<Utc>::from_timestamp_millis(ms)?;
    // Each is at most 59.
    let small = |n: u32| n as u8;
    Datetime::from_ymd_hms(
        at.year(),
        small(at.month()),
        small(at.day()),
        small(at.hour()),
        small(at.minute()),
        small(at.second()),
    )
}

fn told(errors: &[SourceDiagnostic]) -> PdfError {
    let messages: Vec<&str> = errors.iter().map(|error| error.message.as_str()).collect();
    PdfError::Typeset(messages.join("; "))
}
