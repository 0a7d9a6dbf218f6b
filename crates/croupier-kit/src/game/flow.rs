//! A macro for a chart that is compiled once, with handles to the states that rules ask about.

/// Declares a chart and handles to some of its states. The chart is compiled on first use. A faulty
/// definition panics with a list of all faults, and so does an unknown state.
///
/// ```
/// use croupier_chart::prelude::*;
/// use croupier_kit::flow;
/// use serde::{Deserialize, Serialize};
///
/// triggers! {
///     #[derive(Debug, Clone, Serialize, Deserialize)]
///     pub enum Push: Kind { Push => "PUSH" }
/// }
/// pub struct Lamp;
/// # impl Machine for Lamp {
/// #     type Trigger = Push; type Context = (); type Children = (); type Rules = (); type Emit = ();
/// #     type Output = ();
/// # }
///
/// fn definition() -> Definition<Lamp> {
///     let on = state("on").on(Kind::Push, to("off"));
///     let off = state("off").on(Kind::Push, to("on"));
///     Definition::new("lamp", state("lamp").initial("off").child(off).child(on))
/// }
///
/// flow! {
///     /// The lamp's chart, and its states.
///     pub static LAMP: Places<Lamp> = definition();
///     on: "on",
///     off: "off",
/// }
///
/// let lamp = LAMP.chart.start((), &mut Env::new(&mut ()))?;
/// assert!(lamp.is_in(LAMP.off) && !lamp.is_in(LAMP.on));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
/// `Places` is the name of the generated type; choose any other.
/// `Places` is the name of the type that it declares; any other does as well.
#[macro_export]
macro_rules! flow {
    (
        $(#[$meta:meta])*
        $vis:vis static $name:ident: $places:ident<$machine:ty> = $definition:expr;
        $( $(#[$inner:meta])* $state:ident: $path:literal ),* $(,)?
    ) => {
        #[doc = concat!("The type of [`", stringify!($name), "`].")]
        $vis struct $places {
            /// The compiled chart.
            $vis chart: $crate::chart::run::Chart<$machine>,
            $( $(#[$inner])* #[doc = concat!("The state `", $path, "`.")]
            $vis $state: $crate::chart::compile::StateId<$machine>, )*
        }

        $(#[$meta])*
        $vis static $name: ::std::sync::LazyLock<$places> = ::std::sync::LazyLock::new(|| {
            let chart = $crate::chart::check::assert_sound($definition.compile());
            $( let $state = chart.state($path).unwrap_or_else(|unknown| panic!("{unknown}")); )*
            $places { chart, $( $state ),* }
        });
    };
}
