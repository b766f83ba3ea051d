//! Imports run one way. The rooms of the server stand on floors, core's folders in an order: this
//! draws every arrow from `use crate::…`, and fails on one that goes up or round, naming its line.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The floors of the server, the lowest first. A room imports from its own floor and those below.
const SERVER: &[(&str, &[&str])] = &[
    (
        "ground",
        &[
            "clock",
            "config",
            "data_folder",
            "db",
            "error",
            "ids",
            "memory",
            "request_id",
        ],
    ),
    (
        "services",
        &[
            "ai",
            "attempts",
            "audit",
            "captcha",
            "csv",
            "fair",
            "files",
            "hooks",
            "http",
            "idempotency",
            "jobs",
            "limits",
            "live",
            "mail",
            "metrics",
            "packed",
            "passwords",
            "pdf",
            "push",
            "ready",
            "secrets",
            "sessions",
            "sheets",
            "state",
            "stripe",
            "web_build",
            "workbook",
            "workshop",
            "zipped",
        ],
    ),
    (
        "what a business has",
        &[
            "activities",
            "contacts",
            "conversions",
            "describe",
            "documents",
            "expenses",
            "items",
            "notifications",
            "numbers",
            "plans",
            "profiles",
            "summaries",
            "support",
        ],
    ),
    (
        "what is done with documents",
        &[
            "arriving",
            "asking",
            "backup",
            "batches",
            "cancellation",
            "card",
            "credits",
            "chasing",
            "cis",
            "customers",
            "dashboard",
            "einvoice",
            "genuine",
            "held",
            "income_tax",
            "instalments",
            "invoices",
            "late_payment",
            "letters",
            "owed",
            "payments",
            "public",
            "quote_templates",
            "quotes",
            "recurring",
            "reports",
            "search",
            "site",
            "stages",
            "variations",
            "vat",
            "views",
            "year_pack",
        ],
    ),
    ("accounts, with all that they have", &["accounts"]),
    (
        "the house",
        &[
            "admin",
            "app",
            "background",
            "calc",
            "cli",
            "demo",
            "doctor",
            "first_start",
            "main",
            "server",
            "socket",
            "system",
            "typescript",
        ],
    ),
];

/// Services are handed the state, which holds them: no arrow to it counts. Those from it do.
const HANDED: &str = "state";

/// The floors of core.
const CORE: &[(&str, &[&str])] = &[
    (
        "what things are made of",
        &["colour", "money", "tax", "text", "tidy", "time"],
    ),
    ("what things are", &["document"]),
    (
        "what they come to",
        &["calculate", "consumer", "expense", "plan"],
    ),
    (
        "how they are edited and what they are called",
        &["credentials", "edit", "kind", "status"],
    ),
    (
        "what is shown and reported",
        &["chase", "einvoice", "present", "report"],
    ),
    ("the doors", &["doors", "ndjson"]),
];

/// What core's types are read by and what refuses them: they know each other, and stand beside the
/// floors.
const BESIDE: &[&str] = &["error", "json"];

/// Where one room names another.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Arrow {
    from: String,
    to: String,
    /// `documents/stored.rs:13`
    place: String,
}

#[test]
fn the_servers_rooms_import_one_way() {
    let folder = Path::new("src");
    let arrows = arrows_of(folder);
    assert!(
        arrows.len() > 300,
        "only {} arrows were found",
        arrows.len()
    );
    let counted: Vec<Arrow> = arrows.into_iter().filter(|it| it.to != HANDED).collect();
    let faults = faults(SERVER, &rooms_of(folder), &counted);
    assert!(faults.is_empty(), "\n{faults}");
}

#[test]
fn cores_folders_import_one_way() {
    let folder = Path::new("../core/src");
    let arrows = arrows_of(folder);
    assert!(arrows.len() > 50, "only {} arrows were found", arrows.len());
    let rooms: BTreeSet<String> = rooms_of(folder)
        .into_iter()
        .filter(|room| !BESIDE.contains(&room.as_str()))
        .collect();
    let is_beside = |it: &Arrow| [&it.from, &it.to].iter().any(|room| !rooms.contains(*room));
    let counted: Vec<Arrow> = arrows.into_iter().filter(|it| !is_beside(it)).collect();
    let faults = faults(CORE, &rooms, &counted);
    assert!(faults.is_empty(), "\n{faults}");
}

/// Every room on a floor, no arrow up, none round: each fault in a line.
fn faults(floors: &[(&str, &[&str])], rooms: &BTreeSet<String>, arrows: &[Arrow]) -> String {
    let floor = |room: &str| floors.iter().position(|(_, on)| on.contains(&room));
    let mut told = String::new();
    for room in rooms {
        if floor(room).is_none() {
            let _ = writeln!(told, "{room} stands on no floor: say in this test on which");
        }
    }
    for arrow in arrows {
        if let (Some(from), Some(to)) = (floor(&arrow.from), floor(&arrow.to))
            && to > from
        {
            let (from, to) = (floors[from].0, floors[to].0);
            let Arrow {
                place,
                from: a,
                to: b,
            } = arrow;
            let _ = writeln!(
                told,
                "{place}: {a} ({from}) imports {b} ({to}), which is above it"
            );
        }
    }
    for round in circles(arrows) {
        let _ = writeln!(told, "a circle: {round}");
    }
    told
}

/// The circles: for each room that reaches itself the shortest way round, each way once.
fn circles(arrows: &[Arrow]) -> Vec<String> {
    let mut out: BTreeMap<&str, BTreeMap<&str, &str>> = BTreeMap::new();
    for arrow in arrows {
        let to = out.entry(&arrow.from).or_default();
        to.entry(&arrow.to).or_insert(&arrow.place);
    }
    let mut seen = BTreeSet::new();
    let mut told = Vec::new();
    for start in out.keys().copied() {
        let Some(way) = way_round(&out, start) else {
            continue;
        };
        let mut members: Vec<&str> = way.clone();
        members.sort_unstable();
        if seen.insert(members) {
            let next = way.iter().cycle().skip(1);
            let steps = way.iter().zip(next).map(|(from, to)| {
                let place = out[from][to];
                format!("{from} → {to} ({place})")
            });
            told.push(steps.collect::<Vec<_>>().join(", "));
        }
    }
    told
}

/// The shortest way from a room back to it.
fn way_round<'a>(
    out: &BTreeMap<&'a str, BTreeMap<&'a str, &'a str>>,
    start: &'a str,
) -> Option<Vec<&'a str>> {
    let mut ways = vec![vec![start]];
    let mut been = BTreeSet::new();
    while !ways.is_empty() {
        let mut longer = Vec::new();
        for way in ways {
            let last = way.last()?;
            for next in out.get(last).into_iter().flat_map(BTreeMap::keys) {
                if *next == start {
                    return Some(way);
                }
                if been.insert(*next) {
                    let mut way = way.clone();
                    way.push(next);
                    longer.push(way);
                }
            }
        }
        ways = longer;
    }
    None
}

/// The rooms: the folders and files right below `folder`.
fn rooms_of(folder: &Path) -> BTreeSet<String> {
    let files = files_of(folder).into_iter();
    files
        .map(|file| room_of(folder, &file))
        .filter(|room| room != "lib")
        .collect()
}

fn room_of(folder: &Path, file: &Path) -> String {
    let inner = file.strip_prefix(folder).expect("a file of the folder");
    let first = inner.components().next().expect("a name");
    let name = first.as_os_str().to_str().expect("a plain name");
    name.trim_end_matches(".rs").to_owned()
}

fn files_of(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files.extend(files_of(&path));
        } else if path.extension().is_some_and(|it| it == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

fn arrows_of(folder: &Path) -> Vec<Arrow> {
    let rooms = rooms_of(folder);
    let mut arrows = Vec::new();
    for file in files_of(folder) {
        let from = room_of(folder, &file);
        // A test may look at a room from above.
        let is_test = file.file_name().is_some_and(|name| name == "tests.rs");
        if from == "lib" || is_test {
            continue;
        }
        let text = std::fs::read_to_string(&file).expect("a text");
        let inner = file.strip_prefix(folder).expect("a file of the folder");
        for (line, to) in named(&text) {
            if to != from && rooms.contains(&to) {
                let place = format!("{}:{line}", inner.display());
                let from = from.clone();
                arrows.push(Arrow { from, to, place });
            }
        }
    }
    arrows
}

/// What follows each `crate::` of a text, with its line: one name, or those of a `{…}`.
fn named(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (at, line) in (1..).zip(text.lines()) {
        let code = line.split("//").next().unwrap_or_default();
        for (before, _) in code.match_indices("crate::") {
            let is_other = code[..before].ends_with(|c: char| c.is_alphanumeric() || c == '_');
            if is_other {
                continue;
            }
            let rest = &code[before + "crate::".len()..];
            match rest.strip_prefix('{') {
                None => found.push((at, name(rest))),
                Some(_) => {
                    // From here on, over as many lines as it takes.
                    let upto = text.lines().take(at - 1).map(|line| line.len() + 1);
                    let start = upto.sum::<usize>() + before + "crate::{".len();
                    found.extend(group(&text[start..]).into_iter().map(|it| (at, it)));
                }
            }
        }
    }
    found
}

fn name(text: &str) -> String {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
    text[..end.unwrap_or(text.len())].to_owned()
}

/// The first names within a `{…}` whose opening bracket is behind us.
fn group(text: &str) -> Vec<String> {
    let mut depth = 0;
    let mut names = vec![String::new()];
    for c in text.chars() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => names.push(String::new()),
            _ if depth == 0 => names.last_mut().expect("one").push(c),
            _ => {}
        }
    }
    names.iter().map(|text| name(text.trim())).collect()
}

#[test]
fn names_are_found_wherever_they_stand() {
    let text = "use crate::db::Conn;\n// use crate::no::one;\nuse crate::{\n    a,\n    b::{c, d},\n};\n\
        fn f() -> Result<crate::e::F, plumbline_crate::G> { $crate::h!() }\n";
    let found: Vec<(usize, String)> = named(text);
    let expected = [(1, "db"), (3, "a"), (3, "b"), (3, ""), (7, "e"), (7, "h")];
    assert_eq!(found, expected.map(|(line, name)| (line, name.to_owned())));
}

#[test]
fn arrows_up_and_round_and_homeless_rooms_are_told_of() {
    let floors: &[(&str, &[&str])] = &[("low", &["a", "b"]), ("high", &["c"])];
    let rooms = ["a", "b", "c", "d"].map(str::to_owned).into();
    let arrow = |from: &str, to: &str, place: &str| Arrow {
        from: from.to_owned(),
        to: to.to_owned(),
        place: place.to_owned(),
    };
    let arrows = [
        arrow("c", "a", "c.rs:1"),
        arrow("a", "b", "a.rs:2"),
        arrow("b", "a", "b.rs:3"),
        arrow("b", "c", "b.rs:4"),
    ];
    let told = faults(floors, &rooms, &arrows);
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(
        lines,
        [
            "d stands on no floor: say in this test on which",
            "b.rs:4: b (low) imports c (high), which is above it",
            "a circle: a → b (a.rs:2), b → a (b.rs:3)",
            "a circle: c → a (c.rs:1), a → b (a.rs:2), b → c (b.rs:4)",
        ]
    );
    assert_eq!(faults(floors, &["a".to_owned()].into(), &arrows[..1]), "");
}
