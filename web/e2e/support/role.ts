// The role of administrator, which is given and taken on the command line only.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { binary, environment, type Server } from "./server.ts";

const run = promisify(execFile);

/** Runs `plumbline admin …` beside the server; answers with what it printed. */
export async function admin(server: Pick<Server, "data">, ...words: string[]): Promise<string> {
  const { stdout } = await run(binary(), ["admin", ...words], { env: environment(server.data) });
  return stdout;
}
