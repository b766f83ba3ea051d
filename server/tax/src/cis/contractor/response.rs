//! The responses about payments to subcontractors.

use plumbline_core::money::Pence;
use plumbline_core::money::number::Number;
use plumbline_core::time::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use plumbline_records::documents::reading::emails::DocumentEmail;

/// A business, with its registration as a contractor.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct CisBusiness {
    /// The business profile.
    pub id: String,
    /// The business's name.
    pub name: String,
    /// Its registration with HMRC; `None` if it isn't a contractor.
    pub registration: Option<CisRegistration>,
}

/// A business's registration with HMRC as a contractor.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CisRegistration {
    /// The version. An update sends the base version; for the first registration, that is 0.
    pub version: i64,
    /// Its employer reference, `123/AB456`.
    pub employer_reference: String,
    /// Its Accounts Office reference, `123PA00045678`; empty if it isn't known.
    #[serde(default)]
    pub accounts_office_reference: String,
    /// The first day on which it is a contractor, YYYY-MM-DD.
    #[serde(deserialize_with = "plumbline_core::time::supplied::date")]
    #[schema(value_type = String)]
    pub from: Date,
    /// The last day, YYYY-MM-DD; `None` if it still is a contractor.
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
    /// The details that HMRC has.
    #[serde(flatten)]
    pub fields: CisSubcontractorInput,
    /// The percentage deducted today; `None` if no rate is in effect yet.
    pub rate: Option<u32>,
    /// The address for statements: the contact's email address, or empty.
    pub email: String,
}

/// The details that HMRC has of a subcontractor.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CisSubcontractorInput {
    /// The version. An update sends the base version; for the first entry, that is 0.
    pub version: i64,
    /// The subcontractor's name or trading name.
    pub name: String,
    /// The Unique Taxpayer Reference, 10 digits; empty if it isn't known.
    #[serde(default)]
    pub utr: String,
    /// The verification number from HMRC, `V0012345678/AB`; empty if it isn't known.
    #[serde(default)]
    pub verification_number: String,
    /// Whether they are registered for VAT. If not, their materials count including VAT.
    pub vat_registered: bool,
    /// The rates of deduction, each with its first day.
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

/// A payment to a subcontractor. It is also an expense with the same id.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct SubcontractorPayment {
    /// The id, which is also the expense's id.
    pub id: String,
    /// The version of the expense. An update sends the base version.
    pub version: i64,
    /// The business that pays.
    pub profile_id: String,
    /// The contact who is paid.
    pub contact_id: String,
    /// The subcontractor's name.
    pub name: String,
    /// The date, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub date: Date,
    /// What was paid for.
    pub description: String,
    /// Whether the business accounts for its VAT under the domestic reverse charge.
    pub reverse_charge: bool,
    /// If so, the percentage of that VAT; otherwise empty.
    #[schema(value_type = String)]
    pub reverse_rate: Number,
    /// The deduction, and the amount left to pay.
    #[serde(flatten)]
    pub figures: CisFigures,
    /// Whether the monthly return is filed, so that the payment can't change.
    pub is_filed: bool,
}

/// The deduction from a payment, and the amount left to pay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct CisFigures {
    /// Pounds that the subcontractor charges, without VAT.
    #[schema(value_type = String)]
    pub gross: Pence,
    /// Pounds of that for materials.
    #[schema(value_type = String)]
    pub materials: Pence,
    /// Pounds to which the rate applies.
    #[schema(value_type = String)]
    pub liable: Pence,
    /// The percentage deducted.
    pub rate: u32,
    /// Pounds that are deducted and paid to HMRC.
    #[schema(value_type = String)]
    pub deducted: Pence,
    /// Pounds of VAT, from which nothing is deducted.
    #[schema(value_type = String)]
    pub vat: Pence,
    /// Pounds that the subcontractor receives.
    #[schema(value_type = String)]
    pub pay: Pence,
}

/// A business's monthly returns in a tax year.
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
    /// Pounds that were paid, according to the returns.
    #[schema(value_type = String)]
    pub gross: Pence,
    /// Pounds of materials, according to the returns.
    #[schema(value_type = String)]
    pub materials: Pence,
    /// Pounds that were deducted.
    #[schema(value_type = String)]
    pub deducted: Pence,
    /// The returns of the months that have begun, by month.
    pub months: Vec<CisReturn>,
    /// Today in London, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub today: Date,
}

/// The monthly return of a tax month.
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
    /// Pounds that were paid: the sum of the rows, in whole pounds.
    #[schema(value_type = String)]
    pub gross: Pence,
    /// Pounds of materials: the sum of the rows, in whole pounds.
    #[schema(value_type = String)]
    pub materials: Pence,
    /// Pounds to pay to HMRC.
    #[schema(value_type = String)]
    pub deducted: Pence,
    /// Whether there were no payments, so that this is a nil return.
    pub is_nil: bool,
    /// Whether it has to be sent.
    pub must_be_sent: bool,
    /// Whether HMRC was notified on `filedOn` that nobody is paid in the month, and needs no return.
    pub not_needed: bool,
    /// Whether the rule that the return must be sent was read in a law in force.
    pub duty_confirmed: bool,
    /// Whether the month is over.
    pub is_over: bool,
    /// The day on which the return was sent, or HMRC was notified that it isn't needed, YYYY-MM-DD; `None` if neither.
    #[schema(value_type = Option<String>)]
    pub filed_on: Option<Date>,
    /// The texts of the declarations made with it.
    pub declarations: Vec<String>,
    /// The subcontractors who were paid, by name.
    pub rows: Vec<CisReturnRow>,
}

/// A subcontractor on a return.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct CisReturnRow {
    /// The contact.
    pub contact_id: String,
    /// The subcontractor's name.
    pub name: String,
    /// The Unique Taxpayer Reference, or empty.
    pub utr: String,
    /// The verification number, if the return has to give it.
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
    /// Whether a statement is owed because something was deducted.
    pub has_statement: bool,
    /// A sentence about what is missing for the statement.
    pub statement_lacks: Option<String>,
    /// The last email with the statement; `None` if it wasn't emailed.
    pub statement_email: Option<DocumentEmail>,
    /// The payments behind the row, by date.
    pub payments: Vec<SubcontractorPayment>,
}
