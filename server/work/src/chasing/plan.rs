//! GET and PUT /api/business-profiles/{id}/chasing

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use plumbline_core::chase::{ChasePlan, ChaseStep, Occasion};
use plumbline_core::time::Weekday;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::schedule::{self, RescheduleScope};
use super::store::{self, ChasePlanRow};
use crate::emails::reminders;
use plumbline_platform::db::Conn;
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::field_checks::{FieldChecks, MESSAGE_MAX};
use plumbline_platform::http::{ApiJson, Path};
use plumbline_platform::ids::{ProfileId, UserId};
use plumbline_platform::limits::quota::{self, StorageUse};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::activities;
use plumbline_records::profiles::{self, Profile};

/// The texts of reminders on each occasion; `{name}`, `{number}`, `{amount}`, `{date}` and `{link}` are placeholders
/// for the document's values.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct ReminderTexts {
    /// An invoice will be due.
    pub before_due: String,
    /// An invoice is due today.
    pub on_due: String,
    /// An invoice was due.
    pub after_due: String,
    /// A quote has no reply yet.
    pub unanswered: String,
    /// A quote is about to expire.
    pub expiring: String,
}

/// A business's plan of reminders, as it is set.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChasePlanInput {
    /// The version that was edited; 0 if there was no plan.
    pub version: i64,
    /// Whether customers are reminded of invoices.
    pub invoices: bool,
    /// Whether customers are reminded of quotes.
    pub quotes: bool,
    /// The reminders, at most 10.
    #[schema(value_type = Vec<Object>)]
    pub steps: Vec<ChaseStep>,
    /// The days of the week on which reminders are sent.
    #[schema(value_type = Vec<String>)]
    pub weekdays: Vec<Weekday>,
    /// Their texts; empty for the usual ones.
    pub words: ReminderTexts,
}

/// A business's plan of reminders.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct ProfileChasePlan {
    /// The plan; if there is none, a suggestion with version 0 and both switches off.
    #[serde(flatten)]
    pub set: ChasePlanInput,
    /// The texts of reminders for which the business has no text of its own.
    pub usual: ReminderTexts,
}

impl ReminderTexts {
    fn from_texts(given: impl Fn(Occasion) -> String) -> Self {
        Self {
            before_due: given(Occasion::BeforeDue),
            on_due: given(Occasion::OnDue),
            after_due: given(Occasion::AfterDue),
            unanswered: given(Occasion::Unanswered),
            expiring: given(Occasion::Expiring),
        }
    }

    fn text_for(&self, occasion: Occasion) -> &str {
        match occasion {
            Occasion::BeforeDue => &self.before_due,
            Occasion::OnDue => &self.on_due,
            Occasion::AfterDue => &self.after_due,
            Occasion::Unanswered => &self.unanswered,
            Occasion::Expiring => &self.expiring,
        }
    }

    /// The texts that are the business's own.
    fn own_texts(&self) -> BTreeMap<Occasion, String> {
        let given = Occasion::ALL.map(|occasion| (occasion, self.text_for(occasion).trim().to_owned()));
        given.into_iter().filter(|(_, it)| !it.is_empty()).collect()
    }
}

impl ProfileChasePlan {
    pub(super) async fn load(conn: &mut Conn, profile: &Profile) -> Result<Self, ApiError> {
        let own = reminders::store::load_texts(conn, &profile.id).await?;
        let (version, invoices, quotes, plan) = match store::find_plan(conn, &profile.id).await? {
            Some(row) => (row.version, row.invoices, row.quotes, row.to_plan(None)?),
            None => (0, false, false, ChasePlan::suggested()),
        };
        Ok(Self {
            set: ChasePlanInput {
                version,
                invoices,
                quotes,
                steps: plan.steps,
                weekdays: plan.weekdays,
                words: ReminderTexts::from_texts(|it| own.get(&it).cloned().unwrap_or_default()),
            },
            usual: ReminderTexts::from_texts(|it| reminders::default_text_for_profile(&profile.fields, it)),
        })
    }
}

/// When a business reminds its customers automatically, and with which texts.
#[utoipa::path(get, path = "/api/business-profiles/{id}/chasing", tag = "chasing",
    operation_id = "plan", params(ProfileId),
    responses((status = 200, body = ProfileChasePlan), (status = 404, body = ErrorBody)))]
pub(super) async fn read_plan(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ProfileId>,
) -> Result<Json<ProfileChasePlan>, ApiError> {
    let mut conn = state.db.read().await?;
    let profile = find_profile(&mut conn, &user.id, &id).await?;
    Ok(Json(ProfileChasePlan::load(&mut conn, &profile).await?))
}

/// Sets the plan. It applies to existing documents from the next decent hour on: of the reminders missed until then,
/// only one is sent.
#[utoipa::path(put, path = "/api/business-profiles/{id}/chasing", tag = "chasing",
    operation_id = "set_plan", params(ProfileId), request_body = ChasePlanInput,
    responses((status = 200, body = ProfileChasePlan), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(super) async fn save_plan(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ProfileId>,
    ApiJson(input): ApiJson<ChasePlanInput>,
) -> Result<Json<ProfileChasePlan>, ApiError> {
    let plan = validate(&input)?;
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    let profile = find_profile(&mut tx, &user.id, &id).await?;
    let row = ChasePlanRow {
        profile_id: id.clone(),
        user_id: user.id.clone(),
        version: input.version.saturating_add(1),
        invoices: input.invoices,
        quotes: input.quotes,
        steps: serde_json::to_string(&plan.steps)?,
        weekdays: serde_json::to_string(&plan.weekdays)?,
        created_at: now,
        updated_at: now,
    };
    if !store::save_plan(&mut tx, &row, input.version).await? {
        let current = ProfileChasePlan::load(&mut tx, &profile).await?;
        return Err(ApiError::stale_version(&current));
    }
    let (before, after) = (reminders::store::load_texts(&mut tx, &id).await?, input.words.own_texts());
    reminders::store::save_texts(&mut tx, &id, &after).await?;
    let subject = ("business_profile", id.as_str(), &*profile.fields.name);
    activities::record_named(&state, &mut tx, &user.id, "chasing_planned", subject).await?;
    let of = RescheduleScope::Profile(id.clone());
    schedule::reschedule_all(&state, &mut tx, &user.id, of).await?;
    let more = StorageUse::of_bytes(text_size(&after) - text_size(&before));
    quota::count_storage(&state, &mut tx, &user.id, more).await?;
    let answer = ProfileChasePlan::load(&mut tx, &profile).await?;
    tx.commit().await?;
    Ok(Json(answer))
}

fn text_size(words: &BTreeMap<Occasion, String>) -> i64 {
    i64::try_from(words.values().map(String::len).sum::<usize>()).unwrap_or(i64::MAX)
}

/// The account's profile with this id.
pub(super) async fn find_profile(
    conn: &mut Conn,
    user_id: &UserId,
    id: &ProfileId,
) -> Result<Profile, ApiError> {
    let found = profiles::store::find(conn, user_id, id).await?;
    found.ok_or_else(profiles::not_found)
}

/// The plan, if it is valid.
fn validate(input: &ChasePlanInput) -> Result<ChasePlan, ApiError> {
    let weekdays = Weekday::ALL.into_iter();
    let plan = ChasePlan {
        steps: input.steps.clone(),
        // Each day once, in the order of the week.
        weekdays: weekdays.filter(|it| input.weekdays.contains(it)).collect(),
        nation: None,
    };
    let mut checks = FieldChecks::new();
    for fault in plan.validate() {
        checks.add(&fault.path, fault.code, fault.msg);
    }
    for occasion in Occasion::ALL {
        let path = format!("words.{}", occasion.code());
        checks.check_paragraphs(&path, input.words.text_for(occasion), MESSAGE_MAX);
    }
    let mut faults = checks.into_errors();
    for (kind, is_on, path) in [
        (plumbline_core::kind::DocumentKind::Invoice, input.invoices, "invoices"),
        (plumbline_core::kind::DocumentKind::Quote, input.quotes, "quotes"),
    ] {
        if is_on && !plan.steps.iter().any(|step| step.moment.kind() == kind) {
            let msg = format!("Add a reminder for {path} first, or leave them off.");
            faults.push(FieldError::new(path, "no_reminder", msg));
        }
    }
    if faults.is_empty() { Ok(plan) } else { Err(ApiError::rule_broken(faults)) }
}
