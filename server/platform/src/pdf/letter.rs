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

/// Whom it is from, whom it goes to, and how it looks.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Letterhead {
    /// What the PDF calls itself: `Statement, 1 January 2026 to 31 March 2026`
    pub heading: String,
    /// The business's logo as kept; a broken one is left out.
    #[serde(skip)]
    pub logo: Option<Vec<u8>>,
    /// The business's own colours, where its template takes any.
    pub colours: Option<Colours>,
    /// The business's name.
    pub business_name: String,
    /// The business.
    pub from: Block,
    /// Whom it goes to.
    pub to: Block,
    /// The instant that it is made at, milliseconds since the epoch.
    #[serde(skip)]
    pub at: i64,
}

impl Letterhead {
    /// From this business to this person, made at this instant, without a logo yet.
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

/// What is to be paid, and where a transfer goes.
#[derive(Debug, Clone)]
pub struct Asked {
    /// `Pay £1,200.00`
    pub title: String,
    /// The bank details; without any nothing is asked on paper.
    pub transfer: Vec<DetailRow>,
}

/// Such a letter.
#[derive(Debug, Clone)]
pub struct Letter<Body> {
    /// The head.
    pub head: Letterhead,
    /// Its own words; every amount is in words already.
    pub body: Body,
    /// What it asks for.
    pub asked: Option<Asked>,
}

/// The words of one kind of letter, and what sets them.
pub trait Words: Serialize {
    /// The template that reads them.
    const TEMPLATE: &'static str;
}

/// What a template reads.
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
/// When it cannot be typeset; a logo never is the reason.
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
