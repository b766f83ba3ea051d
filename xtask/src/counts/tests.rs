use super::*;

fn results(ok: bool, text: &str) -> Result<Results, ErrorText> {
    count_tests(&Outcome { ok, text: text.to_owned() })
}

fn counted(ok: bool, text: &str) -> Result<Counts, ErrorText> {
    results(ok, text).map(|results| results.counts)
}

#[test]
fn names_each_failed_test_once() {
    let text = "\
# Subtest: pays
not ok 4 - pays by card (phone)
test documents::sent ... FAILED
test documents::sent ... FAILED
 FAIL  src/money.test.ts > pence > are whole
test rules::rounding ... FAILED
ok 5 - pays in cash
# pass 1
# fail 5";
    assert_eq!(
        results(false, text).unwrap().failing,
        [
            "pays by card (phone)",
            "documents::sent",
            "src/money.test.ts > pence > are whole",
            "rules::rounding",
        ]
    );
}

#[test]
fn each_runner_is_understood() {
    let cases = [
        ("test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out", 3, 0),
        (
            "\u{1b}[2m      Tests \u{1b}[22m \u{1b}[31m1 failed\u{1b}[39m | \u{1b}[32m41 passed\u{1b}[39m (42)",
            41,
            1,
        ),
        ("# tests 4\n# pass 3\n# fail 1\n# skipped 0", 3, 1),
        ("ℹ pass 7\nℹ fail 0", 7, 0),
        ("100093 passed, 0 failed", 100_093, 0),
    ];
    for (text, passed, failed) in cases {
        assert_eq!(counted(failed == 0, text).unwrap(), Counts { passed, failed }, "{text}");
    }
}

#[test]
fn several_binaries_add_up() {
    let text =
        "test result: ok. 3 passed; 0 failed; 0 ignored\ntest result: ok. 4 passed; 0 failed; 0 ignored";
    assert_eq!(counted(true, text).unwrap(), Counts { passed: 7, failed: 0 });
}

#[test]
fn nothing_is_skipped_silently() {
    assert_eq!(counted(true, "test result: ok. 3 passed; 0 failed; 2 ignored").unwrap().failed, 2);
    assert_eq!(counted(true, "# pass 3\n# fail 0\n# skipped 1").unwrap().failed, 1);
    assert!(counted(true, "no tests here").is_err());
    assert_eq!(counted(false, "it did not compile").unwrap(), Counts { passed: 0, failed: 1 });
}
