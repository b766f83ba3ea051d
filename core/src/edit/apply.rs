//! Applying operations.

use super::named_fields::NamedFields;
use super::{EditableDocument, OPERATIONS_MAX, Operation};
use crate::document::{Agreement, Line};
use crate::error::{FieldError, RuleErrors, code};

/// The document after these operations, in order: either all of them are applied or an error is returned.
///
/// Whether the result can be saved is decided by [`crate::calculate::validate`].
///
/// # Errors
///
/// The first operation that cannot be applied, by its path: too many operations; a field or a line that doesn't exist;
/// a value of the wrong type; a line without an id, or with the id of another line.
pub fn apply(sheet: &EditableDocument, operations: &[Operation]) -> Result<EditableDocument, RuleErrors> {
    if operations.len() > OPERATIONS_MAX {
        let msg = format!("At most {OPERATIONS_MAX} operations can be sent at once.");
        return Err(FieldError::new("operations", code::TOO_MANY_OPERATIONS, msg).into());
    }
    let mut sheet = sheet.clone();
    for (index, operation) in operations.iter().enumerate() {
        apply_one(&mut sheet, operation).map_err(|error| {
            let path = format!("operations[{index}].{}", error.path);
            RuleErrors::from(FieldError { path, ..error })
        })?;
    }
    Ok(sheet)
}

/// Applies one operation; if it fails, the document is unchanged.
pub(super) fn apply_one(sheet: &mut EditableDocument, operation: &Operation) -> Result<(), FieldError> {
    match operation {
        Operation::Set { field, value } => {
            let before = (field == "agreement").then(|| sheet.document.agreement.clone());
            check_known(sheet.head.set_field(field, value)? || sheet.document.set_field(field, value)?)?;
            if let Some(before) = before {
                let sent = sheet.document.agreement.take();
                sheet.document.agreement = Agreement::merge_with_stored(before.as_ref(), sent, Some(value));
            }
            Ok(())
        }
        Operation::InsertLine { after, line } => insert_line(sheet, after.as_deref(), line),
        Operation::RemoveLine { line } => {
            sheet.document.items.retain(|known| known.id != *line);
            Ok(())
        }
        Operation::MoveLine { line, after } => {
            if let Some((at, _)) = sheet.line(line)
                && after.as_deref() != Some(line)
            {
                let moved = sheet.document.items.remove(at);
                let to = index_after(sheet, after.as_deref());
                sheet.document.items.insert(to, moved);
            }
            Ok(())
        }
        Operation::SetLine { line, field, value } => {
            let msg = "This line no longer exists.";
            let gone = || FieldError::new("line", code::NO_SUCH_LINE, msg);
            let (at, _) = sheet.line(line).ok_or_else(gone)?;
            check_known(sheet.document.items[at].set_field(field, value)?)
        }
    }
}

fn insert_line(sheet: &mut EditableDocument, after: Option<&str>, line: &Line) -> Result<(), FieldError> {
    if line.id.is_empty() {
        let msg = "A line needs an id.";
        return Err(FieldError::new("line.id", code::REQUIRED, msg));
    }
    match sheet.line(&line.id) {
        Some((_, known)) if known == line => Ok(()),
        Some(_) => {
            let msg = "Another line has this id.";
            Err(FieldError::new("line.id", code::DUPLICATE_ID, msg))
        }
        None => {
            let at = index_after(sheet, after);
            sheet.document.items.insert(at, line.clone());
            Ok(())
        }
    }
}

/// The index after a line; 0 if no line is given, and the end if the line was deleted.
fn index_after(sheet: &EditableDocument, after: Option<&str>) -> usize {
    let items = &sheet.document.items;
    after.map_or(0, |id| sheet.line(id).map_or(items.len(), |(at, _)| at + 1))
}

/// Returns an error for a field that doesn't exist.
fn check_known(is_known: bool) -> Result<(), FieldError> {
    let msg = "There is no field with this name.";
    let unknown = || FieldError::new("field", code::UNKNOWN_FIELD, msg);
    is_known.then_some(()).ok_or_else(unknown)
}
