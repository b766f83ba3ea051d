/** What a job is, in two lines of a table; a row's tooltip has the rest. */
export function JobCell({ text }: { text: string }) {
  return (
    <span data-whole={text} className="line-clamp-2 whitespace-normal leading-4.5">
      {text}
    </span>
  );
}
