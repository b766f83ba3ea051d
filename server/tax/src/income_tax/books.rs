//! The records of a tax year, in the form that core's return and updates need.

use std::collections::HashMap;

use plumbline_core::money::Pence;
use plumbline_core::report::books::{Basis, HomeMonth, Income, IncomeKind, Spending};
use plumbline_core::report::mtd::{UpdatePeriod, updates};
use plumbline_core::report::{Books, Part, Period};
use plumbline_core::tax::TaxYear;
use plumbline_core::time::Date;
use plumbline_core::time::text::date_long;

use super::answer::TaxRecord;
use super::choices::Chosen;
use super::store::{self, OtherRow};
use super::trades::{Trade, Trades};
use crate::reports::names::Names;
use crate::reports::query::Asked;
use crate::reports::records::{self, Source};
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::error::ApiError;

/// A tax year's settings and periods, without its records.
pub(super) struct TaxDays {
    /// The settings in effect for it.
    pub(super) chosen: Chosen,
    /// Its four quarterly updates.
    pub(super) updates: Vec<UpdatePeriod>,
}

impl TaxDays {
    /// Reads the settings of a tax year.
    pub(super) async fn read(conn: &mut Conn, user_id: &str, year: TaxYear) -> DbResult<Self> {
        let chosen = Chosen::read(conn, user_id, year).await?;
        let before = Chosen::read(conn, user_id, year.before()).await?;
        let updates = updates(year, chosen.quarters(), before.quarters());
        Ok(Self { chosen, updates })
    }

    /// The days that the return covers: those of the four updates.
    pub(super) fn period(&self) -> Period {
        whole(self.chosen.year, &self.updates)
    }
}

/// A tax year with all of its records.
pub(super) struct TaxBooks {
    /// The settings of the year, and its updates.
    pub(super) days: TaxDays,
    income: Vec<Income>,
    spending: Vec<Spending>,
    home: Vec<HomeMonth>,
    others: Vec<OtherRow>,
    sources: HashMap<String, Source>,
    pub(super) names: Names,
    /// The trade whose records these are; `None` if the account has only one trade.
    pub(super) trade: Option<Trade>,
}

impl TaxBooks {
    /// Reads a tax year of an account for the named trade; without a name, for the first trade.
    ///
    /// # Errors
    /// 404 if there is no such trade.
    pub(super) async fn read(
        conn: &mut Conn,
        user_id: &str,
        year: TaxYear,
        trade: Option<&str>,
    ) -> Result<Self, ApiError> {
        let trades = Trades::read(conn, user_id).await?;
        let trade = trades.asked(trade)?;
        let of = TaxDays::read(conn, user_id, year).await?;
        let period = of.period();
        // Contractors' deductions always count by the tax year, so the days of both are read.
        let days = Period {
            from: period.from.min(year.first()),
            to: period.to.max(year.last()),
        };
        let mut income = Vec::new();
        let mut sources = HashMap::new();
        let others = store::others(conn, user_id, [days.from, days.to]).await?;
        for basis in [Basis::Cash, Basis::Accruals] {
            let earned = records::earned(
                conn,
                user_id,
                Asked {
                    period: days,
                    basis,
                },
            )
            .await?;
            income.extend(earned.records);
            sources.extend(earned.sources);
        }
        income.extend(others.iter().map(other));
        // Income that is assigned to no business belongs to the account's first business.
        for record in &mut income {
            let first = || trades.first_profile().map(str::to_owned);
            record.profile = record.profile.take().or_else(first);
        }
        let spent = records::spent(
            conn,
            user_id,
            Asked {
                // Mileage is counted from the start of its own tax year.
                period: Period {
                    from: TaxYear::of(days.from).first(),
                    to: days.to,
                },
                basis: Basis::Cash,
            },
        )
        .await?;
        sources.extend(spent.sources);
        let is_main = trade.as_ref().is_none_or(|trade| trade.is_main);
        Ok(Self {
            // Hours at home aren't assigned to a business, so they count for the main trade.
            home: if is_main {
                of.chosen.home()
            } else {
                Vec::new()
            },
            trade,
            days: of,
            income,
            spending: spent.records,
            others,
            sources,
            names: Names::read(conn, user_id).await?,
        })
    }

    /// Converts the records to core's type.
    pub(super) fn books(&self) -> Books<'_> {
        Books {
            income: &self.income,
            spending: &self.spending,
            home: &self.home,
            trade: self.trade.as_ref().map(|trade| &*trade.profiles),
        }
    }

    /// The trade's name, if there are several trades.
    pub(super) fn trade_name(&self) -> Option<&str> {
        let trade = self.trade.as_ref()?;
        Some(match trade.name.is_empty() {
            true => "trade without a name",
            false => &trade.name,
        })
    }

    /// The records behind an amount.
    pub(super) fn records(&self, parts: &[Part<'_>]) -> Vec<TaxRecord> {
        let income: HashMap<&str, &Income> = by_id(&self.income, |it| &it.id);
        let spending: HashMap<&str, &Spending> = by_id(&self.spending, |it| &it.id);
        let records = parts.iter().filter_map(|part| {
            let (date, customer) = if let Some(it) = income.get(part.id) {
                (it.date, it.customer.as_deref())
            } else if let Some(it) = spending.get(part.id) {
                (it.date, it.customer.as_deref())
            } else {
                return self.at_home(*part);
            };
            let customer = customer.map_or_else(String::new, |id| self.names.customer(Some(id)));
            let (kind, subject, title) = match self.sources.get(part.id) {
                Some(source) => source.told(),
                None => self.other(part.id)?,
            };
            Some(TaxRecord {
                id: part.id.to_owned(),
                kind: kind.to_owned(),
                subject: subject.to_owned(),
                title: title.to_owned(),
                customer,
                date,
                amount: part.amount,
            })
        });
        records.collect()
    }

    fn other(&self, id: &str) -> Option<(&'static str, &str, &str)> {
        let found = self.others.iter().find(|row| row.id.as_str() == id)?;
        Some(("other_income", found.id.as_str(), &*found.description))
    }

    fn at_home(&self, part: Part<'_>) -> Option<TaxRecord> {
        let found = self.home.iter().find(|it| it.id == part.id)?;
        let (first, last) = (found.month.first(), found.month.last());
        Some(TaxRecord {
            id: found.id.clone(),
            kind: "home".to_owned(),
            subject: String::new(),
            title: format!(
                "{} hours at home, {} to {}",
                found.hours,
                date_long(first),
                date_long(last)
            ),
            customer: String::new(),
            date: first,
            amount: part.amount,
        })
    }
}

fn by_id<T>(records: &[T], id: impl Fn(&T) -> &str) -> HashMap<&str, &T> {
    records.iter().map(|it| (id(it), it)).collect()
}

fn other(row: &OtherRow) -> Income {
    Income {
        id: row.id.to_string(),
        date: row.date,
        kind: IncomeKind::Other,
        customer: None,
        profile: row.business_profile_id.as_ref().map(ToString::to_string),
        net: row.amount,
        vat: Pence::ZERO,
        cis: Pence::ZERO,
        confirmed: true,
    }
}

/// The days from the first of the first update to the last of the last one.
fn whole(year: TaxYear, updates: &[UpdatePeriod]) -> Period {
    let usual = Period::of_tax_year(year);
    let ends = |pick: fn(&UpdatePeriod) -> Date, at: Option<&UpdatePeriod>| at.map(pick);
    Period {
        from: ends(|it| it.period.from, updates.first()).unwrap_or(usual.from),
        to: ends(|it| it.period.to, updates.last()).unwrap_or(usual.to),
    }
}
