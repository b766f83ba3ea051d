//! Responses that are cached ready to send, each with the stamp of what it was made from.
//!
//! A cache is never informed that a response is out of date: a request brings the stamp as it is in the database now,
//! and a response with another stamp is not used. So every server can have its own cache.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::body::Bytes;

/// The default size of the cache in bytes, for each of its two halves.
const HALF_BYTES: usize = 8 * 1024 * 1024;

/// A cache of responses by their keys. Entries that weren't used since a half was last filled are removed.
#[derive(Debug)]
pub struct ResponseCache<S> {
    halves: Mutex<CacheHalves<S>>,
    capacity: usize,
}

#[derive(Debug)]
struct CacheHalves<S> {
    young: HashMap<String, CachedResponse<S>>,
    old: HashMap<String, CachedResponse<S>>,
    /// The bytes of the young half.
    bytes: usize,
}

#[derive(Debug, Clone)]
struct CachedResponse<S> {
    stamp: S,
    body: Bytes,
}

impl<S: PartialEq> Default for ResponseCache<S> {
    fn default() -> Self {
        Self::with_capacity(HALF_BYTES)
    }
}

impl<S: PartialEq> ResponseCache<S> {
    /// An empty cache with this many bytes for each of its two halves.
    #[must_use]
    pub fn with_capacity(room: usize) -> Self {
        let halves = CacheHalves { young: HashMap::new(), old: HashMap::new(), bytes: 0 };
        Self { halves: Mutex::new(halves), capacity: room }
    }

    /// The response with this key, if it was made with the same stamp, which identifies the source data.
    #[must_use]
    pub fn get(&self, key: &str, stamp: &S) -> Option<Bytes> {
        let mut halves = self.lock();
        if let Some(saved) = halves.young.get(key) {
            return (saved.stamp == *stamp).then(|| saved.body.clone());
        }
        let stored = halves.old.remove(key).filter(|cached_response| cached_response.stamp == *stamp)?;
        let body = stored.body.clone();
        halves.insert(key, stored, self.capacity);
        Some(body)
    }

    /// Stores a response, replacing the one with the same key.
    pub fn put(&self, key: &str, stamp: S, body: Bytes) {
        self.lock().insert(key, CachedResponse { stamp, body }, self.capacity);
    }

    fn lock(&self) -> MutexGuard<'_, CacheHalves<S>> {
        // A panic between two writes leaves, at worst, a wrong count of bytes.
        self.halves.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<S> CacheHalves<S> {
    fn insert(&mut self, key: &str, cached_response: CachedResponse<S>, room: usize) {
        let size = key.len() + cached_response.body.len();
        if size > room {
            self.young.remove(key);
            return;
        }
        if self.bytes + size > room {
            self.old = std::mem::take(&mut self.young);
            self.bytes = 0;
        }
        self.bytes += size;
        // The bytes of a replaced response remain counted until the half is full, so the count is an upper limit.
        self.young.insert(key.to_owned(), cached_response);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(text: &'static str) -> Bytes {
        Bytes::from_static(text.as_bytes())
    }

    #[test]
    fn returns_a_response_only_for_the_same_stamp() {
        let ready = ResponseCache::default();
        ready.put("a", 1, body("one"));
        assert_eq!(ready.get("a", &1), Some(body("one")));
        assert_eq!(ready.get("a", &2), None);
        assert_eq!(ready.get("b", &1), None);
        ready.put("a", 2, body("two"));
        assert_eq!(ready.get("a", &1), None);
        assert_eq!(ready.get("a", &2), Some(body("two")));
    }

    #[test]
    fn keeps_requested_responses_and_drops_the_others() {
        // Two responses of five bytes, including their keys, fill a half.
        let ready = ResponseCache::with_capacity(10);
        ready.put("a", 1, body("aaaa"));
        ready.put("b", 1, body("bbbb"));
        ready.put("c", 1, body("cccc"));
        assert_eq!(ready.get("a", &1), Some(body("aaaa")));
        ready.put("d", 1, body("dddd"));
        assert_eq!(ready.get("a", &1), Some(body("aaaa")));
        assert_eq!(ready.get("b", &1), None);
        // A response larger than a half isn't stored, and removes the one that it would replace.
        ready.put("a", 2, body("far too long"));
        assert_eq!(ready.get("a", &1), None);
        assert_eq!(ready.get("a", &2), None);
    }

    #[test]
    fn never_returns_a_replaced_response() {
        let ready = ResponseCache::with_capacity(10);
        ready.put("a", 1, body("aaaa"));
        ready.put("b", 1, body("bbbb"));
        ready.put("c", 1, body("cccc"));
        ready.put("a", 2, body("AAAA"));
        assert_eq!(ready.get("a", &1), None);
        assert_eq!(ready.get("a", &2), Some(body("AAAA")));
    }
}
