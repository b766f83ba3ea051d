//! The certificate of an accepted quote as a PDF, for the business and, by its link, for the customer.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use plumbline_core::kind::Kind;
use plumbline_core::money::text::gbp;
use plumbline_core::present::{Block, ChoiceShown, DetailRow, Presentation, paragraphs};
use plumbline_core::time::text::date_time_long;
use plumbline_core::time::wall_clock::WallClock;

use crate::public::link::Link;
use crate::public::page;
use crate::public::returned::Back;
use crate::quotes::cancelling;
use plumbline_platform::clock::london_said;
use plumbline_platform::db::Conn;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::ClientAddress;
use plumbline_platform::ids::{DocumentId, UserId};
use plumbline_platform::limits::Limit;
use plumbline_platform::pdf::{self, Certificate, Signature};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::reading::certificate::{ChosenChoice, ChosenOption};
use plumbline_records::documents::reading::paper::{Pdf, file_name};
use plumbline_records::documents::reading::view;
use plumbline_records::documents::store::acceptances::{self, AcceptanceRow};
use plumbline_records::documents::store::versions;
use plumbline_records::documents::store::{self as documents, DocumentRow};
use plumbline_records::documents::stored::Stored;
use plumbline_records::documents::today;

/// Who reads a certificate.
#[derive(Clone, Copy)]
enum Side {
    /// The business.
    Business,
    /// Its customer, and anybody else with the link or the email, who need not know the network address from which it
    /// was signed.
    Customer,
}

/// The certificate of the quote's acceptance, as a PDF.
#[utoipa::path(get, path = "/{id}/certificate.pdf", tag = "documents", responses(
    (status = 200, content_type = "application/pdf"), (status = 404, body = ErrorBody),
    (status = 429, body = ErrorBody)))]
pub async fn own(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<String>,
) -> Result<Pdf, ApiError> {
    state.limits.check(Limit::PdfByAccount, &user.id)?;
    let mut tx = state.db.begin_read().await?;
    let stored = Stored::find(&mut tx, &user.id, Kind::Quote, &id).await?;
    let found = read(&state, &mut tx, &stored, Side::Business).await?;
    drop(tx);
    match found {
        Some(certificate) => make(&state, &stored, &certificate).await,
        None => Err(ApiError::not_found("Certificate")),
    }
}

/// The certificate of an account's quote as its customer gets it by email; `None` if there is none.
///
/// # Errors
/// When it cannot be made.
pub(super) async fn for_customer(
    state: &AppState,
    user_id: &UserId,
    id: &DocumentId,
) -> Result<Option<Pdf>, ApiError> {
    let mut tx = state.db.begin_read().await?;
    let row = documents::find(&mut tx, user_id, Kind::Quote, id).await?;
    let found = given(state, &mut tx, row).await?;
    drop(tx);
    made(state, found).await
}

/// The certificate for a customer's link; without one, the link's page, which explains the problem.
pub async fn public(
    State(state): State<AppState>,
    address: ClientAddress,
    link: Link,
) -> Result<Response, ApiError> {
    state.limits.check(Limit::PdfByAddress, address.0)?;
    if let Some(pdf) = behind(&state, &link.token).await? {
        return Ok(pdf.into_response());
    }
    let mut page = page::answer(&state, Kind::Quote, &link.token, &Back::default()).await;
    // The quote may exist and wait to be accepted, but its certificate does not.
    if page.status() == StatusCode::OK {
        *page.status_mut() = StatusCode::NOT_FOUND;
    }
    Ok(page)
}

/// The certificate for a link; `None` if there is none.
async fn behind(state: &AppState, token: &str) -> Result<Option<Pdf>, ApiError> {
    let mut tx = state.db.begin_read().await?;
    let row = documents::find_public(&mut tx, Kind::Quote, token).await?;
    let found = given(state, &mut tx, row).await?;
    drop(tx);
    made(state, found).await
}

/// A quote and its certificate as its customer gets it.
async fn given(
    state: &AppState,
    conn: &mut Conn,
    row: Option<DocumentRow>,
) -> Result<Option<(Stored, Certificate)>, ApiError> {
    let Some(row) = row else {
        return Ok(None);
    };
    let stored = Stored::read(conn, row).await?;
    let found = read(state, conn, &stored, Side::Customer).await?;
    Ok(found.map(|certificate| (stored, certificate)))
}

async fn made(
    state: &AppState,
    found: Option<(Stored, Certificate)>,
) -> Result<Option<Pdf>, ApiError> {
    match found {
        Some((stored, certificate)) => make(state, &stored, &certificate).await.map(Some),
        None => Ok(None),
    }
}

async fn make(
    state: &AppState,
    stored: &Stored,
    certificate: &Certificate,
) -> Result<Pdf, ApiError> {
    let account = &stored.row.user_id;
    let number = stored.row.number.as_deref().unwrap_or_default();
    Ok(Pdf {
        name: file_name(&format!("Certificate {number}"), &certificate.business_name),
        bytes: pdf::certificate(&state.typesetter, account, certificate).await?,
    })
}

/// The contents of the certificate. All of it comes from the accepted version and from what was stored with the
/// acceptance, so that nothing that happened since appears in it.
async fn read(
    state: &AppState,
    conn: &mut Conn,
    stored: &Stored,
    side: Side,
) -> Result<Option<Certificate>, ApiError> {
    let Some(row) = acceptances::find(conn, &stored.row.id).await? else {
        return Ok(None);
    };
    let version = versions::find(conn, &stored.row.id, row.version).await?;
    let version = version.ok_or_else(|| ApiError::internal("an accepted version is missing"))?;
    let right = cancelling::on_certificate(&stored.row, &version)?;
    let shown = view::of_version(conn, stored, version).await?;
    let certificate = worded(&row, shown.on(today(state)?)?, side)?;
    Ok(Some(Certificate {
        right,
        ..certificate
    }))
}

fn worded(row: &AcceptanceRow, shown: Presentation, side: Side) -> Result<Certificate, ApiError> {
    let kept = plumbline_records::documents::reading::certificate::Certificate::read(row)?;
    let options: Vec<ChosenOption> = serde_json::from_str(&row.options)?;
    let acceptance = kept.acceptance;
    let at = row.london_time.parse::<WallClock>();
    let accepted_at = at.map_or_else(|_| row.london_time.clone(), date_time_long);
    let when = match row.way {
        Some(way) => format!("on {accepted_at}, {}", way.said()),
        None => {
            let (day, time) = accepted_at.rsplit_once(' ').unwrap_or_default();
            format!("on {day} at {time}, London time")
        }
    };
    let typed = acceptance.name.clone();
    let customer = shown.to.lines.first().map(|line| line.text.clone());
    let name = typed.clone().or(customer);
    let name = name.unwrap_or_else(|| "The customer".into());
    let taken: Option<ChosenChoice> = row
        .choice
        .as_deref()
        .map(serde_json::from_str)
        .transpose()?;
    let choosing = taken
        .as_ref()
        .map(|choice| format!(" with the choice “{}”", choice.name));
    let what = match &row.varied_number {
        Some(quote) => format!("variation {} to quote {quote}", shown.number),
        None => format!("quote {}", shown.number),
    };
    let sentence = format!(
        "{name} accepted {what} of {}{} {when}.",
        shown.business_name,
        choosing.unwrap_or_default(),
    );
    let photos = shown.lines.iter().map(|line| line.photos.len());
    let photos = shown.photos.len() + photos.sum::<usize>();
    let mut how = match acceptance.recorded {
        Some(recorded) => format!("{recorded} Nothing was signed."),
        None => how(
            typed.is_some(),
            kept.signature.is_some(),
            kept.terms_accepted,
            acceptance.witness.as_deref(),
        ),
    };
    let brought = [acceptance.without_signal, acceptance.earlier_version];
    for said in brought.into_iter().flatten() {
        how.push(' ');
        how.push_str(&said);
    }
    let (title, signed_title) = match row.way {
        Some(_) => ("Record of acceptance", "Agreed"),
        None => ("Certificate of acceptance", "Signed"),
    };
    Ok(Certificate {
        title,
        signed_title,
        sentence,
        customer: labelled("Customer", shown.to),
        business: labelled("Business", shown.from),
        figures: vec![
            said(
                match row.varied_number {
                    Some(_) => "Variation",
                    None => "Quote",
                },
                shown.number,
            ),
            said("Total", acceptance.total),
            said("Accepted", accepted_at.clone()),
        ],
        choices: taken
            .as_ref()
            .map_or_else(Vec::new, |taken| choices(taken, shown.choices)),
        options: options
            .into_iter()
            .map(|option| said_of(option.name, gbp(option.amount)))
            .collect(),
        signature: kept.signature.map(|drawn| Signature {
            width: drawn.width,
            height: drawn.height,
            strokes: drawn.strokes,
        }),
        signed_by: name,
        signed_how: how,
        record: record(row, photos, &accepted_at, side),
        terms: paragraphs(&row.terms),
        heading: shown.heading,
        business_name: shown.business_name,
        right: None,
        at: row.accepted_at,
    })
}

/// The choice that was taken and those that were not, in the quote's order.
fn choices(taken: &ChosenChoice, offered: Vec<ChoiceShown>) -> Vec<DetailRow> {
    let chosen = said_of(format!("{}, chosen", taken.name), gbp(taken.total));
    if !offered.iter().any(|choice| choice.id == taken.id) {
        return vec![chosen];
    }
    let of_one = |choice: ChoiceShown| match choice.id == taken.id {
        true => chosen.clone(),
        false => said_of(format!("{}, not chosen", choice.name), choice.total),
    };
    offered.into_iter().map(of_one).collect()
}

/// The rows about when, from where and what exactly was accepted.
fn record(row: &AcceptanceRow, photos: usize, accepted_at: &str, side: Side) -> Vec<DetailRow> {
    let network = match side {
        Side::Business => row.address.clone(),
        Side::Customer => String::new(),
    };
    let (label, when) = match row.way {
        Some(_) => ("Agreed", accepted_at.to_owned()),
        None => ("Time", format!("{accepted_at}, London")),
    };
    let recorded = row.way.map(|_| london_said(row.accepted_at));
    let rows = [
        (label, when),
        ("Recorded", recorded.unwrap_or_default()),
        (
            "Received",
            row.received_at.map(london_said).unwrap_or_default(),
        ),
        ("IP address", network),
        ("Browser", row.user_agent.clone()),
        ("Version of the quote", row.version.to_string()),
        ("Photos in that version", shown_count(photos)),
        ("SHA-256 of that version", row.hash.clone()),
        (
            "Variation to quote",
            row.varied_number.clone().unwrap_or_default(),
        ),
        (
            "SHA-256 of that quote as accepted",
            row.chained_quote.clone().unwrap_or_default(),
        ),
        (
            "SHA-256 of the variation before",
            row.chained_before.clone().unwrap_or_default(),
        ),
        (
            "Seal of what was signed",
            row.seal.clone().unwrap_or_default(),
        ),
    ];
    let filled = rows.into_iter().filter(|(_, value)| !value.is_empty());
    filled.map(|(label, value)| said(label, value)).collect()
}

/// A number of things as text; empty for 0, so that the row is left out.
fn shown_count(count: usize) -> String {
    match count {
        0 => String::new(),
        count => count.to_string(),
    }
}

/// How the customer accepted.
fn how(typed: bool, drawn: bool, terms: bool, witness: Option<&str>) -> String {
    let ticked = if terms {
        " The box accepting the terms below was ticked."
    } else {
        ""
    };
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

fn labelled(label: &str, block: Block) -> Block {
    Block {
        label: label.into(),
        ..block
    }
}

fn said(label: &str, value: String) -> DetailRow {
    said_of(label.into(), value)
}

fn said_of(label: String, value: String) -> DetailRow {
    DetailRow { label, value }
}
