//! Checks sections: too many of them, two with the same id or name, or a line in a section that doesn't exist.

use super::DOCUMENT_LINES_MAX;
use crate::document::{Document, Line, SECTIONS_MAX};
use crate::error::{FieldError, code};

/// The errors in the sections themselves.
pub(super) fn check_sections(document: &Document, errors: &mut Vec<FieldError>) {
    let sections = &document.sections;
    if sections.len() > SECTIONS_MAX {
        let msg = "A document can have at most 30 sections.";
        errors.push(FieldError::new("sections", code::TOO_MANY_SECTIONS, msg));
    }
    for (index, section) in sections.iter().enumerate().take(DOCUMENT_LINES_MAX) {
        let path = || format!("sections[{index}].id");
        if section.id.is_empty() {
            let msg = "A section needs an id.";
            errors.push(FieldError::new(path(), code::REQUIRED, msg));
        } else if sections[..index].iter().any(|other| other.id == section.id) {
            let msg = "Two sections have the same id.";
            errors.push(FieldError::new(path(), code::DUPLICATE_ID, msg));
        }
    }
}

/// A line in a section that doesn't exist.
pub(super) fn check_line_section(line: &Line, index: usize, document: &Document) -> Option<FieldError> {
    let is_unknown = line.section.is_some() && document.section_index(line).is_none();
    let msg = "There is no such section.";
    let path = || format!("items[{index}].section");
    is_unknown.then(|| FieldError::new(path(), code::UNKNOWN_VALUE, msg))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Section;

    #[test]
    fn thirty_sections_are_not_too_many() {
        let codes = |count: usize| {
            let sections = (0..count).map(|at| Section { id: at.to_string(), ..Section::default() });
            let document = Document { sections: sections.collect(), ..Document::default() };
            let mut errors = Vec::new();
            check_sections(&document, &mut errors);
            errors.into_iter().map(|it| it.code).collect::<Vec<_>>()
        };
        assert!(codes(SECTIONS_MAX).is_empty());
        assert_eq!(codes(SECTIONS_MAX + 1), [code::TOO_MANY_SECTIONS]);
    }
}
