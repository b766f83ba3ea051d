//! The server's surroundings: waiting jobs, the mail server, the time.

use super::{Patient, Said, broken, failed, fine, unseen, warning};
use plumbline_platform::clock::{HOUR, MINUTE, SECOND, london_said};
use plumbline_platform::db::DbResult;
use plumbline_platform::jobs;
use plumbline_platform::mail::Mailer;

/// How far clocks may be apart.
const LEEWAY: i64 = MINUTE;
/// Before this the program was not written: 2026-01-01.
const WRITTEN: i64 = 1_767_225_600_000;

pub(super) async fn jobs(it: &Patient) -> Said {
    let Ok(db) = &it.db else {
        return unseen();
    };
    let now = it.clock.now_ms();
    let looked = async {
        let mut conn = db.read().await?;
        let backlog = jobs::backlog(&mut conn, now).await?;
        Ok::<_, sqlx::Error>((backlog, jobs::given_up(&mut conn).await?))
    };
    let (backlog, given_up) = match looked.await {
        Ok(looked) => looked,
        Err(error) => return failed(error),
    };
    let due: i64 = backlog.iter().map(|lane| lane.due).sum();
    let since = backlog.iter().filter_map(|lane| lane.since).min();
    if let Some(since) = since.filter(|since| now - since > HOUR) {
        return warning(
            format!("{due} waiting, the first since {}", london_said(since)),
            "check that the server is running, and look in its log for “job failed”",
        );
    }
    if given_up > 0 {
        return warning(
            format!("{given_up} failed for good in the last 30 days"),
            "look in the log for “job failed” with gives_up; most are emails to addresses that don’t accept mail",
        );
    }
    fine(format!("{due} due"))
}

pub(super) async fn mail(it: &Patient) -> Said {
    let mailer = match Mailer::new(&it.config, it.clock.clone()) {
        Ok(mailer) => mailer,
        Err(error) => return broken(error.to_string(), "correct SMTP_URL"),
    };
    match mailer.greet().await {
        None => warning(
            "this server doesn’t send email: each message is saved in the data folder",
            "set SMTP_URL to a mail server’s address",
        ),
        Some(Ok(())) => fine("the mail server replies"),
        Some(Err(error)) => broken(
            error.to_string(),
            "check SMTP_URL (host, port, user, password and TLS), that this machine can reach it, and SMTP_CA_FILE if its \
             certificate is from your own authority",
        ),
    }
}

pub(super) async fn clock(it: &Patient) -> Said {
    let now = it.clock.now_ms();
    let mend = "set the machine’s clock by NTP (timedatectl set-ntp true)";
    if now < WRITTEN {
        return broken(format!("the clock says {}", london_said(now)), mend);
    }
    let Ok(db) = &it.db else {
        return fine(london_said(now));
    };
    let theirs: DbResult<Option<i64>> = db.now_ms().await;
    match theirs {
        Err(error) => return failed(error),
        Ok(Some(theirs)) if (theirs - now).abs() > LEEWAY => {
            let apart = (theirs - now).abs() / SECOND;
            return broken(
                format!("the database server’s clock and this one are {apart} seconds apart"),
                mend,
            );
        }
        Ok(_) => {}
    }
    let newest = async {
        let mut conn = db.read().await?;
        plumbline_records::documents::store::last_written(&mut conn).await
    };
    match newest.await {
        Err(error) => failed(error),
        Ok(Some(at)) if at > now + LEEWAY => broken(
            format!(
                "a document was written on {}, which is in the future",
                london_said(at)
            ),
            mend,
        ),
        Ok(_) => fine(london_said(now)),
    }
}
