// The role of those who look after accounts, which is given and taken on the command line alone.
import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Runs `plumbline admin …` beside the server. */
export async function admin(server, ...words) {
  const env = { ...process.env, PLUMBLINE_DATA: server.data };
  for (const name of ["DATABASE_URL", "SMTP_URL", "PLUMBLINE_PUBLIC_URL"]) delete env[name];
  const { stdout } = await run(process.env.PLUMBLINE_BIN, ["admin", ...words], { env });
  return stdout;
}
