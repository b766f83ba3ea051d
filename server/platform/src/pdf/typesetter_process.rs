//! Typesetting, in its own process: nothing in this module knows the server.

use std::io;

use chrono::{DateTime, Datelike as _, Timelike as _, Utc};
use typst::comemo;
use typst::diag::{SourceDiagnostic, SourceResult};
use typst::foundations::{Datetime, Smart};
use typst_layout::PagedDocument;
use typst_pdf::{PdfOptions, Timestamp, pdf};

use super::glyphs::replace_undrawable;
use super::job::{PdfJob, PdfOutcome};
use super::world::TypstWorld;

/// For how many documents an unused entry stays in the typesetter's cache: what the templates share stays cached, what
/// only one document needed is removed.
const MEMORY_LIFETIME: usize = 2;

/// The most pages of a PDF.
const PAGES_MAX: usize = 200;

/// Typesets the jobs from standard input, one after the other, until there are no more.
///
/// # Errors
/// When the server is gone in the middle of a job.
pub fn run() -> io::Result<()> {
    let mut jobs = io::stdin().lock();
    let mut answers = io::stdout().lock();
    while let Some(job) = PdfJob::read(&mut jobs)? {
        typeset_job(job).write(&mut answers)?;
        comemo::evict(MEMORY_LIFETIME);
    }
    Ok(())
}

/// The PDF, byte for byte the same for the same job.
fn typeset_job(job: PdfJob) -> PdfOutcome {
    let ident = job.fingerprint();
    let at = job.at;
    let document = match lay_out(job) {
        Ok(document) => document,
        Err(errors) => return PdfOutcome::Fault(error_text(&errors)),
    };
    if document.pages().len() > PAGES_MAX {
        return PdfOutcome::TooLong;
    }
    let options = PdfOptions {
        ident: Smart::Custom(ident),
        creator: Smart::Custom(Some("Plumbline".into())),
        timestamp: to_datetime(at).map(Timestamp::new_utc),
        ..PdfOptions::default()
    };
    match pdf(&document, &options) {
        Ok(bytes) => PdfOutcome::Pdf(bytes),
        Err(errors) => PdfOutcome::Fault(error_text(&errors)),
    }
}

fn lay_out(mut job: PdfJob) -> SourceResult<PagedDocument> {
    let logo = job.logo.take().map(typst::foundations::Bytes::new);
    let photos = std::mem::take(&mut job.photos).into_iter();
    let photos: Vec<_> = photos.map(typst::foundations::Bytes::new).collect();
    let lay = |data| {
        let typst_world =
            TypstWorld::new(&job.template, replace_undrawable(data), logo.clone(), photos.clone());
        typst::compile::<PagedDocument>(&typst_world).output
    };
    let all = std::mem::take(&mut job.data);
    let fronts = std::mem::take(&mut job.front);
    let closer = all.clone();
    let mut tries = all.into_iter();
    let own = |document: &PagedDocument| document.pages().len().saturating_sub(job.separate_pages);
    let document = lay(tries.next().unwrap_or_default())?;
    // Only a second page can be avoided; if the smallest distances don't avoid it, no others can.
    if own(&document) == 2
        && let Some(closest) = tries.next_back()
    {
        let closest = lay(closest)?;
        if own(&closest) == 1 {
            for data in tries {
                let closer = lay(data)?;
                if own(&closer) == 1 {
                    return Ok(closer);
                }
            }
            return Ok(closest);
        }
    }
    // The document has several pages. The total should be on the first one, if the distances can be made small enough.
    let is_one = |front: Option<&Vec<u8>>| -> SourceResult<bool> {
        let Some(front) = front else {
            return Ok(false);
        };
        Ok(lay(front.clone())?.pages().len() == 1)
    };
    if document.pages().len() > 1 + job.separate_pages && !is_one(fronts.first())? && is_one(fronts.last())? {
        for (front, data) in fronts.iter().zip(closer).skip(1) {
            if is_one(Some(front))? {
                return lay(data);
            }
        }
    }
    Ok(document)
}

fn to_datetime(ms: i64) -> Option<Datetime> {
    let at = DateTime::<Utc>::from_timestamp_millis(ms)?;
    // Each of them is at most 59.
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

fn error_text(errors: &[SourceDiagnostic]) -> String {
    let messages: Vec<&str> = errors.iter().map(|error| error.message.as_str()).collect();
    messages.join("; ")
}
