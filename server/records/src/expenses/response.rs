//! An expense in a response: whole, and as a row of a list.

use plumbline_core::expense::{ExpenseCategory, calculate_included_vat, tenths_to_miles};
use plumbline_core::money::Pence;
use plumbline_core::money::number::Number;
use plumbline_core::time::Date;
use plumbline_core::time::repeat::Repeat;
use serde::Serialize;
use utoipa::ToSchema;

use super::fields::{GoodsOrService, Mileage, VatKind};
use super::store::ExpenseRow;
use plumbline_platform::ids::{ContactId, ExpenseId, FileId, ProfileId};

/// An expense.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Expense {
    /// The expense's id.
    #[schema(value_type = String)]
    pub id: ExpenseId,
    /// The version. An update sends the base version.
    pub version: i64,
    /// The day of payment, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub date: Date,
    /// The supplier.
    pub supplier: String,
    /// What it was for.
    pub description: String,
    /// The category of the tax return.
    #[schema(value_type = String)]
    pub category: ExpenseCategory,
    /// Pounds, including VAT.
    #[schema(value_type = String)]
    pub amount: Pence,
    /// The VAT rate as a percentage; empty if there is none.
    #[schema(value_type = String)]
    pub vat_rate: Number,
    /// Pounds of VAT in it.
    #[schema(value_type = String)]
    pub vat_amount: Pence,
    /// Whether that VAT was calculated from the rate, and not taken from the receipt.
    pub vat_reckoned: bool,
    /// The percentage that was not for the business; empty if there is none.
    #[schema(value_type = String)]
    pub private_share: Number,
    /// Whether it is a cost of a vehicle.
    pub vehicle_cost: bool,
    /// How it is treated for VAT.
    pub vat_kind: VatKind,
    /// Whether it is for goods or a service, if somebody has said so.
    pub goods_or_service: GoodsOrService,
    /// The customer whose job it was for.
    #[schema(value_type = Option<String>)]
    pub contact_id: Option<ContactId>,
    /// The business profile; `None` means the account's first.
    #[schema(value_type = Option<String>)]
    pub business_profile_id: Option<ProfileId>,
    /// The job or the site that it was for.
    pub job: String,
    /// The journey, if it is one; its amount is then calculated from the miles.
    pub mileage: Option<Mileage>,
    /// How often it is repeated.
    #[schema(value_type = String)]
    pub repeat: Repeat,
    /// The last day on which it may be repeated.
    #[schema(value_type = Option<String>)]
    pub repeat_until: Option<Date>,
    /// The next day on which it is repeated; `None` if it isn't.
    #[schema(value_type = Option<String>)]
    pub repeat_next: Option<Date>,
    /// The expense of which this one is an automatic repetition.
    #[schema(value_type = Option<String>)]
    pub repeat_of: Option<ExpenseId>,
    /// Whether it was imported from a bank file.
    pub from_bank: bool,
    /// The ids of the receipts, in order.
    #[schema(value_type = Vec<String>)]
    pub receipts: Vec<FileId>,
    /// Milliseconds since the epoch.
    pub created_at: i64,
    /// Milliseconds since the epoch.
    pub updated_at: i64,
}

/// A row of the list.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct ExpenseSummary {
    /// The expense's id.
    #[schema(value_type = String)]
    pub id: ExpenseId,
    /// The day of payment, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub date: Date,
    /// The supplier.
    pub supplier: String,
    /// What it was for.
    pub description: String,
    /// The category of the tax return.
    #[schema(value_type = String)]
    pub category: ExpenseCategory,
    /// Pounds, including VAT.
    #[schema(value_type = String)]
    pub amount: Pence,
    /// Pounds of VAT in it.
    #[schema(value_type = String)]
    pub vat_amount: Pence,
    /// The job or the site that it was for.
    pub job: String,
    /// The journey, if it is one.
    pub mileage: Option<Mileage>,
    /// Whether it is repeated.
    pub repeats: bool,
    /// The number of receipts.
    pub receipt_count: i64,
}

impl Expense {
    /// An expense with its receipts.
    pub(super) fn from_row(row: ExpenseRow, receipts: Vec<FileId>) -> Self {
        let mileage = row.to_mileage();
        // Every column is named, so that a new one doesn't compile until it is in the response, or somebody decides
        // that it needn't be.
        let ExpenseRow {
            id,
            user_id: _, // whose it is
            version,
            date,
            supplier,
            supplier_key: _, // the supplier as suppliers are compared
            description,
            category,
            amount,
            vat_rate,
            vat_amount,
            private_share,
            vehicle_cost,
            vat_kind,
            goods_or_service,
            contact_id,
            business_profile_id,
            job,
            vehicle: _, // in `mileage`
            tenths: _,
            repeats,
            repeat_until,
            repeat_done: _, // which day was made last
            repeat_next,
            repeat_of,
            from_bank,
            receipt_count: _, // there are the receipts
            words: _,         // by which it is found
            created_at,
            updated_at,
        } = row;
        Self {
            mileage,
            vat_reckoned: vat_kind == VatKind::ReverseCharge
                || calculate_included_vat(amount, vat_rate.value()) == vat_amount,
            id,
            version,
            date,
            supplier,
            description,
            category,
            amount,
            vat_rate,
            vat_amount,
            private_share,
            vehicle_cost,
            vat_kind,
            goods_or_service,
            contact_id,
            business_profile_id,
            job,
            repeat: repeats,
            repeat_until,
            repeat_next,
            repeat_of,
            from_bank,
            receipts,
            created_at,
            updated_at,
        }
    }

    /// Whether a person entered the same in both. The amount of a journey isn't entered: it depends on the other
    /// journeys.
    pub(super) fn has_same_input(&self, other: &Self) -> bool {
        let of = |it: &Self| {
            let amounts = it.mileage.is_none().then_some((it.amount, it.vat_amount));
            (amounts, it.date, it.category, it.repeat, it.repeat_until)
        };
        of(self) == of(other)
            && self.vat_rate.value() == other.vat_rate.value()
            && self.private_share.value() == other.private_share.value()
            && self.vehicle_cost == other.vehicle_cost
            && self.vat_kind == other.vat_kind
            && self.goods_or_service == other.goods_or_service
            && (&self.supplier, &self.description, &self.job)
                == (&other.supplier, &other.description, &other.job)
            && self.business_profile_id == other.business_profile_id
            && (&self.contact_id, &self.mileage, &self.receipts)
                == (&other.contact_id, &other.mileage, &other.receipts)
    }

    /// The name of the expense in messages.
    #[must_use]
    pub fn display_name(&self) -> &str {
        let names = [&self.supplier, &self.description];
        let named = names.into_iter().find(|name| !name.is_empty());
        named.map_or(self.category.info().name, String::as_str)
    }
}

impl From<ExpenseRow> for ExpenseSummary {
    fn from(row: ExpenseRow) -> Self {
        Self {
            mileage: row.to_mileage(),
            id: row.id,
            date: row.date,
            supplier: row.supplier,
            description: row.description,
            category: row.category,
            amount: row.amount,
            vat_amount: row.vat_amount,
            job: row.job,
            repeats: row.repeats != Repeat::Never,
            receipt_count: row.receipt_count,
        }
    }
}

impl ExpenseRow {
    fn to_mileage(&self) -> Option<Mileage> {
        let vehicle = self.vehicle?;
        Some(Mileage { vehicle, miles: tenths_to_miles(self.tenths) })
    }
}
