//! The VAT and the total of the document in `document.json`.

use std::error::Error;
use std::fs;

use plumbline_core::preview;

fn main() -> Result<(), Box<dyn Error>> {
    let text = fs::read_to_string("document.json")?;
    let totals = preview::calculate_totals(&text)?;
    for group in &totals.vat_groups {
        println!("VAT at {} %: £{}", group.rate, group.vat);
    }
    println!("Total: £{}", totals.total_amount);
    Ok(())
}
