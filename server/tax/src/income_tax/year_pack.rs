//! The tax return's boxes and the quarterly updates of a tax year, for the year pack.

use plumbline_core::money::Pence;
use plumbline_core::tax::TaxYear;
use plumbline_core::time::Date;
use plumbline_core::time::text::format_long_date;

use super::books::TaxYearBooks;
use super::file;
use super::tax_return::{ReturnPages, build_boxes};
use super::trades::Trades;
use super::updates::{ExpensesAs, UpdateNumber, list_fields, make_update};
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::UserId;
use plumbline_platform::workbook::IndexedReport;

/// The boxes of the full self-employment pages and each update whose quarter has begun, with the reason if one of them
/// couldn't be made.
pub async fn build_reports(
    conn: &mut Conn,
    user_id: &UserId,
    year: TaxYear,
    today: Date,
) -> Result<(Vec<IndexedReport>, Vec<String>), ApiError> {
    let (mut made, mut missing) = (Vec::new(), Vec::new());
    let trades = Trades::load(conn, user_id).await?;
    let names: Vec<Option<&str>> = match trades.as_slice() {
        [] | [_] => vec![None],
        several => several.iter().map(|it| Some(&*it.name)).collect(),
    };
    for trade in names {
        let books = TaxYearBooks::load(conn, user_id, year, trade).await?;
        add_trade_reports(&books, today, (&mut made, &mut missing));
    }
    Ok((made, missing))
}

/// The same for one trade.
fn add_trade_reports(
    books: &TaxYearBooks,
    today: Date,
    (made, missing): (&mut Vec<IndexedReport>, &mut Vec<String>),
) {
    let kind = books.days.choices.business_kind();
    let trade = books.trade_name().map(|name| format!(", of {name}"));
    let trade = trade.unwrap_or_default();
    match build_boxes(books, ReturnPages::Full) {
        Ok(self_assessment) => {
            let named = self_assessment
                .boxes
                .iter()
                .filter(|it| it.amount != Pence::ZERO)
                .map(|it| (format!("Box {}: {}", it.number, it.label), it.amount));
            made.push(IndexedReport {
                what: format!("The boxes of {}, with the records behind each{trade}", self_assessment.form),
                workbook: file::return_to_workbook(books, &self_assessment),
                totals: named.collect(),
            });
        }
        Err(error) => missing.push(format!("The boxes of the tax return: {}", error.user_message())),
    }
    let updates = books.days.updates.iter().filter(|_| kind.has_updates());
    for (number, days) in (1..).zip(updates) {
        // Every update starts with the tax year, so its own quarter has begun once the update before it has ended.
        let before = books.days.updates.iter().map(|it| it.period.to);
        let before = before.filter(|to| *to < days.period.to).max();
        if before.unwrap_or(days.period.from) > today {
            continue;
        }
        let to = format_long_date(days.period.to);
        match make_update(books, UpdateNumber(number), ExpensesAs::Categories) {
            Ok(quarterly_update) => {
                let sent = list_fields(&quarterly_update).map(|it| (it.label(), it.amount));
                let cached = list_fields(&quarterly_update)
                    .map(|it| (format!("{}, held back", it.label()), it.held_back));
                let named = sent.chain(cached).filter(|(_, sum)| *sum != Pence::ZERO);
                made.push(IndexedReport {
                    what: format!(
                        "The quarterly update for Making Tax Digital to {to}, from {} on{trade}",
                        format_long_date(days.period.from)
                    ),
                    totals: named.collect(),
                    workbook: file::update_to_workbook(books, &quarterly_update),
                });
            }
            Err(error) => missing.push(format!("The update to {to}: {}", error.user_message())),
        }
    }
}
