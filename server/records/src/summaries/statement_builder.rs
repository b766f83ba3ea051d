//! An SQL statement that is built from the filters in use, so that an index serves each.

use plumbline_core::status::display_status::{FilterTiming, SOON_DAYS};
use serde::de::DeserializeOwned;
use sqlx::AssertSqlSafe;

use super::find::{ColumnValue, DocumentFilter};
use super::write;
use plumbline_platform::db::search::{self, ResultSize};
use plumbline_platform::db::sql::ReadColumns;
use plumbline_platform::db::{
    Conn, DbResult, Dialect, find_dialect, indexed_by, packed_rows, search_sums, sql,
};

/// An SQL statement that is being built. Its text consists only of fragments that are fixed here; each `?` in them is
/// the place of the next value.
pub(super) struct StatementBuilder {
    sql: String,
    values: Vec<ColumnValue>,
    has_condition: bool,
    /// The condition of a search, if its results are checked while they are being found.
    search_word_index: Option<&'static str>,
    /// Whether all rows that match the filter are read, instead of one page.
    reads_all: bool,
    /// Whether the query starts from an account's outstanding instalments, which are few.
    is_led: bool,
}

impl StatementBuilder {
    fn select_documents(columns: &str) -> Self {
        Self::select_from(columns, "document_summaries s")
    }

    fn select_from(columns: &str, from: &str) -> Self {
        Self {
            sql: format!("SELECT {columns} FROM {from}"),
            values: Vec::new(),
            has_condition: false,
            search_word_index: None,
            reads_all: false,
            is_led: false,
        }
    }

    /// A statement that sums these columns over all rows that match a filter. The results of a search alone are checked
    /// while they are being found; if the filter has other conditions, their index leaves fewer rows.
    pub(super) fn for_sums(conn: &Conn, filter: &DocumentFilter, columns: &str) -> Self {
        let is_search = filter.typed.is_some()
            && filter.shown.is_none()
            && filter.contact_id.is_none()
            && filter.from.is_none()
            && filter.to.is_none();
        let read = match search_sums::sums_source(find_dialect(conn)).filter(|_| is_search) {
            None => Self::select_documents(columns),
            Some((from, condition)) => {
                Self { search_word_index: Some(condition), ..Self::select_from(columns, from) }
            }
        };
        Self { reads_all: true, ..read }
    }

    /// A statement that groups all rows that match a filter by columns which are only in the rows.
    pub(super) fn for_groups(columns: &str) -> Self {
        Self { reads_all: true, ..Self::select_documents(columns) }
    }

    /// A statement over the outstanding instalments `p` of the documents that match a filter, each joined with its
    /// summary. Most accounts have few instalments: each finds its summary by the document's id, in this order.
    pub(super) fn for_open_instalments(columns: &str, filter: &DocumentFilter) -> Self {
        let mut statement = Self {
            is_led: true,
            ..Self::select_from(columns, "summary_parts p CROSS JOIN document_summaries s")
        };
        statement.add_text_condition("p.user_id = ?", &filter.user_id);
        statement.add_condition("s.document_id = p.document_id", []);
        statement
    }

    /// A statement that reads these columns.
    pub(super) fn for_columns(columns: &[&str]) -> Self {
        Self::select_documents(&format!("s.{}", columns.join(", s.")))
    }

    /// Chooses the index to read by. Call it before adding conditions.
    pub(super) fn use_index(&mut self, conn: &Conn, index: &str) {
        self.sql.push_str(&indexed_by(find_dialect(conn), index));
    }

    /// Adds a condition, which must be true as well.
    pub(super) fn add_condition(&mut self, condition: &str, values: impl IntoIterator<Item = ColumnValue>) {
        let word = if self.has_condition { "AND" } else { "WHERE" };
        self.has_condition = true;
        self.add_clause(&format!("{word} {condition}"), values);
    }

    pub(super) fn add_clause(&mut self, fragment: &str, values: impl IntoIterator<Item = ColumnValue>) {
        self.sql.push(' ');
        let mut values = values.into_iter();
        for c in fragment.chars() {
            match (c, (c == '?').then(|| values.next()).flatten()) {
                (_, Some(value)) => {
                    self.values.push(value);
                    self.sql.push_str(&format!("${}", self.values.len()));
                }
                (c, None) => self.sql.push(c),
            }
        }
    }

    fn add_text_condition(&mut self, condition: &str, value: impl ToString) {
        self.add_condition(condition, [ColumnValue::Text(value.to_string())]);
    }

    /// Adds the conditions of a filter, and chooses the index: a customer's documents and the results of a search are
    /// few; otherwise it is the one for the order or for the sums.
    pub(super) async fn add_filter(
        &mut self,
        conn: &mut Conn,
        filter: &DocumentFilter,
        index: &str,
    ) -> DbResult<()> {
        let dialect = find_dialect(conn);
        let named = find_typed_number(conn, filter).await?;
        let typed = named.as_deref().or(filter.typed.as_deref());
        let question =
            typed.map(|typed| search::build_query(dialect, &filter.user_id, filter.kind.code(), typed));
        let mut finds = None;
        if self.search_word_index.is_none() && !self.is_led {
            if let Some(Some(question)) = &question {
                finds = Some(search::estimate_results(conn, question).await?);
            }
            let index = match filter.contact_id {
                _ if finds == Some(ResultSize::Few) => "document_summaries_search",
                Some(_) => "document_summaries_contact",
                None if filter.shown.is_some_and(|displayed| displayed.to_confirm) => {
                    "document_summaries_to_confirm"
                }
                None => index,
            };
            self.use_index(conn, index);
        }
        if self.search_word_index.is_some() {
            let owner = search_sums::sums_owner(&filter.user_id, filter.kind.code());
            self.add_text_condition("s.owner = ?", owner);
        } else {
            self.add_text_condition("s.user_id = ?", &filter.user_id);
            self.add_text_condition("s.kind = ?", filter.kind.code());
        }
        match filter.archived {
            Some(archived) => {
                self.add_condition("s.archived = ?", [ColumnValue::Integer(i64::from(archived))])
            }
            // A condition that is always true, so that the index can be used for the columns after it.
            None => {
                self.add_condition("s.archived IN (?, ?)", [ColumnValue::Integer(0), ColumnValue::Integer(1)])
            }
        }
        if let Some(status_filter) = &filter.shown {
            let places = vec!["?"; status_filter.words.len()].join(", ");
            let words = status_filter.words.iter().map(|word| ColumnValue::Text((*word).to_owned()));
            if !status_filter.words.is_empty() {
                self.add_condition(&format!("s.shown IN ({places})"), words);
            }
            if status_filter.to_confirm {
                // Without a bound value, so that the partial index of these documents can be used.
                self.add_condition("s.to_confirm > 0", []);
            }
            match status_filter.when {
                FilterTiming::Ever => {}
                FilterTiming::InTime => self.add_text_condition("s.lapses_on >= ?", filter.today),
                FilterTiming::Late => self.add_text_condition("s.lapses_on < ?", filter.today),
                FilterTiming::Soon => {
                    self.add_text_condition("s.lapses_on >= ?", filter.today);
                    let last = filter.today.plus_days(SOON_DAYS);
                    self.add_text_condition("s.lapses_on <= ?", last.unwrap_or(filter.today));
                }
            }
        }
        if let Some(contact_id) = &filter.contact_id {
            self.add_text_condition("s.contact_id = ?", contact_id);
        }
        // A document without an issue date is outside every span of days.
        match (filter.from, filter.to) {
            (Some(from), _) => self.add_text_condition("s.issue_date >= ?", from),
            (None, Some(_)) => self.add_text_condition("s.issue_date > ?", ""),
            (None, None) => {}
        }
        if let Some(to) = filter.to {
            self.add_text_condition("s.issue_date <= ?", to);
        }
        if !filter.variations {
            let condition = "NOT EXISTS (SELECT 1 FROM variations v WHERE v.variation_id = s.document_id)";
            self.add_condition(condition, []);
        }
        match question {
            // A page is full after few rows, and outstanding instalments are few; for all rows, joining with the set of
            // results is faster.
            Some(Some(_)) if self.scans_search_words(dialect, finds) => {
                let typed = typed.unwrap_or_default();
                for word in search::word_starts(&filter.user_id, filter.kind.code(), typed) {
                    self.add_text_condition(search::WORD_START_CONDITION, word);
                }
            }
            Some(Some(question)) => {
                let condition = self.search_word_index.unwrap_or(search::match_condition(dialect));
                self.add_text_condition(condition, question);
            }
            // The typed text contains no words.
            Some(None) => self.add_condition("1 = 0", []),
            None => {}
        }
        Ok(())
    }

    /// Whether the words of each row are checked, which is done only on SQLite.
    fn scans_search_words(&self, dialect: Dialect, finds: Option<ResultSize>) -> bool {
        let is_page_of_many = finds == Some(ResultSize::Many) && !self.reads_all;
        is_page_of_many || (self.is_led && dialect == Dialect::Sqlite)
    }

    pub(super) async fn fetch_all<T>(self, conn: &mut Conn) -> DbResult<Vec<T>>
    where
        T: ReadColumns + Send + Unpin,
    {
        let mut query = sql::query_as(AssertSqlSafe(self.sql));
        for value in self.values {
            query = match value {
                ColumnValue::Integer(n) => query.bind(n),
                ColumnValue::Text(text) => query.bind(text),
            };
        }
        query.fetch_all(conn).await
    }

    /// The same for rows that are tuples with this many columns, packed where that is faster (`db/packed_rows.rs`).
    pub(super) async fn fetch_packed<T>(mut self, conn: &mut Conn, columns: usize) -> DbResult<Vec<T>>
    where
        T: ReadColumns + DeserializeOwned + Send + Unpin,
    {
        if find_dialect(conn) != Dialect::Sqlite {
            return self.fetch_all(conn).await;
        }
        self.sql = packed_rows::as_single_row(&self.sql, columns);
        let texts: Vec<(String,)> = self.fetch_all(conn).await?;
        let text = texts.first().map_or("[]", |(text,)| text);
        serde_json::from_str(text).map_err(|error| sqlx::Error::Decode(error.into()))
    }
}

/// The document number that the filter's text abbreviates, if the account has a document with it: otherwise `inv 10`
/// may be the beginning of `INV-1001`.
async fn find_typed_number(conn: &mut Conn, filter: &DocumentFilter) -> DbResult<Option<String>> {
    let typed = filter.typed.as_deref().unwrap_or_default();
    let Some(number) = write::parse_named_number(filter.kind, typed) else {
        return Ok(None);
    };
    let there: Option<String> = sql::query_scalar(
        "SELECT number FROM document_summaries WHERE user_id = $1 AND kind = $2 AND number = $3",
    )
    .bind(&filter.user_id)
    .bind(filter.kind.code())
    .bind(number)
    .fetch_optional(conn)
    .await?;
    Ok(there)
}
