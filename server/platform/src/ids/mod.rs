//! Ids and secrets, made from an injected source of randomness.

mod newtypes;

use std::sync::{Arc, Mutex, PoisonError};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::clock::SharedClock;

pub use newtypes::{
    ActivityId, AuditId, BankChangeId, BatchId, CheckoutId, CisReturnId, CisStatementId, ContactId, DeviceId,
    DocumentId, ExpenseId, ExportId, FileId, Id, InvalidId, ItemId, JobId, NotificationId, OtherIncomeId,
    PasskeyId, PaymentId, ProfileId, QuestionId, QuoteTemplateId, RecurringId, RefundId, SessionId,
    SubscriptionId, SupportAnswerId, SupportMessageId, TaxYearId, UserId, VatReturnId, ViewId,
};

/// A source of random bytes.
pub trait Entropy: Send + Sync + 'static {
    /// Fills `bytes` with random bytes fit for secrets.
    fn fill(&self, bytes: &mut [u8]);
}

/// The operating system's randomness.
#[derive(Debug, Default, Clone, Copy)]
pub struct SystemEntropy;

impl Entropy for SystemEntropy {
    fn fill(&self, bytes: &mut [u8]) {
        // A system that can't provide random bytes can't keep secrets: stop rather than guess.
        getrandom::fill(bytes).expect("the operating system gives no random bytes");
    }
}

/// Generates ids, tokens and codes.
#[derive(Clone)]
pub struct Ids {
    clock: SharedClock,
    entropy: Arc<dyn Entropy>,
    /// The millisecond of the last id, and its counter within it.
    last: Arc<Mutex<(u64, u16)>>,
}

impl Ids {
    /// A generator with this clock and source of randomness.
    #[must_use]
    pub fn new(clock: SharedClock, entropy: Arc<dyn Entropy>) -> Self {
        Self { clock, entropy, last: Arc::default() }
    }

    /// A new UUIDv7. It sorts by the time of its creation, and after the ids that this process created in the same
    /// millisecond (RFC 9562, 6.2, method 1: up to 3,000 of them).
    #[must_use]
    pub fn new_id<I: From<Uuid>>(&self) -> I {
        let mut random = [0_u8; 10];
        self.entropy.fill(&mut random);
        let ms = u64::try_from(self.clock.now_ms()).unwrap_or(0);
        let [high, low] = self.next_counter(ms, u16::from_be_bytes([random[0], random[1]])).to_be_bytes();
        (random[0], random[1]) = (high, low);
        uuid::Builder::from_unix_timestamp_millis(ms, &random).into_uuid().into()
    }

    /// The twelve bits after the time: random at first, then increased by one for each id.
    fn next_counter(&self, ms: u64, random: u16) -> u16 {
        // The lock protects two numbers, which a panic can't leave half written.
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let count = if last.0 == ms && last.1 < 0x0FFF { last.1 + 1 } else { random & 0x03FF };
        *last = (ms, count);
        count
    }

    /// A secret of `N` random bytes as URL-safe text without padding.
    #[must_use]
    pub fn new_token<const N: usize>(&self) -> String {
        let mut bytes = [0_u8; N];
        self.entropy.fill(&mut bytes);
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// A secret for an address, of `N` random bytes: like [`Ids::new_token`], but it begins and ends with a letter or a
    /// digit, so that no messenger takes its last character for the end of a sentence.
    #[must_use]
    pub fn new_link_token<const N: usize>(&self) -> String {
        let token = self.new_token::<N>();
        let last = token.len().saturating_sub(1);
        let plain = |(at, sign): (usize, char)| match sign {
            '-' if at == 0 || at == last => '0',
            '_' if at == 0 || at == last => '1',
            sign => sign,
        };
        token.char_indices().map(plain).collect()
    }

    /// A code of six decimal digits, with all values equally likely.
    #[must_use]
    pub fn new_code(&self) -> String {
        // The largest multiple of 1,000,000 below 2^32; a value above it is drawn again.
        const LIMIT: u32 = u32::MAX - u32::MAX % 1_000_000;
        loop {
            let mut bytes = [0_u8; 4];
            self.entropy.fill(&mut bytes);
            let value = u32::from_le_bytes(bytes);
            if value < LIMIT {
                return format!("{:06}", value % 1_000_000);
            }
        }
    }

    /// Fills `bytes` with random bytes.
    pub fn fill(&self, bytes: &mut [u8]) {
        self.entropy.fill(bytes);
    }
}

/// SHA-256 of a text, in hexadecimal. Secrets and request bodies are stored in this form.
#[must_use]
pub fn sha256_hex(bytes: impl AsRef<[u8]>) -> String {
    hex::encode(Sha256::digest(bytes.as_ref()))
}

/// An id in its canonical form (hyphenated, lower case); `None` if the text is no UUID.
#[must_use]
pub fn parse_id(text: &str) -> Option<String> {
    if text.len() != 36 {
        return None;
    }
    Uuid::try_parse(text).ok().map(|id| id.to_string())
}

/// Whether a text is an id in exactly that form.
#[must_use]
pub fn is_id(text: &str) -> bool {
    let fits = |(at, byte): (usize, u8)| match at {
        8 | 13 | 18 | 23 => byte == b'-',
        _ => matches!(byte, b'0'..=b'9' | b'a'..=b'f'),
    };
    text.len() == 36 && text.bytes().enumerate().all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::ManualClock;

    #[test]
    fn ids_sort_by_their_making() {
        let clock = Arc::new(ManualClock::new(1_795_000_000_000));
        let ids = Ids::new(clock.clone(), Arc::new(SystemEntropy));
        let mut made: Vec<JobId> = (0..1000).map(|_| ids.new_id()).collect();
        clock.advance(1);
        made.push(ids.new_id());
        assert!(made.is_sorted());
        made.dedup();
        assert_eq!(made.len(), 1001);
    }

    #[test]
    fn tokens_of_links_begin_and_end_with_a_letter_or_digit() {
        let clock = Arc::new(ManualClock::new(1_795_000_000_000));
        let ids = Ids::new(clock, Arc::new(SystemEntropy));
        for _ in 0..2_000 {
            let token = ids.new_link_token::<24>();
            assert_eq!(token.len(), 32);
            let plain = |sign: Option<char>| sign.is_some_and(|c| c.is_ascii_alphanumeric());
            assert!(plain(token.chars().next()) && plain(token.chars().last()), "{token}");
        }
    }
}
