// Somebody who needs no browser: a session with the server, which the seeding of the browser tests uses like a page.

/** Sends requests like a page does. */
export function office(server) {
  const cookies = new Map();
  async function ask(method, path, { data } = {}) {
    const answer = await fetch(new URL(path, server.url), {
      method,
      headers: {
        cookie: [...cookies].map((pair) => pair.join("=")).join("; "),
        ...(data === undefined ? {} : { "content-type": "application/json" }),
      },
      body: data === undefined ? undefined : JSON.stringify(data),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie);
      cookies.set(name, value);
    }
    const text = await answer.text();
    return {
      ok: () => answer.ok,
      status: () => answer.status,
      text: async () => text,
      json: async () => JSON.parse(text),
    };
  }
  const method = (name) => (path, options) => ask(name, path, options);
  return {
    request: { get: method("GET"), post: method("POST"), put: method("PUT"), delete: method("DELETE") },
  };
}
