//! The business profiles table.

use plumbline_core::document::DepositType;
use plumbline_core::money::number::Number;

use super::{Profile, ProfileFields};
use plumbline_platform::db::table::{Table as _, table};
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::files::{id_of_url, url_of_id};
use plumbline_platform::ids::{FileId, ProfileId, UserId};

table! {
    /// A business profile as stored.
    pub struct ProfileRow: "business_profiles", by id,
    keeping [user_id, stripe_account_id, created_at] {
        /// UUIDv7.
        pub id: ProfileId,
        /// The account.
        pub user_id: UserId,
        /// Raised by every change.
        pub version: i64,
        /// The business's name.
        pub name: String,
        /// Where customers write to.
        pub email: String,
        /// Where customers call.
        pub phone: String,
        /// Its web address.
        pub website: String,
        /// The logo's file.
        pub logo_file_id: Option<FileId>,
        /// The documents' design.
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
        /// Post code, as typed.
        pub post_code: String,
        /// Country.
        pub country: String,
        /// VAT number.
        pub tax_number: String,
        /// Company registration number.
        pub registration_number: String,
        /// Whose business it is, where it trades under another name.
        pub owner_name: String,
        /// Where papers are served on them; empty: at the business's address.
        pub service_address: String,
        /// Its address in the Peppol network; empty: its VAT number.
        pub peppol_id: String,
        /// Terms under quotes.
        pub quote_terms: String,
        /// Terms under invoices.
        pub invoice_terms: String,
        /// What the mail of a quote says.
        pub quote_message: String,
        /// What the mail of an invoice says.
        pub invoice_message: String,
        /// What a reminder of a quote says.
        pub quote_reminder: String,
        /// What a reminder of an invoice says.
        pub invoice_reminder: String,
        /// Whether cash is taken.
        pub accepts_cash: bool,
        /// Whether bank transfers are taken.
        pub accepts_bank_transfer: bool,
        /// Whether cards are wanted.
        pub accepts_card: bool,
        /// Whether PayPal is taken.
        pub accepts_paypal: bool,
        /// Where to.
        pub paypal: String,
        /// The bank.
        pub bank_name: String,
        /// The account's name.
        pub account_name: String,
        /// The account's number.
        pub account_number: String,
        /// The sort code.
        pub sort_code: String,
        /// Days that a new quote stands.
        pub quote_days: Option<i64>,
        /// Days until a new invoice is due.
        pub invoice_days: Option<i64>,
        /// Whether those are days or months.
        pub invoice_due_unit: String,
        /// Whether a new quote asks for a deposit.
        pub include_deposit: bool,
        /// How much, a percentage or pounds.
        pub deposit: Number,
        /// Which of them.
        pub deposit_type: DepositType,
        /// The rate that its new invoices are deducted at, for the Construction Industry Scheme.
        pub cis_rate: Option<i64>,
        /// Whether a new document's prices include VAT.
        pub prices_include_vat: bool,
        /// Where its jobs usually are agreed: a word of core's `AgreedAt`; empty: it has not said.
        pub agreed_at: String,
        /// When goods are delivered and work is done, as consumers are told; empty: in our words.
        pub work_time: String,
        /// How complaints are handled.
        pub complaints: String,
        /// Who collects goods that go back, and who pays for that.
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
    fn of(user_id: &UserId, id: &ProfileId, fields: &ProfileFields, now: i64) -> Self {
        let fields = fields.clone();
        let logo = fields.logo_url.as_deref().and_then(id_of_url);
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
            invoice_due_unit: fields
                .invoice_due_unit
                .unwrap_or_else(|| super::DAYS.to_owned()),
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

/// Every profile of an account, the oldest first.
pub async fn list(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Profile>> {
    listed(
        conn,
        user_id,
        "WHERE user_id = $1 AND deleted_at IS NULL ORDER BY created_at, id",
    )
    .await
}

/// Every profile of an account, hidden ones too, the oldest first: for its export.
pub async fn list_any(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Profile>> {
    listed(conn, user_id, "WHERE user_id = $1 ORDER BY created_at, id").await
}

async fn listed(conn: &mut Conn, user_id: &str, tail: &str) -> DbResult<Vec<Profile>> {
    let rows = ProfileRow::select(tail).bind(user_id).fetch_all(conn);
    Ok(rows.await?.into_iter().map(Profile::from).collect())
}

/// A profile of an account that is not hidden.
pub async fn find(conn: &mut Conn, user_id: &str, id: &str) -> DbResult<Option<Profile>> {
    let row = ProfileRow::select("WHERE user_id = $1 AND id = $2 AND deleted_at IS NULL")
        .bind(user_id)
        .bind(id)
        .fetch_optional(conn)
        .await?;
    Ok(row.map(Profile::from))
}

/// A profile of an account, hidden or not: documents keep theirs.
pub async fn find_any(conn: &mut Conn, user_id: &str, id: &str) -> DbResult<Option<Profile>> {
    let row = ProfileRow::select("WHERE user_id = $1 AND id = $2")
        .bind(user_id)
        .bind(id)
        .fetch_optional(conn)
        .await?;
    Ok(row.map(Profile::from))
}

/// A document's profile, hidden or not, whoever's it is.
pub async fn of_document(conn: &mut Conn, id: &ProfileId) -> DbResult<Option<ProfileRow>> {
    ProfileRow::select("WHERE id = $1")
        .bind(id)
        .fetch_optional(conn)
        .await
}

/// Writes a profile unless its id is there already; whether it was written.
pub async fn insert(
    conn: &mut Conn,
    user_id: &UserId,
    id: &ProfileId,
    fields: &ProfileFields,
    now: i64,
) -> DbResult<bool> {
    let row = ProfileRow::of(user_id, id, fields, now);
    let done = row.insert_unless_there().execute(conn).await?;
    Ok(done.rows_affected() == 1)
}

/// Replaces a profile's fields if `version` is the newest; whether it was.
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
    let changed = ProfileRow {
        version: version.saturating_add(1),
        ..ProfileRow::of(user_id, id, fields, now)
    };
    let done = changed.write_back(version).execute(conn).await?;
    Ok(done.rows_affected() == 1)
}

/// Hides a profile; whether there was one to hide.
pub async fn delete(conn: &mut Conn, user_id: &str, id: &str, now: i64) -> DbResult<bool> {
    let done = sqlx::query(
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

/// Whether the account that a profile's customers pay into takes payments from bank accounts.
pub async fn takes_bank_payments(conn: &mut Conn, id: &str) -> DbResult<bool> {
    let found: Option<i64> = sqlx::query_scalar(
        "SELECT a.pay_by_bank FROM card_accounts a \
         JOIN business_profiles p ON p.stripe_account_id = a.account_id WHERE p.id = $1",
    )
    .bind(id)
    .fetch_optional(conn)
    .await?;
    Ok(found == Some(1))
}
