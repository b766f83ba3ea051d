//! GET /api/cis/contractors/{profile}/returns/{year} and its file

use std::collections::HashMap;

use axum::Json;
use axum::extract::State;
use plumbline_core::report::cis::{
    Contractor, DECLARATIONS, FiledCisReturn, MonthlyReturn, MonthlyReturnRow as Row, NIL_DECLARATION,
    PaidSubcontractor, Subcontractor, build_monthly_return, build_statement, describe_missing,
};
use plumbline_core::tax::{TaxMonth, TaxYear};
use plumbline_core::time::Date;
use serde::Deserialize;
use utoipa::IntoParams;

use super::file;
use super::payments::to_response;
use super::response::{CisReturn, CisReturnRow, CisReturns, SubcontractorPayment};
use super::store::{self, CisPaymentRow, ContractorRow, SubcontractorRow};
use crate::reports::query::TaxYearPath;
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::query::parse_query_day;
use plumbline_platform::http::{ApiQuery, Path};
use plumbline_platform::ids::{ProfileId, UserId};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_platform::workbook::{FileFormat, GeneratedFile};
use plumbline_records::documents::reading::emails::{self, DocumentEmail};
use plumbline_records::documents::store::posted_emails::{self, EmailRow, EmailTopic};
use plumbline_records::documents::today;
use plumbline_records::expenses::store as expenses;
use plumbline_records::profiles;

/// The query for the returns as a file.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub(super) struct ReturnsFileQuery {
    /// A day of the month, YYYY-MM-DD; the whole year by default.
    month: Option<String>,
    /// `csv` (the default), `xlsx` or `pdf`.
    #[param(inline)]
    r#as: FileFormat,
}

/// A contractor's monthly returns for the months of a tax year that have begun, with the payments behind each amount.
#[utoipa::path(get, path = "/api/cis/contractors/{id}/returns/{year}", operation_id = "cis_returns", tag = "cis",
    params(("id" = String, Path), ("year" = u16, Path, description = "The calendar year in which it begins: 2026 is 2026/27")),
    responses((status = 200, body = CisReturns), (status = 404, body = ErrorBody)))]
pub(super) async fn read(
    State(state): State<AppState>,
    user: CurrentUser,
    Path((id, year)): Path<(ProfileId, TaxYearPath)>,
) -> Result<Json<CisReturns>, ApiError> {
    let today = today(&state)?;
    let mut tx = state.db.begin_read().await?;
    let books = ContractorBooks::load(&mut tx, &user.id, &id, year.0).await?;
    drop(tx);
    Ok(Json(books.list_returns(today)))
}

/// The returns as a file; a spreadsheet has the payments behind each amount.
#[utoipa::path(get, path = "/api/cis/contractors/{id}/returns/{year}/file", operation_id = "cis_returns_file",
    tag = "cis", params(("id" = String, Path), ("year" = u16, Path), ReturnsFileQuery),
    responses((status = 200, content_type = "text/csv", body = [u8]), (status = 400, body = ErrorBody),
        (status = 404, body = ErrorBody)))]
pub(super) async fn file(
    State(state): State<AppState>,
    user: CurrentUser,
    Path((id, year)): Path<(ProfileId, TaxYearPath)>,
    ApiQuery(ReturnsFileQuery { month, r#as }): ApiQuery<ReturnsFileQuery>,
) -> Result<GeneratedFile, ApiError> {
    let today = today(&state)?;
    let month = parse_query_day("month", month.as_deref())?.map(TaxMonth::containing);
    let mut tx = state.db.begin_read().await?;
    let books = ContractorBooks::load(&mut tx, &user.id, &id, year.0).await?;
    drop(tx);
    let mut cis_returns = books.list_returns(today);
    if let Some(month) = month {
        cis_returns.months.retain(|it| it.to == month.last_day());
        if cis_returns.months.is_empty() {
            return Err(ApiError::not_found("Return"));
        }
    }
    let workbook = file::to_workbook(&cis_returns, &books.business_label(month), month);
    workbook.generate(&state, &user.id, r#as).await
}

/// A business's payments to subcontractors in a tax year, with everything that the returns and statements need.
pub struct ContractorBooks {
    year: TaxYear,
    /// The business that pays.
    pub(super) contractor: ContractorRow,
    /// The business's name.
    pub(super) name: String,
    subcontractors: HashMap<String, SubcontractorRow>,
    paid: Vec<PaidSubcontractor>,
    displayed_payments: HashMap<String, SubcontractorPayment>,
    filed: HashMap<Date, FiledMonth>,
    /// The last email with a statement, by contact and month.
    emails: HashMap<(String, String), DocumentEmail>,
}

/// The record that a month was filed: the date, and what the return said.
struct FiledMonth {
    on: Date,
    not_needed: bool,
    filed_return: Option<FiledCisReturn>,
}

/// The last emails with statements from a business.
async fn find_statement_emails(
    conn: &mut Conn,
    user_id: &UserId,
    profile_id: &ProfileId,
) -> DbResult<HashMap<(String, String), DocumentEmail>> {
    let rows = posted_emails::list_by_topic(conn, user_id, EmailTopic::CisStatement).await?;
    let of = |row: &EmailRow| {
        let (profile, month) = row.part.split_once('/')?;
        (profile == profile_id.as_str()).then(|| (row.about_id.clone(), month.to_owned()))
    };
    let rows = rows.into_iter().filter_map(|row| Some((of(&row)?, row)));
    // Later emails replace earlier ones.
    let (of, rows): (Vec<_>, Vec<_>) = rows.collect::<HashMap<_, _>>().into_iter().unzip();
    let document_emails = emails::to_document_emails(conn, rows).await?;
    Ok(of.into_iter().zip(document_emails).collect())
}

impl ContractorBooks {
    /// Reads the payments and settings of a business for a tax year.
    ///
    /// # Errors
    /// 404 if the business isn't a contractor.
    pub async fn load(
        conn: &mut Conn,
        user_id: &UserId,
        profile_id: &ProfileId,
        year: TaxYear,
    ) -> Result<Self, ApiError> {
        let profile = profiles::store::find_any(conn, user_id, profile_id).await?;
        let profile = profile.ok_or_else(profiles::not_found)?;
        let contractor = store::find_contractor(conn, user_id, profile_id).await?;
        let contractor = contractor.ok_or_else(|| ApiError::not_found("Contractor"))?;
        let days = [year.first_day(), year.last_day()];
        let rows = store::list_payments(conn, (user_id, profile_id), days).await?;
        let returns = store::list_returns(conn, user_id).await?;
        let own = returns.into_iter().filter(|row| row.profile_id == *profile_id);
        let own = own.map(|row| {
            let filed_cis_return = row.parse_filed()?;
            let (on, not_needed) = (row.filed_on, row.not_needed);
            Ok((row.month, FiledMonth { on, not_needed, filed_return: filed_cis_return }))
        });
        let filed: HashMap<Date, FiledMonth> = own.collect::<DbResult<_>>()?;
        let subcontractors = store::list_subcontractors(conn, user_id).await?;
        let subcontractors = subcontractors.into_iter().map(|row| (row.contact_id.to_string(), row));
        let emails = find_statement_emails(conn, user_id, profile_id).await?;
        let mut displayed = HashMap::new();
        for row in &rows {
            // Read one by one: a business makes few payments to subcontractors in a year.
            if let Some(expense) = expenses::find(conn, user_id, &row.expense_id).await? {
                let is_filed = filed.contains_key(&TaxMonth::containing(row.date).last_day());
                displayed.insert(row.expense_id.to_string(), to_response(row, &expense, is_filed));
            }
        }
        Ok(Self {
            year,
            contractor,
            name: profile.fields.name,
            subcontractors: subcontractors.collect(),
            paid: rows.iter().map(CisPaymentRow::to_payment).collect(),
            displayed_payments: displayed,
            filed,
            emails,
        })
    }

    /// The name and employer reference, `Pipe & Daughters, 123/AB456`; for a filed month, as they were then.
    pub(super) fn business_label(&self, month: Option<TaxMonth>) -> String {
        let it = match month {
            Some(month) => self.contractor_for_month(month),
            None => self.current_contractor(),
        };
        format!("{}, {}", it.name, it.employer_reference)
    }

    /// The contents of a month's return, if it was filed.
    fn filed_return(&self, month: TaxMonth) -> Option<&FiledCisReturn> {
        self.filed.get(&month.last_day())?.filed_return.as_ref()
    }

    /// The business as the statement for a month names it.
    #[must_use]
    pub fn contractor_for_month(&self, month: TaxMonth) -> Contractor {
        let contractor = self.filed_return(month).map(|it| it.contractor.clone());
        contractor.unwrap_or_else(|| self.current_contractor())
    }

    fn current_contractor(&self) -> Contractor {
        Contractor { name: self.name.clone(), employer_reference: self.contractor.employer_reference.clone() }
    }

    /// A subcontractor in a month, by the contact's id; if the month was filed, as its return has it.
    #[must_use]
    pub fn subcontractor_for_month(&self, id: &str, month: TaxMonth) -> Option<Subcontractor> {
        let filed_cis_row = self.filed_return(month).and_then(|it| it.find_row(id));
        let subcontractor = filed_cis_row.map(|row| row.subcontractor.clone());
        subcontractor.or_else(|| self.subcontractors.get(id).map(SubcontractorRow::to_subcontractor))
    }

    /// What to store when a month's return is filed.
    pub(super) fn to_filed_return(&self, month: TaxMonth) -> FiledCisReturn {
        let made = build_monthly_return(&self.paid, month);
        FiledCisReturn::from_return(self.current_contractor(), &made, |id| {
            self.subcontractor_for_month(id, month)
        })
    }

    /// Whether a month had no payments.
    pub(super) fn is_nil(&self, month: TaxMonth) -> bool {
        build_monthly_return(&self.paid, month).is_nil
    }

    /// The payments of the year.
    #[must_use]
    pub fn payments(&self) -> &[PaidSubcontractor] {
        &self.paid
    }

    /// The returns of the months that have begun, as of a day.
    pub(super) fn list_returns(&self, today: Date) -> CisReturns {
        let (begins, ends) = (self.contractor.begins, self.contractor.ends);
        let months = TaxMonth::all_in_year(self.year).into_iter().filter(|month| {
            let is_contractor = begins <= month.last_day() && ends.is_none_or(|end| end >= month.first_day());
            let has_payments = self.paid.iter().any(|it| TaxMonth::containing(it.date) == *month);
            month.first_day() <= today && (is_contractor || has_payments)
        });
        let months: Vec<CisReturn> = months.map(|month| self.return_for_month(month, today)).collect();
        CisReturns {
            profile: self.contractor.profile_id.to_string(),
            year: self.year.start_year(),
            name: self.year.label(),
            gross: months.iter().map(|it| it.gross).sum(),
            materials: months.iter().map(|it| it.materials).sum(),
            deducted: months.iter().map(|it| it.deducted).sum(),
            months,
            today,
        }
    }

    fn return_for_month(&self, month: TaxMonth, today: Date) -> CisReturn {
        let made: MonthlyReturn = build_monthly_return(&self.paid, month);
        let mark = self.filed.get(&month.last_day());
        let not_needed = made.is_nil && mark.is_some_and(|it| it.not_needed);
        let declarations: &[&str] = match made.is_nil {
            true => &[NIL_DECLARATION, DECLARATIONS[2]],
            false => &DECLARATIONS,
        };
        let mut rows: Vec<CisReturnRow> = made.rows.iter().map(|row| self.to_row(row, month)).collect();
        rows.sort_by(|a, b| {
            (a.name.to_lowercase(), &a.contact_id).cmp(&(b.name.to_lowercase(), &b.contact_id))
        });
        CisReturn {
            from: month.first_day(),
            to: month.last_day(),
            due: made.due,
            pay_by: made.pay_by,
            gross: made.gross,
            materials: made.materials,
            deducted: made.deducted,
            is_nil: made.is_nil,
            must_be_sent: made.must_be_sent && !not_needed,
            not_needed,
            duty_confirmed: made.duty_confirmed,
            is_over: month.last_day().has_passed(today),
            filed_on: mark.map(|it| it.on),
            declarations: declarations.iter().map(|it| (*it).to_owned()).collect(),
            rows,
        }
    }

    fn to_row(&self, row: &Row, month: TaxMonth) -> CisReturnRow {
        let known = self.subcontractor_for_month(&row.subcontractor, month);
        let known = known.as_ref();
        let filed_cis_row = self.filed_return(month).and_then(|it| it.find_row(&row.subcontractor));
        let payments: Vec<SubcontractorPayment> =
            row.payments.iter().filter_map(|id| self.displayed_payments.get(id).cloned()).collect();
        let name = known.map(|it| it.name.clone());
        let name = name.or_else(|| payments.last().map(|it| it.name.clone()));
        let made =
            known.and_then(|it| build_statement(&self.contractor_for_month(month), it, &self.paid, month));
        let number = known.map(|it| it.verification_number.clone());
        let email = (row.subcontractor.clone(), month.last_day().to_string());
        CisReturnRow {
            contact_id: row.subcontractor.clone(),
            name: name.unwrap_or_default(),
            utr: known.map(|it| it.utr.clone()).unwrap_or_default(),
            verification_number: number.filter(|it| row.needs_verification_number && !it.is_empty()),
            gross: filed_cis_row.map_or(row.gross, |it| it.gross),
            materials: filed_cis_row.map_or(row.materials, |it| it.materials),
            deducted: filed_cis_row.map_or(row.deducted, |it| it.deducted),
            has_statement: made.is_some(),
            statement_lacks: made.as_ref().and_then(describe_missing),
            statement_email: self.emails.get(&email).cloned(),
            payments,
        }
    }
}
