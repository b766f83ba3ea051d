//! Merges two edits of one document that started from the same version and are both known in full: a device does this
//! with its own edit if others have changed the document in the meantime.

use std::collections::HashSet;

use super::apply::apply;
use super::diff::diff;
use super::merge::{Conflict, EditTarget, FieldChange, find_changes, find_conflicts, is_same};
use super::named_fields::NamedFields;
use super::{EditableDocument, Operation};
use crate::document::Line;
use crate::error::RuleErrors;

/// The fields that both `theirs` and `mine` have changed since `base`. A line that was inserted on both sides (one
/// whose response was lost was sent twice) is compared field by field.
#[must_use]
pub fn conflicts_between(
    base: &EditableDocument,
    theirs: &EditableDocument,
    mine: &EditableDocument,
) -> Vec<Conflict> {
    // "11.5" that comes back as "11.50" is not a change.
    let mut since = find_changes(base, theirs);
    since.retain(|FieldChange { before, after, .. }| !is_same(before, after));
    let mut found = Vec::new();
    for operation in diff(base, mine) {
        match put_in_twice(theirs, &operation) {
            Some(fields) => {
                let fields = fields.iter().filter_map(EditTarget::for_operation);
                found.extend(fields.map(|(place, mine)| Conflict {
                    path: place.path(),
                    base: serde_json::Value::Null,
                    theirs: place.value(theirs),
                    mine,
                }));
            }
            None => {
                let conflicts = find_conflicts(theirs, &since, std::slice::from_ref(&operation));
                let place = EditTarget::for_operation(&operation).map(|(place, _)| place.value(base));
                found.extend(
                    conflicts
                        .into_iter()
                        .map(|conflict| Conflict { base: place.clone().unwrap_or_default(), ..conflict }),
                );
            }
        }
    }
    found
}

/// `theirs` with the changes from `base` to `mine` applied, except for the paths in `stay`, which remain as in
/// `theirs`. A line that others removed and `mine` changes is put back, unless one of its fields is in `stay`.
///
/// # Errors
///
/// As for [`apply`].
pub fn merge(
    base: &EditableDocument,
    theirs: &EditableDocument,
    mine: &EditableDocument,
    stay: &HashSet<String>,
) -> Result<EditableDocument, RuleErrors> {
    let mut placed = Vec::new();
    let mut gone: Vec<String> = Vec::new();
    for operation in diff(base, mine) {
        match &operation {
            Operation::SetLine { line, .. } if theirs.line(line).is_none() => {
                if !gone.contains(line) {
                    gone.push(line.clone());
                }
            }
            _ => match put_in_twice(theirs, &operation) {
                Some(fields) => placed.extend(fields),
                None => placed.push(operation),
            },
        }
    }
    placed.retain(|operation| match operation {
        Operation::InsertLine { .. } => true,
        _ => EditTarget::for_operation(operation).is_none_or(|(place, _)| !stay.contains(&place.path())),
    });
    let stays = |line: &str| stay.iter().any(|path| is_of_line(path, line));
    let back = gone.iter().filter(|line| !stays(line));
    placed.extend(back.filter_map(|line| put_in_again(mine, line)));
    apply(theirs, &placed)
}

/// The differences of a line that was added on both sides, as operations that set each field. `None` for an operation
/// that adds no line.
fn put_in_twice(theirs: &EditableDocument, operation: &Operation) -> Option<Vec<Operation>> {
    let Operation::InsertLine { line, .. } = operation else {
        return None;
    };
    let (_, there) = theirs.line(&line.id)?;
    let differing = |name: &&&str| {
        let value = |line: &Line| line.field_value(name).unwrap_or_default();
        !is_same(&value(there), &value(line))
    };
    let fields = Line::FIELD_NAMES.iter().filter(differing);
    let set = fields.map(|name| Operation::SetLine {
        line: line.id.clone(),
        field: (*name).to_owned(),
        value: line.field_value(name).unwrap_or_default(),
    });
    Some(set.collect())
}

/// An operation that inserts this line of `mine` at its place there.
fn put_in_again(mine: &EditableDocument, id: &str) -> Option<Operation> {
    let (at, line) = mine.line(id)?;
    let before = at.checked_sub(1).map(|at| mine.document.items[at].id.clone());
    Some(Operation::InsertLine { after: before, line: Box::new(line.clone()) })
}

/// Whether a path is that of a line, or of one of its fields.
fn is_of_line(path: &str, line: &str) -> bool {
    let whole = EditTarget::Line(line).path();
    let rest = path.strip_prefix(&whole);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}
