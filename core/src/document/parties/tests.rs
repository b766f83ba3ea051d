use super::*;

fn contact(json: &str) -> Contact {
    crate::json::parse(json).unwrap()
}

fn profile(json: &str) -> BusinessProfile {
    crate::json::parse(json).unwrap()
}

/// The names of an object's fields, in order.
fn keys<T: Serialize>(value: &T) -> String {
    let json = serde_json::to_value(value).unwrap();
    let names: Vec<_> = json.as_object().unwrap().keys().cloned().collect();
    names.join(" ")
}

fn sorted(names: &str) -> String {
    let mut names: Vec<_> = names.split(' ').collect();
    names.sort_unstable();
    names.join(" ")
}

#[test]
fn the_fields_are_those_of_the_specification() {
    let spec = "name company address_line1 address_line2 city county post_code country address phone email";
    assert_eq!(sorted(&keys(&Contact::default())), sorted(spec));
    let spec = "businessName firstName lastName email phone address";
    assert_eq!(sorted(&keys(&Business::default())), sorted(spec));
    let spec = "name email phone website logoUrl template address_line1 address_line2 city county post_code \
                country taxNumber registrationNumber quoteTerms invoiceTerms accepts_cash \
                accepts_bank_transfer accepts_card accepts_paypal bankName accountName accountNumber \
                sortCode stripe_account_id";
    assert_eq!(sorted(&keys(&BusinessProfile::default())), sorted(spec));
}

#[test]
fn null_missing_and_unknown_fields_are_passed_over() {
    assert_eq!(contact(r#"{"name":null,"nickname":"Bob"}"#), Contact::default());
    assert_eq!(
        profile(r#"{"accepts_cash":null,"logoUrl":null,"stripe_account_id":null}"#),
        BusinessProfile::default()
    );
}

#[test]
fn an_address_consists_of_its_parts_or_else_of_its_text() {
    let lines = |json| contact(json).address_lines().join("|");
    assert_eq!(
        lines(
            r#"{"address_line1":" 1 High St ","address_line2":"","city":"Leeds","county":"Yorks","post_code":"LS1 1AA","country":"uk","address":"x"}"#
        ),
        "1 High St|Leeds|Yorks|LS1 1AA|United Kingdom"
    );
    assert_eq!(
        lines(r#"{"address":"1 High St\n\n Leeds \r\nLS1","country":"France"}"#),
        "1 High St|Leeds|LS1|France"
    );
    assert_eq!(lines(r#"{"country":"uk"}"#), "");
    assert_eq!(lines(r#"{"address_line2":"Flat 2"}"#), "Flat 2");
    let lines = profile(r#"{"address_line1":"Unit 1","city":"York","post_code":"YO1","country":"UK"}"#)
        .address_lines();
    assert_eq!(lines.join("|"), "Unit 1|York|YO1|United Kingdom");
    assert_eq!(format_country(" Ukraine "), "Ukraine");
}

#[test]
fn without_a_profile_one_is_built_from_the_owner() {
    let mut business = Business {
        business_name: "Bright Pipes ".into(),
        first_name: "Sam".into(),
        last_name: "Taylor".into(),
        email: "sam@example.com".into(),
        phone: "0113".into(),
        address: "1 High St\nLeeds".into(),
    };
    let want = BusinessProfile {
        name: "Bright Pipes".into(),
        email: "sam@example.com".into(),
        phone: "0113".into(),
        address_line1: "1 High St, Leeds".into(),
        accepts_cash: true,
        ..BusinessProfile::default()
    };
    assert_eq!(business.fallback_profile(), want);
    business.business_name = " ".into();
    assert_eq!(business.fallback_profile().name, "Sam Taylor");
    business.first_name.clear();
    assert_eq!(business.fallback_profile().name, "Taylor");
}

const BANK: &str = r#"{"bankName":"B","accountName":"N","accountNumber":"1","sortCode":"2","stripe_account_id":"acct_1","name":"P""#;

#[test]
fn publishes_bank_details_only_if_transfers_are_accepted() {
    let open = profile(&format!(r#"{BANK},"accepts_bank_transfer":true}}"#)).to_public();
    let seen = [&open.bank_name, &open.account_name, &open.account_number, &open.sort_code];
    assert_eq!(seen, ["B", "N", "1", "2"]);
    let closed = profile(&format!("{BANK}}}")).to_public();
    let seen = [&closed.bank_name, &closed.account_name, &closed.account_number, &closed.sort_code];
    assert_eq!(seen, ["", "", "", ""]);
    assert_eq!(closed.name, "P");
}

#[test]
fn publishes_that_cards_are_accepted_but_not_the_stripe_account() {
    let seen = |more: &str| profile(&format!("{BANK}{more}}}")).to_public();
    assert_eq!(seen(r#","accepts_card":true"#).stripe_account_id.as_deref(), Some("connected"));
    assert_eq!(seen("").stripe_account_id, None);
    let no_account = profile(r#"{"accepts_card":true,"stripe_account_id":""}"#);
    assert_eq!(no_account.to_public().stripe_account_id, None);
    assert!(!no_account.accepted_methods().card_account);
    assert!(seen(r#","accepts_card":true"#).accepted_methods().card_account);
}

#[test]
fn each_field_of_a_profile_accepts_its_own_payment_method() {
    let off = AcceptedMethods::default();
    let accepts = |json| profile(json).accepted_methods();
    assert_eq!(accepts("{}"), off);
    assert_eq!(accepts(r#"{"accepts_cash":true}"#), AcceptedMethods { cash: true, ..off });
    assert_eq!(accepts(r#"{"accepts_bank_transfer":true}"#), AcceptedMethods { bank_transfer: true, ..off });
    assert_eq!(accepts(r#"{"accepts_card":true}"#), AcceptedMethods { card: true, ..off });
    assert_eq!(accepts(r#"{"accepts_paypal":true,"paypal":" "}"#), off, "nobody can pay to nowhere");
    assert_eq!(
        accepts(r#"{"accepts_paypal":true,"paypal":"p@x.example"}"#),
        AcceptedMethods { paypal: true, ..off }
    );
    assert_eq!(accepts(r#"{"stripe_account_id":"a"}"#), AcceptedMethods { card_account: true, ..off });
}

#[test]
fn an_email_names_the_owner_with_an_address_for_service() {
    let lines = |json| profile(json).owner_lines().join(" | ");
    assert_eq!(lines(r#"{"name":"Aire","city":"Leeds"}"#), "");
    assert_eq!(
        lines(r#"{"name":"Aire","address_line1":"Unit 1","city":"Leeds","ownerName":"Kev Stubbs"}"#),
        "Owner: Kev Stubbs | Address for service: Unit 1, Leeds"
    );
    assert_eq!(
        lines(r#"{"name":"Aire","city":"Leeds","ownerName":"Kev","serviceAddress":"1 Home Rd\nYork"}"#),
        "Owner: Kev | Address for service: 1 Home Rd, York"
    );
    // Nothing of it in what was kept before there was anything to say.
    let text = serde_json::to_string(&profile(r#"{"name":"Aire"}"#)).unwrap();
    assert!(!text.contains("owner") && !text.contains("service"), "{text}");
}
