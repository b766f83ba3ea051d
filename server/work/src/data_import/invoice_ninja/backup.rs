//! The parts of Invoice Ninja's backup that are read. PHP writes numbers sometimes as numbers and sometimes as
//! texts, and switches as either; null always means nothing.

use std::fmt;

use plumbline_core::calculate::validate::DOCUMENT_LINES_MAX;
use serde::de::{DeserializeOwned, DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Number;

/// The key under which serde_json passes a number with all of its digits (`arbitrary_precision`).
const NUMBER: &str = "$serde_json::private::Number";

/// The most invoices that one payment may be for.
const PARTS_MAX: usize = 1_000;

/// The memory that a stored value needs.
pub(super) trait MemorySize {
    /// The number of bytes.
    fn memory_size(&self) -> usize;
}

/// A text, a number or a switch as text; empty for null.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct ScalarText(pub String);

impl ScalarText {
    /// Whether the text is a switch that is on.
    pub(super) fn is_on(&self) -> bool {
        !matches!(self.0.as_str(), "" | "0" | "false")
    }
}

impl MemorySize for ScalarText {
    fn memory_size(&self) -> usize {
        self.0.len()
    }
}

impl<'de> Deserialize<'de> for ScalarText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ScalarTextVisitor).map(Self)
    }
}

struct ScalarTextVisitor;

impl<'de> Visitor<'de> for ScalarTextVisitor {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text, a number or a switch")
    }

    fn visit_str<E>(self, text: &str) -> Result<String, E> {
        Ok(text.to_owned())
    }

    fn visit_string<E>(self, text: String) -> Result<String, E> {
        Ok(text)
    }

    fn visit_bool<E>(self, on: bool) -> Result<String, E> {
        // As a word, so that it isn't read as an amount.
        Ok(if on { "true".to_owned() } else { String::new() })
    }

    fn visit_u64<E>(self, number: u64) -> Result<String, E> {
        Ok(number.to_string())
    }

    fn visit_i64<E>(self, number: i64) -> Result<String, E> {
        Ok(number.to_string())
    }

    fn visit_f64<E>(self, number: f64) -> Result<String, E> {
        Ok(Number::from_f64(number).map_or_else(String::new, |number| number.to_string()))
    }

    fn visit_unit<E>(self) -> Result<String, E> {
        Ok(String::new())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<String, A::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(String::new())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<String, A::Error> {
        let mut number = String::new();
        while let Some(key) = map.next_key::<String>()? {
            if key == NUMBER {
                number = map.next_value()?;
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(number)
    }
}

/// Reads a list and passes on each of its parts at once, so that no part waits in memory for the next. The receiver may
/// return a reason to stop. PHP writes a list as a map if a position in it is empty, and some lists are stored as text
/// in the database.
pub(super) struct ForEach<'a, T>(pub &'a mut dyn FnMut(T) -> Result<(), String>);

impl<'de, T: DeserializeOwned> DeserializeSeed<'de> for ForEach<'_, T> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de, T: DeserializeOwned> Visitor<'de> for ForEach<'_, T> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        while let Some(one) = seq.next_element()? {
            (self.0)(one).map_err(Error::custom)?;
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            if key == NUMBER {
                map.next_value::<IgnoredAny>()?;
            } else {
                (self.0)(map.next_value()?).map_err(Error::custom)?;
            }
        }
        Ok(())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        let mut why = None;
        let mut take = |one| (self.0)(one).inspect_err(|message| why = Some(message.clone()));
        // Text that is not a list counts as an empty one, and a list that breaks off ends there, as for the program
        // that wrote it.
        let _ = ForEach(&mut take).deserialize(&mut serde_json::Deserializer::from_str(text));
        why.map_or(Ok(()), |why| Err(E::custom(why)))
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }
}

/// A list of at most `MOST` parts; it has one more if there were more.
#[derive(Debug)]
pub(super) struct BoundedVec<T, const MOST: usize>(pub Vec<T>);

impl<T, const MOST: usize> Default for BoundedVec<T, MOST> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: MemorySize, const MOST: usize> MemorySize for BoundedVec<T, MOST> {
    fn memory_size(&self) -> usize {
        self.0.iter().map(MemorySize::memory_size).sum()
    }
}

impl<'de, T: DeserializeOwned, const MOST: usize> Deserialize<'de> for BoundedVec<T, MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut few = Vec::new();
        let mut take = |one| {
            if few.len() <= MOST {
                few.push(one);
            }
            Ok(())
        };
        ForEach(&mut take).deserialize(deserializer)?;
        Ok(Self(few))
    }
}

/// A part of the backup: text fields, and fields of other types.
macro_rules! part {
    ($(#[$doc:meta])* $name:ident: $($word:ident)*; $($field:ident: $type:ty),*) => {
        $(#[$doc])*
        #[derive(Debug, Default, Deserialize)]
        #[serde(default)]
        pub(super) struct $name {
            $(pub $word: ScalarText,)*
            $(pub $field: $type,)*
        }

        impl MemorySize for $name {
            fn memory_size(&self) -> usize {
                size_of::<Self>() $(+ self.$word.memory_size())* $(+ self.$field.memory_size())*
            }
        }
    };
}

/// Settings. PHP writes an empty map as an empty list.
#[derive(Debug, Default, Clone)]
pub(super) struct Settings {
    pub currency_id: ScalarText,
}

impl MemorySize for Settings {
    fn memory_size(&self) -> usize {
        self.currency_id.memory_size()
    }
}

impl<'de> Deserialize<'de> for Settings {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(SettingsVisitor)
    }
}

struct SettingsVisitor;

impl<'de> Visitor<'de> for SettingsVisitor {
    type Value = Settings;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("settings")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Settings, A::Error> {
        let mut settings = Settings::default();
        while let Some(key) = map.next_key::<String>()? {
            if key == "currency_id" {
                settings.currency_id = map.next_value()?;
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(settings)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Settings, A::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Settings::default())
    }

    fn visit_str<E>(self, _: &str) -> Result<Settings, E> {
        Ok(Settings::default())
    }

    fn visit_bool<E>(self, _: bool) -> Result<Settings, E> {
        Ok(Settings::default())
    }

    fn visit_u64<E>(self, _: u64) -> Result<Settings, E> {
        Ok(Settings::default())
    }

    fn visit_i64<E>(self, _: i64) -> Result<Settings, E> {
        Ok(Settings::default())
    }

    fn visit_f64<E>(self, _: f64) -> Result<Settings, E> {
        Ok(Settings::default())
    }

    fn visit_unit<E>(self) -> Result<Settings, E> {
        Ok(Settings::default())
    }
}

part! {
    /// The business.
    Company: ; settings: Settings
}

part! {
    /// A part that is only counted.
    Counted: is_deleted;
}

part! {
    /// A customer.
    Client: id hashed_id name address1 address2 city state postal_code country_id shipping_address1
    shipping_address2 shipping_city shipping_state shipping_postal_code phone vat_number classification
    private_notes is_deleted; settings: Settings
}

part! {
    /// A contact person of a customer.
    ClientContact: client_id first_name last_name email phone is_primary deleted_at;
}

part! {
    /// An item of the price list.
    Product: product_key notes cost price quantity tax_name1 tax_rate1 is_deleted;
}

part! {
    /// A quote or an invoice. `invoice_id` is the invoice to which a quote was converted.
    Paper: id hashed_id client_id invoice_id number date due_date po_number status_id discount
    is_amount_discount uses_inclusive_taxes public_notes terms tax_name1 tax_rate1 tax_name2 tax_rate2
    tax_name3 tax_rate3 custom_surcharge1 custom_surcharge2 custom_surcharge3 custom_surcharge4 amount
    balance is_deleted deleted_at; line_items: BoundedVec<Item, DOCUMENT_LINES_MAX>
}

part! {
    /// A line.
    Item: quantity cost product_key notes discount tax_name1 tax_rate1 tax_name2 tax_rate2 tax_name3
    tax_rate3 line_total;
}

part! {
    /// A payment.
    Payment: date type_id transaction_reference is_deleted; paymentables: BoundedVec<Paymentable, PARTS_MAX>
}

part! {
    /// The part of a payment that was for one invoice.
    Paymentable: paymentable_id paymentable_type amount refunded;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_any_scalar_that_php_writes_as_text() {
        let read = |text: &str| serde_json::from_str::<ScalarText>(text).expect("a word").0;
        for (text, word) in [
            ("\"a\"", "a"),
            ("12", "12"),
            ("-3", "-3"),
            ("20.50", "20.50"),
            ("true", "true"),
            ("false", ""),
            ("null", ""),
            ("[1,[2]]", ""),
            ("{\"a\":{\"b\":1}}", ""),
        ] {
            assert_eq!(read(text), word, "{text}");
        }
    }

    #[test]
    fn reads_a_list_from_an_array_object_or_string_up_to_its_limit() {
        let read = |text: &str| {
            let few = serde_json::from_str::<BoundedVec<Counted, 2>>(text).expect("a list");
            few.0.len()
        };
        for (text, length) in [
            ("[{},{}]", 2),
            ("{\"1\":{},\"7\":{}}", 2),
            ("\"[{},{}]\"", 2),
            ("\"nothing\"", 0),
            ("null", 0),
            ("0", 0),
            ("[{},{},{},{},{}]", 3),
        ] {
            assert_eq!(read(text), length, "{text}");
        }
        assert!(serde_json::from_str::<BoundedVec<Counted, 2>>("[7]").is_err());
    }
}
