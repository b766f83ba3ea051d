//! The fields of a payment to a subcontractor that a person enters, and their checks.

use plumbline_core::expense::ExpenseCategory;
use plumbline_core::money::Pence;
use plumbline_core::money::number::Number;
use plumbline_core::report::cis::{CisDeduction, SubcontractorStatus, calculate_deduction, find_status};
use plumbline_core::tax::{TaxMonth, VatRate};
use plumbline_core::time::Date;
use plumbline_core::time::repeat::Repeat;
use plumbline_core::time::text::format_long_date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::response::CisFigures;
use super::store::{self, CisPaymentRow, SubcontractorRow};
use plumbline_platform::db::Conn;
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::http::field_checks::FieldChecks;
use plumbline_platform::ids::{ContactId, ExpenseId, ProfileId, UserId};
use plumbline_records::documents::store::parties::lock_contact;
use plumbline_records::expenses::fields::{ExpenseFields, GoodsOrService, VatKind, is_valid_vat_rate};
use plumbline_records::expenses::store::ExpenseRow;

/// The most characters of the purpose.
const DESCRIPTION_MAX: usize = 1_000;
/// The year in which the present form of the scheme began.
const FIRST_YEAR: u16 = 2007;

/// The fields of a payment to a subcontractor that a person enters.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SubcontractorPaymentInput {
    /// The business that pays.
    #[schema(value_type = String)]
    pub profile_id: ProfileId,
    /// The subcontractor.
    #[schema(value_type = String)]
    pub contact_id: ContactId,
    /// When it was paid, YYYY-MM-DD.
    #[serde(deserialize_with = "plumbline_core::time::supplied::date")]
    #[schema(value_type = String)]
    pub date: Date,
    /// Pounds that the subcontractor charges, without VAT.
    #[schema(value_type = String)]
    pub gross: Number,
    /// Pounds of that for materials that they bought from others, including VAT if they are not registered for it;
    /// empty if none.
    #[serde(default)]
    #[schema(value_type = String)]
    pub materials: Number,
    /// Pounds of VAT in addition; empty if none.
    #[serde(default)]
    #[schema(value_type = String)]
    pub vat: Number,
    /// Whether the domestic reverse charge applies, so that they charge no VAT and the business accounts for it.
    #[serde(default)]
    pub reverse_charge: bool,
    /// The VAT rate of the work as a percentage, for the reverse charge. Empty means unchanged; for a new payment, the
    /// standard rate.
    #[serde(default)]
    #[schema(value_type = String)]
    pub reverse_rate: Number,
    /// What was paid for.
    #[serde(default)]
    pub description: String,
}

/// A valid payment. The contractor's row is locked.
pub(super) struct ValidPayment {
    /// The business that pays.
    pub profile_id: ProfileId,
    contact_id: ContactId,
    /// The payment as an expense.
    pub expense: ExpenseFields,
    figures: CisDeduction,
}

impl ValidPayment {
    /// The row that makes the expense a payment to a subcontractor.
    pub(super) fn to_row(&self, user_id: &UserId, id: &ExpenseId) -> CisPaymentRow {
        CisPaymentRow {
            expense_id: id.clone(),
            user_id: user_id.clone(),
            profile_id: self.profile_id.clone(),
            contact_id: self.contact_id.clone(),
            date: self.expense.date,
            rate: i64::from(self.figures.rate),
            gross: self.figures.gross,
            materials: self.figures.materials,
            vat: self.figures.vat,
            deducted: self.figures.deducted,
        }
    }
}

impl From<CisDeduction> for CisFigures {
    fn from(it: CisDeduction) -> Self {
        Self {
            gross: it.gross,
            materials: it.materials,
            liable: it.liable,
            rate: it.rate,
            deducted: it.deducted,
            vat: it.vat,
            pay: it.pay,
        }
    }
}

/// The amounts of a stored payment.
pub(super) fn to_figures(row: &CisPaymentRow) -> CisFigures {
    CisFigures {
        gross: row.gross,
        materials: row.materials,
        liable: row.gross - row.materials,
        rate: row.status().rate(),
        deducted: row.deducted,
        vat: row.vat,
        pay: row.gross - row.deducted + row.vat,
    }
}

/// Why nothing on a day can be changed any more; `None` if its return hasn't been filed.
pub(super) async fn find_filed_reason(
    conn: &mut Conn,
    profile_id: &ProfileId,
    date: Date,
) -> Result<Option<String>, ApiError> {
    let month = TaxMonth::containing(date);
    let filed = store::find_return(conn, profile_id, month).await?;
    Ok(filed.map(|row| {
        let (last, on) = (format_long_date(month.last_day()), format_long_date(row.filed_on));
        if row.not_needed {
            return format!(
                "You told HMRC on {on} that nobody is paid in the month to {last}. Reopen that month first, and \
                 send its return."
            );
        }
        format!(
            "The return for the month to {last} was marked as filed on {on}. Reopen that month first, and tell \
             HMRC \
             what changes."
        )
    }))
}

/// The deduction for what has been typed so far. An empty field counts as 0, and amounts that don't fit together
/// ([`validate_payment`]) are not an error yet. An amount that can't be read is a 422 that names it; it never counts as
/// 0.
pub(super) async fn calculate_amounts(
    conn: &mut Conn,
    user_id: &UserId,
    input: &SubcontractorPaymentInput,
) -> Result<CisDeduction, ApiError> {
    let mut checks = FieldChecks::new();
    let gross = checks.parse_pounds("gross", &input.gross, Pence::ZERO);
    let materials = checks.parse_pounds("materials", &input.materials, Pence::ZERO);
    let vat = checks.parse_pounds("vat", &input.vat, Pence::ZERO);
    checks.into_result()?;
    let known = store::find_subcontractor(conn, user_id, &input.contact_id).await?;
    let known = known.ok_or_else(not_subcontractor_error)?;
    let status = find_status_on_date(&known, input.date)?;
    Ok(calculate_deduction(gross, materials, vat, status))
}

/// Checks a payment; `had` is its present expense if it is changed. A 422 names every field that is not valid.
pub(super) async fn validate_payment(
    conn: &mut Conn,
    user_id: &UserId,
    input: &SubcontractorPaymentInput,
    had: Option<&ExpenseRow>,
    today: Date,
) -> Result<ValidPayment, ApiError> {
    let [gross, materials, vat] = check_amounts(input, today)?;
    if store::lock_contractor(conn, user_id, &input.profile_id).await?.is_none() {
        let text = "Please enter this business\u{2019}s employer reference first: it is not set up to pay \
                    subcontractors.";
        return Err(field_error("profileId", "not_contractor", text.to_owned()));
    }
    if !lock_contact(conn, user_id, &input.contact_id).await? {
        let text = "This contact no longer exists. Please choose another.";
        return Err(field_error("contactId", "not_found", text.to_owned()));
    }
    let known = store::find_subcontractor(conn, user_id, &input.contact_id).await?;
    let known = known.ok_or_else(not_subcontractor_error)?;
    if !known.vat_registered && vat != Pence::ZERO {
        let message = format!("{} isn’t registered for VAT, so they can’t charge it.", known.name);
        return Err(field_error("vat", "not_registered", message));
    }
    if input.reverse_charge && (!known.vat_registered || vat != Pence::ZERO) {
        let text = "The reverse charge is for a VAT-registered subcontractor who doesn’t charge you VAT.";
        return Err(field_error("reverseCharge", "not_possible", text.to_owned()));
    }
    let cis_deduction = calculate_deduction(gross, materials, vat, find_status_on_date(&known, input.date)?);
    Ok(ValidPayment {
        profile_id: input.profile_id.clone(),
        contact_id: input.contact_id.clone(),
        expense: to_expense_fields(input, &known, &cis_deduction, had),
        figures: cis_deduction,
    })
}

/// The amounts, if everything that was typed is valid.
fn check_amounts(input: &SubcontractorPaymentInput, today: Date) -> Result<[Pence; 3], ApiError> {
    let mut checks = FieldChecks::new();
    if input.date > today {
        let text = "This date is in the future: a payment counts on the day you made it.";
        checks.add("date", "in_future", text);
    } else if input.date.year() < FIRST_YEAR {
        let text = "Please check the year: it must be 2007 or later.";
        checks.add("date", "too_early", text);
    }
    let gross = checks.parse_pounds("gross", &input.gross, Pence(1));
    let materials = checks.parse_pounds("materials", &input.materials, Pence::ZERO);
    let vat = checks.parse_pounds("vat", &input.vat, Pence::ZERO);
    if checks.count() == 0 && materials > gross {
        let text = "Materials can’t be more than the total they ask for.";
        checks.add("materials", "above_gross", text);
    }
    if checks.count() == 0 && vat > gross {
        let text = "VAT can’t be more than the amount it’s on.";
        checks.add("vat", "above_gross", text);
    }
    if input.reverse_charge && !input.reverse_rate.is_empty() && !is_valid_vat_rate(&input.reverse_rate) {
        let text = "Please choose the VAT rate on the subcontractor\u{2019}s invoice.";
        checks.add("reverseRate", "out_of_range", text);
    }
    checks.check_paragraphs("description", &input.description, DESCRIPTION_MAX);
    checks.into_result()?;
    Ok([gross, materials, vat])
}

/// The payment as an expense: everything that it cost, including VAT. The deduction is owed to HMRC, so it is a cost
/// too.
fn to_expense_fields(
    input: &SubcontractorPaymentInput,
    known: &SubcontractorRow,
    it: &CisDeduction,
    had: Option<&ExpenseRow>,
) -> ExpenseFields {
    ExpenseFields {
        date: input.date,
        supplier: known.name.clone(),
        description: input.description.trim().to_owned(),
        category: ExpenseCategory::PaymentsToSubcontractors,
        amount: it.gross + it.vat,
        vat_rate: match input.reverse_charge {
            true => reverse_charge_rate(input, had),
            false => vat_rate_for(it.gross, it.vat),
        },
        vat_amount: it.vat,
        vat_kind: match input.reverse_charge {
            true => VatKind::ReverseCharge,
            false => VatKind::Usual,
        },
        goods_or_service: GoodsOrService::Service,
        private_share: Number::Empty,
        vehicle_cost: false,
        contact_id: None,
        // The business that deducts is the one that pays.
        business_profile_id: Some(input.profile_id.clone()),
        job: String::new(),
        journey: None,
        repeat: Repeat::Never,
        repeat_until: None,
        receipts: Vec::new(),
    }
}

/// The VAT rate for the reverse charge: as typed, otherwise unchanged, otherwise the standard rate.
fn reverse_charge_rate(input: &SubcontractorPaymentInput, had: Option<&ExpenseRow>) -> Number {
    if let Number::Value(rate) = input.reverse_rate {
        return Number::Value(rate.normalize());
    }
    let had = had.filter(|it| it.vat_kind == VatKind::ReverseCharge);
    had.map_or_else(
        || Number::from_text(VatRate::Standard.percentage_on(input.date).unwrap_or_default()),
        |it| it.vat_rate.clone(),
    )
}

/// The VAT rate as a percentage: the reduced rate if the VAT is exactly that, otherwise the standard rate.
fn vat_rate_for(gross: Pence, vat: Pence) -> Number {
    let reduced = 5.into();
    match vat {
        Pence::ZERO => Number::Empty,
        vat if vat == gross.percent(reduced) => Number::Value(reduced),
        _ => Number::Value(20.into()),
    }
}

fn find_status_on_date(known: &SubcontractorRow, date: Date) -> Result<SubcontractorStatus, ApiError> {
    let holdings = known.parse_holdings()?;
    find_status(&holdings, date).ok_or_else(|| {
        let first = holdings.first().map(|it| format_long_date(it.from));
        let text = format!(
            "The first rate for {} is from {}. Enter the rate for this date first.",
            known.name,
            first.unwrap_or_default()
        );
        field_error("date", "no_rate", text)
    })
}

fn not_subcontractor_error() -> ApiError {
    let text = "Please enter this subcontractor\u{2019}s UTR and deduction rate first.";
    field_error("contactId", "not_subcontractor", text.to_owned())
}

fn field_error(path: &'static str, code: &'static str, text: String) -> ApiError {
    ApiError::rule_broken(vec![FieldError::new(path, code, text)])
}
