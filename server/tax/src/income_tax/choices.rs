//! The settings that a person chooses for a tax year: PUT /api/income-tax/{year}/choices. A year without settings uses
//! those of the year before.

use axum::Json;
use axum::extract::State;
use plumbline_core::expense::parse_private_share;
use plumbline_core::money::Pence;
use plumbline_core::money::number::Number;
use plumbline_core::report::AccountingChoices;
use plumbline_core::report::books::{AccountingBasis, HomeMonth};
use plumbline_core::report::mtd::{BusinessKind, Quarters};
use plumbline_core::tax::{TaxMonth, TaxYear};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::store::{self, TaxYearRow};
use crate::reports::query::{ReportBasis, TaxYearPath};
use crate::reports::vehicles::VehicleCosts;
use plumbline_platform::db::table::stored_enum;
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::field_checks::FieldChecks;
use plumbline_platform::http::{ApiJson, Path};
use plumbline_platform::ids::UserId;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::activities;

/// The months of a tax year.
const MONTHS: usize = 12;
/// The hours in the longest month.
const HOURS_MAX: u16 = 744;

stored_enum! {
    /// The legal form of a business.
    #[derive(serde::Deserialize, ToSchema)]
    #[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, rename_all = "camelCase"))]
    #[schema(rename_all = "camelCase")]
    #[serde(rename_all = "camelCase")]
    pub enum TaxedAs {
        /// One person.
        SoleTrader = "soleTrader",
        /// Several people.
        Partnership = "partnership",
        /// A company.
        Company = "company",
    }

    /// When the quarters of a tax year end.
    #[derive(serde::Deserialize, ToSchema)]
    #[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, rename_all = "camelCase"))]
    #[schema(rename_all = "camelCase")]
    #[serde(rename_all = "camelCase")]
    pub enum QuarterEnds {
        /// On the 5th of a month.
        Standard = "standard",
        /// At the end of a month, which requires an election with HMRC.
        Calendar = "calendar",
    }
}

/// A person's settings for a tax year.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TaxChoices {
    /// The base version; 0 if this year has no settings of its own and uses those of the year before.
    pub version: i64,
    /// The legal form of the business.
    pub business: TaxedAs,
    /// Whether records count by payment date or by invoice date.
    pub basis: ReportBasis,
    /// How the costs of vehicles count.
    pub vehicles: VehicleCosts,
    /// The private part of the actual vehicle costs, as a percentage; empty for 0.
    #[schema(value_type = String)]
    pub private_share: Number,
    /// When the quarters end.
    pub quarters: QuarterEnds,
    /// Whole hours worked at home in each of the twelve tax months, from 6 April; 25 or more entitle to a flat rate.
    pub home_hours: Vec<u16>,
    /// Pounds of gross income in this year from other sources, such as rents, another business or records that aren't
    /// in the app. It only affects whether Making Tax Digital applies. `0` means that there was no such income; empty
    /// means that it isn't known yet.
    #[schema(value_type = String)]
    pub elsewhere: Number,
}

/// The settings in effect for a tax year.
#[derive(Debug, Clone)]
pub(super) struct TaxYearChoices {
    pub(super) year: TaxYear,
    pub(super) version: i64,
    pub(super) business: TaxedAs,
    pub(super) basis: ReportBasis,
    pub(super) vehicles: VehicleCosts,
    pub(super) private_share: Number,
    pub(super) quarters: QuarterEnds,
    pub(super) home_hours: Vec<u16>,
    /// `None` if it wasn't entered.
    pub(super) elsewhere: Option<Pence>,
}

impl TaxYearChoices {
    /// The settings of a year, or those of the last year before it that has any; the defaults if there are none.
    pub(super) async fn load(conn: &mut Conn, user_id: &UserId, year: TaxYear) -> DbResult<Self> {
        let Some(row) = store::find_latest_year(conn, user_id, year).await? else {
            return Ok(Self::default_for(year));
        };
        let is_own = row.year == i64::from(year.start_year());
        let row = Self::from_row(row, year)?;
        Ok(if is_own { row } else { row.carried_over() })
    }

    /// Converts a row to the settings of a year.
    pub(super) fn from_row(row: TaxYearRow, year: TaxYear) -> DbResult<Self> {
        let hours = serde_json::from_str(&row.home_hours);
        Ok(Self {
            year,
            version: row.version,
            business: row.business,
            basis: row.basis,
            vehicles: row.vehicles,
            private_share: row.private_share,
            quarters: row.quarters,
            home_hours: hours.map_err(|error| sqlx::Error::Decode(error.into()))?,
            elsewhere: row.elsewhere_known.then_some(row.elsewhere),
        })
    }

    fn default_for(year: TaxYear) -> Self {
        Self {
            year,
            version: 0,
            business: TaxedAs::SoleTrader,
            basis: AccountingBasis::default_for(year).into(),
            vehicles: VehicleCosts::Mileage,
            private_share: Number::Empty,
            quarters: QuarterEnds::Standard,
            home_hours: vec![0; MONTHS],
            elsewhere: None,
        }
    }

    /// The settings that carry over to the next year.
    fn carried_over(self) -> Self {
        Self { version: 0, home_hours: vec![0; MONTHS], elsewhere: None, ..self }
    }

    /// Converts the settings to core's type for reports.
    pub(super) fn to_core(&self) -> AccountingChoices {
        AccountingChoices { basis: self.basis.into(), vehicles: self.vehicles.to_core(&self.private_share) }
    }

    /// The legal form of the business.
    pub(super) fn business_kind(&self) -> BusinessKind {
        match self.business {
            TaxedAs::SoleTrader => BusinessKind::SoleTrader,
            TaxedAs::Partnership => BusinessKind::Partnership,
            TaxedAs::Company => BusinessKind::Company,
        }
    }

    /// When its quarters end.
    pub(super) fn quarter_ends(&self) -> Quarters {
        match self.quarters {
            QuarterEnds::Standard => Quarters::Standard,
            QuarterEnds::Calendar => Quarters::Calendar,
        }
    }

    /// The months with their hours of work at home.
    pub(super) fn home_months(&self) -> Vec<HomeMonth> {
        let months = TaxMonth::all_in_year(self.year).into_iter();
        let worked = months.zip(&self.home_hours).filter(|(_, hours)| **hours > 0);
        let home = worked.map(|(month, hours)| HomeMonth {
            id: format!("home-{}", month.first_day()),
            month,
            hours: *hours,
        });
        home.collect()
    }

    /// Converts the settings to the API's type.
    pub(super) fn to_response(&self) -> TaxChoices {
        // Zero and an unknown amount are different.
        let elsewhere = self.elsewhere.map_or(Number::Empty, |pence| Number::from_text(&pence.to_string()));
        TaxChoices {
            version: self.version,
            business: self.business,
            basis: self.basis,
            vehicles: self.vehicles,
            private_share: self.private_share.clone(),
            quarters: self.quarters,
            home_hours: self.home_hours.clone(),
            elsewhere,
        }
    }
}

/// Saves the settings of a tax year. `version` is the base version; if it is no longer the newest, the response is 409
/// with the newest.
#[utoipa::path(put, path = "/api/income-tax/{year}/choices", operation_id = "choose", tag = "income-tax",
    params(("year" = u16, Path)), request_body = TaxChoices,
    responses((status = 200, body = TaxChoices), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(super) async fn choose(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(TaxYearPath(year)): Path<TaxYearPath>,
    ApiJson(input): ApiJson<TaxChoices>,
) -> Result<Json<TaxChoices>, ApiError> {
    let (share, elsewhere) = validate(&input)?;
    let mut tx = state.db.begin_write().await?;
    let had = store::find_latest_year(&mut tx, &user.id, year).await?;
    let begins_in = i64::from(year.start_year());
    let own = had.filter(|row| row.year == begins_in);
    let id = own.map_or_else(|| state.ids.new_id(), |row| row.id);
    let row = TaxYearRow {
        id,
        user_id: user.id.clone(),
        year: begins_in,
        version: input.version.saturating_add(1),
        business: input.business,
        basis: input.basis,
        vehicles: input.vehicles,
        private_share: share,
        quarters: input.quarters,
        home_hours: serde_json::to_string(&input.home_hours)?,
        elsewhere,
        elsewhere_known: !input.elsewhere.is_empty(),
        updated_at: state.clock.now_ms(),
    };
    if !store::save_year(&mut tx, &row, input.version).await? {
        let current = TaxYearChoices::load(&mut tx, &user.id, year).await?;
        return Err(ApiError::stale_version(&current.to_response()));
    }
    let subject = ("tax_year", row.id.as_str(), &*year.label());
    activities::record_named(&state, &mut tx, &user.id, "updated", subject).await?;
    let chosen = TaxYearChoices::load(&mut tx, &user.id, year).await?;
    tx.commit().await?;
    Ok(Json(chosen.to_response()))
}

/// The private part and the income from elsewhere; 422 if anything in the input is invalid.
fn validate(input: &TaxChoices) -> Result<(Number, Pence), ApiError> {
    let mut checks = FieldChecks::new();
    let mut broken = Vec::new();
    let share = parse_private_share(&mut broken, "privateShare", &input.private_share);
    for error in broken {
        checks.add(&error.path, error.code, error.msg);
    }
    if input.home_hours.len() != MONTHS {
        let text = "Enter twelve numbers for hours at home, one for each month from 6 April.";
        checks.add("homeHours", "invalid", text);
    }
    for (at, hours) in input.home_hours.iter().enumerate() {
        if *hours > HOURS_MAX {
            let text = "A month has 744 hours at most.";
            checks.add(&format!("homeHours[{at}]"), "out_of_range", text);
        }
    }
    let elsewhere = checks.parse_pounds("elsewhere", &input.elsewhere, Pence::ZERO);
    checks.into_result()?;
    Ok((share, elsewhere))
}
