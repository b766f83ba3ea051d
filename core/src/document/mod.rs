//! The input of a quote or an invoice (docs/rules.md, section 2). Missing and null fields take their default; numbers
//! preserve what was typed (see [`Number`]); an unknown value is an error.

mod agreement;
mod amounts_only;
mod line;
pub mod parties;
mod payment_methods;
mod photos;
pub mod sample;
mod template;
mod vat;

use serde::{Deserialize, Serialize};

use crate::error::InputError;
use crate::json::{empty_is_none, id, objects, optional_id, optional_object, parse};
use crate::money::Pence;
use crate::money::number::Number;
use crate::time::Date;
use crate::time::date_placeholders::replace_date_placeholders;

pub use agreement::{AgreedAt, Agreement, BuysAs, Supplies};
pub use line::{CostType, Line, PriceDisplay, SECTIONS_MAX, Section};
pub use payment_methods::{AcceptedMethods, ConfirmationStatus, Payment, PaymentMethod};
pub use photos::{JOB_PHOTOS_MAX, LINE_PHOTOS_MAX, PHOTO_SIDE_MAX, PHOTOS_MAX, Photo};
pub use vat::{Rate, Treatment, Vat, VatAnswers, VatGroup};

/// The input from which a quote or an invoice is calculated.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Document {
    /// The lines, in display order.
    #[serde(deserialize_with = "objects")]
    pub items: Vec<Line>,
    /// The unit of labour for every line without its own.
    pub document_labour_unit_type: LabourUnit,
    /// Whether the document has its own labour, in addition to that of its lines.
    pub include_labour: bool,
    /// Hours or days of the document's own labour.
    pub labour_hours: Number,
    /// Pounds per hour or day.
    pub labour_rate: Number,
    /// The unit of the document's own labour; `None` means `document_labour_unit_type`.
    pub labour_unit_type: Option<LabourUnit>,
    /// Whether the discount applies.
    pub include_discount: bool,
    /// A percentage or pounds, depending on `discount_type`.
    pub discount: Number,
    /// Whether `discount` is a percentage or pounds.
    pub discount_type: DiscountType,
    /// The text shown next to the discount.
    pub discount_reason: String,
    /// The VAT treatment of the document's own labour, and of every line without its own.
    pub vat_treatment: Treatment,
    /// The VAT rate for the same, as a percentage.
    pub tax: Number,
    /// Whether all prices, labour rates and a fixed discount include VAT (docs/rules.md, section 8). Omitted from the
    /// JSON if they don't.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub prices_include_vat: bool,
    /// The day on which the work is complete; `None`, which is omitted from the JSON, if nobody has entered it.
    #[serde(deserialize_with = "empty_is_none", skip_serializing_if = "Option::is_none")]
    pub supply_date: Option<Date>,
    /// The answers to VAT's questions about the job. Omitted from the JSON if there are none.
    #[serde(deserialize_with = "optional_object", skip_serializing_if = "Option::is_none")]
    pub vat_answers: Option<VatAnswers>,
    /// The parts of the job with their own headings, in display order; at most 30. Omitted from the JSON if there are
    /// none.
    #[serde(deserialize_with = "objects", skip_serializing_if = "Vec::is_empty")]
    pub sections: Vec<Section>,
    /// Which prices the customer of a quote sees. Omitted from the JSON if they see the prices of each line.
    #[serde(skip_serializing_if = "PriceDisplay::is_lines")]
    pub price_display: PriceDisplay,
    /// How and where a quote's job is agreed. Omitted from the JSON if nothing was answered.
    #[serde(deserialize_with = "optional_object", skip_serializing_if = "Option::is_none")]
    pub agreement: Option<Agreement>,
    /// The photos of a quote, in display order; at most 20. Omitted from the JSON if there are none.
    #[serde(deserialize_with = "objects", skip_serializing_if = "Vec::is_empty")]
    pub photos: Vec<Photo>,
    /// The alternatives of a quote (good, better, best); at most 6.
    #[serde(deserialize_with = "objects")]
    pub choices: Vec<Choice>,
    /// The id of the alternative that counts; `None` means the first.
    #[serde(deserialize_with = "optional_id")]
    pub chosen_choice: Option<String>,
    /// Whether a deposit is asked for.
    pub include_deposit: bool,
    /// A percentage or pounds, depending on `deposit_type`.
    pub deposit: Number,
    /// Whether `deposit` is a percentage or pounds.
    pub deposit_type: DepositType,
    /// The text shown next to the deposit.
    pub deposit_reason: String,
    /// The percentage that the customer deducts under the Construction Industry Scheme: 0, 20 or 30; `None` outside the
    /// scheme.
    pub cis_rate: Option<Number>,
    /// On a job's final invoice, the earlier invoices, which it deducts. Omitted from the JSON if there are none.
    #[serde(deserialize_with = "objects", skip_serializing_if = "Vec::is_empty")]
    pub invoiced: Vec<Invoiced>,
    /// Whether a quote is a variation of an agreed job: it may omit work, and so have a negative total. Omitted from
    /// the JSON if not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub variation: bool,
    /// In the agreed document of a job, its variations, each of which is calculated separately. Omitted from the JSON
    /// if there are none.
    #[serde(deserialize_with = "objects", skip_serializing_if = "Vec::is_empty")]
    pub variations: Vec<Variation>,
    /// The payments that were received or announced.
    #[serde(deserialize_with = "objects")]
    pub payments: Vec<Payment>,
}

impl Document {
    /// Reads a document from JSON text.
    ///
    /// # Errors
    ///
    /// The text is malformed, or a field has the wrong type or an unknown value; the first such field is returned.
    /// Numbers are not checked here: they stay as they were written.
    pub fn from_json(text: &str) -> Result<Self, InputError> {
        parse(text)
    }

    /// The fields that are omitted from the JSON of a save if they are empty.
    pub const OPTIONAL_FIELDS: [&'static str; 7] =
        ["pricesIncludeVat", "supplyDate", "vatAnswers", "sections", "priceDisplay", "agreement", "photos"];

    /// The id of the choice that counts: the chosen one, otherwise the first.
    #[must_use]
    pub fn counted_choice_id(&self) -> Option<&str> {
        let first = || self.choices.first().map(|choice| choice.id.as_str());
        self.chosen_choice.as_deref().or_else(first)
    }

    /// The choice that counts; `None` for a document without choices.
    #[must_use]
    pub fn counted_choice(&self) -> Option<&Choice> {
        let chosen = self.counted_choice_id()?;
        self.choices.iter().find(|choice| choice.id == chosen)
    }

    /// Whether any line counts towards the totals.
    #[must_use]
    pub fn has_counted_line(&self) -> bool {
        let chosen = self.counted_choice_id();
        self.items.iter().any(|line| line.is_counted(chosen))
    }

    /// Whether the document has a CIS rate, even if it doesn't apply.
    #[must_use]
    pub fn has_cis_rate(&self) -> bool {
        self.cis_rate.as_ref().is_some_and(|rate| !rate.is_empty())
    }

    /// Whether the document is under the Construction Industry Scheme, at any rate. A document whose prices include VAT
    /// is not: its rate is ignored (docs/rules.md, section 8).
    #[must_use]
    pub fn is_under_cis(&self) -> bool {
        self.has_cis_rate() && !self.prices_include_vat
    }

    /// Whether only a business can be the document's customer: see [`is_business_only`].
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

/// One of the alternatives of a quote.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", default)]
pub struct Choice {
    /// The choice's id, which the caller chooses and lines refer to.
    #[serde(deserialize_with = "crate::json::id")]
    pub id: String,
    /// The name that the customer reads: 'Better'.
    pub name: String,
}

/// The unit of labour.
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

/// Whether a discount's number is a percentage or an amount.
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

/// Whether a deposit's number is a percentage or an amount.
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

// What earlier invoices of the same job asked for. The invoice that lists them is the job's final one, and deducts
// them.

/// An earlier invoice of the job: for a deposit or a stage.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", default)]
pub struct Invoiced {
    /// The invoice's id, which the caller chooses. A number is read as its text.
    #[serde(deserialize_with = "id")]
    pub id: String,
    /// The invoice's number.
    pub number: String,
    /// What the invoice asked for, by treatment and rate: `taxable` and `vat` of each group are deducted.
    #[serde(deserialize_with = "objects")]
    pub groups: Vec<VatGroup>,
    /// The base of its CIS deduction.
    pub cis_base: Pence,
    /// Its CIS deduction.
    pub cis_deduction: Pence,
}

impl Invoiced {
    /// A copy without the base of the CIS deduction. That base is the price less what the materials cost, so it reveals
    /// the business's mark-up, which nobody else may see. A document has it whether it is under CIS or not.
    #[must_use]
    pub fn without_cost(&self) -> Self {
        let Self {
            id,
            number,
            groups,
            cis_base: _, // the price less what the materials cost
            cis_deduction,
        } = self.clone();
        Self { id, number, groups, cis_base: Pence::ZERO, cis_deduction }
    }
}

// Changes to a job that were agreed after its quote: an extra, or something left out.

/// A variation of an agreed job. Its lines are those of the section with the same id. It is calculated separately, as
/// when it was accepted: its discount, VAT and CIS deduction apply to its own lines only, so that the agreed total is
/// exactly the sum of its parts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", default)]
pub struct Variation {
    /// The variation's id, which the caller chooses and its section shares. A number is read as its text.
    #[serde(deserialize_with = "id")]
    pub id: String,
    /// Its number: `Q-0012-V1`.
    pub number: String,
    /// The discount on its lines; negative if the variation omits work.
    pub discount: Pence,
}

/// The most variations that a job may have.
pub const VARIATIONS_MAX: usize = 20;

impl Document {
    /// The part of the agreed job that a line belongs to: 0 is the document itself, and the variations follow from 1.
    #[must_use]
    pub(crate) fn part_index(&self, line: &Line) -> usize {
        let Some(section) = line.section.as_deref() else {
            return 0;
        };
        // A document with more variations is refused. Until then, the limit avoids searching an endless list.
        let mut variations = self.variations.iter().take(VARIATIONS_MAX);
        let at = variations.position(|variation| variation.id == section);
        at.map_or(0, |at| at + 1)
    }
}

// Fills in the date in the texts of a document that is used on many days.

impl Document {
    /// The document with the placeholders for a date in its lines and section headings filled in for `day` (see
    /// [`replace_date_placeholders`]). No amount changes.
    #[must_use]
    pub fn replace_date_placeholders(&self, day: Date) -> Self {
        let line = |line: &Line| Line {
            name: replace_date_placeholders(&line.name, day),
            description: replace_date_placeholders(&line.description, day),
            ..line.clone()
        };
        let section = |section: &Section| Section {
            name: replace_date_placeholders(&section.name, day),
            ..section.clone()
        };
        Self {
            items: self.items.iter().map(line).collect(),
            sections: self.sections.iter().map(section).collect(),
            ..self.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::money::number::Number;

    #[test]
    fn a_line_counts_unless_it_is_left_out() {
        let counts = |line: &str| {
            let text =
                format!(r#"{{"choices":[{{"id":"a"}},{{"id":"b"}}],"chosenChoice":"b","items":[{line}]}}"#);
            let document: Document = crate::json::parse(&text).unwrap();
            document.has_counted_line()
        };
        assert!(counts(r#"{"optional":true,"selected":true},{"choice":"a"}"#));
        assert!(counts(r#"{"choice":"b"}"#));
        assert!(!counts(r#"{"optional":true,"selected":false},{"choice":"a"}"#));
        assert!(!counts(""));
    }

    #[test]
    fn replaces_date_placeholders_only_in_lines_and_section_names() {
        let line = Line {
            name: "Cover for {month}".to_owned(),
            description: "Until {date}".to_owned(),
            quantity: Number::from_text("1"),
            price: Number::from_text("12.50"),
            ..Line::default()
        };
        let document = Document {
            items: vec![line.clone()],
            sections: vec![Section { id: "k".to_owned(), name: "In {month}".to_owned() }],
            discount_reason: "{month}".to_owned(),
            ..Document::default()
        };
        let dated = document.replace_date_placeholders("2026-11-16".parse().unwrap());
        let expected = Line {
            name: "Cover for November".to_owned(),
            description: "Until 16 Nov 2026".to_owned(),
            ..line
        };
        assert_eq!(dated.items, [expected]);
        assert_eq!(dated.sections[0].name, "In November");
        assert_eq!(dated.discount_reason, document.discount_reason);
    }
}
