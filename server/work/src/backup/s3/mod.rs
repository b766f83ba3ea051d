//! An S3 bucket, through `object_store`.

mod requests;

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::path::Path;

use futures::StreamExt as _;
use object_store::aws::{AmazonS3, AmazonS3Builder};
use object_store::path::Path as Key;
use object_store::{GetResult, MultipartUpload, ObjectStore as _, ObjectStoreExt as _, RetryConfig};
use reqwest::StatusCode;
use sha2::{Digest as _, Sha256};
use url::Url;

use plumbline_platform::config::S3Config;
use plumbline_platform::error::BoxError;

use requests::{Requests, find_refusal, plain_error};

/// A bucket of an S3 service.
pub struct Bucket {
    store: AmazonS3,
    name: String,
    prefix: String,
    part: usize,
}

impl Bucket {
    /// The bucket of a configuration.
    pub(super) fn new(config: &S3Config) -> Result<Self, BoxError> {
        // At Amazon the bucket's name is part of the host, elsewhere of the path.
        let address = match &config.endpoint {
            Some(endpoint) => endpoint.join(&config.bucket),
            None => Url::parse(&format!("https://{}.s3.{}.amazonaws.com", config.bucket, config.region)),
        };
        let address = address.map_err(|error| format!("the bucket has no address: {error}"))?;
        parse_key(&config.prefix)?;
        let store = AmazonS3Builder::new()
            // With this an endpoint is the bucket's whole address. It is put together here, because `object_store`
            // panics at one that is not valid.
            .with_virtual_hosted_style_request(true)
            .with_endpoint(address.as_str().trim_end_matches('/'))
            .with_bucket_name(&config.bucket)
            .with_region(&config.region)
            .with_access_key_id(&config.key)
            .with_secret_access_key(&config.secret)
            // Some services can't delete several files with one request.
            .with_disable_bulk_delete(true)
            // The job of the nightly backup tries again.
            .with_retry(RetryConfig { max_retries: 0, ..RetryConfig::default() })
            .with_http_connector(Requests::new()?)
            .build()?;
        Ok(Self {
            store,
            name: config.bucket.clone(),
            prefix: config.prefix.clone(),
            part: config.part.max(1),
        })
    }

    pub(super) fn display_name(&self) -> String {
        format!("s3://{}/{}", self.name, self.prefix)
    }

    fn key(&self, name: &str) -> Result<Key, BoxError> {
        parse_key(&format!("{}{name}", self.prefix))
    }

    /// Stores a short text.
    pub(super) async fn put_text(&self, name: &str, bytes: Vec<u8>) -> Result<(), BoxError> {
        self.store.put(&self.key(name)?, bytes.into()).await.map_err(plain_error)?;
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
        let mut upload = self.store.put_multipart(&self.key(name)?).await.map_err(plain_error)?;
        let sent = send_parts(upload.as_mut(), file, part).await;
        if sent.is_err() {
            // Best effort: buckets also clear unfinished uploads.
            let _ = upload.abort().await;
        }
        sent
    }

    /// The hash of a stored file, read back.
    pub(super) async fn hash_stored(&self, name: &str) -> Result<String, BoxError> {
        let mut hash = Sha256::new();
        let mut chunks = self.get(name).await?.ok_or("it is not there")?.into_stream();
        while let Some(bytes) = chunks.next().await {
            hash.update(&bytes.map_err(plain_error)?);
        }
        Ok(hex::encode(hash.finalize()))
    }

    /// Downloads a stored file.
    pub(super) async fn download(&self, name: &str, path: &Path) -> Result<(), BoxError> {
        let mut chunks = self.get(name).await?.ok_or("it is not there")?.into_stream();
        let mut file = File::create(path)?;
        while let Some(bytes) = chunks.next().await {
            file.write_all(&bytes.map_err(plain_error)?)?;
        }
        file.sync_all()?;
        Ok(())
    }

    /// A short text; `None` if it does not exist.
    pub(super) async fn read_text(&self, name: &str) -> Result<Option<String>, BoxError> {
        let Some(found) = self.get(name).await? else {
            return Ok(None);
        };
        let bytes = found.bytes().await.map_err(plain_error)?;
        Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
    }

    async fn get(&self, name: &str) -> Result<Option<GetResult>, BoxError> {
        match self.store.get(&self.key(name)?).await {
            Ok(found) => Ok(Some(found)),
            Err(error) if find_refusal(&error).is_some_and(|it| it.status == StatusCode::NOT_FOUND) => {
                Ok(None)
            }
            Err(error) => Err(plain_error(error)),
        }
    }

    /// Removes a stored file.
    pub(super) async fn remove(&self, name: &str) -> Result<(), BoxError> {
        self.store.delete(&self.key(name)?).await.map_err(plain_error)
    }

    /// The names directly below the prefix. Files further below aren't ours, and `object_store` refuses a list
    /// with some of their names, such as one with two slashes in a row.
    pub(super) async fn names(&self) -> Result<Vec<String>, BoxError> {
        let folder = parse_key(&self.prefix)?;
        let found = self.store.list_with_delimiter(Some(&folder)).await.map_err(plain_error)?;
        let names = found.objects.iter().filter_map(|it| it.location.as_ref().strip_prefix(&self.prefix));
        Ok(names.map(str::to_owned).collect())
    }
}

/// A name in a bucket as it is. (`Key::from` would encode some characters.)
fn parse_key(text: &str) -> Result<Key, BoxError> {
    Key::parse(text).map_err(|error| format!("the bucket has no such name: {error}").into())
}

async fn send_parts(upload: &mut dyn MultipartUpload, mut file: File, part: usize) -> Result<(), BoxError> {
    loop {
        let mut bytes = Vec::with_capacity(part);
        (&mut file).take(part as u64).read_to_end(&mut bytes)?;
        if bytes.is_empty() {
            break;
        }
        upload.put_part(bytes.into()).await.map_err(plain_error)?;
    }
    upload.complete().await.map_err(plain_error)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Bucket, S3Config};

    fn open(endpoint: Option<&str>, region: &str, prefix: &str) -> Result<String, String> {
        let config = S3Config {
            bucket: "spare".to_owned(),
            prefix: prefix.to_owned(),
            endpoint: endpoint.map(|address| address.parse().expect("an address")),
            region: region.to_owned(),
            key: "key".to_owned(),
            secret: "hush".to_owned(),
            part: 1,
        };
        Bucket::new(&config).map(|bucket| bucket.display_name()).map_err(|error| error.to_string())
    }

    #[test]
    fn refuses_a_bucket_that_can_have_no_address() {
        assert_eq!(open(None, "eu-west-2", ""), Ok("s3://spare/".to_owned()));
        assert_eq!(open(Some("https://s3.example"), "auto", "a~b/"), Ok("s3://spare/a~b/".to_owned()));
        let error = open(None, "eu west", "").expect_err("a space");
        assert!(error.starts_with("the bucket has no address: "), "{error}");
        for prefix in ["a//b/", "a/../b/"] {
            let error = open(None, "eu-west-2", prefix).expect_err(prefix);
            assert!(error.starts_with("the bucket has no such name: "), "{error}");
        }
    }
}
