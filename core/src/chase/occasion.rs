//! What a reminder is about. Before the date, nothing is called overdue.

use serde::{Deserialize, Serialize};

use super::{Moment, Step};
use crate::kind::Kind;
use crate::time::Date;

/// What a reminder says, each in words of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum Occasion {
    /// An invoice will be due.
    BeforeDue,
    /// It is due today.
    OnDue,
    /// It was due.
    AfterDue,
    /// A quote waits for its answer.
    Unanswered,
    /// It is about to expire.
    Expiring,
}

impl Occasion {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::BeforeDue,
        Self::OnDue,
        Self::AfterDue,
        Self::Unanswered,
        Self::Expiring,
    ];

    /// Its word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::BeforeDue => "beforeDue",
            Self::OnDue => "onDue",
            Self::AfterDue => "afterDue",
            Self::Unanswered => "unanswered",
            Self::Expiring => "expiring",
        }
    }

    /// Of which documents it is.
    #[must_use]
    pub const fn kind(self) -> Kind {
        match self {
            Self::BeforeDue | Self::OnDue | Self::AfterDue => Kind::Invoice,
            Self::Unanswered | Self::Expiring => Kind::Quote,
        }
    }

    /// What a reminder that leaves today is about. Of an invoice it is the day that decides, whatever was
    /// planned: one that was put off past the due day does not say that it will be due. Of a quote it
    /// is the plan's step; none of a reminder that somebody sends by hand.
    #[must_use]
    pub fn of(kind: Kind, step: Option<Step>, end: Option<Date>, today: Date) -> Self {
        match kind {
            Kind::Quote if step.is_some_and(|step| step.moment == Moment::BeforeExpiry) => {
                Self::Expiring
            }
            Kind::Quote => Self::Unanswered,
            // Nobody is reminded of a credit note: whatever asks for money is read by its day.
            Kind::Invoice | Kind::CreditNote => match end {
                Some(end) if today < end => Self::BeforeDue,
                Some(end) if today == end => Self::OnDue,
                _ => Self::AfterDue,
            },
        }
    }
}
