//! The tax year in an address.

use plumbline_core::tax::TaxYear;
use plumbline_core::time::supplied;

use plumbline_platform::error::ApiError;
use plumbline_platform::http::path::PathIds;

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
