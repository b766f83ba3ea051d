//! The zip file of a year pack, made file by file and sent while it is made.

use std::collections::HashSet;

use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::time::text::format_long_date;

use super::gather::{PackContents, document_path};
use super::index::{self, PackEntry};
use plumbline_platform::error::BoxError;
use plumbline_platform::ids::UserId;
use plumbline_platform::state::AppState;
use plumbline_platform::workbook::FileFormat;
use plumbline_platform::zip_stream::{ZipStream, unique_name};
use plumbline_records::documents::exporting::pdfs;

/// The most bytes of PDFs and pictures together: as much as an old laptop can handle.
const BYTES_MAX: usize = 500 * 1024 * 1024;

/// Fills the zip file. What cannot be made is named among what is missing, and the rest is included.
pub(super) async fn fill_zip(
    state: &AppState,
    user_id: &UserId,
    mut gathered: PackContents,
    mut zip: ZipStream,
) -> Result<ZipStream, BoxError> {
    let mut entries = Vec::new();
    let mut taken = HashSet::new();
    // Each is dropped once it is packed, because the lists are long.
    for (at, report) in (1..).zip(std::mem::take(&mut gathered.reports)) {
        // Numbered, so that they are in the order of the index however they are sorted.
        let name = format!("reports/{at:02}-{}", report.workbook.name);
        for kind in [FileFormat::Xlsx, FileFormat::Pdf] {
            let ending = if kind == FileFormat::Xlsx { "xlsx" } else { "pdf" };
            let name = format!("{name}.{ending}");
            match report.workbook.generate(state, user_id, kind).await {
                Ok(made) => {
                    zip = zip.add_file(name.clone(), made.bytes.into()).await?;
                    entries.push(PackEntry {
                        name,
                        what: report.what.clone(),
                        totals: report.totals.clone(),
                    });
                }
                Err(error) => gathered.missing.push(format!("{name}: {}", error.user_message())),
            }
        }
    }
    let mut bytes = 0;
    let is_full = |bytes: usize| bytes >= BYTES_MAX;
    if !gathered.are_documents_listed() {
        for document in &gathered.documents {
            let name = unique_name(document_path(document, &document.contact_name), &mut taken) + ".pdf";
            if is_full(bytes) {
                gathered.missing.push(format!("{name}: this pack is as large as it may be."));
                continue;
            }
            match pdfs::typeset(state, user_id, document.kind, &document.id).await {
                Ok(pdf) => {
                    bytes += pdf.bytes.len();
                    zip = zip.add_file(name.clone(), pdf.bytes).await?;
                    let (kind, sign) = match document.kind {
                        DocumentKind::CreditNote => ("Credit note", -1),
                        DocumentKind::Invoice | DocumentKind::Quote => ("Invoice", 1),
                    };
                    let day = document.issue_date.map(format_long_date).unwrap_or_default();
                    let what = format!("{kind} {}, {}, {day}", document.number, document.contact_name);
                    let total = Pence(document.total.0 * sign);
                    entries.push(PackEntry { name, what, totals: vec![("Total".to_owned(), total)] });
                }
                Err(error) => gathered.missing.push(format!("{name}: {}", error.user_message())),
            }
        }
    }
    for receipt in &gathered.receipts {
        let name = receipt.name.clone();
        if is_full(bytes) {
            gathered.missing.push(format!("{name}: this pack is as large as it may be."));
            continue;
        }
        match state.files.get(&receipt.id).await? {
            Some(picture) => {
                bytes += picture.len();
                zip = zip.add_file(name.clone(), picture).await?;
                entries.push(PackEntry { name, what: receipt.what.clone(), totals: Vec::new() });
            }
            None => gathered.missing.push(format!("{name}: the picture could not be read.")),
        }
    }
    let page = index::render_page(&gathered, &entries)?;
    zip = zip.add_file("index.html".to_owned(), page).await?;
    let table = index::render_table(&entries).map_err(|error| error.user_message().to_owned())?;
    zip = zip.add_file("index.csv".to_owned(), table).await?;
    let missing = match gathered.missing.as_slice() {
        [] => "Nothing is missing.\r\n".to_owned(),
        some => some.join("\r\n") + "\r\n",
    };
    zip.add_file("What is missing.txt".to_owned(), missing.into()).await
}
