//! Typesetting, off the threads that answer requests.

use std::sync::LazyLock;

use axum::body::Bytes;
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
use crate::ready::Ready;

/// Documents typeset at a time: each takes a core, and a long one a good deal of memory.
static ROOM: Semaphore = Semaphore::const_new(2);

/// How many documents the typesetter's memory outlives its use: what the templates share stays
/// warm, what one document needed is let go.
const KEPT_FOR: usize = 2;

/// How many bytes of PDFs are kept ready to hand out again, in each of two halves: the same one is
/// asked for by the customer, by the business and by their mails.
const KEPT_READY: usize = 16 * 1024 * 1024;

/// PDFs that were made, by the identity of their jobs.
static READY: LazyLock<Ready<()>> = LazyLock::new(|| Ready::with_room(KEPT_READY));

/// What to typeset.
pub(super) struct Job {
    /// The file name of the template.
    pub template: &'static str,
    /// What it reads, JSON: in the template's own distances, and then, where that could help it to
    /// one page, with its pieces ever closer together.
    pub data: Vec<Vec<u8>>,
    /// The business's logo.
    pub logo: Option<Vec<u8>>,
    /// The instant that the PDF says it was made at, milliseconds since the epoch.
    pub at: i64,
}

/// The PDF, byte for byte the same for the same job.
///
/// # Errors
/// When the template does not fit its data.
pub(super) async fn typeset(job: Job) -> Result<Bytes, PdfError> {
    let ident = identity(&job);
    if let Some(ready) = READY.get(&ident, &()) {
        return Ok(ready);
    }
    // The semaphore is never closed; were it, the work would only be less bounded.
    let permit = ROOM.acquire().await.ok();
    tokio::task::spawn_blocking(move || {
        let done = set(job, &ident).map(Bytes::from);
        comemo::evict(KEPT_FOR);
        drop(permit);
        let bytes = done?;
        READY.put(&ident, (), bytes.clone());
        Ok(bytes)
    })
    .await?
}

fn set(mut job: Job, ident: &str) -> Result<Vec<u8>, PdfError> {
    let logo = job.logo.take().map(typst::foundations::Bytes::new);
    let template = job.template;
    let lay = |data| laid_out(&Desk::new(template, data, logo.clone()));
    let mut tries = std::mem::take(&mut job.data).into_iter();
    let mut document = lay(tries.next().unwrap_or_default())?;
    // Only the second page is to be saved; if the closest cannot, nothing between can.
    if document.pages().len() == 2
        && let Some(closest) = tries.next_back()
    {
        let closest = lay(closest)?;
        if closest.pages().len() == 1 {
            document = closest;
            for data in tries {
                let closer = lay(data)?;
                if closer.pages().len() == 1 {
                    document = closer;
                    break;
                }
            }
        }
    }
    let options = PdfOptions {
        ident: Smart::Custom(ident.to_owned()),
        creator: Smart::Custom(Some("Plumbline".into())),
        timestamp: datetime(job.at).map(Timestamp::new_utc),
        ..PdfOptions::default()
    };
    pdf(&document, &options).map_err(|errors| told(&errors))
}

fn laid_out(desk: &Desk) -> Result<PagedDocument, PdfError> {
    let compiled = typst::compile::<PagedDocument>(desk);
    compiled.output.map_err(|errors| told(&errors))
}

/// Names the document in the PDF: what it is made from, and nothing of the machine or the moment.
fn identity(job: &Job) -> String {
    let logo = job.logo.as_deref().map(sha256_hex).unwrap_or_default();
    let data = job.data.first().map(sha256_hex).unwrap_or_default();
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
