//! The headings of a file of contacts: our own, and those of Outlook, Thunderbird, Google, Xero, QuickBooks and
//! other programs.

use super::places::{Part, Which, place};
use plumbline_platform::sheets::columns::shown;
use plumbline_platform::sheets::{bare, unquoted};

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Holds {
    Name,
    First,
    Last,
    Company,
    Place(Which, Part),
    Phone,
    Email,
    VatNumber,
    VatRegistered,
    Notice,
    NoticeDate,
    BuysFor,
    Cis,
    Einvoices,
    PeppolId,
    Reference,
    Notes,
    Sites,
}

use Holds::{
    BuysFor, Cis, Company, Einvoices, Email, First, Last, Name, Notes, Notice, NoticeDate,
    PeppolId, Phone, Reference, Sites, VatNumber, VatRegistered,
};

/// The headings of other programs' files, in small letters and without signs.
const HEADINGS: &[(Holds, &[&str])] = &[
    (
        Name,
        &[
            "name",
            "fullname",
            "displayname",
            "contact",
            "contactname",
            "customer",
            "customername",
            "clientname",
            "fileas",
        ],
    ),
    (First, &["firstname", "givenname", "forename", "first"]),
    (Last, &["lastname", "familyname", "surname", "last"]),
    (
        Company,
        &[
            "company",
            "companyname",
            "organisation",
            "organization",
            "organisationname",
            "organizationname",
            "organization1name",
            "business",
            "businessname",
        ],
    ),
    (
        Phone,
        &[
            "phone",
            "phonenumber",
            "telephone",
            "telephonenumber",
            "tel",
            "mobile",
            "mobilephone",
            "mobilenumber",
            "phone1value",
            "phone2value",
            "phone3value",
            "phone4value",
            "primaryphone",
            "homephone",
            "businessphone",
            "workphone",
            "homephone2",
            "businessphone2",
            "otherphone",
            "carphone",
            "companymainphone",
        ],
    ),
    (
        Email,
        &[
            "email",
            "emailaddress",
            "mail",
            "email1value",
            "email2value",
            "email3value",
            "email1",
            "email2",
            "email3",
            "email2address",
            "email3address",
            "primaryemail",
            "secondaryemail",
        ],
    ),
    (
        VatNumber,
        &[
            "vatnumber",
            "vatno",
            "vat",
            "vatregistrationnumber",
            "taxnumber",
        ],
    ),
    (VatRegistered, &["vatregistered"]),
    (Notice, &["endusernotice"]),
    (NoticeDate, &["dateofendusernotice"]),
    (BuysFor, &["buysfor", "customertype"]),
    (Cis, &["cis", "ciscontractor", "takesoffcis"]),
    (Einvoices, &["wantseinvoices", "einvoices"]),
    (PeppolId, &["peppoladdress", "peppolid"]),
    (Reference, &["referenceoneinvoices", "buyerreference"]),
    (
        Notes,
        &["notes", "note", "comments", "comment", "privatenotes"],
    ),
    (Sites, &["jobaddresses", "sites"]),
];

/// What a heading says that its column holds.
pub(super) fn holds(heading: &str) -> Option<Holds> {
    let bare = bare(unquoted(heading));
    let known = HEADINGS
        .iter()
        .find(|(_, words)| words.contains(&bare.as_str()));
    let place = || place(&bare).map(|(which, part)| Holds::Place(which, part));
    known.map(|(holds, _)| *holds).or_else(place)
}

/// The headings that somebody may choose for a column, as they are shown.
const LABELS: [(Holds, &str); 24] = [
    (Name, "Name"),
    (First, "First name"),
    (Last, "Last name"),
    (Company, "Company"),
    (Email, "Email"),
    (Phone, "Phone"),
    (Holds::Place(Which::Own, Part::Line1), "Address line 1"),
    (Holds::Place(Which::Own, Part::Line2), "Address line 2"),
    (Holds::Place(Which::Own, Part::City), "Town or city"),
    (Holds::Place(Which::Own, Part::County), "County"),
    (Holds::Place(Which::Own, Part::Postcode), "Postcode"),
    (Holds::Place(Which::Own, Part::Country), "Country"),
    (Holds::Place(Which::Own, Part::Whole), "Whole address"),
    (VatNumber, "VAT number"),
    (VatRegistered, "VAT registered"),
    (Notice, "End-user notice"),
    (NoticeDate, "Date of end-user notice"),
    (BuysFor, "Buys for"),
    (Cis, "Takes off CIS"),
    (Einvoices, "Wants e-invoices"),
    (PeppolId, "Peppol address"),
    (Reference, "Reference on e-invoices"),
    (Notes, "Notes"),
    (Sites, "Job addresses"),
];

/// What may be chosen for a column.
pub(super) fn choices() -> Vec<String> {
    LABELS.map(|(_, label)| label.to_owned()).to_vec()
}

/// The heading as which a column is read, as it is shown; empty where it is not read.
pub(super) fn reads(heading: &str) -> String {
    let Some(holds) = holds(heading) else {
        return String::new();
    };
    let label = LABELS.iter().find(|(it, _)| *it == holds);
    label.map_or_else(|| shown(heading), |(_, label)| (*label).to_owned())
}

/// How many headings of a row are recognised: 0 where none says who somebody is.
pub(super) fn known(row: &csv::StringRecord) -> usize {
    let columns: Vec<Holds> = row.iter().filter_map(holds).collect();
    let is_name = |it: &Holds| matches!(it, Name | First | Last | Company);
    if columns.iter().any(is_name) {
        columns.len()
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_label_is_a_heading_that_is_known() {
        for (kind, label) in LABELS {
            assert_eq!(holds(label), Some(kind), "{label}");
            assert_eq!(reads(label), label);
        }
        assert_eq!(reads("E-mail 1 - Value"), "Email");
        assert_eq!(reads("Home Street"), "Home Street");
        assert_eq!(reads("Colour"), "");
    }
}
