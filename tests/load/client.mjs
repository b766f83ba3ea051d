// Somebody with a browser's cookies, at a network address of their own: the server trusts one proxy, which names it.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { PASSWORD } from "../../web/e2e/support/account.ts";
import { waitForMail } from "../../web/e2e/support/mail.ts";

/** The due or expiry date of every document. */
const TO_COME = "2099-12-31";

/** A network address from a block that is reserved for benchmarks, the same for the same number. */
export function somewhere(number) {
  return `198.18.${(number >> 8) & 255}.${number & 255}`;
}

export class Client {
  /** How many requests all clients together have sent. */
  static requests = 0;
  #cookies = new Map();

  constructor(server, address) {
    this.server = server;
    this.address = address;
  }

  /** One request; the response with its status, its text, its length in bytes and its time in milliseconds. */
  async ask(method, path, { body, headers = {} } = {}) {
    Client.requests += 1;
    const start = performance.now();
    const answer = await fetch(this.server.url + path, {
      method,
      body: body === undefined || typeof body === "string" ? body : JSON.stringify(body),
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...this.#headers(),
        ...headers,
      },
      redirect: "manual",
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie);
      this.#cookies.set(name, value);
    }
    const text = bytes.toString("utf8");
    return { status: answer.status, bytes: bytes.length, text, ms: performance.now() - start };
  }

  /** Sends a form with some fields and then a file, as a browser does; `signal` aborts it. */
  async upload(path, fields, name, bytes, signal) {
    const form = new FormData();
    for (const [field, said] of Object.entries(fields)) form.append(field, said);
    form.append("file", new Blob([bytes]), name);
    Client.requests += 1;
    const start = performance.now();
    const answer = await fetch(this.server.url + path, {
      method: "POST",
      body: form,
      headers: this.#headers(),
      signal,
    });
    const text = await answer.text();
    return { status: answer.status, bytes: text.length, text, ms: performance.now() - start };
  }

  /** Sends the body of a form that is in chunks already, as {@link inChunks} makes them. */
  async sendInChunks(path, boundary, chunks) {
    Client.requests += 1;
    const { hostname, port } = new URL(this.server.url);
    const headers = {
      host: `${hostname}:${port}`,
      connection: "close",
      "content-type": `multipart/form-data; boundary=${boundary}`,
      "transfer-encoding": "chunked",
      ...this.#headers(),
    };
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const start = performance.now();
    const socket = connect(Number(port), hostname);
    let text = "";
    socket.on("data", (bytes) => {
      text += bytes;
    });
    // A form may be refused before all of it has arrived, and the rest is then not read.
    socket.on("error", () => undefined);
    socket.write(`POST ${path} HTTP/1.1\r\n${head.join("")}\r\n`);
    socket.write(chunks);
    await once(socket, "close");
    const status = Number(/^HTTP\/1.1 (\d+)/.exec(text)?.[1] ?? 0);
    return { status, bytes: text.length, text, ms: performance.now() - start };
  }

  #headers() {
    return {
      cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      "x-forwarded-for": this.address,
    };
  }

  /** The response to a request that must succeed. */
  async get(path) {
    return this.#good("GET", path, await this.ask("GET", path));
  }

  /** The same for a POST. */
  async post(path, body) {
    return this.#good("POST", path, await this.ask("POST", path, { body }));
  }

  #good(method, path, { status, text }) {
    assert.ok(status >= 200 && status < 300, `${method} ${path}: ${status} ${text.slice(0, 500)}`);
    return /^[[{]/.test(text) ? JSON.parse(text) : text;
  }

  /** A POST with a solved human check, as by somebody who spends the time on it. */
  async checked(path, body) {
    return this.ask("POST", path, { body: { ...body, recaptchaToken: await this.#human() } });
  }

  async #human() {
    const { algorithm, challenge, salt, maxnumber, signature } = await this.get("/api/auth/captcha");
    for (let number = 0; number <= maxnumber; number += 1) {
      if (createHash("sha256").update(`${salt}${number}`).digest("hex") !== challenge) continue;
      return Buffer.from(JSON.stringify({ algorithm, challenge, number, salt, signature })).toString("base64");
    }
    throw new Error("the challenge has no solution");
  }

  /** Signs up and in, with a business and a customer. */
  async settle(email) {
    const registered = await this.checked("/api/auth/register", { name: "Ada Pipe", email, password: PASSWORD });
    assert.equal(registered.status, 201, registered.text);
    const [, code] = await waitForMail(this.server, email, /(\d{6}) is your Plumbline verification code/);
    await this.post("/api/auth/verify-email", { email, code });
    await this.post("/api/auth/login", { username: email, password: PASSWORD });
    this.email = email;
    this.profile = await this.post("/api/business-profiles", {
      name: "Pipe & Daughters",
      // Its documents charge VAT.
      taxNumber: "GB 980 7806 84",
      accepts_cash: true,
      accepts_bank_transfer: true,
    });
    this.contact = await this.post("/api/contacts", { name: "Margaret Holroyd", email: "margaret@example.com" });
    return this;
  }

  /** The body of a new quote with these lines. */
  quote(items = [line("a")]) {
    return { ...this.#document(items), expiryDate: TO_COME };
  }

  /** The body of a new invoice with these lines. */
  invoice(items = [line("a")]) {
    return { ...this.#document(items), dueDate: TO_COME };
  }

  #document(items) {
    const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/London" }).format();
    return {
      businessProfileId: this.profile.id,
      contactId: this.contact.id,
      issueDate: today,
      jobDescription: "New tap",
      notes: "",
      tax: "20",
      items,
    };
  }

  /** A document of this kind, quotes or invoices, which is shared by link. */
  async sent(kind, body) {
    const { id } = await this.post(`/api/${kind}`, body);
    return this.post(`/api/${kind}/${id}/send`, { via: "link" });
  }
}

/** A line of £89.90. */
export function line(id, more = {}) {
  return { id, name: "Tap", description: "", quantity: "1", price: "89.90", ...more };
}

/** The token of a document's link. */
export function token({ publicUrl }) {
  return publicUrl.split("/").at(-1);
}
