// The files of the build, as browsers and older clients request them.
import { readdirSync, readFileSync } from "node:fs";
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "./support/test.ts";

const DIST = new URL("../dist/", import.meta.url);

interface FileResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Requests a file as a client that accepts this encoding; resolves to the raw response. */
function requestFile(
  url: string,
  encoding: string | undefined,
  more: OutgoingHttpHeaders = {},
): Promise<FileResponse> {
  const headers = { ...(encoding && { "accept-encoding": encoding }), ...more };
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("end", () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
      );
    });
    sent.on("error", reject).end();
  });
}

/** The body of a response, decompressed. */
function decompress({ headers, body }: FileResponse): Buffer {
  if (headers["content-encoding"] === "br") return brotliDecompressSync(body);
  if (headers["content-encoding"] === "gzip") return gunzipSync(body);
  return body;
}

test("each file of the build is the same compressed and uncompressed", async ({ server }) => {
  const files = readdirSync(new URL("assets/", DIST)).filter((name) => !name.endsWith(".br"));
  expect(
    files.some((name) => name.endsWith(".wasm")),
    "the build has the rules",
  ).toBe(true);
  const compare = async (name: string) => {
    const url = `${server.url}/assets/${name}`;
    const built = readFileSync(new URL(`assets/${name}`, DIST));
    for (const encoding of ["br", "gzip", undefined]) {
      const answer = await requestFile(url, encoding);
      expect(answer.status, name).toBe(200);
      expect([encoding, undefined], `${name} as ${encoding}`).toContain(answer.headers["content-encoding"]);
      expect(decompress(answer).equals(built), `${name} as ${encoding}`).toBe(true);
    }
    const { headers } = await requestFile(url, "br");
    const again = await requestFile(url, "br", { "if-none-match": headers.etag });
    expect(again.status, `${name} once more`).toBe(304);
  };
  const next = files.values();
  const line = async () => {
    for (const name of next) await compare(name);
  };
  await Promise.all(Array.from({ length: 8 }, line));
});

test("a file that is not in the build is not found, nor is a compressed file under its own name", async ({
  server,
}) => {
  const [packed] = readdirSync(new URL("assets/", DIST)).filter((name) => name.endsWith(".js.br"));
  for (const path of ["/assets/none.js", `/assets/${packed}`, "/assets/none.js.br"])
    expect((await requestFile(server.url + path, "br")).status, path).toBe(404);
});

test("a mistyped address with a dot in it gets an HTML page, not a JSON error", async ({ server }) => {
  const { status, headers, body } = await requestFile(`${server.url}/mistyped.html`, undefined, {
    accept: "text/html,*/*;q=0.8",
  });
  expect(status).toBe(404);
  expect(headers["content-type"]).toMatch(/^text\/html/);
  expect(String(body)).toMatch(/<div id="root">/);
});
