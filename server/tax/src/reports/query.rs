//! The days of a report, and its basis.

use plumbline_core::report::Period;
use plumbline_core::report::books::Basis;
use plumbline_core::tax::TaxYear;
use plumbline_core::time::Date;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use plumbline_platform::db::table::words;
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::http::days::day;
use plumbline_platform::workbook::FileAs;

words! {
    /// How a report counts.
    #[derive(serde::Deserialize, ToSchema)]
    #[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, rename_all = "lowercase"))]
    #[schema(rename_all = "lowercase")]
    #[serde(rename_all = "lowercase")]
    pub enum ReportBasis {
        /// When the money moved.
        Cash = "cash",
        /// When it was invoiced or billed.
        Accruals = "accruals",
    }
}

impl From<ReportBasis> for Basis {
    fn from(basis: ReportBasis) -> Self {
        match basis {
            ReportBasis::Cash => Self::Cash,
            ReportBasis::Accruals => Self::Accruals,
        }
    }
}

impl From<Basis> for ReportBasis {
    fn from(basis: Basis) -> Self {
        match basis {
            Basis::Cash => Self::Cash,
            Basis::Accruals => Self::Accruals,
        }
    }
}

/// Which report. Every part may be left out.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub(super) struct ReportQuery {
    /// First day, YYYY-MM-DD; the first of the tax year that the last is in when not given.
    from: Option<String>,
    /// Last day, YYYY-MM-DD; when not given the last of the first day's tax year, or of this one.
    to: Option<String>,
    /// `cash` or `accruals`; what holds for the tax year of the first day when not given.
    #[param(inline)]
    basis: Option<ReportBasis>,
}

/// Which report, and as which file. Every part may be left out.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub(super) struct FileQuery {
    /// First day, YYYY-MM-DD, as of the report.
    from: Option<String>,
    /// Last day, YYYY-MM-DD, as of the report.
    to: Option<String>,
    /// `cash` or `accruals`, as of the report.
    #[param(inline)]
    basis: Option<ReportBasis>,
    /// `csv` (when not given), `xlsx` or `pdf`.
    #[param(inline)]
    r#as: FileAs,
}

/// Which of a report's records are wanted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub(super) struct RecordsQuery {
    /// First day, YYYY-MM-DD, as of the report.
    from: Option<String>,
    /// Last day, YYYY-MM-DD, as of the report.
    to: Option<String>,
    /// `cash` or `accruals`, as of the report.
    #[param(inline)]
    basis: Option<ReportBasis>,
    /// Of which list a row is opened; all records when not given.
    #[param(inline)]
    by: Option<By>,
    /// The row's `key`; when not given the row that has none.
    key: Option<String>,
}

/// What the rows of a list have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum By {
    /// A month.
    Month,
    /// A customer.
    Customer,
    /// A business profile.
    Profile,
    /// A category of the tax return: of expenses only.
    Category,
}

/// A report that was asked for, judged.
#[derive(Debug, Clone, Copy)]
pub struct Asked {
    /// Of which days.
    pub period: Period,
    /// By payments or by invoices.
    pub basis: Basis,
}

impl ReportQuery {
    /// Judges a query: 400 naming the part that cannot be.
    pub(super) fn asked(self, today: Date) -> Result<Asked, ApiError> {
        let from = day("from", self.from.as_deref())?;
        let to = day("to", self.to.as_deref())?;
        let year = TaxYear::of(from.or(to).unwrap_or(today));
        let period = Period::new(from.unwrap_or(year.first()), to.unwrap_or(year.last()));
        let period = period.ok_or_else(|| {
            let msg = "Choose an end date that isn’t before the start date.";
            let fields = vec![FieldError::new("to", "invalid", msg)];
            ApiError::bad_request("bad_query", msg).with_errors(fields)
        })?;
        let usual = Basis::of(TaxYear::of(period.from));
        let basis = self.basis.map_or(usual, Basis::from);
        Ok(Asked { period, basis })
    }
}

impl FileQuery {
    /// Judges a query: 400 naming the part that cannot be.
    pub(super) fn asked(self, today: Date) -> Result<(Asked, FileAs), ApiError> {
        let Self {
            from,
            to,
            basis,
            r#as,
        } = self;
        let asked = ReportQuery { from, to, basis }.asked(today)?;
        Ok((asked, r#as))
    }
}

/// The row whose records are wanted; none: all of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Wanted {
    pub(super) by: By,
    pub(super) key: Option<String>,
}

impl RecordsQuery {
    /// Judges a query: 400 naming the part that cannot be.
    pub(super) fn asked(self, today: Date) -> Result<(Asked, Option<Wanted>), ApiError> {
        let Self {
            from,
            to,
            basis,
            by,
            key,
        } = self;
        let asked = ReportQuery { from, to, basis }.asked(today)?;
        Ok((asked, by.map(|by| Wanted { by, key })))
    }
}
