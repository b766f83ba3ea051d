//! Typesetting, in separate processes: one that takes too long or too much memory is ended without harm to anything
//! else, and the memory that a long document needed goes back to the system. A process sees one document at a time and
//! nothing of the server; accounts take turns.

use std::path::PathBuf;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::Bytes;
use typst::foundations::{Module, NativeRuleMap, Scope};
use typst::routines::Routines;
use typst::utils::LazyHash;
use typst::{Library, LibraryBuilder};

use super::PdfError;
use super::job::{PdfJob, PdfOutcome};
use super::typesetter_process::TypesetWorker;
use crate::config::PdfConfig;
use crate::fair_queue::{FairQueue, QueuePlace};
use crate::response_cache::ResponseCache;

/// How many documents are typeset at a time: each takes a core, and a long one a lot of memory.
const CONCURRENT_MAX: usize = 2;

/// How many documents of one account may wait.
const WAITING_MAX: usize = 20;

/// The size of the cache of PDFs in bytes, for each of its two halves: the same PDF is requested by the customer, by
/// the business and for emails.
const CACHE_BYTES: usize = 16 * 1024 * 1024;

/// How many bytes of the identifiers of jobs that exceeded their limits are stored.
const REFUSED_BYTES: usize = 256 * 1024;

/// For how many seconds such a job isn't tried again: repeated requests for it would block the typesetters.
const REFUSED_SECONDS: u64 = 600;

/// How long an idle typesetter is kept running.
const IDLE_TIME: Duration = Duration::from_secs(60);

/// How many bytes of memory an idle typesetter may use; one that uses more is ended, to free the memory.
const IDLE_MEMORY_MAX: u64 = 192 * 1024 * 1024;

/// Typesets PDFs. Cheap to clone.
#[derive(Clone)]
pub struct Typesetter(Arc<TypesetterState>);

struct TypesetterState {
    config: PdfConfig,
    fair: FairQueue,
    /// The PDFs that were made, by the identifiers of their jobs.
    ready: ResponseCache<()>,
    /// Jobs that exceeded their limits, each with the period in which it isn't tried again.
    refused: ResponseCache<u64>,
    /// The idle typesetters.
    idle: Mutex<Vec<TypesetWorker>>,
}

impl Typesetter {
    /// A typesetter with the limits of this configuration.
    #[must_use]
    pub fn new(config: &PdfConfig) -> Self {
        Self(Arc::new(TypesetterState {
            config: config.clone(),
            fair: FairQueue::new(CONCURRENT_MAX, WAITING_MAX),
            ready: ResponseCache::with_capacity(CACHE_BYTES),
            refused: ResponseCache::with_capacity(REFUSED_BYTES),
            idle: Mutex::default(),
        }))
    }

    /// The PDF, byte for byte the same for the same job. The work counts towards an account, and accounts take turns.
    ///
    /// # Errors
    /// When the template doesn't fit its data, a limit is exceeded, or too many documents of the account are waiting.
    pub(super) async fn typeset(&self, account: &str, job: PdfJob) -> Result<Bytes, PdfError> {
        let ident = job.fingerprint();
        if let Some(ready) = self.0.find_cached(&ident)? {
            return Ok(ready);
        }
        let place = self.0.fair.acquire(account).await;
        let place = place.map_err(|_full| PdfError::Busy)?;
        // Another request may have made the same PDF in the meantime.
        if let Some(ready) = self.0.find_cached(&ident)? {
            return Ok(ready);
        }
        let shared = Arc::clone(&self.0);
        // If the caller stops waiting, the work continues, and its result is cached for the next request.
        tokio::spawn(async move { shared.typeset_uncached(&ident, &job, place).await }).await?
    }
}

impl TypesetterState {
    /// The cached result of an earlier job with this identifier, if there is one.
    fn find_cached(&self, ident: &str) -> Result<Option<Bytes>, PdfError> {
        if self.refused.get(ident, &current_span()).is_some() {
            return Err(PdfError::OutOfBounds);
        }
        Ok(self.ready.get(ident, &()))
    }

    async fn typeset_uncached(
        self: Arc<Self>,
        ident: &str,
        job: &PdfJob,
        place: QueuePlace,
    ) -> Result<Bytes, PdfError> {
        let rested = self.lock_idle().pop();
        let worked = match rested {
            Some(worker) => match self.work(worker, ident, job).await {
                // The system may have ended it while it was idle.
                Err(PdfError::Process(error)) => {
                    tracing::warn!(%error, "an idle typesetter had ended; another one is started");
                    self.work(TypesetWorker::start(&self.program())?, ident, job).await
                }
                worked => worked,
            },
            None => self.work(TypesetWorker::start(&self.program())?, ident, job).await,
        };
        let (worker, answer) = worked?;
        if worker.memory_bytes() <= IDLE_MEMORY_MAX {
            self.return_worker(worker);
        }
        drop(place);
        match answer {
            PdfOutcome::Pdf(bytes) => {
                let bytes = Bytes::from(bytes);
                self.ready.put(ident, (), bytes.clone());
                Ok(bytes)
            }
            PdfOutcome::TooLong => {
                self.refused.put(ident, current_span(), Bytes::new());
                Err(PdfError::OutOfBounds)
            }
            PdfOutcome::Fault(text) => Err(PdfError::Typeset(text)),
        }
    }

    /// Lets a typesetter do the job. One that fails is ended.
    async fn work(
        &self,
        mut worker: TypesetWorker,
        ident: &str,
        job: &PdfJob,
    ) -> Result<(TypesetWorker, PdfOutcome), PdfError> {
        match worker.typeset(job, &self.config).await {
            Ok(answer) => Ok((worker, answer)),
            Err(error) => {
                worker.stop().await;
                if matches!(error, PdfError::OutOfBounds) {
                    self.refused.put(ident, current_span(), Bytes::new());
                }
                Err(error)
            }
        }
    }

    /// Keeps an idle typesetter running for a while.
    fn return_worker(self: &Arc<Self>, worker: TypesetWorker) {
        let id = worker.id();
        self.lock_idle().push(worker);
        let shared = Arc::downgrade(self);
        tokio::spawn(async move {
            tokio::time::sleep(IDLE_TIME).await;
            if let Some(shared) = shared.upgrade() {
                shared.lock_idle().retain(|resting| resting.id() != id);
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

    fn lock_idle(&self) -> MutexGuard<'_, Vec<TypesetWorker>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The current period.
fn current_span() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(0, |now| now.as_secs() / REFUSED_SECONDS)
}

// The typesetter's library without its HTML export, which we don't need: that half (with a renderer of foreign
// PDFs and SVG) would be as large as the other.

/// The typst library for all PDFs.
pub static LIBRARY: LazyLock<LazyHash<Library>> =
    LazyLock::new(|| LazyHash::new(LibraryBuilder::from_routines(&ROUTINES).build()));

/// The same parts as in `typst` itself, except for HTML.
static ROUTINES: LazyLock<Routines> = LazyLock::new(|| Routines {
    rules: || {
        let mut rules = NativeRuleMap::new();
        typst_layout::register(&mut rules);
        rules
    },
    eval_string: typst_eval::eval_string,
    eval_closure: typst_eval::eval_closure,
    realize: typst_realize::realize,
    layout_frame: typst_layout::layout_frame,
    html_module: || Module::new("html", Scope::new()),
    html_mathml_body: |_, _| None,
    html_span_filled: |content, _| content,
});
