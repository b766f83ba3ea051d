//! Instalments: the dates on which an invoice is paid, and how much on each.
//!
//! They divide what the invoice asks for after credit notes ([`plan`] proposes them, [`check`] checks them) and are
//! not part of the document: like payments, they may change without a new version. Their state ([`schedule`]) is
//! calculated from them, from what the invoice asks for now and from what was paid; it is not stored. Payments fill
//! the earliest first. If the invoice asks for more after they were agreed, the last one grows; if it asks for
//! less, the last ones shrink.

use serde::{Deserialize, Serialize};

use crate::money::Pence;
use crate::time::Date;

mod check;
mod plan;
mod schedule;

pub use check::{InstalmentCheck, TypedInstalment, check_instalments, parse_instalments};
pub use plan::{InstalmentPlanRequest, plan_instalments};
pub use schedule::{
    InstalmentPart, InstalmentSchedule, InstalmentState, allocate_paid, build_schedule, first_open_date,
    schedule_amounts,
};

/// The smallest number of instalments.
pub const INSTALMENTS_MIN: usize = 2;
/// The largest number of instalments: three years of months.
pub const INSTALMENTS_MAX: usize = 36;

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
