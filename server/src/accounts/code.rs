//! Verification codes: six digits by mail, kept as a salted hash, for 15 minutes and 5 tries.

use askama::Template;
use subtle::ConstantTimeEq as _;

use super::store::{self, UserRow};
use crate::clock::MINUTE;
use crate::db::{DbResult, WriteTx};
use crate::error::ApiError;
use crate::ids::sha256_hex;
use crate::mail::{self, Mail};
use crate::state::AppState;

/// How long a code serves (spec.md, section 9).
const LIFETIME: i64 = 15 * MINUTE;
/// How often a code may be tried.
const MAX_TRIES: i64 = 5;

#[derive(Template)]
#[template(path = "mail/verification.txt")]
struct Text<'a> {
    name: &'a str,
    code: &'a str,
    link: &'a str,
}

#[derive(Template)]
#[template(path = "mail/verification.html")]
struct Html<'a> {
    name: &'a str,
    code: &'a str,
    link: &'a str,
}

/// Whom a code is for.
pub(super) struct Receiver<'a> {
    /// The account's id.
    pub id: &'a str,
    /// Where the code goes.
    pub email: &'a str,
    /// The person's name.
    pub name: &'a str,
}

impl<'a> From<&'a UserRow> for Receiver<'a> {
    fn from(user: &'a UserRow) -> Self {
        Self {
            id: &user.id,
            email: &user.email,
            name: &user.name,
        }
    }
}

/// Makes a new code, in the place of the one before, and queues its mail.
pub(super) async fn send(
    state: &AppState,
    tx: &mut WriteTx,
    receiver: Receiver<'_>,
) -> Result<(), ApiError> {
    let now = state.clock.now_ms();
    let code = state.ids.six_digits();
    let salt = state.ids.token::<16>();
    store::replace_code(
        tx,
        receiver.id,
        &salt,
        &hash(&salt, &code),
        now + LIFETIME,
        now,
    )
    .await?;
    let email: String = url::form_urlencoded::byte_serialize(receiver.email.as_bytes()).collect();
    let link = state.link(&format!("/verify-email?email={email}"));
    let (name, link, code) = (receiver.name, link.as_str(), code.as_str());
    let mail = Mail {
        to: receiver.email.to_owned(),
        from_name: None,
        reply_to: None,
        subject: format!("{code} is your Plumbline verification code"),
        text: Text { name, code, link }.render()?,
        html: Html { name, code, link }.render()?,
        attachments: Vec::new(),
    };
    mail::enqueue(state, tx, &mail).await
}

/// Whether this is the account's code; every asking counts as a try, and a right code is used up.
pub(super) async fn accept(
    tx: &mut WriteTx,
    user_id: &str,
    code: &str,
    now: i64,
) -> DbResult<bool> {
    let dialect = tx.dialect();
    let Some(row) = store::find_code(tx, dialect, user_id).await? else {
        return Ok(false);
    };
    if now >= row.expires_at || row.tries >= MAX_TRIES {
        return Ok(false);
    }
    let right = hash(&row.salt, code)
        .as_bytes()
        .ct_eq(row.code_hash.as_bytes());
    if bool::from(right) {
        store::delete_code(tx, user_id).await?;
        return Ok(true);
    }
    store::count_try(tx, user_id).await?;
    Ok(false)
}

fn hash(salt: &str, code: &str) -> String {
    sha256_hex(format!("{salt}:{code}"))
}
