//! A quote or an invoice as a PDF.

use std::collections::HashMap;

use axum::body::Bytes;
use plumbline_core::present::{
    Block, Cancellation, ChoiceShown, Colours, DetailRow, Details, InstalmentRow, Instalments,
    Presentation, SIDE_BY_SIDE, TotalRow,
};
use serde::Serialize;

use super::PdfError;
use super::certificate::Right;
use super::job::Job;
use super::logo::{self, PictureSize};
use super::photos::{PhotoSet, Photos, SheetLine};
use super::scan::Scan;
use super::typeset::Typesetter;

/// The distances between the parts of a document, in per cent of the template's own. Closer distances are tried so that
/// the thanks don't end up alone on another page.
const SPREADS: [u8; 4] = [100, 80, 60, 45];
/// A document with more lines than this can't fit on one page.
const FEW: usize = 16;

/// A word about the state of the document, printed across the page unless the document is paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Mark {
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
pub struct Genuine {
    /// The link to the check, as a QR code.
    pub link: String,
    /// The address at which to type the code.
    pub address: String,
    /// The code, in groups of characters.
    pub code: String,
}

/// A document that becomes a PDF.
#[derive(Debug, Clone)]
pub struct Paper {
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
    pub genuine: Option<Genuine>,
    /// The word about its state, if there is one.
    pub mark: Option<Mark>,
    /// The instant of its issue, milliseconds since the epoch.
    pub at: i64,
}

/// The data for the template: the parts of the presentation that belong to the document itself. What depends on the day
/// (the status and the banners) is only on the page, because otherwise the PDF's bytes would change from day to day.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Sheet<'a> {
    /// The distances between the parts, in per cent of the template's own.
    spread: u8,
    template: &'a str,
    /// The business's own colours for the template; `None`: the template's colours.
    colours: Option<&'a Colours>,
    title: &'a str,
    heading: &'a str,
    number: &'a str,
    mark: Option<Mark>,
    logo: Option<PictureSize>,
    business_name: &'a str,
    from: &'a Block,
    to: &'a Block,
    details: &'a Details,
    job_description: &'a [String],
    columns: &'a [String; 4],
    lines: Vec<SheetLine<'a>>,
    choices: &'a [ChoiceShown],
    /// The photos of the job.
    pictures: Vec<PhotoSet<'a>>,
    totals: &'a [TotalRow],
    instalments: Option<Plan<'a>>,
    pay: Option<Transfer<'a>>,
    /// The link as a QR code, in SVG.
    scan: Option<String>,
    /// Where to accept or pay the document. If there is no such link, the field is left out of the data, so that the
    /// file of an older document stays the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    online: Option<Online<'a>>,
    /// The layout of the version; left out if it is the first one.
    #[serde(skip_serializing_if = "is_first")]
    layout: u8,
    /// Whether choices are side by side; left out if they are below one another.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    cards: bool,
    right: Option<&'a Right>,
    genuine: Option<Check<'a>>,
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
struct Online<'a> {
    /// What can be done there; empty if the payment details say it.
    title: &'a str,
    /// The address of the page.
    link: &'a str,
    /// The address as a QR code, in SVG; `None` beside payment details, which have their own.
    scan: Option<String>,
}

impl<'a> Online<'a> {
    fn of(link: &'a str, shown: &Presentation, pays: bool) -> Self {
        if pays {
            return Self {
                title: "",
                link,
                scan: None,
            };
        }
        Self {
            title: match shown.variation {
                Some(_) => "See and accept this variation online",
                None => "See and accept this quote online",
            },
            link,
            scan: Scan::of(link).map(|scan| scan.svg()),
        }
    }
}

/// How to check whether the document is genuine.
#[derive(Serialize)]
struct Check<'a> {
    /// The link as a QR code, in SVG.
    scan: String,
    address: &'a str,
    code: &'a str,
}

impl<'a> Check<'a> {
    fn of(genuine: &'a Genuine) -> Option<Self> {
        Some(Self {
            scan: Scan::of(&genuine.link)?.svg(),
            address: &genuine.address,
            code: &genuine.code,
        })
    }
}

/// The instalments of an invoice.
#[derive(Serialize)]
struct Plan<'a> {
    rows: Vec<PlanRow<'a>>,
    note: &'a str,
}

/// One instalment. How much of it is due depends on the day, so that is only on the page.
#[derive(Serialize)]
struct PlanRow<'a> {
    label: &'a str,
    date: &'a str,
    note: &'a str,
    amount: &'a str,
}

impl<'a> From<&'a Instalments> for Plan<'a> {
    fn from(plan: &'a Instalments) -> Self {
        let row = |row: &'a InstalmentRow| PlanRow {
            label: &row.label,
            date: &row.date,
            note: &row.note,
            amount: &row.amount,
        };
        Self {
            rows: plan.rows.iter().map(row).collect(),
            note: &plan.note,
        }
    }
}

/// How to pay by bank transfer.
#[derive(Serialize)]
pub(super) struct Transfer<'a> {
    pub title: &'a str,
    pub rows: &'a [DetailRow],
    /// Notes about the payment details.
    pub notes: &'a [String],
}

/// The PDF of a document.
///
/// # Errors
/// When it can't be typeset; an unreadable logo doesn't cause an error.
pub async fn document(typesetter: &Typesetter, paper: Paper) -> Result<Bytes, PdfError> {
    let size = paper.logo.as_deref().and_then(logo::size);
    logo::with_or_without(typesetter, &paper.account, size, |size| job(&paper, size)).await
}

/// The customer's right to cancel: the notice and the form, as they were issued. Until when the right lasts depends on
/// the day, so that is only on the page.
fn right_of(shown: &Cancellation) -> Right {
    Right {
        rows: Vec::new(),
        notice: shown.notice.clone(),
        form: shown.form.clone(),
        form_title: shown.form_title.clone(),
        early: shown.early.clone(),
        information: shown.information.clone(),
    }
}

/// The data for the template, with ever smaller distances between the parts.
fn spread(sheet: &mut Sheet, tries: usize) -> Result<Vec<Vec<u8>>, PdfError> {
    let mut data = Vec::with_capacity(tries);
    for spread in &SPREADS[..tries] {
        sheet.spread = *spread;
        data.push(serde_json::to_vec(sheet)?);
    }
    Ok(data)
}

impl Sheet<'_> {
    /// The document down to the totals, without anything below them.
    fn front(self) -> Self {
        Self {
            pictures: Vec::new(),
            instalments: None,
            pay: None,
            scan: None,
            online: None,
            right: None,
            genuine: None,
            notes: &[],
            terms: &[],
            footer: &[],
            ..self
        }
    }
}

fn job(paper: &Paper, logo: Option<PictureSize>) -> Result<Job, PdfError> {
    let shown = &paper.presentation;
    let scan = paper.link.as_deref().and_then(Scan::of);
    let pay = shown.actions.pay.as_ref();
    let pay = pay.filter(|pay| !pay.bank.is_empty() || scan.is_some());
    let right = shown.cancellation.as_ref().map(right_of);
    let mut photos = Photos::of(&paper.photos);
    let mut sheet = Sheet {
        spread: SPREADS[0],
        template: &shown.template,
        colours: shown.colours.as_ref(),
        title: &shown.title,
        heading: &shown.heading,
        number: &shown.number,
        mark: paper.mark,
        logo,
        business_name: &shown.business_name,
        from: &shown.from,
        to: &shown.to,
        details: &shown.details,
        job_description: &shown.job_description,
        columns: &shown.columns,
        lines: photos.lines(&shown.lines),
        choices: &shown.choices,
        pictures: photos.of_job(&shown.photos),
        totals: &shown.totals,
        instalments: shown.instalments.as_ref().map(Plan::from),
        pay: pay.map(|pay| Transfer {
            title: &pay.title,
            rows: &pay.bank,
            notes: &paper.bank_notes,
        }),
        scan: scan.map(|scan| scan.svg()),
        online: paper
            .online
            .as_deref()
            .map(|link| Online::of(link, shown, pay.is_some())),
        layout: shown.layout,
        cards: shown.layout >= SIDE_BY_SIDE && !shown.choices.is_empty(),
        right: right.as_ref(),
        genuine: paper.genuine.as_ref().and_then(Check::of),
        notes: &shown.notes,
        terms: &shown.terms,
        footer: &shown.footer,
    };
    let tries = if shown.lines.len() + shown.choices.len() > FEW {
        1
    } else {
        SPREADS.len()
    };
    let data = spread(&mut sheet, tries)?;
    let beside = usize::from(right.as_ref().is_some_and(|right| !right.form.is_empty()));
    let front = match shown.layout {
        0 => Vec::new(),
        _ if tries == 1 => Vec::new(),
        _ => spread(&mut sheet.front(), tries)?,
    };
    Ok(Job {
        template: "document.typ".to_owned(),
        data,
        front,
        logo: logo.and(paper.logo.clone()),
        photos: photos.taken(),
        beside,
        at: paper.at,
    })
}
