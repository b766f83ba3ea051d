//! The fields that a person types of an expense, and what is stored of them.

use plumbline_core::expense::{ExpenseCategory, Journey, parse_amounts, parse_journey, parse_private_share};
use plumbline_core::money::Pence;
use plumbline_core::money::number::Number;
use plumbline_core::tax::Vehicle;
use plumbline_core::time::Date;
use plumbline_core::time::repeat::Repeat;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use plumbline_platform::db::table::stored_enum;

use plumbline_platform::error::ApiError;
use plumbline_platform::http::field_checks::{FieldChecks, NAME_MAX};
use plumbline_platform::ids::{ContactId, FileId, ProfileId};

/// The most characters in a description.
const DESCRIPTION_MAX: usize = 1_000;
/// The most receipts of an expense.
pub const RECEIPTS_MAX: usize = 10;

stored_enum! {
    /// How an expense is treated for VAT.
    #[derive(Default, serde::Deserialize, utoipa::ToSchema)]
    #[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, rename_all = "camelCase"))]
    #[schema(rename_all = "camelCase")]
    #[serde(rename_all = "camelCase")]
    pub enum VatKind {
        /// VAT was charged, if there is any.
        #[default]
        Usual = "usual",
        /// The domestic reverse charge: the supplier charged no VAT, and the business accounts for it.
        ReverseCharge = "reverseCharge",
        /// Goods that are used for years, such as a van or a machine, with or without VAT.
        Capital = "capital",
        /// Exempt, as insurance, postage and interest are: without VAT, but included in box 7.
        Exempt = "exempt",
    }
}

stored_enum! {
    /// Whether goods or a service were bought, which VAT's flat rate scheme depends on.
    #[derive(Default, serde::Deserialize, utoipa::ToSchema)]
    #[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, rename_all = "camelCase"))]
    #[schema(rename_all = "camelCase")]
    #[serde(rename_all = "camelCase")]
    pub enum GoodsOrService {
        /// It wasn't said; materials then count as goods.
        #[default]
        NotSaid = "notSaid",
        /// Goods.
        Goods = "goods",
        /// A service, hire or a subscription.
        Service = "service",
    }
}

impl From<GoodsOrService> for plumbline_core::expense::GoodsOrService {
    fn from(goods_or_service: GoodsOrService) -> Self {
        match goods_or_service {
            GoodsOrService::NotSaid => Self::NotSaid,
            GoodsOrService::Goods => Self::Goods,
            GoodsOrService::Service => Self::Service,
        }
    }
}

impl From<VatKind> for plumbline_core::expense::VatKind {
    fn from(kind: VatKind) -> Self {
        match kind {
            VatKind::Usual => Self::Usual,
            VatKind::ReverseCharge => Self::ReverseCharge,
            VatKind::Capital => Self::Capital,
            VatKind::Exempt => Self::Exempt,
        }
    }
}

/// A journey.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Mileage {
    /// The vehicle.
    #[schema(value_type = String)]
    pub vehicle: Vehicle,
    /// The distance in miles, with at most one decimal.
    #[schema(value_type = String)]
    pub miles: Number,
}

/// An expense as the person enters it. Numbers are decimal strings; JSON numbers are accepted as well.
#[derive(Debug, Clone, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct ExpenseInput {
    /// The date of payment, YYYY-MM-DD.
    #[serde(deserialize_with = "plumbline_core::time::supplied::date")]
    #[schema(value_type = String)]
    pub date: Date,
    /// The supplier.
    #[serde(default)]
    pub supplier: String,
    /// What it was for.
    #[serde(default)]
    pub description: String,
    /// Its category in the tax return.
    #[schema(value_type = String)]
    pub category: ExpenseCategory,
    /// Pounds, including VAT; negative for a refund. Ignored for a journey, whose amount is calculated from the miles.
    #[serde(default)]
    #[schema(value_type = String)]
    pub amount: Number,
    /// The percentage of VAT in it; empty if there is no VAT or the rate isn't known.
    #[serde(default)]
    #[schema(value_type = String)]
    pub vat_rate: Number,
    /// Pounds of VAT in it, if the receipt says so; empty to calculate it from the rate.
    #[serde(default)]
    #[schema(value_type = String)]
    pub vat_amount: Number,
    /// How it is treated for VAT. Under the reverse charge `vatRate` is the percentage to account for, and the amount
    /// contains no VAT.
    #[serde(default)]
    pub vat_kind: VatKind,
    /// Whether it is goods or a service. If null or missing, the present value stays, so that a client that doesn't
    /// know the field changes nothing; for a new expense, it isn't said.
    #[serde(default)]
    pub goods_or_service: Option<GoodsOrService>,
    /// The percentage of it that was private; empty for 0.
    #[serde(default)]
    #[schema(value_type = String)]
    pub private_share: Number,
    /// Whether it is a cost of a vehicle, such as fuel, repairs, insurance or road tax, which doesn't count if the rate
    /// per mile is used.
    #[serde(default)]
    pub vehicle_cost: bool,
    /// The customer whose job it was for.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    pub contact_id: Option<ContactId>,
    /// The business; `None` for the account's first business.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    pub business_profile_id: Option<ProfileId>,
    /// The job or site that it was for.
    #[serde(default)]
    pub job: String,
    /// A journey, instead of an amount.
    #[serde(default)]
    pub mileage: Option<Mileage>,
    /// How often it repeats.
    #[serde(default)]
    #[schema(value_type = String)]
    pub repeat: Repeat,
    /// The last day for repeating it; `None` for no end.
    #[serde(default, deserialize_with = "plumbline_core::time::supplied::option")]
    #[schema(value_type = Option<String>)]
    pub repeat_until: Option<Date>,
    /// The ids of its receipts, in order; at most 10.
    #[serde(default)]
    #[schema(value_type = Vec<String>)]
    pub receipts: Vec<FileId>,
}

/// A validated expense. A journey's amount isn't calculated yet, because that needs the journeys before it.
#[derive(Debug, Clone, PartialEq)]
pub struct ExpenseFields {
    /// The date of payment.
    pub date: Date,
    /// The supplier.
    pub supplier: String,
    /// What it was for.
    pub description: String,
    /// Its category in the tax return.
    pub category: ExpenseCategory,
    /// Including VAT; zero for a journey.
    pub amount: Pence,
    /// A percentage; empty if there is no VAT.
    pub vat_rate: Number,
    /// The VAT in the amount.
    pub vat_amount: Pence,
    /// How it is treated for VAT.
    pub vat_kind: VatKind,
    /// Whether it is goods or a service.
    pub goods_or_service: GoodsOrService,
    /// The percentage that was private; empty for 0.
    pub private_share: Number,
    /// Whether it is a cost of a vehicle.
    pub vehicle_cost: bool,
    /// The customer whose job it was for.
    pub contact_id: Option<ContactId>,
    /// The business; `None` for the account's first business.
    pub business_profile_id: Option<ProfileId>,
    /// The job or site.
    pub job: String,
    /// A journey, instead of an amount.
    pub journey: Option<Journey>,
    /// How often it repeats.
    pub repeat: Repeat,
    /// The last day for repeating it.
    pub repeat_until: Option<Date>,
    /// Its receipts, in order.
    pub receipts: Vec<FileId>,
}

impl ExpenseInput {
    /// Validates the fields.
    ///
    /// # Errors
    /// 422 naming each invalid field.
    pub fn checked(self, today: Date) -> Result<ExpenseFields, ApiError> {
        let mut checks = FieldChecks::new();
        check_date(&mut checks, self.date, today);
        checks.check_line("supplier", &self.supplier, NAME_MAX);
        checks.check_paragraphs("description", &self.description, DESCRIPTION_MAX);
        checks.check_line("job", &self.job, NAME_MAX);
        let mut broken = Vec::new();
        let typed = self.mileage.as_ref();
        let journey = typed.map(|it| parse_journey(&mut broken, self.date, it.vehicle, &it.miles));
        let (amount, vat_amount) = match journey {
            None if self.vat_kind == VatKind::ReverseCharge => {
                self.check_reverse_charge(&mut checks);
                parse_amounts(&mut broken, &self.amount, &Number::Empty, &Number::Empty)
            }
            None => parse_amounts(&mut broken, &self.amount, &self.vat_rate, &self.vat_amount),
            Some(_) => (Pence::ZERO, Pence::ZERO),
        };
        if self.vat_kind == VatKind::Exempt && !self.vat_rate.is_empty() {
            let text = "Exempt expenses have no VAT: leave the rate empty.";
            checks.add("vatRate", "exempt", text);
        }
        let private_share = parse_private_share(&mut broken, "privateShare", &self.private_share);
        for error in broken {
            checks.add(&error.path, error.code, error.msg);
        }
        if journey.is_some() {
            check_journey(&mut checks, &self);
        } else if self.vehicle_cost && self.category != ExpenseCategory::CarVanTravelExpenses {
            let text = "Vehicle costs belong to Car, van and travel.";
            checks.add("vehicleCost", "category", text);
        }
        if self.repeat != Repeat::Never && self.repeat_until.is_some_and(|last| last < self.date) {
            let text = "The last date can’t be before the first.";
            checks.add("repeatUntil", "before_date", text);
        }
        if self.receipts.len() > RECEIPTS_MAX {
            let text = "An expense can have up to 10 receipts.";
            checks.add("receipts", "too_many", text);
        }
        let mut seen = self.receipts.clone();
        seen.sort();
        seen.dedup();
        if seen.len() < self.receipts.len() {
            checks.add("receipts", "twice", "This receipt is already there.");
        }
        checks.into_result()?;
        let repeats = self.repeat != Repeat::Never;
        Ok(ExpenseFields {
            date: self.date,
            supplier: self.supplier.trim().to_owned(),
            description: self.description.trim().to_owned(),
            category: self.category,
            amount,
            vat_rate: if journey.is_some() { Number::Empty } else { without_trailing_zeros(&self.vat_rate) },
            vat_amount,
            vat_kind: self.vat_kind,
            goods_or_service: self.goods_or_service.unwrap_or_default(),
            private_share,
            vehicle_cost: self.vehicle_cost,
            contact_id: self.contact_id,
            business_profile_id: self.business_profile_id,
            job: self.job.trim().to_owned(),
            journey,
            repeat: self.repeat,
            repeat_until: self.repeat_until.filter(|_| repeats),
            receipts: self.receipts,
        })
    }
}

impl ExpenseInput {
    /// Checks what the reverse charge needs and what it excludes.
    fn check_reverse_charge(&self, checks: &mut FieldChecks) {
        if !is_valid_vat_rate(&self.vat_rate) {
            let text = "Please choose the VAT rate on the supplier’s invoice.";
            checks.add("vatRate", "required", text);
        }
        if !self.vat_amount.is_empty() {
            let text = "Under the reverse charge the supplier doesn’t charge you VAT.";
            checks.add("vatAmount", "reverse_charge", text);
        }
    }
}

/// Whether VAT can be accounted for at a rate: above 0 and up to 100, with at most 2 decimals.
pub fn is_valid_vat_rate(typed: &Number) -> bool {
    let rate = typed.value();
    rate > Decimal::ZERO && rate <= Decimal::ONE_HUNDRED && rate.normalize().scale() <= 2
}

/// A rate without trailing zeros: 20.00 and 20 are the same.
fn without_trailing_zeros(rate: &Number) -> Number {
    match rate {
        Number::Value(value) => Number::Value(value.normalize()),
        other => other.clone(),
    }
}

fn check_date(checks: &mut FieldChecks, day: Date, today: Date) {
    if day.is_over_a_year_after(today) {
        let text = "Please check the date: it is more than a year away.";
        checks.add("date", "too_late", text);
    }
}

/// Refuses fields that the rate per mile already covers, and repeating.
fn check_journey(checks: &mut FieldChecks, typed: &ExpenseInput) {
    if typed.category != ExpenseCategory::CarVanTravelExpenses {
        let text = "Mileage belongs to Car, van and travel.";
        checks.add("category", "mileage", text);
    }
    if !typed.vat_rate.is_empty() || !typed.vat_amount.is_empty() {
        checks.add("vatRate", "mileage", "Mileage has no VAT.");
    }
    if !typed.private_share.value().is_zero() {
        let text = "Only enter business miles: mileage has no private part.";
        checks.add("privateShare", "mileage", text);
    }
    if typed.vehicle_cost {
        let text = "Mileage isn’t a vehicle cost: it’s claimed instead of them.";
        checks.add("vehicleCost", "mileage", text);
    }
    if typed.vat_kind != VatKind::Usual {
        checks.add("vatKind", "mileage", "Mileage has no VAT.");
    }
    if typed.repeat != Repeat::Never {
        checks.add("repeat", "mileage", "Mileage can’t repeat automatically.");
    }
}
