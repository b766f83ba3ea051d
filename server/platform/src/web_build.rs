//! The built web app in the binary.
//!
//! Browsers cache files with a hash in their name for ever, since they never change; they ask for everything else
//! again. A path that is not a file is a route of the app and returns its page.
//!
//! Scripts, styles and WebAssembly are stored only in brotli, which nearly every browser accepts; uncompressed they
//! would add three megabytes. For a browser that doesn't accept it they are unpacked.

use axum::extract::Request;
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::compression;
use crate::error::ApiError;

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[exclude = "assets/*.js"]
#[exclude = "assets/*.css"]
#[exclude = "assets/*.wasm"]
struct WebFiles;

/// The customer's page, which is only useful after the document was inserted.
pub const CUSTOMER_PAGE: &str = "public.html";

/// The page for the code on an invoice, which is only useful after the server's response was inserted.
pub const CHECK_PAGE: &str = "check.html";

/// The folder of the marketing pages, which contain the server's address.
pub const SITE_FOLDER: &str = "site/";

/// The extension of files compressed with brotli (`web/vite.packed.ts`).
const BROTLI_SUFFIX: &str = ".br";

const NOT_BUILT: &str = "The web pages are not part of this build. Build them with \
    `npm ci && npm run build` in web/, then build the server again; `cargo xtask run` does both.\n";

/// Responds to requests that match no route.
pub async fn serve(request: Request) -> Response {
    let path = request.uri().path();
    if path == "/api" || path.starts_with("/api/") {
        return ApiError::not_found("Path").into_response();
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return ApiError::new(
            StatusCode::METHOD_NOT_ALLOWED,
            "method_not_allowed",
            "This path can only be read.",
        )
        .into_response();
    }
    let name = path.trim_start_matches('/');
    let headers = request.headers();
    if let Some(response) = find_file(name, headers) {
        return response;
    }
    // A missing script or picture is an error, and responding with the app's page would only hide it.
    let is_file = name.rsplit('/').next().is_some_and(|last| last.contains('.'));
    if is_file {
        return not_found(headers);
    }
    find_file("index.html", headers).unwrap_or_else(not_built_response)
}

/// The response for a name that no file has: to a person who opened the address, the app's own page, which says so; to
/// a script or a style sheet, the error.
fn not_found(header_map: &HeaderMap) -> Response {
    let page = Some("index.html").filter(|_| header_contains(header_map, header::ACCEPT, "text/html"));
    match page.and_then(read_page) {
        Some(page) => (StatusCode::NOT_FOUND, Html(page)).into_response(),
        None => ApiError::not_found("File").into_response(),
    }
}

/// The text of a page that must be filled in before it is sent; `None` if it isn't part of the build.
#[must_use]
pub fn read_page(name: &str) -> Option<String> {
    let file = WebFiles::get(name)?;
    String::from_utf8(file.data.into_owned()).ok()
}

/// The response if the web pages are not part of the build.
#[must_use]
pub fn not_built_response() -> Response {
    (StatusCode::SERVICE_UNAVAILABLE, NOT_BUILT).into_response()
}

/// The file with this name, compressed with brotli if the build contains it in this form and the browser accepts it.
fn find_file(name: &str, header_map: &HeaderMap) -> Option<Response> {
    if name.is_empty() || name.ends_with(BROTLI_SUFFIX) || is_template_page(name) {
        return None;
    }
    let plain = WebFiles::get(name);
    let packed = WebFiles::get(&format!("{name}{BROTLI_SUFFIX}"));
    let known = plain.as_ref().or(packed.as_ref())?;
    let tag = format!("\"{}\"", hex::encode(known.metadata.sha256_hash()));
    let kind = mime_guess::from_path(name).first_or_octet_stream();
    let kind = if kind.type_() == mime_guess::mime::TEXT {
        format!("{kind}; charset=utf-8")
    } else {
        kind.to_string()
    };
    let cache = if is_hashed(name) { "public, max-age=31536000, immutable" } else { "no-cache" };
    let takes_packed = header_contains(header_map, header::ACCEPT_ENCODING, "br");
    let mut response = if header_contains(header_map, header::IF_NONE_MATCH, &tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        match (plain, packed) {
            (_, Some(packed)) if takes_packed => {
                ([(header::CONTENT_ENCODING, "br")], to_bytes(packed)).into_response()
            }
            (Some(plain), _) => to_bytes(plain).into_response(),
            (None, packed) => compression::decompress(&packed?.data)?.into_response(),
        }
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, kind.parse().ok()?);
    headers.insert(header::CACHE_CONTROL, cache.parse().ok()?);
    headers.insert(header::ETAG, tag.parse().ok()?);
    headers.insert(header::VARY, header::HeaderValue::from_static("accept-encoding"));
    Some(response)
}

/// Whether a file is only sent after the server has filled it in.
fn is_template_page(name: &str) -> bool {
    name == CUSTOMER_PAGE || name == CHECK_PAGE || name.starts_with(SITE_FOLDER)
}

fn to_bytes(file: EmbeddedFile) -> axum::body::Bytes {
    match file.data {
        std::borrow::Cow::Borrowed(bytes) => axum::body::Bytes::from_static(bytes),
        std::borrow::Cow::Owned(bytes) => bytes.into(),
    }
}

/// Whether a comma-separated request header contains `item`.
fn header_contains(headers: &HeaderMap, name: header::HeaderName, item: &str) -> bool {
    headers.get_all(name).iter().filter_map(|value| value.to_str().ok()).any(|value| {
        value.split(',').any(|part| {
            let part = part.split(';').next().unwrap_or(part).trim();
            part.trim_start_matches("W/") == item
        })
    })
}

/// Whether the file's name contains a hash: Vite puts such files under `assets/`.
fn is_hashed(name: &str) -> bool {
    name.starts_with("assets/")
}
