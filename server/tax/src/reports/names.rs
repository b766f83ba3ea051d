//! The names of a report's rows.

use std::collections::HashMap;

use plumbline_core::expense::ExpenseCategory;
use plumbline_core::report::rows::{NamedCustomer, distinguish_names};
use plumbline_core::time::Date;
use plumbline_core::time::date_placeholders::replace_date_placeholders;

use super::records::name_from_key;
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::ids::UserId;
use plumbline_records::summaries::customer;
use plumbline_records::{contacts, profiles};

/// The names of an account's customers and profiles.
pub struct Names {
    customers: HashMap<String, String>,
    profiles: HashMap<String, String>,
    /// The names of the businesses that are not hidden, oldest first.
    businesses: Vec<String>,
    /// The id of the first of them.
    first: Option<String>,
}

impl Names {
    /// Reads the names, including those of hidden profiles, because what they earned still counts.
    pub async fn load(conn: &mut Conn, user_id: &UserId) -> DbResult<Self> {
        let contacts = contacts::store::list_identities(conn, user_id).await?;
        let profiles = profiles::store::list_any(conn, user_id).await?;
        let displayed = profiles::store::list(conn, user_id).await?;
        let first = displayed.first().map(|profile| profile.id.to_string());
        let businesses = displayed.into_iter().map(|profile| profile.fields.name);
        Ok(Self {
            businesses: businesses.collect(),
            first,
            customers: customer_names(contacts),
            profiles: profiles
                .into_iter()
                .map(|profile| (profile.id.to_string(), profile.fields.name))
                .collect(),
        })
    }

    /// A customer's present name; if the contact was deleted, the name at issue.
    pub fn customer_name(&self, key: Option<&str>) -> String {
        let Some(key) = key else {
            return "No customer".to_owned();
        };
        let known = self.customers.get(key).map(String::as_str);
        known.or_else(|| name_from_key(key)).unwrap_or("A deleted customer").to_owned()
    }

    /// The line below the title of a report: the period, the business (unless the report is about all of the
    /// account's), and the basis.
    pub fn subtitle(&self, days: &str, basis: &str, profile: Option<&str>) -> String {
        let of = match profile {
            Some(_) => self.profile_name(profile),
            None => self.businesses.join(", "),
        };
        let parts = [days, of.trim(), basis];
        let given = parts.into_iter().filter(|part| !part.is_empty());
        given.collect::<Vec<_>>().join(" \u{b7} ")
    }

    /// The name of an expense's business; for an expense without one, the account's first.
    pub fn business_name(&self, key: Option<&str>) -> String {
        match key {
            Some(_) => self.profile_name(key),
            None => self.businesses.first().cloned().unwrap_or_default(),
        }
    }

    /// Whether an expense of the business `key` (`None` means the account's first) belongs to `profile`; always true if
    /// `profile` is `None`.
    pub fn is_for_profile(&self, key: Option<&str>, profile: Option<&str>) -> bool {
        profile.is_none() || key.or(self.first.as_deref()) == profile
    }

    /// A business's name.
    pub fn profile_name(&self, key: Option<&str>) -> String {
        let known = key.and_then(|key| self.profiles.get(key));
        known.cloned().unwrap_or_else(|| "No business profile".to_owned())
    }
}

/// The names of customers, with details that distinguish those with the same name.
fn customer_names(contacts: Vec<contacts::store::ContactIdentity>) -> HashMap<String, String> {
    let mut ids = Vec::with_capacity(contacts.len());
    let mut named = Vec::with_capacity(contacts.len());
    for contact in contacts {
        ids.push(contact.id.to_string());
        named.push(NamedCustomer {
            name: customer::display_name(&contact.name, &contact.company).to_owned(),
            more: vec![contact.company, contact.city, contact.post_code, contact.email],
        });
    }
    ids.into_iter().zip(distinguish_names(&named)).collect()
}

/// The label of a category for tradespeople.
pub fn category_label(key: Option<&str>) -> String {
    let known = key.and_then(ExpenseCategory::parse);
    known.map_or("No category", |category| category.info().name).to_owned()
}

/// A month as text: `November 2026` for `2026-11`.
pub fn month_label(key: Option<&str>) -> String {
    let first = key.and_then(|key| format!("{key}-01").parse::<Date>().ok());
    first.map_or_else(String::new, |day| replace_date_placeholders("{month} {year}", day))
}
