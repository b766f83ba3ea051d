//! The report on another program's files: what each row will import, or has imported.

use plumbline_core::kind::Kind;
use plumbline_core::money::Pence;
use serde::Serialize;
use utoipa::ToSchema;

use plumbline_platform::sheets::Outcome;
use plumbline_platform::sheets::columns::SheetColumn;
use plumbline_records::contacts::import::ImportRow;
use plumbline_records::items::import::ItemRow;

/// How many rows of documents are listed besides those that differ, are in another currency or are left out.
const TOLD: usize = 500;

/// What becomes of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum PaperOutcome {
    /// It is kept.
    New,
    /// It came before.
    Same,
    /// It is in another currency than pounds, and nobody has said yet what becomes of those.
    OtherCurrency,
    /// It comes to another total here, or is in another currency, and those are left out.
    LeftOut,
    /// It cannot be kept.
    Refused,
}

/// A quote or an invoice of another program.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct PaperRow {
    /// Its kind.
    #[schema(value_type = String)]
    pub kind: Kind,
    /// Empty of a draft.
    pub number: String,
    /// Who it is for.
    pub customer: String,
    /// YYYY-MM-DD.
    pub date: Option<String>,
    /// What becomes of it.
    pub outcome: PaperOutcome,
    /// What its amounts are in, as people call it, where that is not pounds: `US dollars (USD)`.
    pub currency: Option<String>,
    /// Pounds that it came to there; so many of its currency, where that is another.
    #[schema(value_type = Option<String>)]
    pub theirs: Option<Pence>,
    /// Pounds that it comes to by our rules.
    #[schema(value_type = Option<String>)]
    pub ours: Option<Pence>,
    /// Theirs less ours, where they differ.
    #[schema(value_type = Option<String>)]
    pub difference: Option<Pence>,
    /// What is done about it, or why it cannot be kept.
    pub says: String,
}

/// What becomes of the customers, or of the items.
#[derive(Debug, Default, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Arrived {
    /// How many are new.
    pub new: usize,
    /// How many change.
    pub updated: usize,
    /// How many are there already.
    pub same: usize,
    /// How many cannot be kept.
    pub unreadable: usize,
    /// Each of them.
    pub rows: Vec<ImportRow>,
}

/// What becomes of the documents.
#[derive(Debug, Default, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct ArrivedPapers {
    /// How many quotes are new.
    pub quotes: usize,
    /// How many invoices are new.
    pub invoices: usize,
    /// How many came before.
    pub same: usize,
    /// How many come to another total here.
    pub differing: usize,
    /// How many cannot be kept.
    pub refused: usize,
    /// How many wait until somebody says what becomes of those in another currency.
    pub asked: usize,
    /// How many new ones wait for the next portion: the same files, sent again, bring it.
    pub left: usize,
    /// Each that differs, is in another currency or is not taken, then others, as many as fit.
    pub rows: Vec<PaperRow>,
}

/// What the files of another program bring, or have brought.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Arrival {
    /// Whether it is done; else it is what will be.
    pub done: bool,
    /// The customers.
    pub customers: Arrived,
    /// The price list.
    pub items: Arrived,
    /// Quotes and invoices.
    pub documents: ArrivedPapers,
    /// What is not taken: `3 credit notes`.
    pub left_out: Vec<String>,
    /// What is in another currency than pounds, in a sentence: somebody says what becomes of it. None where nothing is.
    pub other_currency: Option<String>,
    /// Which dates may be two days, in a sentence: somebody says whether the day or the month comes first. None where there
    /// are no such dates.
    pub either_dates: Option<String>,
    /// The tables among the files, and as what their columns are read.
    pub tables: Vec<ArrivalTable>,
}

/// Tables with the same headings among the files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct ArrivalTable {
    /// What the files are called.
    pub files: Vec<String>,
    /// What their headings come to: the field `columns` names the tables by it.
    pub headings: String,
    /// Their columns, and as what each is read.
    pub columns: Vec<SheetColumn>,
    /// As what a column may be read.
    pub choices: Vec<String>,
    /// Whether the columns don’t say what the table is: nothing of it is read before somebody says.
    pub asks: bool,
}

impl Arrived {
    /// Of the items.
    pub(super) fn of_items(rows: Vec<ItemRow>) -> Self {
        let rows = rows.into_iter().map(|row| ImportRow {
            row: row.row,
            outcome: row.outcome,
            name: row.name,
            says: row.says,
        });
        Self::of(rows.collect())
    }

    /// Of the customers, or of rows like theirs.
    pub(super) fn of(rows: Vec<ImportRow>) -> Self {
        let count = |outcome| rows.iter().filter(|row| row.outcome == outcome).count();
        Self {
            new: count(Outcome::New),
            updated: count(Outcome::Update),
            same: count(Outcome::Same),
            unreadable: count(Outcome::Unreadable),
            rows,
        }
    }
}

impl ArrivedPapers {
    /// Of the documents, of which so many are left.
    pub(super) fn of(rows: impl Iterator<Item = PaperRow>, left: usize) -> Self {
        let is_telling = |row: &PaperRow| match row.outcome {
            PaperOutcome::New => row.difference.is_some() || row.currency.is_some(),
            PaperOutcome::Same => false,
            PaperOutcome::OtherCurrency | PaperOutcome::LeftOut | PaperOutcome::Refused => true,
        };
        let (telling, plain): (Vec<_>, Vec<_>) = rows.partition(is_telling);
        let all = || telling.iter().chain(&plain);
        let new = |kind| {
            let of_kind = all().filter(|row| row.kind == kind);
            of_kind
                .filter(|row| row.outcome == PaperOutcome::New)
                .count()
        };
        let count = |outcome| all().filter(|row| row.outcome == outcome).count();
        Self {
            quotes: new(Kind::Quote),
            invoices: new(Kind::Invoice),
            same: count(PaperOutcome::Same),
            differing: telling.iter().filter(|it| it.difference.is_some()).count(),
            refused: count(PaperOutcome::Refused),
            asked: count(PaperOutcome::OtherCurrency),
            left,
            rows: telling
                .iter()
                .chain(plain.iter().take(TOLD))
                .cloned()
                .collect(),
        }
    }
}
