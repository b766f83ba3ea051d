//! Until when the customer of an accepted quote may cancel, for the emails to both sides when it is accepted.

use plumbline_core::present::DetailRow;
use plumbline_core::time::Date;
use plumbline_core::time::text::{format_long_date, format_short_date};

use plumbline_platform::error::ApiError;
use plumbline_platform::pdf::PrintedCancellationRight;
use plumbline_records::documents::reading::view;
use plumbline_records::documents::store::DocumentRow;
use plumbline_records::documents::store::versions::VersionRow;

/// The right to cancel an accepted quote.
pub(super) struct CancellationRight {
    /// The last day; `None` if it depends on goods that are still to arrive.
    until: Option<Date>,
    /// Whether goods are supplied.
    goods: bool,
    /// Whether a start before that day was requested.
    early: bool,
    /// The name of the document within a sentence: `quote`, `variation`.
    name: &'static str,
}

impl CancellationRight {
    /// The right of a quote, by the version that was accepted; `None` if there is none.
    ///
    /// # Errors
    /// 500 when the stored data cannot be read.
    pub fn from_version(row: &DocumentRow, version: &VersionRow) -> Result<Option<Self>, ApiError> {
        let state = view::cancellation_state(row, version.cancellation.as_deref())?;
        Ok(state.and_then(|status| {
            status.accepted_date.filter(|_| status.pack.right)?;
            Some(Self {
                until: status.last_day(),
                goods: status.pack.goods,
                early: status.early_start,
                name: row.varied_number.as_ref().map_or("quote", |_| "variation"),
            })
        }))
    }

    /// The sentence about it in the customer's email.
    pub fn to_sentence(&self) -> String {
        let until = self.deadline_text("reach you");
        let how = format!("on the page of this {}, or with the form that comes with it", self.name);
        match self.early {
            true if self.goods => format!(
                "You may cancel until {until}, {how}. You asked us to start before then, so you’d pay for the work \
                 done up to that point."
            ),
            true => format!(
                "You may cancel until {until}, {how}. You asked us to start before then, so you’d pay for the work \
                 done up to that point."
            ),
            false => format!("You may cancel until {until}, {how}."),
        }
    }

    /// The end of the period: the last day, or that the last of the goods has to `come` first.
    fn deadline_text(&self, come: &str) -> String {
        match self.until {
            Some(until) => format_short_date(until),
            None => format!("14 days after the last of the goods {come}"),
        }
    }

    /// The rows about it in the business's email.
    pub fn email_rows(&self) -> [(&'static str, String); 2] {
        let mut until = self.deadline_text("arrive");
        let start = match self.early {
            true if self.goods => "Asked for. If they cancel, they pay for the work done.".to_owned(),
            false if self.goods => {
                "Not asked for. Get their written request before you start work within the 14 days."
                    .to_owned()
            }
            true => "Asked for. If they cancel, they pay for the work done.".to_owned(),
            false => {
                format!("Not asked for. Start after {until}, or get their written request first.")
            }
        };
        if self.until.is_none() {
            until.push_str(". Say on the quote’s page when they have.");
        }
        [("They may cancel until", until), ("Early start", start)]
    }
}

/// The text about it on the certificate, from what was accepted alone; `None` if the customer has no such right.
///
/// # Errors
/// 500 when the stored data cannot be read.
pub(super) fn certificate_section(
    row: &DocumentRow,
    version: &VersionRow,
) -> Result<Option<PrintedCancellationRight>, ApiError> {
    let status = view::cancellation_state(row, version.cancellation.as_deref())?;
    let Some(state) = status else {
        return Ok(None);
    };
    let mut rows = Vec::new();
    // The certificate describes the day of the acceptance, so it does not say when goods came since.
    let until = match state.pack.goods {
        true => state
            .accepted_date
            .filter(|_| state.pack.right)
            .map(|_| "14 days after the last of the goods arrive".to_owned()),
        false => state.last_day().map(format_long_date),
    };
    if let Some(until) = until {
        rows.push(detail_row("May be cancelled until", until));
        let early = match state.early_start {
            true => format!("Asked for: “{}”", state.pack.early),
            false => "Not asked for".to_owned(),
        };
        rows.push(detail_row("Early start", early));
    }
    Ok(Some(PrintedCancellationRight {
        rows,
        notice: state.pack.notice,
        form: state.pack.form,
        form_title: state.pack.form_title,
        early: String::new(),
        information: state.pack.information,
    }))
}

fn detail_row(label: &str, value: String) -> DetailRow {
    DetailRow { label: label.to_owned(), value }
}
