//! The VAT returns of a tax year, for the year pack.

use plumbline_core::money::Pence;
use plumbline_core::report::vat::FilingState;
use plumbline_core::tax::TaxYear;
use plumbline_core::time::Date;
use plumbline_core::time::text::format_long_date;

use super::books::VatReturnBooks;
use super::{file, store};
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::UserId;
use plumbline_platform::workbook::IndexedReport;

/// The returns of the periods that have begun and include a day of the tax year, for one business or for all that are
/// registered, with the periods that have ended but aren't filed.
pub async fn build_reports(
    conn: &mut Conn,
    user_id: &UserId,
    (year, today): (TaxYear, Date),
    profile: Option<&str>,
) -> Result<(Vec<IndexedReport>, Vec<String>), ApiError> {
    let (mut made, mut missing) = (Vec::new(), Vec::new());
    let rows = store::list_registrations(conn, user_id).await?;
    let wanted = rows.into_iter().filter(|row| profile.is_none_or(|id| row.profile_id.as_str() == id));
    for row in wanted {
        let last = year.last_day().min(today);
        let last = row.registered_until.map_or(last, |until| last.min(until));
        let mut on = Some(year.first_day().max(row.registered_from));
        while let Some(day) = on.filter(|day| *day <= last) {
            let books = VatReturnBooks::load(conn, user_id, &row.profile_id, day).await?;
            let vat_return = books.build_return();
            let name = &books.profile.fields.name;
            let days =
                format!("{} to {}", format_long_date(books.period.from), format_long_date(books.period.to));
            let filing_state = books.filing_order().filing_state(&books.period, today);
            let is_elsewhere = filing_state == FilingState::Elsewhere;
            let is_filed = is_elsewhere || filing_state == FilingState::Filed;
            if !is_filed && books.period.to < today {
                missing.push(format!("The VAT return of {name}, {days}, is not marked as filed."));
            }
            let totals: Vec<(String, Pence)> = vat_return
                .boxes
                .iter()
                .map(|it| (format!("Box {}: {}", it.info.number, it.info.label), it.amount))
                .collect();
            let is_whole = match books.period.to < today {
                _ if is_elsewhere => ", of before the first return that was marked as filed",
                true => "",
                false => ", which is not over yet",
            };
            let mut workbook = file::to_workbook(&books, &vat_return);
            workbook.name = format!("{}-{}", workbook.name, plumbline_platform::zip_stream::ascii_name(name));
            made.push(IndexedReport {
                what: format!("The VAT return of {name}, {days}{is_whole}"),
                workbook,
                totals,
            });
            on = books.period.to.plus_days(1);
        }
    }
    Ok((made, missing))
}
