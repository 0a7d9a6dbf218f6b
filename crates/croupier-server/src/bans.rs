//! Banned addresses.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{PoisonError, RwLock};

use croupier_store::journal::{ReadError, UnixMillis, WriteError};
use croupier_store::registry::Ban;

use crate::house::{House, wall_clock};
use crate::limits::Network;
use crate::store::Store;

/// The active bans. There are few, and every request checks them.
#[derive(Debug, Default)]
pub(crate) struct Bans(RwLock<HashMap<Network, Option<UnixMillis>>>);

impl<S: Store> House<S> {
    /// Loads the stored bans. If that fails, those that are known stay.
    pub(crate) async fn load_bans(&self) -> Result<(), ReadError> {
        let kept = self.store().bans().await?;
        let of_network = |ban: Ban| Some((network(&ban)?, ban.until));
        let kept = kept.into_iter().filter_map(of_network).collect();
        *self.bans.0.write().unwrap_or_else(PoisonError::into_inner) = kept;
        self.cut_off_banned();
        Ok(())
    }

    pub(crate) fn is_banned(&self, addr: IpAddr) -> bool {
        let bans = self.bans.0.read().unwrap_or_else(PoisonError::into_inner);
        if bans.is_empty() {
            return false;
        }
        let ban = bans.get(&Network::from(addr));
        ban.is_some_and(|until| until.is_none_or(|until| until > wall_clock()))
    }

    /// Bans an address and its network. Their open sockets are cut off.
    pub(crate) async fn ban(
        &self,
        addr: IpAddr,
        until: Option<UnixMillis>,
        why: String,
    ) -> Result<(), WriteError> {
        let network = Network::from(addr);
        self.store().put_ban(Ban { key: network.to_string(), until, why }).await?;
        self.bans.0.write().unwrap_or_else(PoisonError::into_inner).insert(network, until);
        self.cut_off_banned();
        Ok(())
    }

    /// Lifts the ban of a network and returns whether there was one.
    pub(crate) async fn unban(&self, addr: IpAddr) -> Result<bool, String> {
        let banned = Network::from(addr);
        let stored = self.store().bans().await.map_err(|why| why.to_string())?;
        let mut lifted = false;
        // Older versions stored a ban for each address.
        for ban in stored.iter().filter(|ban| network(ban) == Some(banned)) {
            lifted |= self.store().lift_ban(&ban.key).await.map_err(|why| why.to_string())?;
        }
        let mut bans = self.bans.0.write().unwrap_or_else(PoisonError::into_inner);
        Ok(bans.remove(&banned).is_some() || lifted)
    }
}

/// The network that a stored ban is for.
fn network(ban: &Ban) -> Option<Network> {
    Some(ban.key.parse::<IpAddr>().ok()?.into())
}

#[cfg(test)]
mod tests {
    use croupier_kit::Millis;
    use croupier_store::registry::Registry as _;
    use croupier_store::sqlite::{Settings, SqliteStore};

    use super::*;
    use crate::Config;

    #[tokio::test]
    async fn a_ban_of_one_address_can_be_lifted_by_another_of_its_network() {
        let folder = std::env::temp_dir().join(format!("croupier-bans-{}", std::process::id()));
        let store = SqliteStore::open(&folder, Settings::default()).unwrap();
        let catalog = croupier_catalog::shipped();
        let house = House::new(catalog, store.clone(), Config::default(), Millis::ZERO);
        let addr = |text: &str| text.parse::<IpAddr>().unwrap();
        let (one, two) = (addr("2001:db8::1"), addr("2001:db8::2"));
        // As older versions stored it.
        let old = Ban { key: "2001:db8::3".to_owned(), until: None, why: "old".to_owned() };
        store.put_ban(old).await.unwrap();
        for address in [one, two, addr("203.0.113.9")] {
            house.ban(address, None, "flooding".to_owned()).await.unwrap();
        }
        assert_eq!(store.bans().await.unwrap().len(), 3, "one per network, and the old one");
        assert!(house.is_banned(addr("2001:db8::4")));
        assert_eq!(house.unban(two).await, Ok(true));
        assert_eq!(house.unban(one).await, Ok(false));
        house.load_bans().await.unwrap();
        assert!(!house.is_banned(one), "it does not come back");
        assert!(house.is_banned(addr("203.0.113.9")));
        house.bots().close();
        store.shutdown().await;
        std::fs::remove_dir_all(folder).unwrap();
    }
}
