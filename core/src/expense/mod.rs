//! What a business spends: the categories of HMRC, the VAT within an amount, and what a line of a
//! bank statement is likely to be.

mod category;
mod suggest;
mod vat;

pub use category::{CATEGORIES, Category, CategoryInfo};
pub use suggest::suggest;
pub use vat::vat_within;
