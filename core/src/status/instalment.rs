//! The displayed status of an instalment.

use crate::calculate::instalments::InstalmentState;
use crate::status::{Badge, Tone};

impl InstalmentState {
    /// Its words and its colour.
    #[must_use]
    pub fn badge(self) -> Badge {
        match self {
            Self::Paid => Badge::new("Paid", Tone::Green),
            Self::Nothing => Badge::new("Nothing to pay", Tone::Grey),
            Self::Overdue => Badge::new("Overdue", Tone::Red),
            Self::Due => Badge::new("Due today", Tone::Blue),
            Self::PartPaid => Badge::new("Partially Paid", Tone::Amber),
            Self::Later => Badge::new("Due later", Tone::Grey),
        }
    }
}
