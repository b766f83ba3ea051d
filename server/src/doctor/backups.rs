//! The last backup and its proof.

use super::{Patient, Said, broken, failed, fine, unseen, warning};
use crate::backup::store;
use crate::clock::{HOUR, london_said};

/// How old the last may be that proved itself, where one is made each night.
const OLDEST: i64 = 26 * HOUR;

pub(super) async fn last(it: &Patient) -> Said {
    let Ok(db) = &it.db else {
        return unseen();
    };
    let looked = async {
        let mut conn = db.read().await?;
        let newest = store::newest(&mut conn, 1).await?.pop();
        Ok::<_, sqlx::Error>((newest, store::last_proved(&mut conn).await?))
    };
    let (newest, proved) = match looked.await {
        Ok(looked) => looked,
        Err(error) => return failed(error),
    };
    if it.config.backup.to.is_none() && newest.is_none() {
        return warning(
            "there is none",
            "set PLUMBLINE_BACKUP_TO to a folder on another disk, or to s3://bucket/prefix",
        );
    }
    let age = |at: i64| it.clock.now_ms() - at;
    let mend = "`plumbline backup` makes one now and says what is in the way";
    match (proved, newest) {
        (Some(proved), _) if age(proved.made_at) <= OLDEST => fine(format!(
            "{} in {}, proved on {}",
            proved.name,
            proved.place,
            london_said(proved.proved_at.unwrap_or(proved.made_at))
        )),
        (proved, Some(newest)) if !newest.fault.is_empty() => {
            let since = proved.map_or_else(
                || "none ever proved itself".to_owned(),
                |row| {
                    format!(
                        "the last that proved itself is of {}",
                        london_said(row.made_at)
                    )
                },
            );
            broken(format!("{}; {since}", newest.fault), mend)
        }
        (Some(proved), _) => warning(
            format!("the last is of {}", london_said(proved.made_at)),
            mend,
        ),
        (None, _) => warning("the first is still to come", mend),
    }
}
