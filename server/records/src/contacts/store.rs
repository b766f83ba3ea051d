//! The contacts table.

use sqlx::AssertSqlSafe;

use super::sites::Site;
use super::{Contact, ContactFields};
use crate::summaries::customer;
use plumbline_platform::db::fingerprint::{self, TableFingerprint};
use plumbline_platform::db::packed_rows;
use plumbline_platform::db::table::{Table as _, table};
use plumbline_platform::db::{Conn, Db, DbResult, bulk_write, find_dialect, search_words, words};
use plumbline_platform::ids::{ContactId, UserId};

table! {
    /// A contact as stored.
    pub struct ContactRow: "contacts", by id, immutable [user_id, created_at] {
        /// UUIDv7.
        pub id: ContactId,
        /// The account.
        pub user_id: UserId,
        /// Raised by every change.
        pub version: i64,
        /// Milliseconds since the epoch.
        pub created_at: i64,
        /// Milliseconds since the epoch.
        pub updated_at: i64,
    }
    within {
        /// What was typed.
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
        Self {
            id,
            version,
            fields,
            created_at,
            updated_at,
        }
    }
}

/// Every contact of an account, by name.
pub async fn list(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Contact>> {
    let rows: Vec<ContactRow> = packed_rows::find_by_account(conn, user_id).await?;
    let mut contacts: Vec<Contact> = rows.into_iter().map(Contact::from).collect();
    // The databases know the order of ASCII letters only.
    contacts.sort_by_cached_key(|contact| {
        let name = customer::display_name(&contact.fields.name, &contact.fields.company);
        (words::sort_key(name), contact.id.clone())
    });
    Ok(contacts)
}

table! {
    /// What a contact is called.
    pub struct ContactName: "contacts", by id {
        /// UUIDv7.
        pub id: ContactId,
        /// The person, or empty.
        pub name: String,
        /// The company, or empty.
        pub company: String,
    }
}

/// What every contact of an account is called, in no order.
pub async fn list_names(conn: &mut Conn, user_id: &str) -> DbResult<Vec<ContactName>> {
    packed_rows::find_by_account(conn, user_id).await
}

table! {
    /// What a contact is called, and what it is told apart by from others of the name.
    pub struct ContactIdentity: "contacts", by id {
        /// UUIDv7.
        pub id: ContactId,
        /// The person, or empty.
        pub name: String,
        /// The company, or empty.
        pub company: String,
        /// The town, or empty.
        pub city: String,
        /// The post code, or empty.
        pub post_code: String,
        /// Where mail goes, or empty.
        pub email: String,
    }
}

/// What every contact of an account is called and told apart by, in no order.
pub async fn list_identities(conn: &mut Conn, user_id: &str) -> DbResult<Vec<ContactIdentity>> {
    packed_rows::find_by_account(conn, user_id).await
}

/// A contact of an account.
pub async fn find(conn: &mut Conn, user_id: &str, id: &str) -> DbResult<Option<ContactRow>> {
    ContactRow::select("WHERE user_id = $1 AND id = $2")
        .bind(user_id)
        .bind(id)
        .fetch_optional(conn)
        .await
}

/// The words that a contact is found by: all that is known of it.
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

/// The contacts of an account that have all words typed, those that changed last first.
pub async fn search(
    conn: &mut Conn,
    user_id: &str,
    typed: &str,
    limit: i64,
) -> DbResult<Vec<Contact>> {
    let rows: Vec<ContactRow> = search_words::find_by_words(conn, user_id, typed, limit).await?;
    Ok(rows.into_iter().map(Contact::from).collect())
}

/// Tells contacts their words that an older server left without.
pub async fn fill_search_words(db: &Db) -> DbResult<()> {
    let of = |row: ContactRow| Ok((row.id.to_string(), search_words(&row.fields)));
    search_words::fill_missing(db, of).await
}

/// Writes a contact unless its id is there already; whether it was written.
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
        search_words::set_words::<ContactRow>(conn, id, &search_words(fields)).await?;
    }
    Ok(is_new)
}

/// Replaces a contact's fields if `version` is the newest; whether it was.
pub async fn update(
    conn: &mut Conn,
    user_id: &str,
    id: &str,
    version: i64,
    fields: &ContactFields,
    now: i64,
) -> DbResult<bool> {
    let Some(row) = find(conn, user_id, id).await? else {
        return Ok(false);
    };
    let changed = ContactRow {
        version: version.saturating_add(1),
        updated_at: now,
        fields: fields.clone(),
        ..row
    };
    let done = changed.update_version(version).execute(&mut *conn).await?;
    let is_written = done.rows_affected() == 1;
    if is_written {
        search_words::set_words::<ContactRow>(conn, id, &search_words(fields)).await?;
    }
    Ok(is_written)
}

/// Puts a contact back under the id that it had, with its words; whether that was free.
pub async fn restore(conn: &mut Conn, row: &ContactRow) -> DbResult<bool> {
    let done = row.insert_if_absent().execute(&mut *conn).await?;
    let is_back = done.rows_affected() == 1;
    if is_back {
        search_words::set_words::<ContactRow>(conn, &row.id, &search_words(&row.fields)).await?;
    }
    Ok(is_back)
}

/// A contact as an import writes it, with its words: made before anything is held.
#[derive(Debug)]
pub struct ContactToWrite {
    row: ContactRow,
    search_words: String,
}

impl ContactToWrite {
    /// The contact of these fields as of a version: 1 of a new one.
    #[must_use]
    pub fn new(
        user_id: &UserId,
        (id, version): (ContactId, i64),
        fields: ContactFields,
        now: i64,
    ) -> Self {
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

    /// Its id.
    #[must_use]
    pub fn id(&self) -> &ContactId {
        &self.row.id
    }

    /// What it says.
    #[must_use]
    pub fn fields(&self) -> &ContactFields {
        &self.row.fields
    }

    fn as_row(&self) -> bulk_write::RowWithWords<'_, ContactRow> {
        bulk_write::RowWithWords {
            row: &self.row,
            search_words: Some(&self.search_words),
        }
    }
}

/// Writes contacts that are new.
pub async fn insert_all<'a>(
    conn: &mut Conn,
    all: impl Iterator<Item = &'a ContactToWrite>,
) -> DbResult<()> {
    let rows: Vec<_> = all.map(ContactToWrite::as_row).collect();
    bulk_write::insert_many(conn, &rows).await
}

/// Replaces the fields of contacts, each over the version before its own; whether all were of it.
pub async fn update_all<'a>(
    conn: &mut Conn,
    all: impl Iterator<Item = &'a ContactToWrite>,
) -> DbResult<bool> {
    let rows: Vec<_> = all.map(ContactToWrite::as_row).collect();
    let written = bulk_write::update_many(conn, &rows, |row| row.version - 1).await?;
    Ok(written == rows.len() as u64)
}

/// Removes a contact; whether there was one.
pub async fn delete(conn: &mut Conn, user_id: &str, id: &str) -> DbResult<bool> {
    let done = sqlx::query("DELETE FROM contacts WHERE user_id = $1 AND id = $2")
        .bind(user_id)
        .bind(id)
        .execute(conn)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// The mark of an account's contacts.
pub async fn read_fingerprint(conn: &mut Conn, user_id: &str) -> DbResult<TableFingerprint> {
    fingerprint::read_fingerprint::<ContactRow>(conn, user_id).await
}

/// The same, once no other import of the account is under way: the account's row is held until the
/// transaction ends.
pub async fn lock_for_import(conn: &mut Conn, user_id: &str) -> DbResult<TableFingerprint> {
    fingerprint::lock_and_read::<ContactRow>(conn, user_id).await
}

/// Holds a contact until the transaction ends, so that no document becomes its meanwhile.
pub async fn lock(conn: &mut Conn, user_id: &str, id: &str) -> DbResult<()> {
    let end = find_dialect(conn).for_update();
    let sql = format!("SELECT id FROM contacts WHERE user_id = $1 AND id = $2{end}");
    let _: Option<String> = sqlx::query_scalar(AssertSqlSafe(sql))
        .bind(user_id)
        .bind(id)
        .fetch_optional(conn)
        .await?;
    Ok(())
}

/// How many payments a contact has as a subcontractor.
pub async fn count_cis_payments(conn: &mut Conn, user_id: &str, id: &str) -> DbResult<i64> {
    sqlx::query_scalar("SELECT COUNT(*) FROM cis_payments WHERE user_id = $1 AND contact_id = $2")
        .bind(user_id)
        .bind(id)
        .fetch_one(conn)
        .await
}
