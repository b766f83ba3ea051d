//! Typesetting, in its own process: nothing in this module knows the server.

use std::io;
use std::path::Path;
use std::process::Stdio;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use chrono::{DateTime, Datelike as _, Timelike as _, Utc};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use typst::comemo;
use typst::diag::{SourceDiagnostic, SourceResult};
use typst::foundations::{Datetime, Smart};
use typst_layout::PagedDocument;
use typst_pdf::{PdfOptions, Timestamp, pdf};

use super::PdfError;
use super::glyphs::prepare_text;
use super::job::{PdfJob, PdfOutcome};
use super::world::TypstWorld;
use crate::config::PdfConfig;

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
        let typst_world = TypstWorld::new(&job.template, prepare_text(data), logo.clone(), photos.clone());
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

// A typesetting process: it answers requests, and ends together with its owner.

/// How often a typesetter's memory use is checked.
const MEMORY_CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// A typesetter's process.
pub(super) struct TypesetWorker {
    /// A new number for each job, so that a late timer for an idle typesetter doesn't end it after it was used again.
    id: u64,
    child: Child,
    jobs: ChildStdin,
    answers: ChildStdout,
}

impl TypesetWorker {
    /// Starts a process.
    pub(super) fn start(program: &Path) -> Result<Self, PdfError> {
        let mut child = Command::new(program)
            .arg("typeset")
            // The process receives a document and nothing else, in particular no secrets of the server.
            .env_clear()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (jobs, answers) = pipes.ok_or_else(|| io::Error::other("no pipes"))?;
        Ok(Self { id: 0, child, jobs, answers })
    }

    /// Typesets a job within its limits. After an error this process can't be used any more.
    pub(super) async fn typeset(&mut self, job: &PdfJob, bounds: &PdfConfig) -> Result<PdfOutcome, PdfError> {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        self.id = NEXT.fetch_add(1, Ordering::Relaxed);
        let pid = self.child.id();
        let work = async {
            job.send(&mut self.jobs).await?;
            PdfOutcome::receive(&mut self.answers).await
        };
        let watch = async {
            loop {
                tokio::time::sleep(MEMORY_CHECK_INTERVAL).await;
                if process_memory(pid) > bounds.memory {
                    break;
                }
            }
        };
        tokio::select! {
            answer = work => Ok(answer?),
            () = watch => Err(PdfError::OutOfBounds),
            () = tokio::time::sleep(bounds.time) => Err(PdfError::OutOfBounds),
        }
    }

    /// Ends the process, and waits until it is gone and its memory is free.
    pub(super) async fn stop(mut self) {
        // It may have ended already.
        let _ = self.child.kill().await;
    }

    /// The number of its last job.
    pub(super) fn id(&self) -> u64 {
        self.id
    }

    /// The memory that it uses, in bytes; 0 if the system doesn't report it.
    pub(super) fn memory_bytes(&self) -> u64 {
        process_memory(self.child.id())
    }
}

/// The private memory of a process in bytes, as reported by Linux.
fn process_memory(pid: Option<u32>) -> u64 {
    let of = |pid: u32| std::fs::read_to_string(format!("/proc/{pid}/status")).ok();
    let status = pid.and_then(of).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next());
    kilobytes.and_then(|text| text.parse::<u64>().ok()).map_or(0, |kilobytes| kilobytes * 1024)
}
