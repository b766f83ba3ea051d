//! Whether a start without a database is the first one.
//!
//! A disk that is not mounted looks like an empty folder. A server that started anew in it would show everybody an
//! empty account, write their work to the wrong place and hide the data. What was in the folder is not visible
//! then, so only what is elsewhere can tell: pictures, emails or a lock next to the database, backups, pictures
//! that a PostgreSQL database names. If there is nothing of that kind, the operator can say it
//! (`PLUMBLINE_EXPECT_DATA`).

use std::path::Path;

use plumbline_platform::config::Config;
use plumbline_platform::db::{Db, LOCK, OpenError, sqlite_file};
use plumbline_platform::files::store;
use plumbline_work::backup::{Place, restore};

/// What was there before and is not now.
#[derive(Debug, thiserror::Error)]
pub enum MissingData {
    /// The operator says that there is one.
    #[error(
        "there is no database in {folder}, and PLUMBLINE_EXPECT_DATA says that there is one. {REMEDY}"
    )]
    Expected {
        /// The data folder.
        folder: String,
    },
    /// The folder was used.
    #[error("there is no database, but {folder} holds {found} of one that was. {REMEDY}")]
    Used {
        /// The data folder.
        folder: String,
        /// What lies there.
        found: String,
    },
    /// There are backups.
    #[error(
        "there is no database in {folder}, but {place} holds backups of one, the newest {name}. {REMEDY}"
    )]
    BackedUp {
        /// The data folder.
        folder: String,
        /// Where the backups are.
        place: String,
        /// The newest.
        name: String,
    },
    /// The pictures are not where the database has them.
    #[error("the database names pictures, and {folder} is empty. {REMEDY}")]
    Pictures {
        /// The folder of the pictures.
        folder: String,
    },
    /// The database cannot be asked.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// It was asked and failed.
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
}

/// What to do.
const REMEDY: &str = "Is its disk mounted? Mount it, or restore a backup with `plumbline restore`. To start without it, \
    as on a new server, set PLUMBLINE_EXPECT_DATA=no for one start";

/// Refuses to go on where a database was, and is no more. Before it is opened, which would make one.
///
/// # Errors
/// Says what was found in its place.
pub async fn check_database(config: &Config) -> Result<(), MissingData> {
    let url = config.database_url.as_deref();
    if config.expect_data == Some(false) || Db::exists(url, &config.data).await? {
        return Ok(());
    }
    let folder = config.data.display().to_string();
    if config.expect_data == Some(true) {
        return Err(MissingData::Expected { folder });
    }
    if let Some(found) = find_remains(config) {
        return Err(MissingData::Used { folder, found });
    }
    if let Some(destination) = &config.backup.to {
        let names = async { Place::from_destination(destination)?.names().await };
        match names.await {
            Ok(names) => {
                if let Some(name) = names.iter().rfind(|name| name.ends_with(".zip")) {
                    let place =
                        Place::from_destination(destination).map(|place| place.display_name());
                    return Err(MissingData::BackedUp {
                        folder,
                        place: place.unwrap_or_default(),
                        name: name.clone(),
                    });
                }
            }
            Err(error) => tracing::warn!(%error, "nobody knows whether there are backups"),
        }
    }
    Ok(())
}

/// What of an earlier server lies in the folder.
fn find_remains(config: &Config) -> Option<String> {
    let is_full =
        |folder: &Path| std::fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some());
    let aside = restore::list_put_aside(config).unwrap_or_default().pop();
    if let Some(aside) = aside {
        return Some(format!(
            "{aside} (`plumbline restore --back` takes it back),"
        ));
    }
    let full = [("files", "the pictures"), ("mail", "the mails")]
        .into_iter()
        .find(|(name, _)| is_full(&config.data.join(name)));
    if let Some((_, what)) = full {
        return Some(what.to_owned());
    }
    if config.database_url.is_some() {
        return None;
    }
    // Whoever opened a database in this folder, or restored one into it, left its lock.
    if config.data.join(LOCK).is_file() {
        return Some(format!("the lock ({LOCK})"));
    }
    // One that has lost all that was in it. Its name is there, so that it would be taken for a first start's.
    let empty = sqlite_file(None, &config.data);
    empty
        .is_file()
        .then(|| "the empty file (plumbline.db)".to_owned())
}

/// Refuses to go on where the pictures of a database are gone, all of them: one may be missing, all are
/// not by chance.
///
/// # Errors
/// Says where they should be.
pub async fn check_pictures(config: &Config, db: &Db) -> Result<(), MissingData> {
    if config.expect_data == Some(false) {
        return Ok(());
    }
    let folder = config.data.join("files");
    // One that is not there is as empty: a disk that is not mounted has none.
    let is_empty = match std::fs::read_dir(&folder) {
        Ok(mut files) => files.next().is_none(),
        Err(error) => error.kind() == std::io::ErrorKind::NotFound,
    };
    let mut conn = db.read().await?;
    if !is_empty || store::list_newest(&mut conn, 1).await?.is_empty() {
        return Ok(());
    }
    Err(MissingData::Pictures {
        folder: folder.display().to_string(),
    })
}
