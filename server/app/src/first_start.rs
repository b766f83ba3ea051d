//! Whether a start without a database is the first one.
//!
//! A disk that is not mounted looks like an empty folder. A server that started with a new database in it would show
//! everybody an empty account, write their work to the wrong place and hide the data. What was in the folder is not
//! visible then, so only what is elsewhere can show it: pictures, emails or a lock next to the database, backups,
//! pictures that a PostgreSQL database names. If there is nothing of that kind, the operator can configure it
//! (`PLUMBLINE_EXPECT_DATA`).

use std::path::Path;

use plumbline_platform::config::Config;
use plumbline_platform::db::{Db, LOCK, OpenError, sqlite_file};
use plumbline_platform::files::store;
use plumbline_work::backup::{Place, restore};

/// Data that should be there and is not.
#[derive(Debug, thiserror::Error)]
pub enum MissingData {
    /// The operator has configured that there is a database.
    #[error("there is no database in {folder}, and PLUMBLINE_EXPECT_DATA says that there is one. {REMEDY}")]
    Expected {
        /// The data folder.
        folder: String,
    },
    /// The folder contains something of an earlier server.
    #[error("there is no database, but {folder} holds {found} of one that was. {REMEDY}")]
    Used {
        /// The data folder.
        folder: String,
        /// What was found there.
        found: String,
    },
    /// There are backups at the configured destination.
    #[error(
        "there is no database in {folder}, but {place} holds backups of one, the newest {name}. {REMEDY}"
    )]
    BackedUp {
        /// The data folder.
        folder: String,
        /// The destination of the backups.
        place: String,
        /// The name of the newest backup.
        name: String,
    },
    /// The folder of the pictures is empty although the database has pictures.
    #[error("the database names pictures, and {folder} is empty. {REMEDY}")]
    Pictures {
        /// The folder of the pictures.
        folder: String,
    },
    /// The database can't be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// A query of the database failed.
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
}

/// What the operator can do.
const REMEDY: &str = "Is its disk mounted? Mount it, or restore a backup with `plumbline restore`. To start without it, \
    as on a new server, set PLUMBLINE_EXPECT_DATA=no for one start";

/// Refuses to start if there was a database and it is gone. Call it before the database is opened, which would create
/// one.
///
/// # Errors
/// What was found in place of the database.
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
                    let place = Place::from_destination(destination).map(|place| place.display_name());
                    return Err(MissingData::BackedUp {
                        folder,
                        place: place.unwrap_or_default(),
                        name: name.clone(),
                    });
                }
            }
            Err(error) => tracing::warn!(%error, "could not check whether there are backups"),
        }
    }
    Ok(())
}

/// What an earlier server left in the folder; `None` if nothing.
fn find_remains(config: &Config) -> Option<String> {
    let is_full = |folder: &Path| std::fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some());
    let aside = restore::list_put_aside(config).unwrap_or_default().pop();
    if let Some(aside) = aside {
        return Some(format!("{aside} (`plumbline restore --back` takes it back),"));
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
    // A server that opened a database in this folder, or a restore into it, left its lock.
    if config.data.join(LOCK).is_file() {
        return Some(format!("the lock ({LOCK})"));
    }
    // An empty file where the database was: opening it would look like a first start.
    let empty = sqlite_file(None, &config.data);
    empty.is_file().then(|| "the empty file (plumbline.db)".to_owned())
}

/// Refuses to start if all pictures of a database are gone: one may be missing by chance, but not all of them.
///
/// # Errors
/// Where the pictures should be.
pub async fn check_pictures(config: &Config, db: &Db) -> Result<(), MissingData> {
    if config.expect_data == Some(false) {
        return Ok(());
    }
    let folder = config.data.join("files");
    // A missing folder counts as empty, since a disk may not be mounted.
    let is_empty = match std::fs::read_dir(&folder) {
        Ok(mut files) => files.next().is_none(),
        Err(error) => error.kind() == std::io::ErrorKind::NotFound,
    };
    let mut conn = db.read().await?;
    if !is_empty || store::list_newest(&mut conn, 1).await?.is_empty() {
        return Ok(());
    }
    Err(MissingData::Pictures { folder: folder.display().to_string() })
}
