//! Periods that were filed, and what changes in them afterwards.

use super::*;
use crate::report::vat::entry::EntryNoteCode;

/// The first quarter of 2026 with two invoices, filed.
fn after_filing() -> TestBooks {
    let mut test_books = TestBooks::new(false, None);
    test_books.sales = vec![
        sale("a", "2026-01-10", vec![standard(100_000)]),
        sale("b", "2026-02-10", vec![standard(50_000)]),
    ];
    test_books.purchases = vec![bought("p", "2026-02-11", vec![standard(10_000)])];
    test_books.file_return(first_quarter());
    test_books.sales.push(sale("c", "2026-04-10", vec![standard(20_000)]));
    test_books
}

fn notes(made: &VatReturn) -> Vec<(&str, EntryNoteCode, i64)> {
    let noted = made.entries.iter().filter_map(|entry| {
        let note = entry.note.as_ref()?;
        let amounts = entry.amounts;
        Some((entry.record.as_str(), note.code, (amounts.box1 - amounts.box4).0))
    });
    noted.collect()
}

#[test]
fn a_filed_return_stays_as_it_was() {
    let mut test_books = after_filing();
    let before = filed_amounts(&test_books.build_return(first_quarter()));
    assert_eq!(before[0..2], [30_000, 0]);
    test_books.sales.clear();
    test_books.purchases.clear();
    let made = test_books.build_return(first_quarter());
    assert!(made.locked);
    assert_eq!(filed_amounts(&made), before);
    assert_eq!(records_behind(&made, 1), ["a", "b"]);
}

#[test]
fn a_late_invoice_goes_into_the_next_return_with_a_note_and_only_once() {
    let mut test_books = after_filing();
    test_books.sales.push(sale("late", "2026-03-12", vec![standard(30_000)]));
    test_books.purchases.push(bought("lp", "2026-03-13", vec![standard(5_000)]));
    let made = test_books.build_return(second_quarter());
    assert_eq!(notes(&made), [("late", EntryNoteCode::Late, 6_000), ("lp", EntryNoteCode::Late, -1_000)]);
    // 40.00 of April and 60.00 late; 10.00 late.
    assert_eq!((made.box_amount(1).0, made.box_amount(4).0), (10_000, 1_000));
    assert_eq!(
        made.entries[0].note.as_ref().unwrap().msg,
        "This is dated 12 Mar 2026, but wasn’t in the VAT return you filed for then, so it counts here."
    );
    // Not in a later return as well, before and after it was filed.
    let third = period("2026-07-01", "2026-09-30");
    assert_eq!(filed_amounts(&test_books.build_return(third)), [0; 9]);
    test_books.file_return(second_quarter());
    assert_eq!(filed_amounts(&test_books.build_return(third)), [0; 9]);
}

#[test]
fn reverses_a_record_voided_after_filing_and_omits_one_voided_before() {
    let mut test_books = after_filing();
    test_books.sales[2].voided = true;
    let made = test_books.build_return(second_quarter());
    assert_eq!(filed_amounts(&made), [0; 9]);
    test_books.sales[0].voided = true;
    test_books.purchases[0].voided = true;
    let made = test_books.build_return(second_quarter());
    assert_eq!(notes(&made), [("a", EntryNoteCode::Voided, -20_000), ("p", EntryNoteCode::Voided, 2_000)]);
    assert_eq!(made.box_amount(6), Pence(-100_000));
    test_books.sales.remove(0);
    let made = test_books.build_return(second_quarter());
    assert_eq!(notes(&made)[0], ("a", EntryNoteCode::Gone, -20_000));
}

#[test]
fn a_changed_or_moved_record_counts_with_its_difference() {
    let mut test_books = after_filing();
    test_books.sales[0].amounts = vec![standard(110_000)];
    // Moved to April: out of the filed one, and in there.
    test_books.sales[1].issued = Some(day("2026-04-02"));
    test_books.sales[1].supplied = Some(day("2026-04-02"));
    let made = test_books.build_return(second_quarter());
    assert_eq!(notes(&made), [("a", EntryNoteCode::Changed, 2_000), ("b", EntryNoteCode::Moved, -10_000)]);
    let msg = |made: &VatReturn, record: &str| {
        let of = |it: &&VatEntry| it.record == record && it.note.is_some();
        let entry = made.entries.iter().find(of).unwrap();
        entry.note.as_ref().unwrap().msg.clone()
    };
    assert_eq!(
        msg(&made, "b"),
        "This is dated 10 Feb 2026, was in the VAT return to 31 Mar 2026, and has been moved since to 2 Apr 2026, where \
         it now counts: we take it out again here."
    );
    // 20.00 − 100.00 + 100.00 + 40.00.
    assert_eq!(made.box_amount(1), Pence(6_000));
    // Still there, on a day that was not read; and gone.
    test_books.sales.remove(1);
    test_books.moved.insert("b".into(), day("2026-07-05"));
    let made = test_books.build_return(second_quarter());
    assert!(msg(&made, "b").contains("moved since to 5 Jul 2026"));
    test_books.moved.clear();
    let made = test_books.build_return(second_quarter());
    assert!(msg(&made, "b").contains("has been deleted since"));
    // There on its day, and without VAT.
    test_books.sales[0].amounts = vec![amount(Treatment::OutsideScope, "0", 120_000, 0)];
    let made = test_books.build_return(second_quarter());
    assert!(msg(&made, "a").contains("no longer counts there"));
}

/// The second quarter is the first that is filed here: the records of the first quarter count as filed elsewhere, and
/// later additions to it go into the next return.
#[test]
fn counts_late_records_from_before_the_first_return_in_the_next() {
    let mut test_books = TestBooks::new(false, None);
    test_books.registration.from = Some(day("2026-01-01"));
    test_books.sales = vec![
        sale("a", "2026-01-10", vec![standard(100_000)]),
        sale("b", "2026-04-10", vec![standard(50_000)]),
    ];
    let mut before = test_books.build_return(first_quarter()).to_filed();
    before.elsewhere = true;
    let first = test_books.build_return(second_quarter()).to_filed();
    test_books.filed = vec![before, first];
    let third = period("2026-07-01", "2026-09-30");
    assert_eq!(filed_amounts(&test_books.build_return(third)), [0; 9]);
    test_books.sales.push(sale("late", "2026-03-12", vec![standard(30_000)]));
    let made = test_books.build_return(third);
    assert_eq!(notes(&made), [("late", EntryNoteCode::Late, 6_000)]);
    assert!(
        made.entries[0]
            .note
            .as_ref()
            .unwrap()
            .msg
            .contains("This is dated 12 Mar 2026, before the first VAT return you filed here")
    );
    let made = test_books.build_return(first_quarter());
    assert_eq!((made.box_amount(1), made.locked), (Pence(20_000), true));
}

/// Registered to 15 September: an invoice in October, and a credit note in November against an invoice of September.
#[test]
fn what_counts_in_no_return_is_named() {
    let mut test_books = TestBooks::new(false, None);
    test_books.registration.until = Some(day("2026-09-15"));
    let mut credited = sale("a", "2026-09-10", vec![standard(10_000)]);
    credited.credits = vec![credit("c", "2026-11-25", vec![standard(10_000)])];
    let mut voided = sale("v", "2026-10-11", vec![standard(10_000)]);
    voided.voided = true;
    let free = vec![amount(Treatment::OutsideScope, "0", 10_000, 0)];
    test_books.sales = vec![
        credited,
        sale("b", "2026-10-10", vec![standard(10_000)]),
        sale("free", "2026-10-10", free),
        voided,
    ];
    let found = crate::report::vat::vat_return::find_uncounted(&test_books.books());
    let texts: Vec<String> = found.iter().map(|it| it.to_finding(&it.document.to_uppercase()).msg).collect();
    assert_eq!(
        texts,
        [
            "B of 10 Oct 2026 charges £20.00 of VAT on a day you weren’t registered. It isn’t in any return, but you \
             owe HMRC the VAT an invoice shows. Correct the invoice or your registration.",
            "C of 25 Nov 2026 takes £20.00 of VAT off after your registration ended. It isn’t in any return. You may \
             be able to reclaim it on form VAT427.",
        ]
    );
}

#[test]
fn a_voided_credit_note_is_taken_back() {
    let mut test_books = TestBooks::new(false, None);
    let mut one = sale("s", "2026-01-10", vec![standard(100_000)]);
    one.credits = vec![credit("c", "2026-02-10", vec![standard(10_000)])];
    test_books.sales = vec![one];
    test_books.file_return(first_quarter());
    test_books.sales[0].credits[0].voided = true;
    let made = test_books.build_return(second_quarter());
    assert_eq!(notes(&made), [("c", EntryNoteCode::Voided, 2_000)]);
}

#[test]
fn warns_of_a_correction_above_the_limit() {
    let mut test_books = after_filing();
    test_books.sales.push(sale("late", "2026-03-12", vec![standard(5_000_000)]));
    let codes = |made: &VatReturn| -> Vec<&str> { made.findings.iter().map(|it| it.code).collect() };
    let exactly = test_books.build_return(second_quarter());
    assert_eq!(codes(&exactly), ["careless_errors"]);
    test_books.sales.push(sale("more", "2026-03-12", vec![standard(5)]));
    let made = test_books.build_return(second_quarter());
    let finding = &made.findings[0];
    assert_eq!((finding.code, finding.confirmed), ("large_correction", true));
    // 10,000.01 are within 1 % of a box 6 of 1,000,100.00 and more, and 50,000.01 are above the most there is.
    test_books.sales.push(sale("large", "2026-04-12", vec![standard(100_010_000)]));
    assert_eq!(codes(&test_books.build_return(second_quarter())), ["careless_errors"]);
    test_books.sales.push(sale("larger", "2026-04-12", vec![standard(1_000_000_000)]));
    test_books.sales.push(sale("most", "2026-03-12", vec![standard(20_000_005)]));
    let made = test_books.build_return(second_quarter());
    assert_eq!(codes(&made), ["large_correction", "careless_errors"]);
    assert!(made.findings[0].msg.contains("1% of its box 6 and £50,000.00"));
}

#[test]
fn a_filed_deposit_is_not_counted_again_with_its_invoice() {
    let mut test_books = TestBooks::new(false, None);
    let mut job = sale("j", "2026-04-20", vec![standard(100_000)]);
    (job.issued, job.supplied) = (None, None);
    job.payments = vec![paid("deposit", "2026-03-30", 30_000)];
    test_books.sales = vec![job];
    assert_eq!(test_books.build_return(first_quarter()).box_amount(1), Pence(5_000));
    assert_eq!(filed_amounts(&test_books.build_return(second_quarter())), [0; 9]);
    test_books.file_return(first_quarter());
    test_books.sales[0].issued = Some(day("2026-04-20"));
    test_books.sales[0].supplied = Some(day("2026-04-19"));
    let made = test_books.build_return(second_quarter());
    assert!(notes(&made).is_empty());
    assert_eq!((made.box_amount(1).0, made.box_amount(6).0), (15_000, 75_000));
    // Complete, and never invoiced.
    test_books.sales[0].issued = None;
    assert_eq!(test_books.build_return(second_quarter()).box_amount(1), Pence(15_000));
}

/// Returns that were filed by rules that were wrong stay as filed, and the next return contains the difference, once,
/// with the reason.
#[track_caller]
fn check_correction(mut test_books: TestBooks, filed: [i64; 9], difference: [i64; 9], text: &str) {
    assert_eq!(filed_amounts(&test_books.build_return(first_quarter())), filed);
    let made = test_books.build_return(second_quarter());
    assert_eq!(filed_amounts(&made), difference);
    let notes: Vec<&str> =
        made.entries.iter().filter_map(|entry| Some(entry.note.as_ref()?.msg.as_str())).collect();
    assert_eq!(notes, [text]);
    test_books.file_return(second_quarter());
    let third = period("2026-07-01", "2026-09-30");
    assert_eq!(filed_amounts(&test_books.build_return(third)), [0; 9]);
}

/// Work of 1,000.00, a quarter of it private: box 1 was filed with only the VAT of the business part.
#[test]
fn the_vat_of_a_private_part_that_was_not_filed_is_due_in_the_next_return() {
    let mut test_books = TestBooks::new(false, None);
    let mut work = bought("p", "2026-02-03", vec![reverse(75_000)]);
    work.private_vat = Pence(5_000);
    test_books.purchases = vec![work];
    let mut filing = test_books.build_return(first_quarter()).to_filed();
    filing.entries[0].amounts.box1 = Pence(15_000);
    test_books.filed = vec![filing];
    check_correction(
        test_books,
        [15_000, 0, 15_000, 15_000, 0, 0, 75_000, 0, 0],
        [5_000, 0, 5_000, 0, 5_000, 0, 0, 0, 0],
        "This is dated 3 Feb 2026 and was in the VAT return to 31 Mar 2026 with different figures: the difference \
         counts here.",
    );
}

/// Insurance of 300.00 was in no box as long as it could not be marked as exempt.
#[test]
fn an_exempt_purchase_that_was_not_filed_is_in_box_7_of_the_next_return() {
    let mut test_books = TestBooks::new(false, None);
    let insurance = vec![amount(Treatment::OutsideScope, "0", 30_000, 0)];
    test_books.purchases = vec![bought("i", "2026-02-05", insurance)];
    test_books.file_return(first_quarter());
    test_books.purchases[0].amounts = vec![amount(Treatment::Exempt, "0", 30_000, 0)];
    check_correction(
        test_books,
        [0; 9],
        [0, 0, 0, 0, 0, 0, 30_000, 0, 0],
        "This is dated 5 Feb 2026, but wasn’t in the VAT return you filed for then, so it counts here.",
    );
}
