import { useState } from "react";
import type { DocumentSummary } from "../../api/generated/DocumentSummary";

/** The selected documents: individual ones, or all that match the filters except some. */
export interface ChosenDocuments {
  /** If true, all matching documents, loaded or not, except `ids`; otherwise only `ids`. */
  isAll: boolean;
  ids: ReadonlySet<string>;
  /** The row that was pressed last. */
  last: string | null;
}

const NOTHING_CHOSEN: ChosenDocuments = { isAll: false, ids: new Set(), last: null };

/** Whether a document is selected. */
export const isChosen = ({ isAll, ids }: ChosenDocuments, id: string): boolean => isAll !== ids.has(id);

/** How many documents are selected, given the number that match. */
export const countChosen = ({ isAll, ids }: ChosenDocuments, total: number): number =>
  isAll ? Math.max(0, total - ids.size) : ids.size;

/** The selection after a row was pressed; `isRange` includes all rows back to the one pressed before. */
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

/**
 * The selection of a list's documents for bulk actions. Changing the filters makes a new list and clears it.
 */
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
