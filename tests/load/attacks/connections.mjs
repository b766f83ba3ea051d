// 1,100 connections that send nothing, send half a request, or send it and stay open; from an address of their own.
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { startServer } from "../../../web/e2e/support/server.ts";
import { checkEqual, checkMax, checkTime } from "../report.mjs";

const STRANGER = "127.0.0.2";
/**
 * A little longer than the timeout of a half-sent body, 30 s. An idle connection has 75 s, which the test waits for
 * too.
 */
const BODY_MS = 33_000;
const IDLE_MS = 80_000;
const HEAD_MS = 12_000;

const SAID = {
  silent: "",
  "half a head": "GET / HTTP/1.1\r\nHost: x\r\nX-A",
  "half a body": "POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{",
  idle: "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n",
};

/** A server without a proxy in front, so that it counts addresses itself. */
export async function connections() {
  const server = await startServer({ settings: { PLUMBLINE_LIMIT_FACTOR: "1" } });
  try {
    const { port } = new URL(server.url);
    const held = Object.entries(SAID).flatMap(([kind, text]) =>
      Array.from({ length: 275 }, () => hold(Number(port), kind, text)),
    );
    const count = (kind) => held.filter((one) => one.open && (!kind || one.kind === kind)).length;
    // Once no more of them get the response that they are refused.
    let [atOnce, before] = [held.length, Number.POSITIVE_INFINITY];
    while (atOnce < before) {
      before = atOnce;
      await sleep(1_000);
      atOnce = count();
    }
    const start = performance.now();
    const page = await fetch(`${server.url}/healthz`);
    const waited = performance.now() - start;
    await sleep(HEAD_MS);
    const [silent, heads] = [count("silent"), count("half a head")];
    await sleep(BODY_MS - HEAD_MS);
    const bodies = count("half a body");
    await sleep(IDLE_MS - BODY_MS);
    const left = count();
    for (const one of held) one.socket.destroy();
    return [
      checkMax("open at a time, of 1,100 of one address", atOnce, 256),
      checkEqual("somebody else is served, status", page.status, 200),
      checkTime("somebody else waits", waited, 30),
      checkEqual(`silent ones open after ${HEAD_MS / 1000} s`, silent, 0),
      checkEqual(`half-sent heads open after ${HEAD_MS / 1000} s`, heads, 0),
      checkEqual(`half-sent bodies open after ${BODY_MS / 1000} s`, bodies, 0),
      checkEqual(`any open after ${IDLE_MS / 1000} s`, left, 0),
    ];
  } finally {
    await server.stop();
  }
}

function hold(port, kind, text) {
  const socket = connect({ port, host: "127.0.0.1", localAddress: STRANGER });
  const one = { socket, kind, open: true };
  // A refused connection is closed as well.
  socket.on("error", () => {});
  socket.on("close", () => {
    one.open = false;
  });
  socket.resume();
  if (text) socket.write(text);
  return one;
}
