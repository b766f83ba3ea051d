//! Files as banks write them, with the expected result for each of their rows.

use super::*;
use plumbline_platform::table_import::RowError;
use plumbline_platform::table_import::text;

pub(super) fn options_with(reading: ReadingSaid) -> BankFileOptions<'static> {
    BankFileOptions { reading, remembered: &|_| None, today: "2026-11-29".parse().ok() }
}

pub(super) fn read_file(text: &str) -> Result<BankFile, BankFileError> {
    read(text, options_with(ReadingSaid::default()), ReadBudget::new(1 << 24))
}

/// Each row as `row: date|name|words|pence`, with `f` for a fee, or the reason why it isn't imported.
pub(super) fn describe_rows(file: &BankFile) -> Vec<String> {
    let result = file.rows.iter().map(|row| match row {
        BankFileRow::Line(line) => {
            let fee = if line.is_fee { "f" } else { "" };
            let date = line.date.map(|date| date.to_string()).unwrap_or_default();
            let BankLine { row, name, words: text, .. } = line;
            format!("{row}{fee}: {date}|{name}|{text}|{}", line.amount.0)
        }
        BankFileRow::Unreadable { row, why } => format!("{row}: {why}"),
    });
    result.collect()
}

pub(super) fn read_and_describe(text: &str) -> Vec<String> {
    describe_rows(&read_file(text).unwrap_or_else(|why| panic!("{why}")))
}

macro_rules! fixtures {
    ($($name:literal asks $asks:expr => [$($row:literal,)*],)*) => {
        [$((
            $name,
            &include_bytes!(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/../../tests/fixtures/imports/bank/",
                $name,
                ".csv"
            ))[..],
            &$asks[..],
            &[$($row,)*][..],
        ),)*]
    };
}

const NOTHING: [BankQuestion; 0] = [];

#[test]
fn reads_every_row_of_each_banks_file() {
    for (name, bytes, asks, rows) in fixtures! {
        "amex" asks NOTHING => [
            "2: 2026-11-12|SCREWFIX DIRECT LTD YEOVIL|AT263160012000010012345'|-4320",
            "3: 2026-11-13|PAYMENT RECEIVED - THANK YOU|AT263170012000010012346'|25000",
            "4: 2026-11-14|SHELL HEDON ROAD HULL|AT263180012000010012347'|-4520",
        ],
        "barclaycard" asks NOTHING => [
            "1: 2026-11-12|Screwfix , Yeovil||-4320",
            "2: 2026-11-13|Payment, Thank You||25000",
            "3: 2026-11-14|Shell , Hull||-4520",
        ],
        "barclays" asks NOTHING => [
            "2: 2026-11-12|SCREWFIX DIRECT ON 11 NOV BCC||-4320",
            "3: 2026-11-13|A PATEL INV-0012 BGC||48000",
        ],
        "capital-one" asks NOTHING => [
            "2: 2026-11-12|SCREWFIX YEOVIL||-4320",
            "3: 2026-11-13|PAYMENT RECEIVED||25000",
        ],
        "capital-one-code" asks NOTHING => [
            "2: 2026-11-12|Screwfix|SCREWFIX YEOVIL GB|-4320",
            "3: 2026-11-13|DIRECT DEBIT PAYMENT||25000",
        ],
        "cr-behind" asks NOTHING => [
            "2: 2026-11-12|SCREWFIX YEOVIL||-4320",
            "3: 2026-11-13|PAYMENT - THANK YOU||25000",
            "4: 2026-11-14|SHELL HULL||-4520",
        ],
        "dr-cr" asks NOTHING => [
            "2: 2026-11-12|SCREWFIX YEOVIL||-4320",
            "3: 2026-11-13|A PATEL INV-0012||48000",
            "4: It doesn’t say whether it went out or came in.",
        ],
        "halifax-card" asks NOTHING => [
            "2: 2026-11-12|SCREWFIX DIRECT|40000189|-4320",
            "3: 2026-11-13|DIRECT DEBIT PAYMENT - THANK YOU|40000190|25000",
        ],
        "hsbc" asks NOTHING => [
            "1: 2026-11-12|SCREWFIX DIRECT YEOVIL )))||-4320",
            "2: 2026-11-13|A PATEL INV-0012 CR||148000",
        ],
        "lloyds" asks NOTHING => [
            "2: 2026-11-12|SCREWFIX||-4320",
            "3: 2026-11-13|A PATEL INV-0012||48000",
            "4: 2026-11-14|S SMITH||-20000",
        ],
        "lloyds-card" asks NOTHING => [
            "2: 2026-11-12|SCREWFIX DIRECT YEOVIL GB|74012345|-4320",
            "3: 2026-11-14|SHELL HEDON ROAD HULL GB|74012346|-4520",
            "4: 2026-11-16|DIRECT DEBIT PAYMENT - THANK YOU|74012347|25000",
        ],
        "m-and-s" asks NOTHING => [
            "3: 2026-11-12|SCREWFIX YEOVIL||-4320",
            "4: 2026-11-13|PAYMENT RECEIVED||25000",
        ],
        "metro" asks NOTHING => [
            "2: 2026-11-12|SCREWFIX DIRECT YEOVIL||-4320",
            "3: 2026-11-13|A PATEL INV-0012||48000",
        ],
        "midata-santander" asks NOTHING => [
            "4: 2026-11-12|SCREWFIX, YEOVIL, GB, CARD 1234||-4320",
            "5: 2026-11-13|A PATEL INV-0012||148000",
        ],
        "monzo" asks NOTHING => [
            "2: 2026-11-12|Screwfix|SCREWFIX DIR LTD|-4320",
            "3: 2026-11-13|Tax Pot||-10000",
            "4: It isn’t in pounds.",
        ],
        "month-first" asks NOTHING => [
            "2: 2026-11-02|SCREWFIX YEOVIL||-4320",
            "3: 2026-11-13|SHELL HULL||-4520",
        ],
        "nationwide" asks NOTHING => [
            "6: 2026-11-12|SCREWFIX HULL||-104320",
            "7: 2026-11-13|A PATEL||48000",
        ],
        "natwest" asks NOTHING => [
            "3: 2026-11-12|1234 11NOV26 , SCREWFIX , YEOVIL GB||-4320",
            "4: 2026-11-13|A PATEL , INV-0012||48000",
        ],
        "opening-balance" asks NOTHING => [
            "3: 2026-11-12|SCREWFIX YEOVIL||-4320",
            "4: It is a balance, not a payment.",
        ],
        "paypal" asks NOTHING => [
            "2: 2026-11-12|Screwfix Direct||-4320",
            "3: 2026-11-13|Anita Patel||48000",
            "3f: 2026-11-13|Bank fee|Anita Patel|-1422",
            "4: 2026-11-14|||-40000",
            "5: It wasn’t paid.",
        ],
        "positive-only" asks [BankQuestion::Signs] => [
            "2: 2026-11-12|SCREWFIX YEOVIL||-4320",
            "3: 2026-11-13|A N OTHER||-2000",
        ],
        "pounds-sign" asks NOTHING => [
            "2: 2026-11-12|SCREWFIX YEOVIL||-4320",
            "3: It isn’t in pounds.",
        ],
        "revolut" asks NOTHING => [
            "2: 2026-11-12|Screwfix||-4320",
            "3: 2026-11-13|To J Bloggs||-10000",
            "3f: 2026-11-13|Bank fee|To J Bloggs|-150",
            "4f: 2026-11-14|Bank fee|Premium plan fee|-799",
            "5: It wasn’t paid.",
        ],
        "revolut-business" asks NOTHING => [
            "2: 2026-11-12|Screwfix||-4320",
            "3: 2026-11-13|To Jo Bloggs|INV 7|-10000",
            "3f: 2026-11-13|Bank fee|To Jo Bloggs|-20",
            "4: It wasn’t paid.",
        ],
        "starling" asks NOTHING => [
            "2: 2026-11-12|Shell|FUEL HEDON RD|-4520",
            "3: 2026-11-13|HMRC|SA 1234567890|-5000",
        ],
        "three-amounts" asks [BankQuestion::Columns] => [],
        "tide" asks NOTHING => ["2: 2026-11-12|SCREWFIX||-4320",],
        "transactions" asks NOTHING => [
            "3: 2026-11-12|SCREWFIX YEOVIL||-4320",
            "4: 2026-11-13|A PATEL INV-0012||48000",
            "5: 2026-11-14|SHELL HULL||-4520",
        ],
        "unclosed-quote" asks NOTHING => [
            "2: A quotation mark is missing in this row.",
            "3: 2026-11-13|SHELL HULL||-4520",
            "4: 2026-11-14|TOPPS, HULL||-1200",
            "5: It has more cells than there are columns.",
            "6: It has fewer cells than there are columns.",
        ],
        // Its amounts are with its fees.
        "wise" asks NOTHING => [
            "2: 2026-11-14|Shell Hull|Card transaction of 45.20 GBP issued by Shell Hull|-4520",
            "3: 2026-11-13|Sent money to J Bloggs|INV 7|-2098",
            "4: 2026-11-12|Received money from A PATEL with reference INV-0012|INV-0012|48000",
        ],
        "years" asks NOTHING => [
            "2: 2026-11-12|SCREWFIX YEOVIL||-4320",
            "3: Its year is before 2000 or after 2099.",
            "4: Its year is before 2000 or after 2099.",
            "5: We can’t read its date.",
        ],
    } {
        let text = text::decode(bytes).expect("a text").text;
        let read = read_file(&text).unwrap_or_else(|why| panic!("{name}: {why}"));
        assert_eq!(
            (describe_rows(&read), &*read.asks),
            (rows.iter().map(|row| (*row).to_owned()).collect(), asks),
            "{name}"
        );
        // Whichever way its lines end, and whichever program wrote it.
        let plain = text.replace("\r\n", "\n");
        let numbered = describe_rows(&read);
        for end in ["\r\n", "\r"] {
            assert_eq!(read_and_describe(&plain.replace('\n', end)), numbered, "{name} {end:?}");
        }
        let mut marked = b"\xEF\xBB\xBF".to_vec();
        marked.extend(plain.as_bytes());
        marked.extend(b"\x1a");
        let wide: Vec<u8> = plain.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let (windows, _, is_other) = encoding_rs::WINDOWS_1252.encode(&plain);
        let mut written = vec![marked, wide];
        if !is_other {
            written.push(windows.into_owned());
        }
        for bytes in written {
            let text = text::decode(&bytes).expect("a text").text;
            assert_eq!(read_and_describe(&text), numbered, "{name} {:?}", &bytes[..4]);
        }
    }
}

#[test]
fn reads_columns_as_chosen_or_remembered() {
    let text = "12/11/2026,SCREWFIX,43.20,,956.80\n13/11/2026,A PATEL,,480.00,1436.80\n";
    let bank_file = read_file(text).expect("a table");
    assert_eq!(bank_file.asks, [BankQuestion::Columns]);
    assert_eq!(bank_file.columns[1].example, "SCREWFIX");
    use BankColumn::{Date, In, Out, Words};
    let reading = ReadingSaid { columns: Some(vec![Date, Words, Out, In]), ..ReadingSaid::default() };
    let allowance = || ReadBudget::new(1 << 24);
    let read_so = |given| read(text, given, allowance()).expect("lines");
    let expected = ["1: 2026-11-12|SCREWFIX||-4320", "2: 2026-11-13|A PATEL||48000"];
    let said_so = read_so(options_with(reading.clone()));
    assert_eq!((describe_rows(&said_so), &*said_so.asks), (expected.map(str::to_owned).to_vec(), &[][..]));
    // Remembered of a file with as many columns, and of no other.
    let known = bank_file.headings;
    let remembered = |headings: &str| (headings == known).then(|| reading.clone());
    let from_before = |text: &str| {
        let bank_file_options =
            BankFileOptions { remembered: &remembered, ..options_with(ReadingSaid::default()) };
        read(text, bank_file_options, allowance()).expect("a table")
    };
    assert_eq!(describe_rows(&from_before(text)), expected);
    let other = from_before(&text.replace(",SCREWFIX,", ",x,SCREWFIX,").replace(",A PATEL,", ",x,A PATEL,"));
    assert_eq!(other.asks, [BankQuestion::Columns]);
    // The other way round, and in America.
    let text = "Date,Description,Amount\n11/12/2026,SCREWFIX,43.20\n";
    let reading = ReadingSaid {
        columns: Some(vec![Date, Words, BankColumn::Amount]),
        dates: Some(BankDates::MonthFirst),
        signs: Some(BankSigns::SpentBelow),
    };
    let read = read(text, options_with(reading), allowance()).expect("lines");
    assert_eq!(describe_rows(&read), ["2: 2026-11-12|SCREWFIX||4320"]);
}

/// An answer to one question leaves the others open, and takes precedence over what is remembered.
#[test]
fn each_question_is_asked_until_it_is_answered() {
    use BankQuestion::{Columns, Dates as DatesAsked, Signs as SignsAsked};
    let text = "03/04/2026,SCREWFIX,43.20,7.00\n04/05/2026,A N OTHER,20.00,9.00\n";
    let read_so = |reading: ReadingSaid| {
        let file = read(text, options_with(reading), ReadBudget::new(1 << 24)).expect("a table");
        (file.asks, file.reading.dates, file.said)
    };
    let nothing = ReadingSaid::default();
    assert_eq!(read_so(nothing.clone()).0, [Columns]);
    let columns = ReadingSaid {
        columns: Some(vec![BankColumn::Date, BankColumn::Words, BankColumn::Amount]),
        ..nothing.clone()
    };
    assert_eq!(read_so(columns.clone()).0, [DatesAsked, SignsAsked]);
    let dates = ReadingSaid { dates: Some(BankDates::MonthFirst), ..columns.clone() };
    let (asks, read_as, _) = read_so(dates.clone());
    assert_eq!((&*asks, read_as), (&[SignsAsked][..], BankDates::MonthFirst));
    let all = ReadingSaid { signs: Some(BankSigns::SpentAbove), ..dates };
    assert_eq!(read_so(all.clone()).0, []);
    // An answer to one question is remembered beside the others.
    let remembered = |_: &str| Some(all.clone());
    let with = BankFileOptions {
        reading: ReadingSaid { dates: Some(BankDates::DayFirst), ..nothing },
        remembered: &remembered,
        today: None,
    };
    let file = read(text, with, ReadBudget::new(1 << 24)).expect("lines");
    let expected = ReadingSaid { dates: Some(BankDates::DayFirst), ..all.clone() };
    assert_eq!((&*file.asks, &file.said), (&[][..], &expected));
    assert_eq!(describe_rows(&file)[0], "1: 2026-04-03|SCREWFIX||-4320");
}

#[test]
fn states_why_a_row_cannot_be_imported() {
    let text = "Date,Description,Amount,Currency,State\n\
        Pending,Shell,-1.00,GBP,\n\
        12/11/2026,Shell,some,GBP,\n\
        12/11/2026,Hotel,-80.00,EUR,\n\
        12/11/2026,Hotel,-80.00,GBP,DECLINED\n\
        ,,,,\n\
        12/11/2026,=SUM(A1),-3.00,GBP,COMPLETED\n";
    assert_eq!(
        read_and_describe(text),
        [
            "2: We can’t read its date.",
            "3: We can’t read its amount.",
            "4: It isn’t in pounds.",
            "5: It wasn’t paid.",
            "7: 2026-11-12|=SUM(A1)||-300",
        ]
    );
}

#[test]
fn an_amount_whose_heading_is_in_another_currency_is_asked_about() {
    let text = "Date,Description,Amount (EUR)\n12/11/2026,HOTEL,-80.00\n13/11/2026,TAXI,-9.50\n";
    let read = read_file(text).expect("a table");
    assert_eq!((&*read.asks, read.rows.len()), (&[BankQuestion::Columns][..], 0));
    let pounds = text.replace("EUR", "GBP");
    assert_eq!(read_and_describe(&pounds), ["2: 2026-11-12|HOTEL||-8000", "3: 2026-11-13|TAXI||-950",]);
}

#[test]
fn does_not_replace_an_unreadable_amount_by_another_column() {
    let two = "Date,Description,Paid out,Paid in\n\
        12/11/2026,Shell,1e3,5.00\n\
        12/11/2026,Shell,10-12,\n\
        12/11/2026,Shell,10.00,3.00\n\
        12/11/2026,Shell,10.00,0.00\n";
    let why = |row: usize| format!("{row}: We can’t read its amount.");
    assert_eq!(
        read_and_describe(two),
        [
            why(2),
            why(3),
            "4: It has more than one amount.".to_owned(),
            "5: 2026-11-12|Shell||-1000".to_owned(),
        ]
    );
    // The second column says how much in pounds, and the first something else.
    let twice = "Date,Description,Amount,Value\n12/11/2026,Shell,20%,-4.00\n12/11/2026,Shell,Debit,-4.00\n";
    assert_eq!(read_and_describe(twice), [why(2), "3: 2026-11-12|Shell||-400".to_owned()]);
}

#[test]
fn a_file_with_more_income_than_spending_is_not_a_card_statement() {
    let text = "Date,Description,Amount\n12/11/2026,A PATEL,480.00\n13/11/2026,B KHAN,120.00\n\
        14/11/2026,SCREWFIX,-43.20\n";
    let read = read_file(text).expect("lines");
    assert_eq!((read.reading.signs, &*read.asks), (BankSigns::SpentBelow, &[][..]));
    // Nothing tells what these are.
    let text = "Date,Description,Amount\n12/11/2026,A,4.00\n13/11/2026,B,1.00\n14/11/2026,C,-4.20\n";
    let read = read_file(text).expect("lines");
    assert_eq!((read.reading.signs, &*read.asks), (BankSigns::SpentBelow, &[BankQuestion::Signs][..]));
}

#[test]
fn refuses_files_that_are_not_bank_statements() {
    let no_columns = "Name,Colour\nAnita,red\n";
    for (text, why) in [
        ("", BankFileError::Empty),
        ("\n\n", BankFileError::Empty),
        (no_columns, BankFileError::NoColumns),
        ("Date,Description,Amount\n", BankFileError::Empty),
        ("\u{89}PNG\r\n\u{1a}\n", BankFileError::NoColumns),
        ("!Type:Bank\nD12/11/2026\nT-43.20\n^\n", BankFileError::Format("QIF")),
        (
            "Date,Description,Amount\n12/11/2026,A,-1.00\n",
            BankFileError::Spent(plumbline_platform::table_import::budget::BudgetExceeded::Memory),
        ),
    ] {
        let bytes = if matches!(why, BankFileError::Spent(_)) { 10 } else { 1 << 24 };
        let read = read(text, options_with(ReadingSaid::default()), ReadBudget::new(bytes));
        assert_eq!(read.err(), Some(why), "{text:?}");
    }
    assert_eq!(
        BankFileError::Format("OFX").to_string(),
        "This is an OFX file, which we can’t read yet. Please download your statement as CSV."
    );
    let many = |rows: usize| {
        let rows = "12/11/2026,SHELL,-1.00\n".repeat(rows);
        format!("Date,Description,Amount\n{rows}")
    };
    assert_eq!(read_file(&many(5_000)).expect("lines").rows.len(), 5_000);
    for rows in [5_001, 50_000] {
        assert_eq!(read_file(&many(rows)).err(), Some(BankFileError::TooMany(rows)));
        // Without headings every row counts.
        let bare = many(rows).split_once('\n').map(|(_, rest)| rest.to_owned());
        let refused = read_file(&bare.expect("rows")).err();
        assert_eq!(refused, Some(BankFileError::TooMany(rows)));
    }
    assert_eq!(
        BankFileError::TooMany(50_000).to_string(),
        "This file has 50,000 rows, and we can import 5,000 at a time. Please split it, or download fewer months at a \
         time."
    );
    let long = format!("{}{}", many(3), "x".repeat(300_000));
    assert_eq!(read_file(&long).err(), Some(BankFileError::Row(RowError::TooLong(5))));
}

#[test]
fn a_file_that_is_cut_off_loses_its_last_row_alone() {
    let whole = "Date,Description,Amount,Balance\n12/11/2026,SCREWFIX,-43.20,956.80\n13/11/2026,\"SHELL, HULL\",-45.20,911.60\n";
    for end in whole.find("13/11").expect("a row") + 5..whole.len() - 8 {
        let read = read_and_describe(&whole[..end]);
        assert_eq!(read.len(), 2, "{}", &whole[..end]);
        assert_eq!(read[0], "2: 2026-11-12|SCREWFIX||-4320");
        assert!(!read[1].contains('|'), "{}", read[1]);
    }
}
