// The real server, on a port of its own, with a data folder that is removed afterwards.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** Environment variables of the server. */
export type Settings = Record<string, string>;

export interface Server {
  url: string;
  /** Its data folder. */
  data: string;
  pid: number;
  log: () => string;
  stop: () => Promise<void>;
}

export interface ServerOptions {
  settings?: Settings;
  /** Whether to create the demo business first. */
  demo?: boolean;
  /** Whether the data folder stays after a stop, for `removeData` or for another server. */
  keep?: boolean;
  /** The data folder of an earlier server. */
  data?: string;
  /** A data folder that this server copies when it starts. */
  copyOf?: string;
  /** The port of an earlier server; 0 chooses a free one. */
  port?: number;
}

/** The path of the program under test. */
export function getBinaryPath(): string {
  const path = process.env.PLUMBLINE_BIN;
  if (!path) throw new Error("PLUMBLINE_BIN is not set: run the browser tests with 'cargo xtask test e2e'.");
  return path;
}

/** The environment of a command or server with this data folder. */
export function buildEnvironment(data: string, settings: Settings = {}): NodeJS.ProcessEnv {
  const env = { ...process.env };
  for (const name of ["DATABASE_URL", "SMTP_URL", "PLUMBLINE_PUBLIC_URL"]) delete env[name];
  return Object.assign(env, settings, { PLUMBLINE_DATA: data });
}

/**
 * Starts `plumbline serve`. Its limits are a hundred times as generous as usual, since all tests come from
 * one address; a test of a limit sets its own `PLUMBLINE_LIMIT_FACTOR`.
 */
export async function startServer(options: ServerOptions = {}): Promise<Server> {
  const { settings = {}, demo = false, keep = false, port = 0 } = options;
  const data = options.data ?? (await mkdtemp(join(tmpdir(), "plumbline-e2e-")));
  if (options.copyOf) await cp(options.copyOf, data, { recursive: true });
  const env = {
    ...buildEnvironment(data, { PLUMBLINE_LIMIT_FACTOR: "100", ...settings }),
    PLUMBLINE_LISTEN: `127.0.0.1:${port}`,
  };
  if (demo) await waitForExit(spawn(getBinaryPath(), ["demo"], { env, stdio: "ignore" }));

  const child = spawn(getBinaryPath(), ["serve"], { env, stdio: ["ignore", "pipe", "pipe"] });
  // So that an interrupted run leaves no server running.
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const log: string[] = [];
  const url = await waitForAddress(child, log);
  return {
    url,
    data,
    pid: child.pid ?? 0,
    log: () => log.join(""),
    async stop() {
      await stopProcess(child);
      process.off("exit", kill);
      if (!keep) await removeData(data);
    },
  };
}

/** Removes the data folder of a server that was stopped. */
export function removeData(data: string): Promise<void> {
  return rm(data, { recursive: true, force: true });
}

const START_LIMIT_MS = 60_000;

/** Waits for the log line with the server's address. */
function waitForAddress(child: ChildProcess, log: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (what: string) => {
      clearTimeout(late);
      child.kill("SIGKILL");
      reject(new Error(`the server ${what}:\n${log.join("")}`));
    };
    const late = setTimeout(() => fail("did not say where it listens"), START_LIMIT_MS);
    const read = (chunk: unknown) => {
      log.push(String(chunk));
      const found = /http:\/\/127\.0\.0\.1:[1-9]\d*/.exec(log.join(""))?.[0];
      if (!found) return;
      clearTimeout(late);
      resolve(found);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("exit", (code) => fail(`ended with code ${code}`));
  });
}

const STOP_LIMIT_MS = 60_000;

/** Stops a process and waits for its end; for one that has already ended, the event would never come. */
async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = waitForExit(child);
  const late = setTimeout(() => child.kill("SIGKILL"), STOP_LIMIT_MS);
  child.kill("SIGTERM");
  await ended;
  clearTimeout(late);
  if (child.signalCode === "SIGKILL") throw new Error("the server did not stop when it was asked to");
}

function waitForExit(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", resolve);
  });
}

// The admin role, which can be granted and revoked only on the command line.

const run = promisify(execFile);

/** Runs `plumbline admin …` with the server's data folder; returns its output. */
export async function runAdmin(server: Pick<Server, "data">, ...args: string[]): Promise<string> {
  const { stdout } = await run(getBinaryPath(), ["admin", ...args], { env: buildEnvironment(server.data) });
  return stdout;
}
