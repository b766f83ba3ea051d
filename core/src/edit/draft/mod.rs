//! The document behind an editor, which stays in memory: it stores each line's totals and the running sums, so that a
//! changed field recalculates only one line and the groups.
//!
//! Its results are those of [`crate::calculate::totals::calculate`] and [`crate::calculate::validate::validate`]
//! for the same document; property tests compare them.

mod sums;

use serde::Serialize;
use sums::{CalculatedLine, DraftSums};

use super::{EditableDocument, Operation, apply_one};
use crate::calculate::line::{self, LineTotals};
use crate::calculate::totals::{self, Totals};
use crate::calculate::{sections, validate};
use crate::document::{Document, Line, Payment};
use crate::error::{FieldError, RuleErrors};
use crate::money::number::Number;

/// A number field of a line that a user types into; in JSON, the name of the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum LineNumberField {
    /// The quantity.
    Quantity,
    /// The price of one unit in pounds.
    Price,
    /// Hours or days of labour.
    LabourHours,
    /// Pounds per hour or day.
    LabourRate,
    /// What one unit costs the business, in pounds; an empty text means no cost.
    Cost,
}

impl LineNumberField {
    /// All of them. The browser refers to a field by its index in this list.
    pub const ALL: [Self; 5] = [Self::Quantity, Self::Price, Self::LabourHours, Self::LabourRate, Self::Cost];
}

/// The effects of an edit, apart from the totals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EditOutcome {
    /// Whether the document can be calculated.
    pub is_calculated: bool,
    /// Whether the field errors have changed.
    pub errors_changed: bool,
    /// The lines whose totals may have changed.
    pub lines: AffectedLines,
}

/// Some lines of a draft.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AffectedLines {
    /// No lines.
    #[default]
    Same,
    /// The line at this index.
    One(usize),
    /// All lines; their number may also have changed.
    All,
}

/// A document that is being edited.
#[derive(Clone, Debug)]
pub struct Draft {
    document: EditableDocument,
    lines: Vec<CalculatedLine>,
    sums: DraftSums,
    errors: DraftErrors,
    /// The totals when they could last be calculated, without the lines.
    totals: Totals,
    is_calculated: bool,
}

impl Draft {
    /// A draft of the given document.
    #[must_use]
    pub fn new(sheet: EditableDocument) -> Self {
        let mut draft = Self {
            document: sheet,
            lines: Vec::new(),
            sums: DraftSums::default(),
            errors: DraftErrors::default(),
            totals: Totals::default(),
            is_calculated: false,
        };
        draft.recalculate_all();
        draft
    }

    /// The document in its current state.
    #[must_use]
    pub fn document(&self) -> &EditableDocument {
        &self.document
    }

    /// Whether the document can be calculated.
    #[must_use]
    pub fn is_calculated(&self) -> bool {
        self.is_calculated
    }

    /// The totals of the lines, in order.
    pub fn lines(&self) -> impl ExactSizeIterator<Item = &LineTotals> {
        self.lines.iter().map(|line| &line.totals)
    }

    /// The totals of the line at this index; `None` if there is no such line.
    #[must_use]
    pub fn line(&self, index: usize) -> Option<&LineTotals> {
        self.lines.get(index).map(|line| &line.totals)
    }

    /// The document's totals when they could last be calculated, without the lines.
    #[must_use]
    pub fn last_totals(&self) -> &Totals {
        &self.totals
    }

    /// Every error that prevents the document from being saved.
    #[must_use]
    pub fn errors(&self) -> Vec<FieldError> {
        self.errors.all()
    }

    /// The document's totals, including the lines.
    ///
    /// # Errors
    ///
    /// Every rule that prevents the document from being calculated.
    pub fn totals(&self) -> Result<Totals, RuleErrors> {
        totals::calculate(&self.document.document)
    }

    /// Sets a number that was typed into a line; does nothing if there is no such line.
    pub fn set_line_number(&mut self, index: usize, field: LineNumberField, text: &str) -> EditOutcome {
        let Some(line) = self.document.document.items.get_mut(index) else {
            return self.outcome(false, AffectedLines::Same);
        };
        let number = Number::from_text(text);
        match field {
            LineNumberField::Quantity => line.quantity = number,
            LineNumberField::Price => line.price = number,
            LineNumberField::LabourHours => line.labour_hours = number,
            LineNumberField::LabourRate => line.labour_rate = number,
            LineNumberField::Cost => line.cost = Some(number).filter(|cost| !cost.is_empty()),
        }
        self.recalculate_line(index)
    }

    /// Applies an operation, like [`super::apply`].
    ///
    /// # Errors
    ///
    /// As for [`super::apply`]; the draft is then unchanged.
    pub fn apply(&mut self, operation: &Operation) -> Result<EditOutcome, FieldError> {
        apply_one(&mut self.document, operation)?;
        Ok(match operation {
            Operation::SetLine { line, .. } => match self.document.line(line) {
                Some((index, _)) => self.recalculate_line(index),
                None => self.outcome(false, AffectedLines::Same),
            },
            Operation::Set { field, .. } if is_header_only(field) => self.recalculate_header(),
            _ => self.recalculate_all(),
        })
    }

    /// Replaces the payments, which no operation sets.
    pub fn set_payments(&mut self, payments: Vec<Payment>) -> EditOutcome {
        self.document.document.payments = payments;
        self.recalculate_header()
    }

    /// Recalculates after one line has changed.
    fn recalculate_line(&mut self, index: usize) -> EditOutcome {
        let document = &self.document.document;
        let line = &document.items[index];
        let now = CalculatedLine::new(line, document);
        self.sums.subtract(&self.lines[index]);
        self.sums.add(&now);
        self.lines[index] = now;
        let changed = self.errors.update_line(index, line, document);
        self.finish(changed, AffectedLines::One(index))
    }

    /// Recalculates after a change of a header field on which no line's total depends.
    fn recalculate_header(&mut self) -> EditOutcome {
        let changed = self.errors.update_header(&self.document.document);
        self.finish(changed, AffectedLines::Same)
    }

    fn recalculate_all(&mut self) -> EditOutcome {
        let document = &self.document.document;
        let calculated = |line: &Line| CalculatedLine::new(line, document);
        self.lines = document.items.iter().map(calculated).collect();
        self.sums = DraftSums::default();
        self.lines.iter().for_each(|line| self.sums.add(line));
        let changed = self.errors.update_all(document);
        self.finish(changed, AffectedLines::All)
    }

    /// Calculates the groups and the totals from the sums.
    fn finish(&mut self, errors_changed: bool, lines: AffectedLines) -> EditOutcome {
        let document = &self.document.document;
        let can_be = self.errors.can_be_calculated();
        let totals = can_be.then(|| self.calculate_totals(document)).transpose();
        let changed = self.errors.update_totals(document, &totals);
        self.is_calculated = matches!(totals, Ok(Some(_)));
        if let Ok(Some(totals)) = totals {
            self.totals = totals;
        }
        self.outcome(errors_changed || changed, lines)
    }

    /// Like [`totals::calculate`], without the lines.
    fn calculate_totals(&self, document: &Document) -> Result<Totals, FieldError> {
        let labour = line::document_labour_total(document);
        let parts = self.sums.to_parts(document, labour);
        totals::check_subtotal(document, parts.iter().map(|part| part.subtotal).sum())?;
        let mut totals = totals::from_parts(document, parts);
        totals.sections = sections::calculate_section_totals(document, self.lines());
        totals.labour_total = labour;
        Ok(totals.with_payments(&document.payments, document.is_under_cis()))
    }

    fn outcome(&self, errors_changed: bool, lines: AffectedLines) -> EditOutcome {
        EditOutcome { is_calculated: self.is_calculated, errors_changed, lines }
    }
}

/// Whether a change of this header field leaves the totals and errors of all lines unchanged.
fn is_header_only(field: &str) -> bool {
    // If prices include VAT, a line cannot be under the reverse charge.
    !matches!(field, "choices" | "chosenChoice" | "sections" | "pricesIncludeVat")
}

// The errors that prevent a draft from being saved, updated part by part.

/// The errors of [`validate::validate`], grouped by what they depend on.
#[derive(Clone, Debug, Default)]
struct DraftErrors {
    lines: Vec<validate::LineErrors>,
    /// How many lines have errors that prevent a calculation.
    incalculable: usize,
    header: validate::LineErrors,
    totals: Vec<FieldError>,
}

impl DraftErrors {
    pub fn all(&self) -> Vec<FieldError> {
        let parts = self.lines.iter().chain([&self.header]);
        let limits = parts.clone().flat_map(|part| &part.limits);
        let others = parts.flat_map(|part| &part.others);
        let totals = self.totals.iter();
        limits.chain(others).chain(totals).cloned().collect()
    }

    pub fn can_be_calculated(&self) -> bool {
        self.incalculable == 0 && self.header.limits.is_empty()
    }

    /// Each of the following updates some errors and returns whether any have changed.
    pub fn update_line(&mut self, index: usize, line: &Line, document: &Document) -> bool {
        let now = validate::check_line(line, index, document);
        let before = &mut self.lines[index];
        if *before == now {
            return false;
        }
        self.incalculable -= usize::from(!before.limits.is_empty());
        self.incalculable += usize::from(!now.limits.is_empty());
        *before = now;
        true
    }

    pub fn update_header(&mut self, document: &Document) -> bool {
        let before = std::mem::replace(&mut self.header, validate::check_header(document));
        before != self.header
    }

    pub fn update_all(&mut self, document: &Document) -> bool {
        let before = self.all();
        let lines = document.items.iter().take(validate::DOCUMENT_LINES_MAX).enumerate();
        let of_line = |(index, line)| validate::check_line(line, index, document);
        self.lines = lines.map(of_line).collect();
        // Lines beyond the limit are not checked: the error that there are too many is enough.
        self.lines.resize_with(document.items.len(), Default::default);
        let broken = |part: &&validate::LineErrors| !part.limits.is_empty();
        self.incalculable = self.lines.iter().filter(broken).count();
        self.update_header(document);
        before != self.all()
    }

    pub fn update_totals(
        &mut self,
        document: &Document,
        totals: &Result<Option<Totals>, FieldError>,
    ) -> bool {
        let now = match totals {
            Ok(Some(totals)) => validate::check_totals(document, totals),
            Ok(None) => Vec::new(),
            Err(error) => vec![error.clone()],
        };
        std::mem::replace(&mut self.totals, now) != self.totals
    }
}

#[cfg(test)]
mod tests;
