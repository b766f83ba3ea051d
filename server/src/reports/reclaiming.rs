//! Whether the VAT of what was spent comes back.

use plumbline_core::report::vat::{Registration, Scheme, reclaims_on};
use plumbline_core::time::Date;

use crate::db::{Conn, DbResult};
use crate::profiles;

/// A registration as it is read: its business, its first and its last day, and how it accounts, JSON.
type Entered = (String, String, Option<String>, String);

/// The registrations of an account's businesses. An expense is of no one of them: its VAT comes back where any of them
/// reclaims it.
pub(super) struct Reclaiming(Vec<(Registration, Vec<Scheme>)>);

impl Reclaiming {
    /// Reads them; of a business that entered none what its VAT number says.
    pub(super) async fn read(conn: &mut Conn, user_id: &str) -> DbResult<Self> {
        let entered: Vec<Entered> = sqlx::query_as(
            "SELECT profile_id, registered_from, registered_until, schemes FROM vat_registrations \
             WHERE user_id = $1",
        )
        .bind(user_id)
        .fetch_all(&mut *conn)
        .await?;
        let profiles = profiles::store::list(conn, user_id).await?;
        let of = |profile: &profiles::Profile| {
            let number = profile.fields.tax_number.trim();
            let own = entered.iter().find(|(id, ..)| *id == profile.id.as_str());
            let Some((_, from, until, schemes)) = own else {
                return Ok((Registration::by_number(number), Vec::new()));
            };
            let registration = Registration {
                number: number.to_owned(),
                from: Some(day(from)?),
                until: until.as_deref().map(day).transpose()?,
            };
            let schemes =
                serde_json::from_str(schemes).map_err(|error| sqlx::Error::Decode(error.into()))?;
            Ok((registration, schemes))
        };
        profiles.iter().map(of).collect::<DbResult<_>>().map(Self)
    }

    /// Whether VAT paid on a day comes back.
    pub(super) fn on(&self, day: Date) -> bool {
        let mut all = self.0.iter();
        all.any(|(registration, schemes)| reclaims_on(registration, schemes, day))
    }
}

fn day(text: &str) -> DbResult<Date> {
    text.parse()
        .map_err(|_| sqlx::Error::Decode("no day".into()))
}
