//! What a consumer reads about their right to cancel (see [`crate::consumer`]).

use serde::Serialize;

use super::View;
use super::public::PublicVariation;
use crate::consumer::{CancellationFormRow, CancellationPack, CancellationRefusal, CancellationState};
use crate::status::quote::QuoteStatus;
use crate::time::Date;
use crate::time::text::format_short_date;

/// A consumer's right to cancel, as shown on a given day.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Cancellation {
    /// Whether the customer has the right.
    pub right: bool,
    /// The main sentence: `You may cancel until 10/12/2026.`
    pub line: String,
    /// The customer's request to start early, and its consequence; empty if there was no request.
    pub early_note: String,
    /// The notice, one entry for each paragraph.
    pub notice: Vec<String>,
    /// The cancellation form, one entry for each line; empty if there is none.
    pub form: Vec<CancellationFormRow>,
    /// The title of the form; omitted if it is the old title, `Form to cancel with`.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<String>"))]
    pub form_title: String,
    /// The text of the request to start early, for a box to tick when accepting; empty if there is nothing to accept.
    pub early: String,
    /// Whether 'Cancel this job' is shown.
    pub cancel: bool,
    /// The other information that must be given before the agreement (Schedule 2), as rows; omitted if empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<CancellationFormRow>>"))]
    pub information: Vec<CancellationFormRow>,
}

impl Cancellation {
    /// The right for a quote that has not been accepted yet.
    #[must_use]
    pub fn from_pack(pack: CancellationPack) -> Self {
        let line = match (pack.right, pack.goods) {
            (true, true) => {
                "You may cancel until 14 days after the last of the goods reach you, without giving a reason."
            }
            (true, false) => "You may cancel within 14 days of accepting, without giving a reason.",
            (false, _) => "Urgent repair: you can’t cancel once you accept.",
        };
        Self {
            right: pack.right,
            line: line.to_owned(),
            early_note: String::new(),
            notice: pack.notice,
            form: pack.form,
            form_title: pack.form_title,
            early: pack.early,
            cancel: false,
            information: pack.information,
        }
    }
}

/// What is shown; `None` if the customer was given nothing. In the browser it is always `None`, because issued
/// documents are shown as the server presents them.
pub(super) fn build_cancellation(view: &View, can_accept: bool, today: Date) -> Option<Cancellation> {
    if cfg!(target_arch = "wasm32") {
        return None;
    }
    // A declined quote is neither agreed nor offered, so there is nothing to cancel.
    if QuoteStatus::parse(&view.fields.status) == QuoteStatus::Declined {
        return None;
    }
    let cancellation_state = view.fields.cancellation.as_ref()?;
    let offered = Cancellation::from_pack(cancellation_state.pack.clone());
    let found = match cancellation_state.check_cancellation(today) {
        Err(CancellationRefusal::NoRight | CancellationRefusal::NotAccepted) => offered,
        may => Cancellation {
            line: status_line(view, cancellation_state, may),
            early_note: early_note(cancellation_state, may.is_ok()),
            cancel: may.is_ok(),
            ..offered
        },
    };
    Some(Cancellation { early: if can_accept { found.early } else { String::new() }, ..found })
}

fn status_line(
    view: &View,
    cancellation_state: &CancellationState,
    may: Result<Option<Date>, CancellationRefusal>,
) -> String {
    let variation = view.fields.variation.as_ref();
    match may {
        Ok(until) => {
            let it = variation.map_or("", |_| " this variation");
            format!("You may cancel{it} until {}.", period_end_text(cancellation_state, until))
        }
        Err(CancellationRefusal::AlreadyCancelled(day)) => match variation {
            None => format!("You cancelled this job on {}.", format_short_date(day)),
            Some(PublicVariation { cancelled: Some(day), .. }) => {
                format!("The whole job was cancelled on {}.", format_short_date(*day))
            }
            Some(_) => format!(
                "We’ve received your cancellation of variation {}. This doesn’t affect the rest of the job.",
                view.number()
            ),
        },
        Err(CancellationRefusal::TooLate(until)) => {
            format!("You could cancel until {}.", format_short_date(until))
        }
        Err(why) => why.to_string(),
    }
}

/// The end of the period: a date, with the arrival date of any goods, or that the goods have not all arrived.
fn period_end_text(cancellation_state: &CancellationState, until: Option<Date>) -> String {
    let arrived = cancellation_state.goods_arrived_date.filter(|_| cancellation_state.pack.goods);
    match (until, arrived) {
        (None, _) => "14 days after the last of the goods reach you".to_owned(),
        (Some(until), Some(arrived)) => format!(
            "{}: the last of the goods reached you on {}",
            format_short_date(until),
            format_short_date(arrived)
        ),
        (Some(until), None) => format_short_date(until),
    }
}

/// A pack whose form has the old title keeps the old text; packs with goods had the new text already.
fn early_note(cancellation_state: &CancellationState, may: bool) -> String {
    let is_new = cancellation_state.pack.goods || !cancellation_state.pack.form_title.is_empty();
    let text = match (cancellation_state.early_start, may) {
        (true, true) if is_new => {
            "You asked us to start before the 14 days end. If you cancel, you’ll pay for the work done up to that \
             point."
        }
        (false, true) if is_new => "You didn’t ask us to start before the 14 days end.",
        (true, true) => {
            "You asked us to start before then. If you cancel, you pay for what was done until you tell us."
        }
        (true, false) if is_new && cancellation_state.cancelled_date.is_some() => {
            "You had asked us to start early, so you pay for the work done until you told us."
        }
        (true, false) if cancellation_state.cancelled_date.is_some() => {
            "You had asked us to start early, so you pay for what was done until you told us."
        }
        (false, true) => "You did not ask us to start before then.",
        _ => "",
    };
    text.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::present::present;
    use crate::present::public::{PublicDocument, PublicFields};

    fn day(text: &str) -> Date {
        text.parse().unwrap()
    }

    fn quote(status: &str, cancellation_state: CancellationState) -> PublicDocument {
        PublicDocument {
            quote: Some(PublicFields {
                status: status.into(),
                accepted_date: cancellation_state.accepted_date,
                include_deposit: true,
                deposit_amount: crate::money::Pence(10_000),
                cancellation: Some(cancellation_state),
                ..PublicFields::default()
            }),
            ..PublicDocument::default()
        }
    }

    fn stored_state() -> CancellationState {
        CancellationState {
            pack: CancellationPack {
                right: true,
                notice: vec!["Notice".into()],
                form: vec![CancellationFormRow::default()],
                early: "Please start".into(),
                ..CancellationPack::default()
            },
            ..CancellationState::default()
        }
    }

    fn present_on(document: &PublicDocument, today: &str) -> Cancellation {
        let presentation = present(document, day(today)).unwrap();
        presentation.cancellation.unwrap()
    }

    #[test]
    fn states_the_period_before_acceptance_and_the_last_day_after_it() {
        let offer = present_on(&quote("sent", stored_state()), "2026-11-20");
        assert_eq!(offer.line, "You may cancel within 14 days of accepting, without giving a reason.");
        assert_eq!((&*offer.early, offer.cancel), ("Please start", false));
        let declined = present(&quote("declined", stored_state()), day("2026-11-20")).unwrap();
        assert_eq!(declined.cancellation, None);
        let accepted = CancellationState { accepted_date: Some(day("2026-11-26")), ..stored_state() };
        let until = present_on(&quote("accepted", accepted.clone()), "2026-12-10");
        assert_eq!(until.line, "You may cancel until 10/12/2026.");
        assert_eq!(until.early_note, "You did not ask us to start before then.");
        let mut named = accepted.clone();
        named.pack.form_title = "Cancellation form".into();
        let newer = present_on(&quote("accepted", named), "2026-12-10");
        assert_eq!(newer.early_note, "You didn’t ask us to start before the 14 days end.");
        assert_eq!((&*newer.form_title, &*until.form_title), ("Cancellation form", ""));
        assert_eq!((&*until.early, until.cancel), ("", true));
        let over = present_on(&quote("invoiced", accepted), "2026-12-11");
        assert_eq!((&*over.line, over.cancel), ("You could cancel until 10/12/2026.", false));
        assert_eq!(over.early_note, "");
    }

    #[test]
    fn with_goods_the_period_starts_with_the_last_delivery() {
        let mut cancellation_state = stored_state();
        cancellation_state.pack.goods = true;
        cancellation_state.pack.information = vec![CancellationFormRow::default()];
        let offer = present_on(&quote("sent", cancellation_state.clone()), "2026-11-20");
        assert_eq!(
            offer.line,
            "You may cancel until 14 days after the last of the goods reach you, without giving a reason."
        );
        assert_eq!(offer.information.len(), 1);
        cancellation_state.accepted_date = Some(day("2026-11-26"));
        let waits = present_on(&quote("accepted", cancellation_state.clone()), "2027-03-01");
        assert_eq!(
            (&*waits.line, waits.cancel),
            ("You may cancel until 14 days after the last of the goods reach you.", true)
        );
        assert_eq!(waits.early_note, "You didn’t ask us to start before the 14 days end.");
        cancellation_state.goods_arrived_date = Some(day("2026-12-01"));
        cancellation_state.early_start = true;
        let until = present_on(&quote("invoiced", cancellation_state.clone()), "2026-12-15");
        assert_eq!(
            (&*until.line, until.cancel),
            ("You may cancel until 15/12/2026: the last of the goods reached you on 01/12/2026.", true)
        );
        assert!(until.early_note.contains("you’ll pay for the work done"));
        let over = present_on(&quote("accepted", cancellation_state), "2026-12-16");
        assert_eq!((&*over.line, over.cancel), ("You could cancel until 15/12/2026.", false));
    }

    #[test]
    fn a_cancelled_job_shows_a_banner_and_requests_no_deposit() {
        let accepted =
            CancellationState { accepted_date: Some(day("2026-11-26")), early_start: true, ..stored_state() };
        let before = present(&quote("accepted", accepted.clone()), day("2026-12-03")).unwrap();
        assert_eq!(before.summary.deposit, "Deposit £100.00 to pay now");
        assert!(before.actions.pay.is_some());
        let cancelled = CancellationState { cancelled_date: Some(day("2026-12-03")), ..accepted };
        let after = present(&quote("accepted", cancelled), day("2026-12-04")).unwrap();
        assert_eq!(after.banners[0].text, "This job was cancelled on 03/12/2026.");
        assert_eq!(after.banners.len(), 1);
        assert_eq!((&*after.summary.deposit, after.actions.pay), ("", None));
        assert_eq!(after.badge.label, "Cancelled");
        let cancellation = after.cancellation.unwrap();
        assert_eq!(cancellation.line, "You cancelled this job on 03/12/2026.");
        assert!(cancellation.early_note.starts_with("You had asked us to start early"));
        assert!(!cancellation.cancel);
    }

    #[test]
    fn a_cancelled_variation_keeps_the_job_and_is_cancelled_with_it() {
        let displayed = |cancelled: Option<&str>, job: Option<&str>| {
            let cancellation_state = CancellationState {
                accepted_date: Some(day("2026-11-26")),
                cancelled_date: cancelled.map(day),
                ..stored_state()
            };
            let mut document = quote("accepted", cancellation_state);
            let fields = document.quote.as_mut().unwrap();
            fields.quote_number = Some("Q-0001-V1".into());
            fields.variation =
                Some(PublicVariation { cancelled: job.map(day), ..PublicVariation::default() });
            present(&document, day("2026-12-04")).unwrap()
        };
        let variation_only = displayed(None, None);
        let cancellation = variation_only.cancellation.unwrap();
        assert_eq!(cancellation.line, "You may cancel this variation until 10/12/2026.");
        assert_eq!(variation_only.variation.unwrap().rows.len(), 3);

        let alone = displayed(Some("2026-12-03"), None);
        assert_eq!(
            alone.cancellation.unwrap().line,
            "We’ve received your cancellation of variation Q-0001-V1. This doesn’t affect the rest of the job."
        );
        assert_eq!(alone.banners[0].text, "This variation was cancelled on 03/12/2026.");
        // The cancelled variation did not change the agreed total.
        assert_eq!(alone.variation.unwrap().rows.len(), 1);

        let with_job = displayed(Some("2026-12-03"), Some("2026-12-03"));
        assert_eq!(with_job.cancellation.unwrap().line, "The whole job was cancelled on 03/12/2026.");
        assert_eq!(with_job.banners[0].text, "The job was cancelled on 03/12/2026.");
        assert_eq!(with_job.badge.label, "Cancelled");
    }

    #[test]
    fn shows_nothing_about_cancelling_if_no_notice_was_given() {
        let mut document = quote("sent", stored_state());
        document.quote.as_mut().unwrap().cancellation = None;
        let presentation = present(&document, day("2026-11-20")).unwrap();
        assert_eq!(presentation.cancellation, None);
        let json = serde_json::to_string(&presentation).unwrap();
        assert!(!json.contains("cancel"), "{json}");
    }
}
