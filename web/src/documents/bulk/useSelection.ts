import { useState } from "react";
import type { DocumentSummary } from "../../api/generated/DocumentSummary";

/** Which documents are chosen: some by name, or all that the list is narrowed to but for some. */
export interface Chosen {
  /** All that match, read or not, without `ids`; else `ids` alone. */
  isAll: boolean;
  ids: ReadonlySet<string>;
  /** The row that was pressed last. */
  last: string | null;
}

const NONE: Chosen = { isAll: false, ids: new Set(), last: null };

/** Whether a document is chosen. */
export const isChosen = ({ isAll, ids }: Chosen, id: string): boolean => isAll !== ids.has(id);

/** How many are, of so many that match. */
export const countChosen = ({ isAll, ids }: Chosen, total: number): number =>
  isAll ? Math.max(0, total - ids.size) : ids.size;

/** What is chosen after a row was pressed; `reach` takes all rows between it and the one before. */
export function pressed(chosen: Chosen, rows: DocumentSummary[], id: string, reach: boolean): Chosen {
  const wanted = !isChosen(chosen, id);
  const ids = new Set(chosen.ids);
  const places = [chosen.last, id].map((one) => rows.findIndex((row) => row.id === one));
  const [from, to] = [Math.min(...places), Math.max(...places)];
  const meant = reach && from >= 0 ? rows.slice(from, to + 1).map((row) => row.id) : [id];
  for (const one of meant) {
    if (wanted === chosen.isAll) ids.delete(one);
    else ids.add(one);
  }
  return { ...chosen, ids, last: id };
}

/** Choosing documents of a list, to do something with all of them. What it is narrowed to is a new list. */
export function useSelection(list: string) {
  const [state, setState] = useState({ list, isChoosing: false, chosen: NONE });
  const chosen = state.list === list ? state.chosen : NONE;
  const set = (next: Chosen) => setState({ list, isChoosing: true, chosen: next });
  return {
    isChoosing: state.isChoosing,
    chosen,
    begin: () => set(NONE),
    end: () => setState({ list, isChoosing: false, chosen: NONE }),
    toggle: (rows: DocumentSummary[], id: string, reach: boolean) => set(pressed(chosen, rows, id, reach)),
    toggleAll: (rows: DocumentSummary[]) => {
      const isEvery = rows.every((row) => isChosen(chosen, row.id));
      set(isEvery ? NONE : { ...NONE, ids: new Set(rows.map((row) => row.id)) });
    },
    chooseAll: () => set({ ...NONE, isAll: true }),
  };
}

export type Selected = ReturnType<typeof useSelection>;
