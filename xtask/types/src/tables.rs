//! What is printed on the cards of Innovation and Data War and on the score sheet of May I?, for
//! clients that draw them.

use std::fmt::Write as _;

use data_war::cards::CardType;
use data_war::state::FIRST_FALL;
use innovation::Card;
use innovation::world::{AGE_ACHIEVEMENTS, Special, points_required};
use may_i::LAST_ROUND;
use serde_json::{Value, json};

use crate::typescript::HEADER;

const INNOVATION: &str = "import type { Colour, Icon } from './innovation';

/** A card of Innovation as it is printed. */
export interface InnovationCard {
  /** 1 to 105. */
  id: number;
  /** The title, which is also its code on the wire. */
  name: string;
  age: number;
  colour: Colour;
  /** Top left, bottom left, bottom middle, bottom right; null is the picture. */
  slots: readonly (Icon | null)[];
  /** The icon that its dogma counts. */
  featured: Icon;
  /** Its effects, a sentence each. */
  text: readonly string[];
}

/** An achievement that is no card. */
export interface SpecialAchievement {
  name: string;
  /** What it takes, in a sentence. */
  needs: string;
}

/** All cards, by id. */
export const INNOVATION_CARDS: readonly InnovationCard[] = [
";

const DATA_WAR: &str = "import type { CardEffect } from './data-war';

/** What sort of card a type is. */
export type Family = 'common' | 'tracker' | 'blocker' | 'firewall' | 'move' | 'launch' | 'grab';

/** A card type of Data War. */
export interface DataWarCard {
  /** Two letters: `C5`. */
  code: string;
  /** `common-5`; a card on the wire is this and the number of the copy, `common-5-07`. */
  type_id: string;
  /** The name on the card. */
  name: string;
  family: Family;
  /** What it does, unless it is common. */
  effect: CardEffect | null;
  /** 0 to 6. */
  value: number;
  /** Whether it demands another play. */
  again: boolean;
  /** How many the deck has. */
  copies: number;
  /** What it does, in a few words. */
  short: string;
}

/** All card types, in the order of the table of DW-3. */
export const DATA_WAR_CARDS: readonly DataWarCard[] = [
";

const SPECIALS: &str = "
/** The special achievements, in the order in which they are tested. */
export const SPECIAL_ACHIEVEMENTS: readonly SpecialAchievement[] = [
";

const POINTS: &str = "
/** The points that each age achievement requires, besides a top card of its value. The first is that of age 1. */
export const ACHIEVEMENT_POINTS: readonly number[] = ";

const FALLS: &str = "
/** When the first card of a Data Grab begins to fall, in ms after the start of the scramble. */
export const FIRST_FALL = ";

const MAY_I: &str = "/** The number of the last round of May I?. */
export const LAST_ROUND = ";

/// The files by name, without their extension.
pub(crate) fn modules() -> Vec<(String, String)> {
    let innovation = Card::all().map(|card| {
        let face = card.face();
        json!({
            "id": card.id(),
            "name": face.name,
            "age": face.age,
            "colour": face.colour,
            "slots": face.slots,
            "featured": card.featured(),
            "text": card.text(),
        })
    });
    let data_war = CardType::all().map(|kind| {
        let row = kind.row();
        json!({
            "code": row.code,
            "type_id": row.type_id,
            "name": row.name,
            "family": row.family,
            "effect": row.effect,
            "value": row.value,
            "again": row.again,
            "copies": row.copies,
            "short": row.short,
        })
    });
    let specials =
        Special::ALL.into_iter().map(|it| json!({ "name": it.name(), "needs": it.needs() }));
    let points: Vec<_> = (1..).take(AGE_ACHIEVEMENTS).map(points_required).collect();
    vec![
        (
            "innovation-cards".to_owned(),
            format!(
                "{HEADER}{INNOVATION}{}{SPECIALS}{}{POINTS}{};\n",
                table(innovation),
                table(specials),
                written(&json!(points), 0)
            ),
        ),
        (
            "data-war-cards".to_owned(),
            format!("{HEADER}{DATA_WAR}{}{FALLS}{};\n", table(data_war), FIRST_FALL.0),
        ),
        ("may-i-rounds".to_owned(), format!("{HEADER}{MAY_I}{LAST_ROUND};\n")),
    ]
}

fn table(rows: impl Iterator<Item = Value>) -> String {
    let mut text = String::new();
    for row in rows {
        text.push_str("  {\n");
        for (name, value) in row.as_object().into_iter().flatten() {
            let _ = writeln!(text, "    {name}: {},", written(value, name.len() + 7));
        }
        text.push_str("  },\n");
    }
    text.push_str("];\n");
    text
}

/// Formats a value that starts at this column of its line.
fn written(value: &Value, column: usize) -> String {
    match value {
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(|item| written(item, 0)).collect();
            let line = format!("[{}]", items.join(", "));
            if column + line.chars().count() <= 100 {
                return line;
            }
            let items: Vec<String> = items.iter().map(|item| format!("      {item},\n")).collect();
            format!("[\n{}    ]", items.concat())
        }
        Value::String(text) => crate::typescript::quoted(text),
        other => other.to_string(),
    }
}
