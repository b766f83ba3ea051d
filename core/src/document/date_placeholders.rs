//! Fills in the date in the texts of a document that is used on many days.

use super::{Document, Line, Section};
use crate::time::Date;
use crate::time::date_placeholders::replace_date_placeholders;

impl Document {
    /// The document with the placeholders for a date in its lines and section headings filled in for `day` (see
    /// [`replace_date_placeholders`]). No amount changes.
    #[must_use]
    pub fn replace_date_placeholders(&self, day: Date) -> Self {
        let line = |line: &Line| Line {
            name: replace_date_placeholders(&line.name, day),
            description: replace_date_placeholders(&line.description, day),
            ..line.clone()
        };
        let section = |section: &Section| Section {
            name: replace_date_placeholders(&section.name, day),
            ..section.clone()
        };
        Self {
            items: self.items.iter().map(line).collect(),
            sections: self.sections.iter().map(section).collect(),
            ..self.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::money::number::Number;

    #[test]
    fn its_lines_are_of_the_day_and_nothing_else_is() {
        let line = Line {
            name: "Cover for {month}".to_owned(),
            description: "Until {date}".to_owned(),
            quantity: Number::from_text("1"),
            price: Number::from_text("12.50"),
            ..Line::default()
        };
        let document = Document {
            items: vec![line.clone()],
            sections: vec![Section { id: "k".to_owned(), name: "In {month}".to_owned() }],
            discount_reason: "{month}".to_owned(),
            ..Document::default()
        };
        let dated = document.replace_date_placeholders("2026-11-16".parse().unwrap());
        let expected = Line {
            name: "Cover for November".to_owned(),
            description: "Until 16 Nov 2026".to_owned(),
            ..line
        };
        assert_eq!(dated.items, [expected]);
        assert_eq!(dated.sections[0].name, "In November");
        assert_eq!(dated.discount_reason, document.discount_reason);
    }
}
