//! The report on another program's files: what each row will import, or has imported.

use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use serde::Serialize;
use utoipa::ToSchema;

use plumbline_platform::table_import::RowOutcome;
use plumbline_platform::table_import::columns::TableColumn;
use plumbline_records::contacts::import::ImportRow;
use plumbline_records::items::import::ItemImportRow;

/// How many rows of documents are listed besides those that differ, are in another currency or are left out.
const LISTED_MAX: usize = 500;

/// What happens to a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum DocumentImportOutcome {
    /// The document is imported.
    New,
    /// The document was imported before.
    Same,
    /// The document is in another currency, and nobody has decided about those yet.
    OtherCurrency,
    /// The document's total differs here, or it is in another currency, and those are left out.
    LeftOut,
    /// The document can't be imported.
    Refused,
}

/// A quote or an invoice of another program.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct DocumentImportRow {
    /// Its kind.
    #[schema(value_type = String)]
    pub kind: DocumentKind,
    /// Empty for a draft.
    pub number: String,
    /// The customer's name.
    pub customer: String,
    /// YYYY-MM-DD.
    pub date: Option<String>,
    /// What happens to it.
    pub outcome: DocumentImportOutcome,
    /// The currency of its amounts, as people call it, if that is not pounds: `US dollars (USD)`.
    pub currency: Option<String>,
    /// Its total there, in pounds or, if it has another one, in its currency.
    #[schema(value_type = Option<String>)]
    pub theirs: Option<Pence>,
    /// Its total by our rules, in pounds.
    #[schema(value_type = Option<String>)]
    pub ours: Option<Pence>,
    /// Their total less ours, if they differ.
    #[schema(value_type = Option<String>)]
    pub difference: Option<Pence>,
    /// What is done about it, or why it can't be imported.
    pub says: String,
}

/// What happens to the customers, or to the items.
#[derive(Debug, Default, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct DataImportRows {
    /// How many are new.
    pub new: usize,
    /// How many change.
    pub updated: usize,
    /// How many are here already, unchanged.
    pub same: usize,
    /// How many can't be imported.
    pub unreadable: usize,
    /// Each row.
    pub rows: Vec<ImportRow>,
}

/// What happens to the documents.
#[derive(Debug, Default, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct DataImportDocuments {
    /// How many quotes are new.
    pub quotes: usize,
    /// How many invoices are new.
    pub invoices: usize,
    /// How many were imported before.
    pub same: usize,
    /// How many have a different total here.
    pub differing: usize,
    /// How many can't be imported.
    pub refused: usize,
    /// How many wait for a decision about other currencies.
    pub asked: usize,
    /// How many new ones are left for the next portion: sending the same files again imports it.
    pub left: usize,
    /// Each document that differs, is in another currency, has rounded numbers or is not imported, then as many others as
    /// fit.
    pub rows: Vec<DocumentImportRow>,
}

/// The report on the files of another program.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct DataImport {
    /// True after an import, false for a preview.
    pub done: bool,
    /// The customers.
    pub customers: DataImportRows,
    /// The price list.
    pub items: DataImportRows,
    /// Quotes and invoices.
    pub documents: DataImportDocuments,
    /// What is not imported: `3 credit notes`.
    pub left_out: Vec<String>,
    /// A sentence about what is not in pounds, about which somebody has to decide; `None` if everything is.
    pub other_currency: Option<String>,
    /// A sentence about dates that may be two days: somebody has to say whether the day or the month comes first.
    /// `None` if there are no such dates.
    pub either_dates: Option<String>,
    /// The tables among the files, and how their columns are read.
    pub tables: Vec<DataImportTable>,
}

/// The tables among the files that have the same headings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct DataImportTable {
    /// The names of the files.
    pub files: Vec<String>,
    /// The key of their headings, by which the field `columns` names the tables.
    pub headings: String,
    /// Their columns, and how each is read.
    pub columns: Vec<TableColumn>,
    /// The headings under which a column may be read.
    pub choices: Vec<String>,
    /// Whether the headings don’t say what the table is: nothing of it is read before somebody chooses.
    pub asks: bool,
}

impl DataImportRows {
    /// The report on the items.
    pub(super) fn from_items(rows: Vec<ItemImportRow>) -> Self {
        let rows = rows.into_iter().map(|row| ImportRow {
            row: row.row,
            outcome: row.outcome,
            name: row.name,
            says: row.says,
        });
        Self::from_rows(rows.collect())
    }

    /// The report on the customers, or on rows like theirs.
    pub(super) fn from_rows(rows: Vec<ImportRow>) -> Self {
        let count = |outcome| rows.iter().filter(|row| row.outcome == outcome).count();
        Self {
            new: count(RowOutcome::New),
            updated: count(RowOutcome::Update),
            same: count(RowOutcome::Same),
            unreadable: count(RowOutcome::Unreadable),
            rows,
        }
    }
}

impl DataImportDocuments {
    /// The report on the documents, of which so many are left.
    pub(super) fn from_rows(rows: impl Iterator<Item = DocumentImportRow>, left: usize) -> Self {
        let is_telling = |row: &DocumentImportRow| match row.outcome {
            DocumentImportOutcome::New => {
                row.difference.is_some() || row.currency.is_some() || !row.says.is_empty()
            }
            DocumentImportOutcome::Same => false,
            DocumentImportOutcome::OtherCurrency
            | DocumentImportOutcome::LeftOut
            | DocumentImportOutcome::Refused => true,
        };
        let (telling, plain): (Vec<_>, Vec<_>) = rows.partition(is_telling);
        let all = || telling.iter().chain(&plain);
        let new = |kind| {
            let of_kind = all().filter(|row| row.kind == kind);
            of_kind.filter(|row| row.outcome == DocumentImportOutcome::New).count()
        };
        let count = |outcome| all().filter(|row| row.outcome == outcome).count();
        Self {
            quotes: new(DocumentKind::Quote),
            invoices: new(DocumentKind::Invoice),
            same: count(DocumentImportOutcome::Same),
            differing: telling.iter().filter(|it| it.difference.is_some()).count(),
            refused: count(DocumentImportOutcome::Refused),
            asked: count(DocumentImportOutcome::OtherCurrency),
            left,
            rows: telling.iter().chain(plain.iter().take(LISTED_MAX)).cloned().collect(),
        }
    }
}
