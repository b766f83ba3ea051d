//! The doors to what core advises on a document while it is typed: what is kept of it, whether the reverse charge
//! applies, which reliefs there are, and whether its customer may cancel. A package of its own, beside the rules in core-wasm: no keystroke waits for it.
//! Answers are JSON.

use plumbline_core::consumer::{Pack, Situation};
use plumbline_core::json::{self, to_text};
use plumbline_core::money::Pence;
use plumbline_core::money::number::Number;
use plumbline_core::present::Cancellation;
use plumbline_core::present::public::Parties;
use plumbline_core::report::kept;
use plumbline_core::report::vat::reverse_charge::{Question, Supply, SupplyLine};
use plumbline_core::tax::vat_reliefs;
use wasm_bindgen::prelude::*;

/// A small allocator: the default one is 2 kB more to download.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

/// What is kept of a total in pounds, of which so much is CIS and so much VAT, with a percentage put aside for tax: a
/// `Kept`.
#[wasm_bindgen]
#[must_use]
pub fn kept(total: &str, cis: &str, vat: &str, flat: &str, pot: &str) -> String {
    let pence = |pounds: &str| {
        let number = Number::from_text(pounds);
        number.to_pence().unwrap_or(Pence::ZERO)
    };
    let flat = (!flat.is_empty()).then(|| Number::from_text(flat).value());
    let pot = Number::from_text(pot).value();
    to_text(&kept::kept(pence(total), pence(cis), pence(vat), flat, pot))
}

/// The questions of the reverse charge in HMRC's order: a list of `ReverseChargeAsked`.
#[wasm_bindgen]
#[must_use]
pub fn questions() -> String {
    to_text(&Question::asked())
}

/// Whether the reverse charge applies to a supply of construction services: a `ReverseChargeDecision`. Each answer is
/// undefined where nobody gave it; `zero_rated` says that all of it is.
#[wasm_bindgen(js_name = reverseCharge)]
#[must_use]
pub fn reverse_charge(
    supplier_registered: bool,
    zero_rated: bool,
    in_cis: Option<bool>,
    customer_registered: Option<bool>,
    staff: Option<bool>,
    end_user_notice: Option<bool>,
) -> String {
    let line = SupplyLine {
        net: Pence::ZERO,
        construction: true,
        zero_rated,
    };
    let supply = Supply {
        in_cis,
        supplier_registered: Some(supplier_registered),
        customer_registered,
        staff,
        end_user_notice,
        lines: vec![line],
    };
    to_text(&supply.decide())
}

/// The reliefs with their rates on a day: a list of `VatReliefOn`; empty for what is no day.
#[wasm_bindgen]
#[must_use]
pub fn reliefs(day: &str) -> String {
    let day = day.parse().ok();
    to_text(&day.map(vat_reliefs::on_day).unwrap_or_default())
}

/// Whether the customer of a job may cancel it, and why: a `CancellationDecision` of a `CancellationSituation`, as
/// JSON; empty for what is none.
#[wasm_bindgen]
#[must_use]
pub fn cancellation(situation: &str) -> String {
    let situation = json::read::<Situation>(situation).ok();
    let decision = situation.map(|situation| situation.decide());
    decision.as_ref().map_or_else(String::new, to_text)
}

/// What the customer of a quote is shown of it before they accept, of the same and of both sides as `Parties`: a
/// `Cancellation`, or null. It stands in for the server's word on a device without signal.
#[wasm_bindgen(js_name = cancellationOffered)]
#[must_use]
pub fn cancellation_offered(situation: &str, parties: &str, heading: &str) -> String {
    let read = || {
        let situation: Situation = json::read(situation).ok()?;
        let parties: Parties = json::read(parties).ok()?;
        let business = parties.business_profile?;
        let pack = Pack::of(
            &situation.decide(),
            &business,
            parties.contact.as_ref(),
            heading,
        )?;
        Some(Cancellation::offered(&pack))
    };
    to_text(&read())
}
