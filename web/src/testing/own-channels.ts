// Each test file is a browser of its own. Node's channels reach every thread of the process: what a test in another file
// tells the other tabs, that its person logged out, would end the session of whichever test runs beside it.
const Shared = globalThis.BroadcastChannel;
const own = crypto.randomUUID();

globalThis.BroadcastChannel = class extends Shared {
  constructor(name: string) {
    super(`${name} ${own}`);
  }
};
