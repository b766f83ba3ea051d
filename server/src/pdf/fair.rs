//! A fair queue: whoever has much to be done waits behind who has little.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

/// So many places at a time, of an account one; the others wait, and the accounts take turns.
#[derive(Debug, Clone)]
pub(super) struct Fair(Arc<Mutex<Line>>);

/// An account's place; the next one is called when it is dropped.
#[derive(Debug)]
pub(super) struct Place {
    line: Arc<Mutex<Line>>,
    account: String,
}

/// Too many of the account wait already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Full;

#[derive(Debug)]
struct Line {
    free: usize,
    /// How many of one account may wait.
    room: usize,
    /// The accounts that have a place.
    served: HashSet<String>,
    waiting: HashMap<String, VecDeque<oneshot::Sender<Place>>>,
    /// The accounts that wait, in the order of their turns.
    turns: VecDeque<String>,
}

impl Fair {
    /// `places` at a time; of an account at most `room` wait.
    pub(super) fn new(places: usize, room: usize) -> Self {
        Self(Arc::new(Mutex::new(Line {
            free: places,
            room,
            served: HashSet::new(),
            waiting: HashMap::new(),
            turns: VecDeque::new(),
        })))
    }

    /// Waits for a place for this account. Who stops waiting leaves the queue.
    ///
    /// # Errors
    /// [`Full`] when too many of the account wait.
    pub(super) async fn enter(&self, account: &str) -> Result<Place, Full> {
        let called = {
            let mut line = lock(&self.0);
            if line.free > 0 && !line.served.contains(account) {
                return Ok(line.place(&self.0, account.to_owned()));
            }
            line.wait(account)?
        };
        // A sender goes when it has sent, and with the queue.
        called.await.map_err(|_| Full)
    }
}

impl Line {
    fn place(&mut self, line: &Arc<Mutex<Self>>, account: String) -> Place {
        self.free -= 1;
        self.served.insert(account.clone());
        let line = Arc::clone(line);
        Place { line, account }
    }

    fn wait(&mut self, account: &str) -> Result<oneshot::Receiver<Place>, Full> {
        let queue = self.waiting.entry(account.to_owned()).or_default();
        queue.retain(|waiting| !waiting.is_closed());
        if queue.len() >= self.room {
            return Err(Full);
        }
        let (call, called) = oneshot::channel();
        queue.push_back(call);
        if !self.turns.iter().any(|waits| waits == account) {
            self.turns.push_back(account.to_owned());
        }
        Ok(called)
    }

    /// Whose turn it is: the first account that waits and has no place.
    fn next(&mut self) -> Option<(String, oneshot::Sender<Place>)> {
        let mut at = 0;
        while let Some(account) = self.turns.get(at) {
            if self.served.contains(account) {
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

impl Drop for Place {
    fn drop(&mut self) {
        let mut called = Vec::new();
        let mut line = lock(&self.line);
        line.free += 1;
        line.served.remove(&self.account);
        while line.free > 0 {
            let Some((account, call)) = line.next() else {
                break;
            };
            called.push((call, line.place(&self.line, account)));
        }
        // Who has left in this moment drops the place, and calls the next one by that.
        drop(line);
        for (call, place) in called {
            let _ = call.send(place);
        }
    }
}

fn lock(line: &Mutex<Line>) -> MutexGuard<'_, Line> {
    line.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::FutureExt as _;
    use futures::future::BoxFuture;

    type Entering<'a> = BoxFuture<'a, Result<Place, Full>>;

    /// Enters and goes as far as that is possible at once.
    fn enter<'a>(fair: &'a Fair, account: &'a str) -> (Entering<'a>, Option<Place>) {
        let mut entering = fair.enter(account).boxed();
        let place = (&mut entering).now_or_never();
        (entering, place.map(|place| place.expect("a place")))
    }

    fn called(entering: &mut Entering<'_>) -> Option<Place> {
        let place = entering.now_or_never();
        place.map(|place| place.expect("a place"))
    }

    #[tokio::test]
    async fn accounts_take_turns() {
        let fair = Fair::new(1, 10);
        let (_, first) = enter(&fair, "busy");
        let (mut second, none) = enter(&fair, "busy");
        let (mut third, _) = enter(&fair, "busy");
        let (mut other, _) = enter(&fair, "other");
        assert!(first.is_some() && none.is_none());
        drop(first);
        let place = called(&mut second);
        assert!(place.is_some());
        drop(place);
        // Its third came before the other's first, and has its turn after it.
        assert!(called(&mut third).is_none());
        let place = called(&mut other);
        assert!(place.is_some());
        drop(place);
        assert!(called(&mut third).is_some());
    }

    #[tokio::test]
    async fn an_account_has_one_place_even_if_another_is_free() {
        let fair = Fair::new(2, 10);
        let (_, first) = enter(&fair, "a");
        let (mut second, none) = enter(&fair, "a");
        assert!(first.is_some() && none.is_none());
        assert!(enter(&fair, "b").1.is_some(), "the other place is free");
        drop(first);
        assert!(called(&mut second).is_some());
    }

    #[tokio::test]
    async fn who_leaves_is_passed_over() {
        let fair = Fair::new(1, 10);
        let (_, first) = enter(&fair, "a");
        let (gone, _) = enter(&fair, "a");
        let (mut next, _) = enter(&fair, "a");
        drop(gone);
        drop(first);
        assert!(called(&mut next).is_some());
        assert!(enter(&fair, "b").1.is_some(), "the place is free again");
    }

    #[tokio::test]
    async fn one_account_cannot_fill_the_queue() {
        let fair = Fair::new(1, 2);
        let (_, _first) = enter(&fair, "a");
        let (_second, _) = enter(&fair, "a");
        let (_third, _) = enter(&fair, "a");
        assert_eq!(fair.enter("a").await.err(), Some(Full));
        assert!(fair.enter("b").now_or_never().is_none());
    }
}
