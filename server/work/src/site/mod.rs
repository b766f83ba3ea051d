//! The marketing site: what a visitor reads before they have an account. The web build contains its pages; the
//! server puts its own address into them, and decides who is shown a page and who the app.

mod paths;

use axum::extract::{FromRequestParts as _, Request, State};
use axum::http::{HeaderValue, Method, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use utoipa_axum::router::OpenApiRouter;

use self::paths::{SiteReader, SiteTarget, target_for};
use plumbline_platform::sessions::MaybeUser;
use plumbline_platform::state::AppState;
use plumbline_platform::web_build;

/// The files for search engines.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().route("/robots.txt", get(serve_robots)).route("/sitemap.xml", get(serve_sitemap))
}

/// Responds to a request that no route matched: with a page of the site, or a file or page of the app.
pub async fn serve(state: &AppState, request: Request) -> Response {
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    if !is_read || !paths::can_be_page(request.uri().path()) {
        return web_build::serve(request).await;
    }
    let is_preview = paths::is_preview(request.uri().query().unwrap_or_default());
    let (mut parts, body) = request.into_parts();
    let path = parts.uri.path().to_owned();
    let reader = if paths::depends_on_reader(&path, is_preview) {
        match MaybeUser::from_request_parts(&mut parts, state).await {
            Ok(MaybeUser(None)) => SiteReader::Visitor,
            // If it can't be checked who asks, the app explains the problem.
            Ok(MaybeUser(Some(_))) | Err(_) => SiteReader::SignedIn,
        }
    } else {
        SiteReader::Visitor
    };
    match target_for(&path, reader, is_preview) {
        SiteTarget::App => web_build::serve(Request::from_parts(parts, body)).await,
        SiteTarget::Page(page) => render_page(state, page),
    }
}

/// A page with the address and the support mailbox of this server. The response depends on who asks, so no proxy may
/// cache it.
fn render_page(state: &AppState, page: &str) -> Response {
    let Some(built) = web_build::read_page(&format!("{}{page}.html", web_build::SITE_FOLDER)) else {
        return web_build::not_built_response();
    };
    let html = built
        .replace("{{origin}}", &escape_html(&state.link_to("")))
        .replace("{{support}}", &escape_html(&state.config.support_email));
    let mut response = Html(html).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(header::VARY, HeaderValue::from_static("cookie"));
    response
}

/// Text that is safe in an attribute or between tags.
fn escape_html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// What crawlers may read. Customers' documents say themselves that they should not be indexed, which a crawler only
/// learns if it may request them.
async fn serve_robots(State(state): State<AppState>) -> String {
    let sitemap = state.link_to("/sitemap.xml");
    format!("User-agent: *\nDisallow: /api/\n\nSitemap: {sitemap}\n")
}

/// The list of the site's pages.
async fn serve_sitemap(State(state): State<AppState>) -> Response {
    let pages: String = paths::PAGES
        .iter()
        .map(|(path, _)| format!("  <url><loc>{}</loc></url>\n", escape_html(&state.link_to(path))))
        .collect();
    let xml = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n{pages}</urlset>\n"
    );
    ([(header::CONTENT_TYPE, "application/xml")], xml).into_response()
}
