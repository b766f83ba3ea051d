//! Tradify's CSV files.

use serde_json::{Value, json};

use super::{find_document, find_row, send_files, zip_file};
use crate::documents::TestBusiness;

const CUSTOMERS: &str = "\u{feff}Customer Name,Contact Name,Phone,Mobile,Email Address,\
    Physical Address,Postal Address,Notes\r\n\
    Harbour Homes Ltd,Amy Frost,01947 600100,07700 900123,amy@harbour.example,\
    \"9 Pier Rd\r\nWhitby\",\"4 Quay St\r\nWhitby\r\nYO21 1AB\",Rings before eight\r\n\
    Jo Marsh,Jo Marsh,,07700 900456,jo@example.com,12 Mill Lane,,\r\n";

const ITEMS: &str = "Item Code,Description,Unit of Measure,Buy Price,Category,Sales Tax Rate,\
    Includes Tax,Archived,Standard\n\
    TAP,\"Basin tap, chrome\",each,20.50,Bathroom,20% (VAT on Income),No,No,45.00\n\
    CAB,Cable,m,0.40,Electrical,20% (VAT on Income),Yes,No,1.20\n\
    OLD,Old thing,each,1,,,,Yes,2\n";

/// One row per document: a paid one, an overdue one, one with two VAT rates, a voided one.
const INVOICES: &str = "Invoice Number,Customer Name,Job Description,Invoice Date,Due Date,Status,\
    Subtotal,Tax,Total,Amount Paid,Balance\n\
    INV-1001,Harbour Homes Ltd,Boiler service,20/01/2026,19/02/2026,Paid,200.00,40.00,240.00,,0.00\n\
    INV-1002,Jo Marsh,New taps,01/03/2026,31/03/2026,Sent,\"1,000.00\",200.00,\"1,200.00\",300.00,900.00\n\
    INV-1003,Somebody New,Insulation,02/03/2026,,Sent,300.00,35.00,335.00,0,335.00\n\
    INV-1004,Jo Marsh,Mistake,03/03/2026,,Voided,10.00,2.00,12.00,,12.00\n\
    INV-1005,Jo Marsh,Odd,not a day,,Sent,10.00,2.00,12.00,,12.00\n\
    INV-1006,,Nobody's,04/03/2026,,Sent,10.00,2.00,12.00,,12.00\n";

/// One row per line, with the document's own columns in each.
const QUOTES: &str = "Quote Number;Customer;Quote Date;Expiry Date;Status;Description;Quantity;\
    Unit Price;Tax Rate;Total\n\
    Q-77;Harbour Homes Ltd;5 Jan 2026;4 Feb 2026;Accepted;Radiator;2;150,00;20%;432,00\n\
    Q-77;Harbour Homes Ltd;5 Jan 2026;4 Feb 2026;Accepted;Valve;3;20,00;20%;432,00\n\
    Q-78;Jo Marsh;6 Jan 2026;;Declined;Look around;1;60.00;No VAT;60.00\n\
    Q-79;Jo Marsh;7 Jan 2026;;Draft;Not sent;1;50.00;20%;60.01\n";

fn files() -> Vec<(&'static str, Vec<u8>)> {
    let quotes = encoding_rs::WINDOWS_1252.encode(QUOTES).0.into_owned();
    vec![
        ("Customers.csv", CUSTOMERS.as_bytes().to_vec()),
        ("PriceList.csv", ITEMS.as_bytes().to_vec()),
        ("papers.zip", zip_file("Invoices.csv", INVOICES.as_bytes())),
        ("Quotes.csv", quotes),
        ("Jobs.csv", b"Colour,Size\nred,3\n".to_vec()),
    ]
}

const FORM_FIELDS: [(&str, &str); 1] = [("source", "tradify")];

#[tokio::test]
async fn four_kinds_of_table_are_distinguished_by_their_headings() {
    let business = TestBusiness::open().await;
    let client = &business.client;
    let looked = send_files(client, "/preview", &FORM_FIELDS, &files()).await.expect_status(200);
    assert_eq!(looked["customers"]["new"], 3, "{looked:#}");
    assert_eq!(looked["items"]["new"], 2, "{looked:#}");
    let documents = &looked["documents"];
    let counts = ["quotes", "invoices", "differing", "refused"];
    assert_eq!(counts.map(|what| documents[what].as_u64().expect("a count")), [3, 4, 2, 2], "{documents:#}");
    assert_eq!(find_row(&looked, "INV-1005")["says"], "It has no date.");
    assert_eq!(find_row(&looked, "INV-1006")["says"], "It has no customer.");
    assert_eq!(looked["leftOut"], json!(["the file “jobs.csv”"]));
    assert_eq!(client.get("/api/quotes").await.expect_status(200)["total"], 0);
}

#[tokio::test]
async fn imported_documents_keep_their_payments_balances_and_decisions() {
    let business = TestBusiness::open().await;
    let client = &business.client;
    let done = send_files(client, "", &FORM_FIELDS, &files()).await.expect_status(200);
    assert_eq!(done["documents"]["left"], 0, "{done:#}");

    let paid = find_document(client, "invoices", "INV-1001").await;
    assert_eq!([&paid["status"], &paid["paidDate"]], ["paid", "2026-01-20"], "{paid:#}");
    assert_eq!(paid["jobDescription"], "Boiler service");
    assert_eq!(paid["totals"]["vatAmount"], "40.00");
    let partly = find_document(client, "invoices", "INV-1002").await;
    assert_eq!(partly["status"], "partially_paid");
    assert_eq!(partly["totals"]["balanceDue"], "900.00");
    assert_eq!(partly["dueDate"], "2026-03-31");
    let mixed = find_document(client, "invoices", "INV-1003").await;
    assert_eq!([&mixed["totals"]["totalAmount"], &mixed["totals"]["vatAmount"]], ["335.00", "35.01"]);
    assert_eq!(find_document(client, "invoices", "INV-1004").await["status"], "void");

    let accepted = find_document(client, "quotes", "Q-77").await;
    assert_eq!([&accepted["status"], &accepted["totals"]["totalAmount"]], ["accepted", "432.00"]);
    assert_eq!(accepted["items"].as_array().expect("lines").len(), 2);
    assert_eq!(accepted["expiryDate"], "2026-02-04");
    let declined = find_document(client, "quotes", "Q-78").await;
    assert_eq!([&declined["status"], &declined["totals"]["vatAmount"]], ["declined", "0.00"]);
    let drafts = client.get("/api/quotes?status=draft").await.expect_status(200);
    assert_eq!(drafts["total"], 1);
    assert_eq!(drafts["data"][0]["totalAmount"], "60.01");
    assert_eq!(drafts["data"][0]["number"], Value::Null);

    let contacts = client.get("/api/contacts").await.expect_status(200);
    let contacts = contacts.as_array().expect("contacts");
    let amy = contacts.iter().find(|it| it["company"] == "Harbour Homes Ltd").expect("her");
    assert_eq!(
        [&amy["name"], &amy["address_line1"], &amy["address_line2"]],
        ["Amy Frost", "4 Quay St", "Whitby, YO21 1AB"]
    );
    assert_eq!(amy["sites"][0]["address_line1"], "9 Pier Rd");
    assert!(amy["notes"].as_str().expect("notes").contains("Mobile: 07700 900123"));
    assert!(contacts.iter().any(|it| it["name"] == "Somebody New"));
    let items = client.get("/api/items").await.expect_status(200);
    let named = |name: &str| {
        let mut items = items.as_array().expect("items").iter();
        items.find(|it| it["name"] == name).expect(name).clone()
    };
    let tap = named("Basin tap, chrome");
    let fields = ["cost", "code", "unit", "category"].map(|field| tap[field].clone());
    assert_eq!(fields, ["20.5", "TAP", "each", "Bathroom"]);
    assert_eq!(named("Cable")["price"], "1", "without the VAT that is in it");
}

#[tokio::test]
async fn a_customer_who_already_exists_is_not_created_again() {
    let business = TestBusiness::open().await;
    let client = &business.client;
    let amy = json!({ "name": "Amy Frost", "company": "Harbour Homes Ltd" });
    let amy = client.post("/api/contacts", &amy).await.expect_status(201);
    let done = send_files(client, "", &FORM_FIELDS, &files()).await.expect_status(200);
    assert_eq!((&done["customers"]["new"], &done["customers"]["updated"]), (&json!(2), &json!(1)));
    let invoice = find_document(client, "invoices", "INV-1001").await;
    assert_eq!(invoice["contactId"], amy["id"]);
    // What was brought is as public as any document: by its link only, and in nobody else's lists.
    let other = business.app.sign_up("other@example.com").await;
    assert_eq!(other.get("/api/invoices").await.expect_status(200)["total"], 0);
}

/// 340.00 and 13.90 are 353.90 if the file says that its prices include tax, which is 58.98 of it.
#[tokio::test]
async fn prices_including_tax_are_imported_unchanged() {
    let business = TestBusiness::open().await;
    let quotes = "Quote Number,Customer,Quote Date,Status,Description,Quantity,Unit Price,Tax Rate,Includes Tax,Total\n\
        Q-80,Jo Marsh,8 Jan 2026,Accepted,Shower,1,340.00,20%,Yes,353.90\n\
        Q-80,Jo Marsh,8 Jan 2026,Accepted,Trap,1,13.90,20%,Yes,353.90\n";
    let file = ("Quotes.csv", quotes.as_bytes().to_vec());
    send_files(&business.client, "", &FORM_FIELDS, &[file]).await.expect_status(200);
    let quote = find_document(&business.client, "quotes", "Q-80").await;
    assert_eq!(quote["pricesIncludeVat"], true);
    assert_eq!(quote["items"].as_array().expect("lines").len(), 2);
    assert_eq!([&quote["totals"]["totalAmount"], &quote["totals"]["vatAmount"]], ["353.90", "58.98"]);
}

#[tokio::test]
async fn a_record_with_an_unreadable_number_is_refused() {
    let business = TestBusiness::open().await;
    let client = &business.client;
    let look = async |name: &'static str, text: String| {
        let file = (name, text.into_bytes());
        send_files(client, "/preview", &FORM_FIELDS, &[file]).await.expect_status(200)
    };
    let head = "Invoice Number,Customer Name,Invoice Date,Status,Subtotal,Tax,Total,Amount Paid,Balance\n";
    for (cells, why) in [
        ("1O.00,2.00,12.00,,12.00", "We can’t read the total without VAT: “1O.00”."),
        ("10.00,20%,12.00,,12.00", "We can’t read the VAT: “20%”."),
        ("10.00,2.00,1e3,,12.00", "We can’t read the total: “1e3”."),
        ("10.00,2.00,12.00,5.0.0,", "We can’t read the amount paid: “5.0.0”."),
        ("10.00,2.00,12.00,,7€7", "We can’t read the balance: “7€7”."),
    ] {
        let text = format!("{head}INV-1,Jo,05/01/2026,Sent,{cells}\n");
        let body = look("Invoices.csv", text).await;
        assert_eq!(find_row(&body, "INV-1")["says"], why, "{body:#}");
    }
    let head =
        "Quote Number,Customer,Quote Date,Description,Quantity,Unit Price,Line Total,Discount,Tax Rate\n";
    for (cells, why) in [
        ("2 x,45,90.00,,20%", "We can’t read the quantity: “2 x”."),
        ("50%,45,90.00,,20%", "We can’t read the quantity: “50%”."),
        ("£2,45,90.00,,20%", "We can’t read the quantity: “£2”."),
        ("2,POA,90.00,,20%", "We can’t read the price: “POA”."),
        ("2,45,9-0,,20%", "We can’t read the total of a line: “9-0”."),
        ("2,45,,ten,20%", "We can’t read the discount: “ten”."),
        ("2,45,90.00,,2O%", "We can’t read the VAT rate: “2O%”."),
    ] {
        let text = format!("{head}Q-1,Jo,05/01/2026,Taps,{cells}\n");
        let body = look("Quotes.csv", text).await;
        assert_eq!(find_row(&body, "Q-1")["says"], why, "{body:#}");
    }
    let head = "Invoice Number,Customer,Invoice Date,Due Date,Status,Total,Amount Paid,Date Paid\n";
    for (cells, why) in [
        ("31/02/2026,,Sent,12.00,,", "We can’t read the date: “31/02/2026”."),
        ("05/01/2026,05/02/0126,Sent,12.00,,", "We can’t read the due date: “05/02/0126”."),
        (
            "05/01/2026,05/02/2026,Paid,12.00,12.00,0026-01-20",
            "We can’t read the date it was paid: “0026-01-20”.",
        ),
        (
            "05/01/2026,05/02/2026,Paid,12.00,12.00,2O/01/2026",
            "We can’t read the date it was paid: “2O/01/2026”.",
        ),
        ("05/01/2026,On receipt,Paid,12.00,12.00,00/00/0000", ""),
    ] {
        let text = format!("{head}INV-3,Jo,{cells}\n");
        let body = look("Invoices.csv", text).await;
        let says = &find_row(&body, "INV-3")["says"];
        assert_eq!(says.as_str().unwrap_or_default(), why, "{body:#}");
    }

    // Whether it is paid is no figure, and a column of tax may hold the rate of each line.
    let text = "Invoice Number,Customer,Date,Description,Quantity,Price,Tax,Paid\n\
        INV-2,Jo,05/01/2026,Taps,2,45,20% (VAT on Income),Yes\n";
    let body = look("Invoices.csv", text.to_owned()).await;
    assert_eq!(find_row(&body, "INV-2")["ours"], "108.00", "{body:#}");

    for cells in ["2O%,45", "20%,45%"] {
        let list = format!("Item Code,Description,Sales Tax Rate,Standard\nTAP,Tap,{cells}\n");
        let body = look("PriceList.csv", list).await;
        assert_eq!(body["items"]["unreadable"], 1, "{body:#}");
    }
}

const IN_DOLLARS: &str = "Invoice Number,Customer Name,Invoice Date,Currency,Total\n\
    INV-1,Jo Marsh,25/01/2026,USD,100.00\n\
    INV-2,Jo Marsh,26/01/2026,USD,250.00\n";

/// Nothing in another currency is imported before somebody decides about it.
#[tokio::test]
async fn a_file_in_dollars_needs_a_decision() {
    let business = TestBusiness::open().await;
    let client = &business.client;
    let file = [("Invoices.csv", IN_DOLLARS.as_bytes().to_vec())];
    let with = |text: &'static str| vec![FORM_FIELDS[0], ("currency", text)];
    let before = client.get("/api/contacts").await.expect_status(200);
    let looked = send_files(client, "/preview", &FORM_FIELDS, &file).await.expect_status(200);
    assert_eq!(looked["customers"]["rows"], json!([]), "{looked:#}");
    let sentence = "The amounts in this file are in US dollars (USD).";
    assert_eq!(looked["otherCurrency"], sentence, "{looked:#}");
    let documents = &looked["documents"];
    assert_eq!([&documents["asked"], &documents["invoices"], &documents["refused"]], [2, 0, 0]);
    let body = find_row(&looked, "INV-1");
    assert_eq!(
        [&body["outcome"], &body["currency"], &body["says"]],
        ["otherCurrency", "US dollars (USD)", "It is in US dollars (USD)."]
    );
    let unsaid = send_files(client, "", &FORM_FIELDS, &file).await;
    let unsaid = unsaid.expect_error(422, "rule_broken", Some("currency"));
    assert_eq!(
        unsaid["errors"][0]["msg"],
        format!("{sentence} Please choose whether to leave them out or import them as pounds.")
    );
    let wrong = send_files(client, "", &with("euros"), &file).await;
    wrong.expect_error(400, "unknown_word", Some("currency"));
    assert_eq!(client.get("/api/contacts").await.expect_status(200), before);

    let left = send_files(client, "", &with("leave"), &file).await.expect_status(200);
    assert_eq!(find_row(&left, "INV-1")["outcome"], "leftOut", "{left:#}");
    assert_eq!(client.get("/api/invoices").await.expect_status(200)["total"], 0);
    // Nor does their customer, whom nothing else names.
    assert_eq!(client.get("/api/contacts").await.expect_status(200), before);
    assert_eq!(left["leftOut"], json!(["1 customer whose documents aren’t imported"]));

    let looked = send_files(client, "/preview", &with("pounds"), &file).await;
    let looked = looked.expect_status(200);
    assert_eq!(
        find_row(&looked, "INV-2")["says"],
        "It is in US dollars (USD). Its figures are imported as pounds."
    );
    assert_eq!(looked["otherCurrency"], sentence, "it is still said");
    let done = send_files(client, "", &with("pounds"), &file).await.expect_status(200);
    assert_eq!(done["documents"]["invoices"], 2, "{done:#}");
    let invoice = find_document(client, "invoices", "INV-2").await;
    assert_eq!(invoice["totals"]["totalAmount"], "250.00");
    // Once it is here, nothing is asked.
    let again = send_files(client, "", &FORM_FIELDS, &file).await.expect_status(200);
    assert_eq!((&again["otherCurrency"], &again["documents"]["same"]), (&Value::Null, &json!(2)));
}

#[tokio::test]
async fn rows_in_another_currency_are_listed_and_need_a_decision() {
    let business = TestBusiness::open().await;
    let client = &business.client;
    let files = [
        ("Invoices.csv", IN_DOLLARS.replacen("USD", "GBP", 1).into_bytes()),
        (
            "PriceList.csv",
            b"Item Code,Description,Standard,Currency\nTAP,Tap,45,GBP\nCAP,Cap,9,EUR\n".to_vec(),
        ),
    ];
    let looked = send_files(client, "/preview", &FORM_FIELDS, &files).await.expect_status(200);
    assert_eq!(looked["otherCurrency"], "1 item is in euros (EUR), 1 document is in US dollars (USD).");
    assert_eq!([&looked["documents"]["invoices"], &looked["items"]["new"]], [1, 1]);
    let cap = &looked["items"]["rows"][1];
    assert_eq!(
        (&cap["row"], &cap["outcome"], &cap["says"]),
        (&json!(3), &json!("unreadable"), &json!("It is in euros (EUR)."))
    );
    let unsaid = send_files(client, "", &FORM_FIELDS, &files).await;
    unsaid.expect_error(422, "rule_broken", Some("currency"));
    let fields = [FORM_FIELDS[0], ("currency", "leave")];
    let done = send_files(client, "", &fields, &files).await.expect_status(200);
    assert_eq!([&done["documents"]["invoices"], &done["items"]["new"]], [1, 1]);
    let fields = [FORM_FIELDS[0], ("currency", "pounds")];
    let done = send_files(client, "", &fields, &files).await.expect_status(200);
    assert_eq!([&done["documents"]["invoices"], &done["items"]["new"]], [1, 1], "those that were left out");
}

/// The columns of a table are chosen once, and remembered for tables with the same headings.
#[tokio::test]
async fn chosen_columns_are_remembered_for_tables_with_the_same_headings() {
    let business = TestBusiness::open().await;
    let client = &business.client;
    let file = |number: &str| {
        let text = format!("No of it,Whom,When,Sum\n{number},Jo Marsh,25/01/2026,120.00\n");
        [("Work.csv", text.into_bytes())]
    };
    let looked = send_files(client, "/preview", &FORM_FIELDS, &file("A-1")).await;
    let looked = looked.expect_status(200);
    let table = &looked["tables"][0];
    assert_eq!(
        (&table["files"], &table["asks"], &table["columns"][1]),
        (
            &json!(["work.csv"]),
            &json!(true),
            &json!({ "heading": "Whom", "example": "Jo Marsh", "reads": "" })
        )
    );
    let refused = send_files(client, "", &FORM_FIELDS, &file("A-1")).await;
    let refused = refused.expect_error(422, "rule_broken", Some("file"));
    assert_eq!(refused["errors"][0]["code"], "unknown_file");
    for wrong in ["[]", "{\"x\":1}", "x"] {
        let fields = [FORM_FIELDS[0], ("columns", wrong)];
        let answer = send_files(client, "", &fields, &file("A-1")).await;
        answer.expect_error(400, "invalid_type", Some("columns"));
    }
    let headings = table["headings"].as_str().expect("what they come to");
    let columns = json!({ headings: ["Invoice number", "Customer", "Date", "Total"] }).to_string();
    let fields = [FORM_FIELDS[0], ("columns", columns.as_str())];
    let looked = send_files(client, "/preview", &fields, &file("A-1")).await;
    assert_eq!(looked.expect_status(200)["documents"]["invoices"], 1);
    // A look is not remembered.
    let looked = send_files(client, "/preview", &FORM_FIELDS, &file("A-1")).await;
    assert_eq!(looked.expect_status(200)["tables"][0]["asks"], true);
    send_files(client, "", &fields, &file("A-1")).await.expect_status(200);
    let next = send_files(client, "", &FORM_FIELDS, &file("A-2")).await.expect_status(200);
    assert_eq!(next["tables"][0]["columns"][3]["reads"], "Total");
    let invoice = find_document(client, "invoices", "A-2").await;
    assert_eq!(invoice["totals"]["totalAmount"], "120.00");
    // So is another program's.
    let other = [("source", "other")];
    let looked = send_files(client, "/preview", &other, &file("A-3")).await;
    assert_eq!(looked.expect_status(200)["tables"][0]["asks"], true);
    // Another account's is its own.
    let jo = business.app.sign_up("jo@example.com").await;
    let looked = send_files(&jo, "/preview", &FORM_FIELDS, &file("A-3")).await;
    assert_eq!(looked.expect_status(200)["tables"][0]["asks"], true);
}

/// The files of programs without an import of their own are read too.
#[tokio::test]
async fn files_of_other_programs_are_read() {
    let business = TestBusiness::open().await;
    let client = &business.client;
    let invoices = include_bytes!("../../../../../tests/fixtures/imports/programs/zoho-invoices.csv");
    let file = [("Invoice.csv", invoices.to_vec())];
    let fields = [("source", "other"), ("currency", "leave")];
    let done = send_files(client, "", &fields, &file).await.expect_status(200);
    assert_eq!(done["documents"]["invoices"], 1, "{done:#}");
    let invoice = find_document(client, "invoices", "INV-000012").await;
    assert_eq!(invoice["totals"]["totalAmount"], "300.00");
    let id = invoice["id"].as_str().expect("an id");
    let timeline = client.get(&format!("/api/invoices/{id}/timeline")).await;
    assert_eq!(timeline.expect_status(200)["broughtFrom"], "your old program");
}

/// A second export that begins a week before the first ended only adds what is new.
#[tokio::test]
async fn an_overlapping_export_adds_only_what_is_new() {
    let business = TestBusiness::open().await;
    let client = &business.client;
    let file = |numbers: std::ops::Range<usize>| {
        let rows = numbers.map(|at| format!("INV-{at},Jo Marsh,{at:02}/03/2026,120.00\n"));
        let text = format!("Invoice Number,Customer,Invoice Date,Total\n{}", rows.collect::<String>());
        [("Invoices.csv", text.into_bytes())]
    };
    let counts = |report: &Value| {
        let documents = &report["documents"];
        [documents["invoices"].clone(), documents["same"].clone()]
    };
    let first = send_files(client, "", &FORM_FIELDS, &file(1..15)).await.expect_status(200);
    assert_eq!(counts(&first), [14, 0]);
    let next = send_files(client, "", &FORM_FIELDS, &file(8..22)).await.expect_status(200);
    assert_eq!(counts(&next), [7, 7]);
    assert_eq!(client.get("/api/invoices").await.expect_status(200)["total"], 21);
}

/// Customers of documents that are left out are imported only if the files list them too.
#[tokio::test]
async fn imports_only_customers_that_are_listed_or_have_imported_documents() {
    let business = TestBusiness::open().await;
    let client = &business.client;
    let invoices = "Invoice Number,Customer Name,Invoice Date,Currency,Total\n\
        INV-1,In Pounds,25/01/2026,GBP,100.00\n\
        INV-2,In Dollars,25/01/2026,USD,100.00\n\
        INV-3,Listed,25/01/2026,USD,100.00\n\
        INV-4,In Both,25/01/2026,USD,100.00\n\
        INV-5,In Both,25/01/2026,GBP,100.00\n\
        INV-6,No Date,soon,GBP,100.00\n";
    let customers = "Customer Name,Email Address\nListed,listed@example.com\n";
    let files =
        [("Invoices.csv", invoices.as_bytes().to_vec()), ("Customers.csv", customers.as_bytes().to_vec())];
    let fields = [FORM_FIELDS[0], ("currency", "leave")];
    let look = send_files(client, "/preview", &fields, &files).await.expect_status(200);
    let done = send_files(client, "", &fields, &files).await.expect_status(200);
    let body = json!(["2 customers whose documents aren’t imported"]);
    assert_eq!([&look["leftOut"], &done["leftOut"]], [&body, &body]);
    let contacts = client.get("/api/contacts").await.expect_status(200);
    let mut names: Vec<&str> = contacts
        .as_array()
        .expect("contacts")
        .iter()
        .filter_map(|it| it["name"].as_str())
        .filter(|name| name.starts_with("In ") || *name == "Listed" || *name == "No Date")
        .collect();
    names.sort_unstable();
    assert_eq!(names, ["In Both", "In Pounds", "Listed"]);
    // Once they are here, nothing is said to be left out of them.
    let again = send_files(client, "", &fields, &files).await.expect_status(200);
    assert_eq!(again["customers"]["new"], 0, "{again:#}");
    // As pounds their documents come, and they with them.
    let fields = [FORM_FIELDS[0], ("currency", "pounds")];
    let done = send_files(client, "", &fields, &files).await.expect_status(200);
    assert_eq!(
        (&done["customers"]["new"], &done["leftOut"]),
        (&json!(1), &json!(["1 customer whose documents aren’t imported"])),
        "the one whose invoice has no date stays out"
    );
}

/// If nothing in a file says whether the day or the month comes first, somebody has to decide.
#[tokio::test]
async fn ambiguous_dates_need_a_decision() {
    let business = TestBusiness::open().await;
    let client = &business.client;
    let heads = "Invoice Number,Customer,Invoice Date,Due Date,Total";
    let file = |rows: &str| [("Invoices.csv", format!("{heads}\n{rows}").into_bytes())];
    let open = file("INV-1,Jo Marsh,03/04/2026,,120.00\nINV-2,Jo Marsh,05/05/2026,,120.00\n");
    let with = |text: &'static str| vec![FORM_FIELDS[0], ("dates", text)];
    let sentence = "The date of 1 document can be read in two ways: 03/04/2026 is 3 Apr 2026 or 4 Mar 2026.";
    let looked = send_files(client, "/preview", &FORM_FIELDS, &open).await.expect_status(200);
    assert_eq!(looked["eitherDates"], sentence, "{looked:#}");
    let unsaid = send_files(client, "", &FORM_FIELDS, &open).await;
    let unsaid = unsaid.expect_error(422, "rule_broken", Some("dates"));
    assert_eq!(
        unsaid["errors"][0]["msg"],
        format!("{sentence} Please choose whether the day or the month comes first.")
    );
    let wrong = send_files(client, "", &with("yearFirst"), &open).await;
    wrong.expect_error(400, "unknown_word", Some("dates"));
    assert_eq!(client.get("/api/invoices").await.expect_status(200)["total"], 0);
    let done = send_files(client, "", &with("monthFirst"), &open).await.expect_status(200);
    assert_eq!(done["eitherDates"], sentence, "it is still said");
    let invoice = find_document(client, "invoices", "INV-1").await;
    assert_eq!(invoice["issueDate"], "2026-03-04");
    // Once they are here, nothing is asked.
    let again = send_files(client, "", &FORM_FIELDS, &open).await.expect_status(200);
    assert_eq!(again["eitherDates"], Value::Null);

    // What the file itself decides is not asked, and no choice changes it: by another row, or because nothing is due
    // before it is issued.
    for (number, rows) in [
        ("INV-3", "INV-3,Jo Marsh,03/04/2026,,120.00\nINV-4,Jo Marsh,25/04/2026,,120.00\n"),
        ("INV-5", "INV-5,Jo Marsh,03/04/2026,02/05/2026,120.00\n"),
    ] {
        let response = send_files(client, "", &with("monthFirst"), &file(rows)).await;
        assert_eq!(response.expect_status(200)["eitherDates"], Value::Null, "{rows}");
        let invoice = find_document(client, "invoices", number).await;
        assert_eq!(invoice["issueDate"], "2026-04-03", "{rows}");
    }
}
