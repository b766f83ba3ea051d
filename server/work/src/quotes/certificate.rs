//! The certificate of an accepted quote as a PDF, for the business and, by its link, for the customer.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::text::format_gbp;
use plumbline_core::present::{DetailRow, DisplayedChoice, PartyBlock, Presentation, split_paragraphs};
use plumbline_core::time::text::format_long_date_time;
use plumbline_core::time::wall_clock::WallClock;
use serde::{Deserialize, Serialize};

use crate::emails;
use crate::public::link::Link;
use crate::public::page;
use crate::public::read::CheckoutReturn;
use crate::quotes::cancellation_right;
use plumbline_platform::clock::format_london_date_time;
use plumbline_platform::db::{Conn, WriteTx};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::hooks::DocumentRef;
use plumbline_platform::http::ClientAddress;
use plumbline_platform::ids::{DocumentId, UserId};
use plumbline_platform::jobs::{self, JobFailure, JobHandler, JobKind, Lane, Task};
use plumbline_platform::limits::ProcessLimit;
use plumbline_platform::mail::{Attachment, Mail, deliver_in_job};
use plumbline_platform::pdf::{self, Certificate, Signature};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::path::DocumentPath;
use plumbline_records::documents::reading::certificate::{ChosenChoice, ChosenOption};
use plumbline_records::documents::reading::printable::{PdfFile, pdf_file_name};
use plumbline_records::documents::reading::view;
use plumbline_records::documents::store::acceptances::{self, AcceptanceRow};
use plumbline_records::documents::store::{DocumentRow, versions};
use plumbline_records::documents::stored::StoredDocument;
use plumbline_records::documents::{store as documents, today};

/// Who reads a certificate.
#[derive(Clone, Copy)]
enum CertificateReader {
    /// The business.
    Business,
    /// Its customer, and anybody else with the link or the email, who need not know the network address from which it
    /// was signed.
    Customer,
}

/// The certificate of the quote's acceptance, as a PDF.
#[utoipa::path(get, path = "/{id}/certificate.pdf", tag = "documents",
    params(("id" = String, Path)), responses(
    (status = 200, content_type = "application/pdf"), (status = 404, body = ErrorBody),
    (status = 429, body = ErrorBody)))]
pub async fn download_certificate(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(_kind, id): DocumentPath,
) -> Result<PdfFile, ApiError> {
    state.limits.check(ProcessLimit::PdfByAccount, &user.id)?;
    let mut tx = state.db.begin_read().await?;
    let stored = StoredDocument::find(&mut tx, &user.id, DocumentKind::Quote, &id).await?;
    let found = load(&state, &mut tx, &stored, CertificateReader::Business).await?;
    drop(tx);
    match found {
        Some(certificate) => render(&state, &stored, &certificate).await,
        None => Err(ApiError::not_found("Certificate")),
    }
}

/// The certificate of an account's quote as its customer gets it by email; `None` if there is no certificate.
pub(super) async fn render_for_customer(
    state: &AppState,
    user_id: &UserId,
    id: &DocumentId,
) -> Result<Option<PdfFile>, ApiError> {
    let mut tx = state.db.begin_read().await?;
    let row = documents::find(&mut tx, user_id, DocumentKind::Quote, id).await?;
    let found = load_for_customer(state, &mut tx, row).await?;
    drop(tx);
    render_found(state, found).await
}

/// The certificate for a customer's link; without one, the link's page, which explains the problem.
pub async fn download_public_certificate(
    State(state): State<AppState>,
    address: ClientAddress,
    link: Link,
) -> Result<Response, ApiError> {
    state.limits.check(ProcessLimit::PdfByAddress, address.0)?;
    if let Some(pdf) = render_by_token(&state, &link.token).await? {
        return Ok(pdf.into_response());
    }
    let mut page =
        page::serve_page(&state, DocumentKind::Quote, &link.token, &CheckoutReturn::default()).await;
    // The quote may exist and wait to be accepted, but its certificate does not.
    if page.status() == StatusCode::OK {
        *page.status_mut() = StatusCode::NOT_FOUND;
    }
    Ok(page)
}

/// The certificate for a link; `None` if there is none.
async fn render_by_token(state: &AppState, token: &str) -> Result<Option<PdfFile>, ApiError> {
    let mut tx = state.db.begin_read().await?;
    let row = documents::find_public(&mut tx, DocumentKind::Quote, token).await?;
    let found = load_for_customer(state, &mut tx, row).await?;
    drop(tx);
    render_found(state, found).await
}

/// A quote and its certificate as its customer gets it.
async fn load_for_customer(
    state: &AppState,
    conn: &mut Conn,
    row: Option<DocumentRow>,
) -> Result<Option<(StoredDocument, Certificate)>, ApiError> {
    let Some(row) = row else {
        return Ok(None);
    };
    let stored = StoredDocument::load(conn, row).await?;
    let found = load(state, conn, &stored, CertificateReader::Customer).await?;
    Ok(found.map(|certificate| (stored, certificate)))
}

async fn render_found(
    state: &AppState,
    found: Option<(StoredDocument, Certificate)>,
) -> Result<Option<PdfFile>, ApiError> {
    match found {
        Some((stored, certificate)) => render(state, &stored, &certificate).await.map(Some),
        None => Ok(None),
    }
}

async fn render(
    state: &AppState,
    stored: &StoredDocument,
    certificate: &Certificate,
) -> Result<PdfFile, ApiError> {
    let account = &stored.row.user_id;
    let number = stored.row.number.as_deref().unwrap_or_default();
    Ok(PdfFile {
        name: pdf_file_name(&format!("Certificate {number}"), &certificate.business_name),
        bytes: pdf::render_certificate(&state.typesetter, account.as_str(), certificate).await?,
    })
}

/// The contents of the certificate. All of it comes from the accepted version and from what was stored with the
/// acceptance, so that nothing that happened since appears in it.
async fn load(
    state: &AppState,
    conn: &mut Conn,
    stored: &StoredDocument,
    side: CertificateReader,
) -> Result<Option<Certificate>, ApiError> {
    let Some(row) = acceptances::find(conn, &stored.row.id).await? else {
        return Ok(None);
    };
    let version = versions::find(conn, &stored.row.id, row.version).await?;
    let version = version.ok_or_else(|| ApiError::internal("an accepted version is missing"))?;
    let right = cancellation_right::certificate_section(&stored.row, &version)?;
    let displayed_version = view::display_version(conn, stored, version).await?;
    let certificate = to_certificate(&row, displayed_version.presentation_on(today(state)?)?, side)?;
    Ok(Some(Certificate { right, ..certificate }))
}

fn to_certificate(
    row: &AcceptanceRow,
    presentation: Presentation,
    side: CertificateReader,
) -> Result<Certificate, ApiError> {
    let saved = plumbline_records::documents::reading::certificate::Certificate::from_row(row)?;
    let options: Vec<ChosenOption> = serde_json::from_str(&row.options)?;
    let acceptance = saved.acceptance;
    let at = row.london_time.parse::<WallClock>();
    let accepted_at = at.map_or_else(|_| row.london_time.clone(), format_long_date_time);
    let when = match row.way {
        Some(acceptance_method) => format!("on {accepted_at}, {}", acceptance_method.text()),
        None => {
            let (day, time) = accepted_at.rsplit_once(' ').unwrap_or_default();
            format!("on {day} at {time}, London time")
        }
    };
    let typed = acceptance.name.clone();
    let customer = presentation.to.lines.first().map(|line| line.text.clone());
    let name = typed.clone().or(customer);
    let name = name.unwrap_or_else(|| "The customer".into());
    let taken: Option<ChosenChoice> = row.choice.as_deref().map(serde_json::from_str).transpose()?;
    let choosing = taken.as_ref().map(|choice| format!(" with the choice “{}”", choice.name));
    let what = match &row.varied_number {
        Some(quote) => format!("variation {} to quote {quote}", presentation.number),
        None => format!("quote {}", presentation.number),
    };
    let sentence = format!(
        "{name} accepted {what} of {}{} {when}.",
        presentation.business_name,
        choosing.unwrap_or_default(),
    );
    let photos = presentation.lines.iter().map(|line| line.photos.len());
    let photos = presentation.photos.len() + photos.sum::<usize>();
    let mut how = match acceptance.recorded {
        Some(recorded) => format!("{recorded} Nothing was signed."),
        None => how_accepted(
            typed.is_some(),
            saved.signature.is_some(),
            saved.terms_accepted,
            acceptance.witness.as_deref(),
        ),
    };
    let brought = [acceptance.without_signal, acceptance.earlier_version];
    for text in brought.into_iter().flatten() {
        how.push(' ');
        how.push_str(&text);
    }
    let (title, signed_title) = match row.way {
        Some(_) => ("Record of acceptance", "Agreed"),
        None => ("Certificate of acceptance", "Signed"),
    };
    Ok(Certificate {
        title,
        signed_title,
        sentence,
        customer: with_label("Customer", presentation.to),
        business: with_label("Business", presentation.from),
        figures: vec![
            detail_row(
                match row.varied_number {
                    Some(_) => "Variation",
                    None => "Quote",
                },
                presentation.number,
            ),
            detail_row("Total", acceptance.total),
            detail_row("Accepted", accepted_at.clone()),
        ],
        choices: taken.as_ref().map_or_else(Vec::new, |taken| choice_rows(taken, presentation.choices)),
        options: options
            .into_iter()
            .map(|option| detail_row_from(option.name, format_gbp(option.amount)))
            .collect(),
        signature: saved.signature.map(|drawn| Signature {
            width: drawn.width,
            height: drawn.height,
            strokes: drawn.strokes,
        }),
        signed_by: name,
        signed_how: how,
        record: record_rows(row, photos, &accepted_at, side),
        terms: split_paragraphs(&row.terms),
        heading: presentation.heading,
        business_name: presentation.business_name,
        right: None,
        at: row.accepted_at,
    })
}

/// The choice that was taken and those that were not, in the quote's order.
fn choice_rows(taken: &ChosenChoice, offered: Vec<DisplayedChoice>) -> Vec<DetailRow> {
    let chosen = detail_row_from(format!("{}, chosen", taken.name), format_gbp(taken.total));
    if !offered.iter().any(|choice| choice.id == taken.id) {
        return vec![chosen];
    }
    let of_one = |choice: DisplayedChoice| match choice.id == taken.id {
        true => chosen.clone(),
        false => detail_row_from(format!("{}, not chosen", choice.name), choice.total),
    };
    offered.into_iter().map(of_one).collect()
}

/// The rows about when, from where and what exactly was accepted.
fn record_rows(
    row: &AcceptanceRow,
    photos: usize,
    accepted_at: &str,
    side: CertificateReader,
) -> Vec<DetailRow> {
    let network = match side {
        CertificateReader::Business => row.address.clone(),
        CertificateReader::Customer => String::new(),
    };
    let (label, when) = match row.way {
        Some(_) => ("Agreed", accepted_at.to_owned()),
        None => ("Time", format!("{accepted_at}, London")),
    };
    let recorded = row.way.map(|_| format_london_date_time(row.accepted_at));
    let rows = [
        (label, when),
        ("Recorded", recorded.unwrap_or_default()),
        ("Received", row.received_at.map(format_london_date_time).unwrap_or_default()),
        ("IP address", network),
        ("Browser", row.user_agent.clone()),
        ("Version of the quote", row.version.to_string()),
        ("Photos in that version", count_text(photos)),
        ("SHA-256 of that version", row.hash.clone()),
        ("Variation to quote", row.varied_number.clone().unwrap_or_default()),
        ("SHA-256 of that quote as accepted", row.chained_quote.clone().unwrap_or_default()),
        ("SHA-256 of the variation before", row.chained_before.clone().unwrap_or_default()),
        ("Seal of what was signed", row.seal.clone().unwrap_or_default()),
    ];
    let filled = rows.into_iter().filter(|(_, value)| !value.is_empty());
    filled.map(|(label, value)| detail_row(label, value)).collect()
}

/// A number of things as text; empty for 0, so that the row is left out.
fn count_text(count: usize) -> String {
    match count {
        0 => String::new(),
        count => count.to_string(),
    }
}

/// How the customer accepted.
fn how_accepted(typed: bool, drawn: bool, terms: bool, witness: Option<&str>) -> String {
    let ticked = if terms { " The box accepting the terms below was ticked." } else { "" };
    if let Some(witness) = witness {
        return format!(
            "Signed on the business’s device with {witness} present. \
             The name was typed and the signature drawn.{ticked}"
        );
    }
    let signed = match (typed, drawn) {
        (true, true) => "The name was typed and the signature drawn on the quote’s page.",
        (true, false) => "The name was typed on the quote’s page.",
        (false, true) => "The signature was drawn on the quote’s page.",
        (false, false) => "The quote was accepted on its page.",
    };
    format!("{signed}{ticked}")
}

fn with_label(label: &str, block: PartyBlock) -> PartyBlock {
    PartyBlock { label: label.into(), ..block }
}

fn detail_row(label: &str, value: String) -> DetailRow {
    detail_row_from(label.into(), value)
}

fn detail_row_from(label: String, value: String) -> DetailRow {
    DetailRow { label, value }
}

// The job that emails the customer the certificate of what they accepted, made when the email is sent.

/// The job that makes the certificate and sends it.
const KIND: JobKind = JobKind::new("certificate_mail", Lane::Ordinary);

/// The handler of the job.
pub(super) const JOB_HANDLER: JobHandler =
    JobHandler::new(KIND, |state, task| Box::pin(deliver(state, task)))
        .with_failure_hook(emails::tracking::record_outcome);

/// The job's payload.
#[derive(Serialize, Deserialize)]
struct CertificateMail {
    mail: Mail,
    user_id: UserId,
    quote_id: DocumentId,
}

/// Queues the customer's copy of an acceptance, if their address is known. `signed` is who was there for the business,
/// and a note about a signature that arrived later.
pub(super) async fn queue(
    state: &AppState,
    tx: &mut WriteTx,
    quote: &StoredDocument,
    signed: (Option<&str>, &[String]),
) -> Result<(), ApiError> {
    let Some(copy) = emails::compose_acceptance(state, tx, quote, signed).await? else {
        return Ok(());
    };
    let id = state.ids.new_id();
    emails::tracking::track(state, tx, quote, (&id, &copy.mail)).await?;
    let payload = serde_json::to_string(&CertificateMail {
        mail: copy.mail,
        user_id: quote.row.user_id.clone(),
        quote_id: quote.row.id.clone(),
    })?;
    let of = (&id, &quote.row.user_id);
    jobs::enqueue_with_id(state, tx, of, (KIND, &payload), copy.at).await?;
    Ok(())
}

async fn deliver(state: &AppState, task: Task<'_>) -> Result<(), JobFailure> {
    let job: CertificateMail = serde_json::from_str(task.payload).map_err(JobFailure::permanent)?;
    let quote = DocumentRef { user_id: job.user_id, kind: DocumentKind::Quote, id: job.quote_id };
    let Some(mut mail) = emails::prepare_copy(state, &quote, job.mail).await? else {
        return emails::tracking::set_dropped(state, task.id).await;
    };
    match render_for_customer(state, &quote.user_id, &quote.id).await {
        Ok(Some(pdf)) => {
            let file = Attachment::new(&pdf.name, "application/pdf", &pdf.bytes);
            mail.attachments.push(file);
        }
        Ok(None) => return Err(JobFailure::permanent("the quote is gone with its account")),
        // The email is sent anyway, since its link leads to the certificate.
        Err(error) => {
            tracing::error!(?error, mail = task.id, "the mail goes without its certificate");
        }
    }
    deliver_in_job(state, &mail, task).await?;
    emails::tracking::set_sent_to(state, task.id, &mail.to).await
}
