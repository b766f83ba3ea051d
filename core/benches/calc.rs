//! Measures how many documents of twenty lines one core reads, calculates and prints in a second: the work of
//! `plumbline calc`, without the pipes. `cargo xtask bench` runs it in a release build.

use std::fmt::Write as _;
use std::hint::black_box;
use std::time::{Duration, Instant};

use plumbline_core::ndjson;

/// The same allocator as in the `plumbline` command.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The number of documents per second that docs/rules.md promises.
const WANTED: f64 = 50_000.0;
const DOCUMENTS: usize = 200;
/// How long it is measured: a virtual core that shares its hardware with other work runs at half its speed for seconds
/// at a time.
const FOR: Duration = Duration::from_secs(5);
const LINES: usize = 20;

fn main() {
    let documents: Vec<String> = (0..DOCUMENTS).map(document).collect();
    let bytes: usize = documents.iter().map(String::len).sum();
    let mut answers = Vec::new();
    let mut fastest = Duration::MAX;
    let begun = Instant::now();
    while begun.elapsed() < FOR {
        let start = Instant::now();
        for document in &documents {
            answers.clear();
            ndjson::write_totals(black_box(document.as_bytes()), &mut answers);
            black_box(&answers);
        }
        fastest = fastest.min(start.elapsed());
    }
    let seconds = fastest.as_secs_f64();
    let each = bytes / DOCUMENTS;
    #[expect(clippy::cast_precision_loss, reason = "a small number is exact")]
    let a_second = DOCUMENTS as f64 / seconds;
    println!(
        "{a_second:.0} documents a second on one core ({LINES} lines, {each} bytes each; wanted {WANTED:.0})"
    );
}

/// A lifelike document; `number` varies its amounts.
fn document(number: usize) -> String {
    let mut text = String::from(r#"{"items":["#);
    for line in 0..LINES {
        let comma = if line == 0 { "" } else { "," };
        let (quantity, pence) = (line % 7 + 1, (number * 31 + line * 977) % 20_000);
        let vat = if line % 5 == 4 { r#"{"treatment":"taxable","rate":"5"}"# } else { "null" };
        let labour = line % 3 == 0;
        write!(
            text,
            r#"{comma}{{"id":"0193a7c2-7d3e-7b1a-9c55-{line:012x}","name":"Copper pipe 15 mm, 3 m","description":"Supplied and fitted, clips included","quantity":"{quantity}","price":"{}.{:02}","includeLabour":{labour},"labourHours":"1.5","labourRate":"45.00","labourUnitType":"hours","vat":{vat},"optional":false,"selected":true,"costType":"materials"}}"#,
            pence / 100,
            pence % 100,
        )
        .unwrap_or_default();
    }
    text.push_str(r#"],"documentLabourUnitType":"hours","includeLabour":true,"labourHours":"8","labourRate":"40.00","labourUnitType":"hours","includeDiscount":true,"discount":"5","discountType":"percentage","discountReason":"Returning customer","tax":"20","includeDeposit":true,"deposit":"25","depositType":"percentage","depositReason":"","cisRate":null,"payments":[]}"#);
    text
}
