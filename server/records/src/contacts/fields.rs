//! The fields of a contact that a person enters, and their checks.

use plumbline_core::credentials::is_email;
use plumbline_core::document::parties;
use plumbline_core::time::{Date, supplied};
use serde::{Deserialize, Serialize};

use crate::summaries::customer;
use plumbline_platform::db::column::StoredAsJsonList;
use plumbline_platform::db::table::store_as_code;
use plumbline_platform::error::ApiError;
use plumbline_platform::http::field_checks::{FieldChecks, NAME_MAX, REFERENCE_MAX};
use plumbline_platform::limits::quota;

/// The most characters of an address in one line: all its parts with commas.
const ADDRESS_MAX: usize = 700;

/// The most characters of a VAT number with its spaces; the longest in the EU has 14 characters.
const VAT_NUMBER_MAX: usize = 20;

/// The most characters of an end user's notice.
const NOTICE_MAX: usize = 2_000;

/// The most characters of the notes on a contact.
pub(super) const NOTES_MAX: usize = 5_000;

/// Whether a customer buys for a business or for themselves.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum CustomerType {
    /// Not known.
    #[default]
    #[serde(rename = "")]
    Unknown,
    /// A business.
    Business,
    /// A consumer.
    Consumer,
}

impl CustomerType {
    /// The stored name.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Unknown => "",
            Self::Business => "business",
            Self::Consumer => "consumer",
        }
    }
}

impl std::str::FromStr for CustomerType {
    type Err = plumbline_platform::db::column::UnknownValue;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let known = [Self::Unknown, Self::Business, Self::Consumer];
        let found = known.into_iter().find(|it| it.code() == text);
        found.ok_or_else(|| Self::Err::new(text, &known.map(Self::code)))
    }
}

store_as_code!(CustomerType);

/// Whether a customer is registered for VAT.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum VatRegistered {
    /// Not known; with a VAT number it counts as yes.
    #[default]
    #[serde(rename = "")]
    Unknown,
    /// The customer is registered.
    Yes,
    /// The customer is not registered.
    No,
}

impl VatRegistered {
    /// The stored name.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Unknown => "",
            Self::Yes => "yes",
            Self::No => "no",
        }
    }
}

impl std::str::FromStr for VatRegistered {
    type Err = plumbline_platform::db::column::UnknownValue;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let known = [Self::Unknown, Self::Yes, Self::No];
        let found = known.into_iter().find(|it| it.code() == text);
        found.ok_or_else(|| Self::Err::new(text, &known.map(Self::code)))
    }
}

store_as_code!(VatRegistered);

/// The fields of a contact that a person enters; empty if unknown. A name or a company is required.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, rename = "ContactInput"))]
#[schema(as = ContactInput)]
pub struct ContactFields {
    /// The person's name.
    pub name: String,
    /// The company's name.
    pub company: String,
    /// The first line of the address.
    pub address_line1: String,
    /// The second line of the address.
    pub address_line2: String,
    /// The town or city.
    pub city: String,
    /// The county.
    pub county: String,
    /// The postcode, as typed.
    pub post_code: String,
    /// The country; `uk` is displayed as United Kingdom.
    pub country: String,
    /// The whole address in one line, used if its parts are empty.
    pub address: String,
    /// The telephone number.
    pub phone: String,
    /// The email address.
    pub email: String,
    /// The VAT number, as typed.
    pub vat_number: String,
    /// Whether they are registered for VAT.
    pub vat_registered: VatRegistered,
    /// The notice that they are an end user or an intermediary, as they wrote it: then the reverse charge does not
    /// apply.
    pub end_user_notice: String,
    /// The date of the notice.
    #[schema(value_type = Option<String>)]
    pub end_user_notice_date: Option<Date>,
    /// Whether they buy for a business.
    pub customer_type: CustomerType,
    /// Whether they are a contractor who makes CIS deductions from what they pay.
    pub cis_contractor: bool,
    /// Whether they want e-invoices.
    pub wants_einvoices: bool,
    /// The address in the Peppol network, `0088:5060012349998`; if empty, their VAT number is used.
    pub peppol_id: String,
    /// The customer's own reference, which every e-invoice must state.
    pub buyer_reference: String,
    /// The business's own notes, which no customer ever sees.
    pub notes: String,
    /// The addresses of jobs, if they are not at the address above.
    pub sites: Vec<Site>,
}

/// The fields of a contact that a document shows, without those that only the business may see.
impl From<ContactFields> for parties::Contact {
    fn from(fields: ContactFields) -> Self {
        let ContactFields {
            name,
            company,
            address_line1,
            address_line2,
            city,
            county,
            post_code,
            country,
            address,
            phone,
            email,
            vat_number: _,
            vat_registered: _,
            end_user_notice: _,
            end_user_notice_date: _,
            customer_type: _,
            cis_contractor: _,
            wants_einvoices: _,
            peppol_id: _,
            buyer_reference: _,
            notes: _,
            sites: _,
        } = fields;
        Self {
            name,
            company,
            address_line1,
            address_line2,
            city,
            county,
            post_code,
            country,
            address,
            phone,
            email,
        }
    }
}

impl ContactFields {
    /// A contact in which every field has a different value, for tests that check what a copy leaves out.
    #[must_use]
    pub fn every_field() -> Self {
        let text = str::to_owned;
        Self {
            name: text("Jo Montgomery"),
            company: text("Montgomery Homes"),
            address_line1: text("7 Tap Lane"),
            address_line2: text("Upper end"),
            city: text("Hull"),
            county: text("Yorkshire"),
            post_code: text("HU1 1AA"),
            country: text("Ireland"),
            address: text("All in one line"),
            phone: text("01482 496 0123"),
            email: text("mo@example.com"),
            vat_number: text("GB 123 4567 89"),
            vat_registered: VatRegistered::No,
            end_user_notice: text("We are an end user"),
            end_user_notice_date: "2026-11-02".parse().ok(),
            customer_type: CustomerType::Business,
            cis_contractor: true,
            wants_einvoices: true,
            peppol_id: text("0088:5060012349998"),
            buyer_reference: text("COST-CENTRE-4"),
            notes: text("Pays late.\nSide gate."),
            sites: vec![Site {
                name: text("The rental"),
                address_line1: text("Flat 3"),
                address_line2: text("9 Quay Street"),
                city: text("Goole"),
                county: text("East Riding"),
                post_code: text("DN14 5AA"),
            }],
        }
    }

    /// The name in lists: the person's, otherwise the company's.
    pub fn display_name(&self) -> &str {
        customer::display_name(&self.name, &self.company)
    }

    /// Replaces the customer's own address.
    pub fn set_address(&mut self, address: Site) {
        let Site {
            name: _, // of a job address
            address_line1,
            address_line2,
            city,
            county,
            post_code,
        } = address;
        self.address_line1 = address_line1;
        self.address_line2 = address_line2;
        self.city = city;
        self.county = county;
        self.post_code = post_code;
    }

    /// The bytes that the contact counts for in the account's storage: a fixed size, plus the fields that may be long.
    pub fn stored_size(&self) -> i64 {
        let long = self.notes.len() + self.end_user_notice.len() + stored_size(&self.sites);
        quota::CONTACT_BYTES.saturating_add(i64::try_from(long).unwrap_or(i64::MAX))
    }

    /// The fields, if all of them are valid.
    pub(super) fn checked(mut self) -> Result<Self, ApiError> {
        self.email = self.email.trim().to_owned();
        self.vat_number = self.vat_number.trim().to_owned();
        self.peppol_id = self.peppol_id.trim().to_owned();
        self.buyer_reference = self.buyer_reference.trim().to_owned();
        let mut checks = FieldChecks::new();
        self.check(&mut checks);
        checks.into_result()?;
        Ok(self)
    }

    /// Adds the errors in the fields.
    pub(super) fn check(&self, checks: &mut FieldChecks) {
        if self.name.trim().is_empty() && self.company.trim().is_empty() {
            checks.add("name", "required", "Please enter a name or a company.");
        }
        checks.check_line("name", &self.name, NAME_MAX);
        checks.check_line("company", &self.company, NAME_MAX);
        checks.check_address([
            &self.address_line1,
            &self.address_line2,
            &self.city,
            &self.county,
            &self.post_code,
            &self.country,
        ]);
        checks.check_line("address", &self.address, ADDRESS_MAX);
        checks.check_phone("phone", &self.phone);
        if !self.email.is_empty() && !is_email(&self.email) {
            checks.add("email", "invalid_email", "Please enter a valid email address");
        }
        check_vat_number(checks, &self.vat_number);
        checks.check_paragraphs("end_user_notice", &self.end_user_notice, NOTICE_MAX);
        if self.end_user_notice_date.is_some() && self.end_user_notice.trim().is_empty() {
            let text = "Please paste the notice with this date, or leave the date empty.";
            checks.add("end_user_notice", "required", text);
        }
        if let Some(Err(error)) = self.end_user_notice_date.map(supplied::check) {
            checks.add("end_user_notice_date", error.code(), format!("The date {error}."));
        }
        checks.check_peppol_address("peppol_id", &self.peppol_id);
        checks.check_line("buyer_reference", &self.buyer_reference, REFERENCE_MAX);
        checks.check_paragraphs("notes", &self.notes, NOTES_MAX);
        check_sites(checks, &self.sites);
    }
}

/// Checks the form of a VAT number as people write it: letters and digits, in groups. Only a country's register knows
/// whether the number is valid there.
fn check_vat_number(checks: &mut FieldChecks, number: &str) {
    let sign = |c: char| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-' | '.');
    let has_digit = number.contains(|c: char| c.is_ascii_digit());
    if !(number.is_empty() || has_digit && number.chars().all(sign)) {
        checks.add("vat_number", "invalid_vat_number", "Please enter a VAT number, such as GB 123 4567 89.");
    }
    checks.check_line("vat_number", number, VAT_NUMBER_MAX);
}

// Job addresses: the places where a customer's jobs are, each with a name.

/// The most site addresses of one contact.
pub const SITES_MAX: usize = 50;

/// A site address: a place of work of a customer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Site {
    /// The business's name for it, such as `Flat 3` or `The rental`.
    pub name: String,
    /// The first line of the address.
    pub address_line1: String,
    /// The second line of the address.
    pub address_line2: String,
    /// Town or city.
    pub city: String,
    /// County.
    pub county: String,
    /// The postcode, as typed.
    pub post_code: String,
}

impl Site {
    /// Its name and the parts of its address.
    pub(super) fn parts(&self) -> [&str; 6] {
        let [line1, line2, city, county, post_code] = self.address();
        [&self.name, line1, line2, city, county, post_code]
    }

    fn address(&self) -> [&str; 5] {
        [&self.address_line1, &self.address_line2, &self.city, &self.county, &self.post_code]
    }

    /// Whether any part of the address is filled in.
    pub fn has_address(&self) -> bool {
        self.address().iter().any(|part| !part.trim().is_empty())
    }
}

/// Adds errors for a contact's site addresses.
pub(super) fn check_sites(checks: &mut FieldChecks, sites: &[Site]) {
    if sites.len() > SITES_MAX {
        let text = format!("A customer can have at most {SITES_MAX} job addresses.");
        return checks.add("sites", "too_many", text);
    }
    for (at, site) in sites.iter().enumerate() {
        let within = &format!("sites[{at}].");
        if !site.has_address() {
            let path = format!("{within}address_line1");
            checks.add(&path, "required", "Please enter the address of the job.");
        }
        checks.check_line(&format!("{within}name"), &site.name, NAME_MAX);
        let [line1, line2, city, county, post_code] = site.address();
        checks.check_address_within(within, [line1, line2, city, county, post_code, ""]);
    }
}

/// Their size in bytes.
pub(super) fn stored_size(sites: &[Site]) -> usize {
    let of = |site: &Site| site.name.len() + site.address().map(str::len).iter().sum::<usize>();
    sites.iter().map(of).sum()
}

/// Sites are only read and written together with their contact.
impl StoredAsJsonList for Site {}
