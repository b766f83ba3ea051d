// The real binary, on a port of its own, with a data folder that is gone afterwards.
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const START_LIMIT_MS = 30_000;

/**
 * Starts `plumbline serve` with these settings in its environment; `demo` makes the demonstration business first.
 * With `keep` its folder stays after a stop, for `removeData` or for another server, which is given it as `data`; with
 * the `port` of the first, that one stands where the first stood.
 */
export async function startServer({ demo = false, settings = {}, keep = false, data: kept, port = 0 } = {}) {
  const binary = process.env.PLUMBLINE_BIN;
  if (!binary) throw new Error("PLUMBLINE_BIN names no server: run these tests with 'cargo xtask e2e'.");
  const data = kept ?? (await mkdtemp(join(tmpdir(), "plumbline-e2e-")));
  const env = { ...process.env };
  for (const name of ["DATABASE_URL", "SMTP_URL", "PLUMBLINE_PUBLIC_URL"]) delete env[name];
  Object.assign(env, settings, { PLUMBLINE_DATA: data, PLUMBLINE_LISTEN: `127.0.0.1:${port}` });
  if (demo) await finished(spawn(binary, ["demo"], { env, stdio: "ignore" }));

  const child = spawn(binary, ["serve"], { env, stdio: ["ignore", "pipe", "pipe"] });
  const log = [];
  const url = await address(child, log);
  return {
    url,
    data,
    pid: child.pid,
    log: () => log.join(""),
    async stop() {
      const ended = finished(child);
      child.kill("SIGTERM");
      await ended;
      if (!keep) await removeData(data);
    },
  };
}

/** Removes the folder of a server that was stopped. */
export function removeData(data) {
  return rm(data, { recursive: true, force: true });
}

/** Waits for the line that says where the server listens. */
function address(child, log) {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => fail("named no address in time"), START_LIMIT_MS);
    const fail = (what) => {
      clearTimeout(late);
      child.kill("SIGKILL");
      reject(new Error(`the server ${what}:\n${log.join("")}`));
    };
    const read = (chunk) => {
      log.push(String(chunk));
      const found = /http:\/\/127\.0\.0\.1:[1-9]\d*/.exec(log.join(""));
      if (!found) return;
      clearTimeout(late);
      resolve(found[0]);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", (code) => fail(`ended with code ${code}`));
  });
}

function finished(child) {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", resolve);
  });
}
