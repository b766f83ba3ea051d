//! How much of a job an invoice asks for: reading and checking the request.

use plumbline_core::calculate::stage::{self, Stage, StageRequest, StageText};
use plumbline_core::document::{DepositType, Invoiced};
use plumbline_core::error::RuleErrors;
use plumbline_core::money::Pence;
use plumbline_core::money::number::Number;
use plumbline_core::money::text::{format_gbp, format_percent};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::job::{JobStages, load_stages};
use plumbline_platform::db::Conn;
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_records::documents::agreed_job;
use plumbline_records::documents::drafting::validation;
use plumbline_records::documents::reading::settlement;
use plumbline_records::documents::store::stages::StageBasis;
use plumbline_records::documents::stored::StoredDocument;

/// How much of the job to invoice; exactly one of the first four fields is set.
#[derive(Debug, Clone, Default, Deserialize, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, optional_fields))]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct StageInput {
    /// The deposit that the quote asks for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deposit: Option<bool>,
    /// A percentage of the agreed total, above 0, with at most 2 decimals.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub percentage: Option<Number>,
    /// Pounds, including VAT.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub amount: Option<Number>,
    /// The ids of the lines to invoice, each in full.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<Vec<String>>,
    /// Whether the quote's own labour is among the lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub labour: Option<bool>,
}

/// A stage that can be made, and what was requested.
pub(super) struct PlannedStage {
    pub stage: Stage,
    pub asked: StageBasis,
    pub share: String,
    /// The part of the job that was not invoiced before this stage, including VAT.
    pub left: Pence,
    /// The stages before it.
    pub live: JobStages,
}

impl StageInput {
    /// Calculates the stage of an accepted quote. For a cancelled job it is at most what the customer owes.
    ///
    /// # Errors
    /// 422 naming the field that asks for too much or for something unknown; 409 if the deposit was already invoiced,
    /// if more was invoiced than is agreed, or if nothing of a cancelled job can be invoiced.
    pub(super) async fn plan_stage(
        &self,
        conn: &mut Conn,
        quote: &StoredDocument,
    ) -> Result<PlannedStage, ApiError> {
        let live = load_stages(conn, &quote.row.id).await?;
        let agreed = agreed_job::load_agreed_job(conn, quote).await?;
        let (ask, stage_basis, share) = self.to_request(quote, &live)?;
        let words = stage_text((quote, agreed.total), stage_basis, &ask, &live);
        let before: Vec<Invoiced> = live.invoiced();
        let left = stage::calculate_remaining(&agreed.document, &before).map_err(ApiError::internal)?;
        agreed_job::check_not_over_invoiced(left.total)?;
        let stage = stage::build_stage(&agreed.document, &left, &ask, &words).map_err(rule_errors)?;
        if quote.row.cancelled_date.is_some() {
            let before = before.iter().map(Invoiced::total).sum();
            check_owed(conn, quote, (stage_basis, stage.requested), before).await?;
        }
        Ok(PlannedStage { stage, asked: stage_basis, share, left: left.total, live })
    }

    fn to_request(
        &self,
        quote: &StoredDocument,
        live: &JobStages,
    ) -> Result<(StageRequest, StageBasis, String), ApiError> {
        let labour = self.labour.unwrap_or_default();
        let is_deposit = self.deposit == Some(true);
        match (is_deposit, &self.percentage, &self.amount, &self.lines) {
            (true, None, None, None) => deposit_request(quote, live),
            (false, Some(number), None, None) => {
                let ask = StageRequest::Percentage(number.clone());
                Ok((ask, StageBasis::Percentage, number.to_string()))
            }
            (false, None, Some(number), None) => {
                let ask = StageRequest::Amount(number.clone());
                Ok((ask, StageBasis::Amount, number.to_string()))
            }
            (false, None, None, Some(ids)) => {
                let ids = ids.clone();
                let many = ids.len() + usize::from(labour);
                Ok((StageRequest::Lines { ids, labour }, StageBasis::Lines, many.to_string()))
            }
            _ => Err(ApiError::rule_broken(vec![FieldError::new(
                "ask",
                "required",
                "Choose what to invoice: the deposit, a percentage, an amount or lines.",
            )])),
        }
    }
}

/// The request for the quote's deposit, which can be invoiced once.
fn deposit_request(
    quote: &StoredDocument,
    live: &JobStages,
) -> Result<(StageRequest, StageBasis, String), ApiError> {
    let amount = quote.totals.deposit_amount;
    if !quote.document.include_deposit || amount <= Pence::ZERO {
        let msg = "This quote has no deposit. Invoice a percentage or an amount instead.";
        return Err(ApiError::rule_broken(vec![FieldError::new("deposit", "no_deposit", msg)]));
    }
    if live.has_deposit() {
        let msg = "The deposit has already been invoiced.";
        return Err(ApiError::conflict("deposit_invoiced", msg));
    }
    Ok((StageRequest::Amount(Number::from(amount)), StageBasis::Deposit, amount.to_string()))
}

/// Refuses to invoice more of a cancelled job than its customer owes for the work done. `before` is what its invoices
/// already ask for.
async fn check_owed(
    conn: &mut Conn,
    quote: &StoredDocument,
    (stage_basis, amount): (StageBasis, Pence),
    before: Pence,
) -> Result<(), ApiError> {
    let settled = settlement::find_settlement(conn, quote).await?;
    let settled = settled.ok_or_else(|| ApiError::internal("a cancelled job without its row"))?;
    let Some(owed) = settled.owed.owed else {
        let msg =
            "This job was cancelled. Say how much of it was done first: that decides what you can invoice.";
        return Err(ApiError::conflict("share_not_said", msg));
    };
    if let Some(back) = settled.owed.give_back.filter(|back| *back > Pence::ZERO) {
        let msg = format!(
            "This job was cancelled, and your customer has paid {} more than they owe. Refund that instead.",
            format_gbp(back)
        );
        return Err(ApiError::conflict("give_back", msg));
    }
    let rest = (owed - before).max(Pence::ZERO);
    if amount <= rest {
        return Ok(());
    }
    let owes = format_gbp(owed);
    if rest == Pence::ZERO {
        let msg = match owed {
            Pence::ZERO => {
                "This job was cancelled and nothing is owed for it, so there is nothing to invoice."
                    .to_owned()
            }
            _ => format!("This job was cancelled, and the {owes} that is owed for it has been invoiced."),
        };
        return Err(ApiError::conflict("nothing_owed", msg));
    }
    let msg = match before {
        Pence::ZERO => {
            format!("This job was cancelled. Ask for at most the {owes} that is owed for it.")
        }
        _ => format!(
            "This job was cancelled. Of the {owes} that is owed for it you can still invoice {}.",
            format_gbp(rest)
        ),
    };
    let error = FieldError::new(stage_basis.code(), "above_owed", msg);
    Err(ApiError::rule_broken(vec![error]))
}

/// The texts of the stage's lines.
fn stage_text(
    (quote, total): (&StoredDocument, Pence),
    stage_basis: StageBasis,
    ask: &StageRequest,
    live: &JobStages,
) -> StageText {
    let number = quote.row.number.as_deref().unwrap_or_default();
    // The deposit is a part of the quote's own total, without variations.
    let agreed = format_gbp(match stage_basis {
        StageBasis::Deposit => quote.totals.total_amount,
        _ => total,
    });
    let document = &quote.document;
    let share = match (stage_basis, ask) {
        (StageBasis::Deposit, _) if document.deposit_type == DepositType::Percentage => {
            Some(format_percent(document.deposit.value()))
        }
        (StageBasis::Percentage, StageRequest::Percentage(number)) => Some(format_percent(number.value())),
        _ => None,
    };
    StageText {
        name: match stage_basis {
            StageBasis::Deposit => format!("Deposit for quote {number}"),
            _ => format!("Stage {} of quote {number}", live.next_stage()),
        },
        description: match share {
            Some(share) => format!("{share} of the agreed {agreed}"),
            None => format!("Part of the agreed {agreed}"),
        },
    }
}

fn rule_errors(broken: RuleErrors) -> ApiError {
    ApiError::rule_broken(broken.0.into_iter().map(validation::to_field_error).collect())
}
