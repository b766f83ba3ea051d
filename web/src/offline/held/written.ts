import type { Write } from "../../api/writes";

/** Holds what a write was answered with, for the reads that would say the same. */
export type Keeper = (
  account: string,
  write: Pick<Write, "method" | "path" | "params">,
  answer: unknown,
) => Promise<void>;

const keepers: { path: RegExp; keep: Keeper }[] = [];

/** Has the answers of writes to such paths held. */
export function keepWritten(path: RegExp, keep: Keeper): void {
  keepers.push({ path, keep });
}

/**
 * What was written just now is what stands: a device that loses its signal before it reads it again would show what
 * was before, and changes made to that would be asked about as if somebody else had been there.
 */
export async function holdWritten(
  account: string,
  write: Pick<Write, "method" | "path" | "params">,
  answer: unknown,
): Promise<void> {
  for (const { path, keep } of keepers) if (path.test(write.path)) await keep(account, write, answer);
}
