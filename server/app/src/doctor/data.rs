//! The database: whether it opens, is intact, and has the tables of this program.

use super::{Patient, Said, broken, failed, fine, unseen, warning};
use plumbline_platform::db::{Dialect, migrate};

pub(super) async fn opens(it: &Patient) -> Said {
    let db = match &it.db {
        Ok(db) => db,
        Err(why) => {
            return broken(
                why.clone(),
                "look at DATABASE_URL and PLUMBLINE_DATA, and whether the disk or the database server \
                 is there; `plumbline restore` brings a backup back",
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
        Ok(None) => fine("what it says of itself holds"),
        Ok(Some(fault)) => broken(
            fault,
            "stop the server, keep a copy of the file, and `plumbline restore` the last backup that \
             proved itself; then look for what is wrong with the disk or the memory",
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
                "a newer or another Plumbline has been here (migration {})",
                strange.version
            ),
            "run that version, or restore a backup of this one",
        );
    }
    let missing = known.len() - seen.len();
    match seen.last() {
        Some(last) if missing == 0 => fine(format!("of migration {}", last.version)),
        _ => warning(
            format!("{missing} migrations are still to come"),
            "the next start runs them, or `plumbline migrate` does; make a backup before",
        ),
    }
}
