//! An SQL statement that is built from the filters in use, so that an index serves each.

use plumbline_core::status::shown::{SOON_DAYS, When};
use serde::de::DeserializeOwned;
use sqlx::{AssertSqlSafe, FromRow};

use super::find::Filter;
use super::number;
use super::order::Value;
use plumbline_platform::db::search::{self, Finds};
use plumbline_platform::db::{Conn, DbResult, Dialect, dialect_of, found, indexed_by, packed};

/// An SQL statement that is being built. Its text consists only of fragments that are fixed here; each `?` in them is
/// the place of the next value.
pub(super) struct Statement {
    sql: String,
    values: Vec<Value>,
    has_condition: bool,
    /// The condition of a search, if its results are checked while they are being found.
    found_by: Option<&'static str>,
    /// Whether all rows that match the filter are read, instead of one page.
    reads_all: bool,
    /// Whether the query starts from an account's outstanding instalments, which are few.
    is_led: bool,
}

impl Statement {
    fn of(columns: &str) -> Self {
        Self::read(columns, "document_summaries s")
    }

    fn read(columns: &str, from: &str) -> Self {
        Self {
            sql: format!("SELECT {columns} FROM {from}"),
            values: Vec::new(),
            has_condition: false,
            found_by: None,
            reads_all: false,
            is_led: false,
        }
    }

    /// A statement that sums these columns over all rows that match a filter. The results of a search alone are checked
    /// while they are being found; if the filter has other conditions, their index leaves fewer rows.
    pub(super) fn of_sums(conn: &Conn, filter: &Filter, columns: &str) -> Self {
        let is_search = filter.typed.is_some()
            && filter.shown.is_none()
            && filter.contact_id.is_none()
            && filter.from.is_none()
            && filter.to.is_none();
        let read = match found::sums(dialect_of(conn)).filter(|_| is_search) {
            None => Self::of(columns),
            Some((from, condition)) => Self {
                found_by: Some(condition),
                ..Self::read(columns, from)
            },
        };
        Self {
            reads_all: true,
            ..read
        }
    }

    /// A statement that groups all rows that match a filter by columns which are only in the rows.
    pub(super) fn of_groups(columns: &str) -> Self {
        Self {
            reads_all: true,
            ..Self::of(columns)
        }
    }

    /// A statement over the outstanding instalments `p` of the documents that match a filter, each joined with its
    /// summary. Most accounts have few instalments: each finds its summary by the document's id, in this order.
    pub(super) fn of_parts(columns: &str, filter: &Filter) -> Self {
        let mut statement = Self {
            is_led: true,
            ..Self::read(columns, "summary_parts p CROSS JOIN document_summaries s")
        };
        statement.text("p.user_id = ?", &filter.user_id);
        statement.and("s.document_id = p.document_id", []);
        statement
    }

    /// A statement that reads these columns.
    pub(super) fn of_columns(columns: &[&str]) -> Self {
        Self::of(&format!("s.{}", columns.join(", s.")))
    }

    /// Chooses the index to read by. Call it before adding conditions.
    pub(super) fn by_index(&mut self, conn: &Conn, index: &str) {
        self.sql.push_str(&indexed_by(dialect_of(conn), index));
    }

    /// Adds a condition, which must be true as well.
    pub(super) fn and(&mut self, condition: &str, values: impl IntoIterator<Item = Value>) {
        let word = if self.has_condition { "AND" } else { "WHERE" };
        self.has_condition = true;
        self.end(&format!("{word} {condition}"), values);
    }

    pub(super) fn end(&mut self, fragment: &str, values: impl IntoIterator<Item = Value>) {
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

    fn text(&mut self, condition: &str, value: impl ToString) {
        self.and(condition, [Value::Text(value.to_string())]);
    }

    /// Adds the conditions of a filter, and chooses the index: a customer's documents and the results of a search are
    /// few; otherwise it is the one for the order or for the sums.
    pub(super) async fn filter(
        &mut self,
        conn: &mut Conn,
        filter: &Filter,
        index: &str,
    ) -> DbResult<()> {
        let dialect = dialect_of(conn);
        let named = named(conn, filter).await?;
        let typed = named.as_deref().or(filter.typed.as_deref());
        let question = typed
            .map(|typed| search::question(dialect, &filter.user_id, filter.kind.word(), typed));
        let mut finds = None;
        if self.found_by.is_none() && !self.is_led {
            if let Some(Some(question)) = &question {
                finds = Some(search::finds(conn, question).await?);
            }
            let index = match filter.contact_id {
                _ if finds == Some(Finds::Few) => "document_summaries_search",
                Some(_) => "document_summaries_contact",
                None if filter.shown.is_some_and(|shown| shown.to_confirm) => {
                    "document_summaries_to_confirm"
                }
                None => index,
            };
            self.by_index(conn, index);
        }
        if self.found_by.is_some() {
            let owner = found::owner(&filter.user_id, filter.kind.word());
            self.text("s.owner = ?", owner);
        } else {
            self.text("s.user_id = ?", &filter.user_id);
            self.text("s.kind = ?", filter.kind.word());
        }
        match filter.archived {
            Some(archived) => self.and("s.archived = ?", [Value::Whole(i64::from(archived))]),
            // A condition that is always true, so that the index can be used for the columns after it.
            None => self.and("s.archived IN (?, ?)", [Value::Whole(0), Value::Whole(1)]),
        }
        if let Some(shown) = &filter.shown {
            let places = vec!["?"; shown.words.len()].join(", ");
            let words = shown
                .words
                .iter()
                .map(|word| Value::Text((*word).to_owned()));
            if !shown.words.is_empty() {
                self.and(&format!("s.shown IN ({places})"), words);
            }
            if shown.to_confirm {
                // Without a bound value, so that the partial index of these documents can be used.
                self.and("s.to_confirm > 0", []);
            }
            match shown.when {
                When::Ever => {}
                When::InTime => self.text("s.lapses_on >= ?", filter.today),
                When::Late => self.text("s.lapses_on < ?", filter.today),
                When::Soon => {
                    self.text("s.lapses_on >= ?", filter.today);
                    let last = filter.today.plus_days(SOON_DAYS);
                    self.text("s.lapses_on <= ?", last.unwrap_or(filter.today));
                }
            }
        }
        if let Some(contact_id) = &filter.contact_id {
            self.text("s.contact_id = ?", contact_id);
        }
        // A document without an issue date is outside every span of days.
        match (filter.from, filter.to) {
            (Some(from), _) => self.text("s.issue_date >= ?", from),
            (None, Some(_)) => self.text("s.issue_date > ?", ""),
            (None, None) => {}
        }
        if let Some(to) = filter.to {
            self.text("s.issue_date <= ?", to);
        }
        if !filter.variations {
            let condition =
                "NOT EXISTS (SELECT 1 FROM variations v WHERE v.variation_id = s.document_id)";
            self.and(condition, []);
        }
        match question {
            // A page is full after few rows, and outstanding instalments are few; for all rows, joining with the set of
            // results is faster.
            Some(Some(_)) if self.looks_at_words(dialect, finds) => {
                let typed = typed.unwrap_or_default();
                for word in search::beginnings(&filter.user_id, filter.kind.word(), typed) {
                    self.text(search::OWN_WORDS, word);
                }
            }
            Some(Some(question)) => {
                let condition = self.found_by.unwrap_or(search::condition(dialect));
                self.text(condition, question);
            }
            // The typed text contains no words.
            Some(None) => self.and("1 = 0", []),
            None => {}
        }
        Ok(())
    }

    /// Whether the words of each row are checked, which is done only on SQLite.
    fn looks_at_words(&self, dialect: Dialect, finds: Option<Finds>) -> bool {
        let is_page_of_many = finds == Some(Finds::Many) && !self.reads_all;
        is_page_of_many || (self.is_led && dialect == Dialect::Sqlite)
    }

    pub(super) async fn all<T>(self, conn: &mut Conn) -> DbResult<Vec<T>>
    where
        T: for<'r> FromRow<'r, sqlx::any::AnyRow> + Send + Unpin,
    {
        let mut query = sqlx::query_as(AssertSqlSafe(self.sql));
        for value in self.values {
            query = match value {
                Value::Whole(n) => query.bind(n),
                Value::Text(text) => query.bind(text),
            };
        }
        query.fetch_all(conn).await
    }

    /// The same for rows that are tuples with this many columns, packed where that is faster (`db/packed.rs`).
    pub(super) async fn packed<T>(mut self, conn: &mut Conn, columns: usize) -> DbResult<Vec<T>>
    where
        T: for<'r> FromRow<'r, sqlx::any::AnyRow> + DeserializeOwned + Send + Unpin,
    {
        if dialect_of(conn) != Dialect::Sqlite {
            return self.all(conn).await;
        }
        self.sql = packed::as_one(&self.sql, columns);
        let texts: Vec<(String,)> = self.all(conn).await?;
        let text = texts.first().map_or("[]", |(text,)| text);
        serde_json::from_str(text).map_err(|error| sqlx::Error::Decode(error.into()))
    }
}

/// The document number that the filter's text abbreviates, if the account has a document with it: otherwise `inv 10`
/// may be the beginning of `INV-1001`.
async fn named(conn: &mut Conn, filter: &Filter) -> DbResult<Option<String>> {
    let typed = filter.typed.as_deref().unwrap_or_default();
    let Some(number) = number::named(filter.kind, typed) else {
        return Ok(None);
    };
    let there: Option<String> = sqlx::query_scalar(
        "SELECT number FROM document_summaries WHERE user_id = $1 AND kind = $2 AND number = $3",
    )
    .bind(&filter.user_id)
    .bind(filter.kind.word())
    .bind(number)
    .fetch_optional(conn)
    .await?;
    Ok(there)
}
