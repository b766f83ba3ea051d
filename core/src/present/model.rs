//! The input of a rendering.

use serde::{Deserialize, Serialize};

use crate::money::Pence;
use crate::present::cancellation::Cancellation;
use crate::present::colours::Colours;
use crate::present::photos::PhotoShown;
use crate::present::public::Kind;
use crate::status::{Badge, Banner, Method};

/// A document as it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Presentation {
    /// A quote, an invoice, …
    pub kind: Kind,
    /// The layout of its paper, which a version keeps.
    #[serde(skip)]
    pub layout: u8,
    /// `QUOTE`, `INVOICE`: the title of the document.
    pub title: String,
    /// `Quote Q-0012`, `Invoice` without a number: the title of the page.
    pub heading: String,
    /// The number; empty on a draft.
    pub number: String,
    /// The template: classic, modern, colored, bold or minimal.
    pub template: String,
    /// The colours of the template with the business's own; left out where they are the template's.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub colours: Option<Colours>,
    /// Where the logo is, if there is one.
    pub logo_url: Option<String>,
    /// The business's name.
    pub business_name: String,
    /// The status.
    pub badge: Badge,
    /// Sentences across the top.
    pub banners: Vec<Banner>,
    /// The amount that matters now, and the day that does.
    pub summary: Summary,
    /// What the customer may do.
    pub actions: Actions,
    /// The business.
    pub from: Block,
    /// The customer.
    pub to: Block,
    /// The 'Quote details' or 'Invoice details' box.
    pub details: Details,
    /// The job, a paragraph an entry.
    pub job_description: Vec<String>,
    /// The headings of the table of lines; empty over a column in which nothing stands.
    pub columns: [String; 4],
    /// The lines, the synthetic Labour line the last.
    pub lines: Vec<LineRow>,
    /// The quote's alternatives, side by side; left out where it has none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<ChoiceShown>>"))]
    pub choices: Vec<ChoiceShown>,
    /// The photos of the job; left out where there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<PhotoShown>>"))]
    pub photos: Vec<PhotoShown>,
    /// The totals, top down.
    pub totals: Vec<TotalRow>,
    /// The instalments in which it is paid; left out where none were agreed.
    #[cfg_attr(target_arch = "wasm32", serde(skip))]
    #[cfg_attr(
        not(target_arch = "wasm32"),
        serde(skip_serializing_if = "Option::is_none")
    )]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub instalments: Option<Instalments>,
    /// The customer's right to cancel; left out where they have nothing of it.
    #[cfg_attr(target_arch = "wasm32", serde(skip))]
    #[cfg_attr(
        not(target_arch = "wasm32"),
        serde(skip_serializing_if = "Option::is_none")
    )]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub cancellation: Option<Cancellation>,
    /// What a variation varies, and what it comes to with it; left out of every other document.
    #[cfg_attr(target_arch = "wasm32", serde(skip))]
    #[cfg_attr(
        not(target_arch = "wasm32"),
        serde(skip_serializing_if = "Option::is_none")
    )]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub variation: Option<VariationShown>,
    /// The notes, a paragraph an entry.
    pub notes: Vec<String>,
    /// The terms and conditions, a paragraph a line.
    pub terms: Vec<String>,
    /// The payment history.
    pub payments: Vec<PaymentRow>,
    /// Website, e-mail and phone under 'Thank you for your business!'.
    pub footer: Vec<String>,
    /// The 'Need Help?' card: only if the business has a phone or an e-mail.
    pub help: Option<Help>,
}

/// What a variation varies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct VariationShown {
    /// `Variation to quote Q-0012`.
    pub title: String,
    /// What was agreed of the job before, this variation, and what was agreed with it.
    pub rows: Vec<DetailRow>,
}

/// What a phone shows before anything else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Summary {
    /// `Total`, or `Balance Due` of an invoice that is not paid.
    pub label: String,
    /// The amount.
    pub amount: String,
    /// `Valid until 05/03/2026`, `Due 05/03/2026`; empty without a date, and where nothing waits
    /// for it any more.
    pub date: String,
    /// How the deposit stands: `Deposit £977.28 on acceptance`; of an invoice that is paid in instalments
    /// what of it is due: `£120.00 of it is due now`. Empty without either.
    pub deposit: String,
    /// `including VAT`, where the amount has VAT in it; left out otherwise.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<String>"))]
    pub vat: String,
    /// What it is for, in one line: the first line of the job, else the name of the first item. Left out
    /// where there is neither.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<String>"))]
    pub about: String,
    /// Which part of the job an invoice of a stage asks for: `Stage 1 of quote Q-0012, 40% of the agreed
    /// £2,400.00`. Left out of every other document.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<String>"))]
    pub stage: String,
}

/// What the customer may do.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Actions {
    /// 'Accept Quote' shows.
    pub accept: bool,
    /// 'Decline Quote' shows.
    pub decline: bool,
    /// Accepting asks to tick the terms and conditions: there are some.
    pub terms: bool,
    /// There are optional lines to tick before accepting.
    pub options: bool,
    /// There are choices, one of which is taken by accepting; left out where there are none.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub choose: bool,
    /// The card with the ways to pay, where there is something to pay.
    pub pay: Option<Pay>,
}

/// The card with the ways to pay.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Pay {
    /// Its title: `Pay Deposit (£120.00)` or `Pay £120.00`.
    pub title: String,
    /// The amount as it is shown.
    pub amount: String,
    /// The amount as a decimal string, for card checkout.
    pub value: Pence,
    /// The ways to pay; none where the business accepts none.
    pub options: Vec<PayOption>,
    /// Where a transfer goes; empty where none is accepted.
    pub bank: Vec<DetailRow>,
    /// Where it is paid by PayPal: a link or an e-mail address; empty where that is not offered.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<String>"))]
    pub paypal: String,
    /// Which instalment is asked for; left out where none were agreed.
    #[cfg_attr(target_arch = "wasm32", serde(skip))]
    #[cfg_attr(
        not(target_arch = "wasm32"),
        serde(skip_serializing_if = "String::is_empty")
    )]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<String>"))]
    pub instalment: String,
    /// All that is open, which may be paid instead; left out where that is what is asked for.
    #[cfg_attr(target_arch = "wasm32", serde(skip))]
    #[cfg_attr(
        not(target_arch = "wasm32"),
        serde(skip_serializing_if = "Option::is_none")
    )]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub all: Option<PayAll>,
}

/// All that is open of an invoice that is paid in instalments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct PayAll {
    /// The amount as it is shown.
    pub amount: String,
    /// The amount as a decimal string.
    pub value: Pence,
}

/// The instalments in which an invoice is paid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Instalments {
    /// Each, the earliest first.
    pub rows: Vec<InstalmentRow>,
    /// What is said where the invoice asks for another sum than was agreed; empty where it does not.
    pub note: String,
}

/// An instalment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct InstalmentRow {
    /// `2 of 4`.
    pub label: String,
    /// The last day on which it is paid in time.
    pub date: String,
    /// How much.
    pub amount: String,
    /// Paid, due, overdue, …
    pub badge: Badge,
    /// What of it is paid, whatever the day: `Paid`, `£40.00 of it is paid`; empty where nothing is.
    pub note: String,
}

/// A way to pay.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct PayOption {
    /// The name that the request carries.
    pub method: Method,
    /// Its words.
    pub label: String,
}

/// One side of the document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Block {
    /// `From` or `To`.
    pub label: String,
    /// Its lines, top down.
    pub lines: Vec<BlockLine>,
}

/// A line of a block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct BlockLine {
    /// What it is, so that a rendering may set it apart or link it.
    pub part: BlockPart,
    /// The whole line.
    pub text: String,
}

/// What a line of a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[allow(missing_docs, reason = "the names say it")]
pub enum BlockPart {
    Name,
    Owner,
    Company,
    Address,
    ServiceAddress,
    Phone,
    Email,
    VatNumber,
    Registration,
}

/// A box of labelled values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Details {
    /// `Quote details` or `Invoice details`.
    pub title: String,
    /// Its rows, top down.
    pub rows: Vec<DetailRow>,
}

/// A labelled value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct DetailRow {
    /// The label.
    pub label: String,
    /// The value.
    pub value: String,
}

impl DetailRow {
    pub(super) fn new(label: &str, value: String) -> Self {
        DetailRow {
            label: label.into(),
            value,
        }
    }
}

/// What stands above the lines of a section.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct SectionHead {
    /// Its name.
    pub name: String,
    /// What its lines come to; left out where that is hidden, and where none counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub amount: Option<String>,
}

/// A line of the 'Items & Services' table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct LineRow {
    /// The line's id; empty for the synthetic Labour line.
    pub id: String,
    /// Its name.
    pub name: String,
    /// More words, a paragraph an entry.
    pub description: Vec<String>,
    /// `Labour: 3 hours at £45.00 per hour`, where the line has labour.
    pub labour: Option<String>,
    /// What that labour comes to, which is in the line's amount.
    #[serde(
        rename = "labourAmount",
        default,
        skip_serializing_if = "Option::is_none"
    )]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub labour_amount: Option<String>,
    /// `VAT @ 5%`, `VAT exempt` …, where lines differ in it.
    pub vat: Option<String>,
    /// `Better, in the total` or `Good, not in the total`, where the line belongs to one of the
    /// quote's choices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub choice: Option<String>,
    /// The id of that choice.
    #[serde(rename = "choiceId", default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub choice_id: Option<String>,
    /// The photos of the line; left out where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<PhotoShown>>"))]
    pub photos: Vec<PhotoShown>,
    /// The heading that stands above the line, where it is the first of a section.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub section: Option<SectionHead>,
    /// The quantity.
    pub quantity: String,
    /// The unit price; empty where it is hidden.
    pub rate: String,
    /// What the line comes to, its labour included; empty where it is hidden.
    pub amount: String,
    /// What the total changes by with an optional line, where its price is without VAT: `£201.60 including
    /// VAT`. Left out of everything else, and of a quote that cannot be accepted any more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub adds: Option<String>,
    /// Whether the customer may leave it out.
    pub optional: bool,
    /// Whether it is taken, if it is optional.
    pub selected: bool,
    /// Whether it adds to the document: false for an optional line that was not taken, and for one
    /// of a choice that was not chosen.
    pub counted: bool,
}

/// One of a quote's alternatives; its lines are those that carry its id, beside the lines that carry
/// none, which are in each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct ChoiceShown {
    /// The choice's id.
    pub id: String,
    /// `Better`.
    pub name: String,
    /// Whether it is the one that the quote's own figures count.
    pub chosen: bool,
    /// Whether the quote was agreed, with it or without it; left out while it is offered.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub settled: bool,
    /// `In the total` while the quote is offered; `Chosen` or `Not chosen` once it is agreed.
    pub note: String,
    /// What the quote comes to with it.
    pub total: String,
    /// The VAT in that, the deposit, the deduction under CIS and what is left to pay, as far as there
    /// is any.
    pub rows: Vec<TotalRow>,
}

/// A row of the totals.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct TotalRow {
    /// What the row is.
    pub kind: TotalKind,
    /// Its label.
    pub label: String,
    /// Small words beside the label: a reason, what VAT is worked out on.
    pub note: Option<String>,
    /// Its amount.
    pub amount: String,
}

/// What a row of the totals is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[allow(missing_docs, reason = "the names say it")]
pub enum TotalKind {
    Labour,
    Subtotal,
    Discount,
    Invoiced,
    Net,
    Vat,
    ReverseCharge,
    Total,
    Deposit,
    BalanceAfterDeposit,
    Cis,
    Payable,
    Credited,
    Paid,
    Refunded,
    Pending,
    BalanceDue,
}

/// A payment in the history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct PaymentRow {
    /// The payment's id.
    pub id: String,
    /// When: with hours and minutes on an invoice.
    pub date: String,
    /// How.
    pub method: String,
    /// How much.
    pub amount: String,
    /// Pending or Confirmed.
    pub badge: Badge,
    /// Whether the customer can take it back: what they recorded, while it is pending.
    pub withdrawable: bool,
    /// What the business says about it; left out where it says nothing.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<String>"))]
    pub note: String,
}

/// The 'Need Help?' card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Help {
    /// The number to call.
    pub phone: Option<String>,
    /// The address to write to.
    pub email: Option<String>,
    /// The subject of that e-mail: `Re: Quote Q-0012`.
    pub subject: String,
}
