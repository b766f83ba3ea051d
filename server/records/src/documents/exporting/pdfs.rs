//! The PDFs of several documents in one zip file.
//!
//! They are made one after the other through the same queue as the account's other PDFs, so that nobody else waits
//! for them, and sent as they are finished.

use std::collections::HashSet;
use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use plumbline_core::kind::DocumentKind;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::documents::reading::printable::{self, PdfFile};
use crate::documents::store;
use plumbline_platform::clock::london_date;
use plumbline_platform::error::{ApiError, BoxError, ErrorBody, FieldError};
use plumbline_platform::http::ApiQuery;
use plumbline_platform::ids::{DocumentId, UserId};
use plumbline_platform::limits::ProcessLimit;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_platform::zip_stream::{self, ZipStream, safe_name, unique_name};

/// The most documents in one file.
const DOCUMENTS_MAX: usize = 100;
/// The most bytes of PDFs in one file: as much as a mailbox and an old laptop can still handle.
const BYTES_MAX: usize = 200 * 1024 * 1024;
/// How often a PDF is tried again while the account's queue is full, and the pause in between.
const ATTEMPTS_MAX: usize = 5;
const RETRY_PAUSE: Duration = Duration::from_secs(2);

/// The query for PDFs.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PdfsQuery {
    /// 1 to 100 ids, separated by commas.
    ids: String,
}

/// The PDFs of up to 100 documents in one zip file. A document whose PDF can't be made is listed in the file `Not
/// included.txt`.
#[utoipa::path(get, path = "/pdfs", tag = "documents", params(PdfsQuery), responses(
    (status = 200, content_type = "application/zip", body = [u8]), (status = 422, body = ErrorBody),
    (status = 429, body = ErrorBody)))]
pub async fn pdfs(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<DocumentKind>,
    ApiQuery(query): ApiQuery<PdfsQuery>,
) -> Result<Response, ApiError> {
    let ids = parse_ids(&query.ids)?;
    state.limits.check(ProcessLimit::DocumentFilesByAccount, &user.id)?;
    let place = state.packs.enter(&user.id).await?;
    let day = london_date(state.clock.now_ms());
    let name = format!("{}-{day}.zip", kind.facts().plural);
    zip_stream::zip_response(&name, place, |zip| async move {
        add_pdfs_to_zip(&state, &user.id, kind, ids, zip).await
    })
}

/// The ids without duplicates, in their order.
fn parse_ids(text: &str) -> Result<Vec<DocumentId>, ApiError> {
    let refused = |code, msg: String| ApiError::rule_broken(vec![FieldError::new("ids", code, msg)]);
    let mut seen = HashSet::new();
    let mut ids = Vec::new();
    for part in text.split(',').filter(|part| !part.is_empty()) {
        let id: DocumentId =
            part.parse().map_err(|_| refused("invalid_id", "One of these is not an id.".to_owned()))?;
        if seen.insert(id.clone()) {
            ids.push(id);
        }
        if ids.len() > DOCUMENTS_MAX {
            break;
        }
    }
    if ids.is_empty() || ids.len() > DOCUMENTS_MAX {
        let msg = format!("Choose 1 to {DOCUMENTS_MAX} documents for one file.");
        return Err(refused("out_of_range", msg));
    }
    Ok(ids)
}

async fn add_pdfs_to_zip(
    state: &AppState,
    user_id: &UserId,
    kind: DocumentKind,
    ids: Vec<DocumentId>,
    mut zip: ZipStream,
) -> Result<ZipStream, BoxError> {
    let (mut names, mut left_out) = (HashSet::new(), Vec::new());
    let mut bytes = 0;
    for id in ids {
        let name = match find_pdf_name(state, user_id, kind, &id).await? {
            Some(name) => unique_name(name, &mut names),
            None => unique_name(kind.title().to_owned(), &mut names),
        };
        if bytes >= BYTES_MAX {
            left_out.push(format!("{name}: this file is as large as it may be."));
            continue;
        }
        match typeset(state, user_id, kind, &id).await {
            Ok(pdf) => {
                bytes += pdf.bytes.len();
                zip = zip.add_file(format!("{name}.pdf"), pdf.bytes).await?;
            }
            Err(error) => left_out.push(format!("{name}: {}", error.user_message())),
        }
    }
    if !left_out.is_empty() {
        let text = left_out.join("\r\n") + "\r\n";
        zip = zip.add_file("Not included.txt".to_owned(), text.into()).await?;
    }
    Ok(zip)
}

/// Makes one PDF, waiting while the account's queue is full.
///
/// # Errors
/// As for [`printable::make_own_pdf`].
pub async fn typeset(
    state: &AppState,
    user_id: &str,
    kind: DocumentKind,
    id: &str,
) -> Result<PdfFile, ApiError> {
    let mut tries = 0;
    loop {
        tries += 1;
        match printable::make_own_pdf(state, user_id, kind, id).await {
            Err(error) if error.status().as_u16() == 503 && tries < ATTEMPTS_MAX => {
                tokio::time::sleep(RETRY_PAUSE).await;
            }
            other => return other,
        }
    }
}

/// The file name, `Quote Q-0012 Jo Bloggs`; `None` if the account has no such document.
async fn find_pdf_name(
    state: &AppState,
    user_id: &str,
    kind: DocumentKind,
    id: &str,
) -> Result<Option<String>, BoxError> {
    let mut conn = state.db.read().await?;
    if !store::exists(&mut conn, user_id, kind, id).await? {
        return Ok(None);
    }
    let Some((number, customer, _)) = store::find_name(&mut conn, id).await? else {
        return Ok(None);
    };
    let number = number.unwrap_or_else(|| "draft".to_owned());
    let customer = customer.unwrap_or_default();
    Ok(Some(safe_name(&format!("{} {number} {customer}", kind.title()))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_counted_before_they_are_read() {
        let many = ["019a9b1c-2d3e-7f40-8123-456789abcdef"; 3].join(",");
        assert_eq!(parse_ids(&many).map(|ids| ids.len()).ok(), Some(1));
        for wrong in ["", ",", "x"] {
            assert!(parse_ids(wrong).is_err(), "{wrong}");
        }
    }
}
