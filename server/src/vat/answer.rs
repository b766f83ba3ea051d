//! What VAT answers.

use plumbline_core::money::Pence;
use plumbline_core::report::vat::finding::Weight;
use plumbline_core::report::vat::{Finding, Stagger, VatReturn};
use plumbline_core::tax::vat_flat_rate::FlatRateSector;
use plumbline_core::time::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::books::VatBooks;

/// What VAT says of a document before its customer is given it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct VatCheck {
    /// Whether the business is registered on the document's date.
    pub registered: bool,
    /// In the order in which they are put right.
    pub findings: Vec<VatFinding>,
    /// The questions of the reverse charge as far as the job or the customer answers them.
    pub known: ReverseChargeAnswers,
}

/// One thing that a check found.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct VatFinding {
    /// Stable name of the rule.
    pub code: String,
    /// Whether the document cannot go out with it; else it is asked.
    pub refuses: bool,
    /// Where, by the JSON names; empty where it is of the whole.
    pub path: String,
    /// A sentence.
    pub msg: String,
    /// Whether the rule was read in its source.
    pub confirmed: bool,
}

/// What was answered of the reverse charge's questions; none where nobody did.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct ReverseChargeAnswers {
    /// Whether the customer pays under the Construction Industry Scheme.
    pub in_cis: Option<bool>,
    /// Whether they are registered for VAT.
    pub customer_registered: Option<bool>,
    /// Whether it is only the supply of staff.
    pub staff: Option<bool>,
    /// Whether they said in writing to be an end user or an intermediary.
    pub end_user_notice: Option<bool>,
}

/// How a business's time is cut into VAT periods.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub enum VatPeriods {
    /// Quarters that end in March, June, September and December.
    March,
    /// Quarters that end in January, April, July and October.
    January,
    /// Quarters that end in February, May, August and November.
    February,
    /// Every month.
    Monthly,
    /// A year: annual accounting.
    Annual,
}

/// The sector of the flat rate scheme.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub enum VatFlatRate {
    /// General building or construction services: 9.5 %.
    Building,
    /// The same where the materials are worth less than a tenth of turnover: 14.5 %.
    LabourOnly,
}

impl From<VatFlatRate> for FlatRateSector {
    fn from(rate: VatFlatRate) -> Self {
        match rate {
            VatFlatRate::Building => Self::Building,
            VatFlatRate::LabourOnly => Self::LabourOnly,
        }
    }
}

/// How a business accounts for VAT from a day on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct VatScheme {
    /// The first day, YYYY-MM-DD: a period's.
    #[schema(value_type = String)]
    pub from: Date,
    /// Whether by payments (cash accounting), not by invoices.
    pub cash: bool,
    /// The sector, under the flat rate scheme.
    pub flat_rate: Option<VatFlatRate>,
}

/// A business's registration for VAT, as it is set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct VatRegistration {
    /// The version that it was made from; 0: there was none.
    pub version: i64,
    /// The effective date of registration, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub from: Date,
    /// The last day, YYYY-MM-DD; none while it goes on.
    #[schema(value_type = Option<String>)]
    pub until: Option<Date>,
    /// How its time is cut into periods.
    pub periods: VatPeriods,
    /// Of annual accounting: the month in which a year ends, 1 to 12; else 0.
    pub annual_ends_in: u8,
    /// How it accounts, at most 10; by invoices before the first.
    pub schemes: Vec<VatScheme>,
}

impl VatRegistration {
    /// As core has it.
    pub(super) fn stagger(&self) -> Stagger {
        match self.periods {
            VatPeriods::March => Stagger::March,
            VatPeriods::January => Stagger::January,
            VatPeriods::February => Stagger::February,
            VatPeriods::Monthly => Stagger::Monthly,
            VatPeriods::Annual => Stagger::Annual {
                ends_in: self.annual_ends_in,
            },
        }
    }

    /// As it is set, of what core has.
    pub(super) fn periods_of(stagger: Stagger) -> (VatPeriods, u8) {
        match stagger {
            Stagger::March => (VatPeriods::March, 0),
            Stagger::January => (VatPeriods::January, 0),
            Stagger::February => (VatPeriods::February, 0),
            Stagger::Monthly => (VatPeriods::Monthly, 0),
            Stagger::Annual { ends_in } => (VatPeriods::Annual, ends_in),
        }
    }
}

/// A business, as far as VAT asks.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct VatBusiness {
    /// The business profile.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its VAT number; empty where it has none.
    pub number: String,
    /// Its registration; none where none was entered.
    pub registration: Option<VatRegistration>,
    /// The percentage of the flat rate scheme today, where it is in it and its costs are not limited.
    pub flat_percent: Option<String>,
}

/// A box of the VAT return.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct VatReturnBox {
    /// 1 to 9.
    pub number: u8,
    /// As the return has it.
    pub label: String,
    /// Pounds that are filed: boxes 6 to 9 without pence.
    #[schema(value_type = String)]
    pub amount: Pence,
    /// How many records are behind it.
    pub records: usize,
    /// Whether how the pence were left off was read in a source, or makes no difference.
    pub confirmed: bool,
}

/// Something that a person should know of a return.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct VatNote {
    /// Stable name of the rule.
    pub code: String,
    /// Whether the person is to look at it, and not only told.
    pub asks: bool,
    /// A sentence.
    pub msg: String,
    /// Whether the rule was read in its source; if not: 'check with your accountant'.
    pub confirmed: bool,
}

impl From<&Finding> for VatNote {
    fn from(finding: &Finding) -> Self {
        Self {
            code: finding.code.to_owned(),
            asks: finding.weight != Weight::Note,
            msg: finding.msg.clone(),
            confirmed: finding.confirmed,
        }
    }
}

/// What is due at one percentage of the flat rate scheme.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct VatFlatPart {
    /// The percentage.
    pub percent: String,
    /// Pounds of turnover with VAT.
    #[schema(value_type = String)]
    pub turnover: Pence,
    /// Pounds that are due.
    #[schema(value_type = String)]
    pub vat: Pence,
}

/// A VAT return.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct VatReturnReport {
    /// The business profile.
    pub profile: String,
    /// Its name.
    pub name: String,
    /// Its VAT number.
    pub number: String,
    /// First day, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub from: Date,
    /// Last day, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub to: Date,
    /// The last day for filing and paying, YYYY-MM-DD.
    #[schema(value_type = Option<String>)]
    pub due: Option<Date>,
    /// Whether that day's rule was read in a source.
    pub due_confirmed: bool,
    /// When it was filed, milliseconds since the epoch: then it stays as it was.
    pub filed_at: Option<i64>,
    /// Whether it can be marked as filed now.
    pub can_file: bool,
    /// Whether it can be opened again: the last that was filed.
    pub can_open: bool,
    /// Boxes 1 to 9.
    pub boxes: Vec<VatReturnBox>,
    /// Whether box 5 is reclaimed and not paid.
    pub reclaims: bool,
    /// What box 1 has of the flat rate scheme.
    pub flat: Vec<VatFlatPart>,
    /// What the test of limited cost says, in a sentence.
    pub limited_cost: Option<String>,
    /// Records of filed periods that count here.
    pub late: usize,
    /// What the person should know of it.
    pub notes: Vec<VatNote>,
    /// A day of the period before; none where there is none.
    #[schema(value_type = Option<String>)]
    pub before: Option<Date>,
    /// A day of the period after it; none where there is none that has begun.
    #[schema(value_type = Option<String>)]
    pub after: Option<Date>,
    /// Today in London, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub today: Date,
}

impl VatReturnReport {
    /// A return on a day.
    pub(super) fn of(books: &VatBooks, made: &VatReturn, today: Date) -> Self {
        let period = books.period;
        let row = books.returns.iter().find(|row| row.period_to == period.to);
        let is_registered = |day: &Date| books.registration.is_on(*day);
        let mut notes: Vec<VatNote> = made.findings.iter().map(VatNote::from).collect();
        if books.spends_elsewhere {
            notes.push(VatNote {
                code: "spends_elsewhere".to_owned(),
                asks: false,
                msg: "Expenses that name no business count with the one that was registered first: they are not in this return."
                    .to_owned(),
                confirmed: true,
            });
        }
        Self {
            profile: books.profile.id.to_string(),
            name: books.profile.fields.name.clone(),
            number: books.registration.number.clone(),
            from: period.from,
            to: period.to,
            due: made.due.map(|due| due.day),
            due_confirmed: made.due.is_none_or(|due| due.confirmed),
            filed_at: row.map(|row| row.filed_at),
            can_file: row.is_none() && books.is_next(today),
            can_open: row.is_some()
                && books.returns.last().map(|it| &it.id) == row.map(|it| &it.id),
            boxes: made
                .boxes
                .iter()
                .map(|it| VatReturnBox {
                    number: it.info.number,
                    label: it.info.label.to_owned(),
                    amount: it.amount,
                    records: it.entries.len(),
                    confirmed: it.confirmed,
                })
                .collect(),
            reclaims: made.reclaims,
            flat: made
                .flat
                .iter()
                .map(|part| VatFlatPart {
                    percent: part.percent.to_string(),
                    turnover: part.turnover,
                    vat: part.vat,
                })
                .collect(),
            limited_cost: made.limited_cost.as_ref().map(|test| test.msg.clone()),
            late: made.entries.iter().filter(|it| it.note.is_some()).count(),
            notes,
            before: period.from.day_before().filter(is_registered),
            after: period
                .to
                .plus_days(1)
                .filter(|day| is_registered(day) && *day <= today),
            today,
        }
    }
}
