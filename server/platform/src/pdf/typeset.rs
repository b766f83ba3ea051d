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

/// How many documents are typeset at a time: each takes a core, and a long one a lot of memory.
const AT_A_TIME: usize = 2;

/// How many documents of one account may wait.
const WAITING: usize = 20;

/// The size of the cache of PDFs in bytes, for each of its two halves: the same PDF is requested by the customer, by
/// the business and for emails.
const KEPT_READY: usize = 16 * 1024 * 1024;

/// How many bytes of the identifiers of jobs that exceeded their limits are stored.
const KEPT_REFUSED: usize = 256 * 1024;

/// For how many seconds such a job isn't tried again: repeated requests for it would block the typesetters.
const REFUSED_FOR: u64 = 600;

/// How long an idle typesetter is kept running.
const KEPT_WARM: Duration = Duration::from_secs(60);

/// How many bytes of memory an idle typesetter may use; one that uses more is ended, to free the memory.
const AT_REST: u64 = 192 * 1024 * 1024;

/// Typesets PDFs. Cheap to clone.
#[derive(Clone)]
pub struct Typesetter(Arc<Shared>);

struct Shared {
    config: PdfConfig,
    fair: Fair,
    /// The PDFs that were made, by the identifiers of their jobs.
    ready: Ready<()>,
    /// Jobs that exceeded their limits, each with the period in which it isn't tried again.
    refused: Ready<u64>,
    /// The idle typesetters.
    resting: Mutex<Vec<Worker>>,
}

impl Typesetter {
    /// A typesetter with the limits of this configuration.
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

    /// The PDF, byte for byte the same for the same job. The work counts towards an account, and accounts take turns.
    ///
    /// # Errors
    /// When the template doesn't fit its data, a limit is exceeded, or too many documents of the account are waiting.
    pub(super) async fn typeset(&self, account: &str, job: Job) -> Result<Bytes, PdfError> {
        let ident = job.identity();
        if let Some(ready) = self.0.known(&ident)? {
            return Ok(ready);
        }
        let place = self.0.fair.enter(account).await;
        let place = place.map_err(|_full| PdfError::Busy)?;
        // Another request may have made the same PDF in the meantime.
        if let Some(ready) = self.0.known(&ident)? {
            return Ok(ready);
        }
        let shared = Arc::clone(&self.0);
        // If the caller stops waiting, the work continues, and its result is cached for the next request.
        tokio::spawn(async move { shared.set(&ident, &job, place).await }).await?
    }
}

impl Shared {
    /// The cached result of an earlier job with this identifier, if there is one.
    fn known(&self, ident: &str) -> Result<Option<Bytes>, PdfError> {
        if self.refused.get(ident, &span()).is_some() {
            return Err(PdfError::OutOfBounds);
        }
        Ok(self.ready.get(ident, &()))
    }

    async fn set(self: Arc<Self>, ident: &str, job: &Job, place: Place) -> Result<Bytes, PdfError> {
        let rested = self.resting().pop();
        let worked = match rested {
            Some(worker) => match self.work(worker, ident, job).await {
                // The system may have ended it while it was idle.
                Err(PdfError::Process(error)) => {
                    tracing::warn!(%error, "an idle typesetter had ended; another one is started");
                    self.work(Worker::start(&self.program())?, ident, job).await
                }
                worked => worked,
            },
            None => self.work(Worker::start(&self.program())?, ident, job).await,
        };
        let (worker, answer) = worked?;
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

    /// Lets a typesetter do the job. One that fails is ended.
    async fn work(
        &self,
        mut worker: Worker,
        ident: &str,
        job: &Job,
    ) -> Result<(Worker, Answer), PdfError> {
        match worker.set(job, &self.config).await {
            Ok(answer) => Ok((worker, answer)),
            Err(error) => {
                worker.end().await;
                if matches!(error, PdfError::OutOfBounds) {
                    self.refused.put(ident, span(), Bytes::new());
                }
                Err(error)
            }
        }
    }

    /// Keeps an idle typesetter running for a while.
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

    /// The configured program, or the running one. On Linux the latter is named by `/proc/self/exe`: its file may have
    /// been replaced by a newer version, with whose typesetter this one could not communicate.
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

/// The current period.
fn span() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(0, |now| now.as_secs() / REFUSED_FOR)
}
