//! Making Tax Digital for Income Tax: the quarterly updates, and whether they are required.

mod json;
mod obligation;
mod periods;
mod update;

pub use obligation::{BusinessKind, GrossIncome, MtdObligation, check_obligation};
pub use periods::{Quarters, UpdatePeriod, list_update_periods};
pub use update::{ExpenseDetail, QuarterlyUpdate, UpdateError, UpdateField, build_update};

#[cfg(test)]
mod tests;
