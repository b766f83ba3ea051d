//! The two sides of a document: the customer and the business. The names of the fields are those of docs/product.md,
//! section 3, some in snake case and some in camel case.

use serde::{Deserialize, Serialize};

use super::AcceptedMethods;
use crate::text::{split_paragraphs, trim_non_empty};

/// The label before the address for service.
const SERVICE_ADDRESS_PREFIX: &str = "Address for service: ";

/// Replaces the id of the connected card-provider account in public responses: the page needs to know that there is an
/// account, but not which one.
pub const CONNECTED_ACCOUNT: &str = "connected";

/// A customer. Missing and null texts are read as empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[allow(missing_docs, reason = "the names say it; docs/product.md, section 3")]
pub struct Contact {
    pub name: String,
    pub company: String,
    pub address_line1: String,
    pub address_line2: String,
    pub city: String,
    pub county: String,
    pub post_code: String,
    pub country: String,
    /// The whole address in one text, used if the separate fields are empty.
    pub address: String,
    pub phone: String,
    pub email: String,
}

/// The account owner's own details, used if there is no business profile.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[allow(missing_docs, reason = "the names say it; docs/product.md, section 3")]
pub struct Business {
    pub business_name: String,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub phone: String,
    pub address: String,
}

/// The business as its documents show it. Missing and null texts are read as empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[allow(missing_docs, reason = "the names say it; docs/product.md, section 3")]
pub struct BusinessProfile {
    pub name: String,
    pub email: String,
    pub phone: String,
    pub website: String,
    pub logo_url: Option<String>,
    /// classic, modern, colored, bold or minimal; any other value counts as classic.
    pub template: String,
    /// The business's own colour, `#rrggbb`, for the templates that use one; `None` means the template's colour.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub brand_colour: Option<String>,
    #[serde(rename = "address_line1")]
    pub address_line1: String,
    #[serde(rename = "address_line2")]
    pub address_line2: String,
    pub city: String,
    pub county: String,
    #[serde(rename = "post_code")]
    pub post_code: String,
    pub country: String,
    /// The VAT number.
    pub tax_number: String,
    /// The company registration number.
    pub registration_number: String,
    /// The owner of a business that trades under another name: the sole trader's or the partners' own names.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<String>"))]
    pub owner_name: String,
    /// The address for service, one line for each part; empty means the business's address.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<String>"))]
    pub service_address: String,
    pub quote_terms: String,
    pub invoice_terms: String,
    #[serde(rename = "accepts_cash")]
    pub accepts_cash: bool,
    #[serde(rename = "accepts_bank_transfer")]
    pub accepts_bank_transfer: bool,
    #[serde(rename = "accepts_card")]
    pub accepts_card: bool,
    #[serde(rename = "accepts_paypal")]
    pub accepts_paypal: bool,
    /// Where PayPal payments go: a PayPal.Me link or an email address.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<String>"))]
    pub paypal: String,
    pub bank_name: String,
    pub account_name: String,
    pub account_number: String,
    pub sort_code: String,
    /// The id of the connected card-provider account; in public responses [`CONNECTED_ACCOUNT`] or `None`.
    #[serde(rename = "stripe_account_id")]
    pub stripe_account_id: Option<String>,
}

impl Contact {
    /// The lines of the address, without empty ones.
    #[must_use]
    pub fn address_lines(&self) -> Vec<String> {
        let parts = [&self.address_line1, &self.address_line2, &self.city, &self.county, &self.post_code];
        non_empty_address_lines(parts, &self.country, &self.address)
    }
}

impl Business {
    /// The business profile to use if there is none: the owner's details, with cash accepted and everything else off
    /// (docs/product.md, section 3).
    #[must_use]
    pub fn fallback_profile(&self) -> BusinessProfile {
        let person = || format!("{} {}", self.first_name.trim(), self.last_name.trim());
        let name = trim_non_empty(&self.business_name).unwrap_or_else(|| person().trim().into());
        BusinessProfile {
            name,
            email: self.email.clone(),
            phone: self.phone.clone(),
            address_line1: non_empty_address_lines([], "", &self.address).join(", "),
            accepts_cash: true,
            ..BusinessProfile::default()
        }
    }
}

impl BusinessProfile {
    /// The lines of the address, without empty ones.
    #[must_use]
    pub fn address_lines(&self) -> Vec<String> {
        let parts = [&self.address_line1, &self.address_line2, &self.city, &self.county, &self.post_code];
        non_empty_address_lines(parts, &self.country, "")
    }

    /// `Owner: Kev Stubbs`: what a sole trader with a business name must state on invoices, receipts and demands for
    /// payment (Companies Act 2006, s. 1201 and 1202); `None` if the business has its owner's name.
    #[must_use]
    pub fn owner_line(&self) -> Option<String> {
        let owner = split_paragraphs(&self.owner_name).join(", ");
        let is_redundant = owner.is_empty() || owner.eq_ignore_ascii_case(self.name.trim());
        (!is_redundant).then(|| format!("Owner: {owner}"))
    }

    /// `Address for service: 1 Home Road, Leeds`; `None` if it is the business's own address, which documents show
    /// anyway.
    #[must_use]
    pub fn service_line(&self) -> Option<String> {
        let own = split_paragraphs(&self.service_address).join(", ");
        let is_redundant = own.is_empty() || own == self.address_lines().join(", ");
        (!is_redundant).then(|| format!("{SERVICE_ADDRESS_PREFIX}{own}"))
    }

    /// The owner and the address for service, for an email that doesn't show the business's address. Without a named
    /// owner, only an address for service that differs from the business's own.
    #[must_use]
    pub fn owner_lines(&self) -> Vec<String> {
        if split_paragraphs(&self.owner_name).is_empty() {
            return self.service_line().into_iter().collect();
        }
        let address = self.address_lines();
        let usual = (!address.is_empty()).then(|| format!("{SERVICE_ADDRESS_PREFIX}{}", address.join(", ")));
        let service = self.service_line().or(usual);
        self.owner_line().into_iter().chain(service).collect()
    }

    /// The payment methods that the business accepts and is set up for.
    #[must_use]
    pub fn accepted_methods(&self) -> AcceptedMethods {
        AcceptedMethods {
            cash: self.accepts_cash,
            bank_transfer: self.accepts_bank_transfer,
            card: self.accepts_card,
            card_account: self.has_card_account(),
            paypal: self.accepts_paypal && !self.paypal.trim().is_empty(),
        }
    }

    fn has_card_account(&self) -> bool {
        self.stripe_account_id.as_deref().is_some_and(|id| !id.is_empty())
    }

    /// The part of the profile that anyone with the link may see: bank details only if transfers are accepted, and
    /// [`CONNECTED_ACCOUNT`] in place of the card account's id.
    #[must_use]
    pub fn to_public(&self) -> Self {
        let mut public = self.clone();
        let card = self.accepts_card && self.has_card_account();
        public.stripe_account_id = card.then(|| CONNECTED_ACCOUNT.to_owned());
        if !self.accepts_paypal {
            public.paypal.clear();
        }
        if !self.accepts_bank_transfer {
            public.bank_name.clear();
            public.account_name.clear();
            public.account_number.clear();
            public.sort_code.clear();
        }
        public
    }
}

/// The country as it is displayed: 'uk' becomes United Kingdom (docs/product.md, section 3), any other text is
/// unchanged.
#[must_use]
pub fn format_country(country: &str) -> &str {
    let country = country.trim();
    if country.eq_ignore_ascii_case("uk") { "United Kingdom" } else { country }
}

/// The parts of an address that are filled in or, if there are none, the lines of the whole address. A country alone is
/// not an address.
fn non_empty_address_lines<const N: usize>(parts: [&String; N], country: &str, whole: &str) -> Vec<String> {
    let mut lines: Vec<String> = parts.iter().filter_map(|part| trim_non_empty(part)).collect();
    if lines.is_empty() {
        lines = split_paragraphs(whole);
    }
    if !lines.is_empty() {
        lines.extend(trim_non_empty(format_country(country)));
    }
    lines
}

#[cfg(test)]
mod tests;
