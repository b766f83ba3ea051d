//! Until when the customer of an accepted quote may cancel, as both sides are told when it is accepted.

use plumbline_core::present::DetailRow;
use plumbline_core::time::Date;
use plumbline_core::time::text::{date_long, date_short};

use plumbline_platform::error::ApiError;
use plumbline_platform::pdf::Right;
use plumbline_records::documents::reading::view;
use plumbline_records::documents::store::DocumentRow;
use plumbline_records::documents::store::versions::VersionRow;

/// The right to cancel an accepted quote.
pub(super) struct Cancelling {
    /// The last day; none where it hangs on goods that are still to arrive.
    until: Option<Date>,
    /// Whether goods are supplied.
    goods: bool,
    /// Whether a start before then was asked for.
    early: bool,
    /// What it is called: `quote`, `variation`.
    name: &'static str,
}

impl Cancelling {
    /// That of a quote by the version that was accepted; none where there is none.
    ///
    /// # Errors
    /// 500 when what is stored cannot be read.
    pub fn of(row: &DocumentRow, version: &VersionRow) -> Result<Option<Self>, ApiError> {
        let standing = view::cancellation(row, version.cancellation.as_deref())?;
        Ok(standing.and_then(|standing| {
            standing.accepted_date.filter(|_| standing.pack.right)?;
            Some(Self {
                until: standing.until(),
                goods: standing.pack.goods,
                early: standing.early_start,
                name: row.varied_number.as_ref().map_or("quote", |_| "variation"),
            })
        }))
    }

    /// What the customer's mail says of it.
    pub fn sentence(&self) -> String {
        let until = self.end("reach you");
        let how = format!(
            "on the page of this {}, or with the form that comes with it",
            self.name
        );
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

    /// Until when: the last day, or that the last of the goods have to `come` first.
    fn end(&self, come: &str) -> String {
        match self.until {
            Some(until) => date_short(until),
            None => format!("14 days after the last of the goods {come}"),
        }
    }

    /// What the business's mail says of it, as rows.
    pub fn rows(&self) -> [(&'static str, String); 2] {
        let mut until = self.end("arrive");
        let start = match self.early {
            true if self.goods => {
                "Asked for. If they cancel, they pay for the work done.".to_owned()
            }
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
        [("They may cancel until", until), ("An early start", start)]
    }
}

/// What the certificate says of it, from what was accepted alone; none where the customer was given nothing.
///
/// # Errors
/// 500 when what is stored cannot be read.
pub(super) fn on_certificate(
    row: &DocumentRow,
    version: &VersionRow,
) -> Result<Option<Right>, ApiError> {
    let standing = view::cancellation(row, version.cancellation.as_deref())?;
    let Some(standing) = standing else {
        return Ok(None);
    };
    let mut rows = Vec::new();
    // The certificate is of the day of the acceptance: when goods came since is no part of it.
    let until = match standing.pack.goods {
        true => standing
            .accepted_date
            .filter(|_| standing.pack.right)
            .map(|_| "14 days after the last of the goods arrive".to_owned()),
        false => standing.until().map(date_long),
    };
    if let Some(until) = until {
        rows.push(said("May be cancelled until", until));
        let early = match standing.early_start {
            true => format!("Asked for: “{}”", standing.pack.early),
            false => "Not asked for".to_owned(),
        };
        rows.push(said("An early start", early));
    }
    Ok(Some(Right {
        rows,
        notice: standing.pack.notice,
        form: standing.pack.form,
        form_title: standing.pack.form_title,
        early: String::new(),
        information: standing.pack.information,
    }))
}

fn said(label: &str, value: String) -> DetailRow {
    DetailRow {
        label: label.to_owned(),
        value,
    }
}
