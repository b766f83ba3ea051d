//! Dates that may be two days, such as 03/04/2026: if nothing in the table says which, somebody has to choose.

use plumbline_core::time::date_parser::{DateOrder, parse_date};
use plumbline_core::time::text::format_long_date;

use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::table_import::format_count;

/// A sentence about the documents with such a date, each given as the cell with its date; `None` if there are no such
/// documents.
pub(super) fn sentence<'a>(cells: impl Iterator<Item = &'a str>) -> Option<String> {
    let cells: Vec<&str> = cells.collect();
    let cell = cells.first()?;
    let [day_first, month_first] = [DateOrder::DayFirst, DateOrder::MonthFirst].map(|order| {
        let date = parse_date(cell, order);
        date.map_or_else(|_| String::new(), format_long_date)
    });
    let dates = match cells.len() {
        1 => "The date of 1 document".to_owned(),
        many => format!("The dates of {} documents", format_count(many)),
    };
    Some(format!("{dates} can be read in two ways: {cell} is {day_first} or {month_first}."))
}

/// The error if nobody has said whether the day or the month comes first.
pub(super) fn unsaid(sentence: &str) -> ApiError {
    let text = format!("{sentence} Please choose whether the day or the month comes first.");
    ApiError::rule_broken(vec![FieldError::new("dates", "required", text)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_days_of_a_date_are_named() {
        let result = |cells: &[&str]| sentence(cells.iter().copied());
        assert_eq!(result(&[]), None);
        assert_eq!(
            result(&["03/04/2026"]).as_deref(),
            Some("The date of 1 document can be read in two ways: 03/04/2026 is 3 Apr 2026 or 4 Mar 2026.")
        );
        assert_eq!(
            result(&["3.4.26", "01/02/2026"]).as_deref(),
            Some("The dates of 2 documents can be read in two ways: 3.4.26 is 3 Apr 2026 or 4 Mar 2026.")
        );
    }
}
