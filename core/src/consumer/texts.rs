//! The texts of the notice, the form and the request: our own wording, with everything that Schedule 3 to the
//! Regulations requires of the notice (part A) and the form (part B).
//!
//! They are stored with the version that a customer reads, so that changing a text here changes nothing that was
//! issued before.

use super::pack::{CancellationFormRow, ContractParties};
use crate::document::Supplies;

/// What is cancelled: a job or a variation, with or without goods.
#[derive(Clone, Copy, Debug)]
pub(super) struct NoticeKind {
    /// Whether it is a variation of a job.
    pub varies: bool,
    /// What is supplied.
    pub supplies: Supplies,
}

impl NoticeKind {
    fn has_goods(self) -> bool {
        self.supplies == Supplies::Goods
    }
}

/// The text of the request. By ticking it, a consumer asks for the start and knows that they must then pay for work
/// done. For labour alone they also acknowledge that the right ends when the work is finished (reg. 36(2)); that
/// doesn't apply to goods that are fitted, because it is about service contracts.
pub(super) fn write_early_start_request(supplies: Supplies) -> String {
    let request = "Please start before the 14 days end. If I then cancel, I’ll pay for the work done up to that \
                   point, as \
                   a share of the price.";
    match supplies {
        Supplies::Goods => request.to_owned(),
        Supplies::Labour => {
            format!("{request} Once all of the work is done I can no longer cancel.")
        }
    }
}

/// The notice, one entry for each paragraph. `returns` says who collects the goods or sends them back, and pays for
/// that.
pub(super) fn write_notice(sides: &ContractParties, returns: &str, kind: NoticeKind) -> Vec<String> {
    let to = &sides.business;
    let confirmed = if sides.has_email {
        "we’ll email you straight away to confirm."
    } else {
        "it confirms this straight away, and you can print it."
    };
    let (it, quote, paid, rest) = if kind.varies {
        ("variation", "variation", "for it", " This doesn’t affect the rest of the job.")
    } else {
        ("job", "quote", "us, including any deposit,", "")
    };
    let begins = if kind.has_goods() {
        format!(
            "The 14 days end at the end of the 14th day after the day on which the last of the goods for this {it} \
             reach you. If they come in several deliveries, the 14 days run from the last one. You can also cancel \
             before they arrive, from the day you accept this {quote}."
        )
    } else {
        format!("The 14 days end at the end of the 14th day after the day on which you accept this {quote}.")
    };
    let mut notice = vec![
        format!("You may cancel this {it} within 14 days, without giving a reason.{rest}"),
        begins,
        format!(
            "To cancel, tell us clearly that you want to cancel: {to}. Write a letter or an email, press ‘Cancel this \
             {it}’ on the page of this {quote}, or use the form below. You don’t have to use the form. If you cancel \
             on the \
             page, {confirmed}"
        ),
        "You are in time if you send it before the 14 days end.".to_owned(),
        format!(
            "If you cancel, we’ll refund everything you’ve paid {paid} within 14 days of the day you tell us. We’ll \
             refund you the way you paid, unless you agree otherwise, and you won’t pay any fees for it."
        ),
    ];
    if kind.has_goods() {
        notice.push(format!(
            "Any goods you’ve received must come back to us. {returns} We may deduct any loss in value if you’ve \
             handled them more than you needed to inspect them."
        ));
    }
    let done = if kind.has_goods() {
        ""
    } else {
        " Once all of the work that you asked us to start is done, you can no longer cancel."
    };
    notice.push(format!(
        "We don’t start work within the 14 days unless you ask us to. If you ask us to start and then cancel, you \
         pay \
         for the work done up to that point, as a share of the whole price.{done}"
    ));
    notice
}

/// The title of the form.
pub(super) const FORM_TITLE: &str = "Cancellation form";

/// The cancellation form, one entry for each line.
pub(super) fn write_form(
    sides: &ContractParties,
    heading: &str,
    supplies: Supplies,
) -> Vec<CancellationFormRow> {
    let rows = [
        Some(("To", sides.business.as_str())),
        Some(("I/we cancel my/our contract for", heading)),
        Some(("Agreed on", "")),
        (supplies == Supplies::Goods).then_some(("Goods received on", "")),
        Some(("Name", sides.name.as_str())),
        Some(("Address", sides.address.as_str())),
        Some(("Signature (only on paper)", "")),
        Some(("Date", "")),
    ];
    rows.into_iter().flatten().map(|(label, value)| CancellationFormRow::new(label, value)).collect()
}
