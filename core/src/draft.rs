//! A document that is being edited: it stays where the rules are, and only what changed crosses
//! (design.md, "Types": the crossing is the cost).

use crate::document::Document;
use crate::error::{Failure, FieldError, RuleErrors, code};
use crate::json;
use crate::totals::{Totals, calculate};
use crate::validate::validate;

/// The document behind an editor.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Draft {
    document: Document,
}

impl Draft {
    /// A draft of a document's text.
    ///
    /// # Errors
    ///
    /// As [`json::document`]; so for the other methods that read text. The draft then stays as it
    /// was.
    pub fn new(text: &str) -> Result<Self, Failure> {
        json::document(text).map(|document| Self { document })
    }

    /// The document as it stands.
    #[must_use]
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// Replaces everything but the lines.
    ///
    /// # Errors
    ///
    /// As [`Draft::new`].
    pub fn set_header(&mut self, text: &str) -> Result<(), Failure> {
        let header = json::document(text)?;
        let items = std::mem::take(&mut self.document.items);
        self.document = Document { items, ..header };
        Ok(())
    }

    /// Replaces the line at a place; the place after the last line adds one.
    ///
    /// # Errors
    ///
    /// As [`Draft::new`], or there is no such place.
    pub fn set_line(&mut self, index: usize, text: &str) -> Result<(), Failure> {
        self.check_place(index, self.document.items.len() + 1)?;
        let line = json::line(text, index)?;
        match self.document.items.get_mut(index) {
            Some(place) => *place = line,
            None => self.document.items.push(line),
        }
        Ok(())
    }

    /// Puts a line in at a place, before the one that is there.
    ///
    /// # Errors
    ///
    /// As [`Draft::new`], or there is no such place.
    pub fn insert_line(&mut self, index: usize, text: &str) -> Result<(), Failure> {
        self.check_place(index, self.document.items.len() + 1)?;
        self.document.items.insert(index, json::line(text, index)?);
        Ok(())
    }

    /// Takes a line out.
    ///
    /// # Errors
    ///
    /// There is no such line.
    pub fn remove_line(&mut self, index: usize) -> Result<(), Failure> {
        self.check_place(index, self.document.items.len())?;
        self.document.items.remove(index);
        Ok(())
    }

    /// Moves a line to another place; the lines between close up.
    ///
    /// # Errors
    ///
    /// There is no such line or place.
    pub fn move_line(&mut self, from: usize, to: usize) -> Result<(), Failure> {
        self.check_place(from, self.document.items.len())?;
        self.check_place(to, self.document.items.len())?;
        let line = self.document.items.remove(from);
        self.document.items.insert(to, line);
        Ok(())
    }

    /// What the document comes to.
    ///
    /// # Errors
    ///
    /// Every rule that it breaks.
    pub fn totals(&self) -> Result<Totals, Failure> {
        Ok(calculate(&self.document)?)
    }

    /// Everything that keeps the document from being saved.
    #[must_use]
    pub fn validate(&self) -> Vec<FieldError> {
        validate(&self.document)
    }

    fn check_place(&self, index: usize, places: usize) -> Result<(), Failure> {
        if index < places {
            return Ok(());
        }
        let error = FieldError::new(
            format!("items[{index}]"),
            code::OUT_OF_RANGE,
            "There is no such line.",
        );
        Err(RuleErrors::from(error).into())
    }
}

#[cfg(test)]
mod tests;
