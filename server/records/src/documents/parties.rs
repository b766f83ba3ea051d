//! The two parties of a document: for a draft as they are now, for an issued one as they were then, so that
//! changing a contact or a profile later changes no issued document.

use plumbline_core::document::parties::{Business, BusinessProfile, Contact};
use plumbline_core::present::on_file::ReadOn;
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
use plumbline_platform::files::url_of_id;
use plumbline_platform::ids::ProfileId;

/// Both parties, as a document shows them.
#[derive(Debug, Clone)]
pub struct Parties {
    /// The customer, when chosen.
    pub contact: Option<Contact>,
    /// The account's owner.
    pub business: Business,
    /// The business.
    pub profile: BusinessProfile,
}

impl Parties {
    /// The parties as they are now.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn now(conn: &mut Conn, row: &DocumentRow) -> Result<Self, ApiError> {
        let contact = match &row.contact_id {
            Some(id) => contacts::find(conn, &row.user_id, id).await?,
            None => None,
        };
        let owner = owner_now(conn, row).await?;
        let (business, profile) = match profile_now(conn, row).await? {
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
        Ok(Self {
            contact: contact.map(|row| row.fields.into()),
            business,
            profile,
        })
    }

    /// The parties as the document shows them: a draft's as they are now, an issued document's as
    /// they were at its latest issue. Only the ways to pay are always those of now: a customer who
    /// opens an old link must not pay into an account that was closed. Of bank details these are the ones that
    /// count by now: a change of them cools off first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn shown(conn: &mut Conn, row: &DocumentRow) -> Result<Self, ApiError> {
        if row.issued_version == 0 {
            return Self::now(conn, row).await;
        }
        let version = versions::latest(conn, row).await?;
        Self::of_version(conn, row, &version).await
    }

    /// [`Parties::shown`] for an issued document whose version is at hand.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn of_version(
        conn: &mut Conn,
        row: &DocumentRow,
        version: &VersionRow,
    ) -> Result<Self, ApiError> {
        let mut profile: BusinessProfile = serde_json::from_str(&version.business_profile)?;
        let business: Business = serde_json::from_str(&version.business)?;
        let now = profile_now(conn, row).await?;
        let now = now.unwrap_or_else(|| business.fallback_profile());
        profile.accepts_cash = now.accepts_cash;
        profile.accepts_bank_transfer = now.accepts_bank_transfer;
        profile.accepts_card = now.accepts_card;
        profile.accepts_paypal = now.accepts_paypal;
        profile.paypal = now.paypal;
        profile.bank_name = now.bank_name;
        profile.account_name = now.account_name;
        profile.account_number = now.account_number;
        profile.sort_code = now.sort_code;
        profile.stripe_account_id = now.stripe_account_id;
        Ok(Self {
            contact: serde_json::from_str(&version.contact)?,
            business,
            profile,
        })
    }

    /// The name that lists show: the person's, else the company's.
    pub fn customer_name(&self) -> String {
        match &self.contact {
            Some(contact) => customer::name(&contact.name, &contact.company).to_owned(),
            None => String::new(),
        }
    }
}

/// The account's owner: their name and email, and what they say of their business where it has no profile.
async fn owner_now(conn: &mut Conn, row: &DocumentRow) -> Result<Business, ApiError> {
    let missing = || ApiError::internal("a document without an account");
    let name = store::owner(conn, &row.user_id).await?;
    let name = name.ok_or_else(missing)?;
    let email = store::owner_email(conn, &row.user_id).await?;
    let business = store::owner_business(conn, &row.user_id).await?;
    let (business_name, phone, address) = business.ok_or_else(missing)?;
    let (first_name, last_name) = match name.trim().rsplit_once(' ') {
        Some((first, last)) => (first.to_owned(), last.to_owned()),
        None => (name.trim().to_owned(), String::new()),
    };
    Ok(Business {
        business_name,
        first_name,
        last_name,
        email: email.ok_or_else(missing)?,
        phone,
        address,
    })
}

/// The business profile, hidden or not; none of a document that is from its owner.
async fn profile_now(
    conn: &mut Conn,
    row: &DocumentRow,
) -> Result<Option<BusinessProfile>, ApiError> {
    let Some(id) = &row.business_profile_id else {
        return Ok(None);
    };
    let profile = profiles::of_document(conn, id).await?;
    let profile = profile.ok_or_else(|| ApiError::internal("a document without its profile"))?;
    let mut profile = profile_of(profile);
    let changes = bank::changes(conn, id).await?;
    if !changes.is_empty() {
        let issued = versions::first_issue(conn, row).await?;
        changes.put_into(&mut profile, issued);
    }
    Ok(Some(profile))
}

/// What the customer of a document is told on the day `today` of the bank details that it names: until when
/// they hold, and since when.
///
/// # Errors
/// When the database fails.
pub async fn bank_notes(
    conn: &mut Conn,
    row: &DocumentRow,
    read_on: ReadOn,
    today: Date,
) -> Result<Vec<String>, ApiError> {
    let Some(id) = &row.business_profile_id else {
        return Ok(Vec::new());
    };
    let changes = bank::changes(conn, id).await?;
    let typed = match changes.is_empty() {
        true => None,
        false => business(conn, id).await?,
    };
    let Some(typed) = typed else {
        return Ok(Vec::new());
    };
    let issued = versions::first_issue(conn, row).await?;
    Ok(changes.notes(&typed, issued, read_on, today))
}

/// A business as it is now, hidden or not, whoever's it is.
///
/// # Errors
/// When the database fails.
pub async fn business(
    conn: &mut Conn,
    id: &ProfileId,
) -> Result<Option<BusinessProfile>, ApiError> {
    Ok(profiles::of_document(conn, id).await?.map(profile_of))
}

fn profile_of(row: ProfileRow) -> BusinessProfile {
    BusinessProfile {
        name: row.name,
        email: row.email,
        phone: row.phone,
        website: row.website,
        logo_url: row.logo_file_id.map(|id| url_of_id(&id)),
        template: row.template,
        brand_colour: row.brand_colour,
        address_line1: row.address_line1,
        address_line2: row.address_line2,
        city: row.city,
        county: row.county,
        post_code: row.post_code,
        country: row.country,
        tax_number: row.tax_number,
        registration_number: row.registration_number,
        owner_name: row.owner_name,
        service_address: row.service_address,
        quote_terms: row.quote_terms,
        invoice_terms: row.invoice_terms,
        accepts_cash: row.accepts_cash,
        accepts_bank_transfer: row.accepts_bank_transfer,
        accepts_card: row.accepts_card,
        accepts_paypal: row.accepts_paypal,
        paypal: row.paypal,
        bank_name: row.bank_name,
        account_name: row.account_name,
        account_number: row.account_number,
        sort_code: row.sort_code,
        stripe_account_id: row.stripe_account_id,
    }
}
