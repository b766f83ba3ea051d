//! Everything from which the return of a business is calculated.

use std::collections::{BTreeMap, HashMap, HashSet};

use plumbline_core::report::Period;
use plumbline_core::report::vat::vat_return::UncountedDocument;
use plumbline_core::report::vat::{
    DisplayedAs, EntryKind, FiledVatReturn, FilingOrder, Purchase, Scheme, Stagger, VatBooks, VatEntry,
    VatRegistration, VatReturn, build_return,
};
use plumbline_core::time::Date;

use super::purchases::to_purchase;
use super::records::{self, MovedRecords, find_source};
use super::sales::{self, Sales, SoldDocument};
use super::store::{self, VatRegistrationRow, VatReturnRow};
use super::uncounted;
use crate::reports::names::Names;
use crate::reports::store::list_expenses;
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::ids::{ProfileId, UserId};
use plumbline_records::profiles::{self, Profile};

/// A business with everything that its VAT return is calculated from.
pub(super) struct VatReturnBooks {
    pub(super) profile: Profile,
    pub(super) period: Period,
    pub(super) registration: VatRegistration,
    pub(super) stagger: Stagger,
    /// The returns that were filed, in order.
    pub(super) return_rows: Vec<VatReturnRow>,
    schemes: Vec<Scheme>,
    filed: Vec<FiledVatReturn>,
    sales: Sales,
    purchases: Vec<Purchase>,
    /// The titles of expenses, by id.
    titles: HashMap<String, String>,
    names: Names,
    /// The present dates of filed records that are outside the days that were read.
    moved: HashMap<String, Date>,
    /// For the last period of a registration, the documents that count in no return.
    pub(super) outside: Vec<(UncountedDocument, SoldDocument)>,
    /// Whether the account's expenses that belong to no business count with another of its businesses.
    pub(super) spends_elsewhere: bool,
}

/// A registered business of an account.
pub(super) struct RegisteredBusiness {
    pub(super) profile: Profile,
    pub(super) row: VatRegistrationRow,
    /// Whether the account's expenses that belong to no business count with another of its businesses.
    spends_elsewhere: bool,
}

impl RegisteredBusiness {
    /// Reads a registered business: 404 if it doesn't exist, 422 if it isn't registered.
    pub(super) async fn load(
        conn: &mut Conn,
        user_id: &UserId,
        profile_id: &ProfileId,
    ) -> Result<Self, ApiError> {
        let profile = profiles::store::find_any(conn, user_id, profile_id).await?;
        let profile = profile.ok_or_else(profiles::not_found)?;
        let rows = store::list_registrations(conn, user_id).await?;
        // The rows are in order of their first days.
        let first = rows.first().map(|row| row.profile_id.clone());
        let row = rows.into_iter().find(|row| row.profile_id == profile.id);
        let row = row.ok_or_else(|| {
            let text = "This business isn’t registered for VAT. Enter its registration first.";
            ApiError::rule_broken(vec![FieldError::new("profile", "not_registered", text)])
        })?;
        Ok(Self { spends_elsewhere: first.is_some_and(|first| first != profile.id), profile, row })
    }
}

impl VatReturnBooks {
    /// Reads everything that the return for the period of a day is calculated from.
    ///
    /// # Errors
    /// 404 and 422 as [`RegisteredBusiness::load`]; 422 if the business wasn't registered on that day.
    pub(super) async fn load(
        conn: &mut Conn,
        user_id: &UserId,
        profile_id: &ProfileId,
        on: Date,
    ) -> Result<Self, ApiError> {
        Self::load_from(conn, user_id, profile_id, on, false).await
    }

    /// Reads the same, and everything in the earlier periods that this return closes if it is the first to be filed.
    ///
    /// # Errors
    /// As for [`Self::load`].
    pub(super) async fn load_to_file(
        conn: &mut Conn,
        user_id: &UserId,
        profile_id: &ProfileId,
        on: Date,
    ) -> Result<Self, ApiError> {
        Self::load_from(conn, user_id, profile_id, on, true).await
    }

    async fn load_from(
        conn: &mut Conn,
        user_id: &UserId,
        profile_id: &ProfileId,
        on: Date,
        to_file: bool,
    ) -> Result<Self, ApiError> {
        let RegisteredBusiness { profile, row, spends_elsewhere } =
            RegisteredBusiness::load(conn, user_id, profile_id).await?;
        let registration = row.to_registration(profile.fields.tax_number.trim());
        let stagger = row.parse_stagger()?;
        let returns = store::list_returns(conn, user_id, profile_id).await?;
        let filed = list_filed(&returns)?;
        let order = FilingOrder { registration: &registration, stagger, filed: &filed };
        let period = order.find_period(on).ok_or_else(|| {
            let text = "You weren’t registered for VAT on this date.";
            ApiError::rule_broken(vec![FieldError::new("on", "not_registered", text)])
        })?;
        // Records that changed in filed periods may have any date in them.
        let takes_corrections = order.is_next_period(&period);
        let first = match to_file {
            true => registration.from,
            false => filed.first().map(|it| it.period.from),
        };
        let first = first.filter(|_| to_file || takes_corrections);
        let days = Period { from: first.map_or(period.from, |first| first.min(period.from)), to: period.to };
        let mut sales = sales::load_sales(conn, user_id, profile_id, days).await?;
        let mut bought = list_expenses(conn, user_id, days.from, days.to).await?;
        // Expenses that are assigned to no business count with the business that registered first.
        bought.retain(|it| match &it.profile_id {
            Some(business) => business == profile_id.as_str(),
            None => !spends_elsewhere,
        });
        let mut titles: HashMap<String, String> =
            bought.iter().map(|it| (it.id.clone(), it.title().to_owned())).collect();
        let requested = filed.iter().filter(|it| takes_corrections || it.period == period);
        let entries = requested.flat_map(|it| &it.entries);
        let still = load_moved(conn, user_id, entries, &sales, &titles).await?;
        sales.documents.extend(still.documents);
        titles.extend(still.titles);
        let is_last = registration.until.is_some_and(|until| period.contains(until));
        let outside = match is_last {
            true => uncounted::list_uncounted(conn, user_id, profile_id, &registration).await?,
            false => Vec::new(),
        };
        Ok(Self {
            schemes: row.parse_schemes()?,
            names: Names::load(conn, user_id).await?,
            // Mileage has no VAT in it, and nobody was paid for it.
            purchases: bought.iter().filter(|it| it.vehicle.is_none()).map(to_purchase).collect(),
            titles,
            moved: still.moved,
            outside,
            profile,
            period,
            registration,
            stagger,
            return_rows: returns,
            filed,
            sales,
            spends_elsewhere,
        })
    }

    /// Calculates the return.
    pub(super) fn build_return(&self) -> VatReturn {
        self.build_return_for(self.period)
    }

    fn build_return_for(&self, period: Period) -> VatReturn {
        let books = VatBooks {
            registration: &self.registration,
            stagger: self.stagger,
            schemes: &self.schemes,
            sales: &self.sales.sales,
            purchases: &self.purchases,
            filed: &self.filed,
            moved: &self.moved,
        };
        build_return(&books, period)
    }

    /// The rules about the order in which the business's returns are filed.
    pub(super) fn filing_order(&self) -> FilingOrder<'_> {
        FilingOrder { registration: &self.registration, stagger: self.stagger, filed: &self.filed }
    }

    /// What is stored when the return is filed: the return itself, after the earlier ones that count as filed elsewhere
    /// from then on.
    pub(super) fn to_filed_returns(&self) -> Vec<FiledVatReturn> {
        let closed = self.filing_order().periods_closed_by(&self.period).into_iter();
        let closed = closed
            .map(|period| FiledVatReturn { elsewhere: true, ..self.build_return_for(period).to_filed() });
        let own = self.build_return().to_filed();
        let all = closed.chain(std::iter::once(own));
        all.map(|filed| FiledVatReturn { shown: self.find_displayed_as(&filed.entries), ..filed }).collect()
    }

    /// How the entries' records are displayed now.
    fn find_displayed_as(&self, entries: &[VatEntry]) -> BTreeMap<String, DisplayedAs> {
        let selected = entries.iter().filter_map(|entry| {
            let source = find_source(self, entry)?;
            let of = match self.find_document(&entry.record) {
                Some(_) => &entry.record,
                None => &entry.document,
            };
            Some((of.clone(), DisplayedAs { title: source.title, customer: source.customer }))
        });
        selected.collect()
    }

    /// How a record was displayed when its return was filed.
    pub(super) fn displayed_when_filed(&self, entry: &VatEntry) -> Option<&DisplayedAs> {
        self.filed.iter().find_map(|filed| filed.find_displayed_as(entry))
    }

    /// A document, by its id.
    pub(super) fn find_document(&self, id: &str) -> Option<&SoldDocument> {
        self.sales.documents.get(id)
    }

    /// An expense's title, by its id.
    pub(super) fn find_title(&self, id: &str) -> Option<&str> {
        self.titles.get(id).map(String::as_str)
    }

    /// A customer's present name; the name at issue if the contact was deleted.
    pub(super) fn customer_name(&self, sold_document: &SoldDocument) -> String {
        if sold_document.contact_id.is_empty() {
            return sold_document.contact_name.clone();
        }
        self.names.customer_name(Some(&sold_document.contact_id))
    }
}

/// The filed returns, in order, including those before the first that count as filed elsewhere.
pub(super) fn list_filed(returns: &[VatReturnRow]) -> DbResult<Vec<FiledVatReturn>> {
    let mut filed = Vec::with_capacity(returns.len());
    for row in returns {
        filed.extend(row.parse_filed()?);
    }
    Ok(filed)
}

/// Reads the filed records that still exist but are outside the days that were read.
async fn load_moved<'a>(
    conn: &mut Conn,
    user_id: &UserId,
    entries: impl Iterator<Item = &'a VatEntry>,
    sales: &Sales,
    titles: &HashMap<String, String>,
) -> DbResult<MovedRecords> {
    let is_read = |id: &str| sales.documents.contains_key(id) || titles.contains_key(id);
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
    let subjects: Vec<&str> = subjects.into_iter().filter(|id| !payments.contains(id)).collect();
    let payments: Vec<&str> = payments.into_iter().collect();
    records::load_moved_records(conn, user_id, &subjects, &payments).await
}
