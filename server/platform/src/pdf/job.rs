//! The messages between the server and a typesetting process: frames of bytes, each preceded by its length.

use std::io::{self, Read, Write};

use serde::{Deserialize, Serialize};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};

use crate::ids::sha256_hex;

/// The longest frame, in bytes. The data of one account is limited to far less.
const FRAME_MAX: u32 = 256 * 1024 * 1024;

/// A document to typeset.
#[derive(Debug)]
pub(super) struct PdfJob {
    /// The file name of the template.
    pub template: String,
    /// The data for the template, as JSON: first with the template's own spacing and then, if that might make the
    /// document fit on one page, with ever tighter spacing.
    pub data: Vec<Vec<u8>>,
    /// The data without anything below the totals, with the same spacings; empty if it doesn't matter on which page the
    /// totals are.
    pub front: Vec<Vec<u8>>,
    /// How many pages are separate from the rest, such as the cancellation form. Tighter spacing can't avoid them.
    pub separate_pages: usize,
    /// The business's logo.
    pub logo: Option<Vec<u8>>,
    /// The photos, which the template names by position: `photo-0`, …
    pub photos: Vec<Vec<u8>>,
    /// The creation time in the PDF, milliseconds since the epoch.
    pub at: i64,
}

/// The result of a job.
#[derive(Debug)]
pub(super) enum PdfOutcome {
    /// The PDF.
    Pdf(Vec<u8>),
    /// The document would have too many pages to print.
    TooLong,
    /// The template doesn't fit its data.
    Fault(String),
}

/// The first frame of a job, with the number of frames of each kind that follow.
#[derive(Serialize, Deserialize)]
struct JobHeader {
    template: String,
    at: i64,
    data: usize,
    front: usize,
    separate_pages: usize,
    logo: bool,
    photos: usize,
}

impl PdfJob {
    /// An identifier for the document, which depends only on its contents and not on the machine or the current time.
    pub(super) fn fingerprint(&self) -> String {
        let logo = self.logo.as_deref().map(sha256_hex).unwrap_or_default();
        let data = self.data.first().map(sha256_hex).unwrap_or_default();
        let photos: String = self.photos.iter().map(sha256_hex).collect();
        sha256_hex(format!("{} {data} {logo}{photos} {}", self.template, self.at))
    }

    /// Sends the job to a typesetter.
    pub(super) async fn send(&self, into: &mut (impl AsyncWrite + Unpin)) -> io::Result<()> {
        let head = serde_json::to_vec(&JobHeader {
            template: self.template.clone(),
            at: self.at,
            data: self.data.len(),
            front: self.front.len(),
            separate_pages: self.separate_pages,
            logo: self.logo.is_some(),
            photos: self.photos.len(),
        })?;
        let parts = std::iter::once(&head).chain(&self.data).chain(&self.front);
        for part in parts.chain(&self.logo).chain(&self.photos) {
            into.write_u32(frame_length(part)?).await?;
            into.write_all(part).await?;
        }
        into.flush().await
    }

    /// Reads the next job; `None` if there will be no more.
    pub(super) fn read(from: &mut impl Read) -> io::Result<Option<Self>> {
        let Some(head) = read_frame(from)? else {
            return Ok(None);
        };
        let head: JobHeader = serde_json::from_slice(&head)?;
        Ok(Some(Self {
            template: head.template,
            data: read_parts(head.data, from)?,
            front: read_parts(head.front, from)?,
            separate_pages: head.separate_pages,
            logo: head.logo.then(|| read_part(from)).transpose()?,
            photos: read_parts(head.photos, from)?,
            at: head.at,
        }))
    }
}

impl PdfOutcome {
    /// Sends the result to the server.
    pub(super) fn write(&self, into: &mut impl Write) -> io::Result<()> {
        let (tag, body): (u8, &[u8]) = match self {
            Self::Pdf(bytes) => (b'P', bytes),
            Self::TooLong => (b'L', &[]),
            Self::Fault(text) => (b'F', text.as_bytes()),
        };
        into.write_all(&[tag])?;
        into.write_all(&frame_length(body)?.to_be_bytes())?;
        into.write_all(body)?;
        into.flush()
    }

    /// Reads the result of a typesetter.
    pub(super) async fn receive(from: &mut (impl AsyncRead + Unpin)) -> io::Result<Self> {
        let tag = from.read_u8().await?;
        let length = from.read_u32().await?;
        if length > FRAME_MAX {
            return Err(too_long());
        }
        let mut body = vec![0; length as usize];
        from.read_exact(&mut body).await?;
        match tag {
            b'P' => Ok(Self::Pdf(body)),
            b'L' => Ok(Self::TooLong),
            _ => Ok(Self::Fault(String::from_utf8_lossy(&body).into_owned())),
        }
    }
}

fn frame_length(bytes: &[u8]) -> io::Result<u32> {
    let length = u32::try_from(bytes.len()).ok();
    length.filter(|n| *n <= FRAME_MAX).ok_or_else(too_long)
}

fn too_long() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "a frame is too long")
}

/// Reads a frame; `None` at the end of the stream.
fn read_frame(from: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut length = [0; 4];
    match from.read_exact(&mut length) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        Err(error) => return Err(error),
    }
    let length = u32::from_be_bytes(length);
    if length > FRAME_MAX {
        return Err(too_long());
    }
    let mut body = vec![0; length as usize];
    from.read_exact(&mut body)?;
    Ok(Some(body))
}

fn read_parts(count: usize, from: &mut impl Read) -> io::Result<Vec<Vec<u8>>> {
    (0..count).map(|_| read_part(from)).collect()
}

fn read_part(from: &mut impl Read) -> io::Result<Vec<u8>> {
    read_frame(from)?.ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_job_and_its_result_are_unchanged_after_sending() {
        let job = PdfJob {
            template: "document.typ".to_owned(),
            data: vec![b"{}".to_vec(), b"[1]".to_vec()],
            front: vec![b"{2}".to_vec()],
            separate_pages: 1,
            logo: Some(vec![0, 255]),
            photos: vec![vec![7], vec![8, 9]],
            at: -5,
        };
        let mut wire = Vec::new();
        job.send(&mut wire).await.expect("sent");
        let mut rest = wire.as_slice();
        let read = PdfJob::read(&mut rest).expect("read").expect("a job");
        assert_eq!(read.fingerprint(), job.fingerprint());
        assert_eq!((&read.data, read.separate_pages), (&job.data, 1));
        assert_eq!((&read.front, &read.logo), (&job.front, &job.logo));
        assert_eq!(read.photos, job.photos);
        assert!(PdfJob::read(&mut rest).expect("the end").is_none());
        // An incomplete job is an error.
        assert!(PdfJob::read(&mut &wire[..wire.len() - 1]).is_err());

        let mut wire = Vec::new();
        PdfOutcome::Pdf(vec![1, 2, 3]).write(&mut wire).expect("written");
        let outcome = PdfOutcome::receive(&mut wire.as_slice()).await;
        assert!(matches!(outcome, Ok(PdfOutcome::Pdf(bytes)) if bytes == [1, 2, 3]));
    }
}
