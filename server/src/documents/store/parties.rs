//! SQL on the two parties of a document: the business and its customer.

use sqlx::{AssertSqlSafe, FromRow};

use crate::db::{Conn, DbResult, dialect_of};

/// A contact as a document needs it.
#[derive(Debug, Clone, FromRow)]
pub struct ContactRow {
    /// The person.
    pub name: String,
    /// Their company.
    pub company: String,
    /// First line of the address.
    pub address_line1: String,
    /// Second line of the address.
    pub address_line2: String,
    /// Town.
    pub city: String,
    /// County.
    pub county: String,
    /// Post code.
    pub post_code: String,
    /// Country; `uk` for the United Kingdom.
    pub country: String,
    /// Telephone.
    pub phone: String,
    /// E-mail.
    pub email: String,
}

/// A business profile as a document needs it.
#[derive(Debug, Clone, FromRow)]
pub struct ProfileRow {
    /// The business's name.
    pub name: String,
    /// E-mail.
    pub email: String,
    /// Telephone.
    pub phone: String,
    /// Website.
    pub website: String,
    /// The logo's file.
    pub logo_file_id: Option<String>,
    /// The template.
    pub template: String,
    /// First line of the address.
    pub address_line1: String,
    /// Second line of the address.
    pub address_line2: String,
    /// Town.
    pub city: String,
    /// County.
    pub county: String,
    /// Post code.
    pub post_code: String,
    /// Country.
    pub country: String,
    /// VAT number.
    pub tax_number: String,
    /// Company registration number.
    pub registration_number: String,
    /// Terms of quotes.
    pub quote_terms: String,
    /// Terms of invoices.
    pub invoice_terms: String,
    /// 0 or 1.
    pub accepts_cash: i64,
    /// 0 or 1.
    pub accepts_bank_transfer: i64,
    /// 0 or 1.
    pub accepts_card: i64,
    /// 0 or 1.
    pub accepts_paypal: i64,
    /// The bank.
    pub bank_name: String,
    /// The account's holder.
    pub account_name: String,
    /// The account's number.
    pub account_number: String,
    /// The branch.
    pub sort_code: String,
    /// The connected account at the card provider.
    pub stripe_account_id: Option<String>,
}

/// The account's owner.
#[derive(Debug, Clone, FromRow)]
pub struct OwnerRow {
    /// The person.
    pub name: String,
}

/// The account's contact of this id.
pub async fn contact(conn: &mut Conn, user_id: &str, id: &str) -> DbResult<Option<ContactRow>> {
    sqlx::query_as(
        "SELECT name, company, address_line1, address_line2, city, county, post_code, \
         country, phone, email FROM contacts WHERE id = $1 AND user_id = $2",
    )
    .bind(id)
    .bind(user_id)
    .fetch_optional(conn)
    .await
}

/// Whether the account has a contact of this id, which then stays as it is until the transaction
/// ends.
pub async fn hold_contact(conn: &mut Conn, user_id: &str, id: &str) -> DbResult<bool> {
    let end = dialect_of(conn).for_share();
    let sql = format!("SELECT id FROM contacts WHERE id = $1 AND user_id = $2{end}");
    let found: Option<String> = sqlx::query_scalar(AssertSqlSafe(sql))
        .bind(id)
        .bind(user_id)
        .fetch_optional(conn)
        .await?;
    Ok(found.is_some())
}

/// The profile of this id, hidden or not: its documents outlive it.
pub async fn profile(conn: &mut Conn, id: &str) -> DbResult<Option<ProfileRow>> {
    sqlx::query_as(
        "SELECT name, email, phone, website, logo_file_id, template, address_line1, \
         address_line2, city, county, post_code, country, tax_number, registration_number, \
         quote_terms, invoice_terms, accepts_cash, accepts_bank_transfer, accepts_card, \
         accepts_paypal, bank_name, account_name, account_number, sort_code, stripe_account_id \
         FROM business_profiles WHERE id = $1",
    )
    .bind(id)
    .fetch_optional(conn)
    .await
}

/// Whether the account has this profile, not hidden.
pub async fn has_profile(conn: &mut Conn, user_id: &str, id: &str) -> DbResult<bool> {
    let found: Option<i64> = sqlx::query_scalar(
        "SELECT version FROM business_profiles WHERE id = $1 AND user_id = $2 AND deleted_at IS NULL",
    )
    .bind(id)
    .bind(user_id)
    .fetch_optional(conn)
    .await?;
    Ok(found.is_some())
}

/// The account's owner.
pub async fn owner(conn: &mut Conn, user_id: &str) -> DbResult<Option<OwnerRow>> {
    sqlx::query_as("SELECT name FROM users WHERE id = $1")
        .bind(user_id)
        .fetch_optional(conn)
        .await
}

/// The address of the account's owner.
pub async fn owner_email(conn: &mut Conn, user_id: &str) -> DbResult<Option<String>> {
    sqlx::query_scalar("SELECT email FROM users WHERE id = $1")
        .bind(user_id)
        .fetch_optional(conn)
        .await
}
