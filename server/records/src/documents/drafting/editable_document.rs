//! A stored document in the form in which core edits it, and the ids of its lines.

use std::collections::HashSet;

use plumbline_core::document::Line;
use plumbline_core::edit::{EditableDocument, EditableHeader};

use crate::documents::row::Written;
use crate::documents::stored::{StoredDocument, parse_date};

/// All parts of the document that can be edited.
#[must_use]
pub fn from_stored(stored: &StoredDocument) -> EditableDocument {
    let Written {
        business_profile_id,
        contact_id,
        issue_date,
        due_date: end,
        job_description,
        job_address,
        order_number,
        notes,
        template,
        terms,
    } = stored.row.written();
    let (expiry_date, due_date) = stored.kind.split_end_date(parse_date(&end));
    let head = EditableHeader {
        business_profile_id: business_profile_id.map(String::from),
        contact_id: contact_id.map(String::from),
        issue_date: parse_date(&issue_date),
        expiry_date,
        due_date,
        job_description,
        job_address,
        order_number,
        notes,
        template,
        terms,
    };
    let mut sheet = EditableDocument::new(head, stored.document.clone());
    assign_line_ids(&mut sheet.document.items);
    sheet
}

/// Gives every line a unique id, since operations address lines by their ids: a line without an id, or with that of a
/// line above it, gets one from its position. The same lines always get the same ids.
pub fn assign_line_ids(lines: &mut [Line]) {
    let mut taken = HashSet::new();
    let nameless: Vec<usize> = lines
        .iter()
        .enumerate()
        .filter(|(_, line)| line.id.is_empty() || !taken.insert(line.id.clone()))
        .map(|(at, _)| at)
        .collect();
    for at in nameless {
        let mut place = at + 1;
        let mut id = format!("line-{place}");
        while !taken.insert(id.clone()) {
            place += lines.len();
            id = format!("line-{place}");
        }
        lines[at].id = id;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(ids: &[&str]) -> Vec<String> {
        let line = |id: &&str| Line { id: (*id).to_owned(), ..Line::default() };
        let mut lines: Vec<Line> = ids.iter().map(line).collect();
        assign_line_ids(&mut lines);
        lines.into_iter().map(|line| line.id).collect()
    }

    #[test]
    fn lines_keep_their_ids() {
        assert_eq!(named(&["a", "7", "line-2"]), ["a", "7", "line-2"]);
    }

    #[test]
    fn a_line_without_an_id_of_its_own_is_named_by_its_place() {
        assert_eq!(named(&["", "a", "", "a"]), ["line-1", "a", "line-3", "line-4"]);
        // If that position is used as an id already, the number continues after it.
        assert_eq!(named(&["line-2", "", "line-5"]), ["line-2", "line-8", "line-5"]);
    }
}
