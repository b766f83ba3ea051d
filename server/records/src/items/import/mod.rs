//! Items from a file: our own, a merchant's price list, or a spreadsheet.
//!
//! The file is read twice, for the preview and for the import. An item is recognised by its code, or else by its
//! name. An existing item gets its cost and price from the file, and its empty fields are filled in. Drafts keep
//! their prices; the new ones are offered to them afterwards.

pub mod plan;
pub mod price_list;
pub mod write;

use std::collections::HashMap;

use axum::Json;
use axum::body::Bytes;
use axum::extract::multipart::MultipartRejection;
use axum::extract::{DefaultBodyLimit, Multipart, State};
use plumbline_core::money::number::Number;
use rust_decimal::Decimal;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::form::{self, FRAME_MAX, FileLimit};
use plumbline_platform::ids::{ItemId, UserId};
use plumbline_platform::limits::ProcessLimit;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_platform::table_import::budget::{BudgetExceeded, ReadBudget};
use plumbline_platform::table_import::columns::{self, ColumnChoices, TableColumn};
use plumbline_platform::table_import::text::{self, DecodedText};
use plumbline_platform::table_import::{self, RowError, RowOutcome, STORED_BYTES_MAX, cells};
use plumbline_platform::worker_pool::PoolEntry;
use price_list::{PriceList, PriceListRow};

/// The largest file, in bytes.
const FILE_LIMIT: FileLimit = FileLimit(10 * 1024 * 1024, "10 MB");
/// The most items in one file: people look through their price list, so it must not become too long.
const ROWS_MAX: usize = 5_000;
/// The name under which the columns that people chose for these files are remembered.
const KIND: &str = "items";

/// The routes. A request body may be as large as the largest file.
pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(preview_import))
        .routes(routes!(import))
        .layer(DefaultBodyLimit::max(FILE_LIMIT.0 + FRAME_MAX))
}

/// A row of an import.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct ItemImportRow {
    /// The row number as in a spreadsheet, where the headings are row 1.
    pub row: usize,
    /// What the import does with it.
    pub outcome: RowOutcome,
    /// The item's name.
    pub name: String,
    /// A message: what changes, which row it duplicates, or why it can't be imported.
    pub says: String,
    /// The item that is changed.
    #[schema(value_type = Option<String>)]
    pub item_id: Option<ItemId>,
    /// Its previous price in pounds, if the price changes.
    #[schema(value_type = Option<String>)]
    pub was: Option<Number>,
}

/// The report of an import or its preview.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct ItemImportReport {
    /// Whether it was imported; false for a preview.
    pub done: bool,
    /// The character encoding of the file: `UTF-8`, `UTF-16LE`, `windows-1252`, …
    pub encoding: String,
    /// The character between the cells.
    pub separator: char,
    /// The headings of columns that aren't imported.
    pub left_out: Vec<String>,
    /// The columns, and how each is read.
    pub columns: Vec<TableColumn>,
    /// How a column can be read.
    pub choices: Vec<String>,
    /// Whether no column has the items' names: nothing is read before a column is chosen for them.
    pub asks: bool,
    /// How many items are new.
    pub new: usize,
    /// How many items change.
    pub updated: usize,
    /// How many items exist already without changes.
    pub same: usize,
    /// How many rows can't be imported.
    pub unreadable: usize,
    /// The rows.
    pub rows: Vec<ItemImportRow>,
}

/// Why a file can't be used at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
enum ItemFileError {
    #[error("There is nothing in this file.")]
    Empty,
    #[error("We can’t read this file as CSV. Please save it as CSV and try again.")]
    NotATable,
    #[error("This is an Excel file. Please save it as CSV and choose that file.")]
    Excel,
    #[error("This file has no column called Name or Description. Please put headings in its first row.")]
    NoNames,
    #[error("{}", table_import::too_many_text(*.0, "items", ROWS_MAX))]
    TooMany(usize),
    #[error(transparent)]
    Row(#[from] RowError),
    #[error(transparent)]
    Spent(#[from] BudgetExceeded),
}

impl From<ItemFileError> for ApiError {
    fn from(why: ItemFileError) -> Self {
        let code = match why {
            ItemFileError::Empty => "empty_file",
            ItemFileError::NotATable | ItemFileError::Excel => "unreadable_file",
            ItemFileError::NoNames => "no_names",
            ItemFileError::TooMany(_) => "too_many",
            ItemFileError::Row(fault) => fault.code(),
            ItemFileError::Spent(spent) => spent.code(),
        };
        Self::rule_broken(vec![FieldError::new("file", code, why.to_string())])
    }
}

/// The meaning of the prices in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum ImportedPrices {
    /// What the business charges.
    #[default]
    Charged,
    /// What it pays: a column called Price is the cost. With a mark-up in per cent, items that have only a cost get a
    /// price.
    Paid(Option<Decimal>),
}

impl ImportedPrices {
    /// Parses `charged`, `paid` or `paid:25`.
    fn parse(text: &str) -> Result<Self, ApiError> {
        let wrong = || {
            let message = "Say “charged”, “paid”, or “paid:25” for a mark-up of 25%.";
            ApiError::bad_field("prices", "unknown_word", message)
        };
        match text.split_once(':') {
            None if text.is_empty() || text == "charged" => Ok(Self::Charged),
            None if text == "paid" => Ok(Self::Paid(None)),
            Some(("paid", percent)) => match cells::parse_number(percent) {
                Number::Value(percent) if !percent.is_sign_negative() && percent <= Decimal::ONE_THOUSAND => {
                    Ok(Self::Paid(Some(percent)))
                }
                _ => {
                    let message = "Please enter a mark-up between 0 and 1,000%.";
                    Err(ApiError::rule_broken(vec![FieldError::new("prices", "out_of_range", message)]))
                }
            },
            _ => Err(wrong()),
        }
    }
}

/// The form of an import.
#[derive(ToSchema)]
#[allow(dead_code, reason = "it only describes the form")]
struct ItemsForm {
    /// The headings to read the columns by, from the left, as a JSON list; a column with an empty heading isn't read.
    /// By default, those of the last file with the same headings that was imported with such a list, or the file's own
    /// headings.
    columns: Option<String>,
    /// The meaning of the prices: `charged`, `paid`, or `paid:25` for a mark-up of 25%.
    prices: Option<String>,
    /// A CSV file: at most 10 MB, at most 5,000 items.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// The result that importing a file of items would have, row by row. Nothing is written.
#[utoipa::path(post, path = "/api/items/import/preview", tag = "items",
    request_body(content = ItemsForm, content_type = "multipart/form-data"),
    responses((status = 200, body = ItemImportReport), (status = 413), (status = 415),
        (status = 422, body = ErrorBody), (status = 429, body = ErrorBody)))]
async fn preview_import(
    State(state): State<AppState>,
    user: CurrentUser,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Json<ItemImportReport>, ApiError> {
    state.limits.check(ProcessLimit::ImportByAccount, &user.id)?;
    let (pool_entry, mut file) = read_form(&state, &user.id, form).await?;
    let rows = std::mem::take(&mut file.rows);
    let rows = write::preview_rows(&state, &user.id, (&pool_entry, rows)).await?;
    Ok(Json(file.into_report(false, rows)))
}

/// Imports a file of items. Rows that can't be imported are reported and the others are imported, in portions. If that
/// is interrupted, `partly_imported` says how many items are saved. Importing it again saves the rest; after that, it
/// changes nothing.
#[utoipa::path(post, path = "/api/items/import", tag = "items",
    request_body(content = ItemsForm, content_type = "multipart/form-data"),
    responses((status = 200, body = ItemImportReport), (status = 413), (status = 415),
        (status = 422, body = ErrorBody), (status = 429, body = ErrorBody)))]
async fn import(
    State(state): State<AppState>,
    user: CurrentUser,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Json<ItemImportReport>, ApiError> {
    state.limits.check(ProcessLimit::ImportByAccount, &user.id)?;
    let (pool_entry, mut file) = read_form(&state, &user.id, form).await?;
    if file.asks {
        return Err(ItemFileError::NoNames.into());
    }
    let rows = std::mem::take(&mut file.rows);
    let rows = write::import_rows(&state, &user.id, (pool_entry, rows)).await?;
    if let Some(columns) = &file.chosen_columns {
        let mut tx = state.db.begin_write().await?;
        let key = (&user.id, KIND, file.headings.as_str());
        columns::remember(&mut tx, key, columns, state.clock.now_ms()).await?;
        tx.commit().await?;
    }
    Ok(Json(file.into_report(true, rows)))
}

/// A file that was read, with its encoding.
struct ItemFile {
    encoding: &'static str,
    separator: char,
    left_out: Vec<String>,
    headings: String,
    columns: Vec<TableColumn>,
    asks: bool,
    /// The columns that the request chooses.
    chosen_columns: Option<Vec<String>>,
    rows: Vec<PriceListRow>,
}

impl ItemFile {
    fn into_report(self, done: bool, rows: Vec<ItemImportRow>) -> ItemImportReport {
        let count = |outcome| rows.iter().filter(|row| row.outcome == outcome).count();
        ItemImportReport {
            done,
            encoding: self.encoding.to_owned(),
            separator: self.separator,
            left_out: self.left_out,
            columns: self.columns,
            choices: price_list::column_choices(),
            asks: self.asks,
            new: count(RowOutcome::New),
            updated: count(RowOutcome::Update),
            same: count(RowOutcome::Same),
            unreadable: count(RowOutcome::Unreadable),
            rows,
        }
    }
}

/// Reads the form's file, on a thread that doesn't serve requests.
async fn read_form(
    state: &AppState,
    user_id: &UserId,
    form: Result<Multipart, MultipartRejection>,
) -> Result<(PoolEntry, ItemFile), ApiError> {
    let upload = state.tables.begin_upload(user_id.as_str()).await?;
    let form = form::read_files(form, 1, FILE_LIMIT, &state.config.data).await?;
    let given = |name: &str| form.texts.get(name).map_or("", |text| text.trim());
    let prices = ImportedPrices::parse(given("prices"))?;
    let columns = columns::parse_headings(given("columns"))?;
    let mut conn = state.db.read().await?;
    let remembered = columns::load_remembered::<Vec<String>>(&mut conn, user_id, KIND).await?;
    drop(conn);
    let file = form.files.into_iter().next();
    let file = file.ok_or_else(|| ApiError::internal("a form without its file"))?;
    let pool_entry = upload.enter().await?;
    let bytes = file.file.into_bytes().await?;
    let work = move || read_file(&bytes, columns, &remembered, prices);
    let file = pool_entry.run(work).await??;
    Ok((pool_entry, file))
}

fn read_file(
    bytes: &Bytes,
    chosen_columns: Option<Vec<String>>,
    remembered: &HashMap<String, Vec<String>>,
    prices: ImportedPrices,
) -> Result<ItemFile, ItemFileError> {
    let DecodedText { text, encoding } = text::decode(bytes).ok_or(match text::is_excel(bytes) {
        true => ItemFileError::Excel,
        false => ItemFileError::NotATable,
    })?;
    let column_choices = ColumnChoices {
        columns: chosen_columns.clone(),
        remembered: &|headings| remembered.get(headings).cloned(),
    };
    let PriceList { separator, left_out, headings, columns, asks, rows } =
        price_list::read(&text, column_choices, prices, ReadBudget::new(STORED_BYTES_MAX))?;
    if rows.is_empty() && !asks {
        return Err(ItemFileError::Empty);
    }
    Ok(ItemFile { encoding, separator, left_out, headings, columns, asks, chosen_columns, rows })
}
