//! The return and the updates as files.

use plumbline_core::report::books::Basis;
use plumbline_core::report::mtd::Update;
use plumbline_core::report::self_assessment::SelfAssessment;
use plumbline_core::report::{Part, Period};
use plumbline_core::time::text::date_long;

use super::books::TaxBooks;
use super::updates::fields;
use plumbline_platform::workbook::{Cell, Column, List, Made, Workbook};

/// The columns of the records behind amounts. The first has the label of the box or field.
const RECORDS: [Column; 6] = [
    Column::text("Figure"),
    Column::day("Date"),
    Column::text("Record"),
    Column::text("Title"),
    Column::text("Customer"),
    Column::money("Amount"),
];

/// A workbook with the boxes of a return and the records behind them.
pub(super) fn of_return(books: &TaxBooks, told: &SelfAssessment<'_>) -> Workbook {
    let mut boxes = List::of(
        "Boxes",
        &[
            Column::text("Box"),
            Column::text("What"),
            Column::money("Amount"),
            Column::text("Note"),
        ],
    );
    let mut records = List::of("Records", &RECORDS);
    for it in &told.boxes {
        let number = it.number.to_string();
        let amount = match it.of.is_empty() && !it.parts.is_empty() {
            true => Cell::SumOf {
                value: it.amount,
                of: number.clone(),
            },
            false => Cell::Money(it.amount),
        };
        boxes.row(vec![
            Cell::text(&number),
            Cell::text(&it.label),
            amount,
            Cell::text(&told.note(it).unwrap_or_default()),
        ]);
        add(&mut records, books, &number, &it.parts);
    }
    Workbook {
        name: named(
            books,
            format!(
                "{}-{}",
                told.form.to_lowercase(),
                told.tax_year.replace('/', "-")
            ),
        ),
        title: titled(
            books,
            format!("{}: self-employment {}", told.form, told.tax_year),
        ),
        days: of(books, told.period),
        lists: vec![boxes],
        records: Some(records),
    }
}

/// A workbook with the fields of an update and the records behind them.
pub(super) fn of_update(books: &TaxBooks, told: &Update<'_>) -> Workbook {
    let mut figures = List::of(
        "Update",
        &[
            Column::text("Field"),
            Column::text("What"),
            Column::money("Amount"),
            Column::text("Note"),
        ],
    );
    let mut records = List::of("Records", &RECORDS);
    for field in fields(told) {
        // An amount that HMRC doesn't accept isn't part of the sum that is sent.
        let amount = match field.held_back.is_zero() && !field.parts.is_empty() {
            true => Cell::SumOf {
                value: field.amount,
                of: field.name.clone(),
            },
            false => Cell::Money(field.amount),
        };
        figures.row(vec![
            Cell::text(&field.name),
            Cell::text(&field.label()),
            amount,
            Cell::text(&field.note().unwrap_or_default()),
        ]);
        add(&mut records, books, &field.name, &field.parts);
    }
    Workbook {
        name: name_of(books, told),
        title: titled(books, format!("Quarterly update, {}", told.tax_year)),
        days: of(books, told.days.period),
        lists: vec![figures],
        records: Some(records),
    }
}

/// An update as JSON for HMRC's API.
pub(super) fn json_of_update(books: &TaxBooks, told: &Update<'_>) -> Made {
    Made::new(
        format!("{}.json", name_of(books, told)),
        "application/json",
        told.json().into_bytes(),
    )
}

fn name_of(books: &TaxBooks, told: &Update<'_>) -> String {
    named(
        books,
        format!("update-{}-to-{}", told.tax_year, told.days.period.to),
    )
}

/// A file name, with the trade's name if there are several trades.
fn named(books: &TaxBooks, name: String) -> String {
    let Some(trade) = books.trade_name() else {
        return name;
    };
    let letters = trade.to_lowercase();
    let words = letters.split(|letter: char| !letter.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    format!("{name}-{}", words.join("-"))
}

/// A title, with the trade's name if there are several trades.
fn titled(books: &TaxBooks, title: String) -> String {
    match books.trade_name() {
        Some(trade) => format!("{title}, {trade}"),
        None => title,
    }
}

/// The subtitle: the days, the owner and the basis.
fn of(books: &TaxBooks, Period { from, to }: Period) -> String {
    let days = format!("{} to {}", date_long(from), date_long(to));
    let basis = Basis::from(books.days.chosen.basis).words();
    books.names.headed(&days, basis, None)
}

fn add(records: &mut List, books: &TaxBooks, of: &str, parts: &[Part<'_>]) {
    for record in books.records(parts) {
        records.row(vec![
            Cell::text(of),
            Cell::Day(record.date),
            Cell::text(&record.kind.replace('_', " ")),
            Cell::text(&record.title),
            Cell::text(&record.customer),
            Cell::Money(record.amount),
        ]);
    }
}
