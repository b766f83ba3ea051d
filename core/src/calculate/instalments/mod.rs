//! Instalments: the dates on which an invoice is paid, and how much on each.
//!
//! They divide what the invoice asks for after credit notes ([`plan`] proposes them, [`judge`] checks them) and are
//! not part of the document: like payments, they may change without a new version. Their state ([`standing`]) is
//! calculated from them, from what the invoice asks for now and from what was paid; it is not stored. Payments fill
//! the earliest first. If the invoice asks for more after they were agreed, the last one grows; if it asks for
//! less, the last ones shrink.

use serde::{Deserialize, Serialize};

use crate::money::Pence;
use crate::time::Date;

mod judge;
mod plan;
mod standing;

pub use judge::{Judged, Typed, judge, look};
pub use plan::{Wish, plan};
pub use standing::{InstalmentState, Part, Standing, filled, first_open, standing, standing_of};

/// The smallest number of instalments.
pub const FEWEST: usize = 2;
/// The largest number of instalments: three years of months.
pub const MOST: usize = 36;

/// One agreed instalment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Instalment {
    /// The last day to pay it on time.
    pub date: Date,
    /// The amount, in pounds.
    pub amount: Pence,
}

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;
