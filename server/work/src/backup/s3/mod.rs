//! An S3 bucket. rusty-s3 signs the requests as addresses that are valid for a while, and the server's own HTTP
//! client sends them.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::time::Duration;

use reqwest::header::ETAG;
use reqwest::{Response, StatusCode};
use rusty_s3::actions::{CreateMultipartUpload, ListObjectsV2};
use rusty_s3::{Credentials, S3Action, UrlStyle};
use sha2::{Digest as _, Sha256};
use url::Url;

use plumbline_platform::config::S3Config;
use plumbline_platform::error::BoxError;

/// How long a signed address is valid.
const URL_LIFETIME: Duration = Duration::from_secs(60 * 60);
/// How long connecting to a bucket may take, and how long a bucket may pause.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
const READ_TIMEOUT: Duration = Duration::from_secs(120);
/// How many characters of a bucket's error message are used.
const ERROR_TEXT_MAX: usize = 300;

/// A bucket of an S3 service.
pub struct Bucket {
    bucket: rusty_s3::Bucket,
    keys: Credentials,
    client: reqwest::Client,
    prefix: String,
    part: usize,
}

impl Bucket {
    /// The bucket of a configuration.
    pub(super) fn new(config: &S3Config) -> Result<Self, BoxError> {
        let amazon = || format!("https://s3.{}.amazonaws.com", config.region);
        // At Amazon the bucket's name is part of the host, elsewhere of the path.
        let (endpoint, style) = match &config.endpoint {
            Some(endpoint) => (endpoint.clone(), UrlStyle::Path),
            None => (Url::parse(&amazon())?, UrlStyle::VirtualHost),
        };
        let (name, region) = (config.bucket.clone(), config.region.clone());
        let bucket = rusty_s3::Bucket::new(endpoint, style, name, region)
            .map_err(|error| format!("the bucket has no address: {error}"))?;
        let client =
            reqwest::Client::builder().connect_timeout(CONNECT_TIMEOUT).read_timeout(READ_TIMEOUT).build()?;
        Ok(Self {
            bucket,
            keys: Credentials::new(config.key.clone(), config.secret.clone()),
            client,
            prefix: config.prefix.clone(),
            part: config.part.max(1),
        })
    }

    pub(super) fn display_name(&self) -> String {
        format!("s3://{}/{}", self.bucket.name(), self.prefix)
    }

    fn key(&self, name: &str) -> String {
        format!("{}{name}", self.prefix)
    }

    /// Stores a short text.
    pub(super) async fn put_text(&self, name: &str, bytes: Vec<u8>) -> Result<(), BoxError> {
        let key = self.key(name);
        let url = self.bucket.put_object(Some(&self.keys), &key).sign(URL_LIFETIME);
        send(self.client.put(url).body(bytes)).await?;
        Ok(())
    }

    /// Stores a file, in parts if it is large, so that only one part is in memory.
    pub(super) async fn put_file(&self, name: &str, path: &Path) -> Result<(), BoxError> {
        let length = std::fs::metadata(path)?.len();
        // There may be at most 10,000 parts.
        let part = self.part.max(usize::try_from(length / 9_000)?);
        let mut file = File::open(path)?;
        if length <= part as u64 {
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes)?;
            return self.put_text(name, bytes).await;
        }
        let key = self.key(name);
        let create = self.bucket.create_multipart_upload(Some(&self.keys), &key);
        let text = send(self.client.post(create.sign(URL_LIFETIME))).await?.text();
        let upload = CreateMultipartUpload::parse_response(&text.await.map_err(without_url)?)?;
        let sent = self.send_parts(&key, upload.upload_id(), file, part).await;
        if sent.is_err() {
            let abort = self.bucket.abort_multipart_upload(Some(&self.keys), &key, upload.upload_id());
            // Best effort: buckets also clear unfinished uploads.
            let _ = send(self.client.delete(abort.sign(URL_LIFETIME))).await;
        }
        sent
    }

    async fn send_parts(&self, key: &str, upload: &str, mut file: File, part: usize) -> Result<(), BoxError> {
        let mut tags: Vec<String> = Vec::new();
        loop {
            let mut bytes = Vec::with_capacity(part);
            (&mut file).take(part as u64).read_to_end(&mut bytes)?;
            if bytes.is_empty() {
                break;
            }
            let number = u16::try_from(tags.len() + 1)?;
            let action = self.bucket.upload_part(Some(&self.keys), key, number, upload);
            let answer = send(self.client.put(action.sign(URL_LIFETIME)).body(bytes)).await?;
            let tag = answer.headers().get(ETAG).ok_or("a part has no ETag")?;
            tags.push(tag.to_str()?.to_owned());
        }
        let each = tags.iter().map(String::as_str);
        let action = self.bucket.complete_multipart_upload(Some(&self.keys), key, upload, each);
        let url = action.sign(URL_LIFETIME);
        let text = send(self.client.post(url).body(action.body())).await?.text();
        let text = text.await.map_err(without_url)?;
        // A response with status 200 may still end in an error.
        if text.contains("<Error>") {
            return Err(short_error(&text).into());
        }
        Ok(())
    }

    /// The hash of a stored file, read back.
    pub(super) async fn hash_stored(&self, name: &str) -> Result<String, BoxError> {
        let mut hash = Sha256::new();
        let mut answer = self.get(name).await?.ok_or("it is not there")?;
        while let Some(bytes) = answer.chunk().await.map_err(without_url)? {
            hash.update(&bytes);
        }
        Ok(hex::encode(hash.finalize()))
    }

    /// Downloads a stored file.
    pub(super) async fn download(&self, name: &str, path: &Path) -> Result<(), BoxError> {
        let mut answer = self.get(name).await?.ok_or("it is not there")?;
        let mut file = File::create(path)?;
        while let Some(bytes) = answer.chunk().await.map_err(without_url)? {
            file.write_all(&bytes)?;
        }
        file.sync_all()?;
        Ok(())
    }

    /// A short text; `None` if it does not exist.
    pub(super) async fn read_text(&self, name: &str) -> Result<Option<String>, BoxError> {
        match self.get(name).await? {
            Some(answer) => Ok(Some(answer.text().await.map_err(without_url)?)),
            None => Ok(None),
        }
    }

    async fn get(&self, name: &str) -> Result<Option<Response>, BoxError> {
        let key = self.key(name);
        let url = self.bucket.get_object(Some(&self.keys), &key).sign(URL_LIFETIME);
        let answer = self.client.get(url).send().await.map_err(without_url)?;
        if answer.status() == StatusCode::NOT_FOUND {
            return Ok(None);
        }
        check_status(answer).await.map(Some)
    }

    /// Removes a stored file.
    pub(super) async fn remove(&self, name: &str) -> Result<(), BoxError> {
        let key = self.key(name);
        let url = self.bucket.delete_object(Some(&self.keys), &key).sign(URL_LIFETIME);
        send(self.client.delete(url)).await?;
        Ok(())
    }

    /// The names below the prefix.
    pub(super) async fn names(&self) -> Result<Vec<String>, BoxError> {
        let mut names = Vec::new();
        let mut next: Option<String> = None;
        loop {
            let mut list = self.bucket.list_objects_v2(Some(&self.keys));
            list.with_prefix(self.prefix.as_str());
            if let Some(token) = &next {
                list.with_continuation_token(token.as_str());
            }
            let text = send(self.client.get(list.sign(URL_LIFETIME))).await?.text();
            let page = ListObjectsV2::parse_response(&text.await.map_err(without_url)?)?;
            for object in page.contents {
                let name = object.key.strip_prefix(&self.prefix);
                names.extend(name.map(str::to_owned));
            }
            next = page.next_continuation_token;
            if next.is_none() {
                return Ok(names);
            }
        }
    }
}

/// Sends a request. Returns the response unless it is an error.
async fn send(request: reqwest::RequestBuilder) -> Result<Response, BoxError> {
    check_status(request.send().await.map_err(without_url)?).await
}

async fn check_status(answer: Response) -> Result<Response, BoxError> {
    let status = answer.status();
    if status.is_success() {
        return Ok(answer);
    }
    let text = answer.text().await.unwrap_or_default();
    Err(format!("the bucket says {status} {}", short_error(&text)).into())
}

/// A bucket's error message: its code and text, if there are any.
fn short_error(text: &str) -> String {
    let part = |name: &str| {
        let (_, rest) = text.split_once(&format!("<{name}>"))?;
        Some(rest.split_once('<')?.0.to_owned())
    };
    let texts: Vec<String> = [part("Code"), part("Message")].into_iter().flatten().collect();
    texts.join(": ").chars().take(ERROR_TEXT_MAX).collect()
}

/// An error without the address, which is signed and can be used by anybody for a while.
fn without_url(error: reqwest::Error) -> BoxError {
    error.without_url().into()
}
