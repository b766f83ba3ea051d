import { requestEventStream } from "./client";
import { JsonError, NetworkError } from "./errors";

/** One event of a stream: its name and its data. */
export interface ServerEvent {
  name: string;
  data: string;
}

/** Splits a stream of server-sent events, however the network has divided it. */
export class ServerEventParser {
  private buffer = "";

  /** The events that this chunk completes. */
  parseChunk(text: string): ServerEvent[] {
    const blocks = (this.buffer + text).replaceAll("\r\n", "\n").split("\n\n");
    this.buffer = blocks.pop() ?? "";
    return blocks.flatMap((block) => {
      const lines = block.split("\n");
      const readField = (field: string) =>
        lines
          .filter((line) => line.startsWith(`${field}:`))
          .map((line) => line.slice(field.length + 1).replace(/^ /, ""))
          .join("\n");
      const data = readField("data");
      return data === "" ? [] : [{ name: readField("event") || "message", data }];
    });
  }
}

/**
 * Requests a stream of events and calls back with each one. Resolves when the stream ends or the signal is
 * aborted. Throws the same errors as `request`.
 */
export async function postForEventStream(
  url: string,
  body: unknown,
  signal: AbortSignal,
  onEvent: (event: ServerEvent) => void,
): Promise<void> {
  const response = await requestEventStream(url, body, signal);
  const reader = response.body?.getReader();
  if (!reader || !response.headers.get("Content-Type")?.startsWith("text/event-stream")) {
    throw new JsonError("POST", url);
  }
  const decoder = new TextDecoder();
  const parser = new ServerEventParser();
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      throw signal.aborted ? error : new NetworkError(navigator.onLine === false);
    });
    if (done) return;
    for (const event of parser.parseChunk(decoder.decode(value, { stream: true }))) onEvent(event);
  }
}
