//! The arithmetic, one rule per file; [`totals`] is the pipeline (docs/rules.md, section 3).

pub mod agree;
pub mod all_in;
pub mod choices;
pub mod cis;
pub mod credit;
pub mod discount;
pub mod instalments;
mod invoiced;
pub mod labour;
pub mod line;
pub mod margin;
pub mod mark_up;
pub mod on_top;
pub mod options;
pub mod part;
pub(crate) mod parts;
pub mod payments;
pub mod sections;
pub mod stage;
pub mod statement;
pub mod totals;
pub mod validate;
pub mod variation;
pub mod vat;

/// Which rules calculate here. An issued version keeps the number of those that it was issued by;
/// one with another number was calculated by other rules, and is read as it was stored.
///
/// 1: as first released. 2: a document's own treatment and choices, cost under CIS. 3: prices that include VAT, and a
/// credit for materials makes no more to deduct CIS from than is paid, which holds for the last invoice of a job too.
pub const RULES_VERSION: u32 = 3;
