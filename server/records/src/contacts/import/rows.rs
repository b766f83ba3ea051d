//! The data read from a file, before it is checked.

use crate::contacts::fields::ContactFields;
use plumbline_platform::http::field_checks::FieldChecks;
use plumbline_platform::table_import::columns::TableColumn;
use plumbline_platform::table_import::to_one_line;

/// A file as it was read.
#[derive(Debug, Default)]
pub(super) struct ContactFile {
    /// `CSV` or `vCard`.
    pub format: &'static str,
    /// The separator between the cells of a CSV file; `None` for cards.
    pub separator: Option<char>,
    /// The headings whose cells are not imported, as they are written.
    pub left_out: Vec<String>,
    /// The signature of the headings, by which a choice of columns is found again; empty for cards.
    pub headings: String,
    /// The columns; empty for cards.
    pub columns: Vec<TableColumn>,
    /// Whether no column contains a name: then nothing is imported until a person chooses one.
    pub asks: bool,
    /// The rows.
    pub rows: Vec<ContactFileRow>,
}

/// One row or one card.
#[derive(Debug, Clone)]
pub struct ContactFileRow {
    /// The number of the row as in a spreadsheet, where the headings are row 1; for cards, the number of the card.
    pub row: usize,
    /// The contact's fields.
    pub fields: ContactFields,
    /// Why nothing is imported from the row; `None` if it can be.
    refused: Option<String>,
}

impl ContactFileRow {
    /// A row that was read.
    #[must_use]
    pub fn new(row: usize, fields: ContactFields) -> Self {
        Self { row, fields, refused: None }
    }

    /// A row from which nothing is imported.
    pub(super) fn refused(row: usize, why: String) -> Self {
        Self { refused: Some(why), ..Self::new(row, ContactFields::default()) }
    }

    /// Why the row can't be saved; empty if it can.
    pub(super) fn problems(&self) -> Vec<String> {
        if let Some(why) = &self.refused {
            return vec![why.clone()];
        }
        let mut checks = FieldChecks::new();
        self.fields.check(&mut checks);
        let errors = checks.into_errors().into_iter();
        errors
            .map(|error| match &*error.path {
                "name" if error.code == "required" => error.msg.into_owned(),
                path => format!("{}: {}", field_label(path), error.msg),
            })
            .collect()
    }
}

fn field_label(path: &str) -> String {
    if path.starts_with("sites") {
        return "Job addresses".to_owned();
    }
    let text = match path {
        "address_line1" => "Address line 1",
        "address_line2" => "Address line 2",
        "city" => "Town or city",
        "post_code" => "Postcode",
        "vat_number" => "VAT number",
        other => other,
    };
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

/// A country as it is stored: `uk` for the United Kingdom, however it is written.
pub(super) fn normalise_country(cell: &str) -> String {
    const UK_NAMES: &[&str] = &[
        "",
        "uk",
        "u.k.",
        "gb",
        "gbr",
        "united kingdom",
        "great britain",
        "england",
        "scotland",
        "wales",
        "northern ireland",
    ];
    let typed = to_one_line(cell);
    if UK_NAMES.contains(&typed.to_lowercase().as_str()) { "uk".to_owned() } else { typed }
}
