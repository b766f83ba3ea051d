//! A form with a file in it, with errors in the usual shape.

use std::collections::HashMap;
use std::path::Path;
use std::pin::pin;

use axum::body::{Body, BodyDataStream, Bytes};
use axum::extract::multipart::{Field, MultipartError, MultipartRejection};
use axum::extract::{Multipart, Request};
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use bytes::BytesMut;
use futures::{Stream, StreamExt as _, stream};
use tokio::fs::File;
use tokio::io::{AsyncReadExt as _, AsyncSeekExt as _, AsyncWriteExt as _};
use tokio::sync::mpsc;

use super::json::too_large_error;
use crate::error::ApiError;

/// How many bytes a multipart body may have in addition to its file.
pub const FRAME_MAX: usize = 64 * 1024;

/// How many bytes of a form are read at once, if there are more.
const PIECE_SIZE: usize = 64 * 1024;

/// Joins the small pieces in which a form may arrive. The parser of forms searches all that it has again for each piece,
/// so that a long heading of a part in pieces of a few bytes would keep a core busy for minutes.
pub async fn join_pieces(request: Request, next: Next) -> Response {
    let content_type = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    if !content_type.is_some_and(|text| text.to_ascii_lowercase().starts_with("multipart/")) {
        return next.run(request).await;
    }
    next.run(request.map(in_large_pieces)).await
}

/// The pieces are joined in a task of their own: the parser would search again whenever it is woken, and reading them
/// here would wake it for each, even if it gets nothing.
fn in_large_pieces(body: Body) -> Body {
    let (sender, mut receiver) = mpsc::channel(1);
    tokio::spawn(async move {
        let mut pieces = pin!(join(body.into_data_stream()));
        loop {
            let piece = tokio::select! {
                // Nobody reads the rest.
                () = sender.closed() => return,
                piece = pieces.next() => piece,
            };
            let Some(piece) = piece else { return };
            if sender.send(piece).await.is_err() {
                return;
            }
        }
    });
    Body::from_stream(stream::poll_fn(move |cx| receiver.poll_recv(cx)))
}

fn join(pieces: BodyDataStream) -> impl Stream<Item = Result<Bytes, axum::Error>> {
    stream::unfold(pieces, |mut pieces| async move {
        let mut joined = BytesMut::new();
        while joined.len() < PIECE_SIZE {
            match pieces.next().await {
                Some(Ok(piece)) => joined.extend_from_slice(&piece),
                Some(Err(error)) => return Some((Err(error), pieces)),
                None => break,
            }
        }
        (!joined.is_empty()).then(|| (Ok(joined.freeze()), pieces))
    })
}

/// How many text fields a form may have.
const TEXTS_MAX: usize = 100;

/// How many bytes the text fields of a form may have in total.
const TEXT_BYTES_MAX: usize = 1024 * 1024;

/// The most bytes of a file, and the limit as text for messages.
#[derive(Debug, Clone, Copy)]
pub struct FileLimit(pub usize, pub &'static str);

/// The contents of a form with one file.
#[derive(Debug)]
pub struct FileForm {
    /// The field `file`.
    pub file: ReceivedFile,
    /// The text of the requested other field; empty if it is missing.
    pub text: String,
}

/// A file of a form that may contain several.
#[derive(Debug)]
pub struct NamedFile {
    /// The file's name; empty if there is none.
    pub name: String,
    /// The contents of the file.
    pub file: ReceivedFile,
}

/// The contents of a form with several files.
#[derive(Debug, Default)]
pub struct FilesForm {
    /// The fields `file`.
    pub files: Vec<NamedFile>,
    /// The text of the other fields, by name.
    pub texts: HashMap<String, String>,
}

/// The fields `file` of a form, at most `most` of them and together within the limit, and the text of its other fields.
/// Large files are stored in `folder` while they arrive.
///
/// # Errors
/// 415 if the body is no form, 413 if the files are too large, 400 if there is no file, there are too many or the form
/// is incomplete, 503 if the disk can't store them.
pub async fn read_files(
    form: Result<Multipart, MultipartRejection>,
    most: usize,
    limit: FileLimit,
    folder: &Path,
) -> Result<FilesForm, ApiError> {
    let mut form = form.map_err(|rejection| not_a_form_error(&rejection))?;
    let broken = |error| multipart_error(&error, limit);
    let mut read = FilesForm::default();
    let mut size = 0;
    let mut texts = TextFields::default();
    while let Some(field) = form.next_field().await.map_err(broken)? {
        let called = field.name().unwrap_or_default().to_owned();
        if called != "file" {
            let text = texts.read_text(field, limit).await?;
            read.texts.insert(called, text);
            continue;
        }
        if read.files.len() == most {
            let message = format!("At most {most} files can be sent at a time.");
            return Err(ApiError::bad_field("file", "too_many", message));
        }
        let name = field.file_name().unwrap_or_default().to_owned();
        let left = FileLimit(limit.0 - size, limit.1);
        let file = receive_file(field, left, folder).await?;
        size += file.len();
        read.files.push(NamedFile { name, file });
    }
    if read.files.is_empty() {
        return Err(missing_file_error());
    }
    Ok(read)
}

async fn receive_file(
    mut field: Field<'_>,
    limit: FileLimit,
    folder: &Path,
) -> Result<ReceivedFile, ApiError> {
    let mut file = ReceivedFile::default();
    while let Some(part) = field.chunk().await.map_err(|error| multipart_error(&error, limit))? {
        if file.len() + part.len() > limit.0 {
            return Err(too_large_error(limit.1));
        }
        file.append(&part, folder).await?;
    }
    Ok(file)
}

/// The field `file` of a form, and the text of the field `also`, which comes before it.
///
/// # Errors
/// As for [`read_files`]; 400 if the text isn't valid.
pub async fn read_file(
    form: Result<Multipart, MultipartRejection>,
    also: &str,
    limit: FileLimit,
    folder: &Path,
) -> Result<FileForm, ApiError> {
    let mut form = form.map_err(|rejection| not_a_form_error(&rejection))?;
    let broken = |error| multipart_error(&error, limit);
    let mut message = String::new();
    let mut texts = TextFields::default();
    while let Some(field) = form.next_field().await.map_err(broken)? {
        match field.name() {
            Some("file") => {
                let file = receive_file(field, limit, folder).await?;
                return Ok(FileForm { file, text: message });
            }
            Some(name) if !also.is_empty() && name == also => {
                message = texts.read_text(field, limit).await?;
            }
            _ => {}
        }
    }
    Err(missing_file_error())
}

/// The number and size of a form's text fields, counted while they are read.
#[derive(Default)]
struct TextFields {
    fields: usize,
    bytes: usize,
}

impl TextFields {
    async fn read_text(&mut self, mut field: Field<'_>, limit: FileLimit) -> Result<String, ApiError> {
        let mut text = Vec::new();
        self.fields += 1;
        while let Some(part) = field.chunk().await.map_err(|error| multipart_error(&error, limit))? {
            self.bytes += part.len();
            if self.bytes > TEXT_BYTES_MAX {
                break;
            }
            text.extend_from_slice(&part);
        }
        if self.fields > TEXTS_MAX || self.bytes > TEXT_BYTES_MAX {
            return Err(ApiError::bad_request(
                "too_much_text",
                "The form has more text fields, or more text in them, than this takes.",
            ));
        }
        String::from_utf8(text)
            .map_err(|_| ApiError::bad_request("malformed_form", "The form’s text is not UTF-8."))
    }
}

fn missing_file_error() -> ApiError {
    ApiError::bad_field("file", "missing_field", "“file” is required.")
}

fn not_a_form_error(rejection: &MultipartRejection) -> ApiError {
    let text = format!("The file must be sent as a form: {}.", rejection.body_text());
    let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
    ApiError::new(status, "unsupported_media_type", text)
}

fn multipart_error(error: &MultipartError, limit: FileLimit) -> ApiError {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        return too_large_error(limit.1);
    }
    let text = "The form is broken off or cannot be read.";
    ApiError::bad_request("malformed_form", text)
}

// A file while it is uploaded. Until all of it has arrived, everything but its beginning is on the disk, without a
// name: a sender who is slow, or never finishes, takes up no memory and no worker, and a crash leaves nothing
// behind.

/// The most bytes of a file that are stored in memory: most pictures and lists are no larger.
const IN_MEMORY_MAX: usize = 256 * 1024;

/// The part of a file that has arrived so far.
#[derive(Debug, Default)]
pub struct ReceivedFile {
    beginning: Vec<u8>,
    /// The rest, in a temporary file without a name, which disappears when this is dropped and after a crash.
    rest: Option<File>,
    bytes: usize,
}

impl ReceivedFile {
    /// The number of bytes that have arrived.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes
    }

    /// Whether nothing has arrived.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes == 0
    }

    /// Whether it is a zip file, whose size doesn't say how much there is in it.
    #[must_use]
    pub fn is_zip(&self) -> bool {
        // Only what was larger than this from the first part on has no beginning in memory.
        self.beginning.starts_with(b"PK\x03\x04")
    }

    /// Adds the next part; what is beyond the size limit in memory is written to a temporary file in this folder.
    ///
    /// # Errors
    /// 503 if the disk can't store it.
    pub async fn append(&mut self, part: &[u8], folder: &Path) -> Result<(), ApiError> {
        self.bytes += part.len();
        if self.rest.is_none() && self.bytes <= IN_MEMORY_MAX {
            self.beginning.extend_from_slice(part);
            return Ok(());
        }
        let rest = match &mut self.rest {
            Some(rest) => rest,
            none => none.insert(create_temporary_file(folder).await?),
        };
        rest.write_all(part).await.map_err(ApiError::unavailable)
    }

    /// The whole file, in memory.
    ///
    /// # Errors
    /// 503 if the disk can't read it.
    pub async fn into_bytes(self) -> Result<Bytes, ApiError> {
        let mut bytes = self.beginning;
        if let Some(mut rest) = self.rest {
            bytes.reserve_exact(self.bytes - bytes.len());
            let read = async {
                rest.flush().await?;
                rest.rewind().await?;
                rest.read_to_end(&mut bytes).await
            };
            read.await.map_err(ApiError::unavailable)?;
        }
        Ok(bytes.into())
    }
}

async fn create_temporary_file(folder: &Path) -> Result<File, ApiError> {
    let folder = folder.to_owned();
    let made = tokio::task::spawn_blocking(move || tempfile::tempfile_in(folder)).await;
    let made = made.map_err(ApiError::internal)?;
    made.map(File::from_std).map_err(ApiError::unavailable)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn reads_an_upload_the_same_from_memory_and_from_disk() {
        let folder = tempfile::tempdir().expect("a folder");
        for parts in
            [vec![], vec![10], vec![IN_MEMORY_MAX], vec![IN_MEMORY_MAX, 1, 70_000], vec![IN_MEMORY_MAX * 3]]
        {
            let mut received = ReceivedFile::default();
            let mut expected = Vec::new();
            for (at, length) in parts.iter().enumerate() {
                let part = vec![u8::try_from(at).expect("few") + 1; *length];
                expected.extend_from_slice(&part);
                received.append(&part, folder.path()).await.expect("room");
            }
            assert_eq!(received.len(), expected.len());
            assert!(received.beginning.len() <= IN_MEMORY_MAX);
            assert_eq!(received.into_bytes().await.expect("bytes"), expected);
        }
        let left = std::fs::read_dir(folder.path()).expect("a folder").count();
        assert_eq!(left, 0, "nothing has a name");
    }

    #[tokio::test]
    async fn joins_the_pieces_of_a_form_up_to_a_size() {
        let bytes: Vec<u8> = (0..=u8::MAX).cycle().take(2 * PIECE_SIZE + 5).collect();
        let pieces: Vec<Result<Vec<u8>, std::io::Error>> = bytes.iter().map(|byte| Ok(vec![*byte])).collect();
        // Each arrives alone, as from a network.
        let arriving = stream::iter(pieces).then(async |piece| {
            tokio::task::yield_now().await;
            piece
        });
        let mut body = in_large_pieces(Body::from_stream(arriving)).into_data_stream();
        let mut looks = 0;
        let looked = stream::poll_fn(|cx| {
            looks += 1;
            body.poll_next_unpin(cx)
        });
        let joined: Vec<Bytes> = looked.map(|piece| piece.expect("a piece")).collect().await;
        assert!(looks < 10, "{looks} looks at 131,077 pieces");
        let lengths: Vec<usize> = joined.iter().map(Bytes::len).collect();
        assert_eq!(lengths, [PIECE_SIZE, PIECE_SIZE, 5]);
        assert_eq!(joined.concat(), bytes);
    }

    #[tokio::test]
    async fn responds_503_if_an_upload_cannot_be_written_to_disk() {
        let folder = tempfile::tempdir().expect("a folder");
        let gone = folder.path().join("gone");
        let mut received = ReceivedFile::default();
        let result = received.append(&vec![0; IN_MEMORY_MAX + 1], &gone).await;
        assert_eq!(result.expect_err("no folder").status().as_u16(), 503);
    }
}
