//! Business profiles: the business as its customers see it, one or several per account. A new account has none; its
//! documents then show the account's own name and address.

pub mod bank;
mod create;
mod delete;
mod list;
mod numbering;
mod read;
pub mod store;
mod update;
mod validate;

use plumbline_core::document::DepositType;
use plumbline_core::kind::Kind;
use plumbline_core::money::number::Number;
use plumbline_core::time::Date;
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::db::{Conn, DbResult, WriteTx};
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::files::store::Purpose;
use plumbline_platform::ids::{ProfileId, UserId};
use plumbline_platform::jobs::{self, JobKind, Lane};
use plumbline_platform::mail::sender;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// Other bank details stand on a profile: its owner is told of it by mail. The payload is the
/// profile's id.
pub const BANK_CHANGED: JobKind = JobKind::new("bank_changed", Lane::Ordinary);

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list::list, create::create))
        .routes(routes!(read::read, update::update, delete::delete))
        .routes(routes!(bank::take_back::take_back_details))
        .routes(routes!(numbering::numbering, numbering::set_numbering))
}

/// What a person sets of a business profile; empty where nothing is known. The names are those of
/// the product's specification.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(export, rename = "ProfileInput")
)]
#[schema(as = ProfileInput)]
pub struct ProfileFields {
    /// The business's name.
    pub name: String,
    /// Where customers write to.
    pub email: String,
    /// Where customers call.
    pub phone: String,
    /// Its web address.
    pub website: String,
    /// The logo: what `POST /api/files` answered as `url`; null for none.
    pub logo_url: Option<String>,
    /// The documents' design: classic, modern, minimal, bold or colored.
    pub template: String,
    /// The business's own colour in the designs colored and bold, `#rrggbb`; null: the design's. Where
    /// it is too light to be read, the document takes a darker one.
    pub brand_colour: Option<String>,
    /// First line of the address.
    #[serde(rename = "address_line1")]
    pub address_line1: String,
    /// Second line of the address.
    #[serde(rename = "address_line2")]
    pub address_line2: String,
    /// Town or city.
    pub city: String,
    /// County.
    pub county: String,
    /// Post code, as typed.
    #[serde(rename = "post_code")]
    pub post_code: String,
    /// Country; `uk` is shown as United Kingdom.
    pub country: String,
    /// VAT number.
    pub tax_number: String,
    /// Company registration number.
    pub registration_number: String,
    /// Whose business it is, where it trades under another name: a sole trader's or the partners' own names; empty:
    /// nobody is named. Null or left out, it stays as it is.
    #[schema(value_type = String)]
    #[cfg_attr(feature = "typescript", ts(as = "String"))]
    pub owner_name: Option<String>,
    /// Where papers are served on them, one part a line; empty: at the business's address. Null or left out, it stays
    /// as it is.
    #[schema(value_type = String)]
    #[cfg_attr(feature = "typescript", ts(as = "String"))]
    pub service_address: Option<String>,
    /// Its address in the Peppol network, `0088:5060012349998`; empty: its VAT number.
    pub peppol_id: String,
    /// Terms under quotes, one paragraph a line.
    pub quote_terms: String,
    /// Terms under invoices, one paragraph a line.
    pub invoice_terms: String,
    /// What the mail says that brings a quote; `{name}` is the customer's. Empty: as usual.
    pub quote_message: String,
    /// The same of an invoice.
    pub invoice_message: String,
    /// What a reminder of a quote says, under its greeting; `{number}`, `{amount}` and `{date}` stand for
    /// the quote's own. Empty: as usual.
    pub quote_reminder: String,
    /// The same of an invoice.
    pub invoice_reminder: String,
    /// Whether cash is taken.
    #[serde(rename = "accepts_cash")]
    pub accepts_cash: bool,
    /// Whether bank transfers are taken.
    #[serde(rename = "accepts_bank_transfer")]
    pub accepts_bank_transfer: bool,
    /// Whether cards are taken, once a card account is connected.
    #[serde(rename = "accepts_card")]
    pub accepts_card: bool,
    /// Whether PayPal is taken, for invoices.
    #[serde(rename = "accepts_paypal")]
    pub accepts_paypal: bool,
    /// Where it is paid by PayPal: a PayPal.Me link or an e-mail address. Without it PayPal is
    /// offered to nobody.
    pub paypal: String,
    /// The bank.
    pub bank_name: String,
    /// The account's name.
    pub account_name: String,
    /// The account's number, 8 digits.
    pub account_number: String,
    /// The sort code, `12-34-56`.
    pub sort_code: String,
    /// For how many days a new quote stands, 0 to 365; null: 30.
    pub quote_days: Option<i64>,
    /// In how many days a new invoice is due, 0 to 365, or in how many months, 0 to 12, by `invoiceDueUnit`; null: 14
    /// days.
    pub invoice_days: Option<i64>,
    /// What `invoiceDays` counts: `days` or `months`. Left out of a request: as it was, and of a new profile days.
    #[schema(value_type = String)]
    #[cfg_attr(feature = "typescript", ts(as = "String"))]
    pub invoice_due_unit: Option<String>,
    /// Whether a new quote asks for a deposit.
    pub include_deposit: bool,
    /// How much: a percentage or pounds, by `depositType`.
    #[schema(value_type = String)]
    pub deposit: Number,
    /// `percentage` or `fixed`.
    #[schema(value_type = String)]
    pub deposit_type: DepositType,
    /// The rate that contractors deduct from its invoices under the Construction Industry Scheme: 0, 20
    /// or 30; null: it is no subcontractor.
    pub cis_rate: Option<i64>,
    /// Whether a new document starts with prices that include VAT. Left out of a request: as it was, and of a
    /// new profile false.
    #[schema(value_type = bool)]
    #[cfg_attr(feature = "typescript", ts(as = "bool"))]
    pub prices_include_vat: Option<bool>,
    /// Where its jobs usually are agreed: `away` from its premises, at its `premises`, or at a `distance`;
    /// empty: it has not said, and they count as agreed away.
    pub agreed_at: String,
    /// What its consumers are told of when goods are delivered and work is done; empty: in our words. Left out of an
    /// update it stays as it was, as do the two below.
    #[schema(value_type = String)]
    #[cfg_attr(feature = "typescript", ts(as = "String"))]
    pub work_time: Option<String>,
    /// What they are told of how it handles complaints; empty: in our words.
    #[schema(value_type = String)]
    #[cfg_attr(feature = "typescript", ts(as = "String"))]
    pub complaints: Option<String>,
    /// What they are told of goods that go back once a job is cancelled, and of who pays for that; empty: in our words.
    #[schema(value_type = String)]
    #[cfg_attr(feature = "typescript", ts(as = "String"))]
    pub returns: Option<String>,
}

/// The terms of an invoice are counted in days.
const DAYS: &str = "days";
/// They are counted in months.
const MONTHS: &str = "months";

impl ProfileFields {
    /// In how many days an invoice of `today` is due by the business's own terms; none where it has none. A month from
    /// the 31st ends on the last day of a shorter one.
    #[must_use]
    pub fn days_to_pay(&self, today: Date) -> Option<i64> {
        let count = self.invoice_days?;
        if self.invoice_due_unit.as_deref() != Some(MONTHS) {
            return Some(count);
        }
        let due = today.plus_months(u32::try_from(count).ok()?)?;
        Some(today.days_until(due))
    }

    /// The fields with what a client from before some of them left out: as they were `before`, and empty where there was
    /// nothing before.
    fn beside(mut self, before: Option<&Self>) -> Self {
        fn fill(sent: &mut Option<String>, before: Option<&Option<String>>) {
            if sent.is_none() {
                *sent = Some(before.cloned().flatten().unwrap_or_default());
            }
        }
        fill(&mut self.owner_name, before.map(|it| &it.owner_name));
        fill(
            &mut self.service_address,
            before.map(|it| &it.service_address),
        );
        fill(&mut self.work_time, before.map(|it| &it.work_time));
        fill(&mut self.complaints, before.map(|it| &it.complaints));
        fill(&mut self.returns, before.map(|it| &it.returns));
        let unit = before.and_then(|it| it.invoice_due_unit.clone());
        self.invoice_due_unit = self.invoice_due_unit.or(unit).or(Some(DAYS.to_owned()));
        let had = before.and_then(|it| it.prices_include_vat);
        self.prices_include_vat = self.prices_include_vat.or(had).or(Some(false));
        self
    }
}

impl Default for ProfileFields {
    fn default() -> Self {
        let empty = String::new;
        Self {
            name: empty(),
            email: empty(),
            phone: empty(),
            website: empty(),
            logo_url: None,
            template: "classic".to_owned(),
            brand_colour: None,
            address_line1: empty(),
            address_line2: empty(),
            city: empty(),
            county: empty(),
            post_code: empty(),
            country: empty(),
            tax_number: empty(),
            registration_number: empty(),
            owner_name: None,
            service_address: None,
            peppol_id: empty(),
            quote_terms: empty(),
            invoice_terms: empty(),
            quote_message: empty(),
            invoice_message: empty(),
            quote_reminder: empty(),
            invoice_reminder: empty(),
            accepts_cash: true,
            accepts_bank_transfer: false,
            accepts_card: false,
            accepts_paypal: false,
            paypal: empty(),
            bank_name: empty(),
            account_name: empty(),
            account_number: empty(),
            sort_code: empty(),
            quote_days: None,
            invoice_days: None,
            invoice_due_unit: None,
            include_deposit: false,
            deposit: Number::Empty,
            deposit_type: DepositType::default(),
            cis_rate: None,
            prices_include_vat: None,
            agreed_at: empty(),
            work_time: None,
            complaints: None,
            returns: None,
        }
    }
}

/// A business profile.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(export, rename = "ProfileRecord")
)]
#[schema(as = ProfileRecord)]
pub struct Profile {
    /// The id.
    #[schema(value_type = String)]
    pub id: ProfileId,
    /// Counts the changes; an update carries the one it was made to.
    pub version: i64,
    /// What was set.
    #[serde(flatten)]
    pub fields: ProfileFields,
    /// The connected card account; set by onboarding, never by a client.
    #[serde(rename = "stripe_account_id")]
    pub stripe_account_id: Option<String>,
    /// What of its bank details customers do not see yet; left out where there is nothing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(
        feature = "typescript",
        ts(optional, as = "Option<Vec<bank::WaitingDetails>>")
    )]
    pub waiting: Vec<bank::WaitingDetails>,
    /// Milliseconds since the epoch.
    pub created_at: i64,
    /// Milliseconds since the epoch.
    pub updated_at: i64,
}

/// 422 when answers to the business would go to an address of ours or of a payment provider, which is not the one that
/// the account is signed in with.
fn check_address(
    state: &AppState,
    user: &CurrentUser,
    fields: &ProfileFields,
) -> Result<(), ApiError> {
    let config = &state.config;
    let ours = [&*config.support_email, &*config.mail_from];
    if fields.email.eq_ignore_ascii_case(&user.email)
        || !sender::is_borrowed_address(&fields.email, &ours)
    {
        return Ok(());
    }
    Err(ApiError::rule_broken(vec![FieldError::new(
        "email",
        "borrowed_address",
        sender::ADDRESS_MESSAGE,
    )]))
}

/// 422 when the logo is not a file of this account.
async fn check_logo(
    conn: &mut Conn,
    user_id: &str,
    fields: &ProfileFields,
) -> Result<(), ApiError> {
    let Some(url) = &fields.logo_url else {
        return Ok(());
    };
    let known = match plumbline_platform::files::id_of_url(url) {
        Some(id) => {
            plumbline_platform::files::store::is_owned(conn, user_id, &id, Purpose::Logo).await?
        }
        None => false,
    };
    if known {
        return Ok(());
    }
    let msg = "This logo is not among your files. Please upload it again.";
    Err(ApiError::rule_broken(vec![FieldError::new(
        "logoUrl",
        "unknown_file",
        msg,
    )]))
}

/// 404 for a profile that is not there, or is another account's.
#[must_use]
pub fn not_found() -> ApiError {
    ApiError::not_found("Business profile")
}

impl ProfileFields {
    /// Where customers are told to send their money: what changes it asks for the password.
    fn bank_details(&self) -> [&str; 5] {
        [
            &self.paypal,
            &self.bank_name,
            &self.account_name,
            &self.account_number,
            &self.sort_code,
        ]
    }

    /// What the mail of a document of this kind says; empty: as usual.
    #[must_use]
    pub fn message_for(&self, kind: Kind) -> &str {
        match kind {
            Kind::Quote => &self.quote_message,
            Kind::Invoice => &self.invoice_message,
            Kind::CreditNote => "",
        }
    }

    /// What a reminder of a document of this kind says; empty: as usual.
    #[must_use]
    pub fn reminder_for(&self, kind: Kind) -> &str {
        match kind {
            Kind::Quote => &self.quote_reminder,
            Kind::Invoice => &self.invoice_reminder,
            Kind::CreditNote => "",
        }
    }

    /// Whether any of them is given.
    fn has_bank_details(&self) -> bool {
        self.bank_details().iter().any(|detail| !detail.is_empty())
    }
}

/// Has the owner told that customers are told to pay elsewhere.
async fn tell_of_bank(
    state: &AppState,
    tx: &mut WriteTx,
    user_id: &UserId,
    id: &ProfileId,
) -> DbResult<()> {
    jobs::enqueue_for(state, tx, user_id, (BANK_CHANGED, id), None).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_to_pay_ends_where_a_shorter_month_does() {
        let days = |count: Option<i64>, unit: &str| {
            let fields = ProfileFields {
                invoice_days: count,
                invoice_due_unit: Some(unit.to_owned()),
                ..ProfileFields::default()
            };
            fields.days_to_pay("2026-01-31".parse().unwrap())
        };
        assert_eq!(days(Some(30), DAYS), Some(30));
        assert_eq!(days(Some(1), MONTHS), Some(28));
        assert_eq!(days(Some(0), MONTHS), Some(0));
        assert_eq!(days(None, MONTHS), None);
    }
}
