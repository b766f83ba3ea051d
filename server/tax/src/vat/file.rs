//! The return as a file.

use plumbline_core::money::text::gbp;
use plumbline_core::report::vat::VatReturn;
use plumbline_core::time::text::date_long;

use super::books::VatBooks;
use super::records::VatRecord;
use plumbline_platform::workbook::{Cell, Column, List, Workbook};

/// A workbook with the boxes and the records behind them.
pub(super) fn of(books: &VatBooks, made: &VatReturn) -> Workbook {
    let mut boxes = List::of(
        "Boxes",
        &[
            Column::text("Box"),
            Column::text("HMRC’s name"),
            Column::text("What"),
            Column::money("Amount"),
        ],
    );
    let mut records = List::of(
        "Records",
        &[
            Column::text("Box"),
            Column::day("Date"),
            Column::text("What"),
            Column::text("Record"),
            Column::text("Customer"),
            Column::money("Amount"),
            Column::text("Note"),
        ],
    );
    for it in &made.boxes {
        let number = it.info.number;
        boxes.row(vec![
            Cell::text(&number.to_string()),
            Cell::text(it.info.field),
            Cell::text(it.info.label),
            Cell::Money(it.amount),
        ]);
        for entry in it.entries.iter().filter_map(|at| made.entries.get(*at)) {
            let record = VatRecord::of(books, entry, number);
            records.row(vec![
                Cell::text(&number.to_string()),
                Cell::Day(record.date),
                Cell::text(&record.what),
                Cell::text(&record.title),
                Cell::text(&record.customer),
                Cell::Money(record.amount),
                Cell::text(&record.note.unwrap_or_default()),
            ]);
        }
    }
    let period = made.period;
    let days = format!("{} to {}", date_long(period.from), date_long(period.to));
    // Below the boxes, so that a program which reads the boxes always finds them in the same place.
    for (what, told) in [
        ("Business", &books.profile.fields.name),
        ("VAT number", &books.registration.number),
        ("Period", &days),
    ] {
        boxes.row(said(what, told));
    }
    for flat in &made.flat {
        let told = format!(
            "{}% of {} with VAT: {}",
            flat.percent,
            gbp(flat.turnover),
            gbp(flat.vat)
        );
        boxes.row(said("Flat rate", &told));
    }
    let outside = books.outside.iter();
    let outside = outside.map(|(it, shown)| it.finding(&shown.number));
    for finding in made.findings.iter().cloned().chain(outside) {
        let told = match finding.confirmed {
            true => finding.msg,
            false => format!("{} Check with your accountant.", finding.msg),
        };
        boxes.row(said("Note", &told));
    }
    for entry in made.entries.iter().filter(|entry| entry.note.is_some()) {
        let record = VatRecord::of(books, entry, 1);
        let note = record.note.unwrap_or_default();
        boxes.row(said("Late", &format!("{}: {note}", record.title)));
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
fn said(what: &str, told: &str) -> Vec<Cell> {
    vec![
        Cell::text(what),
        Cell::text(""),
        Cell::text(told),
        Cell::text(""),
    ]
}
