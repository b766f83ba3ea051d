//! What a reminder is about. Before the date, nothing is called overdue.

use serde::{Deserialize, Serialize};

use super::{ChaseStep, Moment};
use crate::kind::DocumentKind;
use crate::time::Date;

/// The occasion of a reminder, each with its own text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum Occasion {
    /// An invoice will be due.
    BeforeDue,
    /// An invoice is due today.
    OnDue,
    /// An invoice was due.
    AfterDue,
    /// A quote has not been answered.
    Unanswered,
    /// A quote is about to expire.
    Expiring,
}

impl Occasion {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::BeforeDue, Self::OnDue, Self::AfterDue, Self::Unanswered, Self::Expiring];

    /// The name in JSON and in the database.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::BeforeDue => "beforeDue",
            Self::OnDue => "onDue",
            Self::AfterDue => "afterDue",
            Self::Unanswered => "unanswered",
            Self::Expiring => "expiring",
        }
    }

    /// The kind of document that it applies to.
    #[must_use]
    pub const fn kind(self) -> DocumentKind {
        match self {
            Self::BeforeDue | Self::OnDue | Self::AfterDue => DocumentKind::Invoice,
            Self::Unanswered | Self::Expiring => DocumentKind::Quote,
        }
    }

    /// The occasion of a reminder that is sent today. For an invoice, today's date decides, whatever was planned: one
    /// that was put off past the due date must not say that the invoice will be due. For a quote, the plan's step
    /// decides; `step` is `None` for a reminder that somebody sends by hand.
    #[must_use]
    pub fn for_day(kind: DocumentKind, step: Option<ChaseStep>, end: Option<Date>, today: Date) -> Self {
        match kind {
            DocumentKind::Quote if step.is_some_and(|step| step.moment == Moment::BeforeExpiry) => {
                Self::Expiring
            }
            DocumentKind::Quote => Self::Unanswered,
            // There are no reminders for credit notes. Anything that asks for money is decided by its date.
            DocumentKind::Invoice | DocumentKind::CreditNote => match end {
                Some(end) if today < end => Self::BeforeDue,
                Some(end) if today == end => Self::OnDue,
                _ => Self::AfterDue,
            },
        }
    }
}
