//! The contacts table.

use super::{Contact, ContactFields};
use crate::db::{Conn, DbResult, words};
use crate::summaries::customer;

/// The columns of a [`Contact`].
macro_rules! columns {
    () => {
        "id, version, name, company, address_line1, address_line2, city, county, post_code, \
         country, phone, email, created_at, updated_at"
    };
}

/// Every contact of an account, by name.
///
/// # Errors
/// When the database fails.
pub async fn list(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Contact>> {
    let mut contacts: Vec<Contact> = sqlx::query_as(concat!(
        "SELECT ",
        columns!(),
        " FROM contacts WHERE user_id = $1"
    ))
    .bind(user_id)
    .fetch_all(conn)
    .await?;
    // The databases know the order of ASCII letters only.
    contacts.sort_by_cached_key(|contact| {
        let name = customer::name(&contact.fields.name, &contact.fields.company);
        (words::key(name), contact.id.clone())
    });
    Ok(contacts)
}

/// A contact of an account.
///
/// # Errors
/// When the database fails.
pub async fn find(conn: &mut Conn, user_id: &str, id: &str) -> DbResult<Option<Contact>> {
    sqlx::query_as(concat!(
        "SELECT ",
        columns!(),
        " FROM contacts WHERE user_id = $1 AND id = $2"
    ))
    .bind(user_id)
    .bind(id)
    .fetch_optional(conn)
    .await
}

/// Writes a contact unless its id is there already; whether it was written.
///
/// # Errors
/// When the database fails.
pub async fn insert(
    conn: &mut Conn,
    user_id: &str,
    id: &str,
    fields: &ContactFields,
    now: i64,
) -> DbResult<bool> {
    let done = sqlx::query(
        "INSERT INTO contacts (id, user_id, version, name, company, address_line1, address_line2, \
         city, county, post_code, country, phone, email, created_at, updated_at) \
         VALUES ($1, $2, 1, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) \
         ON CONFLICT (id) DO NOTHING",
    )
    .bind(id)
    .bind(user_id)
    .bind(&fields.name)
    .bind(&fields.company)
    .bind(&fields.address_line1)
    .bind(&fields.address_line2)
    .bind(&fields.city)
    .bind(&fields.county)
    .bind(&fields.post_code)
    .bind(&fields.country)
    .bind(&fields.phone)
    .bind(&fields.email)
    .bind(now)
    .bind(now)
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Replaces a contact's fields if `version` is the newest; whether it was.
///
/// # Errors
/// When the database fails.
pub async fn update(
    conn: &mut Conn,
    user_id: &str,
    id: &str,
    version: i64,
    fields: &ContactFields,
    now: i64,
) -> DbResult<bool> {
    let done = sqlx::query(
        "UPDATE contacts SET version = version + 1, name = $1, company = $2, address_line1 = $3, \
         address_line2 = $4, city = $5, county = $6, post_code = $7, country = $8, phone = $9, \
         email = $10, updated_at = $11 WHERE user_id = $12 AND id = $13 AND version = $14",
    )
    .bind(&fields.name)
    .bind(&fields.company)
    .bind(&fields.address_line1)
    .bind(&fields.address_line2)
    .bind(&fields.city)
    .bind(&fields.county)
    .bind(&fields.post_code)
    .bind(&fields.country)
    .bind(&fields.phone)
    .bind(&fields.email)
    .bind(now)
    .bind(user_id)
    .bind(id)
    .bind(version)
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Removes a contact; whether there was one.
///
/// # Errors
/// When the database fails.
pub async fn delete(conn: &mut Conn, user_id: &str, id: &str) -> DbResult<bool> {
    let done = sqlx::query("DELETE FROM contacts WHERE user_id = $1 AND id = $2")
        .bind(user_id)
        .bind(id)
        .execute(conn)
        .await?;
    Ok(done.rows_affected() == 1)
}
