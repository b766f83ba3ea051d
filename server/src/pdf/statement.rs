//! A customer's statement of account on paper.

use axum::body::Bytes;
use plumbline_core::present::{Block, Colours, DetailRow};
use serde::Serialize;

use super::PdfError;
use super::document::Transfer;
use super::job::Job;
use super::logo::{self, LogoSize};
use super::typeset::Typesetter;

/// What a statement says; every amount is in words already.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StatementPaper {
    /// `Statement, 1 January 2026 to 31 March 2026`
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
    /// `1 January 2026 to 31 March 2026`
    pub days: String,
    /// What was owed before, what happened, what is owed.
    pub figures: Vec<DetailRow>,
    /// Day by day.
    pub rows: Vec<StatementRow>,
    /// What is owed today, where the last day has passed.
    pub owed_now: Option<String>,
    /// `Pay £1,200.00`
    #[serde(skip)]
    pub pay: String,
    /// Where a transfer goes; empty where none is accepted and where nothing is owed.
    #[serde(skip)]
    pub transfer: Vec<DetailRow>,
    /// The instant that it is made at, milliseconds since the epoch.
    #[serde(skip)]
    pub at: i64,
}

/// A row of it.
#[derive(Debug, Clone, Serialize)]
pub struct StatementRow {
    /// The day.
    pub date: String,
    /// `Invoice INV-0001, due 31/03/2026`
    pub what: String,
    /// Empty of a payment.
    pub invoiced: String,
    /// Empty of an invoice.
    pub paid: String,
    /// What is owed after it.
    pub balance: String,
}

/// What the template reads.
#[derive(Serialize)]
struct Sheet<'a> {
    #[serde(flatten)]
    paper: &'a StatementPaper,
    logo: Option<LogoSize>,
    pay: Option<Transfer<'a>>,
}

/// The PDF of a statement.
///
/// # Errors
/// When it cannot be typeset; a logo never is the reason.
pub async fn statement(
    typesetter: &Typesetter,
    account: &str,
    paper: &StatementPaper,
) -> Result<Bytes, PdfError> {
    let size = paper.logo.as_deref().and_then(logo::size);
    logo::with_or_without(typesetter, account, size, |size| job(paper, size)).await
}

fn job(paper: &StatementPaper, logo: Option<LogoSize>) -> Result<Job, PdfError> {
    let pay = (!paper.transfer.is_empty()).then_some(Transfer {
        title: &paper.pay,
        rows: &paper.transfer,
    });
    let sheet = Sheet { paper, logo, pay };
    Ok(Job {
        template: "statement.typ".to_owned(),
        data: vec![serde_json::to_vec(&sheet)?],
        logo: logo.and(paper.logo.clone()),
        at: paper.at,
    })
}
