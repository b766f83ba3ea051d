//! The table recurring_invoices.

use plumbline_core::calculate::totals::{Totals, calculate};
use plumbline_core::document::Document;
use plumbline_core::money::Pence;
use plumbline_core::time::Date;
use plumbline_core::time::due::DueUnit;
use plumbline_core::time::repeat::{Repeat, Series, SeriesEnd};
use serde::Deserialize;

use super::fields::RecurringFields;
use plumbline_platform::db::table::{Table as _, stored_enum, table};
use plumbline_platform::db::{Conn, DbResult, sql, words};
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::{ContactId, ProfileId, RecurringId, UserId};
use plumbline_records::documents::drafting::body::ParsedHeader;

stored_enum! {
    /// What is made on each date.
    #[derive(Default, Deserialize, utoipa::ToSchema)]
    #[serde(rename_all = "lowercase")]
    #[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, rename_all = "lowercase"))]
    pub enum RecurringMakes {
        /// The invoice is issued and emailed to its customer.
        Sent = "sent",
        /// The invoice is a draft, which the business checks first.
        #[default]
        Draft = "draft",
    }
}

table! {
    /// A recurring invoice as stored.
    pub struct RecurringRow: "recurring_invoices", by id, immutable [user_id, created_from, created_at] {
        /// UUIDv7.
        pub id: RecurringId,
        /// The account.
        pub user_id: UserId,
        /// The version, raised by every change that a person makes.
        pub version: i64,
        /// Digest of the body that created it.
        pub created_from: String,
        /// The name that the business gives it.
        pub name: String,
        /// The business profile of the invoices; `None`: the account's owner.
        pub business_profile_id: Option<ProfileId>,
        /// The customer.
        pub contact_id: Option<ContactId>,
        /// The job.
        pub job_description: String,
        /// The address of the job, one part per line.
        pub job_address: String,
        /// The customer's order number; empty if there is none.
        pub order_number: String,
        /// Notes for the customer.
        pub notes: String,
        /// Its own template; `None`: the business profile's.
        pub template: Option<String>,
        /// Its own terms; `None`: the business profile's.
        pub terms: Option<String>,
        /// The core document, JSON.
        pub input: String,
        /// The totals, as calculated by core, JSON.
        pub totals: String,
        /// The total of each invoice.
        pub total_amount: Pence,
        /// How many days, months or month ends lie between the date of an invoice and its due date.
        pub days_due: i64,
        /// The unit of `days_due`.
        pub due_unit: DueUnit,
        /// The first date of the series.
        pub first_day: Date,
        /// How often it repeats.
        pub repeats: Repeat,
        /// The last possible date; `None`: no end.
        pub last_day: Option<Date>,
        /// How many dates it has; `None`: no end.
        pub times: Option<i64>,
        /// What is made on each date.
        pub makes: RecurringMakes,
        /// Whether it is paused, so that no invoices are made.
        pub paused: bool,
        /// Why it was paused automatically; empty if it was not.
        pub trouble: String,
        /// The last date that is done: its invoice was made, or it was skipped.
        pub done_day: Option<Date>,
        /// The next date; `None` if it is over.
        pub next_day: Option<Date>,
        /// Milliseconds since the epoch.
        pub created_at: i64,
        /// Milliseconds since the epoch.
        pub updated_at: i64,
    }
}

table! {
    /// A row of the list.
    pub struct RecurringListRow: "recurring_invoices", by id {
        /// UUIDv7.
        pub id: RecurringId,
        /// The name that the business gives it.
        pub name: String,
        /// The job.
        pub job_description: String,
        /// The total of each invoice.
        pub total_amount: Pence,
        /// How often it repeats.
        pub repeats: Repeat,
        /// What is made on each date.
        pub makes: RecurringMakes,
        /// Whether it is paused, so that no invoices are made.
        pub paused: bool,
        /// Why it was paused automatically; empty if it was not.
        pub trouble: String,
        /// The next date; `None` if it is over.
        pub next_day: Option<Date>,
        /// Milliseconds since the epoch.
        pub updated_at: i64,
    }
    read {
        /// The customer's name.
        pub contact_name: Option<String> = "(SELECT CASE WHEN c.name = '' THEN c.company ELSE c.name END FROM contacts c WHERE c.id = recurring_invoices.contact_id)",
    }
}

impl RecurringRow {
    /// The row of a new recurring invoice.
    pub(in crate::recurring) fn new(
        id: RecurringId,
        user_id: &UserId,
        fields: &RecurringFields,
        now: i64,
    ) -> Result<Self, ApiError> {
        // Every field is named, so that a new field doesn't compile until somebody decides whether a series has it.
        let ParsedHeader {
            id: _, // the caller's
            version: _,
            issue_date: _, // each invoice has its own day
            due_date: _,
            business_profile_id,
            contact_id,
            job_description,
            job_address,
            order_number,
            notes,
            template,
            terms,
        } = fields.body.head.clone();
        let (last_day, times) = match fields.series.end {
            SeriesEnd::Open => (None, None),
            SeriesEnd::On(day) => (Some(day), None),
            SeriesEnd::After(times) => (None, Some(i64::from(times))),
        };
        let totals = plumbline_records::documents::stored::calculate_totals(&fields.body.document)?;
        Ok(Self {
            id,
            user_id: user_id.clone(),
            version: 1,
            created_from: fields.body.digest.clone(),
            name: fields.name.clone(),
            business_profile_id,
            contact_id,
            job_description,
            job_address,
            order_number: order_number.unwrap_or_default(),
            notes,
            template,
            terms,
            input: serde_json::to_string(&fields.body.document)?,
            totals: serde_json::to_string(&totals)?,
            total_amount: totals.total_amount,
            days_due: fields.days_due,
            due_unit: fields.due_unit.unwrap_or_default(),
            first_day: fields.series.first,
            repeats: fields.series.repeat,
            last_day,
            times,
            makes: fields.makes,
            paused: false,
            trouble: String::new(),
            done_day: None,
            next_day: None,
            created_at: now,
            updated_at: now,
        })
    }

    /// The dates of the series.
    #[must_use]
    pub fn series(&self) -> Series {
        let end = match (self.last_day, self.times) {
            (Some(day), _) => SeriesEnd::On(day),
            (None, Some(times)) => SeriesEnd::After(u32::try_from(times).unwrap_or_default()),
            (None, None) => SeriesEnd::Open,
        };
        Series { first: self.first_day, repeat: self.repeats, end }
    }

    /// The due date of the invoice for a date.
    #[must_use]
    pub fn due_date(&self, day: Date) -> Option<Date> {
        let count = u32::try_from(self.days_due).unwrap_or_default();
        self.due_unit.due_date(day, count)
    }

    /// The document of each invoice.
    ///
    /// # Errors
    /// 500 when the stored data cannot be read.
    pub fn document(&self) -> Result<Document, ApiError> {
        Ok(serde_json::from_str(&self.input)?)
    }

    /// The totals of each invoice by today's rules or, if these refuse the document, as they were stored.
    ///
    /// # Errors
    /// 500 when the stored data cannot be read.
    pub fn totals(&self, document: &Document) -> Result<Totals, ApiError> {
        match calculate(document) {
            Ok(totals) => Ok(totals),
            Err(_) => Ok(serde_json::from_str(&self.totals)?),
        }
    }

    /// The bytes that count towards the account's storage quota.
    #[must_use]
    pub fn stored_size(&self) -> i64 {
        let texts = [
            &self.input,
            &self.totals,
            &self.name,
            &self.job_description,
            &self.job_address,
            &self.order_number,
            &self.notes,
        ];
        let bytes: usize = texts.into_iter().chain(&self.terms).map(String::len).sum();
        i64::try_from(bytes).unwrap_or(i64::MAX)
    }
}

#[cfg(test)]
impl RecurringRow {
    /// A row in which every column has a value of its own, whether or not they can occur together.
    pub(in crate::recurring) fn every_field() -> Self {
        let text = str::to_owned;
        let id = |last: u8| format!("01930000-0000-7000-8000-0000000000{last:02}");
        let day = |text: &str| text.parse().unwrap();
        Self {
            id: id(1).parse().unwrap(),
            user_id: id(2).parse().unwrap(),
            version: 3,
            created_from: text("a digest"),
            name: text("Boiler cover"),
            business_profile_id: id(4).parse().ok(),
            contact_id: id(5).parse().ok(),
            job_description: text("Cover for {month}"),
            job_address: text("9 Tap Lane"),
            order_number: text("PO-4711"),
            notes: text("Until {date}"),
            template: Some(text("bold")),
            terms: Some(text("Within two weeks")),
            input: text(r#"{"tax":"17.5"}"#),
            totals: text(r#"{"totalAmount":"41.75"}"#),
            total_amount: Pence(4_175),
            days_due: 3,
            due_unit: DueUnit::Months,
            first_day: day("2026-12-16"),
            repeats: Repeat::Fortnightly,
            last_day: Some(day("2027-12-16")),
            times: Some(12),
            makes: RecurringMakes::Sent,
            paused: true,
            trouble: text("No business"),
            done_day: Some(day("2026-12-30")),
            next_day: Some(day("2027-01-13")),
            created_at: 6,
            updated_at: 7,
        }
    }
}

/// An account's recurring invoice.
pub async fn find(conn: &mut Conn, user_id: &UserId, id: &RecurringId) -> DbResult<Option<RecurringRow>> {
    RecurringRow::select("WHERE user_id = $1 AND id = $2").bind(user_id).bind(id).fetch_optional(conn).await
}

/// A recurring invoice of any account.
pub async fn find_by_id(conn: &mut Conn, id: &RecurringId) -> DbResult<Option<RecurringRow>> {
    RecurringRow::select("WHERE id = $1").bind(id).fetch_optional(conn).await
}

/// The same, locked until the transaction ends.
pub async fn lock(conn: &mut Conn, id: &RecurringId) -> DbResult<Option<RecurringRow>> {
    sql::query("UPDATE recurring_invoices SET version = version WHERE id = $1")
        .bind(id)
        .execute(&mut *conn)
        .await?;
    find_by_id(conn, id).await
}

/// All of an account with all fields, for the export.
pub async fn list_for_account(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<RecurringRow>> {
    RecurringRow::select("WHERE user_id = $1 ORDER BY id").bind(user_id).fetch_all(conn).await
}

/// All of an account for a list, by their next date; those that are over or paused come last.
pub async fn list(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<RecurringListRow>> {
    let mut rows = RecurringListRow::select("WHERE user_id = $1").bind(user_id).fetch_all(conn).await?;
    rows.sort_by_cached_key(|row| {
        let place = match row.next_day {
            Some(_) if !row.paused => 0,
            Some(_) => 1,
            None => 2,
        };
        (place, row.next_day, row.name.to_lowercase(), row.id.clone())
    });
    Ok(rows)
}

/// Those of an account in which every typed word is the beginning of a word of their name, customer or job. There are
/// few of them, so they are filtered here.
pub async fn search(
    conn: &mut Conn,
    user_id: &UserId,
    typed: &str,
    limit: i64,
) -> DbResult<Vec<RecurringListRow>> {
    let queries = words::split_search_words(typed);
    if queries.is_empty() {
        return Ok(Vec::new());
    }
    let mut rows = list(conn, user_id).await?;
    rows.retain(|row| {
        let customer = row.contact_name.as_deref().unwrap_or_default();
        words::all_match(&queries, [&*row.name, customer, &row.job_description])
    });
    rows.truncate(usize::try_from(limit).unwrap_or_default());
    Ok(rows)
}

/// How many an account has. The account is locked first, so that two creates count one after the other.
pub async fn lock_and_count(conn: &mut Conn, user_id: &UserId) -> DbResult<i64> {
    sql::query("UPDATE users SET created_at = created_at WHERE id = $1")
        .bind(user_id)
        .execute(&mut *conn)
        .await?;
    sql::query_scalar("SELECT COUNT(*) FROM recurring_invoices WHERE user_id = $1")
        .bind(user_id)
        .fetch_one(conn)
        .await
}

/// How many of an account were paused automatically.
pub async fn count_in_trouble(conn: &mut Conn, user_id: &UserId) -> DbResult<i64> {
    sql::query_scalar("SELECT COUNT(*) FROM recurring_invoices WHERE user_id = $1 AND trouble <> ''")
        .bind(user_id)
        .fetch_one(conn)
        .await
}

/// Inserts a new one. Returns false if its id is taken.
pub async fn insert(conn: &mut Conn, row: &RecurringRow) -> DbResult<bool> {
    let done = row.insert_if_absent().execute(conn).await?;
    Ok(done.rows_affected() == 1)
}

/// Saves a change to this version of the row. Returns false if the version is no longer the newest.
pub async fn update(conn: &mut Conn, row: &RecurringRow, over: i64) -> DbResult<bool> {
    let done = row.update_version(over).execute(conn).await?;
    Ok(done.rows_affected() == 1)
}

/// Records that the invoice due on a date is done, and the next date. Returns false if that was recorded before.
pub async fn advance(conn: &mut Conn, id: &RecurringId, due: Date, next: Option<Date>) -> DbResult<bool> {
    let done = sql::query(
        "UPDATE recurring_invoices SET done_day = $1, next_day = $2 \
         WHERE id = $3 AND next_day = $4 AND paused = 0",
    )
    .bind(due.to_string())
    .bind(next.map(|day| day.to_string()))
    .bind(id.as_str())
    .bind(due.to_string())
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Deletes one. Returns false if there was none.
pub async fn delete(conn: &mut Conn, user_id: &UserId, id: &RecurringId) -> DbResult<bool> {
    let done = sql::query("DELETE FROM recurring_invoices WHERE user_id = $1 AND id = $2")
        .bind(user_id)
        .bind(id)
        .execute(conn)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// Moves a contact's recurring invoices to another contact.
pub async fn reassign_contact(
    conn: &mut Conn,
    user_id: &UserId,
    [from, to]: [&ContactId; 2],
) -> DbResult<()> {
    sql::query("UPDATE recurring_invoices SET contact_id = $1 WHERE user_id = $2 AND contact_id = $3")
        .bind(to)
        .bind(user_id)
        .bind(from)
        .execute(conn)
        .await?;
    Ok(())
}
