//! What anybody with a document's link may see (docs/product.md, sections 3 and 7): the responses of `GET
//! /api/quotes/public/{token}` and `GET /api/invoices/public/{token}`. The editor's preview is made from the same,
//! by the same [`assemble`].

use serde::{Deserialize, Serialize};

use crate::calculate::choices::ChoiceTotals;
use crate::calculate::instalments::Instalment;
use crate::calculate::vat::VatGroup;
use crate::consumer::CancellationState;
use crate::document::parties::{Business, BusinessProfile, Contact};
use crate::document::{
    Choice, ConfirmationStatus, CostType, DepositType, DiscountType, Invoiced, LabourUnit, Photo,
    PriceDisplay, Section, Treatment, Vat,
};
use crate::json::{objects, optional_object};
use crate::money::Pence;
use crate::money::number::Number;
use crate::time::Date;

mod assemble;
mod sections;

pub use crate::kind::DocumentKind;
pub use assemble::{DocumentHeader, Parties, assemble_public_document};

/// The public response. Exactly one of `quote`, `invoice` and `creditNote` is present.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PublicDocument {
    /// The quote.
    #[serde(deserialize_with = "optional_object", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub quote: Option<PublicFields>,
    /// The invoice.
    #[serde(deserialize_with = "optional_object", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub invoice: Option<PublicFields>,
    /// The credit note.
    #[serde(deserialize_with = "optional_object", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub credit_note: Option<PublicFields>,
    /// The lines in order; the synthetic Labour line is added for display.
    #[serde(deserialize_with = "objects")]
    pub items: Vec<PublicItem>,
    /// The customer; `None` for a draft without one.
    #[serde(deserialize_with = "optional_object")]
    pub contact: Option<Contact>,
    /// The account owner's details; if there is a profile, only the business name.
    pub business: Business,
    /// The business as its documents show it.
    pub business_profile: BusinessProfile,
    /// The payments that were received or announced.
    #[serde(deserialize_with = "objects")]
    pub payments: Vec<PublicPayment>,
}

impl PublicDocument {
    /// The kind and the fields of the document; `None` for a response without a document.
    #[must_use]
    pub fn fields(&self) -> Option<(DocumentKind, &PublicFields)> {
        let of = |kind| move |fields| (kind, fields);
        let quote = self.quote.as_ref().map(of(DocumentKind::Quote));
        let invoice = || self.invoice.as_ref().map(of(DocumentKind::Invoice));
        let credit = || self.credit_note.as_ref().map(of(DocumentKind::CreditNote));
        quote.or_else(invoice).or_else(credit)
    }
}

/// A credit note against an invoice, as the invoice lists it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct PublicCreditNote {
    /// Its number.
    pub number: String,
    /// How much it takes off, in pounds.
    pub amount: Pence,
}

/// The sum of a section that has lines, as the customer sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct PublicSection {
    /// The id of the section; empty for the lines outside all sections.
    pub id: String,
    /// The heading; empty for the lines outside all sections.
    pub name: String,
    /// The id of the choice whose lines are summed; omitted for the lines that are in every choice, and if there are no
    /// choices.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub choice: Option<String>,
    /// The sum of its counted lines, before discount and VAT; omitted if it is hidden from the customer, or if no line
    /// counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub subtotal: Option<Pence>,
}

/// The fields of a document (docs/product.md, section 3, and the outputs of docs/rules.md, section 3, that a customer
/// must see). Missing numbers and dates are omitted.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, optional_fields))]
#[allow(missing_docs, reason = "the names say it; docs/product.md, section 3")]
pub struct PublicFields {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quote_number: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invoice_number: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub credit_note_number: Option<String>,
    /// The number of the invoice that a credit note is against; omitted for any other document.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<String>"))]
    pub credited_invoice_number: String,
    /// The issue date of that invoice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub credited_invoice_date: Option<Date>,
    pub status: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub issue_date: Option<Date>,
    /// The supply date, on which the work was complete, as VAT requires; omitted if it isn't known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub supply_date: Option<Date>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expiry_date: Option<Date>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accepted_date: Option<Date>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub due_date: Option<Date>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paid_date: Option<Date>,
    pub subtotal_amount: Pence,
    pub discount_amount: Pence,
    pub vat_amount: Pence,
    pub total_amount: Pence,
    /// The VAT treatment of the document's labour and of every line without its own VAT.
    pub vat_treatment: Treatment,
    /// The document's VAT rate as a percentage.
    pub tax: Number,
    /// Whether all prices, the subtotal and the discount include VAT; omitted if they don't.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub prices_include_vat: bool,
    pub include_discount: bool,
    /// A percentage or pounds, depending on `discountType`.
    pub discount: Number,
    pub discount_type: DiscountType,
    pub discount_reason: String,
    /// The document's sections that have lines, in order; omitted if there are none. The browser shows them but never
    /// reads any.
    #[cfg_attr(target_arch = "wasm32", serde(skip))]
    #[cfg_attr(
        not(target_arch = "wasm32"),
        serde(deserialize_with = "objects", skip_serializing_if = "Vec::is_empty")
    )]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<Section>>"))]
    pub sections: Vec<Section>,
    /// The sums of the sections, preceded by the lines without a section if their sum is shown: first for the lines
    /// that are in every choice, then for those of each choice separately. Omitted if there are no sections.
    #[cfg_attr(target_arch = "wasm32", serde(skip))]
    #[cfg_attr(
        not(target_arch = "wasm32"),
        serde(deserialize_with = "objects", skip_serializing_if = "Vec::is_empty")
    )]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<PublicSection>>"))]
    pub section_sums: Vec<PublicSection>,
    /// Which prices are shown; omitted if each line shows its prices. Hidden prices are omitted too.
    #[cfg_attr(target_arch = "wasm32", serde(skip))]
    #[cfg_attr(not(target_arch = "wasm32"), serde(skip_serializing_if = "PriceDisplay::is_lines"))]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<PriceDisplay>"))]
    pub price_display: PriceDisplay,
    /// The quote's photos; omitted if it has none. The browser shows them but never reads any.
    #[cfg_attr(target_arch = "wasm32", serde(skip))]
    #[cfg_attr(
        not(target_arch = "wasm32"),
        serde(deserialize_with = "objects", skip_serializing_if = "Vec::is_empty")
    )]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<Photo>>"))]
    pub photos: Vec<Photo>,
    /// The quote's choices; omitted if it has none.
    #[serde(deserialize_with = "objects", skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<Choice>>"))]
    pub choices: Vec<Choice>,
    /// The id of the choice that counts; omitted if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chosen_choice: Option<String>,
    /// The totals with each choice; omitted if there are none.
    #[serde(deserialize_with = "objects", skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<ChoiceTotals>>"))]
    pub choice_totals: Vec<ChoiceTotals>,
    pub include_deposit: bool,
    /// A percentage or pounds, depending on `depositType`.
    pub deposit: Number,
    pub deposit_type: DepositType,
    pub deposit_reason: String,
    pub deposit_amount: Pence,
    pub balance_after_deposit: Pence,
    /// Whether confirmed payments cover the deposit.
    pub deposit_paid: bool,
    /// Whether the quote's job is invoiced in stages, which ask for the deposit; omitted otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub staged: bool,
    pub include_labour: bool,
    #[serde(skip_serializing_if = "Number::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Number>"))]
    pub labour_hours: Number,
    #[serde(skip_serializing_if = "Number::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Number>"))]
    pub labour_rate: Number,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub labour_total: Option<Pence>,
    pub labour_unit_type: LabourUnit,
    pub job_description: String,
    /// The address of the job; omitted if it is the customer's own.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<String>"))]
    pub job_address: String,
    /// The customer's own order number; omitted if there is none.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<String>"))]
    pub order_number: String,
    pub notes: String,
    pub customer_name: String,
    pub customer_address: String,
    /// The earlier invoices of the job that this one deducts; omitted if there are none.
    #[serde(deserialize_with = "objects", skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<Invoiced>>"))]
    pub invoiced: Vec<Invoiced>,
    #[serde(deserialize_with = "objects")]
    pub vat_groups: Vec<VatGroup>,
    pub reverse_charge_vat: Pence,
    /// The CIS rate as a percentage; omitted outside the scheme.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cis_rate: Option<Number>,
    pub cis_deduction: Pence,
    pub amount_payable: Pence,
    pub paid_amount: Pence,
    pub pending_amount: Pence,
    pub balance_due: Pence,
    /// The issued credit notes against an invoice; omitted if there are none.
    #[serde(deserialize_with = "objects", skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<PublicCreditNote>>"))]
    pub credit_notes: Vec<PublicCreditNote>,
    /// The sum of those credit notes; omitted if there are none.
    #[serde(skip_serializing_if = "Pence::is_zero")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Pence>"))]
    pub credited_amount: Pence,
    /// The sum of the refunds against them; omitted if there are none.
    #[serde(skip_serializing_if = "Pence::is_zero")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Pence>"))]
    pub refunded_amount: Pence,
    /// The instalments of an invoice; omitted if there are none.
    #[cfg_attr(target_arch = "wasm32", serde(skip))]
    #[cfg_attr(
        not(target_arch = "wasm32"),
        serde(deserialize_with = "objects", skip_serializing_if = "Vec::is_empty")
    )]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<Instalment>>"))]
    pub instalments: Vec<Instalment>,
    /// What a consumer was given about their right to cancel, and what has happened since; omitted if nothing was
    /// given.
    #[cfg_attr(target_arch = "wasm32", serde(skip))]
    #[cfg_attr(
        not(target_arch = "wasm32"),
        serde(deserialize_with = "optional_object", skip_serializing_if = "Option::is_none")
    )]
    pub cancellation: Option<CancellationState>,
    /// The job that a variation changes; omitted for any other document.
    #[cfg_attr(target_arch = "wasm32", serde(skip))]
    #[cfg_attr(
        not(target_arch = "wasm32"),
        serde(deserialize_with = "optional_object", skip_serializing_if = "Option::is_none")
    )]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub variation: Option<PublicVariation>,
    /// What was agreed for a quote's job after the quote: its accepted variations that weren't cancelled. Only the head of
    /// the page says so, and the response doesn't.
    #[serde(skip)]
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub agreed_variations: Vec<AgreedVariation>,
}

/// An accepted variation of a quote's job.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AgreedVariation {
    /// Its number.
    pub number: String,
    /// The change of the job's total, including VAT.
    pub total: Pence,
    /// The VAT in it.
    pub vat: Pence,
}

/// The job that a variation changes: an accepted quote, and the total agreed before.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PublicVariation {
    /// The number of the quote.
    pub quote_number: String,
    /// The agreed total of the job without the variation, including VAT.
    pub agreed: Pence,
    /// Whether nothing more can be agreed, because the job was invoiced in full. Omitted if not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub is_closed: bool,
    /// The day on which the customer cancelled the whole job; omitted if they didn't.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub cancelled: Option<Date>,
}

/// A line (docs/product.md, section 3, Item, with its VAT and whether it counts).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[allow(missing_docs, reason = "the names say it; docs/product.md, section 3")]
pub struct PublicItem {
    pub id: String,
    pub name: String,
    pub description: String,
    pub quantity: Number,
    /// The price; it and the amounts below are omitted if they are hidden.
    #[serde(skip_serializing_if = "Number::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Number>"))]
    pub price: Number,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub total: Option<Pence>,
    pub include_labour: bool,
    #[serde(skip_serializing_if = "Number::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Number>"))]
    pub labour_hours: Number,
    #[serde(skip_serializing_if = "Number::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Number>"))]
    pub labour_rate: Number,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub labour_total: Option<Pence>,
    pub labour_unit_type: LabourUnit,
    /// The line's own VAT, otherwise the document's.
    pub vat: Vat,
    /// Whether the line is optional.
    pub optional: bool,
    /// Whether an optional line is ticked.
    pub selected: bool,
    /// The id of the choice that it belongs to; omitted if it is in every choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub choice: Option<String>,
    /// The id of the section that it is in; omitted if it is in none.
    #[cfg_attr(target_arch = "wasm32", serde(skip))]
    #[cfg_attr(not(target_arch = "wasm32"), serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub section: Option<String>,
    /// Whether it counts: not if it is an optional line that isn't selected, or belongs to a choice that isn't chosen.
    pub counted: bool,
    /// Whether its goods are materials or labour under the Construction Industry Scheme.
    pub cost_type: CostType,
    /// How much an optional line adds to the total of a quote that is offered, including VAT and discount; otherwise
    /// omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub adds: Option<Pence>,
}

/// A payment (docs/product.md, section 3). Its notes belong to the business, so they are always empty here.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[allow(missing_docs, reason = "the names say it; docs/product.md, section 3")]
pub struct PublicPayment {
    pub id: String,
    pub amount: Pence,
    /// `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM` in London time.
    pub date: String,
    /// The payment method: cash, bank_transfer, cheque, stripe or paypal.
    pub method: String,
    pub notes: String,
    pub confirmation_status: ConfirmationStatus,
    /// How much of it was refunded or lost, and no longer counts. Omitted if 0.
    #[serde(skip_serializing_if = "Pence::is_zero")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Pence>"))]
    pub refunded: Pence,
    /// Whether the customer disputes it with their bank, or did so successfully. Omitted otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub disputed: bool,
}

impl PublicPayment {
    /// Whether nothing of it is left; then it is treated as if it had never been made.
    #[must_use]
    pub fn is_fully_returned(&self) -> bool {
        self.refunded > Pence::ZERO && self.refunded >= self.amount
    }
}

#[cfg(test)]
mod tests;
