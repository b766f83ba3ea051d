//! Lists page by page.

use serde::Serialize;
use utoipa::ToSchema;

use plumbline_platform::db::like_prefix;

/// How many rows are on a page.
pub(super) const PAGE_SIZE: i64 = 50;
/// The last page; what comes after it has to be found by a search.
const PAGE_MAX: i64 = 10_000;
/// The longest search, in characters.
const SEARCH_MAX: usize = 200;

/// The limit and the offset of a page.
pub(super) fn limit_and_offset(page: Option<i64>) -> (i64, i64) {
    let page = page.unwrap_or(1).clamp(1, PAGE_MAX);
    (PAGE_SIZE, (page - 1) * PAGE_SIZE)
}

/// The search text as a pattern for `LIKE … ESCAPE '\'`, in lower case; an empty pattern matches everything.
pub(super) fn like_pattern(search: Option<&str>) -> String {
    let text = search.unwrap_or_default().trim().to_lowercase();
    if text.is_empty() || text.contains('\0') {
        return String::new();
    }
    let text: String = text.chars().take(SEARCH_MAX).collect();
    format!("%{}", like_prefix(&text))
}

/// A page of a list.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct AdminPage<T> {
    /// Its rows.
    pub data: Vec<T>,
    /// How many rows there are on all pages.
    pub total: i64,
    /// How many rows are on a page.
    pub rows: i64,
}

impl<T> AdminPage<T> {
    /// A page with these rows, out of `total`.
    pub(super) fn from_rows<Row: Into<T>>((rows, total): (Vec<Row>, i64)) -> Self {
        Self::new(rows.into_iter().map(Into::into).collect(), total)
    }

    pub(super) fn new(data: Vec<T>, total: i64) -> Self {
        Self { data, total, rows: PAGE_SIZE }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_counted_from_one_and_searches_are_escaped() {
        assert_eq!(limit_and_offset(None), (50, 0));
        assert_eq!(limit_and_offset(Some(-3)), (50, 0));
        assert_eq!(limit_and_offset(Some(3)), (50, 100));
        assert_eq!(like_pattern(Some("  ")), "");
        assert_eq!(like_pattern(Some(" A_b%")), "%a\\_b\\%%");
    }
}
