import type { WriteRequest } from "../../api/writes";

/** Holds what a write was answered with, for the reads that would say the same. */
export type ResponseCacher = (
  account: string,
  write: Pick<WriteRequest, "method" | "path" | "params">,
  answer: unknown,
) => Promise<void>;

const responseCachers: { path: RegExp; cache: ResponseCacher }[] = [];

/** Has the answers of writes to such paths held. */
export function registerResponseCacher(path: RegExp, cache: ResponseCacher): void {
  responseCachers.push({ path, cache });
}

/**
 * What was written just now is what stands: a device that loses its signal before it reads it again would show what
 * was before, and changes made to that would be asked about as if somebody else had been there.
 */
export async function cacheWriteResponse(
  account: string,
  write: Pick<WriteRequest, "method" | "path" | "params">,
  answer: unknown,
): Promise<void> {
  for (const { path, cache } of responseCachers)
    if (path.test(write.path)) await cache(account, write, answer);
}
