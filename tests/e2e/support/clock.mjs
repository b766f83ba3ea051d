// What a page's own thread spends, and what the same work costs on this machine at this hour.

/** What the page's own thread has spent, in milliseconds: what other programs on the machine take does not count. */
export async function threadClock(page) {
  const wire = await page.context().newCDPSession(page);
  await wire.send("Performance.enable", { timeDomain: "threadTicks" });
  const spent = async () => {
    const { metrics } = await wire.send("Performance.getMetrics");
    return 1_000 * metrics.find(({ name }) => name === "TaskDuration").value;
  };
  return { spent, done: () => wire.detach() };
}

/** In the page: plain rows, as many as an app has of its own. */
function table() {
  const plain = document.createElement("table");
  plain.innerHTML = Array.from(
    { length: 300 },
    (_, row) => `<tr>${`<td>Row ${row} of the measure</td>`.repeat(8)}</tr>`,
  ).join("");
  return plain;
}

/** The cost of some work in the page, so many times over, in milliseconds of its own thread, the least first. */
async function costs(page, times, work) {
  const { spent, done } = await threadClock(page);
  const found = [];
  for (let turn = 0; turn < times; turn += 1) {
    const before = await spent();
    await page.evaluate(`(${work})(${table})`);
    found.push((await spent()) - before);
  }
  await done();
  return found.sort((one, other) => one - other);
}

/**
 * What two frames with plain rows in them mostly cost on this machine, without the app. A list's step is held against
 * it, as machines are not all of one speed, nor is one at all hours.
 */
export async function framesWithRows(page) {
  const found = await costs(page, 15, async (table) => {
    const plain = table();
    document.body.append(plain);
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    plain.remove();
  });
  return found[Math.floor(found.length / 2)];
}

/** What laying out plain rows costs on this machine where it has nothing else to do: how fast it is at this hour. */
export async function layoutOfRows(page) {
  const [least] = await costs(page, 30, (table) => {
    const plain = table();
    document.body.append(plain);
    plain.getBoundingClientRect();
    plain.remove();
  });
  return least;
}
