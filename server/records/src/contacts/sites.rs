//! Job addresses: the places where a customer's jobs are, each with a name.

use serde::{Deserialize, Serialize};

use plumbline_platform::db::column::StoredAsJsonList;
use plumbline_platform::http::field_checks::{FieldChecks, NAME_MAX};

/// The most site addresses of one contact.
pub const SITES_MAX: usize = 50;

/// A site address: a place of work of a customer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Site {
    /// The business's name for it, such as `Flat 3` or `The rental`.
    pub name: String,
    /// The first line of the address.
    pub address_line1: String,
    /// The second line of the address.
    pub address_line2: String,
    /// Town or city.
    pub city: String,
    /// County.
    pub county: String,
    /// The postcode, as typed.
    pub post_code: String,
}

impl Site {
    /// Its name and the parts of its address.
    pub(super) fn parts(&self) -> [&str; 6] {
        let [line1, line2, city, county, post_code] = self.address();
        [&self.name, line1, line2, city, county, post_code]
    }

    fn address(&self) -> [&str; 5] {
        [&self.address_line1, &self.address_line2, &self.city, &self.county, &self.post_code]
    }

    /// Whether any part of the address is filled in.
    pub fn has_address(&self) -> bool {
        self.address().iter().any(|part| !part.trim().is_empty())
    }
}

/// Adds errors for a contact's site addresses.
pub(super) fn check_sites(checks: &mut FieldChecks, sites: &[Site]) {
    if sites.len() > SITES_MAX {
        let text = format!("A customer can have at most {SITES_MAX} job addresses.");
        return checks.add("sites", "too_many", text);
    }
    for (at, site) in sites.iter().enumerate() {
        let within = &format!("sites[{at}].");
        if !site.has_address() {
            let path = format!("{within}address_line1");
            checks.add(&path, "required", "Please enter the address of the job.");
        }
        checks.check_line(&format!("{within}name"), &site.name, NAME_MAX);
        let [line1, line2, city, county, post_code] = site.address();
        checks.check_address_within(within, [line1, line2, city, county, post_code, ""]);
    }
}

/// Their size in bytes.
pub(super) fn stored_size(sites: &[Site]) -> usize {
    let of = |site: &Site| site.name.len() + site.address().map(str::len).iter().sum::<usize>();
    sites.iter().map(of).sum()
}

/// Sites are only read and written together with their contact.
impl StoredAsJsonList for Site {}
