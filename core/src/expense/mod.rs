//! What a business spends: HMRC's categories, the VAT in an amount, the total of an expense, and what a row of a
//! bank statement is likely to be.

mod aside;
mod category;
mod reckon;
mod stands;
mod suggest;
mod vat;

pub use aside::{Aside, aside};
pub use category::{CATEGORIES, Category, CategoryInfo};
pub use reckon::{
    ExpensePreview, Journey, MileagePreview, amounts, driven, journey, miles, private_share, spent,
    tenths,
};
pub use stands::{GoodsOrService, VatKind};
pub use suggest::{is_hire, suggest};
pub use vat::vat_within;
