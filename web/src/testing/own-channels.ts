// Each test file acts as a separate browser. Node's channels reach every thread of the process: a message to
// the other tabs in one test file, such as a log-out, would end the session in a test that runs in parallel.
const Shared = globalThis.BroadcastChannel;
const own = crypto.randomUUID();

globalThis.BroadcastChannel = class extends Shared {
  constructor(name: string) {
    super(`${name} ${own}`);
  }
};
