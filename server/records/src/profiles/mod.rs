//! Business profiles: the business as its customers see it, one or several per account. A new account has none; its
//! documents then show the account's own name and address.

pub mod bank;
mod create;
mod delete;
mod numbering;
mod read;
pub mod store;
mod update;
mod validate;

use plumbline_core::document::DepositType;
use plumbline_core::kind::DocumentKind;
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
use plumbline_platform::mail::sender_name;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// The job kind that emails the owner about changed bank details on a profile. The payload is the profile's id.
pub const BANK_CHANGED_JOB: JobKind = JobKind::new("bank_changed", Lane::Ordinary);

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(read::list, create::create))
        .routes(routes!(read::read, update::update, delete::delete))
        .routes(routes!(bank::take_back_details))
        .routes(routes!(numbering::numbering, numbering::set_numbering))
}

/// The fields of a business profile that a person sets; empty if unknown. The names are those of the product's
/// specification.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, rename = "ProfileInput"))]
#[schema(as = ProfileInput)]
pub struct ProfileFields {
    /// The business's name.
    pub name: String,
    /// The business's email address for customers.
    pub email: String,
    /// The business's phone number for customers.
    pub phone: String,
    /// The website's address.
    pub website: String,
    /// The logo: the `url` from the response of `POST /api/files`; null for no logo.
    pub logo_url: Option<String>,
    /// The template of its documents: classic, modern, minimal, bold or colored.
    pub template: String,
    /// The business's own colour in the templates colored and bold, `#rrggbb`; null for the template's. If it is too
    /// light to read, the document uses a darker one.
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
    /// The postcode, as typed.
    #[serde(rename = "post_code")]
    pub post_code: String,
    /// The country; `uk` is displayed as United Kingdom.
    pub country: String,
    /// VAT number.
    pub tax_number: String,
    /// Company registration number.
    pub registration_number: String,
    /// The owner, if the business trades under another name: a sole trader's or the partners' own names; empty if no
    /// owner is named. If null or missing, it doesn't change.
    #[schema(value_type = String)]
    #[cfg_attr(feature = "typescript", ts(as = "String"))]
    pub owner_name: Option<String>,
    /// The address for serving legal documents on the owner, one part per line; empty for the business's address. If
    /// null or missing, it doesn't change.
    #[schema(value_type = String)]
    #[cfg_attr(feature = "typescript", ts(as = "String"))]
    pub service_address: Option<String>,
    /// Its address in the Peppol network, `0088:5060012349998`; empty to use its VAT number.
    pub peppol_id: String,
    /// Terms under quotes, one paragraph per line.
    pub quote_terms: String,
    /// Terms under invoices, one paragraph per line.
    pub invoice_terms: String,
    /// The message of an email with a quote; `{name}` is replaced by the customer's name. Empty for the default.
    pub quote_message: String,
    /// The same for an invoice.
    pub invoice_message: String,
    /// The message of a reminder of a quote, below its greeting; `{number}`, `{amount}` and `{date}` are replaced by
    /// the quote's own. Empty for the default.
    pub quote_reminder: String,
    /// The same for an invoice.
    pub invoice_reminder: String,
    /// Whether it accepts cash.
    #[serde(rename = "accepts_cash")]
    pub accepts_cash: bool,
    /// Whether it accepts bank transfers.
    #[serde(rename = "accepts_bank_transfer")]
    pub accepts_bank_transfer: bool,
    /// Whether it accepts cards, once a card account is connected.
    #[serde(rename = "accepts_card")]
    pub accepts_card: bool,
    /// Whether it accepts PayPal, for invoices.
    #[serde(rename = "accepts_paypal")]
    pub accepts_paypal: bool,
    /// Its PayPal address: a PayPal.Me link or an email address. Without it PayPal isn't offered.
    pub paypal: String,
    /// The bank's name.
    pub bank_name: String,
    /// The name of the bank account.
    pub account_name: String,
    /// The account number, 8 digits.
    pub account_number: String,
    /// The sort code, `12-34-56`.
    pub sort_code: String,
    /// For how many days a new quote is valid, 0 to 365; null for 30.
    pub quote_days: Option<i64>,
    /// In how many days (0 to 365) or months (0 to 12), depending on `invoiceDueUnit`, a new invoice is due; null for
    /// 14 days.
    pub invoice_days: Option<i64>,
    /// The unit of `invoiceDays`: `days` or `months`. If missing from a request, it doesn't change; for a new profile
    /// it is days.
    #[schema(value_type = String)]
    #[cfg_attr(feature = "typescript", ts(as = "String"))]
    pub invoice_due_unit: Option<String>,
    /// Whether new quotes include a deposit.
    pub include_deposit: bool,
    /// The deposit: a percentage or pounds, depending on `depositType`.
    #[schema(value_type = String)]
    pub deposit: Number,
    /// `percentage` or `fixed`.
    #[schema(value_type = String)]
    pub deposit_type: DepositType,
    /// The rate of CIS deduction from its invoices: 0, 20 or 30; null if it isn't a subcontractor.
    pub cis_rate: Option<i64>,
    /// Whether the prices of new documents include VAT. If missing from a request, it doesn't change; for a new profile
    /// it is false.
    #[schema(value_type = bool)]
    #[cfg_attr(feature = "typescript", ts(as = "bool"))]
    pub prices_include_vat: Option<bool>,
    /// Where its jobs are usually agreed: `away` from its premises, at its `premises`, or at a `distance`; empty if not
    /// said, which counts as away.
    pub agreed_at: String,
    /// The text for consumers about when goods are delivered and work is done; empty for the default. If missing from
    /// an update, it doesn't change; this applies to the next two as well.
    #[schema(value_type = String)]
    #[cfg_attr(feature = "typescript", ts(as = "String"))]
    pub work_time: Option<String>,
    /// The text about how it handles complaints; empty for the default.
    #[schema(value_type = String)]
    #[cfg_attr(feature = "typescript", ts(as = "String"))]
    pub complaints: Option<String>,
    /// The text about returning goods after a job is cancelled, and who pays for that; empty for the default.
    #[schema(value_type = String)]
    #[cfg_attr(feature = "typescript", ts(as = "String"))]
    pub returns: Option<String>,
}

/// The unit if an invoice's terms are in days.
const DAYS: &str = "days";
/// The unit if they are in months.
const MONTHS: &str = "months";

impl ProfileFields {
    /// In how many days an invoice dated `today` is due by the business's own terms; `None` if it has no such terms. A
    /// month from the 31st ends on the last day of a shorter month.
    #[must_use]
    pub fn days_to_pay(&self, today: Date) -> Option<i64> {
        let count = self.invoice_days?;
        if self.invoice_due_unit.as_deref() != Some(MONTHS) {
            return Some(count);
        }
        let due = today.plus_months(u32::try_from(count).ok()?)?;
        Some(today.days_until(due))
    }

    /// Fills in the fields that an old client doesn't send: with those from `before`, or empty for a new profile.
    fn merge_with_stored(mut self, before: Option<&Self>) -> Self {
        fn fill(sent: &mut Option<String>, before: Option<&Option<String>>) {
            if sent.is_none() {
                *sent = Some(before.cloned().flatten().unwrap_or_default());
            }
        }
        fill(&mut self.owner_name, before.map(|it| &it.owner_name));
        fill(&mut self.service_address, before.map(|it| &it.service_address));
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
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, rename = "ProfileRecord"))]
#[schema(as = ProfileRecord)]
pub struct Profile {
    /// The id.
    #[schema(value_type = String)]
    pub id: ProfileId,
    /// The version; an update sends the base version.
    pub version: i64,
    /// The fields as set.
    #[serde(flatten)]
    pub fields: ProfileFields,
    /// The connected card account; set by onboarding, never by a client.
    #[serde(rename = "stripe_account_id")]
    pub stripe_account_id: Option<String>,
    /// The changes of payment details that customers don't see yet; left out if there are no such changes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<bank::WaitingDetails>>"))]
    pub waiting: Vec<bank::WaitingDetails>,
    /// Milliseconds since the epoch.
    pub created_at: i64,
    /// Milliseconds since the epoch.
    pub updated_at: i64,
}

/// 422 if replies to the business would go to an address of ours or of a payment provider that isn't the one the
/// account is signed in with.
fn check_address(state: &AppState, user: &CurrentUser, fields: &ProfileFields) -> Result<(), ApiError> {
    let config = &state.config;
    let ours = [&*config.support_email, &*config.mail_from];
    if fields.email.eq_ignore_ascii_case(&user.email)
        || !sender_name::is_borrowed_address(&fields.email, &ours)
    {
        return Ok(());
    }
    Err(ApiError::rule_broken(vec![FieldError::new(
        "email",
        "borrowed_address",
        sender_name::ADDRESS_MESSAGE,
    )]))
}

/// 422 if the logo isn't a file of this account.
async fn check_logo(conn: &mut Conn, user_id: &UserId, fields: &ProfileFields) -> Result<(), ApiError> {
    let Some(url) = &fields.logo_url else {
        return Ok(());
    };
    let known = match plumbline_platform::files::parse_file_url(url) {
        Some(id) => plumbline_platform::files::store::is_owned(conn, user_id, &id, Purpose::Logo).await?,
        None => false,
    };
    if known {
        return Ok(());
    }
    let msg = "This logo is not among your files. Please upload it again.";
    Err(ApiError::rule_broken(vec![FieldError::new("logoUrl", "unknown_file", msg)]))
}

/// 404 for a profile that the account doesn't have.
#[must_use]
pub fn not_found() -> ApiError {
    ApiError::not_found("Business profile")
}

impl ProfileFields {
    /// The details for payments from customers. Changing them requires the password.
    fn bank_details(&self) -> [&str; 5] {
        [&self.paypal, &self.bank_name, &self.account_name, &self.account_number, &self.sort_code]
    }

    /// The message of an email with a document of this kind; empty for the default.
    #[must_use]
    pub fn message_for(&self, kind: DocumentKind) -> &str {
        match kind {
            DocumentKind::Quote => &self.quote_message,
            DocumentKind::Invoice => &self.invoice_message,
            DocumentKind::CreditNote => "",
        }
    }

    /// The message of a reminder of a document of this kind; empty for the default.
    #[must_use]
    pub fn reminder_for(&self, kind: DocumentKind) -> &str {
        match kind {
            DocumentKind::Quote => &self.quote_reminder,
            DocumentKind::Invoice => &self.invoice_reminder,
            DocumentKind::CreditNote => "",
        }
    }

    /// Whether any of the bank details is set.
    fn has_bank_details(&self) -> bool {
        self.bank_details().iter().any(|detail| !detail.is_empty())
    }
}

/// Queues the email to the owner about changed payment details.
async fn queue_bank_change_notice(
    state: &AppState,
    tx: &mut WriteTx,
    user_id: &UserId,
    id: &ProfileId,
) -> DbResult<()> {
    jobs::enqueue_for_account(state, tx, user_id, (BANK_CHANGED_JOB, id.as_str()), None).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn converts_one_month_to_pay_into_the_days_of_a_shorter_month() {
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
