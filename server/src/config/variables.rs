//! Every variable of the environment that the server reads.

use std::fmt::Write as _;

/// One variable of the environment: its name, its default as shown, what it does.
pub struct Variable {
    /// The name.
    pub name: &'static str,
    /// The default, as the help shows it.
    pub default: &'static str,
    /// What it does.
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
        help: "Folder of the database, the files and the written mails.",
    },
    Variable {
        name: "PLUMBLINE_EXPECT_DATA",
        default: "what is in the folder and beside it decides",
        help: "yes refuses to start without a database, as where a disk is not mounted: set it after the first start. no begins anew whatever is there.",
    },
    Variable {
        name: "PLUMBLINE_PUBLIC_URL",
        default: "the listening address",
        help: "Address under which people reach the server, such as https://quotes.example; links in mails begin with it, and https makes cookies Secure.",
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
        default: "mails are written to PLUMBLINE_DATA/mail",
        help: "smtp://user:password@host:587?tls=required, or smtps://…; signs such as @ : / # ? % in a user or password percent-encoded (@ as %40).",
    },
    Variable {
        name: "PLUMBLINE_MAIL_SECONDS",
        default: "120",
        help: "How long the mail server may take over each of its answers, 5 to 600. Where it says nothing to a whole message, nobody knows whether it took it: that email is shown as not confirmed.",
    },
    Variable {
        name: "PLUMBLINE_MAIL_FROM",
        default: "Plumbline <plumbline@localhost>",
        help: "The sender of mails.",
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
        help: "The most connections at a time; the newest is turned away.",
    },
    Variable {
        name: "PLUMBLINE_CONNECTIONS_BY_ADDRESS",
        default: "256",
        help: "The most connections of one address at a time; with PLUMBLINE_TRUSTED_PROXIES the proxies count them.",
    },
    Variable {
        name: "PLUMBLINE_PDF_SECONDS",
        default: "15",
        help: "How long a PDF may take to be set, 1 to 600; one that takes longer is refused.",
    },
    Variable {
        name: "PLUMBLINE_PDF_MEGABYTES",
        default: "512",
        help: "How much memory it may take, 64 to 65536, where the system is Linux.",
    },
    Variable {
        name: "PLUMBLINE_SUPPORT_EMAIL",
        default: "the address of PLUMBLINE_MAIL_FROM",
        help: "Where people are told to ask for help.",
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
        help: "How many quotes and invoices an account may keep, 1 to 100000000.",
    },
    Variable {
        name: "PLUMBLINE_QUOTA_PICTURES",
        default: "5000",
        help: "How many pictures an account may keep, 1 to 100000000; those that nothing uses go after 30 days.",
    },
    Variable {
        name: "PLUMBLINE_QUOTA_MEGABYTES",
        default: "4096",
        help: "How much an account may keep in all, 1 to 100000000: documents with all that was issued of them, pictures, contacts, items and profiles.",
    },
    Variable {
        name: "PLUMBLINE_CAPTCHA",
        default: "recaptcha with its keys, else altcha",
        help: "The human check: altcha (a proof of work of our own), recaptcha, or off.",
    },
    Variable {
        name: "PLUMBLINE_CAPTCHA_COST",
        default: "50000",
        help: "How many guesses the proof of work takes at most, 10 to 10000000.",
    },
    Variable {
        name: "RECAPTCHA_SITE_KEY",
        default: "none",
        help: "The public key of reCAPTCHA, for the page.",
    },
    Variable {
        name: "RECAPTCHA_SECRET_KEY",
        default: "none",
        help: "The secret key of reCAPTCHA, for the server.",
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
        help: "Where the server asks for the verdict.",
    },
    Variable {
        name: "STRIPE_SECRET_KEY",
        default: "none: nobody is offered to pay by card",
        help: "The platform's secret key at Stripe, sk_… or a restricted rk_….",
    },
    Variable {
        name: "STRIPE_WEBHOOK_SECRET",
        default: "none",
        help: "The signing secret (whsec_…) of the webhook endpoint PLUMBLINE_PUBLIC_URL/api/stripe/webhook.",
    },
    Variable {
        name: "STRIPE_CONNECT_WEBHOOK_SECRET",
        default: "none",
        help: "The signing secret of a second endpoint at the same address, for events of connected accounts.",
    },
    Variable {
        name: "STRIPE_API_BASE",
        default: "https://api.stripe.com",
        help: "Where Stripe's interface is; http only on this machine, for a stand-in.",
    },
    Variable {
        name: "PLUMBLINE_PLANS",
        default: "on",
        help: "on sells plans to accounts where Stripe's keys are set: a trial of 14 days, then Core or Plus; off takes card payments and gives every account everything, as a server without keys does.",
    },
    Variable {
        name: "AI_BASE_URL",
        default: "none: notes are tidied by rule",
        help: "An endpoint that speaks OpenAI's chat completions and writes job descriptions, such as http://localhost:11434/v1 of an Ollama; https where AI_API_KEY goes beyond this machine.",
    },
    Variable {
        name: "AI_MODEL",
        default: "none",
        help: "The name of the model there, such as llama3.2.",
    },
    Variable {
        name: "AI_API_KEY",
        default: "none",
        help: "The key of the endpoint, where it wants one.",
    },
    Variable {
        name: "AI_SECONDS",
        default: "60",
        help: "How long its answer may take, 3 to 600; its first word must come in a third of that.",
    },
    Variable {
        name: "PLUMBLINE_PUSH_SERVICE",
        default: "none: notifications go to https addresses on the open internet only",
        help: "The origin of a push service of your own, such as https://push.internal:8443; http only on this machine, for a stand-in.",
    },
    Variable {
        name: "PLUMBLINE_INSTALLED_CONSENT",
        default: "ask",
        help: "What an installed app allows where nobody has chosen: ask allows nothing optional, as UK law wants; granted allows analytics and marketing in silence, where an operator may.",
    },
    Variable {
        name: "META_PIXEL_ID",
        default: "none: nobody hears of conversions",
        help: "The pixel of an advertising account at Meta, beside META_ACCESS_TOKEN: it hears of registrations and of plans, from people who allow marketing.",
    },
    Variable {
        name: "META_ACCESS_TOKEN",
        default: "none",
        help: "The token of its Conversions API.",
    },
    Variable {
        name: "META_API_BASE",
        default: "https://graph.facebook.com",
        help: "Where that is; http only on this machine, for a stand-in.",
    },
    Variable {
        name: "PLUMBLINE_BACKUP_TO",
        default: "none: no backup is made by itself",
        help: "Where backups go each night: a folder, best on another disk, or s3://bucket/prefix.",
    },
    Variable {
        name: "PLUMBLINE_BACKUP_AT",
        default: "03:00",
        help: "The time of day in London at which they are made.",
    },
    Variable {
        name: "PLUMBLINE_BACKUP_KEEP",
        default: "14",
        help: "How many of those that proved themselves stay there, 1 to 1000.",
    },
    Variable {
        name: "S3_ENDPOINT",
        default: "Amazon's own of S3_REGION",
        help: "Where the bucket of PLUMBLINE_BACKUP_TO is, such as https://s3.example; http only on this machine.",
    },
    Variable {
        name: "S3_REGION",
        default: "us-east-1",
        help: "Its region.",
    },
    Variable {
        name: "S3_ACCESS_KEY_ID",
        default: "none",
        help: "The key to the bucket, which may list, read, write and delete there.",
    },
    Variable {
        name: "S3_SECRET_ACCESS_KEY",
        default: "none",
        help: "The secret of that key.",
    },
    Variable {
        name: "PLUMBLINE_METRICS_LISTEN",
        default: "none",
        help: "An address of its own for /metrics, such as 127.0.0.1:9100, which whoever reaches it may read.",
    },
    Variable {
        name: "PLUMBLINE_METRICS_TOKEN",
        default: "none: the server's own address has no /metrics",
        help: "Who brings this as Authorization: Bearer reads /metrics on the server's own address; at least 16 signs.",
    },
];

/// The list of variables for `plumbline serve --help`.
#[must_use]
pub fn help() -> String {
    let mut text = String::from("Configuration by environment:\n");
    for variable in VARIABLES {
        // Writing to a String cannot fail.
        let _ = write!(
            text,
            "  {}\n      {} [default: {}]\n",
            variable.name, variable.help, variable.default
        );
    }
    text
}
