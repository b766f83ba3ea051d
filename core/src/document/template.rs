//! What a quote template keeps of a document: what belongs to the kind of work, not to one job.

use super::{Agreement, Document};

impl Document {
    /// The document without what belongs to one job alone: its days, what was answered of its customer and
    /// its place, the invoices and the payments of it. What is kept is named here, so that a field that is
    /// added to a document is of one job until somebody says otherwise.
    #[must_use]
    pub fn as_template(&self) -> Self {
        Self {
            // All of a line is of the work.
            items: self.items.clone(),
            document_labour_unit_type: self.document_labour_unit_type,
            include_labour: self.include_labour,
            labour_hours: self.labour_hours.clone(),
            labour_rate: self.labour_rate.clone(),
            labour_unit_type: self.labour_unit_type,
            include_discount: self.include_discount,
            discount: self.discount.clone(),
            discount_type: self.discount_type,
            discount_reason: self.discount_reason.clone(),
            vat_treatment: self.vat_treatment,
            tax: self.tax.clone(),
            prices_include_vat: self.prices_include_vat,
            sections: self.sections.clone(),
            price_display: self.price_display,
            agreement: self.agreement.as_ref().and_then(Agreement::of_the_work),
            choices: self.choices.clone(),
            chosen_choice: self.chosen_choice.clone(),
            include_deposit: self.include_deposit,
            deposit: self.deposit.clone(),
            deposit_type: self.deposit_type,
            deposit_reason: self.deposit_reason.clone(),
            cis_rate: self.cis_rate.clone(),
            ..Self::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn read(document: &Value) -> Document {
        crate::json::read(&document.to_string()).unwrap()
    }

    fn work() -> Value {
        json!({
            "items": [{"id": "a", "name": "Bath", "description": "Steel", "quantity": "1", "price": "320",
                "includeLabour": true, "labourHours": "2", "labourRate": "45", "labourUnitType": "days",
                "vat": {"treatment": "taxable", "rate": "5"}, "optional": true, "selected": false,
                "choice": "good", "section": "room", "costType": "materials", "cost": "210"}],
            "documentLabourUnitType": "days", "includeLabour": true, "labourHours": "3",
            "labourRate": "260", "labourUnitType": "days", "includeDiscount": true, "discount": "5",
            "discountType": "percentage", "discountReason": "Loyalty", "vatTreatment": "taxable",
            "agreement": {"supplies": "labour", "workTime": "In May"},
            "tax": "20", "pricesIncludeVat": true, "sections": [{"id": "room", "name": "Bathroom"}], "priceDisplay": "sections",
            "choices": [{"id": "good", "name": "Good"}, {"id": "best", "name": "Best"}],
            "chosenChoice": "best", "includeDeposit": true, "deposit": "30", "depositType": "percentage",
            "depositReason": "Materials", "cisRate": "20"
        })
    }

    #[test]
    fn all_of_the_work_is_kept_and_its_lines_stay_where_they_stand() {
        let work = read(&work());
        assert_eq!(work.as_template(), work);
        assert_eq!(work.as_template().as_template(), work);
    }

    #[test]
    fn nothing_of_the_one_job_is_kept() {
        let mut job = work();
        let beside = json!({
            "supplyDate": "2026-11-16",
            "vatAnswers": {"customerRegistered": true},
            "agreement": {"customer": "consumer", "place": "away", "supplies": "labour", "workTime": "In May"},
            "invoiced": [{"id": "i", "number": "INV-0001"}],
            "payments": [{"id": "p", "amount": "10"}]
        });
        for (name, value) in beside.as_object().unwrap() {
            job[name] = value.clone();
        }
        let job = read(&job);
        assert_ne!(job, read(&work()), "the job has something of its own");
        assert_eq!(job.as_template(), read(&work()));
    }
}
