//! What is read from cards as telephones write them.

use super::*;
use plumbline_platform::table_import::text;

/// Each card as `number: name|company|email|phone|own address|notes`, or why it isn't imported.
fn read_texts(bytes: &[u8]) -> Vec<String> {
    let text = text::decode(bytes).expect("a text").text;
    let read = read(&text, ReadBudget::new(1 << 20)).expect("cards");
    let each = read.rows.iter().map(|found| {
        if let Some(why) = found.problems().first() {
            return format!("{}: {why}", found.row);
        }
        let it = &found.fields;
        let address = [&it.address_line1, &it.city, &it.post_code].map(String::as_str);
        let texts = [&it.name, &it.company, &it.email, &it.phone, &address.join("/")];
        let texts = texts.map(String::as_str).join("|");
        format!("{}: {texts}|{}", found.row, it.notes.replace('\n', ", "))
    });
    each.collect()
}

macro_rules! fixture {
    ($name:literal) => {
        include_bytes!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../tests/fixtures/imports/contacts/",
            $name,
            ".vcf"
        ))
    };
}

#[test]
fn reads_the_contact_cards_of_iphone_and_android_in_full() {
    for (bytes, cards) in [
        (
            &fixture!("iphone")[..],
            &[
                "1: Anita Patel||anita@example.com|07700 900123|12 Mill Lane/Leeds/LS1 4AP|\
                 Email: a.patel@example.com, Side gate, ring twice",
                "2: |Abacus Homes Ltd||01482 496000|//|",
            ][..],
        ),
        (
            fixture!("android"),
            &["1: Zoë O’Brien||zoe@example.com|07700900456|12 Mill Lane/Leeds/LS1 4AP|\
                 Phone: 0113-496-0000"],
        ),
    ] {
        assert_eq!(read_texts(bytes), cards);
        let plain = std::str::from_utf8(bytes).expect("a text");
        let plain = plain.replace("\r\n", "\n");
        let marked = [b"\xEF\xBB\xBF", plain.as_bytes(), b"\x1a"].concat();
        let wide: Vec<u8> = plain.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let windows = encoding_rs::WINDOWS_1252.encode(&plain).0.into_owned();
        let ended = |end: &str| plain.replace('\n', end).into_bytes();
        for bytes in [marked, wide, windows, ended("\n"), ended("\r\n"), ended("\r")] {
            assert_eq!(read_texts(&bytes), cards, "{:?}", &bytes[..4]);
        }
    }
}

/// The phone, email, own address and notes of a card with these lines.
fn read_card(version: &str, lines: &str) -> String {
    let card = format!("BEGIN:VCARD\r\nVERSION:{version}\r\nFN:Jo\r\n{lines}\r\nEND:VCARD\r\n");
    read_texts(card.as_bytes()).join("; ")
}

#[test]
fn a_fax_or_pager_number_goes_to_the_notes() {
    for (version, fax, cell) in [
        ("3.0", "TEL;TYPE=WORK,FAX", "TEL;TYPE=CELL"),
        ("3.0", "TEL;type=WORK;type=FAX;type=pref", "TEL;type=CELL"),
        ("2.1", "TEL;FAX;WORK", "TEL;CELL"),
        ("2.1", "TEL;WORK;FAX;PREF", "TEL;CELL"),
        ("4.0", "TEL;VALUE=uri;TYPE=\"work,fax\"", "TEL;TYPE=cell"),
    ] {
        let read = read_card(version, &format!("{fax}:01482 496009\r\n{cell}:07700 900456"));
        assert_eq!(read, "1: Jo|||07700 900456|//|Fax: 01482 496009", "{version} {fax}");
    }
    assert_eq!(read_card("3.0", "TEL;TYPE=PAGER:0113 496 0001"), "1: Jo||||//|Pager: 0113 496 0001");
}

#[test]
fn the_preferred_phone_email_and_address_come_first() {
    for (version, other, preferred) in [
        ("4.0", ";PREF=2", ";PREF=1"),
        ("4.0", "", ";PREF=1"),
        ("3.0", ";TYPE=HOME", ";TYPE=WORK,PREF"),
        ("3.0", ";type=HOME", ";type=WORK;type=pref"),
        ("2.1", ";HOME", ";PREF;WORK"),
    ] {
        let lines = format!(
            "TEL{other}:0113 496 0000\r\nTEL{preferred}:07700 900123\r\n\
             EMAIL{other}:old@example.com\r\nEMAIL{preferred}:jo@example.com\r\n\
             ADR{other}:;;1 Home Road;York;;YO1 1AA;\r\nADR{preferred}:;;The Yard;Leeds;;LS1 4AP;"
        );
        let expected = "1: Jo||jo@example.com|07700 900123|The Yard/Leeds/LS1 4AP|\
                        Phone: 0113 496 0000, Email: old@example.com";
        assert_eq!(read_card(version, &lines), expected, "{version} {preferred}");
    }
}

#[test]
fn reads_at_most_5000_cards() {
    let many = |cards: usize| {
        let text = "BEGIN:VCARD\nFN:Jo\nEND:VCARD\n".repeat(cards);
        read(&text, ReadBudget::new(1 << 28)).map(|it| it.rows.len())
    };
    assert_eq!(many(5_000), Ok(5_000));
    assert_eq!(many(5_001), Err(ContactFileError::TooMany(5_001)));
}

#[test]
fn a_file_that_is_cut_off_loses_its_last_card_alone() {
    let whole = "BEGIN:VCARD\nVERSION:3.0\nFN:Jo Bloggs\nTEL:0113 496 0000\nEND:VCARD\n\
        BEGIN:VCARD\nVERSION:3.0\nFN:Al Bloggs\nTEL:0113 496 0001\nEND:VCARD\n";
    let second = whole.rfind("BEGIN").expect("a card");
    for end in second + "BEGIN:VCARD\n".len()..whole.len() - 2 {
        let texts = read_texts(&whole.as_bytes()[..end]);
        let [first, last] = &texts[..] else {
            panic!("{}: {texts:?}", &whole[..end]);
        };
        assert_eq!(first, "1: Jo Bloggs|||0113 496 0000|//|");
        assert_eq!(last, "2: This card is incomplete: its last line is missing.", "{}", &whole[..end]);
    }
}

fn card_texts(text: &str) -> Vec<String> {
    CardTexts::new(text).collect::<Result<_, _>>().expect("cards")
}

#[test]
fn each_card_contains_only_the_properties_that_are_read() {
    let text = "BEGIN:VCARD\r\nVERSION:2.1\r\nitem1.FN:Jo\r\n  Bloggs\r\nPHOTO;ENCODING=b:AAAA\r\n BBBB\r\n CCCC\r\n\
                NOTE;ENCODING=QUOTED-PRINTABLE:a=0A=\r\nX-b:c=\r\nd\r\nX-NAME;CHARSET=X:e\r\nend:vcard\r\n\
                \r\nBEGIN:VCARD\nN:A;B\nEND:VCARD\nBEGIN:VCARD\nFN:Broken off";
    let first = "BEGIN:VCARD\r\nVERSION:2.1\r\nitem1.FN:Jo\r\n  Bloggs\r\n\
                 NOTE;ENCODING=QUOTED-PRINTABLE:a=0A=\r\nX-b:c=\r\nd\r\nend:vcard\r";
    assert_eq!(card_texts(text), [first, "BEGIN:VCARD\nN:A;B\nEND:VCARD\n", "BEGIN:VCARD\nFN:Broken off",]);
    assert!(card_texts("\n\nX:1\n").is_empty());
}

#[test]
fn refuses_an_overlong_card_but_ignores_long_photos() {
    let photo = format!("PHOTO:{}\n", "A".repeat(1_000_000));
    let card = |more: &str| format!("BEGIN:VCARD\nFN:Jo\n{more}END:VCARD\n");
    assert_eq!(card_texts(&card(&photo)), [card("")]);
    for more in [format!("N:{}\n", ";".repeat(70_000)), "TEL:1\n".repeat(20_000)] {
        let text = card(&more);
        let mut texts = CardTexts::new(&text);
        assert_eq!(texts.next(), Some(Err(CardTooLong)));
    }
}
