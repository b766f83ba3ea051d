//! Restoring: the backup is prepared apart and verified, then replaces the current data, which is moved aside and
//! can be brought back. No server may run meanwhile.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::aside::{self, Live, RESTORING};
use super::manifest::{self, Manifest};
use super::prove::{self, Proof};
use super::take::{END, Note, PROVED, hash};
use super::{BackupError, Place, load, noted, shown};
use plumbline_platform::config::{Config, Destination, destination_from_env};
use plumbline_platform::data_folder::{self, Locked};
use plumbline_platform::db::{Db, LOCK, migrate, schemas};

/// How often to check whether the last server has stopped, and the pause between.
const LOOKS: usize = 30;
const MOMENT: Duration = Duration::from_millis(100);

/// The message for an address, which is not printed because it may contain a password.
const UNREAD: &str = "a backup is a file, or s3://bucket/prefix/name";

/// The result of a restore.
#[derive(Debug)]
pub struct Restored {
    /// The backup's manifest.
    pub manifest: Manifest,
    /// The result of its verification.
    pub proof: Proof,
    /// The name under which the previous data is stored; `None` if there was none.
    pub before: Option<String>,
}

/// The folder that the servers of this configuration lock while they run.
#[must_use]
pub fn folder_in_use(config: &Config) -> PathBuf {
    Live::of(config).folder()
}

/// The previous data that restores moved aside, oldest first.
///
/// # Errors
/// If the folder can't be read.
pub fn put_aside(config: &Config) -> io::Result<Vec<String>> {
    aside::put_aside_in(&folder_in_use(config))
}

/// Restores a backup: a file, or `s3://bucket/prefix/name`. A backup with faults is refused, unless `unproved` says
/// that it should be restored anyway.
///
/// # Errors
/// If the backup is refused, or something is in the way; then the data is unchanged.
pub async fn restore(
    config: &Config,
    wanted: &str,
    unproved: bool,
    now: i64,
) -> Result<Restored, BackupError> {
    let (file, is_fetched) = fetch(config, wanted).await?;
    let restored = restore_file(config, &file, unproved, now).await;
    if is_fetched {
        let _ = fs::remove_file(&file);
        let _ = fs::remove_file(note_of(&file));
    }
    restored
}

/// The backup as a file, and whether it was downloaded for this.
async fn fetch(config: &Config, wanted: &str) -> Result<(PathBuf, bool), BackupError> {
    if !wanted.starts_with("s3://") {
        if wanted.contains("://") {
            return Err(BackupError::Said(UNREAD.to_owned()));
        }
        let file = PathBuf::from(wanted);
        if file.is_dir() {
            return Err(of_folder(file).await);
        }
        return Ok((file, false));
    }
    let (place, name) = wanted
        .rsplit_once('/')
        .filter(|(place, _)| place.len() > "s3://".len())
        .ok_or_else(|| BackupError::Said(UNREAD.to_owned()))?;
    let destination = match &config.backup.to {
        // The configured keys are used for any folder of the configured bucket.
        Some(Destination::S3(own)) if is_in(place, &own.bucket) => {
            let mut own = own.clone();
            let prefix = place.split('/').skip(3).collect::<Vec<_>>().join("/");
            own.prefix = if prefix.is_empty() {
                prefix
            } else {
                format!("{prefix}/")
            };
            Destination::S3(own)
        }
        _ => destination_from_env(place).map_err(|error| BackupError::Said(error.to_string()))?,
    };
    let place = Place::of(&destination)?;
    let file = place.fetch(name, &config.data).await?;
    if let Some(note) = place.read_note(&format!("{name}{PROVED}")).await? {
        fs::write(note_of(&file), note).map_err(in_the_way)?;
    }
    Ok((file, true))
}

/// Why a folder can't be restored, and which of its backups could be.
async fn of_folder(folder: PathBuf) -> BackupError {
    let shown = folder.display().to_string();
    let names = Place::Folder(folder).names().await.unwrap_or_default();
    let newest = names.iter().rfind(|name| name.ends_with(END));
    BackupError::Said(match newest {
        Some(newest) => {
            format!("{shown} is a folder: name a backup in it, such as the newest, {newest}")
        }
        None => format!("{shown} is a folder, with no backup in it"),
    })
}

/// The path of the note with the result of a backup's verification.
fn note_of(file: &Path) -> PathBuf {
    file.with_file_name(format!("{}{PROVED}", shown(file)))
}

fn is_in(place: &str, bucket: &str) -> bool {
    place.split('/').nth(2) == Some(bucket)
}

async fn restore_file(
    config: &Config,
    file: &Path,
    unproved: bool,
    now: i64,
) -> Result<Restored, BackupError> {
    check_note(file).await?;
    let manifest = manifest::read(file)?;
    let live = Live::of(config);
    let _alone = alone(config, &live).await?;
    live.clear().map_err(in_the_way)?;
    let prepared = prepare(config, &live, (file, &manifest), unproved, now).await;
    let proof = match prepared {
        Ok(proof) => proof,
        Err(error) => {
            let _ = live.clear();
            if let Some(url) = server(config) {
                let mut conn = schemas::connect(url).await?;
                let _ = schemas::remove(&mut conn, RESTORING).await;
            }
            return Err(error);
        }
    };
    let before = live.fresh(now);
    swap(config, &live, &before, RESTORING).await?;
    if live.database.is_some() {
        // Creates the lock, as opening the database does: should the database be lost, the folder still shows that
        // there was one.
        let mut lock = File::options();
        let made = lock.create(true).append(true).open(config.data.join(LOCK));
        if let Err(error) = made {
            tracing::warn!(%error, "the folder could not be told that it is used");
        }
    }
    let was_there = live.folder().join(&before).exists();
    Ok(Restored {
        manifest,
        proof,
        before: was_there.then_some(before),
    })
}

/// Undoes the last restore: the data that it moved aside is current again, and the current data is moved aside.
///
/// # Errors
/// If there is nothing to undo, or something is in the way.
pub async fn back(config: &Config, now: i64) -> Result<String, BackupError> {
    let live = Live::of(config);
    let _alone = alone(config, &live).await?;
    let last = live.last().map_err(in_the_way)?;
    let last = last.ok_or_else(|| {
        let folder = live.folder();
        let folder = folder.display();
        BackupError::Said(format!("there is no restore to undo in {folder}"))
    })?;
    let before = live.fresh(now);
    swap(config, &live, &before, &last).await?;
    noted::taken_back(config, &before, now).await;
    Ok(before)
}

/// If there is a note beside the file, the file must be the one that was verified.
async fn check_note(file: &Path) -> Result<(), BackupError> {
    let Ok(text) = fs::read_to_string(note_of(file)) else {
        return Ok(());
    };
    let damaged = |fault: String| BackupError::Damaged {
        file: shown(file),
        fault,
    };
    let note: Note = serde_json::from_str(&text)
        .map_err(|error| damaged(format!("the note of its check: {error}")))?;
    let (sha256, _) = hash(file).await.map_err(|cause| BackupError::Unread {
        place: file.display().to_string(),
        cause,
    })?;
    if sha256 == note.sha256 {
        Ok(())
    } else {
        Err(damaged("it isn’t the file that was verified".to_owned()))
    }
}

/// The address of the database, if it is a server.
fn server(config: &Config) -> Option<&str> {
    let url = config.database_url.as_deref();
    url.filter(|url| !url.starts_with("sqlite:"))
}

/// Makes sure that nobody else uses the data that is about to be replaced.
async fn alone(config: &Config, live: &Live) -> Result<Locked, BackupError> {
    let lock = data_folder::have_alone(&live.folder()).map_err(in_the_way)?;
    let lock = lock.ok_or_else(|| {
        BackupError::Said("a server uses this data: stop the server, then restore".to_owned())
    })?;
    let Some(url) = server(config) else {
        return Ok(lock);
    };
    let mut conn = schemas::connect(url).await?;
    let mut others = 0;
    for _ in 0..LOOKS {
        others = schemas::others(&mut conn).await?;
        if others == 0 {
            return Ok(lock);
        }
        tokio::time::sleep(MOMENT).await;
    }
    Err(BackupError::Said(format!(
        "{others} other connections to this database are open: stop every server and anything else that uses it, \
         then restore"
    )))
}

/// Prepares everything beside the current data, and verifies it there.
async fn prepare(
    config: &Config,
    live: &Live,
    (file, manifest): (&Path, &Manifest),
    unproved: bool,
    now: i64,
) -> Result<Proof, BackupError> {
    let files = Live::beside(&live.files, RESTORING);
    fs::create_dir_all(&files).map_err(in_the_way)?;
    let (db, data) = match (&live.database, server(config)) {
        (Some(database), _) => {
            let target = Live::beside(database, RESTORING);
            let folder = target.parent().unwrap_or(Path::new(".")).to_owned();
            (Db::open_as_it_is(None, &folder, 2).await?, folder)
        }
        (None, url) => {
            let url = url.unwrap_or_default();
            let mut conn = schemas::connect(url).await?;
            schemas::make(&mut conn, RESTORING).await?;
            let url = schemas::address_in(url, RESTORING)?;
            let db = Db::open_as_it_is(Some(&url), &config.data, config.db_connections);
            (db.await?, config.data.clone())
        }
    };
    let proof = async {
        load::load(file, manifest, (&db, &data)).await?;
        migrate::run(&db, &data).await?;
        let proof = prove::look(file, manifest, &db, Some(&files)).await?;
        // After the verification, which counts rows, but before the data is current, so that every restore is recorded.
        let about = (manifest.made_at, &*shown(file));
        noted::restored(&db, about, proof.holds(), now).await?;
        Ok(proof)
    };
    let proof: Result<Proof, BackupError> = proof.await;
    db.close().await;
    let proof = proof?;
    if !proof.holds() && !unproved {
        return Err(BackupError::Unproved {
            file: shown(file),
            faults: format!("{}. Use --unproved to restore it anyway", proof.said()),
        });
    }
    if let Some(database) = &live.database {
        settle(&data, database).map_err(in_the_way)?;
    }
    Ok(proof)
}

/// Gives the prepared SQLite file the name of the current one, and flushes it to the disk.
fn settle(folder: &Path, database: &Path) -> io::Result<()> {
    let made = folder.join("plumbline.db");
    let named = folder.join(database.file_name().unwrap_or_default());
    if made != named {
        fs::rename(&made, &named)?;
    }
    // Its own lock, which nobody holds any more.
    let _ = fs::remove_file(folder.join(LOCK));
    File::open(&named)?.sync_all()
}

/// Moves the current data aside under one name, and moves in the data of another.
async fn swap(config: &Config, live: &Live, aside: &str, from: &str) -> Result<(), BackupError> {
    if let Err(error) = live.put_aside(aside) {
        // Some of it may have been moved already.
        let _ = live.bring(aside);
        return Err(in_the_way(error));
    }
    let Some(url) = server(config) else {
        return live.bring(from).map_err(in_the_way);
    };
    // The folder shows that there is such a schema, even if there are no pictures.
    fs::create_dir_all(live.folder().join(aside)).map_err(in_the_way)?;
    let swapped = async {
        let mut conn = schemas::connect(url).await?;
        let swapped = schemas::swap(&mut conn, &schema(aside), &schema(from)).await;
        swapped.map_err(BackupError::from)
    };
    if let Err(error) = swapped.await {
        live.bring(aside).map_err(in_the_way)?;
        return Err(error);
    }
    live.bring(from).map_err(in_the_way)
}

/// The name of the schema for a folder.
fn schema(folder: &str) -> String {
    folder.replace('-', "_")
}

fn in_the_way(error: io::Error) -> BackupError {
    BackupError::Said(format!("the data folder cannot be used: {error}"))
}
