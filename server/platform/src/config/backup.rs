//! The configuration of backups.

use std::path::PathBuf;

use url::Url;

use super::{ConfigError, is_address, parse_variable, stripe};

/// Where backups are stored, when they are made, and how many are stored.
#[derive(Debug, Clone)]
pub struct BackupConfig {
    /// `PLUMBLINE_BACKUP_TO`; `None`: no automatic backups.
    pub to: Option<Destination>,
    /// `PLUMBLINE_BACKUP_AT`: hour and minute of the day in London.
    pub at: (u32, u32),
    /// `PLUMBLINE_BACKUP_KEEP`: how many verified backups are stored.
    pub keep: usize,
}

/// Where backups are stored.
#[derive(Debug, Clone)]
pub enum Destination {
    /// A folder, preferably on another disk.
    Folder(PathBuf),
    /// A bucket with the S3 API.
    S3(S3Config),
}

/// A bucket and its keys.
#[derive(Clone)]
pub struct S3Config {
    /// The name of the bucket.
    pub bucket: String,
    /// The prefix of all names in the bucket: empty, or ending in `/`.
    pub prefix: String,
    /// `S3_ENDPOINT`; `None`: Amazon's endpoint for the region.
    pub endpoint: Option<Url>,
    /// `S3_REGION`.
    pub region: String,
    /// `S3_ACCESS_KEY_ID`.
    pub key: String,
    /// `S3_SECRET_ACCESS_KEY`.
    pub secret: String,
    /// How many bytes are uploaded at once; a longer file is uploaded in parts. Not an environment variable, but tests
    /// set smaller parts.
    pub part: usize,
}

/// The default size of a part, in bytes. Buckets accept up to 10,000 parts of at least 5 MB.
const PART: usize = 16 * 1024 * 1024;

impl std::fmt::Debug for S3Config {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("S3Config")
            .field("bucket", &self.bucket)
            .field("prefix", &self.prefix)
            .field("endpoint", &self.endpoint.as_ref().map(Url::as_str))
            .field("region", &self.region)
            .finish_non_exhaustive()
    }
}

const TO: &str = "PLUMBLINE_BACKUP_TO";

impl BackupConfig {
    pub(super) fn read(get: &impl Fn(&'static str) -> Option<String>) -> Result<Self, ConfigError> {
        Ok(Self {
            to: match get(TO) {
                Some(text) => Some(parse_destination(&text, get)?),
                None => None,
            },
            at: parse_variable(
                get("PLUMBLINE_BACKUP_AT"),
                "PLUMBLINE_BACKUP_AT",
                "a time of day such as 03:00",
                parse_time_of_day,
            )?
            .unwrap_or((3, 0)),
            keep: parse_variable(
                get("PLUMBLINE_BACKUP_KEEP"),
                "PLUMBLINE_BACKUP_KEEP",
                "a whole number from 1 to 1000",
                |text| text.parse().ok().filter(|count| (1..=1000).contains(count)),
            )?
            .unwrap_or(14),
        })
    }
}

/// Reads a folder or an address of a bucket.
pub(super) fn parse_destination(
    text: &str,
    get: &impl Fn(&'static str) -> Option<String>,
) -> Result<Destination, ConfigError> {
    let text = text.trim();
    let expected = "a folder, or s3://bucket/prefix";
    let Some(rest) = text.strip_prefix("s3://") else {
        return match is_address(text) {
            // As a folder it would be printed, and it may contain a password.
            true => Err(ConfigError::without_value(TO, expected)),
            false => Ok(Destination::Folder(PathBuf::from(text))),
        };
    };
    let (bucket, prefix) = rest.split_once('/').unwrap_or((rest, ""));
    let is_name = |sign: char| sign.is_ascii_alphanumeric() || ".-_".contains(sign);
    if bucket.is_empty() || !bucket.chars().all(is_name) {
        return Err(ConfigError::without_value(TO, expected));
    }
    let prefix = prefix.trim_matches('/');
    let endpoint = parse_variable(
        get("S3_ENDPOINT"),
        "S3_ENDPOINT",
        "an https address (or http on this machine), such as https://s3.example",
        stripe::parse_api_base,
    )?;
    let region = parse_variable(
        get("S3_REGION"),
        "S3_REGION",
        "the name of a region, such as eu-west-2",
        // It becomes part of Amazon's address and of each request's signature.
        |text| text.chars().all(|sign| is_name(sign) || sign == ':').then(|| text.to_owned()),
    )?;
    let needed = |name: &'static str| {
        let missing = || ConfigError::without_value(name, "set where backups go to s3://…");
        get(name).map(|value| value.trim().to_owned()).ok_or_else(missing)
    };
    Ok(Destination::S3(S3Config {
        bucket: bucket.to_owned(),
        prefix: if prefix.is_empty() { String::new() } else { format!("{prefix}/") },
        endpoint,
        region: region.unwrap_or_else(|| "us-east-1".to_owned()),
        key: needed("S3_ACCESS_KEY_ID")?,
        secret: needed("S3_SECRET_ACCESS_KEY")?,
        part: PART,
    }))
}

fn parse_time_of_day(text: &str) -> Option<(u32, u32)> {
    let (hour, minute) = text.split_once(':')?;
    let (hour, minute) = (hour.parse().ok()?, minute.parse().ok()?);
    (hour < 24 && minute < 60).then_some((hour, minute))
}

#[cfg(test)]
mod tests {
    use super::super::Config;
    use super::Destination;

    fn read(set: &[(&str, &str)]) -> Result<Config, String> {
        let value = |name: &str| set.iter().find(|(key, _)| *key == name);
        let lookup = |name: &str| value(name).map(|(_, value)| (*value).to_owned());
        Config::from_lookup(lookup).map_err(|error| error.to_string())
    }

    #[test]
    fn backs_up_to_a_folder_or_to_a_bucket_with_keys() {
        let config = read(&[("PLUMBLINE_BACKUP_TO", "/mnt/spare")]).expect("a folder");
        assert!(matches!(config.backup.to, Some(Destination::Folder(_))));
        assert_eq!((config.backup.at, config.backup.keep), ((3, 0), 14));
        let keys = [
            ("PLUMBLINE_BACKUP_TO", "s3://spare/plumbline/"),
            ("S3_ACCESS_KEY_ID", "me"),
            ("S3_SECRET_ACCESS_KEY", "hush"),
        ];
        let config = read(&keys).expect("a bucket");
        let Some(Destination::S3(s3)) = &config.backup.to else {
            panic!("{:?}", config.backup);
        };
        assert_eq!((&*s3.bucket, &*s3.prefix), ("spare", "plumbline/"));
        assert!(!format!("{:?}", config.backup).contains("hush"));
        let error = read(&keys[..2]).expect_err("no secret");
        assert!(error.starts_with("S3_SECRET_ACCESS_KEY must be "), "{error}");
    }

    #[test]
    fn accepts_only_a_region_that_can_be_part_of_an_address() {
        let region = |text: &str| -> Result<String, String> {
            let config = read(&[
                ("PLUMBLINE_BACKUP_TO", "s3://spare"),
                ("S3_ACCESS_KEY_ID", "me"),
                ("S3_SECRET_ACCESS_KEY", "hush"),
                ("S3_REGION", text),
            ])?;
            match config.backup.to {
                Some(Destination::S3(s3)) => Ok(s3.region),
                other => panic!("{other:?}"),
            }
        };
        for good in ["eu-west-2", "auto", "default:spare"] {
            assert_eq!(region(good), Ok(good.to_owned()));
        }
        for bad in ["eu west", "eu/west", "eu{west", "südwest"] {
            let error = region(bad).expect_err(bad);
            assert!(error.starts_with("S3_REGION must be the name of a region"), "{error}");
        }
    }

    #[test]
    fn refuses_an_address_as_a_backup_folder() {
        for address in
            ["https://me:hush@s3.example/spare", "S3://me:hush@spare", "postgres://me:hush@host/spare"]
        {
            let error = read(&[("PLUMBLINE_BACKUP_TO", address)]).expect_err(address);
            let expected = "PLUMBLINE_BACKUP_TO must be a folder, or s3://bucket/prefix.";
            assert_eq!(error, expected);
        }
    }

    #[test]
    fn accepts_only_valid_times_of_day() {
        let at = |text| read(&[("PLUMBLINE_BACKUP_AT", text)]).map(|config| config.backup.at);
        assert_eq!(at("04:30"), Ok((4, 30)));
        for bad in ["24:00", "3", "03:60", "night"] {
            assert!(at(bad).is_err(), "{bad}");
        }
    }
}
