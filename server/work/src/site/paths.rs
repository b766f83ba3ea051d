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
const PREVIEW_PATHS: &[&str] = &["/", "/features", "/pricing"];

/// The pages that everybody may read at any time: what they agreed to.
const PUBLIC_PATHS: &[&str] = &["/privacy", "/terms", "/accessibility"];

/// The first segments of the app's own paths: what a visitor has to sign in for, and the pages on which they do so. A
/// test in `web/scripts` compares the list with the app's routes.
const APP_PATHS: &[&str] = &[
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
const RESET_PATH: &str = "/reset-password";

/// Who requests a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SiteReader {
    /// Somebody without a session.
    Visitor,
    /// Somebody with a session.
    SignedIn,
}

/// What the reader gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SiteTarget {
    /// The app, which knows the path or says that there is no such page.
    App,
    /// A page of the site, by the name of its file.
    Page(&'static str),
}

/// Whether a path can be a page at all: neither the API nor a file.
pub fn can_be_page(path: &str) -> bool {
    let last = path.rsplit('/').next().unwrap_or_default();
    path != "/api" && !path.starts_with("/api/") && !last.contains('.')
}

/// Whether an address asks for the site although its reader is signed in.
pub fn is_preview(query: &str) -> bool {
    form_urlencoded::parse(query.as_bytes()).any(|(name, value)| name == "preview" && value == "true")
}

/// Whether the response depends on who asks.
pub fn depends_on_reader(path: &str, is_preview: bool) -> bool {
    let path = without_trailing_slash(path);
    path != RESET_PATH && !PUBLIC_PATHS.contains(&path) && (is_preview || !is_app_path(path))
}

/// What a reader gets for a path.
pub fn target_for(path: &str, reader: SiteReader, is_preview: bool) -> SiteTarget {
    let path = without_trailing_slash(path);
    let page = page_name(path);
    match reader {
        _ if path == RESET_PATH => SiteTarget::App,
        _ if PUBLIC_PATHS.contains(&path) => SiteTarget::Page(page.unwrap_or(HOME)),
        SiteReader::SignedIn if !is_preview => SiteTarget::App,
        SiteReader::SignedIn if PREVIEW_PATHS.contains(&path) => SiteTarget::Page(page.unwrap_or(HOME)),
        SiteReader::SignedIn => SiteTarget::Page(HOME),
        SiteReader::Visitor if is_app_path(path) => SiteTarget::App,
        SiteReader::Visitor => SiteTarget::Page(page.unwrap_or(HOME)),
    }
}

/// A path without a slash at its end, which means the same.
fn without_trailing_slash(path: &str) -> &str {
    match path.trim_end_matches('/') {
        "" => "/",
        bare => bare,
    }
}

fn page_name(path: &str) -> Option<&'static str> {
    PAGES.iter().find(|(known, _)| *known == path).map(|(_, name)| *name)
}

fn is_app_path(path: &str) -> bool {
    path.split('/').nth(1).is_some_and(|first| APP_PATHS.contains(&first))
}

#[cfg(test)]
mod tests {
    use super::*;
    use SiteReader::{SignedIn, Visitor};

    #[test]
    fn shows_visitors_the_site_and_sends_other_paths_to_the_app() {
        for (path, name) in PAGES {
            assert_eq!(target_for(path, Visitor, false), SiteTarget::Page(name), "{path}");
        }
        assert_eq!(target_for("/features/", Visitor, true), SiteTarget::Page("features"));
        for path in ["/nowhere", "/features/of/old", "/quotations", "//"] {
            assert_eq!(target_for(path, Visitor, false), SiteTarget::Page("home"), "{path}");
        }
        for path in ["/login", "/register", "/quotes", "/invoices/edit/7", "/credit-notes/7"] {
            assert_eq!(target_for(path, Visitor, false), SiteTarget::App, "{path}");
            assert!(!depends_on_reader(path, false), "{path} asks the database nothing");
        }
    }

    #[test]
    fn sends_signed_in_users_to_the_app_except_for_a_preview() {
        for path in ["/", "/features", "/pricing", "/support", "/nowhere", "/quotes"] {
            assert_eq!(target_for(path, SignedIn, false), SiteTarget::App, "{path}");
        }
        assert_eq!(target_for("/pricing", SignedIn, true), SiteTarget::Page("pricing"));
        for path in ["/", "/support", "/dashboard", "/login", "/nowhere"] {
            assert_eq!(target_for(path, SignedIn, true), SiteTarget::Page("home"), "{path}");
        }
        assert_eq!(target_for("/privacy", SignedIn, false), SiteTarget::Page("privacy"));
        for reader in [Visitor, SignedIn] {
            assert_eq!(target_for("/reset-password", reader, true), SiteTarget::App);
        }
    }

    #[test]
    fn shows_a_preview_only_for_preview_true() {
        assert!(is_preview("a=b&preview=true"));
        for query in ["", "preview", "preview=false", "preview=truely", "xpreview=true"] {
            assert!(!is_preview(query), "{query}");
        }
    }

    #[test]
    fn api_and_file_paths_are_not_pages() {
        for path in ["/api", "/api/quotes", "/assets/a.js", "/favicon.ico"] {
            assert!(!can_be_page(path), "{path}");
        }
        assert!(can_be_page("/") && can_be_page("/quotes/7"));
    }
}
