//! Putting documents out of sight and back, one or many at once.

pub mod archive;
pub mod bulk;
