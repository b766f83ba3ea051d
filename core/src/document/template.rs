//! What a quote template takes over from a document: what belongs to the kind of work, not to one job.

use super::{Agreement, Document};

impl Document {
    /// A copy without what belongs to one job only: its dates, the answers about its customer and place, its invoices
    /// and its payments.
    #[must_use]
    pub fn to_template(&self) -> Self {
        // Every field is named, so that a new one doesn't compile until somebody decides whether a template has it.
        let Self {
            items,
            document_labour_unit_type,
            include_labour,
            labour_hours,
            labour_rate,
            labour_unit_type,
            include_discount,
            discount,
            discount_type,
            discount_reason,
            vat_treatment,
            tax,
            prices_include_vat,
            supply_date: _, // another job is done on another day
            vat_answers: _, // they are about one customer and one place
            sections,
            price_display,
            agreement,
            photos: _, // they show one customer's home
            choices,
            chosen_choice,
            include_deposit,
            deposit,
            deposit_type,
            deposit_reason,
            cis_rate,
            invoiced: _,   // the invoices of one job
            variation: _,  // a template varies no job
            variations: _, // nor has a job of its own
            payments: _,   // the payments of one customer
        } = self.clone();
        Self {
            // Everything in a line belongs to the kind of work.
            items,
            document_labour_unit_type,
            include_labour,
            labour_hours,
            labour_rate,
            labour_unit_type,
            include_discount,
            discount,
            discount_type,
            discount_reason,
            vat_treatment,
            tax,
            prices_include_vat,
            supply_date: None,
            vat_answers: None,
            sections,
            price_display,
            agreement: agreement.as_ref().and_then(Agreement::work_defaults),
            photos: Vec::new(),
            choices,
            chosen_choice,
            include_deposit,
            deposit,
            deposit_type,
            deposit_reason,
            cis_rate,
            invoiced: Vec::new(),
            variation: false,
            variations: Vec::new(),
            payments: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::sample;

    #[test]
    fn a_template_keeps_the_work_and_omits_what_belongs_to_one_job() {
        let job = sample::every_field();
        let mut work = job.clone();
        work.supply_date = None;
        work.vat_answers = None;
        work.photos.clear();
        work.invoiced.clear();
        work.variation = false;
        work.variations.clear();
        work.payments.clear();
        work.agreement = Some(Agreement {
            supplies: job.agreement.as_ref().and_then(|it| it.supplies),
            work_time: job.agreement.as_ref().and_then(|it| it.work_time.clone()),
            ..Agreement::default()
        });
        assert_eq!(job.to_template(), work);
        assert_eq!(work.to_template(), work);
    }

    #[test]
    fn omits_an_agreement_without_supply_and_work_time() {
        let mut job = sample::every_field();
        let agreement = job.agreement.as_mut().unwrap();
        (agreement.supplies, agreement.work_time) = (None, None);
        assert_eq!(job.to_template().agreement, None);
    }
}
