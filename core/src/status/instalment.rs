//! The displayed status of an instalment.

use crate::calculate::instalments::InstalmentState;
use crate::status::{Badge, Tone};

impl InstalmentState {
    /// The label and colour.
    #[must_use]
    pub fn badge(self) -> Badge {
        match self {
            Self::Paid => Badge::new("paid", "Paid", Tone::Green),
            Self::Nothing => Badge::new("nothing", "Nothing to pay", Tone::Grey),
            Self::Overdue => Badge::new("overdue", "Overdue", Tone::Red),
            Self::Due => Badge::new("due", "Due today", Tone::Blue),
            Self::PartPaid => Badge::new("partially_paid", "Partially Paid", Tone::Amber),
            Self::Later => Badge::new("later", "Due later", Tone::Grey),
        }
    }
}
