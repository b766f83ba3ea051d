//! Typesetting, in processes of its own: one that takes too long or too much memory is ended without harm to
//! anything else, and the memory that a long document needed goes back to the system. A process sees one document
//! at a time and nothing of the server; accounts take turns.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::Bytes;

use super::PdfError;
use super::job::{Answer, Job};
use super::worker::Worker;
use crate::config::PdfConfig;
use crate::fair::{Fair, Place};
use crate::ready::Ready;

/// Documents typeset at a time: each takes a core, and a long one a good deal of memory.
const AT_A_TIME: usize = 2;

/// How many sets of one account may wait.
const WAITING: usize = 20;

/// How many bytes of PDFs are kept ready to hand out again, in each of two halves: the same one is
/// asked for by the customer, by the business and by their mails.
const KEPT_READY: usize = 16 * 1024 * 1024;

/// How many bytes of names of jobs that went out of bounds are kept.
const KEPT_REFUSED: usize = 256 * 1024;

/// The span of time in which such a job is not tried again: who asks for it over and over would
/// keep the typesetters from the others.
const REFUSED_FOR: u64 = 600;

/// How long a typesetter without work is kept warm.
const KEPT_WARM: Duration = Duration::from_secs(60);

/// What a typesetter may hold when it has done its work; one with more is ended, so that its memory
/// is given back.
const AT_REST: u64 = 192 * 1024 * 1024;

/// Sets PDFs. Cheap to clone.
#[derive(Clone)]
pub struct Typesetter(Arc<Shared>);

struct Shared {
    config: PdfConfig,
    fair: Fair,
    /// PDFs that were made, by the identity of their jobs.
    ready: Ready<()>,
    /// Jobs that went out of bounds, each with the span of time in which it is not tried again.
    refused: Ready<u64>,
    /// Typesetters without work.
    resting: Mutex<Vec<Worker>>,
}

impl Typesetter {
    /// One that keeps to this configuration.
    #[must_use]
    pub fn new(config: &PdfConfig) -> Self {
        Self(Arc::new(Shared {
            config: config.clone(),
            fair: Fair::new(AT_A_TIME, WAITING),
            ready: Ready::with_room(KEPT_READY),
            refused: Ready::with_room(KEPT_REFUSED),
            resting: Mutex::default(),
        }))
    }

    /// The PDF, byte for byte the same for the same job. It is set for an account, which takes turns
    /// with the others.
    ///
    /// # Errors
    /// When the template does not fit its data, it went out of bounds, or too many of the account
    /// wait.
    pub(super) async fn typeset(&self, account: &str, job: Job) -> Result<Bytes, PdfError> {
        let ident = job.identity();
        if let Some(ready) = self.0.known(&ident)? {
            return Ok(ready);
        }
        let place = self.0.fair.enter(account).await;
        let place = place.map_err(|_full| PdfError::Busy)?;
        // Another one that waited may have set the same.
        if let Some(ready) = self.0.known(&ident)? {
            return Ok(ready);
        }
        let shared = Arc::clone(&self.0);
        // Who asked may go away: what was begun is kept for the next one who asks.
        tokio::spawn(async move { shared.set(&ident, &job, place).await }).await?
    }
}

impl Shared {
    /// What became of the job before, if it is known.
    fn known(&self, ident: &str) -> Result<Option<Bytes>, PdfError> {
        if self.refused.get(ident, &span()).is_some() {
            return Err(PdfError::OutOfBounds);
        }
        Ok(self.ready.get(ident, &()))
    }

    async fn set(self: Arc<Self>, ident: &str, job: &Job, place: Place) -> Result<Bytes, PdfError> {
        let rested = self.resting().pop();
        let mut worker = match rested {
            Some(worker) => worker,
            None => Worker::start(&self.program())?,
        };
        let answer = match worker.set(job, &self.config).await {
            Ok(answer) => answer,
            Err(error) => {
                worker.end().await;
                if matches!(error, PdfError::OutOfBounds) {
                    self.refused.put(ident, span(), Bytes::new());
                }
                return Err(error);
            }
        };
        if worker.memory() <= AT_REST {
            self.rest(worker);
        }
        drop(place);
        match answer {
            Answer::Pdf(bytes) => {
                let bytes = Bytes::from(bytes);
                self.ready.put(ident, (), bytes.clone());
                Ok(bytes)
            }
            Answer::TooLong => {
                self.refused.put(ident, span(), Bytes::new());
                Err(PdfError::OutOfBounds)
            }
            Answer::Fault(words) => Err(PdfError::Typeset(words)),
        }
    }

    /// Keeps a typesetter warm for a while.
    fn rest(self: &Arc<Self>, worker: Worker) {
        let id = worker.id();
        self.resting().push(worker);
        let shared = Arc::downgrade(self);
        tokio::spawn(async move {
            tokio::time::sleep(KEPT_WARM).await;
            if let Some(shared) = shared.upgrade() {
                shared.resting().retain(|resting| resting.id() != id);
            }
        });
    }

    /// Ours to start, or the program that runs. On Linux that goes by its own name for it: the file
    /// may have been replaced by a newer version's, whose typesetter this one could not talk to.
    fn program(&self) -> PathBuf {
        match &self.config.program {
            Some(program) => program.clone(),
            None if cfg!(target_os = "linux") => PathBuf::from("/proc/self/exe"),
            None => std::env::current_exe().unwrap_or_else(|_| PathBuf::from("plumbline")),
        }
    }

    fn resting(&self) -> MutexGuard<'_, Vec<Worker>> {
        self.resting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The span of time that it is now.
fn span() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(0, |now| now.as_secs() / REFUSED_FOR)
}
