//! Lists, figures and searches: what they say is what core says of the documents themselves.

pub mod copying;
mod filling;
mod held;
mod histories;
mod many;
pub mod model;
mod races;
mod search;
pub mod steps;
