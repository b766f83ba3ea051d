//! The contents of a spreadsheet, read from its own XML.

use std::io::{Cursor, Read as _};

use super::*;

fn workbook() -> Workbook {
    let mut workbook_table = WorkbookTable::new(
        "Boxes: 2026/27",
        &[WorkbookColumn::text("Box"), WorkbookColumn::money("Amount"), WorkbookColumn::count("Records")],
    );
    workbook_table.add_row(vec![
        WorkbookCell::text("15"),
        WorkbookCell::SumOf { value: Pence(12_345_678_901), of: "15".to_owned() },
        WorkbookCell::Count(2),
    ]);
    workbook_table.add_row(vec![
        WorkbookCell::text("=1+1"),
        WorkbookCell::Money(Pence(-5)),
        WorkbookCell::Count(0),
    ]);
    let mut records = WorkbookTable::new(
        "Records",
        &[WorkbookColumn::text("Of"), WorkbookColumn::day("Date"), WorkbookColumn::money("Amount")],
    );
    for pence in [12_345_678_900, 1] {
        records.add_row(vec![
            WorkbookCell::text("15"),
            WorkbookCell::Day("2026-04-06".parse().expect("a day")),
            WorkbookCell::Money(Pence(pence)),
        ]);
    }
    Workbook {
        name: "sa103f-2026-27".to_owned(),
        title: "SA103F".to_owned(),
        days: "6 April 2026 to 5 April 2027".to_owned(),
        lists: vec![workbook_table],
        records: Some(records),
    }
}

fn part(bytes: &[u8], name: &str) -> String {
    let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).expect("a zip");
    let mut text = String::new();
    let mut file = zip.by_name(name).expect("its part");
    file.read_to_string(&mut text).expect("its text");
    text
}

#[test]
fn writes_totals_as_formulas_with_their_cached_results() {
    let bytes = xlsx::write_xlsx(&workbook()).expect("a spreadsheet");
    let sheet = part(&bytes, "xl/worksheets/sheet1.xml");
    let formula = "ROUND(SUMIFS('Records'!$C$2:$C$3,'Records'!$A$2:$A$3,\"15\"),2)";
    assert!(sheet.contains(formula), "{sheet}");
    assert!(sheet.contains("<v>123456789.01</v>"), "{sheet}");
    assert!(sheet.contains("<v>-0.05</v>"), "{sheet}");
    // Typed text stays text, whatever it begins with.
    let strings = part(&bytes, "xl/sharedStrings.xml");
    assert!(strings.contains("=1+1"), "{strings}");
    assert!(!sheet.contains("1+1"), "{sheet}");
    // Dates are numbers that count from 1900: 6 April 2026 is 46118.
    let records = part(&bytes, "xl/worksheets/sheet2.xml");
    assert_eq!(records.matches("<v>46118</v>").count(), 2, "{records}");
    let names = part(&bytes, "xl/workbook.xml");
    assert!(names.contains("name=\"Boxes 202627\""), "{names}");
}

#[test]
fn writes_plain_numbers_in_csv() {
    let bytes = super::write_csv(&workbook()).expect("a file");
    let text = String::from_utf8(bytes).expect("UTF-8");
    let rows: Vec<&str> = text.trim_start_matches('\u{feff}').lines().collect();
    assert_eq!(rows, ["Box,Amount,Records", "15,123456789.01,2", "'=1+1,-0.05,0"]);
    // With several lists, each row contains the title of its list.
    let mut two = workbook();
    let mut other = two.lists[0].clone();
    other.title = "Other".to_owned();
    two.lists.push(other);
    let text = String::from_utf8(super::write_csv(&two).expect("a file")).expect("UTF-8");
    assert_eq!(text.lines().count(), 5);
    assert!(text.contains("\nOther,15,123456789.01,2"), "{text}");
}
