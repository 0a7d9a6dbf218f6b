//! Creating a house, and finding an existing one.

use std::time::Duration;

use async_nats::jetstream::stream::Config;
use async_nats::jetstream::{self, Context};
use bytes::Bytes;

use super::NatsError;
use super::bucket::{Bucket, Placed};
use super::differences::differences;
use super::layout::{FORMAT, House, META_BUCKET, SHARDS};
use super::patience::Patience;
use super::settings::Settings;
use super::wire::Wire;

/// The key of the layout of the house.
const KEY: &str = "house";

/// The parameters of a new house.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Plan {
    /// Over how many streams rooms are spread: one or two per NATS node. It cannot be changed
    /// later.
    pub streams: u16,
    /// How many NATS nodes hold a copy of everything: 3 or 5, or 1 if nothing has to survive a
    /// failure.
    pub replicas: u8,
    /// How long finished matches are kept.
    pub keep_matches: Duration,
    /// The maximum size of a stream of rooms. `None` means as much as the disks hold.
    pub stream_bytes: Option<u64>,
}

impl Default for Plan {
    /// Four streams on three nodes, matches for thirty days.
    fn default() -> Self {
        Self {
            streams: 4,
            replicas: 3,
            keep_matches: Duration::from_hours(30 * 24),
            stream_bytes: None,
        }
    }
}

/// Creates a house. If a matching one exists it stays as it is, so this can be repeated.
pub async fn init(settings: &Settings, plan: &Plan) -> Result<House, NatsError> {
    let client = settings.connect().await?;
    let wanted = House {
        format: FORMAT,
        shards: SHARDS,
        streams: plan.streams.clamp(1, SHARDS),
        replicas: plan.replicas.max(1),
    };
    let context = jetstream::new(client.clone());
    let meta = Bucket::new(&Wire(client), META_BUCKET);
    let mut configs = wanted.wanted(plan.keep_matches, plan.stream_bytes);
    // The layout is stored before anything is created according to it.
    let is_meta = |config: &Config| config.name == super::layout::bucket_stream(META_BUCKET);
    configs.sort_by_key(|config| !is_meta(config));
    let mut configs = configs.into_iter();
    if let Some(config) = configs.next() {
        make(&context, config).await?;
    }
    let value = Bytes::from(serde_json::to_vec(&wanted).map_err(NatsError::engine)?);
    match meta.create(KEY, value, None).await.map_err(NatsError::engine)? {
        Placed::Stored(_) => {}
        Placed::Other(_) => {
            let found = read(&meta).await?;
            if found != wanted {
                let what = format!(
                    "it has {} streams with {} replicas, not {} with {}",
                    found.streams, found.replicas, wanted.streams, wanted.replicas
                );
                return Err(NatsError::OtherHouse { what });
            }
        }
    }
    for config in configs {
        make(&context, config).await?;
    }
    Ok(wanted)
}

async fn make(context: &Context, config: Config) -> Result<(), NatsError> {
    // Servers that have just started may not have found each other yet.
    let mut patience = Patience::new();
    let made = loop {
        match context.get_or_create_stream(config.clone()).await {
            Ok(made) => break made,
            Err(why) if !patience.wait().await => {
                return Err(NatsError::Stream { name: config.name, what: why.to_string() });
            }
            Err(_) => {}
        }
    };
    let differences = differences(&config, &made.cached_info().config);
    if differences.is_empty() {
        return Ok(());
    }
    Err(NatsError::Stream { name: config.name, what: differences.join("; ") })
}

/// Reads the layout of the house.
pub(super) async fn read(meta: &Bucket) -> Result<House, NatsError> {
    use super::error::RequestError;
    let found = match meta.get(KEY).await {
        Ok(found) => found,
        // There is no such stream.
        Err(RequestError::Refused { code: 10059, .. }) => None,
        Err(why) => return Err(NatsError::engine(why)),
    };
    let value = found.ok_or(NatsError::NoHouse)?;
    let house: House = serde_json::from_slice(&value.bytes).map_err(NatsError::engine)?;
    if house.format > FORMAT {
        return Err(NatsError::Newer { format: house.format, known: FORMAT });
    }
    if house.shards != SHARDS || house.streams == 0 {
        return Err(NatsError::OtherHouse { what: format!("it has {} shards", house.shards) });
    }
    Ok(house)
}
