//! Finding expenses: page by page, sums over all pages, by month, and by search words.

use plumbline_core::expense::ExpenseCategory;
use plumbline_core::list::Sorting;
use plumbline_core::list::expenses::{ExpenseSortKey, Receipt};
use plumbline_core::money::Pence;
use plumbline_core::time::Date;
use sqlx::AssertSqlSafe;

use super::ExpenseRow;
use plumbline_platform::db::table::Table as _;
use plumbline_platform::db::{ColumnValue, Conn, DbResult, Dialect, find_dialect, indexed_by, sql, words};
use plumbline_platform::ids::UserId;

/// The most words of a search that are used.
const SEARCH_WORDS_MAX: usize = 8;

/// The column for a sort key. Each has an index.
fn column(key: ExpenseSortKey) -> &'static str {
    match key {
        ExpenseSortKey::Date => "date",
        ExpenseSortKey::Amount => "amount",
        ExpenseSortKey::Supplier => "supplier_key",
        ExpenseSortKey::CreatedAt => "created_at",
    }
}

/// Whether a sort key's column contains whole numbers; otherwise it contains text.
#[must_use]
pub fn is_integer(key: ExpenseSortKey) -> bool {
    matches!(key, ExpenseSortKey::Amount | ExpenseSortKey::CreatedAt)
}

/// A row's value for a sort key, for the cursor of the next page.
#[must_use]
pub fn value_of(row: &ExpenseRow, key: ExpenseSortKey) -> ColumnValue {
    match key {
        ExpenseSortKey::Date => ColumnValue::Text(row.date.to_string()),
        ExpenseSortKey::Amount => ColumnValue::Integer(row.amount.0),
        ExpenseSortKey::Supplier => ColumnValue::Text(row.supplier_key.clone()),
        ExpenseSortKey::CreatedAt => ColumnValue::Integer(row.created_at),
    }
}

/// The order of a list, and the row after which the page begins.
#[derive(Debug, Clone)]
pub struct ExpenseOrder {
    /// The sort key and its direction.
    pub sorting: Sorting<ExpenseSortKey>,
    /// The row after which to continue: its value and its id.
    pub after: Option<(ColumnValue, String)>,
}

/// Which expenses to find. `None` in a field means any.
#[derive(Debug, Clone)]
pub struct ExpenseFilter {
    /// The account.
    pub user_id: UserId,
    /// The category of the tax return.
    pub category: Option<ExpenseCategory>,
    /// The customer.
    pub contact_id: Option<String>,
    /// Whether it has a receipt.
    pub receipt: Option<Receipt>,
    /// The first day.
    pub from: Option<Date>,
    /// The last day.
    pub to: Option<Date>,
    /// The text to search for, as typed.
    pub typed: Option<String>,
}

/// A condition that is being built; each `?` in a fragment is the place of a value.
struct Condition {
    sql: String,
    values: Vec<ColumnValue>,
}

impl Condition {
    /// `by_date`: whether the rows are read in order of their date, or in any order.
    fn from_filter(dialect: Dialect, filter: &ExpenseFilter, by_date: bool) -> Self {
        let index = match (&filter.contact_id, &filter.typed) {
            // A customer has few expenses, so they needn't be read in the order of the list.
            (Some(_), _) => indexed_by(dialect, "expenses_contact"),
            (None, Some(_)) if by_date => indexed_by(dialect, "expenses_words"),
            (None, _) => String::new(),
        };
        let mut condition = Self {
            sql: format!("{index} WHERE user_id = $1"),
            values: vec![ColumnValue::Text(filter.user_id.to_string())],
        };
        let text = |text: &str| ColumnValue::Text(text.to_owned());
        if let Some(category) = filter.category {
            condition.add_condition("category = ?", [text(category.code())]);
        }
        if let Some(contact) = &filter.contact_id {
            condition.add_condition("contact_id = ?", [text(contact)]);
        }
        match filter.receipt {
            Some(Receipt::With) => condition.add_condition("receipt_count > 0", []),
            Some(Receipt::Without) => condition.add_condition("receipt_count = 0 AND vehicle IS NULL", []),
            None => {}
        }
        if let Some(from) = filter.from {
            condition.add_condition("date >= ?", [text(&from.to_string())]);
        }
        if let Some(to) = filter.to {
            condition.add_condition("date <= ?", [text(&to.to_string())]);
        }
        if let Some(typed) = &filter.typed {
            let queries = words::split_search_words(typed);
            // A text without words finds nothing.
            if queries.is_empty() {
                condition.add_condition("1 = 0", []);
            }
            for word in queries.iter().take(SEARCH_WORDS_MAX) {
                let contains_word = words::contains_condition(dialect, "words", "?");
                condition.add_condition(&contains_word, [ColumnValue::Text(format!(" {word}"))]);
            }
        }
        condition
    }

    fn add_condition<const N: usize>(&mut self, fragment: &str, values: [ColumnValue; N]) {
        self.sql.push_str(" AND ");
        self.push_fragment(fragment, values);
    }

    fn push_fragment<const N: usize>(&mut self, fragment: &str, values: [ColumnValue; N]) {
        let mut at = self.values.len();
        for sign in fragment.chars() {
            if sign == '?' {
                at += 1;
                self.sql.push_str(&format!("${at}"));
            } else {
                self.sql.push(sign);
            }
        }
        self.values.extend(values);
    }
}

/// Binds values in order.
macro_rules! bound {
    ($query:expr, $values:expr) => {
        $values.into_iter().fold($query, |query, value| match value {
            ColumnValue::Integer(n) => query.bind(n),
            ColumnValue::Text(text) => query.bind(text),
        })
    };
}

/// One page, at most `limit` rows.
pub async fn list_page(
    conn: &mut Conn,
    filter: &ExpenseFilter,
    order: &ExpenseOrder,
    limit: i64,
) -> DbResult<Vec<ExpenseRow>> {
    let Sorting { key, descending } = order.sorting;
    let mut condition = Condition::from_filter(find_dialect(conn), filter, key == ExpenseSortKey::Date);
    let column = column(key);
    let (method, beyond) = if descending { ("DESC", "<") } else { ("ASC", ">") };
    if let Some((value, id)) = &order.after {
        let values = [value.clone(), ColumnValue::Text(id.clone())];
        condition.add_condition(&format!("({column}, id) {beyond} (?, ?)"), values);
    }
    let end = format!(" ORDER BY {column} {method}, id {method} LIMIT ?");
    condition.push_fragment(&end, [ColumnValue::Integer(limit)]);
    let query = ExpenseRow::select(&condition.sql);
    bound!(query, condition.values).fetch_all(conn).await
}

/// The number of expenses that match a filter, and their sums.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ExpenseSums {
    /// The number of expenses.
    pub total: i64,
    /// The sum of their amounts.
    pub amount: Pence,
    /// The sum of their VAT.
    pub vat_amount: Pence,
}

/// The sums over all pages.
pub async fn sum_expenses(conn: &mut Conn, filter: &ExpenseFilter) -> DbResult<ExpenseSums> {
    let Condition { sql, values } = Condition::from_filter(find_dialect(conn), filter, true);
    let sql = format!(
        "SELECT COUNT(*), CAST(COALESCE(SUM(amount), 0) AS BIGINT), \
         CAST(COALESCE(SUM(vat_amount), 0) AS BIGINT) FROM expenses {sql}"
    );
    let query = sql::query_as(AssertSqlSafe(sql));
    let (total, amount, vat): (i64, i64, i64) = bound!(query, values).fetch_one(conn).await?;
    Ok(ExpenseSums { total, amount: Pence(amount), vat_amount: Pence(vat) })
}

/// What an account spent in each month between two days, both included, earliest first: `YYYY-MM` and the sum. A month
/// without expenses is left out.
pub async fn sum_by_month(
    conn: &mut Conn,
    user_id: &UserId,
    from: Date,
    to: Date,
) -> DbResult<Vec<(String, Pence)>> {
    let rows: Vec<(String, i64)> = sql::query_as(
        "SELECT SUBSTR(date, 1, 7) AS month, CAST(COALESCE(SUM(amount), 0) AS BIGINT) \
         FROM expenses WHERE user_id = $1 AND date >= $2 AND date <= $3 \
         GROUP BY SUBSTR(date, 1, 7) ORDER BY month",
    )
    .bind(user_id)
    .bind(from.to_string())
    .bind(to.to_string())
    .fetch_all(conn)
    .await?;
    let months = rows.into_iter();
    Ok(months.map(|(month, sum)| (month, Pence(sum))).collect())
}

/// The latest expenses of an account in which each typed word is the beginning of some word.
pub async fn search(conn: &mut Conn, user_id: &UserId, typed: &str, limit: i64) -> DbResult<Vec<ExpenseRow>> {
    let filter = ExpenseFilter {
        user_id: user_id.to_owned(),
        category: None,
        contact_id: None,
        receipt: None,
        from: None,
        to: None,
        typed: Some(typed.to_owned()),
    };
    let order =
        ExpenseOrder { sorting: Sorting { key: ExpenseSortKey::Date, descending: true }, after: None };
    list_page(conn, &filter, &order, limit).await
}

/// A supplier whom the account has paid, with the last expense's category and rate.
#[derive(Debug, Clone)]
pub struct PaidSupplier {
    /// The supplier's name as last entered.
    pub supplier: String,
    /// The normalised name.
    pub key: String,
    /// The category of the last expense.
    pub category: ExpenseCategory,
    /// The VAT rate of the last expense.
    pub vat_rate: String,
}

/// The suppliers of an account, each as in its latest expense, latest first.
pub async fn list_suppliers(conn: &mut Conn, user_id: &UserId, limit: i64) -> DbResult<Vec<PaidSupplier>> {
    // A date always has ten characters, so the date and id joined into one text sort like the two separately.
    let index = indexed_by(find_dialect(conn), "expenses_supplier");
    let sql = format!(
        "SELECT e.supplier, e.supplier_key, e.category, e.vat_rate FROM (\
             SELECT MAX(date || id) AS day_and_id FROM expenses{index} \
             WHERE user_id = $1 AND supplier_key > '' AND vehicle IS NULL \
             GROUP BY supplier_key ORDER BY day_and_id DESC LIMIT $2) latest \
         CROSS JOIN expenses e WHERE e.id = SUBSTR(latest.day_and_id, 11) \
         ORDER BY latest.day_and_id DESC"
    );
    let rows: Vec<(String, String, String, String)> =
        sql::query_as(AssertSqlSafe(sql)).bind(user_id).bind(limit).fetch_all(conn).await?;
    let paid = rows.into_iter().filter_map(|(supplier, key, word, vat_rate)| {
        Some(PaidSupplier { supplier, key, category: ExpenseCategory::parse(&word)?, vat_rate })
    });
    Ok(paid.collect())
}
