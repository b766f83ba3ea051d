// The files of the build, as browsers and older clients ask for them.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { request } from "node:http";
import test, { after, before } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { startServer } from "./support/server.mjs";

let server;
before(async () => {
  server = await startServer();
});
after(() => server?.stop());

const DIST = new URL("../../web/dist/", import.meta.url);
const UNPACKED = { br: brotliDecompressSync, gzip: gunzipSync, undefined: (body) => body };

/** What is answered to a client that takes this encoding, nothing undone. */
function asked(path, encoding, more = {}) {
  const headers = { ...(encoding && { "accept-encoding": encoding }), ...more };
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, server.url), { headers }, (answer) => {
      const parts = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("end", () => resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) }));
    });
    sent.on("error", reject).end();
  });
}

test("each file of the build is the same, packed or not", async () => {
  const files = readdirSync(new URL("assets/", DIST)).filter((name) => !name.endsWith(".br"));
  assert.ok(files.some((name) => name.endsWith(".wasm")), "the build has the rules");
  for (const name of files) {
    const built = readFileSync(new URL(`assets/${name}`, DIST));
    for (const encoding of ["br", "gzip", undefined]) {
      const { status, headers, body } = await asked(`/assets/${name}`, encoding);
      assert.equal(status, 200, name);
      assert.ok([encoding, undefined].includes(headers["content-encoding"]), `${name} as ${encoding}`);
      assert.ok(UNPACKED[headers["content-encoding"]](body).equals(built), `${name} as ${encoding}`);
    }
    const { headers } = await asked(`/assets/${name}`, "br");
    const again = await asked(`/assets/${name}`, "br", { "if-none-match": headers.etag });
    assert.equal(again.status, 304, `${name} once more`);
  }
});

test("what the build has not is not found, nor is a packed file by its own name", async () => {
  const [packed] = readdirSync(new URL("assets/", DIST)).filter((name) => name.endsWith(".js.br"));
  for (const path of ["/assets/none.js", `/assets/${packed}`, "/assets/none.js.br"])
    assert.equal((await asked(path, "br")).status, 404, path);
});

test("whoever mistypes an address with a dot in it gets a page, not an error for programs", async () => {
  const { status, headers, body } = await asked("/mistyped.html", undefined, { accept: "text/html,*/*;q=0.8" });
  assert.equal(status, 404);
  assert.match(headers["content-type"], /^text\/html/);
  assert.match(String(body), /<div id="root">/);
});
