//! Checks of a business profile's fields.

use plumbline_core::calculate::validate::validate;
use plumbline_core::colour::Colour;
use plumbline_core::credentials::is_email;
use plumbline_core::document::{AgreedAt, Document, Line};
use plumbline_core::money::number::Number;
use url::Url;

use super::{DAYS, MONTHS, ProfileFields};
use plumbline_platform::error::ApiError;
use plumbline_platform::http::field_checks::{FieldChecks, MESSAGE_MAX, NAME_MAX, TEXT_MAX};
use plumbline_platform::mail::sender_name;

/// The most characters in the text about delivery and working times. It is short, like the next two, because documents
/// show it as one row among others.
const WORK_TIME_MAX: usize = 300;
/// The most characters in the text about complaints.
const COMPLAINTS_MAX: usize = 600;
/// The most characters in the text about returned goods.
const RETURNS_MAX: usize = 300;

/// The templates of documents.
const TEMPLATES: [&str; 5] = ["classic", "modern", "minimal", "bold", "colored"];

/// The most characters in an address for service.
const SERVICE_ADDRESS_MAX: usize = 500;

impl ProfileFields {
    /// Validates and normalises the fields; the sort code is written as `12-34-56`.
    pub(super) fn checked(mut self) -> Result<Self, ApiError> {
        self.email = self.email.trim().to_owned();
        self.website = self.website.trim().to_owned();
        let mut checks = FieldChecks::new();
        checks.check_required_line("name", &self.name, NAME_MAX, "Please enter the business’s name.");
        if sender_name::is_borrowed(&self.name) {
            checks.add("name", sender_name::CODE, sender_name::MESSAGE);
        }
        if !self.email.is_empty() && !is_email(&self.email) {
            checks.add("email", "invalid_email", "Please enter a valid email address");
        }
        checks.check_phone("phone", &self.phone);
        checks.check_line("website", &self.website, 200);
        if !self.website.is_empty() && !is_website(&self.website) {
            checks.add("website", "invalid_website", "Please enter a web address such as www.example.co.uk.");
        }
        if !TEMPLATES.contains(&self.template.as_str()) {
            checks.add("template", "unknown_value", "There is no template with this name.");
        }
        if !self.agreed_at.is_empty() && AgreedAt::parse(&self.agreed_at).is_none() {
            checks.add("agreedAt", "unknown_value", "Choose where you usually agree jobs.");
        }
        for (path, text, max) in [
            ("workTime", &self.work_time, WORK_TIME_MAX),
            ("complaints", &self.complaints, COMPLAINTS_MAX),
            ("returns", &self.returns, RETURNS_MAX),
        ] {
            checks.check_paragraphs(path, text.as_deref().unwrap_or_default(), max);
        }
        let colour = self.brand_colour.as_deref().map(str::trim);
        let colour = colour.filter(|text| !text.is_empty());
        match colour.map(str::parse::<Colour>).transpose() {
            Ok(colour) => self.brand_colour = colour.map(|colour| colour.to_string()),
            Err(error) => checks.add("brandColour", error.code(), error.to_string()),
        }
        checks.check_address([
            &self.address_line1,
            &self.address_line2,
            &self.city,
            &self.county,
            &self.post_code,
            &self.country,
        ]);
        checks.check_line("taxNumber", &self.tax_number, 40);
        checks.check_line("registrationNumber", &self.registration_number, 40);
        if let Some(name) = &mut self.owner_name {
            *name = name.trim().to_owned();
            checks.check_line("ownerName", name, NAME_MAX);
            if !name.is_empty() && sender_name::is_borrowed(name) {
                checks.add("ownerName", sender_name::CODE, sender_name::MESSAGE);
            }
        }
        if let Some(address) = &mut self.service_address {
            *address = address.trim().to_owned();
            checks.check_paragraphs("serviceAddress", address, SERVICE_ADDRESS_MAX);
        }
        self.peppol_id = self.peppol_id.trim().to_owned();
        checks.check_peppol_address("peppolId", &self.peppol_id);
        checks.check_paragraphs("quoteTerms", &self.quote_terms, TEXT_MAX);
        checks.check_paragraphs("invoiceTerms", &self.invoice_terms, TEXT_MAX);
        checks.check_paragraphs("quoteMessage", &self.quote_message, MESSAGE_MAX);
        checks.check_paragraphs("invoiceMessage", &self.invoice_message, MESSAGE_MAX);
        checks.check_paragraphs("quoteReminder", &self.quote_reminder, MESSAGE_MAX);
        checks.check_paragraphs("invoiceReminder", &self.invoice_reminder, MESSAGE_MAX);
        let in_months = self.invoice_due_unit.as_deref() == Some(MONTHS);
        if let Some(unit) = &self.invoice_due_unit
            && ![DAYS, MONTHS].contains(&unit.as_str())
        {
            checks.add("invoiceDueUnit", "unknown_value", "Choose days or months.");
        }
        for (path, count, is_months) in
            [("quoteDays", self.quote_days, false), ("invoiceDays", self.invoice_days, in_months)]
        {
            let (max, message) = match is_months {
                true => (12, "Enter a number of months from 0 to 12."),
                false => (365, "Enter a number of days from 0 to 365."),
            };
            if count.is_some_and(|count| !(0..=max).contains(&count)) {
                checks.add(path, "out_of_range", message);
            }
        }
        self.check_document_defaults(&mut checks);
        checks.check_line("bankName", &self.bank_name, NAME_MAX);
        checks.check_line("accountName", &self.account_name, NAME_MAX);
        match normalise_paypal(&self.paypal) {
            Some(paypal) => self.paypal = paypal,
            None => checks.add(
                "paypal",
                "invalid_paypal",
                "Enter your PayPal.Me link, such as paypal.me/yourname, or the email of your PayPal account.",
            ),
        }
        match parse_digits(&self.account_number) {
            Some(number) if matches!(number.len(), 0 | 8) => self.account_number = number,
            _ => checks.add("accountNumber", "invalid_account_number", "An account number has 8 digits."),
        }
        match parse_digits(&self.sort_code) {
            Some(code) if code.is_empty() => self.sort_code = code,
            Some(code) if code.len() == 6 => {
                self.sort_code = [&code[..2], &code[2..4], &code[4..]].join("-");
            }
            _ => checks.add("sortCode", "invalid_sort_code", "A sort code has 6 digits, such as 12-34-56."),
        }
        checks.into_result()?;
        Ok(self)
    }

    /// The defaults for new documents must be valid in a document. They are checked in one with the highest total, so
    /// that only the fields' own limits matter.
    fn check_document_defaults(&self, checks: &mut FieldChecks) {
        let document = Document {
            items: vec![Line {
                quantity: Number::from(10),
                price: Number::from(10_000_000),
                ..Line::default()
            }],
            include_deposit: self.include_deposit,
            deposit: self.deposit.clone(),
            deposit_type: self.deposit_type,
            cis_rate: self.cis_rate.map(Number::from),
            ..Document::default()
        };
        for error in validate(&document) {
            checks.add(&error.path, error.code, error.msg);
        }
    }
}

/// A PayPal address in its normal form, an email address or `https://paypal.me/name`, from any of the forms that PayPal
/// uses. `None` for anything else.
fn normalise_paypal(text: &str) -> Option<String> {
    let text = text.trim();
    if text.is_empty() || (text.len() <= 254 && is_email(text)) {
        return Some(text.to_owned());
    }
    let lower = text.to_ascii_lowercase();
    let bare = lower.strip_prefix("https://").or(lower.strip_prefix("http://"));
    let bare = bare.unwrap_or(&lower);
    let bare = bare.strip_prefix("www.").unwrap_or(bare);
    let name = bare.strip_prefix("paypal.me/").or(bare.strip_prefix("paypal.com/paypalme/"))?;
    let name = name.strip_suffix('/').unwrap_or(name);
    let is_name = (1..=20).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_alphanumeric());
    // The name as it was typed; PayPal ignores case.
    let at = text.trim_end_matches('/').len().checked_sub(name.len())?;
    is_name.then(|| format!("https://paypal.me/{}", &text[at..at + name.len()]))
}

/// The digits of a number written with spaces or dashes; `None` if there are other characters.
fn parse_digits(text: &str) -> Option<String> {
    let bare: String = text.chars().filter(|c| !matches!(c, ' ' | '-' | '–')).collect();
    bare.bytes().all(|b| b.is_ascii_digit()).then_some(bare)
}

/// Whether a text is a web address, with or without a scheme. Only http and https are accepted, so that nothing else
/// becomes a link on a customer's page.
fn is_website(text: &str) -> bool {
    let full = if text.contains("://") { text.to_owned() } else { format!("https://{text}") };
    Url::parse(&full).is_ok_and(|url| {
        matches!(url.scheme(), "http" | "https")
            && url.username().is_empty()
            && url.host_str().is_some_and(|host| host.contains('.'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_only_http_addresses_as_a_website() {
        for good in ["www.example.co.uk", "https://example.com/a?b=c", "example.com"] {
            assert!(is_website(good), "{good}");
        }
        for bad in [
            "javascript:alert(1)",
            "ftp://example.com",
            "localhost",
            "a b.com",
            "https://",
            "https://me@evil.com",
        ] {
            assert!(!is_website(bad), "{bad}");
        }
    }

    #[test]
    fn bank_numbers_may_contain_spaces_and_dashes() {
        assert_eq!(parse_digits("12-34 56").as_deref(), Some("123456"));
        assert_eq!(parse_digits("12a456"), None);
    }
}
