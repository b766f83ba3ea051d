//! Restoring: the backup is prepared apart and verified, then replaces the current data, which is moved aside and
//! can be brought back. No server may run meanwhile.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::live_data::{self, LiveData, RESTORING};
use super::manifest::{self, Manifest};
use super::prove::{self, Proof};
use super::take::{NAME_SUFFIX, PROVED_SUFFIX, ProofNote, hash_file};
use super::{BackupError, Place, display_name, load};
use plumbline_platform::config::{Config, Destination, read_destination};
use plumbline_platform::data_folder::{self, FolderLock};
use plumbline_platform::db::{Db, LOCK, migrate};

/// How often to check whether the last server has stopped, and the pause between.
const LOCK_ATTEMPTS: usize = 30;
const LOCK_PAUSE: Duration = Duration::from_millis(100);

/// The message for an address, which is not printed because it may contain a password.
const BAD_ADDRESS: &str = "a backup is a file, or s3://bucket/prefix/name";

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
    LiveData::from_config(config).folder()
}

/// The previous data that restores moved aside, oldest first.
///
/// # Errors
/// If the folder can't be read.
pub fn list_put_aside(config: &Config) -> io::Result<Vec<String>> {
    live_data::list_put_aside(&folder_in_use(config))
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
    let (file, is_fetched) = fetch_backup(config, wanted).await?;
    let restored = restore_file(config, &file, unproved, now).await;
    if is_fetched {
        let _ = fs::remove_file(&file);
        let _ = fs::remove_file(note_path(&file));
    }
    restored
}

/// The backup as a file, and whether it was downloaded for this.
async fn fetch_backup(config: &Config, wanted: &str) -> Result<(PathBuf, bool), BackupError> {
    if !wanted.starts_with("s3://") {
        if wanted.contains("://") {
            return Err(BackupError::Message(BAD_ADDRESS.to_owned()));
        }
        let file = PathBuf::from(wanted);
        if file.is_dir() {
            return Err(folder_error(file).await);
        }
        return Ok((file, false));
    }
    let (place, name) = wanted
        .rsplit_once('/')
        .filter(|(place, _)| place.len() > "s3://".len())
        .ok_or_else(|| BackupError::Message(BAD_ADDRESS.to_owned()))?;
    let destination = match &config.backup.to {
        // The configured keys are used for any folder of the configured bucket.
        Some(Destination::S3(own)) if is_in_bucket(place, &own.bucket) => {
            let mut own = own.clone();
            let prefix = place.split('/').skip(3).collect::<Vec<_>>().join("/");
            own.prefix = if prefix.is_empty() { prefix } else { format!("{prefix}/") };
            Destination::S3(own)
        }
        _ => read_destination(place).map_err(|error| BackupError::Message(error.to_string()))?,
    };
    let place = Place::from_destination(&destination)?;
    let file = place.fetch(name, &config.data).await?;
    if let Some(note) = place.read_note(&format!("{name}{PROVED_SUFFIX}")).await? {
        fs::write(note_path(&file), note).map_err(data_folder_error)?;
    }
    Ok((file, true))
}

/// Why a folder can't be restored, and which of its backups could be.
async fn folder_error(folder: PathBuf) -> BackupError {
    let displayed = folder.display().to_string();
    let names = Place::Folder(folder).names().await.unwrap_or_default();
    let newest = names.iter().rfind(|name| name.ends_with(NAME_SUFFIX));
    BackupError::Message(match newest {
        Some(newest) => {
            format!("{displayed} is a folder: name a backup in it, such as the newest, {newest}")
        }
        None => format!("{displayed} is a folder, with no backup in it"),
    })
}

/// The path of the note with the result of a backup's verification.
fn note_path(file: &Path) -> PathBuf {
    file.with_file_name(format!("{}{PROVED_SUFFIX}", display_name(file)))
}

fn is_in_bucket(place: &str, bucket: &str) -> bool {
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
    let live = LiveData::from_config(config);
    let _alone = lock_alone(config, &live).await?;
    live.clear_restoring().map_err(data_folder_error)?;
    let prepared = prepare(config, &live, (file, &manifest), unproved, now).await;
    let proof = match prepared {
        Ok(proof) => proof,
        Err(error) => {
            let _ = live.clear_restoring();
            if let Some(url) = server_url(config) {
                let mut conn = migrate::connect(url).await?;
                let _ = migrate::drop_schema(&mut conn, RESTORING).await;
            }
            return Err(error);
        }
    };
    let before = live.new_folder_name(now);
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
    Ok(Restored { manifest, proof, before: was_there.then_some(before) })
}

/// Undoes the last restore: the data that it moved aside is current again, and the current data is moved aside.
///
/// # Errors
/// If there is nothing to undo, or something is in the way.
pub async fn take_back(config: &Config, now: i64) -> Result<String, BackupError> {
    let live = LiveData::from_config(config);
    let _alone = lock_alone(config, &live).await?;
    let last = live.last_put_aside().map_err(data_folder_error)?;
    let last = last.ok_or_else(|| {
        let folder = live.folder();
        let folder = folder.display();
        BackupError::Message(format!("there is no restore to undo in {folder}"))
    })?;
    let before = live.new_folder_name(now);
    swap(config, &live, &before, &last).await?;
    super::record_taken_back(config, &before, now).await;
    Ok(before)
}

/// If there is a note beside the file, the file must be the one that was verified.
async fn check_note(file: &Path) -> Result<(), BackupError> {
    let Ok(text) = fs::read_to_string(note_path(file)) else {
        return Ok(());
    };
    let damaged = |fault: String| BackupError::Damaged { file: display_name(file), fault };
    let note: ProofNote =
        serde_json::from_str(&text).map_err(|error| damaged(format!("the note of its check: {error}")))?;
    let (sha256, _) = hash_file(file)
        .await
        .map_err(|cause| BackupError::Unread { place: file.display().to_string(), cause })?;
    if sha256 == note.sha256 {
        Ok(())
    } else {
        Err(damaged("it isn’t the file that was verified".to_owned()))
    }
}

/// The address of the database, if it is a server.
fn server_url(config: &Config) -> Option<&str> {
    let url = config.database_url.as_deref();
    url.filter(|url| !url.starts_with("sqlite:"))
}

/// Makes sure that nobody else uses the data that is about to be replaced.
async fn lock_alone(config: &Config, live: &LiveData) -> Result<FolderLock, BackupError> {
    let lock = data_folder::lock_exclusive(&live.folder()).map_err(data_folder_error)?;
    let lock = lock.ok_or_else(|| {
        BackupError::Message("a server uses this data: stop the server, then restore".to_owned())
    })?;
    let Some(url) = server_url(config) else {
        return Ok(lock);
    };
    let mut conn = migrate::connect(url).await?;
    let mut others = 0;
    for _ in 0..LOCK_ATTEMPTS {
        others = migrate::count_other_connections(&mut conn).await?;
        if others == 0 {
            return Ok(lock);
        }
        tokio::time::sleep(LOCK_PAUSE).await;
    }
    Err(BackupError::Message(format!(
        "{others} other connections to this database are open: stop every server and anything else that uses it, \
         then restore"
    )))
}

/// Prepares everything beside the current data, and verifies it there.
async fn prepare(
    config: &Config,
    live: &LiveData,
    (file, manifest): (&Path, &Manifest),
    unproved: bool,
    now: i64,
) -> Result<Proof, BackupError> {
    let files = LiveData::path_beside(&live.files, RESTORING);
    fs::create_dir_all(&files).map_err(data_folder_error)?;
    let (db, data) = match (&live.database, server_url(config)) {
        (Some(database), _) => {
            let target = LiveData::path_beside(database, RESTORING);
            let folder = target.parent().unwrap_or(Path::new(".")).to_owned();
            (Db::open_without_migrating(None, &folder, 2).await?, folder)
        }
        (None, url) => {
            let url = url.unwrap_or_default();
            let mut conn = migrate::connect(url).await?;
            migrate::create_schema(&mut conn, RESTORING).await?;
            let url = migrate::address_with_schema(url, RESTORING)?;
            let db = Db::open_without_migrating(Some(&url), &config.data, config.db_connections);
            (db.await?, config.data.clone())
        }
    };
    let proof = async {
        load::load_rows(file, manifest, (&db, &data)).await?;
        migrate::run(&db, &data).await?;
        let proof = prove::prove_loaded(file, manifest, &db, Some(&files)).await?;
        // After the verification, which counts rows, but before the data is current, so that every restore is recorded.
        let about = (manifest.made_at, &*display_name(file));
        super::record_restored(&db, about, proof.holds(), now).await?;
        Ok(proof)
    };
    let proof: Result<Proof, BackupError> = proof.await;
    db.close().await;
    let proof = proof?;
    if !proof.holds() && !unproved {
        return Err(BackupError::Unproved {
            file: display_name(file),
            faults: format!("{}. Use --unproved to restore it anyway", proof.summary()),
        });
    }
    if let Some(database) = &live.database {
        rename_prepared(&data, database).map_err(data_folder_error)?;
    }
    Ok(proof)
}

/// Gives the prepared SQLite file the name of the current one, and flushes it to the disk.
fn rename_prepared(folder: &Path, database: &Path) -> io::Result<()> {
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
async fn swap(config: &Config, live: &LiveData, aside: &str, from: &str) -> Result<(), BackupError> {
    if let Err(error) = live.put_aside(aside) {
        // Some of it may have been moved already.
        let _ = live.bring_in(aside);
        return Err(data_folder_error(error));
    }
    let Some(url) = server_url(config) else {
        return live.bring_in(from).map_err(data_folder_error);
    };
    // The folder shows that there is such a schema, even if there are no pictures.
    fs::create_dir_all(live.folder().join(aside)).map_err(data_folder_error)?;
    let swapped = async {
        let mut conn = migrate::connect(url).await?;
        let swapped = migrate::swap_schemas(&mut conn, &schema_name(aside), &schema_name(from)).await;
        swapped.map_err(BackupError::from)
    };
    if let Err(error) = swapped.await {
        live.bring_in(aside).map_err(data_folder_error)?;
        return Err(error);
    }
    live.bring_in(from).map_err(data_folder_error)
}

/// The name of the schema for a folder.
fn schema_name(folder: &str) -> String {
    folder.replace('-', "_")
}

fn data_folder_error(error: io::Error) -> BackupError {
    BackupError::Message(format!("the data folder cannot be used: {error}"))
}
