//! What changed in a quote since its customer read it, as sentences.

use axum::Json;
use axum::extract::State;
use plumbline_core::kind::DocumentKind;
use plumbline_core::present::compare::{Comparison, VersionView, compare};
use plumbline_core::present::{
    DetailRow, DisplayedChoice, LineRow, Presentation, SectionHead, TotalKind, TotalRow,
};
use plumbline_core::time::Date;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::public::link::Link;
use crate::public::not_found;
use plumbline_platform::db::Conn;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::ApiQuery;
use plumbline_platform::state::AppState;
use plumbline_records::documents::reading::view;
use plumbline_records::documents::store::versions::{self, VersionRow};
use plumbline_records::documents::store::{self, DocumentStatus};
use plumbline_records::documents::stored::StoredDocument;
use plumbline_records::documents::{issuing, today};

/// How many versions back the one that was read is searched for.
const LOOK_BACK: i64 = 20;

/// How many changes are listed; after that it only says that there are more.
const NAMED_MAX: usize = 5;

/// The most characters of a line's name.
const NAME_MAX: usize = 60;

/// 409 `document_changed`, with what changed in the newest version since the one with the hash `seen`; without that if
/// the version that was read is unknown.
pub(super) async fn document_changed(
    conn: &mut Conn,
    quote: &StoredDocument,
    seen: &str,
    newest: VersionRow,
    today: Date,
) -> Result<ApiError, ApiError> {
    let number = newest.version;
    let mut text = String::new();
    if let Some(version) = find_earlier(conn, quote, seen, number).await? {
        let before = view::display_version(conn, quote, version).await?.presentation_on(today)?;
        let now = view::display_version(conn, quote, newest).await?.presentation_on(today)?;
        text = to_sentence(&list_differences(&before, &now));
    }
    Ok(ApiError::conflict(
        "document_changed",
        format!("The quote has changed since you opened it.{text} Look at it again before you accept."),
    ))
}

/// The version with the hash `seen` before the version of this number; `None` if there is none.
pub(super) async fn find_earlier(
    conn: &mut Conn,
    quote: &StoredDocument,
    seen: &str,
    number: i64,
) -> Result<Option<VersionRow>, ApiError> {
    let most = usize::try_from(LOOK_BACK).unwrap_or_default();
    for back in (1..number).rev().take(most) {
        let Some(version) = versions::find(conn, &quote.row.id, back).await? else {
            continue;
        };
        if issuing::hash_version(quote.kind, &quote.row, &version)? == seen {
            return Ok(Some(version));
        }
    }
    Ok(None)
}

fn to_sentence(changes: &[String]) -> String {
    let (named, rest) = changes.split_at(changes.len().min(NAMED_MAX));
    match (named, rest.len()) {
        ([], _) => String::new(),
        (named, 0) => format!(" Changed: {}.", named.join(", ")),
        (named, more) => format!(" Changed: {} and {more} more.", named.join(", ")),
    }
}

/// The changes that a reader would see, the money first.
fn list_differences(before: &Presentation, now: &Presentation) -> Vec<String> {
    let mut changes = Vec::new();
    for (kind, what) in [(TotalKind::Total, "the total"), (TotalKind::Deposit, "the deposit")] {
        changes.extend(amount_change(what, find_amount(before, kind), find_amount(now, kind)));
    }
    changes.extend(choice_changes(&before.choices, &now.choices));
    changes.extend(row_changes(&before.details.rows, &now.details.rows));
    changes.extend(section_changes(before, now));
    changes.extend(line_changes(&before.lines, &now.lines));
    let words = [
        ("the job description", before.job_description != now.job_description),
        ("the notes", before.notes != now.notes),
        ("the terms", before.terms != now.terms),
        ("the customer’s details", before.to != now.to),
        ("the business’s details", before.from != now.from),
    ];
    let changed = words.into_iter().filter(|(_, is_other)| *is_other);
    changes.extend(changed.map(|(what, _)| what.to_owned()));
    changes
}

fn find_amount(presentation: &Presentation, kind: TotalKind) -> Option<&str> {
    let mut totals = presentation.totals.iter();
    totals.find(|row: &&TotalRow| row.kind == kind).map(|row| row.amount.as_str())
}

fn amount_change(what: &str, before: Option<&str>, now: Option<&str>) -> Option<String> {
    match (before, now) {
        (Some(was), Some(is)) if was != is => Some(format!("{what} (now {is}, was {was})")),
        (None, Some(is)) => Some(format!("{what} (now {is})")),
        (Some(was), None) => Some(format!("{what} (was {was})")),
        _ => None,
    }
}

/// The choices that were added, removed or renamed or have another total, and whether another one is recommended.
fn choice_changes(before: &[DisplayedChoice], now: &[DisplayedChoice]) -> Vec<String> {
    let find = |all: &'_ [DisplayedChoice], id: &str| all.iter().position(|one| one.id == id);
    let mut changes = Vec::new();
    for choice in now {
        let name = shorten(&choice.name);
        let Some(was) = find(before, &choice.id).map(|at| &before[at]) else {
            changes.push(format!("the choice “{name}” is new"));
            continue;
        };
        if was.name != choice.name {
            let before = shorten(&was.name);
            changes.push(format!("the choice “{before}” is now called “{name}”"));
        }
        let what = format!("the choice “{name}”");
        changes.extend(amount_change(&what, Some(&was.total), Some(&choice.total)));
    }
    let gone = before.iter().filter(|choice| find(now, &choice.id).is_none());
    changes.extend(gone.map(|choice| format!("the choice “{}” was removed", shorten(&choice.name))));
    let chosen = |all: &'_ [DisplayedChoice]| all.iter().position(|one| one.chosen);
    if let (Some(was), Some(is)) = (chosen(before), chosen(now))
        && before[was].id != now[is].id
    {
        let name = shorten(&now[is].name);
        changes.push(format!("the choice in the total (now “{name}”)"));
    }
    changes
}

fn row_changes(before: &[DetailRow], now: &[DetailRow]) -> Vec<String> {
    let value = |rows: &[DetailRow], label: &str| {
        let row = rows.iter().find(|row| row.label == label);
        row.map(|row| row.value.clone())
    };
    let labels = now.iter().chain(before.iter().filter(|row| value(now, &row.label).is_none()));
    labels
        .filter_map(|row| {
            let what = format!("the {}", row.label.to_lowercase());
            let (was, is) = (value(before, &row.label), value(now, &row.label));
            amount_change(&what, was.as_deref(), is.as_deref())
        })
        .collect()
}

/// The sections, by their headings. A line whose heading alone changed is not listed as changed.
fn section_changes(before: &Presentation, now: &Presentation) -> Vec<String> {
    let (before, now) = (section_headings(before), section_headings(now));
    let find = |heads: &[SectionHeading<'_>], one: &SectionHeading<'_>| {
        heads.iter().position(|it| it.choice_id() == one.choice_id() && it.head.name == one.head.name)
    };
    let mut changes = Vec::new();
    for one in &now {
        match find(&before, one) {
            None => changes.push(format!("{} is new", one.label())),
            Some(at) => changes.extend(amount_change(
                &one.label(),
                before[at].head.amount.as_deref(),
                one.head.amount.as_deref(),
            )),
        }
    }
    let gone = before.iter().filter(|one| find(&now, one).is_none());
    changes.extend(gone.map(|one| format!("{} was removed", one.label())));
    changes
}

/// A section's heading, and the choice to whose lines it belongs.
struct SectionHeading<'a> {
    choice: Option<&'a DisplayedChoice>,
    head: &'a SectionHead,
}

impl SectionHeading<'_> {
    fn choice_id(&self) -> Option<&str> {
        self.choice.map(|choice| choice.id.as_str())
    }

    fn label(&self) -> String {
        let name = shorten(&self.head.name);
        match self.choice {
            None => format!("the section “{name}”"),
            Some(choice) => format!("the section “{name}” of “{}”", shorten(&choice.name)),
        }
    }
}

fn section_headings(presentation: &Presentation) -> Vec<SectionHeading<'_>> {
    let heads = presentation.lines.iter().filter_map(|row| {
        let mut choices = presentation.choices.iter();
        Some(SectionHeading {
            choice: choices.find(|choice| row.choice_id.as_ref() == Some(&choice.id)),
            head: row.section.as_ref()?,
        })
    });
    heads.collect()
}

fn line_changes(before: &[LineRow], now: &[LineRow]) -> Vec<String> {
    let find = |rows: &'_ [LineRow], id: &str| rows.iter().position(|row| row.id == id);
    let mut changes = Vec::new();
    for line in now {
        match find(before, &line.id) {
            None => changes.push(format!("“{}” is new", shorten(&line.name))),
            Some(at) if comparable(&before[at]) != comparable(line) => {
                changes.push(format!("“{}”", shorten(&line.name)))
            }
            Some(_) => {}
        }
    }
    let gone = before.iter().filter(|line| find(now, &line.id).is_none());
    changes.extend(gone.map(|line| format!("“{}” was removed", shorten(&line.name))));
    if changes.is_empty() && before.iter().map(|row| &row.id).ne(now.iter().map(|row| &row.id)) {
        changes.push("the order of the items".to_owned());
    }
    changes
}

/// A line without the headings above it, and without what ticking it adds, which depends on the other lines.
fn comparable(row: &LineRow) -> LineRow {
    LineRow { section: None, adds: None, ..row.clone() }
}

fn shorten(name: &str) -> String {
    if name.chars().count() <= NAME_MAX {
        return name.to_owned();
    }
    let cut: String = name.chars().take(NAME_MAX - 1).collect();
    format!("{}…", cut.trim_end())
}

/// The query of the changes.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct ChangesQuery {
    /// The hash of the version that was read, as on the customer's page.
    since: String,
}

/// What changed since a version was read.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct QuoteChanges {
    /// The changes; `None` if the version that was read is unknown.
    #[schema(value_type = Option<Object>)]
    pub comparison: Option<Comparison>,
}

/// What changed in a quote since the version with this hash, which the customer has read; nothing is revealed about
/// other versions. Costs to the business and hidden prices are not included.
#[utoipa::path(get, path = "/public/{token}/changes", tag = "public", params(("token" = String, Path), ChangesQuery),
    responses((status = 200, body = QuoteChanges), (status = 404, body = ErrorBody)))]
pub(super) async fn read_changes(
    State(state): State<AppState>,
    link: Link,
    ApiQuery(read): ApiQuery<ChangesQuery>,
) -> Result<Json<QuoteChanges>, ApiError> {
    let today = today(&state)?;
    let mut tx = state.db.begin_read().await?;
    let row = store::find_public(&mut tx, DocumentKind::Quote, &link.token).await?;
    let row = row.filter(|row| row.status != DocumentStatus::Void);
    let row = row.ok_or_else(|| not_found(DocumentKind::Quote))?;
    let quote = StoredDocument::load(&mut tx, row).await?;
    let newest = versions::load_latest(&mut tx, &quote.row).await?;
    let Some(was) = find_earlier(&mut tx, &quote, &read.since, newest.version).await? else {
        return Ok(Json(QuoteChanges { comparison: None }));
    };
    let before = view::display_version(&mut tx, &quote, was).await?;
    let after = view::display_version(&mut tx, &quote, newest).await?;
    let (was, is) = (before.presentation_on(today)?, after.presentation_on(today)?);
    let comparison = compare(
        VersionView { answer: &before.answer, presentation: &was, own: None },
        VersionView { answer: &after.answer, presentation: &is, own: None },
    );
    Ok(Json(QuoteChanges { comparison: Some(comparison) }))
}
