//! A fair queue: an account with much work waits behind one with little, and an account whose work takes long waits
//! behind one whose work is quick.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

/// An account that has held a place for this long counts as slow. An ordinary document or picture takes a tenth of a
/// second, so this is fifty of them.
const SLOW_AFTER: Duration = Duration::from_secs(5);

/// The time after which half of an account's past use is forgotten.
const HALF_LIFE: Duration = Duration::from_secs(120);

/// A queue with a limited number of places, one per account at a time; the others wait, and the accounts take turns.
/// Slow accounts wait behind the others and never get the last place, so that an ordinary document never waits long,
/// however many slow accounts there are.
#[derive(Debug, Clone)]
pub struct FairQueue(Arc<Mutex<QueueState>>);

/// An account's place; when it is dropped, it goes to the next account.
#[derive(Debug)]
pub struct QueuePlace {
    line: Arc<Mutex<QueueState>>,
    account: String,
    since: Instant,
}

/// Too many jobs of the account are waiting already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QueueFull;

#[derive(Debug)]
struct QueueState {
    free: usize,
    /// How many free places slow accounts must leave to the others.
    reserved: usize,
    /// How many jobs of one account may wait.
    waiting_max: usize,
    /// The accounts that have a place.
    served: HashSet<String>,
    waiting: HashMap<String, VecDeque<oneshot::Sender<QueuePlace>>>,
    /// The waiting accounts, in the order of their turns.
    turns: VecDeque<String>,
    /// How long each account has held places, with past use halved over time.
    used_time: HashMap<String, UsedTime>,
}

/// The time that an account has used, in seconds, as of an instant.
#[derive(Debug, Clone, Copy)]
struct UsedTime {
    seconds: f64,
    at: Instant,
}

impl UsedTime {
    fn remaining(self, now: Instant) -> f64 {
        let age = now.saturating_duration_since(self.at).as_secs_f64();
        self.seconds * (-age / HALF_LIFE.as_secs_f64()).exp2()
    }
}

impl FairQueue {
    /// A queue with `places` places, in which at most `room` jobs of an account may wait.
    pub fn new(places: usize, room: usize) -> Self {
        Self(Arc::new(Mutex::new(QueueState {
            free: places,
            // A queue with one place has none to spare.
            reserved: usize::from(places > 1),
            waiting_max: room,
            served: HashSet::new(),
            waiting: HashMap::new(),
            turns: VecDeque::new(),
            used_time: HashMap::new(),
        })))
    }

    /// Waits for a place for this account. Dropping the future leaves the queue.
    ///
    /// # Errors
    /// [`QueueFull`] if too many jobs of the account are waiting.
    pub async fn acquire(&self, account: &str) -> Result<QueuePlace, QueueFull> {
        let called = {
            let mut line = lock(&self.0);
            if line.can_enter(account) {
                return Ok(line.grant_place(&self.0, account.to_owned()));
            }
            line.add_waiting(account)?
        };
        // A sender is dropped after it has sent, and when the queue is dropped.
        called.await.map_err(|_| QueueFull)
    }
}

impl QueueState {
    fn grant_place(&mut self, line: &Arc<Mutex<Self>>, account: String) -> QueuePlace {
        self.free -= 1;
        self.served.insert(account.clone());
        let line = Arc::clone(line);
        let since = Instant::now();
        QueuePlace { line, account, since }
    }

    /// Whether a place is free for an account that has none.
    fn can_enter(&self, account: &str) -> bool {
        let saved = if self.is_slow(account) { self.reserved } else { 0 };
        self.free > saved && !self.served.contains(account)
    }

    fn is_slow(&self, account: &str) -> bool {
        let taken = self.used_time.get(account);
        taken.is_some_and(|taken| taken.remaining(Instant::now()) >= SLOW_AFTER.as_secs_f64())
    }

    /// Adds the time for which an account held a place.
    fn add_used_time(&mut self, account: &str, time: Duration) {
        let now = Instant::now();
        self.used_time.retain(|_, taken| taken.remaining(now) > 0.1);
        let before = self.used_time.get(account).map_or(0.0, |taken| taken.remaining(now));
        let seconds = before + time.as_secs_f64();
        let taken = UsedTime { seconds, at: now };
        self.used_time.insert(account.to_owned(), taken);
    }

    fn add_waiting(&mut self, account: &str) -> Result<oneshot::Receiver<QueuePlace>, QueueFull> {
        let queue = self.waiting.entry(account.to_owned()).or_default();
        queue.retain(|waiting| !waiting.is_closed());
        if queue.len() >= self.waiting_max {
            return Err(QueueFull);
        }
        let (call, called) = oneshot::channel();
        queue.push_back(call);
        if !self.turns.iter().any(|waits| waits == account) {
            self.turns.push_back(account.to_owned());
        }
        Ok(called)
    }

    /// The account whose turn it is: the first waiting account without a place; a slow one only if there is no other.
    fn next_waiting(&mut self) -> Option<(String, oneshot::Sender<QueuePlace>)> {
        let (slow, quick): (Vec<_>, Vec<_>) = self.turns.iter().partition(|one| self.is_slow(one));
        self.turns = quick.into_iter().chain(slow).cloned().collect();
        let mut at = 0;
        while let Some(account) = self.turns.get(at) {
            if !self.can_enter(account) {
                at += 1;
                continue;
            }
            let account = self.turns.remove(at)?;
            let mut queue = self.waiting.remove(&account).unwrap_or_default();
            queue.retain(|waiting| !waiting.is_closed());
            let next = queue.pop_front();
            if !queue.is_empty() {
                self.waiting.insert(account.clone(), queue);
                self.turns.push_back(account.clone());
            }
            if let Some(next) = next {
                return Some((account, next));
            }
        }
        None
    }
}

impl Drop for QueuePlace {
    fn drop(&mut self) {
        let mut called = Vec::new();
        let mut line = lock(&self.line);
        line.free += 1;
        line.served.remove(&self.account);
        line.add_used_time(&self.account, self.since.elapsed());
        while line.free > 0 {
            let Some((account, call)) = line.next_waiting() else {
                break;
            };
            called.push((call, line.grant_place(&self.line, account)));
        }
        // If the receiver has just gone, the place is dropped and so goes to the next account.
        drop(line);
        for (call, place) in called {
            let _ = call.send(place);
        }
    }
}

fn lock(line: &Mutex<QueueState>) -> MutexGuard<'_, QueueState> {
    line.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::FutureExt as _;
    use futures::future::BoxFuture;

    type Entering<'a> = BoxFuture<'a, Result<QueuePlace, QueueFull>>;

    /// Enters, and returns the place if one is free at once.
    fn enter<'a>(fair: &'a FairQueue, account: &'a str) -> (Entering<'a>, Option<QueuePlace>) {
        let mut entering = fair.acquire(account).boxed();
        let place = (&mut entering).now_or_never();
        (entering, place.map(|place| place.expect("a place")))
    }

    fn granted(entering: &mut Entering<'_>) -> Option<QueuePlace> {
        let place = entering.now_or_never();
        place.map(|place| place.expect("a place"))
    }

    #[tokio::test]
    async fn accounts_take_turns() {
        let fair = FairQueue::new(1, 10);
        let (_, first) = enter(&fair, "busy");
        let (mut second, none) = enter(&fair, "busy");
        let (mut third, _) = enter(&fair, "busy");
        let (mut other, _) = enter(&fair, "other");
        assert!(first.is_some() && none.is_none());
        drop(first);
        let place = granted(&mut second);
        assert!(place.is_some());
        drop(place);
        // Its third job came before the other's first, but has its turn after it.
        assert!(granted(&mut third).is_none());
        let place = granted(&mut other);
        assert!(place.is_some());
        drop(place);
        assert!(granted(&mut third).is_some());
    }

    #[tokio::test]
    async fn an_account_has_one_place_even_if_another_is_free() {
        let fair = FairQueue::new(2, 10);
        let (_, first) = enter(&fair, "a");
        let (mut second, none) = enter(&fair, "a");
        assert!(first.is_some() && none.is_none());
        assert!(enter(&fair, "b").1.is_some(), "the other place is free");
        drop(first);
        assert!(granted(&mut second).is_some());
    }

    /// Records that a document of the account has just taken this long.
    fn record_used_time(fair: &FairQueue, account: &str, seconds: u64) {
        lock(&fair.0).add_used_time(account, Duration::from_secs(seconds));
    }

    #[tokio::test]
    async fn slow_accounts_leave_the_last_slot_to_others() {
        let fair = FairQueue::new(2, 10);
        record_used_time(&fair, "slow", 13);
        record_used_time(&fair, "slower", 60);
        let (_, first) = enter(&fair, "slow");
        let (mut second, none) = enter(&fair, "slower");
        assert!(first.is_some() && none.is_none(), "a place is kept free");
        let (_, quick) = enter(&fair, "quick");
        assert!(quick.is_some());
        // The next fast account came after the slow one but goes before it.
        let (mut next, none) = enter(&fair, "another");
        assert!(none.is_none());
        drop(first);
        let next = granted(&mut next);
        assert!(next.is_some() && granted(&mut second).is_none());
        drop(quick);
        assert!(granted(&mut second).is_none(), "the last place");
        drop(next);
        assert!(granted(&mut second).is_some());
    }

    #[tokio::test]
    async fn used_time_is_forgotten_with_its_half_life() {
        let long = UsedTime { seconds: 16.0, at: Instant::now() };
        assert!((long.remaining(long.at) - 16.0).abs() < 1e-9);
        assert!((long.remaining(long.at + 2 * HALF_LIFE) - 4.0).abs() < 1e-9);
        // Ordinary documents never get there.
        let fair = FairQueue::new(2, 10);
        record_used_time(&fair, "busy", 4);
        let (_, _other) = enter(&fair, "other");
        assert!(enter(&fair, "busy").1.is_some());
    }

    #[tokio::test]
    async fn a_slow_account_can_use_the_only_slot() {
        let fair = FairQueue::new(1, 10);
        record_used_time(&fair, "slow", 60);
        assert!(enter(&fair, "slow").1.is_some());
    }

    #[tokio::test]
    async fn skips_an_account_that_stopped_waiting() {
        let fair = FairQueue::new(1, 10);
        let (_, first) = enter(&fair, "a");
        let (gone, _) = enter(&fair, "a");
        let (mut next, _) = enter(&fair, "a");
        drop(gone);
        drop(first);
        assert!(granted(&mut next).is_some());
        assert!(enter(&fair, "b").1.is_some(), "the place is free again");
    }

    #[tokio::test]
    async fn one_account_cannot_fill_the_queue() {
        let fair = FairQueue::new(1, 2);
        let (_, _first) = enter(&fair, "a");
        let (_second, _) = enter(&fair, "a");
        let (_third, _) = enter(&fair, "a");
        assert_eq!(fair.acquire("a").await.err(), Some(QueueFull));
        assert!(fair.acquire("b").now_or_never().is_none());
    }
}
