//! The letter that asks for interest and a fixed sum for paying late, on paper.

use axum::body::Bytes;
use plumbline_core::present::{Block, Colours, DetailRow};
use serde::Serialize;

use super::PdfError;
use super::document::Transfer;
use super::job::Job;
use super::logo::{self, LogoSize};
use super::typeset::Typesetter;

/// What the letter says; every amount is in words already.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LatePaymentPaper {
    /// What the PDF calls itself.
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
    /// The customer.
    pub to: Block,
    /// The day of the letter.
    pub date: String,
    /// What it is about.
    pub subject: String,
    /// Above the figures, a paragraph each.
    pub before: Vec<String>,
    /// How the interest is worked out.
    pub rows: Vec<LateRow>,
    /// What it comes to.
    pub figures: Vec<DetailRow>,
    /// Below them, a paragraph each.
    pub after: Vec<String>,
    /// `Pay £1,200.00`
    #[serde(skip)]
    pub pay: String,
    /// Where a transfer goes; empty where none is accepted.
    #[serde(skip)]
    pub transfer: Vec<DetailRow>,
    /// The instant that it is made at, milliseconds since the epoch.
    #[serde(skip)]
    pub at: i64,
}

/// Days in which the same sum was owed.
#[derive(Debug, Clone, Serialize)]
pub struct LateRow {
    /// From which day to which.
    pub days: String,
    /// How many.
    pub count: String,
    /// What was owed.
    pub owed: String,
    /// Its interest.
    pub interest: String,
}

/// What the template reads.
#[derive(Serialize)]
struct Sheet<'a> {
    #[serde(flatten)]
    paper: &'a LatePaymentPaper,
    logo: Option<LogoSize>,
    pay: Option<Transfer<'a>>,
}

/// The PDF of the letter.
///
/// # Errors
/// When it cannot be typeset; a logo never is the reason.
pub async fn late_payment(
    typesetter: &Typesetter,
    account: &str,
    paper: &LatePaymentPaper,
) -> Result<Bytes, PdfError> {
    let size = paper.logo.as_deref().and_then(logo::size);
    logo::with_or_without(typesetter, account, size, |size| job(paper, size)).await
}

fn job(paper: &LatePaymentPaper, logo: Option<LogoSize>) -> Result<Job, PdfError> {
    let pay = (!paper.transfer.is_empty()).then_some(Transfer {
        title: &paper.pay,
        rows: &paper.transfer,
    });
    let sheet = Sheet { paper, logo, pay };
    Ok(Job {
        template: "late-payment.typ".to_owned(),
        data: vec![serde_json::to_vec(&sheet)?],
        logo: logo.and(paper.logo.clone()),
        at: paper.at,
    })
}
