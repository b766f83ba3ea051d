//! Lanes: jobs of one urgency never wait behind jobs of another. A code for signing in does not wait for a month's
//! invoices.

use crate::db::QUEUES;

/// How urgent a job is. Each lane has its own workers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lane {
    /// Somebody is waiting in front of a screen: codes, links for a new password.
    Urgent,
    /// Somebody expects it soon: the email with a quote, a notification of the business.
    Ordinary,
    /// Nobody is waiting, or it is a lot of work: exports, a month's invoices, clean-up.
    Bulk,
}

impl Lane {
    /// Every lane, the most urgent first.
    pub const ALL: [Self; QUEUES] = [Self::Urgent, Self::Ordinary, Self::Bulk];

    /// How many workers a server has for the lane. Sending an email is mostly waiting, so two do no harm; doing bulk
    /// work one job at a time leaves the machine free for other work.
    #[must_use]
    pub const fn worker_count(self) -> usize {
        match self {
            Self::Urgent | Self::Ordinary => 2,
            Self::Bulk => 1,
        }
    }

    /// The lane's number in the table, and that of its wake-up signal.
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            Self::Urgent => 0,
            Self::Ordinary => 1,
            Self::Bulk => 2,
        }
    }

    /// The lane's name in the log.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Urgent => "urgent",
            Self::Ordinary => "ordinary",
            Self::Bulk => "bulk",
        }
    }
}
