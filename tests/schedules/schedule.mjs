// One schedule: two devices of one account, a faulty network, and what is done on the devices.
import { Browser } from "./browser.mjs";
import { Clock } from "./clock.mjs";
import { Wire } from "./faults.mjs";
import { Finish } from "./finish.mjs";
import { Model } from "./model.mjs";
import { hash, random } from "./random.mjs";
import { Steps } from "./steps.mjs";

/** Which side is chosen if both changed a field: always the same for the same two. */
export const chooser = (path, theirs, mine) =>
  hash(`${path.replace(/^[^.]*-[^.]*\./, "")} ${JSON.stringify(theirs)} ${JSON.stringify(mine)}`) % 2 === 0
    ? "theirs"
    : "mine";

/** A device: its browser, and the window that is open in it. */
class Hand {
  constructor(browser, user) {
    Object.assign(this, { browser, user });
    this.start();
    this.device.signIn(user);
  }

  get name() {
    return this.browser.name;
  }

  start() {
    this.window = this.browser.open();
    this.device = this.window.app.startDevice(chooser);
    this.device.touch();
    return this.device;
  }

  stop() {
    this.browser.kill(this.window);
  }
}

/** Runs the steps of a schedule; returns what is wrong in the end, and how many numbers were used. */
export async function runSchedule({ seed, steps, person, made, log }) {
  const clock = new Clock();
  const chance = random(`${seed} wire`);
  const wire = new Wire({ clock, chance, server: person.server, cookie: person.cookie, log });
  const model = new Model();
  const setting = { rules: made.rules, seed, clock, wire, model, person, log };
  setting.advance = (ms, most) => advance(setting, ms, most);
  setting.hands = ["A", "B"].map(
    (name) => new Hand(new Browser({ name, clock, seed: `${seed} ${person.user.id}`, made, wire }), person.user),
  );
  try {
    await new Steps(setting).run(steps);
    return await new Finish(setting).run();
  } finally {
    for (const hand of setting.hands) hand.stop();
  }
}

/** Advances the time, and delivers at most this many messages meanwhile. */
async function advance({ clock, wire }, ms, most = Number.POSITIVE_INFINITY) {
  const until = clock.now + ms;
  let brought = 0;
  for (;;) {
    await clock.settle();
    if (brought < most && (await wire.deliver())) brought += 1;
    else if (!clock.tick(until)) break;
  }
  clock.now = until;
}
