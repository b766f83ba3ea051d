//! The responses about payments to subcontractors.

use plumbline_core::money::Pence;
use plumbline_core::money::number::Number;
use plumbline_core::time::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use plumbline_records::documents::reading::emails::DocumentEmail;

/// A business, with what makes it a contractor.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct CisBusiness {
    /// The business profile.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// As HMRC knows it; none where it is no contractor.
    pub registration: Option<CisRegistration>,
}

/// A business as HMRC knows it as a contractor.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CisRegistration {
    /// Counts the changes; an update carries the one it was made to, the first 0.
    pub version: i64,
    /// Its employer reference, `123/AB456`.
    pub employer_reference: String,
    /// Its Accounts Office reference, `123PA00045678`; empty where it is not known.
    #[serde(default)]
    pub accounts_office_reference: String,
    /// The first day on which it is a contractor, YYYY-MM-DD.
    #[serde(deserialize_with = "plumbline_core::time::supplied::date")]
    #[schema(value_type = String)]
    pub from: Date,
    /// The last, YYYY-MM-DD; none while it goes on.
    #[serde(default, deserialize_with = "plumbline_core::time::supplied::option")]
    #[schema(value_type = Option<String>)]
    pub until: Option<Date>,
}

/// A contact who is paid as a subcontractor.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct CisSubcontractor {
    /// The contact.
    pub contact_id: String,
    /// What HMRC knows.
    #[serde(flatten)]
    pub fields: CisSubcontractorInput,
    /// The percentage that holds today; none where none does yet.
    pub rate: Option<u32>,
    /// Where statements go: the contact's email address, or empty.
    pub email: String,
}

/// What HMRC knows of a subcontractor.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CisSubcontractorInput {
    /// Counts the changes; an update carries the one it was made to, the first 0.
    pub version: i64,
    /// Their name, or the one that they trade under.
    pub name: String,
    /// Their Unique Taxpayer Reference, 10 digits; empty where it is not known.
    #[serde(default)]
    pub utr: String,
    /// What HMRC gave when they were verified, `V0012345678/AB`; empty where it is not known.
    #[serde(default)]
    pub verification_number: String,
    /// Whether they are registered for VAT: where they are not, their materials count with the VAT on them.
    pub vat_registered: bool,
    /// Which rate of deduction holds from which day on.
    pub rates: Vec<CisRateFrom>,
}

/// A rate of deduction and its first day.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CisRateFrom {
    /// Its first day, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub from: Date,
    /// 0, 20 or 30 percent.
    pub rate: u32,
}

/// A payment to a subcontractor. It is an expense of the same id.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct SubcontractorPayment {
    /// The id, which is its expense's too.
    pub id: String,
    /// Counts the changes of the expense; an update carries the one it was made to.
    pub version: i64,
    /// Who pays.
    pub profile_id: String,
    /// Who is paid.
    pub contact_id: String,
    /// What they are called.
    pub name: String,
    /// When, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub date: Date,
    /// What for.
    pub description: String,
    /// Whether the business accounts for its VAT under the domestic reverse charge.
    pub reverse_charge: bool,
    /// The percentage of VAT that it accounts for then; else empty.
    #[schema(value_type = String)]
    pub reverse_rate: Number,
    /// What of it is deducted, and what is left to pay.
    #[serde(flatten)]
    pub figures: CisFigures,
    /// Whether the return of its month was filed: it stays as it is.
    pub is_filed: bool,
}

/// What is deducted from a payment, and what is left to pay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct CisFigures {
    /// Pounds that they ask for, without VAT.
    #[schema(value_type = String)]
    pub gross: Pence,
    /// Pounds of that for materials.
    #[schema(value_type = String)]
    pub materials: Pence,
    /// Pounds that the rate is of.
    #[schema(value_type = String)]
    pub liable: Pence,
    /// The percentage.
    pub rate: u32,
    /// Pounds that are deducted and paid to HMRC.
    #[schema(value_type = String)]
    pub deducted: Pence,
    /// Pounds of VAT, which is paid whole.
    #[schema(value_type = String)]
    pub vat: Pence,
    /// Pounds that the subcontractor gets.
    #[schema(value_type = String)]
    pub pay: Pence,
}

/// The monthly returns of a business in a tax year.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct CisReturns {
    /// The business profile.
    pub profile: String,
    /// The calendar year in which the tax year begins.
    pub year: u16,
    /// `2026/27`
    pub name: String,
    /// Pounds that were paid, as the returns have them.
    #[schema(value_type = String)]
    pub gross: Pence,
    /// Pounds of materials, as the returns have them.
    #[schema(value_type = String)]
    pub materials: Pence,
    /// Pounds that were deducted.
    #[schema(value_type = String)]
    pub deducted: Pence,
    /// By month, those that have begun.
    pub months: Vec<CisReturn>,
    /// Today in London, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub today: Date,
}

/// The return of a tax month.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct CisReturn {
    /// First day of the tax month, YYYY-MM-DD: a 6th.
    #[schema(value_type = String)]
    pub from: Date,
    /// Last day, YYYY-MM-DD: a 5th.
    #[schema(value_type = String)]
    pub to: Date,
    /// The last day for the return and for the statements, YYYY-MM-DD: a 19th.
    #[schema(value_type = String)]
    pub due: Date,
    /// The last day for paying HMRC electronically, YYYY-MM-DD: a 22nd.
    #[schema(value_type = String)]
    pub pay_by: Date,
    /// Pounds that were paid: the sum of the rows, whole pounds.
    #[schema(value_type = String)]
    pub gross: Pence,
    /// Pounds of materials: the sum of the rows, whole pounds.
    #[schema(value_type = String)]
    pub materials: Pence,
    /// Pounds to pay to HMRC.
    #[schema(value_type = String)]
    pub deducted: Pence,
    /// Whether nobody was paid: a nil return.
    pub is_nil: bool,
    /// Whether it has to be sent.
    pub must_be_sent: bool,
    /// Whether HMRC was told on the day of `filedOn` that nobody is paid, and wants no return.
    pub not_needed: bool,
    /// Whether that it has to be sent was read in a law in force.
    pub duty_confirmed: bool,
    /// Whether the month is over.
    pub is_over: bool,
    /// The day on which it was sent, or HMRC was told that none is needed, YYYY-MM-DD; none where it was not.
    #[schema(value_type = Option<String>)]
    pub filed_on: Option<Date>,
    /// What is declared with it, in words.
    pub declarations: Vec<String>,
    /// Each subcontractor that was paid, by name.
    pub rows: Vec<CisReturnRow>,
}

/// A subcontractor on a return.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct CisReturnRow {
    /// The contact.
    pub contact_id: String,
    /// What they are called.
    pub name: String,
    /// Their Unique Taxpayer Reference, or empty.
    pub utr: String,
    /// The verification number, where the return gives it.
    pub verification_number: Option<String>,
    /// Pounds that were paid, rounded down to the pound.
    #[schema(value_type = String)]
    pub gross: Pence,
    /// Pounds of materials, rounded down to the pound.
    #[schema(value_type = String)]
    pub materials: Pence,
    /// Pounds that were deducted, to the penny.
    #[schema(value_type = String)]
    pub deducted: Pence,
    /// Whether a statement is owed: something was deducted.
    pub has_statement: bool,
    /// What the statement still needs, in a sentence.
    pub statement_lacks: Option<String>,
    /// The email that brought it last; none where none did.
    pub statement_email: Option<DocumentEmail>,
    /// The payments behind it, by day.
    pub payments: Vec<SubcontractorPayment>,
}
