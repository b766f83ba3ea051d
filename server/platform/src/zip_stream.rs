//! A zip file that is sent while it is made, so that it is never in memory as a whole.

use std::collections::HashSet;
use std::future::Future;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use futures::Stream;
use tokio::sync::mpsc;
use zip::ZipWriter;
use zip::write::{SimpleFileOptions, StreamWriter};

use crate::error::{ApiError, BoxError};
use crate::worker_pool::{PoolEntry, WorkerPool};

/// How many zip files are made at a time: the files that go into each are in memory until they are sent.
const CONCURRENT_MAX: usize = 4;
/// How many zip files of one account may wait.
const WAITING_MAX: usize = 4;

/// The worker pool in which they are made, one per account at a time.
#[must_use]
pub fn new_worker_pool() -> WorkerPool {
    WorkerPool::new(CONCURRENT_MAX, CONCURRENT_MAX, WAITING_MAX)
}

/// How many pieces may wait for a slow client; then the next file is only made after one is sent.
const PENDING_MAX: usize = 4;

/// What the zip writer has written and has not been sent yet.
#[derive(Clone, Default)]
struct SharedBuffer(Arc<Mutex<Vec<u8>>>);

impl SharedBuffer {
    fn take(&self) -> Bytes {
        let mut bytes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *bytes).into()
    }
}

impl Write for SharedBuffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut piece = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        piece.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A zip file that is being sent.
pub struct ZipStream {
    writer: ZipWriter<StreamWriter<SharedBuffer>>,
    buffer: SharedBuffer,
    sender: mpsc::Sender<io::Result<Bytes>>,
}

/// The client has closed the connection: no more of the file is made.
#[derive(Debug, thiserror::Error)]
#[error("the client has closed the connection")]
pub struct ClientGone;

impl ZipStream {
    /// Adds a file and sends what is ready. This is done outside the threads that serve requests, because packing takes
    /// time.
    ///
    /// # Errors
    /// [`ClientGone`], or if the file can't be packed.
    pub async fn add_file(self, name: String, bytes: Bytes) -> Result<Self, BoxError> {
        self.write_entry(Some(name), bytes).await
    }

    /// Adds bytes to the last file: a file that is too large for memory is added piece by piece.
    ///
    /// # Errors
    /// As for [`Self::add_file`].
    pub async fn append(self, bytes: Bytes) -> Result<Self, BoxError> {
        self.write_entry(None, bytes).await
    }

    async fn write_entry(mut self, name: Option<String>, bytes: Bytes) -> Result<Self, BoxError> {
        let packed = tokio::task::spawn_blocking(move || {
            if let Some(name) = name {
                let options = SimpleFileOptions::default().compression_level(Some(1));
                self.writer.start_file(name, options)?;
            }
            self.writer.write_all(&bytes)?;
            Ok::<_, BoxError>(self)
        });
        let zip = packed.await??;
        let piece = zip.buffer.take();
        if zip.sender.send(Ok(piece)).await.is_err() {
            return Err(ClientGone.into());
        }
        Ok(zip)
    }

    /// Finishes the zip file.
    async fn finish(self) -> Result<(), BoxError> {
        let Self { writer, buffer: piece, sender } = self;
        writer.finish()?;
        let _ = sender.send(Ok(piece.take())).await;
        Ok(())
    }
}

/// The pieces of a zip file that `pack` fills, as they are made. `held` is dropped once the file is made, even if
/// nobody waits for it any more.
pub fn stream_zip<F, P>(
    cached: impl Send + 'static,
    pack: P,
) -> impl Stream<Item = io::Result<Bytes>> + Send + 'static
where
    P: FnOnce(ZipStream) -> F,
    F: Future<Output = Result<ZipStream, BoxError>> + Send + 'static,
{
    let (sender, mut receiver) = mpsc::channel::<io::Result<Bytes>>(PENDING_MAX);
    let piece = SharedBuffer::default();
    let packing = pack(ZipStream {
        writer: ZipWriter::new_stream(piece.clone()),
        buffer: piece,
        sender: sender.clone(),
    });
    tokio::spawn(async move {
        let packed = match packing.await {
            Ok(zip) => zip.finish().await,
            Err(error) => Err(error),
        };
        if let Err(error) = packed
            && !error.is::<ClientGone>()
        {
            tracing::warn!(%error, "a zip file broke off");
            // A file that ends too soon must not look complete.
            let _ = sender.send(Err(io::Error::other("it broke off"))).await;
        }
        drop(cached);
    });
    futures::stream::poll_fn(move |context| receiver.poll_recv(context))
}

/// A response with a zip file of this name (letters, digits, `-` and `.` only) that `pack` fills. The account's place
/// stays taken until the file is made.
///
/// # Errors
/// If the name is not valid.
pub fn zip_response<F, P>(name: &str, place: PoolEntry, pack: P) -> Result<Response, ApiError>
where
    P: FnOnce(ZipStream) -> F,
    F: Future<Output = Result<ZipStream, BoxError>> + Send + 'static,
{
    let mut response = Body::from_stream(stream_zip(place, pack)).into_response();
    let headers = response.headers_mut();
    for (name, value) in
        [(header::CONTENT_TYPE, "application/zip"), (header::CACHE_CONTROL, "private, no-cache")]
    {
        headers.insert(name, HeaderValue::from_static(value));
    }
    let header_value = HeaderValue::from_str(&format!("attachment; filename=\"{name}\""));
    headers.insert(header::CONTENT_DISPOSITION, header_value.map_err(ApiError::internal)?);
    Ok(response)
}

/// A name that every system accepts as a file's name: without characters that lead to another folder, and not too long.
#[must_use]
pub fn safe_name(name: &str) -> String {
    let fits = |c: char| c.is_alphanumeric() || " -_&'()".contains(c);
    let name: String = name.chars().map(|c| if fits(c) { c } else { '-' }).collect();
    let short: String = name.trim().chars().take(80).collect();
    short.trim_end().to_owned()
}

/// The name of a file with its extension, such as `Invoice 2026-11-7.pdf`, whatever characters a document's number
/// contains: without those that a system reads as a folder, a drive or a command.
#[must_use]
pub fn safe_file_name(name: &str) -> String {
    match name.rsplit_once('.') {
        Some((stem, ending)) if !stem.is_empty() => {
            format!("{}.{}", safe_name(stem), safe_name(ending))
        }
        _ => safe_name(name),
    }
}

/// The `Content-Disposition` header of a file that a browser displays (`inline`) or saves (`attachment`), with its
/// name. A name beyond ASCII is in it twice, the second time encoded according to RFC 6266 (section 4.3).
#[must_use]
pub fn named(how: &str, name: &str) -> String {
    let name = safe_file_name(name);
    let plain: String = name.chars().map(|c| if c.is_ascii() { c } else { '-' }).collect();
    let mut displayed = format!("{how}; filename=\"{plain}\"");
    if plain != name {
        displayed.push_str("; filename*=UTF-8''");
        for byte in name.bytes() {
            match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => {
                    displayed.push(char::from(byte));
                }
                _ => displayed.push_str(&format!("%{byte:02X}")),
            }
        }
    }
    displayed
}

/// The same with only letters and digits that every system and header accepts, and `-` between words.
#[must_use]
pub fn ascii_name(name: &str) -> String {
    let words = name.split(|c: char| !c.is_ascii_alphanumeric());
    let words: Vec<String> = words.filter(|word| !word.is_empty()).map(str::to_ascii_lowercase).collect();
    words.join("-").chars().take(40).collect()
}

/// The name, with a number if it is taken already.
#[must_use]
pub fn unique_name(name: String, taken: &mut HashSet<String>) -> String {
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
    fn makes_names_safe_and_unique() {
        assert_eq!(safe_name("Quote Q-0001 Jo O'Neill & Söhne"), "Quote Q-0001 Jo O'Neill & Söhne");
        assert_eq!(safe_name("Invoice ../../etc/passwd"), "Invoice ------etc-passwd");
        assert_eq!(safe_name("Quote Q-1 a\\b:c*?\"<>|\u{202E}fdp"), "Quote Q-1 a-b-c-------fdp");
        assert_eq!(safe_name(&format!("Quote {}", "x".repeat(300))).chars().count(), 80);
        assert_eq!(safe_file_name("Invoice 2026/11/7.pdf"), "Invoice 2026-11-7.pdf");
        assert_eq!(safe_file_name("Invoice ..\\A\"1.pdf"), "Invoice ---A-1.pdf");
        assert_eq!(safe_file_name(&format!("{}.pdf", "x".repeat(300))).len(), 80 + 4);
        assert_eq!(safe_file_name(".pdf"), "-pdf");
        assert_eq!(safe_file_name("a/b"), "a-b");
        let mut taken = HashSet::new();
        let names = ["A", "a", "A"].map(|name| unique_name(name.to_owned(), &mut taken));
        assert_eq!(names, ["A", "a (2)", "A (3)"]);
    }

    #[test]
    fn writes_a_non_ascii_name_in_both_header_forms() {
        assert_eq!(
            named("inline", "Quote Q-1 from A & B.pdf"),
            "inline; filename=\"Quote Q-1 from A & B.pdf\""
        );
        assert_eq!(
            named("attachment", "Quote Q-1 from Café.xml"),
            "attachment; filename=\"Quote Q-1 from Caf-.xml\"; \
             filename*=UTF-8''Quote%20Q-1%20from%20Caf%C3%A9.xml"
        );
    }
}
