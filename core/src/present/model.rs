//! The presentation of a document: everything that a page, a printout or a PDF shows of it, ready to be displayed.

use serde::{Deserialize, Serialize};

use crate::money::Pence;
use crate::present::cancellation::Cancellation;
use crate::present::colours::TemplateColours;
use crate::present::lines::DisplayedPhoto;
use crate::present::public::DocumentKind;
use crate::status::{Badge, Banner, PaymentMethod};

/// A document as it is displayed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Presentation {
    /// The kind of document.
    pub kind: DocumentKind,
    /// The layout of the printable document, which is stored with a version.
    #[serde(skip)]
    pub layout: u8,
    /// `QUOTE`, `INVOICE`: the title of the document.
    pub title: String,
    /// `Quote Q-0012`, `Invoice` without a number: the title of the page.
    pub heading: String,
    /// The number; empty for a draft.
    pub number: String,
    /// The template: classic, modern, colored, bold or minimal.
    pub template: String,
    /// The colours of the template for the business's own colour; omitted if they are the template's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub colours: Option<TemplateColours>,
    /// The address of the logo, if there is one.
    pub logo_url: Option<String>,
    /// The business's name.
    pub business_name: String,
    /// The status.
    pub badge: Badge,
    /// The banners at the top.
    pub banners: Vec<Banner>,
    /// The amount and the date that matter now.
    pub summary: Summary,
    /// What the customer can do.
    pub actions: Actions,
    /// The business's block.
    pub from: PartyBlock,
    /// The customer's block.
    pub to: PartyBlock,
    /// The 'Quote details' or 'Invoice details' box.
    pub details: Details,
    /// The job description, one entry for each paragraph.
    pub job_description: Vec<String>,
    /// The column headings of the lines; empty for an empty column.
    pub columns: [String; 4],
    /// The lines; the synthetic Labour line comes last.
    pub lines: Vec<LineRow>,
    /// The quote's choices, side by side; omitted if it has none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<DisplayedChoice>>"))]
    pub choices: Vec<DisplayedChoice>,
    /// The photos of the job; omitted if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<DisplayedPhoto>>"))]
    pub photos: Vec<DisplayedPhoto>,
    /// The totals, from top to bottom.
    pub totals: Vec<TotalRow>,
    /// What was agreed before a variation, and the new agreed total, for its PDF: they stay as they were issued. Pages
    /// show [`Self::variation`].
    #[serde(skip)]
    pub agreed_totals: Vec<DetailRow>,
    /// The instalments; omitted if none were agreed.
    #[cfg_attr(target_arch = "wasm32", serde(skip))]
    #[cfg_attr(not(target_arch = "wasm32"), serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub instalments: Option<Instalments>,
    /// The customer's right to cancel; omitted if no information about it was given.
    #[cfg_attr(target_arch = "wasm32", serde(skip))]
    #[cfg_attr(not(target_arch = "wasm32"), serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub cancellation: Option<Cancellation>,
    /// The job that a variation changes, with its totals; omitted for any other document.
    #[cfg_attr(target_arch = "wasm32", serde(skip))]
    #[cfg_attr(not(target_arch = "wasm32"), serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub variation: Option<DisplayedVariation>,
    /// The notes, one entry for each paragraph.
    pub notes: Vec<String>,
    /// The terms and conditions, one entry for each paragraph.
    pub terms: Vec<String>,
    /// The payment history.
    pub payments: Vec<PaymentRow>,
    /// Website, email and phone under 'Thank you for your business!'.
    pub footer: Vec<String>,
    /// The 'Need Help?' card, if the business has a phone number or an email address.
    pub help: Option<Help>,
}

/// The job that a variation changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct DisplayedVariation {
    /// `Variation to quote Q-0012`.
    pub title: String,
    /// The amounts agreed before, the variation, and the new agreed amount.
    pub rows: Vec<DetailRow>,
}

/// The summary that a phone shows first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Summary {
    /// `Total`, `Balance Due` for an unpaid invoice, or `Agreed total` for a quote with accepted variations.
    pub label: String,
    /// The amount.
    pub amount: String,
    /// `Valid until 05/03/2026`, `Due 05/03/2026`; empty without a date, or if there is nothing to do by then.
    pub date: String,
    /// The state of the deposit: `Deposit £977.28 on acceptance`; for an invoice with instalments the amount due:
    /// `£120.00 of it is due now`. Otherwise empty.
    pub deposit: String,
    /// `including VAT` if the amount includes VAT; otherwise omitted.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<String>"))]
    pub vat: String,
    /// The subject on one line: the first line of the job description, otherwise the name of the first item. Omitted if
    /// there is neither.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<String>"))]
    pub about: String,
    /// The part of the job that a stage asks for: `Stage 1 of quote Q-0012, 40% of the agreed £2,400.00`. Omitted for
    /// any other document.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<String>"))]
    pub stage: String,
    /// The amounts of an agreed total: the quote and its accepted variations. Omitted for any other amount.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<DetailRow>>"))]
    pub parts: Vec<DetailRow>,
}

/// What the customer can do.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Actions {
    /// Whether 'Accept Quote' is shown.
    pub accept: bool,
    /// Whether 'Decline Quote' is shown.
    pub decline: bool,
    /// Whether the customer must tick the terms and conditions to accept, because there are some.
    pub terms: bool,
    /// Whether there are optional lines to tick before accepting.
    pub options: bool,
    /// Whether there are choices, one of which is taken by accepting; omitted if there are none.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub choose: bool,
    /// The payment card, if there is something to pay.
    pub pay: Option<PaymentCard>,
}

/// The payment card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct PaymentCard {
    /// The title: `Pay Deposit (£120.00)` or `Pay £120.00`.
    pub title: String,
    /// The amount for display.
    pub amount: String,
    /// The amount as a decimal string, for card checkout.
    pub value: Pence,
    /// The payment methods; empty if the business accepts none.
    pub options: Vec<PayOption>,
    /// The bank details for a transfer; empty if transfers are not accepted.
    pub bank: Vec<DetailRow>,
    /// Where to pay by PayPal: a link or an email address; empty if PayPal is not offered.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<String>"))]
    pub paypal: String,
    /// The instalment that is asked for; omitted if none were agreed.
    #[cfg_attr(target_arch = "wasm32", serde(skip))]
    #[cfg_attr(not(target_arch = "wasm32"), serde(skip_serializing_if = "String::is_empty"))]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<String>"))]
    pub instalment: String,
    /// The whole open amount as an alternative; omitted if it is the amount asked for.
    #[cfg_attr(target_arch = "wasm32", serde(skip))]
    #[cfg_attr(not(target_arch = "wasm32"), serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub all: Option<PayAllAmount>,
}

/// The whole open amount of an invoice with instalments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct PayAllAmount {
    /// The amount for display.
    pub amount: String,
    /// The amount as a decimal string.
    pub value: Pence,
}

/// The instalments of an invoice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Instalments {
    /// The instalments, earliest first.
    pub rows: Vec<InstalmentRow>,
    /// The explanation if the amount of the invoice differs from the sum of the agreed instalments; otherwise empty.
    pub note: String,
}

/// An instalment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct InstalmentRow {
    /// `2 of 4`.
    pub label: String,
    /// The last day to pay it on time.
    pub date: String,
    /// The amount.
    pub amount: String,
    /// The state: paid, due, overdue, …
    pub badge: Badge,
    /// How much of it is paid, whatever the day: `Paid`, `£40.00 of it is paid`; empty if nothing is.
    pub note: String,
}

/// A payment method.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct PayOption {
    /// Its name in the request.
    pub method: PaymentMethod,
    /// Its label.
    pub label: String,
}

/// The name and details of one party: the business or the customer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct PartyBlock {
    /// `From` or `To`.
    pub label: String,
    /// The lines, from top to bottom.
    pub lines: Vec<BlockLine>,
}

/// A line of a block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct BlockLine {
    /// What the line contains, so that the display can emphasise or link it.
    pub part: BlockPart,
    /// The text of the whole line.
    pub text: String,
}

/// What a line of a block contains.
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
    /// The rows, from top to bottom.
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
        DetailRow { label: label.into(), value }
    }
}

/// The heading above the lines of a section.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct SectionHead {
    /// The name of the section.
    pub name: String,
    /// The sum of its lines; omitted if it is hidden, or if no line counts.
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
    /// The line's name.
    pub name: String,
    /// The description, one entry for each paragraph.
    pub description: Vec<String>,
    /// `Labour: 3 hours at £45.00 per hour`, if the line has labour.
    pub labour: Option<String>,
    /// The labour total, which is included in the line's amount.
    #[serde(rename = "labourAmount", default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub labour_amount: Option<String>,
    /// `VAT @ 5%`, `VAT exempt` …, if lines differ in their VAT.
    pub vat: Option<String>,
    /// `Better, in the total` or `Good, not in the total`, if the line belongs to one of the quote's choices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub choice: Option<String>,
    /// The id of that choice.
    #[serde(rename = "choiceId", default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub choice_id: Option<String>,
    /// The photos of the line; omitted if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<DisplayedPhoto>>"))]
    pub photos: Vec<DisplayedPhoto>,
    /// The section heading above the line, if it is the first of a section.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub section: Option<SectionHead>,
    /// The quantity.
    pub quantity: String,
    /// The unit price; empty if it is hidden.
    pub rate: String,
    /// The total of the line including labour; empty if it is hidden.
    pub amount: String,
    /// How much an optional line adds to the total, if its price is without VAT: `£201.60 including VAT`. Omitted for
    /// all other lines, and for a quote that can't be accepted any more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub adds: Option<String>,
    /// Whether the line is optional.
    pub optional: bool,
    /// Whether an optional line is ticked.
    pub selected: bool,
    /// Whether the line counts towards the totals: not if it is an optional line that wasn't ticked, or belongs to a
    /// choice that wasn't chosen.
    pub counted: bool,
}

/// One of a quote's choices. Its lines are those with its id, and those without any choice, which are in every choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct DisplayedChoice {
    /// The choice's id.
    pub id: String,
    /// The name: `Better`.
    pub name: String,
    /// Whether the quote's totals are those of this choice.
    pub chosen: bool,
    /// Whether the quote has been agreed, with this choice or another; omitted while it is offered.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub settled: bool,
    /// `In the total` on the choice that counts while the quote is offered; `Chosen` or `Not chosen` once it has been
    /// agreed.
    pub note: String,
    /// The total of the quote with this choice.
    pub total: String,
    /// What is in it besides the choice's own lines (the lines that are in every choice, the discount, VAT), the deposit,
    /// the CIS deduction and the amount payable, if there are any.
    pub rows: Vec<TotalRow>,
}

/// A row of the totals.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct TotalRow {
    /// The type of the row.
    pub kind: TotalKind,
    /// Its label.
    pub label: String,
    /// The small text next to the label: a reason, or the amount on which VAT is calculated.
    pub note: Option<String>,
    /// Its amount.
    pub amount: String,
}

/// The type of a row of the totals.
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
    /// The date; on an invoice also hours and minutes.
    pub date: String,
    /// The payment method.
    pub method: String,
    /// The amount.
    pub amount: String,
    /// Pending or Confirmed.
    pub badge: Badge,
    /// Whether the customer can withdraw it: a payment that they recorded, while it is pending.
    pub withdrawable: bool,
    /// The business's note about it; omitted if there is none.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<String>"))]
    pub note: String,
}

/// The 'Need Help?' card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Help {
    /// The phone number.
    pub phone: Option<String>,
    /// The email address.
    pub email: Option<String>,
    /// The subject of the email: `Re: Quote Q-0012`.
    pub subject: String,
}
