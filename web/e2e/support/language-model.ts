// A language model on this machine with the interface of OpenAI's chat completions; it responds as a test
// says.
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Settings } from "./server.ts";
import { createGate } from "./wait.ts";

/** How the model responds to a request. */
type ModelResponder = (response: ServerResponse) => void | Promise<void>;

export interface LanguageModel {
  /** How it responds to the next requests. */
  next: ModelResponder;
  /** The prompts so far: the last message of each request. */
  prompts: string[];
  /** How many clients disconnected before the response was complete. */
  hangUps: number;
  /** Environment variables for the server that uses it. */
  settings: Settings;
  stop: () => void;
}

/** Starts a model. */
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
  // A server that listens on a port has such an address; on a socket file it would not.
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

/** Responds with this text, in chunks. */
export function respondWith(...chunks: string[]): ModelResponder {
  return (response) => {
    beginStream(response);
    for (const each of chunks) writeChunk(response, each);
    endStream(response);
  };
}

/** Responds with the first text, and with the rest once `goOn` is called. */
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

/** Responds with a web page instead of text. */
export function respondWithPage(status: number): ModelResponder {
  return (response) => {
    response.writeHead(status, { "content-type": "text/html" });
    response.end("<html>Not today</html>");
  };
}
