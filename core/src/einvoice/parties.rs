//! The seller, the buyer, and where the one is paid by the other.

use super::categories::Scope;
use super::country;
use super::findings::{Findings, Place};
use super::identifiers::{Endpoint, of_vat_number, peppol_address, vat_number};
use super::model::{Account, Address, Party};
use super::source::Source;
use crate::document::parties::{BusinessProfile, Contact};
use crate::kind::Kind;
use crate::text::{filled, paragraphs};

/// The business.
pub(super) fn seller(source: &Source, findings: &mut Findings) -> Party {
    let seller = &source.seller;
    let profile = &seller.profile;
    let typed = profile.tax_number.trim();
    let number = vat_number(typed).unwrap_or_default();
    if !typed.is_empty() && number.is_empty() {
        findings.profile(
            "taxNumber",
            "vat_number_unreadable",
            format!(
                "E-invoices can’t use the VAT number {typed}. A VAT number has 9 digits, such as GB 123 4567 89."
            ),
        );
    }
    let endpoint = endpoint(&seller.peppol_id, &number, findings, Place::Profile);
    if profile.name.trim().is_empty() {
        findings.profile("name", "name", "Your business’s name is missing.");
    }
    let registration = profile.registration_number.trim().to_owned();
    // BR-CO-26: a business with neither number is identified by its Peppol address.
    let is_known = !number.is_empty() || !registration.is_empty();
    let identifier = (!is_known && !endpoint.id.is_empty()).then(|| endpoint.clone());
    // A VAT number that is entered only as an address: the list of schemes doesn't allow it as the seller's identifier
    // (BR-CL-10).
    if typed.is_empty() && endpoint.scheme == "9932" {
        findings.profile(
            "taxNumber",
            "vat_number_as_address",
            "Your Peppol address is a VAT number. Enter it as your VAT number too: otherwise you count as not \
             registered for VAT.",
        );
    }
    Party {
        identifier,
        name: profile.name.trim().to_owned(),
        vat_number: number,
        registration,
        address: sellers(profile, findings),
        person: profile.name.trim().to_owned(),
        phone: profile.phone.trim().to_owned(),
        email: profile.email.trim().to_owned(),
        endpoint,
    }
}

/// The customer.
pub(super) fn buyer(source: &Source, scope: Scope, findings: &mut Findings) -> Party {
    let buyer = &source.buyer;
    let Some(contact) = &buyer.contact else {
        let name = source.kind.name();
        findings.document(
            "contactId",
            "customer",
            format!("Choose the customer of this {name}."),
        );
        return nobody();
    };
    let typed = buyer.vat_number.trim();
    let number = vat_number(typed).unwrap_or_default();
    if !typed.is_empty() && number.is_empty() {
        findings.contact(
            "vat_number",
            "vat_number_unreadable",
            format!(
                "E-invoices can’t use your customer’s VAT number {typed}. A VAT number has 9 digits, such as GB 123 \
                 4567 89."
            ),
        );
    }
    let is_reverse = source.totals.vat_groups.iter();
    let is_reverse = is_reverse
        .clone()
        .any(|group| group.treatment == crate::document::Treatment::ReverseCharge);
    // BR-AE-02 to -04.
    if typed.is_empty() && is_reverse {
        findings.contact(
            "vat_number",
            "buyer_vat_number",
            "Your customer’s VAT number is missing: under the reverse charge they account for the VAT.",
        );
    }
    let (company, person) = (contact.company.trim(), contact.name.trim());
    let (name, person) = if company.is_empty() {
        (person, "")
    } else {
        (company, person)
    };
    if name.is_empty() {
        findings.contact("name", "name", "Your customer’s name is missing.");
    }
    Party {
        endpoint: endpoint(&buyer.peppol_id, &number, findings, Place::Contact),
        identifier: None,
        name: name.to_owned(),
        // BR-O-02: there is no VAT number on a document that is not subject to VAT.
        vat_number: if scope.nameless {
            String::new()
        } else {
            number
        },
        registration: String::new(),
        address: buyers(contact, findings),
        person: person.to_owned(),
        phone: contact.phone.trim().to_owned(),
        email: contact.email.trim().to_owned(),
    }
}

fn nobody() -> Party {
    Party {
        endpoint: Endpoint::default(),
        identifier: None,
        name: String::new(),
        vat_number: String::new(),
        registration: String::new(),
        address: Address::default(),
        person: String::new(),
        phone: String::new(),
        email: String::new(),
    }
}

/// The electronic address: the one that was typed, otherwise the British VAT number.
fn endpoint(typed: &str, vat_number: &str, findings: &mut Findings, place: Place) -> Endpoint {
    let found = match peppol_address(typed) {
        Ok(found) => found.or_else(|| of_vat_number(vat_number)),
        Err(told) => {
            match place {
                Place::Contact => findings.contact("peppol_id", "peppol_id_unreadable", told),
                Place::Profile | Place::Document => {
                    findings.profile("peppolId", "peppol_id_unreadable", told);
                }
            }
            return Endpoint::default();
        }
    };
    if found.is_none() {
        match place {
            Place::Contact => findings.contact(
                "peppol_id",
                "peppol_id",
                "Your customer’s Peppol address is missing. Enter it with their details, or enter their VAT number, \
                 which we can use instead.",
            ),
            Place::Profile | Place::Document => findings.profile(
                "peppolId",
                "peppol_id",
                "Your own Peppol address is missing. Enter it with your business, or enter your VAT number, which we \
                 can use instead.",
            ),
        }
    }
    found.unwrap_or_default()
}

fn sellers(profile: &BusinessProfile, findings: &mut Findings) -> Address {
    let address = Address {
        line1: profile.address_line1.trim().to_owned(),
        line2: profile.address_line2.trim().to_owned(),
        city: profile.city.trim().to_owned(),
        post_code: profile.post_code.trim().to_owned(),
        county: profile.county.trim().to_owned(),
        country: "GB",
    };
    if is_empty(&address) {
        let told = "Your business’s address is missing.";
        findings.profile("address_line1", "address", told);
    }
    match country::code(&profile.country) {
        Some(country) => Address { country, ..address },
        None => {
            findings.profile("country", "country", unknown("your", &profile.country));
            address
        }
    }
}

fn buyers(contact: &Contact, findings: &mut Findings) -> Address {
    let mut address = Address {
        line1: contact.address_line1.trim().to_owned(),
        line2: contact.address_line2.trim().to_owned(),
        city: contact.city.trim().to_owned(),
        post_code: contact.post_code.trim().to_owned(),
        county: contact.county.trim().to_owned(),
        country: "GB",
    };
    if is_empty(&address) {
        // The whole address is in one text.
        address.line1 = paragraphs(&contact.address).join(", ");
    }
    if is_empty(&address) {
        let told = "Your customer’s address is missing.";
        findings.contact("address_line1", "address", told);
    }
    match country::code(&contact.country) {
        Some(country) => Address { country, ..address },
        None => {
            let told = unknown("your customer’s", &contact.country);
            findings.contact("country", "country", told);
            address
        }
    }
}

fn unknown(whose: &str, country: &str) -> String {
    format!(
        "We don’t know the country in {whose} address, {}. Write its name in English, or its two-letter code.",
        country.trim()
    )
}

fn is_empty(address: &Address) -> bool {
    let parts = [
        &address.line1,
        &address.line2,
        &address.city,
        &address.post_code,
        &address.county,
    ];
    parts.into_iter().all(|part| filled(part).is_none())
}

/// The account for paying an invoice, if the business accepts transfers.
pub(super) fn account(source: &Source) -> Option<Account> {
    let profile = &source.seller.profile;
    let number = filled(&profile.account_number)?;
    let is_paid = profile.accepts_bank_transfer && source.kind != Kind::CreditNote;
    is_paid.then(|| Account {
        number,
        name: profile.account_name.trim().to_owned(),
        sort_code: profile.sort_code.trim().to_owned(),
    })
}
