//! What a business spends: HMRC's categories, the VAT in an amount, the total of an expense, and what a row of a
//! bank statement is likely to be.

mod calculate;
mod category;
mod non_expense;
mod suggest;
mod vat;
mod vat_kind;

pub use calculate::{
    ExpensePreview, Journey, MileagePreview, calculate_journey, calculate_purchase, parse_amounts,
    parse_journey, parse_private_share, parse_tenths, tenths_to_miles,
};
pub use category::{CATEGORIES, ExpenseCategory, ExpenseCategoryInfo};
pub use non_expense::{NonExpenseReason, detect_non_expense};
pub use suggest::{is_hire, suggest_category};
pub use vat::calculate_included_vat;
pub use vat_kind::{GoodsOrService, VatKind};
