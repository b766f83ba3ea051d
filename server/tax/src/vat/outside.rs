//! The sales of a business that count in no VAT return, and the sentence about them.

use std::collections::HashMap;

use plumbline_core::kind::Kind;
use plumbline_core::report::Period;
use plumbline_core::report::vat::outside::{Outside, outside};
use plumbline_core::report::vat::{Books, Registration, Stagger};
use plumbline_core::time::Date;
use serde::Serialize;
use utoipa::ToSchema;

use super::sales::{self, Shown};
use plumbline_platform::db::{Conn, DbResult};

/// A document that counts in no VAT return.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct VatOutside {
    /// Stable name of the rule.
    pub code: String,
    /// `invoice` or `credit_note`: the kind of document to open.
    pub kind: String,
    /// Its id.
    pub subject: String,
    /// Its number.
    pub number: String,
    /// A sentence for the person.
    pub msg: String,
    /// Whether the rule was read in its source; if not, the app adds 'check with your accountant'.
    pub confirmed: bool,
}

impl VatOutside {
    pub(super) fn of((found, shown): &(Outside, Shown)) -> Self {
        let told = found.finding(&shown.number);
        Self {
            code: told.code.to_owned(),
            kind: shown.kind.word().to_owned(),
            subject: shown.id.clone(),
            number: shown.number.clone(),
            msg: told.msg,
            confirmed: told.confirmed,
        }
    }
}

/// A business's documents that count in no return, by date.
pub(super) async fn read(
    conn: &mut Conn,
    user_id: &str,
    profile_id: &str,
    registration: &Registration,
) -> DbResult<Vec<(Outside, Shown)>> {
    let before = registration.from.and_then(Date::day_before);
    let after = registration.until.and_then(|until| until.plus_days(1));
    let without = [
        before.and_then(|to| Period::new(Date::FIRST, to)),
        after.and_then(|from| Period::new(from, Date::LAST)),
    ];
    let mut found = Vec::new();
    for days in without.into_iter().flatten() {
        // A business that registered late has years of documents without VAT: they aren't read one by one.
        let Some(days) = with_vat(conn, user_id, profile_id, days).await? else {
            continue;
        };
        let sales = sales::read(conn, user_id, profile_id, days).await?;
        let books = Books {
            registration,
            stagger: Stagger::March,
            schemes: &[],
            sales: &sales.sales,
            purchases: &[],
            filed: &[],
            moved: &HashMap::new(),
        };
        let told = outside(&books).into_iter().filter_map(|it| {
            let shown = sales.shown.get(&it.document)?;
            // A sale may have been read because of another document, so its other dates may be outside these days.
            days.has(it.date).then(|| (it, shown.clone()))
        });
        found.extend(told);
    }
    Ok(found)
}

/// The span from the first to the last day on which a document with VAT was issued.
async fn with_vat(
    conn: &mut Conn,
    user_id: &str,
    profile_id: &str,
    days: Period,
) -> DbResult<Option<Period>> {
    let (first, last): (Option<String>, Option<String>) = sqlx::query_as(
        "SELECT MIN(issue_date), MAX(issue_date) FROM document_summaries \
         WHERE user_id = $1 AND kind IN ($5, $6) AND issue_date >= $3 AND issue_date <= $4 \
         AND business_profile_id = $2 AND number > '' AND status <> 'void' AND vat_amount <> 0",
    )
    .bind(user_id)
    .bind(profile_id)
    .bind(days.from.to_string())
    .bind(days.to.to_string())
    .bind(Kind::Invoice.word())
    .bind(Kind::CreditNote.word())
    .fetch_one(conn)
    .await?;
    let day = |text: Option<String>| text.and_then(|text| text.parse().ok());
    let found = day(first).zip(day(last));
    Ok(found.and_then(|(first, last)| Period::new(first, last)))
}
