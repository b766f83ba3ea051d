//! Doors to the rules of sign-in and sign-up.

use plumbline_core::credentials;
use wasm_bindgen::prelude::*;

use crate::written;

/// The strength meter's judgement of a password: JSON `{ level, valid, rules: [{ rule, msg, met }] }`.
#[wasm_bindgen(js_name = passwordStrength)]
#[must_use]
pub fn password_strength(password: &str) -> String {
    written(&credentials::strength(password))
}

/// The broken rules of the registration form: a JSON list of `{ path, code, msg }`.
#[wasm_bindgen]
#[must_use]
pub fn registration(name: &str, email: &str, password: &str, confirm: &str) -> String {
    written(&credentials::registration(
        name,
        email,
        password,
        Some(confirm),
    ))
}

/// The broken rules of the login form: a JSON list of `{ path, code, msg }`.
#[wasm_bindgen]
#[must_use]
pub fn login(email: &str, password: &str) -> String {
    written(&credentials::login(email, password))
}
