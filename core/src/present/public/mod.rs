//! What anybody with a document's link may see (docs/product.md, sections 3 and 7): the responses of `GET
//! /api/quotes/public/{token}` and `GET /api/invoices/public/{token}`. The editor's preview is made from the same,
//! by the same [`assemble`].

use serde::{Deserialize, Serialize};

use crate::calculate::choices::ChoiceTotals;
use crate::calculate::instalments::Instalment;
use crate::calculate::vat::VatGroup;
use crate::consumer::Standing;
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

pub use crate::kind::Kind;
pub use assemble::{Header, Parties, assemble};

/// The public answer. Exactly one of `quote`, `invoice` and `creditNote` is there.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PublicDocument {
    /// The quote.
    #[serde(
        deserialize_with = "optional_object",
        skip_serializing_if = "Option::is_none"
    )]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub quote: Option<PublicFields>,
    /// The invoice.
    #[serde(
        deserialize_with = "optional_object",
        skip_serializing_if = "Option::is_none"
    )]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub invoice: Option<PublicFields>,
    /// The credit note.
    #[serde(
        deserialize_with = "optional_object",
        skip_serializing_if = "Option::is_none"
    )]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub credit_note: Option<PublicFields>,
    /// Its lines, in order; the synthetic Labour line is made when they are shown.
    #[serde(deserialize_with = "objects")]
    pub items: Vec<PublicItem>,
    /// The customer; none while a draft has none.
    #[serde(deserialize_with = "optional_object")]
    pub contact: Option<Contact>,
    /// The owner's record; where there is a profile, only its business name.
    pub business: Business,
    /// The business as its documents show it.
    pub business_profile: BusinessProfile,
    /// The payments made or announced.
    #[serde(deserialize_with = "objects")]
    pub payments: Vec<PublicPayment>,
}

impl PublicDocument {
    /// What it is, and its fields; none of an answer that holds no document.
    #[must_use]
    pub fn fields(&self) -> Option<(Kind, &PublicFields)> {
        let of = |kind| move |fields| (kind, fields);
        let quote = self.quote.as_ref().map(of(Kind::Quote));
        let invoice = || self.invoice.as_ref().map(of(Kind::Invoice));
        let credit = || self.credit_note.as_ref().map(of(Kind::CreditNote));
        quote.or_else(invoice).or_else(credit)
    }
}

/// A credit note of an invoice, as the invoice names it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct PublicCredit {
    /// Its number.
    pub number: String,
    /// Pounds that it takes off.
    pub amount: Pence,
}

/// What a section of a document comes to, as its customer sees it: of one that has a line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct PublicSection {
    /// The id that its lines carry; empty of the lines that are in none.
    pub id: String,
    /// Its heading; empty of the lines that are in none.
    pub name: String,
    /// The id of the choice whose lines in it these are; left out of those that are in every choice, and
    /// where there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub choice: Option<String>,
    /// Its counted lines, before discount and VAT; left out where the customer is not shown it, and where
    /// none counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub subtotal: Option<Pence>,
}

/// The fields of a document (docs/product.md, section 3, and the outputs of docs/rules.md,
/// section 3, that a customer must see). A number or date that there is not is left out.
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
    /// The number of the invoice that a credit note is against; left out of everything else.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<String>"))]
    pub credited_invoice_number: String,
    /// That invoice's issue date.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub credited_invoice_date: Option<Date>,
    pub status: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub issue_date: Option<Date>,
    /// When the work was complete, as VAT asks an invoice to say; left out where nobody said so.
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
    /// How the document's labour stands to VAT, and every line without a VAT of its own.
    pub vat_treatment: Treatment,
    /// The document's VAT percentage.
    pub tax: Number,
    /// Whether every price, the subtotal and the discount are with VAT; left out where they are without it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub prices_include_vat: bool,
    pub include_discount: bool,
    /// A percentage or pounds, by `discountType`.
    pub discount: Number,
    pub discount_type: DiscountType,
    pub discount_reason: String,
    /// The document's sections that have a line, in their order; left out where there are none. The browser shows
    /// them and reads none.
    #[cfg_attr(target_arch = "wasm32", serde(skip))]
    #[cfg_attr(
        not(target_arch = "wasm32"),
        serde(deserialize_with = "objects", skip_serializing_if = "Vec::is_empty")
    )]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<Section>>"))]
    pub sections: Vec<Section>,
    /// What each of them comes to, and first of all the lines without one where that is told: those that are in
    /// every choice, and then those of each choice by themselves. Left out where there are no sections.
    #[cfg_attr(target_arch = "wasm32", serde(skip))]
    #[cfg_attr(
        not(target_arch = "wasm32"),
        serde(deserialize_with = "objects", skip_serializing_if = "Vec::is_empty")
    )]
    #[cfg_attr(
        feature = "typescript",
        ts(optional, as = "Option<Vec<PublicSection>>")
    )]
    pub section_sums: Vec<PublicSection>,
    /// Which prices are shown; left out where they are those of each line. What is hidden is left out too.
    #[cfg_attr(target_arch = "wasm32", serde(skip))]
    #[cfg_attr(
        not(target_arch = "wasm32"),
        serde(skip_serializing_if = "PriceDisplay::is_lines")
    )]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<PriceDisplay>"))]
    pub price_display: PriceDisplay,
    /// The quote's photos; left out where it has none. The browser shows them and reads none.
    #[cfg_attr(target_arch = "wasm32", serde(skip))]
    #[cfg_attr(
        not(target_arch = "wasm32"),
        serde(deserialize_with = "objects", skip_serializing_if = "Vec::is_empty")
    )]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<Photo>>"))]
    pub photos: Vec<Photo>,
    /// The quote's alternatives; left out where it has none.
    #[serde(deserialize_with = "objects", skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<Choice>>"))]
    pub choices: Vec<Choice>,
    /// The alternative that counts; left out where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chosen_choice: Option<String>,
    /// What it comes to with each of them; left out where it has none.
    #[serde(deserialize_with = "objects", skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<ChoiceTotals>>"))]
    pub choice_totals: Vec<ChoiceTotals>,
    pub include_deposit: bool,
    /// A percentage or pounds, by `depositType`.
    pub deposit: Number,
    pub deposit_type: DepositType,
    pub deposit_reason: String,
    pub deposit_amount: Pence,
    pub balance_after_deposit: Pence,
    /// Whether confirmed payments cover the deposit that is asked for.
    pub deposit_paid: bool,
    /// Whether the quote's job is invoiced in stages, which ask for the deposit; left out otherwise.
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
    /// Where the job is; left out where it is at the customer's own address.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<String>"))]
    pub job_address: String,
    /// The customer's own number of their order; left out where there is none.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<String>"))]
    pub order_number: String,
    pub notes: String,
    pub customer_name: String,
    pub customer_address: String,
    /// The earlier invoices of the job that this one takes off; left out where there are none.
    #[serde(deserialize_with = "objects", skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<Invoiced>>"))]
    pub invoiced: Vec<Invoiced>,
    #[serde(deserialize_with = "objects")]
    pub vat_groups: Vec<VatGroup>,
    pub reverse_charge_vat: Pence,
    /// The CIS percentage; left out outside the scheme.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cis_rate: Option<Number>,
    pub cis_deduction: Pence,
    pub amount_payable: Pence,
    pub paid_amount: Pence,
    pub pending_amount: Pence,
    pub balance_due: Pence,
    /// The issued credit notes against an invoice; left out where there are none.
    #[serde(deserialize_with = "objects", skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<PublicCredit>>"))]
    pub credit_notes: Vec<PublicCredit>,
    /// What they take off together; left out where there are none.
    #[serde(skip_serializing_if = "Pence::is_zero")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Pence>"))]
    pub credited_amount: Pence,
    /// What was given back against them; left out where nothing was.
    #[serde(skip_serializing_if = "Pence::is_zero")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Pence>"))]
    pub refunded_amount: Pence,
    /// The instalments that were agreed on an invoice; left out where there are none.
    #[cfg_attr(target_arch = "wasm32", serde(skip))]
    #[cfg_attr(
        not(target_arch = "wasm32"),
        serde(deserialize_with = "objects", skip_serializing_if = "Vec::is_empty")
    )]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<Instalment>>"))]
    pub instalments: Vec<Instalment>,
    /// What a consumer was given of their right to cancel, and what has become of it; left out where
    /// they have nothing of it.
    #[cfg_attr(target_arch = "wasm32", serde(skip))]
    #[cfg_attr(
        not(target_arch = "wasm32"),
        serde(
            deserialize_with = "optional_object",
            skip_serializing_if = "Option::is_none"
        )
    )]
    pub cancellation: Option<Standing>,
    /// What a variation varies; left out of every other document.
    #[cfg_attr(target_arch = "wasm32", serde(skip))]
    #[cfg_attr(
        not(target_arch = "wasm32"),
        serde(
            deserialize_with = "optional_object",
            skip_serializing_if = "Option::is_none"
        )
    )]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub variation: Option<PublicVariation>,
}

/// What a variation varies: a quote that was accepted, and what was agreed of its job before.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PublicVariation {
    /// The number of that quote.
    pub quote_number: String,
    /// What was agreed of the job without it, VAT and all.
    pub agreed: Pence,
    /// Whether nothing more can be agreed of the job: it was invoiced in full. Left out where it is open.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub is_closed: bool,
    /// The day on which its customer cancelled the whole job; left out where they did not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub cancelled: Option<Date>,
}

/// A line (docs/product.md, section 3, Item, and what tells its VAT and whether it counts).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[allow(missing_docs, reason = "the names say it; docs/product.md, section 3")]
pub struct PublicItem {
    pub id: String,
    pub name: String,
    pub description: String,
    pub quantity: Number,
    /// This and the figures below are left out where they are hidden.
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
    /// The line's own VAT or the document's.
    pub vat: Vat,
    /// Whether the customer may leave it out.
    pub optional: bool,
    /// Whether it is taken, if it is optional.
    pub selected: bool,
    /// Which of the quote's choices it belongs to; left out where it is in every one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub choice: Option<String>,
    /// Which of the sections it stands in; left out where it is in none.
    #[cfg_attr(target_arch = "wasm32", serde(skip))]
    #[cfg_attr(
        not(target_arch = "wasm32"),
        serde(skip_serializing_if = "Option::is_none")
    )]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub section: Option<String>,
    /// Whether it counts: false for an optional line that was not selected, and for one of a
    /// choice that was not chosen.
    pub counted: bool,
    /// What its goods are under the Construction Industry Scheme.
    pub cost_type: CostType,
    /// What the total changes by with an optional line of a quote that is offered, VAT and discount
    /// included; left out of everything else.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub adds: Option<Pence>,
}

/// A payment (docs/product.md, section 3). Its notes are the business's own, so they stay empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[allow(missing_docs, reason = "the names say it; docs/product.md, section 3")]
pub struct PublicPayment {
    pub id: String,
    pub amount: Pence,
    /// `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM` on the London wall clock.
    pub date: String,
    /// cash, bank_transfer, cheque, stripe or paypal.
    pub method: String,
    pub notes: String,
    pub confirmation_status: ConfirmationStatus,
    /// What does not count of it any more: it went back. Left out where nothing did.
    #[serde(skip_serializing_if = "Pence::is_zero")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Pence>"))]
    pub refunded: Pence,
    /// Whether its customer disputes it with their bank, or did with success. Left out otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub disputed: bool,
}

impl PublicPayment {
    /// Whether nothing of it is left: then it is as if it had never been made.
    #[must_use]
    pub fn is_gone(&self) -> bool {
        self.refunded > Pence::ZERO && self.refunded >= self.amount
    }
}

#[cfg(test)]
mod tests;
