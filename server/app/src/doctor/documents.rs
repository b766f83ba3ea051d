//! Whether documents are what the rules say, the lists match them, and their pictures exist.

use super::{CheckOutcome, Installation, broken, database_failed, fine, no_database, warning};
use plumbline_platform::files::FileStorage;
use plumbline_platform::files::store as files;
use plumbline_records::documents::{consistency, store};
use plumbline_records::summaries::write;

/// How many documents are calculated again, the last ones that were written. The verification of a backup calculates
/// all of them.
const SAMPLE: i64 = 200;
/// How many pictures are checked at once.
const BATCH_SIZE: i64 = 500;

pub(super) async fn check_sample(it: &Installation) -> CheckOutcome {
    let Ok(db) = &it.db else {
        return no_database();
    };
    let looked = async {
        let mut conn = db.read().await.map_err(|error| error.to_string())?;
        let newest = store::list_newest(&mut conn, SAMPLE).await;
        let newest = newest.map_err(|error| error.to_string())?;
        let (count, mut faults) = (newest.len(), Vec::new());
        for row in newest {
            let fault = consistency::find_fault(&mut conn, row).await;
            faults.extend(fault.map_err(|error| format!("{error:?}"))?);
        }
        Ok::<_, String>((count, faults))
    };
    match looked.await {
        Err(error) => database_failed(error),
        Ok((count, faults)) if faults.is_empty() => {
            fine(format!("the newest {count} add up to what is stored"))
        }
        Ok((_, faults)) => broken(
            faults.join("; "),
            "`plumbline migrate --lists` rebuilds the lists; if an issued document differs, restore the last \
             verified backup to another folder and compare",
        ),
    }
}

pub(super) async fn check_lists(it: &Installation) -> CheckOutcome {
    let Ok(db) = &it.db else {
        return no_database();
    };
    let looked = async {
        let mut conn = db.read().await?;
        write::list_unfilled(&mut conn, "", 1).await
    };
    match looked.await {
        Err(error) => database_failed(error),
        Ok(missing) if missing.is_empty() => fine("every document is listed"),
        Ok(_) => warning(
            "some documents are missing, or listed the way an earlier version did",
            "`plumbline migrate --lists` rebuilds them",
        ),
    }
}

pub(super) async fn check_pictures(it: &Installation) -> CheckOutcome {
    let Ok(db) = &it.db else {
        return no_database();
    };
    let store = match FileStorage::open(&it.config.data.join("files")) {
        Ok(store) => store,
        Err(error) => return broken(error.to_string(), "see the check “data folder”"),
    };
    let (mut after, mut count, mut missing) = (String::new(), 0, Vec::new());
    loop {
        let some = async {
            let mut conn = db.read().await?;
            files::list_ids_after(&mut conn, &after, BATCH_SIZE).await
        };
        let some = match some.await {
            Ok(some) => some,
            Err(error) => return database_failed(error),
        };
        let Some(last) = some.last() else {
            break;
        };
        after.clone_from(last);
        for id in some {
            count += 1;
            match store.exists(&id).await {
                Ok(true) => {}
                Ok(false) => missing.push(id),
                Err(error) => return broken(error.to_string(), "see the check “disk”"),
            }
        }
    }
    match missing.first() {
        None => fine(format!("all {count} are there")),
        Some(first) => broken(
            format!("{} of {count} are missing, starting with {first}", missing.len()),
            "copy them from files/ in a backup (a zip file) to files/ in the data folder",
        ),
    }
}
