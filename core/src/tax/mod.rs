//! Rates of tax, each with the day from which it holds. Nothing else names a rate.

mod rates;

pub use rates::{CIS_RATES, Rate, VAT_RATES, VatRate};
