//! The responses of Income Tax.

use plumbline_core::money::Pence;
use plumbline_core::report::Part;
use plumbline_core::report::mtd::{Duty, Field, Update, UpdatePeriod};
use plumbline_core::report::self_assessment::{ReturnBox, SelfAssessment};
use plumbline_core::time::Date;
use serde::Serialize;
use utoipa::ToSchema;

use super::choices::TaxChoices;
use super::trades::TaxTrade;
use crate::reports::answer::{MOST, TaxLeftOut};
use crate::reports::query::ReportBasis;
use plumbline_platform::ids::ProfileId;

/// A tax year: what was chosen for it, whether updates are due, and when.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct TaxYearReport {
    /// The calendar year in which it begins.
    pub year: u16,
    /// `2026/27`
    pub name: String,
    /// First day that it is of, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub from: Date,
    /// Last day, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub to: Date,
    /// What was chosen for it.
    pub choices: TaxChoices,
    /// Whether Making Tax Digital applies.
    pub duty: TaxDuty,
    /// The four quarterly updates, in order; none of a company or a partnership.
    pub updates: Vec<TaxUpdateDays>,
    /// Whether the self-employment pages of a tax return are for it: a company has none.
    pub has_self_employment: bool,
    /// The trades of which one update and one return each are, that of the account's first business first.
    pub trades: Vec<TaxTrade>,
    /// Income that no document asked for, by day.
    pub other_income: Vec<OtherIncome>,
    /// Today in London, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub today: Date,
}

/// Whether someone has to send quarterly updates.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct TaxDuty {
    /// Whether they have to, as far as what is known goes.
    pub has_to: bool,
    /// From when on they have to, or would by the next year that decides, YYYY-MM-DD.
    #[schema(value_type = Option<String>)]
    pub from: Option<Date>,
    /// The answer in a sentence.
    pub sentence: String,
    /// Whether late updates of the first year bring no penalty points.
    pub first_year_without_points: bool,
    /// Tax years that are over and whose gross is not known, of which a duty, or an earlier one, could come: `2024/25`.
    pub unknown: Vec<String>,
}

impl From<Duty> for TaxDuty {
    fn from(duty: Duty) -> Self {
        match duty {
            Duty::Yes {
                from,
                first_year_without_points,
                unknown,
                sentence,
                ..
            } => Self {
                has_to: true,
                from: Some(from),
                sentence,
                first_year_without_points,
                unknown,
            },
            Duty::No {
                next_from,
                sentence,
                unknown,
                ..
            } => Self {
                has_to: false,
                from: next_from,
                sentence,
                first_year_without_points: false,
                unknown,
            },
        }
    }
}

/// The days of a quarterly update.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct TaxUpdateDays {
    /// First day that it tells of, YYYY-MM-DD: of the year, as each update replaces the one before.
    #[schema(value_type = String)]
    pub from: Date,
    /// Last day, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub to: Date,
    /// First day of its own quarter, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub quarter_from: Date,
    /// The last day on which it may be sent, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub due: Date,
}

impl From<UpdatePeriod> for TaxUpdateDays {
    fn from(days: UpdatePeriod) -> Self {
        Self {
            from: days.period.from,
            to: days.period.to,
            quarter_from: days.quarter.from,
            due: days.due,
        }
    }
}

/// Income that no document asked for.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct OtherIncome {
    /// UUIDv7.
    pub id: String,
    /// When it came in, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub date: Date,
    /// What for.
    pub description: String,
    /// Pounds.
    #[schema(value_type = String)]
    pub amount: Pence,
    /// The business that it is of; none: the account's first.
    #[schema(value_type = Option<String>)]
    pub business_profile_id: Option<ProfileId>,
}

/// A box of the tax return.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct TaxBox {
    /// Its number on the form.
    pub number: u8,
    /// As the form has it.
    pub label: String,
    /// Pounds and pence: the form takes whole pounds.
    #[schema(value_type = String)]
    pub amount: Pence,
    /// How many records are behind it.
    pub records: usize,
    /// The boxes that it is the sum of, or the difference.
    pub of: Vec<u8>,
    /// Whether the box and what is behind it were read where they are made; if not: 'check with your accountant'.
    pub confirmed: bool,
}

impl From<&ReturnBox<'_>> for TaxBox {
    fn from(it: &ReturnBox<'_>) -> Self {
        Self {
            number: it.number,
            label: it.label.clone(),
            amount: it.amount,
            records: it.parts.len(),
            of: it.of.clone(),
            confirmed: it.confirmed,
        }
    }
}

/// The self-employment pages of a tax return.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct TaxReturn {
    /// `SA103F` or `SA103S`.
    pub form: String,
    /// `2026/27`
    pub tax_year: String,
    /// First day that it is of, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub from: Date,
    /// Last day, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub to: Date,
    /// When something counts.
    pub basis: ReportBasis,
    /// The boxes, in order of the form.
    pub boxes: Vec<TaxBox>,
    /// Pounds: all income less what is allowed, before allowances for tools and vans, and losses.
    #[schema(value_type = String)]
    pub profit: Pence,
    /// Records that do not count, and why.
    pub left_out: Vec<TaxLeftOut>,
    /// What to know about it, in sentences.
    pub notes: Vec<String>,
}

impl From<&SelfAssessment<'_>> for TaxReturn {
    fn from(it: &SelfAssessment<'_>) -> Self {
        Self {
            form: it.form.to_owned(),
            tax_year: it.tax_year.clone(),
            from: it.period.from,
            to: it.period.to,
            basis: it.basis.into(),
            boxes: it.boxes.iter().map(TaxBox::from).collect(),
            profit: it.profit,
            left_out: TaxLeftOut::list(&it.left_out),
            notes: it
                .notes
                .iter()
                .map(|note| note.sentence().to_owned())
                .collect(),
        }
    }
}

/// A figure of a quarterly update.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct TaxField {
    /// HMRC's name of it.
    pub name: String,
    /// What a tradesperson calls it.
    pub label: String,
    /// Pounds that are sent.
    #[schema(value_type = String)]
    pub amount: Pence,
    /// Pounds below zero that are not sent, as HMRC takes no income below zero; else nothing.
    #[schema(value_type = String)]
    pub held_back: Pence,
    /// How many records are behind it.
    pub records: usize,
    /// Whether the rules and rates behind it were read where they are made; if not: 'check with your accountant'.
    pub confirmed: bool,
}

impl From<&Field<'_>> for TaxField {
    fn from(field: &Field<'_>) -> Self {
        Self {
            name: field.name.clone(),
            label: field.label(),
            amount: field.amount,
            held_back: field.held_back,
            records: field.parts.len(),
            confirmed: field.confirmed,
        }
    }
}

/// A quarterly update: the year so far.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct TaxUpdate {
    /// The tax year in HMRC's words: `2026-27`.
    pub tax_year: String,
    /// Its days.
    #[serde(flatten)]
    pub days: TaxUpdateDays,
    /// What was earned.
    pub income: Vec<TaxField>,
    /// What was spent.
    pub expenses: Vec<TaxField>,
    /// What of that is not allowed.
    pub disallowable: Vec<TaxField>,
    /// Records that do not count, and why.
    pub left_out: Vec<TaxLeftOut>,
}

impl From<&Update<'_>> for TaxUpdate {
    fn from(update: &Update<'_>) -> Self {
        let told = |fields: &[Field<'_>]| fields.iter().map(TaxField::from).collect();
        Self {
            tax_year: update.tax_year.clone(),
            days: update.days.into(),
            income: told(&update.income),
            expenses: told(&update.expenses),
            disallowable: told(&update.disallowable),
            left_out: TaxLeftOut::list(&update.left_out),
        }
    }
}

/// A record behind a figure, with its part of it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct TaxRecord {
    /// The record, unique in its figure.
    pub id: String,
    /// `invoice`, `quote`, `credit_note`, `expense`, `other_income` or `home`: what is opened.
    pub kind: String,
    /// The document, the expense or the other income; empty of hours at home.
    pub subject: String,
    /// Its number; whom it was paid to, or what for.
    pub title: String,
    /// The customer as they are now; empty where there is none.
    pub customer: String,
    /// The day that it counts on, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub date: Date,
    /// Pounds that it adds, below zero where it takes off.
    #[schema(value_type = String)]
    pub amount: Pence,
}

/// The records behind a figure.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct TaxRecords {
    /// What they are behind.
    pub label: String,
    /// Pounds that they come to together.
    #[schema(value_type = String)]
    pub amount: Pence,
    /// By day, at most 1,000 of them.
    pub records: Vec<TaxRecord>,
    /// How many there are.
    pub total: usize,
}

impl TaxRecords {
    /// Of all records behind a figure as many as one answer takes.
    pub(super) fn of(
        label: String,
        parts: &[Part<'_>],
        told: impl Fn(&[Part<'_>]) -> Vec<TaxRecord>,
    ) -> Self {
        let mut records = told(parts);
        records.sort_by(|a, b| (a.date, &a.id).cmp(&(b.date, &b.id)));
        let total = records.len();
        records.truncate(MOST);
        Self {
            label,
            amount: parts.iter().map(|part| part.amount).sum(),
            records,
            total,
        }
    }
}
