//! VAT checks of a document before it is sent to its customer: reasons why an invoice must not be issued, and questions
//! to the business about a quote or invoice that may be.

use super::advice::{Finding, Severity};
use super::contents::{InvoiceContents, LineContents, PartyContents};
use super::registration::{ChargedDocument, VatDocumentKind, VatRegistration};
use super::reverse_charge::{ReverseChargeOutcome, Supply, SupplyLine};
use super::supply_lines::supply_lines;
use super::tax_point::{self, Deposit, find_tax_point};
use crate::calculate::totals::Totals;
use crate::document::parties::{BusinessProfile, Contact};
use crate::document::{Document, Line, Rate, Treatment, VatGroup};
use crate::money::Pence;
use crate::money::number::Number;
use crate::tax::VatRate;
use crate::tax::vat_reliefs::{BuildingPlace, VAT_RELIEFS, VatRelief};
use crate::text::trim_non_empty;
use crate::time::Date;
use crate::time::text::format_long_date;

/// Whether a customer buys for a business.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BuyerKind {
    /// Not known.
    #[default]
    Unknown,
    /// For a business.
    Business,
    /// For themselves. A VAT invoice is due to taxable persons only (VAT Regulations 1995, reg. 13).
    Consumer,
}

/// What is known about a customer in addition to what the document shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CustomerVatStatus {
    /// Whether they buy for a business.
    pub buyer: BuyerKind,
    /// Whether they are a contractor who deducts under the Construction Industry Scheme.
    pub contractor: bool,
    /// Whether they are registered for VAT; `None` if it isn't known.
    pub registered: Option<bool>,
    /// Whether they have given notice that they are an end user or an intermediary.
    pub end_user_notice: bool,
}

/// A document that is about to be issued.
#[derive(Clone, Copy, Debug)]
pub struct DocumentToIssue<'a> {
    /// The kind of document.
    pub kind: VatDocumentKind,
    /// The issue date.
    pub issued: Date,
    /// The document's content.
    pub document: &'a Document,
    /// The document's totals.
    pub totals: &'a Totals,
    /// The business.
    pub supplier: &'a BusinessProfile,
    /// The business's VAT registration.
    pub registration: &'a VatRegistration,
    /// The customer as the document shows them.
    pub customer: &'a Contact,
    /// What else is known about the customer.
    pub customer_status: CustomerVatStatus,
    /// The earlier payments for the job.
    pub deposits: &'a [Deposit],
}

impl DocumentToIssue<'_> {
    /// Where the work is done, judged by the customer's postcode: some reliefs began on other days in Northern Ireland.
    fn place(&self) -> BuildingPlace {
        BuildingPlace::from_post_code(&self.customer.post_code)
    }

    /// The tax point, apart from earlier payments.
    #[must_use]
    pub fn tax_point(&self) -> Date {
        find_tax_point(self.document.supply_date, self.issued).day
    }

    /// The findings about the document, in the order in which they should be fixed.
    #[must_use]
    pub fn check(&self) -> Vec<Finding> {
        let charging = ChargedDocument {
            kind: self.kind,
            issued: self.issued,
            supplied: self.document.supply_date,
            tax_point: Some(self.tax_point()),
            groups: &self.totals.vat_groups,
        };
        let mut found = self.registration.check_document(&charging);
        if self.kind == VatDocumentKind::Invoice {
            // At a rate of 0, no VAT is charged that wasn't due; only the rate may have been a different one.
            let registration = charging.has_vat().then_some(self.registration);
            found.extend(tax_point::check_deposits(
                self.deposits,
                registration,
                self.document,
                self.issued,
                (self.tax_point(), self.place()),
            ));
        }
        if !self.registration.is_registered_on(self.issued) {
            return found;
        }
        if self.kind == VatDocumentKind::Invoice && charging.has_vat() {
            found.extend(self.check_contents());
        }
        found.extend(self.check_reverse_charge());
        found.extend(self.check_reliefs());
        found
    }

    /// What reg. 14 requires and is missing. This never prevents an invoice to a consumer, and if it isn't known who
    /// buys, the business is asked.
    fn check_contents(&self) -> Vec<Finding> {
        let weight = match self.customer_status.buyer {
            BuyerKind::Business => Severity::Refuse,
            BuyerKind::Unknown => Severity::Ask,
            BuyerKind::Consumer => return Vec::new(),
        };
        let totals = self.totals;
        let chosen = self.document.counted_choice_id();
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
                name: join_with_or(&self.customer.name, &self.customer.company),
                address: self.customer.address_lines().join(", "),
            },
            lines: lines.map(|(line, sums)| self.line_contents(line, sums.total)).collect(),
            total_net: Some(totals.net_amount()),
            total_vat: Some(totals.vat_amount),
            total: totals.total_amount,
            // Every page and PDF of a document with a reverse charge contains this text.
            has_reverse_charge_note: true,
            ..InvoiceContents::default()
        };
        let found = contents.check().findings.into_iter();
        // The check of the registration has reported a missing number already; the document's own labour is a line too.
        let has_labour = totals.labour_total > Pence::ZERO;
        let is_new = |finding: &Finding| {
            finding.code != "missing_vat_number" && !(has_labour && finding.code == "missing_lines")
        };
        found.filter(is_new).map(|finding| Finding { weight, ..finding }).collect()
    }

    /// A line as reg. 14 requires it. An empty number counts as 0 and is displayed as 0.
    fn line_contents(&self, line: &Line, net: Pence) -> LineContents {
        let given = |number: &Number| match number.is_empty() {
            true => Number::from(0),
            false => number.clone(),
        };
        let vat = line.vat.as_ref();
        LineContents {
            description: join_with_or(&line.name, &line.description),
            quantity: given(&line.quantity),
            unit_price: given(&line.price),
            treatment: vat.map_or(self.document.vat_treatment, |vat| vat.treatment),
            rate: given(vat.map_or(&self.document.tax, |vat| &vat.rate)),
            net: Some(net),
        }
    }

    /// The answers to the reverse charge's questions, as far as they are known: from the job first, then from the
    /// customer.
    #[must_use]
    pub fn to_supply(&self) -> Supply {
        let answers = self.document.vat_answers.clone().unwrap_or_default();
        let customer_vat_status = self.customer_status;
        let is_so = |known: bool| known.then_some(true);
        let is_consumer = customer_vat_status.buyer == BuyerKind::Consumer;
        let in_cis = is_so(self.document.is_under_cis() || customer_vat_status.contractor);
        let of_buyer = is_consumer.then_some(false);
        let lines = match answers.not_construction.is_empty() {
            true => self.totals.vat_groups.iter().map(supply_line_for_group).collect(),
            false => supply_lines(self.document, self.totals, &answers.not_construction),
        };
        Supply {
            // A customer who buys for themselves is not in the scheme, even if the job has another answer from before.
            in_cis: of_buyer.or(answers.in_cis).or(in_cis),
            supplier_registered: Some(self.registration.is_registered_on(self.tax_point())),
            customer_registered: of_buyer.or(answers.customer_registered).or(customer_vat_status.registered),
            staff: answers.staff,
            end_user_notice: answers.end_user_notice.or(is_so(customer_vat_status.end_user_notice)),
            lines,
        }
    }

    fn check_reverse_charge(&self) -> Vec<Finding> {
        let groups = &self.totals.vat_groups;
        let is_reverse = |group: &VatGroup| group.treatment == Treatment::ReverseCharge;
        let has_reverse = groups.iter().any(is_reverse);
        let charges = self.totals.vat_amount != Pence::ZERO;
        let supply = self.to_supply();
        let decision = supply.decide();
        let ask = |code, output: String| {
            let finding = Finding::new(Severity::Ask, "vatTreatment", code, output);
            if decision.confirmed { finding } else { finding.unconfirmed() }
        };
        let mut found = Vec::new();
        match decision.outcome {
            ReverseChargeOutcome::Applies if charges && !has_reverse => {
                let text =
                    "From your answers, the reverse charge applies, but this charges VAT. Is that right?";
                found.push(ask("reverse_charge_applies", text.to_owned()));
            }
            ReverseChargeOutcome::Normal if has_reverse => {
                let message = format!("{} This leaves your customer to pay the VAT.", decision.msg);
                found.push(ask("reverse_charge_not", message));
            }
            ReverseChargeOutcome::Applies if has_reverse && self.customer_status.end_user_notice => {
                let text = "You have a notice that this customer is an end user or an intermediary, but for this job \
                            you answered that you don’t have one. Is that right?";
                found.push(ask("reverse_charge_notice", text.to_owned()));
            }
            // The other questions are only asked if the customer deducts under the scheme.
            ReverseChargeOutcome::Ask if has_reverse || charges && supply.in_cis == Some(true) => {
                let message = format!("You haven’t answered one reverse charge question: {}", decision.msg);
                found.push(ask("reverse_charge_open", message));
            }
            _ => {}
        }
        if has_reverse && charges {
            let text = "The reverse charge applies to all of a job or not at all, but this charges VAT on part. \
                        Is that right?";
            found.push(ask("reverse_charge_mixed", text.to_owned()));
        }
        found
    }

    /// Whether there is a relief for each rate below the standard one, on the day of the tax point.
    fn check_reliefs(&self) -> Vec<Finding> {
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
            .filter_map(|group| match is_relief_rate(group.rate) {
                true => check_relief_claimed(group.rate, claimed, (day, done), self.place()),
                false => check_rate_exists(group.rate, day),
            })
            .collect()
    }
}

/// The lines with the same VAT as one line, all of it construction work unless a line was marked otherwise.
fn supply_line_for_group(group: &VatGroup) -> SupplyLine {
    SupplyLine {
        net: group.net,
        construction: true,
        zero_rated: group.treatment == Treatment::Taxable && group.rate.0.is_zero(),
    }
}

/// The question about a rate that is neither the standard rate of the day nor that of a relief.
fn check_rate_exists(rate: Rate, day: Date) -> Option<Finding> {
    let standard = VatRate::Standard.percentage_on(day)?;
    let written = rate.to_string();
    (written != standard).then(|| {
        let text = format!(
            "This charges {written}% VAT, but there is no such VAT rate on {}. Is that right?",
            format_long_date(day)
        );
        Finding::new(Severity::Ask, "tax", "vat_rate_unknown", text)
    })
}

/// Whether a rate is one that a relief can have: 0 or 5 %.
fn is_relief_rate(rate: Rate) -> bool {
    let written = rate.to_string();
    let mut rates = VAT_RELIEFS.iter().flat_map(|info| info.rates);
    rates.any(|dated| dated.value == written)
}

/// The question to ask if no claimed relief has this rate on the day.
fn check_relief_claimed(
    rate: Rate,
    claimed: &[VatRelief],
    (day, done): (Date, Option<Date>),
    place: BuildingPlace,
) -> Option<Finding> {
    let written = rate.to_string();
    let gives = |relief: &VatRelief, day: Date| {
        let dated = relief.find_rate_in(day, place).map(|dated| dated.value);
        dated == Some(&*written)
    };
    let days = [Some(day), done];
    let mut days = days.into_iter().flatten();
    if days.any(|day| claimed.iter().any(|relief| gives(relief, day))) {
        return None;
    }
    // A relief was claimed that has another rate on that day.
    let other = claimed.iter().find_map(|relief| {
        let info = relief.info();
        let was = info.rates.iter().any(|dated| dated.value == written);
        let now = relief.find_rate_in(day, place).filter(|_| was)?;
        Some((info.name, now))
    });
    Some(match other {
        Some((name, now)) => {
            let text = format!(
                "{name}: the rate is {}% for VAT due on {}, but this charges {written}%.",
                now.value,
                format_long_date(day)
            );
            let finding = Finding::new(Severity::Ask, "vatAnswers", "relief_rate", text);
            if now.confirmed { finding } else { finding.unconfirmed() }
        }
        None => {
            let text = format!("This charges {written}% VAT. Please say why it isn’t 20%.");
            Finding::new(Severity::Ask, "vatAnswers", "relief_open", text)
        }
    })
}

fn join_with_or(first: &str, second: &str) -> String {
    trim_non_empty(first).or_else(|| trim_non_empty(second)).unwrap_or_default()
}

#[cfg(test)]
mod tests;
