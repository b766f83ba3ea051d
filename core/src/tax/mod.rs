//! Rates of tax, each with the day from which it holds. Nothing else names a rate.

mod mileage;
mod month;
mod rates;
mod year;

pub use mileage::{MILEAGE_RATES, MileageRate, Vehicle};
pub use month::TaxMonth;
pub use rates::{CIS_RATES, Rate, VAT_RATES, VatRate};
pub use year::{TAX_YEAR_BEGINS, TaxYear};
