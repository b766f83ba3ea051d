//! What a variation changes, for the customer who is asked to accept it: the agreed total before and after it.

use super::actions::cancelled_date;
use super::texts::INCLUDING_VAT;
use super::{DetailRow, DisplayedVariation, View};
use crate::money::text::format_gbp;

/// The variation; `None` for any other document.
pub(super) fn build_variation(view: &View) -> Option<DisplayedVariation> {
    // There never is a variation in the browser.
    let varied = view.fields.variation.as_ref();
    let varied = varied.filter(|_| !cfg!(target_arch = "wasm32"))?;
    let change = view.fields.total_amount;
    let this = DetailRow::new("This variation", format_gbp(change));
    let mut rows = match cancelled_date(view) {
        // The job was cancelled, so there is no new agreed total.
        Some(_) => Vec::new(),
        None => build_agreed_totals(view),
    };
    rows.insert(rows.len().min(1), this);
    Some(DisplayedVariation { title: format!("Variation to quote {}", varied.quote_number), rows })
}

/// What was agreed before a variation, and the new agreed total; empty for any other document.
pub(super) fn build_agreed_totals(view: &View) -> Vec<DetailRow> {
    let Some(varied) = &view.fields.variation else {
        return Vec::new();
    };
    let new_total = match view.fields.vat_amount.is_zero() {
        true => "New agreed total".to_owned(),
        false => format!("New agreed total {INCLUDING_VAT}"),
    };
    vec![
        DetailRow::new("Agreed so far", format_gbp(varied.agreed)),
        DetailRow::new(&new_total, format_gbp(varied.agreed + view.fields.total_amount)),
    ]
}

#[cfg(test)]
mod tests {
    use crate::money::Pence;
    use crate::present::present;
    use crate::present::public::{
        AgreedVariation, DocumentKind, PublicDocument, PublicFields, PublicVariation,
    };

    #[test]
    fn the_head_of_a_quote_s_page_has_what_is_agreed_with_its_variations() {
        let variation = |number: &str, total| AgreedVariation {
            number: number.to_owned(),
            total: Pence(total),
            vat: Pence(total / 6),
        };
        let fields = |status: &str, variations: &[AgreedVariation]| PublicFields {
            quote_number: Some("Q-0007".to_owned()),
            status: status.to_owned(),
            accepted_date: "2026-03-01".parse().ok(),
            total_amount: Pence(60_907),
            vat_amount: Pence(10_151),
            balance_due: Pence(45_680),
            include_deposit: true,
            deposit_amount: Pence(15_227),
            deposit_paid: true,
            agreed_variations: variations.to_vec(),
            ..PublicFields::default()
        };
        let summary = |fields: PublicFields| {
            let document = PublicDocument { quote: Some(fields), ..PublicDocument::default() };
            present(&document, "2026-03-05".parse().unwrap()).unwrap().summary
        };
        let both = [variation("Q-0007-V1", 12_720), variation("Q-0007-V2", -1_200)];
        let agreed = summary(fields("accepted", &both));
        assert_eq!(
            (&*agreed.label, &*agreed.amount, &*agreed.vat),
            ("Agreed total", "£724.27", "including VAT")
        );
        assert_eq!(agreed.deposit, "Deposit paid, £572.00 to pay");
        let parts: Vec<String> = agreed.parts.iter().map(|it| format!("{} {}", it.label, it.value)).collect();
        let expected = ["Quote Q-0007 £609.07", "Variation Q-0007-V1 £127.20", "Variation Q-0007-V2 -£12.00"];
        assert_eq!(parts, expected);
        assert_eq!(summary(fields("invoiced", &both)).amount, "£724.27");
        // Without variations, and for a quote that isn't accepted, the total is the quote's.
        for (status, variations) in [("accepted", &both[..0]), ("sent", &both[..])] {
            let plain = summary(fields(status, variations));
            assert_eq!((&*plain.label, &*plain.amount), ("Total", "£609.07"), "{status}");
            assert!(plain.parts.is_empty());
        }
    }

    #[test]
    fn shows_the_agreed_total_the_variation_and_the_new_total() {
        let fields = PublicFields {
            quote_number: Some("Q-0012-V1".into()),
            total_amount: Pence(-12_000),
            vat_amount: Pence(-2_000),
            variation: Some(PublicVariation {
                quote_number: "Q-0012".into(),
                agreed: Pence(240_000),
                ..PublicVariation::default()
            }),
            ..PublicFields::default()
        };
        let document = PublicDocument { quote: Some(fields), ..PublicDocument::default() };
        assert_eq!(document.fields().unwrap().0, DocumentKind::Quote);
        let presentation = present(&document, "2026-03-05".parse().unwrap()).unwrap();
        assert_eq!((&*presentation.title, &*presentation.heading), ("VARIATION", "Variation Q-0012-V1"));
        // Its paper names what it varies as well.
        let named = presentation.details.rows.iter().find(|row| row.label == "Variation To");
        assert_eq!(named.unwrap().value, "Quote Q-0012");
        // Its PDF has both totals below its own.
        let totals = presentation.agreed_totals.iter().map(|row| format!("{} {}", row.label, row.value));
        assert_eq!(
            totals.collect::<Vec<_>>(),
            ["Agreed so far £2,400.00", "New agreed total including VAT £2,280.00"]
        );
        let variation = presentation.variation.unwrap();
        assert_eq!(variation.title, "Variation to quote Q-0012");
        let texts: Vec<String> =
            variation.rows.into_iter().map(|row| format!("{} {}", row.label, row.value)).collect();
        assert_eq!(
            texts,
            [
                "Agreed so far £2,400.00",
                "This variation -£120.00",
                "New agreed total including VAT £2,280.00"
            ]
        );
    }
}
