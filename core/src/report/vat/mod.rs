//! VAT: what a document must say and charge, and what a business tells HMRC.
//!
//! What is due on paper: [`registration`], [`contents`], [`tax_point`], [`reverse_charge`]. What is due in
//! a [`period`]: records in, the boxes of the return out.

pub mod contents;
pub mod finding;
pub mod flat_rate;
pub mod period;
pub mod registration;
pub mod reverse_charge;
pub mod tax_point;
pub mod threshold;

pub use finding::{Finding, Weight};
pub use period::Stagger;
pub use registration::Registration;
