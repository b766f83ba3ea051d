//! The parties from their JSON.

use super::{Business, BusinessProfile, Contact};
use crate::tree::{Fields, read_from_fields};

read_from_fields!(Contact, Business, BusinessProfile);

impl From<Fields> for Contact {
    fn from(mut json: Fields) -> Self {
        Self {
            name: json.text("name"),
            company: json.text("company"),
            address_line1: json.text("address_line1"),
            address_line2: json.text("address_line2"),
            city: json.text("city"),
            county: json.text("county"),
            post_code: json.text("post_code"),
            country: json.text("country"),
            address: json.text("address"),
            phone: json.text("phone"),
            email: json.text("email"),
        }
    }
}

impl From<Fields> for Business {
    fn from(mut json: Fields) -> Self {
        Self {
            business_name: json.text("businessName"),
            first_name: json.text("firstName"),
            last_name: json.text("lastName"),
            email: json.text("email"),
            phone: json.text("phone"),
            address: json.text("address"),
        }
    }
}

impl From<Fields> for BusinessProfile {
    fn from(mut json: Fields) -> Self {
        Self {
            name: json.text("name"),
            email: json.text("email"),
            phone: json.text("phone"),
            website: json.text("website"),
            logo_url: json.optional_text("logoUrl"),
            template: json.text("template"),
            address_line1: json.text("address_line1"),
            address_line2: json.text("address_line2"),
            city: json.text("city"),
            county: json.text("county"),
            post_code: json.text("post_code"),
            country: json.text("country"),
            tax_number: json.text("taxNumber"),
            registration_number: json.text("registrationNumber"),
            quote_terms: json.text("quoteTerms"),
            invoice_terms: json.text("invoiceTerms"),
            accepts_cash: json.flag("accepts_cash"),
            accepts_bank_transfer: json.flag("accepts_bank_transfer"),
            accepts_card: json.flag("accepts_card"),
            accepts_paypal: json.flag("accepts_paypal"),
            bank_name: json.text("bankName"),
            account_name: json.text("accountName"),
            account_number: json.text("accountNumber"),
            sort_code: json.text("sortCode"),
            stripe_account_id: json.optional_text("stripe_account_id"),
        }
    }
}
