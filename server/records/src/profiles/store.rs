//! The business profiles table.

use plumbline_core::document::DepositType;
use plumbline_core::money::number::Number;

use super::{Profile, ProfileFields};
use plumbline_platform::db::table::{Table as _, table};
use plumbline_platform::db::{Conn, DbResult, sql};
use plumbline_platform::files::{file_url, parse_file_url};
use plumbline_platform::ids::{FileId, ProfileId, UserId};

table! {
    /// A business profile as stored.
    pub struct ProfileRow: "business_profiles", by id,
    immutable [user_id, stripe_account_id, created_at] {
        /// UUIDv7.
        pub id: ProfileId,
        /// The account.
        pub user_id: UserId,
        /// Incremented by every change.
        pub version: i64,
        /// The business's name.
        pub name: String,
        /// The business's email address for customers.
        pub email: String,
        /// The business's phone number for customers.
        pub phone: String,
        /// The website's address.
        pub website: String,
        /// The logo's file.
        pub logo_file_id: Option<FileId>,
        /// The template of its documents.
        pub template: String,
        /// The business's own colour, `#rrggbb`.
        pub brand_colour: Option<String>,
        /// First line of the address.
        pub address_line1: String,
        /// Second line of the address.
        pub address_line2: String,
        /// Town or city.
        pub city: String,
        /// County.
        pub county: String,
        /// The postcode, as typed.
        pub post_code: String,
        /// Country.
        pub country: String,
        /// VAT number.
        pub tax_number: String,
        /// Company registration number.
        pub registration_number: String,
        /// The owner, if the business trades under another name.
        pub owner_name: String,
        /// The address for serving legal documents on the owner; empty for the business's address.
        pub service_address: String,
        /// Its address in the Peppol network; empty to use its VAT number.
        pub peppol_id: String,
        /// Terms under quotes.
        pub quote_terms: String,
        /// Terms under invoices.
        pub invoice_terms: String,
        /// The message of an email with a quote.
        pub quote_message: String,
        /// The message of an email with an invoice.
        pub invoice_message: String,
        /// The message of a reminder of a quote.
        pub quote_reminder: String,
        /// The message of a reminder of an invoice.
        pub invoice_reminder: String,
        /// Whether it accepts cash.
        pub accepts_cash: bool,
        /// Whether it accepts bank transfers.
        pub accepts_bank_transfer: bool,
        /// Whether it wants to accept cards.
        pub accepts_card: bool,
        /// Whether it accepts PayPal.
        pub accepts_paypal: bool,
        /// Its PayPal address.
        pub paypal: String,
        /// The bank's name.
        pub bank_name: String,
        /// The name of the bank account.
        pub account_name: String,
        /// The account number.
        pub account_number: String,
        /// The sort code.
        pub sort_code: String,
        /// For how many days a new quote is valid.
        pub quote_days: Option<i64>,
        /// In how many days or months a new invoice is due.
        pub invoice_days: Option<i64>,
        /// Whether that is in days or months.
        pub invoice_due_unit: String,
        /// Whether new quotes include a deposit.
        pub include_deposit: bool,
        /// The deposit, a percentage or pounds.
        pub deposit: Number,
        /// Whether the deposit is a percentage or pounds.
        pub deposit_type: DepositType,
        /// The rate of CIS deduction from its new invoices.
        pub cis_rate: Option<i64>,
        /// Whether the prices of new documents include VAT.
        pub prices_include_vat: bool,
        /// Where its jobs are usually agreed: a value of core's `AgreedAt`; empty if not said.
        pub agreed_at: String,
        /// The text for consumers about when goods are delivered and work is done; empty for the default.
        pub work_time: String,
        /// The text about how complaints are handled.
        pub complaints: String,
        /// The text about who collects returned goods, and who pays for that.
        pub returns: String,
        /// The connected account at the card provider.
        pub stripe_account_id: Option<String>,
        /// Milliseconds since the epoch.
        pub created_at: i64,
        /// Milliseconds since the epoch.
        pub updated_at: i64,
    }
}

impl ProfileRow {
    /// The first version of a profile.
    fn new(user_id: &UserId, id: &ProfileId, fields: &ProfileFields, now: i64) -> Self {
        let fields = fields.clone();
        let logo = fields.logo_url.as_deref().and_then(parse_file_url);
        Self {
            id: id.clone(),
            user_id: user_id.clone(),
            version: 1,
            name: fields.name,
            email: fields.email,
            phone: fields.phone,
            website: fields.website,
            logo_file_id: logo,
            template: fields.template,
            brand_colour: fields.brand_colour,
            address_line1: fields.address_line1,
            address_line2: fields.address_line2,
            city: fields.city,
            county: fields.county,
            post_code: fields.post_code,
            country: fields.country,
            tax_number: fields.tax_number,
            registration_number: fields.registration_number,
            owner_name: fields.owner_name.unwrap_or_default(),
            service_address: fields.service_address.unwrap_or_default(),
            peppol_id: fields.peppol_id,
            quote_terms: fields.quote_terms,
            invoice_terms: fields.invoice_terms,
            quote_message: fields.quote_message,
            invoice_message: fields.invoice_message,
            quote_reminder: fields.quote_reminder,
            invoice_reminder: fields.invoice_reminder,
            accepts_cash: fields.accepts_cash,
            accepts_bank_transfer: fields.accepts_bank_transfer,
            accepts_card: fields.accepts_card,
            accepts_paypal: fields.accepts_paypal,
            paypal: fields.paypal,
            bank_name: fields.bank_name,
            account_name: fields.account_name,
            account_number: fields.account_number,
            sort_code: fields.sort_code,
            quote_days: fields.quote_days,
            invoice_days: fields.invoice_days,
            invoice_due_unit: fields.invoice_due_unit.unwrap_or_else(|| super::DAYS.to_owned()),
            include_deposit: fields.include_deposit,
            deposit: fields.deposit,
            deposit_type: fields.deposit_type,
            cis_rate: fields.cis_rate,
            prices_include_vat: fields.prices_include_vat.unwrap_or_default(),
            agreed_at: fields.agreed_at,
            work_time: fields.work_time.unwrap_or_default(),
            complaints: fields.complaints.unwrap_or_default(),
            returns: fields.returns.unwrap_or_default(),
            stripe_account_id: None,
            created_at: now,
            updated_at: now,
        }
    }
}

/// Every profile of an account that isn't hidden, oldest first.
pub async fn list(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<Profile>> {
    select_profiles(conn, user_id, "WHERE user_id = $1 AND deleted_at IS NULL ORDER BY created_at, id").await
}

/// Every profile of an account, including hidden ones, oldest first: for its export.
pub async fn list_any(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<Profile>> {
    select_profiles(conn, user_id, "WHERE user_id = $1 ORDER BY created_at, id").await
}

async fn select_profiles(conn: &mut Conn, user_id: &UserId, tail: &str) -> DbResult<Vec<Profile>> {
    let rows = ProfileRow::select(tail).bind(user_id).fetch_all(conn);
    Ok(rows.await?.into_iter().map(Profile::from).collect())
}

/// A profile of an account that isn't hidden.
pub async fn find(conn: &mut Conn, user_id: &UserId, id: &ProfileId) -> DbResult<Option<Profile>> {
    let row = ProfileRow::select("WHERE user_id = $1 AND id = $2 AND deleted_at IS NULL")
        .bind(user_id)
        .bind(id)
        .fetch_optional(conn)
        .await?;
    Ok(row.map(Profile::from))
}

/// A profile of an account, hidden or not, because documents refer to hidden ones too.
pub async fn find_any(conn: &mut Conn, user_id: &UserId, id: &ProfileId) -> DbResult<Option<Profile>> {
    let row = ProfileRow::select("WHERE user_id = $1 AND id = $2")
        .bind(user_id)
        .bind(id)
        .fetch_optional(conn)
        .await?;
    Ok(row.map(Profile::from))
}

/// A document's profile, hidden or not, whatever account it belongs to.
pub async fn find_by_id(conn: &mut Conn, id: &ProfileId) -> DbResult<Option<ProfileRow>> {
    ProfileRow::select("WHERE id = $1").bind(id).fetch_optional(conn).await
}

/// Writes a profile unless its id exists; returns whether it was written.
pub async fn insert(
    conn: &mut Conn,
    user_id: &UserId,
    id: &ProfileId,
    fields: &ProfileFields,
    now: i64,
) -> DbResult<bool> {
    let row = ProfileRow::new(user_id, id, fields, now);
    let done = row.insert_if_absent().execute(conn).await?;
    Ok(done.rows_affected() == 1)
}

/// Replaces a profile's fields if `version` is the newest; returns whether it was.
pub async fn update(
    conn: &mut Conn,
    user_id: &UserId,
    id: &ProfileId,
    version: i64,
    fields: &ProfileFields,
    now: i64,
) -> DbResult<bool> {
    if find(conn, user_id, id).await?.is_none() {
        return Ok(false);
    }
    let changed =
        ProfileRow { version: version.saturating_add(1), ..ProfileRow::new(user_id, id, fields, now) };
    let done = changed.update_version(version).execute(conn).await?;
    Ok(done.rows_affected() == 1)
}

/// Hides a profile; returns whether there was one to hide.
pub async fn delete(conn: &mut Conn, user_id: &UserId, id: &ProfileId, now: i64) -> DbResult<bool> {
    let done = sql::query(
        "UPDATE business_profiles SET deleted_at = $1 WHERE user_id = $2 AND id = $3 AND deleted_at IS NULL",
    )
    .bind(now)
    .bind(user_id)
    .bind(id)
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

impl From<ProfileRow> for Profile {
    fn from(row: ProfileRow) -> Self {
        Self {
            id: row.id,
            version: row.version,
            fields: ProfileFields {
                name: row.name,
                email: row.email,
                phone: row.phone,
                website: row.website,
                logo_url: row.logo_file_id.map(|id| file_url(&id)),
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
                owner_name: Some(row.owner_name),
                service_address: Some(row.service_address),
                peppol_id: row.peppol_id,
                quote_terms: row.quote_terms,
                invoice_terms: row.invoice_terms,
                quote_message: row.quote_message,
                invoice_message: row.invoice_message,
                quote_reminder: row.quote_reminder,
                invoice_reminder: row.invoice_reminder,
                accepts_cash: row.accepts_cash,
                accepts_bank_transfer: row.accepts_bank_transfer,
                accepts_card: row.accepts_card,
                accepts_paypal: row.accepts_paypal,
                paypal: row.paypal,
                bank_name: row.bank_name,
                account_name: row.account_name,
                account_number: row.account_number,
                sort_code: row.sort_code,
                quote_days: row.quote_days,
                invoice_days: row.invoice_days,
                invoice_due_unit: Some(row.invoice_due_unit),
                include_deposit: row.include_deposit,
                deposit: row.deposit,
                deposit_type: row.deposit_type,
                cis_rate: row.cis_rate,
                prices_include_vat: Some(row.prices_include_vat),
                agreed_at: row.agreed_at,
                work_time: Some(row.work_time),
                complaints: Some(row.complaints),
                returns: Some(row.returns),
            },
            stripe_account_id: row.stripe_account_id,
            waiting: Vec::new(),
            created_at: row.created_at,
            updated_at: row.updated_at,
        }
    }
}

/// Whether a profile's card account accepts payments from customers' bank accounts.
pub async fn accepts_bank_payments(conn: &mut Conn, id: &ProfileId) -> DbResult<bool> {
    let found: Option<i64> = sql::query_scalar(
        "SELECT a.pay_by_bank FROM card_accounts a \
         JOIN business_profiles p ON p.stripe_account_id = a.account_id WHERE p.id = $1",
    )
    .bind(id)
    .fetch_optional(conn)
    .await?;
    Ok(found == Some(1))
}
