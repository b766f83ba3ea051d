//! Drafts made from other documents.

pub mod copy;
