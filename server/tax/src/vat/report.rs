//! The response of a VAT return.

use plumbline_core::money::Pence;
use plumbline_core::report::vat::advice::Severity;
use plumbline_core::report::vat::vat_return::UncountedKind;
use plumbline_core::report::vat::{FilingState, Finding, FlatPart, VatReturn};
use plumbline_core::time::Date;
use serde::Serialize;
use utoipa::ToSchema;

use super::books::VatReturnBooks;
use super::uncounted::VatOutside;

/// A box of the VAT return.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct VatReturnBox {
    /// The number, 1 to 9.
    pub number: u8,
    /// Its label on the return.
    pub label: String,
    /// Pounds that are filed; boxes 6 to 9 have no pence.
    #[schema(value_type = String)]
    pub amount: Pence,
    /// How many records are behind it.
    pub records: usize,
    /// Whether the rule for leaving off the pence was read in a source, or makes no difference here.
    pub confirmed: bool,
}

/// A note about a return.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct VatNote {
    /// Stable name of the rule.
    pub code: String,
    /// Whether the person should look into it; otherwise it is only information.
    pub asks: bool,
    /// A sentence for the person.
    pub msg: String,
    /// Whether the rule was read in its source; if not, the app adds 'check with your accountant'.
    pub confirmed: bool,
}

impl From<&Finding> for VatNote {
    fn from(finding: &Finding) -> Self {
        Self {
            code: finding.code.to_owned(),
            asks: finding.weight != Severity::Note,
            msg: finding.msg.clone(),
            confirmed: finding.confirmed,
        }
    }
}

/// The VAT due at one percentage of the flat rate scheme.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct VatFlatPart {
    /// The percentage.
    pub percent: String,
    /// Pounds of turnover, including VAT.
    #[schema(value_type = String)]
    pub turnover: Pence,
    /// Pounds that are due.
    #[schema(value_type = String)]
    pub vat: Pence,
}

impl From<&FlatPart> for VatFlatPart {
    fn from(part: &FlatPart) -> Self {
        Self { percent: part.percent.to_string(), turnover: part.turnover, vat: part.vat }
    }
}

/// A VAT return.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct VatReturnReport {
    /// The business profile.
    pub profile: String,
    /// Its name.
    pub name: String,
    /// Its VAT number.
    pub number: String,
    /// First day, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub from: Date,
    /// Last day, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub to: Date,
    /// The last day for filing and paying, YYYY-MM-DD.
    #[schema(value_type = Option<String>)]
    pub due: Option<Date>,
    /// Whether that day's rule was read in a source.
    pub due_confirmed: bool,
    /// When it was filed, in milliseconds since the epoch. A filed return never changes.
    pub filed_at: Option<i64>,
    /// Whether the period is before the first return that was marked as filed here: it counts as filed elsewhere.
    pub elsewhere: bool,
    /// Whether it can be marked as filed now.
    pub can_file: bool,
    /// A sentence about the return's state: if it can be filed, what filing locks; if an earlier return has to be filed
    /// first, which.
    pub filing: String,
    /// Whether it can be reopened: only the return that was filed last can.
    pub can_open: bool,
    /// Boxes 1 to 9.
    pub boxes: Vec<VatReturnBox>,
    /// Whether box 5 is reclaimed; otherwise it is paid.
    pub reclaims: bool,
    /// The parts of box 1 under the flat rate scheme.
    pub flat: Vec<VatFlatPart>,
    /// The result of the limited cost test, in a sentence.
    pub limited_cost: Option<String>,
    /// How many records of filed periods count here.
    pub late: usize,
    /// Notes for the person.
    pub notes: Vec<VatNote>,
    /// For the last return of a registration, the credit notes after its end, which are in no return.
    pub outside: Vec<VatOutside>,
    /// A day of the period before; `None` if there is no such period.
    #[schema(value_type = Option<String>)]
    pub before: Option<Date>,
    /// A day of the period after; `None` if no later period has begun.
    #[schema(value_type = Option<String>)]
    pub after: Option<Date>,
    /// Today in London, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub today: Date,
}

impl VatReturnReport {
    /// The report of a return, as of a day.
    pub(super) fn new(books: &VatReturnBooks, made: &VatReturn, today: Date) -> Self {
        let period = books.period;
        let row = books.return_rows.iter().find(|row| row.period_to == period.to);
        let filing_state = books.filing_order().filing_state(&period, today);
        let is_registered = |day: &Date| books.registration.is_registered_on(*day);
        let mut notes: Vec<VatNote> = made.findings.iter().map(VatNote::from).collect();
        if books.spends_elsewhere {
            notes.push(VatNote {
                code: "spends_elsewhere".to_owned(),
                asks: false,
                msg: "Expenses without a business count for the one that registered first, so they aren’t in this \
                      return."
                    .to_owned(),
                confirmed: true,
            });
        }
        Self {
            profile: books.profile.id.to_string(),
            name: books.profile.fields.name.clone(),
            number: books.registration.number.clone(),
            from: period.from,
            to: period.to,
            due: made.due.map(|due| due.day),
            due_confirmed: made.due.is_none_or(|due| due.confirmed),
            filed_at: row.map(|row| row.filed_at),
            elsewhere: filing_state == FilingState::Elsewhere,
            can_file: filing_state == FilingState::Ready,
            filing: books.filing_order().describe_state(&period, today),
            can_open: row.is_some() && books.return_rows.last().map(|it| &it.id) == row.map(|it| &it.id),
            boxes: made
                .boxes
                .iter()
                .map(|it| VatReturnBox {
                    number: it.info.number,
                    label: it.info.label.to_owned(),
                    amount: it.amount,
                    records: it.entries.len(),
                    confirmed: it.confirmed,
                })
                .collect(),
            reclaims: made.reclaims,
            flat: made.flat.iter().map(VatFlatPart::from).collect(),
            limited_cost: made.limited_cost.as_ref().map(|test| test.msg.clone()),
            late: made.entries.iter().filter(|it| it.note.is_some()).count(),
            notes,
            outside: books
                .outside
                .iter()
                .filter(|(it, _)| it.kind == UncountedKind::CreditNote)
                .map(VatOutside::from_document)
                .collect(),
            before: period.from.day_before().filter(is_registered),
            after: period.to.plus_days(1).filter(|day| is_registered(day) && *day <= today),
            today,
        }
    }
}
