//! Everything from which the return of a business is calculated.

use std::collections::{BTreeMap, HashMap, HashSet};

use plumbline_core::report::Period;
use plumbline_core::report::vat::outside::Outside;
use plumbline_core::report::vat::{
    Books, Entry, EntryKind, Filed, Order, Purchase, Registration, Scheme, ShownAs, Stagger,
    VatReturn, vat_return,
};
use plumbline_core::time::Date;

use super::outside;
use super::purchases::purchase;
use super::records::source;
use super::sales::{self, Sales, Shown};
use super::still::{self, Still};
use super::store::{self, RegistrationRow, ReturnRow};
use crate::reports::names::Names;
use crate::reports::store::spent;
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_records::profiles::{self, Profile};

/// A business with everything that its VAT return is calculated from.
pub(super) struct VatBooks {
    pub(super) profile: Profile,
    pub(super) period: Period,
    pub(super) registration: Registration,
    pub(super) stagger: Stagger,
    /// The returns that were filed, in order.
    pub(super) returns: Vec<ReturnRow>,
    schemes: Vec<Scheme>,
    filed: Vec<Filed>,
    sales: Sales,
    purchases: Vec<Purchase>,
    /// The titles of expenses, by id.
    titles: HashMap<String, String>,
    names: Names,
    /// The present dates of filed records that are outside the days that were read.
    moved: HashMap<String, Date>,
    /// For the last period of a registration, the documents that count in no return.
    pub(super) outside: Vec<(Outside, Shown)>,
    /// Whether the account's expenses that belong to no business count with another of its businesses.
    pub(super) spends_elsewhere: bool,
}

/// A registered business of an account.
pub(super) struct Registered {
    pub(super) profile: Profile,
    pub(super) row: RegistrationRow,
    /// Whether the account's expenses that belong to no business count with another of its businesses.
    spends_elsewhere: bool,
}

impl Registered {
    /// Reads a registered business: 404 if it doesn't exist, 422 if it isn't registered.
    pub(super) async fn read(
        conn: &mut Conn,
        user_id: &str,
        profile_id: &str,
    ) -> Result<Self, ApiError> {
        let profile = profiles::store::find_any(conn, user_id, profile_id).await?;
        let profile = profile.ok_or_else(profiles::not_found)?;
        let rows = store::registrations(conn, user_id).await?;
        // The rows are in order of their first days.
        let first = rows.first().map(|row| row.profile_id.clone());
        let row = rows.into_iter().find(|row| row.profile_id == profile.id);
        let row = row.ok_or_else(|| {
            let told = "This business isn’t registered for VAT. Enter its registration first.";
            ApiError::rule_broken(vec![FieldError::new("profile", "not_registered", told)])
        })?;
        Ok(Self {
            spends_elsewhere: first.is_some_and(|first| first != profile.id),
            profile,
            row,
        })
    }
}

impl VatBooks {
    /// Reads everything that the return for the period of a day is calculated from.
    ///
    /// # Errors
    /// 404 and 422 as [`Registered::read`]; 422 if the business wasn't registered on that day.
    pub(super) async fn read(
        conn: &mut Conn,
        user_id: &str,
        profile_id: &str,
        on: Date,
    ) -> Result<Self, ApiError> {
        Self::read_from(conn, user_id, profile_id, on, false).await
    }

    /// Reads the same, and everything in the earlier periods that this return closes if it is the first to be filed.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub(super) async fn read_to_file(
        conn: &mut Conn,
        user_id: &str,
        profile_id: &str,
        on: Date,
    ) -> Result<Self, ApiError> {
        Self::read_from(conn, user_id, profile_id, on, true).await
    }

    async fn read_from(
        conn: &mut Conn,
        user_id: &str,
        profile_id: &str,
        on: Date,
        to_file: bool,
    ) -> Result<Self, ApiError> {
        let Registered {
            profile,
            row,
            spends_elsewhere,
        } = Registered::read(conn, user_id, profile_id).await?;
        let registration = row.registration(profile.fields.tax_number.trim());
        let stagger = row.stagger()?;
        let returns = store::returns(conn, user_id, profile_id).await?;
        let filed = filed(&returns)?;
        let order = Order {
            registration: &registration,
            stagger,
            filed: &filed,
        };
        let period = order.period_of(on).ok_or_else(|| {
            let told = "You weren’t registered for VAT on this date.";
            ApiError::rule_broken(vec![FieldError::new("on", "not_registered", told)])
        })?;
        // Records that changed in filed periods may have any date in them.
        let takes_corrections = order.is_next(&period);
        let first = match to_file {
            true => registration.from,
            false => filed.first().map(|it| it.period.from),
        };
        let first = first.filter(|_| to_file || takes_corrections);
        let days = Period {
            from: first.map_or(period.from, |first| first.min(period.from)),
            to: period.to,
        };
        let mut sales = sales::read(conn, user_id, profile_id, days).await?;
        let mut bought = spent(conn, user_id, days.from, days.to).await?;
        // Expenses that are assigned to no business count with the business that registered first.
        bought.retain(|it| match &it.profile_id {
            Some(business) => business.as_str() == profile_id,
            None => !spends_elsewhere,
        });
        let mut titles: HashMap<String, String> = bought
            .iter()
            .map(|it| (it.id.clone(), it.title().to_owned()))
            .collect();
        let asked = filed
            .iter()
            .filter(|it| takes_corrections || it.period == period);
        let entries = asked.flat_map(|it| &it.entries);
        let still = not_read(conn, user_id, entries, &sales, &titles).await?;
        sales.shown.extend(still.shown);
        titles.extend(still.titles);
        let is_last = registration.until.is_some_and(|until| period.has(until));
        let outside = match is_last {
            true => outside::read(conn, user_id, profile_id, &registration).await?,
            false => Vec::new(),
        };
        Ok(Self {
            schemes: row.schemes()?,
            names: Names::read(conn, user_id).await?,
            // Mileage has no VAT in it, and nobody was paid for it.
            purchases: bought
                .iter()
                .filter(|it| it.vehicle.is_none())
                .map(purchase)
                .collect(),
            titles,
            moved: still.moved,
            outside,
            profile,
            period,
            registration,
            stagger,
            returns,
            filed,
            sales,
            spends_elsewhere,
        })
    }

    /// Calculates the return.
    pub(super) fn made(&self) -> VatReturn {
        self.made_of(self.period)
    }

    fn made_of(&self, period: Period) -> VatReturn {
        let books = Books {
            registration: &self.registration,
            stagger: self.stagger,
            schemes: &self.schemes,
            sales: &self.sales.sales,
            purchases: &self.purchases,
            filed: &self.filed,
            moved: &self.moved,
        };
        vat_return(&books, period)
    }

    /// The rules about the order in which the business's returns are filed.
    pub(super) fn order(&self) -> Order<'_> {
        Order {
            registration: &self.registration,
            stagger: self.stagger,
            filed: &self.filed,
        }
    }

    /// What is stored when the return is filed: the return itself, after the earlier ones that count as filed elsewhere
    /// from then on.
    pub(super) fn filing(&self) -> Vec<Filed> {
        let closed = self.order().closed_by(&self.period).into_iter();
        let closed = closed.map(|period| Filed {
            elsewhere: true,
            ..self.made_of(period).filing()
        });
        let own = self.made().filing();
        let all = closed.chain(std::iter::once(own));
        all.map(|filed| Filed {
            shown: self.shown_as(&filed.entries),
            ..filed
        })
        .collect()
    }

    /// How the entries' records are displayed now.
    fn shown_as(&self, entries: &[Entry]) -> BTreeMap<String, ShownAs> {
        let told = entries.iter().filter_map(|entry| {
            let source = source(self, entry)?;
            let of = match self.shown(&entry.record) {
                Some(_) => &entry.record,
                None => &entry.document,
            };
            Some((
                of.clone(),
                ShownAs {
                    title: source.title,
                    customer: source.customer,
                },
            ))
        });
        told.collect()
    }

    /// How a record was displayed when its return was filed.
    pub(super) fn shown_then(&self, entry: &Entry) -> Option<&ShownAs> {
        self.filed.iter().find_map(|filed| filed.shown(entry))
    }

    /// A document, by its id.
    pub(super) fn shown(&self, id: &str) -> Option<&Shown> {
        self.sales.shown.get(id)
    }

    /// An expense's title, by its id.
    pub(super) fn title(&self, id: &str) -> Option<&str> {
        self.titles.get(id).map(String::as_str)
    }

    /// A customer's present name; the name at issue if the contact was deleted.
    pub(super) fn customer(&self, shown: &Shown) -> String {
        if shown.contact_id.is_empty() {
            return shown.contact_name.clone();
        }
        self.names.customer(Some(&shown.contact_id))
    }
}

/// The filed returns, in order, including those before the first that count as filed elsewhere.
pub(super) fn filed(returns: &[ReturnRow]) -> DbResult<Vec<Filed>> {
    let mut filed = Vec::with_capacity(returns.len());
    for row in returns {
        filed.extend(row.filed()?);
    }
    Ok(filed)
}

/// Reads the filed records that still exist but are outside the days that were read.
async fn not_read<'a>(
    conn: &mut Conn,
    user_id: &str,
    entries: impl Iterator<Item = &'a Entry>,
    sales: &Sales,
    titles: &HashMap<String, String>,
) -> DbResult<Still> {
    let is_read = |id: &str| sales.shown.contains_key(id) || titles.contains_key(id);
    let (mut subjects, mut payments) = (HashSet::new(), HashSet::new());
    for entry in entries {
        let ids = [entry.document.as_str(), entry.record.as_str()];
        subjects.extend(ids.into_iter().filter(|id| !is_read(id)));
        let is_paid = [EntryKind::Deposit, EntryKind::Receipt, EntryKind::Refund];
        if is_paid.contains(&entry.kind) && !is_read(&entry.document) {
            payments.insert(entry.record.as_str());
        }
    }
    // A payment's own id isn't a document's.
    let subjects: Vec<&str> = subjects
        .into_iter()
        .filter(|id| !payments.contains(id))
        .collect();
    let payments: Vec<&str> = payments.into_iter().collect();
    still::read(conn, user_id, &subjects, &payments).await
}
