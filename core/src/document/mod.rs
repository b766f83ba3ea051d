//! The input of a quote or an invoice (docs/rules.md, section 2). Missing and null fields take their default;
//! numbers keep what was typed (see [`Number`]); an unknown word is an error.

use serde::{Deserialize, Serialize};

use crate::error::InputError;
use crate::json::{empty_is_none, objects, optional_id, optional_object, parse};
use crate::money::number::Number;
use crate::time::Date;

mod agreement;
mod amounts_only;
mod date_placeholders;
mod invoiced;
mod line;
mod payment_methods;
mod payments;
mod photos;
mod sections;
mod template;
mod variations;
mod vat;
mod vat_answers;

pub mod parties;
pub mod sample;

pub use agreement::{AgreedAt, Agreement, BuysAs, Supplies};
pub use invoiced::Invoiced;
pub use line::{CostType, Line};
pub use payment_methods::{AcceptedMethods, PaymentMethod};
pub use payments::{ConfirmationStatus, Payment};
pub use photos::{JOB_PHOTOS_MAX, LINE_PHOTOS_MAX, PHOTO_SIDE_MAX, PHOTOS_MAX, Photo};
pub use sections::{PriceDisplay, SECTIONS_MAX, Section};
pub use variations::{VARIATIONS_MAX, Variation};
pub use vat::{Rate, Treatment, Vat, VatGroup};
pub use vat_answers::VatAnswers;

/// What a quote or an invoice is calculated from.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Document {
    /// The lines, in the order in which they are shown.
    #[serde(deserialize_with = "objects")]
    pub items: Vec<Line>,
    /// The unit of every line that names none.
    pub document_labour_unit_type: LabourUnit,
    /// Whether the document has labour of its own, beside its lines'.
    pub include_labour: bool,
    /// Hours or days of the document's labour.
    pub labour_hours: Number,
    /// Pounds an hour or a day.
    pub labour_rate: Number,
    /// The unit of the document's labour; none given: the document's unit.
    pub labour_unit_type: Option<LabourUnit>,
    /// Whether the discount applies.
    pub include_discount: bool,
    /// A percentage or pounds, by `discount_type`.
    pub discount: Number,
    /// What `discount` is.
    pub discount_type: DiscountType,
    /// Words shown beside the discount.
    pub discount_reason: String,
    /// How the document's labour, and every line without a VAT of its own, stand to VAT.
    pub vat_treatment: Treatment,
    /// The document's VAT percentage, for the same.
    pub tax: Number,
    /// Whether every price, labour rate and fixed discount is with VAT (docs/rules.md, section 8). Left out where
    /// they are without it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub prices_include_vat: bool,
    /// The day on which the work is complete; none where nobody said so. Left out where there is none.
    #[serde(
        deserialize_with = "empty_is_none",
        skip_serializing_if = "Option::is_none"
    )]
    pub supply_date: Option<Date>,
    /// What VAT asks about the job. Left out where nothing was answered.
    #[serde(
        deserialize_with = "optional_object",
        skip_serializing_if = "Option::is_none"
    )]
    pub vat_answers: Option<VatAnswers>,
    /// The parts of the job under headings of their own, in the order in which they are shown; at most 30.
    /// Left out where there are none.
    #[serde(deserialize_with = "objects", skip_serializing_if = "Vec::is_empty")]
    pub sections: Vec<Section>,
    /// Which prices the customer of a quote sees; left out where they see those of each line.
    #[serde(skip_serializing_if = "PriceDisplay::is_lines")]
    pub price_display: PriceDisplay,
    /// How and where a quote's job is agreed. Left out where nothing was answered.
    #[serde(
        deserialize_with = "optional_object",
        skip_serializing_if = "Option::is_none"
    )]
    pub agreement: Option<Agreement>,
    /// A quote's photos, in the order in which they are shown; at most 20. Left out where there are none.
    #[serde(deserialize_with = "objects", skip_serializing_if = "Vec::is_empty")]
    pub photos: Vec<Photo>,
    /// A quote's alternatives (good, better, best); at most 6.
    #[serde(deserialize_with = "objects")]
    pub choices: Vec<Choice>,
    /// The alternative that counts; none given: the first.
    #[serde(deserialize_with = "optional_id")]
    pub chosen_choice: Option<String>,
    /// Whether a deposit is asked for.
    pub include_deposit: bool,
    /// A percentage or pounds, by `deposit_type`.
    pub deposit: Number,
    /// What `deposit` is.
    pub deposit_type: DepositType,
    /// Words shown beside the deposit.
    pub deposit_reason: String,
    /// The percentage that the customer deducts under the Construction Industry Scheme: 0, 20 or
    /// 30; none outside the scheme.
    pub cis_rate: Option<Number>,
    /// Of a job's final invoice: the invoices before it, which it takes off. Left out where there are none.
    #[serde(deserialize_with = "objects", skip_serializing_if = "Vec::is_empty")]
    pub invoiced: Vec<Invoiced>,
    /// Whether a quote is a variation of a job that was agreed: it may leave out something, and so come to
    /// less than nothing. Left out where it is none.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub variation: bool,
    /// Of what was agreed of a job: the variations in it, each worked out by itself. Left out where there are
    /// none.
    #[serde(deserialize_with = "objects", skip_serializing_if = "Vec::is_empty")]
    pub variations: Vec<Variation>,
    /// Payments made or announced.
    #[serde(deserialize_with = "objects")]
    pub payments: Vec<Payment>,
}

impl Document {
    /// Reads a document from JSON text.
    ///
    /// # Errors
    ///
    /// Malformed text, or the first field of a wrong type or with an unknown word. Numbers are not checked here: they
    /// stay as they were written.
    pub fn from_json(text: &str) -> Result<Self, InputError> {
        parse(text)
    }

    /// The fields of a save that are left out where there is nothing in them.
    pub const OPTIONAL_FIELDS: [&'static str; 7] = [
        "pricesIncludeVat",
        "supplyDate",
        "vatAnswers",
        "sections",
        "priceDisplay",
        "agreement",
        "photos",
    ];

    /// The id of the choice that counts: the chosen one, else the first.
    #[must_use]
    pub fn counted_choice_id(&self) -> Option<&str> {
        let first = || self.choices.first().map(|choice| choice.id.as_str());
        self.chosen_choice.as_deref().or_else(first)
    }

    /// The choice that counts; none of a document without choices.
    #[must_use]
    pub fn counted_choice(&self) -> Option<&Choice> {
        let chosen = self.counted_choice_id()?;
        self.choices.iter().find(|choice| choice.id == chosen)
    }

    /// Whether any line adds to the document.
    #[must_use]
    pub fn has_counted_line(&self) -> bool {
        let chosen = self.counted_choice_id();
        self.items.iter().any(|line| line.is_counted(chosen))
    }

    /// Whether the document has a rate of the Construction Industry Scheme, whatever it is.
    #[must_use]
    pub fn has_cis_rate(&self) -> bool {
        self.cis_rate.as_ref().is_some_and(|rate| !rate.is_empty())
    }

    /// Whether the document is under the Construction Industry Scheme, at whatever rate. One whose prices include
    /// VAT is not: its rate counts as none (docs/rules.md, section 8).
    #[must_use]
    pub fn is_under_cis(&self) -> bool {
        self.has_cis_rate() && !self.prices_include_vat
    }

    /// Whether only a business can be its customer: see [`is_business_only`].
    #[must_use]
    pub fn is_business_only(&self) -> bool {
        let own = self.items.iter().filter_map(|line| line.vat.as_ref());
        let treatments = own.map(|vat| vat.treatment).chain([self.vat_treatment]);
        is_business_only(self.is_under_cis(), treatments)
    }
}

/// Whether only a business can be the customer of a document: the Construction Industry Scheme is between contractors
/// and subcontractors, and the reverse charge, on all of it or on one line, needs a customer who is registered for VAT
/// (docs/tax.md, Domestic reverse charge).
#[must_use]
pub fn is_business_only(under_cis: bool, treatments: impl IntoIterator<Item = Treatment>) -> bool {
    let mut treatments = treatments.into_iter();
    under_cis || treatments.any(|treatment| treatment == Treatment::ReverseCharge)
}

/// One of a quote's alternatives.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", default)]
pub struct Choice {
    /// The caller's name for it, which lines carry.
    #[serde(deserialize_with = "crate::json::id")]
    pub id: String,
    /// What the customer reads: 'Better'.
    pub name: String,
}

/// How labour is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub enum LabourUnit {
    /// By the hour.
    #[default]
    Hours,
    /// By the day.
    Days,
}

/// What a discount's number is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub enum DiscountType {
    /// A percentage of the subtotal.
    #[default]
    Percentage,
    /// An amount in pounds.
    Other,
}

/// What a deposit's number is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub enum DepositType {
    /// A percentage of the total.
    #[default]
    Percentage,
    /// An amount in pounds.
    Fixed,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_counts_unless_it_is_left_out() {
        let counts = |line: &str| {
            let text = format!(
                r#"{{"choices":[{{"id":"a"}},{{"id":"b"}}],"chosenChoice":"b","items":[{line}]}}"#
            );
            let document: Document = crate::json::parse(&text).unwrap();
            document.has_counted_line()
        };
        assert!(counts(
            r#"{"optional":true,"selected":true},{"choice":"a"}"#
        ));
        assert!(counts(r#"{"choice":"b"}"#));
        assert!(!counts(
            r#"{"optional":true,"selected":false},{"choice":"a"}"#
        ));
        assert!(!counts(""));
    }
}
