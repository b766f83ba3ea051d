//! The responses of the ledger.

use plumbline_core::money::Pence;
use plumbline_core::report::cis::Standing;
use plumbline_core::time::Date;
use serde::Serialize;
use utoipa::ToSchema;

/// A tax year's ledger.
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
    /// Pounds that were deducted, by the payments: for box 81 of SA103F, or box 38 of SA103S.
    #[schema(value_type = String)]
    pub deducted: Pence,
    /// Pounds that the statements say were deducted.
    #[schema(value_type = String)]
    pub stated: Pence,
    /// By month, then contractor.
    pub months: Vec<CisMonth>,
    /// Those who deducted in this year or gave a statement, by name.
    pub contractors: Vec<CisContractor>,
    /// Today in London, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub today: Date,
}

/// Somebody who deducts.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct CisContractor {
    /// What they are called now; where the contact is gone, as they were when it was issued.
    pub name: String,
    /// What a statement names them by.
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
    /// Whose.
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
    /// How payments and statements stand to each other.
    pub standing: CisStanding,
    /// Where they differ, by how much the statements say more: pounds gross, of materials, deducted.
    #[schema(value_type = Option<Vec<String>>)]
    pub differs: Option<[Pence; 3]>,
    /// The payments, by day.
    pub payments: Vec<CisReceipt>,
    /// The statements.
    pub statements: Vec<CisStatement>,
}

/// How a month's payments and statements stand to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub enum CisStanding {
    /// They say the same.
    Agrees,
    /// They do not.
    Differs,
    /// There is no statement, and its day has passed.
    Missing,
    /// There is none, and it is not late yet.
    NotDue,
    /// Nothing was deducted: none is owed.
    NotOwed,
    /// There is a statement and no payment.
    NoPayment,
}

impl CisStanding {
    /// As core has it, and by how much they differ.
    pub(super) fn of(standing: Standing) -> (Self, Option<[Pence; 3]>) {
        match standing {
            Standing::Agrees => (Self::Agrees, None),
            Standing::Differs {
                gross,
                materials,
                deducted,
            } => (Self::Differs, Some([gross, materials, deducted])),
            Standing::Missing => (Self::Missing, None),
            Standing::NotDue => (Self::NotDue, None),
            Standing::NotOwed => (Self::NotOwed, None),
            Standing::NoPayment => (Self::NoPayment, None),
        }
    }

    /// In a few words.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Agrees => "statement agrees",
            Self::Differs => "statement differs",
            Self::Missing => "statement missing",
            Self::NotDue => "statement not due yet",
            Self::NotOwed => "no statement owed",
            Self::NoPayment => "statement without a payment",
        }
    }
}

/// Money that came in under the scheme.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct CisReceipt {
    /// The payment, or a credit note that changed what the payments before it were for.
    pub id: String,
    /// `invoice`, `quote` or `credit_note`: what is opened.
    pub kind: String,
    /// The document that it was for, or the credit note.
    pub subject: String,
    /// Its number.
    pub number: String,
    /// The day that it came in, or that the credit note was issued on, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub date: Date,
    /// Pounds without VAT and before the deduction; below zero where money went back.
    #[schema(value_type = String)]
    pub gross: Pence,
    /// Pounds of that for materials.
    #[schema(value_type = String)]
    pub materials: Pence,
    /// Pounds that were deducted.
    #[schema(value_type = String)]
    pub deducted: Pence,
}

/// A statement that a contractor gave.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct CisStatement {
    /// UUIDv7.
    pub id: String,
    /// Pounds that it says were paid, without VAT.
    #[schema(value_type = String)]
    pub gross: Pence,
    /// Pounds of materials.
    #[schema(value_type = String)]
    pub materials: Pence,
    /// Pounds that were deducted.
    #[schema(value_type = String)]
    pub deducted: Pence,
}
