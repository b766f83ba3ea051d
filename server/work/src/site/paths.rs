//! Which paths are a visitor's pages, which belong to the app, and which are neither (`docs/product.md`, section
//! 2).

use url::form_urlencoded;

/// The pages of the site by path, with the names of their files in the build.
pub const PAGES: &[(&str, &str)] = &[
    ("/", HOME),
    ("/features", "features"),
    ("/pricing", "pricing"),
    ("/support", "support"),
    ("/privacy", "privacy"),
    ("/terms", "terms"),
    ("/accessibility", "accessibility"),
];

const HOME: &str = "home";

/// The pages that a signed-in user sees with `?preview=true`.
const PREVIEWED: &[&str] = &["/", "/features", "/pricing"];

/// The pages that everybody may read at any time: what they agreed to.
const FOR_ALL: &[&str] = &["/privacy", "/terms", "/accessibility"];

/// The first segments of the app's own paths: what a visitor has to sign in for, and the pages on which they do so. A
/// test in `web/scripts` compares the list with the app's routes.
const APP: &[&str] = &[
    "activities",
    "add-contact",
    "admin",
    "archives",
    "arriving",
    "cis",
    "contacts",
    "credit-notes",
    "dashboard",
    "expenses",
    "forgot-password",
    "income-tax",
    "invoices",
    "items",
    "login",
    "more",
    "notifications",
    "owed",
    "quotes",
    "recurring",
    "register",
    "reports",
    "reset-password",
    "search",
    "settings",
    "vat",
    "verify-email",
    "waiting",
];

/// A reset link opens for everybody, whatever else is in its address.
const RESET: &str = "/reset-password";

/// Who requests a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reader {
    /// Somebody without a session.
    Visitor,
    /// Somebody with a session.
    SignedIn,
}

/// What the reader gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// The app, which knows the path or says that there is no such page.
    App,
    /// A page of the site, by the name of its file.
    Page(&'static str),
}

/// Whether a path can be a page at all: neither the API nor a file.
pub fn may_be_page(path: &str) -> bool {
    let last = path.rsplit('/').next().unwrap_or_default();
    path != "/api" && !path.starts_with("/api/") && !last.contains('.')
}

/// Whether an address asks for the site although its reader is signed in.
pub fn is_preview(query: &str) -> bool {
    form_urlencoded::parse(query.as_bytes())
        .any(|(name, value)| name == "preview" && value == "true")
}

/// Whether the response depends on who asks.
pub fn asks_who(path: &str, is_preview: bool) -> bool {
    let path = bare(path);
    path != RESET && !FOR_ALL.contains(&path) && (is_preview || !is_app(path))
}

/// What a reader gets for a path.
pub fn shown(path: &str, reader: Reader, is_preview: bool) -> Shown {
    let path = bare(path);
    let page = page(path);
    match reader {
        _ if path == RESET => Shown::App,
        _ if FOR_ALL.contains(&path) => Shown::Page(page.unwrap_or(HOME)),
        Reader::SignedIn if !is_preview => Shown::App,
        Reader::SignedIn if PREVIEWED.contains(&path) => Shown::Page(page.unwrap_or(HOME)),
        Reader::SignedIn => Shown::Page(HOME),
        Reader::Visitor if is_app(path) => Shown::App,
        Reader::Visitor => Shown::Page(page.unwrap_or(HOME)),
    }
}

/// A path without a slash at its end, which means the same.
fn bare(path: &str) -> &str {
    match path.trim_end_matches('/') {
        "" => "/",
        bare => bare,
    }
}

fn page(path: &str) -> Option<&'static str> {
    PAGES
        .iter()
        .find(|(known, _)| *known == path)
        .map(|(_, name)| *name)
}

fn is_app(path: &str) -> bool {
    path.split('/')
        .nth(1)
        .is_some_and(|first| APP.contains(&first))
}

#[cfg(test)]
mod tests {
    use super::*;
    use Reader::{SignedIn, Visitor};

    #[test]
    fn a_visitor_reads_the_site_and_signs_in_for_the_rest() {
        for (path, name) in PAGES {
            assert_eq!(shown(path, Visitor, false), Shown::Page(name), "{path}");
        }
        assert_eq!(shown("/features/", Visitor, true), Shown::Page("features"));
        for path in ["/nowhere", "/features/of/old", "/quotations", "//"] {
            assert_eq!(shown(path, Visitor, false), Shown::Page("home"), "{path}");
        }
        for path in [
            "/login",
            "/register",
            "/quotes",
            "/invoices/edit/7",
            "/credit-notes/7",
        ] {
            assert_eq!(shown(path, Visitor, false), Shown::App, "{path}");
            assert!(!asks_who(path, false), "{path} asks the database nothing");
        }
    }

    #[test]
    fn a_session_leads_to_the_app_but_for_a_preview() {
        for path in [
            "/",
            "/features",
            "/pricing",
            "/support",
            "/nowhere",
            "/quotes",
        ] {
            assert_eq!(shown(path, SignedIn, false), Shown::App, "{path}");
        }
        assert_eq!(shown("/pricing", SignedIn, true), Shown::Page("pricing"));
        for path in ["/", "/support", "/dashboard", "/login", "/nowhere"] {
            assert_eq!(shown(path, SignedIn, true), Shown::Page("home"), "{path}");
        }
        assert_eq!(shown("/privacy", SignedIn, false), Shown::Page("privacy"));
        for reader in [Visitor, SignedIn] {
            assert_eq!(shown("/reset-password", reader, true), Shown::App);
        }
    }

    #[test]
    fn only_a_preview_that_is_true_is_one() {
        assert!(is_preview("a=b&preview=true"));
        for query in [
            "",
            "preview",
            "preview=false",
            "preview=truely",
            "xpreview=true",
        ] {
            assert!(!is_preview(query), "{query}");
        }
    }

    #[test]
    fn neither_the_interface_nor_a_file_is_a_page() {
        for path in ["/api", "/api/quotes", "/assets/a.js", "/favicon.ico"] {
            assert!(!may_be_page(path), "{path}");
        }
        assert!(may_be_page("/") && may_be_page("/quotes/7"));
    }
}
