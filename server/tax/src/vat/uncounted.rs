//! The sales of a business that count in no VAT return, and the sentence about them.

use std::collections::HashMap;

use plumbline_core::report::Period;
use plumbline_core::report::vat::vat_return::{UncountedDocument, find_uncounted};
use plumbline_core::report::vat::{Stagger, VatBooks, VatRegistration};
use plumbline_core::time::Date;
use serde::Serialize;
use utoipa::ToSchema;

use super::sales::{self, SoldDocument};
use super::store;
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::ids::{ProfileId, UserId};

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
    pub(super) fn from_document((found, sold_document): &(UncountedDocument, SoldDocument)) -> Self {
        let finding = found.to_finding(&sold_document.number);
        Self {
            code: finding.code.to_owned(),
            kind: sold_document.kind.code().to_owned(),
            subject: sold_document.id.clone(),
            number: sold_document.number.clone(),
            msg: finding.msg,
            confirmed: finding.confirmed,
        }
    }
}

/// A business's documents that count in no return, by date.
pub(super) async fn list_uncounted(
    conn: &mut Conn,
    user_id: &UserId,
    profile_id: &ProfileId,
    registration: &VatRegistration,
) -> DbResult<Vec<(UncountedDocument, SoldDocument)>> {
    let before = registration.from.and_then(Date::day_before);
    let after = registration.until.and_then(|until| until.plus_days(1));
    let without = [
        before.and_then(|to| Period::new(Date::FIRST, to)),
        after.and_then(|from| Period::new(from, Date::LAST)),
    ];
    let mut found = Vec::new();
    for days in without.into_iter().flatten() {
        // A business that registered late has years of documents without VAT: they aren't read one by one.
        let Some(days) = store::find_days_with_vat(conn, user_id, profile_id, days).await? else {
            continue;
        };
        let sales = sales::load_sales(conn, user_id, profile_id, days).await?;
        let books = VatBooks {
            registration,
            stagger: Stagger::March,
            schemes: &[],
            sales: &sales.sales,
            purchases: &[],
            filed: &[],
            moved: &HashMap::new(),
        };
        let selected = find_uncounted(&books).into_iter().filter_map(|it| {
            let sold_document = sales.documents.get(&it.document)?;
            // A sale may have been read because of another document, so its other dates may be outside these days.
            days.contains(it.date).then(|| (it, sold_document.clone()))
        });
        found.extend(selected);
    }
    Ok(found)
}
