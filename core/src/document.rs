//! A quote's or an invoice's input (rules.md, section 2). Unknown fields are passed over, missing
//! and null ones take their default; numbers keep what was typed (see [`Number`]).

use serde::{Deserialize, Serialize};

use crate::line::Line;
use crate::number::Number;
use crate::payments::Payment;
use crate::shape::read::fields;

/// What a quote or an invoice is calculated from.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Document {
    /// The lines, in the order in which they are shown.
    pub items: Vec<Line>,
    /// The unit of every line that names none.
    pub document_labour_unit_type: LabourUnit,
    /// Whether the document has labour of its own, beside its lines'.
    pub include_labour: bool,
    /// Hours or days of the document's labour.
    pub labour_hours: Number,
    /// Pounds an hour or a day.
    pub labour_rate: Number,
    /// The unit of the document's labour; none given: the document's unit.
    pub labour_unit_type: Option<LabourUnit>,
    /// Whether the discount applies.
    pub include_discount: bool,
    /// A percentage or pounds, by `discount_type`.
    pub discount: Number,
    /// What `discount` is.
    pub discount_type: DiscountType,
    /// Words shown beside the discount.
    pub discount_reason: String,
    /// The document's VAT percentage, for its labour and every line without a rate of its own.
    pub tax: Number,
    /// Whether a deposit is asked for.
    pub include_deposit: bool,
    /// A percentage or pounds, by `deposit_type`.
    pub deposit: Number,
    /// What `deposit` is.
    pub deposit_type: DepositType,
    /// Words shown beside the deposit.
    pub deposit_reason: String,
    /// The percentage that the customer deducts under the Construction Industry Scheme: 0, 20 or
    /// 30; none outside the scheme.
    pub cis_rate: Option<Number>,
    /// Payments made or announced.
    pub payments: Vec<Payment>,
}

fields!(Document {
    "items" => items,
    "documentLabourUnitType" => document_labour_unit_type,
    "includeLabour" => include_labour,
    "labourHours" => labour_hours,
    "labourRate" => labour_rate,
    "labourUnitType" => labour_unit_type,
    "includeDiscount" => include_discount,
    "discount" => discount,
    "discountType" => discount_type,
    "discountReason" => discount_reason,
    "tax" => tax,
    "includeDeposit" => include_deposit,
    "deposit" => deposit,
    "depositType" => deposit_type,
    "depositReason" => deposit_reason,
    "cisRate" => cis_rate,
    "payments" => payments,
});

/// How labour is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub enum LabourUnit {
    /// By the hour.
    #[default]
    Hours,
    /// By the day.
    Days,
}

/// What a discount's number is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub enum DiscountType {
    /// A percentage of the subtotal.
    #[default]
    Percentage,
    /// An amount in pounds.
    Other,
}

/// What a deposit's number is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub enum DepositType {
    /// A percentage of the total.
    #[default]
    Percentage,
    /// An amount in pounds.
    Fixed,
}
