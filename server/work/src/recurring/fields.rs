//! The fields that a person types of a recurring invoice, and what is stored of them.

use plumbline_core::document::Document;
use plumbline_core::kind::DocumentKind;
use plumbline_core::time::Date;
use plumbline_core::time::date_placeholders::{replace_date_placeholders, widest_date};
use plumbline_core::time::due::DueUnit;
use plumbline_core::time::repeat::{Repeat, Series, SeriesEnd};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::store::RecurringMakes;
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::http::RawJson;
use plumbline_platform::http::field_checks::{FieldChecks, NAME_MAX};
use plumbline_records::documents::drafting::body::{self, DocumentBody, JOB_ADDRESS_MAX, LONG_TEXT_MAX};
use plumbline_records::documents::drafting::fields::DocumentFields;
use plumbline_records::documents::drafting::validation;

/// The most days from today to the first date of a series.
const DAYS_AHEAD_MAX: i64 = 5 * 366;
/// The most invoices that a series can be limited to.
const TIMES_MAX: i64 = 999;

/// A recurring invoice to create or to save; `body.rs` reads the document's part. The placeholders `{month}`, `{year}`
/// and `{date}` in the job, the notes and the lines stand for the date of each invoice.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct RecurringInput {
    /// The name that the business gives it.
    pub name: String,
    /// The first date, YYYY-MM-DD. No invoices are made for dates before today.
    pub first_day: Option<String>,
    /// How often it repeats.
    #[schema(value_type = String)]
    pub repeat: Repeat,
    /// The last possible date; `None`: no end.
    pub last_day: Option<String>,
    /// How many dates it has, including dates before today and skipped ones; `None`: no end.
    pub times: Option<i64>,
    /// For a new one: the date of the existing invoice that it repeats. No invoice is made for that date.
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub after: Option<String>,
    /// How many days, months or month ends lie between the date of an invoice and its due date, by `dueUnit`.
    pub days_due: i64,
    /// The unit of `daysDue`: `days`, `months`, or `monthend`, where 0 is the end of the invoice's own month. Left out:
    /// unchanged or, for a new one, days.
    #[schema(value_type = Option<String>)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub due_unit: Option<DueUnit>,
    /// What is made on each date: a draft, or an invoice that is sent.
    #[schema(inline)]
    pub makes: RecurringMakes,
    /// The business profile of the invoices; `None`: the account's owner.
    pub business_profile_id: Option<String>,
    /// The customer.
    pub contact_id: Option<String>,
    /// The job.
    pub job_description: String,
    /// The address of the job, one part per line; empty: the customer's own address.
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<String>"))]
    pub job_address: String,
    /// The customer's order number; left out: unchanged.
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<String>"))]
    pub order_number: String,
    /// Notes for the customer.
    pub notes: String,
    /// Its own template; `None`: the business profile's.
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub template: Option<String>,
    /// Its own terms; `None`: the business profile's.
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub terms: Option<String>,
    /// The document.
    #[serde(flatten)]
    pub document: DocumentFields,
}

/// The fields that it has in addition to a document's.
const OWN_FIELDS: &[&str] =
    &["name", "firstDay", "repeat", "lastDay", "times", "after", "daysDue", "dueUnit", "makes"];

/// The fields of [`OWN_FIELDS`] as they are sent; null means the same as missing.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct OwnRecurringFields {
    name: Option<String>,
    #[serde(default, deserialize_with = "plumbline_core::time::supplied::option")]
    first_day: Option<Date>,
    repeat: Repeat,
    #[serde(default, deserialize_with = "plumbline_core::time::supplied::option")]
    last_day: Option<Date>,
    times: Option<i64>,
    #[serde(default, deserialize_with = "plumbline_core::time::supplied::option")]
    after: Option<Date>,
    days_due: i64,
    due_unit: Option<DueUnit>,
    makes: RecurringMakes,
}

/// The dates of a series as they are typed.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct RecurringDays {
    /// The first date, YYYY-MM-DD.
    #[serde(deserialize_with = "plumbline_core::time::supplied::date")]
    #[schema(value_type = String)]
    pub first_day: Date,
    /// How often it repeats.
    #[schema(value_type = String)]
    pub repeat: Repeat,
    /// The last possible date.
    #[serde(default, deserialize_with = "plumbline_core::time::supplied::option")]
    #[schema(value_type = Option<String>)]
    pub last_day: Option<Date>,
    /// How many dates it has.
    #[serde(default)]
    pub times: Option<i64>,
}

/// A validated recurring invoice.
#[derive(Debug)]
pub(super) struct RecurringFields {
    pub name: String,
    pub series: Series,
    pub after: Option<Date>,
    pub days_due: i64,
    /// `None`: unchanged.
    pub due_unit: Option<DueUnit>,
    pub makes: RecurringMakes,
    /// The document with its other fields.
    pub body: DocumentBody,
}

/// Reads and validates a body.
///
/// # Errors
/// 400 for malformed JSON or an unknown field; 422 naming each field that is not valid.
pub(super) fn parse(raw: &RawJson, today: Date) -> Result<RecurringFields, ApiError> {
    let body = body::parse_undated(DocumentKind::Invoice, raw, OWN_FIELDS)?;
    let own: OwnRecurringFields = raw.parse()?;
    let mut checks = FieldChecks::new();
    let name = own.name.unwrap_or_default().trim().to_owned();
    let blank = "Give it a name you’ll recognise, such as Boiler cover.";
    checks.check_required_line("name", &name, NAME_MAX, blank);
    let series = match own.first_day {
        Some(first_day) => {
            let typed =
                RecurringDays { first_day, repeat: own.repeat, last_day: own.last_day, times: own.times };
            typed.check(today, &mut checks)
        }
        None => {
            checks.add("firstDay", "required", "Choose the first date.");
            None
        }
    };
    // Without a unit in the body, the stored one applies and is checked later; the limit of days covers every unit.
    if let Some(text) = due_problem(own.days_due, own.due_unit.unwrap_or_default()) {
        checks.add("daysDue", "out_of_range", text);
    }
    check_body(&body, own.makes, &mut checks);
    checks.into_result()?;
    let series = series.ok_or_else(|| ApiError::internal("a series without days was let pass"))?;
    Ok(RecurringFields {
        name,
        series,
        after: own.after,
        days_due: own.days_due,
        due_unit: own.due_unit,
        makes: own.makes,
        body,
    })
}

/// Validates a time to pay in its unit.
///
/// # Errors
/// 422 `daysDue`.
pub(super) fn check_due(count: i64, unit: DueUnit) -> Result<(), ApiError> {
    match due_problem(count, unit) {
        Some(text) => {
            let error = FieldError::new("daysDue", "out_of_range", text);
            Err(ApiError::rule_broken(vec![error]))
        }
        None => Ok(()),
    }
}

/// The message about a time to pay that is not valid.
fn due_problem(count: i64, unit: DueUnit) -> Option<&'static str> {
    let text = match unit {
        DueUnit::Days => "An invoice is due within 0 to 366 days.",
        DueUnit::Months | DueUnit::MonthEnd => "An invoice is due within 0 to 12 months.",
    };
    (!(0..=unit.max_count()).contains(&count)).then_some(text)
}

/// Checks what a document may lack as a draft, but not here, and that the texts still fit once the placeholders are
/// filled in.
fn check_body(body: &DocumentBody, makes: RecurringMakes, checks: &mut FieldChecks) {
    let (head, document) = (&body.head, &body.document);
    if head.contact_id.is_none() {
        checks.add("contactId", "required", "Choose the customer.");
    }
    if makes == RecurringMakes::Sent && !has_content(document) {
        let message = "Add at least one line, or labour.";
        checks.add("items", "required", message);
    }
    let day = widest_date();
    for (path, text, most) in [
        ("jobDescription", &head.job_description, LONG_TEXT_MAX),
        ("notes", &head.notes, LONG_TEXT_MAX),
        ("jobAddress", &head.job_address, JOB_ADDRESS_MAX),
    ] {
        checks.check_paragraphs(path, &replace_date_placeholders(text, day), most);
    }
    validation::check_texts(&document.replace_date_placeholders(day), checks);
}

fn has_content(document: &Document) -> bool {
    let labour = [&document.labour_hours, &document.labour_rate];
    document.has_counted_line()
        || document.include_labour && labour.iter().all(|number| !number.value().is_zero())
}

impl RecurringDays {
    /// The series of these dates.
    ///
    /// # Errors
    /// 422 naming each field that is not valid.
    pub(super) fn to_series(&self, today: Date) -> Result<Series, ApiError> {
        let mut checks = FieldChecks::new();
        let series = self.check(today, &mut checks);
        checks.into_result()?;
        series.ok_or_else(|| ApiError::internal("a series without days was let pass"))
    }

    /// The series, if the dates are valid; otherwise the errors are added to the checks.
    fn check(&self, today: Date, checks: &mut FieldChecks) -> Option<Series> {
        let before = checks.count();
        if today.days_until(self.first_day) > DAYS_AHEAD_MAX {
            let text = "Please check the date: it is more than five years away.";
            checks.add("firstDay", "too_late", text);
        }
        if self.repeat == Repeat::Never {
            checks.add("repeat", "required", "Choose how often it repeats.");
        }
        let end = match (self.last_day, self.times) {
            (None, None) => SeriesEnd::Open,
            (Some(last), None) => {
                if last < self.first_day {
                    let text = "The last date can’t be before the first.";
                    checks.add("lastDay", "before_date", text);
                }
                SeriesEnd::On(last)
            }
            (None, Some(times)) => {
                if !(1..=TIMES_MAX).contains(&times) {
                    checks.add("times", "out_of_range", "Enter a number from 1 to 999.");
                }
                SeriesEnd::After(u32::try_from(times).unwrap_or(1))
            }
            (Some(_), Some(_)) => {
                let text = "Enter the last date or how many times, not both.";
                checks.add("times", "one_end", text);
                SeriesEnd::Open
            }
        };
        let series = Series { first: self.first_day, repeat: self.repeat, end };
        (checks.count() == before).then_some(series)
    }
}

/// 422 for a series without any dates left.
pub(super) fn no_day_left(series: Series) -> ApiError {
    let path = match series.end {
        SeriesEnd::After(_) => "times",
        SeriesEnd::Open | SeriesEnd::On(_) => "lastDay",
    };
    let text = "No dates are left. Choose a later end, or a later first date.";
    ApiError::rule_broken(vec![FieldError::new(path, "over", text)])
}
