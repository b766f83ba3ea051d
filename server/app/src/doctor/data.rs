//! The database: whether it opens, is intact, and has the tables of this program.

use super::{CheckOutcome, Installation, broken, database_failed, fine, no_database, warning};
use plumbline_platform::db::{Dialect, migrate};

pub(super) async fn check_opens(it: &Installation) -> CheckOutcome {
    let db = match &it.db {
        Ok(db) => db,
        Err(why) => {
            return broken(
                why.clone(),
                "check DATABASE_URL and PLUMBLINE_DATA, and that the disk or the database server is there; \
                 `plumbline restore` restores a backup",
            );
        }
    };
    let kind = match db.dialect() {
        Dialect::Sqlite => "SQLite",
        Dialect::Postgres => "PostgreSQL",
    };
    match db.size_in_bytes().await {
        Ok(bytes) => fine(format!("{kind}, {} MB", bytes / (1024 * 1024) + 1)),
        Err(error) => database_failed(error),
    }
}

pub(super) async fn check_integrity(it: &Installation) -> CheckOutcome {
    let Ok(db) = &it.db else {
        return no_database();
    };
    match db.check_integrity().await {
        Ok(None) => fine("its integrity check passed"),
        Ok(Some(fault)) => broken(
            fault,
            "stop the server, keep a copy of the file, and run `plumbline restore` with the last verified backup; \
             then check the disk and the memory for faults",
        ),
        Err(error) => database_failed(error),
    }
}

pub(super) async fn check_tables(it: &Installation) -> CheckOutcome {
    let Ok(db) = &it.db else {
        return no_database();
    };
    let seen = async { migrate::list_applied(&mut *db.read().await?).await };
    let seen = match seen.await {
        Ok(seen) => seen,
        Err(error) => return database_failed(error),
    };
    let known = migrate::list_known();
    if let Some(strange) = seen.iter().find(|one| !known.contains(one)) {
        return broken(
            format!(
                "this database was changed by a newer or different Plumbline (migration {})",
                strange.version
            ),
            "run that version, or restore a backup made with this one",
        );
    }
    let missing = known.len() - seen.len();
    match seen.last() {
        Some(last) if missing == 0 => fine(format!("up to date, at migration {}", last.version)),
        _ => warning(
            format!("{missing} migrations haven’t run yet"),
            "make a backup, then restart the server or run `plumbline migrate`",
        ),
    }
}
