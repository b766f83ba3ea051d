//! Merging the edits of two people: what changed since an older version, and which operations conflict with it.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::named_fields::NamedFields;
use super::{EditableDocument, Operation, apply, diff};
use crate::document::Line;
use crate::error::RuleErrors;

/// One field that an edit changed, stored with the version that the edit created.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FieldChange {
    /// `jobDescription`, `items[ID].price`, or `items[ID]` for a line that was inserted or removed.
    pub path: String,
    /// The value before the edit; null for a line that was inserted.
    pub before: Value,
    /// The value after the edit; null for a line that was removed.
    pub after: Value,
}

/// A field that both sides have changed since the version on which my edit is based.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Conflict {
    /// The path, as in [`FieldChange`].
    pub path: String,
    /// The value in the version on which my edit is based.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub base: Value,
    /// The current value; null if the line no longer exists.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub theirs: Value,
    /// The value that my edit would set; null if it removes the line.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub mine: Value,
}

/// What an operation changes.
pub(super) enum EditTarget<'a> {
    Header(&'a str),
    Line(&'a str),
    LineField(&'a str, &'a str),
}

impl<'a> EditTarget<'a> {
    /// The target of an operation, and the value that it sets; `None` for an operation that only moves a line.
    pub(super) fn for_operation(operation: &'a Operation) -> Option<(Self, Value)> {
        Some(match operation {
            Operation::Set { field, value } => (Self::Header(field), value.clone()),
            Operation::SetLine { line, field, value } => (Self::LineField(line, field), value.clone()),
            Operation::RemoveLine { line } => (Self::Line(line), Value::Null),
            Operation::InsertLine { line, .. } => (Self::Line(&line.id), line_value(line)),
            Operation::MoveLine { .. } => return None,
        })
    }

    /// The path: `jobDescription`, `items[ID]` or `items[ID].price`.
    pub(super) fn path(&self) -> String {
        match self {
            Self::Header(field) => (*field).to_owned(),
            Self::Line(id) => format!("items[{id}]"),
            Self::LineField(id, field) => format!("items[{id}].{field}"),
        }
    }

    /// The value of this target in a document; null if the document has no such line.
    pub(super) fn value(&self, from: &EditableDocument) -> Value {
        let line = |id| from.line(id).map(|(_, line)| line);
        let in_document = |field| from.document.field_value(field);
        let value = match self {
            Self::Header(field) => from.head.field_value(field).or_else(|| in_document(field)),
            Self::Line(id) => line(id).map(line_value),
            Self::LineField(id, field) => line(id).and_then(|line| line.field_value(field)),
        };
        value.unwrap_or_default()
    }
}

/// The fields that an edit changed. The order of the lines is not a field: if both sides move lines, the later move
/// wins.
#[must_use]
pub fn find_changes(before: &EditableDocument, after: &EditableDocument) -> Vec<FieldChange> {
    to_changes(before, &diff(before, after))
}

/// Like [`find_changes`], for operations that [`diff`] has already returned.
#[must_use]
pub fn to_changes(before: &EditableDocument, operations: &[Operation]) -> Vec<FieldChange> {
    let change = |operation: &Operation| {
        let (target, after) = EditTarget::for_operation(operation)?;
        let (path, before) = (target.path(), target.value(before));
        Some(FieldChange { path, before, after })
    };
    operations.iter().filter_map(change).collect()
}

/// The fields for which my operations would overwrite what others have set since my base version. `since` is what
/// changed since then, oldest first, and `current` is the current document. If both sides set the same value, or the
/// old value was restored, there is no conflict.
#[must_use]
pub fn find_conflicts(
    current: &EditableDocument,
    since: &[FieldChange],
    mine: &[Operation],
) -> Vec<Conflict> {
    let since = first_change_by_field(since);
    let found = last_operation_by_field(mine).into_iter();
    let found = found.filter_map(|operation| find_conflict(current, &since, operation));
    // A field of a line that was removed is always a conflict, even if my operation empties it: the field no longer
    // exists.
    let conflicts = found.filter(|(it, is_gone)| *is_gone || !is_same(&it.mine, &it.theirs));
    conflicts.map(|(conflict, _)| conflict).collect()
}

/// The conflicts if it is no longer known what others changed: every field whose value my operations would change.
#[must_use]
pub fn find_conflicts_without_base(current: &EditableDocument, mine: &[Operation]) -> Vec<Conflict> {
    let found = last_operation_by_field(mine).into_iter().filter_map(|operation| {
        let (target, mine) = EditTarget::for_operation(operation)?;
        let exists = match target {
            EditTarget::Header(_) => true,
            EditTarget::Line(id) | EditTarget::LineField(id, _) => current.line(id).is_some(),
        };
        let theirs = target.value(current);
        let is_conflict = exists && !is_same(&mine, &theirs);
        is_conflict.then(|| Conflict { path: target.path(), base: Value::Null, theirs, mine })
    });
    found.collect()
}

/// The first change of each field: the value before it is the one in my base version.
fn first_change_by_field(since: &[FieldChange]) -> Vec<&FieldChange> {
    let mut seen = HashSet::new();
    let since = since.iter();
    since.filter(|change| seen.insert(&change.path)).collect()
}

/// The last operation for each field. Operations that insert or move a line are left out, because they never conflict.
fn last_operation_by_field(mine: &[Operation]) -> Vec<&Operation> {
    let mut seen = HashSet::new();
    let mut last: Vec<&Operation> = mine
        .iter()
        .rev()
        .filter(|operation| match operation {
            Operation::Set { field, .. } => seen.insert((None, Some(field))),
            Operation::SetLine { line, field, .. } => seen.insert((Some(line), Some(field))),
            Operation::RemoveLine { line } => seen.insert((Some(line), None)),
            Operation::InsertLine { .. } | Operation::MoveLine { .. } => false,
        })
        .collect();
    last.reverse();
    last
}

/// Appends the lines that others removed and my operations change, with the values that they had before the removal.
pub fn restore_removed_lines(current: &mut EditableDocument, since: &[FieldChange], mine: &[Operation]) {
    let mut own = HashSet::new();
    for operation in mine {
        match operation {
            Operation::InsertLine { line, .. } => {
                own.insert(&line.id);
            }
            Operation::SetLine { line, .. } if !own.contains(line) && current.line(line).is_none() => {
                let path = EditTarget::Line(line).path();
                let is_removal = |change: &&FieldChange| change.path == path && change.after.is_null();
                let removal = since.iter().rev().find(is_removal);
                let removed = removal.map(|removal| serde_json::from_value(removal.before.clone()));
                if let Some(Ok(line)) = removed {
                    current.document.items.push(line);
                }
            }
            _ => {}
        }
    }
}

/// Whether two values mean the same: `20.00` equals `20`, and an empty text equals null.
#[must_use]
pub fn is_same(one: &Value, other: &Value) -> bool {
    let is_nothing = |value: &Value| value.is_null() || value.as_str() == Some("");
    match (one, other) {
        (Value::String(one), Value::String(other)) => {
            one == other || without_zeros(one) == without_zeros(other)
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| is_same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            let fields = one.keys().chain(other.keys());
            fields.into_iter().all(|name| {
                let (one, other) = (one.get(name), other.get(name));
                is_same(one.unwrap_or(&NULL), other.unwrap_or(&NULL))
            })
        }
        _ => one == other || is_nothing(one) && is_nothing(other),
    }
}

/// A decimal without its trailing zeros; any other text is unchanged.
fn without_zeros(text: &str) -> &str {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_decimal = digits.split_once('.').is_some_and(|(whole, fraction)| {
        let are_digits = |text: &str| text.bytes().all(|it| it.is_ascii_digit());
        !whole.is_empty() && !fraction.is_empty() && are_digits(whole) && are_digits(fraction)
    });
    if is_decimal { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}

static NULL: Value = Value::Null;

/// The conflict, if the current value differs from that in my base version, and whether it is a field of a line that no
/// longer exists.
fn find_conflict(
    current: &EditableDocument,
    since: &[&FieldChange],
    operation: &Operation,
) -> Option<(Conflict, bool)> {
    let (target, mine) = EditTarget::for_operation(operation)?;
    let (path, theirs) = (target.path(), target.value(current));
    let value_before = |path: &str| Some(&since.iter().find(|change| change.path == path)?.before);
    let mut is_gone = false;
    let base = match target {
        EditTarget::LineField(id, field) if current.line(id).is_none() => {
            is_gone = true;
            // A field that was omitted was empty.
            let of_line = || Some(value_before(&EditTarget::Line(id).path())?.get(field).unwrap_or(&NULL));
            value_before(&path).or_else(of_line)?.clone()
        }
        EditTarget::Header(_) | EditTarget::LineField(..) => value_before(&path)?.clone(),
        // My operation inserts a line, or removes one that is gone already.
        EditTarget::Line(_) if !mine.is_null() || theirs.is_null() => return None,
        EditTarget::Line(_) => {
            let of_line = |change: &FieldChange| {
                let field = change.path.strip_prefix(&path)?.strip_prefix('.')?;
                Some((field.to_owned(), change.before.clone()))
            };
            let changed = since.iter().filter_map(|change| of_line(change));
            let mut changed = changed.peekable();
            changed.peek()?;
            let mut base = theirs.clone();
            for (field, before) in changed {
                base[field] = before;
            }
            base
        }
    };
    let is_conflict = is_gone || !is_same(&base, &theirs);
    let conflict = Conflict { path, base, theirs, mine };
    is_conflict.then_some((conflict, is_gone))
}

fn line_value(line: &Line) -> Value {
    serde_json::to_value(line).unwrap_or_default()
}

// Merging two edits of one document that started from the same version, when both results are known in full. A device
// does this with its own edit if others have changed the document in the meantime.

/// The fields that both `theirs` and `mine` have changed since `base`. A line that both sides inserted is compared
/// field by field: a device sends its line again if it has not received the response.
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
        match resolve_double_insert(theirs, &operation) {
            Some(fields) => {
                let fields = fields.iter().filter_map(EditTarget::for_operation);
                found.extend(fields.map(|(target, mine)| Conflict {
                    path: target.path(),
                    base: serde_json::Value::Null,
                    theirs: target.value(theirs),
                    mine,
                }));
            }
            None => {
                let conflicts = find_conflicts(theirs, &since, std::slice::from_ref(&operation));
                let value = EditTarget::for_operation(&operation).map(|(target, _)| target.value(base));
                found.extend(
                    conflicts
                        .into_iter()
                        .map(|conflict| Conflict { base: value.clone().unwrap_or_default(), ..conflict }),
                );
            }
        }
    }
    found
}

/// `theirs` with the changes from `base` to `mine` applied, except for the paths in `keep_theirs`. A line that others
/// removed and `mine` changes is put back, unless `keep_theirs` has its path or that of one of its fields.
///
/// # Errors
///
/// As for [`apply`].
pub fn merge(
    base: &EditableDocument,
    theirs: &EditableDocument,
    mine: &EditableDocument,
    keep_theirs: &HashSet<String>,
) -> Result<EditableDocument, RuleErrors> {
    let mut operations = Vec::new();
    let mut removed: Vec<String> = Vec::new();
    for operation in diff(base, mine) {
        match &operation {
            Operation::SetLine { line, .. } if theirs.line(line).is_none() => {
                if !removed.contains(line) {
                    removed.push(line.clone());
                }
            }
            _ => match resolve_double_insert(theirs, &operation) {
                Some(fields) => operations.extend(fields),
                None => operations.push(operation),
            },
        }
    }
    operations.retain(|operation| match operation {
        Operation::InsertLine { .. } => true,
        _ => EditTarget::for_operation(operation)
            .is_none_or(|(target, _)| !keep_theirs.contains(&target.path())),
    });
    let stays_removed = |line: &str| keep_theirs.iter().any(|path| is_path_of_line(path, line));
    let restored = removed.iter().filter(|line| !stays_removed(line));
    operations.extend(restored.filter_map(|line| reinsert_line(mine, line)));
    apply(theirs, &operations)
}

/// If the operation inserts a line that `theirs` already has: an operation for each of its fields that differs.
/// Otherwise `None`.
fn resolve_double_insert(theirs: &EditableDocument, operation: &Operation) -> Option<Vec<Operation>> {
    let Operation::InsertLine { line, .. } = operation else {
        return None;
    };
    let (_, existing) = theirs.line(&line.id)?;
    let differs = |name: &&&str| {
        let value = |line: &Line| line.field_value(name).unwrap_or_default();
        !is_same(&value(existing), &value(line))
    };
    let fields = Line::FIELD_NAMES.iter().filter(differs);
    let set = fields.map(|name| Operation::SetLine {
        line: line.id.clone(),
        field: (*name).to_owned(),
        value: line.field_value(name).unwrap_or_default(),
    });
    Some(set.collect())
}

/// The operation that inserts this line of `mine` after the line that precedes it in `mine`.
fn reinsert_line(mine: &EditableDocument, id: &str) -> Option<Operation> {
    let (at, line) = mine.line(id)?;
    let after = at.checked_sub(1).map(|at| mine.document.items[at].id.clone());
    Some(Operation::InsertLine { after, line: Box::new(line.clone()) })
}

/// Whether a path is that of a line, or of one of its fields.
fn is_path_of_line(path: &str, line: &str) -> bool {
    let whole = EditTarget::Line(line).path();
    let rest = path.strip_prefix(&whole);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}
