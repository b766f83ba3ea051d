//! The two parties of a document: for a draft as they are now, for an issued document as they were at issue, so that
//! changing a contact or a profile later changes no issued document.

use plumbline_core::document::parties::{Business, BusinessProfile, Contact};
use plumbline_core::present::payment_details::ReadingMedium;
use plumbline_core::time::Date;

use super::store::DocumentRow;
use super::store::parties as store;
use super::store::versions::{self, VersionRow};
use crate::contacts::store as contacts;
use crate::profiles::bank;
use crate::profiles::store::{self as profiles, ProfileRow};
use crate::summaries::customer;
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;
use plumbline_platform::files::file_url;
use plumbline_platform::ids::ProfileId;

/// The two parties of a document, as it shows them.
#[derive(Debug, Clone)]
pub struct Parties {
    /// The customer, if one is chosen.
    pub contact: Option<Contact>,
    /// The account's owner.
    pub business: Business,
    /// The business profile.
    pub profile: BusinessProfile,
}

impl Parties {
    /// The present parties.
    pub async fn current(conn: &mut Conn, row: &DocumentRow) -> Result<Self, ApiError> {
        let contact = match &row.contact_id {
            Some(id) => contacts::find(conn, &row.user_id, id).await?,
            None => None,
        };
        let owner = load_owner(conn, row).await?;
        let (business, profile) = match find_profile(conn, row).await? {
            Some(profile) => {
                let business = Business {
                    business_name: profile.name.clone(),
                    email: profile.email.clone(),
                    phone: profile.phone.clone(),
                    address: profile.address_lines().join("\n"),
                    ..owner
                };
                (business, profile)
            }
            None => {
                let profile = owner.fallback_profile();
                (owner, profile)
            }
        };
        Ok(Self { contact: contact.map(|row| row.fields.into()), business, profile })
    }

    /// The parties as the document shows them: for a draft the present ones, for an issued document those of its latest
    /// issue. Only the payment methods are always the present ones, because a customer who opens an old link must not
    /// pay into an account that was closed. A change of bank details is included once it has taken effect.
    pub async fn for_document(conn: &mut Conn, row: &DocumentRow) -> Result<Self, ApiError> {
        if row.issued_version == 0 {
            return Self::current(conn, row).await;
        }
        let version = versions::load_latest(conn, row).await?;
        Self::for_version(conn, row, &version).await
    }

    /// [`Parties::for_document`] for an issued document whose version has been read already.
    pub async fn for_version(
        conn: &mut Conn,
        row: &DocumentRow,
        version: &VersionRow,
    ) -> Result<Self, ApiError> {
        let mut profile: BusinessProfile = serde_json::from_str(&version.business_profile)?;
        let business: Business = serde_json::from_str(&version.business)?;
        let now = find_profile(conn, row).await?;
        let now = now.unwrap_or_else(|| business.fallback_profile());
        use_current_payment_details(&mut profile, now);
        Ok(Self { contact: serde_json::from_str(&version.contact)?, business, profile })
    }

    /// The name in lists: the person's, otherwise the company's.
    pub fn customer_name(&self) -> String {
        match &self.contact {
            Some(contact) => customer::display_name(&contact.name, &contact.company).to_owned(),
            None => String::new(),
        }
    }
}

/// Replaces the payment methods by the present ones; everything else about the business stays as it was. Every field is
/// named, so that a new one doesn't compile until somebody decides which of the two it is.
fn use_current_payment_details(profile: &mut BusinessProfile, now: BusinessProfile) {
    let BusinessProfile {
        accepts_cash,
        accepts_bank_transfer,
        accepts_card,
        accepts_paypal,
        paypal,
        bank_name,
        account_name,
        account_number,
        sort_code,
        stripe_account_id,
        // These stay as they were.
        name: _,
        email: _,
        phone: _,
        website: _,
        logo_url: _,
        template: _,
        brand_colour: _,
        address_line1: _,
        address_line2: _,
        city: _,
        county: _,
        post_code: _,
        country: _,
        tax_number: _,
        registration_number: _,
        owner_name: _,
        service_address: _,
        quote_terms: _,
        invoice_terms: _,
    } = now;
    profile.accepts_cash = accepts_cash;
    profile.accepts_bank_transfer = accepts_bank_transfer;
    profile.accepts_card = accepts_card;
    profile.accepts_paypal = accepts_paypal;
    profile.paypal = paypal;
    profile.bank_name = bank_name;
    profile.account_name = account_name;
    profile.account_number = account_number;
    profile.sort_code = sort_code;
    profile.stripe_account_id = stripe_account_id;
}

/// The account's owner: their name and email address, and the details that they entered for a business without a
/// profile.
async fn load_owner(conn: &mut Conn, row: &DocumentRow) -> Result<Business, ApiError> {
    let missing = || ApiError::internal("a document without an account");
    let name = store::find_owner_name(conn, &row.user_id).await?;
    let name = name.ok_or_else(missing)?;
    let email = store::find_owner_email(conn, &row.user_id).await?;
    let business = store::find_owner_business(conn, &row.user_id).await?;
    let (business_name, phone, address) = business.ok_or_else(missing)?;
    let (first_name, last_name) = match name.trim().rsplit_once(' ') {
        Some((first, last)) => (first.to_owned(), last.to_owned()),
        None => (name.trim().to_owned(), String::new()),
    };
    Ok(Business { business_name, first_name, last_name, email: email.ok_or_else(missing)?, phone, address })
}

/// The business profile, hidden or not; `None` if the document is from the account's owner.
async fn find_profile(conn: &mut Conn, row: &DocumentRow) -> Result<Option<BusinessProfile>, ApiError> {
    let Some(id) = &row.business_profile_id else {
        return Ok(None);
    };
    let profile = profiles::find_by_id(conn, id).await?;
    let profile = profile.ok_or_else(|| ApiError::internal("a document without its profile"))?;
    let mut profile = to_business_profile(profile);
    let changes = bank::load_changes(conn, id).await?;
    if !changes.is_empty() {
        let issued = versions::find_first_issue(conn, row).await?;
        changes.write_to(&mut profile, issued);
    }
    Ok(Some(profile))
}

/// The notes for a document's customer on the day `today` about the bank details on it: until when they are valid, and
/// since when.
pub async fn list_bank_notes(
    conn: &mut Conn,
    row: &DocumentRow,
    read_on: ReadingMedium,
    today: Date,
) -> Result<Vec<String>, ApiError> {
    let Some(id) = &row.business_profile_id else {
        return Ok(Vec::new());
    };
    let changes = bank::load_changes(conn, id).await?;
    let typed = match changes.is_empty() {
        true => None,
        false => find_business(conn, id).await?,
    };
    let Some(typed) = typed else {
        return Ok(Vec::new());
    };
    let issued = versions::find_first_issue(conn, row).await?;
    Ok(changes.build_notes(&typed, issued, read_on, today))
}

/// The present details of a business, hidden or not, of any account.
pub async fn find_business(conn: &mut Conn, id: &ProfileId) -> Result<Option<BusinessProfile>, ApiError> {
    Ok(profiles::find_by_id(conn, id).await?.map(to_business_profile))
}

/// The details of a business that documents show. Every column is named, so that a new one doesn't compile until
/// somebody decides whether they show it.
fn to_business_profile(row: ProfileRow) -> BusinessProfile {
    let ProfileRow {
        id: _, // which business it is
        user_id: _,
        version: _,
        name,
        email,
        phone,
        website,
        logo_file_id,
        template,
        brand_colour,
        address_line1,
        address_line2,
        city,
        county,
        post_code,
        country,
        tax_number,
        registration_number,
        owner_name,
        service_address,
        peppol_id: _, // of e-invoices
        quote_terms,
        invoice_terms,
        quote_message: _, // emails
        invoice_message: _,
        quote_reminder: _,
        invoice_reminder: _,
        accepts_cash,
        accepts_bank_transfer,
        accepts_card,
        accepts_paypal,
        paypal,
        bank_name,
        account_name,
        account_number,
        sort_code,
        quote_days: _, // how new documents begin
        invoice_days: _,
        invoice_due_unit: _,
        include_deposit: _,
        deposit: _,
        deposit_type: _,
        cis_rate: _,
        prices_include_vat: _,
        agreed_at: _, // what consumers are told of their right to cancel
        work_time: _,
        complaints: _,
        returns: _,
        stripe_account_id,
        created_at: _,
        updated_at: _,
    } = row;
    BusinessProfile {
        name,
        email,
        phone,
        website,
        logo_url: logo_file_id.map(|id| file_url(&id)),
        template,
        brand_colour,
        address_line1,
        address_line2,
        city,
        county,
        post_code,
        country,
        tax_number,
        registration_number,
        owner_name,
        service_address,
        quote_terms,
        invoice_terms,
        accepts_cash,
        accepts_bank_transfer,
        accepts_card,
        accepts_paypal,
        paypal,
        bank_name,
        account_name,
        account_number,
        sort_code,
        stripe_account_id,
    }
}
