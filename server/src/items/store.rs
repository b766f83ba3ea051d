//! The items table. Numbers and words of the rules are kept as their JSON text.

use plumbline_core::money::number::Number;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Item, ItemFields};
use crate::db::{Conn, DbResult, words};

#[derive(sqlx::FromRow)]
struct Row {
    id: String,
    version: i64,
    name: String,
    description: String,
    quantity: String,
    price: String,
    include_labour: i64,
    labour_hours: String,
    labour_rate: String,
    labour_unit_type: String,
    vat: Option<String>,
    cost_type: String,
    created_at: i64,
    updated_at: i64,
}

macro_rules! columns {
    () => {
        "id, version, name, description, quantity, price, include_labour, labour_hours, \
         labour_rate, labour_unit_type, vat, cost_type, created_at, updated_at"
    };
}

/// Every item of an account, by name.
///
/// # Errors
/// When the database fails.
pub async fn list(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Item>> {
    let rows: Vec<Row> = sqlx::query_as(concat!(
        "SELECT ",
        columns!(),
        " FROM items WHERE user_id = $1"
    ))
    .bind(user_id)
    .fetch_all(conn)
    .await?;
    let items: DbResult<Vec<Item>> = rows.into_iter().map(Item::try_from).collect();
    let mut items = items?;
    // The databases know the order of ASCII letters only.
    items.sort_by_cached_key(|item| (words::key(&item.fields.name), item.id.clone()));
    Ok(items)
}

/// An item of an account.
///
/// # Errors
/// When the database fails.
pub async fn find(conn: &mut Conn, user_id: &str, id: &str) -> DbResult<Option<Item>> {
    let row: Option<Row> = sqlx::query_as(concat!(
        "SELECT ",
        columns!(),
        " FROM items WHERE user_id = $1 AND id = $2"
    ))
    .bind(user_id)
    .bind(id)
    .fetch_optional(conn)
    .await?;
    row.map(Item::try_from).transpose()
}

/// Writes an item unless its id is there already; whether it was written.
///
/// # Errors
/// When the database fails.
pub async fn insert(
    conn: &mut Conn,
    user_id: &str,
    id: &str,
    fields: &ItemFields,
    now: i64,
) -> DbResult<bool> {
    let done = sqlx::query(
        "INSERT INTO items (id, user_id, version, name, description, quantity, price, \
         include_labour, labour_hours, labour_rate, labour_unit_type, vat, cost_type, created_at, \
         updated_at) VALUES ($1, $2, 1, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) \
         ON CONFLICT (id) DO NOTHING",
    )
    .bind(id)
    .bind(user_id)
    .bind(&fields.name)
    .bind(&fields.description)
    .bind(fields.quantity.to_string())
    .bind(fields.price.to_string())
    .bind(i64::from(fields.include_labour))
    .bind(fields.labour_hours.to_string())
    .bind(fields.labour_rate.to_string())
    .bind(word(&fields.labour_unit_type)?)
    .bind(fields.vat.as_ref().map(json).transpose()?)
    .bind(word(&fields.cost_type)?)
    .bind(now)
    .bind(now)
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Replaces an item's fields if `version` is the newest; whether it was.
///
/// # Errors
/// When the database fails.
pub async fn update(
    conn: &mut Conn,
    user_id: &str,
    id: &str,
    version: i64,
    fields: &ItemFields,
    now: i64,
) -> DbResult<bool> {
    let done = sqlx::query(
        "UPDATE items SET version = version + 1, name = $1, description = $2, quantity = $3, \
         price = $4, include_labour = $5, labour_hours = $6, labour_rate = $7, \
         labour_unit_type = $8, vat = $9, cost_type = $10, updated_at = $11 \
         WHERE user_id = $12 AND id = $13 AND version = $14",
    )
    .bind(&fields.name)
    .bind(&fields.description)
    .bind(fields.quantity.to_string())
    .bind(fields.price.to_string())
    .bind(i64::from(fields.include_labour))
    .bind(fields.labour_hours.to_string())
    .bind(fields.labour_rate.to_string())
    .bind(word(&fields.labour_unit_type)?)
    .bind(fields.vat.as_ref().map(json).transpose()?)
    .bind(word(&fields.cost_type)?)
    .bind(now)
    .bind(user_id)
    .bind(id)
    .bind(version)
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Removes an item; whether there was one.
///
/// # Errors
/// When the database fails.
pub async fn delete(conn: &mut Conn, user_id: &str, id: &str) -> DbResult<bool> {
    let done = sqlx::query("DELETE FROM items WHERE user_id = $1 AND id = $2")
        .bind(user_id)
        .bind(id)
        .execute(conn)
        .await?;
    Ok(done.rows_affected() == 1)
}

impl TryFrom<Row> for Item {
    type Error = sqlx::Error;

    fn try_from(row: Row) -> Result<Self, sqlx::Error> {
        Ok(Self {
            id: row.id,
            version: row.version,
            fields: ItemFields {
                name: row.name,
                description: row.description,
                quantity: Number::from_text(&row.quantity),
                price: Number::from_text(&row.price),
                include_labour: row.include_labour != 0,
                labour_hours: Number::from_text(&row.labour_hours),
                labour_rate: Number::from_text(&row.labour_rate),
                labour_unit_type: from_word(&row.labour_unit_type)?,
                vat: row.vat.as_deref().map(from_json).transpose()?,
                cost_type: from_word(&row.cost_type)?,
            },
            created_at: row.created_at,
            updated_at: row.updated_at,
        })
    }
}

fn json(value: &impl Serialize) -> DbResult<String> {
    serde_json::to_string(value).map_err(|error| sqlx::Error::Encode(error.into()))
}

fn from_json<T: DeserializeOwned>(text: &str) -> DbResult<T> {
    serde_json::from_str(text).map_err(|error| sqlx::Error::Decode(error.into()))
}

/// The word of an enum without fields.
fn word(value: &impl Serialize) -> DbResult<String> {
    Ok(json(value)?.trim_matches('"').to_owned())
}

fn from_word<T: DeserializeOwned>(text: &str) -> DbResult<T> {
    from_json(&format!("\"{text}\""))
}
