//! The operations that turn one document into another.

use super::named_fields::NamedFields;
use super::{EditableDocument, Operation};
use crate::document::Line;

/// Operations that turn `before` into `after`, line by line. Lines are matched by their ids, which are unique.
#[must_use]
pub fn diff(before: &EditableDocument, after: &EditableDocument) -> Vec<Operation> {
    let mut operations = diff_header(before, after);
    let items = before.document.items.iter();
    let (lines, gone): (Vec<&Line>, Vec<&Line>) = items.partition(|line| after.line(&line.id).is_some());
    operations.extend(gone.into_iter().map(|line| Operation::RemoveLine { line: line.id.clone() }));
    diff_lines(before, after, &lines, &mut operations);
    operations
}

/// Operations for the header fields that differ.
fn diff_header(before: &EditableDocument, after: &EditableDocument) -> Vec<Operation> {
    let of_head = before.head.changed_fields(&after.head);
    let of_document = before.document.changed_fields(&after.document);
    let differing = of_head.into_iter().chain(of_document);
    differing.map(|(field, value)| Operation::Set { field, value }).collect()
}

/// Operations for the lines that are inserted, moved or changed, in the order of `after`.
fn diff_lines(
    before: &EditableDocument,
    after: &EditableDocument,
    lines: &[&Line],
    operations: &mut Vec<Operation>,
) {
    // The ids of the lines that exist after the operations so far.
    let mut states: Vec<&str> = lines.iter().map(|line| line.id.as_str()).collect();
    for (at, line) in after.document.items.iter().enumerate() {
        let follows = at.checked_sub(1).map(|at| after.document.items[at].id.clone());
        let Some((_, known)) = before.line(&line.id) else {
            operations.push(Operation::InsertLine { after: follows, line: Box::new(line.clone()) });
            states.insert(at.min(states.len()), &line.id);
            continue;
        };
        if states.get(at) != Some(&line.id.as_str()) {
            states.retain(|id| *id != line.id);
            states.insert(at.min(states.len()), &line.id);
            operations.push(Operation::MoveLine { line: line.id.clone(), after: follows });
        }
        let differing = known.changed_fields(line).into_iter();
        operations.extend(differing.map(|(field, value)| Operation::SetLine {
            line: line.id.clone(),
            field,
            value,
        }));
    }
}
