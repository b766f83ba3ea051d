//! Whether the customer of a job may cancel it within 14 days, and why.

use serde::{Deserialize, Serialize};

use super::REGULATIONS;
use crate::document::{AgreedAt, Agreement, BuysAs, Supplies};
use crate::money::Pence;
use crate::money::number::Number;

/// The rules don't apply to an off-premises contract up to this amount (reg. 7(4) and 27(3); from memory).
pub const SMALL_CONTRACT_LIMIT: Pence = Pence(4_200);

/// The facts on which the decision depends.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, optional_fields = nullable))]
#[serde(rename_all = "camelCase", default)]
pub struct CancellationSituation {
    /// What was entered for this job.
    pub agreement: Agreement,
    /// Whether the customer buys as a consumer or a business, according to their contact; `None` if it doesn't say.
    pub said: Option<BuysAs>,
    /// The customer's company; empty if there is none.
    pub company: String,
    /// The customer's VAT number; empty if there is none.
    pub vat_number: String,
    /// Whether the customer is known to be in business: registered for VAT, a contractor in the Construction Industry
    /// Scheme, or the job can only be for a business ([`Document::is_business_only`](crate::document::Document)).
    pub in_trade: bool,
    /// Where the business usually agrees its jobs; `None` means away from its premises.
    pub usual: Option<AgreedAt>,
    /// Whether the lines of the job supply goods ([`Supplies::from_lines`]).
    pub goods: bool,
    /// The total of the job including VAT, in pounds.
    #[cfg_attr(feature = "typescript", ts(as = "Option<String>"))]
    pub total: Number,
}

/// The result of the decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub enum CancellationVerdict {
    /// A consumer, who may cancel within 14 days.
    Right,
    /// A consumer who asked for an urgent repair, which cannot be cancelled.
    Urgent,
    /// A consumer, with a job agreed at the business's premises.
    Premises,
    /// A consumer, with a job of no more than £42 agreed away from the premises.
    Small,
    /// A consumer, with a job on a new building.
    NewBuild,
    /// A business.
    Business,
}

/// A sentence with its source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct SourcedSentence {
    /// The sentence, for the business.
    pub text: String,
    /// The source.
    pub source: String,
    /// Whether the source was read; if not, the screen shows 'check' next to it.
    pub confirmed: bool,
}

/// Whether the customer may cancel, and the reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct CancellationDecision {
    /// The result.
    pub verdict: CancellationVerdict,
    /// The reason.
    pub reason: SourcedSentence,
    /// What the customer is taken to buy as.
    pub customer: BuysAs,
    /// Where the job is taken to have been agreed.
    pub place: AgreedAt,
    /// What is taken to be supplied: with goods, the 14 days run from the arrival of the last of them.
    pub supplies: Supplies,
    /// What the business has to know and to do.
    pub duties: Vec<SourcedSentence>,
    /// What may be different, and should be checked by the business.
    pub doubts: Vec<SourcedSentence>,
}

impl CancellationDecision {
    /// Whether the customer may cancel.
    #[must_use]
    pub fn has_right(&self) -> bool {
        self.verdict == CancellationVerdict::Right
    }
}

impl CancellationSituation {
    /// What the customer buys as: as entered for the job, otherwise as their contact says, otherwise a business if they
    /// have a company or a VAT number or are known to be in business.
    #[must_use]
    pub fn customer_type(&self) -> BuysAs {
        let known = self.agreement.customer.or(self.said);
        let is_named = [&self.company, &self.vat_number].into_iter().any(|text| !text.trim().is_empty());
        known.unwrap_or(if is_named || self.in_trade { BuysAs::Business } else { BuysAs::Consumer })
    }

    /// Where the job is taken to have been agreed.
    #[must_use]
    pub fn place(&self) -> AgreedAt {
        self.agreement.place.or(self.usual).unwrap_or_default()
    }

    /// What is supplied: as entered for the job, otherwise according to its lines.
    #[must_use]
    pub fn supplies(&self) -> Supplies {
        self.agreement.supplies.unwrap_or(match self.goods {
            true => Supplies::Goods,
            false => Supplies::Labour,
        })
    }

    /// Makes the decision.
    #[must_use]
    pub fn decide(&self) -> CancellationDecision {
        let verdict = self.verdict();
        CancellationDecision {
            verdict,
            reason: reason(verdict, self.supplies()),
            customer: self.customer_type(),
            place: self.place(),
            supplies: self.supplies(),
            duties: list_duties(verdict, self.supplies()),
            doubts: self.doubts(verdict),
        }
    }

    fn verdict(&self) -> CancellationVerdict {
        let is_small = || {
            let total = self.total.to_pence().unwrap_or_default();
            self.place() == AgreedAt::Away && total <= SMALL_CONTRACT_LIMIT
        };
        if self.customer_type() == BuysAs::Business {
            CancellationVerdict::Business
        } else if self.agreement.new_build == Some(true) {
            CancellationVerdict::NewBuild
        } else if self.place() == AgreedAt::Premises {
            CancellationVerdict::Premises
        } else if is_small() {
            CancellationVerdict::Small
        } else if self.agreement.urgent == Some(true) {
            CancellationVerdict::Urgent
        } else {
            CancellationVerdict::Right
        }
    }

    fn doubts(&self, verdict: CancellationVerdict) -> Vec<SourcedSentence> {
        let guessed = self.agreement.customer.is_none() && self.said.is_none();
        let consumer = guessed && self.customer_type() == BuysAs::Consumer;
        let business = guessed && self.customer_type() == BuysAs::Business;
        let is_right = verdict == CancellationVerdict::Right;
        let has_goods = is_right && self.supplies() == Supplies::Goods;
        let all = [
            (
                consumer,
                "You haven’t said whether this customer is private or a business. Without a company name or VAT \
                 number they count as private.",
                "reg. 4",
            ),
            (
                business,
                "You haven’t said whether this customer is private or a business. With a company name, a VAT number, \
                 CIS or the reverse charge they count as a business.",
                "reg. 4",
            ),
            (
                verdict == CancellationVerdict::Right && self.place() == AgreedAt::Away,
                "If you only came to measure and the customer agrees online days later, some argue that the 14 days \
                 don’t apply. To be safe, we give them the 14 days.",
                "reg. 5",
            ),
            (
                has_goods && self.agreement.supplies.is_none(),
                "You haven’t said whether you supply goods. Lines with a price of their own count as goods, which \
                 gives \
                 your customer longer to cancel. If those prices are for labour alone, say so above.",
                "reg. 5",
            ),
            (
                is_right && !has_goods,
                "If you supply any goods with the work, say so above: the 14 days then run from the day the last of \
                 them arrives.",
                "reg. 5 and 30(3)",
            ),
            (
                has_goods,
                "Goods made to your customer’s own measurements, and goods that can’t be separated again once \
                 fitted, may not be covered by the right to cancel. The work is.",
                "reg. 28(1)(b) and 28(3)(b)",
            ),
            (
                verdict == CancellationVerdict::Premises,
                "If you spoke to the customer elsewhere and they agreed at your premises straight after, it counts \
                 as agreed away from your premises.",
                "reg. 5(c)",
            ),
            (
                verdict == CancellationVerdict::Urgent,
                "The exception only covers the repair they called you out for and the parts for it. Put other work on \
                 a separate quote.",
                "reg. 28(2)",
            ),
            (
                verdict == CancellationVerdict::NewBuild,
                "An extension, a loft or a kitchen isn’t a new building: the customer may cancel those.",
                "reg. 6(1)(e)",
            ),
        ];
        let of = |(_, text, place): &(bool, &str, &str)| sentence_from_memory(text, place);
        all.iter().filter(|(holds, ..)| *holds).map(of).collect()
    }
}

fn reason(verdict: CancellationVerdict, supplies: Supplies) -> SourcedSentence {
    match verdict {
        CancellationVerdict::Right if supplies == Supplies::Goods => sentence_from_source(
            "A private customer who agrees a job with goods away from your premises, or by phone, by email or \
             online, may \
             cancel it until 14 days after the last of the goods arrives.",
            "reg. 5 and 30(3)",
        ),
        CancellationVerdict::Right => sentence_from_source(
            "A private customer who agrees a job away from your premises, or by phone, by email or online, may \
             cancel it \
             within 14 days.",
            "reg. 29 and 30(2)",
        ),
        CancellationVerdict::Urgent => sentence_from_memory(
            "They called you out for an urgent repair, which can’t be cancelled.",
            "reg. 28(1)(e)",
        ),
        CancellationVerdict::Premises => sentence_from_memory(
            "A job agreed at your premises can’t be cancelled within 14 days.",
            "reg. 5 and 27",
        ),
        CancellationVerdict::Small => sentence_from_memory(
            "A job of £42 or less agreed away from your premises can’t be cancelled within 14 days.",
            "reg. 7(4) and 27(3)",
        ),
        CancellationVerdict::NewBuild => sentence_from_memory(
            "These rules don’t cover putting up a new building, or rebuilding one so that it is as good as new.",
            "reg. 6(1)(e)",
        ),
        CancellationVerdict::Business => sentence_from_memory(
            "Business customers don’t get the 14 days, so we don’t show them any of this.",
            "reg. 4",
        ),
    }
}

/// What the business has to do. There is little of it, because the notice to the customer is sent with the quote
/// automatically.
fn list_duties(verdict: CancellationVerdict, supplies: Supplies) -> Vec<SourcedSentence> {
    if verdict != CancellationVerdict::Right {
        return Vec::new();
    }
    let has_goods = supplies == Supplies::Goods;
    let start = if has_goods {
        "Don’t start the work within the 14 days unless they ask you to. They can tick that when they accept. If \
         they then cancel, they pay for the work done."
    } else {
        "Don’t start within the 14 days unless they ask you to. They can tick that when they accept. If they then \
         cancel, they pay for the work done, and once it’s all done they can no longer cancel."
    };
    let mut duties = vec![
        sentence_from_source(
            "Before they agree they must have your details, a notice of this right, a cancellation form, and what \
             the law asks you to say about dates, complaints and returning goods, on paper or by email if they agree to that. This quote includes all of it.",
            "reg. 10 and Schedules 2 and 3",
        ),
        sentence_from_source(start, "reg. 36"),
    ];
    if has_goods {
        duties.push(sentence_from_source(
            "When the last of the goods has arrived, say so on the quote’s page: the 14 days run from that day.",
            "reg. 30(3)",
        ));
        duties.push(sentence_from_memory(
            "Finishing the work, even if they asked for it, doesn’t end the right to cancel a job with goods: that \
             rule is for labour alone.",
            "reg. 36(2)",
        ));
    }
    duties.push(sentence_from_memory(
        "Without the notice they may cancel for up to 12 more months. Leaving it out is an offence if the job is \
         agreed away from your premises.",
        "reg. 31 and 19",
    ));
    duties
}

fn sourced_sentence(text: &str, place: &str, confirmed: bool) -> SourcedSentence {
    SourcedSentence { text: text.to_owned(), source: format!("{REGULATIONS}, {place}"), confirmed }
}

/// A sentence whose source was read.
fn sentence_from_source(text: &str, place: &str) -> SourcedSentence {
    sourced_sentence(text, place, true)
}

/// A sentence from memory.
fn sentence_from_memory(text: &str, place: &str) -> SourcedSentence {
    sourced_sentence(text, place, false)
}

#[cfg(test)]
mod tests;
