//! The web client, which is embedded in the binary.

use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use super::ApiError;

/// A file of the web client. Compressed variants are made when the client is built.
struct WebFile {
    path: &'static str,
    plain: &'static [u8],
    br: Option<&'static [u8]>,
    gz: Option<&'static [u8]>,
}

include!(concat!(env!("OUT_DIR"), "/web_files.rs"));

/// The page that is shown if the web client was not built.
const PLAIN_PAGE: &str = "<!doctype html>
<html lang=\"en\">
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width\">
<title>Croupier</title>
<h1>Croupier</h1>
<p>The server runs, but it was built without the web client. <code>cargo xtask play</code> builds both.</p>
<p>Programs can play: the protocol is described in <code>docs/protocol.md</code>.</p>
</html>
";

/// Serves a file, or the main page for every path that the client itself routes.
pub(super) async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path.starts_with("api/") {
        return ApiError::missing("no_such_address", "there is nothing at this address")
            .into_response();
    }
    let find = |path: &str| FILES.iter().find(|it| it.path == path);
    let is_page = !path.rsplit('/').next().unwrap_or(path).contains('.');
    match find(path) {
        Some(file) => give(file, &headers),
        None if !is_page => {
            ApiError::missing("no_such_address", "there is nothing at this address").into_response()
        }
        None => match find("index.html") {
            Some(page) => give(page, &headers),
            None => {
                ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], PLAIN_PAGE).into_response()
            }
        },
    }
}

fn give(file: &WebFile, headers: &HeaderMap) -> Response {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|it| it.to_str().ok());
    let accepts = |name: &str| {
        accepted.is_some_and(|it| it.split(',').any(|it| it.trim().split(';').next() == Some(name)))
    };
    let (bytes, encoding) = match (file.br, file.gz) {
        (Some(br), _) if accepts("br") => (br, Some("br")),
        (_, Some(gz)) if accepts("gzip") => (gz, Some("gzip")),
        _ => (file.plain, None),
    };
    let mut response = (StatusCode::OK, bytes).into_response();
    let answer = response.headers_mut();
    let mut set = |name, value| answer.insert(name, HeaderValue::from_static(value));
    set(header::CONTENT_TYPE, content_type(file.path));
    // Files under `assets` have a hash in their names and never change.
    let is_fixed = file.path.starts_with("assets/");
    set(
        header::CACHE_CONTROL,
        if is_fixed { "public, max-age=31536000, immutable" } else { "no-cache" },
    );
    set(header::VARY, "accept-encoding");
    if let Some(encoding) = encoding {
        set(header::CONTENT_ENCODING, encoding);
    }
    response
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "webmanifest" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
