//! The last backup and its verification, and whether it is still where it was stored.

use super::{CheckOutcome, Installation, broken, database_failed, fine, no_database, warning};
use plumbline_platform::clock::{HOUR, format_london_date_time};
use plumbline_platform::config::Destination;
use plumbline_work::backup::store::{self, BackupRow};
use plumbline_work::backup::{BackupError, Place};

/// How old the last verified backup may be if one is made every night, in milliseconds.
const AGE_MAX: i64 = 26 * HOUR;

pub(super) async fn check_last(it: &Installation) -> CheckOutcome {
    let Ok(db) = &it.db else {
        return no_database();
    };
    let looked = async {
        let mut conn = db.read().await?;
        let newest = store::list_newest(&mut conn, 1).await?.pop();
        Ok::<_, sqlx::Error>((
            newest,
            store::find_last_proved(&mut conn, it.config.backup.to.as_ref()).await?,
        ))
    };
    let (newest, proved) = match looked.await {
        Ok(looked) => looked,
        Err(error) => return database_failed(error),
    };
    let Some(to) = &it.config.backup.to else {
        let found = newest.map_or_else(
            || "there are no backups".to_owned(),
            |row| {
                format!(
                    "no automatic backups; the last manual one was made on {}",
                    format_london_date_time(row.made_at)
                )
            },
        );
        return warning(
            found,
            "set PLUMBLINE_BACKUP_TO to a folder on another disk, or to s3://bucket/prefix",
        );
    };
    let age = |at: i64| it.clock.now_ms() - at;
    let fix = "`plumbline backup` makes one now and shows what’s wrong";
    match (proved, newest) {
        // Only for the nightly destination: a failed backup made by hand elsewhere says nothing about it.
        (Some(proved), Some(newest))
            if age(proved.made_at) <= AGE_MAX && !newest.fault.is_empty() && newest.place == proved.place =>
        {
            let since = format_london_date_time(proved.made_at);
            let fault = newest.fault.trim_end_matches('.');
            warning(format!("{fault}; the last verified backup is from {since}"), fix)
        }
        (Some(proved), _) if age(proved.made_at) <= AGE_MAX => check_stored(it, to, &proved).await,
        (proved, Some(newest)) if !newest.fault.is_empty() => {
            let since = proved.map_or_else(
                || "no backup has ever passed its check".to_owned(),
                |row| format!("the last verified backup is from {}", format_london_date_time(row.made_at)),
            );
            let fault = newest.fault.trim_end_matches('.');
            broken(format!("{fault}; {since}"), fix)
        }
        (Some(proved), _) => warning(
            format!("the last verified backup is from {}", format_london_date_time(proved.made_at)),
            fix,
        ),
        (None, _) => warning("the first backup hasn’t been made yet", fix),
    }
}

/// Whether the last verified backup is still where it was stored, and on another disk than the data.
async fn check_stored(it: &Installation, to: &Destination, proved: &BackupRow) -> CheckOutcome {
    let looked = async {
        let place = Place::from_destination(to)?;
        let names = place.names().await?;
        Ok::<_, BackupError>((place.display_name(), names))
    };
    let (place, names) = match looked.await {
        Ok(looked) => looked,
        Err(error) => {
            let fix = match to {
                Destination::Folder(_) => "is its disk mounted?",
                Destination::S3(_) => {
                    "check PLUMBLINE_BACKUP_TO and the S3 settings (address, bucket and keys), and that this machine \
                     can reach it"
                }
            };
            return broken(error.to_string(), fix);
        }
    };
    if !names.contains(&proved.name) {
        return broken(
            format!("{} is no longer in {place}", proved.name),
            "is its disk mounted? If it’s meant to be a new disk, run `plumbline backup --anew` to start on it",
        );
    }
    let proved_at = format_london_date_time(proved.proved_at.unwrap_or(proved.made_at));
    let found = format!("{} in {}, verified on {proved_at}", proved.name, proved.place);
    match to {
        Destination::Folder(folder) if is_one_disk(folder, &it.config.data) => warning(
            format!("{found}; it’s on the same disk as the data and would be lost with it"),
            "set PLUMBLINE_BACKUP_TO to a folder on another disk, or to s3://bucket/prefix",
        ),
        _ => fine(found),
    }
}

/// Whether two folders are on the same disk, as far as the system reports it.
#[cfg(unix)]
fn is_one_disk(one: &std::path::Path, other: &std::path::Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let disk = |path: &std::path::Path| std::fs::metadata(path).ok().map(|it| it.dev());
    disk(one).is_some() && disk(one) == disk(other)
}

#[cfg(not(unix))]
fn is_one_disk(_: &std::path::Path, _: &std::path::Path) -> bool {
    false
}
