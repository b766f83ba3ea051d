//! How customers with the same name are distinguished.

use std::collections::{BTreeSet, HashMap};

/// A customer's name and other details, the most telling first: the company, the town.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedCustomer {
    /// The name.
    pub name: String,
    /// The other details; unknown ones are empty.
    pub more: Vec<String>,
}

/// A name for each entry of a list: the name alone if it is unique, otherwise followed by the first details in which
/// the entries with that name differ, until it is unique. An entry without such a detail has the name alone.
#[must_use]
pub fn distinguish_names(all: &[NamedCustomer]) -> Vec<String> {
    let mut names: Vec<String> = all.iter().map(|it| it.name.clone()).collect();
    let key = |name: &str| name.trim().to_lowercase();
    // Most names are unique, and are converted for comparison only once.
    let mut keys: Vec<String> = names.iter().map(|name| key(name)).collect();
    let most = all.iter().map(|it| it.more.len()).max().unwrap_or_default();
    for at in 0..most {
        let mut same: HashMap<&str, Vec<usize>> = HashMap::with_capacity(keys.len());
        for (who, key) in keys.iter().enumerate() {
            same.entry(key).or_default().push(who);
        }
        let same: Vec<Vec<usize>> = same.into_values().filter(|whose| whose.len() > 1).collect();
        for whose in same {
            let more = |who: usize| all[who].more.get(at).map_or("", |text| text.trim());
            let differ: BTreeSet<&str> = whose.iter().map(|who| more(*who)).collect();
            if differ.len() < 2 {
                continue;
            }
            for who in whose {
                let more = more(who);
                if !more.is_empty() && more != names[who] {
                    names[who] = format!("{} ({more})", names[who]);
                    keys[who] = key(&names[who]);
                }
            }
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_of_one_name_by_what_they_differ_in() {
        let named = |name: &str, more: &[&str]| NamedCustomer {
            name: name.to_owned(),
            more: more.iter().map(|text| (*text).to_owned()).collect(),
        };
        let all = [
            named("John Smith", &["Smith & Sons", "Leeds"]),
            named("Jane Doe", &["Doe Ltd", "York"]),
            named("john smith", &["", "York"]),
            named("John Smith", &["", "Hull"]),
            named("Bob", &["", "Bath"]),
            named("Bob", &["", "Bath"]),
        ];
        let expected =
            ["John Smith (Smith & Sons)", "Jane Doe", "john smith (York)", "John Smith (Hull)", "Bob", "Bob"];
        assert_eq!(distinguish_names(&all), expected);
        assert!(distinguish_names(&[]).is_empty());
    }
}
