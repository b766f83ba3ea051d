use super::*;

fn read(name: &str, value: &str) -> Result<Config, ConfigError> {
    Config::from_lookup(|query| (query == name).then(|| value.to_owned()))
}

#[test]
fn wrong_values_are_named() {
    for (name, value) in [
        ("PLUMBLINE_LISTEN", "8080"),
        ("PLUMBLINE_PUBLIC_URL", "quotes.example"),
        ("PLUMBLINE_PUBLIC_URL", "https://quotes.example/app"),
        ("DATABASE_URL", "mysql://localhost"),
        ("PLUMBLINE_DB_CONNECTIONS", "1"),
        ("SMTP_URL", "http://localhost"),
        ("PLUMBLINE_MAIL_FROM", "nobody"),
        ("PLUMBLINE_LOG_FORMAT", "xml"),
        ("PLUMBLINE_TRUSTED_PROXIES", "-1"),
        ("PLUMBLINE_LIMIT_FACTOR", "0"),
        ("PLUMBLINE_CLOCK_AHEAD", "-1"),
        ("PLUMBLINE_EXPECT_DATA", "perhaps"),
        ("PLUMBLINE_BACKUP_TO", "s3:///prefix"),
        ("PLUMBLINE_BACKUP_TO", "https://s3.example/spare"),
        ("PLUMBLINE_DATA", "postgres://me@host/plumbline"),
        ("PLUMBLINE_BACKUP_AT", "25:00"),
        ("PLUMBLINE_BACKUP_KEEP", "0"),
        ("PLUMBLINE_METRICS_LISTEN", "9100"),
        ("PLUMBLINE_PDF_SECONDS", "0"),
        ("PLUMBLINE_PDF_MEGABYTES", "63"),
        ("PLUMBLINE_QUOTA_DOCUMENTS", "0"),
        ("PLUMBLINE_QUOTA_PICTURES", "many"),
        ("PLUMBLINE_QUOTA_MEGABYTES", "100000001"),
        ("PLUMBLINE_SUPPORT_EMAIL", "help"),
        ("PLUMBLINE_CAPTCHA", "hard"),
        ("PLUMBLINE_CAPTCHA", "recaptcha"),
        ("PLUMBLINE_CAPTCHA_COST", "1"),
        ("RECAPTCHA_ENTERPRISE", "perhaps"),
        ("RECAPTCHA_HOST", "www.google.com"),
    ] {
        let error = read(name, value).expect_err(name).to_string();
        assert!(error.starts_with(&format!("{name} must be ")), "{error}");
        // An address may contain a secret.
        let is_shown = !value.contains("//");
        assert_eq!(error.contains(value), is_shown, "{error}");
    }
}

/// However the value is broken, nobody can say which part of a broken address is the password.
#[test]
fn no_secret_is_printed() {
    for name in VARIABLES.iter().map(|variable| variable.name) {
        for value in [
            "http://me:hush@host",
            "smtp://me:hu#sh@host",
            "smtp://me:12#hush@host",
            "postgres://me:hu/sh@host/plumbline",
            "postgres://me:12?hush@host/plumbline",
            "https://me:hu?sh@host",
            "https://:hush@host",
            "\"smtp://me:hush@host\"",
            "'postgres://me:hush@host'",
            "\"smtp://me:hush@host",
            "sk-hush-0123456789-0123456789",
        ] {
            let error = match read(name, value) {
                Err(error) => error,
                // A folder is printed in messages about it, so an address must not be taken for one.
                Ok(config) => {
                    let folders = format!("{:?} {:?}", config.data, config.backup.to);
                    assert!(!folders.contains("://"), "{name}: {folders}");
                    continue;
                }
            };
            let (error, debug) = (error.to_string(), format!("{error:?}"));
            assert!(error.contains(" must be "), "{error}");
            for text in [error, debug] {
                assert!(!text.contains("sh@") && !text.contains("hush"), "{text}");
            }
        }
    }
}

/// Even a short one.
#[test]
fn a_wrong_value_of_an_address_or_a_key_is_not_printed() {
    for name in ["SMTP_URL", "DATABASE_URL"] {
        let error = read(name, "me:hush").expect_err(name).to_string();
        assert!(!error.contains("hush"), "{error}");
    }
}

#[test]
fn says_how_to_fix_an_invalid_address() {
    for (name, value) in [
        ("SMTP_URL", "smtp://me:hu#sh@host"),
        ("SMTP_URL", "smtp://me:12/sh@host"),
        ("DATABASE_URL", "postgres://me:hu#sh@host/plumbline"),
        ("DATABASE_URL", "postgres://me:12?sh@host/plumbline"),
    ] {
        let error = read(name, value).expect_err(value).to_string();
        let starts = error.starts_with(&format!("{name} must be an address "));
        assert!(starts && error.contains("# as %23"), "{error}");
    }
    for name in ["SMTP_URL", "DATABASE_URL", "S3_ENDPOINT", "AI_BASE_URL", "PLUMBLINE_LISTEN"] {
        for quoted in
            ["\"smtp://me:hush@host\"", "'127.0.0.1:8080'", "“hush”", "‘hush’", "”hush“", "«hush»", "`hush`"]
        {
            let error = read(name, quoted).expect_err(quoted).to_string();
            let expected = format!("{name} must be without the quotes around its value.");
            assert_eq!(error, expected);
        }
    }
    let encoded = "postgres://me:p%40s%23@db.example/plumbline?sslmode=require";
    let config = read("DATABASE_URL", encoded).expect("an address");
    assert_eq!(config.database_url.as_deref(), Some(encoded));
    assert!(!format!("{config:?}").contains("p%40s"));
}

/// Whatever a program or a person adds to a value, the message names the variable and doesn't print the value.
#[test]
fn names_the_variable_of_a_badly_written_value_without_printing_it() {
    let set = |name: &str, value: &str| {
        Config::from_lookup(|query| {
            let value = match (name, query) {
                _ if query == name => value,
                ("AI_BASE_URL" | "AI_API_KEY", "AI_MODEL") => "small",
                ("AI_API_KEY", "AI_BASE_URL") => "https://ai.example/v1",
                ("S3_ENDPOINT", "S3_SECRET_ACCESS_KEY") | ("S3_SECRET_ACCESS_KEY", "S3_ACCESS_KEY_ID") => {
                    "key"
                }
                ("S3_ENDPOINT", "S3_ACCESS_KEY_ID") => "key",
                ("S3_ENDPOINT" | "S3_SECRET_ACCESS_KEY", "PLUMBLINE_BACKUP_TO") => "s3://spare",
                ("RECAPTCHA_SECRET_KEY", "RECAPTCHA_SITE_KEY") => "site",
                ("META_ACCESS_TOKEN", "META_PIXEL_ID") => "1234567890",
                _ => return None,
            };
            Some(value.to_owned())
        })
    };
    let addresses = [
        ("SMTP_URL", "smtp"),
        ("DATABASE_URL", "postgres"),
        ("S3_ENDPOINT", "https"),
        ("AI_BASE_URL", "https"),
        ("PLUMBLINE_PUBLIC_URL", "https"),
    ];
    let keys = [
        "RECAPTCHA_SECRET_KEY",
        "STRIPE_SECRET_KEY",
        "STRIPE_WEBHOOK_SECRET",
        "AI_API_KEY",
        "S3_SECRET_ACCESS_KEY",
        "META_ACCESS_TOKEN",
        "PLUMBLINE_METRICS_TOKEN",
    ];
    let address_faults = [
        ("a byte order mark", "\u{feff}smtp://me:hush@host"),
        ("an invisible space", "smtp://me:hush@host\u{200b}"),
        ("a soft hyphen", "smtp://me:hu\u{ad}sh@host"),
        ("bytes that aren't UTF-8", "smtp://me:hu\u{fffd}sh@host"),
        ("a line break in it", "smtp://me:hush@\nhost"),
        ("two lines", "smtp://me:hush@host\nAI_MODEL=small"),
        ("a tab in it", "smtp://me:hush@\thost"),
        ("a space in the password", "smtp://me:hu sh@host"),
        ("a remark after it", "smtp://me:hush@host # the mail server"),
        ("its name", "{name}=smtp://me:hush@host"),
        ("its name and export", "export {name} = smtp://me:hush@host"),
        ("a quote at the beginning", "“smtp://me:hush@host"),
        ("a quote at the end", "smtp://me:hush@host`"),
        ("quotes of two kinds", "\"smtp://me:hush@host'"),
        ("angle brackets", "<smtp://me:hush@host>"),
        ("one slash", "smtp:/me:hush@host"),
        ("no slashes", "smtp:me:hush@host"),
        ("no colon", "smtp//me:hush@host"),
        ("no scheme", "me:hush@host:587"),
        ("another scheme", "ftp://me:hush@host"),
        ("a # in the password", "smtp://me:hu#sh@host"),
        ("a / in the password", "smtp://me:hu/sh@host"),
        ("a ? in the password", "smtp://me:hu?sh@host"),
        ("a [ in the password", "smtp://me:hu[sh@host:x"),
        ("a port that is none", "smtp://me:hush@host:port"),
        ("two ports", "smtp://me:hush@host:25:587"),
        ("a comma between two", "smtp://me:hush@host,smtp://me:hush@other"),
    ];
    let key_faults = [
        ("a byte order mark", "\u{feff}sk_hush-0123456789-abcdef"),
        ("an invisible space", "sk_hush-0123456789-\u{200b}abcdef"),
        ("bytes that aren't UTF-8", "sk_hush-0123456789-\u{fffd}abcdef"),
        ("a line break in it", "sk_hush-0123456789\nabcdef"),
        ("a space in it", "sk_hush-0123456789 abcdef"),
        ("a no-break space in it", "sk_hush-0123456789\u{a0}abcdef"),
        ("a remark after it", "sk_hush-0123456789-abcdef # key"),
        ("its name", "{name}=sk_hush-0123456789-abcdef"),
        ("quotes around it", "“sk_hush-0123456789-abcdef”"),
        ("a quote at the beginning", "\"sk_hush-0123456789-abcdef"),
        ("a quote at the end", "sk_hush-0123456789-abcdef’"),
        ("a dash of another kind", "sk_hush–0123456789-abcdef"),
        ("an ellipsis", "sk_hush-0123456789…"),
    ];
    let of_addresses = addresses.iter().flat_map(|(name, scheme)| {
        address_faults.map(|(title, value)| (*name, title, value.replace("smtp", scheme)))
    });
    let of_keys =
        keys.iter().flat_map(|name| key_faults.map(|(title, value)| (*name, title, value.to_owned())));
    for (name, title, value) in of_addresses.chain(of_keys) {
        let value = value.replace("{name}", name);
        let Err(error) = set(name, &value) else {
            panic!("{name} with {title} is accepted");
        };
        let (text, debug) = (error.to_string(), format!("{error:?}"));
        assert!(text.starts_with(&format!("{name} must be ")), "{title}: {text}");
        assert!(!text.contains("hu") && !debug.contains("hush"), "{title}: {text} {debug}");
    }
    // A folder is printed, so an address without its slashes isn't taken for one.
    for name in ["PLUMBLINE_DATA", "PLUMBLINE_BACKUP_TO", "SMTP_CA_FILE"] {
        for value in ["smtp:me:hush@host", "me:hush@host", "postgres:/me:hush@host/plumbline"] {
            let error = set(name, value).expect_err(name).to_string();
            assert!(error.starts_with(&format!("{name} must be ")) && !error.contains("hush"), "{error}");
        }
    }
    let error = set("DATABASE_URL", "sqlite:postgres://me:hush@host").expect_err("no path").to_string();
    assert!(error.starts_with("DATABASE_URL must be ") && !error.contains("hush"), "{error}");
}

#[test]
fn accepts_values_that_are_written_in_another_usual_way() {
    for (name, value) in [
        ("SMTP_URL", "SMTP://me:pass@host"),
        ("SMTP_URL", " smtps://me:pass@host \n"),
        ("SMTP_URL", "smtp://me:p@ss@host"),
        ("SMTP_URL", "smtp://me:it's@host/"),
        ("PLUMBLINE_PUBLIC_URL", "HTTPS://Quotes.example/"),
        ("DATABASE_URL", "sqlite:///data/plumbline.db"),
        ("DATABASE_URL", "sqlite:my data@home/plumbline.db"),
        ("DATABASE_URL", "postgres://me:p@ss@host/plumbline\r\n"),
        ("PLUMBLINE_MAIL_FROM", "\"Taylor, Plumbing\" <hello@quotes.example>"),
        ("PLUMBLINE_DATA", "/mnt/my data/it's mine"),
        ("PLUMBLINE_LISTEN", " 127.0.0.1:8080\n"),
    ] {
        let read = read(name, value);
        assert!(read.is_ok(), "{name}={value:?}: {:?}", read.err());
    }
}

/// Each is read by the same function, so what one refuses, all refuse.
#[test]
fn refuses_an_address_that_would_be_read_only_in_part() {
    let read = |name: &str, value: &str| {
        Config::from_lookup(|query| {
            let value = match (name, query) {
                _ if query == name => value,
                ("AI_BASE_URL", "AI_MODEL") => "small",
                ("S3_ENDPOINT", "PLUMBLINE_BACKUP_TO") => "s3://spare",
                ("S3_ENDPOINT", "S3_ACCESS_KEY_ID" | "S3_SECRET_ACCESS_KEY") => "key",
                _ => return None,
            };
            Some(value.to_owned())
        })
    };
    for (name, scheme) in [
        ("PLUMBLINE_PUBLIC_URL", "https"),
        ("AI_BASE_URL", "https"),
        ("RECAPTCHA_HOST", "https"),
        ("RECAPTCHA_VERIFY_URL", "https"),
        ("STRIPE_API_BASE", "https"),
        ("META_API_BASE", "https"),
        ("S3_ENDPOINT", "https"),
        ("PLUMBLINE_PUSH_SERVICE", "https"),
        ("SMTP_URL", "smtps"),
        ("DATABASE_URL", "postgres"),
    ] {
        assert!(read(name, &format!("{scheme}://host")).is_ok(), "{name}");
        for rest in [
            "me:12/hush@host",
            "me:12?hush@host",
            "me:12#hush@host",
            "me:12/hush@host/v1",
            "host\"",
            "host'",
            "ho st",
            "ho\nst",
        ] {
            let error = read(name, &format!("{scheme}://{rest}")).expect_err(name);
            let error = error.to_string();
            assert!(error.starts_with(&format!("{name} must be ")), "{error}");
            assert!(!error.contains("hush"), "{error}");
        }
    }
}

#[test]
fn every_variable_is_in_the_help() {
    let seen = std::cell::RefCell::new(Vec::new());
    let config = Config::from_lookup(|name| {
        seen.borrow_mut().push(name.to_owned());
        None
    });
    assert!(config.is_ok());
    for name in seen.into_inner() {
        assert!(help_text().contains(&name), "{name}");
    }
}

#[test]
fn every_variable_is_documented_with_its_help() {
    let settings = include_str!("../../../../docs/operations.md");
    for variable in VARIABLES {
        let line = settings.lines().find(|line| line.starts_with(&format!("| `{}` |", variable.name)));
        let line = line.expect(variable.name);
        assert!(line.ends_with(&format!("| {} |", variable.help)), "{line}");
    }
}
