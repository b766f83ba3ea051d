//! Places that are taken for a while, counted in total and per holder.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A limited number of places.
#[derive(Debug)]
pub struct Slots {
    max: usize,
    counts: Mutex<SlotCounts>,
}

#[derive(Debug, Default)]
struct SlotCounts {
    all: usize,
    by_key: HashMap<String, usize>,
}

/// A place, which is released when it is dropped.
#[derive(Debug)]
pub struct Slot {
    slots: Arc<Slots>,
    keys: Vec<String>,
}

/// Why there is no free place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SlotsFull {
    /// All places are taken.
    All,
    /// One of the keys has as many places as it may have.
    Key,
}

impl Slots {
    /// This many places, all of them free.
    #[must_use]
    pub fn new(most: usize) -> Arc<Self> {
        let taken = Mutex::default();
        Arc::new(Self { max: most, counts: taken })
    }

    /// Takes a place for these keys, each with its limit. Existing places are never taken away: it is the newest
    /// request that is refused.
    ///
    /// # Errors
    /// [`SlotsFull`] if there is no place, in total or for a key.
    pub fn acquire(self: &Arc<Self>, keys: Vec<(String, usize)>) -> Result<Slot, SlotsFull> {
        let mut taken = self.lock();
        if taken.all >= self.max {
            return Err(SlotsFull::All);
        }
        let of = |key: &String| taken.by_key.get(key).copied().unwrap_or_default();
        if keys.iter().any(|(key, most)| of(key) >= *most) {
            return Err(SlotsFull::Key);
        }
        taken.all += 1;
        let keys: Vec<String> = keys.into_iter().map(|(key, _)| key).collect();
        for key in &keys {
            *taken.by_key.entry(key.clone()).or_default() += 1;
        }
        let seats = Arc::clone(self);
        Ok(Slot { slots: seats, keys })
    }

    fn lock(&self) -> MutexGuard<'_, SlotCounts> {
        // A panic between two counts leaves, at worst, a place that is never free again.
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut taken = self.slots.lock();
        taken.all -= 1;
        for key in &self.keys {
            if let Some(count) = taken.by_key.get_mut(key) {
                *count -= 1;
                if *count == 0 {
                    taken.by_key.remove(key);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_finds_none_and_a_place_comes_back() {
        let seats = Slots::new(3);
        let take = |key: &str| seats.acquire(vec![(key.to_owned(), 2)]);
        let first = take("a").expect("a place");
        let second = take("a").expect("a place");
        assert_eq!(take("a").expect_err("two are the most"), SlotsFull::Key);
        let other = take("b").expect("a place");
        assert_eq!(take("c").expect_err("three are the most"), SlotsFull::All);
        drop(first);
        assert!(take("a").is_ok());
        drop((second, other));
        assert!(seats.lock().by_key.is_empty());
        assert_eq!(seats.lock().all, 0);
    }
}
