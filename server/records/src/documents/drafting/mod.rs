//! Writing a document: reading what is sent, judging it by the rules, keeping it as a draft or as a
//! new version of what was issued.

pub mod body;
pub mod create;
pub mod delete;
pub mod edit;
pub mod fields;
pub mod input;
pub mod judge;
pub mod keep;
pub mod merging;
pub mod operations;
pub mod preview;
pub mod references;
pub mod save;
pub mod sheet;
mod unknown;
