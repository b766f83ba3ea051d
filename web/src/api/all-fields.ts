/**
 * Every field of a type, those that may be left out too: what is built as this does not compile while a field is missing.
 * `undefined` says that a field is left out.
 */
export type AllFields<T> = { [K in keyof Required<T>]: T[K] };

type TrueKeys<Table> = { [K in keyof Table]: Table[K] extends true ? K : never }[keyof Table];

/**
 * The names of which a table says `true`. With `as const satisfies Record<keyof X, boolean>` the table does not compile
 * while a field of X is missing in it.
 */
export function listTrueKeys<const Table extends Readonly<Record<string, boolean>>>(
  table: Table,
): TrueKeys<Table>[] {
  return Object.keys(table).filter((name) => table[name]) as TrueKeys<Table>[];
}
