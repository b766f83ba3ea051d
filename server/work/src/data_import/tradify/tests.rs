//! Invoices as other programs write them, with the totals that each must have.

use std::collections::HashMap;

use super::*;

fn read_with_columns(
    name: &str,
    bytes: Vec<u8>,
    tables_said: &TablesSaid,
) -> Result<ParsedData, ImportError> {
    let file = ImportFile { name: name.to_owned(), bytes: bytes.into() };
    read(vec![file], tables_said)
}

fn read_table(bytes: impl Into<Vec<u8>>) -> ParsedData {
    let read = read_with_columns("invoices.csv", bytes.into(), &TablesSaid::default());
    read.unwrap_or_else(|why| panic!("{why}"))
}

/// Each document as `number customer: its lines = total`, with its currency, or why it is refused.
fn describe_documents(found: &ParsedData) -> Vec<String> {
    let result = found.documents.iter().map(|it| {
        if let Some(why) = &it.refused {
            return format!("{}: {why}", it.number);
        }
        let lines = it.document.items.iter().map(|line| {
            let rate = line.vat.as_ref().map_or_else(String::new, |vat| vat.rate.to_string());
            format!("{} {} x {} at {rate}", line.name, line.quantity, line.price)
        });
        let lines: Vec<String> = lines.collect();
        let total = it.total.map(|total| total.0).unwrap_or_default();
        let currency = it.currency.as_ref();
        let currency = currency.map_or_else(String::new, |it| format!(" in {it}"));
        format!("{} {}: {} = {total}{currency}", it.number, it.customer, lines.join(", "))
    });
    result.collect()
}

macro_rules! fixture {
    ($name:literal) => {
        include_bytes!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../tests/fixtures/imports/programs/",
            $name,
            ".csv"
        ))
    };
}

#[test]
fn keeps_lines_separate_and_does_not_take_dollars_for_pounds() {
    let zoho = read_table(fixture!("zoho-invoices"));
    assert_eq!(
        describe_documents(&zoho),
        [
            "INV-000012 Anita Patel: Labour 5 x 40 at 20, Copper pipe 12 x 4.1667 at 20 = 30000",
            "INV-000013 Bob Kahn: Labour 2 x 50 at  = 10000 in US dollars (USD)",
        ]
    );
    assert_eq!(zoho.documents[0].document.items[0].description, "First fix");
    assert_eq!(zoho.documents[0].remarks, ["Copper pipe: price rounded from 4.1666666667"]);
    let freshbooks = read_table(fixture!("freshbooks-invoices"));
    assert_eq!(
        describe_documents(&freshbooks),
        [
            "0000012 Anita Patel: Labour 5 x 40 at 20, Copper pipe 12 x 4.1667 at 20 = 30000",
            "0000013 Bob Kahn: Labour 2 x 50 at  = 10000 in US dollars (USD)",
        ]
    );
    let xero = read_table(fixture!("xero-invoices"));
    assert_eq!(
        describe_documents(&xero),
        [
            "INV-0012 Anita Patel: Labour 5 x 40 at 20, Copper pipe 12 x 4.1667 at 20 = 30000",
            "INV-0013 Bob Kahn: Labour 2 x 50 at  = 10000 in US dollars (USD)",
        ]
    );
    let paid = xero.documents[0].payments.iter().map(|it| it.amount.0);
    assert_eq!(paid.collect::<Vec<_>>(), [10_000]);
    let invoice2go = read_table(fixture!("invoice2go-invoices"));
    assert_eq!(
        describe_documents(&invoice2go),
        [
            "INV0012 Anita Patel: As invoiced 1 x 250.00 at 20 = 30000",
            "INV0013 Bob Kahn: As invoiced 1 x 100.00 at  = 10000 in US dollars (USD)",
        ]
    );
}

#[test]
fn finds_the_currency_in_a_column_a_heading_or_an_amount() {
    let dollars = " in US dollars (USD)";
    for (heads, cells, currency) in [
        ("Total,Currency", "100.00,GBP", ""),
        ("Total,Currency", "£100.00,", ""),
        ("Total,Currency", "100.00,usd", dollars),
        ("Total (USD),Status", "100.00,Sent", dollars),
        ("Total (GBP),Status", "100.00,Sent", ""),
        ("Total,Amount Paid", "100.00,€0.00", " in euros (EUR)"),
        ("Total,Currency", "US$100.00,", dollars),
        ("Total,Currency", "100.00,BRL", " in “BRL”"),
    ] {
        let text = format!("Invoice Number,Customer,Date,{heads}\nINV-1,Jo,12/11/2026,{cells}\n");
        let expected = format!("INV-1 Jo: As invoiced 1 x 100.00 at  = 10000{currency}");
        assert_eq!(describe_documents(&read_table(text)), [expected], "{heads} {cells}");
    }
    let list = "Item Code,Description,Standard,Currency\nTAP,Tap,45,GBP\nCAP,Cap,9,EUR\nNUT,Nut,$1,\n";
    let found = read_table(list);
    let items = found.items.iter();
    let items: Vec<_> =
        items.map(|it| (it.row, it.fields.price.to_string(), it.currency.as_deref())).collect();
    assert_eq!(
        items,
        [
            (2, "45".to_owned(), None),
            (3, "9".to_owned(), Some("euros (EUR)")),
            (4, "1".to_owned(), Some("dollars ($)")),
        ]
    );
}

/// The amount paid for an invoice is on each of its lines, or each line has a part of it.
#[test]
fn a_part_payment_is_counted_once_however_many_lines_there_are() {
    let paid = |heads: &str, rows: [&str; 3]| -> Vec<i64> {
        let rows = rows.map(|cells| format!("1,Jo,25/01/2026,Sent,Tiles,1,100,{cells}\n"));
        let text = format!(
            "Invoice Number,Customer,Date,Status,Description,Quantity,Unit Price,{heads}\n{}",
            rows.concat()
        );
        let found = read_table(text);
        let payments = found.documents[0].payments.iter();
        payments.map(|it| it.amount.0).collect()
    };
    let same = |cells: &'static str| [cells; 3];
    assert_eq!(paid("Total,Amount Paid", same("300,100")), [10_000]);
    assert_eq!(paid("Total,Balance", same("300,100")), [20_000]);
    assert_eq!(paid("Total,Amount Paid", same("100,50")), [15_000]);
    assert_eq!(paid("Total,Amount Paid", ["300,100", "300,", "300,"]), [10_000]);
}

/// The report says if the file has another amount paid than is imported.
#[test]
fn mentions_an_amount_paid_that_is_imported_as_another() {
    let imported_as =
        |amount: &str, typed: &str| vec![format!("amount paid {typed} is imported as {amount}")];
    for (row, remarks) in [
        ("60,60,Paid", vec![]),
        ("60,60.00,Sent", vec![]),
        ("60,,Paid", vec![]),
        ("60,Yes,Paid", vec![]),
        ("60,30,Paid", imported_as("£60.00", "30")),
        ("120,1k,Paid", imported_as("£120.00", "1k")),
        ("120,-20,Sent", imported_as("£0.00", "-20")),
        ("60,(10.00),Sent", imported_as("£0.00", "(10.00)")),
        ("60,20.005,Sent", vec!["amount paid rounded from 20.005".to_owned()]),
        ("60,75,Sent", vec!["amount paid 75 is more than the total".to_owned()]),
    ] {
        let heads = "Invoice Number,Customer,Date,Total,Amount Paid,Status";
        let found = read_invoices(heads, &[&format!("1,Jo,25/01/2026,{row}")]);
        assert_eq!(found.documents[0].remarks, remarks, "{row}");
    }
}

/// The documents of invoices with these headings and rows.
fn read_invoices(heads: &str, rows: &[&str]) -> ParsedData {
    read_table(format!("{heads}\n{}\n", rows.join("\n")))
}

const TOTALS: &str = "Invoice Number,Customer,Date,Status,Net,VAT,Total";
const LINES: &str = "Invoice Number,Customer,Date,Status,Description,Quantity,Unit Price,VAT Rate";

#[test]
fn a_row_without_a_number_is_no_part_of_another_customer_s_document() {
    let found = read_invoices(
        TOTALS,
        &["INV-1,Anita,12/11/2026,Sent,200,40,240", ",Bob Kahn,14/11/2026,Draft,50,10,60"],
    );
    assert_eq!(
        describe_documents(&found),
        [
            "INV-1 Anita: As invoiced 1 x 200.00 at 20 = 24000",
            " Bob Kahn: As invoiced 1 x 50.00 at 20 = 6000"
        ]
    );
    let found = read_invoices(
        LINES,
        &[
            "INV-1,Anita,12/11/2026,Sent,Labour,5,40,20",
            ",,,,Pipe,1,50,20",
            ",Bob Kahn,12/11/2026,Sent,Tap,1,20,20",
            ",Anita,12/11/2026,Sent,Valve,1,30,20",
        ],
    );
    assert_eq!(
        describe_documents(&found)
            .iter()
            .map(|it| it.split(" = ").next().unwrap_or_default())
            .collect::<Vec<_>>(),
        [
            "INV-1 Anita: Labour 5 x 40 at 20, Pipe 1 x 50 at 20",
            " Bob Kahn: Tap 1 x 20 at 20",
            " Anita: Valve 1 x 30 at 20"
        ]
    );
}

#[test]
fn a_document_is_refused_if_a_row_below_it_may_be_one_of_its_lines_or_not() {
    for (heads, rows) in [
        (LINES, ["INV-1,Anita,12/11/2026,Sent,Labour,5,40,20", ",,14/11/2026,,Pipe,1,50,20"]),
        (TOTALS, ["INV-1,Anita,12/11/2026,Sent,200,40,240", ",Anita,12/11/2026,Sent,50,10,60"]),
    ] {
        assert_eq!(
            describe_documents(&read_invoices(heads, &rows)),
            ["INV-1: We can’t tell whether row 3 of the file is one of its lines."]
        );
    }
}

#[test]
fn the_totals_below_a_table_belong_to_no_document() {
    for footer in [",,,Total,250,50,300", ",,,,250,50,300", "Total:,,,,250,50,300", ",TOTALS,,,250,50,300"] {
        let rows = ["INV-1,Anita,12/11/2026,Sent,200,40,240", "INV-2,Bob,13/11/2026,Sent,50,10,60", footer];
        let found = read_invoices(TOTALS, &rows);
        assert_eq!(
            describe_documents(&found),
            [
                "INV-1 Anita: As invoiced 1 x 200.00 at 20 = 24000",
                "INV-2 Bob: As invoiced 1 x 50.00 at 20 = 6000"
            ]
        );
        assert_eq!(
            found.left_out,
            ["row 4 of “invoices.csv”: It has only totals of other rows."],
            "{footer}"
        );
    }
}

#[test]
fn documents_with_the_same_number_for_two_customers_are_not_merged() {
    let found =
        read_invoices(TOTALS, &["1,Anita,12/11/2026,Draft,200,40,240", "1,Bob,12/11/2026,Draft,50,10,60"]);
    assert_eq!(
        describe_documents(&found),
        ["1 Anita: As invoiced 1 x 200.00 at 20 = 24000", "1 Bob: As invoiced 1 x 50.00 at 20 = 6000"]
    );
    let keys: Vec<&str> = found.documents.iter().map(|it| &*it.key).collect();
    assert_eq!(keys, ["invoice:1", "invoice:1:bob"]);
    // Neither are drafts without a number.
    let found = read_invoices(
        TOTALS,
        &[
            ",Anita,12/11/2026,Draft,200,40,240",
            ",Bob,12/11/2026,Draft,50,10,60",
            ",Bob,13/11/2026,Draft,50,10,60",
        ],
    );
    let mut keys: Vec<&str> = found.documents.iter().map(|it| &*it.key).collect();
    keys.dedup();
    assert_eq!(keys.len(), 3, "{keys:?}");
}

#[test]
fn an_invoice_with_lines_in_two_places_of_the_file_is_refused() {
    let found = read_invoices(
        LINES,
        &[
            "INV-1,Anita,12/11/2026,Sent,Labour,5,40,20",
            "INV-2,Bob,12/11/2026,Sent,Tap,1,20,20",
            "INV-1,Anita,12/11/2026,Sent,Pipe,1,50,20",
        ],
    );
    let why = "INV-1: Its lines are not below each other in the file: some begin in row 2, others in row 4. \
               Please sort the file by number.";
    assert_eq!(describe_documents(&found), [why, "INV-2 Bob: Tap 1 x 20 at 20 = 0", why]);
}

#[test]
fn prices_include_vat_if_the_program_says_so() {
    let heads = "Invoice Number,Customer Name,Date,Is Inclusive Tax,Item Name,Quantity,Item Price,Item Total,\
                 Item Tax %,SubTotal,Total";
    for (row, includes) in [
        ("INV-1,Anita,2026-11-12,true,Labour,5,60,300,20,250,300", true),
        ("INV-1,Anita,2026-11-12,true,Labour,5,60,300,20,300,300", true),
        // Only the price includes it.
        ("INV-1,Anita,2026-11-12,true,Labour,5,60,250,20,250,300", false),
        ("INV-1,Anita,2026-11-12,false,Labour,5,50,250,20,250,300", false),
    ] {
        let document = &read_invoices(heads, &[row]).documents[0];
        assert_eq!(document.document.prices_include_vat, includes, "{row}");
        let totals = plumbline_core::calculate::totals::calculate(&document.document).expect("totals");
        assert_eq!(Some(totals.total_amount), document.total, "{row}");
    }
    let xero = "Invoice Number,Customer,Date,LineAmountTypes,Description,Quantity,Unit Price,VAT Rate";
    let found = read_invoices(xero, &["INV-1,Anita,2026-11-12,Inclusive,Labour,5,60,20"]);
    assert!(found.documents[0].document.prices_include_vat);
}

#[test]
fn what_the_file_says_is_no_invoice_is_refused() {
    let heads = "Type,Number,Date,Customer,Net,VAT,Total";
    let rows = [
        "Invoice,SI-12,12/11/2026,Anita,250.00,50.00,300.00",
        "Credit Note,SCN-1,14/11/2026,Anita,-50.00,-10.00,-60.00",
        "Purchase Invoice,PI-1,15/11/2026,Screwfix,50.00,10.00,60.00",
    ];
    assert_eq!(
        describe_documents(&read_invoices(heads, &rows)),
        [
            "SI-12 Anita: As invoiced 1 x 250.00 at 20 = 30000",
            "SCN-1: It is a credit note. Only quotes and invoices are imported.",
            "PI-1: It is of the type “Purchase Invoice”. Only quotes and invoices are imported.",
        ]
    );
}

#[test]
fn a_document_without_one_of_its_rows_is_refused() {
    let tradify = read_table(fixture!("tradify-invoices"));
    assert_eq!(
        describe_documents(&tradify),
        [
            "INV-0012 Anita Patel: Labour 5 x 40 at 20, Pipe 1 x 50 at 20 = 30000",
            "INV-0013 Bob Kahn: Labour 2 x 50 at 0 = 10000 in US dollars (USD)",
            "INV-0014: We can’t read row 6 of the file, which is one of its lines.",
        ]
    );
    let row = "row 6 of “invoices.csv”: It has more cells than there are columns.";
    assert_eq!(tradify.left_out, [row]);
}

#[test]
fn the_row_of_a_customer_is_the_one_in_the_file() {
    let text = "My customers, as of today\n\nCustomer,Email\nJo,jo@example.com\n\nAl,al@example.com\n";
    let rows = read_table(text).customers.into_iter();
    let rows: Vec<_> = rows.map(|it| (it.row, it.fields.name)).collect();
    assert_eq!(rows, [(4, "Jo".to_owned()), (6, "Al".to_owned())]);
    // A customer that appears only in documents has the row of the first of these.
    let text = "Invoice Number,Customer,Date,Total\n1,Jo,1/2/2026,5\n2,Al,1/2/2026,6\n3,Jo,1/2/2026,7\n";
    let rows = read_table(text).with_named_customers().customers.into_iter();
    let rows: Vec<_> = rows.map(|it| (it.row, it.fields.name)).collect();
    assert_eq!(rows, [(2, "Jo".to_owned()), (3, "Al".to_owned())]);
}

#[test]
fn reads_columns_as_the_user_chose() {
    let text = "No of it;Whom;When;Sum\nA-1;Jo;12/11/2026;100.00\n";
    let parsed_data = read_table(text);
    let [table] = &*parsed_data.tables else { panic!("one table") };
    assert!(table.asks && parsed_data.documents.is_empty());
    assert_eq!(parsed_data.left_out, ["the file “invoices.csv”"]);
    let displayed = |found: &ParsedData| -> Vec<String> {
        let columns = found.tables[0].columns.iter();
        columns.map(|it| format!("{}: {} as {}", it.heading, it.example, it.reads)).collect()
    };
    assert_eq!(
        displayed(&parsed_data),
        ["No of it: A-1 as ", "Whom: Jo as ", "When: 12/11/2026 as ", "Sum: 100.00 as ",]
    );
    let reading = |names: &[&str]| TablesSaid {
        sent: HashMap::from([(
            table.headings.clone(),
            names.iter().map(|name| (*name).to_owned()).collect(),
        )]),
        ..TablesSaid::default()
    };
    let read_so = |columns: &TablesSaid| {
        read_with_columns("papers.csv", text.into(), columns).unwrap_or_else(|why| panic!("{why}"))
    };
    // The chosen columns are reported even if they are not enough.
    let half = read_so(&reading(&["", "", "Date", "Total"]));
    assert!(half.tables[0].asks);
    assert_eq!(half.tables[0].columns[3].reads, "Total");
    let names = ["Quote number", "Customer", "Date", "Total"];
    let whole = read_so(&reading(&names));
    assert!(!whole.tables[0].asks && whole.left_out.is_empty());
    assert_eq!(whole.documents[0].kind, plumbline_core::kind::DocumentKind::Quote);
    assert_eq!(describe_documents(&whole), ["A-1 Jo: As invoiced 1 x 100.00 at  = 10000"]);
    // Remembered columns are read in the same way; sent columns take precedence.
    let remembered = TablesSaid { remembered: reading(&names).sent, ..TablesSaid::default() };
    assert_eq!(read_so(&remembered).documents.len(), 1);
    let changed = TablesSaid { sent: reading(&["", "Customer", "", ""]).sent, ..remembered };
    assert_eq!(read_so(&changed).customers.len(), 1);
}

#[test]
fn reads_every_encoding_and_line_ending_the_same() {
    for bytes in [
        &fixture!("tradify-invoices")[..],
        fixture!("freshbooks-invoices"),
        fixture!("zoho-invoices"),
        fixture!("invoice2go-invoices"),
        fixture!("xero-invoices"),
    ] {
        let expected = describe_documents(&read_table(bytes));
        let plain = std::str::from_utf8(bytes).expect("a text");
        let plain = plain.replace("\r\n", "\n");
        for end in ["\r\n", "\r"] {
            assert_eq!(describe_documents(&read_table(plain.replace('\n', end))), expected, "{end:?}");
        }
        let marked = [b"\xEF\xBB\xBF", plain.as_bytes(), b"\x1a"].concat();
        let wide: Vec<u8> = plain.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let (windows, _, _) = encoding_rs::WINDOWS_1252.encode(&plain);
        for bytes in [marked, wide, windows.into_owned()] {
            assert_eq!(describe_documents(&read_table(bytes)), expected);
        }
    }
}

#[test]
fn a_file_that_is_cut_off_loses_its_last_document_alone() {
    let whole =
        "Invoice Number,Customer,Date,Total\nINV-1,Jo,12/11/2026,100.00\nINV-2,Al,13/11/2026,200.00\n";
    for end in whole.find("INV-2").expect("a row") + 6..whole.len() - 8 {
        let read = read_table(&whole[..end]);
        let texts = describe_documents(&read);
        assert_eq!(texts, ["INV-1 Jo: As invoiced 1 x 100.00 at  = 10000"]);
        assert_eq!(read.left_out.len(), 1, "{}", &whole[..end]);
    }
}

#[test]
fn states_how_many_records_exceed_the_limit() {
    let many = |heads: &str, row: &dyn Fn(usize) -> String, rows: usize| {
        let rows: String = (0..rows).map(row).collect();
        read_with_columns("a.csv", format!("{heads}\n{rows}").into(), &TablesSaid::default())
    };
    let customers = |rows| many("Customer,Email", &|at| format!("Jo {at},\n"), rows);
    assert_eq!(customers(5_000).expect("read").customers.len(), 5_000);
    assert_eq!(
        customers(50_000).err().map(|why| why.to_string()).as_deref(),
        Some(
            "These files have 50,000 customers, and we can import 5,000 at a time. Please split them and import one \
             part at a time."
        )
    );
    let items = |rows| many("Item Code,Price", &|at| format!("{at},1\n"), rows);
    assert_eq!(items(5_001).err(), Some(ImportError::TooManyItems(5_001)));
    let documents = |rows| {
        let row = |at| format!("{at},Jo,1/2/2026,5\n");
        many("Invoice Number,Customer,Date,Total", &row, rows)
    };
    assert_eq!(documents(20_000).expect("read").documents.len(), 20_000);
    let refused = documents(20_001).err();
    assert_eq!(refused, Some(ImportError::TooManyDocuments(20_001)));
}

#[test]
fn reads_the_month_first_only_if_all_dates_allow_it() {
    let dates = |rows: &str| -> Vec<String> {
        let text = format!("Invoice Number,Customer,Date,Due Date,Total\n{rows}");
        let documents = read_table(text).documents.into_iter();
        let dates = documents.map(|it| (it.issue_date, it.end));
        dates
            .map(|(date, end)| {
                let result = |day: Option<plumbline_core::time::Date>| {
                    day.map_or_else(String::new, |day| day.to_string())
                };
                format!("{} {}", result(date), result(end))
            })
            .collect()
    };
    assert_eq!(
        dates("1,Jo,02/03/2026,02/25/2026,5\n2,Jo,03/04/2026,03/14/2026,5\n"),
        ["2026-02-03 2026-02-25", "2026-03-04 2026-03-14"]
    );
    assert_eq!(dates("1,Jo,03/02/2026,25/02/2026,5\n"), ["2026-02-03 2026-02-25"]);
    assert_eq!(dates("1,Jo,03/02/2026,,5\n"), ["2026-02-03 "]);
}

#[test]
fn refuses_files_that_are_not_tables() {
    let nothing = || TablesSaid::default();
    for (bytes, why) in [
        (&b""[..], ImportError::NoTable),
        (b"\n\n", ImportError::NoTable),
        (b"%PDF-1.7\n1 0 obj", ImportError::NoTable),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", ImportError::Excel),
    ] {
        let read = read_with_columns("customers.csv", bytes.into(), &nothing());
        assert_eq!(read.err(), Some(why), "{bytes:?}");
    }
    // A table with only headings is accepted, and contains nothing.
    let empty = read_with_columns("customers.csv", b"Customer,Email\n".to_vec(), &nothing());
    assert!(empty.is_ok_and(|it| it.customers.is_empty()));
}
