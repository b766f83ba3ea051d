//! VAT checks of a document before its customer gets it: reasons why an invoice must not be issued, and questions
//! to the business about a quote or an invoice that may.

use super::contents::{InvoiceContents, LineContents, PartyContents};
use super::deposits::{self, Deposit};
use super::finding::{Finding, Weight};
use super::registration::{Charging, Paper, Registration};
use super::reverse_charge::{Outcome, Supply, SupplyLine};
use super::supply_lines::supply_lines;
use super::tax_point::tax_point;
use crate::calculate::totals::Totals;
use crate::document::parties::{BusinessProfile, Contact};
use crate::document::{Document, Line, Rate, Treatment, VatGroup};
use crate::money::Pence;
use crate::money::number::Number;
use crate::tax::VatRate;
use crate::tax::vat_reliefs::{Place, VAT_RELIEFS, VatRelief};
use crate::text::filled;
use crate::time::Date;
use crate::time::text::date_long;

/// Whether a customer buys for a business.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Buyer {
    /// Nobody has said.
    #[default]
    Unknown,
    /// For a business.
    Business,
    /// For themselves. A VAT invoice is due to taxable persons only (VAT Regulations 1995, reg. 13).
    Consumer,
}

/// What is known of a customer, beside what the document shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Whether they buy for a business.
    pub buyer: Buyer,
    /// Whether they are a contractor who deducts under the Construction Industry Scheme.
    pub contractor: bool,
    /// Whether they are registered for VAT.
    pub registered: Option<bool>,
    /// Whether they gave notice of being an end user or an intermediary.
    pub end_user_notice: bool,
}

/// A document that is about to be issued.
#[derive(Clone, Copy, Debug)]
pub struct Issuing<'a> {
    /// What it is.
    pub paper: Paper,
    /// Its date.
    pub issued: Date,
    /// What it says.
    pub document: &'a Document,
    /// What it comes to.
    pub totals: &'a Totals,
    /// The business.
    pub supplier: &'a BusinessProfile,
    /// Its registration.
    pub registration: &'a Registration,
    /// The customer as the document shows them.
    pub customer: &'a Contact,
    /// And what else is known of them.
    pub standing: Standing,
    /// What was paid for the job before now.
    pub deposits: &'a [Deposit],
}

impl Issuing<'_> {
    /// Where the work is done, by the customer's post code: rates of reliefs began on other days in Northern Ireland.
    fn place(&self) -> Place {
        Place::of(&self.customer.post_code)
    }

    /// When the supply counts as made, as far as nothing was paid before.
    #[must_use]
    pub fn tax_point(&self) -> Date {
        tax_point(self.document.supply_date, self.issued).day
    }

    /// What VAT says of it, in the order in which it is put right.
    #[must_use]
    pub fn findings(&self) -> Vec<Finding> {
        let charging = Charging {
            paper: self.paper,
            issued: self.issued,
            supplied: self.document.supply_date,
            tax_point: Some(self.tax_point()),
            groups: &self.totals.vat_groups,
        };
        let mut found = self.registration.judge(&charging);
        if self.paper == Paper::Invoice {
            // At a rate of 0 nothing is charged that was not due: only the rate may have been another.
            let registration = charging.shows_vat().then_some(self.registration);
            found.extend(deposits::findings(
                self.deposits,
                registration,
                self.document,
                self.issued,
                (self.tax_point(), self.place()),
            ));
        }
        if !self.registration.is_on(self.issued) {
            return found;
        }
        if self.paper == Paper::Invoice && charging.shows_vat() {
            found.extend(self.contents());
        }
        found.extend(self.reverse_charge());
        found.extend(self.reliefs());
        found
    }

    /// What reg. 14 asks for and is not there. Nobody is kept from billing a consumer by it, and where it is not known
    /// who buys it is asked.
    fn contents(&self) -> Vec<Finding> {
        let weight = match self.standing.buyer {
            Buyer::Business => Weight::Refuse,
            Buyer::Unknown => Weight::Ask,
            Buyer::Consumer => return Vec::new(),
        };
        let totals = self.totals;
        let chosen = self.document.chosen();
        let lines = self.document.items.iter().zip(&totals.items);
        let lines = lines.filter(|(line, _)| line.is_counted(chosen));
        let contents = InvoiceContents {
            numbered_on_issue: true,
            issued: Some(self.issued),
            tax_point: Some(self.tax_point()),
            supplier: PartyContents {
                name: self.supplier.name.clone(),
                address: self.supplier.address_lines().join(", "),
            },
            vat_number: self.registration.number.clone(),
            customer: PartyContents {
                name: either(&self.customer.name, &self.customer.company),
                address: self.customer.address_lines().join(", "),
            },
            lines: lines
                .map(|(line, sums)| self.line(line, sums.total))
                .collect(),
            total_net: Some(totals.net_amount()),
            total_vat: Some(totals.vat_amount),
            total: totals.total_amount,
            // Every page and PDF with a group of it says so.
            says_reverse_charge: true,
            ..InvoiceContents::default()
        };
        let found = contents.check().findings.into_iter();
        // The registration has spoken of the number; labour of the document's own is a line too.
        let has_labour = totals.labour_total > Pence::ZERO;
        let is_new = |finding: &Finding| {
            finding.code != "missing_vat_number" && !(has_labour && finding.code == "missing_lines")
        };
        found
            .filter(is_new)
            .map(|finding| Finding { weight, ..finding })
            .collect()
    }

    /// A line as reg. 14 looks at it. A number that was left empty counts as 0 and is shown so.
    fn line(&self, line: &Line, net: Pence) -> LineContents {
        let given = |number: &Number| match number.is_empty() {
            true => Number::from(0),
            false => number.clone(),
        };
        let vat = line.vat.as_ref();
        LineContents {
            description: either(&line.name, &line.description),
            quantity: given(&line.quantity),
            unit_price: given(&line.price),
            treatment: vat.map_or(self.document.vat_treatment, |vat| vat.treatment),
            rate: given(vat.map_or(&self.document.tax, |vat| &vat.rate)),
            net: Some(net),
        }
    }

    /// The reverse charge's questions as far as they are answered: of the job first, then of the customer.
    #[must_use]
    pub fn supply(&self) -> Supply {
        let answers = self.document.vat_answers.clone().unwrap_or_default();
        let standing = self.standing;
        let is_so = |known: bool| known.then_some(true);
        let is_consumer = standing.buyer == Buyer::Consumer;
        let in_cis = is_so(self.document.is_under_cis() || standing.contractor);
        let of_buyer = is_consumer.then_some(false);
        let lines = match answers.not_construction.is_empty() {
            true => self.totals.vat_groups.iter().map(of_group).collect(),
            false => supply_lines(self.document, self.totals, &answers.not_construction),
        };
        Supply {
            // Nobody who buys for themselves is in the scheme, whatever was answered for the job before.
            in_cis: of_buyer.or(answers.in_cis).or(in_cis),
            supplier_registered: Some(self.registration.is_on(self.tax_point())),
            customer_registered: of_buyer
                .or(answers.customer_registered)
                .or(standing.registered),
            staff: answers.staff,
            end_user_notice: answers.end_user_notice.or(is_so(standing.end_user_notice)),
            lines,
        }
    }

    fn reverse_charge(&self) -> Vec<Finding> {
        let groups = &self.totals.vat_groups;
        let is_reverse = |group: &VatGroup| group.treatment == Treatment::ReverseCharge;
        let has_reverse = groups.iter().any(is_reverse);
        let charges = self.totals.vat_amount != Pence::ZERO;
        let supply = self.supply();
        let decision = supply.decide();
        let ask = |code, told: String| {
            let finding = Finding::new(Weight::Ask, "vatTreatment", code, told);
            if decision.confirmed {
                finding
            } else {
                finding.unread()
            }
        };
        let mut found = Vec::new();
        match decision.outcome {
            Outcome::Applies if charges && !has_reverse => {
                let told = "From your answers, the reverse charge applies, but this charges VAT. Is that right?";
                found.push(ask("reverse_charge_applies", told.to_owned()));
            }
            Outcome::Normal if has_reverse => {
                let told = format!("{} This leaves your customer to pay the VAT.", decision.msg);
                found.push(ask("reverse_charge_not", told));
            }
            Outcome::Applies if has_reverse && self.standing.end_user_notice => {
                let told = "You have a notice that this customer is an end user or an intermediary, but for this job \
                            you answered that you don’t have one. Is that right?";
                found.push(ask("reverse_charge_notice", told.to_owned()));
            }
            // Only who deducts under the scheme is asked the rest.
            Outcome::Ask if has_reverse || charges && supply.in_cis == Some(true) => {
                let told = format!(
                    "You haven’t answered one reverse charge question: {}",
                    decision.msg
                );
                found.push(ask("reverse_charge_open", told));
            }
            _ => {}
        }
        if has_reverse && charges {
            let told = "The reverse charge applies to all of a job or not at all, but this charges VAT on part. \
                        Is that right?";
            found.push(ask("reverse_charge_mixed", told.to_owned()));
        }
        found
    }

    /// Whether a rate below the standard one has its reason, on the day of the tax point.
    fn reliefs(&self) -> Vec<Finding> {
        let claimed = self.document.vat_answers.as_ref();
        let claimed = claimed.map_or(&[][..], |answers| &answers.reliefs);
        let day = self.tax_point();
        // The rate of the day on which the work was done may be charged instead (Value Added Tax Act 1994, s. 88).
        let done = self.document.supply_date.filter(|done| *done < day);
        let charged = self.totals.vat_groups.iter().filter(|group| {
            let is_charged = [Treatment::Taxable, Treatment::ReverseCharge];
            is_charged.contains(&group.treatment)
        });
        charged
            .filter_map(|group| match is_low(group.rate) {
                true => unexplained(group.rate, claimed, (day, done), self.place()),
                false => no_rate(group.rate, day),
            })
            .collect()
    }
}

/// What stands to VAT alike, as construction work: so it is unless somebody says otherwise of a line.
fn of_group(group: &VatGroup) -> SupplyLine {
    SupplyLine {
        net: group.net,
        construction: true,
        zero_rated: group.treatment == Treatment::Taxable && group.rate.0.is_zero(),
    }
}

/// What is asked of a rate that is none: neither the standard one of the day nor one that a relief gives.
fn no_rate(rate: Rate, day: Date) -> Option<Finding> {
    let standard = VatRate::Standard.on(day)?;
    let written = rate.to_string();
    (written != standard).then(|| {
        let told = format!(
            "This charges {written}% VAT, but there is no such VAT rate on {}. Is that right?",
            date_long(day)
        );
        Finding::new(Weight::Ask, "tax", "vat_rate_unknown", told)
    })
}

/// Whether a rate is one that a relief gives: 0 or 5 %.
fn is_low(rate: Rate) -> bool {
    let written = rate.to_string();
    let mut rates = VAT_RELIEFS.iter().flat_map(|info| info.rates);
    rates.any(|dated| dated.value == written)
}

/// What is asked where no relief that was claimed gives a rate on a day.
fn unexplained(
    rate: Rate,
    claimed: &[VatRelief],
    (day, done): (Date, Option<Date>),
    place: Place,
) -> Option<Finding> {
    let written = rate.to_string();
    let gives = |relief: &VatRelief, day: Date| {
        let dated = relief.on_in(day, place).map(|dated| dated.value);
        dated == Some(&*written)
    };
    let days = [Some(day), done];
    let mut days = days.into_iter().flatten();
    if days.any(|day| claimed.iter().any(|relief| gives(relief, day))) {
        return None;
    }
    // Claimed, and charged at another rate on that day.
    let other = claimed.iter().find_map(|relief| {
        let info = relief.info();
        let was = info.rates.iter().any(|dated| dated.value == written);
        let now = relief.on_in(day, place).filter(|_| was)?;
        Some((info.name, now))
    });
    Some(match other {
        Some((name, now)) => {
            let told = format!(
                "{name}: the rate is {}% for VAT due on {}, but this charges {written}%.",
                now.value,
                date_long(day)
            );
            let finding = Finding::new(Weight::Ask, "vatAnswers", "relief_rate", told);
            if now.confirmed {
                finding
            } else {
                finding.unread()
            }
        }
        None => {
            let told = format!("This charges {written}% VAT. Please say why it isn’t 20%.");
            Finding::new(Weight::Ask, "vatAnswers", "relief_open", told)
        }
    })
}

fn either(first: &str, second: &str) -> String {
    filled(first).or_else(|| filled(second)).unwrap_or_default()
}

#[cfg(test)]
mod tests;
