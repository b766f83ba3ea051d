// A language model on this machine, which is asked as OpenAI's chat completions are; it answers as a test tells it to.
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Settings } from "./server.ts";
import { createGate } from "./wait.ts";

/** How the model answers a request. */
type ModelResponder = (response: ServerResponse) => void | Promise<void>;

export interface LanguageModel {
  /** How the next requests are answered. */
  next: ModelResponder;
  /** What was asked so far: the last message of each request. */
  prompts: string[];
  /** How many hung up before the answer was complete. */
  hangUps: number;
  /** For the server that is to ask it. */
  settings: Settings;
  stop: () => void;
}

/** Starts one. */
export async function startLanguageModel(): Promise<LanguageModel> {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    model.prompts.push(JSON.parse(body).messages.at(-1).content);
    response.on("close", () => {
      if (!response.writableEnded) model.hangUps += 1;
    });
    await model.next(response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server on a port has such an address; one on a socket file would not.
  const { port } = server.address() as AddressInfo;
  const model: LanguageModel = {
    next: respondWith("Nothing to say."),
    prompts: [],
    hangUps: 0,
    settings: { AI_BASE_URL: `http://127.0.0.1:${port}/v1`, AI_MODEL: "small", AI_API_KEY: "key-123" },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
  return model;
}

function beginStream(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
}

function writeChunk(response: ServerResponse, content: string): void {
  response.write(`data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`);
}

function endStream(response: ServerResponse): void {
  response.end('data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n');
}

/** All of these words, in pieces. */
export function respondWith(...chunks: string[]): ModelResponder {
  return (response) => {
    beginStream(response);
    for (const each of chunks) writeChunk(response, each);
    endStream(response);
  };
}

/** The first words, and the rest once `goOn` is called. */
export function respondInTwoParts(first: string, rest: string): { answer: ModelResponder; goOn: () => void } {
  const { opened, open } = createGate();
  const answer: ModelResponder = async (response) => {
    beginStream(response);
    writeChunk(response, first);
    await opened;
    writeChunk(response, rest);
    endStream(response);
  };
  return { answer, goOn: open };
}

/** A web page instead of words. */
export function respondWithPage(status: number): ModelResponder {
  return (response) => {
    response.writeHead(status, { "content-type": "text/html" });
    response.end("<html>Not today</html>");
  };
}
