//! Making Tax Digital for Income Tax: the quarterly updates, and whether they are required.

mod obligation;
mod update;

pub use obligation::{
    BusinessKind, GrossIncome, MtdObligation, Quarters, UpdatePeriod, check_obligation, list_update_periods,
};
pub use update::{ExpenseDetail, QuarterlyUpdate, UpdateError, UpdateField, build_update};

#[cfg(test)]
mod tests;
