//! The fields that a person types of a recurring invoice, and what is stored of them.

use plumbline_core::document::Document;
use plumbline_core::kind::Kind;
use plumbline_core::time::Date;
use plumbline_core::time::due::DueUnit;
use plumbline_core::time::repeat::Repeat;
use plumbline_core::time::series::{End, Series};
use plumbline_core::time::worded::{widest, worded};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::store::Makes;
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::http::RawJson;
use plumbline_platform::http::text::{Checks, NAME_MAX};
use plumbline_records::documents::drafting::body::{self, Body, JOB_ADDRESS, LONG_TEXT};
use plumbline_records::documents::drafting::fields::DocumentFields;
use plumbline_records::documents::drafting::judge;

/// The most days from today to the first of a series.
const AHEAD: i64 = 5 * 366;
/// The most times that one may say.
const TIMES: i64 = 999;

/// A recurring invoice to create or to save; `body.rs` reads what of it is the document's. `{month}`,
/// `{year}` and `{date}` in the job, the notes and the lines are those of each invoice's day.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct RecurringInput {
    /// What the business calls it.
    pub name: String,
    /// The first day, YYYY-MM-DD. Days before today are not made up for.
    pub first_day: Option<String>,
    /// How often it comes again.
    #[schema(value_type = String)]
    pub repeat: Repeat,
    /// The last day on which it may; none: it goes on.
    pub last_day: Option<String>,
    /// How many days it has, days before today and skipped ones among them; none: it goes on.
    pub times: Option<i64>,
    /// Of a create: the day of an invoice that is made already, and that this one repeats. None is made
    /// for that day.
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub after: Option<String>,
    /// How many days, months or month ends lie between the date of an invoice and when it is due, by `dueUnit`.
    pub days_due: i64,
    /// What `daysDue` counts: `days`, `months`, or `monthend`, of which 0 is the end of the invoice's own month. Left
    /// out, it stays as it is; of a create: days.
    #[schema(value_type = Option<String>)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub due_unit: Option<DueUnit>,
    /// What becomes of each invoice on its day.
    #[schema(inline)]
    pub makes: Makes,
    /// The business that they are from; none: the account's owner.
    pub business_profile_id: Option<String>,
    /// The customer.
    pub contact_id: Option<String>,
    /// What the job is.
    pub job_description: String,
    /// Where the job is, a line a part; none: at the customer's own address.
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<String>"))]
    pub job_address: String,
    /// The customer's own number of their order; left out, it stays as it is.
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<String>"))]
    pub order_number: String,
    /// Notes that the customer reads.
    pub notes: String,
    /// A template of its own; none: the business profile's.
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub template: Option<String>,
    /// Terms of its own; none: the business profile's.
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub terms: Option<String>,
    /// The document.
    #[serde(flatten)]
    pub document: DocumentFields,
}

/// What it has beside a document's own.
const OWN: &[&str] = &[
    "name", "firstDay", "repeat", "lastDay", "times", "after", "daysDue", "dueUnit", "makes",
];

/// [`OWN`] as it comes: null like missing.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Own {
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
    makes: Makes,
}

/// The days of a series as they are typed.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct RecurringDays {
    /// The first day, YYYY-MM-DD.
    #[serde(deserialize_with = "plumbline_core::time::supplied::date")]
    #[schema(value_type = String)]
    pub first_day: Date,
    /// How often it comes again.
    #[schema(value_type = String)]
    pub repeat: Repeat,
    /// The last day on which it may.
    #[serde(default, deserialize_with = "plumbline_core::time::supplied::option")]
    #[schema(value_type = Option<String>)]
    pub last_day: Option<Date>,
    /// How many days it has.
    #[serde(default)]
    pub times: Option<i64>,
}

/// A recurring invoice that can be kept.
#[derive(Debug)]
pub(super) struct Fields {
    pub name: String,
    pub series: Series,
    pub after: Option<Date>,
    pub days_due: i64,
    /// None: as it was.
    pub due_unit: Option<DueUnit>,
    pub makes: Makes,
    /// The document with what surrounds it.
    pub body: Body,
}

/// Reads a body and judges it.
///
/// # Errors
/// 400 for malformed JSON or an unknown field; 422 naming each field that cannot be kept.
pub(super) fn parse(raw: &RawJson, today: Date) -> Result<Fields, ApiError> {
    let body = body::parse_undated(Kind::Invoice, raw, OWN)?;
    let own: Own = raw.parse()?;
    let mut checks = Checks::new();
    let name = own.name.unwrap_or_default().trim().to_owned();
    let blank = "Give it a name you’ll recognise, such as Boiler cover.";
    checks.required_line("name", &name, NAME_MAX, blank);
    let series = match own.first_day {
        Some(first_day) => {
            let typed = RecurringDays {
                first_day,
                repeat: own.repeat,
                last_day: own.last_day,
                times: own.times,
            };
            typed.judge(today, &mut checks)
        }
        None => {
            checks.add("firstDay", "required", "Choose the first date.");
            None
        }
    };
    // Where it says nothing of the unit, the one that it has is known later; no number is more than the days allow.
    if let Some(told) = due_broken(own.days_due, own.due_unit.unwrap_or_default()) {
        checks.add("daysDue", "out_of_range", told);
    }
    judge_body(&body, own.makes, &mut checks);
    checks.finish()?;
    let series = series.ok_or_else(|| ApiError::internal("a series without days was let pass"))?;
    Ok(Fields {
        name,
        series,
        after: own.after,
        days_due: own.days_due,
        due_unit: own.due_unit,
        makes: own.makes,
        body,
    })
}

/// Judges a time to pay in the unit that it is counted in.
///
/// # Errors
/// 422 `daysDue`.
pub(super) fn judge_due(count: i64, unit: DueUnit) -> Result<(), ApiError> {
    match due_broken(count, unit) {
        Some(told) => {
            let error = FieldError::new("daysDue", "out_of_range", told);
            Err(ApiError::rule_broken(vec![error]))
        }
        None => Ok(()),
    }
}

/// What is wrong with a time to pay.
fn due_broken(count: i64, unit: DueUnit) -> Option<&'static str> {
    let told = match unit {
        DueUnit::Days => "An invoice is due within 0 to 366 days.",
        DueUnit::Months | DueUnit::MonthEnd => "An invoice is due within 0 to 12 months.",
    };
    (!(0..=unit.most()).contains(&count)).then_some(told)
}

/// What a document may lack while it is a draft, and this may not; and that it has room for the words
/// of every day.
fn judge_body(body: &Body, makes: Makes, checks: &mut Checks) {
    let (head, document) = (&body.head, &body.document);
    if head.contact_id.is_none() {
        checks.add("contactId", "required", "Choose the customer.");
    }
    if makes == Makes::Sent && !has_something(document) {
        let told = "Add at least one line, or labour.";
        checks.add("items", "required", told);
    }
    let day = widest();
    for (path, text, most) in [
        ("jobDescription", &head.job_description, LONG_TEXT),
        ("notes", &head.notes, LONG_TEXT),
        ("jobAddress", &head.job_address, JOB_ADDRESS),
    ] {
        checks.paragraphs(path, &worded(text, day), most);
    }
    judge::texts(&document.dated(day), checks);
}

fn has_something(document: &Document) -> bool {
    let labour = [&document.labour_hours, &document.labour_rate];
    document.has_counted_line()
        || document.include_labour && labour.iter().all(|number| !number.value().is_zero())
}

impl RecurringDays {
    /// The series that they make.
    ///
    /// # Errors
    /// 422 naming each field that cannot be.
    pub(super) fn checked(&self, today: Date) -> Result<Series, ApiError> {
        let mut checks = Checks::new();
        let series = self.judge(today, &mut checks);
        checks.finish()?;
        series.ok_or_else(|| ApiError::internal("a series without days was let pass"))
    }

    /// The series, where it is one; what is wrong with it goes to the checks.
    fn judge(&self, today: Date, checks: &mut Checks) -> Option<Series> {
        let before = checks.count();
        if today.days_until(self.first_day) > AHEAD {
            let told = "Please check the date: it is more than five years away.";
            checks.add("firstDay", "too_late", told);
        }
        if self.repeat == Repeat::Never {
            checks.add("repeat", "required", "Choose how often it repeats.");
        }
        let end = match (self.last_day, self.times) {
            (None, None) => End::Open,
            (Some(last), None) => {
                if last < self.first_day {
                    let told = "The last date can’t be before the first.";
                    checks.add("lastDay", "before_date", told);
                }
                End::On(last)
            }
            (None, Some(times)) => {
                if !(1..=TIMES).contains(&times) {
                    checks.add("times", "out_of_range", "Enter a number from 1 to 999.");
                }
                End::After(u32::try_from(times).unwrap_or(1))
            }
            (Some(_), Some(_)) => {
                let told = "Enter the last date or how many times, not both.";
                checks.add("times", "one_end", told);
                End::Open
            }
        };
        let series = Series {
            first: self.first_day,
            repeat: self.repeat,
            end,
        };
        (checks.count() == before).then_some(series)
    }
}

/// 422 for a series of which no day is left.
pub(super) fn over(series: Series) -> ApiError {
    let path = match series.end {
        End::After(_) => "times",
        End::Open | End::On(_) => "lastDay",
    };
    let told = "No dates are left. Choose a later end, or a later first date.";
    ApiError::rule_broken(vec![FieldError::new(path, "over", told)])
}
