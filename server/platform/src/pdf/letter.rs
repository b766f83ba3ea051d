//! PDFs to one customer or subcontractor that are not documents: all have the same head, and each its own text.

use axum::body::Bytes;
use plumbline_core::document::parties::{BusinessProfile, Contact};
use plumbline_core::present::{
    DetailRow, PartyBlock, TemplateColours, build_party_blocks, find_brand_colours,
};
use serde::Serialize;

use super::PdfError;
use super::document::TransferBox;
use super::job::PdfJob;
use super::logo::{self, PictureSize};
use super::typesetter::Typesetter;

/// The sender, the recipient and the appearance of a letter.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Letterhead {
    /// The title of the PDF: `Statement, 1 January 2026 to 31 March 2026`
    pub heading: String,
    /// The business's logo as it is stored; a damaged one is left out.
    #[serde(skip)]
    pub logo: Option<Vec<u8>>,
    /// The business's own colours, if its template supports them.
    pub colours: Option<TemplateColours>,
    /// The business's name.
    pub business_name: String,
    /// The name and address of the business.
    pub from: PartyBlock,
    /// The name and address of the recipient.
    pub to: PartyBlock,
    /// When the letter was made, milliseconds since the epoch.
    #[serde(skip)]
    pub at: i64,
}

impl Letterhead {
    /// A letterhead from this business to this contact, made at this instant, without a logo so far.
    pub fn new(heading: String, from: &BusinessProfile, to: &Contact, at: i64) -> Self {
        let (sender, recipient) = build_party_blocks(from, to);
        Self {
            heading,
            logo: None,
            colours: find_brand_colours(from),
            business_name: from.name.clone(),
            from: sender,
            to: recipient,
            at,
        }
    }
}

/// The amount to be paid, and the bank details for it.
#[derive(Debug, Clone)]
pub struct LetterPayment {
    /// `Pay £1,200.00`
    pub title: String,
    /// The bank details; if there are none, the request isn't printed.
    pub transfer: Vec<DetailRow>,
}

/// A printed letter.
#[derive(Debug, Clone)]
pub struct PdfLetter<Body> {
    /// The letterhead.
    pub head: Letterhead,
    /// The contents of this kind of letter; every amount is formatted already.
    pub body: Body,
    /// The request for payment, if there is one.
    pub payment: Option<LetterPayment>,
}

/// The contents of one kind of letter, and its template.
pub trait LetterBody: Serialize {
    /// The file name of the template.
    const TEMPLATE: &'static str;
}

/// The data for the template.
#[derive(Serialize)]
struct LetterData<'a, Body> {
    #[serde(flatten)]
    head: &'a Letterhead,
    #[serde(flatten)]
    body: &'a Body,
    logo: Option<PictureSize>,
    pay: Option<TransferBox<'a>>,
}

/// The PDF of a letter.
///
/// # Errors
/// When it can't be typeset; an unreadable logo doesn't cause an error.
pub async fn render_letter<Body: LetterBody>(
    typesetter: &Typesetter,
    account: &str,
    pdf_letter: &PdfLetter<Body>,
) -> Result<Bytes, PdfError> {
    let size = pdf_letter.head.logo.as_deref().and_then(logo::logo_size);
    logo::render_with_or_without_logo(typesetter, account, size, |size| build_job(pdf_letter, size)).await
}

fn build_job<Body: LetterBody>(
    pdf_letter: &PdfLetter<Body>,
    logo: Option<PictureSize>,
) -> Result<PdfJob, PdfError> {
    let wanted = pdf_letter.payment.as_ref();
    let sheet =
        LetterData {
            head: &pdf_letter.head,
            body: &pdf_letter.body,
            logo,
            pay: wanted.filter(|requested| !requested.transfer.is_empty()).map(|letter_payment| {
                TransferBox { title: &letter_payment.title, rows: &letter_payment.transfer, notes: &[] }
            }),
        };
    Ok(PdfJob {
        template: Body::TEMPLATE.to_owned(),
        front: Vec::new(),
        separate_pages: 0,
        data: vec![serde_json::to_vec(&sheet)?],
        logo: logo.and(pdf_letter.head.logo.clone()),
        photos: Vec::new(),
        at: pdf_letter.head.at,
    })
}
