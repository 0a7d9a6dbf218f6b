//! Banned addresses.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{PoisonError, RwLock};

use croupier_store::journal::{UnixMillis, WriteError};
use croupier_store::registry::Ban;

use crate::house::{House, wall_clock};
use crate::limits::Network;
use crate::store::Store;

/// The active bans, by address. There are few, and every request checks them.
#[derive(Debug, Default)]
pub(crate) struct Bans(RwLock<HashMap<Network, Option<UnixMillis>>>);

impl<S: Store> House<S> {
    /// Loads the stored bans.
    pub(crate) async fn load_bans(&self) {
        let Ok(kept) = self.store().bans().await else { return };
        let addr = |ban: Ban| Some((ban.key.parse::<IpAddr>().ok()?.into(), ban.until));
        let kept = kept.into_iter().filter_map(addr).collect();
        *self.bans.0.write().unwrap_or_else(PoisonError::into_inner) = kept;
        self.cut_off_banned();
    }

    pub(crate) fn is_banned(&self, addr: IpAddr) -> bool {
        let bans = self.bans.0.read().unwrap_or_else(PoisonError::into_inner);
        if bans.is_empty() {
            return false;
        }
        let ban = bans.get(&Network::from(addr));
        ban.is_some_and(|until| until.is_none_or(|until| until > wall_clock()))
    }

    /// Bans an address. Its open sockets are cut off.
    pub(crate) async fn ban(
        &self,
        addr: IpAddr,
        until: Option<UnixMillis>,
        why: String,
    ) -> Result<(), WriteError> {
        let ban = Ban { key: addr.to_canonical().to_string(), until, why };
        self.store().put_ban(ban).await?;
        self.bans.0.write().unwrap_or_else(PoisonError::into_inner).insert(addr.into(), until);
        self.cut_off_banned();
        Ok(())
    }

    /// Lifts a ban and returns whether there was one.
    pub(crate) async fn unban(&self, addr: IpAddr) -> Result<bool, WriteError> {
        let lifted = self.store().lift_ban(&addr.to_canonical().to_string()).await?;
        let mut bans = self.bans.0.write().unwrap_or_else(PoisonError::into_inner);
        Ok(bans.remove(&Network::from(addr)).is_some() || lifted)
    }
}
