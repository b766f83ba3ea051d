//! Every variable of the environment, as `plumbline serve --help` lists them.

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
        help: "smtp://user:password@host:587?tls=required, or smtps://…",
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
        help: "Multiplies every limit on log-ins, registrations and codes, 1 to 1000; for test runs.",
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
