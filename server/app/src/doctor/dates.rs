//! Dates that can't be entered any more: before 2000 or after 2099 (docs/rules.md, section 1). They were stored
//! before there was a limit, and each distorts the reports of its year.

use plumbline_core::time::{DateError, supplied};

use super::{CheckOutcome, Installation, database_failed, fine, no_database, store, warning};
use plumbline_platform::db::{Conn, DbResult};

/// How many dates are listed.
const NAMED_MAX: usize = 20;

pub(super) async fn check_bounds(it: &Installation) -> CheckOutcome {
    let Ok(db) = &it.db else {
        return no_database();
    };
    let looked = async {
        let mut conn = db.read().await?;
        let mut dates = store::list_dates_out_of_range(&mut conn).await?;
        dates.extend(list_dates_out_of_range_in_lists(&mut conn).await?);
        Ok::<_, sqlx::Error>(dates)
    };
    match looked.await {
        Err(error) => database_failed(error),
        Ok(dates) if dates.is_empty() => fine("all dates are between 2000 and 2099"),
        Ok(dates) => {
            let named = dates.iter().take(NAMED_MAX);
            let named = named.map(|(what, id, date)| format!("{what} {id}: {date}"));
            let more = match dates.len().saturating_sub(NAMED_MAX) {
                0 => String::new(),
                more => format!(", and {more} more"),
            };
            warning(
                format!("{}{more}", named.collect::<Vec<_>>().join(", ")),
                "ask the account’s owner to correct them: reports leave them out",
            )
        }
    }
}

/// Lists each date before 2000 or after 2099 in a JSON list whose entries are valid from a date.
async fn list_dates_out_of_range_in_lists(conn: &mut Conn) -> DbResult<Vec<(String, String, String)>> {
    let mut found = Vec::new();
    for (what, id, list) in store::read_dated_lists(conn).await? {
        let outside = list_start_days(&list).into_iter().filter(|day| is_outside(day));
        found.extend(outside.map(|day| (what.to_owned(), id.clone(), day)));
    }
    Ok(found)
}

/// The dates from which the entries of a list are valid.
fn list_start_days(list: &str) -> Vec<String> {
    let entries: Vec<serde_json::Value> = serde_json::from_str(list).unwrap_or_default();
    let days = entries.iter().filter_map(|entry| entry["from"].as_str());
    days.map(str::to_owned).collect()
}

fn is_outside(day: &str) -> bool {
    supplied::parse(day) == Err(DateError::OutOfRange)
}

#[cfg(test)]
mod tests {
    use super::{is_outside, list_start_days};

    #[test]
    fn finds_every_date_out_of_range_in_a_list() {
        let list = r#"[{"from":"0126-11-20","status":"net"},{"from":"2026-11-20"},{"from":"2100-01-01"}]"#;
        let days = list_start_days(list);
        let outside: Vec<&str> = days.iter().map(String::as_str).filter(|day| is_outside(day)).collect();
        assert_eq!(outside, ["0126-11-20", "2100-01-01"]);
        assert!(list_start_days("").is_empty());
    }
}
