//! Making Tax Digital for Income Tax: the quarterly updates, and whether they are required.

mod json;
mod periods;
mod required;
mod update;

pub use periods::{Quarters, UpdatePeriod, updates};
pub use required::{Duty, Gross, Kind, duty};
pub use update::{Expenses, Field, Update, UpdateError, update};

#[cfg(test)]
mod tests;
