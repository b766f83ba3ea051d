//! The fields that operations set, by their JSON names.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::EditableHeader;
use crate::document::{Document, Line};
use crate::error::{FieldError, InputError, RuleErrors, code};
use crate::json;

/// A value whose fields can be set by name.
pub(super) trait NamedFields: DeserializeOwned {
    /// The names of the fields, in order.
    const FIELD_NAMES: &'static [&'static str];

    /// The value of a field as JSON; `None` if there is no field with this name.
    fn field_value(&self, name: &str) -> Option<Value>;

    /// Copies one field from another value; false if there is no field with this name.
    fn copy_field(&mut self, name: &str, from: Self) -> bool;

    /// Sets a field from JSON as in a save; null means its default. False if there is no field with this name.
    ///
    /// # Errors
    ///
    /// The value has the wrong type; the error's path begins with `value`.
    fn set_field(&mut self, name: &str, value: &Value) -> Result<bool, FieldError> {
        if !Self::FIELD_NAMES.contains(&name) {
            return Ok(false);
        }
        let mut alone = Map::new();
        alone.insert(name.to_owned(), value.clone());
        match json::from_tree::<Self>(Value::Object(alone), "value") {
            Ok(read) => Ok(self.copy_field(name, read)),
            // Remove the field's name from the error's path.
            Err(InputError::Rules(RuleErrors(mut errors))) => {
                let mut error = errors.swap_remove(0);
                error.path = error.path.replacen(&format!("value.{name}"), "value", 1);
                Err(error)
            }
            Err(InputError::Malformed(text)) => Err(FieldError::new("value", code::WRONG_TYPE, text)),
        }
    }

    /// The fields in which `after` differs, with its values.
    fn changed_fields(&self, after: &Self) -> Vec<(String, Value)> {
        let fields = Self::FIELD_NAMES.iter().filter_map(|name| {
            let value = after.field_value(name)?;
            (self.field_value(name).as_ref() != Some(&value)).then(|| ((*name).to_owned(), value))
        });
        fields.collect()
    }
}

macro_rules! named_fields {
    ($whole:ident: $($name:literal $field:ident),+; apart from $($apart:ident),*) => {
        impl NamedFields for $whole {
            const FIELD_NAMES: &'static [&'static str] = &[$($name),+];

            fn field_value(&self, name: &str) -> Option<Value> {
                match name {
                    $($name => serde_json::to_value(&self.$field).ok(),)+
                    _ => None,
                }
            }

            fn copy_field(&mut self, name: &str, from: Self) -> bool {
                // The pattern names every field, so that a new one doesn't compile until it is added here.
                let Self { $($field,)+ $($apart: _),* } = from;
                match name {
                    $($name => self.$field = $field,)+
                    _ => return false,
                }
                true
            }
        }
    };
}

named_fields!(EditableHeader:
    "businessProfileId" business_profile_id,
    "contactId" contact_id,
    "dueDate" due_date,
    "expiryDate" expiry_date,
    "issueDate" issue_date,
    "jobAddress" job_address,
    "jobDescription" job_description,
    "notes" notes,
    "orderNumber" order_number,
    "template" template,
    "terms" terms;
    apart from);

// Left out are the lines, which have their own operations; payments, which are recorded one by one; and earlier
// invoices and variations, which are set elsewhere.
named_fields!(Document:
    "agreement" agreement,
    "choices" choices,
    "chosenChoice" chosen_choice,
    "cisRate" cis_rate,
    "deposit" deposit,
    "depositReason" deposit_reason,
    "depositType" deposit_type,
    "discount" discount,
    "discountReason" discount_reason,
    "discountType" discount_type,
    "documentLabourUnitType" document_labour_unit_type,
    "includeDeposit" include_deposit,
    "includeDiscount" include_discount,
    "includeLabour" include_labour,
    "labourHours" labour_hours,
    "labourRate" labour_rate,
    "labourUnitType" labour_unit_type,
    "photos" photos,
    "priceDisplay" price_display,
    "pricesIncludeVat" prices_include_vat,
    "sections" sections,
    "supplyDate" supply_date,
    "tax" tax,
    "vatAnswers" vat_answers,
    "vatTreatment" vat_treatment;
    apart from items, payments, invoiced, variation, variations);

named_fields!(Line:
    "choice" choice,
    "cost" cost,
    "costType" cost_type,
    "description" description,
    "includeLabour" include_labour,
    "labourHours" labour_hours,
    "labourRate" labour_rate,
    "labourUnitType" labour_unit_type,
    "name" name,
    "optional" optional,
    "price" price,
    "quantity" quantity,
    "section" section,
    "selected" selected,
    "vat" vat;
    apart from id);

#[cfg(test)]
mod tests {
    use serde::Serialize;

    use super::*;

    /// The names as serde writes them, in sorted order.
    fn serialized_names<T: Default + Serialize>() -> Vec<String> {
        let Ok(Value::Object(fields)) = serde_json::to_value(T::default()) else {
            panic!("it is written as something else than an object");
        };
        fields.into_iter().map(|(name, _)| name).collect()
    }

    #[test]
    fn every_written_field_can_be_set_or_has_its_own_operation() {
        assert_eq!(serialized_names::<EditableHeader>(), EditableHeader::FIELD_NAMES);
        let apart = |names: Vec<String>, apart: &[&str]| {
            let names = names.into_iter();
            names.filter(|name| !apart.contains(&name.as_str())).collect::<Vec<_>>()
        };
        let mut document = apart(serialized_names::<Document>(), &["items", "payments"]);
        // They are omitted from the JSON if they are empty.
        document.extend(Document::OPTIONAL_FIELDS.map(str::to_owned));
        document.sort();
        assert_eq!(document, Document::FIELD_NAMES);
        let mut line = apart(serialized_names::<Line>(), &["id"]);
        line.extend(Line::OPTIONAL_FIELDS.map(str::to_owned));
        line.sort();
        assert_eq!(line, Line::FIELD_NAMES);
    }
}
