//! The business profiles table.

use super::{Profile, ProfileFields};
use crate::db::{Conn, DbResult};
use crate::files::{id_of_url, url_of_id};

#[derive(sqlx::FromRow)]
struct Row {
    id: String,
    version: i64,
    name: String,
    email: String,
    phone: String,
    website: String,
    logo_file_id: Option<String>,
    template: String,
    address_line1: String,
    address_line2: String,
    city: String,
    county: String,
    post_code: String,
    country: String,
    tax_number: String,
    registration_number: String,
    quote_terms: String,
    invoice_terms: String,
    accepts_cash: i64,
    accepts_bank_transfer: i64,
    accepts_card: i64,
    accepts_paypal: i64,
    bank_name: String,
    account_name: String,
    account_number: String,
    sort_code: String,
    stripe_account_id: Option<String>,
    created_at: i64,
    updated_at: i64,
}

macro_rules! columns {
    () => {
        "id, version, name, email, phone, website, logo_file_id, template, address_line1, address_line2, \
         city, county, post_code, country, tax_number, registration_number, quote_terms, \
         invoice_terms, accepts_cash, accepts_bank_transfer, accepts_card, accepts_paypal, \
         bank_name, account_name, account_number, sort_code, stripe_account_id, created_at, \
         updated_at"
    };
}

/// Every profile of an account, the oldest first.
///
/// # Errors
/// When the database fails.
pub async fn list(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Profile>> {
    let rows: Vec<Row> = sqlx::query_as(concat!(
        "SELECT ",
        columns!(),
        " FROM business_profiles ",
        "WHERE user_id = $1 AND deleted_at IS NULL ORDER BY created_at, id"
    ))
    .bind(user_id)
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(Profile::from).collect())
}

/// Every profile of an account, hidden ones too, the oldest first: for its export.
///
/// # Errors
/// When the database fails.
pub async fn list_any(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Profile>> {
    let rows: Vec<Row> = sqlx::query_as(concat!(
        "SELECT ",
        columns!(),
        " FROM business_profiles WHERE user_id = $1 ORDER BY created_at, id"
    ))
    .bind(user_id)
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(Profile::from).collect())
}

/// A profile of an account that is not hidden.
///
/// # Errors
/// When the database fails.
pub async fn find(conn: &mut Conn, user_id: &str, id: &str) -> DbResult<Option<Profile>> {
    let row: Option<Row> = sqlx::query_as(concat!(
        "SELECT ",
        columns!(),
        " FROM business_profiles ",
        "WHERE user_id = $1 AND id = $2 AND deleted_at IS NULL"
    ))
    .bind(user_id)
    .bind(id)
    .fetch_optional(conn)
    .await?;
    Ok(row.map(Profile::from))
}

/// A profile of an account, hidden or not: documents keep theirs.
///
/// # Errors
/// When the database fails.
pub async fn find_any(conn: &mut Conn, user_id: &str, id: &str) -> DbResult<Option<Profile>> {
    let row: Option<Row> = sqlx::query_as(concat!(
        "SELECT ",
        columns!(),
        " FROM business_profiles WHERE user_id = $1 AND id = $2"
    ))
    .bind(user_id)
    .bind(id)
    .fetch_optional(conn)
    .await?;
    Ok(row.map(Profile::from))
}

/// Writes a profile unless its id is there already; whether it was written.
///
/// # Errors
/// When the database fails.
pub async fn insert(
    conn: &mut Conn,
    user_id: &str,
    id: &str,
    fields: &ProfileFields,
    now: i64,
) -> DbResult<bool> {
    let done = sqlx::query(
        "INSERT INTO business_profiles (id, user_id, version, name, email, phone, website, logo_file_id, template, address_line1, address_line2, \
         city, county, post_code, country, tax_number, registration_number, quote_terms, \
         invoice_terms, accepts_cash, accepts_bank_transfer, accepts_card, accepts_paypal, \
         bank_name, account_name, account_number, sort_code, created_at, updated_at) \
         VALUES ($1, $2, 1, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, \
         $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28) ON CONFLICT (id) DO NOTHING",
    )
    .bind(id)
    .bind(user_id)
    .bind(&fields.name)
    .bind(&fields.email)
    .bind(&fields.phone)
    .bind(&fields.website)
    .bind(fields.logo_url.as_deref().and_then(id_of_url))
    .bind(&fields.template)
    .bind(&fields.address_line1)
    .bind(&fields.address_line2)
    .bind(&fields.city)
    .bind(&fields.county)
    .bind(&fields.post_code)
    .bind(&fields.country)
    .bind(&fields.tax_number)
    .bind(&fields.registration_number)
    .bind(&fields.quote_terms)
    .bind(&fields.invoice_terms)
    .bind(i64::from(fields.accepts_cash))
    .bind(i64::from(fields.accepts_bank_transfer))
    .bind(i64::from(fields.accepts_card))
    .bind(i64::from(fields.accepts_paypal))
    .bind(&fields.bank_name)
    .bind(&fields.account_name)
    .bind(&fields.account_number)
    .bind(&fields.sort_code)
    .bind(now)
    .bind(now)
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Replaces a profile's fields if `version` is the newest; whether it was.
///
/// # Errors
/// When the database fails.
pub async fn update(
    conn: &mut Conn,
    user_id: &str,
    id: &str,
    version: i64,
    fields: &ProfileFields,
    now: i64,
) -> DbResult<bool> {
    let done = sqlx::query(
        "UPDATE business_profiles SET version = version + 1, name = $1, email = $2, phone = $3, website = $4, logo_file_id = $5, template = $6, \
         address_line1 = $7, address_line2 = $8, city = $9, county = $10, post_code = $11, \
         country = $12, tax_number = $13, registration_number = $14, quote_terms = $15, \
         invoice_terms = $16, accepts_cash = $17, accepts_bank_transfer = $18, \
         accepts_card = $19, accepts_paypal = $20, bank_name = $21, account_name = $22, \
         account_number = $23, sort_code = $24, updated_at = $25 \
         WHERE user_id = $26 AND id = $27 AND version = $28 AND deleted_at IS NULL",
    )
    .bind(&fields.name)
    .bind(&fields.email)
    .bind(&fields.phone)
    .bind(&fields.website)
    .bind(fields.logo_url.as_deref().and_then(id_of_url))
    .bind(&fields.template)
    .bind(&fields.address_line1)
    .bind(&fields.address_line2)
    .bind(&fields.city)
    .bind(&fields.county)
    .bind(&fields.post_code)
    .bind(&fields.country)
    .bind(&fields.tax_number)
    .bind(&fields.registration_number)
    .bind(&fields.quote_terms)
    .bind(&fields.invoice_terms)
    .bind(i64::from(fields.accepts_cash))
    .bind(i64::from(fields.accepts_bank_transfer))
    .bind(i64::from(fields.accepts_card))
    .bind(i64::from(fields.accepts_paypal))
    .bind(&fields.bank_name)
    .bind(&fields.account_name)
    .bind(&fields.account_number)
    .bind(&fields.sort_code)
    .bind(now)
    .bind(user_id)
    .bind(id)
    .bind(version)
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Hides a profile; whether there was one to hide.
///
/// # Errors
/// When the database fails.
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

impl From<Row> for Profile {
    fn from(row: Row) -> Self {
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
                address_line1: row.address_line1,
                address_line2: row.address_line2,
                city: row.city,
                county: row.county,
                post_code: row.post_code,
                country: row.country,
                tax_number: row.tax_number,
                registration_number: row.registration_number,
                quote_terms: row.quote_terms,
                invoice_terms: row.invoice_terms,
                accepts_cash: row.accepts_cash != 0,
                accepts_bank_transfer: row.accepts_bank_transfer != 0,
                accepts_card: row.accepts_card != 0,
                accepts_paypal: row.accepts_paypal != 0,
                bank_name: row.bank_name,
                account_name: row.account_name,
                account_number: row.account_number,
                sort_code: row.sort_code,
            },
            stripe_account_id: row.stripe_account_id,
            created_at: row.created_at,
            updated_at: row.updated_at,
        }
    }
}
