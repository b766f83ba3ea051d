// Leaves steps out of a schedule that fails, as long as it still fails.

const MOST_RUNS = 40;

/** The fewest steps with which it still failed, and what is wrong then. */
export async function shrunk({ steps, wrong }, run) {
  let [fewest, said] = [steps, wrong];
  let runs = 0;
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < fewest.length && runs < MOST_RUNS; ) {
      const some = [...fewest.slice(0, at), ...fewest.slice(at + size)];
      runs += 1;
      const told = await run(some);
      if (told.length > 0) [fewest, said] = [some, told];
      else at += size;
    }
  }
  return { steps: fewest, wrong: said };
}
