//! The records of a tax year, in the form that core's return and updates need.

use std::collections::HashMap;

use plumbline_core::money::Pence;
use plumbline_core::report::books::{AccountingBasis, HomeMonth, Income, IncomeKind, Spending};
use plumbline_core::report::mtd::{UpdatePeriod, list_update_periods};
use plumbline_core::report::{AmountPart, IncomeTaxBooks, Period};
use plumbline_core::tax::TaxYear;
use plumbline_core::time::Date;
use plumbline_core::time::text::format_long_date;

use super::choices::TaxYearChoices;
use super::response::TaxRecord;
use super::store::{self, OtherIncomeRow};
use super::trades::{AccountTrade, Trades};
use crate::reports::names::Names;
use crate::reports::query::ReportRequest;
use crate::reports::records::{self, RecordSource};
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::UserId;

/// A tax year's settings and periods, without its records.
pub(super) struct TaxYearPeriods {
    /// The settings in effect for it.
    pub(super) choices: TaxYearChoices,
    /// Its four quarterly updates.
    pub(super) updates: Vec<UpdatePeriod>,
}

impl TaxYearPeriods {
    /// Reads the settings of a tax year.
    pub(super) async fn load(conn: &mut Conn, user_id: &UserId, year: TaxYear) -> DbResult<Self> {
        let chosen = TaxYearChoices::load(conn, user_id, year).await?;
        let before = TaxYearChoices::load(conn, user_id, year.previous()).await?;
        let updates = list_update_periods(year, chosen.quarter_ends(), before.quarter_ends());
        Ok(Self { choices: chosen, updates })
    }

    /// The days that the return covers: those of the four updates.
    pub(super) fn period(&self) -> Period {
        full_period(self.choices.year, &self.updates)
    }
}

/// A tax year with all of its records.
pub(super) struct TaxYearBooks {
    /// The settings of the year, and its updates.
    pub(super) days: TaxYearPeriods,
    income: Vec<Income>,
    spending: Vec<Spending>,
    home: Vec<HomeMonth>,
    others: Vec<OtherIncomeRow>,
    sources: HashMap<String, RecordSource>,
    pub(super) names: Names,
    /// The trade whose records these are; `None` if the account has only one trade.
    pub(super) trade: Option<AccountTrade>,
}

impl TaxYearBooks {
    /// Reads a tax year of an account for the named trade; without a name, for the first trade.
    ///
    /// # Errors
    /// 404 if there is no such trade.
    pub(super) async fn load(
        conn: &mut Conn,
        user_id: &UserId,
        year: TaxYear,
        trade: Option<&str>,
    ) -> Result<Self, ApiError> {
        let trades = Trades::load(conn, user_id).await?;
        let trade = trades.find_by_name(trade)?;
        let of = TaxYearPeriods::load(conn, user_id, year).await?;
        let period = of.period();
        // Contractors' deductions always count by the tax year, so the days of both are read.
        let days = Period { from: period.from.min(year.first_day()), to: period.to.max(year.last_day()) };
        let mut income = Vec::new();
        let mut sources = HashMap::new();
        let others = store::list_other_income(conn, user_id, [days.from, days.to]).await?;
        for basis in [AccountingBasis::Cash, AccountingBasis::Accruals] {
            let earned = records::load_income(conn, user_id, ReportRequest { period: days, basis }).await?;
            income.extend(earned.records);
            sources.extend(earned.sources);
        }
        income.extend(others.iter().map(to_income));
        // Income that is assigned to no business belongs to the account's first business.
        for record in &mut income {
            let first = || trades.first_profile().map(str::to_owned);
            record.profile = record.profile.take().or_else(first);
        }
        let spent = records::load_spending(
            conn,
            user_id,
            ReportRequest {
                // Mileage is counted from the start of its own tax year.
                period: Period { from: TaxYear::containing(days.from).first_day(), to: days.to },
                basis: AccountingBasis::Cash,
            },
        )
        .await?;
        sources.extend(spent.sources);
        let is_main = trade.as_ref().is_none_or(|trade| trade.is_main);
        Ok(Self {
            // Hours at home aren't assigned to a business, so they count for the main trade.
            home: if is_main { of.choices.home_months() } else { Vec::new() },
            trade,
            days: of,
            income,
            spending: spent.records,
            others,
            sources,
            names: Names::load(conn, user_id).await?,
        })
    }

    /// Converts the records to core's type.
    pub(super) fn to_core(&self) -> IncomeTaxBooks<'_> {
        IncomeTaxBooks {
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
    pub(super) fn list_records(&self, parts: &[AmountPart<'_>]) -> Vec<TaxRecord> {
        let income: HashMap<&str, &Income> = index_by_id(&self.income, |it| &it.id);
        let spending: HashMap<&str, &Spending> = index_by_id(&self.spending, |it| &it.id);
        let records = parts.iter().filter_map(|part| {
            let (date, customer) = if let Some(it) = income.get(part.id) {
                (it.date, it.customer.as_deref())
            } else if let Some(it) = spending.get(part.id) {
                (it.date, it.customer.as_deref())
            } else {
                return self.home_record(*part);
            };
            let customer = customer.map_or_else(String::new, |id| self.names.customer_name(Some(id)));
            let (kind, subject, title) = match self.sources.get(part.id) {
                Some(source) => source.subject(),
                None => self.describe_other_income(part.id)?,
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

    fn describe_other_income(&self, id: &str) -> Option<(&'static str, &str, &str)> {
        let found = self.others.iter().find(|row| row.id.as_str() == id)?;
        Some(("other_income", found.id.as_str(), &*found.description))
    }

    fn home_record(&self, part: AmountPart<'_>) -> Option<TaxRecord> {
        let found = self.home.iter().find(|it| it.id == part.id)?;
        let (first, last) = (found.month.first_day(), found.month.last_day());
        Some(TaxRecord {
            id: found.id.clone(),
            kind: "home".to_owned(),
            subject: String::new(),
            title: format!(
                "{} hours at home, {} to {}",
                found.hours,
                format_long_date(first),
                format_long_date(last)
            ),
            customer: String::new(),
            date: first,
            amount: part.amount,
        })
    }
}

fn index_by_id<T>(records: &[T], id: impl Fn(&T) -> &str) -> HashMap<&str, &T> {
    records.iter().map(|it| (id(it), it)).collect()
}

fn to_income(row: &OtherIncomeRow) -> Income {
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
fn full_period(year: TaxYear, updates: &[UpdatePeriod]) -> Period {
    let usual = Period::for_tax_year(year);
    let ends = |pick: fn(&UpdatePeriod) -> Date, at: Option<&UpdatePeriod>| at.map(pick);
    Period {
        from: ends(|it| it.period.from, updates.first()).unwrap_or(usual.from),
        to: ends(|it| it.period.to, updates.last()).unwrap_or(usual.to),
    }
}
