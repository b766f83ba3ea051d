//! The responses of Income Tax.

use plumbline_core::money::Pence;
use plumbline_core::report::AmountPart;
use plumbline_core::report::mtd::{MtdObligation, QuarterlyUpdate, UpdateField, UpdatePeriod};
use plumbline_core::report::self_assessment::{ReturnBox, SelfAssessment};
use plumbline_core::time::Date;
use serde::Serialize;
use utoipa::ToSchema;

use super::choices::TaxChoices;
use super::trades::TaxTrade;
use crate::reports::query::ReportBasis;
use crate::reports::response::{RECORDS_MAX, TaxLeftOut};
use plumbline_platform::ids::ProfileId;

/// A tax year: its settings, whether quarterly updates are required, and when they are due.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct TaxYearReport {
    /// The calendar year in which the tax year begins.
    pub year: u16,
    /// `2026/27`
    pub name: String,
    /// The first day that it covers, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub from: Date,
    /// The last day that it covers, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub to: Date,
    /// The settings for the year.
    pub choices: TaxChoices,
    /// Whether Making Tax Digital applies.
    pub duty: TaxObligation,
    /// The four quarterly updates, in order; empty for a company or a partnership.
    pub updates: Vec<TaxUpdateDays>,
    /// Whether the self-employment pages of a tax return apply: they don't for a company.
    pub has_self_employment: bool,
    /// The trades, each with its own updates and return; the one of the account's first business comes first.
    pub trades: Vec<TaxTrade>,
    /// Income that isn't for a document, by date.
    pub other_income: Vec<OtherIncome>,
    /// Today in London, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub today: Date,
}

/// Whether a person has to send quarterly updates.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct TaxObligation {
    /// Whether they have to, as far as is known.
    pub has_to: bool,
    /// From when they have to, or would after the next year that decides it, YYYY-MM-DD.
    #[schema(value_type = Option<String>)]
    pub from: Option<Date>,
    /// A sentence with the result.
    pub sentence: String,
    /// Whether late updates in the first year lead to no penalty points.
    pub first_year_without_points: bool,
    /// Past tax years whose gross income isn't known and could mean that updates are required, or from an earlier date:
    /// `2024/25`.
    pub unknown: Vec<String>,
}

impl From<MtdObligation> for TaxObligation {
    fn from(mtd_obligation: MtdObligation) -> Self {
        match mtd_obligation {
            MtdObligation::Yes { from, first_year_without_points, unknown, sentence, .. } => {
                Self { has_to: true, from: Some(from), sentence, first_year_without_points, unknown }
            }
            MtdObligation::No { next_from, sentence, unknown, .. } => {
                Self { has_to: false, from: next_from, sentence, first_year_without_points: false, unknown }
            }
        }
    }
}

/// The days of a quarterly update.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct TaxUpdateDays {
    /// The first day that the update covers, YYYY-MM-DD: the first of the year, because each update replaces the one
    /// before.
    #[schema(value_type = String)]
    pub from: Date,
    /// The last day that the update covers, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub to: Date,
    /// The first day of its own quarter, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub quarter_from: Date,
    /// The last day for sending it, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub due: Date,
}

impl From<UpdatePeriod> for TaxUpdateDays {
    fn from(days: UpdatePeriod) -> Self {
        Self { from: days.period.from, to: days.period.to, quarter_from: days.quarter.from, due: days.due }
    }
}

/// Income that isn't for a document.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct OtherIncome {
    /// UUIDv7.
    pub id: String,
    /// The date of receipt, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub date: Date,
    /// What it was for.
    pub description: String,
    /// Pounds.
    #[schema(value_type = String)]
    pub amount: Pence,
    /// The business that received it; `None` for the account's first business.
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
    /// Its label on the form.
    pub label: String,
    /// Pounds and pence, although the form takes whole pounds.
    #[schema(value_type = String)]
    pub amount: Pence,
    /// How many records are behind it.
    pub records: usize,
    /// If the box is a sum or difference of other boxes, their numbers.
    pub of: Vec<u8>,
    /// Whether the box and the rules behind it were read in their source; if not, the app adds 'check with your
    /// accountant'.
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
    /// The first day that it covers, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub from: Date,
    /// The last day that it covers, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub to: Date,
    /// Whether it counts by payment date or by invoice date.
    pub basis: ReportBasis,
    /// The boxes, in the order of the form.
    pub boxes: Vec<TaxBox>,
    /// Pounds: all income less allowable expenses, before capital allowances (tools and vans) and losses.
    #[schema(value_type = String)]
    pub profit: Pence,
    /// How many records don't count, by reason.
    pub left_out: Vec<TaxLeftOut>,
    /// Notes for the person, as sentences.
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
            left_out: TaxLeftOut::from_core(&it.left_out),
            notes: it.notes.iter().map(|note| note.text().to_owned()).collect(),
        }
    }
}

/// A field of a quarterly update.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct TaxField {
    /// HMRC's name for the field.
    pub name: String,
    /// A label that a tradesperson understands.
    pub label: String,
    /// Pounds that are sent.
    #[schema(value_type = String)]
    pub amount: Pence,
    /// Negative pounds that aren't sent, because HMRC doesn't accept negative income; otherwise zero.
    #[schema(value_type = String)]
    pub held_back: Pence,
    /// How many records are behind it.
    pub records: usize,
    /// Whether the rules and rates behind it were read in their source; if not, the app adds 'check with your
    /// accountant'.
    pub confirmed: bool,
}

impl From<&UpdateField<'_>> for TaxField {
    fn from(field: &UpdateField<'_>) -> Self {
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

/// A quarterly update, which covers the year so far.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct TaxUpdate {
    /// The tax year as HMRC writes it: `2026-27`.
    pub tax_year: String,
    /// The days of the update.
    #[serde(flatten)]
    pub days: TaxUpdateDays,
    /// The income fields.
    pub income: Vec<TaxField>,
    /// The expense fields.
    pub expenses: Vec<TaxField>,
    /// The fields for the disallowable part of the expenses.
    pub disallowable: Vec<TaxField>,
    /// How many records don't count, by reason.
    pub left_out: Vec<TaxLeftOut>,
}

impl From<&QuarterlyUpdate<'_>> for TaxUpdate {
    fn from(update: &QuarterlyUpdate<'_>) -> Self {
        let result = |fields: &[UpdateField<'_>]| fields.iter().map(TaxField::from).collect();
        Self {
            tax_year: update.tax_year.clone(),
            days: update.days.into(),
            income: result(&update.income),
            expenses: result(&update.expenses),
            disallowable: result(&update.disallowable),
            left_out: TaxLeftOut::from_core(&update.left_out),
        }
    }
}

/// A record behind an amount, with its part of that amount.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct TaxRecord {
    /// The record's id, unique for this amount.
    pub id: String,
    /// `invoice`, `quote`, `credit_note`, `expense`, `other_income` or `home`: what to open.
    pub kind: String,
    /// The id of the document, expense or other income; empty for hours at home.
    pub subject: String,
    /// The document's number, or the supplier or purpose.
    pub title: String,
    /// The customer's present name; empty if there is no customer.
    pub customer: String,
    /// The date on which it counts, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub date: Date,
    /// Pounds that it adds, negative if it reduces the amount.
    #[schema(value_type = String)]
    pub amount: Pence,
}

/// The records behind an amount.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct TaxRecords {
    /// The label of the box or field.
    pub label: String,
    /// The total of all the records, in pounds.
    #[schema(value_type = String)]
    pub amount: Pence,
    /// The records by date, at most 1,000.
    pub records: Vec<TaxRecord>,
    /// How many records there are.
    pub total: usize,
}

impl TaxRecords {
    /// Limits all records behind an amount to as many as a response may have.
    pub(super) fn from_parts(
        label: String,
        parts: &[AmountPart<'_>],
        result: impl Fn(&[AmountPart<'_>]) -> Vec<TaxRecord>,
    ) -> Self {
        let mut records = result(parts);
        records.sort_by(|a, b| (a.date, &a.id).cmp(&(b.date, &b.id)));
        let total = records.len();
        records.truncate(RECORDS_MAX);
        Self { label, amount: parts.iter().map(|part| part.amount).sum(), records, total }
    }
}
