//! Debts by age: each customer with what they owe, by how late it is. The sums are those of the list of outstanding
//! invoices, and of the dashboard.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use plumbline_core::chase::Age;
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::time::Date;
use plumbline_core::time::text::format_long_date;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::db::Conn;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::ApiQuery;
use plumbline_platform::ids::UserId;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_platform::workbook::{
    FileFormat, GeneratedFile, IndexedReport, Workbook, WorkbookCell, WorkbookColumn, WorkbookTable,
};
use plumbline_records::contacts::store as contacts;
use plumbline_records::documents;
use plumbline_records::summaries::aged::{AgedDebt, list_aged_debts};
use plumbline_records::summaries::customer;
use plumbline_records::summaries::find::DocumentFilter;

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(list_debtors)).routes(routes!(export))
}

/// Who owes how much.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct OwedReport {
    /// The customers who owe something.
    pub customers: Vec<Debtor>,
    /// The sums of all customers: `outstanding` and `overdue` are the same as on the dashboard.
    pub all: OwedSums,
    /// Today in London, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub today: Date,
}

/// Debts by how late they are.
#[derive(Debug, Clone, Copy, Default, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct OwedSums {
    /// Pounds in total.
    #[schema(value_type = String)]
    pub outstanding: Pence,
    /// Pounds that are late.
    #[schema(value_type = String)]
    pub overdue: Pence,
    /// Pounds that are not due yet.
    #[schema(value_type = String)]
    pub not_due: Pence,
    /// Pounds that are 1 to 30 days late.
    #[schema(value_type = String)]
    pub to30: Pence,
    /// Pounds that are 31 to 60 days late.
    #[schema(value_type = String)]
    pub to60: Pence,
    /// Pounds that are 61 to 90 days late.
    #[schema(value_type = String)]
    pub to90: Pence,
    /// Pounds that are more than 90 days late.
    #[schema(value_type = String)]
    pub over90: Pence,
    /// The number of these invoices.
    pub invoices: i64,
}

/// A customer who owes something.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Debtor {
    /// The contact; `None` if it was deleted.
    pub contact_id: Option<String>,
    /// Their current name or, if the contact was deleted, the name on the invoice.
    pub name: String,
    /// The earliest due date among their invoices, YYYY-MM-DD; `None` if they have no due date.
    #[schema(value_type = Option<String>)]
    pub oldest: Option<Date>,
    /// How late that is.
    #[schema(value_type = String)]
    pub age: Age,
    /// What they owe.
    #[serde(flatten)]
    pub sums: OwedSums,
}

/// The order of the customers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum OwedOrder {
    /// The longest overdue first.
    #[default]
    Oldest,
    /// The largest debt first.
    Most,
}

/// The query of the list.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct OwedQuery {
    /// `oldest` (the default) or `most`.
    #[param(inline)]
    sort: Option<OwedOrder>,
}

impl OwedQuery {
    fn order(&self) -> OwedOrder {
        self.sort.unwrap_or_default()
    }
}

/// Who owes how much, by how late it is.
#[utoipa::path(get, path = "/api/owed", tag = "owed", params(OwedQuery),
    responses((status = 200, body = OwedReport), (status = 400, body = ErrorBody)))]
async fn list_debtors(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiQuery(query): ApiQuery<OwedQuery>,
) -> Result<Json<OwedReport>, ApiError> {
    let today = documents::today(&state)?;
    let mut tx = state.db.begin_read().await?;
    let owed = load_report(&mut tx, &user.id, today, query.order()).await?;
    Ok(Json(owed))
}

/// What an account's customers owe.
async fn load_report(
    conn: &mut Conn,
    user_id: &UserId,
    today: Date,
    order: OwedOrder,
) -> Result<OwedReport, ApiError> {
    let filter = DocumentFilter {
        shown: DocumentKind::Invoice.find_list("outstanding"),
        ..DocumentFilter::for_kind(user_id, DocumentKind::Invoice, today)
    };
    let rows = list_aged_debts(conn, &filter).await?;
    let mut names = contact_names(conn, user_id, rows.is_empty()).await?;
    let mut customers = Vec::with_capacity(rows.len());
    let mut all = OwedSums::default();
    for row in rows {
        let sums = OwedSums::from_row(&row);
        all.add(&sums);
        let oldest = Some(row.oldest).filter(|day| *day < Date::LAST);
        customers.push(Debtor {
            name: names.remove(&row.contact_id).unwrap_or(row.name),
            oldest,
            age: Age::for_due_date(oldest, today),
            contact_id: Some(row.contact_id).filter(|id| !id.is_empty()),
            sums,
        });
    }
    customers.sort_by(|a, b| {
        let by_day = a.oldest.unwrap_or(Date::LAST).cmp(&b.oldest.unwrap_or(Date::LAST));
        let by_sum = b.sums.outstanding.cmp(&a.sums.outstanding);
        let first = match order {
            OwedOrder::Oldest => by_day.then(by_sum),
            OwedOrder::Most => by_sum.then(by_day),
        };
        first.then_with(|| a.name.cmp(&b.name))
    });
    Ok(OwedReport { customers, all, today })
}

/// The customers' current names, by the contact's id.
async fn contact_names(
    conn: &mut Conn,
    user_id: &UserId,
    is_none_wanted: bool,
) -> Result<BTreeMap<String, String>, ApiError> {
    if is_none_wanted {
        return Ok(BTreeMap::new());
    }
    let all = contacts::list_names(conn, user_id).await?;
    let named = all.into_iter().map(|contact| {
        let name = customer::display_name(&contact.name, &contact.company).to_owned();
        (contact.id.into(), name)
    });
    Ok(named.collect())
}

impl OwedSums {
    fn from_row(row: &AgedDebt) -> Self {
        let [not_due, to30, to60, to90, over90] = row.by_age.map(Pence);
        Self {
            outstanding: Pence(row.outstanding),
            overdue: to30 + to60 + to90 + over90,
            not_due,
            to30,
            to60,
            to90,
            over90,
            invoices: row.invoices,
        }
    }

    fn add(&mut self, other: &Self) {
        self.outstanding += other.outstanding;
        self.overdue += other.overdue;
        self.not_due += other.not_due;
        self.to30 += other.to30;
        self.to60 += other.to60;
        self.to90 += other.to90;
        self.over90 += other.over90;
        self.invoices += other.invoices;
    }
}

/// The order, and the kind of file.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
struct OwedExportQuery {
    /// `oldest` (the default) or `most`.
    #[param(inline)]
    sort: Option<OwedOrder>,
    /// `csv` (the default), `xlsx` or `pdf`.
    #[param(inline)]
    r#as: FileFormat,
}

/// Who owes how much, by how late it is, as a file that ends with a row of sums.
#[utoipa::path(get, path = "/api/owed/export", tag = "owed", params(OwedExportQuery),
    responses((status = 200, content_type = "text/csv", body = [u8]),
        (status = 400, body = ErrorBody)))]
async fn export(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiQuery(OwedExportQuery { sort, r#as }): ApiQuery<OwedExportQuery>,
) -> Result<GeneratedFile, ApiError> {
    let today = documents::today(&state)?;
    let mut tx = state.db.begin_read().await?;
    let owed = load_report(&mut tx, &user.id, today, sort.unwrap_or_default()).await?;
    drop(tx);
    to_workbook(&owed).generate(&state, &user.id, r#as).await
}

/// The workbook, which has one table.
fn to_workbook(owed: &OwedReport) -> Workbook {
    let mut customers = WorkbookTable::new(
        "Customers",
        &[
            WorkbookColumn::text("Customer"),
            WorkbookColumn::count("Invoices"),
            WorkbookColumn::day("Oldest due"),
            WorkbookColumn::money("Not due yet"),
            WorkbookColumn::money("1 to 30 days late"),
            WorkbookColumn::money("31 to 60 days late"),
            WorkbookColumn::money("61 to 90 days late"),
            WorkbookColumn::money("Over 90 days late"),
            WorkbookColumn::money("Total owed"),
        ],
    );
    for one in &owed.customers {
        let oldest = one.oldest.map_or_else(|| WorkbookCell::text(""), WorkbookCell::Day);
        customers.add_row(to_row(&one.name, oldest, &one.sums));
    }
    customers.add_row(to_row("All", WorkbookCell::text(""), &owed.all));
    Workbook {
        name: format!("owed-{}", owed.today),
        title: "Who owes".to_owned(),
        days: format!("On {}", format_long_date(owed.today)),
        lists: vec![customers],
        records: None,
    }
}

fn to_row(name: &str, oldest: WorkbookCell, sums: &OwedSums) -> Vec<WorkbookCell> {
    let amounts = [sums.not_due, sums.to30, sums.to60, sums.to90, sums.over90, sums.outstanding];
    let invoices = usize::try_from(sums.invoices).unwrap_or_default();
    let first = [WorkbookCell::text(name), WorkbookCell::Count(invoices), oldest];
    first.into_iter().chain(amounts.map(WorkbookCell::Money)).collect()
}

// Debts by age, for the year pack.

/// The report on debts as of a day, by how late they are.
pub async fn report_on(conn: &mut Conn, user_id: &UserId, today: Date) -> Result<IndexedReport, ApiError> {
    let owed_report = load_report(conn, user_id, today, OwedOrder::Oldest).await?;
    let what = format!("Who owes you, by how overdue it is, at {}", format_long_date(today));
    let totals = [("Total owed", owed_report.all.outstanding), ("Of which overdue", owed_report.all.overdue)];
    Ok(IndexedReport::new(&what, to_workbook(&owed_report), &totals))
}
