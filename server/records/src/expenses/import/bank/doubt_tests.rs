//! Files that a reader could easily take for something else: each row is read correctly, asked about, or refused.

use super::tests::{describe_rows, options_with, read_and_describe, read_file};
use super::*;

fn read_remembering(text: &str, remembered: &ReadingSaid) -> BankFile {
    let bank_file_options =
        BankFileOptions { remembered: &|_| Some(remembered.clone()), ..options_with(ReadingSaid::default()) };
    read(text, bank_file_options, ReadBudget::new(1 << 24)).expect("lines")
}

fn read_answering(text: &str, reading: ReadingSaid) -> Vec<String> {
    describe_rows(&read(text, options_with(reading), ReadBudget::new(1 << 24)).expect("lines"))
}

const NOTHING: ReadingSaid = ReadingSaid { columns: None, dates: None, signs: None };

#[test]
fn a_remembered_sign_is_asked_about_if_the_file_shows_another() {
    let card = ReadingSaid { signs: Some(BankSigns::SpentAbove), ..NOTHING };
    let account = "Date,Description,Amount\n13/11/2026,SCREWFIX,-43.20\n14/11/2026,A PATEL INV-0012,480.00\n\
        15/11/2026,SHELL HULL,-45.20\n16/11/2026,TOOLSTATION,-5.00\n";
    let file = read_remembering(account, &card);
    assert_eq!((file.reading.signs, &*file.asks), (BankSigns::SpentBelow, &[BankQuestion::Signs][..]));
    assert_eq!(describe_rows(&file)[1], "3: 2026-11-14|A PATEL INV-0012||48000");
    // Without headings, the remembered answer may be for any file with as many columns.
    let bare = account.split_once('\n').expect("a heading").1;
    let file = read_remembering(bare, &card);
    assert_eq!((file.reading.signs, &*file.asks), (BankSigns::SpentBelow, &[BankQuestion::Signs][..]));
    // It answers what this file leaves open.
    let next = "Date,Description,Amount\n13/12/2026,SCREWFIX,43.20\n14/12/2026,A SHOP,20.00\n";
    let file = read_remembering(next, &card);
    assert_eq!((file.reading.signs, &*file.asks), (BankSigns::SpentAbove, &[][..]));
    // The sign isn't read here.
    let marked = "Date,Description,Amount\n13/12/2026,SCREWFIX,43.20 DR\n14/12/2026,A PATEL,20.00 CR\n";
    assert_eq!(read_remembering(marked, &card).asks, []);
}

#[test]
fn a_remembered_order_of_dates_does_not_change_dates_that_it_does_not_fit() {
    let american = ReadingSaid { dates: Some(BankDates::MonthFirst), ..NOTHING };
    let british = "Date,Description,Amount\n03/11/2026,SCREWFIX,-43.20\n13/11/2026,SHELL,-45.20\n";
    let file = read_remembering(british, &american);
    assert_eq!((file.reading.dates, &*file.asks), (BankDates::DayFirst, &[][..]));
    assert_eq!(describe_rows(&file)[0], "2: 2026-11-03|SCREWFIX||-4320");
    // Both orders give dates, and the file speaks for the other one: 11 December is still to come, and
    // 12 November is not.
    let late = "Date,Description,Amount\n11/03/2026,A,-1.00\n11/12/2026,SHELL,-45.20\n";
    let file = read_remembering(late, &ReadingSaid { dates: Some(BankDates::DayFirst), ..NOTHING });
    assert_eq!((file.reading.dates, &*file.asks), (BankDates::MonthFirst, &[BankQuestion::Dates][..]));
    // Open dates are as remembered, and ISO dates have one order.
    let open = "Date,Description,Amount\n03/04/2026,X,-43.20\n04/05/2026,SHELL,-20.00\n";
    let file = read_remembering(open, &american);
    assert_eq!((file.reading.dates, &*file.asks), (BankDates::MonthFirst, &[][..]));
    let iso = "Date,Description,Amount\n2026-11-03,SCREWFIX,-43.20\n2026-11-04,SHELL,-45.20\n";
    assert_eq!(read_remembering(iso, &american).asks, []);
}

#[test]
fn remembered_columns_of_another_file_without_headings_are_not_used() {
    use BankColumn::{Amount, Date, Ignored, In, Out, Words};
    let remembered = |columns: &[BankColumn]| ReadingSaid { columns: Some(columns.to_vec()), ..NOTHING };
    let text = "12/11/2026,-43.20,SCREWFIX\n13/11/2026,480.00,A PATEL\n";
    let expected = ["1: 2026-11-12|SCREWFIX||-4320", "2: 2026-11-13|A PATEL||48000"];
    let file = read_remembering(text, &remembered(&[Date, Words, Amount]));
    assert_eq!((describe_rows(&file), &*file.asks), (expected.map(str::to_owned).to_vec(), &[][..]));
    // They would fit, but this file shows something else.
    let text = "12/11/2026,SCREWFIX,-43.20,956.80\n13/11/2026,A PATEL,480.00,1436.80\n";
    let file = read_remembering(text, &remembered(&[Date, Words, Out, In]));
    assert_eq!((&*file.asks, file.rows.len()), (&[BankQuestion::Columns][..], 0));
    assert_eq!(file.reading.columns, [Date, Words, Ignored, Ignored]);
}

#[test]
fn amounts_in_another_currency_are_refused_whatever_the_heading_of_the_currency() {
    for heading in ["Currency Code", "Posted Currency", "Transaction Currency", "Local Currency", "Ccy"] {
        let text = format!(
            "Date,Description,Amount,{heading}\n14/11/2026,HOTEL PARIS,-95.00,EUR\n15/11/2026,SCREWFIX,-43.20,GBP\n"
        );
        let expected = ["2: It isn’t in pounds.", "3: 2026-11-15|SCREWFIX||-4320"];
        assert_eq!(read_and_describe(&text), expected, "{heading}");
    }
    // What the shop charged is another amount.
    for (headings, cells) in [
        ("Amount,Currency,Local amount,Local currency", "-81.11,GBP,-95.00,EUR"),
        ("Amount (GBP),Transaction Currency", "-81.11,EUR"),
        ("Amount,Orig currency,Payment currency", "-81.11,EUR,GBP"),
        ("Transaction Amount,Transaction Currency,Billing Amount,Billing Currency", "-95.00,EUR,-81.11,GBP"),
        ("Billing Amount,Transaction Currency,Transaction Amount", "-81.11,EUR,-95.00"),
        ("Transaction Amount,Billing Amount (GBP)", "-95.00,-81.11"),
    ] {
        let text = format!("Date,Description,{headings}\n14/11/2026,HOTEL PARIS,{cells}\n");
        assert_eq!(read_and_describe(&text), ["2: 2026-11-14|HOTEL PARIS||-8111"], "{headings}");
    }
    let euros = "Posted Account, Posted Transactions Date, Description1, Debit Amount, Credit Amount,Balance,\
        Posted Currency,Local Currency Amount,Local Currency\n1,13/11/2026,BRICO,43.20,,856.80,EUR,43.20,EUR\n";
    assert_eq!(read_and_describe(euros), ["2: It isn’t in pounds."]);
}

#[test]
fn two_different_amounts_in_a_row_are_asked_about() {
    let text =
        "Date,Description,Amount,Value\n14/11/2026,HOTEL,-95.00,-81.11\n15/11/2026,SHELL,-45.20,-45.20\n";
    let file = read_file(text).expect("a table");
    assert_eq!((&*file.asks, file.rows.len()), (&[BankQuestion::Columns][..], 0));
    use BankColumn::{Amount, Date, Words};
    let both = ReadingSaid { columns: Some(vec![Date, Words, Amount, Amount]), ..NOTHING };
    let expected = ["2: It has more than one amount.", "3: 2026-11-15|SHELL||-4520"];
    assert_eq!(read_answering(text, both), expected);
}

#[test]
fn a_refund_in_the_column_for_money_out_is_money_in() {
    for refund in ["-12.00", "12.00CR", "12.00 CR", "(12.00)"] {
        let text = format!(
            "Date,Description,Debit,Credit\n12/11/2026,SCREWFIX,43.20,\n13/11/2026,SHELL,45.20,\n\
            14/11/2026,SCREWFIX REFUND,{refund},\n15/11/2026,A PATEL,,480.00\n16/11/2026,A PATEL,,-5.00\n"
        );
        let rows = read_and_describe(&text);
        assert_eq!(rows[0], "2: 2026-11-12|SCREWFIX||-4320");
        assert_eq!(rows[2], "4: 2026-11-14|SCREWFIX REFUND||1200", "{refund}");
        assert_eq!(rows[4], "6: 2026-11-16|A PATEL||-500");
    }
    // If the bank writes a minus before all of them, an amount without one may be a refund or not.
    let text = "Date,Description,Debit,Credit\n12/11/2026,SCREWFIX,-43.20,\n13/11/2026,SHELL,-45.20,\n\
        14/11/2026,SCREWFIX,12.00,\n";
    assert_eq!(
        read_and_describe(text)[1..],
        ["3: 2026-11-13|SHELL||-4520", "4: It doesn’t say whether it went out or came in."]
    );
}

#[test]
fn payments_that_were_not_made_are_not_imported() {
    let text = "Date,Text,Amount,Status\n12/11/2026,SCREWFIX,-43.20,Executed\n30/12/2026,SO RENT,-200.00,Waiting\n\
        14/11/2026,SHELL,-20.00,Deleted\n15/11/2026,SHELL,-21.00,Under review\n16/11/2026,SHELL,-22.00,\n";
    assert_eq!(
        read_and_describe(text),
        [
            "2: 2026-11-12|SCREWFIX||-4320",
            "3: It wasn’t paid.",
            "4: It wasn’t paid.",
            "5: Its status, “Under review”, doesn’t say whether it was paid.",
            "6: 2026-11-16|SHELL||-2200",
        ]
    );
    // A column about something else.
    let card = "Date,Description,Amount,Status\n12/11/2026,SCREWFIX,-43.20,Active card\n";
    assert_eq!(read_and_describe(card), ["2: 2026-11-12|SCREWFIX||-4320"]);
}

#[test]
fn a_balance_among_the_payments_is_not_imported() {
    let text = "Date,Description,Money in,Money Out\n2026-11-12,SCREWFIX YEOVIL,,43.20\n\
        2026-11-13,INITIAL BALANCE,,100.00\n2026-11-14,NEW BALANCE MANCHESTER,,80.00\n2026-11-30,TOTAL,,123.20\n";
    let balance = |row: usize| format!("{row}: It is a balance, not a payment.");
    assert_eq!(
        read_and_describe(text)[1..],
        [balance(3), "4: 2026-11-14|NEW BALANCE MANCHESTER||-8000".to_owned(), balance(5)]
    );
}

#[test]
fn a_file_that_ends_within_an_amount_loses_that_row() {
    let cut = |row: usize| format!("{row}: The file ends in the middle of this row.");
    let text = "Date,Description,Amount\r\n12/11/2026,SCREWFIX,-43.20\r\n13/11/2026,RENT CO,";
    for (end, expected) in [
        ("-1", cut(3)),
        ("-104", cut(3)),
        ("-1045.2", cut(3)),
        ("-1045.20", "3: 2026-11-13|RENT CO||-104520".to_owned()),
        ("-1045\r\n", "3: 2026-11-13|RENT CO||-104500".to_owned()),
    ] {
        assert_eq!(read_and_describe(&format!("{text}{end}"))[1], expected, "{end}");
    }
    let sides = "Date,Description,Money in,Money out\r\n12/11/2026,SCREWFIX,,43.20\r\n13/11/2026,RENT CO,,10";
    assert_eq!(read_and_describe(sides)[1], cut(3));
    // This bank writes whole pounds without pence.
    let whole = "Date,Description,Amount\n12/11/2026,SCREWFIX,-43\n13/11/2026,RENT CO,-10";
    assert_eq!(read_and_describe(whole)[1], "3: 2026-11-13|RENT CO||-1000");
}

#[test]
fn a_column_with_the_direction_is_read_whatever_its_heading() {
    for (heading, out, back) in [
        ("Debit/Credit Flag", "D", "C"),
        ("D/C", "D", "C"),
        ("Movement", "Debit", "Credit"),
        ("Sign", "-", "+"),
        ("Column 7", "DR", "CR"),
    ] {
        let text = format!(
            "Transaction Date,Billing Amount,Merchant,{heading}\n12/11/2026,£43.20,SCREWFIX,{out}\n\
            13/11/2026,£250.00,PAYMENT RECEIVED - THANK YOU,{back}\n14/11/2026,£12.00,SCREWFIX,{back}\n"
        );
        let file = read_file(&text).expect("lines");
        let expected = [
            "2: 2026-11-12|SCREWFIX||-4320",
            "3: 2026-11-13|PAYMENT RECEIVED - THANK YOU||25000",
            "4: 2026-11-14|SCREWFIX||1200",
        ];
        assert_eq!(
            (describe_rows(&file), &*file.asks),
            (expected.map(str::to_owned).to_vec(), &[][..]),
            "{heading}"
        );
    }
    // Negative amounts of money in are money in as well, and a row without a flag isn't guessed.
    let text = "Date,Amount,Merchant,D/C\n12/11/2026,43.20,SCREWFIX,D\n13/11/2026,-250.00,PAYMENT,C\n\
        14/11/2026,9.00,SHELL,\n";
    assert_eq!(
        read_and_describe(text)[1..],
        ["3: 2026-11-13|PAYMENT||25000", "4: It doesn’t say whether it went out or came in."]
    );
    // A refund that is a negative debit: the sign decides, not this column.
    let text = "Date,Amount,Merchant,D/C\n12/11/2026,-43.20,SCREWFIX,D\n13/11/2026,12.00,SCREWFIX,D\n";
    assert_eq!(read_and_describe(text)[1], "3: 2026-11-13|SCREWFIX||1200");
}

#[test]
fn columns_for_money_in_and_out_decide_if_the_amount_beside_them_has_no_sign() {
    let text = "Date,Description,Amount,Paid in,Paid out\n12/11/2026,TRADE COUNTER,43.20,,43.20\n\
        13/11/2026,A PATEL,480.00,480.00,\n";
    let file = read_file(text).expect("lines");
    let expected = ["2: 2026-11-12|TRADE COUNTER||-4320", "3: 2026-11-13|A PATEL||48000"];
    assert_eq!((describe_rows(&file), &*file.asks), (expected.map(str::to_owned).to_vec(), &[][..]));
}

#[test]
fn a_reference_before_the_payee_is_not_taken_for_the_payee() {
    let text = "12/11/2026,\"Reference: AT263160012000010012345\",\" 43.20\",\"SCREWFIX DIRECT\",\" Process Date 13/11/2026\"\n\
        14/11/2026,\"Reference: AT263160012000010012346\",\"-250.00\",\"PAYMENT RECEIVED - THANK YOU\",\"\"\n\
        15/11/2026,\"Reference: AT263160012000010012347\",\" 1,145.20\",\"SHELL\",\" Process Date 16/11/2026\"\n";
    let names = |text: &str| {
        let rows = read_file(text).expect("lines").rows;
        let name = |row: BankFileRow| match row {
            BankFileRow::Line(line) => line.name,
            BankFileRow::Unreadable { why, .. } => why,
        };
        rows.into_iter().map(name).collect::<Vec<_>>()
    };
    assert_eq!(names(text), ["SCREWFIX DIRECT", "PAYMENT RECEIVED - THANK YOU", "SHELL"]);
    let last = text.lines().last().expect("a row");
    assert_eq!(names(last), ["SHELL"]);
}

#[test]
fn an_account_is_found_beside_another_word_above_the_headings() {
    let account = |preamble: &str| {
        let text = format!("{preamble}\n\nDate,Description,Amount\n14/11/2026,CARD FEE,-7.00\n");
        match &read_file(&text).expect("lines").rows[0] {
            BankFileRow::Line(line) => line.account.clone(),
            BankFileRow::Unreadable { why, .. } => why.clone(),
        }
    };
    assert_eq!(
        account("Name: S Smith,Sort code 20-00-00,Number XXXX2222"),
        "namessmithsortcode200000numberxxxx2222"
    );
    // The days and the balance differ in the account's next file.
    assert_eq!(account("Statement,Account XXXX2222,01/11/2026,956.80"), "statementaccountxxxx2222");
    assert_eq!(account("Account Name:,Current ****12345"), "accountnamecurrent12345");
    assert_eq!(account("Name: S Smith,November"), "");
}

#[test]
fn the_balance_says_where_the_money_of_unsigned_amounts_went() {
    let rows = [
        "12/11/2026,SCREWFIX,43.20,956.80",
        "13/11/2026,A PATEL,480.00,1436.80",
        "14/11/2026,RENT CO,1500.00,-63.20",
    ];
    let unsaid = |row: usize| format!("{row}: It doesn’t say whether it went out or came in.");
    let expected = ["3: 2026-11-13|A PATEL||48000", "4: 2026-11-14|RENT CO||-150000"];
    let text = format!("Date,Description,Amount,Balance\n{}\n", rows.join("\n"));
    let file = read_file(&text).expect("lines");
    assert_eq!(file.asks, []);
    let described = describe_rows(&file);
    assert_eq!((&described[0], &described[1..]), (&unsaid(2), &expected.map(str::to_owned)[..]));
    // An overdrawn account, and a row with the balance before.
    let opening = text
        .replace("Balance\n", "Balance\n11/11/2026,OPENING BALANCE,,1000.00\n")
        .replace("-63.20", "63.20 DR");
    let described = read_and_describe(&opening);
    assert_eq!(described[1], "3: 2026-11-12|SCREWFIX||-4320");
    assert_eq!(described[3], "5: 2026-11-14|RENT CO||-150000");
    // The latest first, and without headings.
    let latest: Vec<&str> = rows.iter().rev().copied().collect();
    let described = read_and_describe(&format!("{}\n", latest.join("\n")));
    assert_eq!(described[0], "1: 2026-11-14|RENT CO||-150000");
    assert_eq!(described[1], "2: 2026-11-13|A PATEL||48000");
    assert_eq!(described[2], unsaid(3));
    // A person's choice counts more.
    let all_spent = ReadingSaid { signs: Some(BankSigns::SpentAbove), ..NOTHING };
    assert_eq!(read_answering(&text, all_spent)[1], "3: 2026-11-13|A PATEL||-48000");
}

#[test]
fn a_balance_that_does_not_agree_in_every_row_is_asked_about() {
    for rows in [
        // A row is missing.
        "12/11/2026,SCREWFIX,43.20,956.80\n13/11/2026,A PATEL,480.00,1436.80\n14/11/2026,RENT CO,10.00,1400.00",
        // Either order is possible.
        "12/11/2026,A,20.00,80.00\n13/11/2026,B,20.00,60.00\n14/11/2026,C,20.00,40.00",
        // What is owed on a card.
        "12/11/2026,SCREWFIX,43.20,143.20\n13/11/2026,TOOLSTATION,20.00,163.20\n14/11/2026,THANK YOU,100.00,63.20",
    ] {
        let file = read_file(&format!("Date,Description,Amount,Balance\n{rows}\n")).expect("lines");
        assert_eq!(file.asks, [BankQuestion::Signs], "{rows}");
    }
}
