//! Limits for work that takes a processor core and much memory, and that anyone with an account can request: pictures,
//! and files of other programs.
//!
//! A file arrives first, one per account at a time, and is on the disk until it is complete (`http/form.rs`), so that a
//! slow sender delays nobody else. Then it is read into memory, for which there are few places, and then worked on, for
//! which there are fewer; accounts take turns for both. A place is occupied until the work ends, even if the client
//! closes the connection.

use std::sync::Arc;

use crate::error::ApiError;
use crate::fair_queue::{FairQueue, QueueFull, QueuePlace};

/// The seconds after which an account with too many waiting files may try again.
const RETRY_AFTER_SECONDS: u64 = 5;

/// For how many accounts a file may arrive at the same time.
const UPLOADS_MAX: usize = 200;

/// A worker pool that limits how many files are in memory and how many are worked on. Cheap to clone.
#[derive(Debug, Clone)]
pub struct WorkerPool {
    arrivals: FairQueue,
    entries: FairQueue,
    workers: FairQueue,
    /// The one place for files that take much memory or time.
    large: FairQueue,
}

/// A file that is arriving. The account's next file waits until this, or the [`PoolEntry`] made of it, is dropped.
#[derive(Debug)]
pub struct UploadPlace {
    place: QueuePlace,
    pool: WorkerPool,
    account: String,
}

impl UploadPlace {
    /// Enters the pool, once the file has arrived.
    ///
    /// # Errors
    /// 429 if too many files of the account are waiting.
    pub async fn enter(self) -> Result<PoolEntry, ApiError> {
        self.pool.admit(self.account, Some(self.place), None).await
    }

    /// The same for a file whose work may take long: only one at a time is in the pool, and the others wait where they
    /// hold neither memory nor a worker slot, so that small files of other accounts don't wait for them.
    ///
    /// # Errors
    /// 429 if too many files of the account are waiting.
    pub async fn enter_large(self) -> Result<PoolEntry, ApiError> {
        let large = acquire_place(&self.pool.large, &self.account).await?;
        self.pool.admit(self.account, Some(self.place), Some(large)).await
    }
}

/// A file in the pool: the account's places stay reserved until this is dropped and its work is done.
#[derive(Debug)]
pub struct PoolEntry {
    entered: Arc<Entered>,
    workers: FairQueue,
    large: FairQueue,
    account: String,
}

/// The places of a file that is in memory. Its work has them too, because the file stays in memory until the work is
/// done, even if its sender has gone.
#[derive(Debug)]
struct Entered {
    _arrived: Option<QueuePlace>,
    _entry: QueuePlace,
    /// The place for large files, if the file entered as one.
    large: Option<QueuePlace>,
}

impl WorkerPool {
    /// A pool with at most `files` files in memory, of which `workers` are worked on at a time; at most `waiting`
    /// requests of an account may wait.
    #[must_use]
    pub fn new(files: usize, workers: usize, waiting: usize) -> Self {
        Self {
            arrivals: FairQueue::new(UPLOADS_MAX, waiting),
            entries: FairQueue::new(files, waiting),
            // Any number of accepted files may wait for a worker, because only the number of files in memory is
            // limited.
            workers: FairQueue::new(workers, usize::MAX),
            large: FairQueue::new(1, usize::MAX),
        }
    }

    /// Lets a file arrive, once no other file of the account is arriving.
    ///
    /// # Errors
    /// 429 if too many files of the account are waiting.
    pub async fn begin_upload(&self, account: &str) -> Result<UploadPlace, ApiError> {
        Ok(UploadPlace {
            place: self.arrivals.acquire(account).await.map_err(too_many_error)?,
            pool: self.clone(),
            account: account.to_owned(),
        })
    }

    /// Enters the pool, once nothing else of the account is in it.
    ///
    /// # Errors
    /// 429 if too many files of the account are waiting.
    pub async fn enter(&self, account: &str) -> Result<PoolEntry, ApiError> {
        self.admit(account.to_owned(), None, None).await
    }

    async fn admit(
        &self,
        account: String,
        arrived: Option<QueuePlace>,
        large: Option<QueuePlace>,
    ) -> Result<PoolEntry, ApiError> {
        let queue_place = self.entries.acquire(&account).await.map_err(too_many_error)?;
        Ok(PoolEntry {
            entered: Arc::new(Entered { _arrived: arrived, _entry: queue_place, large }),
            workers: self.workers.clone(),
            large: self.large.clone(),
            account,
        })
    }

    /// Takes a worker slot, once the account has no other. The data for a long list is read only after that, so that
    /// few such lists are in memory.
    ///
    /// # Errors
    /// 503 if the pool is gone, which doesn't happen in practice.
    pub async fn acquire_worker(&self, account: &str) -> Result<WorkerSlot, ApiError> {
        acquire_slot(&self.workers, account).await
    }

    /// Does work for an account, other than on an upload, outside the threads that handle requests.
    ///
    /// # Errors
    /// When the work panics.
    pub async fn run<T: Send + 'static>(
        &self,
        account: &str,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        acquire_slot(&self.workers, account).await?.run(work).await
    }
}

fn too_many_error(_: QueueFull) -> ApiError {
    let text = "Several of your files are already waiting. Please send this one again in a moment.";
    ApiError::too_many(text, RETRY_AFTER_SECONDS)
}

impl PoolEntry {
    /// Works on the file, outside the threads that handle requests.
    ///
    /// # Errors
    /// When the work panics.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let slot = acquire_slot(&self.workers, &self.account).await?;
        let entered = Arc::clone(&self.entered);
        slot.run(release_after(entered, work)).await
    }

    /// The same for a file that takes much memory while it is worked on: only one at a time, and the others take no
    /// worker slot while they wait.
    ///
    /// # Errors
    /// When the work panics.
    pub async fn work_on_large<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        if self.entered.large.is_some() {
            return self.run(work).await;
        }
        let place = acquire_place(&self.large, &self.account).await?;
        self.run(release_after(place, work)).await
    }
}

/// The work, after which its places are freed.
fn release_after<T>(places: impl Send + 'static, work: impl FnOnce() -> T) -> impl FnOnce() -> T {
    move || {
        let result = work();
        drop(places);
        result
    }
}

async fn acquire_slot(workers: &FairQueue, account: &str) -> Result<WorkerSlot, ApiError> {
    Ok(WorkerSlot { _place: acquire_place(workers, account).await? })
}

async fn acquire_place(queue: &FairQueue, account: &str) -> Result<QueuePlace, ApiError> {
    let place = queue.acquire(account).await;
    place.map_err(|_full| ApiError::unavailable("the worker pool is closed"))
}

/// An account's worker slot, until this is dropped.
#[derive(Debug)]
pub struct WorkerSlot {
    _place: QueuePlace,
}

impl WorkerSlot {
    /// Does the work outside the threads that handle requests.
    ///
    /// # Errors
    /// When the work panics.
    pub async fn run<T: Send + 'static>(
        self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        // Released when the work ends, not when its caller stops waiting.
        let done = tokio::task::spawn_blocking(release_after(self, work)).await;
        done.map_err(ApiError::internal)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use futures::FutureExt as _;

    use super::*;

    #[tokio::test]
    async fn occupies_a_worker_slot_until_its_work_ends_even_if_the_client_left() {
        let pool = WorkerPool::new(4, 1, 4);
        let (go, waits) = mpsc::channel::<()>();
        let entry = pool.enter("a").await.expect("an entry");
        let mut first = entry.run(move || waits.recv()).boxed();
        assert!((&mut first).now_or_never().is_none(), "it works");
        // The client closes the connection.
        drop(first);
        drop(entry);
        let entry = pool.enter("b").await.expect("an entry");
        let mut second = entry.run(|| 2).boxed();
        assert!((&mut second).now_or_never().is_none(), "no worker is free");
        go.send(()).expect("it still works");
        assert_eq!(second.await.expect("done"), 2);
    }

    #[tokio::test]
    async fn counts_a_file_until_its_work_ends_even_if_the_client_left() {
        let pool = WorkerPool::new(1, 1, 1);
        let (go, waits) = mpsc::channel::<()>();
        let arriving = pool.begin_upload("a").await.expect("a place");
        let entry = arriving.enter().await.expect("an entry");
        let mut work = entry.run(move || waits.recv()).boxed();
        assert!((&mut work).now_or_never().is_none(), "it works");
        // The client closes the connection.
        drop(work);
        drop(entry);
        let mut next = pool.begin_upload("a").boxed();
        assert!((&mut next).now_or_never().is_none(), "the account has another file");
        let mut other = pool.enter("b").boxed();
        assert!((&mut other).now_or_never().is_none(), "no place is free");
        go.send(()).expect("it still works");
        assert!(next.await.is_ok());
        assert!(other.await.is_ok());
    }

    #[tokio::test]
    async fn works_on_one_large_file_at_a_time_and_on_small_ones_meanwhile() {
        let pool = WorkerPool::new(4, 2, 1);
        let (go, waits) = mpsc::channel::<()>();
        let [a, b, c] = ["a", "b", "c"].map(|account| pool.enter(account));
        let (a, b, c) = (a.await.expect("in"), b.await.expect("in"), c.await.expect("in"));
        let mut first = a.work_on_large(move || waits.recv()).boxed();
        assert!((&mut first).now_or_never().is_none(), "it works");
        let mut second = b.work_on_large(|| 2).boxed();
        assert!((&mut second).now_or_never().is_none(), "it waits");
        assert_eq!(c.run(|| 3).await.expect("done"), 3);
        // The sender closes the connection, and the work goes on.
        drop(first);
        assert!((&mut second).now_or_never().is_none(), "it still waits");
        go.send(()).expect("it still works");
        assert_eq!(second.await.expect("done"), 2);
    }

    #[tokio::test]
    async fn large_files_wait_outside_the_pool_and_do_not_delay_small_ones() {
        let pool = WorkerPool::new(3, 2, 1);
        let (go, waits) = mpsc::channel::<()>();
        let [a, b, c] = ["a", "b", "c"].map(|account| pool.begin_upload(account));
        let (a, b, c) = (a.await.expect("in"), b.await.expect("in"), c.await.expect("in"));
        let first = a.enter_large().await.expect("an entry");
        let mut work = first.work_on_large(move || waits.recv()).boxed();
        assert!((&mut work).now_or_never().is_none(), "it works");
        let (mut second, mut third) = (b.enter_large().boxed(), c.enter_large().boxed());
        assert!((&mut second).now_or_never().is_none(), "it waits");
        assert!((&mut third).now_or_never().is_none(), "it waits");
        let small = pool.begin_upload("d").await.expect("a place").enter().await.expect("an entry");
        assert_eq!(small.run(|| 4).await.expect("done"), 4);
        // The sender closes the connection, and the work goes on.
        drop(work);
        drop(first);
        assert!((&mut second).now_or_never().is_none(), "it still waits");
        go.send(()).expect("it still works");
        let second = second.await.expect("an entry");
        assert_eq!(second.run(|| 2).await.expect("done"), 2);
    }

    #[tokio::test]
    async fn limits_an_account_to_one_file_in_the_pool_and_a_few_that_wait() {
        let pool = WorkerPool::new(4, 2, 1);
        let _in = pool.enter("a").await.expect("an entry");
        let mut waits = pool.enter("a").boxed();
        assert!((&mut waits).now_or_never().is_none());
        let refused = pool.enter("a").await.expect_err("too many wait");
        assert!(refused.is_too_many());
        assert!(pool.enter("b").now_or_never().is_some_and(|it| it.is_ok()));
    }

    #[tokio::test]
    async fn a_slow_upload_does_not_block_other_accounts() {
        let pool = WorkerPool::new(1, 1, 1);
        let slow = pool.begin_upload("slow").await.expect("a place");
        let mut next = pool.begin_upload("slow").boxed();
        assert!((&mut next).now_or_never().is_none(), "the account has another file");
        assert!(pool.begin_upload("slow").await.is_err(), "too many wait");
        let quick = pool.begin_upload("quick").await.expect("a place");
        let entry = quick.enter().await.expect("an entry");
        // The slow file has arrived completely, and waits for the quick one.
        let mut entering = slow.enter().boxed();
        assert!((&mut entering).now_or_never().is_none(), "only one place");
        drop(entry);
        let entry = entering.await.expect("an entry");
        assert!((&mut next).now_or_never().is_none(), "the first file is not done");
        drop(entry);
        assert!(next.await.is_ok());
    }

    #[tokio::test]
    async fn work_that_panics_frees_its_worker_slot() {
        let pool = WorkerPool::new(1, 1, 1);
        assert!(pool.run("a", || panic!("a fault")).await.is_err());
        assert_eq!(pool.run("a", || 1).await.expect("done"), 1);
    }
}
