/** How many of a thing: `1 customer`, `340 invoices`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en-GB")} ${count === 1 ? one : many}`;
}

/** Things in a row: `3 customers, 12 quotes and 340 invoices`; nothing of what there is none of. */
export function joinCounts(counts: [number, string][]): string {
  const parts = counts.filter(([count]) => count > 0).map(([count, one]) => formatCount(count, one));
  const last = parts.pop();
  if (last === undefined) return "nothing new";
  return parts.length > 0 ? `${parts.join(", ")} and ${last}` : last;
}
