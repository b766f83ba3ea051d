//! GET /api/vat/checks/{kind}/{id}, and the hook that stops an invoice which must not be issued.
//!
//! Core decides (`report::vat::before_issue`): the registration on that day, what reg. 14 requires of an invoice,
//! the reverse charge for the whole supply, the reason for a low rate. What only needs a person's attention is
//! shown in the send dialog.

use axum::Json;
use axum::extract::{Path, State};
use futures::future::BoxFuture;
use plumbline_core::kind::Kind;
use plumbline_core::report::vat::before_issue::{Buyer, Issuing, Standing};
use plumbline_core::report::vat::registration::Paper;
use plumbline_core::report::vat::{Finding, Registration, Weight};

use super::answer::{ReverseChargeAnswers, VatCheck, VatFinding};
use super::{sales, store};
use plumbline_platform::db::{Conn, WriteTx};
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::hooks::{Hooks, Issued};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::contacts::fields::{CustomerType, VatRegistered};
use plumbline_records::contacts::{self, ContactFields};
use plumbline_records::documents::parties::Parties;
use plumbline_records::documents::stored::Stored;
use plumbline_records::documents::today;

/// VAT's hooks on changes to documents.
pub const HOOKS: Hooks = Hooks {
    issued: Some(issued),
    ..Hooks::NONE
};

/// Checks a document, in its present state, for VAT before the customer is given it: what prevents its issue, and what
/// the person is asked to confirm.
#[utoipa::path(get, path = "/api/vat/checks/{kind}/{id}", operation_id = "checks", tag = "vat",
    params(("kind" = String, Path, description = "`quote` or `invoice`."), ("id" = String, Path)),
    responses((status = 200, body = VatCheck), (status = 404, body = ErrorBody)))]
pub(super) async fn read(
    State(state): State<AppState>,
    user: CurrentUser,
    Path((kind, id)): Path<(String, String)>,
) -> Result<Json<VatCheck>, ApiError> {
    let kind = [Kind::Quote, Kind::Invoice]
        .into_iter()
        .find(|known| known.word() == kind);
    let kind = kind.ok_or_else(|| ApiError::not_found("Document"))?;
    let mut tx = state.db.begin_read().await?;
    let stored = Stored::find(&mut tx, &user.id, kind, &id).await?;
    Ok(Json(judged(&state, &mut tx, &stored).await?))
}

/// Refuses to issue an invoice that breaks a VAT rule, however it was going to be sent.
fn issued<'a>(
    state: &'a AppState,
    tx: &'a mut WriteTx,
    event: &'a Issued,
) -> BoxFuture<'a, Result<(), ApiError>> {
    Box::pin(async move {
        let of = &event.document;
        if of.kind != Kind::Invoice {
            return Ok(());
        }
        let stored = Stored::find(tx, &of.user_id, of.kind, &of.id).await?;
        let check = judged(state, tx, &stored).await?;
        let refused = check.findings.into_iter().filter(|it| it.refuses);
        let errors: Vec<FieldError> = refused
            .map(|it| FieldError::new(it.path, it.code, it.msg))
            .collect();
        match errors.is_empty() {
            true => Ok(()),
            false => Err(ApiError::rule_broken(errors)),
        }
    })
}

/// Checks a document with the business and the customer as they are now.
async fn judged(state: &AppState, conn: &mut Conn, stored: &Stored) -> Result<VatCheck, ApiError> {
    let row = &stored.row;
    let parties = Parties::now(conn, row).await?;
    let contact = match &row.contact_id {
        Some(id) => contacts::store::find(conn, &row.user_id, id).await?,
        None => None,
    };
    let registration = registration(conn, stored, &parties.profile.tax_number).await?;
    let customer = parties.contact.clone().unwrap_or_default();
    let issued = match stored.issue_date() {
        Some(day) => day,
        None => today(state)?,
    };
    let deposits = sales::deposits(conn, &row.user_id, &row.id).await?;
    let issuing = Issuing {
        paper: match stored.kind {
            Kind::Quote => Paper::Quote,
            Kind::Invoice | Kind::CreditNote => Paper::Invoice,
        },
        issued,
        document: &stored.document,
        totals: &stored.totals,
        supplier: &parties.profile,
        registration: &registration,
        customer: &customer,
        standing: contact.map(|it| standing(&it.fields)).unwrap_or_default(),
        deposits: &deposits,
    };
    let supply = issuing.supply();
    Ok(VatCheck {
        registered: registration.is_on(issued),
        findings: issuing.findings().into_iter().map(told).collect(),
        known: ReverseChargeAnswers {
            in_cis: supply.in_cis,
            customer_registered: supply.customer_registered,
            staff: supply.staff,
            end_user_notice: supply.end_user_notice,
        },
    })
}

/// The registration of the document's business; if none was entered, the one implied by its VAT number.
async fn registration(
    conn: &mut Conn,
    stored: &Stored,
    number: &str,
) -> Result<Registration, ApiError> {
    let row = &stored.row;
    let rows = store::registrations(conn, &row.user_id).await?;
    let own = rows
        .iter()
        .find(|it| Some(&it.profile_id) == row.business_profile_id.as_ref());
    Ok(own.map_or_else(
        || Registration::by_number(number),
        |own| own.registration(number.trim()),
    ))
}

fn standing(fields: &ContactFields) -> Standing {
    let by_number = (!fields.vat_number.trim().is_empty()).then_some(true);
    Standing {
        buyer: match fields.customer_type {
            CustomerType::Unknown => Buyer::Unknown,
            CustomerType::Business => Buyer::Business,
            CustomerType::Consumer => Buyer::Consumer,
        },
        contractor: fields.cis_contractor,
        registered: match fields.vat_registered {
            VatRegistered::Unknown => by_number,
            VatRegistered::Yes => Some(true),
            VatRegistered::No => Some(false),
        },
        end_user_notice: !fields.end_user_notice.trim().is_empty(),
    }
}

/// Converts a finding to the response's type.
pub(super) fn told(finding: Finding) -> VatFinding {
    VatFinding {
        code: finding.code.to_owned(),
        refuses: finding.weight == Weight::Refuse,
        path: finding.path,
        msg: finding.msg,
        confirmed: finding.confirmed,
    }
}
