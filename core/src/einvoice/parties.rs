//! The seller, the buyer, and where the one is paid by the other.

use super::categories::SellerVatScope;
use super::identifiers::{Endpoint, endpoint_for_vat_number, normalise_vat_number, parse_peppol_address};
use super::model::{EinvoiceAddress, EinvoiceParty, PaymentAccount};
use super::{EinvoiceFindings, EinvoicePlace, EinvoiceSource};
use crate::document::parties::{BusinessProfile, Contact};
use crate::kind::DocumentKind;
use crate::text::{split_paragraphs, trim_non_empty};

/// The business.
pub(super) fn build_seller(source: &EinvoiceSource, findings: &mut EinvoiceFindings) -> EinvoiceParty {
    let seller = &source.seller;
    let profile = &seller.profile;
    let typed = profile.tax_number.trim();
    let number = normalise_vat_number(typed).unwrap_or_default();
    if !typed.is_empty() && number.is_empty() {
        findings.add_for_profile(
            "taxNumber",
            "vat_number_unreadable",
            format!(
                "E-invoices can’t use the VAT number {typed}. A VAT number has 9 digits, such as GB 123 4567 89."
            ),
        );
    }
    let endpoint = find_endpoint(&seller.peppol_id, &number, findings, EinvoicePlace::Profile);
    if profile.name.trim().is_empty() {
        findings.add_for_profile("name", "name", "Your business’s name is missing.");
    }
    let registration = profile.registration_number.trim().to_owned();
    // BR-CO-26: a business with neither number is identified by its Peppol address.
    let is_known = !number.is_empty() || !registration.is_empty();
    let identifier = (!is_known && !endpoint.id.is_empty()).then(|| endpoint.clone());
    // A VAT number that is entered only as an address: the list of schemes doesn't allow it as the seller's identifier
    // (BR-CL-10).
    if typed.is_empty() && endpoint.scheme == "9932" {
        findings.add_for_profile(
            "taxNumber",
            "vat_number_as_address",
            "Your Peppol address is a VAT number. Enter it as your VAT number too: otherwise you count as not \
             registered for VAT.",
        );
    }
    EinvoiceParty {
        identifier,
        name: profile.name.trim().to_owned(),
        vat_number: number,
        registration,
        address: build_seller_address(profile, findings),
        person: profile.name.trim().to_owned(),
        phone: profile.phone.trim().to_owned(),
        email: profile.email.trim().to_owned(),
        endpoint,
    }
}

/// The customer.
pub(super) fn build_buyer(
    source: &EinvoiceSource,
    scope: SellerVatScope,
    findings: &mut EinvoiceFindings,
) -> EinvoiceParty {
    let buyer = &source.buyer;
    let Some(contact) = &buyer.contact else {
        let name = source.kind.name();
        findings.add_for_document("contactId", "customer", format!("Choose the customer of this {name}."));
        return empty_party();
    };
    let typed = buyer.vat_number.trim();
    let number = normalise_vat_number(typed).unwrap_or_default();
    if !typed.is_empty() && number.is_empty() {
        findings.add_for_contact(
            "vat_number",
            "vat_number_unreadable",
            format!(
                "E-invoices can’t use your customer’s VAT number {typed}. A VAT number has 9 digits, such as GB 123 \
                 4567 89."
            ),
        );
    }
    let is_reverse = source.totals.vat_groups.iter();
    let is_reverse =
        is_reverse.clone().any(|group| group.treatment == crate::document::Treatment::ReverseCharge);
    // BR-AE-02 to -04.
    if typed.is_empty() && is_reverse {
        findings.add_for_contact(
            "vat_number",
            "buyer_vat_number",
            "Your customer’s VAT number is missing: under the reverse charge they account for the VAT.",
        );
    }
    let (company, person) = (contact.company.trim(), contact.name.trim());
    let (name, person) = if company.is_empty() { (person, "") } else { (company, person) };
    if name.is_empty() {
        findings.add_for_contact("name", "name", "Your customer’s name is missing.");
    }
    EinvoiceParty {
        endpoint: find_endpoint(&buyer.peppol_id, &number, findings, EinvoicePlace::Contact),
        identifier: None,
        name: name.to_owned(),
        // BR-O-02: there is no VAT number on a document that is not subject to VAT.
        vat_number: if scope.nameless { String::new() } else { number },
        registration: String::new(),
        address: build_buyer_address(contact, findings),
        person: person.to_owned(),
        phone: contact.phone.trim().to_owned(),
        email: contact.email.trim().to_owned(),
    }
}

fn empty_party() -> EinvoiceParty {
    EinvoiceParty {
        endpoint: Endpoint::default(),
        identifier: None,
        name: String::new(),
        vat_number: String::new(),
        registration: String::new(),
        address: EinvoiceAddress::default(),
        person: String::new(),
        phone: String::new(),
        email: String::new(),
    }
}

/// The electronic address: the one that was typed, otherwise the British VAT number.
fn find_endpoint(
    typed: &str,
    vat_number: &str,
    findings: &mut EinvoiceFindings,
    place: EinvoicePlace,
) -> Endpoint {
    let found = match parse_peppol_address(typed) {
        Ok(found) => found.or_else(|| endpoint_for_vat_number(vat_number)),
        Err(text) => {
            match place {
                EinvoicePlace::Contact => findings.add_for_contact("peppol_id", "peppol_id_unreadable", text),
                EinvoicePlace::Profile | EinvoicePlace::Document => {
                    findings.add_for_profile("peppolId", "peppol_id_unreadable", text);
                }
            }
            return Endpoint::default();
        }
    };
    if found.is_none() {
        match place {
            EinvoicePlace::Contact => findings.add_for_contact(
                "peppol_id",
                "peppol_id",
                "Your customer’s Peppol address is missing. Enter it with their details, or enter their VAT number, \
                 which we can use instead.",
            ),
            EinvoicePlace::Profile | EinvoicePlace::Document => findings.add_for_profile(
                "peppolId",
                "peppol_id",
                "Your own Peppol address is missing. Enter it with your business, or enter your VAT number, which we \
                 can use instead.",
            ),
        }
    }
    found.unwrap_or_default()
}

fn build_seller_address(profile: &BusinessProfile, findings: &mut EinvoiceFindings) -> EinvoiceAddress {
    let address = EinvoiceAddress {
        line1: profile.address_line1.trim().to_owned(),
        line2: profile.address_line2.trim().to_owned(),
        city: profile.city.trim().to_owned(),
        post_code: profile.post_code.trim().to_owned(),
        county: profile.county.trim().to_owned(),
        country: "GB",
    };
    if is_empty(&address) {
        let text = "Your business’s address is missing.";
        findings.add_for_profile("address_line1", "address", text);
    }
    match find_country_code(&profile.country) {
        Some(country) => EinvoiceAddress { country, ..address },
        None => {
            findings.add_for_profile("country", "country", unknown_country_text("your", &profile.country));
            address
        }
    }
}

fn build_buyer_address(contact: &Contact, findings: &mut EinvoiceFindings) -> EinvoiceAddress {
    let mut address = EinvoiceAddress {
        line1: contact.address_line1.trim().to_owned(),
        line2: contact.address_line2.trim().to_owned(),
        city: contact.city.trim().to_owned(),
        post_code: contact.post_code.trim().to_owned(),
        county: contact.county.trim().to_owned(),
        country: "GB",
    };
    if is_empty(&address) {
        // The whole address is in one text.
        address.line1 = split_paragraphs(&contact.address).join(", ");
    }
    if is_empty(&address) {
        let text = "Your customer’s address is missing.";
        findings.add_for_contact("address_line1", "address", text);
    }
    match find_country_code(&contact.country) {
        Some(country) => EinvoiceAddress { country, ..address },
        None => {
            let message = unknown_country_text("your customer’s", &contact.country);
            findings.add_for_contact("country", "country", message);
            address
        }
    }
}

fn unknown_country_text(whose: &str, country: &str) -> String {
    format!(
        "We don’t know the country in {whose} address, {}. Write its name in English, or its two-letter code.",
        country.trim()
    )
}

fn is_empty(address: &EinvoiceAddress) -> bool {
    let parts = [&address.line1, &address.line2, &address.city, &address.post_code, &address.county];
    parts.into_iter().all(|part| trim_non_empty(part).is_none())
}

/// The account for paying an invoice, if the business accepts transfers.
pub(super) fn find_payment_account(source: &EinvoiceSource) -> Option<PaymentAccount> {
    let profile = &source.seller.profile;
    let number = trim_non_empty(&profile.account_number)?;
    let is_paid = profile.accepts_bank_transfer && source.kind != DocumentKind::CreditNote;
    is_paid.then(|| PaymentAccount {
        number,
        name: profile.account_name.trim().to_owned(),
        sort_code: profile.sort_code.trim().to_owned(),
    })
}

// The ISO 3166-1 code of a typed country.

/// The names of countries that users are likely to type, with their codes.
const COUNTRY_CODES: [(&str, &str); 30] = [
    ("united kingdom", "GB"),
    ("uk", "GB"),
    ("u.k.", "GB"),
    ("gb", "GB"),
    ("great britain", "GB"),
    ("britain", "GB"),
    ("england", "GB"),
    ("scotland", "GB"),
    ("wales", "GB"),
    ("cymru", "GB"),
    ("northern ireland", "GB"),
    ("ireland", "IE"),
    ("republic of ireland", "IE"),
    ("eire", "IE"),
    ("isle of man", "IM"),
    ("jersey", "JE"),
    ("guernsey", "GG"),
    ("france", "FR"),
    ("germany", "DE"),
    ("spain", "ES"),
    ("portugal", "PT"),
    ("italy", "IT"),
    ("netherlands", "NL"),
    ("the netherlands", "NL"),
    ("belgium", "BE"),
    ("denmark", "DK"),
    ("sweden", "SE"),
    ("norway", "NO"),
    ("poland", "PL"),
    ("united states", "US"),
];

/// The code of a country; an empty text means the United Kingdom. `None` for an unknown name.
pub(super) fn find_country_code(country: &str) -> Option<&'static str> {
    let country = country.trim().to_lowercase();
    if country.is_empty() {
        return Some("GB");
    }
    let known = COUNTRY_CODES.iter();
    let mut known = known.filter(|(name, code)| *name == country || code.eq_ignore_ascii_case(&country));
    known.next().map(|(_, code)| *code)
}
