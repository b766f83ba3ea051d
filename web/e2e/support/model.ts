// A language model on this machine, which is asked as OpenAI's chat completions are; it answers as a test tells it to.
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Settings } from "./server.ts";
import { gate } from "./wait.ts";

/** How the model answers a request. */
type Answer = (response: ServerResponse) => void | Promise<void>;

export interface Model {
  /** How the next requests are answered. */
  next: Answer;
  /** What was asked so far: the last message of each request. */
  asked: string[];
  /** How many hung up before the answer was complete. */
  left: number;
  /** For the server that is to ask it. */
  settings: Settings;
  stop: () => void;
}

/** Starts one. */
export async function startModel(): Promise<Model> {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    model.asked.push(JSON.parse(body).messages.at(-1).content);
    response.on("close", () => {
      if (!response.writableEnded) model.left += 1;
    });
    await model.next(response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server on a port has such an address; one on a socket file would not.
  const { port } = server.address() as AddressInfo;
  const model: Model = {
    next: says("Nothing to say."),
    asked: [],
    left: 0,
    settings: { AI_BASE_URL: `http://127.0.0.1:${port}/v1`, AI_MODEL: "small", AI_API_KEY: "key-123" },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
  return model;
}

function begin(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
}

function word(response: ServerResponse, content: string): void {
  response.write(`data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`);
}

function end(response: ServerResponse): void {
  response.end('data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n');
}

/** All of these words, in pieces. */
export function says(...words: string[]): Answer {
  return (response) => {
    begin(response);
    for (const each of words) word(response, each);
    end(response);
  };
}

/** The first words, and the rest once `goOn` is called. */
export function saysThen(first: string, rest: string): { answer: Answer; goOn: () => void } {
  const { opened, open } = gate();
  const answer: Answer = async (response) => {
    begin(response);
    word(response, first);
    await opened;
    word(response, rest);
    end(response);
  };
  return { answer, goOn: open };
}

/** A web page instead of words. */
export function page(status: number): Answer {
  return (response) => {
    response.writeHead(status, { "content-type": "text/html" });
    response.end("<html>Not today</html>");
  };
}
