//! The browser's types in addition to those that ts-rs exports: the map from each path to its request and response,
//! from the API's own description. A test writes it, as ts-rs's tests write theirs (`cargo xtask types`).

mod paths;
mod schema;

use std::error::Error;
use std::fs;

use ts_rs::Config;

#[test]
fn export_bindings_paths() -> Result<(), Box<dyn Error>> {
    let openapi = serde_json::to_value(crate::app::openapi())?;
    let map = paths::generate_paths(&openapi)?;
    let config = Config::from_env();
    fs::create_dir_all(config.out_dir())?;
    fs::write(config.out_dir().join("paths.ts"), map)?;
    Ok(())
}
