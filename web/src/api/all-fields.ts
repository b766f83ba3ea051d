/**
 * A type with every field required, including the optional ones, so that building such a value doesn't
 * compile while a field is missing. `undefined` means that a field is left out.
 */
export type AllFields<T> = { [K in keyof Required<T>]: T[K] };

type TrueKeys<Table> = { [K in keyof Table]: Table[K] extends true ? K : never }[keyof Table];

/**
 * The names that a table sets to `true`. With `as const satisfies Record<keyof X, boolean>`, the table
 * doesn't compile while a field of X is missing.
 */
export function listTrueKeys<const Table extends Readonly<Record<string, boolean>>>(
  table: Table,
): TrueKeys<Table>[] {
  return Object.keys(table).filter((name) => table[name]) as TrueKeys<Table>[];
}
