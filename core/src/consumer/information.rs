//! What else a consumer must know before they agree (Schedule 2 to the Regulations): the time by which the goods are
//! delivered and the work is done, how complaints are handled, that what is supplied must match the contract, and who
//! pays for returning goods.
//!
//! The business can write each text itself; a text that it leaves empty is replaced by a standard text.

use super::pack::{CancellationFormRow, ContractParties};
use crate::document::Supplies;

/// The business's own texts; an empty one is replaced by a standard text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Particulars {
    /// When the goods are delivered and the work is done.
    pub work_time: String,
    /// How complaints are handled.
    pub complaints: String,
    /// Who collects goods or sends them back after a cancellation, and who pays for that.
    pub returns: String,
}

impl Particulars {
    /// The text about returning goods: the business's own, otherwise that it collects them and pays, because a customer
    /// who was not informed that they must pay for it doesn't have to (reg. 35(5)).
    #[must_use]
    pub fn returns(&self) -> String {
        join_lines(&self.returns).unwrap_or_else(|| "We’ll collect them at our own cost.".to_owned())
    }

    fn work_time(&self, supplies: Supplies) -> String {
        join_lines(&self.work_time).unwrap_or_else(|| {
            // The days for goods are from the Consumer Rights Act 2015, s. 28; the reasonable time is from s. 52.
            let text = match supplies {
                Supplies::Goods => {
                    "We’ll agree the dates with you. If we don’t agree any, the goods will be delivered within 30 \
                     days and the work done within a reasonable time."
                }
                Supplies::Labour => {
                    "We’ll agree the dates with you. If we don’t agree any, the work will be done within a \
                     reasonable time."
                }
            };
            text.to_owned()
        })
    }

    fn complaints(&self, to: &str) -> String {
        join_lines(&self.complaints).unwrap_or_else(|| {
            format!(
                "If something isn’t right, tell us: {to}. We’ll reply as soon as we can and put right anything we \
                 did wrong."
            )
        })
    }

    /// The rows of the notice. The row about returned goods is left out if the contract cannot be cancelled.
    pub(super) fn rows(
        &self,
        parties: &ContractParties,
        supplies: Supplies,
        can_cancel: bool,
    ) -> Vec<CancellationFormRow> {
        let law = match supplies {
            Supplies::Goods => {
                "By law the goods we supply must match this contract, and the work must be done with reasonable care \
                 and skill (Consumer Rights Act 2015)."
            }
            Supplies::Labour => {
                "By law the work must be done with reasonable care and skill (Consumer Rights Act 2015)."
            }
        };
        let has_returns = can_cancel && supplies == Supplies::Goods;
        let rows = [
            Some(("When", self.work_time(supplies))),
            Some(("Complaints", self.complaints(&parties.business))),
            Some(("Your rights", law.to_owned())),
            has_returns.then(|| ("Returning goods", self.returns())),
        ];
        rows.into_iter().flatten().map(|(label, value)| CancellationFormRow::new(label, &value)).collect()
    }
}

/// A text on one line, to fit a row; `None` if it is blank.
fn join_lines(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    (!words.is_empty()).then(|| words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row_texts(particulars: &Particulars, supplies: Supplies, can_cancel: bool) -> Vec<(String, String)> {
        let parties = ContractParties {
            business: "Taylor Plumbing, 0113 496 0123".into(),
            ..ContractParties::default()
        };
        let rows = particulars.rows(&parties, supplies, can_cancel);
        rows.into_iter().map(|row| (row.label, row.value)).collect()
    }

    #[test]
    fn has_default_texts_for_what_schedule_2_requires() {
        let rows = row_texts(&Particulars::default(), Supplies::Goods, true);
        let labels: Vec<&str> = rows.iter().map(|(label, _)| label.as_str()).collect();
        assert_eq!(labels, ["When", "Complaints", "Your rights", "Returning goods"]);
        assert!(rows[0].1.contains("delivered within 30 days"));
        assert_eq!(
            rows[1].1,
            "If something isn’t right, tell us: Taylor Plumbing, 0113 496 0123. We’ll reply as soon as we can and \
             put right anything we did wrong."
        );
        assert!(rows[2].1.contains("the goods we supply must match"));
        assert_eq!(rows[3].1, "We’ll collect them at our own cost.");
    }

    #[test]
    fn mentions_no_goods_if_only_labour_is_supplied() {
        let rows = row_texts(&Particulars::default(), Supplies::Labour, true);
        assert_eq!(rows.len(), 3);
        assert!(rows.iter().all(|(_, text)| !text.contains("goods")));
        // If the contract can't be cancelled, nothing is returned.
        assert_eq!(row_texts(&Particulars::default(), Supplies::Goods, false).len(), 3);
    }

    #[test]
    fn uses_the_texts_of_the_business_instead_of_the_defaults() {
        let particulars = Particulars {
            work_time: " Two days\nin May. ".into(),
            complaints: "Write to Ann.".into(),
            returns: "You send them back at your own cost, about £40.".into(),
        };
        let rows = row_texts(&particulars, Supplies::Goods, true);
        assert_eq!(rows[0].1, "Two days in May.");
        assert_eq!(rows[1].1, "Write to Ann.");
        assert_eq!(rows[3].1, "You send them back at your own cost, about £40.");
        let blank = Particulars { returns: "  \n".into(), ..Particulars::default() };
        assert_eq!(blank.returns(), "We’ll collect them at our own cost.");
    }
}
