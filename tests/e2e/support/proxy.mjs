// A door in front of the server, at which single answers can be exchanged: the browser's own requests for a service
// worker go past a page's routes.

import { once } from "node:events";
import http from "node:http";

/** Starts one before this server; `answers` holds what is said instead, by path: { status, type, body }. */
export async function startProxy(server) {
  const answers = new Map();
  const door = http.createServer((request, response) => {
    const own = answers.get(request.url);
    if (own) {
      response.writeHead(own.status ?? 200, { "content-type": own.type, "cache-control": "no-cache" });
      return response.end(own.body);
    }
    const onward = http.request(server.url + request.url, {
      method: request.method,
      headers: request.headers,
    });
    onward.on("response", (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    return request.pipe(onward);
  });
  door.listen(0, "127.0.0.1");
  await once(door, "listening");
  return {
    url: `http://127.0.0.1:${door.address().port}`,
    answers,
    stop() {
      door.closeAllConnections();
      door.close();
    },
  };
}
