use super::Draft;
use crate::error::Failure;

/// A draft with lines of these ids.
fn draft(ids: &[&str]) -> Draft {
    let mut draft = Draft::new(r#"{"tax":"20"}"#).unwrap();
    for (index, id) in ids.iter().enumerate() {
        draft.set_line(index, &line(id)).unwrap();
    }
    draft
}

fn line(id: &str) -> String {
    format!(r#"{{"id":"{id}","quantity":1,"price":10}}"#)
}

fn ids(draft: &Draft) -> String {
    let items = &draft.document().items;
    items.iter().map(|line| line.id.as_str()).collect()
}

/// The one error, as `path: code: sentence`.
fn refusal(result: Result<(), Failure>) -> String {
    let Err(Failure::Rules(errors)) = result else {
        panic!("{result:?}");
    };
    let [error] = errors.0.as_slice() else {
        panic!("{errors:?}");
    };
    format!("{}: {}: {}", error.path, error.code, error.msg)
}

#[test]
fn a_set_line_replaces_one_or_adds_one_at_the_end() {
    let mut draft = draft(&["a", "b"]);
    draft.set_line(1, &line("c")).unwrap();
    assert_eq!(ids(&draft), "ac");
    draft.set_line(0, &line("d")).unwrap();
    assert_eq!(ids(&draft), "dc");
    draft.set_line(2, &line("e")).unwrap();
    assert_eq!(ids(&draft), "dce");
}

#[test]
fn an_inserted_line_stands_before_the_one_that_was_there() {
    let mut draft = draft(&["a", "b"]);
    draft.insert_line(1, &line("c")).unwrap();
    assert_eq!(ids(&draft), "acb");
    draft.insert_line(0, &line("d")).unwrap();
    assert_eq!(ids(&draft), "dacb");
    draft.insert_line(4, &line("e")).unwrap();
    assert_eq!(ids(&draft), "dacbe");
}

#[test]
fn a_line_is_taken_out() {
    let mut draft = draft(&["a", "b", "c"]);
    draft.remove_line(2).unwrap();
    assert_eq!(ids(&draft), "ab");
    draft.remove_line(0).unwrap();
    assert_eq!(ids(&draft), "b");
}

#[test]
fn a_line_moves_and_the_lines_between_close_up() {
    for (from, to, moved) in [
        (0, 3, "bcda"),
        (3, 0, "dabc"),
        (1, 2, "acbd"),
        (2, 1, "acbd"),
        (2, 2, "abcd"),
    ] {
        let mut draft = draft(&["a", "b", "c", "d"]);
        draft.move_line(from, to).unwrap();
        assert_eq!(ids(&draft), moved, "{from} to {to}");
    }
}

#[test]
fn a_place_that_there_is_not_is_named_and_nothing_changes() {
    let mut draft = draft(&["a", "b"]);
    let no = |index: usize| format!("items[{index}]: out_of_range: There is no such line.");
    assert_eq!(refusal(draft.set_line(3, &line("c"))), no(3));
    assert_eq!(refusal(draft.insert_line(3, &line("c"))), no(3));
    assert_eq!(refusal(draft.insert_line(9, &line("c"))), no(9));
    assert_eq!(refusal(draft.remove_line(2)), no(2));
    assert_eq!(refusal(draft.move_line(2, 0)), no(2));
    assert_eq!(refusal(draft.move_line(0, 2)), no(2));
    assert_eq!(ids(&draft), "ab");
    assert_eq!(refusal(Draft::default().remove_line(0)), no(0));
}

#[test]
fn a_text_that_is_no_line_leaves_the_draft_as_it_was() {
    let mut draft = draft(&["a", "b"]);
    let before = draft.clone();
    let wrong = "items[1].name: wrong_type: This must be text.";
    assert_eq!(refusal(draft.set_line(1, r#"{"name":1}"#)), wrong);
    assert_eq!(refusal(draft.insert_line(1, r#"{"name":1}"#)), wrong);
    assert!(matches!(draft.set_line(2, "{"), Err(Failure::Malformed(_))));
    assert!(draft.set_header("[").is_err());
    assert_eq!(draft, before);
}

#[test]
fn a_new_header_keeps_the_lines() {
    let mut draft = draft(&["a", "b"]);
    draft
        .set_header(r#"{"includeDiscount":true,"discount":"50","items":[{"id":"z"}]}"#)
        .unwrap();
    assert_eq!(ids(&draft), "ab");
    assert_eq!(draft.totals().unwrap().total_amount.to_string(), "10.00");
}

#[test]
fn a_draft_says_what_it_comes_to_or_which_rules_it_breaks() {
    let mut draft = draft(&["a", "b"]);
    assert_eq!(draft.totals().unwrap().total_amount.to_string(), "24.00");
    assert_eq!(draft.validate(), []);
    draft.set_line(1, r#"{"price":"x"}"#).unwrap();
    let errors = draft.validate();
    assert_eq!(errors.len(), 1);
    assert_eq!(errors[0].path, "items[1].price");
    assert!(matches!(draft.totals(), Err(Failure::Rules(rules)) if rules.0 == errors));
}
