//! How the configuration of a stream differs from what the house needs.

use std::collections::BTreeSet;

use async_nats::jetstream::stream::Config;
use serde_json::{Map, Value};

use super::layout::MATCHES_STREAM;

/// Settings that operators may choose: none of them makes a stream forget or reorder anything.
const FREE: [&str; 10] = [
    "compression",
    "consumer_limits",
    "description",
    "duplicate_window",
    "first_seq",
    "max_bytes", // A full stream refuses new messages.
    "metadata",
    "mirror_direct",
    "placement",
    "republish",
];

/// Every setting that differs, in a sentence, under its name in NATS.
pub(super) fn differences(wanted: &Config, found: &Config) -> Vec<String> {
    let (wanted, found) = (settings(wanted), settings(found));
    let names: BTreeSet<_> = wanted.keys().chain(found.keys()).collect();
    let differs = names.into_iter().filter(|name| wanted.get(*name) != found.get(*name));
    let text = |value: Option<&Value>| value.map_or("not set".to_owned(), Value::to_string);
    differs
        .map(|name| {
            let (found, wanted) = (text(found.get(name)), text(wanted.get(name)));
            format!("`{name}` is {found}, and has to be {wanted}")
        })
        .collect()
}

/// The settings that matter.
fn settings(config: &Config) -> Map<String, Value> {
    let Ok(Value::Object(mut settings)) = serde_json::to_value(config) else { return Map::new() };
    // How long matches are kept is up to operators.
    let is_free =
        |name: &str| FREE.contains(&name) || (name == "max_age" && config.name == MATCHES_STREAM);
    // Servers may write out what is the default.
    let is_default = |name: &str, value: &Value| name == "persist_mode" && value == "default";
    settings.retain(|name, value| !(is_free(name) || value.is_null() || is_default(name, value)));
    settings
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use async_nats::jetstream::stream::{DiscardPolicy, PersistenceMode, StorageType};

    use super::super::layout::House;
    use super::*;

    #[test]
    fn whatever_could_lose_or_refuse_a_record_is_named() {
        let house = House { format: 1, shards: 1024, streams: 1, replicas: 3 };
        let wanted = house.wanted(Duration::ZERO, None);
        let (journal, matches) = (&wanted[0], &wanted[1]);
        let check = |set: fn(&mut Config), expected: &str| {
            let mut found = journal.clone();
            set(&mut found);
            assert_eq!(differences(journal, &found), [expected]);
        };
        check(|it| it.num_replicas = 1, "`num_replicas` is 1, and has to be 3");
        check(|it| it.discard = DiscardPolicy::Old, "`discard` is \"old\", and has to be \"new\"");
        check(
            |it| it.storage = StorageType::Memory,
            "`storage` is \"memory\", and has to be \"file\"",
        );
        check(|it| it.max_age = Duration::from_micros(1), "`max_age` is 1000, and has to be 0");
        check(|it| it.max_messages = 7, "`max_msgs` is 7, and has to be -1");
        check(
            |it| it.max_messages_per_subject = 7,
            "`max_msgs_per_subject` is 7, and has to be -1",
        );
        check(|it| it.allow_rollup = false, "`allow_rollup_hdrs` is not set, and has to be true");
        check(|it| it.allow_direct = false, "`allow_direct` is not set, and has to be true");
        check(|it| it.deny_purge = true, "`deny_purge` is true, and has to be not set");
        check(
            |it| it.persist_mode = Some(PersistenceMode::Async),
            "`persist_mode` is \"async\", and has to be not set",
        );
        check(|it| it.subjects.truncate(0), "`subjects` is not set, and has to be [\"cr.j.0.>\"]");
        let mut found = journal.clone();
        (found.max_bytes, found.description) = (1 << 30, Some("ours".to_owned()));
        found.persist_mode = Some(PersistenceMode::Default);
        assert_eq!(differences(journal, &found), [""; 0]);
        let mut found = matches.clone();
        found.max_age = Duration::from_hours(24);
        assert_eq!(differences(matches, &found), [""; 0]);
    }
}
