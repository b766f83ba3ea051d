use super::*;

pub(super) fn masked(notes: &str) -> String {
    mask_notes(notes, &[], None).text
}

#[test]
fn masks_amounts_and_contact_details() {
    for secret in [
        "£12.50",
        "£1,200",
        "12 quid",
        "450 pounds",
        "fifty pounds",
        "two hundred and fifty quid",
        "1.5k",
        "50p",
        "450 + VAT",
        "450 plus vat",
        "45 an hour",
        "180 per day",
        "12.50",
        "1,200",
        "€30",
        "sam@example.com",
        "sam at example dot co dot uk",
        "07700 900123",
        "+44 7700 900 123",
        "(0113) 496 0000",
        "LS21 1AA",
        "ls211aa",
        "12-34-56 12345678",
        "12-34-56",
        "12–34–56",
        "12‑34‑56",
        "12_34_56",
        "12/34/56",
        "12 / 34 / 56",
        "12:34:56",
        "12·34·56",
        "12.34.56",
        "12 34 56",
        "12‒34‒56",
        "12—34—56",
        "12−34−56",
        "12－34－56",
        "12 — 34 — 56",
        "12\u{ad}34\u{ad}56",
        "12|34|56",
        "12\\34\\56",
        "１２/３４/５６",
        "１２-３４-５６",
        "12/03/26 12345678",
        "12/03/26, account number 1234 5678",
        "12345678 12/03/26",
        "sort code 12/03/26",
        "sort-code: 12 / 03 / 26",
        "Sort code is 120326",
        "123456",
        "GB29 NWBK 6016 1331 9268 19",
        "gb29nwbk60161331926819",
        "DE89 3704 0044 0532 0130 00",
        "QQ 12 34 56 C",
        "QQ–12–34–56–C",
        "QQ123456",
        "QQ/12/34/56/C",
        "QQ.12.34.56.C",
        "QQ:12:34:56:C",
        "QQ·12·34·56·C",
        "QQ — 12 — 34 — 56 — C",
        "QQ12/34/56C",
        "GB29-NWBK-6016-1331-9268-19",
        "GB29/NWBK/6016/1331/9268/19",
        "GB29·NWBK·6016·1331·9268·19",
        "GB29.NWBK.6016.1331.9268.19",
        "GB 29 — NWBK — 6016 — 1331 — 9268 — 19",
        "GB 123-4567-89",
        "alarm – 2580",
        "FR14 2004 1010 0505 0001 3M02 606",
        "MT84 MALT 0110 0001 2345 MTLC AST0 01S",
        "qq123456c",
        "Mrs Holroyd",
        "mr. okafor",
        "14 Quay Street",
        "flat 12a",
        "www.example.com/x",
        "GB 123 4567 89",
        "gb123456789",
        "key safe 4821",
        "keysafe code is 4821",
        "alarm: 2580",
        "gate code #1966",
        "code for the door 7531",
        "PIN C1357Y",
        "password hunter2",
        "password is: Fluffy",
        "[3]",
    ] {
        let text = masked(&format!("fit tap {secret} today"));
        assert_eq!(text, "fit tap [1] today", "{secret}");
    }
    for (notes, expected) in [
        ("the price is 450 for it", "the [1] for it"),
        ("day rate 220, deposit of 500", "[1], [2]"),
        ("£5 now, £5 later", "[1] now, [1] later"),
    ] {
        assert_eq!(masked(notes), expected);
    }
}

#[test]
fn masks_numbers_with_any_separator_between_their_digits() {
    let separators = [
        ",",
        ";",
        "+",
        "*",
        "=",
        "'",
        "~",
        "∕",
        "⁄",
        "／",
        "：",
        "→",
        "＿",
        "․",
        "’",
        "#",
        "&",
        "%",
        ", ",
        " ; ",
        " dash ",
        " slash ",
        "_",
        "\u{200b}-",
    ];
    let numbers: [&[&str]; 6] = [
        &["60", "16", "13"],
        &["60", "16", "13", " 31926819"],
        &["QQ123456C and 60", "16", "13"],
        &["3192", "6819", " 60-16-13"],
        &["sort code 12", "03", "26"],
        &["s/c 12", "03", "26"],
    ];
    for separator in separators {
        for number in numbers {
            let (last, rest) = number.split_last().expect("a number");
            let is_joined = !last.starts_with(' ');
            let text =
                if is_joined { number.join(separator) } else { format!("{}{last}", rest.join(separator)) };
            if !is_joined && number.len() == 3 && separator.trim().chars().all(char::is_alphabetic) {
                continue;
            }
            assert_no_digits(&text);
        }
    }
    for text in [
        "4242/4242/4242/4242",
        "4242, 4242, 4242, 4242",
        "3192/6819",
        "3192 / 6819",
        "3/1/9/2/6/8/1/9",
        "1/2/0/3/2/6",
        "6 0 1 6 1 3 3 1 9 2 6 8 1 9 6 0 1 6 1 3",
        "card cvv 123",
        "kitchen 3192:6819",
        "0113/496/0000",
        "0113, 496, 0000",
        "account 3192, 6819",
        "pay 31926819 at 12/03/26",
        "12/03/26 is the sort code",
        "GB29, NWBK, 6016, 1331, 9268, 19",
        "IBAN GB29NWBK601613 31926819",
        "IBAN GB29 NWBK 60-16-13 31926819",
        "IBAN: NL91 ABNA 041 716 4300",
    ] {
        assert_no_digits(text);
        assert!(!masked(text).contains("NWBK") && !masked(text).contains("ABNA"), "{text}");
    }
    for text in [
        "six zero one six one three",
        "six, zero, one, six, one, three",
        "double four two zero one three one",
    ] {
        assert_eq!(masked(text), "[1]");
    }
}

#[test]
fn masks_numbers_joined_to_words() {
    for text in [
        "sortcode601613",
        "sort_code_60_16_13",
        "sortcode60-16-13",
        "acc31926819",
        "AC12345678",
        "acct31926819",
        "a/c31926819",
        "Acc No31926819",
        "31926819acc",
        "IBANGB29NWBK60161331926819",
        "ibanDE89370400440532013000",
        "NIQQ123456C",
        "NINOQQ123456C",
        "NINO:QQ123456C",
        "NI QQ 12 34 56 C",
        "tel07700900123",
        "VATGB123456789",
        "VAT123456789",
        "pin4821",
        "gatecode4821",
        "keysafe4821",
    ] {
        assert_no_digits(text);
        assert!(!masked(text).contains("NWBK") && !masked(text).contains("QQ"), "{text}");
    }
}

#[test]
fn masks_texts_in_any_alphabet() {
    for text in [
        "ＱＱ１２３４５６Ｃ",
        "АВ123456С",
        "٦٠-١٦-١٣",
        "①②③④⑤⑥",
        "ＧＢ２９ＮＷＢＫ６０１６１３３１９２６８１９",
        "GВ29 NWВK 6016 1331 9268 19",
        "sam(at)example.com",
        "sam [at] example [dot] com",
        "sam at example.com",
        "sam @ example.com",
        "sam＠example.com",
    ] {
        assert_eq!(masked(&format!("fit tap {text} today")), "fit tap [1] today");
    }
}

/// Fails if the masked text contains a digit outside the placeholders.
fn assert_no_digits(text: &str) {
    let masked = masked(text);
    let mut rest = masked.clone();
    for number in 1..9 {
        rest = rest.replace(&format!("[{number}]"), "");
    }
    assert!(!rest.contains(|c: char| c.is_numeric()), "{text}: {masked}");
}

#[test]
fn does_not_mask_sizes_and_materials() {
    for notes in [
        "run 2.5 mm twin and earth to 6 sockets",
        "22mm copper, 600x600 slab, 18 way board, 32 A",
        "fit 12 no. GU10 downlights, 45° bends, 9.5 kW shower",
        "3 new doors and 2 coats of paint",
        "test to BS 7671",
        "key safe by the door, alarm to be serviced, code of practice",
        "gate 3 m wide, 2 door handles, entry phone, GU10 LED lights",
        "start on 12/03/26, finish by 31/12/26",
        "15/22/28 mm copper, mix 1:2:4, 10/12/14 mm board",
        "16/20/32 amp breakers",
        "start on 12/03/2026 or 2026/03/14, tax year 2026/27",
        "from 12/03-14/03, 08:30-17:00",
        "BS 7671:2018+A2:2022, BS EN 1057:2006",
        "600/800 manhole, 230/400 V, 600/800/1000mm doors, 1200/2400mm boards",
        "Vaillant VRC700, Grundfos UPS3 15-50, MK K2747, part EXT70-125",
        "600 × 800 × 1200 and 2400x1200x18mm, 9 m², ½ inch, ø22 pipe",
        "15, 22, 28 mm clips and 10, 12, 14 mm bits",
        "fit 12, 3 and 45 sockets, one, two or three doors",
        "work at height, look at it at ten",
    ] {
        assert_eq!(masked(notes), notes);
    }
}

#[test]
fn masks_the_names_of_customers() {
    let customer =
        |name: &str, company: &str| CustomerName { name: name.to_owned(), company: company.to_owned() };
    let customers = [customer("Margaret Holroyd", ""), customer("Li Wei", "Kitchen Company")];
    let margaret = ContactFields {
        name: "Margaret Holroyd".to_owned(),
        address_line1: "14 Quay Street".to_owned(),
        city: "Hull".to_owned(),
        ..ContactFields::default()
    };
    let notes = "Margaret wants it, holroyd's key at Quay. Ask li wei, not Wei, kitchen units, hull";
    let text = mask_notes(notes, &customers, Some(&margaret)).text;
    assert_eq!(text, "[1] wants it, [2]'s key at [3]. Ask [4], not Wei, kitchen units, [5]");
    let text = mask_notes("for the Kitchen Company", &customers, None).text;
    assert_eq!(text, "for the [1]");
}
