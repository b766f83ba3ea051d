//! The responses of the ledger.

use plumbline_core::money::Pence;
use plumbline_core::report::cis::LedgerRowState;
use plumbline_core::time::Date;
use serde::Serialize;
use utoipa::ToSchema;

/// The CIS ledger of a tax year.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct CisLedger {
    /// The calendar year in which the tax year begins.
    pub year: u16,
    /// `2026/27`
    pub name: String,
    /// Pounds that were paid, without VAT and before the deduction.
    #[schema(value_type = String)]
    pub gross: Pence,
    /// Pounds of that for materials.
    #[schema(value_type = String)]
    pub materials: Pence,
    /// Pounds that were deducted according to the payments: for box 81 of SA103F, or box 38 of SA103S.
    #[schema(value_type = String)]
    pub deducted: Pence,
    /// Pounds that were deducted according to the statements.
    #[schema(value_type = String)]
    pub stated: Pence,
    /// The tax months, by month, then contractor.
    pub months: Vec<CisMonth>,
    /// The contractors who made a deduction in this year or gave a statement, by name.
    pub contractors: Vec<CisContractor>,
    /// Today in London, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub today: Date,
}

/// A contractor.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct CisContractor {
    /// The contractor's present name; if the contact was deleted, the name at issue.
    pub name: String,
    /// The key by which a statement refers to the contractor.
    pub key: String,
}

/// A tax month of one contractor.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct CisMonth {
    /// First day of the tax month, YYYY-MM-DD: a 6th.
    #[schema(value_type = String)]
    pub from: Date,
    /// Last day, YYYY-MM-DD: a 5th.
    #[schema(value_type = String)]
    pub to: Date,
    /// The contractor.
    pub contractor: CisContractor,
    /// Pounds that were paid, without VAT and before the deduction.
    #[schema(value_type = String)]
    pub gross: Pence,
    /// Pounds of that for materials.
    #[schema(value_type = String)]
    pub materials: Pence,
    /// Pounds that were deducted.
    #[schema(value_type = String)]
    pub deducted: Pence,
    /// The last day for the statement, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub statement_due: Date,
    /// Whether the payments and the statements agree.
    pub standing: CisMonthState,
    /// If they differ, how much higher the statements are, in pounds: gross, materials, deducted.
    #[schema(value_type = Option<Vec<String>>)]
    pub differs: Option<[Pence; 3]>,
    /// The payments, by date.
    pub payments: Vec<CisReceipt>,
    /// The statements.
    pub statements: Vec<CisStatement>,
}

/// How a month's payments compare with its statements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub enum CisMonthState {
    /// The amounts are the same.
    Agrees,
    /// The amounts differ.
    Differs,
    /// There is no statement, and its due date has passed.
    Missing,
    /// There is no statement, but it isn't due yet.
    NotDue,
    /// Nothing was deducted, so no statement is owed.
    NotOwed,
    /// There is a statement but no payment.
    NoPayment,
}

impl CisMonthState {
    /// Converts core's comparison, with the difference if there is one.
    pub(super) fn from_core(ledger_row_state: LedgerRowState) -> (Self, Option<[Pence; 3]>) {
        match ledger_row_state {
            LedgerRowState::Agrees => (Self::Agrees, None),
            LedgerRowState::Differs { gross, materials, deducted } => {
                (Self::Differs, Some([gross, materials, deducted]))
            }
            LedgerRowState::Missing => (Self::Missing, None),
            LedgerRowState::NotDue => (Self::NotDue, None),
            LedgerRowState::NotOwed => (Self::NotOwed, None),
            LedgerRowState::NoPayment => (Self::NoPayment, None),
        }
    }

    /// A short label.
    pub(super) fn label(self) -> &'static str {
        match self {
            Self::Agrees => "statement agrees",
            Self::Differs => "statement differs",
            Self::Missing => "statement missing",
            Self::NotDue => "statement not due yet",
            Self::NotOwed => "no statement due",
            Self::NoPayment => "statement without a payment",
        }
    }
}

/// A payment received under the scheme.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct CisReceipt {
    /// The id of the payment, or of a credit note that changed what earlier payments were for.
    pub id: String,
    /// `invoice`, `quote` or `credit_note`: the kind of document to open.
    pub kind: String,
    /// The id of the document that was paid, or of the credit note.
    pub subject: String,
    /// The document's number.
    pub number: String,
    /// The date of the payment or of the credit note, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub date: Date,
    /// Pounds without VAT and before the deduction; negative for money paid back.
    #[schema(value_type = String)]
    pub gross: Pence,
    /// Pounds of that for materials.
    #[schema(value_type = String)]
    pub materials: Pence,
    /// Pounds that were deducted.
    #[schema(value_type = String)]
    pub deducted: Pence,
}

/// A contractor's CIS statement.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct CisStatement {
    /// UUIDv7.
    pub id: String,
    /// Pounds that were paid according to it, without VAT.
    #[schema(value_type = String)]
    pub gross: Pence,
    /// Pounds of materials.
    #[schema(value_type = String)]
    pub materials: Pence,
    /// Pounds that were deducted.
    #[schema(value_type = String)]
    pub deducted: Pence,
}
