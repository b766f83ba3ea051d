//! GET /api/vat/threshold

use axum::Json;
use axum::extract::State;
use plumbline_core::document::VatGroup;
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::report::vat::VatRegistration;
use plumbline_core::report::vat::tax_point::find_tax_point;
use plumbline_core::report::vat::threshold::{RollingYear, ThresholdTreatment, Turnover, build_watch};
use plumbline_core::time::Date;
use serde::Serialize;
use utoipa::ToSchema;

use super::before_issue;
use super::response::VatFinding;
use super::store::{self, ThresholdDocument};
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::UserId;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::today;
use plumbline_records::profiles;

/// How many years back are read: each of the last 12 month ends needs the 12 months before it.
const YEARS_BACK: u16 = 2;

/// Whether an account must register for VAT, with the turnover that decides it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct VatThresholdWatch {
    /// Whether one of its businesses is registered today; then nothing needs watching.
    pub registered: bool,
    /// The 12 months to the end of each month that is over, latest last.
    pub months: Vec<VatRollingYear>,
    /// The 12 months to today.
    pub now: VatRollingYear,
    /// Pounds that are left before the threshold; zero once it is passed.
    #[schema(value_type = String)]
    pub left: Pence,
    /// Quotes that were accepted and not invoiced, as if all of the work were done in the next 30 days.
    pub next_30_days: VatRollingYear,
    /// Notes for the person.
    pub findings: Vec<VatFinding>,
}

/// The sales in a span of days that count towards the threshold.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct VatRollingYear {
    /// The first day, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub from: Date,
    /// The last day, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub to: Date,
    /// Pounds of turnover, without VAT.
    #[schema(value_type = String)]
    pub turnover: Pence,
    /// The threshold in pounds.
    #[schema(value_type = String)]
    pub threshold: Pence,
    /// Whether the turnover is above it.
    pub above: bool,
}

impl From<RollingYear> for VatRollingYear {
    fn from(year: RollingYear) -> Self {
        Self {
            from: year.period.from,
            to: year.period.to,
            turnover: year.turnover,
            threshold: year.threshold,
            above: year.above,
        }
    }
}

/// Whether the account must register for VAT: its sales in 12 months, and those expected in the next 30 days.
#[utoipa::path(get, path = "/api/vat/threshold", operation_id = "threshold", tag = "vat",
    responses((status = 200, body = VatThresholdWatch)))]
pub(super) async fn read(
    State(state): State<AppState>,
    user: CurrentUser,
) -> Result<Json<VatThresholdWatch>, ApiError> {
    let today = today(&state)?;
    let mut tx = state.db.begin_read().await?;
    let businesses = BusinessRegistrations::load(&mut tx, &user.id).await?;
    let first = Date::new(today.year().saturating_sub(YEARS_BACK), today.month(), 1).unwrap_or(today);
    let documents = store::list_turnovers(&mut tx, &user.id, first).await?;
    drop(tx);
    let sold = documents.iter().filter(|it| it.kind != DocumentKind::Quote);
    let sold: Vec<Turnover> = sold.flat_map(|it| it.to_turnovers(&businesses, today)).collect();
    let to_come = documents.iter().filter(|it| it.kind == DocumentKind::Quote);
    let to_come: Vec<Turnover> = to_come.flat_map(|it| it.to_turnovers(&businesses, today)).collect();
    let watched = build_watch(&sold, &to_come, today);
    let months = watched.months.len().saturating_sub(12);
    let months = watched.months.into_iter().skip(months);
    Ok(Json(VatThresholdWatch {
        registered: businesses.0.iter().any(|(_, it)| it.is_registered_on(today)),
        months: months.map(VatRollingYear::from).collect(),
        now: watched.now.into(),
        left: watched.left,
        next_30_days: watched.next_30_days.into(),
        findings: watched.findings.into_iter().map(before_issue::to_response).collect(),
    }))
}

/// The registrations of an account's businesses, with the businesses' ids.
struct BusinessRegistrations(Vec<(String, VatRegistration)>);

impl BusinessRegistrations {
    async fn load(conn: &mut Conn, user_id: &UserId) -> DbResult<Self> {
        let profiles = profiles::store::list(conn, user_id).await?;
        let rows = store::list_registrations(conn, user_id).await?;
        let of = |profile: profiles::Profile| {
            let number = profile.fields.tax_number.trim();
            let row = rows.iter().find(|row| row.profile_id == profile.id);
            let registration =
                row.map_or_else(|| VatRegistration::from_number(number), |row| row.to_registration(number));
            (profile.id.to_string(), registration)
        };
        Ok(Self(profiles.into_iter().map(of).collect()))
    }

    /// Whether a business was registered on a day.
    fn was_registered(&self, profile: Option<&str>, day: Date) -> bool {
        let mut all = self.0.iter();
        all.any(|(id, registration)| Some(id.as_str()) == profile && registration.is_registered_on(day))
    }
}

impl ThresholdDocument {
    /// The turnover that counts, by treatment. The work of an accepted quote may be done on any day from today on.
    fn to_turnovers(&self, businesses: &BusinessRegistrations, today: Date) -> Vec<Turnover> {
        let date = match (self.kind, self.issued) {
            (DocumentKind::Quote, _) => self.supplied.unwrap_or(today),
            (_, Some(issued)) => find_tax_point(self.supplied, issued).day,
            (_, None) => return Vec::new(),
        };
        let was_registered = businesses.was_registered(self.profile.as_deref(), date);
        let signed = |amount: Pence| match self.kind {
            DocumentKind::CreditNote => -amount,
            DocumentKind::Quote | DocumentKind::Invoice => amount,
        };
        let of = |group: &VatGroup| Turnover {
            id: self.document_id.clone(),
            date,
            counts: ThresholdTreatment::for_treatment(group.treatment, was_registered),
            amount: signed(group.taxable),
        };
        self.vat_groups.iter().map(of).collect()
    }
}
