//! The zip file of a year pack, made file by file and sent while it is made.

use std::collections::HashSet;

use plumbline_core::kind::Kind;
use plumbline_core::money::Pence;
use plumbline_core::time::text::date_long;

use super::gather::{Gathered, paper_name};
use super::index::{self, Entry};
use plumbline_platform::error::BoxError;
use plumbline_platform::ids::UserId;
use plumbline_platform::state::AppState;
use plumbline_platform::workbook::FileAs;
use plumbline_platform::zipped::{Zip, unique};
use plumbline_records::documents::exporting::papers;

/// The most bytes of PDFs and pictures together: as much as an old laptop can handle.
const BYTES_MAX: usize = 500 * 1024 * 1024;

/// Fills the zip file. What cannot be made is named among what is missing, and the rest is included.
pub(super) async fn fill(
    state: &AppState,
    user_id: &UserId,
    mut gathered: Gathered,
    mut zip: Zip,
) -> Result<Zip, BoxError> {
    let mut entries = Vec::new();
    let mut taken = HashSet::new();
    // Each is dropped once it is packed, because the lists are long.
    for (at, report) in (1..).zip(std::mem::take(&mut gathered.reports)) {
        // Numbered, so that they are in the order of the index however they are sorted.
        let name = format!("reports/{at:02}-{}", report.workbook.name);
        for kind in [FileAs::Xlsx, FileAs::Pdf] {
            let ending = if kind == FileAs::Xlsx { "xlsx" } else { "pdf" };
            let name = format!("{name}.{ending}");
            match report.workbook.make(state, user_id, kind).await {
                Ok(made) => {
                    zip = zip.add(name.clone(), made.bytes.into()).await?;
                    entries.push(Entry {
                        name,
                        what: report.what.clone(),
                        totals: report.totals.clone(),
                    });
                }
                Err(error) => gathered
                    .missing
                    .push(format!("{name}: {}", error.sentence())),
            }
        }
    }
    let mut bytes = 0;
    let is_full = |bytes: usize| bytes >= BYTES_MAX;
    if !gathered.documents_are_listed() {
        for document in &gathered.documents {
            let name = unique(paper_name(document, &document.contact_name), &mut taken) + ".pdf";
            if is_full(bytes) {
                gathered
                    .missing
                    .push(format!("{name}: this pack is as large as it may be."));
                continue;
            }
            match papers::set(state, user_id, document.kind, &document.id).await {
                Ok(pdf) => {
                    bytes += pdf.bytes.len();
                    zip = zip.add(name.clone(), pdf.bytes).await?;
                    let (kind, sign) = match document.kind {
                        Kind::CreditNote => ("Credit note", -1),
                        Kind::Invoice | Kind::Quote => ("Invoice", 1),
                    };
                    let day = document.issue_date.map(date_long).unwrap_or_default();
                    let what = format!(
                        "{kind} {}, {}, {day}",
                        document.number, document.contact_name
                    );
                    let total = Pence(document.total.0 * sign);
                    entries.push(Entry {
                        name,
                        what,
                        totals: vec![("Total".to_owned(), total)],
                    });
                }
                Err(error) => gathered
                    .missing
                    .push(format!("{name}: {}", error.sentence())),
            }
        }
    }
    for receipt in &gathered.receipts {
        let name = receipt.name.clone();
        if is_full(bytes) {
            gathered
                .missing
                .push(format!("{name}: this pack is as large as it may be."));
            continue;
        }
        match state.files.get(&receipt.id).await? {
            Some(picture) => {
                bytes += picture.len();
                zip = zip.add(name.clone(), picture).await?;
                entries.push(Entry {
                    name,
                    what: receipt.what.clone(),
                    totals: Vec::new(),
                });
            }
            None => gathered
                .missing
                .push(format!("{name}: the picture could not be read.")),
        }
    }
    let page = index::page(&gathered, &entries)?;
    zip = zip.add("index.html".to_owned(), page).await?;
    let table = index::table(&entries).map_err(|error| error.sentence().to_owned())?;
    zip = zip.add("index.csv".to_owned(), table).await?;
    let missing = match gathered.missing.as_slice() {
        [] => "Nothing is missing.\r\n".to_owned(),
        some => some.join("\r\n") + "\r\n",
    };
    zip.add("What is missing.txt".to_owned(), missing.into())
        .await
}
