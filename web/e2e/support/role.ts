// The role of administrator, which is given and taken on the command line only.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { buildEnvironment, getBinaryPath, type Server } from "./server.ts";

const run = promisify(execFile);

/** Runs `plumbline admin …` beside the server; answers with what it printed. */
export async function runAdmin(server: Pick<Server, "data">, ...args: string[]): Promise<string> {
  const { stdout } = await run(getBinaryPath(), ["admin", ...args], { env: buildEnvironment(server.data) });
  return stdout;
}
