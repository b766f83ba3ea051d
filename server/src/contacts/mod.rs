//! Contacts: the customers of a business. Field names are those of the product's specification.

mod create;
mod delete;
mod list;
mod read;
pub mod store;
mod update;

use plumbline_core::credentials::is_email;
use plumbline_core::document::parties;
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::error::ApiError;
use crate::http::text::{Checks, NAME_MAX};
use crate::ids::ContactId;
use crate::state::AppState;
use crate::summaries::customer;

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list::list, create::create))
        .routes(routes!(read::read, update::update, delete::delete))
}

/// The most characters of an address in one line: all its parts with commas.
const ADDRESS_MAX: usize = 700;

/// What a person types of a contact; empty where nothing is known. A name or a company is needed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(export, rename = "ContactInput")
)]
#[schema(as = ContactInput)]
pub struct ContactFields {
    /// The person.
    pub name: String,
    /// Their company.
    pub company: String,
    /// First line of the address.
    pub address_line1: String,
    /// Second line of the address.
    pub address_line2: String,
    /// Town or city.
    pub city: String,
    /// County.
    pub county: String,
    /// Post code, as typed.
    pub post_code: String,
    /// Country; `uk` is shown as United Kingdom.
    pub country: String,
    /// The whole address in one line, shown where its parts are empty.
    pub address: String,
    /// Telephone.
    pub phone: String,
    /// E-mail address.
    pub email: String,
}

/// A contact.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(export, rename = "ContactRecord")
)]
#[schema(as = ContactRecord)]
pub struct Contact {
    /// The id.
    #[schema(value_type = String)]
    pub id: ContactId,
    /// Counts the changes; an update carries the one it was made to.
    pub version: i64,
    /// What was typed.
    #[serde(flatten)]
    pub fields: ContactFields,
    /// Milliseconds since the epoch.
    #[serde(rename = "createdAt")]
    pub created_at: i64,
    /// Milliseconds since the epoch.
    #[serde(rename = "updatedAt")]
    pub updated_at: i64,
}

impl From<ContactFields> for parties::Contact {
    fn from(fields: ContactFields) -> Self {
        let ContactFields {
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
        } = fields;
        Self {
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
        }
    }
}

impl ContactFields {
    /// What lists call them: the person's name, else the company's.
    fn shown_name(&self) -> &str {
        customer::name(&self.name, &self.company)
    }

    /// The fields when every one of them can be kept.
    fn checked(mut self) -> Result<Self, ApiError> {
        self.email = self.email.trim().to_owned();
        let mut checks = Checks::new();
        if self.name.trim().is_empty() && self.company.trim().is_empty() {
            checks.add("name", "required", "Please enter a name or a company.");
        }
        checks.line("name", &self.name, NAME_MAX);
        checks.line("company", &self.company, NAME_MAX);
        checks.address([
            &self.address_line1,
            &self.address_line2,
            &self.city,
            &self.county,
            &self.post_code,
            &self.country,
        ]);
        checks.line("address", &self.address, ADDRESS_MAX);
        checks.phone("phone", &self.phone);
        if !self.email.is_empty() && !is_email(&self.email) {
            checks.add(
                "email",
                "invalid_email",
                "Please enter a valid email address",
            );
        }
        checks.finish()?;
        Ok(self)
    }
}

fn not_found() -> ApiError {
    ApiError::not_found("Contact")
}
