//! The errors that prevent a draft from being saved, updated part by part.

use crate::calculate::totals::Totals;
use crate::calculate::validate;
use crate::document::{Document, Line};
use crate::error::FieldError;

/// The errors of [`validate::validate`], grouped by what they depend on.
#[derive(Clone, Debug, Default)]
pub(super) struct DraftErrors {
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
