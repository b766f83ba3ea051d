//! All that the return of a business is worked out from.

use std::collections::HashMap;

use plumbline_core::document::{Rate, Treatment};
use plumbline_core::expense::Category;
use plumbline_core::money::Pence;
use plumbline_core::report::Period;
use plumbline_core::report::vat::{
    Books, Filed, Paid, Purchase, PurchaseKind, Registration, Scheme, Stagger, VatAmount,
    VatReturn, vat_return,
};
use plumbline_core::time::Date;

use super::sales::{self, Sales, Shown};
use super::store::{self, RegistrationRow, ReturnRow};
use crate::db::{Conn, DbResult};
use crate::error::{ApiError, FieldError};
use crate::expenses::fields::VatKind;
use crate::profiles::{self, Profile};
use crate::reports::names::Names;
use crate::reports::store::{Spent, spent};

/// A business with all that its return is worked out from.
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
    expenses: HashMap<String, Spent>,
    names: Names,
    /// Whether what the account spends counts with another of its businesses.
    pub(super) spends_elsewhere: bool,
}

/// A registered business of an account.
pub(super) struct Registered {
    pub(super) profile: Profile,
    pub(super) row: RegistrationRow,
    /// Whether what the account spends counts with another of its businesses: an expense is of no one of them.
    spends_elsewhere: bool,
}

impl Registered {
    /// Reads one: 404 where there is no such business, 422 where it is not registered.
    pub(super) async fn read(
        conn: &mut Conn,
        user_id: &str,
        profile_id: &str,
    ) -> Result<Self, ApiError> {
        let profile = profiles::store::find_any(conn, user_id, profile_id).await?;
        let profile = profile.ok_or_else(profiles::not_found)?;
        let rows = store::registrations(conn, user_id).await?;
        // They stand in order of their first days.
        let first = rows.first().map(|row| row.profile_id.clone());
        let row = rows.into_iter().find(|row| row.profile_id == profile.id);
        let row = row.ok_or_else(|| {
            let told = "This business is not registered for VAT. Enter its registration first.";
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
    /// Reads what the return of the period of a day is worked out from.
    ///
    /// # Errors
    /// 404 and 422 as [`Registered::read`]; 422 where the business was not registered on that day.
    pub(super) async fn read(
        conn: &mut Conn,
        user_id: &str,
        profile_id: &str,
        on: Date,
    ) -> Result<Self, ApiError> {
        let Registered {
            profile,
            row,
            spends_elsewhere,
        } = Registered::read(conn, user_id, profile_id).await?;
        let registration = row.registration(profile.fields.tax_number.trim());
        let stagger = row.stagger()?;
        let returns = store::returns(conn, user_id, profile_id).await?;
        let filed: Vec<Filed> = returns
            .iter()
            .map(ReturnRow::filed)
            .collect::<DbResult<_>>()?;
        // What was filed keeps its days, whatever the periods are now.
        let period = filed.iter().map(|it| it.period).find(|it| it.has(on));
        let period = period.or_else(|| stagger.period_of(on, &registration));
        let period = period.ok_or_else(|| {
            let told = "You were not registered for VAT on this day.";
            ApiError::rule_broken(vec![FieldError::new("on", "not_registered", told)])
        })?;
        // What changed in filed periods may be of any of their days.
        let first = filed.iter().map(|it| it.period.from).min();
        let days = Period {
            from: first.map_or(period.from, |first| first.min(period.from)),
            to: period.to,
        };
        let sales = sales::read(conn, user_id, profile_id, days).await?;
        let mut bought = spent(conn, user_id, days.from, days.to).await?;
        // What is of no business by name counts with the one that registered first.
        bought.retain(|it| match &it.profile_id {
            Some(business) => business.as_str() == profile_id,
            None => !spends_elsewhere,
        });
        Ok(Self {
            schemes: row.schemes()?,
            names: Names::read(conn, user_id).await?,
            // A journey has no VAT in it, and nobody was paid for it.
            purchases: bought
                .iter()
                .filter(|it| it.vehicle.is_none())
                .map(purchase)
                .collect(),
            expenses: bought.into_iter().map(|it| (it.id.clone(), it)).collect(),
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

    /// The return.
    pub(super) fn made(&self) -> VatReturn {
        let books = Books {
            registration: &self.registration,
            stagger: self.stagger,
            schemes: &self.schemes,
            sales: &self.sales.sales,
            purchases: &self.purchases,
            filed: &self.filed,
        };
        vat_return(&books, self.period)
    }

    /// Whether the return that ends on a day was filed.
    pub(super) fn filed_through(&self, to: Date) -> bool {
        self.filed.iter().any(|it| it.period.to == to)
    }

    /// Whether the return can be filed: its period is over, and it is the first or the next after those that were.
    pub(super) fn is_next(&self, today: Date) -> bool {
        let is_over = self.period.to.has_passed(today);
        let last = self.filed.iter().map(|it| it.period.to).max();
        let is_in_order = last.is_none_or(|last| last.plus_days(1) == Some(self.period.from));
        is_over && is_in_order
    }

    /// A document, by its id.
    pub(super) fn shown(&self, id: &str) -> Option<&Shown> {
        self.sales.shown.get(id)
    }

    /// An expense, by its id.
    pub(super) fn expense(&self, id: &str) -> Option<&Spent> {
        self.expenses.get(id)
    }

    /// A customer as they are called now; of one whose contact is gone as it was issued.
    pub(super) fn customer(&self, shown: &Shown) -> String {
        if shown.contact_id.is_empty() {
            return shown.contact_name.clone();
        }
        self.names.customer(Some(&shown.contact_id))
    }
}

/// An expense as VAT takes it. Without a rate it is outside the scope, as wages and taxes are: nobody said that there
/// is VAT in it. What was private is none of the business's, and VAT on entertaining is not reclaimed (Notice 700/65).
fn purchase(it: &Spent) -> Purchase {
    let private = |amount: Pence| amount.percent(it.private_share.value());
    let (gross, charged) = (it.amount - private(it.amount), it.vat - private(it.vat));
    let rate = it.vat_rate.value();
    let is_reverse = it.vat_kind == VatKind::ReverseCharge;
    let treatment = match it.vat_rate.is_empty() {
        true => Treatment::OutsideScope,
        false if is_reverse => Treatment::ReverseCharge,
        false => Treatment::Taxable,
    };
    // Nobody charged it: the business accounts for it on what it paid.
    let vat = match is_reverse {
        true => gross.percent(rate),
        false => charged,
    };
    // Materials are goods that the test of limited cost counts; fuel and food are not.
    let is_goods = it.category == Category::CostOfGoods;
    Purchase {
        id: it.id.clone(),
        date: it.date,
        kind: PurchaseKind::Home,
        amounts: vec![VatAmount {
            treatment,
            rate: Rate(rate),
            net: gross - charged,
            vat,
        }],
        payable: gross,
        payments: vec![Paid {
            id: it.id.clone(),
            date: it.date,
            amount: gross,
        }],
        reclaims: it.category != Category::BusinessEntertainmentCosts,
        relevant_goods: if is_goods { gross } else { Pence::ZERO },
        capital: it.vat_kind == VatKind::Capital,
        voided: false,
    }
}
