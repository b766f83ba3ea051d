//! Tradify's CSV files.

use serde_json::{Value, json};

use super::{document, row, send, zipped};
use crate::documents::Desk;

const CUSTOMERS: &str = "\u{feff}Customer Name,Contact Name,Phone,Mobile,Email Address,\
    Physical Address,Postal Address,Notes\r\n\
    Harbour Homes Ltd,Amy Frost,01947 600100,07700 900123,amy@harbour.example,\
    \"9 Pier Rd\r\nWhitby\",\"4 Quay St\r\nWhitby\r\nYO21 1AB\",Rings before eight\r\n\
    Jo Marsh,Jo Marsh,,07700 900456,jo@example.com,12 Mill Lane,,\r\n";

const LIST: &str = "Item Code,Description,Unit of Measure,Buy Price,Category,Sales Tax Rate,\
    Includes Tax,Archived,Standard\n\
    TAP,\"Basin tap, chrome\",each,20.50,Bathroom,20% (VAT on Income),No,No,45.00\n\
    CAB,Cable,m,0.40,Electrical,20% (VAT on Income),Yes,No,1.20\n\
    OLD,Old thing,each,1,,,,Yes,2\n";

/// A row a document: a paid one, one overdue, one of two rates of VAT, a withdrawn one.
const INVOICES: &str = "Invoice Number,Customer Name,Job Description,Invoice Date,Due Date,Status,\
    Subtotal,Tax,Total,Amount Paid,Balance\n\
    INV-1001,Harbour Homes Ltd,Boiler service,20/01/2026,19/02/2026,Paid,200.00,40.00,240.00,,0.00\n\
    INV-1002,Jo Marsh,New taps,01/03/2026,31/03/2026,Sent,\"1,000.00\",200.00,\"1,200.00\",300.00,900.00\n\
    INV-1003,Somebody New,Insulation,02/03/2026,,Sent,300.00,35.00,335.00,0,335.00\n\
    INV-1004,Jo Marsh,Mistake,03/03/2026,,Voided,10.00,2.00,12.00,,12.00\n\
    INV-1005,Jo Marsh,Odd,not a day,,Sent,10.00,2.00,12.00,,12.00\n\
    INV-1006,,Nobody's,04/03/2026,,Sent,10.00,2.00,12.00,,12.00\n";

/// A row a line, the document's own columns on each.
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
        ("PriceList.csv", LIST.as_bytes().to_vec()),
        ("papers.zip", zipped("Invoices.csv", INVOICES.as_bytes())),
        ("Quotes.csv", quotes),
        ("Jobs.csv", b"Colour,Size\nred,3\n".to_vec()),
    ]
}

const FROM: [(&str, &str); 1] = [("source", "tradify")];

#[tokio::test]
async fn four_lists_are_told_apart_by_their_headings() {
    let desk = Desk::open().await;
    let client = &desk.client;
    let looked = send(client, "/preview", &FROM, &files()).await.expect(200);
    assert_eq!(looked["customers"]["new"], 3, "{looked:#}");
    assert_eq!(looked["items"]["new"], 2, "{looked:#}");
    let papers = &looked["documents"];
    let counts = ["quotes", "invoices", "differing", "refused"];
    assert_eq!(
        counts.map(|what| papers[what].as_u64().expect("a count")),
        [3, 4, 2, 2],
        "{papers:#}"
    );
    assert_eq!(row(&looked, "INV-1005")["says"], "It has no date.");
    assert_eq!(row(&looked, "INV-1006")["says"], "It has no customer.");
    assert_eq!(looked["leftOut"], json!(["the file “jobs.csv”"]));
    assert_eq!(client.get("/api/quotes").await.expect(200)["total"], 0);
}

#[tokio::test]
async fn what_was_paid_owed_and_answered_is_so_here() {
    let desk = Desk::open().await;
    let client = &desk.client;
    let done = send(client, "", &FROM, &files()).await.expect(200);
    assert_eq!(done["documents"]["left"], 0, "{done:#}");

    let paid = document(client, "invoices", "INV-1001").await;
    assert_eq!(
        [&paid["status"], &paid["paidDate"]],
        ["paid", "2026-01-20"],
        "{paid:#}"
    );
    assert_eq!(paid["jobDescription"], "Boiler service");
    assert_eq!(paid["totals"]["vatAmount"], "40.00");
    let partly = document(client, "invoices", "INV-1002").await;
    assert_eq!(partly["status"], "partially_paid");
    assert_eq!(partly["totals"]["balanceDue"], "900.00");
    assert_eq!(partly["dueDate"], "2026-03-31");
    let mixed = document(client, "invoices", "INV-1003").await;
    assert_eq!(
        [
            &mixed["totals"]["totalAmount"],
            &mixed["totals"]["vatAmount"]
        ],
        ["335.00", "35.01"]
    );
    assert_eq!(
        document(client, "invoices", "INV-1004").await["status"],
        "void"
    );

    let accepted = document(client, "quotes", "Q-77").await;
    assert_eq!(
        [&accepted["status"], &accepted["totals"]["totalAmount"]],
        ["accepted", "432.00"]
    );
    assert_eq!(accepted["items"].as_array().expect("lines").len(), 2);
    assert_eq!(accepted["expiryDate"], "2026-02-04");
    let declined = document(client, "quotes", "Q-78").await;
    assert_eq!(
        [&declined["status"], &declined["totals"]["vatAmount"]],
        ["declined", "0.00"]
    );
    let drafts = client.get("/api/quotes?status=draft").await.expect(200);
    assert_eq!(drafts["total"], 1);
    assert_eq!(drafts["data"][0]["totalAmount"], "60.01");
    assert_eq!(drafts["data"][0]["number"], Value::Null);

    let contacts = client.get("/api/contacts").await.expect(200);
    let contacts = contacts.as_array().expect("contacts");
    let amy = contacts
        .iter()
        .find(|it| it["company"] == "Harbour Homes Ltd")
        .expect("her");
    assert_eq!(
        [&amy["name"], &amy["address_line1"], &amy["address_line2"]],
        ["Amy Frost", "4 Quay St", "Whitby, YO21 1AB"]
    );
    assert_eq!(amy["sites"][0]["address_line1"], "9 Pier Rd");
    assert!(
        amy["notes"]
            .as_str()
            .expect("notes")
            .contains("Mobile: 07700 900123")
    );
    assert!(contacts.iter().any(|it| it["name"] == "Somebody New"));
    let items = client.get("/api/items").await.expect(200);
    let named = |name: &str| {
        let mut items = items.as_array().expect("items").iter();
        items.find(|it| it["name"] == name).expect(name).clone()
    };
    let tap = named("Basin tap, chrome");
    let fields = ["cost", "code", "unit", "category"].map(|field| tap[field].clone());
    assert_eq!(fields, ["20.5", "TAP", "each", "Bathroom"]);
    assert_eq!(
        named("Cable")["price"],
        "1",
        "without the VAT that is in it"
    );
}

#[tokio::test]
async fn a_customer_met_before_is_the_same() {
    let desk = Desk::open().await;
    let client = &desk.client;
    let amy = json!({ "name": "Amy Frost", "company": "Harbour Homes Ltd" });
    let amy = client.post("/api/contacts", &amy).await.expect(201);
    let done = send(client, "", &FROM, &files()).await.expect(200);
    assert_eq!(
        (&done["customers"]["new"], &done["customers"]["updated"]),
        (&json!(2), &json!(1))
    );
    let invoice = document(client, "invoices", "INV-1001").await;
    assert_eq!(invoice["contactId"], amy["id"]);
    // What was brought is as public as any document: by its link only, and in nobody else's lists.
    let other = desk.app.sign_up("other@example.com").await;
    assert_eq!(other.get("/api/invoices").await.expect(200)["total"], 0);
}

/// 340.00 and 13.90 are 353.90 where the file says that its prices include tax: 58.98 of it.
#[tokio::test]
async fn prices_with_tax_stay_as_they_stand_in_the_file() {
    let desk = Desk::open().await;
    let quotes = "Quote Number,Customer,Quote Date,Status,Description,Quantity,Unit Price,Tax Rate,Includes Tax,Total\n\
        Q-80,Jo Marsh,8 Jan 2026,Accepted,Shower,1,340.00,20%,Yes,353.90\n\
        Q-80,Jo Marsh,8 Jan 2026,Accepted,Trap,1,13.90,20%,Yes,353.90\n";
    let file = ("Quotes.csv", quotes.as_bytes().to_vec());
    send(&desk.client, "", &FROM, &[file]).await.expect(200);
    let quote = document(&desk.client, "quotes", "Q-80").await;
    assert_eq!(quote["pricesIncludeVat"], true);
    assert_eq!(quote["items"].as_array().expect("lines").len(), 2);
    assert_eq!(
        [
            &quote["totals"]["totalAmount"],
            &quote["totals"]["vatAmount"]
        ],
        ["353.90", "58.98"]
    );
}

#[tokio::test]
async fn a_figure_that_cannot_be_read_refuses_its_record() {
    let desk = Desk::open().await;
    let client = &desk.client;
    let look = async |name: &'static str, text: String| {
        let file = (name, text.into_bytes());
        send(client, "/preview", &FROM, &[file]).await.expect(200)
    };
    let head =
        "Invoice Number,Customer Name,Invoice Date,Status,Subtotal,Tax,Total,Amount Paid,Balance\n";
    for (cells, why) in [
        (
            "1O.00,2.00,12.00,,12.00",
            "The total without VAT cannot be read: “1O.00”.",
        ),
        ("10.00,20%,12.00,,12.00", "The VAT cannot be read: “20%”."),
        ("10.00,2.00,1e3,,12.00", "The total cannot be read: “1e3”."),
        (
            "10.00,2.00,12.00,5.0.0,",
            "The amount paid cannot be read: “5.0.0”.",
        ),
        ("10.00,2.00,12.00,,€7", "The balance cannot be read: “€7”."),
    ] {
        let text = format!("{head}INV-1,Jo,05/01/2026,Sent,{cells}\n");
        let told = look("Invoices.csv", text).await;
        assert_eq!(row(&told, "INV-1")["says"], why, "{told:#}");
    }
    let head = "Quote Number,Customer,Quote Date,Description,Quantity,Unit Price,Line Total,Discount,Tax Rate\n";
    for (cells, why) in [
        ("2 x,45,90.00,,20%", "The quantity cannot be read: “2 x”."),
        ("2,POA,90.00,,20%", "The price cannot be read: “POA”."),
        (
            "2,45,9-0,,20%",
            "The total of a line cannot be read: “9-0”.",
        ),
        ("2,45,,ten,20%", "The discount cannot be read: “ten”."),
        ("2,45,90.00,,2O%", "The VAT rate cannot be read: “2O%”."),
    ] {
        let text = format!("{head}Q-1,Jo,05/01/2026,Taps,{cells}\n");
        let told = look("Quotes.csv", text).await;
        assert_eq!(row(&told, "Q-1")["says"], why, "{told:#}");
    }
    // Whether it is paid is no figure, and a column of tax may hold the rate of each line.
    let text = "Invoice Number,Customer,Date,Description,Quantity,Price,Tax,Paid\n\
        INV-2,Jo,05/01/2026,Taps,2,45,20% (VAT on Income),Yes\n";
    let told = look("Invoices.csv", text.to_owned()).await;
    assert_eq!(row(&told, "INV-2")["ours"], "108.00", "{told:#}");

    let list = "Item Code,Description,Sales Tax Rate,Standard\nTAP,Tap,2O%,45\n";
    let told = look("PriceList.csv", list.to_owned()).await;
    assert_eq!(told["items"]["unreadable"], 1, "{told:#}");
}
