//! The addresses of a contact: some programs have several, such as `Home Street` and `Business Street`. Half of one
//! and half of another would be no address, so each is read by itself.

use super::rows::country;
use crate::contacts::fields::ContactFields;
use crate::contacts::sites::{SITES_MAX, Site};
use plumbline_platform::sheets::fill;

/// Which of a contact's addresses a column is of, in the order in which they are taken for the customer's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Which {
    /// The only one: `Street`.
    Own,
    /// Where bills go.
    Billing,
    /// The first of several: Google's `Address 1 - Street`.
    First,
    /// At home.
    Home,
    /// At work.
    Business,
    /// The second of several.
    Second,
    /// The third of several.
    Third,
    /// Another.
    Other,
    /// Where goods go, or the work is.
    Delivery,
}

/// A part of an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Line1,
    Line2,
    City,
    County,
    Postcode,
    Country,
    /// All of it in one line.
    Whole,
    /// All of it, or its first line where the other parts have columns of their own.
    Either,
}

/// What comes before the part, in small letters and digits alone; the longest that fits is taken.
const WHICH: &[(Which, &[&str])] = &[
    (Which::First, &["address1"]),
    (Which::Second, &["address2"]),
    (Which::Third, &["address3"]),
    (Which::Home, &["homeaddress", "home"]),
    (
        Which::Business,
        &["businessaddress", "business", "workaddress", "work"],
    ),
    (
        Which::Billing,
        &[
            "billingaddress",
            "billing",
            "billto",
            "postaladdress",
            "postal",
            "poaddress",
            "po",
        ],
    ),
    (Which::Other, &["otheraddress", "other"]),
    (
        Which::Delivery,
        &[
            "shippingaddress",
            "shipping",
            "deliveryaddress",
            "delivery",
            "saaddress",
            "sa",
            "siteaddress",
            "site",
        ],
    ),
    (Which::Own, &[""]),
];

/// What parts are called.
const PARTS: &[(Part, &[&str])] = &[
    (
        Part::Line1,
        &[
            "addressline1",
            "address1",
            "street",
            "streetaddress",
            "street1",
            "line1",
            "1",
        ],
    ),
    (
        Part::Line2,
        &[
            "addressline2",
            "address2",
            "street2",
            "line2",
            "2",
            "extendedaddress",
        ],
    ),
    (
        Part::City,
        &[
            "city",
            "town",
            "townorcity",
            "cityortown",
            "towncity",
            "addresstown",
            "addresscity",
        ],
    ),
    (
        Part::County,
        &[
            "county",
            "state",
            "region",
            "province",
            "stateregion",
            "addresscounty",
        ],
    ),
    (
        Part::Postcode,
        &[
            "postcode",
            "postalcode",
            "zip",
            "zipcode",
            "zippostalcode",
            "addresspostcode",
        ],
    ),
    (
        Part::Country,
        &["country", "countryregion", "addresscountry"],
    ),
    (Part::Either, &["address"]),
    (
        Part::Whole,
        &[
            "fulladdress",
            "wholeaddress",
            "wholeaddressinoneline",
            "formattedaddress",
            "formatted",
        ],
    ),
];

/// Of which address a heading is, and of which part of it.
pub(super) fn place(bare: &str) -> Option<(Which, Part)> {
    let part_of = |rest: &str| {
        let known = PARTS.iter().find(|(_, words)| words.contains(&rest));
        known.map(|(part, _)| *part)
    };
    // Without a word before it first: `Address 1` is a line, and not the first address.
    if let Some(part) = part_of(bare) {
        // A column called `1` is none of an address.
        return bare
            .contains(char::is_alphabetic)
            .then_some((Which::Own, part));
    }
    let all = WHICH
        .iter()
        .flat_map(|(which, words)| words.iter().map(move |word| (*which, *word)));
    let fits = all.filter_map(|(which, word)| {
        let rest = bare.strip_prefix(word)?;
        let part = if rest.is_empty() && word.ends_with("address") {
            Some(Part::Either)
        } else {
            part_of(rest)
        };
        Some((word.len(), which, part?))
    });
    let longest = fits.max_by_key(|(length, ..)| *length);
    longest.map(|(_, which, part)| (which, part))
}

/// An address as it is read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Address {
    site: Site,
    country: String,
    whole: String,
    either: String,
}

impl Address {
    /// What is either the whole address or its first line is what is missing: Thunderbird's `Home Address` has `Home City`
    /// beside it.
    fn settle(&mut self) {
        let either = std::mem::take(&mut self.either);
        if self.site.address_line1.is_empty() && self.site.has_address() {
            self.site.address_line1 = either;
        } else {
            fill(&mut self.whole, either);
        }
    }
}

/// The addresses of one contact.
#[derive(Debug, Default)]
pub(super) struct Places(Vec<(Which, Address)>);

impl Places {
    /// A cell of an address.
    pub(super) fn add(&mut self, which: Which, part: Part, cell: String) {
        if cell.is_empty() {
            return;
        }
        let at = self.0.iter().position(|(is, _)| *is == which);
        let at = at.unwrap_or_else(|| {
            self.0.push((which, Address::default()));
            self.0.len() - 1
        });
        let Address {
            site,
            country,
            whole,
            either,
        } = &mut self.0[at].1;
        let field = match part {
            Part::Line1 => &mut site.address_line1,
            Part::Line2 => &mut site.address_line2,
            Part::City => &mut site.city,
            Part::County => &mut site.county,
            Part::Postcode => &mut site.post_code,
            Part::Country => country,
            Part::Whole => whole,
            Part::Either => either,
        };
        fill(field, cell);
    }

    /// Fills in the customer's own address, and each further one as a place where a job may be. A company is found at work,
    /// a person at home.
    pub(super) fn give(mut self, fields: &mut ContactFields) {
        let is_business = !fields.company.is_empty();
        self.0.iter_mut().for_each(|(_, it)| it.settle());
        self.0
            .retain(|(_, it)| it.site.has_address() || !it.whole.is_empty());
        self.0.sort_by_key(|(which, _)| {
            let is_at_work = *which == Which::Business && is_business;
            (
                *which != Which::Own && *which != Which::Billing && !is_at_work,
                *which,
            )
        });
        let mut all = self.0.into_iter();
        let Some((first, own)) = all.next() else {
            fields.country = country("");
            return;
        };
        fields.set_address(own.site.clone());
        fields.country = country(&own.country);
        // Google's whole address says once more what its parts say; our own export has both, as they were typed.
        if first == Which::Own || !own.site.has_address() || is_own_word(&own) {
            fields.address.clone_from(&own.whole);
        }
        for (which, it) in all {
            let site = match it.site.has_address() {
                true => it.site,
                false => Site {
                    address_line1: it.whole,
                    ..Site::default()
                },
            };
            let is_known = site == own.site || fields.sites.iter().any(|one| same(one, &site));
            if !is_known && fields.sites.len() < SITES_MAX {
                let name = called(which).to_owned();
                fields.sites.push(Site { name, ..site });
            }
        }
    }
}

/// Whether a whole address says something that its parts do not.
fn is_own_word(address: &Address) -> bool {
    let bare = |text: &str| -> String { text.chars().filter(|c| c.is_alphanumeric()).collect() };
    let whole = bare(&address.whole);
    let site = &address.site;
    let parts = [
        &site.address_line1,
        &site.address_line2,
        &site.city,
        &site.county,
        &site.post_code,
    ];
    !parts.iter().all(|part| whole.contains(&bare(part)))
}

fn same(one: &Site, other: &Site) -> bool {
    let without = |it: &Site| Site {
        name: String::new(),
        ..it.clone()
    };
    without(one) == without(other)
}

/// What a further address is called.
const fn called(which: Which) -> &'static str {
    match which {
        Which::Home => "Home",
        Which::Business => "Work",
        Which::Billing => "Billing",
        Which::Delivery => "Site",
        Which::Own | Which::First | Which::Second | Which::Third | Which::Other => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_of_addresses_are_those_of_programs() {
        for (heading, expected) in [
            ("street", Some((Which::Own, Part::Line1))),
            ("address1", Some((Which::Own, Part::Line1))),
            ("address", Some((Which::Own, Part::Either))),
            ("wholeaddress", Some((Which::Own, Part::Whole))),
            ("address1street", Some((Which::First, Part::Line1))),
            ("address1postalcode", Some((Which::First, Part::Postcode))),
            ("address2city", Some((Which::Second, Part::City))),
            ("homestreet", Some((Which::Home, Part::Line1))),
            ("homezipcode", Some((Which::Home, Part::Postcode))),
            ("homeaddress", Some((Which::Home, Part::Either))),
            ("homeaddress2", Some((Which::Home, Part::Line2))),
            (
                "businesspostalcode",
                Some((Which::Business, Part::Postcode)),
            ),
            (
                "businesscountryregion",
                Some((Which::Business, Part::Country)),
            ),
            ("workcity", Some((Which::Business, Part::City))),
            ("poaddressline1", Some((Which::Billing, Part::Line1))),
            ("billingaddressline2", Some((Which::Billing, Part::Line2))),
            ("homephone", None),
            ("1", None),
            ("colour", None),
        ] {
            assert_eq!(place(heading), expected, "{heading}");
        }
    }

    #[test]
    fn an_address_beside_a_town_is_its_first_line() {
        let read = |cells: &[(Part, &str)]| {
            let mut places = Places::default();
            for (part, cell) in cells {
                places.add(Which::Own, *part, (*cell).to_owned());
            }
            let mut fields = ContactFields::default();
            places.give(&mut fields);
            [fields.address_line1, fields.city, fields.address].join("|")
        };
        let street = (Part::Either, "12 Mill Lane");
        assert_eq!(
            read(&[street, (Part::City, "Leeds")]),
            "12 Mill Lane|Leeds|"
        );
        assert_eq!(read(&[street]), "||12 Mill Lane");
        assert_eq!(
            read(&[(Part::City, "Leeds"), (Part::Whole, "12 Mill Lane, Leeds")]),
            "|Leeds|12 Mill Lane, Leeds"
        );
    }

    #[test]
    fn addresses_are_never_mixed() {
        let places = |company: &str| {
            let mut places = Places::default();
            for (which, part, cell) in [
                (Which::Business, Part::Line1, "9 Quay Street"),
                (Which::Business, Part::City, "Hull"),
                (Which::Home, Part::Line1, "12 Mill Lane"),
                (Which::Home, Part::Postcode, "LS1 4AP"),
            ] {
                places.add(which, part, cell.to_owned());
            }
            let mut fields = ContactFields {
                company: company.to_owned(),
                ..ContactFields::default()
            };
            places.give(&mut fields);
            let site = &fields.sites[0];
            [
                format!(
                    "{}|{}|{}",
                    fields.address_line1, fields.city, fields.post_code
                ),
                format!(
                    "{}: {}|{}|{}",
                    site.name, site.address_line1, site.city, site.post_code
                ),
            ]
        };
        let (home, work) = ("12 Mill Lane||LS1 4AP", "9 Quay Street|Hull|");
        assert_eq!(places(""), [home.to_owned(), format!("Work: {work}")]);
        assert_eq!(places("Abacus"), [work.to_owned(), format!("Home: {home}")]);
    }
}
