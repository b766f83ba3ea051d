//! The papers of several documents in one file.
//!
//! They are set one after the other through the same queue as every other paper of the account, so that
//! nobody else waits for them, and sent on as they are done.

use std::collections::HashSet;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Extension;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use plumbline_core::kind::Kind;
use serde::Deserialize;
use tokio::sync::mpsc;
use utoipa::IntoParams;
use zip::ZipWriter;
use zip::write::{SimpleFileOptions, StreamWriter};

use crate::clock::london_date;
use crate::documents::reading::paper::{self, Pdf};
use crate::documents::store;
use crate::error::{ApiError, BoxError, ErrorBody, FieldError};
use crate::http::ApiQuery;
use crate::ids::{DocumentId, UserId};
use crate::limits::Limit;
use crate::sessions::CurrentUser;
use crate::state::AppState;

/// The most papers of one file.
const MOST: usize = 100;
/// The most bytes of them together: what a mailbox and an old laptop still take.
const MOST_BYTES: usize = 200 * 1024 * 1024;
/// How many pieces wait for a slow reader; then the next paper waits to be set.
const AHEAD: usize = 4;
/// How often a paper is tried that the account's own queue has no room for, and the pause between.
const TRIES: usize = 5;
const PAUSE: Duration = Duration::from_secs(2);

/// Which papers.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PapersQuery {
    /// 1 to 100 ids, between commas.
    ids: String,
}

/// The PDFs of up to 100 documents in one zip file. One that cannot be made is named in the file
/// `Not included.txt`.
#[utoipa::path(get, path = "/pdfs", tag = "documents", params(PapersQuery), responses(
    (status = 200, content_type = "application/zip", body = [u8]), (status = 422, body = ErrorBody),
    (status = 429, body = ErrorBody)))]
pub async fn pdfs(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<Kind>,
    ApiQuery(query): ApiQuery<PapersQuery>,
) -> Result<Response, ApiError> {
    let ids = ids(&query.ids)?;
    state.limits.check(Limit::PapersByAccount, &user.id)?;
    let day = london_date(state.clock.now_ms());
    let name = format!("{}-{day}.zip", kind.facts().plural);
    let (sender, mut receiver) = mpsc::channel::<io::Result<Bytes>>(AHEAD);
    tokio::spawn(async move {
        let packed = pack(&state, &user.id, kind, ids, &sender).await;
        if let Err(error) = packed {
            tracing::warn!(%error, "a file of papers broke off");
            // A file that ends too soon must not look whole.
            let _ = sender.send(Err(io::Error::other("it broke off"))).await;
        }
    });
    let pieces = futures::stream::poll_fn(move |context| receiver.poll_recv(context));
    let mut response = Body::from_stream(pieces).into_response();
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_TYPE, "application/zip"),
        (header::CACHE_CONTROL, "private, no-cache"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    let shown = HeaderValue::from_str(&format!("attachment; filename=\"{name}\""));
    headers.insert(
        header::CONTENT_DISPOSITION,
        shown.map_err(ApiError::internal)?,
    );
    Ok(response)
}

/// The ids, each once, in their order.
fn ids(text: &str) -> Result<Vec<DocumentId>, ApiError> {
    let refused =
        |code, msg: String| ApiError::rule_broken(vec![FieldError::new("ids", code, msg)]);
    let mut seen = HashSet::new();
    let mut ids = Vec::new();
    for part in text.split(',').filter(|part| !part.is_empty()) {
        let id: DocumentId = part
            .parse()
            .map_err(|_| refused("invalid_id", "One of these is not an id.".to_owned()))?;
        if seen.insert(id.clone()) {
            ids.push(id);
        }
        if ids.len() > MOST {
            break;
        }
    }
    if ids.is_empty() || ids.len() > MOST {
        let msg = format!("Choose 1 to {MOST} documents for one file.");
        return Err(refused("out_of_range", msg));
    }
    Ok(ids)
}

/// What the zip writer has written and nobody has sent on yet.
#[derive(Clone, Default)]
struct Piece(Arc<Mutex<Vec<u8>>>);

impl Piece {
    fn take(&self) -> Bytes {
        let mut bytes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *bytes).into()
    }
}

impl Write for Piece {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut piece = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        piece.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

type Zip = ZipWriter<StreamWriter<Piece>>;

async fn pack(
    state: &AppState,
    user_id: &UserId,
    kind: Kind,
    ids: Vec<DocumentId>,
    sender: &mpsc::Sender<io::Result<Bytes>>,
) -> Result<(), BoxError> {
    let piece = Piece::default();
    let mut zip = ZipWriter::new_stream(piece.clone());
    let (mut names, mut left_out) = (HashSet::new(), Vec::new());
    let mut bytes = 0;
    for id in ids {
        let name = match name_of(state, user_id, kind, &id).await? {
            Some(name) => unique(name, &mut names),
            None => unique(kind.title().to_owned(), &mut names),
        };
        if bytes >= MOST_BYTES {
            left_out.push(format!("{name}: this file is as large as it may be."));
            continue;
        }
        match set(state, user_id, kind, &id).await {
            Ok(pdf) => {
                bytes += pdf.bytes.len();
                zip = add(zip, format!("{name}.pdf"), pdf.bytes).await?;
            }
            Err(error) => left_out.push(format!("{name}: {}", error.sentence())),
        }
        if sender.send(Ok(piece.take())).await.is_err() {
            // Whoever asked has gone.
            return Ok(());
        }
    }
    if !left_out.is_empty() {
        let text = left_out.join("\r\n") + "\r\n";
        zip = add(zip, "Not included.txt".to_owned(), text.into()).await?;
    }
    zip.finish()?;
    let _ = sender.send(Ok(piece.take())).await;
    Ok(())
}

/// Sets one paper; while the account's own others wait, it waits as well.
async fn set(state: &AppState, user_id: &str, kind: Kind, id: &str) -> Result<Pdf, ApiError> {
    let mut tries = 0;
    loop {
        tries += 1;
        match paper::own(state, user_id, kind, id).await {
            Err(error) if error.status().as_u16() == 503 && tries < TRIES => {
                tokio::time::sleep(PAUSE).await;
            }
            other => return other,
        }
    }
}

/// Adds a file, off the threads that answer others: packing takes its time.
async fn add(mut zip: Zip, name: String, bytes: Bytes) -> Result<Zip, BoxError> {
    tokio::task::spawn_blocking(move || {
        let options = SimpleFileOptions::default().compression_level(Some(1));
        zip.start_file(name, options)?;
        zip.write_all(&bytes)?;
        Ok(zip)
    })
    .await?
}

/// `Quote Q-0012 Jo Bloggs`; none of a document that is not there, or is another account's.
async fn name_of(
    state: &AppState,
    user_id: &str,
    kind: Kind,
    id: &str,
) -> Result<Option<String>, BoxError> {
    let mut conn = state.db.read().await?;
    if !store::is_there(&mut conn, user_id, kind, id).await? {
        return Ok(None);
    }
    let Some((number, customer, _)) = store::named(&mut conn, id).await? else {
        return Ok(None);
    };
    let number = number.unwrap_or_else(|| "draft".to_owned());
    let customer = customer.unwrap_or_default();
    Ok(Some(safe(&format!("{} {number} {customer}", kind.title()))))
}

/// A name that every system takes for a file: no sign that leads elsewhere, and not too long.
fn safe(name: &str) -> String {
    let fits = |c: char| c.is_alphanumeric() || " -_&'()".contains(c);
    let name: String = name
        .chars()
        .map(|c| if fits(c) { c } else { '-' })
        .collect();
    let short: String = name.trim().chars().take(80).collect();
    short.trim_end().to_owned()
}

/// The name, numbered where it is taken already.
fn unique(name: String, taken: &mut HashSet<String>) -> String {
    let mut unique = name.clone();
    let mut count = 1;
    while !taken.insert(unique.to_lowercase()) {
        count += 1;
        unique = format!("{name} ({count})");
    }
    unique
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_leads_nowhere_else() {
        assert_eq!(
            safe("Quote Q-0001 Jo O'Neill & Söhne"),
            "Quote Q-0001 Jo O'Neill & Söhne"
        );
        assert_eq!(safe("Invoice ../../etc/passwd"), "Invoice ------etc-passwd");
        assert_eq!(
            safe("Quote Q-1 a\\b:c*?\"<>|\u{202E}fdp"),
            "Quote Q-1 a-b-c-------fdp"
        );
        assert_eq!(
            safe(&format!("Quote {}", "x".repeat(300))).chars().count(),
            80
        );
        let mut taken = HashSet::new();
        let names = ["A", "a", "A"].map(|name| unique(name.to_owned(), &mut taken));
        assert_eq!(names, ["A", "a (2)", "A (3)"]);
    }

    #[test]
    fn ids_are_counted_before_they_are_read() {
        let many = ["019a9b1c-2d3e-7f40-8123-456789abcdef"; 3].join(",");
        assert_eq!(ids(&many).map(|ids| ids.len()).ok(), Some(1));
        for wrong in ["", ",", "x"] {
            assert!(ids(wrong).is_err(), "{wrong}");
        }
    }
}
