//! The days of a report, and its basis.

use plumbline_core::report::Period;
use plumbline_core::report::books::AccountingBasis;
use plumbline_core::tax::TaxYear;
use plumbline_core::time::{Date, supplied};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use plumbline_platform::db::table::stored_enum;
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::http::query::{PathIds, parse_query_day};
use plumbline_platform::workbook::FileFormat;

stored_enum! {
    /// The basis of a report.
    #[derive(serde::Deserialize, ToSchema)]
    #[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, rename_all = "lowercase"))]
    #[schema(rename_all = "lowercase")]
    #[serde(rename_all = "lowercase")]
    pub enum ReportBasis {
        /// By payment date.
        Cash = "cash",
        /// By the date of the invoice or bill.
        Accruals = "accruals",
    }
}

impl From<ReportBasis> for AccountingBasis {
    fn from(basis: ReportBasis) -> Self {
        match basis {
            ReportBasis::Cash => Self::Cash,
            ReportBasis::Accruals => Self::Accruals,
        }
    }
}

impl From<AccountingBasis> for ReportBasis {
    fn from(basis: AccountingBasis) -> Self {
        match basis {
            AccountingBasis::Cash => Self::Cash,
            AccountingBasis::Accruals => Self::Accruals,
        }
    }
}

/// The query for a report. Every parameter is optional.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub(super) struct ReportQuery {
    /// First day, YYYY-MM-DD; by default the first of the last day's tax year.
    from: Option<String>,
    /// Last day, YYYY-MM-DD; by default the last of the first day's tax year or, without a first day, of the present
    /// one.
    to: Option<String>,
    /// `cash` or `accruals`; by default the setting for the first day's tax year.
    #[param(inline)]
    basis: Option<ReportBasis>,
}

/// The query for a report as a file. Every parameter is optional.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub(super) struct ReportFileQuery {
    /// First day, YYYY-MM-DD, as for the report.
    from: Option<String>,
    /// Last day, YYYY-MM-DD, as for the report.
    to: Option<String>,
    /// `cash` or `accruals`, as for the report.
    #[param(inline)]
    basis: Option<ReportBasis>,
    /// `csv` (the default), `xlsx` or `pdf`.
    #[param(inline)]
    r#as: FileFormat,
}

/// The query for the records of a report.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub(super) struct ReportRecordsQuery {
    /// First day, YYYY-MM-DD, as for the report.
    from: Option<String>,
    /// Last day, YYYY-MM-DD, as for the report.
    to: Option<String>,
    /// `cash` or `accruals`, as for the report.
    #[param(inline)]
    basis: Option<ReportBasis>,
    /// The list that the row is in; all records by default.
    #[param(inline)]
    by: Option<ReportGrouping>,
    /// The row's `key`; by default the row without a key.
    key: Option<String>,
}

/// What the rows of a list are grouped by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum ReportGrouping {
    /// A month.
    Month,
    /// A customer.
    Customer,
    /// A business profile.
    Profile,
    /// A category of the tax return; only for expenses.
    Category,
}

/// A validated query.
#[derive(Debug, Clone, Copy)]
pub struct ReportRequest {
    /// The days of the report.
    pub period: Period,
    /// By payment date or by invoice date.
    pub basis: AccountingBasis,
}

impl ReportQuery {
    /// Validates a query: 400 naming an invalid parameter.
    pub(super) fn into_request(self, today: Date) -> Result<ReportRequest, ApiError> {
        let from = parse_query_day("from", self.from.as_deref())?;
        let to = parse_query_day("to", self.to.as_deref())?;
        let year = TaxYear::containing(from.or(to).unwrap_or(today));
        let period = Period::new(from.unwrap_or(year.first_day()), to.unwrap_or(year.last_day()));
        let period = period.ok_or_else(|| {
            let msg = "Choose an end date that isn’t before the start date.";
            let fields = vec![FieldError::new("to", "invalid", msg)];
            ApiError::bad_request("bad_query", msg).with_errors(fields)
        })?;
        let usual = AccountingBasis::default_for(TaxYear::containing(period.from));
        let basis = self.basis.map_or(usual, AccountingBasis::from);
        Ok(ReportRequest { period, basis })
    }
}

impl ReportFileQuery {
    /// Validates a query: 400 naming an invalid parameter.
    pub(super) fn into_request(self, today: Date) -> Result<(ReportRequest, FileFormat), ApiError> {
        let Self { from, to, basis, r#as } = self;
        let report_request = ReportQuery { from, to, basis }.into_request(today)?;
        Ok((report_request, r#as))
    }
}

/// The row whose records are requested.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RequestedRow {
    pub(super) by: ReportGrouping,
    pub(super) key: Option<String>,
}

impl ReportRecordsQuery {
    /// Validates a query: 400 naming an invalid parameter. Without a row, all records are requested.
    pub(super) fn into_request(self, today: Date) -> Result<(ReportRequest, Option<RequestedRow>), ApiError> {
        let Self { from, to, basis, by, key } = self;
        let report_request = ReportQuery { from, to, basis }.into_request(today)?;
        Ok((report_request, by.map(|by| RequestedRow { by, key })))
    }
}

/// A tax year, given by the calendar year in which it begins: `2026` is 2026/27. Years before 2000 or after 2099 are
/// refused, as for every date in a request.
#[derive(Debug, Clone, Copy)]
pub struct TaxYearPath(pub TaxYear);

impl PathIds for TaxYearPath {
    fn from_segments<'a>(texts: &mut impl Iterator<Item = &'a str>) -> Result<Self, ApiError> {
        let text = texts.next().unwrap_or_default();
        let is_year = text.len() == 4 && text.bytes().all(|b| b.is_ascii_digit());
        let year = text.parse().ok().filter(|_| is_year);
        let year = year.and_then(TaxYear::starting_in);
        year.filter(|year| supplied::check(year.first_day()).is_ok())
            .map(Self)
            .ok_or_else(|| ApiError::not_found("Tax year"))
    }
}
