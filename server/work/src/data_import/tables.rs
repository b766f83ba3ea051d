//! The tables among the files: what their columns are read as, and remembering that.

use std::collections::HashMap;

use plumbline_core::time::date_parser::DateOrder;

use super::parsed::ParsedTable;
use super::report::DataImportTable;
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::UserId;
use plumbline_platform::state::AppState;
use plumbline_platform::table_import::remembered;
use plumbline_records::documents::store::origins::ImportSource;

/// How tables are read, as somebody chose.
#[derive(Debug, Default)]
pub(super) struct TablesSaid {
    /// The headings under which columns are read, by the key of the table's headings, as they were sent.
    pub sent: HashMap<String, Vec<String>>,
    /// The same, as remembered from an earlier import.
    pub remembered: HashMap<String, Vec<String>>,
    /// Whether the day or the month comes first in dates that can be read both ways.
    pub dates: Option<DateOrder>,
}

impl TablesSaid {
    /// How the columns of a table with these headings are read; `None` if nobody chose.
    pub(super) fn columns(&self, headings: &str) -> Option<Vec<String>> {
        let texts = self.sent.get(headings);
        texts.or_else(|| self.remembered.get(headings)).cloned()
    }
}

/// Remembers how the columns of these tables are read.
pub(super) async fn remember_columns(
    state: &AppState,
    user_id: &UserId,
    source: ImportSource,
    (columns, tables): (HashMap<String, Vec<String>>, &[ParsedTable]),
) -> Result<(), ApiError> {
    let is_there = |headings: &String| tables.iter().any(|it| it.headings == *headings);
    let given: Vec<_> = columns.into_iter().filter(|(headings, _)| is_there(headings)).collect();
    if given.is_empty() {
        return Ok(());
    }
    let mut tx = state.db.begin_write().await?;
    for (headings, reads) in given {
        let of = (user_id.as_ref(), source.code(), headings.as_str());
        remembered::remember(&mut tx, of, &reads, state.clock.now_ms()).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// The tables as the report lists them: those with the same headings are one, since their columns are read in the same
/// way.
pub(super) fn group_tables(tables: Vec<ParsedTable>) -> Vec<DataImportTable> {
    let mut all: Vec<DataImportTable> = Vec::new();
    for table in tables {
        let known = all.iter_mut().find(|it| it.headings == table.headings);
        match known {
            Some(known) => known.files.push(table.name),
            None => all.push(DataImportTable {
                files: vec![table.name],
                headings: table.headings,
                columns: table.columns,
                choices: table.choices,
                asks: table.asks,
            }),
        }
    }
    all
}
