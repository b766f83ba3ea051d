//! Trade terms in their usual spelling, and the filler words of dictation.

use std::borrow::Cow;

use super::sentences::Token;

/// Hesitation sounds.
const FILLERS: &[&str] = &["um", "umm", "uh", "uhh", "uhm", "er", "erm", "errm", "hmm", "mmm"];

/// Abbreviations that are written in capitals; their plurals end in a lower-case s.
const CAPITALISED: &str = "rcd rcbo mcb spd rccb led pvc trv tmv eicr eic mdf osb dpc dpm mvhr ufh prv \
    epc cctv pir swa tv wc usb ev hmo mcs hdpe mdpe ptfe epdm grp dno fcu awg bs vat uk hvac smets lpg cnc dab \
    ok dpdt ip44 ip54 ip65 ip66 ip67 ip68 gu10 mr16 niceic napit gdpr pcb rsj cpc mebs tn tncs sds rj45 mot wifi";

/// Words with their own capitalisation.
const SPECIAL_SPELLINGS: &str = "uPVC PVCu Hive Worcester Bosch Vaillant Viessmann Baxi Glow-worm Hep2O Speedfit \
    Velux Dulux Karndean Grohe Triton Aqualisa Fernox MagnaClean Grundfos Honeywell Drayton Schneider Hager \
    Wylex Artex Gyproc Celotex Kingspan Rawlplug Megaflo Screwfix Toolstation Stelrad Geberit Hansgrohe Ronseal \
    Sadolin Cuprinol Farrow Lutron Ubiquiti Tesla Zappi Ohme Monday Tuesday Wednesday Thursday Friday Saturday Sunday";

/// Verbs of the trades; their past and present participles count too.
const VERBS: &str = "fit refit supply remove replace repair install reinstall test strip sand fill paint \
    prime tile grout seal reseal plaster skim board line lay relay dig drill cut fix refix connect disconnect \
    reconnect renew isolate drain refill flush clean clear check inspect service wire rewire run route mount hang build \
    rebuild lift make move swap change cap chase clip commission certify dispose erect dismantle extend hack \
    insulate join level load mix mark measure open order patch pipe point repoint prep prepare pressure-test \
    protect provide pull put rake reset screed secure set sheet solder sweep take tidy top trim unblock undercoat \
    adjust apply bed bleed balance bond box carry collect deliver demolish rip knock chop trace locate \
    find found left ran swept built rebuilt hung dug made took laid relaid bled sent cleared";

/// Verbs that cannot be anything else: after the object of another verb, they begin a new sentence. 'paint', 'supply'
/// and 'flush' can also be nouns, and don't.
const PLAIN_VERBS: &str = "fit refit remove replace install reinstall connect disconnect reconnect dig hang build \
    rebuild dismantle demolish insulate commission certify dispose repoint refill reseal rewire";

/// Past forms that begin a new sentence among others in the past tense: 'fitted' or 'supplied' could also describe a
/// thing, and are not listed.
const PAST_VERBS: &str = "replaced removed tested checked cleaned flushed repaired refitted bled drained refilled \
    isolated traced located cleared tightened adjusted swept";

/// Verbs that can also be nouns or adverbs, as in 'power flush': they begin a new sentence before one of
/// [`OBJECT_STARTS`].
const VERBS_OR_NOUNS: &str =
    "test flush check clean drain bleed seal tile plaster skim clear supply paint left";

/// The first words of a typical object.
const OBJECT_STARTS: &str =
    "the all any new old existing both each every system circuits site area everything walls";

/// Past forms that do not end in -ed.
const IRREGULAR_PAST: &str =
    "found left ran swept built rebuilt hung dug made took laid relaid bled sent cut put";

/// Before one of these, a past form describes a thing and doesn't begin a sentence: 'tiles cleaned last year'.
const TIME_WORDS: &str = "last in by before previously yesterday earlier recently during";

/// A text in capitals with at least this many words of more than three letters was typed with caps lock, not shouted.
const SHOUTED_WORDS_MIN: usize = 4;

/// Before a verb, these continue the sentence: 'to fit', 'we will remove', 'push fit'.
const CONTINUATIONS: &str = "a an the to for from with of in on at by and or & not don't please will would can could must \
    should shall need needs we i you they he she it that which who then also ready power pressure leak push press compression snap tight \
    loose retro close good first second before after if when once until while";

/// A sentence without hesitation sounds and repeated words.
pub(super) fn remove_fillers(sentence: Vec<Token>) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::with_capacity(sentence.len());
    for token in sentence {
        let is_filler = FILLERS.contains(&token.lookup_key().as_str())
            && !(token.word.len() > 1 && token.word.chars().all(char::is_uppercase));
        if is_filler && token.has_no_punctuation_before() {
            // A full stop after the sound ends the sentence; a comma was only a pause.
            if let Some(last) = tokens.last_mut()
                && last.close.is_empty()
                && !token.close.starts_with(',')
            {
                last.close = token.close;
            }
            continue;
        }
        if let Some(last) = tokens.last_mut()
            && is_doubled(last, &token)
        {
            last.close = token.close;
            continue;
        }
        tokens.push(token);
    }
    tokens
}

/// Whether a word is repeated by mistake: 'the the'. Numbers and names may be repeated on purpose, and so may 'had
/// had'.
fn is_doubled(first: &Token, second: &Token) -> bool {
    let key = second.lookup_key();
    let word = second.word.chars().all(char::is_alphabetic) && second.word.chars().count() > 1;
    let is_name = second.word.starts_with(char::is_uppercase);
    let expected = matches!(key.as_str(), "had" | "that" | "very");
    word && first.has_no_punctuation_after()
        && second.has_no_punctuation_before()
        && first.lookup_key() == key
        && !is_name
        && !expected
}

/// Writes each known word with its own capitalisation.
pub(super) fn write_words(tokens: &mut [Token]) {
    for at in 0..tokens.len() {
        let beside = |at: Option<usize>| at.and_then(|at| tokens.get(at)).map(Token::lookup_key);
        let before = beside(at.checked_sub(1)).unwrap_or_default();
        let after = beside(at.checked_add(1)).unwrap_or_default();
        if let Some(word) = written_form(&tokens[at].word, &before, &after) {
            tokens[at].word = word;
        }
    }
}

fn written_form(word: &str, before: &str, after: &str) -> Option<String> {
    let key = word.to_lowercase();
    // 'which led to damp', 'tv point' and 'i will'.
    if key == "led" && (is_past_context(before) || is_past_context(after)) {
        return None;
    }
    match (key.as_str(), after) {
        ("i" | "i'm" | "i'll" | "i've" | "i’m" | "i’ll" | "i’ve", _) if before != "phase" => {
            return Some(format!("I{}", &word[1..]));
        }
        ("gas", "safe") if word == "gas" => return Some("Gas".to_owned()),
        _ => {}
    }
    if key == "safe" && before == "gas" {
        return Some("Safe".to_owned());
    }
    if key == "p" && before == "part" {
        return Some("P".to_owned());
    }
    if CAPITALISED.split(' ').any(|known| known == key) {
        return Some(if key == "wifi" { "Wi-Fi".to_owned() } else { key.to_uppercase() });
    }
    let one = key.strip_suffix("'s").or_else(|| key.strip_suffix('s'));
    if let Some(one) = one.filter(|one| one.len() > 2)
        && CAPITALISED.split(' ').any(|known| known == one)
    {
        return Some(format!("{}{}", one.to_uppercase(), &key[one.len()..]));
    }
    // The user's own capitals are kept: only words in lower case are changed.
    let own = SPECIAL_SPELLINGS.split(' ').find(|known| known.to_lowercase() == key)?;
    let plain = key == word || own.starts_with(char::is_lowercase);
    (plain && word != own && key != "farrow").then(|| own.to_owned())
}

/// Next to one of these words, 'led' is a verb and not the lamp.
fn is_past_context(word: &str) -> bool {
    matches!(word, "to" | "by" | "has" | "had" | "have" | "which" | "that" | "was" | "were" | "is")
}

/// Capitalises the first word, unless it has its own capitalisation.
pub(super) fn capitalise(tokens: &mut [Token]) {
    let Some(first) = tokens.iter_mut().find(|token| !token.word.is_empty()) else {
        return;
    };
    let plain = first.word.chars().all(|c| {
        let small = c.is_lowercase() || matches!(c, '\'' | '’' | '-');
        small && (c < '\u{590}' || c == '’')
    });
    let mut characters = first.word.chars();
    if let Some(initial) = characters.next().filter(|_| plain && !is_unit(&first.word)) {
        let mut capital = initial.to_uppercase();
        if let (Some(capital), None) = (capital.next(), capital.next()) {
            first.word = format!("{capital}{}", characters.as_str());
        }
    }
}

/// Whether a word is a unit, which is written in lower case even at the beginning.
fn is_unit(word: &str) -> bool {
    matches!(word, "mm" | "cm" | "m" | "kg")
}

/// Whether a word is a verb of the trades.
pub(super) fn is_verb(word: &str) -> bool {
    let known = |stem: &str| VERBS.split(' ').any(|change| change == stem);
    let past = word.strip_suffix("ed").or_else(|| word.strip_suffix("ing"));
    let Some(stem) = past.filter(|stem| stem.len() > 1) else {
        return known(word);
    };
    let mut shorter = stem.chars();
    let last = shorter.next_back();
    let doubled = last.is_some() && shorter.clone().next_back() == last;
    let with_e = format!("{stem}e");
    let with_y = stem.strip_suffix('i').map(|stem| format!("{stem}y"));
    known(word)
        || known(stem)
        || known(&with_e)
        || with_y.is_some_and(|stem| known(&stem))
        || (doubled && known(shorter.as_str()))
}

/// Whether a new sentence begins with `word`, given the words before and after it and the first word of the sentence.
pub(super) fn is_sentence_start(first: &str, before: &str, word: &str, after: &str) -> bool {
    let among = |list: &str, word: &str| list.split_whitespace().any(|one| one == word);
    let is_told = first.ends_with("ed") || among(IRREGULAR_PAST, first);
    let begins = among(PLAIN_VERBS, word)
        || (is_told && among(PAST_VERBS, word) && !among(TIME_WORDS, after))
        || (among(VERBS_OR_NOUNS, word) && among(OBJECT_STARTS, after));
    begins && !among(CONTINUATIONS, before) && !is_verb(before)
}

/// Notes that are all in capitals, converted to lower case. Words without vowels are abbreviations and are unchanged,
/// and so are short notes.
pub(super) fn lowercase_shouting(notes: &str) -> Cow<'_, str> {
    let words = notes.split(|c: char| !c.is_ascii_alphabetic());
    let long = words.filter(|word| word.len() > 3);
    if notes.contains(char::is_lowercase) || long.count() < SHOUTED_WORDS_MIN {
        return Cow::Borrowed(notes);
    }
    let calm = |word: &str| {
        let has_vowel = word.contains(['A', 'E', 'I', 'O', 'U', 'Y']);
        let is_code = word.contains(|c: char| c.is_ascii_digit());
        if has_vowel && !is_code { word.to_ascii_lowercase() } else { word.to_owned() }
    };
    Cow::Owned(notes.split_inclusive(char::is_whitespace).map(calm).collect())
}

/// Replaces dictated punctuation by characters: 'full stop', 'comma', 'new line'.
pub(super) fn replace_spoken_punctuation(line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    let mut text = String::with_capacity(line.len());
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let key = word.to_lowercase();
        let next = words.get(at + 1).map(|next| next.to_lowercase());
        let next = next.as_deref().map(|next| next.trim_end_matches(['.', ',']));
        let before = at.checked_sub(1).and_then(|at| words.get(at)).copied().unwrap_or_default();
        let after = words.get(at + 2).copied().unwrap_or_default();
        let (punctuation, used) = match (key.as_str(), next) {
            ("full", Some("stop")) => (".", 2),
            ("question", Some("mark")) if !before.is_empty() => ("?", 2),
            ("new", Some("line" | "paragraph")) if is_dictation(before, after) => ("\n", 2),
            ("bullet", Some("point")) if is_dictation(before, after) => ("\n", 2),
            ("comma" | "comma,", _) => (",", 1),
            _ => ("", 0),
        };
        if used == 0 {
            if !text.is_empty() && !text.ends_with('\n') {
                text.push(' ');
            }
            text.push_str(word);
            at += 1;
            continue;
        }
        // Attached to the word before it; punctuation is never doubled.
        let there = text.ends_with(['.', ',', '!', '?', '\n']) || text.is_empty();
        if punctuation == "\n" || !there {
            text.push_str(punctuation);
        }
        at += used;
    }
    text
}

/// Whether 'new line' is dictated punctuation: 'run a new line to the tap' is work.
fn is_dictation(before: &str, after: &str) -> bool {
    let before = before.to_lowercase();
    let after = after.to_lowercase();
    let work = matches!(
        before.as_str(),
        "a" | "the" | "one" | "of" | "each" | "for" | "and" | "with" | "from" | "to"
    ) || is_verb(&before);
    !work
        && !matches!(
            after.as_str(),
            "to" | "from" | "for" | "of" | "in" | "along" | "under" | "through" | "into"
        )
}
