//! PUT /api/expenses/{id}

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::response::Redirect;
use futures::StreamExt as _;

use super::fields::{ExpenseFields, ExpenseInput, VatKind};
use super::store::{self, ExpenseRow};
use super::{Expense, mileage, repeating};
use crate::documents::today;
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::files;
use plumbline_platform::http::form::FRAME_MAX;
use plumbline_platform::http::{ApiJson, Path, Update, Write};
use plumbline_platform::ids::ExpenseId;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// Replaces an expense's fields. `version` is the base version; if it is no longer the newest, 409 with the newest.
/// Repeating the same update changes nothing.
#[utoipa::path(put, path = "/api/expenses/{id}", tag = "expenses", params(ExpenseId),
    request_body = Update<ExpenseInput>, responses((status = 200, body = Expense),
        (status = 404, body = ErrorBody), (status = 409, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
pub(super) async fn update(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ExpenseId>,
    ApiJson(request): ApiJson<Write<ExpenseInput>>,
) -> Result<Json<Expense>, ApiError> {
    let version = request.check_version(&id)?;
    let today = today(&state)?;
    let goods_or_service = request.fields.goods_or_service;
    let mut fields = request.fields.checked(today)?;
    let mut tx = state.db.begin_write().await?;
    let had = store::find(&mut tx, &user.id, &id).await?;
    let had = had.ok_or_else(super::not_found)?;
    if goods_or_service.is_none() {
        fields.goods_or_service = had.goods_or_service;
        // Such a client knows the VAT treatment only if there is some VAT.
        let is_left = fields.vat_rate.is_empty() && fields.vat_kind == VatKind::Usual;
        if is_left && had.vat_rate.is_empty() && fields.journey.is_none() {
            fields.vat_kind = had.vat_kind;
        }
    }
    let had_receipts = store::receipts::list_for_expense(&mut tx, &id).await?;
    if had.version != version {
        let is_repeated =
            had.version == version.saturating_add(1) && had.to_fields(had_receipts.clone()) == fields;
        let current = Expense::from_row(had, had_receipts);
        return if is_repeated { Ok(Json(current)) } else { Err(ApiError::stale_version(&current)) };
    }
    if store::is_under_cis(&mut tx, &id).await? {
        check_cis_unchanged(&had.to_fields(had_receipts.clone()), &fields)?;
        // The cost belongs to the business that made the deduction.
        fields.business_profile_id = had.business_profile_id.clone();
    }
    super::check_references(&mut tx, &user.id, &id, &fields).await?;
    mileage::lock_journeys(&mut tx, &user.id, &id, Some(&had), Some(&fields)).await?;
    let changed = updated_row(&had, &fields, state.clock.now_ms());
    let row = repeating::with_repeat_days(changed, &had, today);
    if !store::update(&mut tx, &row, version).await? {
        let current = store::find_with_receipts(&mut tx, &user.id, &id).await?;
        return Err(ApiError::stale_version(&current.ok_or_else(super::not_found)?));
    }
    store::receipts::replace(&mut tx, &id, &fields.receipts).await?;
    for gone in had_receipts {
        if !fields.receipts.contains(&gone) {
            files::schedule_cleanup(&state, &mut tx, &user.id, &gone).await?;
        }
    }
    mileage::recalculate_journeys(&mut tx, &user.id, [Some(&row), Some(&had)]).await?;
    repeating::schedule_repeat(&state, &mut tx, &row).await?;
    let current = store::find_with_receipts(&mut tx, &user.id, &id).await?;
    let current = current.ok_or_else(super::not_found)?;
    super::record_activity(&state, &mut tx, &user.id, "updated", &current).await?;
    tx.commit().await?;
    Ok(Json(current))
}

/// For a payment to a subcontractor under CIS, the deduction depends on these fields, so they can only be changed
/// together with it. Its receipts, its job and its purpose may change here too.
fn check_cis_unchanged(had: &ExpenseFields, fields: &ExpenseFields) -> Result<(), ApiError> {
    let amount = |it: &ExpenseFields| (it.amount, it.private_share.value(), it.journey);
    let vat = |it: &ExpenseFields| (it.vat_amount, it.vat_rate.value(), it.vat_kind);
    let moved = [
        ("date", had.date != fields.date),
        ("supplier", had.supplier != fields.supplier),
        ("category", had.category != fields.category),
        ("amount", amount(had) != amount(fields)),
        ("vatAmount", vat(had) != vat(fields)),
        ("repeat", had.repeat != fields.repeat),
    ];
    let text = "This is a payment to a subcontractor under CIS. Open the payment itself to change this, so that what was \
                deducted changes with it.";
    let errors = moved.into_iter().filter(|(_, is_moved)| *is_moved);
    let errors: Vec<FieldError> = errors.map(|(path, _)| FieldError::new(path, "under_cis", text)).collect();
    if errors.is_empty() {
        return Ok(());
    }
    Err(ApiError::rule_broken(errors))
}

/// The next version of an expense. A journey keeps its amount until the year is calculated again.
fn updated_row(had: &ExpenseRow, fields: &ExpenseFields, now: i64) -> ExpenseRow {
    let fresh = ExpenseRow::new(&had.user_id, &had.id, fields, now);
    // Every column is named, so that a new one doesn't compile until somebody decides whether it is entered or
    // preserved.
    let ExpenseRow {
        id: _,
        user_id: _, // the same
        version,
        date: _, // replaced by what was typed
        supplier: _,
        supplier_key: _,
        description: _,
        category: _,
        amount,
        vat_rate: _,
        vat_amount: _,
        private_share: _,
        vehicle_cost: _,
        vat_kind: _,
        goods_or_service: _,
        contact_id: _,
        business_profile_id: _,
        job: _,
        vehicle,
        tenths: _,
        repeats: _,
        repeat_until: _,
        repeat_done: _, // `repeating::with_repeat_days` says what becomes of the series
        repeat_next: _,
        repeat_of,
        from_bank,
        receipt_count: _,
        words: _, // made anew
        created_at,
        updated_at: _, // now
    } = had.clone();
    let row = ExpenseRow {
        version: version.saturating_add(1),
        amount: if fresh.vehicle.is_some() && vehicle.is_some() { amount } else { fresh.amount },
        repeat_of,
        from_bank,
        created_at,
        ..fresh
    };
    row.with_search_words()
}

// Photos that another app shares with the installed one.
//
// Its service worker takes them, so that no server sees them. If there is no worker, for example after the browser
// cleaned up, the form opens and says so.

/// The form's address, with a parameter that says nothing was stored.
const FORM_WITHOUT_PHOTOS: &str = "/expenses/create?shared=not-kept";

/// As much as the service worker would accept.
const BYTES_MAX: usize = 20 * 1024 * 1024 + FRAME_MAX;

/// Redirects to the form, without the photos. The body is read to its end, because a browser that gets a response while
/// it is still sending shows a broken connection instead.
pub async fn redirect_shared(body: Body) -> Redirect {
    let mut pieces = body.into_data_stream();
    let mut size = 0;
    while let Some(Ok(piece)) = pieces.next().await {
        size += piece.len();
        if size > BYTES_MAX {
            break;
        }
    }
    Redirect::to(FORM_WITHOUT_PHOTOS)
}

/// Redirects to the form if somebody opens the address directly.
pub async fn redirect_to_form() -> Redirect {
    Redirect::to("/expenses/create")
}
