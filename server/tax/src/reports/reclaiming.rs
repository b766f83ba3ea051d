//! For which expenses the VAT is reclaimed.

use std::collections::HashSet;

use plumbline_core::report::vat::{Reclaims, Registration, Scheme, reclaims_on};
use plumbline_core::time::Date;

use plumbline_platform::db::{Conn, DbResult};
use plumbline_records::profiles;

/// A VAT registration as read from the database: the business, the first and last day, and the VAT schemes as JSON.
type Entered = (String, String, Option<String>, String);

/// A business with its registration and its VAT schemes.
struct Business {
    id: String,
    /// Whether the business is deleted: then only its own expenses still count with it.
    hidden: bool,
    registration: Registration,
    schemes: Vec<Scheme>,
}

/// The registrations of an account's businesses, oldest business first.
pub(super) struct Reclaiming(Vec<Business>);

impl Reclaiming {
    /// Reads the registrations; for a business that entered no registration, the one implied by its VAT number.
    pub(super) async fn read(conn: &mut Conn, user_id: &str) -> DbResult<Self> {
        let entered: Vec<Entered> = sqlx::query_as(
            "SELECT profile_id, registered_from, registered_until, schemes FROM vat_registrations \
             WHERE user_id = $1",
        )
        .bind(user_id)
        .fetch_all(&mut *conn)
        .await?;
        let shown = profiles::store::list(conn, user_id).await?;
        let shown: HashSet<_> = shown.into_iter().map(|profile| profile.id).collect();
        let profiles = profiles::store::list_any(conn, user_id).await?;
        let of = |profile: &profiles::Profile| {
            let number = profile.fields.tax_number.trim();
            let own = entered.iter().find(|(id, ..)| *id == profile.id.as_str());
            let Some((_, from, until, schemes)) = own else {
                return Ok(Business {
                    id: profile.id.to_string(),
                    hidden: !shown.contains(&profile.id),
                    registration: Registration::by_number(number),
                    schemes: Vec::new(),
                });
            };
            let registration = Registration {
                number: number.to_owned(),
                from: Some(day(from)?),
                until: until.as_deref().map(day).transpose()?,
            };
            let schemes =
                serde_json::from_str(schemes).map_err(|error| sqlx::Error::Decode(error.into()))?;
            Ok(Business {
                id: profile.id.to_string(),
                hidden: !shown.contains(&profile.id),
                registration,
                schemes,
            })
        };
        profiles.iter().map(of).collect::<DbResult<_>>().map(Self)
    }

    /// The account's first business.
    pub(super) fn first(&self) -> Option<&str> {
        let mut shown = self.0.iter().filter(|it| !it.hidden);
        shown.next().map(|it| it.id.as_str())
    }

    /// What VAT on the expenses of a business can be reclaimed on a day; for expenses of no business, the most that any
    /// of the businesses can reclaim.
    pub(super) fn on(&self, business: Option<&str>, day: Date) -> Reclaims {
        let asked = self
            .0
            .iter()
            .filter(|it| business.map_or(!it.hidden, |id| it.id == id));
        let of = asked.map(|it| reclaims_on(&it.registration, &it.schemes, day));
        of.max().unwrap_or(Reclaims::Nothing)
    }
}

fn day(text: &str) -> DbResult<Date> {
    text.parse()
        .map_err(|_| sqlx::Error::Decode("no day".into()))
}
