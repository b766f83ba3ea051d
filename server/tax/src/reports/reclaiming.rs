//! For which expenses the VAT is reclaimed.

use std::collections::HashSet;

use plumbline_core::report::vat::{ReclaimScope, Scheme, VatRegistration, find_reclaim_scope};
use plumbline_core::time::Date;

use super::store;
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::ids::UserId;
use plumbline_records::profiles;

/// A business with its registration and its VAT schemes.
struct ReclaimingBusiness {
    id: String,
    /// Whether the business is deleted: then only its own expenses still count with it.
    hidden: bool,
    registration: VatRegistration,
    schemes: Vec<Scheme>,
}

/// The registrations of an account's businesses, oldest business first.
pub(super) struct ReclaimingBusinesses(Vec<ReclaimingBusiness>);

impl ReclaimingBusinesses {
    /// Reads the registrations; for a business that entered no registration, the one implied by its VAT number.
    pub(super) async fn load(conn: &mut Conn, user_id: &UserId) -> DbResult<Self> {
        let entered = store::list_registrations(conn, user_id).await?;
        let displayed = profiles::store::list(conn, user_id).await?;
        let profile_ids: HashSet<_> = displayed.into_iter().map(|profile| profile.id).collect();
        let profiles = profiles::store::list_any(conn, user_id).await?;
        let of = |profile: &profiles::Profile| {
            let number = profile.fields.tax_number.trim();
            let own = entered.iter().find(|row| row.profile_id == profile.id.as_str());
            let Some(row) = own else {
                return Ok(ReclaimingBusiness {
                    id: profile.id.to_string(),
                    hidden: !profile_ids.contains(&profile.id),
                    registration: VatRegistration::from_number(number),
                    schemes: Vec::new(),
                });
            };
            let registration = VatRegistration {
                number: number.to_owned(),
                from: Some(row.registered_from),
                until: row.registered_until,
            };
            let schemes =
                serde_json::from_str(&row.schemes).map_err(|error| sqlx::Error::Decode(error.into()))?;
            Ok(ReclaimingBusiness {
                id: profile.id.to_string(),
                hidden: !profile_ids.contains(&profile.id),
                registration,
                schemes,
            })
        };
        profiles.iter().map(of).collect::<DbResult<_>>().map(Self)
    }

    /// The account's first business.
    pub(super) fn first_business(&self) -> Option<&str> {
        let mut displayed = self.0.iter().filter(|it| !it.hidden);
        displayed.next().map(|it| it.id.as_str())
    }

    /// What VAT on the expenses of a business can be reclaimed on a day; for expenses of no business, the most that any
    /// of the businesses can reclaim.
    pub(super) fn reclaim_scope_on(&self, business: Option<&str>, day: Date) -> ReclaimScope {
        let requested = self.0.iter().filter(|it| business.map_or(!it.hidden, |id| it.id == id));
        let of = requested.map(|it| find_reclaim_scope(&it.registration, &it.schemes, day));
        of.max().unwrap_or(ReclaimScope::Nothing)
    }
}
