//! PDFs to one customer or subcontractor that are not documents: all have the same head, and each its own text.

use axum::body::Bytes;
use plumbline_core::document::parties::{BusinessProfile, Contact};
use plumbline_core::present::{Block, Colours, DetailRow, colours_of, sides};
use serde::Serialize;

use super::PdfError;
use super::document::Transfer;
use super::job::Job;
use super::logo::{self, PictureSize};
use super::typeset::Typesetter;

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
    pub colours: Option<Colours>,
    /// The business's name.
    pub business_name: String,
    /// The name and address of the business.
    pub from: Block,
    /// The name and address of the recipient.
    pub to: Block,
    /// When the letter was made, milliseconds since the epoch.
    #[serde(skip)]
    pub at: i64,
}

impl Letterhead {
    /// A letterhead from this business to this contact, made at this instant, without a logo so far.
    pub fn between(heading: String, from: &BusinessProfile, to: &Contact, at: i64) -> Self {
        let (sender, recipient) = sides(from, to);
        Self {
            heading,
            logo: None,
            colours: colours_of(from),
            business_name: from.name.clone(),
            from: sender,
            to: recipient,
            at,
        }
    }
}

/// The amount to be paid, and the bank details for it.
#[derive(Debug, Clone)]
pub struct Asked {
    /// `Pay £1,200.00`
    pub title: String,
    /// The bank details; if there are none, the request isn't printed.
    pub transfer: Vec<DetailRow>,
}

/// A printed letter.
#[derive(Debug, Clone)]
pub struct Letter<Body> {
    /// The letterhead.
    pub head: Letterhead,
    /// The contents of this kind of letter; every amount is formatted already.
    pub body: Body,
    /// The request for payment, if there is one.
    pub asked: Option<Asked>,
}

/// The contents of one kind of letter, and its template.
pub trait Words: Serialize {
    /// The file name of the template.
    const TEMPLATE: &'static str;
}

/// The data for the template.
#[derive(Serialize)]
struct Sheet<'a, Body> {
    #[serde(flatten)]
    head: &'a Letterhead,
    #[serde(flatten)]
    body: &'a Body,
    logo: Option<PictureSize>,
    pay: Option<Transfer<'a>>,
}

/// The PDF of a letter.
///
/// # Errors
/// When it can't be typeset; an unreadable logo doesn't cause an error.
pub async fn letter<Body: Words>(
    typesetter: &Typesetter,
    account: &str,
    letter: &Letter<Body>,
) -> Result<Bytes, PdfError> {
    let size = letter.head.logo.as_deref().and_then(logo::size);
    logo::with_or_without(typesetter, account, size, |size| job(letter, size)).await
}

fn job<Body: Words>(letter: &Letter<Body>, logo: Option<PictureSize>) -> Result<Job, PdfError> {
    let asked = letter.asked.as_ref();
    let sheet = Sheet {
        head: &letter.head,
        body: &letter.body,
        logo,
        pay: asked
            .filter(|asked| !asked.transfer.is_empty())
            .map(|asked| Transfer {
                title: &asked.title,
                rows: &asked.transfer,
                notes: &[],
            }),
    };
    Ok(Job {
        template: Body::TEMPLATE.to_owned(),
        front: Vec::new(),
        beside: 0,
        data: vec![serde_json::to_vec(&sheet)?],
        logo: logo.and(letter.head.logo.clone()),
        photos: Vec::new(),
        at: letter.head.at,
    })
}
