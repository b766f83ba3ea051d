//! The contacts table.

use sqlx::AssertSqlSafe;

use super::fields::Site;
use super::{Contact, ContactFields};
use crate::summaries::customer;
use plumbline_platform::db::migrate::{self, TableFingerprint};
use plumbline_platform::db::table::{Table as _, table};
use plumbline_platform::db::{
    Conn, Db, DbResult, bulk_write, find_dialect, packed_rows, search_sums, sql, words,
};
use plumbline_platform::ids::{ContactId, UserId};

table! {
    /// A contact as stored.
    pub struct ContactRow: "contacts", by id, immutable [user_id, created_at] {
        /// UUIDv7.
        pub id: ContactId,
        /// The account.
        pub user_id: UserId,
        /// The version, which increases with every change.
        pub version: i64,
        /// Milliseconds since the epoch.
        pub created_at: i64,
        /// Milliseconds since the epoch.
        pub updated_at: i64,
    }
    within {
        /// The fields that a person enters.
        pub fields: ContactFields {
            name,
            company,
            address_line1,
            address_line2,
            city,
            county,
            post_code,
            country,
            address,
            phone,
            email,
            vat_number,
            vat_registered,
            end_user_notice,
            end_user_notice_date,
            customer_type,
            cis_contractor,
            wants_einvoices,
            peppol_id,
            buyer_reference,
            notes,
            sites,
        }
    }
}

impl From<ContactRow> for Contact {
    fn from(row: ContactRow) -> Self {
        let ContactRow {
            id,
            user_id: _, // whose it is
            version,
            created_at,
            updated_at,
            fields,
        } = row;
        Self { id, version, fields, created_at, updated_at }
    }
}

/// Every contact of an account, by name.
pub async fn list(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<Contact>> {
    let rows: Vec<ContactRow> = packed_rows::find_by_account(conn, user_id).await?;
    let mut contacts: Vec<Contact> = rows.into_iter().map(Contact::from).collect();
    // The databases sort only ASCII letters correctly.
    contacts.sort_by_cached_key(|contact| {
        let name = customer::display_name(&contact.fields.name, &contact.fields.company);
        (words::sort_key(name), contact.id.clone())
    });
    Ok(contacts)
}

table! {
    /// The name of a contact.
    pub struct ContactName: "contacts", by id {
        /// UUIDv7.
        pub id: ContactId,
        /// The person's name; may be empty.
        pub name: String,
        /// The company's name; may be empty.
        pub company: String,
    }
}

/// The names of an account's contacts, in no particular order.
pub async fn list_names(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<ContactName>> {
    packed_rows::find_by_account(conn, user_id).await
}

table! {
    /// The name of a contact, and what distinguishes it from others with the same name.
    pub struct ContactIdentity: "contacts", by id {
        /// UUIDv7.
        pub id: ContactId,
        /// The person's name; may be empty.
        pub name: String,
        /// The company's name; may be empty.
        pub company: String,
        /// The town; may be empty.
        pub city: String,
        /// The postcode; may be empty.
        pub post_code: String,
        /// The email address; may be empty.
        pub email: String,
    }
}

/// The names of an account's contacts with what distinguishes them, in no particular order.
pub async fn list_identities(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<ContactIdentity>> {
    packed_rows::find_by_account(conn, user_id).await
}

/// A contact of an account.
pub async fn find(conn: &mut Conn, user_id: &UserId, id: &ContactId) -> DbResult<Option<ContactRow>> {
    ContactRow::select("WHERE user_id = $1 AND id = $2").bind(user_id).bind(id).fetch_optional(conn).await
}

/// The words by which a contact can be found, from all of its fields.
fn search_words(fields: &ContactFields) -> String {
    let phone = words::phone_words(&fields.phone);
    let own = [
        fields.name.as_str(),
        &fields.company,
        &fields.address_line1,
        &fields.address_line2,
        &fields.city,
        &fields.county,
        &fields.post_code,
        &fields.address,
        &fields.phone,
        &phone,
        &fields.email,
        &fields.vat_number,
    ];
    let sites = fields.sites.iter().flat_map(Site::parts);
    words::to_stored_words(own.into_iter().chain(sites).chain([fields.notes.as_str()]))
}

/// The account's contacts that match all of the typed words, latest change first.
pub async fn search(conn: &mut Conn, user_id: &UserId, typed: &str, limit: i64) -> DbResult<Vec<Contact>> {
    let rows: Vec<ContactRow> = search_sums::find_by_words(conn, user_id, typed, limit).await?;
    Ok(rows.into_iter().map(Contact::from).collect())
}

/// Writes the search words of contacts that an older server stored without them, or with those of its version.
pub async fn fill_search_words(db: &Db) -> DbResult<()> {
    let of = |row: ContactRow| Ok((row.id.to_string(), search_words(&row.fields)));
    search_sums::rewrite_outdated(db, of).await?;
    search_sums::fill_missing(db, of).await
}

/// Inserts a contact unless its id exists; returns whether it was inserted.
pub async fn insert(
    conn: &mut Conn,
    user_id: &UserId,
    id: &ContactId,
    fields: &ContactFields,
    now: i64,
) -> DbResult<bool> {
    let row = ContactRow {
        id: id.clone(),
        user_id: user_id.clone(),
        version: 1,
        created_at: now,
        updated_at: now,
        fields: fields.clone(),
    };
    let done = row.insert_if_absent().execute(&mut *conn).await?;
    let is_new = done.rows_affected() == 1;
    if is_new {
        search_sums::set_words::<ContactRow>(conn, id.as_str(), &search_words(fields)).await?;
    }
    Ok(is_new)
}

/// Replaces a contact's fields if `version` is the newest; returns whether it was.
pub async fn update(
    conn: &mut Conn,
    user_id: &UserId,
    id: &ContactId,
    version: i64,
    fields: &ContactFields,
    now: i64,
) -> DbResult<bool> {
    let Some(row) = find(conn, user_id, id).await? else {
        return Ok(false);
    };
    let changed =
        ContactRow { version: version.saturating_add(1), updated_at: now, fields: fields.clone(), ..row };
    let done = changed.update_version(version).execute(&mut *conn).await?;
    let is_written = done.rows_affected() == 1;
    if is_written {
        search_sums::set_words::<ContactRow>(conn, id.as_str(), &search_words(fields)).await?;
    }
    Ok(is_written)
}

/// Restores a contact under its former id, with its search words; returns whether the id was free.
pub async fn restore(conn: &mut Conn, row: &ContactRow) -> DbResult<bool> {
    let done = row.insert_if_absent().execute(&mut *conn).await?;
    let is_back = done.rows_affected() == 1;
    if is_back {
        search_sums::set_words::<ContactRow>(conn, row.id.as_str(), &search_words(&row.fields)).await?;
    }
    Ok(is_back)
}

/// A contact with its search words for an import, prepared before anything is locked.
#[derive(Debug)]
pub struct ContactToWrite {
    row: ContactRow,
    search_words: String,
}

impl ContactToWrite {
    /// A contact with these fields and this version, which is 1 for a new contact.
    #[must_use]
    pub fn new(user_id: &UserId, (id, version): (ContactId, i64), fields: ContactFields, now: i64) -> Self {
        Self {
            search_words: search_words(&fields),
            row: ContactRow {
                id,
                user_id: user_id.clone(),
                version,
                created_at: now,
                updated_at: now,
                fields,
            },
        }
    }

    /// The contact's id.
    #[must_use]
    pub fn id(&self) -> &ContactId {
        &self.row.id
    }

    /// The contact's fields.
    #[must_use]
    pub fn fields(&self) -> &ContactFields {
        &self.row.fields
    }

    fn as_row(&self) -> bulk_write::RowWithWords<'_, ContactRow> {
        bulk_write::RowWithWords { row: &self.row, search_words: Some(&self.search_words) }
    }
}

/// Inserts new contacts.
pub async fn insert_all<'a>(conn: &mut Conn, all: impl Iterator<Item = &'a ContactToWrite>) -> DbResult<()> {
    let rows: Vec<_> = all.map(ContactToWrite::as_row).collect();
    bulk_write::insert_many(conn, &rows).await
}

/// Replaces the fields of contacts, each over the version before its own; returns whether all had that version.
pub async fn update_all<'a>(
    conn: &mut Conn,
    all: impl Iterator<Item = &'a ContactToWrite>,
) -> DbResult<bool> {
    let rows: Vec<_> = all.map(ContactToWrite::as_row).collect();
    let written = bulk_write::update_many(conn, &rows, |row| row.version - 1).await?;
    Ok(written == rows.len() as u64)
}

/// Deletes a contact; returns whether there was one.
pub async fn delete(conn: &mut Conn, user_id: &UserId, id: &ContactId) -> DbResult<bool> {
    let done = sql::query("DELETE FROM contacts WHERE user_id = $1 AND id = $2")
        .bind(user_id)
        .bind(id)
        .execute(conn)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// The fingerprint of an account's contacts.
pub async fn read_fingerprint(conn: &mut Conn, user_id: &UserId) -> DbResult<TableFingerprint> {
    migrate::read_fingerprint::<ContactRow>(conn, user_id).await
}

/// The same, once no other import of the account is in progress: the account's row is locked until the transaction
/// ends.
pub async fn lock_for_import(conn: &mut Conn, user_id: &UserId) -> DbResult<TableFingerprint> {
    migrate::lock_and_read::<ContactRow>(conn, user_id).await
}

/// Locks a contact until the transaction ends, so that no document is assigned to it in the meantime.
pub async fn lock(conn: &mut Conn, user_id: &UserId, id: &ContactId) -> DbResult<()> {
    let end = find_dialect(conn).for_update();
    let sql = format!("SELECT id FROM contacts WHERE user_id = $1 AND id = $2{end}");
    let _: Option<String> =
        sql::query_scalar(AssertSqlSafe(sql)).bind(user_id).bind(id).fetch_optional(conn).await?;
    Ok(())
}

/// The number of payments to a contact as a subcontractor.
pub async fn count_cis_payments(conn: &mut Conn, user_id: &UserId, id: &ContactId) -> DbResult<i64> {
    sql::query_scalar("SELECT COUNT(*) FROM cis_payments WHERE user_id = $1 AND contact_id = $2")
        .bind(user_id)
        .bind(id)
        .fetch_one(conn)
        .await
}
