//! The items table. Numbers are stored as text.

use plumbline_core::document::{CostType, LabourUnit, Vat};
use plumbline_core::money::number::Number;

use super::{Item, ItemFields};
use plumbline_platform::db::migrate::{self, TableFingerprint};
use plumbline_platform::db::table::{Table as _, table};
use plumbline_platform::db::{Conn, Db, DbResult, bulk_write, packed_rows, search_sums, sql, words};
use plumbline_platform::ids::{ItemId, UserId};

/// About how many bytes the short fields of an item have.
const SHORT: i64 = 1_024;

table! {
    /// An item as stored.
    struct ItemRow: "items", by id, immutable [user_id, created_at] {
        /// UUIDv7.
        id: ItemId,
        /// The account.
        user_id: UserId,
        /// Incremented by every change.
        version: i64,
        /// The item's name.
        name: String,
        /// A longer description.
        description: String,
        /// The quantity of a new line.
        quantity: Number,
        /// The price per unit, in pounds.
        price: Number,
        /// The cost per unit to the business, in pounds; empty if it isn't known.
        cost: Number,
        /// The unit: a metre, a box.
        unit: String,
        /// Its code in the merchant's price list.
        code: String,
        /// Its category in the price list.
        category: String,
        /// Whether it is at the top of the list.
        favourite: bool,
        /// Whether it includes labour.
        include_labour: bool,
        /// Hours or days of labour.
        labour_hours: Number,
        /// Pounds per hour or day.
        labour_rate: Number,
        /// The unit of the labour.
        labour_unit_type: LabourUnit,
        /// Its VAT as JSON; `None` for the document's own rate.
        vat: Option<String>,
        /// Whether its price is for materials or labour, for CIS.
        cost_type: CostType,
        /// Milliseconds since the epoch.
        created_at: i64,
        /// Milliseconds since the epoch.
        updated_at: i64,
    }
}

impl ItemRow {
    /// The first version of an item.
    fn new(user_id: &UserId, id: &ItemId, fields: &ItemFields, now: i64) -> DbResult<Self> {
        let fields = fields.clone();
        Ok(Self {
            id: id.clone(),
            user_id: user_id.clone(),
            version: 1,
            name: fields.name,
            description: fields.description,
            quantity: fields.quantity,
            price: fields.price,
            cost: fields.cost,
            unit: fields.unit,
            code: fields.code,
            category: fields.category,
            favourite: fields.favourite,
            include_labour: fields.include_labour,
            labour_hours: fields.labour_hours,
            labour_rate: fields.labour_rate,
            labour_unit_type: fields.labour_unit_type,
            vat: fields.vat.as_ref().map(vat_to_json).transpose()?,
            cost_type: fields.cost_type,
            created_at: now,
            updated_at: now,
        })
    }
}

/// Every item of an account, by name.
pub async fn list(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<Item>> {
    let rows: Vec<ItemRow> = packed_rows::find_by_account(conn, user_id).await?;
    let items: DbResult<Vec<Item>> = rows.into_iter().map(Item::try_from).collect();
    let mut items = items?;
    // The databases sort only ASCII letters correctly.
    items.sort_by_cached_key(|item| (words::sort_key(&item.fields.name), item.id.clone()));
    Ok(items)
}

/// An item of an account.
pub async fn find(conn: &mut Conn, user_id: &UserId, id: &ItemId) -> DbResult<Option<Item>> {
    let row =
        ItemRow::select("WHERE user_id = $1 AND id = $2").bind(user_id).bind(id).fetch_optional(conn).await?;
    row.map(Item::try_from).transpose()
}

/// The mark of an account's items, which changes whenever one of them does.
pub async fn read_fingerprint(conn: &mut Conn, user_id: &UserId) -> DbResult<TableFingerprint> {
    migrate::read_fingerprint::<ItemRow>(conn, user_id).await
}

/// The same, once no other import of the account is in progress.
pub async fn lock_for_import(conn: &mut Conn, user_id: &UserId) -> DbResult<TableFingerprint> {
    migrate::lock_and_read::<ItemRow>(conn, user_id).await
}

/// The words by which an item can be found.
fn search_words(fields: &ItemFields) -> String {
    words::to_stored_words([fields.name.as_str(), &fields.code, &fields.category, &fields.description])
}

/// The account's items that match all of the typed words, latest change first.
pub async fn search(conn: &mut Conn, user_id: &UserId, typed: &str, limit: i64) -> DbResult<Vec<Item>> {
    let rows: Vec<ItemRow> = search_sums::find_by_words(conn, user_id, typed, limit).await?;
    rows.into_iter().map(Item::try_from).collect()
}

/// Writes the search words of items that an older server stored without them, or with those of its version.
pub async fn fill_search_words(db: &Db) -> DbResult<()> {
    let of = |row: ItemRow| {
        let item = Item::try_from(row)?;
        Ok((item.id.to_string(), search_words(&item.fields)))
    };
    search_sums::rewrite_outdated(db, of).await?;
    search_sums::fill_missing(db, of).await
}

/// Writes an item unless its id exists; returns whether it was written.
pub async fn insert(
    conn: &mut Conn,
    user_id: &UserId,
    id: &ItemId,
    fields: &ItemFields,
    now: i64,
) -> DbResult<bool> {
    let row = ItemRow::new(user_id, id, fields, now)?;
    let done = row.insert_if_absent().execute(&mut *conn).await?;
    let is_new = done.rows_affected() == 1;
    if is_new {
        search_sums::set_words::<ItemRow>(conn, id.as_str(), &search_words(fields)).await?;
    }
    Ok(is_new)
}

/// Replaces an item's fields if `version` is the newest; returns whether it was.
pub async fn update(
    conn: &mut Conn,
    user_id: &UserId,
    id: &ItemId,
    version: i64,
    fields: &ItemFields,
    now: i64,
) -> DbResult<bool> {
    if find(conn, user_id, id).await?.is_none() {
        return Ok(false);
    }
    let changed = ItemRow { version: version.saturating_add(1), ..ItemRow::new(user_id, id, fields, now)? };
    let done = changed.update_version(version).execute(&mut *conn).await?;
    let is_written = done.rows_affected() == 1;
    if is_written {
        search_sums::set_words::<ItemRow>(conn, id.as_str(), &search_words(fields)).await?;
    }
    Ok(is_written)
}

/// An item with its search words for an import, prepared before anything is locked.
#[derive(Debug)]
pub struct ItemToWrite {
    row: ItemRow,
    search_words: String,
}

impl ItemToWrite {
    /// The item with these fields and this version (1 for a new item).
    ///
    /// # Errors
    /// When its VAT can't be serialised.
    pub fn new(
        user_id: &UserId,
        (id, version): (&ItemId, i64),
        fields: &ItemFields,
        now: i64,
    ) -> DbResult<Self> {
        Ok(Self {
            search_words: search_words(fields),
            row: ItemRow { version, ..ItemRow::new(user_id, id, fields, now)? },
        })
    }

    /// About how many bytes are written for it.
    #[must_use]
    pub fn size(&self) -> i64 {
        let long = self.row.description.len() + self.search_words.len();
        SHORT.saturating_add(i64::try_from(long).unwrap_or(i64::MAX))
    }

    fn as_row(&self) -> bulk_write::RowWithWords<'_, ItemRow> {
        bulk_write::RowWithWords { row: &self.row, search_words: Some(&self.search_words) }
    }
}

/// Writes new items.
pub async fn insert_all(conn: &mut Conn, all: &[ItemToWrite]) -> DbResult<()> {
    let rows: Vec<_> = all.iter().map(ItemToWrite::as_row).collect();
    bulk_write::insert_many(conn, &rows).await
}

/// Replaces items, each over the version before its own; returns whether all of them had that version.
pub async fn update_all(conn: &mut Conn, all: &[ItemToWrite]) -> DbResult<bool> {
    let rows: Vec<_> = all.iter().map(ItemToWrite::as_row).collect();
    let written = bulk_write::update_many(conn, &rows, |row| row.version - 1).await?;
    Ok(written == rows.len() as u64)
}

/// Removes an item; returns whether it existed.
pub async fn delete(conn: &mut Conn, user_id: &UserId, id: &ItemId) -> DbResult<bool> {
    let done = sql::query("DELETE FROM items WHERE user_id = $1 AND id = $2")
        .bind(user_id)
        .bind(id)
        .execute(conn)
        .await?;
    Ok(done.rows_affected() == 1)
}

impl TryFrom<ItemRow> for Item {
    type Error = sqlx::Error;

    fn try_from(row: ItemRow) -> Result<Self, sqlx::Error> {
        Ok(Self {
            id: row.id,
            version: row.version,
            fields: ItemFields {
                name: row.name,
                description: row.description,
                quantity: row.quantity,
                price: row.price,
                cost: row.cost,
                unit: row.unit,
                code: row.code,
                category: row.category,
                favourite: row.favourite,
                include_labour: row.include_labour,
                labour_hours: row.labour_hours,
                labour_rate: row.labour_rate,
                labour_unit_type: row.labour_unit_type,
                vat: row.vat.as_deref().map(vat_from_json).transpose()?,
                cost_type: row.cost_type,
            },
            created_at: row.created_at,
            updated_at: row.updated_at,
        })
    }
}

fn vat_to_json(vat: &Vat) -> DbResult<String> {
    serde_json::to_string(vat).map_err(|error| sqlx::Error::Encode(error.into()))
}

fn vat_from_json(text: &str) -> DbResult<Vat> {
    serde_json::from_str(text).map_err(|error| sqlx::Error::Decode(error.into()))
}
