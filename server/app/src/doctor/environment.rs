//! The server's surroundings: waiting jobs, the mail server, the time.

use super::{CheckOutcome, Installation, broken, database_failed, fine, no_database, warning};
use plumbline_platform::clock::{HOUR, MINUTE, SECOND, format_london_date_time};
use plumbline_platform::db::DbResult;
use plumbline_platform::jobs;
use plumbline_platform::mail::Mailer;

/// How far this machine's clock may differ from the database's, or be behind the last written document, in
/// milliseconds.
const CLOCK_SKEW_MAX: i64 = MINUTE;
/// 2026-01-01, unix milliseconds: the program did not exist before.
const EARLIEST_TIME: i64 = 1_767_225_600_000;

pub(super) async fn check_jobs(it: &Installation) -> CheckOutcome {
    let Ok(db) = &it.db else {
        return no_database();
    };
    let now = it.clock.now_ms();
    let looked = async {
        let mut conn = db.read().await?;
        let backlog = jobs::list_backlog(&mut conn, now).await?;
        Ok::<_, sqlx::Error>((backlog, jobs::count_given_up(&mut conn).await?))
    };
    let (backlog, given_up) = match looked.await {
        Ok(looked) => looked,
        Err(error) => return database_failed(error),
    };
    let due: i64 = backlog.iter().map(|lane| lane.due).sum();
    let since = backlog.iter().filter_map(|lane| lane.since).min();
    if let Some(since) = since.filter(|since| now - since > HOUR) {
        return warning(
            format!("{due} waiting, the first since {}", format_london_date_time(since)),
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

pub(super) async fn check_mail(it: &Installation) -> CheckOutcome {
    let mailer = match Mailer::new(&it.config, it.clock.clone()) {
        Ok(mailer) => mailer,
        Err(error) => return broken(error.to_string(), "correct SMTP_URL"),
    };
    match mailer.check_connection().await {
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

pub(super) async fn check_clock(it: &Installation) -> CheckOutcome {
    let now = it.clock.now_ms();
    let fix = "set the machine’s clock by NTP (timedatectl set-ntp true)";
    if now < EARLIEST_TIME {
        return broken(format!("the clock says {}", format_london_date_time(now)), fix);
    }
    let Ok(db) = &it.db else {
        return fine(format_london_date_time(now));
    };
    let theirs: DbResult<Option<i64>> = db.now_ms().await;
    match theirs {
        Err(error) => return database_failed(error),
        Ok(Some(theirs)) if (theirs - now).abs() > CLOCK_SKEW_MAX => {
            let apart = (theirs - now).abs() / SECOND;
            return broken(
                format!("the database server’s clock and this one are {apart} seconds apart"),
                fix,
            );
        }
        Ok(_) => {}
    }
    let newest = async {
        let mut conn = db.read().await?;
        plumbline_records::documents::store::find_last_written(&mut conn).await
    };
    match newest.await {
        Err(error) => database_failed(error),
        Ok(Some(at)) if at > now + CLOCK_SKEW_MAX => broken(
            format!("a document was written on {}, which is in the future", format_london_date_time(at)),
            fix,
        ),
        Ok(_) => fine(format_london_date_time(now)),
    }
}
