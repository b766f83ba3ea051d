//! Lists, totals and searches give the same results as core does for the documents themselves.

pub mod copying;
mod filling;
mod held;
mod histories;
mod many;
pub mod model;
mod races;
mod search;
pub mod steps;
