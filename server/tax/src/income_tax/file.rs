//! The return and the updates as files.

use plumbline_core::report::books::AccountingBasis;
use plumbline_core::report::mtd::QuarterlyUpdate;
use plumbline_core::report::self_assessment::SelfAssessment;
use plumbline_core::report::{AmountPart, Period};
use plumbline_core::time::text::format_long_date;

use super::books::TaxYearBooks;
use super::updates::list_fields;
use plumbline_platform::workbook::{GeneratedFile, Workbook, WorkbookCell, WorkbookColumn, WorkbookTable};

/// The columns of the records behind amounts. The first has the label of the box or field.
const RECORD_COLUMNS: [WorkbookColumn; 6] = [
    WorkbookColumn::text("Figure"),
    WorkbookColumn::day("Date"),
    WorkbookColumn::text("Record"),
    WorkbookColumn::text("Title"),
    WorkbookColumn::text("Customer"),
    WorkbookColumn::money("Amount"),
];

/// A workbook with the boxes of a return and the records behind them.
pub(super) fn return_to_workbook(books: &TaxYearBooks, self_assessment: &SelfAssessment<'_>) -> Workbook {
    let mut boxes = WorkbookTable::new(
        "Boxes",
        &[
            WorkbookColumn::text("Box"),
            WorkbookColumn::text("What"),
            WorkbookColumn::money("Amount"),
            WorkbookColumn::text("Note"),
        ],
    );
    let mut records = WorkbookTable::new("Records", &RECORD_COLUMNS);
    for it in &self_assessment.boxes {
        let number = it.number.to_string();
        let amount = match it.of.is_empty() && !it.parts.is_empty() {
            true => WorkbookCell::SumOf { value: it.amount, of: number.clone() },
            false => WorkbookCell::Money(it.amount),
        };
        boxes.add_row(vec![
            WorkbookCell::text(&number),
            WorkbookCell::text(&it.label),
            amount,
            WorkbookCell::text(&self_assessment.note(it).unwrap_or_default()),
        ]);
        add_records(&mut records, books, &number, &it.parts);
    }
    Workbook {
        name: name_with_trade(
            books,
            format!("{}-{}", self_assessment.form.to_lowercase(), self_assessment.tax_year.replace('/', "-")),
        ),
        title: title_with_trade(
            books,
            format!("{}: self-employment {}", self_assessment.form, self_assessment.tax_year),
        ),
        days: subtitle(books, self_assessment.period),
        lists: vec![boxes],
        records: Some(records),
    }
}

/// A workbook with the fields of an update and the records behind them.
pub(super) fn update_to_workbook(books: &TaxYearBooks, quarterly_update: &QuarterlyUpdate<'_>) -> Workbook {
    let mut workbook_table = WorkbookTable::new(
        "Update",
        &[
            WorkbookColumn::text("Field"),
            WorkbookColumn::text("What"),
            WorkbookColumn::money("Amount"),
            WorkbookColumn::text("Note"),
        ],
    );
    let mut records = WorkbookTable::new("Records", &RECORD_COLUMNS);
    for field in list_fields(quarterly_update) {
        // An amount that HMRC doesn't accept isn't part of the sum that is sent.
        let amount = match field.held_back.is_zero() && !field.parts.is_empty() {
            true => WorkbookCell::SumOf { value: field.amount, of: field.name.clone() },
            false => WorkbookCell::Money(field.amount),
        };
        workbook_table.add_row(vec![
            WorkbookCell::text(&field.name),
            WorkbookCell::text(&field.label()),
            amount,
            WorkbookCell::text(&field.note().unwrap_or_default()),
        ]);
        add_records(&mut records, books, &field.name, &field.parts);
    }
    Workbook {
        name: update_file_name(books, quarterly_update),
        title: title_with_trade(books, format!("Quarterly update, {}", quarterly_update.tax_year)),
        days: subtitle(books, quarterly_update.days.period),
        lists: vec![workbook_table],
        records: Some(records),
    }
}

/// An update as JSON for HMRC's API.
pub(super) fn update_to_json_file(
    books: &TaxYearBooks,
    quarterly_update: &QuarterlyUpdate<'_>,
) -> GeneratedFile {
    GeneratedFile::new(
        format!("{}.json", update_file_name(books, quarterly_update)),
        "application/json",
        quarterly_update.to_json().into_bytes(),
    )
}

fn update_file_name(books: &TaxYearBooks, quarterly_update: &QuarterlyUpdate<'_>) -> String {
    name_with_trade(
        books,
        format!("update-{}-to-{}", quarterly_update.tax_year, quarterly_update.days.period.to),
    )
}

/// A file name, with the trade's name if there are several trades.
fn name_with_trade(books: &TaxYearBooks, name: String) -> String {
    let Some(trade) = books.trade_name() else {
        return name;
    };
    let emails = trade.to_lowercase();
    let words = emails.split(|email: char| !email.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    format!("{name}-{}", words.join("-"))
}

/// A title, with the trade's name if there are several trades.
fn title_with_trade(books: &TaxYearBooks, title: String) -> String {
    match books.trade_name() {
        Some(trade) => format!("{title}, {trade}"),
        None => title,
    }
}

/// The subtitle: the days, the owner and the basis.
fn subtitle(books: &TaxYearBooks, Period { from, to }: Period) -> String {
    let days = format!("{} to {}", format_long_date(from), format_long_date(to));
    let basis = AccountingBasis::from(books.days.choices.basis).label();
    books.names.subtitle(&days, basis, None)
}

fn add_records(records: &mut WorkbookTable, books: &TaxYearBooks, of: &str, parts: &[AmountPart<'_>]) {
    for record in books.list_records(parts) {
        records.add_row(vec![
            WorkbookCell::text(of),
            WorkbookCell::Day(record.date),
            WorkbookCell::text(&record.kind.replace('_', " ")),
            WorkbookCell::text(&record.title),
            WorkbookCell::text(&record.customer),
            WorkbookCell::Money(record.amount),
        ]);
    }
}
