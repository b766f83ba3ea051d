//! How long the PDF of a twenty-line invoice takes: a new invoice, with each template in turn; an invoice that the warm
//! typesetter has set before, set again; and one that is cached. `cargo xtask bench` runs it in a release build.

use std::time::{Duration, Instant};

use plumbline::config::Config;
use plumbline::pdf::{self, PrintedDocument, Typesetter};
use plumbline_core::calculate::totals::calculate;
use plumbline_core::document::Document;
use plumbline_core::present::public::{DocumentHeader, DocumentKind, Parties, assemble_public_document};
use plumbline_core::present::{Presentation, present};
use serde_json::{Value, json};

/// The time of issue on the first PDF of an invoice, unix milliseconds.
const ISSUED: i64 = 1_794_819_600_000;
/// How long a PDF may take with a warm typesetter.
const WANTED: Duration = Duration::from_millis(5);
const LINES: usize = 20;
const DOCUMENTS: usize = 200;
const TEMPLATES: [&str; 5] = ["classic", "modern", "colored", "bold", "minimal"];

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let mut config = Config::from_lookup(|_| None).expect("a configuration");
    config.pdf.program = Some(env!("CARGO_BIN_EXE_plumbline").into());
    let typesetter = Typesetter::new(&config.pdf);
    let mut new = Vec::new();
    let mut warm = Vec::new();
    let mut ready = Vec::new();
    for number in 0..DOCUMENTS {
        new.push(time(&typesetter, number, ISSUED).await);
        // Another time of issue makes another PDF, which is not cached.
        warm.push(time(&typesetter, number, ISSUED + 1_000).await);
        ready.push(time(&typesetter, number, ISSUED).await);
    }
    // The first ones start the typesetter.
    new.drain(..TEMPLATES.len() * 2);
    println!("A PDF of {LINES} lines:");
    println!("  {}, set warm; wanted {WANTED:?}", describe_times(warm));
    println!("  {}, kept ready", describe_times(ready));
    println!("  {}, of a document that was never set before", describe_times(new));
}

/// How long the PDF of this invoice takes, issued at this time.
async fn time(typesetter: &Typesetter, number: usize, at: i64) -> Duration {
    let printed_document = PrintedDocument {
        account: "an account".to_owned(),
        presentation: invoice(number),
        logo: None,
        photos: Default::default(),
        bank_notes: Vec::new(),
        link: Some("https://quotes.example/i/AFvQhbl1SK_FnHy_kpZ-utrSdu07_VZA#pay".to_owned()),
        online: Some("https://quotes.example/i/AFvQhbl1SK_FnHy_kpZ-utrSdu07_VZA".to_owned()),
        authenticity: None,
        watermark: None,
        at,
    };
    let start = Instant::now();
    let pdf = pdf::render_document(typesetter, printed_document).await.expect("a PDF");
    let time = start.elapsed();
    assert!(pdf.starts_with(b"%PDF-"), "not a PDF");
    time
}

fn describe_times(mut times: Vec<Duration>) -> String {
    times.sort_unstable();
    let (median, slow) = (times[times.len() / 2], times[times.len() * 95 / 100]);
    format!("{median:.1?} (95 of 100 within {slow:.1?})")
}

/// A realistic invoice; `number` varies its amounts and its template.
fn invoice(number: usize) -> Presentation {
    let items: Vec<Value> = (0..LINES)
        .map(|line| {
            let pence = (number * 31 + line * 977) % 20_000;
            json!({
                "id": format!("line-{line}"), "name": "Copper pipe 15 mm, 3 m",
                "description": "Supplied and fitted, clips included",
                "quantity": (line % 7 + 1).to_string(), "price": format!("{}.{:02}", pence / 100, pence % 100),
                "includeLabour": line % 3 == 0, "labourHours": "1.5", "labourRate": "45.00",
                "vat": if line % 5 == 4 { json!({ "treatment": "taxable", "rate": "5" }) } else { Value::Null },
            })
        })
        .collect();
    let document = json!({
        "items": items, "includeLabour": true, "labourHours": "8", "labourRate": "40.00", "tax": "20",
        "includeDiscount": true, "discount": "5", "discountType": "percentage",
    });
    let document: Document = serde_json::from_value(document).expect("a document");
    let totals = calculate(&document).expect("totals");
    let header = DocumentHeader {
        invoice_number: Some(format!("INV-{number:04}")),
        status: "sent".into(),
        issue_date: "2026-11-16".parse().ok(),
        due_date: "2026-11-30".parse().ok(),
        job_description: "Replace the pipework under the ground floor.\nTest, flush, and make good.".into(),
        notes: "Parking at the back.".into(),
        template: Some(TEMPLATES[number % TEMPLATES.len()].into()),
        ..DocumentHeader::new(DocumentKind::Invoice)
    };
    let parties = Parties {
        contact: serde_json::from_value(json!({
            "name": "Jo Bloggs", "address_line1": "2 Mill Lane", "city": "York", "post_code": "YO1 1AA",
        }))
        .ok(),
        business_profile: serde_json::from_value(json!({
            "name": "Taylor Plumbing", "email": "office@taylor.example", "phone": "0113 496 0123",
            "address_line1": "1 High Street", "city": "Leeds", "invoiceTerms": "14 days.",
            "accepts_bank_transfer": true, "bankName": "Example Bank", "sortCode": "12-34-56",
        }))
        .ok(),
        ..Parties::default()
    };
    let today = "2026-11-16".parse().expect("a date");
    present(&assemble_public_document(&header, &document, &totals, &parties), today).expect("an invoice")
}
