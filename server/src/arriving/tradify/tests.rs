//! Invoices as other programs write them, with what each of them must come to.

use super::*;

fn found(bytes: &'static [u8]) -> Found {
    let file = File {
        name: "invoices.csv".to_owned(),
        bytes: bytes.into(),
    };
    read(vec![file]).unwrap_or_else(|why| panic!("{why}"))
}

/// Each document as `number customer: its lines = total`, or why it is refused.
fn told(found: &Found) -> Vec<String> {
    let told = found.documents.iter().map(|it| {
        if let Some(why) = &it.refused {
            return format!("{}: {why}", it.number);
        }
        let lines = it.document.items.iter().map(|line| {
            let rate = line
                .vat
                .as_ref()
                .map_or_else(String::new, |vat| vat.rate.to_string());
            format!("{} {} x {} at {rate}", line.name, line.quantity, line.price)
        });
        let lines: Vec<String> = lines.collect();
        let total = it.total.map(|total| total.0).unwrap_or_default();
        format!(
            "{} {}: {} = {total}",
            it.number,
            it.customer,
            lines.join(", ")
        )
    });
    told.collect()
}

macro_rules! fixture {
    ($name:literal) => {
        include_bytes!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../tests/fixtures/imports/programs/",
            $name,
            ".csv"
        ))
    };
}

#[test]
fn lines_stay_separate_and_dollars_are_no_pounds() {
    let dollars = |number: &str| format!("{number}: It is in USD, not in pounds.");
    let zoho = found(fixture!("zoho-invoices"));
    assert_eq!(
        told(&zoho),
        [
            "INV-000012 Anita Patel: Labour 5 x 40 at 20, Copper pipe 12 x 4.1667 at 20 = 30000"
                .to_owned(),
            dollars("INV-000013"),
        ]
    );
    assert_eq!(zoho.documents[0].document.items[0].description, "First fix");
    let freshbooks = found(fixture!("freshbooks-invoices"));
    assert_eq!(
        told(&freshbooks),
        [
            "0000012 Anita Patel: Labour 5 x 40 at 20, Copper pipe 12 x 4.1667 at 20 = 30000"
                .to_owned(),
            dollars("0000013"),
        ]
    );
    let invoice2go = told(&found(fixture!("invoice2go-invoices")));
    assert_eq!(
        invoice2go,
        [
            "INV0012 Anita Patel: As invoiced 1 x 250.00 at 20 = 30000",
            "INV0013: It is in US Dollar, not in pounds.",
        ]
    );
}

#[test]
fn a_document_without_one_of_its_rows_is_refused() {
    let tradify = found(fixture!("tradify-invoices"));
    assert_eq!(
        told(&tradify),
        [
            "INV-0012 Anita Patel: Labour 5 x 40 at 20, Pipe 1 x 50 at 20 = 30000",
            "INV-0013: It is in USD, not in pounds.",
            "INV-0014: Row 6 of the file cannot be read, which is a line of it.",
        ]
    );
    let row = "row 6 of “invoices.csv”: It has more cells than there are columns.";
    assert_eq!(tradify.left_out, [row]);
}
