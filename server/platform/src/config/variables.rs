//! Every variable of the environment that the server reads.

use std::fmt::Write as _;

/// One environment variable.
pub struct Variable {
    /// The name.
    pub name: &'static str,
    /// The default, as the help prints it.
    pub default: &'static str,
    /// The description of the variable.
    pub help: &'static str,
}

/// Every variable that the server reads.
pub const VARIABLES: &[Variable] = &[
    Variable {
        name: "PLUMBLINE_LISTEN",
        default: "127.0.0.1:8080",
        help: "Address and port to serve on; port 0 picks a free one and prints it.",
    },
    Variable {
        name: "PLUMBLINE_DATA",
        default: "./data",
        help: "Folder for the database, the files and, without a mail server, the emails.",
    },
    Variable {
        name: "PLUMBLINE_EXPECT_DATA",
        default: "decided by what is in the folder and next to it",
        help: "yes refuses to start without a database, such as when a disk is not mounted: set it after the first start. no starts with an empty database whatever is there.",
    },
    Variable {
        name: "PLUMBLINE_PUBLIC_URL",
        default: "the listening address",
        help: "Address under which people reach the server, such as https://quotes.example; links in emails begin with it, and https makes cookies Secure.",
    },
    Variable {
        name: "DATABASE_URL",
        default: "SQLite in PLUMBLINE_DATA",
        help: "postgres://user:password@host/database, or sqlite:path.",
    },
    Variable {
        name: "PLUMBLINE_DB_CONNECTIONS",
        default: "8",
        help: "Connections to the database, 2 to 200.",
    },
    Variable {
        name: "SMTP_URL",
        default: "emails are written to PLUMBLINE_DATA/mail",
        help: "smtp://user:password@host:587?tls=required, or smtps://…; percent-encode characters such as @ : / # ? % in a user name or password (@ as %40).",
    },
    Variable {
        name: "SMTP_CA_FILE",
        default: "the authorities that browsers trust",
        help: "A file with certificates (PEM) that the mail server's certificate may come from as well, such as those of your own authority.",
    },
    Variable {
        name: "PLUMBLINE_MAIL_SECONDS",
        default: "120",
        help: "How long the mail server may take over each of its replies, 5 to 600 seconds. If it does not reply to a complete message, the email is shown as not confirmed.",
    },
    Variable {
        name: "PLUMBLINE_MAIL_FROM",
        default: "Plumbline <plumbline@localhost>",
        help: "The sender of emails.",
    },
    Variable {
        name: "PLUMBLINE_LOG",
        default: "info",
        help: "What to log, such as info or plumbline=debug,sqlx=warn.",
    },
    Variable {
        name: "PLUMBLINE_LOG_FORMAT",
        default: "text",
        help: "text, or json for one JSON object a line.",
    },
    Variable {
        name: "PLUMBLINE_TRUSTED_PROXIES",
        default: "0",
        help: "How many proxies in front append to X-Forwarded-For, 0 to 10; 0 ignores that header.",
    },
    Variable {
        name: "PLUMBLINE_LIMIT_FACTOR",
        default: "1",
        help: "Multiplies every limit on log-ins, registrations, codes and emails to customers, and on connections of one address, 1 to 1000; for test runs.",
    },
    Variable {
        name: "PLUMBLINE_CLOCK_AHEAD",
        default: "0",
        help: "How many minutes the server's clock is ahead of the system's, 0 to 5256000, ten years; for test runs.",
    },
    Variable {
        name: "PLUMBLINE_CONNECTIONS",
        default: "10000, or what the limit of open files allows",
        help: "The most connections at a time; further ones are refused.",
    },
    Variable {
        name: "PLUMBLINE_CONNECTIONS_BY_ADDRESS",
        default: "256",
        help: "The most connections from one address at a time; with PLUMBLINE_TRUSTED_PROXIES, leave this to the proxies.",
    },
    Variable {
        name: "PLUMBLINE_PDF_SECONDS",
        default: "15",
        help: "How long making a PDF may take, 1 to 600 seconds; a longer one is refused.",
    },
    Variable {
        name: "PLUMBLINE_PDF_MEGABYTES",
        default: "512",
        help: "How much memory that may take, 64 to 65536 MB; on Linux only.",
    },
    Variable {
        name: "PLUMBLINE_SUPPORT_EMAIL",
        default: "the address of PLUMBLINE_MAIL_FROM",
        help: "The address at which people can ask for help.",
    },
    Variable {
        name: "PLUMBLINE_MAILS_BY_HOUR",
        default: "20",
        help: "How many emails a new account may send to its customers in an hour, 1 to 100000; paid invoices bring up to ten times as many.",
    },
    Variable {
        name: "PLUMBLINE_MAILS_BY_DAY",
        default: "50",
        help: "How many in a day; paid invoices bring up to twenty times as many.",
    },
    Variable {
        name: "PLUMBLINE_QUOTA_DOCUMENTS",
        default: "50000",
        help: "How many quotes and invoices an account may have, 1 to 100000000.",
    },
    Variable {
        name: "PLUMBLINE_QUOTA_PICTURES",
        default: "5000",
        help: "How many pictures an account may have, 1 to 100000000; unused ones are deleted after 30 days.",
    },
    Variable {
        name: "PLUMBLINE_QUOTA_MEGABYTES",
        default: "4096",
        help: "How much an account may store in all, 1 to 100000000 MB: documents with every issued version, pictures, contacts, items and profiles.",
    },
    Variable {
        name: "PLUMBLINE_CAPTCHA",
        default: "recaptcha with its keys, else altcha",
        help: "The human check: altcha (a proof of work of our own), recaptcha, or off.",
    },
    Variable {
        name: "PLUMBLINE_CAPTCHA_COST",
        default: "50000",
        help: "How many attempts the proof of work takes at most, 10 to 10000000.",
    },
    Variable {
        name: "RECAPTCHA_SITE_KEY",
        default: "not set",
        help: "The site key for reCAPTCHA, used by the page.",
    },
    Variable {
        name: "RECAPTCHA_SECRET_KEY",
        default: "not set",
        help: "The secret key for reCAPTCHA, used by the server.",
    },
    Variable {
        name: "RECAPTCHA_ENTERPRISE",
        default: "no",
        help: "yes loads the widget of reCAPTCHA Enterprise; no the ordinary one.",
    },
    Variable {
        name: "RECAPTCHA_HOST",
        default: "https://www.google.com",
        help: "Where the page loads the widget from, such as https://www.recaptcha.net.",
    },
    Variable {
        name: "RECAPTCHA_VERIFY_URL",
        default: "https://www.google.com/recaptcha/api/siteverify",
        help: "Where the server checks an answer.",
    },
    Variable {
        name: "STRIPE_SECRET_KEY",
        default: "not set: card payments are off",
        help: "The platform's secret key at Stripe, sk_… or a restricted rk_….",
    },
    Variable {
        name: "STRIPE_WEBHOOK_SECRET",
        default: "not set",
        help: "The signing secret (whsec_…) of the webhook endpoint PLUMBLINE_PUBLIC_URL/api/stripe/webhook.",
    },
    Variable {
        name: "STRIPE_CONNECT_WEBHOOK_SECRET",
        default: "not set",
        help: "The signing secret of a second endpoint at the same address, for events of connected accounts.",
    },
    Variable {
        name: "STRIPE_API_BASE",
        default: "https://api.stripe.com",
        help: "The address of Stripe's API; http only on this machine, for a stand-in.",
    },
    Variable {
        name: "PLUMBLINE_PLANS",
        default: "on",
        help: "on sells plans if Stripe's keys are set: a 14-day trial, then Core or Plus; off takes card payments and gives every account every feature, as a server without keys does.",
    },
    Variable {
        name: "AI_BASE_URL",
        default: "not set: notes are tidied by fixed rules",
        help: "An endpoint for OpenAI's chat completions, which writes job descriptions, such as http://localhost:11434/v1 for Ollama; must be https if AI_API_KEY leaves this machine.",
    },
    Variable { name: "AI_MODEL", default: "not set", help: "The name of the model there, such as llama3.2." },
    Variable { name: "AI_API_KEY", default: "not set", help: "The endpoint's key, if it needs one." },
    Variable {
        name: "AI_SECONDS",
        default: "60",
        help: "How long its answer may take, 3 to 600 seconds; the first word must arrive within a third of that.",
    },
    Variable {
        name: "PLUMBLINE_PUSH_SERVICE",
        default: "not set: notifications go only to https addresses on the public internet",
        help: "The origin of a push service of your own, such as https://push.internal:8443; http only on this machine, for a stand-in.",
    },
    Variable {
        name: "PLUMBLINE_INSTALLED_CONSENT",
        default: "ask",
        help: "What an installed app allows before its user has chosen: ask allows nothing optional, as UK law requires; granted allows analytics and marketing without asking.",
    },
    Variable {
        name: "META_PIXEL_ID",
        default: "not set: conversions are not reported",
        help: "The pixel of an advertising account at Meta; needs META_ACCESS_TOKEN. Registrations and plans of people who allow marketing are reported to it.",
    },
    Variable { name: "META_ACCESS_TOKEN", default: "not set", help: "The token for Meta's Conversions API." },
    Variable {
        name: "META_API_BASE",
        default: "https://graph.facebook.com",
        help: "The address of Meta's API; http only on this machine, for a stand-in.",
    },
    Variable {
        name: "PLUMBLINE_BACKUP_TO",
        default: "not set: no nightly backups",
        help: "Where nightly backups go: a folder, preferably on another disk, or s3://bucket/prefix.",
    },
    Variable {
        name: "PLUMBLINE_BACKUP_AT",
        default: "03:00",
        help: "The time of day, in London, at which backups are made.",
    },
    Variable {
        name: "PLUMBLINE_BACKUP_KEEP",
        default: "14",
        help: "How many verified backups are kept, 1 to 1000.",
    },
    Variable {
        name: "S3_ENDPOINT",
        default: "Amazon's, in S3_REGION",
        help: "The S3 server for PLUMBLINE_BACKUP_TO, such as https://s3.example; http only on this machine.",
    },
    Variable { name: "S3_REGION", default: "us-east-1", help: "The bucket's region." },
    Variable {
        name: "S3_ACCESS_KEY_ID",
        default: "not set",
        help: "The key for the bucket; it must be allowed to list, read, write and delete.",
    },
    Variable { name: "S3_SECRET_ACCESS_KEY", default: "not set", help: "The secret for that key." },
    Variable {
        name: "PLUMBLINE_METRICS_LISTEN",
        default: "not set",
        help: "A separate address for /metrics, such as 127.0.0.1:9100, open to everyone who can reach it.",
    },
    Variable {
        name: "PLUMBLINE_METRICS_TOKEN",
        default: "not set: the server's own address has no /metrics",
        help: "A request with this as Authorization: Bearer may read /metrics on the server's own address; at least 16 characters.",
    },
];

/// The list of variables for `plumbline serve --help`.
#[must_use]
pub fn help_text() -> String {
    let mut text = String::from("Configuration by environment:\n");
    for variable in VARIABLES {
        // Writing to a String cannot fail.
        let _ =
            write!(text, "  {}\n      {} [default: {}]\n", variable.name, variable.help, variable.default);
    }
    text
}
