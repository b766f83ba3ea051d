//! Payments to subcontractors: POST /api/cis/payments, its preview, and GET, PUT and DELETE of one.
//!
//! A payment is an expense with a second row of the same id. Both are written in one transaction, so that what was
//! spent and what was deducted always belong together.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use plumbline_core::money::number::Number;
use plumbline_core::time::Date;

use super::payment_input::{
    SubcontractorPaymentInput, ValidPayment, calculate_amounts, find_filed_reason, to_figures,
    validate_payment,
};
use super::response::{CisFigures, SubcontractorPayment};
use super::store::{self, CisPaymentRow};
use plumbline_platform::db::Conn;
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::files;
use plumbline_platform::http::{ApiJson, Create, Path, Update, Write};
use plumbline_platform::ids::{ExpenseId, UserId};
use plumbline_platform::limits::quota::{self, StorageUse};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::activities;
use plumbline_records::documents::today;
use plumbline_records::expenses::fields::VatKind;
use plumbline_records::expenses::store::{self as expenses, ExpenseRow, receipts};

fn not_found() -> ApiError {
    ApiError::not_found("Payment")
}

/// The payment as a response.
pub(super) fn to_response(row: &CisPaymentRow, expense: &ExpenseRow, is_filed: bool) -> SubcontractorPayment {
    SubcontractorPayment {
        id: row.expense_id.to_string(),
        version: expense.version,
        profile_id: row.profile_id.to_string(),
        contact_id: row.contact_id.to_string(),
        name: expense.supplier.clone(),
        date: row.date,
        description: expense.description.clone(),
        reverse_charge: expense.vat_kind == VatKind::ReverseCharge,
        reverse_rate: match expense.vat_kind {
            VatKind::ReverseCharge => expense.vat_rate.clone(),
            _ => Number::Empty,
        },
        figures: to_figures(row),
        is_filed,
    }
}

/// A payment with its expense.
async fn load_payment(
    conn: &mut Conn,
    user_id: &UserId,
    id: &ExpenseId,
) -> Result<SubcontractorPayment, ApiError> {
    let row = store::find_payment(conn, user_id, id).await?.ok_or_else(not_found)?;
    let expense = expenses::find(conn, user_id, id).await?.ok_or_else(not_found)?;
    let is_filed = find_filed_reason(conn, &row.profile_id, row.date).await?.is_some();
    Ok(to_response(&row, &expense, is_filed))
}

/// The deduction from a payment that is being typed, and what is left to pay. A missing amount counts as 0; one that
/// can't be read is refused.
#[utoipa::path(post, path = "/api/cis/payments/preview", operation_id = "preview_subcontractor_payment", tag = "cis",
    request_body = SubcontractorPaymentInput,
    responses((status = 200, body = CisFigures), (status = 422, body = ErrorBody)))]
pub(super) async fn preview(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiJson(input): ApiJson<SubcontractorPaymentInput>,
) -> Result<Json<CisFigures>, ApiError> {
    let mut tx = state.db.begin_read().await?;
    let judged = calculate_amounts(&mut tx, &user.id, &input).await?;
    drop(tx);
    Ok(Json(judged.into()))
}

/// Records a payment to a subcontractor, with its expense. The client may choose the `id`; repeating the same request
/// changes nothing.
#[utoipa::path(post, path = "/api/cis/payments", operation_id = "add_subcontractor_payment", tag = "cis",
    request_body = Create<SubcontractorPaymentInput>,
    responses((status = 201, body = SubcontractorPayment), (status = 409, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
pub(super) async fn add(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiJson(request): ApiJson<Write<SubcontractorPaymentInput>>,
) -> Result<(StatusCode, Json<SubcontractorPayment>), ApiError> {
    let id: ExpenseId = request.id_or_new(&state.ids)?;
    let today = today(&state)?;
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    if expenses::find_by_id(&mut tx, &id).await?.is_some() {
        return respond_to_repeat(&mut tx, (&user.id, &id), &request.fields).await;
    }
    let judged = validate_payment(&mut tx, &user.id, &request.fields, None, today).await?;
    check_month_open(&mut tx, &judged).await?;
    let expense = ExpenseRow::new(&user.id, &id, &judged.expense, now);
    if !expenses::insert(&mut tx, &expense).await? {
        return Err(ApiError::id_taken());
    }
    let row = judged.to_row(&user.id, &id);
    store::save_payment(&mut tx, &row).await?;
    record_activity(&state, &mut tx, &user.id, "created", &expense).await?;
    let more = StorageUse::of_bytes(quota::EXPENSE_BYTES);
    quota::count_storage(&state, &mut tx, &user.id, more).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(to_response(&row, &expense, false))))
}

/// The response if the id exists already: the payment, if the same was entered for it.
async fn respond_to_repeat(
    conn: &mut Conn,
    (user_id, id): (&UserId, &ExpenseId),
    typed: &SubcontractorPaymentInput,
) -> Result<(StatusCode, Json<SubcontractorPayment>), ApiError> {
    let Some(row) = store::find_payment(conn, user_id, id).await? else {
        return Err(ApiError::id_taken());
    };
    let had = load_payment(conn, user_id, id).await?;
    let is_same = (row.date, &row.profile_id, &row.contact_id)
        == (typed.date, &typed.profile_id, &typed.contact_id)
        && [row.gross, row.materials, row.vat].map(Some)
            == [&typed.gross, &typed.materials, &typed.vat].map(|it| it.to_pence())
        && had.reverse_charge == typed.reverse_charge
        && (typed.reverse_rate.is_empty()
            || !typed.reverse_charge
            || had.reverse_rate.value() == typed.reverse_rate.value())
        && had.description == typed.description.trim();
    if !is_same {
        return Err(ApiError::id_taken());
    }
    Ok((StatusCode::CREATED, Json(had)))
}

/// A payment to a subcontractor; null if the expense with this id is not one.
#[utoipa::path(get, path = "/api/cis/payments/{id}", operation_id = "subcontractor_payment", tag = "cis",
    params(ExpenseId), responses((status = 200, body = Option<SubcontractorPayment>)))]
pub(super) async fn read(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ExpenseId>,
) -> Result<Json<Option<SubcontractorPayment>>, ApiError> {
    let mut tx = state.db.begin_read().await?;
    if store::find_payment(&mut tx, &user.id, &id).await?.is_none() {
        return Ok(Json(None));
    }
    Ok(Json(Some(load_payment(&mut tx, &user.id, &id).await?)))
}

/// Changes a payment and its expense. `version` is the base version; if it is no longer the newest, 409 with the
/// newest. 422 if the return of its month was filed, or that of the month to which it would move.
#[utoipa::path(put, path = "/api/cis/payments/{id}", operation_id = "update_subcontractor_payment", tag = "cis",
    params(ExpenseId), request_body = Update<SubcontractorPaymentInput>,
    responses((status = 200, body = SubcontractorPayment), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(super) async fn update(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ExpenseId>,
    ApiJson(request): ApiJson<Write<SubcontractorPaymentInput>>,
) -> Result<Json<SubcontractorPayment>, ApiError> {
    let version = request.check_version(&id)?;
    let today = today(&state)?;
    let mut tx = state.db.begin_write().await?;
    let had = store::find_payment(&mut tx, &user.id, &id).await?.ok_or_else(not_found)?;
    let expense = expenses::find(&mut tx, &user.id, &id).await?.ok_or_else(not_found)?;
    if expense.version != version {
        return Err(ApiError::stale_version(&load_payment(&mut tx, &user.id, &id).await?));
    }
    store::lock_contractor(&mut tx, &user.id, &had.profile_id).await?;
    check_not_filed(&mut tx, &had, "date").await?;
    let judged = validate_payment(&mut tx, &user.id, &request.fields, Some(&expense), today).await?;
    check_month_open(&mut tx, &judged).await?;
    let changed = updated_expense(&expense, &judged, state.clock.now_ms());
    if !expenses::update(&mut tx, &changed, version).await? {
        return Err(ApiError::stale_version(&load_payment(&mut tx, &user.id, &id).await?));
    }
    let row = judged.to_row(&user.id, &id);
    store::save_payment(&mut tx, &row).await?;
    record_activity(&state, &mut tx, &user.id, "updated", &changed).await?;
    tx.commit().await?;
    Ok(Json(to_response(&row, &changed, false)))
}

/// The next version of its expense. What was added to it as an expense (its job, its receipts, whether it is goods) is
/// preserved.
fn updated_expense(had: &ExpenseRow, judged: &ValidPayment, now: i64) -> ExpenseRow {
    let fresh = ExpenseRow::new(&had.user_id, &had.id, &judged.expense, now);
    // Every column is named, so that a new one doesn't compile until somebody decides whether it is entered here or
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
        amount: _,
        vat_rate: _,
        vat_amount: _,
        private_share: _,
        vehicle_cost: _,
        vat_kind: _,
        goods_or_service,
        contact_id,
        business_profile_id: _,
        job,
        vehicle: _,
        tenths: _,
        repeats: _,
        repeat_until: _,
        repeat_done: _, // it never comes again
        repeat_next: _,
        repeat_of,
        from_bank,
        receipt_count,
        words: _, // made anew
        created_at,
        updated_at: _, // now
    } = had.clone();
    let row = ExpenseRow {
        version: version.saturating_add(1),
        contact_id,
        job,
        goods_or_service,
        repeat_of,
        from_bank,
        receipt_count,
        created_at,
        ..fresh
    };
    row.with_search_words()
}

/// Deletes a payment with its expense. 409 if the return of its month was filed.
#[utoipa::path(delete, path = "/api/cis/payments/{id}", operation_id = "remove_subcontractor_payment", tag = "cis",
    params(ExpenseId),
    responses((status = 204), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub(super) async fn remove(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ExpenseId>,
) -> Result<StatusCode, ApiError> {
    let mut tx = state.db.begin_write().await?;
    let had = store::find_payment(&mut tx, &user.id, &id).await?.ok_or_else(not_found)?;
    let expense = expenses::find(&mut tx, &user.id, &id).await?.ok_or_else(not_found)?;
    store::lock_contractor(&mut tx, &user.id, &had.profile_id).await?;
    if let Some(text) = find_filed_reason(&mut tx, &had.profile_id, had.date).await? {
        return Err(ApiError::conflict("return_filed", text));
    }
    for receipt in receipts::list_for_expense(&mut tx, &id).await? {
        files::schedule_cleanup(&state, &mut tx, &user.id, &receipt).await?;
    }
    // The rows that belong to the expense are deleted with it.
    if !expenses::delete(&mut tx, &user.id, &id).await? {
        return Err(not_found());
    }
    record_activity(&state, &mut tx, &user.id, "deleted", &expense).await?;
    let less = StorageUse::of_bytes(quota::EXPENSE_BYTES).negated();
    quota::count_storage(&state, &mut tx, &user.id, less).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Refuses to change a payment in a month whose return was filed.
async fn check_not_filed(conn: &mut Conn, had: &CisPaymentRow, path: &'static str) -> Result<(), ApiError> {
    match find_filed_reason(conn, &had.profile_id, had.date).await? {
        Some(text) => Err(field_error(path, text)),
        None => Ok(()),
    }
}

/// Refuses a payment in a month whose return was filed; the contractor's row is locked.
async fn check_month_open(conn: &mut Conn, judged: &ValidPayment) -> Result<(), ApiError> {
    let date: Date = judged.expense.date;
    match find_filed_reason(conn, &judged.profile_id, date).await? {
        Some(text) => Err(field_error("date", text)),
        None => Ok(()),
    }
}

fn field_error(path: &'static str, text: String) -> ApiError {
    ApiError::rule_broken(vec![FieldError::new(path, "return_filed", text)])
}

async fn record_activity(
    state: &AppState,
    conn: &mut Conn,
    user_id: &UserId,
    kind: &str,
    expense: &ExpenseRow,
) -> Result<(), ApiError> {
    let subject = ("expense", expense.id.as_str(), &*expense.supplier);
    activities::record_named(state, conn, user_id, kind, subject).await
}
