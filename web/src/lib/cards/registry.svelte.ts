/**
 * The cards of Data War and Innovation. Their tables are large, so they are not part of the first download: a board
 * that needs one imports `data-war-cards` or `innovation-cards`; if such a card appears elsewhere, the table is fetched
 * on demand.
 */
import type { DataWarCard, InnovationCard } from './types';

interface Tables {
  dataWar?: Readonly<Record<string, DataWarCard>>;
  innovation?: Readonly<Record<string, InnovationCard>>;
}

let tables = $state.raw<Tables>({});

export function setDataWar(cards: readonly DataWarCard[]): void {
  tables = { ...tables, dataWar: Object.fromEntries(cards.map((card) => [card.type_id, card])) };
}

export function setInnovation(cards: readonly InnovationCard[]): void {
  tables = { ...tables, innovation: Object.fromEntries(cards.map((card) => [card.name, card])) };
}

let asked: Partial<Record<keyof Tables, true>> = {};
function want(table: keyof Tables): void {
  if (asked[table]) return;
  asked[table] = true;
  // Readers are redrawn once the table is loaded. If that fails, the card keeps its plain face.
  const load = table === 'dataWar' ? import('./data-war-cards') : import('./innovation-cards');
  load.catch(() => (asked = { ...asked, [table]: undefined }));
}

/** A card type of Data War by its type id; undefined until the table is loaded. */
export function dataWarCard(type: string): DataWarCard | undefined {
  if (!tables.dataWar) want('dataWar');
  return tables.dataWar?.[type];
}

/** An Innovation card by its title; undefined until the table is loaded. */
export function innovationCard(name: string): InnovationCard | undefined {
  if (!tables.innovation) want('innovation');
  return tables.innovation?.[name];
}
