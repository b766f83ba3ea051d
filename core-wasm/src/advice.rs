//! Core's advice on a document while it is typed: how much of its total the business keeps, whether the reverse
//! charge applies, which VAT reliefs there are, and whether the customer may cancel. Results are JSON.

use plumbline_core::consumer::{
    CancellationPack, CancellationSituation, ContractParties, Particulars, join_non_empty,
};
use plumbline_core::document::{self, AgreedAt, Agreement, BuysAs, Invoiced, Supplies, Treatment};
use plumbline_core::json::to_text;
use plumbline_core::money::Pence;
use plumbline_core::money::number::Number;
use plumbline_core::present::Cancellation;
use plumbline_core::report::take_home;
use plumbline_core::report::vat::registration;
use plumbline_core::report::vat::reverse_charge::{ReverseChargeQuestion, Supply};
use plumbline_core::report::vat::supply_lines::lines_of_draft;
use plumbline_core::tax::vat_reliefs;
use wasm_bindgen::prelude::*;

use crate::values::{from_js, parse_list};

/// How much of a document's total the business is left with, from the total, the CIS deduction, the VAT and the cost of
/// materials, in pounds, and the percentage to set aside for tax: a `TakeHome`. For a job's final invoice it is
/// calculated for the whole job: `invoiced` contains the earlier invoices.
///
/// # Errors
///
/// A field of an earlier invoice has a wrong type.
#[wasm_bindgen(js_name = calculateTakeHome)]
pub fn calculate_take_home(
    total: &str,
    cis: &str,
    vat: &str,
    materials: &str,
    flat: &str,
    pot: &str,
    #[wasm_bindgen(unchecked_param_type = "readonly object[]")] invoiced: JsValue,
) -> Result<String, JsValue> {
    let pence = |pounds: &str| {
        let number = Number::from_text(pounds);
        number.to_pence().unwrap_or(Pence::ZERO)
    };
    let flat = (!flat.is_empty()).then(|| Number::from_text(flat).value());
    let pot = Number::from_text(pot).value();
    let sums = take_home::TakeHomeInput {
        total: pence(total),
        cis: pence(cis),
        vat: pence(vat),
        materials: pence(materials),
    };
    let sums = sums.of_whole_job(&parse_list::<Invoiced>(invoiced, "invoiced")?);
    Ok(to_text(&take_home::calculate_take_home(sums, flat, pot)))
}

/// The questions of the reverse charge in HMRC's order: a list of `QuestionWithText`.
#[wasm_bindgen(js_name = listReverseChargeQuestions)]
#[must_use]
pub fn list_reverse_charge_questions() -> String {
    to_text(&ReverseChargeQuestion::all_with_text())
}

/// Whether the reverse charge applies to a draft of a VAT-registered business: a `ReverseChargeDecision`. An answer is
/// undefined if nobody has given it; the lines with the given ids are not construction work.
///
/// # Errors
///
/// A field has a wrong type.
#[wasm_bindgen(js_name = decideReverseCharge)]
pub fn decide_reverse_charge(
    #[wasm_bindgen(unchecked_param_type = "object")] document: JsValue,
    not_construction: Vec<String>,
    in_cis: Option<bool>,
    customer_registered: Option<bool>,
    staff: Option<bool>,
    end_user_notice: Option<bool>,
) -> Result<String, JsValue> {
    let supply = Supply {
        in_cis,
        supplier_registered: Some(true),
        customer_registered,
        staff,
        end_user_notice,
        lines: lines_of_draft(&from_js(document)?, &not_construction),
    };
    Ok(to_text(&supply.decide()))
}

/// The reliefs with their rates on a day: a list of `VatReliefOn`; empty if the text is not a date.
#[wasm_bindgen(js_name = listVatReliefs)]
#[must_use]
pub fn list_vat_reliefs(day: &str) -> String {
    let day = day.parse().ok();
    to_text(&day.map(vat_reliefs::list_reliefs).unwrap_or_default())
}

/// Whether the customer of a job may cancel it, and why: a `CancellationDecision`. `texts` contains what is known about
/// the job and its two sides, in this order, each empty if it isn't known: whom the customer buys for and where the job
/// is agreed, as entered for the job; whom they buy for, as entered for their contact; their company; their VAT number;
/// where the business's jobs usually are agreed; the total in pounds; any text if they are known to be in business;
/// what is supplied, as entered for the job; then the quantity and the price of each line. They are texts, because a
/// reader of JSON would double the size of the package.
#[wasm_bindgen(js_name = decideCancellation)]
#[must_use]
pub fn decide_cancellation(texts: Vec<String>, urgent: bool, new_build: bool) -> String {
    to_text(&parse_situation(&texts, urgent, new_build).decide())
}

/// What the customer of a quote, or of a variation, is shown about the right to cancel before they accept: a
/// `Cancellation`, or null. `sides` contains the business's name, address, telephone and email, the customer's name and
/// address, the business's texts about when the work is done, about complaints and about returning goods, and last the
/// customer's email. A device without signal shows this until the server can be asked.
#[wasm_bindgen(js_name = presentCancellation)]
#[must_use]
pub fn present_cancellation(
    texts: Vec<String>,
    urgent: bool,
    new_build: bool,
    sides: Vec<String>,
    heading: &str,
    varies: bool,
) -> String {
    let decision = parse_situation(&texts, urgent, new_build).decide();
    let side = |at: usize| sides.get(at).map_or("", String::as_str);
    let named = ContractParties {
        business: join_non_empty(&[side(0), side(1), side(2), side(3)]),
        name: side(4).to_owned(),
        address: side(5).to_owned(),
        has_email: !side(9).trim().is_empty(),
    };
    let says = Particulars {
        work_time: side(6).to_owned(),
        complaints: side(7).to_owned(),
        returns: side(8).to_owned(),
    };
    let pack = CancellationPack::for_decision(&decision, &named, &says, (heading, varies));
    to_text(&pack.map(Cancellation::from_pack))
}

/// Whether only a business can be the customer of a document with this CIS rate (empty for none) and these VAT
/// treatments, those of the document and of its lines.
#[wasm_bindgen(js_name = isBusinessOnly)]
#[must_use]
pub fn is_business_only(cis_rate: &str, treatments: Vec<String>) -> bool {
    let treatments = treatments.iter().filter_map(|name| Treatment::parse(name));
    document::is_business_only(!cis_rate.is_empty(), treatments)
}

/// The message about a typed VAT number, the business's own or a customer's; empty if nothing is wrong with it.
#[wasm_bindgen(js_name = checkVatNumber)]
#[must_use]
pub fn check_vat_number(typed: &str, own: bool) -> String {
    let found =
        if own { registration::check_number(typed) } else { registration::check_customer_number(typed) };
    found.unwrap_or_default().to_owned()
}

fn parse_situation(texts: &[String], urgent: bool, new_build: bool) -> CancellationSituation {
    let text = |at: usize| texts.get(at).map_or("", String::as_str);
    let numbers: Vec<Number> = texts.iter().skip(9).map(|it| Number::from_text(it)).collect();
    let lines = numbers.chunks_exact(2).map(|line| (&line[0], &line[1]));
    CancellationSituation {
        agreement: Agreement {
            customer: BuysAs::parse(text(0)),
            place: AgreedAt::parse(text(1)),
            urgent: Some(urgent),
            new_build: Some(new_build),
            supplies: Supplies::parse(text(8)),
            work_time: None,
        },
        goods: Supplies::from_prices(lines) == Supplies::Goods,
        said: BuysAs::parse(text(2)),
        company: text(3).to_owned(),
        vat_number: text(4).to_owned(),
        in_trade: !text(7).is_empty(),
        usual: AgreedAt::parse(text(5)),
        total: Number::from_text(text(6)),
    }
}
