//! Job addresses: the places where a customer's jobs are, each with a name.

use serde::{Deserialize, Serialize};

use plumbline_platform::db::column::ListedAsJson;
use plumbline_platform::http::text::{Checks, NAME_MAX};

/// The most job addresses of one contact: a housing association's stock is no contact's list.
pub const SITES_MAX: usize = 50;

/// A place where a customer's jobs are.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Site {
    /// What the business calls it, such as `Flat 3` or `The rental`.
    pub name: String,
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
}

impl Site {
    /// Its name and the parts of its address.
    pub(super) fn parts(&self) -> [&str; 6] {
        let [line1, line2, city, county, post_code] = self.address();
        [&self.name, line1, line2, city, county, post_code]
    }

    fn address(&self) -> [&str; 5] {
        [
            &self.address_line1,
            &self.address_line2,
            &self.city,
            &self.county,
            &self.post_code,
        ]
    }

    /// Whether anything of an address is said.
    pub fn has_address(&self) -> bool {
        self.address().iter().any(|part| !part.trim().is_empty())
    }
}

/// Adds what is wrong with a contact's job addresses.
pub(super) fn check(checks: &mut Checks, sites: &[Site]) {
    if sites.len() > SITES_MAX {
        let told = format!("A customer can have at most {SITES_MAX} job addresses.");
        return checks.add("sites", "too_many", told);
    }
    for (at, site) in sites.iter().enumerate() {
        let within = &format!("sites[{at}].");
        if !site.has_address() {
            let path = format!("{within}address_line1");
            checks.add(&path, "required", "Please enter the address of the job.");
        }
        checks.line(&format!("{within}name"), &site.name, NAME_MAX);
        let [line1, line2, city, county, post_code] = site.address();
        checks.address_within(within, [line1, line2, city, county, post_code, ""]);
    }
}

/// How many bytes they take.
pub(super) fn size(sites: &[Site]) -> usize {
    let of = |site: &Site| site.name.len() + site.address().map(str::len).iter().sum::<usize>();
    sites.iter().map(of).sum()
}

/// They are read and written with their contact, and never by themselves.
impl ListedAsJson for Site {}
