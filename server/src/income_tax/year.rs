//! The tax year in an address.

use plumbline_core::tax::TaxYear;

use crate::error::ApiError;
use crate::http::path::PathIds;

/// A tax year by the calendar year in which it begins: `2026` is 2026/27.
#[derive(Debug, Clone, Copy)]
pub(super) struct YearOf(pub(super) TaxYear);

impl PathIds for YearOf {
    fn read<'a>(texts: &mut impl Iterator<Item = &'a str>) -> Result<Self, ApiError> {
        let text = texts.next().unwrap_or_default();
        let is_year = text.len() == 4 && text.bytes().all(|b| b.is_ascii_digit());
        let year = text.parse().ok().filter(|_| is_year);
        let year = year.and_then(TaxYear::beginning_in);
        year.map(Self)
            .ok_or_else(|| ApiError::not_found("Tax year"))
    }
}

/// Which of the four updates of a tax year: 1 to 4.
#[derive(Debug, Clone, Copy)]
pub(super) struct UpdateNo(pub(super) usize);

impl PathIds for UpdateNo {
    fn read<'a>(texts: &mut impl Iterator<Item = &'a str>) -> Result<Self, ApiError> {
        match texts.next() {
            Some("1") => Ok(Self(1)),
            Some("2") => Ok(Self(2)),
            Some("3") => Ok(Self(3)),
            Some("4") => Ok(Self(4)),
            _ => Err(ApiError::not_found("Update")),
        }
    }
}
