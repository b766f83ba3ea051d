//! Emails as files, if there is no mail server: `.eml` files under `data/mail/`, which a newcomer can open. Which
//! of them are about an account is noted under `data/mail-of/`, so that they are deleted with it.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use tokio::fs;
use tokio::io::AsyncWriteExt as _;

use crate::ids::sha256_hex;

/// The folder of written emails, and the lists of which account each belongs to.
#[derive(Clone)]
pub(super) struct MailFolder {
    mails: PathBuf,
    lists: PathBuf,
}

/// The file name of an account's list, which doesn't reveal the account.
pub(super) fn list_name(account: &str) -> String {
    sha256_hex(account)
}

impl MailFolder {
    /// The folder within the data folder.
    pub fn in_data_folder(data: &Path) -> Self {
        Self { mails: data.join("mail"), lists: data.join("mail-of") }
    }

    /// The folder with the emails.
    pub fn path(&self) -> &Path {
        &self.mails
    }

    /// Writes an email completely or not at all. It is added to the account's list first, so that every written email
    /// is in a list, whenever the server stops.
    ///
    /// # Errors
    /// When the folder can't be written to.
    pub async fn write(&self, account: Option<&str>, id: &str, bytes: &[u8]) -> io::Result<PathBuf> {
        fs::create_dir_all(&self.mails).await?;
        let (path, part) = self.file_paths(id)?;
        if let Some(account) = account {
            self.add_to_list(account, id).await?;
        }
        fs::write(&part, bytes).await?;
        fs::rename(&part, &path).await?;
        Ok(path)
    }

    async fn add_to_list(&self, account: &str, id: &str) -> io::Result<()> {
        fs::create_dir_all(&self.lists).await?;
        let mut options = fs::OpenOptions::new();
        let list = self.lists.join(list_name(account));
        let mut list = options.create(true).append(true).open(list).await?;
        list.write_all(format!("{id}\n").as_bytes()).await?;
        list.flush().await
    }

    /// Removes the emails of a list, and the list; no error if it doesn't exist.
    ///
    /// # Errors
    /// When an existing file can't be removed.
    pub async fn remove_list(&self, list: &str) -> io::Result<()> {
        let list = self.lists.join(check_name(list)?);
        let ids = match fs::read_to_string(&list).await {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            read => read?,
        };
        for id in ids.lines() {
            self.remove(id).await?;
        }
        remove(&list).await
    }

    /// Removes an email, whether complete or partly written; no error if it doesn't exist.
    ///
    /// # Errors
    /// When an existing file can't be removed.
    pub async fn remove(&self, id: &str) -> io::Result<()> {
        let (path, part) = self.file_paths(id)?;
        remove(&path).await?;
        remove(&part).await
    }

    /// The paths of an email, complete and while it is being written.
    fn file_paths(&self, id: &str) -> io::Result<(PathBuf, PathBuf)> {
        let id = check_name(id)?;
        let file = |end: &str| self.mails.join(format!("{id}.{end}"));
        Ok((file("eml"), file("part")))
    }
}

/// Accepts only a name of letters, digits and `-`. Ids and names of lists come from jobs in a database, which may have
/// been restored from somebody else's backup, so a name must not lead to another folder.
fn check_name(name: &str) -> io::Result<&str> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    if !name.is_empty() && name.bytes().all(is_plain) {
        return Ok(name);
    }
    let text = "the name of a mail is letters, digits and -";
    Err(io::Error::new(ErrorKind::InvalidInput, text))
}

async fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path).await {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        done => done,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn no_name_leads_out_of_the_folder() {
        let data = tempfile::tempdir().expect("a folder");
        let folder = MailFolder::in_data_folder(data.path());
        let account = "019a9b1c-2d3e-7f40-8123-456789abcdef";
        for id in ["../out", "/tmp/out", "a/b", ".", ""] {
            assert!(folder.write(Some(account), id, b"x").await.is_err(), "{id}");
        }
        let written = folder.write(Some(account), "one", b"x").await;
        let path = written.expect("written");
        assert!(path.exists() && !data.path().join("out.eml").exists());
        std::fs::write(data.path().join("list"), "one\n").expect("a list of somebody's own");
        assert!(folder.remove_list("../list").await.is_err());
        assert!(path.exists() && data.path().join("list").exists());
        let forgotten = folder.remove_list(&list_name(account)).await;
        forgotten.expect("forgotten");
        assert!(!path.exists());
    }
}
