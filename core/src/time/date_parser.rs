//! A date as banks, spreadsheets and other programs write it (docs/rules.md, section 1).
//!
//! `03/04/2026` is 3 April in Britain and 4 March in America, and nothing in the cell says which. So a reader of a file
//! first detects the order from all dates of a column ([`detect_order`]), and then reads each of them in that order
//! ([`parse_date`]).

use std::cmp::Ordering;

use super::{Date, DateError, supplied};

/// The names of the months, in lower case; the first three letters or more are enough.
const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// The first year of two digits that is in the last century.
const LAST_CENTURY: u16 = 70;

/// Whether the day or the month comes first if both are numbers and the year comes last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DateOrder {
    /// As in Britain: `23/11/2026`.
    #[default]
    DayFirst,
    /// As in America: `11/23/2026`.
    MonthFirst,
}

/// The order of the dates in a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DetectedOrder {
    /// The order.
    pub order: DateOrder,
    /// Whether both orders fit all dates and give different ones, so that a person must be asked.
    pub is_guess: bool,
}

/// Reads a date: `23/11/2026`, `23/11/26`, `23-11-2026`, `23.11.2026`, `2026-11-23`, `20261123`, `23 Nov 2026`, `Nov
/// 23, 2026`, `Mon 23 Nov 2026`, with or without a time after it. Two dates in one cell are an error. A year of two
/// digits is in this century up to 69, and in the last one from 70 on, as in spreadsheets.
///
/// # Errors
/// [`DateError::Form`] if the text is not in one of these forms, [`DateError::NoSuchDay`] if the day is not in the
/// calendar, and [`DateError::OutOfRange`] before 2000 or after 2099.
pub fn parse_date(text: &str, order: DateOrder) -> Result<Date, DateError> {
    supplied::check(DateParts::parse(text)?.to_date(order)?)
}

/// The order that fits a column of dates: the one in which more cells are dates, then the one with fewer dates after
/// `latest`, then the one in which the dates are better sorted. Cells that aren't dates are ignored. If nothing
/// decides, the British order is returned as a guess.
pub fn detect_order<'a>(cells: impl IntoIterator<Item = &'a str>, latest: Option<Date>) -> DetectedOrder {
    decide_all([(cells, latest)])
}

/// The same for several columns of one table, each with the latest date that it can contain, if that is known.
pub fn decide_all<'a, C>(columns: impl IntoIterator<Item = (C, Option<Date>)>) -> DetectedOrder
where
    C: IntoIterator<Item = &'a str>,
{
    let mut british = OrderTally::default();
    let mut american = OrderTally::default();
    let mut differ = false;
    for (cells, latest) in columns {
        for cell in cells {
            let Ok(parts) = DateParts::parse(cell) else {
                continue;
            };
            if !parts.is_open {
                continue;
            }
            let of = |order| parts.to_date(order).and_then(supplied::check).ok();
            let (day_first, month_first) = (of(DateOrder::DayFirst), of(DateOrder::MonthFirst));
            differ |= day_first != month_first;
            british.add(day_first, latest);
            american.add(month_first, latest);
        }
        british.end_column();
        american.end_column();
    }
    let by = |order| DetectedOrder { order, is_guess: false };
    let in_order = |it: &OrderTally| it.disorder == 0;
    match british.faults().cmp(&american.faults()) {
        _ if !differ => by(DateOrder::DayFirst),
        Ordering::Less => by(DateOrder::DayFirst),
        Ordering::Greater => by(DateOrder::MonthFirst),
        Ordering::Equal if in_order(&british) && !in_order(&american) => by(DateOrder::DayFirst),
        // With only three dates in random order, the American reading is sorted by chance every third time.
        Ordering::Equal if in_order(&american) && !in_order(&british) && american.steps >= STEPS_MIN => {
            by(DateOrder::MonthFirst)
        }
        Ordering::Equal => DetectedOrder { order: DateOrder::DayFirst, is_guess: true },
    }
}

/// How many dates must follow another before their order alone shows that the month comes first.
const STEPS_MIN: usize = 3;

/// How well an order fits some columns.
#[derive(Debug, Default)]
struct OrderTally {
    no_dates: usize,
    too_late: usize,
    /// How many steps go against the main direction: a statement is sorted by date, forwards or backwards.
    disorder: usize,
    /// How many dates differ from the one before.
    steps: usize,
    // The previous date in the column that is being read.
    last: Option<Date>,
    rises: usize,
    falls: usize,
}

impl OrderTally {
    fn add(&mut self, date: Option<Date>, latest: Option<Date>) {
        let Some(date) = date else {
            self.no_dates += 1;
            return;
        };
        self.too_late += usize::from(latest.is_some_and(|latest| date > latest));
        if let Some(last) = self.last {
            self.rises += usize::from(date > last);
            self.falls += usize::from(date < last);
        }
        self.last = Some(date);
    }

    fn end_column(&mut self) {
        self.disorder += self.rises.min(self.falls);
        self.steps += self.rises + self.falls;
        (self.last, self.rises, self.falls) = (None, 0, 0);
    }

    /// The number of faults, the more important kind first; fewer are better.
    fn faults(&self) -> [usize; 2] {
        [self.no_dates, self.too_late]
    }
}

/// The parts of a date.
#[derive(Debug)]
struct DateParts<'a> {
    year: &'a str,
    /// The day if the order is British, otherwise the month.
    day: &'a str,
    month: &'a str,
    /// Whether day and month may be swapped.
    is_open: bool,
}

impl<'a> DateParts<'a> {
    fn parse(text: &'a str) -> Result<Self, DateError> {
        let text = text.trim();
        let text = text.split_once('T').map_or(text, |(date, time)| {
            let is_time = time.starts_with(|c: char| c.is_ascii_digit());
            if is_time { date } else { text }
        });
        if text.len() == 8 && text.bytes().all(|b| b.is_ascii_digit()) {
            // The basic form of ISO 8601.
            let (year, rest) = text.split_at(4);
            let (month, day) = rest.split_at(2);
            return Ok(Self { year, day, month, is_open: false });
        }
        let mut parts =
            text.split(['/', '-', '.', ' ', ',', '\u{a0}']).filter(|part| !part.is_empty()).peekable();
        if parts.peek().is_some_and(|first| is_weekday(first)) {
            parts.next();
        }
        let mut next = || parts.next().ok_or(DateError::Form);
        let read = Self::of_three(next()?, next()?, next()?);
        let rest: Vec<&str> = parts.collect();
        if names_a_date(&rest) || text.matches('/').count() > 2 {
            return Err(DateError::Form);
        }
        Ok(read)
    }

    fn of_three(first: &'a str, second: &'a str, third: &'a str) -> Self {
        let has_digits_alone = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
        let (year, day, month, is_open) = if first.len() == 4 && has_digits_alone(first) {
            (first, third, second, false)
        } else if parse_month(first).is_some() {
            (third, second, first, false)
        } else {
            let is_open = has_digits_alone(first) && has_digits_alone(second);
            (third, first, second, is_open)
        };
        Self { year, day, month, is_open }
    }

    fn to_date(&self, order: DateOrder) -> Result<Date, DateError> {
        let (day, month) = match order {
            DateOrder::MonthFirst if self.is_open => (self.month, self.day),
            DateOrder::DayFirst | DateOrder::MonthFirst => (self.day, self.month),
        };
        let year: u16 = parse_whole(self.year)?;
        let year = match self.year.len() {
            4 => year,
            2 if year < LAST_CENTURY => 2000 + year,
            2 => 1900 + year,
            _ => return Err(DateError::Form),
        };
        let month = match parse_month(month) {
            Some(month) => month,
            None => parse_whole(month)?,
        };
        let day = ["st", "nd", "rd", "th"].iter().find_map(|end| day.strip_suffix(end)).unwrap_or(day);
        Date::new(year, month, parse_whole(day)?)
    }
}

/// Whether the rest of the text after a date contains another date, as in a period: `01/11/2026 - 30/11/2026`. A date
/// with points must have a year of four digits, because two digits could be the seconds of a time.
fn names_a_date(rest: &[&str]) -> bool {
    rest.windows(3).any(|three| {
        let &[first, second, third] = three else {
            return false;
        };
        let parts = DateParts::of_three(first, second, third);
        let is_worded = parse_month(parts.month).is_some();
        (parts.year.len() == 4 || is_worded)
            && [DateOrder::DayFirst, DateOrder::MonthFirst]
                .into_iter()
                .any(|order| parts.to_date(order).is_ok())
    })
}

/// A whole number that is written in digits only.
fn parse_whole<T: std::str::FromStr>(text: &str) -> Result<T, DateError> {
    let is_number = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let number = is_number.then(|| text.parse().ok()).flatten();
    number.ok_or(DateError::Form)
}

fn parse_month(word: &str) -> Option<u8> {
    let word = word.to_lowercase();
    let at = MONTHS.iter().position(|month| word.len() >= 3 && month.starts_with(&word))?;
    u8::try_from(at + 1).ok()
}

fn is_weekday(word: &str) -> bool {
    const DAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
    let word = word.to_lowercase();
    word.len() >= 3 && DAYS.iter().any(|day| day.starts_with(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_to_text(text: &str, order: DateOrder) -> Option<String> {
        parse_date(text, order).ok().map(|date| date.to_string())
    }

    #[test]
    fn dates_as_banks_write_them() {
        for text in [
            "23/11/2026",
            "23/11/26",
            "23-11-2026",
            "23.11.2026",
            "2026-11-23",
            "2026-11-23 10:04:31",
            "2026-11-23T10:04:31Z",
            "2026/11/23",
            "20261123",
            " 23 Nov 2026 ",
            "23-NOV-26",
            "23rd November 2026",
            "Nov 23, 2026",
            "Mon 23 Nov 2026",
            "Monday, 23 November 2026",
        ] {
            for order in [DateOrder::DayFirst, DateOrder::MonthFirst] {
                let expected = match (
                    order,
                    text.contains("/11/") || text.contains("3-11-") || text.contains("3.11."),
                ) {
                    (DateOrder::MonthFirst, true) if !text.starts_with("2026") => None,
                    _ => Some("2026-11-23".to_owned()),
                };
                assert_eq!(parse_to_text(text, order), expected, "{text} {order:?}");
            }
        }
        let october = Some("2026-10-01".to_owned());
        assert_eq!(parse_to_text("1 Oct 2026", DateOrder::DayFirst), october);
        assert_eq!(parse_to_text("10/1/2026", DateOrder::MonthFirst), october);
        let last = Some("2069-12-31".to_owned());
        assert_eq!(parse_to_text("31/12/69", DateOrder::DayFirst), last);
        for time in
            ["10:04", "10:04:31 +0000", "10.04.31", "10:04 AM", "T10:04:31-05:00", "00:00:00 GMT+0000 (GMT)"]
        {
            let text = format!("2026-10-01 {time}").replace(" T", "T");
            assert_eq!(parse_to_text(&text, DateOrder::DayFirst), october, "{text}");
        }
        let september = Some("2026-09-05".to_owned());
        assert_eq!(parse_to_text("5 Sept 2026", DateOrder::MonthFirst), september);
    }

    #[test]
    fn states_why_a_text_is_not_a_date() {
        use DateError::{Form, NoSuchDay, OutOfRange};
        for (text, why) in [
            ("", Form),
            ("Pending", Form),
            ("1234", Form),
            ("23 Octember 2026", Form),
            ("11/23/2026", NoSuchDay),
            ("31/02/2026", NoSuchDay),
            ("+1/02/2026", Form),
            ("01/02/202", Form),
            ("20/11/0126", OutOfRange),
            ("1900-01-01", OutOfRange),
            ("20/11/98", OutOfRange),
            ("1 Jan 70", OutOfRange),
            ("2026-02-30", NoSuchDay),
            ("2026-13-01", NoSuchDay),
            ("31/02", Form),
            ("0001-01-01", OutOfRange),
            ("1999-12-31", OutOfRange),
            ("01/01/2101", OutOfRange),
            ("01/01/99999", Form),
            ("99999-01-01", Form),
            ("45982", Form),
            // Two of them, of which one would be left out.
            ("01/11/2026 - 30/11/2026", Form),
            ("01/11/26-30/11/26", Form),
            ("2026-11-01 to 2026-11-30", Form),
            ("1 Nov 2026 – 3 Nov 2026", Form),
            ("1 Nov 26 to 3 Nov 26", Form),
            ("01/01/2100", OutOfRange),
        ] {
            assert_eq!(parse_date(text, DateOrder::DayFirst), Err(why), "{text}");
        }
    }

    #[test]
    fn detects_the_order_of_day_and_month_from_the_whole_column() {
        let decided = |cells: &[&str], latest: Option<&str>| {
            let latest = latest.map(|day| day.parse().expect("a day"));
            let DetectedOrder { order, is_guess } = detect_order(cells.iter().copied(), latest);
            (order, is_guess)
        };
        let (british, american) = (DateOrder::DayFirst, DateOrder::MonthFirst);
        for (cells, latest, expected) in [
            (&["11/01/2026", "11/23/2026"][..], None, (american, false)),
            (&["01/11/2026", "23/11/2026"], None, (british, false)),
            // More of them are dates: the two others are reported.
            (&["01/13/2026", "13/01/2026", "13/02/2026"], None, (british, false)),
            // In the other order some of them are still to come.
            (&["11/02/2026", "11/03/2026"], Some("2026-11-29"), (british, true)),
            (&["11/02/2026", "11/12/2026"], Some("2026-11-29"), (american, false)),
            (&["02/11/2026", "12/11/2026"], Some("2026-11-29"), (british, false)),
            // They follow each other.
            (&["09/30/26", "10/01/26"], None, (american, false)),
            (&["11/01/2026", "12/01/2026", "01/02/2026"], None, (british, false)),
            (&["12/01/2026", "11/02/2026", "12/03/2026", "11/04/2026"], None, (british, false)),
            // Too few to tell by their sequence that the month comes first.
            (&["01/04/2026", "02/03/2026", "03/05/2026"], None, (british, true)),
            (&["01/04/2026", "02/03/2026", "03/05/2026", "04/02/2026"], None, (american, false)),
            (&["05/05/2026"], None, (british, false)),
            (&["2026-01-02", "2 Jan 2026", "", "x"], None, (british, false)),
            (&[], None, (british, false)),
            (&["03/04/2026"], None, (british, true)),
        ] {
            assert_eq!(decided(cells, latest), expected, "{cells:?}");
        }
    }

    #[test]
    fn detects_the_date_order_from_each_column_separately() {
        let decided = |columns: &[(&[&str], Option<&str>)]| {
            let columns = columns.iter().map(|(cells, latest)| {
                let latest = latest.map(|day| day.parse().expect("a day"));
                (cells.iter().copied(), latest)
            });
            let DetectedOrder { order, is_guess } = decide_all(columns);
            (order, is_guess)
        };
        let open: &[&str] = &["03/04/2026"];
        assert_eq!(decided(&[(open, None)]), (DateOrder::DayFirst, true));
        // The other column decides for both.
        let (british, american): (&[&str], &[&str]) = (&["17/04/2026"], &["04/17/2026"]);
        assert_eq!(decided(&[(open, None), (british, None)]), (DateOrder::DayFirst, false));
        assert_eq!(decided(&[(open, None), (american, None)]), (DateOrder::MonthFirst, false));
        // From the last of one column to the first of the next is no step.
        let columns: [(&[&str], Option<&str>); 2] =
            [(&["01/02/2026", "03/04/2026"], None), (&["02/05/2026", "04/06/2026"], None)];
        assert_eq!(decided(&columns), (DateOrder::DayFirst, true));
        // Only the first column ends today.
        let columns: [(&[&str], Option<&str>); 2] =
            [(&["01/11/2026"], Some("2026-11-29")), (&["01/12/2026"], None)];
        assert_eq!(decided(&columns), (DateOrder::DayFirst, true));
    }
}
