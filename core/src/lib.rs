//! The rules.

pub mod credentials;
pub mod dates;
pub mod format;
pub mod wall_clock;
