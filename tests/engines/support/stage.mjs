// One server for a file of tests, whose network can be cut: it stops, and starts again at the same address with its
// data.
import { after, before } from "node:test";
import { removeData, startServer } from "../../../web/e2e/support/server.ts";

/** Starts it before the file's tests and stops it after. */
export function stage() {
  const options = { settings: { PLUMBLINE_CAPTCHA: "off" } };
  let server;
  let isCut = false;
  const stop = () => server.stop();
  before(async () => {
    server = await startServer({ ...options, keep: true });
  });
  after(async () => {
    if (!isCut) await stop();
    await removeData(server.data);
  });
  return {
    server: () => server,
    /** From now on nobody reaches the server, as in a cellar. */
    async cut() {
      isCut = true;
      await stop();
    },
    /** The same address and the same data again. */
    async back() {
      const { data, url } = server;
      server = await startServer({ ...options, keep: true, data, port: Number(new URL(url).port) });
      isCut = false;
    },
  };
}
