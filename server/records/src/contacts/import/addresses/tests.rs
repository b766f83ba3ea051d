//! How the addresses, numbers and email addresses of a contact are read.

use super::*;

#[test]
fn recognises_the_address_headings_of_other_programs() {
    for (heading, expected) in [
        ("street", Some((AddressKind::Own, AddressPart::Line1))),
        ("address1", Some((AddressKind::Own, AddressPart::Line1))),
        ("address", Some((AddressKind::Own, AddressPart::Either))),
        ("wholeaddress", Some((AddressKind::Own, AddressPart::Whole))),
        ("address1street", Some((AddressKind::First, AddressPart::Line1))),
        ("address1postalcode", Some((AddressKind::First, AddressPart::Postcode))),
        ("address2city", Some((AddressKind::Second, AddressPart::City))),
        ("homestreet", Some((AddressKind::Home, AddressPart::Line1))),
        ("homezipcode", Some((AddressKind::Home, AddressPart::Postcode))),
        ("homeaddress", Some((AddressKind::Home, AddressPart::Either))),
        ("homeaddress2", Some((AddressKind::Home, AddressPart::Line2))),
        ("businesspostalcode", Some((AddressKind::Business, AddressPart::Postcode))),
        ("businesscountryregion", Some((AddressKind::Business, AddressPart::Country))),
        ("workcity", Some((AddressKind::Business, AddressPart::City))),
        ("poaddressline1", Some((AddressKind::Billing, AddressPart::Line1))),
        ("billingaddressline2", Some((AddressKind::Billing, AddressPart::Line2))),
        ("addressline3", Some((AddressKind::Own, AddressPart::Line3))),
        ("address3", Some((AddressKind::Own, AddressPart::Line3))),
        ("homestreet3", Some((AddressKind::Home, AddressPart::Line3))),
        ("poaddressline4", Some((AddressKind::Billing, AddressPart::Line4))),
        ("address3street", Some((AddressKind::Third, AddressPart::Line1))),
        ("homephone", None),
        ("1", None),
        ("colour", None),
    ] {
        assert_eq!(parse_heading(heading), expected, "{heading}");
    }
}

#[test]
fn an_address_with_a_separate_town_is_the_first_line() {
    let read = |cells: &[(AddressPart, &str)]| {
        let mut places = ContactAddresses::default();
        for (part, cell) in cells {
            places.add(AddressKind::Own, *part, (*cell).to_owned());
        }
        let mut fields = ContactFields::default();
        places.fill(&mut fields);
        [fields.address_line1, fields.city, fields.address].join("|")
    };
    let street = (AddressPart::Either, "12 Mill Lane");
    assert_eq!(read(&[street, (AddressPart::City, "Leeds")]), "12 Mill Lane|Leeds|");
    assert_eq!(read(&[street]), "||12 Mill Lane");
    assert_eq!(
        read(&[(AddressPart::City, "Leeds"), (AddressPart::Whole, "12 Mill Lane, Leeds")]),
        "|Leeds|12 Mill Lane, Leeds"
    );
}

#[test]
fn further_lines_of_an_address_are_joined_to_its_second() {
    let read = |cells: &[(AddressPart, &str)]| {
        let mut places = ContactAddresses::default();
        for (part, cell) in cells {
            places.add(AddressKind::Home, *part, (*cell).to_owned());
        }
        let mut fields = ContactFields::default();
        places.fill(&mut fields);
        [fields.address_line1, fields.address_line2].join("|")
    };
    let (line1, line2) = ((AddressPart::Line1, "Flat 2"), (AddressPart::Line2, "Tap House"));
    let (line3, line4) = ((AddressPart::Line3, "12 Mill Lane"), (AddressPart::Line4, "Armley"));
    assert_eq!(read(&[line4, line3, line2, line1]), "Flat 2|Tap House, 12 Mill Lane, Armley");
    assert_eq!(read(&[line1, line3]), "Flat 2|12 Mill Lane");
    assert_eq!(read(&[line3]), "|12 Mill Lane");
}

#[test]
fn addresses_are_never_mixed() {
    let places = |company: &str| {
        let mut places = ContactAddresses::default();
        for (which, part, cell) in [
            (AddressKind::Business, AddressPart::Line1, "9 Quay Street"),
            (AddressKind::Business, AddressPart::City, "Hull"),
            (AddressKind::Home, AddressPart::Line1, "12 Mill Lane"),
            (AddressKind::Home, AddressPart::Postcode, "LS1 4AP"),
        ] {
            places.add(which, part, cell.to_owned());
        }
        let mut fields = ContactFields { company: company.to_owned(), ..ContactFields::default() };
        places.fill(&mut fields);
        let site = &fields.sites[0];
        [
            format!("{}|{}|{}", fields.address_line1, fields.city, fields.post_code),
            format!("{}: {}|{}|{}", site.name, site.address_line1, site.city, site.post_code),
        ]
    };
    let (home, work) = ("12 Mill Lane||LS1 4AP", "9 Quay Street|Hull|");
    assert_eq!(places(""), [home.to_owned(), format!("Work: {work}")]);
    assert_eq!(places("Abacus"), [work.to_owned(), format!("Home: {home}")]);
}

#[test]
fn numbers_and_addresses_are_read_as_programs_write_them() {
    for (text, read) in [
        ("tel:+44-113-496-0000;ext=12", "+44-113-496-0000 ext. 12"),
        ("tel:0113;phone-context=+44", "0113"),
        ("0113 496 0000 x12", "0113 496 0000 x12"),
    ] {
        assert_eq!(parse_phone(text), read);
    }
    for (cell, read) in [
        ("jo@a.uk ::: jo@b.uk", &["jo@a.uk", "jo@b.uk"][..]),
        ("jo@a.uk; jo@b.uk", &["jo@a.uk", "jo@b.uk"]),
        ("mailto:jo@a.uk", &["jo@a.uk"]),
        ("Jo Bloggs <jo@a.uk>", &["jo@a.uk"]),
        ("not, an address", &["not, an address"]),
        ("", &[]),
    ] {
        assert_eq!(parse_emails(cell), read, "{cell}");
    }
}
