//! The totals of a draft as plain numbers, which the browser reads directly from WebAssembly's memory.

use plumbline_core::calculate::line::LineTotals;
use plumbline_core::calculate::totals::Totals;
use plumbline_core::document::Treatment;
use plumbline_core::edit::draft::{AffectedLines, Draft, EditOutcome};
use plumbline_core::money::Pence;

/// The names of the numbers before the lines: whether the document could be calculated (1 or 0; if 0, the numbers after
/// `groups` are from the last successful calculation), how many lines and groups follow, then the totals in pence, by
/// their JSON names.
pub const HEAD: [&str; 18] = [
    "calculated",
    "lines",
    "groups",
    "labourTotal",
    "subtotalAmount",
    "discountAmount",
    "invoicedAmount",
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

/// The names of the numbers for each line: pence, and 1 if the line counts.
pub const LINE: [&str; 4] = ["goods", "labourTotal", "total", "counted"];

/// The names of the numbers for each VAT group, which follow the lines: the index of the treatment in [`TREATMENTS`],
/// the rate in per cent, the rest in pence.
pub const GROUP: [&str; 6] = ["treatment", "rate", "net", "discount", "taxable", "vat"];

/// The treatments, in the order in which their groups are listed.
pub const TREATMENTS: [Treatment; 4] =
    [Treatment::Taxable, Treatment::ReverseCharge, Treatment::Exempt, Treatment::OutsideScope];

/// The numbers: those of [`HEAD`], then the lines, then the groups.
#[derive(Clone, Debug)]
pub(crate) struct ResultBuffer {
    numbers: Vec<f64>,
    lines: usize,
}

/// Pence as a JavaScript number: exact, because amounts within the limits have fewer than 53 bits.
pub(crate) fn to_number(pence: Pence) -> f64 {
    pence.0 as f64
}

fn to_count(count: usize) -> f64 {
    count as f64
}

impl ResultBuffer {
    /// The numbers of a draft.
    pub fn new(draft: &Draft) -> Self {
        let mut buffer = Self { numbers: vec![0.0; HEAD.len()], lines: 0 };
        buffer.write_lines(draft);
        buffer.write_head(draft, draft.is_calculated());
        buffer
    }

    /// Updates what an edit of the draft has changed.
    pub fn update(&mut self, draft: &Draft, edit_outcome: EditOutcome) {
        match edit_outcome.lines {
            AffectedLines::Same => {}
            AffectedLines::One(index) => self.write_line(draft, index),
            AffectedLines::All => self.write_lines(draft),
        }
        self.write_head(draft, edit_outcome.is_calculated);
    }

    pub fn numbers(&self) -> &[f64] {
        &self.numbers
    }

    fn write_line(&mut self, draft: &Draft, index: usize) {
        let at = HEAD.len() + index * LINE.len();
        let place = self.numbers.get_mut(at..at + LINE.len());
        if let Some((place, line)) = place.zip(draft.line(index)) {
            place.copy_from_slice(&line_numbers(line));
        }
    }

    fn write_lines(&mut self, draft: &Draft) {
        let groups = self.numbers.split_off(HEAD.len() + self.lines * LINE.len());
        self.numbers.truncate(HEAD.len());
        self.numbers.extend(draft.lines().flat_map(line_numbers));
        self.lines = draft.lines().len();
        self.numbers[1] = to_count(self.lines);
        self.numbers.extend(groups);
    }

    /// If the document cannot be calculated, the previous totals stay.
    fn write_head(&mut self, draft: &Draft, is_calculated: bool) {
        if is_calculated {
            self.write_totals(draft.last_totals());
        } else {
            self.numbers[0] = 0.0;
        }
    }

    fn write_totals(&mut self, totals: &Totals) {
        let head = [
            1.0,
            to_count(self.lines),
            to_count(totals.vat_groups.len()),
            to_number(totals.labour_total),
            to_number(totals.subtotal_amount),
            to_number(totals.discount_amount),
            to_number(totals.invoiced_amount),
            to_number(totals.vat_amount),
            to_number(totals.reverse_charge_vat),
            to_number(totals.total_amount),
            to_number(totals.deposit_amount),
            to_number(totals.balance_after_deposit),
            to_number(totals.cis_base),
            to_number(totals.cis_deduction),
            to_number(totals.amount_payable),
            to_number(totals.paid_amount),
            to_number(totals.pending_amount),
            to_number(totals.balance_due),
        ];
        self.numbers[..HEAD.len()].copy_from_slice(&head);
        self.numbers.truncate(HEAD.len() + self.lines * LINE.len());
        for group in &totals.vat_groups {
            let treatment = TREATMENTS.iter().position(|t| *t == group.treatment);
            self.numbers.extend([
                to_count(treatment.unwrap_or_default()),
                group.rate.to_f64(),
                to_number(group.net),
                to_number(group.discount),
                to_number(group.taxable),
                to_number(group.vat),
            ]);
        }
    }
}

fn line_numbers(line: &LineTotals) -> [f64; LINE.len()] {
    [
        to_number(line.goods),
        to_number(line.labour_total),
        to_number(line.total),
        if line.counted { 1.0 } else { 0.0 },
    ]
}

#[cfg(test)]
mod tests;
