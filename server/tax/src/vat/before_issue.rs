//! GET /api/vat/checks/{kind}/{id}, and the check that refuses to issue an invoice.
//!
//! Core decides (`report::vat::issue_check`): the registration on that day, what reg. 14 requires of an invoice, the
//! reverse charge for the whole supply, the reason for a low rate. What only needs a person's attention is shown in the
//! send dialog.

use axum::Json;
use axum::extract::State;
use plumbline_core::kind::DocumentKind;
use plumbline_core::report::vat::issue_check::{BuyerKind, CustomerVatStatus, DocumentToIssue};
use plumbline_core::report::vat::registration::VatDocumentKind;
use plumbline_core::report::vat::{Finding, Severity, VatRegistration};

use super::response::{ReverseChargeAnswers, VatCheck, VatFinding};
use super::{sales, store};
use plumbline_platform::db::Conn;
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::{Path, PathIds};
use plumbline_platform::ids::DocumentId;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::contacts::fields::{CustomerType, VatRegistered};
use plumbline_records::contacts::{self, ContactFields};
use plumbline_records::documents::parties::Parties;
use plumbline_records::documents::stored::StoredDocument;
use plumbline_records::documents::today;

/// The kind and the id of the document in a path.
pub(super) struct CheckedDocument(DocumentKind, DocumentId);

impl PathIds for CheckedDocument {
    fn from_segments<'a>(texts: &mut impl Iterator<Item = &'a str>) -> Result<Self, ApiError> {
        let code = texts.next().unwrap_or_default();
        let kind =
            [DocumentKind::Quote, DocumentKind::Invoice].into_iter().find(|known| known.code() == code);
        let kind = kind.ok_or_else(|| ApiError::not_found("Document"))?;
        let id = texts.next().and_then(|text| text.parse().ok());
        id.map(|id| Self(kind, id)).ok_or_else(|| ApiError::not_found(kind.title()))
    }
}

/// Checks a document, in its present state, for VAT before the customer is given it: what prevents its issue, and what
/// the person is asked to confirm.
#[utoipa::path(get, path = "/api/vat/checks/{kind}/{id}", operation_id = "checks", tag = "vat",
    params(("kind" = String, Path, description = "`quote` or `invoice`."), ("id" = String, Path)),
    responses((status = 200, body = VatCheck), (status = 404, body = ErrorBody)))]
pub(super) async fn read(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(CheckedDocument(kind, id)): Path<CheckedDocument>,
) -> Result<Json<VatCheck>, ApiError> {
    let mut tx = state.db.begin_read().await?;
    let stored = StoredDocument::find(&mut tx, &user.id, kind, &id).await?;
    Ok(Json(check_document(&state, &mut tx, &stored).await?))
}

/// Refuses to issue an invoice that breaks a VAT rule, however it is sent. Nothing is written.
///
/// # Errors
/// 422 naming each field that breaks one.
pub async fn check_may_issue(
    state: &AppState,
    conn: &mut Conn,
    stored: &StoredDocument,
) -> Result<(), ApiError> {
    if stored.kind != DocumentKind::Invoice {
        return Ok(());
    }
    let check = check_document(state, conn, stored).await?;
    let refused = check.findings.into_iter().filter(|it| it.refuses);
    let errors: Vec<FieldError> = refused.map(|it| FieldError::new(it.path, it.code, it.msg)).collect();
    match errors.is_empty() {
        true => Ok(()),
        false => Err(ApiError::rule_broken(errors)),
    }
}

/// Checks a document with the business and the customer as they are now.
async fn check_document(
    state: &AppState,
    conn: &mut Conn,
    stored: &StoredDocument,
) -> Result<VatCheck, ApiError> {
    let row = &stored.row;
    let parties = Parties::current(conn, row).await?;
    let contact = match &row.contact_id {
        Some(id) => contacts::store::find(conn, &row.user_id, id).await?,
        None => None,
    };
    let registration = load_registration(conn, stored, &parties.profile.tax_number).await?;
    let customer = parties.contact.clone().unwrap_or_default();
    let issued = match stored.issue_date() {
        Some(day) => day,
        None => today(state)?,
    };
    let deposits = sales::list_deposits(conn, &row.user_id, &row.id).await?;
    let issuing = DocumentToIssue {
        kind: match stored.kind {
            DocumentKind::Quote => VatDocumentKind::Quote,
            DocumentKind::Invoice | DocumentKind::CreditNote => VatDocumentKind::Invoice,
        },
        issued,
        document: &stored.document,
        totals: &stored.totals,
        supplier: &parties.profile,
        registration: &registration,
        customer: &customer,
        customer_status: contact.map(|it| customer_vat_status(&it.fields)).unwrap_or_default(),
        deposits: &deposits,
    };
    let supply = issuing.to_supply();
    Ok(VatCheck {
        registered: registration.is_registered_on(issued),
        findings: issuing.check().into_iter().map(to_response).collect(),
        known: ReverseChargeAnswers {
            in_cis: supply.in_cis,
            customer_registered: supply.customer_registered,
            staff: supply.staff,
            end_user_notice: supply.end_user_notice,
        },
    })
}

/// The registration of the document's business; if none was entered, the one implied by its VAT number.
async fn load_registration(
    conn: &mut Conn,
    stored: &StoredDocument,
    number: &str,
) -> Result<VatRegistration, ApiError> {
    let row = &stored.row;
    let rows = store::list_registrations(conn, &row.user_id).await?;
    let own = rows.iter().find(|it| Some(&it.profile_id) == row.business_profile_id.as_ref());
    Ok(own.map_or_else(|| VatRegistration::from_number(number), |own| own.to_registration(number.trim())))
}

fn customer_vat_status(fields: &ContactFields) -> CustomerVatStatus {
    let by_number = (!fields.vat_number.trim().is_empty()).then_some(true);
    CustomerVatStatus {
        buyer: match fields.customer_type {
            CustomerType::Unknown => BuyerKind::Unknown,
            CustomerType::Business => BuyerKind::Business,
            CustomerType::Consumer => BuyerKind::Consumer,
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
pub(super) fn to_response(finding: Finding) -> VatFinding {
    VatFinding {
        code: finding.code.to_owned(),
        refuses: finding.weight == Severity::Refuse,
        path: finding.path,
        msg: finding.msg,
        confirmed: finding.confirmed,
    }
}
