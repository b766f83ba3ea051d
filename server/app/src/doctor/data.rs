//! The database: whether it opens, is intact, and has the tables of this program.

use super::{Patient, Said, broken, failed, fine, unseen, warning};
use plumbline_platform::db::{Dialect, migrate};

pub(super) async fn opens(it: &Patient) -> Said {
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
    match db.bytes().await {
        Ok(bytes) => fine(format!("{kind}, {} MB", bytes / (1024 * 1024) + 1)),
        Err(error) => failed(error),
    }
}

pub(super) async fn whole(it: &Patient) -> Said {
    let Ok(db) = &it.db else {
        return unseen();
    };
    match db.faults().await {
        Ok(None) => fine("its integrity check passed"),
        Ok(Some(fault)) => broken(
            fault,
            "stop the server, keep a copy of the file, and run `plumbline restore` with the last verified backup; \
             then check the disk and the memory for faults",
        ),
        Err(error) => failed(error),
    }
}

pub(super) async fn tables(it: &Patient) -> Said {
    let Ok(db) = &it.db else {
        return unseen();
    };
    let seen = async { migrate::seen(&mut *db.read().await?).await };
    let seen = match seen.await {
        Ok(seen) => seen,
        Err(error) => return failed(error),
    };
    let known = migrate::known();
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
