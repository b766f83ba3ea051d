//! The arithmetic, one rule per file; [`totals`] is the pipeline (docs/rules.md, section 3).

pub mod all_in;
pub mod balancing_line;
pub mod choices;
pub mod cis;
pub mod credit;
pub(crate) mod document_parts;
pub mod instalments;
mod invoiced;
pub mod line;
pub mod margin;
pub mod partial_amount;
pub mod payments;
pub mod sections;
pub mod stage;
pub mod statement;
pub mod totals;
pub mod validate;
pub mod variation;
pub mod vat;
pub mod vat_conversion;

/// The version of the rules of calculation. An issued version of a document stores the number of the rules that
/// calculated it; one with another number is shown as stored, not recalculated.
///
/// 1: as first released. 2: a document's own treatment and choices, cost under CIS. 3: prices that include VAT; and
/// when materials are credited, the base of the CIS deduction is at most what is paid, also on a job's final invoice.
pub const RULES_VERSION: u32 = 3;
