//! Lanes: jobs of one urgency never wait behind jobs of another. A code for signing in does not wait for a month's
//! invoices.

use crate::db::QUEUES;

/// How urgent a job is. Each lane has workers of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lane {
    /// Somebody sits in front of a screen and waits: codes, links to a new password.
    Urgent,
    /// Somebody expects it soon: a quote's mail, a word to the business.
    Ordinary,
    /// Nobody waits, or there is much of it: exports, a month's invoices, cleaning up.
    Bulk,
}

impl Lane {
    /// Every lane, the most urgent first.
    pub const ALL: [Self; QUEUES] = [Self::Urgent, Self::Ordinary, Self::Bulk];

    /// How many workers a server has for it. A sent mail is waiting, mostly, so two do no harm; of
    /// bulk work one at a time leaves the machine to the others.
    #[must_use]
    pub const fn workers(self) -> usize {
        match self {
            Self::Urgent | Self::Ordinary => 2,
            Self::Bulk => 1,
        }
    }

    /// Its number in the table, and that of its bell.
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            Self::Urgent => 0,
            Self::Ordinary => 1,
            Self::Bulk => 2,
        }
    }

    /// The word for it, in the log.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Urgent => "urgent",
            Self::Ordinary => "ordinary",
            Self::Bulk => "bulk",
        }
    }
}
