//! A quote's choices (good, better, best), side by side while it is offered; afterwards, what was taken and what
//! was not.

use super::totals::{REVERSE_CHARGE, label_with_percent};
use super::{DisplayedChoice, LineRow, PresentationTexts, TotalKind, TotalRow, View, actions};
use crate::calculate::choices::ChoiceTotals;
use crate::document::PriceDisplay;
use crate::money::Pence;
use crate::money::text::format_gbp;
use crate::present::public::PublicItem;

/// The choices with the totals of the quote for each of them, whatever the quote's status.
pub(super) fn build_choices(view: &View) -> Vec<DisplayedChoice> {
    let fields = view.fields;
    let choices = fields.choice_totals.iter().map(|choice| DisplayedChoice {
        id: choice.id.clone(),
        name: choice.name.clone(),
        chosen: fields.chosen_choice.as_ref() == Some(&choice.id),
        settled: false,
        note: String::new(),
        total: format_gbp(choice.total_amount),
        rows: build_choice_rows(view, choice),
    });
    choices.collect()
}

/// The rows below the lines of a choice, as far as there are any: what else is in its total, so that it adds up, then
/// the deposit and CIS. VAT that the customer owes to HMRC is not part of the total, and comes last.
fn build_choice_rows(view: &View, choice: &ChoiceTotals) -> Vec<TotalRow> {
    let row = |kind, label: &str, amount| TotalRow {
        kind,
        label: label.into(),
        note: None,
        amount: format_gbp(amount),
    };
    let fields = view.fields;
    let has_vat = choice.vat_amount != Pence::ZERO;
    let owed_to_hmrc = choice.reverse_charge_vat;
    let is_reversed = owed_to_hmrc != Pence::ZERO;
    let has_deposit = fields.include_deposit && choice.deposit_amount > Pence::ZERO;
    let has_cis = choice.cis_deduction > Pence::ZERO;
    let cis = label_with_percent("CIS deduction", fields.cis_rate.as_ref());
    let shared = shared_amount(view);
    let has_discount = shared.is_some() && !choice.discount_amount.is_zero();
    // Without the amounts of lines there is nothing that the VAT could be added to.
    let is_added = shared.is_some() && !fields.prices_include_vat;
    let vat = if is_added { "VAT" } else { "VAT included" };
    let rows = [
        shared
            .filter(|shared| !shared.is_zero())
            .map(|shared| row(TotalKind::Subtotal, "In every choice", shared)),
        has_discount.then(|| row(TotalKind::Discount, "Discount", -choice.discount_amount)),
        has_vat.then(|| row(TotalKind::Vat, vat, choice.vat_amount)),
        has_deposit.then(|| row(TotalKind::Deposit, "Deposit", choice.deposit_amount)),
        has_cis.then(|| row(TotalKind::Cis, &cis, -choice.cis_deduction)),
        has_cis.then(|| row(TotalKind::Payable, "Amount payable", choice.amount_payable)),
        is_reversed.then(|| row(TotalKind::ReverseCharge, REVERSE_CHARGE, owed_to_hmrc)),
    ];
    rows.into_iter().flatten().collect()
}

/// The sum of what is in every choice: lines without a choice, and the document's own labour. `None` if the quote shows
/// neither the amounts of its lines nor those of its sections.
fn shared_amount(view: &View) -> Option<Pence> {
    let fields = view.fields;
    let amounts: Vec<Option<Pence>> = match fields.price_display {
        PriceDisplay::One => return None,
        PriceDisplay::Sections if fields.section_sums.is_empty() => return None,
        PriceDisplay::Lines => {
            let shared =
                view.document.items.iter().filter(|item| item.counted && choice_id(view, item).is_none());
            shared.map(|item| item.total).collect()
        }
        PriceDisplay::Sections => {
            let shared = fields.section_sums.iter().filter(|section| section.choice.is_none());
            shared.map(|section| section.subtotal).collect()
        }
    };
    let lines = amounts.into_iter().flatten().fold(Pence::ZERO, |sum, amount| sum + amount);
    Some(lines + fields.labour_total.unwrap_or_default())
}

/// Adds the choices to stored texts that don't have them: texts stored before choices were shown side by side, or of a
/// version without choices.
pub(super) fn fill_missing_texts(view: &View, texts: &mut PresentationTexts) {
    if !texts.choices.is_empty() || view.fields.choice_totals.is_empty() {
        return;
    }
    texts.choices = build_choices(view);
    for (row, item) in texts.lines.iter_mut().zip(&view.document.items) {
        row.choice_id = choice_id(view, item);
    }
}

/// The id of the choice that the line is in, among those that are shown; `None` if the line is in all of them.
pub(super) fn choice_id(view: &View, item: &PublicItem) -> Option<String> {
    let mut choices = view.fields.choice_totals.iter();
    let id = item.choice.as_ref()?;
    choices.any(|choice| choice.id == *id).then(|| id.clone())
}

/// Sets the current state of each choice. For a quote that was accepted or has become an invoice, the lines of the
/// other choices are removed: it reads as what was agreed, and only names the other choices.
pub(super) fn settle_choices(view: &View, choices: &mut [DisplayedChoice], lines: &mut Vec<LineRow>) {
    let is_settled = actions::is_settled(view);
    for choice in choices.iter_mut() {
        choice.settled = is_settled;
        choice.note = match (is_settled, choice.chosen) {
            (false, true) => "In the total",
            (false, false) => "",
            (true, true) => "Chosen",
            (true, false) => "Not chosen",
        }
        .into();
    }
    if !is_settled || choices.is_empty() {
        return;
    }
    let taken = |id: &str| choices.iter().any(|choice| choice.chosen && choice.id == id);
    lines.retain(|line| line.choice_id.as_deref().is_none_or(taken));
}
