//! Migrates saves from earlier versions of the format, one version at a time.

use serde_json::{Map, Value};

use super::SaveError;

/// The fields of a save of any version.
pub(crate) type Fields = Map<String, Value>;

/// Migrates a save from one version of the format to the next. It must depend on nothing but its
/// argument, which has all fields except the checksum. It need not update the version.
pub(crate) type Migration = fn(Fields) -> Result<Fields, String>;

/// All migrations, each with the version it starts from.
pub(crate) struct Chain {
    /// The version to migrate to.
    pub(crate) latest: u32,
    pub(crate) steps: &'static [(u32, Migration)],
}

impl Chain {
    /// Migrates fields to the latest version.
    pub(super) fn bring_forward(
        &self,
        version: u64,
        mut fields: Fields,
    ) -> Result<Fields, SaveError> {
        let newer = SaveError::NewerFormat { found: version, known: self.latest };
        let version = u32::try_from(version).ok().filter(|version| *version <= self.latest);
        for from in version.ok_or(newer)?..self.latest {
            let step = self.steps.iter().find(|(leaves, _)| *leaves == from);
            let (_, step) = step.ok_or_else(|| SaveError::NotMigrated {
                from,
                why: "there is no migration from it".to_owned(),
            })?;
            fields = step(fields).map_err(|why| SaveError::NotMigrated { from, why })?;
        }
        Ok(fields)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn rename(mut fields: Fields) -> Result<Fields, String> {
        let names = fields.shift_remove("names").ok_or("it has no names")?;
        fields.insert("players".to_owned(), names);
        Ok(fields)
    }

    fn count(mut fields: Fields) -> Result<Fields, String> {
        let players = fields["players"].as_array().ok_or("players are no list")?.len();
        fields.insert("count".to_owned(), players.into());
        Ok(fields)
    }

    const CHAIN: Chain = Chain { latest: 2, steps: &[(0, rename), (1, count)] };

    fn fields(value: Value) -> Fields {
        let Value::Object(fields) = value else { panic!("not an object") };
        fields
    }

    #[test]
    fn steps_are_taken_one_after_the_other() {
        let latest = fields(json!({"players": ["Ann", "Ben"], "count": 2}));
        let from = |version, value| CHAIN.bring_forward(version, fields(value)).unwrap();
        assert_eq!(from(0, json!({"names": ["Ann", "Ben"]})), latest);
        assert_eq!(from(1, json!({"players": ["Ann", "Ben"]})), latest);
        assert_eq!(from(2, json!({"players": ["Ann", "Ben"], "count": 2})), latest);
    }

    #[test]
    fn what_cannot_be_brought_forward_says_where_it_stopped() {
        let refused = |version, value| CHAIN.bring_forward(version, fields(value)).unwrap_err();
        assert_eq!(
            refused(0, json!({"names": 3})),
            SaveError::NotMigrated { from: 1, why: "players are no list".to_owned() }
        );
        assert_eq!(refused(3, json!({})), SaveError::NewerFormat { found: 3, known: 2 });
        assert_eq!(refused(u64::MAX, json!({})).code(), "save_newer_format");
        let short = Chain { latest: 2, steps: &[(1, count)] };
        let error = short.bring_forward(0, Fields::new()).unwrap_err();
        assert_eq!(error.code(), "save_not_migrated");
    }
}
