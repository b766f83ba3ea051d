// A model on this machine, spoken to as OpenAI's chat completions are; it answers as a test tells it.
import { createServer } from "node:http";
import { once } from "node:events";

/** Starts it. `next` holds what the next request gets; `asked` what came; `left` how many hung up too soon. */
export async function startModel() {
  const model = { asked: [], left: 0, next: says("Nothing to say.") };
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
  model.settings = {
    AI_BASE_URL: `http://127.0.0.1:${server.address().port}/v1`,
    AI_MODEL: "small",
    AI_API_KEY: "key-123",
  };
  model.stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return model;
}

function begin(response) {
  response.writeHead(200, { "content-type": "text/event-stream" });
}

function word(response, content) {
  response.write(`data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`);
}

function end(response) {
  response.end('data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n');
}

/** All of this, in pieces. */
export function says(...words) {
  return (response) => {
    begin(response);
    for (const each of words) word(response, each);
    end(response);
  };
}

/** The first words, and the rest once it is let go on. */
export function saysThen(first, rest) {
  let goOn;
  const waiting = new Promise((resolve) => {
    goOn = resolve;
  });
  const answer = async (response) => {
    begin(response);
    word(response, first);
    await waiting;
    word(response, rest);
    end(response);
  };
  return { answer, goOn };
}

/** A page instead of words. */
export function page(status) {
  return (response) => {
    response.writeHead(status, { "content-type": "text/html" });
    response.end("<html>Not today</html>");
  };
}
