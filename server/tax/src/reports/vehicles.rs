//! How the vehicles of an account are counted: by the mile, or at their actual cost.

use plumbline_core::money::number::Number;
use plumbline_core::report::books;
use plumbline_core::tax::TaxYear;
use utoipa::ToSchema;

use super::store::{self, VehicleChoice};
use plumbline_platform::db::table::stored_enum;
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::ids::UserId;

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
pub(super) struct VehicleChoices(Vec<VehicleChoice>);

impl VehicleChoices {
    /// Reads the choices of an account.
    pub(super) async fn load(conn: &mut Conn, user_id: &UserId) -> DbResult<Self> {
        store::list_vehicle_choices(conn, user_id).await.map(Self)
    }

    /// How they count in a tax year: as chosen for it, or for the last year before it that has a choice.
    pub(super) fn for_year(&self, year: TaxYear) -> books::VehicleMethod {
        let begins_in = i64::from(year.start_year());
        let chosen = self.0.iter().rev().find(|it| it.year <= begins_in);
        chosen.map_or(books::VehicleMethod::Mileage, |it| it.vehicles.to_core(&it.private_share))
    }
}
