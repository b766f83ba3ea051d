//! The tables of number sequences, and the numbers that documents have.

use plumbline_core::kind::DocumentKind;

use super::{NUMBER_MAX, NumberSequence};
use plumbline_platform::db::{Conn, DbResult, sql};
use plumbline_platform::ids::{ProfileId, UserId};

/// Takes the next number from the profile's sequence or, without a profile, from the owner's. The sequence's row is
/// locked until the transaction ends: a concurrent issue waits, and a rolled-back one leaves no gap.
pub async fn take_next(
    conn: &mut Conn,
    kind: DocumentKind,
    profile: Option<&ProfileId>,
    owner: &UserId,
) -> DbResult<String> {
    let (sql, whose): (&'static str, &str) = match profile {
        Some(profile) => (
            "INSERT INTO document_sequences (business_profile_id, kind, last_number) \
             VALUES ($1, $2, 1) ON CONFLICT (business_profile_id, kind) \
             DO UPDATE SET last_number = document_sequences.last_number + 1 \
             RETURNING last_number, prefix",
            profile.as_str(),
        ),
        None => (
            "INSERT INTO owner_sequences (user_id, kind, last_number) \
             VALUES ($1, $2, 1) ON CONFLICT (user_id, kind) \
             DO UPDATE SET last_number = owner_sequences.last_number + 1 \
             RETURNING last_number, '' AS prefix",
            owner.as_str(),
        ),
    };
    let (n, prefix): (i64, String) = sql::query_as(sql).bind(whose).bind(kind.code()).fetch_one(conn).await?;
    Ok(kind.format_number(&prefix, n))
}

/// A profile's sequence for a kind of document.
pub async fn find_for_profile(
    conn: &mut Conn,
    profile: &ProfileId,
    kind: DocumentKind,
) -> DbResult<NumberSequence> {
    let found: Option<(i64, String)> = sql::query_as(
        "SELECT last_number, prefix FROM document_sequences \
         WHERE business_profile_id = $1 AND kind = $2",
    )
    .bind(profile.as_str())
    .bind(kind.code())
    .fetch_optional(conn)
    .await?;
    let (last, prefix) = found.unwrap_or_default();
    Ok(NumberSequence { prefix, next: last + 1 })
}

/// Sets a profile's sequence for a kind of document.
pub async fn save_for_profile(
    conn: &mut Conn,
    profile: &ProfileId,
    kind: DocumentKind,
    sequence: &NumberSequence,
) -> DbResult<()> {
    sql::query(
        "INSERT INTO document_sequences (business_profile_id, kind, last_number, prefix) \
         VALUES ($1, $2, $3, $4) ON CONFLICT (business_profile_id, kind) \
         DO UPDATE SET last_number = $3, prefix = $4",
    )
    .bind(profile.as_str())
    .bind(kind.code())
    .bind(sequence.next - 1)
    .bind(&sequence.prefix)
    .execute(conn)
    .await?;
    Ok(())
}

/// A document number that the profile's sequence would reach again: one with the same prefix that is at least as high
/// as the next number. Numbers with the same prefix are sorted by length, then as text.
pub async fn find_taken(
    conn: &mut Conn,
    profile: &ProfileId,
    kind: DocumentKind,
    sequence: &NumberSequence,
) -> DbResult<Option<String>> {
    let next = sequence.format_next(kind);
    let length = i64::try_from(next.chars().count()).unwrap_or(i64::MAX);
    let like = format!("{}%", kind.number_prefix(&sequence.prefix));
    sql::query_scalar(
        "SELECT number FROM documents WHERE business_profile_id = $1 AND kind = $2 \
         AND number IS NOT NULL AND number LIKE $3 AND (LENGTH(number) > $4 OR (LENGTH(number) = $4 AND number >= $5)) \
         ORDER BY LENGTH(number) DESC, number DESC LIMIT 1",
    )
    .bind(profile.as_str())
    .bind(kind.code())
    .bind(like)
    .bind(length)
    .bind(next)
    .fetch_optional(conn)
    .await
}

/// The numbers of all documents of a kind: of a profile or, without a profile, of the owner.
pub async fn list_numbers(
    conn: &mut Conn,
    kind: DocumentKind,
    profile: Option<&ProfileId>,
    owner: &UserId,
) -> DbResult<Vec<String>> {
    let sql = match profile {
        Some(_) => {
            "SELECT number FROM documents WHERE user_id = $1 AND kind = $2 \
             AND business_profile_id = $3 AND number IS NOT NULL"
        }
        None => {
            "SELECT number FROM documents WHERE user_id = $1 AND kind = $2 \
             AND business_profile_id IS NULL AND number IS NOT NULL"
        }
    };
    let mut query = sql::query_scalar(sql).bind(owner).bind(kind.code());
    if let Some(profile) = profile {
        query = query.bind(profile);
    }
    query.fetch_all(conn).await
}

/// Whether a document of a kind has this number: of a profile or, without a profile, of the owner.
pub async fn is_taken(
    conn: &mut Conn,
    kind: DocumentKind,
    profile: Option<&ProfileId>,
    owner: &UserId,
    number: &str,
) -> DbResult<bool> {
    let sql = match profile {
        Some(_) => {
            "SELECT id FROM documents WHERE user_id = $1 AND kind = $2 AND number = $3 \
             AND business_profile_id = $4"
        }
        None => {
            "SELECT id FROM documents WHERE user_id = $1 AND kind = $2 AND number = $3 \
             AND business_profile_id IS NULL"
        }
    };
    let mut query = sql::query_scalar(sql).bind(owner).bind(kind.code()).bind(number);
    if let Some(profile) = profile {
        query = query.bind(profile);
    }
    let found: Option<String> = query.fetch_optional(conn).await?;
    Ok(found.is_some())
}

/// Continues a sequence after `numbers`, which were imported, if it would otherwise reach one of them. Numbers with
/// another prefix, or that don't end in a number, are never reached.
pub async fn advance_past(
    conn: &mut Conn,
    kind: DocumentKind,
    profile: Option<&ProfileId>,
    owner: &UserId,
    numbers: &[String],
) -> DbResult<()> {
    let own = match profile {
        Some(profile) => find_for_profile(conn, profile, kind).await?.prefix,
        None => String::new(),
    };
    let highest = numbers.iter().filter_map(|number| {
        let n: i64 = number.strip_prefix(kind.number_prefix(&own))?.parse().ok()?;
        ((1..=NUMBER_MAX).contains(&n) && kind.format_number(&own, n) == *number).then_some(n)
    });
    let Some(highest) = highest.max() else {
        return Ok(());
    };
    let (sql, whose): (&'static str, &str) = match profile {
        Some(profile) => (
            "INSERT INTO document_sequences (business_profile_id, kind, last_number) \
             VALUES ($1, $2, $3) ON CONFLICT (business_profile_id, kind) DO UPDATE SET \
             last_number = CASE WHEN document_sequences.last_number < $3 THEN $3 \
                 ELSE document_sequences.last_number END",
            profile.as_str(),
        ),
        None => (
            "INSERT INTO owner_sequences (user_id, kind, last_number) \
             VALUES ($1, $2, $3) ON CONFLICT (user_id, kind) DO UPDATE SET \
             last_number = CASE WHEN owner_sequences.last_number < $3 THEN $3 \
                 ELSE owner_sequences.last_number END",
            owner.as_str(),
        ),
    };
    sql::query(sql).bind(whose).bind(kind.code()).bind(highest).execute(conn).await?;
    Ok(())
}
