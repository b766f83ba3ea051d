//! The figures of a draft as plain numbers, for the browser to read where they lie in memory.

use super::sums::Reckoned;
use crate::calculate::totals::Totals;
use crate::document::Treatment;
use crate::money::{Pence, power_of_ten};

/// What stands before the lines: whether the document could be calculated (1 or 0; if not, the
/// figures after `groups` are the last good ones), how many lines and groups follow, then the
/// totals in pence, by their JSON names.
pub const HEAD: [&str; 17] = [
    "calculated",
    "lines",
    "groups",
    "labourTotal",
    "subtotalAmount",
    "discountAmount",
    "vatAmount",
    "reverseChargeVat",
    "totalAmount",
    "depositAmount",
    "balanceAfterDeposit",
    "cisBase",
    "cisDeduction",
    "amountPayable",
    "paidAmount",
    "pendingAmount",
    "balanceDue",
];

/// Of each line: pence, and 1 where it counts.
pub const LINE: [&str; 4] = ["goods", "labourTotal", "total", "counted"];

/// Of each VAT group, after the lines: the treatment's place among [`TREATMENTS`], the rate in per
/// cent, the rest in pence.
pub const GROUP: [&str; 6] = ["treatment", "rate", "net", "discount", "taxable", "vat"];

/// The treatments in the order in which their groups are listed.
pub const TREATMENTS: [Treatment; 4] = [
    Treatment::Taxable,
    Treatment::ReverseCharge,
    Treatment::Exempt,
    Treatment::OutsideScope,
];

/// [`HEAD`], then the lines, then the groups.
#[derive(Clone, Debug)]
pub(super) struct Results {
    numbers: Vec<f64>,
    lines: usize,
}

/// Pence as a number of the browser's: exact, since amounts within their limits have fewer than
/// 53 bits.
fn number(pence: Pence) -> f64 {
    pence.0 as f64
}

fn count(many: usize) -> f64 {
    many as f64
}

impl Results {
    pub fn new() -> Self {
        Self {
            numbers: vec![0.0; HEAD.len()],
            lines: 0,
        }
    }

    pub fn numbers(&self) -> &[f64] {
        &self.numbers
    }

    /// One line's figures.
    pub fn put_line(&mut self, index: usize, line: &Reckoned) {
        let at = HEAD.len() + index * LINE.len();
        if let Some(place) = self.numbers.get_mut(at..at + LINE.len()) {
            place.copy_from_slice(&line_numbers(line));
        }
    }

    /// Every line's figures, where lines came, went or moved.
    pub fn put_lines(&mut self, lines: &[Reckoned]) {
        let groups = self.numbers.split_off(HEAD.len() + self.lines * LINE.len());
        self.numbers.truncate(HEAD.len());
        self.numbers.extend(lines.iter().flat_map(line_numbers));
        self.lines = lines.len();
        self.numbers[1] = count(self.lines);
        self.numbers.extend(groups);
    }

    /// The document could not be calculated: the totals stay those that it last had.
    pub fn put_failure(&mut self) {
        self.numbers[0] = 0.0;
    }

    pub fn put_totals(&mut self, totals: &Totals) {
        let head = [
            1.0,
            count(self.lines),
            count(totals.vat_groups.len()),
            number(totals.labour_total),
            number(totals.subtotal_amount),
            number(totals.discount_amount),
            number(totals.vat_amount),
            number(totals.reverse_charge_vat),
            number(totals.total_amount),
            number(totals.deposit_amount),
            number(totals.balance_after_deposit),
            number(totals.cis_base),
            number(totals.cis_deduction),
            number(totals.amount_payable),
            number(totals.paid_amount),
            number(totals.pending_amount),
            number(totals.balance_due),
        ];
        self.numbers[..HEAD.len()].copy_from_slice(&head);
        self.numbers.truncate(HEAD.len() + self.lines * LINE.len());
        for group in &totals.vat_groups {
            let treatment = TREATMENTS.iter().position(|t| *t == group.treatment);
            self.numbers.extend([
                count(treatment.unwrap_or_default()),
                rate(group.rate.0),
                number(group.net),
                number(group.discount),
                number(group.taxable),
                number(group.vat),
            ]);
        }
    }
}

/// The nearest number to a percentage, which has 2 decimals at most wherever a document can be
/// calculated.
fn rate(rate: rust_decimal::Decimal) -> f64 {
    rate.mantissa() as f64 / power_of_ten(rate.scale()) as f64
}

fn line_numbers(line: &Reckoned) -> [f64; 4] {
    let totals = &line.totals;
    [
        number(totals.goods),
        number(totals.labour_total),
        number(totals.total),
        if totals.counted { 1.0 } else { 0.0 },
    ]
}
