use super::validate;
use crate::document::Document;

/// The messages for a document that is refused, after their paths.
fn sentences(text: &str) -> Vec<String> {
    let document = Document::from_json(text).unwrap();
    validate(&document).into_iter().map(|error| format!("{}: {}", error.path, error.msg)).collect()
}

#[test]
fn a_sentence_names_the_field_and_its_limits() {
    for (text, sentence) in [
        (
            r#"{"items":[{"price":"1e9"}]}"#,
            "items[0].price: Price must be between −10,000,000 and 10,000,000.",
        ),
        (
            r#"{"items":[{"quantity":"1e40"}]}"#,
            "items[0].quantity: Quantity must be between 0 and 1,000,000.",
        ),
        (r#"{"items":[{"quantity":"0.12345"}]}"#, "items[0].quantity: Quantity can have at most 4 decimals."),
        (r#"{"labourRate":"1e-40"}"#, "labourRate: Labour rate can have at most 2 decimals."),
        (r#"{"labourHours":"x"}"#, "labourHours: Labour time must be a number, such as 2.5."),
        (r#"{"labourHours":"?6:20"}"#, "labourHours: Type 6 hours 20 minutes as 6.33."),
        (r#"{"items":[{"labourHours":"1:01"}]}"#, "items[0].labourHours: Type 1 hour 1 minute as 1.02."),
        (r#"{"items":[{"labourHours":"0:45"}]}"#, "items[0].labourHours: Type 45 minutes as 0.75."),
        (r#"{"items":[{"labourHours":"8:00"}]}"#, "items[0].labourHours: Type 8 hours as 8."),
        (
            r#"{"items":[{"labourHours":"6:60"}]}"#,
            "items[0].labourHours: Labour time must be a number, such as 2.5.",
        ),
        (r#"{"items":[{"quantity":"6:20"}]}"#, "items[0].quantity: Quantity must be a number, such as 2.5."),
        (r#"{"items":[{"price":"each"}]}"#, "items[0].price: Price must be a number, such as 12.50."),
        (r#"{"tax":"20 or 5"}"#, "tax: VAT rate must be a number, such as 20."),
        (r#"{"tax":"100.01"}"#, "tax: VAT rate must be between 0 and 100."),
        (r#"{"cisRate":"10"}"#, "cisRate: The CIS rate must be 0, 20 or 30."),
        (r#"{"discount":"100.01"}"#, "discount: Discount must be between 0 and 100."),
        (
            r#"{"payments":[{"amount":"-1e9"}]}"#,
            "payments[0].amount: Payment must be between −100,000,000 and 100,000,000.",
        ),
        (r#"{"items":[{"quantity":1,"price":-1}]}"#, "subtotalAmount: The subtotal must not be below £0.00."),
        (
            r#"{"items":[{"quantity":11,"price":"1e7"}]}"#,
            "subtotalAmount: The subtotal must be at most £100,000,000.00.",
        ),
    ] {
        assert_eq!(sentences(text), [sentence], "{text}");
    }
}

#[test]
fn both_ends_of_a_limit_are_allowed() {
    for text in [
        r#"{"discount":"100","deposit":"100.00","includeDiscount":true,"includeDeposit":true}"#,
        r#"{"discount":"100000000","discountType":"other","deposit":"100000000","depositType":"fixed"}"#,
        r#"{"items":[{"quantity":"0","price":"-9999999.9999"},{"price":"-10000000.00"},{"price":"10000000.0000"}]}"#,
        r#"{"items":[{"quantity":"1.23450","price":"0.00010"}],"tax":"17.500","labourHours":"0.250"}"#,
        r#"{"cisRate":""}"#,
        r#"{"cisRate":"30.00"}"#,
        r#"{"payments":[{"amount":"-100000000"},{"amount":"100000000.00"}]}"#,
    ] {
        assert_eq!(sentences(text), [""; 0], "{text}");
    }
}

#[test]
fn names_the_invalid_field_of_a_credit_note() {
    use crate::calculate::credit::{LineToCredit, parse_labour};
    use crate::money::number::Number;

    let line = |typed: &str| {
        let found = LineToCredit::parse(3, "a".into(), Some(&Number::from_text(typed)));
        found.map_or_else(
            |broken| format!("{}: {} ({})", broken.path, broken.msg, broken.code),
            |line| format!("{:?}", line.quantity.map(|it| it.to_string())),
        )
    };
    assert_eq!(line("1.5"), r#"Some("1.5")"#);
    assert_eq!(line(""), "None");
    // How many can be credited only the invoice knows.
    assert_eq!(line("-1"), r#"Some("-1")"#);
    assert_eq!(line("1/2"), "lines[3].quantity: Quantity must be a number, such as 2.5. (not_a_number)");
    assert_eq!(
        line("0.33333"),
        "lines[3].quantity: Quantity can have at most 4 decimals. (too_many_decimals)"
    );
    assert_eq!(
        line("99999999999999999999999999999999"),
        "lines[3].quantity: Quantity must be between 0 and 1,000,000. (out_of_range)"
    );
    let labour = |typed: &str| parse_labour(Some(&Number::from_text(typed)));
    assert_eq!(parse_labour(None), Ok(None));
    let broken = labour("6:20").unwrap_err();
    assert_eq!((&*broken.path, &*broken.msg), ("labour", "Type 6 hours 20 minutes as 6.33."));
}
