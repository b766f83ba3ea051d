// The programs besides the browsers: drivers, which report where they listen, and a virtual screen.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { waitFor } from "../../../web/e2e/support/wait.ts";

/** The program that this variable names. */
export function program(variable) {
  const path = process.env[variable];
  if (!path)
    throw new Error(`${variable} names no program: run these tests with 'cargo xtask test engines'.`);
  return path;
}

/** A port that is free now. */
export async function freePort() {
  const listener = createServer().listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address();
  listener.close();
  await once(listener, "close");
  return port;
}

/** Starts a driver on this port, and waits until it responds. */
export async function startDriver(path, args, port, env = {}) {
  const child = spawn(path, args, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  const log = listenTo(child);
  await waitFor(`${path} on port ${port}`, () => {
    if (child.exitCode !== null)
      throw new Error(`${path} ended with code ${child.exitCode}:\n${log.join("")}`);
    return answers(port);
  });
  return { url: `http://127.0.0.1:${port}`, log: () => log.join(""), stop: () => ended(child) };
}

/** Starts an X server without a monitor; `name` is the name of its display. */
export async function startScreen() {
  const size = ["-screen", "0", "1400x1000x24"];
  const child = spawn(program("XVFB"), ["-displayfd", "3", ...size, "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "pipe", "pipe"],
  });
  const log = listenTo(child);
  const failed = once(child, "exit").then(([code]) => {
    throw new Error(`Xvfb ended with code ${code}:\n${log.join("")}`);
  });
  const [number] = await Promise.race([once(child.stdio[3], "data"), failed]);
  failed.catch(() => {}); // Later it is meant to end.
  return { name: `:${String(number).trim()}`, stop: () => ended(child) };
}

function listenTo(child) {
  const log = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => log.push(String(chunk)));
  return log;
}

/** Whether anything listens there. */
function answers(port) {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const say = (is) => {
      socket.destroy();
      resolve(is);
    };
    socket.once("connect", () => say(true));
    socket.once("error", () => say(false));
  });
}

/** Ends a process that we started. */
async function ended(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  await gone;
}
