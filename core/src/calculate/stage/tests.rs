//! Golden cases, worked by hand.

use super::*;
use crate::document::CostType;

fn document(text: &str) -> Document {
    crate::json::parse(text).unwrap()
}

/// The next stage, for the rest of the job after the earlier invoices.
fn stage(
    agreed: &Document,
    before: &[Invoiced],
    ask: &StageRequest,
    stage_text: &StageText,
) -> Result<Stage, RuleErrors> {
    super::build_stage(agreed, &calculate_remaining(agreed, before)?, ask, stage_text)
}

fn stage_text() -> StageText {
    StageText { name: "Stage payment for quote Q-0012".into(), description: "30% of the job".into() }
}

fn percentage(text: &str) -> StageRequest {
    StageRequest::Percentage(text.into())
}

fn amount(text: &str) -> StageRequest {
    StageRequest::Amount(text.into())
}

fn invoiced(id: &str, stage: &Stage) -> Invoiced {
    Invoiced::from_totals(id, id, &stage.totals)
}

/// £2,000 of labour at 20 % and £350.55 of energy-saving materials at 5 %, 10 % off.
const MIXED: &str = r#"{"tax":"20","includeDiscount":true,"discount":"10","items":[
    {"id":"a","quantity":"1","price":"2000"},
    {"id":"b","quantity":"3","price":"116.85","vat":{"treatment":"taxable","rate":"5"},
     "costType":"materials"}]}"#;

#[test]
fn a_deposit_of_500_comes_to_500() {
    let agreed = document(r#"{"tax":"20","items":[{"id":"a","quantity":"1","price":"1234.56"}]}"#);
    let deposit = stage(&agreed, &[], &amount("500"), &stage_text()).unwrap();
    // 416.67 and 83.33.
    assert_eq!(deposit.totals.total_amount, Pence(50_000));
    assert_eq!(deposit.totals.subtotal_amount, Pence(41_667));
    assert_eq!(deposit.document.items[0].name, stage_text().name);
    assert_eq!(deposit.document.items[0].description, stage_text().description);
    // 1,234.56 - 416.67 = 817.89; its VAT is 246.91 - 83.33 = 163.58.
    let last = calculate(&build_final_invoice(&agreed, &[invoiced("one", &deposit)])).unwrap();
    assert_eq!(last.invoiced_amount, Pence(41_667));
    assert_eq!(last.vat_amount, Pence(16_358));
    assert_eq!(last.total_amount, Pence(98_147));
    assert_eq!(last.total_amount + deposit.totals.total_amount, Pence(148_147));
}

/// Three stages, each a penny short: if the VAT of the last were rounded separately, it would be a penny out.
#[test]
fn the_vat_of_all_stages_is_the_agreed_one() {
    let agreed = document(r#"{"tax":"20","items":[{"id":"a","quantity":"1","price":"0.12"}]}"#);
    // 0.12 + 0.02; three times 0.02 without any VAT leave 0.06, whose own VAT is 0.01.
    let mut before = Vec::new();
    for id in ["one", "two", "three"] {
        let part = stage(&agreed, &before, &amount("0.02"), &stage_text()).unwrap();
        assert_eq!((part.totals.vat_amount, part.totals.total_amount), (Pence(0), Pence(2)));
        before.push(invoiced(id, &part));
    }
    let last = calculate(&build_final_invoice(&agreed, &before)).unwrap();
    assert_eq!((last.vat_amount, last.total_amount), (Pence(2), Pence(8)));
}

#[test]
fn a_percentage_stage_contains_that_share_of_every_vat_rate() {
    let agreed = document(MIXED);
    // 235.06 off, of which 200.00 and 35.06: 1,800 + 360, and 315.49 + 15.77.
    let whole = calculate(&agreed).unwrap();
    assert_eq!(whole.total_amount, Pence(249_126));
    let part = stage(&agreed, &[], &percentage("30"), &stage_text()).unwrap();
    assert_eq!(part.requested, Pence(74_738));
    assert_eq!(part.totals.total_amount, Pence(74_738));
    let groups: Vec<_> = part.totals.vat_groups.iter().map(|group| group.taxable.0).collect();
    assert_eq!(groups.len(), 2);
    assert!((groups[0] - 54_000).abs() <= 6 && (groups[1] - 9_465).abs() <= 6, "{groups:?}");
    // Its rate is said beside it, as of any line.
    assert_eq!(part.document.items[1].name, stage_text().name);
    // Outside the scheme a stage says nothing of materials.
    assert_eq!(part.document.items.len(), 2);
}

#[test]
fn lines_keep_their_part_of_the_discount() {
    let agreed = document(MIXED);
    let ask = StageRequest::Lines { ids: vec!["b".into()], labour: false };
    let part = stage(&agreed, &[], &ask, &stage_text()).unwrap();
    assert_eq!(part.totals.subtotal_amount, Pence(35_055));
    // 235.06 x 350.55 / 2,350.55 = 35.06.
    assert_eq!(part.totals.discount_amount, Pence(3_506));
    let before = [invoiced("one", &part)];
    let again = stage(&agreed, &before, &ask, &stage_text()).unwrap_err();
    assert_eq!(again.0[0].code, code::EXCEEDS_LEFT);
    let none = StageRequest::Lines { ids: vec!["z".into()], labour: true };
    let none = stage(&agreed, &[], &none, &stage_text()).unwrap_err();
    assert_eq!((none.0[0].code, none.0[0].path.as_str()), (code::REQUIRED, "ask"));
}

/// A group without labour gets none: the stairlift is only materials, and anything without a cost counts at its price.
#[test]
fn invoices_labour_only_in_vat_groups_that_contain_labour() {
    let agreed = document(
        r#"{"vatTreatment":"taxable","tax":"20","cisRate":"20","includeDiscount":true,
            "discount":"7.5","discountType":"percentage","items":[
            {"id":"l","quantity":"1","price":"2000"},
            {"id":"m","quantity":"1","price":"333.35","costType":"materials"},
            {"id":"s","quantity":"1","price":"800","costType":"materials",
             "vat":{"treatment":"taxable","rate":"5"}}]}"#,
    );
    let part = stage(&agreed, &[], &percentage("33.33"), &stage_text()).unwrap();
    let five: Vec<_> = part
        .document
        .items
        .iter()
        .filter(|line| line.vat.as_ref().is_some_and(|vat| vat.rate.value() == 5.into()))
        .collect();
    let [only] = &five[..] else { panic!("{five:?}") };
    assert_eq!((&*only.name, only.cost_type), (&*stage_text().name, CostType::Materials));
    // 2,000 less its 150.00 of the discount; a third of that.
    assert_eq!(calculate(&agreed).unwrap().cis_base, Pence(185_000));
    assert!((part.totals.cis_base.0 - 61_661).abs() <= 1, "{:?}", part.totals.cis_base);
}

/// Labour of 500 and a boiler sold for 1,000 that cost 611.07, half now: 750, shown as 250 and 500 as they were quoted.
/// The deduction is on 750 less half of the cost, which is on no line that a customer sees.
#[test]
fn a_stage_does_not_show_what_materials_cost() {
    let agreed = document(
        r#"{"vatTreatment":"reverseCharge","tax":"20","cisRate":"20","items":[
            {"id":"l","quantity":"1","price":"500"},
            {"id":"m","quantity":"1","price":"1000","cost":"611.07","costType":"materials"}]}"#,
    );
    let half = stage(&agreed, &[], &percentage("50"), &stage_text()).unwrap();
    let [labour, materials] = &half.document.items[..] else { panic!("{:?}", half.document.items) };
    assert_eq!((&labour.price, &labour.cost), (&"250".into(), &None));
    assert_eq!(materials.price, "500".into());
    assert_eq!(materials.cost, Some("305.53".into()));
    assert_eq!(half.totals.cis_base, Pence(44_447));
    assert_eq!(calculate(&agreed).unwrap().cis_base, Pence(88_893));
    let last = calculate(&build_final_invoice(&agreed, &[invoiced("one", &half)])).unwrap();
    assert_eq!(last.cis_base, Pence(88_893 - 44_447));
    // Materials alone: their cost is not the price that is shown.
    let agreed = document(
        r#"{"tax":"20","cisRate":"20","items":[
            {"id":"m","quantity":"1","price":"1000","cost":"611.07","costType":"materials"}]}"#,
    );
    let half = stage(&agreed, &[], &percentage("50"), &stage_text()).unwrap();
    let [only] = &half.document.items[..] else { panic!("{:?}", half.document.items) };
    assert_eq!((&*only.name, &only.price), (&*stage_text().name, &"500".into()));
    assert_eq!(half.totals.cis_base, Pence(50_000 - 30_553));
}

/// docs/rules.md's construction case: half now. 2,800, of which 2,000 is labour; CIS at 20 % on that.
#[test]
fn deducts_cis_from_each_stage_in_proportion() {
    let agreed = document(
        r#"{"vatTreatment":"reverseCharge","tax":"20","cisRate":"20","items":[
            {"id":"l","quantity":"1","price":"2000"},
            {"id":"m","quantity":"1","price":"800","cost":"800","costType":"materials"}]}"#,
    );
    let half = stage(&agreed, &[], &percentage("50"), &stage_text()).unwrap();
    assert_eq!(half.totals.total_amount, Pence(140_000));
    assert_eq!(half.totals.reverse_charge_vat, Pence(28_000));
    assert_eq!(half.totals.cis_base, Pence(100_000));
    assert_eq!(half.totals.amount_payable, Pence(120_000));
    let names: Vec<_> = half.document.items.iter().map(|line| &*line.name).collect();
    let name = &*stage_text().name;
    assert_eq!(names, [format!("{name}: labour"), format!("{name}: materials")]);
    let last = calculate(&build_final_invoice(&agreed, &[invoiced("one", &half)])).unwrap();
    assert_eq!(last.cis_base, Pence(100_000));
    assert_eq!(last.cis_deduction, Pence(20_000));
    assert_eq!(last.amount_payable, Pence(120_000));
    assert_eq!(last.reverse_charge_vat, Pence(28_000));
    // What a payment of the final invoice was for is of what that invoice asks for.
    let paid = Document {
        payments: vec![crate::document::Payment {
            id: "p".into(),
            amount: "1200".into(),
            ..Default::default()
        }],
        ..build_final_invoice(&agreed, &[invoiced("one", &half)])
    };
    let paid = calculate(&paid).unwrap();
    assert_eq!(paid.cis_payments[0].gross, Pence(140_000));
    assert_eq!(paid.cis_payments[0].materials, Pence(40_000));
    assert_eq!(paid.cis_payments[0].deducted, Pence(20_000));
}

/// Labour 1,000 and materials 1,000; 90 % is invoiced with 30 % CIS: 1,800, of which 900 is labour, 270 deducted. Then
/// materials of 180 are omitted. What is left to ask for is 20, and 100 of the labour, of which 30 would be deducted:
/// more than is paid. So the deduction is calculated on 20: 6 are deducted, and 14 paid (docs/rules.md, section 3, step
/// 8).
#[test]
fn the_final_invoice_deducts_cis_from_at_most_its_own_amount() {
    let job = |more: &str| {
        document(&format!(
            r#"{{"vatTreatment":"outsideScope","cisRate":"30","items":[
                {{"id":"l","quantity":"1","price":"1000"}},
                {{"id":"m","quantity":"1","price":"1000","costType":"materials"}}{more}]}}"#
        ))
    };
    let first = stage(&job(""), &[], &percentage("90"), &stage_text()).unwrap();
    assert_eq!(first.totals.cis_base, Pence(90_000));
    assert_eq!(first.totals.cis_deduction, Pence(27_000));
    let less = job(r#",{"id":"x","quantity":"1","price":"-180","costType":"materials"}"#);
    let last = calculate(&build_final_invoice(&less, &[invoiced("one", &first)])).unwrap();
    assert_eq!((last.total_amount, last.cis_base), (Pence(2_000), Pence(2_000)));
    assert_eq!(last.cis_deduction, Pence(600));
    assert_eq!(last.amount_payable, Pence(1_400));
    // Half of the labour is left out instead: 500 of it is left of 1,000 that had 300 deducted. Of the materials
    // that are left to pay nothing is deducted, and nothing given back.
    let labour = StageRequest::Lines { ids: vec!["l".into()], labour: false };
    let first = stage(&job(""), &[], &labour, &stage_text()).unwrap();
    assert_eq!(first.totals.cis_deduction, Pence(30_000));
    let less = job(r#",{"id":"x","quantity":"1","price":"-500"}"#);
    let last = calculate(&build_final_invoice(&less, &[invoiced("one", &first)])).unwrap();
    assert_eq!(last.total_amount, Pence(50_000));
    assert_eq!((last.cis_base, last.cis_deduction), (Pence(0), Pence(0)));
    assert_eq!(last.amount_payable, Pence(50_000));
}

/// Labour of 2,000, half of it invoiced at 20 %: 200 deducted. HMRC then says 30 %, which applies only to the other
/// half: 300, and not 600 less 200.
#[test]
fn a_changed_cis_rate_applies_only_to_what_is_still_to_invoice() {
    let job = |rate: &str| {
        document(&format!(
            r#"{{"vatTreatment":"outsideScope","cisRate":{rate},"items":[
                {{"id":"l","quantity":"1","price":"2000"}}]}}"#
        ))
    };
    let half = stage(&job("20"), &[], &percentage("50"), &stage_text()).unwrap();
    assert_eq!(half.totals.cis_deduction, Pence(20_000));
    for (rate, deducted) in [("30", 30_000), ("20", 20_000), ("0", 0), ("null", 0)] {
        let last = calculate(&build_final_invoice(&job(rate), &[invoiced("one", &half)])).unwrap();
        assert_eq!(last.cis_base, Pence(100_000), "{rate}");
        assert_eq!(last.cis_deduction, Pence(deducted), "{rate}");
    }
}

/// Labour of 1,000 and materials for 1,000, of which 25 % was invoiced: 250.00 of labour. With the labour in full the
/// deductions would be 50 + 200; with the materials in full, 50 + 0 + 100 instead of 200.
#[test]
fn under_cis_whole_lines_are_refused_after_a_part_of_every_line() {
    let agreed = document(
        r#"{"vatTreatment":"reverseCharge","tax":"20","cisRate":"20","items":[
            {"id":"lab","quantity":"1","price":"1000"},
            {"id":"mat","quantity":"1","price":"1000","costType":"materials"}]}"#,
    );
    let lines = |id: &str| StageRequest::Lines { ids: vec![id.to_owned()], labour: false };
    let quarter = stage(&agreed, &[], &percentage("25"), &stage_text()).unwrap();
    for id in ["lab", "mat"] {
        assert!(stage(&agreed, &[], &lines(id), &stage_text()).is_ok(), "{id} first");
        let before = [invoiced("one", &quarter)];
        let error = stage(&agreed, &before, &lines(id), &stage_text()).unwrap_err().0.remove(0);
        assert_eq!((&*error.path, error.code), ("ask", code::EXCEEDS_LEFT), "{id}");
        assert!(error.msg.contains("CIS"), "{}", error.msg);
    }
    // Where everything is labour, each line's deduction is in proportion.
    let labour = document(
        r#"{"vatTreatment":"reverseCharge","tax":"20","cisRate":"20","items":[
            {"id":"one","quantity":"1","price":"1000"},{"id":"two","quantity":"1","price":"1000"}]}"#,
    );
    let quarter = stage(&labour, &[], &percentage("25"), &stage_text()).unwrap();
    let one = stage(&labour, &[invoiced("one", &quarter)], &lines("one"), &stage_text()).unwrap();
    let before = [invoiced("one", &quarter), invoiced("two", &one)];
    let last = calculate(&build_final_invoice(&labour, &before)).unwrap();
    let deducted = quarter.totals.cis_deduction + one.totals.cis_deduction + last.cis_deduction;
    assert_eq!(deducted, Pence(40_000));
}

#[test]
fn names_the_field_of_an_impossible_stage() {
    let agreed = document(r#"{"tax":"20","items":[{"id":"a","quantity":"1","price":"100"}]}"#);
    let refused = |ask: &StageRequest| {
        let errors = stage(&agreed, &[], ask, &stage_text()).unwrap_err().0;
        (errors[0].path.clone(), errors[0].code)
    };
    let named = |path: &str, code| (path.to_owned(), code);
    assert_eq!(refused(&amount("120.01")), named("ask", code::EXCEEDS_LEFT));
    assert_eq!(refused(&amount("120")), named("ask", code::ALL_THAT_IS_LEFT));
    assert_eq!(refused(&percentage("100")), named("ask", code::ALL_THAT_IS_LEFT));
    assert_eq!(refused(&percentage("100.5")), named("percentage", code::OUT_OF_RANGE));
    assert_eq!(refused(&percentage("")), named("percentage", code::OUT_OF_RANGE));
    assert_eq!(refused(&amount("0")), named("amount", code::OUT_OF_RANGE));
    assert_eq!(refused(&amount("-5")), named("amount", code::OUT_OF_RANGE));
    assert_eq!(refused(&amount("ten")), named("amount", code::NOT_A_NUMBER));
    assert_eq!(refused(&amount("1.005")), named("amount", code::TOO_MANY_DECIMALS));
    assert_eq!(refused(&amount("1e99")), named("amount", code::OUT_OF_RANGE));
}

/// The message says how much is left.
#[test]
fn states_what_is_left_if_a_stage_is_too_large() {
    let agreed = document(r#"{"tax":"20","items":[{"id":"a","quantity":"1","price":"1000"}]}"#);
    let first = stage(&agreed, &[], &amount("900"), &stage_text()).unwrap();
    let errors = stage(&agreed, &[invoiced("one", &first)], &amount("300.01"), &stage_text());
    assert_eq!(
        errors.unwrap_err().0[0].msg,
        "This is more than is left to invoice for the job: £300.00 in total."
    );
}
