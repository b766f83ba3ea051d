use super::*;

/// Each line as `date|name|words|pence`.
fn lines(text: &str) -> Vec<String> {
    let read = read(text, Allowance::of(1 << 24)).unwrap_or_else(|why| panic!("{why}"));
    let told = read.rows.into_iter().map(|row| match row {
        Row::Line(line) => format!(
            "{}|{}|{}|{}",
            line.date, line.name, line.words, line.amount.0
        ),
        Row::Unreadable { row, why } => format!("{row}: {why}"),
    });
    told.collect()
}

#[test]
fn each_bank_s_file_reads() {
    for (bank, text, expected) in [
        (
            "Monzo",
            "Transaction ID,Date,Time,Type,Name,Emoji,Category,Amount,Currency,Local amount,Local currency,Notes and #tags,Address,Receipt,Description,Category split,Money Out,Money In\n\
             tx_1,12/11/2026,09:14:02,Card payment,Screwfix,🔧,Shopping,-43.20,GBP,-43.20,GBP,,Hull,,SCREWFIX DIR LTD,,-43.20,\n",
            "2026-11-12|Screwfix|SCREWFIX DIR LTD|-4320",
        ),
        (
            "Starling",
            "Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP),Spending Category,Notes\n\
             12/11/2026,Shell,FUEL HEDON RD,CONTACTLESS,-45.20,100.00,TRANSPORT,\n",
            "2026-11-12|Shell|FUEL HEDON RD|-4520",
        ),
        (
            "Barclays",
            "Number,Date,Account,Amount,Subcategory,Memo\n\
             ,12/11/2026,20-00-00 12345678,-9.99,Card Purchase,SCREWFIX   DIRECT  ON 11 NOV\n",
            "2026-11-12|SCREWFIX DIRECT ON 11 NOV||-999",
        ),
        (
            "Lloyds",
            "Transaction Date,Transaction Type,Sort Code,Account Number,Transaction Description,Debit Amount,Credit Amount,Balance\n\
             12/11/2026,DEB,'30-00-00,12345678,SCREWFIX,43.20,,900.00\n",
            "2026-11-12|SCREWFIX||-4320",
        ),
        (
            "NatWest",
            "\nDate, Type, Description, Value, Balance, Account Name, Account Number\n\
             12/11/2026,POS,\"'1234 11NOV26 , SCREWFIX\",-43.20,900.00,'SAM,'600000-1234\n",
            "2026-11-12|'1234 11NOV26 , SCREWFIX||-4320",
        ),
        (
            "HSBC",
            "12/11/2026,SCREWFIX HULL,-43.20\n",
            "2026-11-12|SCREWFIX HULL||-4320",
        ),
        (
            "Nationwide",
            "\"Account Name:\",\"FlexAccount ****1234\"\n\"Account Balance:\",\"£900.00\"\n\n\
             \"Date\",\"Transaction type\",\"Description\",\"Paid out\",\"Paid in\",\"Balance\"\n\
             \"12 Nov 2026\",\"Visa purchase\",\"SCREWFIX HULL\",\"£1,043.20\",\"\",\"£900.00\"\n",
            "2026-11-12|SCREWFIX HULL||-104320",
        ),
        (
            "Santander",
            "Date;Type;Merchant/Description;Debit/Credit;Balance\n\
             12/11/2026;CARD PAYMENT;SCREWFIX;-£43.20;£900.00\n",
            "2026-11-12|SCREWFIX||-4320",
        ),
        (
            "Revolut",
            "Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance\n\
             CARD_PAYMENT,Current,2026-11-11 09:00:00,2026-11-12 10:00:00,Screwfix,-43.20,0.00,GBP,COMPLETED,900.00\n",
            "2026-11-12|Screwfix||-4320",
        ),
        (
            "Tide",
            "Date,Transaction ID,Transaction description,Amount,Transaction type\n\
             2026-11-12,abc,SCREWFIX,-43.20,Card Transaction\n",
            "2026-11-12|SCREWFIX||-4320",
        ),
    ] {
        assert_eq!(lines(text), [expected], "{bank}");
    }
}

#[test]
fn what_is_no_line_says_why() {
    let text = "Date,Description,Amount,Currency,State\n\
        Pending,Shell,-1.00,GBP,\n\
        12/11/2026,Shell,some,GBP,\n\
        12/11/2026,Hotel,-80.00,EUR,\n\
        12/11/2026,Hotel,-80.00,GBP,DECLINED\n\
        ,,,,\n\
        12/11/2026,=SUM(A1),-3.00,GBP,COMPLETED\n";
    assert_eq!(
        lines(text),
        [
            "2: Its date cannot be read.",
            "3: Its amount cannot be read.",
            "4: It is not in pounds.",
            "5: It was not paid.",
            "2026-11-12|=SUM(A1)||-300",
        ]
    );
}

#[test]
fn an_amount_that_is_not_understood_is_not_taken_from_elsewhere() {
    let two = "Date,Description,Paid out,Paid in\n\
        12/11/2026,Shell,1e3,5.00\n\
        12/11/2026,Shell,10-12,\n\
        12/11/2026,Shell,10.00,3.00\n\
        12/11/2026,Shell,10.00,0.00\n";
    let why = |row: usize| format!("{row}: Its amount cannot be read.");
    assert_eq!(
        lines(two),
        [
            why(2),
            why(3),
            "4: It has more than one amount.".to_owned(),
            "2026-11-12|Shell||-1000".to_owned(),
        ]
    );
    // The second column says how much in pounds, and the first something else.
    let twice =
        "Date,Description,Amount,Value\n12/11/2026,Shell,20%,-4.00\n12/11/2026,Shell,Debit,-4.00\n";
    assert_eq!(lines(twice), [why(2), "2026-11-12|Shell||-400".to_owned()]);
}

#[test]
fn a_card_s_statement_is_turned() {
    let text = "Date,Description,Amount\n12/11/2026,SCREWFIX,43.20\n13/11/2026,SHELL,20.00\n";
    let read = read(text, Allowance::of(1 << 24)).expect("lines");
    assert!(read.is_card);
    assert_eq!(
        lines(text),
        ["2026-11-12|SCREWFIX||-4320", "2026-11-13|SHELL||-2000"]
    );
    let with_out = "Date,Description,Amount\n12/11/2026,A,43.20\n13/11/2026,B,-1.00\n";
    assert_eq!(lines(with_out)[0], "2026-11-12|A||4320");
}

#[test]
fn what_is_no_statement_is_refused() {
    let no_columns = "Name,Colour\nAnita,red\n";
    for (text, why) in [
        ("", Unusable::Empty),
        ("\n\n", Unusable::Empty),
        (no_columns, Unusable::NoColumns),
        ("Date,Description,Amount\n", Unusable::Empty),
        ("\u{89}PNG\r\n\u{1a}\n", Unusable::NoColumns),
    ] {
        assert_eq!(
            read(text, Allowance::of(1 << 24)).err(),
            Some(why),
            "{text:?}"
        );
    }
    let mut many = String::from("Date,Description,Amount\n");
    for _ in 0..50_000 {
        many.push_str("12/11/2026,SHELL,-1.00\n");
    }
    assert_eq!(
        read(&many, Allowance::of(1 << 24)).err(),
        Some(Unusable::TooMany)
    );
}
