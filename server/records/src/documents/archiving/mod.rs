//! Archiving and restoring, one document or many at once.

pub mod archive;
pub mod bulk;
