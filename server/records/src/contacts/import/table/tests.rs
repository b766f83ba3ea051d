//! Files as address books write them, with the expected result for each of their rows.

use super::*;
use plumbline_platform::table_import::text;

/// No choices of columns.
fn no_choices() -> ColumnChoices<'static> {
    ColumnChoices { columns: None, remembered: &|_| None }
}

/// Each row as `row: name|company|email|phone|own address`, with notes and job addresses below.
fn describe_rows(bytes: &[u8]) -> Vec<String> {
    let text = text::decode(bytes).expect("a text").text;
    let read = read(&text, no_choices(), ReadBudget::new(1 << 24));
    let read = read.unwrap_or_else(|why| panic!("{why}"));
    let each = read.rows.iter().map(|found| {
        let it = &found.fields;
        let address = [&it.address_line1, &it.address_line2, &it.city, &it.post_code, &it.address];
        let address: Vec<&str> = address.into_iter().map(String::as_str).collect();
        let mut message = format!(
            "{}: {}|{}|{}|{}|{}",
            found.row,
            it.name,
            it.company,
            it.email,
            it.phone,
            address.join("/")
        );
        for site in &it.sites {
            message.push_str(&format!(
                "; {}: {}/{}/{}",
                site.name, site.address_line1, site.city, site.post_code
            ));
        }
        if !it.notes.is_empty() {
            message.push_str(&format!("; {}", it.notes.replace('\n', ", ")));
        }
        let why = found.problems();
        if it.name.is_empty() && !why.is_empty() {
            return format!("{}: {}", found.row, why.join(" "));
        }
        message
    });
    each.collect()
}

macro_rules! fixture {
    ($name:literal) => {
        include_bytes!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../tests/fixtures/imports/contacts/",
            $name,
            ".csv"
        ))
    };
}

#[test]
fn reads_every_row_of_each_address_book_format() {
    for (name, bytes, rows) in [
        (
            "google",
            &fixture!("google")[..],
            &["2: Anita Patel||anita@example.com|07700 900123|12 Mill Lane//Leeds/LS1 4AP/; \
                 Side gate, Phone: 0113 496 0000, Email: a.patel@example.com, Email: anita@work.example"][..],
        ),
        (
            "google-2023",
            fixture!("google-2023"),
            &["2: Jo Bloggs|Abacus Homes Ltd|jo@abacus.example|07700 900456|\
                 9 Quay Street/Unit 2/Hull/HU1 1AA/; Phone: 01482 496 000"],
        ),
        (
            "outlook",
            fixture!("outlook"),
            &[
                "2: Zoë O’Brien||zoe@example.com|07700 900456|12 Mill Lane//Leeds/LS1 4AP/",
                "3: Jo Bloggs|Abacus Homes Ltd|jo@abacus.example|01482 496 000|\
                 9 Quay Street/Unit 2/Hull/HU1 1AA/; Home: 1 Moor Road/York/YO1 1AA",
            ],
        ),
        (
            "thunderbird",
            fixture!("thunderbird"),
            &["2: Anita Patel||anita@example.com|0113 496 0000|12 Mill Lane//Leeds/LS1 4AP/; \
                 Work: 9 Quay Street/Hull/HU1 1AA; Phone: 07700 900123, Email: a.patel@example.com"],
        ),
        (
            "xero",
            fixture!("xero"),
            &[
                "2: Jo Bloggs|Abacus Homes Ltd|jo@abacus.example|01482 496000|\
                 9 Quay Street//Hull/HU1 1AA/; Site: 1 Moor Road/York/YO1 1AA",
                "3: Anita Patel||anita@example.com|+447700900123 ext. 7|12 Mill Lane//Leeds/LS1 4AP/",
            ],
        ),
        (
            "spreadsheet",
            fixture!("spreadsheet"),
            &[
                "4: Jo Bloggs||jo@example.com|0113 496 0000|////",
                "5: Bloggs, Al||||////",
                "6: It has fewer cells than there are columns.",
                "7: It has more cells than there are columns.",
            ],
        ),
    ] {
        assert_eq!(describe_rows(bytes), rows, "{name}");
        let text = text::decode(bytes).expect("a text").text.replace("\r\n", "\n");
        let marked = [b"\xEF\xBB\xBF", text.as_bytes(), b"\x1a"].concat();
        let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        let windows = encoding_rs::WINDOWS_1252.encode(&text).0.into_owned();
        let ended = |end: &str| text.replace('\n', end).into_bytes();
        for bytes in [marked, wide, windows, ended("\r\n"), ended("\r")] {
            assert_eq!(describe_rows(&bytes), rows, "{name}");
        }
    }
}

#[test]
fn a_file_that_is_cut_off_loses_its_last_row_alone() {
    let whole = "Name,Email,Town\nJo Bloggs,jo@example.com,Leeds\n\"Bloggs, Al\",al@example.com,York\n";
    for end in whole.find("Bloggs, Al").expect("a row") + 3..whole.len() - 6 {
        let texts = describe_rows(&whole.as_bytes()[..end]);
        assert_eq!(texts.len(), 2, "{}", &whole[..end]);
        assert_eq!(texts[0], "2: Jo Bloggs||jo@example.com||//Leeds//");
        assert!(!texts[1].contains('|'), "{}", texts[1]);
    }
}

#[test]
fn a_number_with_the_label_of_a_fax_goes_to_the_notes() {
    let heads = "Name,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value";
    let text = format!(
        "{heads}\nJo,Work Fax,01482 496009,Mobile,07700 900456\nAl,,0113 496 0000,Pager,0113 496 0001\n"
    );
    assert_eq!(
        describe_rows(text.as_bytes()),
        ["2: Jo|||07700 900456|////; Fax: 01482 496009", "3: Al|||0113 496 0000|////; Pager: 0113 496 0001"]
    );
}

#[test]
fn every_line_of_an_address_is_read() {
    for (heads, cells) in [
        ("Home Street,Home Street 2,Home Street 3,Home City", "Flat 2,Tap House,12 Mill Lane,Leeds"),
        ("Address line 1,Address line 2,Address line 3,Town", "Flat 2,Tap House,12 Mill Lane,Leeds"),
        ("Address 1,Address 2,Address 3,Town", "Flat 2,Tap House,12 Mill Lane,Leeds"),
        ("POAddressLine1,POAddressLine2,POAddressLine4,POCity", "Flat 2,Tap House,12 Mill Lane,Leeds"),
    ] {
        let rows = describe_rows(format!("Name,{heads}\nJo,{cells}\n").as_bytes());
        assert_eq!(rows, ["2: Jo||||Flat 2/Tap House, 12 Mill Lane/Leeds//"], "{heads}");
    }
}

#[test]
fn combines_a_full_name_with_first_and_last_name() {
    for (row, expected) in [
        ("Jo Bloggs,Jo,Bloggs,", "Jo Bloggs|"),
        ("\"Bloggs, Jo\",Jo,Bloggs,", "Jo Bloggs|"),
        ("Jo Q Bloggs,Jo,Bloggs,", "Jo Q Bloggs|"),
        ("Bloggs,Jo,,", "Jo Bloggs|"),
        ("Bloggs,Jo,Bloggs,", "Jo Bloggs|"),
        ("Abacus Homes Ltd,Jo,Bloggs,", "Jo Bloggs|Abacus Homes Ltd"),
        ("Abacus,Jo,Bloggs,Abacus Homes Ltd", "Jo Bloggs|Abacus Homes Ltd"),
        (",Jo,Bloggs,", "Jo Bloggs|"),
        ("Jo,,,", "Jo|"),
    ] {
        let text = format!("Name,First name,Last name,Company\n{row}\n");
        let read = read(&text, no_choices(), ReadBudget::new(1 << 20)).expect("a table");
        let it = &read.rows[0].fields;
        assert_eq!(format!("{}|{}", it.name, it.company), expected, "{row}");
    }
}

#[test]
fn reads_columns_as_the_user_chose() {
    let text = "Who,Where,Mail\nJo Bloggs,Leeds,jo@example.com\n";
    let contact_file = read(text, no_choices(), ReadBudget::new(1 << 20)).expect("a table");
    assert!(contact_file.asks && contact_file.rows.is_empty());
    let column = &contact_file.columns[0];
    let texts = [&*column.heading, &*column.example, &*column.reads];
    assert_eq!(texts, ["Who", "Jo Bloggs", ""]);
    let column_choices =
        ColumnChoices { columns: Some(vec!["Name".to_owned(), "Town or city".to_owned()]), ..no_choices() };
    let read = read(text, column_choices, ReadBudget::new(1 << 20)).expect("a table");
    let it = &read.rows[0].fields;
    assert_eq!((&*it.name, &*it.city, &*it.email), ("Jo Bloggs", "Leeds", ""));
    assert_eq!((read.asks, &*read.left_out), (false, &["Mail".to_owned()][..]));
    assert_eq!(read.headings, contact_file.headings);
}

#[test]
fn does_not_guess_an_ambiguous_date() {
    let read = |dates: &[&str]| -> Vec<String> {
        let rows = dates.iter().map(|date| format!("Jo,We are an end user.,{date}\n"));
        let text = format!("Name,End-user notice,Date of end-user notice\n{}", rows.collect::<String>());
        let read = read(&text, no_choices(), ReadBudget::new(1 << 20)).expect("a table");
        let each = read.rows.iter().map(|row| match &*row.problems() {
            [] => row.fields.end_user_notice_date.map_or_else(String::new, |date| date.to_string()),
            why => format!("{}: {}", row.row, why.join(" ")),
        });
        each.collect()
    };
    assert_eq!(read(&["2026-04-03", "", "3 Apr 2026"]), ["2026-04-03", "", "2026-04-03"]);
    // Another row tells.
    assert_eq!(read(&["03/04/2026", "31/03/2026"]), ["2026-04-03", "2026-03-31"]);
    assert_eq!(read(&["03/04/2026", "03/31/2026"]), ["2026-03-04", "2026-03-31"]);
    assert_eq!(
        read(&["03/04/2026", "05/05/2026", "soon"]),
        [
            "2: Date of end-user notice: 03/04/2026 is 3 Apr 2026 or 4 Mar 2026. Please write it with the year first, as \
             2026-04-03.",
            "2026-05-05",
            "4: Date of end-user notice: We can’t read “soon”.",
        ]
    );
}
