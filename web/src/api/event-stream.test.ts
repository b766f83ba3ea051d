import { expect, test } from "vitest";
import { ServerEventParser } from "./event-stream";

test("events are whole however the network cuts them", () => {
  const text =
    ': hello\n\nevent: words\ndata: {"text":"Fit"}\n\ndata: a\ndata: b\n\nevent: done\r\ndata: {}\r\n\r\n';
  for (const size of [1, 2, 3, 7, 200]) {
    const cutter = new ServerEventParser();
    const events = [];
    for (let at = 0; at < text.length; at += size)
      events.push(...cutter.parseChunk(text.slice(at, at + size)));
    expect(events).toEqual([
      { name: "words", data: '{"text":"Fit"}' },
      { name: "message", data: "a\nb" },
      { name: "done", data: "{}" },
    ]);
  }
});

test("an incomplete event is not reported", () => {
  expect(new ServerEventParser().parseChunk("event: done\ndata: {}\n")).toEqual([]);
});
