//! A type for each kind of id, so that a contact's is never mistaken for an account's.
//!
//! Every id is a UUIDv7 in one written form (hyphenated, lower case) and comes from one of three places: a new one
//! from [`Ids::new_id`](super::Ids::new_id), a request by parsing (upper and lower case are the same id), or the
//! column of a row. A row may come from somebody else's backup, so a value that is not an id is an error.
//!
//! No type dereferences to `str` or compares with another, so swapped arguments don't compile:
//!
//! ```compile_fail,E0308
//! use plumbline_platform::ids::{ContactId, UserId};
//!
//! fn find(user_id: &UserId, id: &ContactId) {}
//!
//! fn find_swapped(user_id: &UserId, id: &ContactId) {
//!     find(id, user_id);
//! }
//! ```

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sqlx::error::BoxDynError;
use utoipa::PartialSchema as _;
use utoipa::openapi::Required;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use uuid::Uuid;

use super::{is_id, parse_id};

/// An id of one type of object.
pub trait Id: FromStr<Err = InvalidId> + From<Uuid> + AsRef<str> {
    /// The name of the object at the beginning of a 404 message: `"Contact"`.
    const NOUN: &'static str;

    /// The id that a column holds.
    ///
    /// # Errors
    /// If the text is no id, or is not in the one written form.
    fn from_stored_text(text: String) -> Result<Self, InvalidId>;
}

/// A text that is no id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("This is not an id.")]
pub struct InvalidId;

macro_rules! ids {
    ($($(#[doc = $doc:literal])+ $name:ident: $noun:literal,)+) => {$(
        $(#[doc = $doc])+
        #[derive(
            Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, utoipa::ToSchema,
        )]
        #[serde(try_from = "String")]
        #[schema(value_type = String, format = Uuid)]
        pub struct $name(String);

        impl $name {
            /// The id as text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        #[cfg(test)]
        impl tests::NotText for $name {}

        impl Id for $name {
            const NOUN: &'static str = $noun;

            fn from_stored_text(text: String) -> Result<Self, InvalidId> {
                if is_id(&text) { Ok(Self(text)) } else { Err(InvalidId) }
            }
        }

        impl From<Uuid> for $name {
            fn from(id: Uuid) -> Self {
                Self(id.to_string())
            }
        }

        impl FromStr for $name {
            type Err = InvalidId;

            fn from_str(text: &str) -> Result<Self, InvalidId> {
                parse_id(text).map(Self).ok_or(InvalidId)
            }
        }

        impl TryFrom<String> for $name {
            type Error = InvalidId;

            fn try_from(text: String) -> Result<Self, InvalidId> {
                text.parse()
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> Self {
                id.0
            }
        }

        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self.0)
            }
        }

        impl sqlx::Type<sqlx::Any> for $name {
            fn type_info() -> sqlx::any::AnyTypeInfo {
                <String as sqlx::Type<sqlx::Any>>::type_info()
            }

            fn compatible(info: &sqlx::any::AnyTypeInfo) -> bool {
                <String as sqlx::Type<sqlx::Any>>::compatible(info)
            }
        }

        impl<'q> sqlx::Encode<'q, sqlx::Any> for $name {
            fn encode_by_ref(
                &self,
                buffer: &mut <sqlx::Any as sqlx::Database>::ArgumentBuffer,
            ) -> Result<sqlx::encode::IsNull, BoxDynError> {
                sqlx::Encode::<sqlx::Any>::encode_by_ref(&self.0, buffer)
            }
        }

        impl<'r> sqlx::Decode<'r, sqlx::Any> for $name {
            fn decode(value: <sqlx::Any as sqlx::Database>::ValueRef<'r>) -> Result<Self, BoxDynError> {
                Ok(Self::from_stored_text(<String as sqlx::Decode<'r, sqlx::Any>>::decode(value)?)?)
            }
        }

        /// The `{id}` of a path.
        impl utoipa::IntoParams for $name {
            fn into_params(place: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
                let id = ParameterBuilder::new()
                    .name("id")
                    .parameter_in(place().unwrap_or(ParameterIn::Path))
                    .required(Required::True)
                    .schema(Some(Self::schema()));
                vec![id.build()]
            }
        }

        /// In the browser an id is a string.
        #[cfg(feature = "typescript")]
        impl ts_rs::TS for $name {
            type WithoutGenerics = Self;
            type OptionInnerType = Self;

            fn name(config: &ts_rs::Config) -> String {
                String::name(config)
            }

            fn inline(config: &ts_rs::Config) -> String {
                String::inline(config)
            }
        }
    )+};
}

ids! {
    /// An account.
    UserId: "Account",
    /// A browser's session; not its secret.
    SessionId: "Device",
    /// A browser in which an account's password was entered.
    DeviceId: "Device",
    /// A passkey of a device, which signs its owner in.
    PasskeyId: "Passkey",
    /// A customer.
    ContactId: "Contact",
    /// A product or service in the price list.
    ItemId: "Item",
    /// A business profile.
    ProfileId: "Business profile",
    /// A stored picture.
    FileId: "File",
    /// An expense.
    ExpenseId: "Expense",
    /// A contractor's CIS statement of deductions.
    CisStatementId: "Statement",
    /// A VAT return that was filed.
    VatReturnId: "VAT return",
    /// A CIS monthly return that was sent.
    CisReturnId: "Return",
    /// Income without a document.
    OtherIncomeId: "Other income",
    /// The choices for a tax year.
    TaxYearId: "Tax year",
    /// A quote template.
    QuoteTemplateId: "Template",
    /// A recurring invoice.
    RecurringId: "Recurring invoice",
    /// A quote, an invoice or a credit note.
    DocumentId: "Document",
    /// A customer's question about a document.
    QuestionId: "Question",
    /// A payment of a document.
    PaymentId: "Payment",
    /// An attempt to pay for a document by card.
    CheckoutId: "Checkout",
    /// A refund of a card payment.
    RefundId: "Refund",
    /// An activity of a business.
    ActivityId: "Activity",
    /// A notification of an account.
    NotificationId: "Notification",
    /// A browser to which push messages are sent.
    SubscriptionId: "Device",
    /// A support request.
    SupportMessageId: "Message",
    /// A reply to a support request.
    SupportAnswerId: "Answer",
    /// An entry of the audit log.
    AuditId: "Entry",
    /// An export of all data of an account.
    ExportId: "Export",
    /// A background job. An email has the id of the job that sends it.
    JobId: "Email",
    /// One action on many documents.
    BatchId: "Action",
    /// A saved view of a list.
    ViewId: "View",
    /// A change of a business's bank details.
    BankChangeId: "Change",
}

#[cfg(test)]
mod tests {
    use std::ops::Deref;

    use super::*;

    const TEXT: &str = "019a9b1c-2d3e-7f40-8123-456789abcdef";

    /// Every id is one, which doesn't compile for a type that dereferences to another: an id in the place of another
    /// kind of id, or of a text, is an error of the compiler.
    #[allow(dead_code)]
    pub(super) trait NotText {}

    impl<T: Deref> NotText for T {}

    #[test]
    fn capitals_are_the_same_id() {
        let id: ContactId = TEXT.parse().expect("an id");
        assert_eq!(TEXT.to_uppercase().parse(), Ok(id.clone()));
        assert_eq!(id.to_string(), TEXT);
        assert_eq!(format!("{id:?}"), format!("ContactId({TEXT})"));
    }

    #[test]
    fn accepts_only_one_written_form() {
        for text in [
            "",
            "42",
            "019a9b1c2d3e7f408123456789abcdef",
            "{019a9b1c-2d3e-7f40-8123-456789abcdef}",
            "urn:uuid:019a9b1c-2d3e-7f40-8123-456789abcdef",
            "019a9b1c-2d3e-7f40-8123-456789abcdeg",
            " 19a9b1c-2d3e-7f40-8123-456789abcdef",
        ] {
            assert_eq!(text.parse::<ContactId>(), Err(InvalidId), "{text}");
        }
    }

    #[test]
    fn refuses_a_stored_id_that_could_be_a_path() {
        assert_eq!(FileId::from_stored_text(TEXT.to_owned()).expect("an id").as_str(), TEXT);
        for text in [
            "",
            "../../../../../../../../../../etc/cron",
            "/etc/cron.d/0123456789abcdef012345678",
            "019A9B1C-2D3E-7F40-8123-456789ABCDEF",
            "019a9b1c-2d3e-7f40-8123-456789abcde/",
        ] {
            assert!(FileId::from_stored_text(text.to_owned()).is_err(), "{text}");
        }
    }

    #[test]
    fn an_id_in_json_is_its_text() {
        let json = format!("\"{TEXT}\"");
        let id: UserId = serde_json::from_str(&json.to_uppercase()).expect("an id");
        assert_eq!(serde_json::to_string(&id).expect("JSON"), json);
        let error = serde_json::from_str::<UserId>("\"42\"").expect_err("no id");
        assert!(error.to_string().contains("not an id"), "{error}");
    }
}
