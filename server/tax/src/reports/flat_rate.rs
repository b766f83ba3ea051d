//! Income of businesses under the flat rate scheme of VAT.

use std::collections::HashMap;

use plumbline_core::document::Treatment;
use plumbline_core::money::Pence;
use plumbline_core::report::Period;
use plumbline_core::report::books::{FlatRateBusiness, Income, IncomeKind, apply_flat_rate};
use plumbline_core::report::vat::{FiledVatReturn, Scheme, Stagger, VatRegistration};
use plumbline_core::time::Date;

use super::records::{RecordSource, SourcedRecords};
use super::store::{self, DocumentVatGroups, ReportedRegistration};
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::ids::UserId;

/// A business that was under the flat rate scheme on some days.
struct BusinessOnFlatRate {
    profile: String,
    registration: VatRegistration,
    stagger: Stagger,
    schemes: Vec<Scheme>,
    /// Whether the account's expenses that are assigned to no business count with it, as in its VAT returns.
    spends: bool,
    /// The periods that count as filed elsewhere, and whether each had limited cost.
    filed: Vec<(Period, bool)>,
}

/// The businesses of an account that are or were under the flat rate scheme.
pub(super) struct FlatRates(Vec<BusinessOnFlatRate>);

/// For a document with VAT, the part of its total that is turnover of the scheme, and the total.
type TurnoverShare = (Pence, Pence);

impl FlatRates {
    /// Reads the businesses of an account.
    pub(super) async fn load(conn: &mut Conn, user_id: &UserId) -> DbResult<Self> {
        let entered = store::list_registrations(conn, user_id).await?;
        let of = |(at, row): (usize, ReportedRegistration)| {
            Ok(BusinessOnFlatRate {
                profile: row.profile_id,
                registration: VatRegistration {
                    number: String::new(),
                    from: Some(row.registered_from),
                    until: row.registered_until,
                },
                stagger: decode_json(&row.stagger)?,
                schemes: decode_json(&row.schemes)?,
                spends: at == 0,
                filed: Vec::new(),
            })
        };
        let all: Vec<BusinessOnFlatRate> =
            entered.into_iter().enumerate().map(of).collect::<DbResult<_>>()?;
        let is_flat = |it: &BusinessOnFlatRate| it.schemes.iter().any(|one| one.flat_rate.is_some());
        let mut flat: Vec<BusinessOnFlatRate> = all.into_iter().filter(is_flat).collect();
        if !flat.is_empty() {
            for (profile, filed) in store::list_vat_returns(conn, user_id).await? {
                let own = flat.iter_mut().find(|it| it.profile == profile);
                if let Some(own) = own {
                    own.filed.extend(limited_cost_periods(&filed)?);
                }
            }
        }
        Ok(Self(flat))
    }

    /// Whether no business is or ever was under the scheme.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Widens the days of a report to whole VAT periods, because the income of all of these is needed.
    pub(super) fn surrounding_period(&self, days: Period) -> Period {
        self.0.iter().fold(days, |days, it| it.to_core(&[]).surrounding_period(days))
    }

    /// Recalculates the income of the widened days ([`Self::surrounding_period`]) according to the scheme.
    pub(super) async fn apply(
        &self,
        conn: &mut Conn,
        user_id: &UserId,
        around: Period,
        found: &mut SourcedRecords<Income>,
    ) -> DbResult<()> {
        if self.is_empty() {
            return Ok(());
        }
        let turnovers = load_turnovers(conn, user_id).await?;
        let goods = list_goods(conn, user_id, around).await?;
        let sources = &found.sources;
        let turnover = |it: &Income| {
            let with_vat = it.net + it.vat;
            let Some(RecordSource::Document(document)) = sources.get(&it.id) else {
                return Pence::ZERO;
            };
            // A payment is for what is left of the invoice after credit notes.
            let is_paid = matches!(it.kind, IncomeKind::Payment | IncomeKind::Refund);
            let left = turnovers.left.get(&document.id).filter(|_| is_paid);
            let of_document = left.or_else(|| turnovers.whole.get(&document.id));
            of_document.map_or(with_vat, |(part, whole)| with_vat.in_proportion(*part, *whole))
        };
        for business in &self.0 {
            let own = goods.iter().filter(|it| business.has_bought(it));
            let own: Vec<(Date, Pence)> = own.map(|it| (it.date, it.spent)).collect();
            apply_flat_rate(&mut found.records, &business.to_core(&own), turnover);
        }
        Ok(())
    }
}

/// Goods that count in the limited cost test.
struct GoodsBought {
    date: Date,
    /// The business; `None` for the one in whose VAT returns such expenses count.
    profile: Option<String>,
    spent: Pence,
}

impl BusinessOnFlatRate {
    fn has_bought(&self, goods: &GoodsBought) -> bool {
        let own = goods.profile.as_ref();
        own.map_or(self.spends, |profile| *profile == self.profile)
    }

    fn to_core<'a>(&'a self, goods: &'a [(Date, Pence)]) -> FlatRateBusiness<'a> {
        FlatRateBusiness {
            profile: &self.profile,
            registration: &self.registration,
            stagger: self.stagger,
            schemes: &self.schemes,
            goods,
            filed: &self.filed,
        }
    }
}

/// In a stored return, the periods that count as filed elsewhere and were under the scheme, with whether each had
/// limited cost. The first return that was filed here is stored as a list together with those before it.
fn limited_cost_periods(filed: &str) -> DbResult<Vec<(Period, bool)>> {
    let filed: Vec<FiledVatReturn> = match filed.starts_with('[') {
        true => decode_json(filed)?,
        false => vec![decode_json(filed)?],
    };
    let selected =
        filed.into_iter().filter(|it| it.elsewhere).filter_map(|it| Some((it.period, it.limited_cost?)));
    Ok(selected.collect())
}

/// The expenses for goods that count in the limited cost test, less the private part, as in a VAT return.
async fn list_goods(conn: &mut Conn, user_id: &UserId, days: Period) -> DbResult<Vec<GoodsBought>> {
    let spent = store::list_expenses(conn, user_id, days.from, days.to).await?;
    let goods = spent.into_iter().map(|it| GoodsBought {
        date: it.date,
        spent: it.to_core().to_purchase().relevant_goods,
        profile: it.profile_id,
    });
    Ok(goods.collect())
}

/// Turnover by document.
struct DocumentTurnovers {
    /// According to the document.
    whole: HashMap<String, TurnoverShare>,
    /// For an invoice with credit notes, what is left after them, unless nothing is left.
    left: HashMap<String, TurnoverShare>,
}

/// The documents that aren't wholly turnover of the scheme, because reverse charge supplies (VATREVCON35100) and those
/// outside the scope aren't. Includes all credit notes, because they change the share of their invoices.
async fn load_turnovers(conn: &mut Conn, user_id: &UserId) -> DbResult<DocumentTurnovers> {
    let rows = store::list_unusual_groups(conn, user_id).await?;
    let result = rows.iter().map(|row| (row.document_id.clone(), row.turnover_share()));
    let whole: HashMap<String, TurnoverShare> = result.collect();
    let mut left: HashMap<String, TurnoverShare> = HashMap::new();
    let credits = rows.iter().filter(|row| !row.number.is_empty() && row.status != "void");
    for credit in credits {
        let Some(invoice) = whole.get(&credit.credited_invoice_id) else {
            continue;
        };
        let (part, all) = credit.turnover_share();
        let of = left.entry(credit.credited_invoice_id.clone());
        let of = of.or_insert(*invoice);
        of.0 -= part;
        of.1 -= all;
    }
    left.retain(|_, (_, all)| !all.is_zero());
    Ok(DocumentTurnovers { whole, left })
}

impl DocumentVatGroups {
    fn turnover_share(&self) -> TurnoverShare {
        let (mut part, mut whole) = (Pence::ZERO, Pence::ZERO);
        for group in &self.vat_groups {
            match group.treatment {
                Treatment::Taxable => {
                    part += group.taxable + group.vat;
                    whole += group.taxable + group.vat;
                }
                Treatment::Exempt => {
                    part += group.taxable;
                    whole += group.taxable;
                }
                Treatment::ReverseCharge | Treatment::OutsideScope => whole += group.taxable,
            }
        }
        (part, whole)
    }
}

fn decode_json<T: serde::de::DeserializeOwned>(text: &str) -> DbResult<T> {
    serde_json::from_str(text).map_err(|error| sqlx::Error::Decode(error.into()))
}
