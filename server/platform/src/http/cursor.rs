//! The cursor of a list: where a page ends, and in which order.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};

use crate::db::ColumnValue;
use crate::error::ApiError;

#[derive(Serialize, Deserialize)]
struct Cursor {
    sort: String,
    whole: Option<i64>,
    text: Option<String>,
    id: String,
}

/// The cursor of the page after the row with this value and this id.
///
/// # Errors
/// 500 if the cursor can't be serialised.
pub fn encode(sort: &str, value: ColumnValue, id: &str) -> Result<String, ApiError> {
    let (whole, text) = match value {
        ColumnValue::Integer(n) => (Some(n), None),
        ColumnValue::Text(text) => (None, Some(text)),
    };
    let cursor = Cursor { sort: sort.to_owned(), whole, text, id: id.to_owned() };
    Ok(URL_SAFE_NO_PAD.encode(serde_json::to_vec(&cursor)?))
}

/// The position from which to continue a list in this order, whose column contains whole numbers or text. `None` if the
/// cursor is invalid or belongs to another order.
#[must_use]
pub fn decode(text: &str, sort: &str, is_whole: bool) -> Option<(ColumnValue, String)> {
    let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
    let cursor: Cursor = serde_json::from_slice(&bytes).ok()?;
    let value = match (is_whole, cursor.whole, cursor.text) {
        (true, Some(n), _) => ColumnValue::Integer(n),
        (false, _, Some(text)) if !text.contains('\0') => ColumnValue::Text(text),
        _ => return None,
    };
    (cursor.sort == sort && !cursor.id.contains('\0')).then_some((value, cursor.id))
}
