//! Stands in for the typesetter's bibliographies, of which no paper has one: the real crate carries citation
//! styles, locales and the collation of all languages with it, several megabytes. The types are those that the
//! typesetter names; whatever would be a bibliography cannot be made.

pub mod archive;
pub mod citationberg;
mod elem;
pub mod io;

use std::marker::PhantomData;

pub use elem::{Elem, ElemChild, ElemChildren, ElemMeta, Formatted, Formatting};

/// What there is nothing of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Nothing {}

/// A source that could be cited.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Entry(Nothing);

impl Entry {
    /// What it is cited by.
    #[must_use]
    pub fn key(&self) -> &str {
        match self.0 {}
    }

    /// Its title.
    #[must_use]
    pub fn title(&self) -> Option<&FormatString> {
        match self.0 {}
    }
}

/// Words of a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormatString {
    /// As they are.
    pub value: ChunkedString,
}

/// Words in parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChunkedString(Nothing);

impl ChunkedString {
    /// As one.
    #[must_use]
    #[allow(clippy::wrong_self_convention, reason = "as the real crate names it")]
    pub fn to_str(&self) -> std::borrow::Cow<'_, str> {
        match self.0 {}
    }
}

/// Sources that could be cited.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Library(Nothing);

impl Library {
    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match self.0 {}
    }
}

impl IntoIterator for Library {
    type Item = Entry;
    type IntoIter = std::iter::Empty<Entry>;

    fn into_iter(self) -> Self::IntoIter {
        match self.0 {}
    }
}

/// What a citation is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CitePurpose {
    /// Its author.
    Author,
    /// Its year.
    Year,
    /// All of it.
    Full,
    /// A sentence.
    Prose,
}

/// Where in a source something is.
pub struct SpecificLocator<'a>(
    /// The kind of place.
    pub citationberg::taxonomy::Locator,
    /// The place.
    pub LocatorPayload<'a>,
);

/// A place in a source.
pub enum LocatorPayload<'a> {
    /// As words.
    Str(&'a str),
    /// As the typesetter has it.
    Transparent(TransparentLocator),
}

/// A place as the typesetter has it.
pub struct TransparentLocator;

impl TransparentLocator {
    /// Of what the typesetter has.
    pub fn new<T: PartialEq + 'static>(_payload: T) -> Self {
        Self
    }
}

/// A source that is cited.
pub struct CitationItem<'a, T>(PhantomData<&'a T>);

impl<'a, T> CitationItem<'a, T> {
    /// Of a source, which there is none of.
    pub fn new(
        _entry: &'a T,
        _locator: Option<SpecificLocator<'a>>,
        _locale: Option<citationberg::LocaleCode>,
        _hidden: bool,
        _purpose: Option<CitePurpose>,
    ) -> Self {
        Self(PhantomData)
    }
}

/// Sources that are cited together.
pub struct CitationRequest<'a, T>(PhantomData<&'a T>);

impl<'a, T> CitationRequest<'a, T> {
    /// Of such sources.
    pub fn new(
        _items: Vec<CitationItem<'a, T>>,
        _style: &'a citationberg::IndependentStyle,
        _locale: Option<citationberg::LocaleCode>,
        _locale_files: &'a [citationberg::Locale],
        _note_number: Option<usize>,
    ) -> Self {
        Self(PhantomData)
    }
}

/// How a bibliography is asked for.
pub struct BibliographyRequest<'a> {
    /// Its style.
    pub style: &'a citationberg::IndependentStyle,
    /// Its language.
    pub locale: Option<citationberg::LocaleCode>,
    /// The words of languages.
    pub locale_files: &'a [citationberg::Locale],
}

/// What writes bibliographies.
pub struct BibliographyDriver<'a, T>(PhantomData<&'a T>);

impl<'a, T> BibliographyDriver<'a, T> {
    /// One that writes none.
    #[must_use]
    #[allow(clippy::new_without_default, reason = "as the real crate names it")]
    pub fn new() -> Self {
        Self(PhantomData)
    }

    /// Counts on from there.
    #[must_use]
    pub fn with_citation_number_offset(self, _offset: usize) -> Self {
        self
    }

    /// Cites sources.
    pub fn citation(&mut self, _request: CitationRequest<'a, T>) {}

    /// No bibliography, and no citation.
    #[must_use]
    pub fn finish(self, _request: BibliographyRequest<'_>) -> Rendered {
        Rendered {
            bibliography: None,
            citations: Vec::new(),
        }
    }
}

/// What was written.
#[derive(Debug, Clone)]
pub struct Rendered {
    /// The bibliography.
    pub bibliography: Option<RenderedBibliography>,
    /// The citations.
    pub citations: Vec<RenderedCitation>,
}

/// A bibliography that was written.
#[derive(Debug, Clone)]
pub struct RenderedBibliography {
    /// Whether its first lines hang out.
    pub hanging_indent: bool,
    /// Its sources.
    pub items: Vec<BibliographyItem>,
}

/// A citation that was written.
#[derive(Debug, Clone)]
pub struct RenderedCitation {
    /// Its parts.
    pub citation: ElemChildren,
}

/// A source in a bibliography.
#[derive(Debug, Clone)]
pub struct BibliographyItem {
    /// What it is cited by.
    pub key: String,
    /// What stands in front.
    pub first_field: Option<ElemChild>,
    /// The rest.
    pub content: ElemChildren,
}
