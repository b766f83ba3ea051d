//! The expenses table, and the tables that belong to it.

pub mod bank;
pub mod find;
pub mod journeys;
pub mod receipts;

use plumbline_core::expense::{ExpenseCategory, Journey};
use plumbline_core::money::Pence;
use plumbline_core::money::number::Number;
use plumbline_core::tax::Vehicle;
use plumbline_core::time::Date;
use plumbline_core::time::repeat::Repeat;

use super::fields::{ExpenseFields, GoodsOrService, VatKind};
use super::response::Expense;
use plumbline_platform::db::table::{Table as _, table};
use plumbline_platform::db::{Conn, Db, DbResult, bulk_write, column, search_sums, sql, words};
use plumbline_platform::ids::{ContactId, ExpenseId, FileId, ProfileId, UserId};

pub use find::{search, sum_by_month};

table! {
    /// An expense as stored.
    pub struct ExpenseRow: "expenses", by id, immutable [user_id, repeat_of, from_bank, created_at] {
        /// UUIDv7.
        pub id: ExpenseId,
        /// The account.
        pub user_id: UserId,
        /// The version, which increases with every change.
        pub version: i64,
        /// The day of payment.
        pub date: Date,
        /// The supplier.
        pub supplier: String,
        /// The supplier's name, folded for comparison.
        pub supplier_key: String,
        /// What it was for.
        pub description: String,
        /// The category of the tax return.
        pub category: ExpenseCategory,
        /// The amount including VAT.
        pub amount: Pence,
        /// The VAT rate as a percentage; empty if there is none.
        pub vat_rate: Number,
        /// The VAT in the amount.
        pub vat_amount: Pence,
        /// The percentage that was not for the business; empty if there is none.
        pub private_share: Number,
        /// Whether it is a cost of a vehicle.
        pub vehicle_cost: bool,
        /// How it is treated for VAT.
        pub vat_kind: VatKind,
        /// Whether it is for goods or a service.
        pub goods_or_service: GoodsOrService,
        /// The customer whose job it was for.
        pub contact_id: Option<ContactId>,
        /// The business profile; `None` means the account's first.
        pub business_profile_id: Option<ProfileId>,
        /// The job or the site.
        pub job: String,
        /// The vehicle of a journey; `None` for any other expense.
        pub vehicle: Option<Vehicle>,
        /// The distance of a journey, in tenths of a mile.
        pub tenths: i64,
        /// How often it is repeated.
        pub repeats: Repeat,
        /// The last day on which it may be repeated.
        pub repeat_until: Option<Date>,
        /// The day of its last repetition.
        pub repeat_done: Option<Date>,
        /// The day of its next repetition.
        pub repeat_next: Option<Date>,
        /// The expense of which this one is a repetition.
        pub repeat_of: Option<ExpenseId>,
        /// Whether it was imported from a bank file.
        pub from_bank: bool,
        /// The number of receipts.
        pub receipt_count: i64,
        /// The words by which searches find it.
        pub words: String,
        /// Milliseconds since the epoch.
        pub created_at: i64,
        /// Milliseconds since the epoch.
        pub updated_at: i64,
    }
}

impl ExpenseRow {
    /// A row with a value in every column, different ones where possible, for tests that check that a copy leaves
    /// nothing out.
    #[must_use]
    pub fn every_field() -> Self {
        let id = |last: u8| uuid::Uuid::from_bytes([1, 147, 0, 0, 0, 0, 112, 0, 128, 0, 0, 0, 0, 0, 0, last]);
        let day = Date::FIRST;
        Self {
            id: id(1).into(),
            user_id: id(2).into(),
            version: 3,
            date: day,
            supplier: "Hire Shop".to_owned(),
            supplier_key: "hire shop".to_owned(),
            description: "A wet vac".to_owned(),
            category: ExpenseCategory::CarVanTravelExpenses,
            amount: Pence(4_320),
            vat_rate: Number::from(20),
            vat_amount: Pence(720),
            private_share: Number::from(35),
            vehicle_cost: true,
            vat_kind: VatKind::Capital,
            goods_or_service: GoodsOrService::Service,
            contact_id: Some(id(4).into()),
            business_profile_id: Some(id(5).into()),
            job: "7 Tap Lane".to_owned(),
            vehicle: Some(Vehicle::Motorcycle),
            tenths: 123,
            repeats: Repeat::Weekly,
            repeat_until: Some(Date::LAST),
            repeat_done: Some(day),
            repeat_next: Some(Date::LAST),
            repeat_of: Some(id(6).into()),
            from_bank: true,
            receipt_count: 2,
            words: " hire shop ".to_owned(),
            created_at: 8,
            updated_at: 9,
        }
    }

    /// The first version of an expense.
    #[must_use]
    pub fn new(user_id: &UserId, id: &ExpenseId, fields: &ExpenseFields, now: i64) -> Self {
        let fields = fields.clone();
        let row = Self {
            id: id.clone(),
            user_id: user_id.clone(),
            version: 1,
            date: fields.date,
            supplier_key: words::sort_key(&fields.supplier),
            supplier: fields.supplier,
            description: fields.description,
            category: fields.category,
            amount: fields.amount,
            vat_rate: fields.vat_rate,
            vat_amount: fields.vat_amount,
            private_share: fields.private_share,
            vehicle_cost: fields.vehicle_cost,
            vat_kind: fields.vat_kind,
            goods_or_service: fields.goods_or_service,
            contact_id: fields.contact_id,
            business_profile_id: fields.business_profile_id,
            job: fields.job,
            vehicle: fields.journey.map(|journey| journey.vehicle),
            tenths: fields.journey.map_or(0, |journey| journey.tenths),
            repeats: fields.repeat,
            repeat_until: fields.repeat_until,
            repeat_done: None,
            repeat_next: None,
            repeat_of: None,
            from_bank: false,
            receipt_count: i64::try_from(fields.receipts.len()).unwrap_or(i64::MAX),
            words: String::new(),
            created_at: now,
            updated_at: now,
        };
        row.with_search_words()
    }

    /// The row with its search words filled in.
    #[must_use]
    pub fn with_search_words(mut self) -> Self {
        let pounds = self.amount.to_string();
        let texts = [&*self.supplier, &self.description, &self.job, self.category.info().name, &pounds];
        let mut seen = std::collections::HashSet::new();
        let mut stored = String::from(" ");
        for word in texts.into_iter().flat_map(words::split_indexed_words) {
            if seen.insert(word.clone()) {
                stored.push_str(&word);
                stored.push(' ');
            }
        }
        self.words = stored;
        self
    }

    /// The fields that a person entered; the amount of a journey is not one of them. Every column is named, so that a
    /// new one doesn't compile until somebody decides whether it is entered.
    pub(super) fn to_fields(&self, receipts: Vec<FileId>) -> ExpenseFields {
        let Self {
            id: _, // identifies the expense
            user_id: _,
            version: _,
            date,
            supplier,
            supplier_key: _, // made from the supplier
            description,
            category,
            amount,
            vat_rate,
            vat_amount,
            private_share,
            vehicle_cost,
            vat_kind,
            goods_or_service,
            contact_id,
            business_profile_id,
            job,
            vehicle,
            tenths,
            repeats,
            repeat_until,
            repeat_done: _, // the progress of the series
            repeat_next: _,
            repeat_of: _, // the origin of the expense
            from_bank: _,
            receipt_count: _, // counted from the receipts
            words: _,         // made from other columns
            created_at: _,
            updated_at: _,
        } = self.clone();
        let journey = vehicle.map(|vehicle| Journey { vehicle, tenths });
        ExpenseFields {
            date,
            supplier,
            description,
            category,
            amount: if journey.is_some() { Pence::ZERO } else { amount },
            vat_rate,
            vat_amount,
            private_share,
            vehicle_cost,
            vat_kind,
            goods_or_service,
            contact_id,
            business_profile_id,
            job,
            journey,
            repeat: repeats,
            repeat_until,
            receipts,
        }
    }
}

/// An expense of an account.
pub async fn find(conn: &mut Conn, user_id: &UserId, id: &ExpenseId) -> DbResult<Option<ExpenseRow>> {
    ExpenseRow::select("WHERE user_id = $1 AND id = $2").bind(user_id).bind(id).fetch_optional(conn).await
}

/// An expense of any account.
pub async fn find_by_id(conn: &mut Conn, id: &ExpenseId) -> DbResult<Option<ExpenseRow>> {
    ExpenseRow::select("WHERE id = $1").bind(id).fetch_optional(conn).await
}

/// An expense of an account with its receipts.
pub async fn find_with_receipts(
    conn: &mut Conn,
    user_id: &UserId,
    id: &ExpenseId,
) -> DbResult<Option<Expense>> {
    let Some(row) = find(conn, user_id, id).await? else {
        return Ok(None);
    };
    let receipts = receipts::list_for_expense(conn, &row.id).await?;
    Ok(Some(Expense::from_row(row, receipts)))
}

/// Every expense of an account, by date.
pub async fn list_for_account(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<Expense>> {
    let rows = ExpenseRow::select("WHERE user_id = $1 ORDER BY date, id")
        .bind(user_id)
        .fetch_all(&mut *conn)
        .await?;
    add_receipts(conn, user_id, rows).await
}

/// An account's expenses from the first to the last day, by day.
pub async fn list_between(
    conn: &mut Conn,
    user_id: &UserId,
    (first, last): (Date, Date),
) -> DbResult<Vec<Expense>> {
    let rows = ExpenseRow::select("WHERE user_id = $1 AND date >= $2 AND date <= $3 ORDER BY date, id")
        .bind(user_id)
        .bind(first.to_string())
        .bind(last.to_string())
        .fetch_all(&mut *conn)
        .await?;
    add_receipts(conn, user_id, rows).await
}

async fn add_receipts(conn: &mut Conn, user_id: &UserId, rows: Vec<ExpenseRow>) -> DbResult<Vec<Expense>> {
    let mut receipts = receipts::list_for_account(conn, user_id).await?;
    let whole = rows.into_iter().map(|row| {
        let own = receipts.remove(&row.id).unwrap_or_default();
        Expense::from_row(row, own)
    });
    Ok(whole.collect())
}

/// Writes the search words of all expenses again if an older version of the server stored them.
pub async fn fill_search_words(db: &Db) -> DbResult<()> {
    let words_of = |row: ExpenseRow| Ok((row.id.to_string(), row.with_search_words().words));
    search_sums::rewrite_outdated(db, words_of).await
}

/// Inserts an expense unless its id exists; returns whether it was inserted.
pub async fn insert(conn: &mut Conn, row: &ExpenseRow) -> DbResult<bool> {
    let done = row.insert_if_absent().execute(conn).await?;
    Ok(done.rows_affected() == 1)
}

/// Inserts new expenses.
pub async fn insert_all<'a>(conn: &mut Conn, all: impl Iterator<Item = &'a ExpenseRow>) -> DbResult<()> {
    let rows: Vec<_> = all.map(|row| bulk_write::RowWithWords { row, search_words: None }).collect();
    bulk_write::insert_many(conn, &rows).await
}

/// Updates an expense if `version` is its newest version; returns whether it was updated.
pub async fn update(conn: &mut Conn, row: &ExpenseRow, version: i64) -> DbResult<bool> {
    let done = row.update_version(version).execute(conn).await?;
    Ok(done.rows_affected() == 1)
}

/// Deletes an expense; returns whether there was one.
pub async fn delete(conn: &mut Conn, user_id: &UserId, id: &ExpenseId) -> DbResult<bool> {
    let done = sql::query("DELETE FROM expenses WHERE user_id = $1 AND id = $2")
        .bind(user_id)
        .bind(id)
        .execute(conn)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// The day of the latest repetition of an expense; `None` if there is none.
pub async fn find_last_of_series(
    conn: &mut Conn,
    user_id: &UserId,
    id: &ExpenseId,
) -> DbResult<Option<Date>> {
    let last: Option<String> =
        sql::query_scalar("SELECT MAX(date) FROM expenses WHERE user_id = $1 AND repeat_of = $2")
            .bind(user_id.as_str())
            .bind(id.as_str())
            .fetch_one(conn)
            .await?;
    last.map(|day| column::read_value(day, format!("expenses.date of repeat_of '{id}'"))).transpose()
}

/// Records that the repetition for a day was created, and the next day; returns false if another server has recorded it
/// already.
pub async fn advance_series(
    conn: &mut Conn,
    id: &ExpenseId,
    due: Date,
    next: Option<Date>,
) -> DbResult<bool> {
    let done = sql::query(
        "UPDATE expenses SET repeat_done = $1, repeat_next = $2 \
         WHERE id = $3 AND repeat_next = $4",
    )
    .bind(due.to_string())
    .bind(next.map(|day| day.to_string()))
    .bind(id.as_str())
    .bind(due.to_string())
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Moves one contact's expenses to another.
pub async fn reassign_contact(
    conn: &mut Conn,
    user_id: &UserId,
    [from, to]: [&ContactId; 2],
) -> DbResult<()> {
    sql::query("UPDATE expenses SET contact_id = $1 WHERE user_id = $2 AND contact_id = $3")
        .bind(to)
        .bind(user_id)
        .bind(from)
        .execute(conn)
        .await?;
    Ok(())
}

/// Whether an expense is a payment to a subcontractor under CIS. The deduction is stored in another table.
pub async fn is_under_cis(conn: &mut Conn, id: &ExpenseId) -> DbResult<bool> {
    let found: i64 = sql::query_scalar("SELECT COUNT(*) FROM cis_payments WHERE expense_id = $1")
        .bind(id.as_str())
        .fetch_one(conn)
        .await?;
    Ok(found > 0)
}
