//! The styles that the real crate brings along.

use crate::citationberg::{IndependentStyle, Locale, Style, StyleClass, StyleSettings};

/// One of them: the typesetter names a default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ArchivedStyle {
    /// The default.
    InstituteOfElectricalAndElectronicsEngineers,
}

impl ArchivedStyle {
    /// Those that may be chosen: none.
    #[must_use]
    pub fn all() -> &'static [Self] {
        &[]
    }

    /// The one of this name: none.
    #[must_use]
    pub fn by_name(_name: &str) -> Option<Self> {
        None
    }

    /// Its names.
    #[must_use]
    pub fn names(&self) -> &'static [&'static str] {
        &["ieee"]
    }

    /// Its name in full.
    #[must_use]
    pub fn display_name(&self) -> &'static str {
        "IEEE"
    }

    /// The style, in which nothing can be written.
    #[must_use]
    pub fn get(&self) -> Style {
        let settings = StyleSettings {
            class: StyleClass::InText,
        };
        Style::Independent(IndependentStyle { settings })
    }
}

/// The words of all languages: none.
#[must_use]
pub fn locales() -> Vec<Locale> {
    Vec::new()
}
