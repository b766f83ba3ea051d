//! A quote or an invoice as a PDF.

use std::collections::HashMap;

use axum::body::Bytes;
use plumbline_core::present::{
    Cancellation, DetailRow, Details, DisplayedChoice, InstalmentRow, Instalments, PartyBlock, Presentation,
    SIDE_BY_SIDE_LAYOUT, TemplateColours, TotalRow,
};
use serde::Serialize;

use super::PdfError;
use super::certificate::PrintedCancellationRight;
use super::job::PdfJob;
use super::logo::{self, PictureSize};
use super::photos::{LineWithPhotos, PhotoPlacer, PlacedPhoto};
use super::qr_code::LinkCode;
use super::typesetter::Typesetter;

/// The distances between the parts of a document, in per cent of the template's own. Closer distances are tried so that
/// the thanks don't end up alone on another page.
const SPREADS: [u8; 4] = [100, 80, 60, 45];
/// A document with more lines than this can't fit on one page.
const FEW_LINES: usize = 16;

/// A word about the state of the document, printed across the page unless the document is paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Watermark {
    /// The document is not issued yet.
    Draft,
    /// The document was voided.
    Void,
    /// The customer cancelled the job, or the variation.
    Cancelled,
    /// The document is paid; a stamp beside the number, with nothing across the page.
    Paid,
}

/// How a person with the printed document can check whether it is genuine.
#[derive(Debug, Clone)]
pub struct AuthenticityLink {
    /// The link to the check, as a QR code.
    pub link: String,
    /// The address at which to type the code.
    pub address: String,
    /// The code, in groups of characters.
    pub code: String,
}

/// A document that becomes a PDF.
#[derive(Debug, Clone)]
pub struct PrintedDocument {
    /// The account that owns the document: accounts take turns at the typesetters.
    pub account: String,
    /// All the text of the document.
    pub presentation: Presentation,
    /// Sentences about the bank details, one per entry: since when they have been different, and until when they are
    /// valid.
    pub bank_notes: Vec<String>,
    /// The business's logo as it is stored; a damaged one is left out.
    pub logo: Option<Vec<u8>>,
    /// The photos as they are printed, by their ids; one that could not be read is left out.
    pub photos: HashMap<String, Bytes>,
    /// The link with which the customer sees and pays it; `None` if there is nothing to pay, or nobody has the link.
    pub link: Option<String>,
    /// The address of the customer's page, printed on a document that is accepted or paid there; `None` if nobody has
    /// the link, and for a version whose layout doesn't contain it.
    pub online: Option<String>,
    /// How to check whether the document is genuine; `None` unless it is an issued invoice.
    pub authenticity: Option<AuthenticityLink>,
    /// The word about its state, if there is one.
    pub watermark: Option<Watermark>,
    /// The instant of its issue, milliseconds since the epoch.
    pub at: i64,
}

/// The data for the template: the parts of the presentation that belong to the document itself. What depends on the day
/// (the status and the banners) is only on the page, because otherwise the PDF's bytes would change from day to day.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct DocumentData<'a> {
    /// The distances between the parts, in per cent of the template's own.
    spread: u8,
    template: &'a str,
    /// The business's own colours for the template; `None`: the template's colours.
    colours: Option<&'a TemplateColours>,
    title: &'a str,
    heading: &'a str,
    number: &'a str,
    mark: Option<Watermark>,
    logo: Option<PictureSize>,
    business_name: &'a str,
    from: &'a PartyBlock,
    to: &'a PartyBlock,
    details: &'a Details,
    job_description: &'a [String],
    columns: &'a [String; 4],
    lines: Vec<LineWithPhotos<'a>>,
    choices: &'a [DisplayedChoice],
    /// The photos of the job.
    pictures: Vec<PlacedPhoto<'a>>,
    totals: &'a [TotalRow],
    /// What was agreed before a variation, and the new agreed total; left out of any other document's data.
    #[serde(skip_serializing_if = "<[DetailRow]>::is_empty")]
    agreed_totals: &'a [DetailRow],
    instalments: Option<PrintedInstalments<'a>>,
    pay: Option<TransferBox<'a>>,
    /// The link as a QR code, in SVG.
    scan: Option<String>,
    /// Where to accept or pay the document. If there is no such link, the field is left out of the data, so that the
    /// file of an older document stays the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    online: Option<OnlinePage<'a>>,
    /// The layout of the version; left out if it is the first one.
    #[serde(skip_serializing_if = "is_first")]
    layout: u8,
    /// Whether choices are side by side; left out if they are below one another.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    cards: bool,
    right: Option<&'a PrintedCancellationRight>,
    genuine: Option<AuthenticityBox<'a>>,
    notes: &'a [String],
    terms: &'a [String],
    footer: &'a [String],
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over so")]
fn is_first(layout: &u8) -> bool {
    *layout == 0
}

/// The customer's page, for the reader of the printed document.
#[derive(Serialize)]
struct OnlinePage<'a> {
    /// What can be done there; empty if the payment details say it.
    title: &'a str,
    /// The address of the page.
    link: &'a str,
    /// The address as a QR code, in SVG; `None` beside payment details, which have their own.
    scan: Option<String>,
}

impl<'a> OnlinePage<'a> {
    fn new(link: &'a str, presentation: &Presentation, pays: bool) -> Self {
        if pays {
            return Self { title: "", link, scan: None };
        }
        Self {
            title: match presentation.variation {
                Some(_) => "See and accept this variation online",
                None => "See and accept this quote online",
            },
            link,
            scan: LinkCode::from_link(link).map(|scan| scan.to_svg()),
        }
    }
}

/// How to check whether the document is genuine.
#[derive(Serialize)]
struct AuthenticityBox<'a> {
    /// The link as a QR code, in SVG.
    scan: String,
    address: &'a str,
    code: &'a str,
}

impl<'a> AuthenticityBox<'a> {
    fn new(genuine: &'a AuthenticityLink) -> Option<Self> {
        Some(Self {
            scan: LinkCode::from_link(&genuine.link)?.to_svg(),
            address: &genuine.address,
            code: &genuine.code,
        })
    }
}

/// The instalments of an invoice.
#[derive(Serialize)]
struct PrintedInstalments<'a> {
    rows: Vec<PrintedInstalment<'a>>,
    note: &'a str,
}

/// One instalment. How much of it is due depends on the day, so that is only on the page.
#[derive(Serialize)]
struct PrintedInstalment<'a> {
    label: &'a str,
    date: &'a str,
    note: &'a str,
    amount: &'a str,
}

impl<'a> From<&'a Instalments> for PrintedInstalments<'a> {
    fn from(plan: &'a Instalments) -> Self {
        let row = |row: &'a InstalmentRow| PrintedInstalment {
            label: &row.label,
            date: &row.date,
            note: &row.note,
            amount: &row.amount,
        };
        Self { rows: plan.rows.iter().map(row).collect(), note: &plan.note }
    }
}

/// How to pay by bank transfer.
#[derive(Serialize)]
pub(super) struct TransferBox<'a> {
    pub title: &'a str,
    pub rows: &'a [DetailRow],
    /// Notes about the payment details.
    pub notes: &'a [String],
}

/// The PDF of a document.
///
/// # Errors
/// When it can't be typeset; an unreadable logo doesn't cause an error.
pub async fn render_document(
    typesetter: &Typesetter,
    printed_document: PrintedDocument,
) -> Result<Bytes, PdfError> {
    let size = printed_document.logo.as_deref().and_then(logo::logo_size);
    logo::render_with_or_without_logo(typesetter, &printed_document.account, size, |size| {
        build_job(&printed_document, size)
    })
    .await
}

/// The customer's right to cancel: the notice and the form, as they were issued. Until when the right lasts depends on
/// the day, so that is only on the page.
fn to_printed_right(cancellation: &Cancellation) -> PrintedCancellationRight {
    PrintedCancellationRight {
        rows: Vec::new(),
        notice: cancellation.notice.clone(),
        form: cancellation.form.clone(),
        form_title: cancellation.form_title.clone(),
        early: cancellation.early.clone(),
        information: cancellation.information.clone(),
    }
}

/// The data for the template, with ever smaller distances between the parts.
fn spread_variants(sheet: &mut DocumentData, tries: usize) -> Result<Vec<Vec<u8>>, PdfError> {
    let mut data = Vec::with_capacity(tries);
    for spread in &SPREADS[..tries] {
        sheet.spread = *spread;
        data.push(serde_json::to_vec(sheet)?);
    }
    Ok(data)
}

impl DocumentData<'_> {
    /// The document down to the totals, without anything below them.
    fn front_only(self) -> Self {
        Self {
            pictures: Vec::new(),
            instalments: None,
            pay: None,
            scan: None,
            // Beside choices that are offered it is next to the totals.
            online: self.online.filter(|_| self.cards && self.choices.iter().all(|choice| !choice.settled)),
            right: None,
            genuine: None,
            notes: &[],
            terms: &[],
            footer: &[],
            ..self
        }
    }
}

fn build_job(printed_document: &PrintedDocument, logo: Option<PictureSize>) -> Result<PdfJob, PdfError> {
    let presentation = &printed_document.presentation;
    let scan = printed_document.link.as_deref().and_then(LinkCode::from_link);
    let pay = presentation.actions.pay.as_ref();
    let pay = pay.filter(|pay| !pay.bank.is_empty() || scan.is_some());
    let right = presentation.cancellation.as_ref().map(to_printed_right);
    let mut photos = PhotoPlacer::new(&printed_document.photos);
    let mut sheet = DocumentData {
        spread: SPREADS[0],
        template: &presentation.template,
        colours: presentation.colours.as_ref(),
        title: &presentation.title,
        heading: &presentation.heading,
        number: &presentation.number,
        mark: printed_document.watermark,
        logo,
        business_name: &presentation.business_name,
        from: &presentation.from,
        to: &presentation.to,
        details: &presentation.details,
        job_description: &presentation.job_description,
        columns: &presentation.columns,
        lines: photos.place_lines(&presentation.lines),
        choices: &presentation.choices,
        pictures: photos.place_job_photos(&presentation.photos),
        totals: &presentation.totals,
        agreed_totals: &presentation.agreed_totals,
        instalments: presentation.instalments.as_ref().map(PrintedInstalments::from),
        pay: pay.map(|pay| TransferBox {
            title: &pay.title,
            rows: &pay.bank,
            notes: &printed_document.bank_notes,
        }),
        scan: scan.map(|scan| scan.to_svg()),
        online: printed_document
            .online
            .as_deref()
            .map(|link| OnlinePage::new(link, presentation, pay.is_some())),
        layout: presentation.layout,
        cards: presentation.layout >= SIDE_BY_SIDE_LAYOUT && !presentation.choices.is_empty(),
        right: right.as_ref(),
        genuine: printed_document.authenticity.as_ref().and_then(AuthenticityBox::new),
        notes: &presentation.notes,
        terms: &presentation.terms,
        footer: &presentation.footer,
    };
    let tries =
        if presentation.lines.len() + presentation.choices.len() > FEW_LINES { 1 } else { SPREADS.len() };
    let data = spread_variants(&mut sheet, tries)?;
    let beside = usize::from(right.as_ref().is_some_and(|right| !right.form.is_empty()));
    let front = match presentation.layout {
        0 => Vec::new(),
        _ if tries == 1 => Vec::new(),
        _ => spread_variants(&mut sheet.front_only(), tries)?,
    };
    Ok(PdfJob {
        template: "document.typ".to_owned(),
        data,
        front,
        logo: logo.and(printed_document.logo.clone()),
        photos: photos.placed_files(),
        separate_pages: beside,
        at: printed_document.at,
    })
}
