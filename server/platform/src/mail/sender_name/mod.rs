//! Names that no business may send under: public bodies, banks, payment providers and Plumbline, which people trust
//! and fraudsters borrow, and anything that looks like an email address.
//!
//! Names are compared as the eye reads them (`fold`), however their letters are spaced, dotted or joined. Some belong
//! to nobody else and are refused anywhere in a name. Others are also a town, a family or a word (Halifax, Lloyds,
//! Square), or somebody's initials (N H S Plumbing): they are refused only if the rest of the name is what a bank or an
//! office would add. Plumbline and Stripe are words too, but there is no end to what a payment service may add
//! (Connect, Plus, 2), so the rest has to name a trade, or be the first name of somebody called Stripe. A name such as
//! 'Security Alert' is nobody's and is refused too.

mod addresses;
mod domains;
mod fold;
mod known_names;
mod words;

use std::ops::Range;
use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization as _;

pub use addresses::{ADDRESS_MESSAGE, is_borrowed_address};
pub use fold::read_as_latin;
use fold::{NameWord, Reading, is_lookalike, to_comparable};

/// The code of the error.
pub const CODE: &str = "borrowed_name";
/// The message of the error.
pub const MESSAGE: &str = "You can’t use the name of a public body, a bank, a payment provider or Plumbline, or an \
                           email address. Please enter your business's own name.";

/// A name of this many letters or more can't be somebody's initials.
const NAME_LENGTH_MIN: usize = 4;
/// A name of this many letters or more is also found within a longer word.
const WITHIN_LENGTH_MIN: usize = 8;
/// Shorter words are only found at word boundaries: `hma` is not `hm` and `a`.
const PIECE_LENGTH_MIN: usize = 3;

/// The known names, in the form in which they are compared.
struct KnownNames {
    anywhere: Vec<Vec<char>>,
    within: Vec<Vec<char>>,
    alone: Vec<Vec<char>>,
    fillers: Vec<Vec<char>>,
    money: Vec<Vec<char>>,
    allowed_for_trades: Vec<Vec<char>>,
    trades: Vec<Vec<char>>,
    providers: Vec<Vec<char>>,
    services: Vec<Vec<char>>,
    last: Vec<Vec<char>>,
    company_suffixes: Vec<Vec<char>>,
    impersonal: Vec<Vec<char>>,
}

static KNOWN: LazyLock<KnownNames> = LazyLock::new(|| {
    let is_long = |name: &&&str| name.replace(' ', "").len() >= WITHIN_LENGTH_MIN;
    let anywhere = || known_names::ANYWHERE.iter().chain(known_names::COINED);
    let filling = || known_names::NEUTRAL.iter().chain(known_names::MONEY);
    let providers = || known_names::PROVIDERS.iter().chain(known_names::ALLOWED_FOR_TRADES);
    let alone = || fold_names(known_names::ALONE).into_iter();
    KnownNames {
        anywhere: fold_with_plurals(anywhere()),
        within: fold_names(known_names::WITHIN.iter().chain(anywhere().filter(is_long))),
        alone: alone().chain(fold_with_plurals(anywhere().chain(providers()))).collect(),
        fillers: fold_names(filling()),
        money: fold_names(known_names::MONEY),
        allowed_for_trades: fold_with_plurals(known_names::ALLOWED_FOR_TRADES),
        trades: fold_names(known_names::TRADES),
        providers: fold_with_plurals(providers()),
        services: fold_names(filling().chain(known_names::SERVICES)),
        last: fold_names(known_names::LAST),
        company_suffixes: fold_names(known_names::COMPANY_SUFFIXES),
        impersonal: fold_names(known_names::IMPERSONAL),
    }
});

fn fold_names<'a>(names: impl IntoIterator<Item = &'a &'a str>) -> Vec<Vec<char>> {
    let characters = |name: &&str| name.chars().filter(|c| *c != ' ').collect::<Vec<_>>();
    let names = names.into_iter().map(|name| to_comparable(&characters(name)));
    names.collect()
}

/// The names, and those that aren't initials also with an 's': 'Stripes Payments' is about Stripe. A possessive needs
/// none, because its 's' is a word of its own.
fn fold_with_plurals<'a>(names: impl IntoIterator<Item = &'a &'a str>) -> Vec<Vec<char>> {
    let both = fold_names(names).into_iter().flat_map(|name| {
        let plural = name.len() >= NAME_LENGTH_MIN && !name.ends_with(&['s']);
        let plural = plural.then(|| [name.as_slice(), &['s']].concat());
        [Some(name), plural]
    });
    both.flatten().collect()
}

/// Whether a name is a trusted one that isn't the business's own, or looks like an email address.
#[must_use]
pub fn is_borrowed(name: &str) -> bool {
    is_address(name)
        // The beginning of an encoded word (RFC 2047), in which mail programs would display another name.
        || name.contains("=?")
        || !is_of_person(name)
            && Reading::list_all(name).into_iter().any(|reading| {
                let words = fold::split_words(name, reading);
                let bare: Vec<NameWord> = words.iter().map(remove_affixes).collect();
                is_borrowed_in(&words) || bare != words && is_borrowed_in(&bare)
            })
}

/// Whether the name is a first name and a surname that is a provider's too, as it is spelt: 'Sam Stripe'.
fn is_of_person(name: &str) -> bool {
    let mut words = name.split_whitespace();
    let (Some(first), Some(last), None) = (words.next(), words.next(), words.next()) else {
        return false;
    };
    let letters: Vec<char> = first.to_lowercase().chars().collect();
    let is_word = || {
        let fronts = known_names::FRONTS.iter();
        matches_any(&letters, &KNOWN.services)
            || fronts.copied().any(|front| letters.iter().copied().eq(front.chars()))
    };
    known_names::SURNAMES.iter().any(|surname| last.eq_ignore_ascii_case(surname))
        && letters.len() >= PIECE_LENGTH_MIN
        && letters.iter().all(|c| c.is_ascii_lowercase())
        && !is_word()
        && !is_borrowed(first)
}

/// Whether a name that was read as these words is a trusted one.
fn is_borrowed_in(words: &[NameWord]) -> bool {
    let pieces: Vec<&[char]> = words.iter().flatten().map(Vec::as_slice).collect();
    has_known_name(&pieces)
        || has_known_name_within(words)
        || says_without_trade(&pieces)
        || ends_with_known_name(&pieces)
        || is_only_known_names(&pieces, &KNOWN.alone, &KNOWN.fillers)
        // 'Halifax Security' is a trade; 'Halifax Security Alerts' is not.
        || pieces.iter().any(|piece| matches_any(piece, &KNOWN.money))
            && is_only_known_names(&pieces, &KNOWN.alone, &KNOWN.services)
        || is_only_known_names(&pieces, &KNOWN.providers, &KNOWN.services)
        // 'Security Alert' names no business at all.
        || is_only_known_names(&pieces, &KNOWN.impersonal, &KNOWN.services)
}

/// The word without what a product puts before or after its name: `stripe` for `mystripe`, `paybystripe`, `stripeuk`
/// and `stripe24`.
fn remove_affixes(word: &NameWord) -> NameWord {
    let is_known = |text: &str| {
        let characters: Vec<char> = text.chars().collect();
        let is_name = characters.len() >= NAME_LENGTH_MIN && matches_any(&characters, &KNOWN.alone);
        is_name || joined_to(&characters).is_some()
    };
    let part = |piece: &Vec<char>| {
        let whole: String = piece.iter().collect();
        let plain = whole.trim_end_matches(|c: char| c.is_ascii_digit());
        let backs = known_names::BACKS.iter().filter_map(|back| plain.strip_suffix(back));
        let ends: Vec<&str> = [whole.as_str(), plain].into_iter().chain(backs).collect();
        for end in ends {
            let mut rest = end;
            while rest.len() == whole.len() || !is_known(rest) {
                let Some(after) = known_names::FRONTS.iter().find_map(|front| rest.strip_prefix(front))
                else {
                    break;
                };
                rest = after;
            }
            if rest.len() < whole.len() && is_known(rest) {
                return rest.chars().collect();
            }
        }
        piece.clone()
    };
    word.iter().map(part).collect()
}

/// Whether a name contains an email address, `service@example.com`, with any character that looks like an '@'. Some
/// mail programs show the name alone.
fn is_address(name: &str) -> bool {
    let seen: String = name.nfkc().filter(|c| fold::is_seen(*c)).collect();
    seen.match_indices('@').any(|(at, sign)| {
        let (before, after) = (&seen[..at], &seen[at + sign.len()..]);
        let domain = after.split_whitespace().next().unwrap_or("");
        before.trim_end().ends_with(char::is_alphanumeric) && domain.trim_matches('.').contains('.')
    })
}

fn matches_any(messages: &[char], names: &[Vec<char>]) -> bool {
    let characters = to_comparable(messages);
    names.iter().any(|name| is_lookalike(&characters, name))
}

/// Whether consecutive pieces form a name that nobody else has: `H M R C`, `Nat West`.
fn has_known_name(pieces: &[&[char]]) -> bool {
    let most = 2 * KNOWN.anywhere.iter().map(Vec::len).max().unwrap_or(0);
    (0..pieces.len()).any(|start| {
        let mut characters: Vec<char> = Vec::new();
        pieces[start..].iter().enumerate().any(|(more, piece)| {
            characters.extend(*piece);
            let may_be_initials = more > 0 && characters.len() < NAME_LENGTH_MIN;
            characters.len() <= most && !may_be_initials && matches_any(&characters, &KNOWN.anywhere)
        })
    })
}

/// Whether consecutive pieces form a name that only a trade may have, and the others name no trade, or money: `Stripe
/// Connect`, `Plumb Line Payments`. `Stripeconnect` is one of them too.
fn says_without_trade(pieces: &[&[char]]) -> bool {
    let most = 2 * KNOWN.allowed_for_trades.iter().map(Vec::len).max().unwrap_or(0);
    for start in 0..pieces.len() {
        if let Some(rest) = joined_to(pieces[start])
            && !is_of_trade(pieces, start..start + 1, &rest)
        {
            return true;
        }
        let mut characters: Vec<char> = Vec::new();
        for end in start..pieces.len() {
            characters.extend(pieces[end]);
            if characters.len() > most {
                break;
            }
            if matches_any(&characters, &KNOWN.allowed_for_trades)
                && !is_of_trade(pieces, start..end + 1, &[])
            {
                return true;
            }
        }
    }
    false
}

/// Whether the pieces beside those of a name, and the rest of its own piece, name a trade and nothing about money.
fn is_of_trade(pieces: &[&[char]], name: Range<usize>, rest: &[char]) -> bool {
    let others = pieces[..name.start].iter().chain(&pieces[name.end..]);
    let others: Vec<&[char]> = others.copied().chain([rest]).collect();
    let is_trade = |other: &&[char]| {
        let characters = to_comparable(other);
        KNOWN.trades.iter().any(|trade| characters.starts_with(trade))
    };
    let is_money = |other: &&[char]| matches_any(other, &KNOWN.money);
    others.iter().any(is_trade) && !others.iter().any(is_money)
}

/// The rest of a piece after such a name, if it is a word of its own: `connect` in `stripeconnect`, but nothing in
/// `stripes`.
fn joined_to(piece: &[char]) -> Option<Vec<char>> {
    let piece = to_comparable(piece);
    let rest = |name: &Vec<char>| piece.strip_prefix(name.as_slice()).map(<[char]>::to_vec);
    let mut joined = KNOWN.allowed_for_trades.iter().filter_map(rest);
    joined.find(|rest| rest.len() >= PIECE_LENGTH_MIN)
}

/// Whether a word contains such a name: `HMRCrefunds`.
fn has_known_name_within(words: &[NameWord]) -> bool {
    words.iter().any(|word| {
        let characters = to_comparable(&word.concat());
        KNOWN.within.iter().any(|name| {
            let mut parts = characters.windows(name.len());
            parts.any(|part| is_lookalike(part, name))
        })
    })
}

/// Whether the name ends in one of these words, whatever comes before: `Metropolitan Police`, `Leeds Council Refunds`.
fn ends_with_known_name(pieces: &[&[char]]) -> bool {
    let adds =
        |piece: &[char]| matches_any(piece, &KNOWN.fillers) && !matches_any(piece, &KNOWN.company_suffixes);
    let last = pieces.iter().rposition(|piece| !adds(piece));
    last.is_some_and(|at| at > 0 && matches_any(pieces[at], &KNOWN.last))
}

/// Whether the name consists of known names and words that go with them, with at least one known name.
fn is_only_known_names(pieces: &[&[char]], names: &[Vec<char>], filling: &[Vec<char>]) -> bool {
    let characters: Vec<char> = pieces.concat();
    let mut bounds = vec![false; characters.len() + 1];
    bounds[0] = true;
    let mut at = 0;
    for piece in pieces {
        at += piece.len();
        bounds[at] = true;
    }
    let longest = 2 * names.iter().map(Vec::len).max().unwrap_or(0);
    // How each position can be reached: with filling words only, and with a known name before it.
    let mut reached = vec![(false, false); characters.len() + 1];
    reached[0].0 = true;
    for start in 0..characters.len() {
        let (plain, known) = reached[start];
        if !plain && !known {
            continue;
        }
        for end in start + 1..=characters.len().min(start + longest) {
            let is_whole = bounds[start] && bounds[end];
            if end - start < PIECE_LENGTH_MIN && !is_whole {
                continue;
            }
            let part = &characters[start..end];
            let is_number = is_whole && part.iter().all(char::is_ascii_digit);
            if matches_any(part, names) {
                reached[end].1 = true;
            } else if is_number || matches_any(part, filling) {
                reached[end].0 |= plain;
                reached[end].1 |= known;
            }
        }
    }
    reached[characters.len()].1
}

#[cfg(test)]
mod spellings;
#[cfg(test)]
mod tests;
