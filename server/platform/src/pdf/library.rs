//! The typesetter's library without its HTML export, which we don't need: that half (with a renderer of foreign
//! PDFs and SVG) would be as large as the other.

use std::sync::LazyLock;

use typst::foundations::{Module, NativeRuleMap, Scope};
use typst::routines::Routines;
use typst::utils::LazyHash;
use typst::{Library, LibraryBuilder};

/// The typst library for all PDFs.
pub static LIBRARY: LazyLock<LazyHash<Library>> =
    LazyLock::new(|| LazyHash::new(LibraryBuilder::from_routines(&ROUTINES).build()));

/// The same parts as in `typst` itself, except for HTML.
static ROUTINES: LazyLock<Routines> = LazyLock::new(|| Routines {
    rules: || {
        let mut rules = NativeRuleMap::new();
        typst_layout::register(&mut rules);
        rules
    },
    eval_string: typst_eval::eval_string,
    eval_closure: typst_eval::eval_closure,
    realize: typst_realize::realize,
    layout_frame: typst_layout::layout_frame,
    html_module: || Module::new("html", Scope::new()),
    html_mathml_body: |_, _| None,
    html_span_filled: |content, _| content,
});
