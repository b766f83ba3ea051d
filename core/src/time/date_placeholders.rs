//! The date in a text that is used on many days: `Service in {month} {year}`.

use super::Date;
use super::text::format_long_date;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// The date with the longest text for any placeholder: a text that fits with this date fits with every date.
#[must_use]
pub fn widest_date() -> Date {
    Date::new(2026, 9, 30).unwrap_or(Date::LAST)
}

/// The text with its placeholders filled in: `{month}` as `November`, `{year}` as `2026` and `{date}` as `16 Nov 2026`,
/// in any capitalisation. Anything else in braces is unchanged.
#[must_use]
pub fn replace_date_placeholders(text: &str, day: Date) -> String {
    let mut message = String::with_capacity(text.len());
    let mut rest = text;
    // Each placeholder is replaced once, from the left; the inserted text is not searched again.
    while let Some(open) = rest.find('{') {
        let (before, from) = rest.split_at(open);
        message.push_str(before);
        let found = from.find('}').and_then(|close| {
            let name = from.get(1..close)?;
            Some((placeholder_value(name, day)?, close + 1))
        });
        let (texts, taken) = found.unwrap_or_else(|| ("{".to_owned(), 1));
        message.push_str(&texts);
        rest = from.get(taken..).unwrap_or_default();
    }
    message.push_str(rest);
    message
}

fn placeholder_value(name: &str, day: Date) -> Option<String> {
    match name.to_ascii_lowercase().as_str() {
        "month" => {
            let month = usize::from(day.month()).checked_sub(1)?;
            MONTHS.get(month).map(|month| (*month).to_owned())
        }
        "year" => Some(day.year().to_string()),
        "date" => Some(format_long_date(day)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replace_on(text: &str) -> String {
        replace_date_placeholders(text, "2027-02-28".parse().unwrap())
    }

    #[test]
    fn replaces_month_year_and_date() {
        assert_eq!(
            replace_on("Service in {month} {year}, due {date}."),
            "Service in February 2027, due 28 Feb 2027."
        );
        assert_eq!(replace_on("{Month}{MONTH}"), "FebruaryFebruary");
        assert_eq!(replace_on("Nothing of it"), "Nothing of it");
        assert_eq!(replace_on(""), "");
    }

    #[test]
    fn other_brackets_stay() {
        for text in ["{}", "{", "}", "{ month }", "{name}", "a { b", "{mönth}", "{month"] {
            assert_eq!(replace_on(text), text);
        }
        assert_eq!(replace_on("{{month}}"), "{February}");
        assert_eq!(replace_on("{ {year}"), "{ 2027");
        assert_eq!(replace_on("{x{month}"), "{xFebruary");
    }

    #[test]
    fn no_day_gives_a_longer_text_than_the_widest_date() {
        let text = "{month} {year} {date}";
        let widest = replace_date_placeholders(text, widest_date()).chars().count();
        let mut day: Date = "2028-01-01".parse().unwrap();
        while day.year() < 2029 {
            assert!(replace_date_placeholders(text, day).chars().count() <= widest, "{day}");
            day = day.plus_days(1).unwrap();
        }
    }
}
