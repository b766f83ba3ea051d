//! The return as a file.

use plumbline_core::money::text::format_gbp;
use plumbline_core::report::vat::VatReturn;
use plumbline_core::time::text::format_long_date;

use super::books::VatReturnBooks;
use super::records::VatRecord;
use plumbline_platform::workbook::{Workbook, WorkbookCell, WorkbookColumn, WorkbookTable};

/// A workbook with the boxes and the records behind them.
pub(super) fn to_workbook(books: &VatReturnBooks, made: &VatReturn) -> Workbook {
    let mut boxes = WorkbookTable::new(
        "Boxes",
        &[
            WorkbookColumn::text("Box"),
            WorkbookColumn::text("HMRC’s name"),
            WorkbookColumn::text("What"),
            WorkbookColumn::money("Amount"),
        ],
    );
    let mut records = WorkbookTable::new(
        "Records",
        &[
            WorkbookColumn::text("Box"),
            WorkbookColumn::day("Date"),
            WorkbookColumn::text("What"),
            WorkbookColumn::text("Record"),
            WorkbookColumn::text("Customer"),
            WorkbookColumn::money("Amount"),
            WorkbookColumn::text("Note"),
        ],
    );
    for it in &made.boxes {
        let number = it.info.number;
        boxes.add_row(vec![
            WorkbookCell::text(&number.to_string()),
            WorkbookCell::text(it.info.field),
            WorkbookCell::text(it.info.label),
            WorkbookCell::Money(it.amount),
        ]);
        for entry in it.entries.iter().filter_map(|at| made.entries.get(*at)) {
            let record = VatRecord::from_entry(books, entry, number);
            records.add_row(vec![
                WorkbookCell::text(&number.to_string()),
                WorkbookCell::Day(record.date),
                WorkbookCell::text(&record.what),
                WorkbookCell::text(&record.title),
                WorkbookCell::text(&record.customer),
                WorkbookCell::Money(record.amount),
                WorkbookCell::text(&record.note.unwrap_or_default()),
            ]);
        }
    }
    let period = made.period;
    let days = format!("{} to {}", format_long_date(period.from), format_long_date(period.to));
    // Below the boxes, so that a program which reads the boxes always finds them in the same place.
    for (what, message) in [
        ("Business", &books.profile.fields.name),
        ("VAT number", &books.registration.number),
        ("Period", &days),
    ] {
        boxes.add_row(text_row(what, message));
    }
    for flat in &made.flat {
        let output =
            format!("{}% of {} with VAT: {}", flat.percent, format_gbp(flat.turnover), format_gbp(flat.vat));
        boxes.add_row(text_row("Flat rate", &output));
    }
    let outside = books.outside.iter();
    let outside = outside.map(|(it, sold_document)| it.to_finding(&sold_document.number));
    for finding in made.findings.iter().cloned().chain(outside) {
        let output = match finding.confirmed {
            true => finding.msg,
            false => format!("{} Check with your accountant.", finding.msg),
        };
        boxes.add_row(text_row("Note", &output));
    }
    for entry in made.entries.iter().filter(|entry| entry.note.is_some()) {
        let record = VatRecord::from_entry(books, entry, 1);
        let note = record.note.unwrap_or_default();
        boxes.add_row(text_row("Late", &format!("{}: {note}", record.title)));
    }
    Workbook {
        name: format!("vat-return-to-{}", period.to),
        title: format!("VAT return, {}", books.profile.fields.name),
        days,
        lists: vec![boxes],
        records: Some(records),
    }
}

/// A row that isn't a box.
fn text_row(what: &str, message: &str) -> Vec<WorkbookCell> {
    vec![
        WorkbookCell::text(what),
        WorkbookCell::text(""),
        WorkbookCell::text(message),
        WorkbookCell::text(""),
    ]
}
