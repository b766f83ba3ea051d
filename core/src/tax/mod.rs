//! Rates of tax, each with the day from which it applies. No other module contains a rate.

pub mod dated;
mod home_office;
mod late_payment;
mod mileage;
mod month;
mod mtd;
mod rates;
mod self_assessment;
pub mod vat_boxes;
pub mod vat_flat_rate;
pub mod vat_reliefs;
pub mod vat_thresholds;
mod year;

pub use dated::Dated;
pub use home_office::{HOME_OFFICE_RATES, HomeOfficeRates};
pub use late_payment::{
    DEFAULT_PAYMENT_DAYS, FIXED_SUMS, REFERENCE_RATES, ReferenceRate, STATUTORY_MARGIN, find_fixed_sum,
};
pub use mileage::{MILEAGE_RATES, MileageRate, Vehicle};
pub use month::TaxMonth;
pub use mtd::{MTD_POINTS_FROM, MTD_QUARTERS, MTD_THRESHOLDS, MtdQuarter, MtdThreshold};
pub use rates::{CIS_RATES, DatedPercentage, VAT_RATES, VatRate};
pub use self_assessment::{
    CASH_BASIS_FROM, ExpenseBox, FormBox, SA103F, SA103S, SINGLE_EXPENSE_LIMITS, TaxForm,
    find_single_expense_limit,
};
pub use year::{TAX_YEAR_START, TaxYear};
