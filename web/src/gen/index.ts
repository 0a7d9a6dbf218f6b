// Written by `cargo xtask types`. Changes are lost.
import type * as dataWar from './data-war';
import type * as rush from './rush';
import type * as mayI from './may-i';
import type * as minOrMax from './min-or-max';
import type * as innovation from './innovation';

export type * from './kit';
export type * from './protocol';
export type * as dataWar from './data-war';
export type * as rush from './rush';
export type * as mayI from './may-i';
export type * as minOrMax from './min-or-max';
export type * as innovation from './innovation';

/** What belongs to each game. */
export interface Games {
  'data-war': {
    options: dataWar.Options;
    view: dataWar.View;
    action: dataWar.Action;
    event: dataWar.Event;
  };
  rush: {
    options: rush.Options;
    view: rush.View;
    action: rush.Action;
    event: rush.Event;
  };
  'may-i': {
    options: mayI.Options;
    view: mayI.View;
    action: mayI.Action;
    event: mayI.Event;
  };
  'min-or-max': {
    options: minOrMax.Options;
    view: minOrMax.View;
    action: minOrMax.Action;
    event: minOrMax.Event;
  };
  innovation: {
    options: innovation.Options;
    view: innovation.View;
    action: innovation.Action;
    event: innovation.Event;
  };
}

/** The id of a game that comes with Croupier. */
export type GameId = keyof Games;
