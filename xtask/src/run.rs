//! `cargo xtask run`: from a bare clone to a page that works.

use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::thread;
use std::time::Instant;

use crate::Failure;
use crate::command;
use crate::paths::Paths;
use crate::report::step;
use crate::rust_tests::WHOLE;
use crate::tools;
use crate::turn::Turn;
use crate::{wasm, web};

/// Sets up, builds and starts the app; the first start creates a business to look at.
pub fn run(release: bool) -> Result<ExitCode, Failure> {
    let start = Instant::now();
    let turn = Turn::wait_for(&Paths::find()?)?;
    let server = build(release)?;
    drop(turn);
    let data = data_folder();
    if std::env::var_os("DATABASE_URL").is_none() && !data.exists() {
        step("A business to look at (first start)", || {
            command::run(Command::new(&server).arg("demo"))
        })?;
    }
    println!(
        "▸ Start (set-up took {:.0} s; Ctrl-C stops)\n",
        start.elapsed().as_secs_f64()
    );
    let status = command::ended(Command::new(&server).arg("serve"))?;
    Ok(ExitCode::from(
        u8::try_from(status.code().unwrap_or(0)).unwrap_or(1),
    ))
}

/// `cargo xtask build`: everything up to the start.
pub fn build_only(release: bool) -> Result<ExitCode, Failure> {
    let _turn = Turn::wait_for(&Paths::find()?)?;
    build(release).map(|_| ExitCode::SUCCESS)
}

/// The same, if the turn is held already; returns the path of the server's binary.
pub fn build(release: bool) -> Result<PathBuf, Failure> {
    let paths = Paths::find()?;
    toolchain()?;
    let pages = || {
        browser(&paths)?;
        step("Web app", || web::build(&paths))
    };
    if release {
        // The web app becomes part of the program.
        pages()?;
        step("Server", || {
            compile(&paths, &["--release", "--package", "plumbline"])
        })?;
    } else {
        // A debug build reads the web app from the clone, so both are built at the same time. It has the same packages
        // and features as the tests, so that each can use what the other has compiled.
        step("Server and web app", || {
            thread::scope(|both| {
                let server = both.spawn(|| compile(&paths, &WHOLE));
                let pages = pages();
                server.join().expect("compiling ends with a result")?;
                pages
            })
        })?;
    }
    Ok(paths.server(release))
}

fn compile(paths: &Paths, which: &[&str]) -> Result<(), Failure> {
    let mut cargo = command::cargo();
    cargo.args(["build", "--bin", "plumbline"]).args(which);
    command::run(cargo.current_dir(&paths.root))
}

/// Toolchain, web packages and the rules for the browser, which builds and tests share.
pub fn prepare(paths: &Paths) -> Result<(), Failure> {
    toolchain()?;
    browser(paths)
}

fn toolchain() -> Result<(), Failure> {
    step("Rust and Node", || {
        tools::check_versions().and_then(|()| tools::wasm_target())
    })
}

/// What is needed before the web app can be built.
fn browser(paths: &Paths) -> Result<(), Failure> {
    step("Web packages", || web::packages(paths))?;
    step("Rules for the browser", || wasm::build(paths))
}

/// The server's data folder, found by the same rule as in the server.
fn data_folder() -> PathBuf {
    std::env::var_os("PLUMBLINE_DATA").map_or_else(|| PathBuf::from("data"), PathBuf::from)
}
