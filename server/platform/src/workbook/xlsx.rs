//! A workbook as a spreadsheet (Office Open XML).
//!
//! An amount is a number: pence divided by a hundred, which a spreadsheet stores exactly to fifteen digits, shown
//! with two decimals. A sum with records behind it is a formula over them, stored with its result. So bridging
//! software can follow it to the records, and it is right even before the spreadsheet calculates anything.

use rust_xlsxwriter::{ExcelDateTime, Format, FormatAlign, Formula, Worksheet, XlsxError};

use super::{Workbook, WorkbookCell, WorkbookColumn, WorkbookColumnKind, WorkbookTable};
use crate::error::ApiError;

/// The number format of an amount.
const MONEY: &str = "#,##0.00;[Red]-#,##0.00";
/// The number format of a date.
const DAY: &str = "dd/mm/yyyy";
/// The row of the headings in a list's sheet (counted from 0); the title and the period are above it.
const HEADING_ROW: u32 = 3;
/// The longest name of a sheet, in characters.
const NAME_MAX: usize = 31;

/// The formats of cells.
struct CellFormats {
    title: Format,
    head: Format,
    head_right: Format,
    money: Format,
    day: Format,
}

pub(super) fn write_xlsx(workbook: &Workbook) -> Result<Vec<u8>, ApiError> {
    build(workbook).map_err(ApiError::internal)
}

fn build(workbook: &Workbook) -> Result<Vec<u8>, XlsxError> {
    let formats = CellFormats {
        title: Format::new().set_bold().set_font_size(14),
        head: Format::new().set_bold(),
        head_right: Format::new().set_bold().set_align(FormatAlign::Right),
        money: Format::new().set_num_format(MONEY),
        day: Format::new().set_num_format(DAY).set_align(FormatAlign::Left),
    };
    let mut book = rust_xlsxwriter::Workbook::new();
    for list in &workbook.lists {
        let sheet = book.add_worksheet();
        sheet.write_string_with_format(0, 0, &workbook.title, &formats.title)?;
        sheet.write_string(1, 0, &workbook.days)?;
        fill_sheet(sheet, list, HEADING_ROW, workbook.records.as_ref(), &formats)?;
    }
    if let Some(records) = &workbook.records {
        fill_sheet(book.add_worksheet(), records, 0, None, &formats)?;
    }
    book.save_to_buffer()
}

fn fill_sheet(
    sheet: &mut Worksheet,
    list: &WorkbookTable,
    heading_row: u32,
    records: Option<&WorkbookTable>,
    formats: &CellFormats,
) -> Result<(), XlsxError> {
    sheet.set_name(sheet_name(&list.title))?;
    for (at, column) in (0_u16..).zip(&list.columns) {
        let is_right = matches!(column.kind, WorkbookColumnKind::Money | WorkbookColumnKind::Count);
        let format = if is_right { &formats.head_right } else { &formats.head };
        sheet.write_string_with_format(heading_row, at, column.name, format)?;
        sheet.set_column_width(at, column_width(list, at, column))?;
    }
    for (row, cells) in (heading_row + 1..).zip(&list.rows) {
        for (at, cell) in (0_u16..).zip(cells) {
            match cell {
                WorkbookCell::Text(text) => sheet.write_string(row, at, text)?,
                WorkbookCell::Money(value) => {
                    sheet.write_number_with_format(row, at, to_pounds(value.0), &formats.money)?
                }
                WorkbookCell::SumOf { value, of } => match records.and_then(|list| sum_formula(list, of)) {
                    Some(formula) => {
                        let result = to_pounds(value.0).to_string();
                        let formula = Formula::new(formula).set_result(result);
                        sheet.write_formula_with_format(row, at, formula, &formats.money)?
                    }
                    None => sheet.write_number_with_format(row, at, to_pounds(value.0), &formats.money)?,
                },
                WorkbookCell::Count(count) => {
                    sheet.write_number(row, at, f64::from(u32::try_from(*count).unwrap_or(u32::MAX)))?
                }
                WorkbookCell::Day(day) => {
                    let (year, month) = (day.year(), day.month());
                    // A spreadsheet's calendar begins in 1900.
                    match ExcelDateTime::from_ymd(year, month, day.day()) {
                        Ok(at_day) => sheet.write_datetime_with_format(row, at, at_day, &formats.day)?,
                        Err(_) => sheet.write_string(row, at, day.to_string())?,
                    }
                }
            };
        }
    }
    sheet.set_freeze_panes(heading_row + 1, 0)?;
    Ok(())
}

/// A formula for the sum of the records with this text in their first column.
fn sum_formula(records: &WorkbookTable, of: &str) -> Option<String> {
    let money = records.columns.iter().position(|column| column.kind == WorkbookColumnKind::Money)?;
    let column = char::from(b'A' + u8::try_from(money).ok().filter(|it| *it < 26)?);
    let last = records.rows.len() + 1;
    let name = sheet_name(&records.title);
    let of = of.replace('"', "\"\"");
    // Rounded to the penny, because a sum of fractions is not exact.
    Some(format!("=ROUND(SUMIFS('{name}'!${column}$2:${column}${last},'{name}'!$A$2:$A${last},\"{of}\"),2)"))
}

/// An amount as a spreadsheet's number.
#[allow(clippy::cast_precision_loss, reason = "exact up to 15 digits: more than any amount here has")]
fn to_pounds(pence: i64) -> f64 {
    pence as f64 / 100.0
}

/// A valid name of a sheet: not too long, and without the characters that a spreadsheet doesn't allow.
fn sheet_name(title: &str) -> String {
    let allowed = title.chars().filter(|c| !"[]:*?/\\'".contains(*c));
    allowed.take(NAME_MAX).collect()
}

/// The width of a column, as wide as its longest text, within limits.
fn column_width(list: &WorkbookTable, at: u16, column: &WorkbookColumn) -> f64 {
    let cells = list.rows.iter().filter_map(|row| row.get(usize::from(at)));
    let longest = cells.map(|cell| cell.to_text().chars().count()).max();
    let longest = longest.unwrap_or_default().max(column.name.chars().count());
    f64::from(u16::try_from(longest).unwrap_or(u16::MAX).clamp(8, 50)) + 2.0
}
