//! Rates of tax, each with the day from which it holds. Nothing else names a rate.

pub mod dated;
mod mileage;
mod rates;
pub mod vat_boxes;
pub mod vat_flat_rate;
pub mod vat_reliefs;
pub mod vat_thresholds;
mod year;

pub use dated::Dated;
pub use mileage::{MILEAGE_RATES, MileageRate, Vehicle};
pub use rates::{CIS_RATES, Rate, VAT_RATES, VatRate};
pub use year::{TAX_YEAR_BEGINS, TaxYear};
