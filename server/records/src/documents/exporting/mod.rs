//! Documents to take away: a list for a spreadsheet, papers in one file.

pub mod papers;
pub mod sheet;
