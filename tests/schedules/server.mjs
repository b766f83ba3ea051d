// The real server over HTTP, without a device: the records with which a schedule begins, and those at its end.
import assert from "node:assert/strict";
import http from "node:http";
import { PASSWORD } from "../../web/e2e/support/account.ts";
import { waitForMail } from "../../web/e2e/support/mail.ts";
import { startServer } from "../../web/e2e/support/server.ts";

const SETTINGS = { PLUMBLINE_CAPTCHA: "off", PLUMBLINE_LIMIT_FACTOR: "1000", PLUMBLINE_LOG: "error" };

export class Server {
  #agent = new http.Agent({ keepAlive: true, maxSockets: 32 });

  static async start() {
    const server = new Server();
    server.running = await startServer({ settings: SETTINGS });
    return server;
  }

  async stop() {
    this.#agent.destroy();
    await this.running.stop();
  }

  /** One request. */
  ask(method, path, { body, headers = {} } = {}) {
    return new Promise((resolve, reject) => {
      const request = http.request(this.running.url + path, { method, agent: this.#agent, headers }, (answer) => {
        const parts = [];
        answer.on("data", (part) => parts.push(part));
        answer.on("end", () =>
          resolve({
            status: answer.statusCode,
            type: answer.headers["content-type"],
            cookies: answer.headers["set-cookie"] ?? [],
            text: Buffer.concat(parts).toString("utf8"),
          }),
        );
        answer.on("error", reject);
      });
      request.on("error", reject);
      if (body !== undefined) request.write(body);
      request.end();
    });
  }

  /** A person with a business and a session. */
  async person(email) {
    const person = new Person(this);
    await person.post("/api/auth/register", { name: "Ada Pipe", email, password: PASSWORD, recaptchaToken: "" });
    const [, code] = await waitForMail(this.running, email, /(\d{6}) is your Plumbline verification code/);
    await person.post("/api/auth/verify-email", { email, code });
    await person.post("/api/auth/login", { username: email, password: PASSWORD });
    person.user = await person.get("/api/auth/me");
    person.profile = await person.post("/api/business-profiles", { name: "Pipe & Daughters", accepts_cash: true, taxNumber: "GB 416 2035 90" });
    return person;
  }
}

/** Somebody who is signed in. */
class Person {
  #cookies = new Map();

  constructor(server) {
    this.server = server;
  }

  get cookie() {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  async ask(method, path, body) {
    const headers = { cookie: this.cookie, ...(body && { "content-type": "application/json" }) };
    const answer = await this.server.ask(method, path, { body: body && JSON.stringify(body), headers });
    for (const cookie of answer.cookies) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie);
      this.#cookies.set(name, value);
    }
    return answer;
  }

  async get(path) {
    return good(`GET ${path}`, await this.ask("GET", path));
  }

  async post(path, body) {
    return good(`POST ${path}`, await this.ask("POST", path, body));
  }

  /** The response, or null if there is none. */
  async find(path) {
    const answer = await this.ask("GET", path);
    return answer.status === 404 ? null : good(`GET ${path}`, answer);
  }
}

function good(what, { status, text }) {
  assert.ok(status >= 200 && status < 300, `${what}: ${status} ${text.slice(0, 500)}`);
  return /^[[{]/.test(text) ? JSON.parse(text) : text;
}
