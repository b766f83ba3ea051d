//! Amounts in the files that are not in pounds, and their currencies. Somebody has to say what to do with them,
//! because they would be saved as pounds.

use super::OnOtherCurrency;
use super::parsed::{ParsedItem, ParsedTable};
use super::report::{DocumentImportOutcome, DocumentImportRow};
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::table_import::format_count;
use plumbline_records::items::import::price_list::PriceListRow as ItemRow;

/// The decision about an item. One in another currency is not imported before somebody says that its amounts are
/// pounds.
pub(super) fn to_item_row(found: ParsedItem, on_other_currency: Option<OnOtherCurrency>) -> ItemRow {
    let ParsedItem { row, fields, currency, rounded } = found;
    match currency {
        Some(other) if on_other_currency != Some(OnOtherCurrency::AsPounds) => {
            ItemRow::from_refused(row, fields, currency_note(&other))
        }
        _ => ItemRow::new(row, fields).with_rounded(rounded),
    }
}

/// The sentence about a document or item in another currency.
pub(super) fn currency_note(other: &str) -> String {
    format!("It is in {other}.")
}

/// How many documents and items there are in each currency, including pounds.
#[derive(Debug, Default)]
pub(super) struct CurrencyCounts(Vec<(Option<String>, [usize; 2])>);

impl CurrencyCounts {
    /// Counts the items and documents of the files.
    pub(super) fn count<'a>(
        items: impl Iterator<Item = Option<&'a str>>,
        documents: impl Iterator<Item = &'a DocumentImportRow>,
    ) -> Self {
        let mut all = Self::default();
        for currency in items {
            all.add(currency, [0, 1]);
        }
        for document_import_row in documents {
            // Documents that are here already, or are not imported anyway, need no decision.
            let is_settled = matches!(
                document_import_row.outcome,
                DocumentImportOutcome::Same | DocumentImportOutcome::Refused
            );
            if document_import_row.currency.is_none() || !is_settled {
                all.add(document_import_row.currency.as_deref(), [1, 0]);
            }
        }
        all
    }

    fn add(&mut self, currency: Option<&str>, [documents, items]: [usize; 2]) {
        let known = self.0.iter_mut().find(|(it, _)| it.as_deref() == currency);
        match known {
            Some((_, counts)) => {
                counts[0] += documents;
                counts[1] += items;
            }
            None => self.0.push((currency.map(str::to_owned), [documents, items])),
        }
    }

    /// A sentence about what is not in pounds, or `None` if everything is.
    pub(super) fn to_sentence(&self, tables: &[ParsedTable]) -> Option<String> {
        if let [(Some(only), _)] = &*self.0 {
            let files = if tables.len() > 1 { "these files" } else { "this file" };
            return Some(format!("The amounts in {files} are in {only}."));
        }
        let others = self.0.iter().filter_map(|(currency, counts)| {
            let [documents, items] = *counts;
            let what = [(documents, "document"), (items, "item")];
            let what = what.into_iter().filter(|(count, _)| *count > 0);
            let what = what.map(|(count, one)| {
                let end = if count == 1 { "" } else { "s" };
                format!("{} {one}{end}", format_count(count))
            });
            let what = what.collect::<Vec<_>>().join(" and ");
            let are = if documents + items == 1 { "is" } else { "are" };
            Some(format!("{what} {are} in {}", currency.as_ref()?))
        });
        let others: Vec<String> = others.collect();
        (!others.is_empty()).then(|| format!("{}.", others.join(", ")))
    }
}

/// The error if nobody has decided about amounts in another currency.
pub(super) fn choice_required(sentence: &str) -> ApiError {
    let text = format!("{sentence} Please choose whether to leave them out or import them as pounds.");
    ApiError::rule_broken(vec![FieldError::new("currency", "required", text)])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentence_for(all: &[(Option<&str>, [usize; 2])]) -> Option<String> {
        let mut currencies = CurrencyCounts::default();
        for (currency, counts) in all {
            currencies.add(*currency, *counts);
        }
        currencies.to_sentence(&[])
    }

    #[test]
    fn describes_which_records_are_in_another_currency() {
        let (dollars, euros) = (Some("US dollars (USD)"), Some("euros (EUR)"));
        for (all, sentence) in [
            (&[][..], None),
            (&[(None, [3, 4])], None),
            (&[(dollars, [2, 1])], Some("The amounts in this file are in US dollars (USD).")),
            (&[(None, [1, 0]), (dollars, [1, 0])], Some("1 document is in US dollars (USD).")),
            (
                &[(dollars, [2, 1]), (None, [1, 0]), (euros, [0, 1_200])],
                Some("2 documents and 1 item are in US dollars (USD), 1,200 items are in euros (EUR)."),
            ),
        ] {
            assert_eq!(sentence_for(all).as_deref(), sentence, "{all:?}");
        }
    }
}
