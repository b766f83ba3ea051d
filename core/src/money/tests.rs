use super::*;

fn pounds(text: &str) -> Pence {
    round2(text.parse().expect("a decimal"))
}

#[test]
fn a_half_penny_rounds_away_from_zero() {
    for (text, pence) in [
        ("0.004", 0),
        ("0.005", 1),
        ("0.0049999", 0),
        ("1.005", 101),
        ("1.015", 102),
        ("1.025", 103),
        ("-0.004", 0),
        ("-0.005", -1),
        ("-1.005", -101),
        ("7", 700),
        ("7.1", 710),
        ("7.12", 712),
        ("-7.1", -710),
        ("0", 0),
        ("92233720368547758.07", i64::MAX),
        ("92233720368547758.065", i64::MAX),
        ("92233720368547758.08", i64::MAX),
        ("-92233720368547758.08", i64::MIN),
        ("-92233720368547758.09", i64::MIN),
        ("79228162514264337593543950335", i64::MAX),
        ("-79228162514264337593543950335", i64::MIN),
        ("-7922816251426433759354395033.5", i64::MIN),
        ("92233720368547757.995", i64::MAX - 7),
    ] {
        assert_eq!(pounds(text), Pence(pence), "{text}");
    }
}

#[test]
fn only_zero_pence_is_zero() {
    assert!(Pence(0).is_zero());
    assert!(!Pence(1).is_zero() && !Pence(-1).is_zero());
}

#[test]
fn a_product_is_exact_before_it_is_rounded() {
    let product =
        |a: &str, b: &str| round2_product(a.parse().expect("a decimal"), b.parse().expect("a decimal")).0;
    assert_eq!(product("0.3333", "0.015"), 0);
    assert_eq!(product("0.3334", "0.015"), 1);
    assert_eq!(product("1000000", "10000000"), 1_000_000_000_000_000);
    assert_eq!(product("999999.9999", "-9999999.9999"), -999_999_999_890_000);
    assert_eq!(product("79228162514264337593543950335", "1000000000"), i64::MAX);
    assert_eq!(product("-79228162514264337593543950335", "1000000000"), i64::MIN);
    assert_eq!(product("-0.5", "-0.01"), 1);
    assert_eq!(product("-1", "0.005"), -1);
    assert_eq!(product("79228162514264337593543950335", "79228162514264337593543950335"), i64::MAX);
    assert_eq!(product("79228162514264337593543950335", "-79228162514264337593543950335"), i64::MIN);
    assert_eq!(product("-79228162514264337593543950335", "-79228162514264337593543950335"), i64::MAX);
}

#[test]
fn percentages_and_proportions_round_once() {
    let percent = |pence: i64, rate: &str| Pence(pence).percent(rate.parse().expect("a rate")).0;
    assert_eq!(percent(10, "5"), 1);
    assert_eq!(percent(9, "5"), 0);
    assert_eq!(percent(-10, "5"), -1);
    assert_eq!(percent(1000, "17.5"), 175);
    assert_eq!(percent(i64::MAX, "100"), i64::MAX);
    assert_eq!(percent(i64::MIN, "100"), i64::MIN);
    assert_eq!(percent(i64::MAX, "79228162514264337593543950335"), i64::MAX);
    assert_eq!(percent(i64::MIN, "79228162514264337593543950335"), i64::MIN);
    assert_eq!(percent(i64::MIN, "-79228162514264337593543950335"), i64::MAX);
    assert_eq!(Pence(1).in_proportion(Pence(1), Pence(2)), Pence(1));
    assert_eq!(Pence(1).in_proportion(Pence(-1), Pence(2)), Pence(-1));
    assert_eq!(Pence(1).in_proportion(Pence(1), Pence(3)), Pence(0));
    assert_eq!(Pence(2).in_proportion(Pence(1), Pence(3)), Pence(1));
    assert_eq!(Pence(2).in_proportion(Pence(1), Pence(-3)), Pence(-1));
    assert_eq!(Pence(5).in_proportion(Pence(7), Pence(0)), Pence(0));
    assert_eq!(Pence(i64::MAX).in_proportion(Pence(i64::MAX), Pence(i64::MAX)), Pence(i64::MAX));
    assert_eq!(Pence(i64::MIN).in_proportion(Pence(1), Pence(-1)), Pence(i64::MAX));
}

#[test]
fn writes_two_decimals_and_reads_them_back() {
    for (pence, text) in [
        (0, "0.00"),
        (5, "0.05"),
        (-5, "-0.05"),
        (10, "0.10"),
        (123_450, "1234.50"),
        (-100, "-1.00"),
        (i64::MAX, "92233720368547758.07"),
        (i64::MIN, "-92233720368547758.08"),
    ] {
        assert_eq!(Pence(pence).to_string(), text);
        let json = serde_json::to_string(&Pence(pence)).expect("JSON");
        assert_eq!(json, format!("\"{text}\""));
        assert_eq!(serde_json::from_str::<Pence>(&json).expect("pence"), Pence(pence));
    }
    assert_eq!(serde_json::from_str::<Pence>("12.5").expect("pence"), Pence(1250));
    assert!(serde_json::from_str::<Pence>("\"1.005\"").is_err());
    assert!(serde_json::from_str::<Pence>("\"pounds\"").is_err());
    assert_eq!(format!("{:>8}", Pence(150)), "    1.50");
    assert_eq!(Pence(150).to_decimal().to_string(), "1.50");
}

#[test]
fn sums_saturate_at_the_limits() {
    assert_eq!(Pence(i64::MAX) + Pence(1), Pence(i64::MAX));
    assert_eq!(Pence(i64::MIN) - Pence(1), Pence(i64::MIN));
    assert_eq!(-Pence(i64::MIN), Pence(i64::MAX));
    assert_eq!([Pence(1), Pence(2)].into_iter().sum::<Pence>(), Pence(3));
    let mut amount = Pence(5);
    amount += Pence(2);
    amount -= Pence(10);
    assert_eq!(amount, Pence(-3));
}
