//! VAT bad debt relief: GET, POST and DELETE /api/vat/{profile}/bad-debts

use std::collections::HashMap;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use plumbline_core::money::Pence;
use plumbline_core::report::Period;
use plumbline_core::report::vat::bad_debt::{BadDebt, check_claim, list_unclaimed};
use plumbline_core::report::vat::{Sale, Scheme, Stagger, VatBooks, VatRegistration};
use plumbline_core::time::Date;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::books::RegisteredBusiness;
use super::sales::{self, Sales};
use super::store::{self, VatBadDebtRow};
use crate::reports::names::Names;
use plumbline_platform::db::Conn;
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::{ApiJson, Path};
use plumbline_platform::ids::{DocumentId, ProfileId, UserId};
use plumbline_platform::limits::quota::{self, StorageUse};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::activities;
use plumbline_records::documents::today;

/// How many years back are read: a claim can be made for four and a half years.
const YEARS_BACK: u16 = 5;
/// The most invoices that are listed.
const INVOICES_MAX: usize = 200;

/// An invoice that hasn't been paid in full.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct VatBadDebt {
    /// The invoice.
    pub invoice: String,
    /// Its number.
    pub number: String,
    /// The customer's present name.
    pub customer: String,
    /// The unpaid pounds, including VAT; for an invoice that was written off, those on the day on which the claim
    /// counts.
    #[schema(value_type = String)]
    pub unpaid: Pence,
    /// Pounds of VAT in that.
    #[schema(value_type = String)]
    pub vat: Pence,
    /// The first day on which it can be claimed, YYYY-MM-DD; `None` if it can no longer be claimed.
    #[schema(value_type = Option<String>)]
    pub from: Option<Date>,
    /// The last day on which it can be claimed, YYYY-MM-DD.
    #[schema(value_type = Option<String>)]
    pub to: Option<Date>,
    /// The day on which it was written off, YYYY-MM-DD; `None` if it wasn't.
    #[schema(value_type = Option<String>)]
    pub written_off: Option<Date>,
}

/// A business's unpaid invoices whose VAT can be reclaimed, and those whose VAT was.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct VatBadDebts {
    /// The business's name.
    pub name: String,
    /// The invoices that can be claimed today, oldest first; at most 200.
    pub unclaimed: Vec<VatBadDebt>,
    /// How many invoices can be claimed today, including those that aren't listed.
    pub unclaimed_count: usize,
    /// Pounds of VAT that can be claimed today, for all of these invoices.
    #[schema(value_type = String)]
    pub unclaimed_vat: Pence,
    /// The invoices that were written off, latest first.
    pub written_off: Vec<VatBadDebt>,
}

/// The invoice to write off.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct VatWriteOff {
    /// The invoice.
    #[schema(value_type = String)]
    pub invoice: DocumentId,
}

/// The claims that can be made: the listed ones, and the count and VAT of all of them.
struct UnclaimedDebts {
    listed: Vec<BadDebt>,
    count: usize,
    vat: Pence,
}

impl UnclaimedDebts {
    fn new(mut listed: Vec<BadDebt>) -> Self {
        let count = listed.len();
        let vat = listed.iter().map(|debt| debt.vat).sum();
        listed.truncate(INVOICES_MAX);
        Self { listed, count, vat }
    }
}

/// A business's sales and registration, as needed for bad debt relief.
struct BadDebtBooks {
    registered: RegisteredBusiness,
    registration: VatRegistration,
    stagger: Stagger,
    schemes: Vec<Scheme>,
    sales: Sales,
    names: Names,
}

impl BadDebtBooks {
    async fn load(
        conn: &mut Conn,
        user_id: &UserId,
        profile_id: &ProfileId,
        today: Date,
    ) -> Result<Self, ApiError> {
        let registered = RegisteredBusiness::load(conn, user_id, profile_id).await?;
        let registration = registered.row.to_registration("");
        let first = Date::new(today.year().saturating_sub(YEARS_BACK), today.month(), 1);
        let first = first.unwrap_or(today);
        let days = Period { from: registered.row.registered_from.max(first).min(today), to: today };
        Ok(Self {
            stagger: registered.row.parse_stagger()?,
            schemes: registered.row.parse_schemes()?,
            sales: sales::load_sales(conn, user_id, profile_id, days).await?,
            names: Names::load(conn, user_id).await?,
            registration,
            registered,
        })
    }

    fn to_response(&self, today: Date) -> VatBadDebts {
        let moved = HashMap::new();
        let books = VatBooks {
            registration: &self.registration,
            stagger: self.stagger,
            schemes: &self.schemes,
            sales: &self.sales.sales,
            purchases: &[],
            filed: &[],
            moved: &moved,
        };
        let UnclaimedDebts { listed, count, vat } = UnclaimedDebts::new(list_unclaimed(&books, today));
        let listed = listed.into_iter();
        let open = listed.map(|debt| self.to_bad_debt(&debt.document.clone(), Some(debt), None));
        let mut done: Vec<(Date, &Sale)> =
            self.sales.sales.iter().filter_map(|sale| Some((sale.written_off?, sale))).collect();
        done.sort_by(|a, b| (b.0, &b.1.id).cmp(&(a.0, &a.1.id)));
        let done = done.into_iter().map(|(day, sale)| {
            // A debt that was written off before it could be claimed counts on the first day on which it can.
            let debt = check_claim(&books, sale, day);
            self.to_bad_debt(&sale.id, debt.ok(), Some(day))
        });
        VatBadDebts {
            name: self.registered.profile.fields.name.clone(),
            written_off: done.collect(),
            unclaimed: open.collect(),
            unclaimed_count: count,
            unclaimed_vat: vat,
        }
    }

    fn to_bad_debt(&self, invoice: &str, debt: Option<BadDebt>, written_off: Option<Date>) -> VatBadDebt {
        let sold_document = self.sales.documents.get(invoice);
        let customer =
            sold_document.map_or_else(String::new, |displayed| match displayed.contact_id.is_empty() {
                true => displayed.contact_name.clone(),
                false => self.names.customer_name(Some(&displayed.contact_id)),
            });
        VatBadDebt {
            invoice: invoice.to_owned(),
            number: sold_document.map_or_else(String::new, |displayed| displayed.number.clone()),
            customer,
            unpaid: debt.as_ref().map_or(Pence::ZERO, |debt| debt.unpaid),
            vat: debt.as_ref().map_or(Pence::ZERO, |debt| debt.vat),
            from: debt.as_ref().map(|debt| debt.days.from),
            to: debt.as_ref().map(|debt| debt.days.to),
            written_off,
        }
    }
}

fn field_error(code: &'static str, result: impl Into<std::borrow::Cow<'static, str>>) -> ApiError {
    ApiError::rule_broken(vec![FieldError::new("invoice", code, result)])
}

/// A business's unpaid invoices whose VAT can be reclaimed today, and those that were written off.
#[utoipa::path(get, path = "/api/vat/{id}/bad-debts", operation_id = "bad_debts", tag = "vat", params(ProfileId),
    responses((status = 200, body = VatBadDebts), (status = 404, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
pub(super) async fn list(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ProfileId>,
) -> Result<Json<VatBadDebts>, ApiError> {
    let today = today(&state)?;
    let mut tx = state.db.begin_read().await?;
    let read = BadDebtBooks::load(&mut tx, &user.id, &id, today).await?;
    drop(tx);
    Ok(Json(read.to_response(today)))
}

/// Writes off, as of today, the unpaid part of an invoice. Its VAT is reclaimed in box 4 of the return for this day,
/// and the VAT in any later payment is repaid in the return for that payment. Repeating the request changes nothing.
#[utoipa::path(post, path = "/api/vat/{id}/bad-debts", operation_id = "write_off", tag = "vat", params(ProfileId),
    request_body = VatWriteOff, responses((status = 201, body = VatBadDebts),
        (status = 404, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(super) async fn write_off(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ProfileId>,
    ApiJson(VatWriteOff { invoice }): ApiJson<VatWriteOff>,
) -> Result<(StatusCode, Json<VatBadDebts>), ApiError> {
    let today = today(&state)?;
    let mut tx = state.db.begin_write().await?;
    let read = BadDebtBooks::load(&mut tx, &user.id, &id, today).await?;
    let sale = read.sales.sales.iter().find(|sale| sale.id == invoice.as_str());
    let sale = sale.ok_or_else(|| ApiError::not_found("Invoice"))?;
    if sale.written_off.is_none() {
        let moved = HashMap::new();
        let books = VatBooks {
            registration: &read.registration,
            stagger: read.stagger,
            schemes: &read.schemes,
            sales: &read.sales.sales,
            purchases: &[],
            filed: &[],
            moved: &moved,
        };
        let debt =
            check_claim(&books, sale, today).map_err(|why| field_error(why.code(), why.to_string()))?;
        let row = VatBadDebtRow {
            document_id: invoice.clone(),
            user_id: user.id.clone(),
            written_off: today,
            created_at: state.clock.now_ms(),
        };
        if store::insert_bad_debt(&mut tx, &row).await? {
            let claimed = ("written_off", &invoice, Some(debt.vat));
            record_activity(&state, &mut tx, &user, &read, claimed).await?;
            quota::count_storage(&state, &mut tx, &user.id, StorageUse::of_bytes(quota::EXPENSE_BYTES))
                .await?;
        }
    }
    let read = BadDebtBooks::load(&mut tx, &user.id, &id, today).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(read.to_response(today))))
}

/// Undoes the write-off of an invoice. If the claim is in a return that was filed, the next return reverses it.
#[utoipa::path(delete, path = "/api/vat/{id}/bad-debts", operation_id = "take_back", tag = "vat", params(ProfileId),
    request_body = VatWriteOff, responses((status = 200, body = VatBadDebts),
        (status = 404, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(super) async fn take_back(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ProfileId>,
    ApiJson(VatWriteOff { invoice }): ApiJson<VatWriteOff>,
) -> Result<Json<VatBadDebts>, ApiError> {
    let today = today(&state)?;
    let mut tx = state.db.begin_write().await?;
    let read = BadDebtBooks::load(&mut tx, &user.id, &id, today).await?;
    let mut sales = read.sales.sales.iter();
    if !sales.any(|sale| sale.id == invoice.as_str()) {
        return Err(ApiError::not_found("Invoice"));
    }
    if store::delete_bad_debt(&mut tx, &user.id, invoice.as_str()).await? {
        let undone = ("taken_back", &invoice, None);
        record_activity(&state, &mut tx, &user, &read, undone).await?;
        let less = StorageUse::of_bytes(quota::EXPENSE_BYTES).negated();
        quota::count_storage(&state, &mut tx, &user.id, less).await?;
    }
    let read = BadDebtBooks::load(&mut tx, &user.id, &id, today).await?;
    tx.commit().await?;
    Ok(Json(read.to_response(today)))
}

/// Records the change to an invoice in the activities, with the VAT that is claimed.
async fn record_activity(
    state: &AppState,
    conn: &mut Conn,
    user: &CurrentUser,
    read: &BadDebtBooks,
    (kind, invoice, vat): (&str, &DocumentId, Option<Pence>),
) -> Result<(), ApiError> {
    let sold_document = read.sales.documents.get(invoice.as_str());
    let number = sold_document.map_or("", |displayed| displayed.number.as_str());
    let mut data = json!({ "name": number });
    if let Some(vat) = vat {
        data["amount"] = json!(vat);
    }
    let subject = ("invoice", invoice.as_str());
    activities::record(state, conn, &user.id, kind, subject, &data).await
}

#[cfg(test)]
mod tests {
    use plumbline_core::report::vat::bad_debt::ClaimDays;

    use super::*;

    #[test]
    fn the_total_includes_debts_beyond_the_listed_ones() {
        let day = Date::new(2026, 5, 1).expect("a day");
        let debt = |at: usize| BadDebt {
            document: at.to_string(),
            days: ClaimDays { from: day, to: day },
            unpaid: Pence(12_000),
            vat: Pence(2_000),
        };
        let open = UnclaimedDebts::new((0..=INVOICES_MAX).map(debt).collect());
        // 201 × 20.00.
        assert_eq!((open.count, open.vat), (201, Pence(402_000)));
        assert_eq!(open.listed.len(), INVOICES_MAX);
        assert_eq!(open.listed[0].document, "0");
    }
}
