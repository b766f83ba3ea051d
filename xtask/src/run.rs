//! `cargo xtask run`: from a bare clone to a page that works.

use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::thread;
use std::time::Instant;

use crate::ErrorText;
use crate::command;
use crate::paths::Paths;
use crate::report::run_step;
use crate::run_lock::RunLock;
use crate::rust_tests::WORKSPACE_ARGUMENTS;
use crate::tools;
use crate::{wasm, web};

/// Sets up, builds and starts the app; the first start creates a business to look at.
pub fn run(release: bool) -> Result<ExitCode, ErrorText> {
    let start = Instant::now();
    let turn = RunLock::acquire(&Paths::find()?)?;
    let server = build(release)?;
    drop(turn);
    let data = data_folder();
    if std::env::var_os("DATABASE_URL").is_none() && !data.exists() {
        run_step("A business to look at (first start)", || command::run(Command::new(&server).arg("demo")))?;
    }
    println!("▸ Start (set-up took {:.0} s; Ctrl-C stops)\n", start.elapsed().as_secs_f64());
    let status = command::run_to_end(Command::new(&server).arg("serve"))?;
    Ok(ExitCode::from(u8::try_from(status.code().unwrap_or(0)).unwrap_or(1)))
}

/// `cargo xtask build`: everything up to the start.
pub fn build_only(release: bool) -> Result<ExitCode, ErrorText> {
    let _turn = RunLock::acquire(&Paths::find()?)?;
    build(release).map(|_| ExitCode::SUCCESS)
}

/// The same, if the turn is held already; returns the path of the server's binary.
pub fn build(release: bool) -> Result<PathBuf, ErrorText> {
    let paths = Paths::find()?;
    check_toolchain()?;
    let pages = || {
        prepare_rules(&paths)?;
        run_step("Web app", || web::build(&paths))
    };
    if release {
        // The web app becomes part of the program.
        pages()?;
        run_step("Server", || compile(&paths, &["--release", "--package", "plumbline"]))?;
    } else {
        // A debug build reads the web app from the clone, so both are built at the same time. It has the same packages
        // and features as the tests, so that each can use what the other has compiled.
        run_step("Server and web app", || {
            thread::scope(|both| {
                let server = both.spawn(|| compile(&paths, &WORKSPACE_ARGUMENTS));
                let pages = pages();
                server.join().expect("compiling ends with a result")?;
                pages
            })
        })?;
    }
    Ok(paths.server(release))
}

fn compile(paths: &Paths, which: &[&str]) -> Result<(), ErrorText> {
    let mut cargo = command::cargo_command();
    cargo.args(["build", "--bin", "plumbline"]).args(which);
    command::run(cargo.current_dir(&paths.root))
}

/// Toolchain, web packages and the rules for the browser, which builds and tests share.
pub fn prepare(paths: &Paths) -> Result<(), ErrorText> {
    check_toolchain()?;
    prepare_rules(paths)
}

fn check_toolchain() -> Result<(), ErrorText> {
    run_step("Rust and Node", || tools::check_versions().and_then(|()| tools::install_wasm_target()))
}

/// What is needed before the web app can be built.
fn prepare_rules(paths: &Paths) -> Result<(), ErrorText> {
    run_step("Web packages", || web::install_packages(paths))?;
    run_step("Rules for the browser", || wasm::build(paths))
}

/// The server's data folder, found by the same rule as in the server.
fn data_folder() -> PathBuf {
    std::env::var_os("PLUMBLINE_DATA").map_or_else(|| PathBuf::from("data"), PathBuf::from)
}
