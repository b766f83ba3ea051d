//! A typesetting process: it answers requests, and ends together with its owner.

use std::io;
use std::path::Path;
use std::process::Stdio;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::process::{Child, ChildStdin, ChildStdout, Command};

use super::PdfError;
use super::job::{PdfJob, PdfOutcome};
use crate::config::PdfConfig;

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
