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

/// How close the pieces of a document may stand, in per cent of the template's own distance: a sheet
/// with nothing but the thanks on it helps nobody.
const SPREADS: [u8; 4] = [100, 80, 60, 45];
/// With more lines than these a document has no hope of one page.
const FEW: usize = 16;

/// A word that says how a document is to be taken, across it where it is not the issued one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Mark {
    /// Not issued yet.
    Draft,
    /// Withdrawn.
    Void,
    /// Its customer cancelled the job, or the variation.
    Cancelled,
    /// Paid; a stamp beside the number, nothing across the page.
    Paid,
}

/// Where whoever holds the paper asks whether it is genuine.
#[derive(Debug, Clone)]
pub struct Genuine {
    /// The page, for a camera.
    pub link: String,
    /// Where to type the code.
    pub address: String,
    /// The code, in groups.
    pub code: String,
}

/// What becomes a PDF.
#[derive(Debug, Clone)]
pub struct Paper {
    /// Whose it is: accounts take turns at the typesetters.
    pub account: String,
    /// Every word of it.
    pub presentation: Presentation,
    /// What to know of the bank details, a sentence an entry: since when they are others, and until when they
    /// hold.
    pub bank_notes: Vec<String>,
    /// The business's logo as kept; a broken one is left out.
    pub logo: Option<Vec<u8>>,
    /// The photos as they are on paper, by their ids; one that could not be read is left out.
    pub photos: HashMap<String, Bytes>,
    /// Where its customer sees and pays it; none where there is nothing to pay, or nobody has the link.
    pub link: Option<String>,
    /// The customer's page as it is printed, of a document that is accepted or paid there; none where nobody has the
    /// link, and of a version whose layout does not name it.
    pub online: Option<String>,
    /// Where to ask whether it is genuine; none of what is no issued invoice.
    pub genuine: Option<Genuine>,
    /// How it is to be taken.
    pub mark: Option<Mark>,
    /// The instant of its issue, milliseconds since the epoch.
    pub at: i64,
}

/// What the template reads: the parts of the presentation that belong to the document. What hangs
/// on the day (the status, the banners) is the page's, or the bytes would change over night.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Sheet<'a> {
    /// Per cent of the template's distances between its pieces.
    spread: u8,
    template: &'a str,
    /// The business's own in the template; none: the template's.
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
    /// The link as a code, an SVG.
    scan: Option<String>,
    /// Where to accept or pay it. Left out of the data of what has no such link, so that its file is the one that it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    online: Option<Online<'a>>,
    /// The layout of the version; left out of the first one.
    #[serde(skip_serializing_if = "is_first")]
    layout: u8,
    /// Choices stand side by side; left out where they stand below one another.
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

/// The customer's page, for who has the paper.
#[derive(Serialize)]
struct Online<'a> {
    /// What is done there; empty where the way to pay says it.
    title: &'a str,
    /// Its address.
    link: &'a str,
    /// The same as a code, an SVG; none beside the way to pay, which has its own.
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

/// Where to ask whether it is genuine.
#[derive(Serialize)]
struct Check<'a> {
    /// The page as a code, an SVG.
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

/// In which parts it is paid.
#[derive(Serialize)]
struct Plan<'a> {
    rows: Vec<PlanRow<'a>>,
    note: &'a str,
}

/// One of them; what of it is due hangs on the day, and is the page's.
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

/// How to pay without the page at hand.
#[derive(Serialize)]
pub(super) struct Transfer<'a> {
    pub title: &'a str,
    pub rows: &'a [DetailRow],
    /// What to know of them.
    pub notes: &'a [String],
}

/// The PDF of a document.
///
/// # Errors
/// When it cannot be typeset; a logo never is the reason.
pub async fn document(typesetter: &Typesetter, paper: Paper) -> Result<Bytes, PdfError> {
    let size = paper.logo.as_deref().and_then(logo::size);
    logo::with_or_without(typesetter, &paper.account, size, |size| job(&paper, size)).await
}

/// The customer's right to cancel: the notice and the form, which stay as they were issued. Until when it is,
/// hangs on the day, and is the page's.
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

/// The data of a sheet with its pieces ever closer together.
fn spread(sheet: &mut Sheet, tries: usize) -> Result<Vec<Vec<u8>>, PdfError> {
    let mut data = Vec::with_capacity(tries);
    for spread in &SPREADS[..tries] {
        sheet.spread = *spread;
        data.push(serde_json::to_vec(sheet)?);
    }
    Ok(data)
}

impl Sheet<'_> {
    /// Itself down to the totals: nothing of what stands below them.
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
