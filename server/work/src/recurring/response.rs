//! Recurring invoices in a response.

use plumbline_core::calculate::totals::Totals;
use plumbline_core::document::parties::Contact;
use plumbline_core::money::Pence;
use plumbline_core::time::Date;
use plumbline_core::time::due::DueUnit;
use plumbline_core::time::repeat::{Repeat, Series};
use serde::Serialize;
use utoipa::ToSchema;

use super::store::{RecurringListRow, RecurringMakes, RecurringRow};
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;
use plumbline_records::contacts::store as contacts;
use plumbline_records::documents::drafting::fields::DocumentFields;
use plumbline_records::documents::reading::list::{DocumentSummary, to_summaries};
use plumbline_records::documents::store::recurring_documents::{self, RecurringOutcome};

/// How many of the next dates are listed.
const UPCOMING_DAYS: usize = 12;
/// How many of its latest invoices are listed.
const MADE_INVOICES: i64 = 24;

/// A recurring invoice.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Recurring {
    /// UUIDv7.
    pub id: String,
    /// The version, which the next save has to send.
    pub version: i64,
    /// The name that the business gives it.
    pub name: String,
    /// The first date, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub first_day: Date,
    /// How often it repeats.
    #[schema(value_type = String)]
    pub repeat: Repeat,
    /// The last possible date; `None`: no end.
    #[schema(value_type = Option<String>)]
    pub last_day: Option<Date>,
    /// How many dates it has; `None`: no end.
    pub times: Option<i64>,
    /// How many days, months or month ends lie between the date of an invoice and its due date, by `dueUnit`.
    pub days_due: i64,
    /// The unit of `daysDue`: `days`, `months`, or `monthend`, where 0 is the end of the invoice's own month.
    #[schema(value_type = String)]
    pub due_unit: DueUnit,
    /// What is made on each date.
    #[schema(inline)]
    pub makes: RecurringMakes,
    /// Whether it is paused, so that no invoices are made.
    pub paused: bool,
    /// Why it was paused automatically; `None` if it was not.
    pub trouble: Option<String>,
    /// The next date; `None` if it is over. While it is paused, the date on which it would resume.
    #[schema(value_type = Option<String>)]
    pub next_day: Option<Date>,
    /// The next dates.
    pub days: RecurringUpcoming,
    /// The business profile of the invoices; `None`: the account's owner.
    pub business_profile_id: Option<String>,
    /// The customer.
    pub contact_id: Option<String>,
    /// The customer in their current state.
    #[schema(value_type = Option<Object>)]
    pub contact: Option<Contact>,
    /// The job.
    pub job_description: String,
    /// The address of the job, one part per line; empty: the customer's own address.
    pub job_address: String,
    /// The customer's order number; empty if there is none.
    pub order_number: String,
    /// Notes for the customer.
    pub notes: String,
    /// Its own template; `None`: the business profile's.
    pub template: Option<String>,
    /// Its own terms; `None`: the business profile's.
    pub terms: Option<String>,
    /// The totals of each invoice, as calculated by core.
    #[schema(value_type = Object)]
    pub totals: Totals,
    /// The document.
    #[serde(flatten)]
    pub document: DocumentFields,
    /// The invoices that it made, the latest first; at most 24.
    pub made: Vec<MadeInvoice>,
    /// How many invoices it made.
    pub made_total: i64,
    /// Unix milliseconds.
    pub created_at: i64,
    /// Unix milliseconds.
    pub updated_at: i64,
}

/// The next dates of a series.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct RecurringUpcoming {
    /// The next dates, at most 12, YYYY-MM-DD.
    #[schema(value_type = Vec<String>)]
    pub next: Vec<Date>,
    /// How many dates there are from now on; `None` if the series has no end.
    pub left: Option<u32>,
    /// The last date; `None` if the series has no end.
    #[schema(value_type = Option<String>)]
    pub last: Option<Date>,
}

/// An invoice made by a recurring invoice.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct MadeInvoice {
    /// The date for which it was made, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub day: Date,
    /// What happened to it when it was made.
    #[schema(inline)]
    pub outcome: RecurringOutcome,
    /// Why it could not be sent; `None` if it was sent, or was meant to be a draft.
    pub reason: Option<String>,
    /// The invoice in its current state.
    pub invoice: DocumentSummary,
}

/// A row of the list.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct RecurringSummary {
    /// UUIDv7.
    pub id: String,
    /// The name that the business gives it.
    pub name: String,
    /// The customer's name.
    pub contact_name: String,
    /// The job.
    pub job_description: String,
    /// The total of each invoice, in pounds.
    #[schema(value_type = String)]
    pub total_amount: Pence,
    /// How often it repeats.
    #[schema(value_type = String)]
    pub repeat: Repeat,
    /// What is made on each date.
    #[schema(inline)]
    pub makes: RecurringMakes,
    /// Whether it is paused, so that no invoices are made.
    pub paused: bool,
    /// Why it was paused automatically; `None` if it was not.
    pub trouble: Option<String>,
    /// The next date, YYYY-MM-DD; `None` if it is over.
    #[schema(value_type = Option<String>)]
    pub next_day: Option<Date>,
}

impl Recurring {
    /// Loads what belongs to a recurring invoice, and builds the response.
    pub(super) async fn load(conn: &mut Conn, row: RecurringRow, today: Date) -> Result<Self, ApiError> {
        let contact = match &row.contact_id {
            Some(id) => contacts::find(conn, &row.user_id, id).await?,
            None => None,
        };
        let made = recurring_documents::list_for_series(conn, &row.id, MADE_INVOICES).await?;
        let made_total = recurring_documents::count_for_series(conn, &row.id).await?;
        let document = row.document()?;
        let comes_to = row.totals(&document)?;
        let series = row.series();
        let next = if row.paused { super::due::day_after_pause(&row, today) } else { row.next_day };
        let (made, listed): (Vec<_>, Vec<_>) = made.into_iter().unzip();
        let invoices = to_summaries(conn, listed, today).await?;
        let made = made.into_iter().zip(invoices).map(|(made, invoice)| MadeInvoice {
            day: made.day,
            outcome: made.outcome,
            reason: Some(made.reason).filter(|reason| !reason.is_empty()),
            invoice,
        });
        // Every column is named, so that a new column doesn't compile until it is in the response, or somebody decides
        // why not.
        let RecurringRow {
            id,
            user_id: _, // the account
            version,
            created_from: _, // a digest, by which a repeated create is recognised
            name,
            business_profile_id,
            contact_id,
            job_description,
            job_address,
            order_number,
            notes,
            template,
            terms,
            input: _,        // above
            totals: _,       // above
            total_amount: _, // in the totals
            days_due,
            due_unit,
            first_day,
            repeats,
            last_day,
            times,
            makes,
            paused,
            trouble,
            done_day: _, // its progress
            next_day: _, // above: while it is paused, the date on which it would resume
            created_at,
            updated_at,
        } = row;
        Ok(Self {
            id: id.into(),
            version,
            name,
            first_day,
            repeat: repeats,
            last_day,
            times,
            days_due,
            due_unit,
            makes,
            paused,
            trouble: Some(trouble).filter(|trouble| !trouble.is_empty()),
            next_day: next,
            days: RecurringUpcoming::from_series(series, next),
            business_profile_id: business_profile_id.map(String::from),
            contact_id: contact_id.map(String::from),
            contact: contact.map(|row| row.fields.into()),
            job_description,
            job_address,
            order_number,
            notes,
            template,
            terms,
            totals: comes_to,
            document: DocumentFields::from(document),
            made: made.collect(),
            made_total,
            created_at,
            updated_at,
        })
    }
}

impl RecurringUpcoming {
    /// The dates of a series from its next one on.
    pub(super) fn from_series(series: Series, next: Option<Date>) -> Self {
        let Some(next) = next else {
            return Self { next: Vec::new(), left: Some(0), last: None };
        };
        let ends = series.count_and_last();
        let behind = next.day_before().map_or(0, |day| series.count_until(day));
        Self {
            next: series.days_from(next).take(UPCOMING_DAYS).collect(),
            left: ends.map(|(count, _)| count.saturating_sub(behind)),
            last: ends.map(|(_, last)| last),
        }
    }
}

impl From<RecurringListRow> for RecurringSummary {
    fn from(row: RecurringListRow) -> Self {
        Self {
            id: row.id.into(),
            name: row.name,
            contact_name: row.contact_name.unwrap_or_default(),
            job_description: row.job_description,
            total_amount: row.total_amount,
            repeat: row.repeats,
            makes: row.makes,
            paused: row.paused,
            trouble: Some(row.trouble).filter(|trouble| !trouble.is_empty()),
            next_day: row.next_day,
        }
    }
}
