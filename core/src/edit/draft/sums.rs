//! The sums of a draft's lines, updated line by line.

use crate::calculate::cis::MaterialsTotal;
use crate::calculate::document_parts::DocumentPart;
use crate::calculate::line::{self, LineTotals};
use crate::calculate::vat::{self, Rate, VatGroup};
use crate::document::{Document, Line, Treatment};
use crate::money::Pence;

/// A line as it was last calculated.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CalculatedLine {
    pub totals: LineTotals,
    /// The VAT group of a line with its own VAT; `None` means the document's group, whatever that is.
    group: Option<(Treatment, Rate)>,
    materials: MaterialsTotal,
    /// The part of the agreed job that the line belongs to: the document itself or a variation.
    part: usize,
}

impl CalculatedLine {
    pub fn new(line: &Line, document: &Document) -> Self {
        let totals = line::calculate_line(line, document.counted_choice_id());
        Self {
            group: line.vat.as_ref().map(|_| vat::line_vat(line, document)),
            materials: MaterialsTotal::for_line(line, &totals),
            part: document.part_index(line),
            totals,
        }
    }
}

/// The sums over the counted lines of each part.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct DraftSums(Vec<PartSums>);

impl DraftSums {
    pub fn add(&mut self, line: &CalculatedLine) {
        self.add_times(line, 1);
    }

    pub fn subtract(&mut self, line: &CalculatedLine) {
        self.add_times(line, -1);
    }

    fn add_times(&mut self, line: &CalculatedLine, by: i128) {
        if self.0.len() <= line.part {
            self.0.resize_with(line.part + 1, PartSums::default);
        }
        self.0[line.part].add_times(line, by);
    }

    /// Steps 3 and 5, first half, for each part; the document's own part includes its labour.
    pub fn to_parts(&self, document: &Document, labour: Pence) -> Vec<DocumentPart> {
        let none = PartSums::default();
        let part = |at: usize| {
            let sums = self.0.get(at).unwrap_or(&none);
            sums.to_part(document, if at == 0 { labour } else { Pence::ZERO })
        };
        (0..=document.variations.len()).map(part).collect()
    }
}

/// The sums over the counted lines of one part. They are exact, in whole pence, so that a line can be subtracted again.
#[derive(Clone, Debug, Default, PartialEq)]
struct PartSums {
    subtotal: i128,
    cost: i128,
    sold: i128,
    /// The lines with the document's VAT: their net sum and their number.
    own: (i128, usize),
    /// The lines with their own VAT, in no particular order.
    groups: Vec<(Treatment, Rate, i128, usize)>,
}

impl PartSums {
    fn add_times(&mut self, line: &CalculatedLine, by: i128) {
        if !line.totals.counted {
            return;
        }
        let net = i128::from(line.totals.total.0) * by;
        self.subtotal += net;
        self.cost += i128::from(line.materials.cost.0) * by;
        self.sold += i128::from(line.materials.sold.0) * by;
        let Some((treatment, rate)) = line.group else {
            change_count(&mut self.own.1, by);
            self.own.0 += net;
            return;
        };
        let mut groups = self.groups.iter();
        let known = groups.position(|(t, r, ..)| (*t, *r) == (treatment, rate));
        let at = known.unwrap_or_else(|| {
            self.groups.push((treatment, rate, 0, 0));
            self.groups.len() - 1
        });
        let group = &mut self.groups[at];
        group.2 += net;
        change_count(&mut group.3, by);
        if group.3 == 0 {
            self.groups.swap_remove(at);
        }
    }

    fn to_part(&self, document: &Document, labour: Pence) -> DocumentPart {
        DocumentPart {
            subtotal: Pence::saturating_from(self.subtotal) + labour,
            groups: self.groups(document, labour),
            materials: MaterialsTotal {
                cost: Pence::saturating_from(self.cost),
                sold: Pence::saturating_from(self.sold),
            },
        }
    }

    /// Step 5, first half: like [`vat::group_lines`] over the lines.
    fn groups(&self, document: &Document, labour: Pence) -> Vec<VatGroup> {
        let mut groups = Vec::with_capacity(self.groups.len() + 1);
        for &(treatment, rate, net, _) in &self.groups {
            vat::add_to_group(&mut groups, (treatment, rate), Pence::saturating_from(net));
        }
        if self.own.1 > 0 || labour > Pence::ZERO {
            let net = Pence::saturating_from(self.own.0) + labour.max(Pence::ZERO);
            vat::add_to_group(&mut groups, vat::document_vat(document), net);
        }
        groups
    }
}

fn change_count(lines: &mut usize, by: i128) {
    *lines = if by > 0 { *lines + 1 } else { *lines - 1 };
}
