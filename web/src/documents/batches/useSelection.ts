import { useState } from "react";
import type { DocumentSummary } from "../../api/generated/DocumentSummary";

/** Which documents are chosen: some by name, or all that the list is narrowed to but for some. */
export interface ChosenDocuments {
  /** All that match, read or not, without `ids`; else `ids` alone. */
  isAll: boolean;
  ids: ReadonlySet<string>;
  /** The row that was pressed last. */
  last: string | null;
}

const NOTHING_CHOSEN: ChosenDocuments = { isAll: false, ids: new Set(), last: null };

/** Whether a document is chosen. */
export const isChosen = ({ isAll, ids }: ChosenDocuments, id: string): boolean => isAll !== ids.has(id);

/** How many are, of so many that match. */
export const countChosen = ({ isAll, ids }: ChosenDocuments, total: number): number =>
  isAll ? Math.max(0, total - ids.size) : ids.size;

/** What is chosen after a row was pressed; `isRange` takes all rows between it and the one before. */
export function toggleRow(
  chosen: ChosenDocuments,
  rows: DocumentSummary[],
  id: string,
  isRange: boolean,
): ChosenDocuments {
  const isAdding = !isChosen(chosen, id);
  const ids = new Set(chosen.ids);
  const places = [chosen.last, id].map((one) => rows.findIndex((row) => row.id === one));
  const [from, to] = [Math.min(...places), Math.max(...places)];
  const affectedIds = isRange && from >= 0 ? rows.slice(from, to + 1).map((row) => row.id) : [id];
  for (const one of affectedIds) {
    if (isAdding === chosen.isAll) ids.delete(one);
    else ids.add(one);
  }
  return { ...chosen, ids, last: id };
}

/** Choosing documents of a list, to do something with all of them. What it is narrowed to is a new list. */
export function useSelection(list: string) {
  const [state, setState] = useState({ list, isChoosing: false, chosen: NOTHING_CHOSEN });
  const chosen = state.list === list ? state.chosen : NOTHING_CHOSEN;
  const set = (next: ChosenDocuments) => setState({ list, isChoosing: true, chosen: next });
  return {
    isChoosing: state.isChoosing,
    chosen,
    begin: () => set(NOTHING_CHOSEN),
    end: () => setState({ list, isChoosing: false, chosen: NOTHING_CHOSEN }),
    toggle: (rows: DocumentSummary[], id: string, isRange: boolean) =>
      set(toggleRow(chosen, rows, id, isRange)),
    toggleAll: (rows: DocumentSummary[]) => {
      const areAllChosen = rows.every((row) => isChosen(chosen, row.id));
      set(areAllChosen ? NOTHING_CHOSEN : { ...NOTHING_CHOSEN, ids: new Set(rows.map((row) => row.id)) });
    },
    chooseAll: () => set({ ...NOTHING_CHOSEN, isAll: true }),
  };
}

export type DocumentSelection = ReturnType<typeof useSelection>;
