//! Properties of a margin: it is the difference between the prices and the costs of the lines, and the margin of a job
//! with variations is the sum of the margins of its parts.

#![allow(clippy::unwrap_used, reason = "a test: its panic is the report")]

mod strategies;

use plumbline_core::calculate::margin::{Margin, calculate_margin};
use plumbline_core::calculate::totals::calculate;
use plumbline_core::calculate::variation::{JobVariation, apply_variations};
use plumbline_core::document::Document;
use plumbline_core::money::Pence;
use proptest::prelude::*;
use strategies::calculated;

/// The margin of a document; for one without any cost, everything is in the amount without a cost.
fn read_margin(document: &Document) -> Margin {
    let totals = calculate(document).unwrap();
    calculate_margin(document, &totals)
        .unwrap_or_else(|| Margin { without_cost: totals.net_amount(), ..Margin::default() })
}

proptest! {
    #[test]
    fn cost_margin_and_sales_without_cost_add_up_to_the_net_amount((document, totals) in calculated()) {
        let found = read_margin(&document);
        prop_assert_eq!(found.cost + found.margin, found.sold);
        prop_assert_eq!(found.sold + found.without_cost, totals.net_amount());
        prop_assert!(found.cost >= Pence::ZERO);
        let mut turned = document.clone();
        turned.items.reverse();
        prop_assert_eq!(read_margin(&turned), found);
    }

    #[test]
    fn a_varied_jobs_margin_is_the_sum_of_its_parts((quote, _) in calculated(), (extra, _) in calculated()) {
        let quote = Document { payments: Vec::new(), invoiced: Vec::new(), ..quote };
        let extra = Document {
            variation: true,
            include_deposit: false,
            payments: Vec::new(),
            invoiced: Vec::new(),
            cis_rate: quote.cis_rate.clone(),
            prices_include_vat: quote.prices_include_vat,
            ..extra
        };
        let varied = JobVariation { id: "variation-1", number: "V1", document: &extra };
        let whole = apply_variations(&quote, &[varied]).unwrap();
        if calculate(&whole).is_err() {
            return Ok(());
        }
        let (whole, own, more) = (read_margin(&whole), read_margin(&quote), read_margin(&extra));
        prop_assert_eq!(whole.cost, own.cost + more.cost);
        prop_assert_eq!(whole.sold, own.sold + more.sold);
        prop_assert_eq!(whole.margin, own.margin + more.margin);
        prop_assert_eq!(whole.without_cost, own.without_cost + more.without_cost);
    }
}
