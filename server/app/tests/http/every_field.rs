//! Every field of a record is copied wherever the record is. Each is set to a value of its own, exported, imported into
//! another account, copied, merged or restored, and compared field by field; fields that are left out on purpose are
//! named. The records are written in full, so that a new field doesn't compile until it has a value here.

use std::collections::BTreeMap;
use std::io::{Cursor, Read as _};

use plumbline::contacts::ContactFields;
use plumbline::db::table_rows;
use plumbline::documents::drafting::fields::DocumentFields;
use plumbline::expenses::fields::{ExpenseInput, GoodsOrService, Mileage, VatKind};
use plumbline::items::ItemFields;
use plumbline::profiles::ProfileFields;
use plumbline::quote_templates::QuoteTemplateInput;
use plumbline::recurring::RecurringInput;
use plumbline::recurring::store::RecurringMakes;
use plumbline_core::document::{DepositType, Document, PriceDisplay, sample};
use plumbline_core::expense::ExpenseCategory;
use plumbline_core::money::number::Number;
use plumbline_core::tax::Vehicle;
use plumbline_core::time::due::DueUnit;
use plumbline_core::time::repeat::Repeat;
use plumbline_records::documents::drafting::fields::{DocumentHead, InvoiceInput, QuoteInput};
use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Map, Value, json};

use crate::documents::photos::saved_photo;
use crate::documents::{OWNER, TestBusiness, id_of};
use crate::pictures::try_upload_picture;
use crate::profiles::PIXEL;
use crate::support::{Client, TestApp};
use crate::{backups, export_and_deletion};

/// The fields that a person types.
fn to_fields(of: impl serde::Serialize) -> Map<String, Value> {
    match serde_json::to_value(of).expect("JSON") {
        Value::Object(fields) => fields,
        other => panic!("no record: {other}"),
    }
}

/// Checks that every typed field is there, except those named.
#[track_caller]
fn assert_has(found: &Value, typed: &Map<String, Value>, but_for: &[&str]) {
    for (name, value) in typed {
        if !but_for.contains(&name.as_str()) {
            assert_eq!(&found[name], value, "{name} of {found:#}");
        }
    }
}

/// A part of an account's export.
async fn export_part(app: &TestApp, client: &Client, part: &str) -> Vec<Value> {
    let ready = export_and_deletion::export_account(app, client).await;
    let bytes = client.get_bytes(ready["url"].as_str().expect("an address"));
    let mut zip = zip::ZipArchive::new(Cursor::new(bytes.await)).expect("a zip");
    let mut text = String::new();
    let mut file = zip.by_name(&format!("{part}.json")).expect(part);
    file.read_to_string(&mut text).expect("text");
    serde_json::from_str(&text).expect("a list")
}

/// Uploads a file to be imported; its prices are selling prices.
async fn import(client: &Client, path: &str, bytes: Vec<u8>) -> Value {
    let file = Part::bytes(bytes).file_name("all.csv");
    let form = match path.contains("items") {
        true => Form::new().text("prices", "charged"),
        false => Form::new(),
    };
    let request = client.request(Method::POST, path).multipart(form.part("file", file));
    client.send(request).await.expect_status(200)
}

fn only_entry(list: &Value) -> &Value {
    let list = list.as_array().expect("a list");
    assert_eq!(list.len(), 1, "{list:?}");
    &list[0]
}

#[tokio::test]
async fn an_exported_contact_is_imported_with_every_field() {
    let app = TestApp::start().await;
    let sam = app.sign_up(OWNER).await;
    let fields = ContactFields::every_field();
    sam.post("/api/contacts", &fields).await.expect_status(201);
    let typed = to_fields(&fields);
    assert_has(only_entry(&sam.get("/api/contacts").await.expect_status(200)), &typed, &[]);
    assert_has(&export_part(&app, &sam, "contacts").await[0], &typed, &[]);

    let file = sam.get_bytes("/api/contacts/export").await;
    let jo = app.sign_up("jo@example.com").await;
    import(&jo, "/api/contacts/import", file.clone()).await;
    assert_has(only_entry(&jo.get("/api/contacts").await.expect_status(200)), &typed, &[]);
    // Brought into a contact of which the name alone is known, it fills every field in.
    let mo = app.sign_up("mo@example.com").await;
    let name = json!({ "name": fields.name, "company": fields.company });
    mo.post("/api/contacts", &name).await.expect_status(201);
    import(&mo, "/api/contacts/import", file).await;
    assert_has(only_entry(&mo.get("/api/contacts").await.expect_status(200)), &typed, &[]);
    app.stop().await;
}

#[tokio::test]
async fn merging_a_contact_copies_every_field_and_undoing_restores_them() {
    let app = TestApp::start().await;
    let client = app.sign_up(OWNER).await;
    let fields = ContactFields::every_field();
    let goes = client.post("/api/contacts", &fields).await.expect_status(201);
    let stays = json!({ "name": fields.name, "company": fields.company });
    let stays = client.post("/api/contacts", &stays).await.expect_status(201);
    let path = format!("/api/contacts/{}/merge", id_of(&stays));
    let body = json!({ "version": 1, "other": goes["id"], "otherVersion": 1 });
    let merged = client.post(&path, &body).await.expect_status(200);
    let typed = to_fields(&fields);
    assert_has(&merged, &typed, &[]);
    let body = json!({ "version": merged["version"], "other": goes["id"] });
    let undone = client.post(&format!("{path}/undo"), &body).await.expect_status(200);
    assert_eq!((&undone["vat_number"], &undone["notes"]), (&json!(""), &json!("")));
    let back = client.get(&format!("/api/contacts/{}", id_of(&goes))).await;
    assert_has(&back.expect_status(200), &typed, &[]);
    app.stop().await;
}

#[tokio::test]
async fn an_exported_item_is_imported_with_every_field() {
    let app = TestApp::start().await;
    let sam = app.sign_up(OWNER).await;
    let fields = ItemFields::every_field();
    sam.post("/api/items", &fields).await.expect_status(201);
    let typed = to_fields(&fields);
    assert_has(&export_part(&app, &sam, "items").await[0], &typed, &[]);
    let file = sam.get_bytes("/api/items/export").await;
    let jo = app.sign_up("jo@example.com").await;
    import(&jo, "/api/items/import", file).await;
    assert_has(only_entry(&jo.get("/api/items").await.expect_status(200)), &typed, &[]);

    // Left out of the file: the hours and the rate of labour that an item no longer comes with.
    let bare = ItemFields { include_labour: false, name: "Without labour".to_owned(), ..fields };
    let mo = app.sign_up("mo@example.com").await;
    mo.post("/api/items", &bare).await.expect_status(201);
    let file = mo.get_bytes("/api/items/export").await;
    let al = app.sign_up("al@example.com").await;
    import(&al, "/api/items/import", file).await;
    let left_out = ["labourHours", "labourRate", "labourUnitType"];
    let items = al.get("/api/items").await.expect_status(200);
    let typed = self::to_fields(&bare);
    assert_has(only_entry(&items), &typed, &left_out);
    app.stop().await;
}

#[tokio::test]
async fn an_item_keeps_its_labour_even_without_hours_and_rate() {
    let app = TestApp::start().await;
    let sam = app.sign_up(OWNER).await;
    let fields =
        ItemFields { labour_hours: Number::Empty, labour_rate: Number::Empty, ..ItemFields::every_field() };
    sam.post("/api/items", &fields).await.expect_status(201);
    let file = sam.get_bytes("/api/items/export").await;
    let jo = app.sign_up("jo@example.com").await;
    import(&jo, "/api/items/import", file).await;
    assert_has(only_entry(&jo.get("/api/items").await.expect_status(200)), &to_fields(&fields), &[]);
    app.stop().await;
}

fn business(logo: &str) -> ProfileFields {
    let text = str::to_owned;
    ProfileFields {
        name: text("Taylor Heating"),
        email: text("office@heating.example"),
        phone: text("0113 496 0999"),
        website: text("www.heating.example"),
        logo_url: Some(text(logo)),
        template: text("bold"),
        brand_colour: Some(text("#1a5fb4")),
        address_line1: text("1 High Street"),
        address_line2: text("Upper end"),
        city: text("Leeds"),
        county: text("Yorkshire"),
        post_code: text("LS1 1AA"),
        country: text("uk"),
        tax_number: text("GB 980 7806 84"),
        registration_number: text("01234567"),
        owner_name: Some(text("Sam Taylor")),
        service_address: Some(text("1 Home Road")),
        peppol_id: text("0088:5060012349998"),
        quote_terms: text("Valid for 30 days."),
        invoice_terms: text("Payment on the day."),
        quote_message: text("Your quote, {name}."),
        invoice_message: text("Your invoice, {name}."),
        quote_reminder: text("About {number}."),
        invoice_reminder: text("Still open: {amount}."),
        accepts_cash: false,
        accepts_bank_transfer: true,
        accepts_card: true,
        accepts_paypal: true,
        paypal: text("taylor@paypal.example"),
        bank_name: text("Example Bank"),
        account_name: text("Taylor Heating Ltd"),
        account_number: text("12345678"),
        sort_code: text("12-34-56"),
        quote_days: Some(21),
        invoice_days: Some(2),
        invoice_due_unit: Some(text("months")),
        include_deposit: true,
        deposit: Number::from(25),
        deposit_type: DepositType::Fixed,
        cis_rate: Some(20),
        prices_include_vat: Some(true),
        agreed_at: text("distance"),
        work_time: Some(text("Within a week")),
        complaints: Some(text("Write to us")),
        returns: Some(text("We collect them")),
    }
}

#[tokio::test]
async fn a_business_profile_is_stored_and_exported_with_every_field() {
    let app = TestApp::start().await;
    let client = app.sign_up(OWNER).await;
    let logo = try_upload_picture(&client).await.expect_status(201);
    let fields = business(logo["url"].as_str().expect("an address"));
    let made = client.post("/api/business-profiles", &fields).await.expect_status(201);
    let typed = to_fields(&fields);
    assert_has(&made, &typed, &[]);
    assert_has(&export_part(&app, &client, "business-profiles").await[0], &typed, &[]);
    // A save that says nothing of some of them leaves nothing out either.
    let mut again = Value::Object(typed.clone());
    again["version"] = json!(1);
    again["city"] = json!("York");
    let path = format!("/api/business-profiles/{}", id_of(&made));
    assert_has(&client.put(&path, &again).await.expect_status(200), &typed, &["city"]);
    app.stop().await;
}

/// A document with every field set that a person writes; the rules allow either prices with VAT or CIS.
async fn document(business: &TestBusiness, is_cis: bool) -> Document {
    let mut document = sample::every_field();
    document.payments.clear();
    document.invoiced.clear();
    document.variation = false;
    document.variations.clear();
    for photo in &mut document.photos {
        let saved = saved_photo(&business.client, photo.line.as_deref(), &photo.caption).await;
        *photo = serde_json::from_value(saved).expect("a photo");
    }
    if is_cis {
        document.prices_include_vat = false;
    } else {
        document.cis_rate = None;
    }
    document
}

fn head(business: &TestBusiness) -> DocumentHead {
    DocumentHead {
        business_profile_id: Some(business.profile.clone()),
        contact_id: Some(business.contact.clone()),
        issue_date: Some("2026-11-16".to_owned()),
        job_description: "Fit a bath".to_owned(),
        job_address: "7 Tap Lane".to_owned(),
        order_number: "PO-4711".to_owned(),
        notes: "Parking at the back".to_owned(),
        template: Some("bold".to_owned()),
        terms: Some("Payment on the day".to_owned()),
    }
}

/// The names, in the account's export, of a document's fields that are not calculated with.
const AROUND: [&str; 10] = [
    "businessProfileId",
    "contactId",
    "issueDate",
    "expiryDate",
    "jobDescription",
    "jobAddress",
    "orderNumber",
    "notes",
    "template",
    "terms",
];

#[tokio::test]
async fn a_quote_is_stored_copied_and_exported_with_every_field() {
    for is_cis in [false, true] {
        let business = TestBusiness::open().await;
        let input = QuoteInput {
            head: head(&business),
            expiry_date: Some("2026-12-09".to_owned()),
            document: document(&business, is_cis).await.into(),
        };
        let typed = to_fields(&input);
        let quote = business.client.post("/api/quotes", &input).await.expect_status(201);
        assert_has(&quote, &typed, &[]);
        let path = format!("/api/quotes/{}", id_of(&quote));
        // Saved again whole.
        let mut again = Value::Object(typed.clone());
        again["version"] = quote["version"].clone();
        again["notes"] = json!("Parking at the front");
        let saved = business.client.put(&path, &again).await.expect_status(200);
        assert_has(&saved, &typed, &["notes"]);

        let copy = business.client.post_empty(&format!("{path}/duplicate")).await;
        let copy = copy.expect_status(201);
        let of_its_own =
            ["issueDate", "expiryDate", "notes", "supplyDate", "vatAnswers", "agreement", "photos"];
        assert_has(&copy, &typed, &of_its_own);
        assert_eq!(copy["notes"], "Parking at the front");
        assert_eq!(copy["agreement"]["supplies"], typed["agreement"]["supplies"]);

        let quotes = export_part(&business.app, &business.client, "quotes").await;
        let quote = quotes.iter().find(|it| it["id"] == quote["id"]).expect("the quote");
        for (name, value) in &typed {
            let found = match AROUND.contains(&name.as_str()) {
                true => &quote[name],
                false => &quote["document"][name],
            };
            // That prices are without VAT is left out of what is stored.
            let is_left_out = is_cis && name == "pricesIncludeVat";
            if name != "notes" && !is_left_out {
                assert_eq!(found, value, "{name}");
            }
        }
        business.app.stop().await;
    }
}

#[tokio::test]
async fn a_quote_template_is_stored_and_exported_with_every_field() {
    let business = TestBusiness::open().await;
    let input = QuoteTemplateInput {
        name: "Bathroom refit".to_owned(),
        business_profile_id: Some(business.profile.clone()),
        job_description: "Fit a bath".to_owned(),
        notes: "Parking at the back".to_owned(),
        template: Some("bold".to_owned()),
        terms: Some("Payment on the day".to_owned()),
        document: document(&business, false).await.into(),
    };
    let typed = to_fields(&input);
    // Of the one job.
    let of_the_job = ["supplyDate", "vatAnswers", "photos", "agreement"];
    let made = business.client.post("/api/quote-templates", &input).await.expect_status(201);
    assert_has(&made, &typed, &of_the_job);
    assert_eq!(made["agreement"]["workTime"], typed["agreement"]["workTime"]);
    let exported = &export_part(&business.app, &business.client, "quote-templates").await[0];
    for name in ["name", "businessProfileId", "jobDescription", "notes", "template", "terms"] {
        assert_eq!(exported[name], typed[name], "{name}");
    }
    let document = DocumentFields::from(document(&business, false).await);
    assert_has(&exported["document"], &self::to_fields(&document), &of_the_job);
    business.app.stop().await;
}

#[tokio::test]
async fn a_recurring_invoice_is_stored_made_and_exported_with_every_field() {
    let business = TestBusiness::open().await;
    let mut document = document(&business, true).await;
    // An invoice shows neither.
    document.photos.clear();
    document.price_display = PriceDisplay::Lines;
    let input = RecurringInput {
        name: "Boiler cover".to_owned(),
        first_day: Some("2026-11-17".to_owned()),
        repeat: Repeat::Fortnightly,
        last_day: None,
        times: Some(12),
        after: None,
        days_due: 2,
        due_unit: Some(DueUnit::Months),
        makes: RecurringMakes::Draft,
        business_profile_id: Some(business.profile.clone()),
        contact_id: Some(business.contact.clone()),
        job_description: "Cover for a month".to_owned(),
        job_address: "9 Tap Lane".to_owned(),
        order_number: "PO-4711".to_owned(),
        notes: "As agreed".to_owned(),
        template: Some("bold".to_owned()),
        terms: Some("Within two weeks".to_owned()),
        document: document.clone().into(),
    };
    let typed = to_fields(&input);
    // `after` is of the create alone.
    let made = business.client.post("/api/recurring", &input).await.expect_status(201);
    assert_has(&made, &typed, &["after"]);
    let exported = export_part(&business.app, &business.client, "recurring-invoices").await;
    let fields = self::to_fields(DocumentFields::from(document));
    // What is stored leaves out that prices are without VAT.
    let left_out = ["photos", "priceDisplay", "pricesIncludeVat"];
    assert_has(&exported[0]["document"], &fields, &left_out);
    let own = typed.into_iter().filter(|(name, _)| !fields.contains_key(name));
    let own: Map<String, Value> = own.collect();
    assert_has(&exported[0], &own, &["after"]);

    // The invoice of its first day.
    business.advance_days(2).await;
    let list = business.client.get("/api/invoices?limit=10").await.expect_status(200);
    let path = format!("/api/invoices/{}", id_of(only_entry(&list["data"])));
    let invoice = business.client.get(&path).await.expect_status(200);
    let of_the_series =
        ["name", "firstDay", "repeat", "lastDay", "times", "after", "daysDue", "dueUnit", "makes"];
    assert_has(&invoice, &own, &of_the_series);
    assert_has(&invoice, &fields, &["photos", "priceDisplay"]);
    assert_eq!((&invoice["issueDate"], &invoice["dueDate"]), (&json!("2026-11-17"), &json!("2027-01-17")));
    business.app.stop().await;
}

#[tokio::test]
async fn an_invoice_is_stored_with_every_field() {
    let business = TestBusiness::open().await;
    let mut document = document(&business, false).await;
    // An invoice shows neither.
    document.photos.clear();
    document.price_display = PriceDisplay::Lines;
    let input = InvoiceInput {
        head: head(&business),
        due_date: Some("2026-12-09".to_owned()),
        document: document.into(),
    };
    let made = business.client.post("/api/invoices", &input).await.expect_status(201);
    assert_has(&made, &to_fields(&input), &[]);
    let path = format!("/api/invoices/{}/duplicate", id_of(&made));
    let copy = business.client.post_empty(&path).await.expect_status(201);
    let of_its_own = ["issueDate", "dueDate", "supplyDate", "vatAnswers", "agreement"];
    assert_has(&copy, &to_fields(&input), &of_its_own);
    business.app.stop().await;
}

async fn receipt(client: &Client) -> Value {
    let form = Form::new().part("file", Part::bytes(PIXEL).file_name("receipt.png"));
    let request = client.request(Method::POST, "/api/expenses/receipts");
    client.send(request.multipart(form)).await.expect_status(201)["id"].clone()
}

#[tokio::test]
async fn an_expense_is_stored_and_exported_with_every_field() {
    let business = TestBusiness::open().await;
    let receipt = serde_json::from_value(receipt(&business.client).await).expect("an id");
    let spent = ExpenseInput {
        date: "2026-11-12".parse().expect("a day"),
        supplier: "Hire Shop".to_owned(),
        description: "A wet vac".to_owned(),
        category: ExpenseCategory::CarVanTravelExpenses,
        amount: Number::from_text("43.20"),
        vat_rate: Number::from(20),
        vat_amount: Number::from_text("7.10"),
        vat_kind: VatKind::Capital,
        goods_or_service: Some(GoodsOrService::Service),
        private_share: Number::from(35),
        vehicle_cost: true,
        contact_id: business.contact.parse().ok(),
        business_profile_id: business.profile.parse().ok(),
        job: "7 Tap Lane".to_owned(),
        mileage: None,
        repeat: Repeat::Yearly,
        repeat_until: "2028-11-12".parse().ok(),
        receipts: vec![receipt],
    };
    let journey = ExpenseInput {
        date: "2026-11-13".parse().expect("a day"),
        supplier: String::new(),
        description: "To the merchant".to_owned(),
        category: ExpenseCategory::CarVanTravelExpenses,
        amount: Number::Empty,
        vat_rate: Number::Empty,
        vat_amount: Number::Empty,
        vat_kind: VatKind::Usual,
        goods_or_service: Some(GoodsOrService::NotSaid),
        private_share: Number::Empty,
        vehicle_cost: false,
        contact_id: business.contact.parse().ok(),
        business_profile_id: business.profile.parse().ok(),
        job: "9 Tap Lane".to_owned(),
        mileage: Some(Mileage { vehicle: Vehicle::Motorcycle, miles: Number::from_text("12.3") }),
        repeat: Repeat::Never,
        repeat_until: None,
        receipts: Vec::new(),
    };
    for input in [&spent, &journey] {
        let made = business.client.post("/api/expenses", input).await.expect_status(201);
        // What a journey is worth is calculated.
        let calculated: &[&str] = match input.mileage {
            Some(_) => &["amount", "vatAmount"],
            None => &[],
        };
        assert_has(&made, &to_fields(input), calculated);
    }
    let exported = export_part(&business.app, &business.client, "expenses").await;
    assert_has(&exported[0], &to_fields(&spent), &[]);
    assert_has(&exported[1], &to_fields(&journey), &["amount", "vatAmount"]);
    // How it comes again is in no row of the file: each that is made has its own.
    let file = business.client.get("/api/expenses/export").await.text;
    let row = "2026-11-12,Hire Shop,A wet vac,\"Car, van and travel\",20,43.20,20,7.10,Jo Bloggs,Taylor Plumbing,\
               7 Tap Lane,,,35,yes,service,1,equipment";
    assert!(file.contains(row), "{file}");
    business.app.stop().await;
}

#[tokio::test]
async fn the_settings_of_an_account_are_exported_with_every_field() {
    let app = TestApp::start().await;
    let client = app.sign_up(OWNER).await;
    let owner = json!({ "businessName": "Sam’s Taps", "phone": "0113 496 0000", "address": "1 Home Road" });
    client.put("/api/account", &owner).await.expect_status(200);
    let fields = owner.as_object().expect("fields");
    assert_has(&export_part(&app, &client, "account").await[0], fields, &[]);
    app.stop().await;
}

/// All rows of all tables, by table.
async fn dump_tables(app: &TestApp) -> BTreeMap<String, Vec<String>> {
    let mut tx = app.state().db.begin_read().await.expect("a look");
    let mut all = BTreeMap::new();
    for shape in table_rows::list_tables(&mut tx).await.expect("the tables") {
        let columns: Vec<&str> = shape.column_names().collect();
        let columns = columns.iter().map(|name| format!("COALESCE(CAST({name} AS TEXT), 'NULL')"));
        let row = columns.collect::<Vec<_>>().join(" || '|' || ");
        let sql = format!("SELECT {row} FROM {} ORDER BY 1", shape.name);
        let found: Vec<String> =
            sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).fetch_all(&mut *tx).await.expect(&shape.name);
        all.insert(shape.name.clone(), found);
    }
    all
}

/// The tables to which a restore writes that it was made.
const OF_THE_RESTORE: [&str; 2] = ["audit_log", "backups"];

// The test waits for the program on this thread, while the server runs on another.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_row_of_every_table_is_restored_as_it_was_backed_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut business = TestBusiness::open().await;
    let contact = ContactFields::every_field();
    business.client.post("/api/contacts", &contact).await.expect_status(201);
    let item = ItemFields::every_field();
    business.client.post("/api/items", &item).await.expect_status(201);
    let quote = QuoteInput {
        head: head(&business),
        expiry_date: Some("2026-12-09".to_owned()),
        document: document(&business, true).await.into(),
    };
    business.client.post("/api/quotes", &quote).await.expect_status(201);
    let invoice = business.sent_invoice().await;
    let path = format!("/api/invoices/{}/payments", id_of(&invoice));
    let payment = json!({ "amount": "100.00", "method": "cheque", "date": "2026-11-16", "notes": "By post" });
    business.client.post(&path, &payment).await.expect_status(201);
    business.app.run_jobs().await;

    let before = dump_tables(&business.app).await;
    let mut backup = backups::plumbline_command(business.app.config());
    let made = backup.args(["backup", "--to"]).arg(folder.path()).output();
    backups::expect_success(&made.expect("it runs"));
    business.app.stop_for_now().await;
    let file = backups::only_backup(folder.path());
    backups::restore_backup(&business.app, &file).await.expect("it is restored");
    business.app.try_start_again().await.expect("it starts");
    let after = dump_tables(&business.app).await;
    assert_eq!(before.keys().collect::<Vec<_>>(), after.keys().collect::<Vec<_>>());
    let full = before.values().filter(|rows| !rows.is_empty()).count();
    assert!(full > 20, "{full} tables have rows");
    for (table, rows) in &before {
        if !OF_THE_RESTORE.contains(&table.as_str()) {
            assert_eq!(&after[table], rows, "{table}");
        }
    }
    business.app.stop().await;
}
