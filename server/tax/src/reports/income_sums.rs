//! Income added up by day, customer and business, without the documents and payments behind it, which are not read.

use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::report::books::{
    AccountingBasis, DocumentAmounts as DocumentAsked, Income, MoneyMovement,
};
use plumbline_core::time::Date;

use super::flat_rate::FlatRates;
use super::query::ReportRequest;
use super::records;
use super::store::{self, ReportedCreditNote};
use plumbline_platform::db::table::table;
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::ids::UserId;

table! {
    /// A payment or refund.
    struct SummedTaking: "reported_takings", by payment_id {
        /// The payment.
        payment_id: String,
        /// The number of this movement of the payment, from 1.
        n: i64,
        /// The day.
        date: Date,
        /// The amount.
        amount: Pence,
        /// The document that it was for.
        id: String,
        /// The contact's id; empty if it was deleted.
        contact_id: String,
        /// The contact's name at issue.
        contact_name: String,
        /// The business.
        profile_id: Option<String>,
        /// The document's total, including VAT.
        total: Pence,
        /// The VAT in the total.
        vat: Pence,
        /// The total less the CIS deduction.
        payable: Pence,
    }
}

table! {
    /// A document that was issued.
    struct SummedDocument: "reported_documents", by id {
        /// UUIDv7.
        id: String,
        /// Its kind.
        kind: DocumentKind,
        /// Every issued document has an issue date.
        issue_date: Option<Date>,
        /// The contact's id; empty if it was deleted.
        contact_id: String,
        /// The contact's name at issue.
        contact_name: String,
        /// The business.
        profile_id: Option<String>,
        /// Including VAT.
        total: Pence,
        /// The VAT in the total.
        vat: Pence,
        /// The total less the CIS deduction.
        payable: Pence,
    }
}

/// The income of a period, only for sums: the same records as [`records::load_income`], with less data. If any business
/// is or was under VAT's flat rate scheme, that function is used instead, because then what counts depends on the
/// document.
pub async fn load_income_for_sums(
    conn: &mut Conn,
    user_id: &UserId,
    report_request: ReportRequest,
) -> DbResult<Vec<Income>> {
    if !FlatRates::load(conn, user_id).await?.is_empty() {
        return Ok(records::load_income(conn, user_id, report_request).await?.records);
    }
    let ReportRequest { period, basis } = report_request;
    let found = match basis {
        AccountingBasis::Accruals => {
            let rows: Vec<SummedDocument> = store::list_issued(conn, user_id, period.from, period.to).await?;
            rows.into_iter().filter_map(SummedDocument::into_income).collect()
        }
        AccountingBasis::Cash => {
            let money = store::list_takings(conn, user_id, period).await?;
            let credits = store::list_credits(conn, user_id, period.to).await?;
            income_from_takings(money, &credits, period.from)
        }
    };
    Ok(found)
}

impl SummedDocument {
    fn into_income(self) -> Option<Income> {
        Some(Income {
            date: self.issue_date?,
            kind: records::income_kind_for(self.kind),
            customer: records::customer_key_for(&self.contact_id, &self.contact_name),
            profile: self.profile_id,
            net: self.total - self.vat,
            vat: self.vat,
            cis: self.total - self.payable,
            confirmed: true,
            id: self.id,
        })
    }
}

/// The payments and refunds from a day on, and what credit notes changed of them, from all payments of the documents.
fn income_from_takings(money: Vec<SummedTaking>, credits: &[ReportedCreditNote], from: Date) -> Vec<Income> {
    let moved = money.into_iter().map(|it| {
        let moved =
            MoneyMovement { id: format!("{}-{}", it.payment_id, it.n), date: it.date, amount: it.amount };
        let requested = DocumentAsked {
            net: it.total - it.vat,
            // The part for materials matters only in the CIS ledger.
            materials: Pence::ZERO,
            deducted: it.total - it.payable,
            payable: it.payable,
        };
        let whose = (it.contact_id, it.contact_name, it.profile_id);
        (it.id, (requested, whose), moved)
    });
    let mut income = Vec::new();
    let credits = records::credit_amounts_by_invoice(credits, |_| Pence::ZERO);
    for ((_, (contact_id, name, profile)), parts) in
        records::allocate_by_document(moved, &credits, |(document_amounts, _)| *document_amounts)
    {
        let customer = records::customer_key_for(&contact_id, &name);
        let parts = parts.into_iter().filter(|part| part.date >= from);
        income.extend(parts.map(|part| records::to_income(part, customer.clone(), profile.clone())));
    }
    income
}
