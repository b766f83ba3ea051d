//! Core's calculation of an expense. Results are JSON.

use plumbline_core::error::{Failure, RuleErrors};
use plumbline_core::expense::{self, ExpensePreview};
use plumbline_core::json::to_text;
use plumbline_core::money::number::Number;
use plumbline_core::tax::Vehicle;
use wasm_bindgen::prelude::*;

/// What was paid, with the VAT that its receipt says, or where that is empty the VAT that its rate has in it: the JSON that
/// the server's preview answers.
///
/// # Errors
///
/// What of it cannot be kept, as the JSON of the server's error.
#[wasm_bindgen]
pub fn spent(amount: &str, vat_rate: &str, vat_amount: &str) -> Result<String, String> {
    let [amount, rate, vat] = [amount, vat_rate, vat_amount].map(Number::from_text);
    told(expense::spent(&amount, &rate, &vat))
}

/// What a journey is worth that follows on `before` miles of its tax year: the JSON that the server's
/// preview answers.
///
/// # Errors
///
/// What of it cannot be kept, as the JSON of the server's error.
#[wasm_bindgen]
pub fn driven(date: &str, vehicle: &str, miles: &str, before: &str) -> Result<String, String> {
    let date = date
        .parse()
        .map_err(|error| malformed(format!("The date {error}.")))?;
    let vehicle = Vehicle::ALL.into_iter().find(|it| it.word() == vehicle);
    let vehicle = vehicle.ok_or_else(|| malformed("There is no such vehicle.".to_owned()))?;
    let before = expense::tenths(&Number::from_text(before)).unwrap_or_default();
    told(expense::driven(
        date,
        vehicle,
        &Number::from_text(miles),
        before,
    ))
}

/// The tax year of a day, `2026/27`, whose miles are counted together; empty for what is no day.
#[wasm_bindgen(js_name = taxYear)]
#[must_use]
pub fn tax_year(date: &str) -> String {
    let date = date.parse().ok();
    date.map_or_else(String::new, |date| {
        plumbline_core::tax::TaxYear::of(date).text()
    })
}

fn told(found: Result<ExpensePreview, RuleErrors>) -> Result<String, String> {
    match found {
        Ok(preview) => Ok(to_text(&preview)),
        Err(errors) => Err(Failure::from(errors).to_json()),
    }
}

fn malformed(reason: String) -> String {
    Failure::Malformed(reason).to_json()
}
