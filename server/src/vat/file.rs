//! The return as a file.

use plumbline_core::report::vat::VatReturn;
use plumbline_core::time::text::date_long;

use super::books::VatBooks;
use super::records::VatRecord;
use crate::workbook::{Cell, Column, List, Workbook};

/// The boxes, and the records behind them.
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
    Workbook {
        name: format!("vat-return-to-{}", period.to),
        title: format!("VAT return, {}", books.profile.fields.name),
        days: format!("{} to {}", date_long(period.from), date_long(period.to)),
        lists: vec![boxes],
        records: Some(records),
    }
}
