//! Expenses from a bank's file.

use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use super::{PATH, column, expense_path, fittings_body, list_expenses, with_field};
use crate::support::{Client, TestApp, TestResponse};

async fn send_file(client: &Client, path: &str, choices: &Value, bytes: impl Into<Vec<u8>>) -> TestResponse {
    let mut form = Form::new();
    if !choices.is_null() {
        form = form.text("choices", choices.to_string());
    }
    let form = form.part("file", Part::bytes(bytes.into()).file_name("statement.csv"));
    let request = client.request(Method::POST, &format!("{PATH}/{path}"));
    client.send(request.multipart(form)).await
}

/// Previews an import and then makes it; both must have the same result.
async fn preview_and_import(client: &Client, choices: Value, bytes: impl Into<Vec<u8>>) -> Value {
    let bytes = bytes.into();
    let before = list_expenses(client, "").await;
    let look = send_file(client, "import/preview", &choices, bytes.clone()).await;
    let mut look = look.expect_status(200);
    assert_eq!(list_expenses(client, "").await, before, "a look writes nothing");
    let done = send_file(client, "import", &choices, bytes).await.expect_status(200);
    look["done"] = json!(true);
    assert_eq!(look, done);
    done
}

fn outcomes(report: &Value) -> Vec<&str> {
    let rows = report["rows"].as_array().expect("rows");
    rows.iter().map(|row| row["outcome"].as_str().expect("a word")).collect()
}

const NOVEMBER: &str = "\
Date,Description,Amount,Balance\r\n\
12/11/2026,SCREWFIX DIR LTD,-43.20,900.00\r\n\
12/11/2026,COFFEE,-3.10,896.90\r\n\
12/11/2026,COFFEE,-3.10,893.80\r\n\
13/11/2026,A PATEL INV-0012,480.00,1373.80\r\n\
14/11/2026,SHELL HEDON RD,-45.20,1328.60\r\n\
sometime,?,-1.00,\r\n";

#[tokio::test]
async fn importing_overlapping_files_adds_no_entry_twice() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    let report = preview_and_import(&client, Value::Null, NOVEMBER).await;
    assert_eq!(outcomes(&report), ["new", "new", "new", "moneyIn", "new", "unreadable"]);
    assert_eq!(
        (&report["new"], &report["newAmount"], &report["moneyIn"], &report["leftOut"]),
        (&json!(4), &json!("94.60"), &json!(1), &json!(["Balance"]))
    );
    assert_eq!(report["rows"][0]["category"], "costOfGoods");
    assert_eq!(report["rows"][1]["category"], "otherExpenses");
    assert_eq!(report["rows"][1]["suggested"], false);
    assert_eq!(report["rows"][4]["category"], "carVanTravelExpenses");
    let all = list_expenses(&client, "").await;
    assert_eq!((&all["total"], &all["totalAmount"]), (&json!(4), &json!("94.60")));
    let one = client.get(&expense_path(&all["data"][0])).await.expect_status(200);
    assert_eq!((&one["fromBank"], &one["supplier"]), (&json!(true), &json!("SHELL HEDON RD")));
    // The same file, and one that overlaps it, written by another program.
    let again = preview_and_import(&client, Value::Null, NOVEMBER).await;
    assert_eq!((&again["new"], &again["known"]), (&json!(0), &json!(4)));
    let later = NOVEMBER
        .replace("\r\nsometime", "\r\n12/11/2026,COFFEE,-3.10,1\r\n15/11/2026,COFFEE,-3.10,1\r\nsometime");
    let wide: Vec<u8> = later.replace(',', ";").encode_utf16().flat_map(u16::to_le_bytes).collect();
    let report = preview_and_import(&client, Value::Null, wide).await;
    assert_eq!((&report["encoding"], &report["separator"]), (&json!("UTF-16LE"), &json!(";")));
    assert_eq!(
        (&report["new"], &report["known"]),
        (&json!(2), &json!(4)),
        "a third coffee that day, one on another"
    );
    assert_eq!(list_expenses(&client, "").await["total"], 6);
    // Another account knows nothing of it.
    let jo = app.sign_up("jo@example.com").await;
    assert_eq!(preview_and_import(&jo, Value::Null, NOVEMBER).await["new"], 4);
    let body = client.get("/api/activities?about=expense").await.expect_status(200);
    assert_eq!(body[0]["sentence"], "You imported expenses from a bank statement: 2 new");
    app.stop().await;
}

#[tokio::test]
async fn two_imports_at_once_add_each_line_once() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    let send = || send_file(&client, "import", &Value::Null, NOVEMBER);
    let (one, two) = tokio::join!(send(), send());
    let new = [one.expect_status(200), two.expect_status(200)]
        .map(|report| report["new"].as_i64().expect("a count"));
    assert_eq!(new.iter().sum::<i64>(), 4, "{new:?}");
    assert_eq!(list_expenses(&client, "").await["total"], 4);
    app.stop().await;
}

#[tokio::test]
async fn chosen_categories_are_used_and_remembered() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    let choices = json!([
        { "row": 2, "category": "maintenanceCosts" },
        { "row": 3, "category": null },
        { "row": 4, "category": "carVanTravelExpenses" }
    ]);
    let report = preview_and_import(&client, choices, NOVEMBER).await;
    assert_eq!(outcomes(&report), ["new", "leftOut", "new", "moneyIn", "new", "unreadable"]);
    assert_eq!(report["rows"][0]["category"], "maintenanceCosts");
    // What somebody was called once is what they are called.
    let december = "Date,Description,Amount\n12/12/2026,COFFEE,-3.10\n13/12/2026,SCREWFIX DIR LTD,-1.00\n";
    let report = send_file(&client, "import/preview", &Value::Null, december).await.expect_status(200);
    assert_eq!(report["rows"][0]["category"], "carVanTravelExpenses");
    assert_eq!(report["rows"][1]["category"], "maintenanceCosts");
    // What was left out stays so, until somebody says otherwise.
    let later = preview_and_import(&client, Value::Null, NOVEMBER).await;
    assert_eq!(outcomes(&later)[..3], ["known", "leftOut", "known"]);
    let taken = json!([{ "row": 3, "category": "adminCosts" }]);
    assert_eq!(preview_and_import(&client, taken, NOVEMBER).await["new"], 1);
    let last = preview_and_import(&client, Value::Null, NOVEMBER).await;
    assert_eq!(outcomes(&last)[..3], ["known", "known", "known"]);
    for wrong in [json!("x"), json!([{ "row": 2, "category": "wages" }]), json!([{ "row": -1 }])] {
        let answer = send_file(&client, "import", &wrong, NOVEMBER).await;
        answer.expect_error(400, "invalid_type", Some("choices"));
    }
    app.stop().await;
}

#[tokio::test]
async fn an_expense_entered_by_hand_is_matched_with_its_bank_entry() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    let by_hand =
        client.post(PATH, &with_field(fittings_body(), "date", "2026-11-10")).await.expect_status(201);
    let report = preview_and_import(&client, Value::Null, NOVEMBER).await;
    assert_eq!(outcomes(&report)[0], "byHand");
    assert_eq!(report["rows"][0]["says"], "Screwfix on 10 Nov 2026");
    assert_eq!(list_expenses(&client, "q=screwfix").await["total"], 1);
    let again = preview_and_import(&client, Value::Null, NOVEMBER).await;
    assert_eq!(outcomes(&again)[0], "known");
    // Deleted, the line is known all the same, and comes back only by choice.
    client.delete(&expense_path(&by_hand)).await.expect_status(204);
    let after = preview_and_import(&client, Value::Null, NOVEMBER).await;
    assert_eq!((outcomes(&after)[0], &after["new"]), ("deleted", &json!(0)));
    let chosen = json!([{ "row": 2, "category": "costOfGoods" }]);
    let back = preview_and_import(&client, chosen.clone(), NOVEMBER).await;
    assert_eq!((outcomes(&back)[0], &back["new"]), ("new", &json!(1)));
    assert_eq!(preview_and_import(&client, chosen, NOVEMBER).await["new"], 0);
    // Two of one amount, of which one was entered: the other is new. One that is too far away is not it.
    let two = "Date,Description,Amount\n20/11/2026,B,-8.00\n20/11/2026,SCREWFIX,-8.00\n27/11/2026,C,-9.00\n";
    for (date, amount) in [("2026-11-19", "8.00"), ("2026-11-20", "9.00")] {
        let body = with_field(with_field(fittings_body(), "date", date), "amount", amount);
        client.post(PATH, &body).await.expect_status(201);
    }
    let report = preview_and_import(&client, Value::Null, two).await;
    assert_eq!(outcomes(&report), ["new", "byHand", "new"]);
    // Of another name it may be, and somebody is asked.
    let other = "Date,Description,Amount\n22/11/2026,D,-9.00\n";
    let response = preview_and_import(&client, Value::Null, other).await;
    assert_eq!((outcomes(&response)[0], &response["new"]), ("perhaps", &json!(0)));
    assert_eq!(response["rows"][0]["says"], "Screwfix on 20 Nov 2026");
    let same = json!([{ "row": 2, "category": null, "same": true }]);
    let look = send_file(&client, "import/preview", &same, other).await.expect_status(200);
    assert_eq!(outcomes(&look), ["byHand"]);
    // It is another one after all.
    let choice = json!([{ "row": 2, "category": "costOfGoods" }]);
    assert_eq!(preview_and_import(&client, choice, other).await["new"], 1);
    app.stop().await;
}

/// A transfer is not an expense, one fee on two accounts is two expenses, and what the bank charged is an expense of
/// its own.
#[tokio::test]
async fn a_transfer_is_not_an_expense_but_its_fee_is() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    let file = "Date,Description,Amount,Fee,Account\n\
        12/11/2026,HMRC NDDS,-500.00,,1\n\
        13/11/2026,TO A/C 12345678,-100.00,1.50,1\n\
        14/11/2026,MONTHLY FEE,-5.00,,1\n\
        14/11/2026,MONTHLY FEE,-5.00,,2\n";
    let report = preview_and_import(&client, Value::Null, file).await;
    assert_eq!(outcomes(&report), ["notExpense", "notExpense", "new", "new", "new"]);
    assert_eq!(report["rows"][0]["says"], "A tax payment, which is not an expense");
    assert_eq!(report["newAmount"], "11.50");
    assert_eq!(report["rows"][2]["isFee"], true);
    let again = preview_and_import(&client, Value::Null, file).await;
    assert_eq!((&again["new"], &again["known"]), (&json!(0), &json!(3)));
    // Where the file names no account, somebody may say that it is another's: once.
    let unnamed = "Date,Description,Amount\n14/11/2026,CARD READER,-9.00\n";
    preview_and_import(&client, Value::Null, unnamed).await;
    let other = json!([{ "row": 2, "category": "adminCosts", "again": true }]);
    assert_eq!(preview_and_import(&client, other.clone(), unnamed).await["new"], 1);
    assert_eq!(preview_and_import(&client, other, unnamed).await["new"], 0);
    // Taken as an expense all the same, PAYE for one.
    let paye = json!([{ "row": 2, "category": "wagesAndStaffCosts" }]);
    assert_eq!(preview_and_import(&client, paye, file).await["new"], 1);
    app.stop().await;
}

/// The way in which a file was read is remembered for files with the same headings.
#[tokio::test]
async fn chosen_columns_are_remembered_for_files_with_the_same_headings() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    let file = |month: u8| format!("When,What,Gone,Come,Left\n12/{month}/2026,SHELL,45.20,9.00,1.00\n");
    let response = send_file(&client, "import/preview", &Value::Null, file(10)).await;
    let body = response.expect_status(200);
    assert_eq!((&body["asks"], &body["rows"]), (&json!(["columns"]), &json!([])));
    assert_eq!(body["columns"][2], json!({ "heading": "Gone", "example": "45.20" }));
    let refused = send_file(&client, "import", &Value::Null, file(10)).await;
    refused.expect_error(422, "rule_broken", Some("reading"));
    let reading = json!({ "columns": ["date", "name", "out"], "dates": "dayFirst",
        "signs": "spentBelow" });
    let form = Form::new()
        .text("reading", reading.to_string())
        .part("file", Part::bytes(file(10).into_bytes()).file_name("a.csv"));
    let request = client.request(Method::POST, &format!("{PATH}/import"));
    let done = client.send(request.multipart(form)).await.expect_status(200);
    assert_eq!((&done["new"], &done["asks"]), (&json!(1), &json!([])));
    let next = preview_and_import(&client, Value::Null, file(11)).await;
    assert_eq!((&next["newAmount"], &next["rows"][0]["date"]), (&json!("45.20"), &json!("2026-11-12")));
    // Another account's is its own.
    let jo = app.sign_up("jo@example.com").await;
    let look = send_file(&jo, "import/preview", &Value::Null, file(11)).await;
    assert_eq!(look.expect_status(200)["asks"], json!(["columns"]));
    let form = Form::new()
        .text("reading", "{\"columns\":\"date\"}")
        .part("file", Part::bytes(file(10).into_bytes()).file_name("a.csv"));
    let request = client.request(Method::POST, &format!("{PATH}/import"));
    let wrong = client.send(request.multipart(form)).await;
    wrong.expect_error(400, "invalid_type", Some("reading"));
    app.stop().await;
}

/// If the file doesn't say the month of a date or the sign of an amount, neither is guessed.
#[tokio::test]
async fn an_open_question_is_answered_before_anything_is_imported() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    let file = "Date,Description,Amount\n03/04/2026,ACME TRADING,43.20\n04/05/2026,A N OTHER,20.00\n";
    let with = async |path: &str, reading: Value| {
        let form = Form::new()
            .text("reading", reading.to_string())
            .part("file", Part::bytes(file.as_bytes().to_vec()).file_name("a.csv"));
        let request = client.request(Method::POST, &format!("{PATH}/{path}"));
        client.send(request.multipart(form)).await
    };
    let asks = async |reading: Value| {
        let look = with("import/preview", reading.clone()).await.expect_status(200);
        let response = with("import", reading).await;
        let body = response.expect_error(422, "rule_broken", Some("reading"));
        let codes: Vec<Value> =
            body["errors"].as_array().expect("errors").iter().map(|error| error["code"].clone()).collect();
        (look["asks"].clone(), codes)
    };
    let both = asks(json!({})).await;
    assert_eq!(both, (json!(["dates", "signs"]), vec![json!("no_dates"), json!("no_signs")]));
    let signs = asks(json!({ "dates": "monthFirst" })).await;
    assert_eq!(signs, (json!(["signs"]), vec![json!("no_signs")]));
    assert_eq!(list_expenses(&client, "").await["total"], 0);
    let answers = json!({ "dates": "monthFirst", "signs": "spentAbove" });
    let done = with("import", answers).await.expect_status(200);
    assert_eq!((&done["new"], &done["rows"][0]["date"]), (&json!(2), &json!("2026-03-04")));
    app.stop().await;
}

#[tokio::test]
async fn a_file_that_is_not_a_statement_is_refused_with_the_reason() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    let mut many = String::from("Date,Description,Amount\n");
    for _ in 0..50_000 {
        many.push_str("12/11/2026,SHELL HEDON ROAD HULL,-45.20\n");
    }
    for (bytes, code) in [
        (Vec::new(), "empty_file"),
        (b"Date,Description,Amount\n".to_vec(), "empty_file"),
        (b"Name,Colour\nAnita,red\n".to_vec(), "no_columns"),
        (b"%PDF-1.7\n1 0 obj\n".to_vec(), "unreadable_file"),
        (b"PK\x03\x04xl/workbook.xml".to_vec(), "unreadable_file"),
        (b"!Type:Bank\nD12/11/2026\nT-43.20\n^\n".to_vec(), "other_format"),
        (many.into_bytes(), "too_many"),
    ] {
        for path in ["import/preview", "import"] {
            let response = send_file(&client, path, &Value::Null, bytes.clone()).await;
            let body = response.expect_error(422, "rule_broken", Some("file"));
            assert_eq!(body["errors"][0]["code"], code);
            if code == "too_many" {
                let msg = body["errors"][0]["msg"].as_str().expect("a sentence");
                assert!(
                    msg.starts_with("This file has 50,000 rows, and we can import 5,000 at a time."),
                    "{msg}"
                );
            }
        }
    }
    let heavy = vec![b'x'; 10 * 1024 * 1024 + 1];
    send_file(&client, "import", &Value::Null, heavy).await.expect_error(413, "too_large", None);
    assert_eq!(list_expenses(&client, "").await["total"], 0);
    // Windows wrote it.
    let pounds = b"Date,Description,Paid out\r\n12 Nov 2026,CAF\xC9 \x96 HULL,\xA33.10\r\n".to_vec();
    let report = preview_and_import(&client, Value::Null, pounds).await;
    assert_eq!(report["encoding"], "windows-1252");
    assert_eq!(column(&list_expenses(&client, "").await, "supplier"), ["CAFÉ – HULL"]);
    app.stop().await;
}
