//! How the vehicles of an account are counted: by the mile, or at their actual cost.

use plumbline_core::money::number::Number;
use plumbline_core::report::books;
use plumbline_core::tax::TaxYear;
use sqlx::any::AnyRow;
use utoipa::ToSchema;

use plumbline_platform::db::column::read_column;
use plumbline_platform::db::table::stored_enum;
use plumbline_platform::db::{Conn, DbResult};

stored_enum! {
    /// How the costs of vehicles count.
    #[derive(serde::Deserialize, ToSchema)]
    #[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, rename_all = "camelCase"))]
    #[schema(rename_all = "camelCase")]
    #[serde(rename_all = "camelCase")]
    pub enum VehicleCosts {
        /// At a rate per mile.
        Mileage = "mileage",
        /// At their actual cost.
        Actual = "actual",
    }
}

impl VehicleCosts {
    /// Converts the choice to core's type for reports.
    pub fn to_core(self, private_share: &Number) -> books::VehicleMethod {
        match self {
            Self::Mileage => books::VehicleMethod::Mileage,
            Self::Actual => books::VehicleMethod::Actual { private: private_share.value() },
        }
    }
}

/// The choices, by the calendar year in which a tax year begins, in order.
pub(super) struct VehicleChoices(Vec<(i64, VehicleCosts, Number)>);

impl VehicleChoices {
    /// Reads the choices of an account.
    pub(super) async fn load(conn: &mut Conn, user_id: &str) -> DbResult<Self> {
        let read = |row: AnyRow| {
            Ok((
                read_column(&row, "tax_years", "id", "year")?,
                read_column(&row, "tax_years", "id", "vehicles")?,
                read_column(&row, "tax_years", "id", "private_share")?,
            ))
        };
        sqlx::query(
            "SELECT id, year, vehicles, private_share FROM tax_years WHERE user_id = $1 ORDER BY year",
        )
        .bind(user_id)
        .try_map(read)
        .fetch_all(conn)
        .await
        .map(Self)
    }

    /// How they count in a tax year: as chosen for it, or for the last year before it that has a choice.
    pub(super) fn for_year(&self, year: TaxYear) -> books::VehicleMethod {
        let begins_in = i64::from(year.start_year());
        let chosen = self.0.iter().rev().find(|(year, ..)| *year <= begins_in);
        chosen.map_or(books::VehicleMethod::Mileage, |(_, vehicles, private_share)| {
            vehicles.to_core(private_share)
        })
    }
}
