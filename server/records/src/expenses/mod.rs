//! Expenses: what a business spends, with receipts, for the tax return.
//!
//! ```text
//! fields      the fields that a person enters, and their checks
//! mileage     the amount of a journey, which depends on the others of its tax year
//! receipts    pictures, uploaded when they are taken; the expense that is saved later refers to them
//! repeating   the job that creates the next expense of a series
//! import      importing a bank's file, each row only once
//! shared      photos that another app shares with the installed one
//! ```

mod export;
pub mod fields;
mod import;
mod mileage;
mod query;
mod receipts;
mod repeating;
mod response;
pub mod store;
mod update;

use axum::Json;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::StatusCode;
use axum::routing::get;
use fields::{ExpenseFields, ExpenseInput, Mileage};
use plumbline_core::expense::{ExpensePreview, calculate_journey, calculate_purchase};
use plumbline_core::money::number::Number;
use plumbline_core::time::Date;
use serde::{Deserialize, Serialize};
use store::{ExpenseRow, journeys};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::activities;
use crate::documents::store::parties;
use crate::documents::today;
use plumbline_platform::db::Conn;
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::files::store as files;
use plumbline_platform::files::store::Purpose;
use plumbline_platform::http::form::FRAME_MAX;
use plumbline_platform::http::{ApiJson, Create, Path, Write};
use plumbline_platform::ids::{ExpenseId, UserId};
use plumbline_platform::jobs::JobHandler;
use plumbline_platform::limits::quota::{self, StorageUse};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::{AppState, Services};

pub use response::{Expense, ExpenseSummary};

/// The module's job handlers.
pub const JOB_HANDLERS: &[JobHandler] = &[repeating::JOB_HANDLER];

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    let receipts = OpenApiRouter::new()
        .routes(routes!(receipts::upload))
        .layer(DefaultBodyLimit::max(receipts::FILE_LIMIT.0 + FRAME_MAX));
    let import = OpenApiRouter::new()
        .routes(routes!(import::preview))
        .routes(routes!(import::import))
        .layer(DefaultBodyLimit::max(import::FILE_LIMIT.0 + import::CHOICES_MAX));
    OpenApiRouter::new()
        .merge(receipts)
        .merge(import)
        .routes(routes!(receipts::receipt))
        .routes(routes!(export::export))
        .routes(routes!(query::suppliers))
        .routes(routes!(preview))
        .routes(routes!(query::list, create))
        .routes(routes!(read, update::update, delete))
}

/// Paths outside `/api`.
pub fn page_router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .route("/expenses/shared", get(update::redirect_to_form).post(update::redirect_shared))
}

fn not_found() -> ApiError {
    ApiError::not_found("Expense")
}

/// Checks the customer and the receipts of an expense: they must be the account's own, and no receipt may belong to
/// another expense. They are locked while it is written.
async fn check_references(
    conn: &mut Conn,
    user_id: &UserId,
    id: &ExpenseId,
    fields: &ExpenseFields,
) -> Result<(), ApiError> {
    let refused =
        |path: String, code, message| Err(ApiError::rule_broken(vec![FieldError::new(path, code, message)]));
    if let Some(contact) = &fields.contact_id
        && !parties::lock_contact(conn, user_id, contact).await?
    {
        let text = "This customer no longer exists. Please choose another.";
        return refused("contactId".to_owned(), "not_found", text);
    }
    if let Some(business) = &fields.business_profile_id
        && !parties::owns_profile(conn, user_id, business).await?
    {
        let text = "This business no longer exists. Please choose another.";
        return refused("businessProfileId".to_owned(), "not_found", text);
    }
    for (at, receipt) in fields.receipts.iter().enumerate() {
        let path = format!("receipts[{at}]");
        if !files::is_owned(conn, user_id, receipt, Purpose::Receipt).await? {
            let text = "This receipt no longer exists. Please add it again.";
            return refused(path, "not_found", text);
        }
        if store::receipts::is_used_elsewhere(conn, receipt, id).await? {
            let text = "This receipt belongs to another expense.";
            return refused(path, "taken", text);
        }
    }
    Ok(())
}

/// Records an activity for an expense in the present transaction.
async fn record_activity(
    services: &Services,
    conn: &mut Conn,
    user_id: &UserId,
    kind: &str,
    expense: &Expense,
) -> Result<(), ApiError> {
    let subject = ("expense", expense.id.as_str(), expense.display_name());
    activities::record_named(services, conn, user_id, kind, subject).await
}

/// Creates an expense. The client may choose the `id`; repeating the request returns the same expense.
#[utoipa::path(post, path = "/api/expenses", tag = "expenses", request_body = Create<ExpenseInput>,
    responses((status = 201, body = Expense), (status = 409, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
async fn create(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiJson(request): ApiJson<Write<ExpenseInput>>,
) -> Result<(StatusCode, Json<Expense>), ApiError> {
    let id = request.id_or_new(&state.ids)?;
    let today = today(&state)?;
    let fields = request.fields.checked(today)?;
    let mut row = ExpenseRow::new(&user.id, &id, &fields, state.clock.now_ms());
    let mut tx = state.db.begin_write().await?;
    // The expense may have existed before: a deletion is undone by creating it again.
    row.from_bank = store::bank::is_imported(&mut tx, &user.id, &id).await?;
    row.repeat_done = store::find_last_of_series(&mut tx, &user.id, &id).await?;
    row.repeat_next = repeating::first_repeat(&row, row.repeat_done, today);
    check_references(&mut tx, &user.id, &id, &fields).await?;
    mileage::lock_journeys(&mut tx, &user.id, &id, None, Some(&fields)).await?;
    let is_new = store::insert(&mut tx, &row).await?;
    if is_new {
        store::receipts::replace(&mut tx, &id, &fields.receipts).await?;
        mileage::recalculate_journeys(&mut tx, &user.id, [Some(&row), None]).await?;
        repeating::schedule_repeat(&state, &mut tx, &row).await?;
    }
    // Not written if the id exists already: then it is this account's own expense, sent again.
    let Some(made) = store::find_with_receipts(&mut tx, &user.id, &id).await? else {
        return Err(ApiError::id_taken());
    };
    // Refused if the stored expense has different contents, so that what was entered isn't silently lost.
    if !is_new && made.version == 1 && !made.has_same_input(&Expense::from_row(row, fields.receipts)) {
        return Err(ApiError::id_taken());
    }
    if is_new {
        record_activity(&state, &mut tx, &user.id, "created", &made).await?;
        quota::count_storage(&state, &mut tx, &user.id, StorageUse::of_bytes(quota::EXPENSE_BYTES)).await?;
    }
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(made)))
}

/// Deletes an expense. Its receipts are deleted after 30 days, unless it is created again with them; a bank line that
/// it was imported from is still recognised. A payment to a subcontractor under CIS has its own request for deletion.
#[utoipa::path(delete, path = "/api/expenses/{id}", tag = "expenses", params(ExpenseId),
    responses((status = 204), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody)))]
async fn delete(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ExpenseId>,
) -> Result<StatusCode, ApiError> {
    let mut tx = state.db.begin_write().await?;
    let row = store::find(&mut tx, &user.id, &id).await?;
    let row = row.ok_or_else(not_found)?;
    if store::is_under_cis(&mut tx, &id).await? {
        let text = "This is a payment to a subcontractor under CIS. Open the payment itself to delete it.";
        return Err(ApiError::conflict("under_cis", text));
    }
    mileage::lock_journeys(&mut tx, &user.id, &id, Some(&row), None).await?;
    for receipt in store::receipts::list_for_expense(&mut tx, &id).await? {
        plumbline_platform::files::schedule_cleanup(&state, &mut tx, &user.id, &receipt).await?;
    }
    if !store::delete(&mut tx, &user.id, &id).await? {
        return Err(not_found());
    }
    repeating::cancel_repeat(&mut tx, &id).await?;
    mileage::recalculate_journeys(&mut tx, &user.id, [Some(&row), None]).await?;
    let gone = Expense::from_row(row, Vec::new());
    record_activity(&state, &mut tx, &user.id, "deleted", &gone).await?;
    let less = StorageUse::of_bytes(quota::EXPENSE_BYTES).negated();
    quota::count_storage(&state, &mut tx, &user.id, less).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// One expense.
#[utoipa::path(get, path = "/api/expenses/{id}", tag = "expenses", params(ExpenseId),
    responses((status = 200, body = Expense), (status = 404, body = ErrorBody)))]
async fn read(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ExpenseId>,
) -> Result<Json<Expense>, ApiError> {
    let mut conn = state.db.read().await?;
    let found = store::find_with_receipts(&mut conn, &user.id, &id).await?;
    found.map(Json).ok_or_else(not_found)
}

/// What was entered so far, from which the rest is calculated.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct ExpensePreviewRequest {
    /// The expense that is being edited; null for a new one.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    pub id: Option<ExpenseId>,
    /// The date of payment, YYYY-MM-DD.
    #[serde(deserialize_with = "plumbline_core::time::supplied::date")]
    #[schema(value_type = String)]
    pub date: Date,
    /// Pounds, including VAT.
    #[serde(default)]
    #[schema(value_type = String)]
    pub amount: Number,
    /// The percentage of VAT in it; empty if there is no VAT.
    #[serde(default)]
    #[schema(value_type = String)]
    pub vat_rate: Number,
    /// A journey, instead of an amount.
    #[serde(default)]
    pub mileage: Option<Mileage>,
}

/// Core's result, for the API description.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExpensePreview, value_type = Object)]
pub struct CorePreview(pub ExpensePreview);

/// The amounts that an expense would have if it were saved. Nothing is written.
#[utoipa::path(post, path = "/api/expenses/preview", tag = "expenses",
    request_body = ExpensePreviewRequest, responses((status = 200, body = CorePreview),
        (status = 422, body = ErrorBody)))]
async fn preview(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiJson(typed): ApiJson<ExpensePreviewRequest>,
) -> Result<Json<CorePreview>, ApiError> {
    let Some(mileage) = &typed.mileage else {
        let preview = calculate_purchase(&typed.amount, &typed.vat_rate, &Number::Empty)?;
        return Ok(Json(CorePreview(preview)));
    };
    let (vehicle, miles) = (mileage.vehicle, &mileage.miles);
    let mut conn = state.db.read().await?;
    // A new one comes after all others of its date.
    let id = typed.id.as_ref().map_or("~", |id| id.as_str());
    let at = (typed.date, id);
    let (_, before) = journeys::count_before(&mut conn, &user.id, vehicle, at).await?;
    let preview = calculate_journey(typed.date, vehicle, miles, before)?;
    Ok(Json(CorePreview(preview)))
}
