use super::*;

fn read(name: &str, value: &str) -> Result<Config, ConfigError> {
    Config::from_lookup(|asked| (asked == name).then(|| value.to_owned()))
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
        assert!(error.contains(value), "{error}");
    }
}

#[test]
fn a_password_is_not_printed() {
    let error = read("SMTP_URL", "http://me:secret@host")
        .expect_err("scheme")
        .to_string();
    assert!(!error.contains("secret"), "{error}");
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
        assert!(help().contains(&name), "{name}");
    }
}

#[test]
fn every_variable_is_in_the_readme() {
    let readme = include_str!("../../../README.md");
    for variable in VARIABLES {
        assert!(
            readme.contains(&format!("| `{}` |", variable.name)),
            "{}",
            variable.name
        );
    }
}
