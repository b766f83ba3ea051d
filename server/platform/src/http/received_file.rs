//! A file while it is uploaded. Until all of it has arrived, everything but its beginning is on the disk, without a
//! name: a sender who is slow, or never finishes, takes up no memory and no worker, and a crash leaves nothing
//! behind.

use std::path::Path;

use axum::body::Bytes;
use tokio::fs::File;
use tokio::io::{AsyncReadExt as _, AsyncSeekExt as _, AsyncWriteExt as _};

use crate::error::ApiError;

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
    async fn it_is_the_same_from_memory_and_from_the_disk() {
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
    async fn a_disk_that_takes_nothing_is_told() {
        let folder = tempfile::tempdir().expect("a folder");
        let gone = folder.path().join("gone");
        let mut received = ReceivedFile::default();
        let result = received.append(&vec![0; IN_MEMORY_MAX + 1], &gone).await;
        assert_eq!(result.expect_err("no folder").status().as_u16(), 503);
    }
}
