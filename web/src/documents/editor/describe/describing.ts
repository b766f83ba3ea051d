import { queryOptions } from "@tanstack/react-query";
import { ApiError, ExplainedError, getErrorMessage } from "../../../api/errors";
import { postForEventStream } from "../../../api/event-stream";
import type { DescribeRequest } from "../../../api/generated/DescribeRequest";
import type { Description } from "../../../api/generated/Description";
import type { DescriptionChunk } from "../../../api/generated/DescriptionChunk";
import type { ErrorBody } from "../../../api/generated/ErrorBody";
import { get } from "../../../api/reads";

/** Whether there is a model that writes, or the tidier alone. */
export const describeAvailabilityQuery = queryOptions({
  queryKey: ["/api/describe"] as const,
  queryFn: ({ signal }) => get("/api/describe", { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Has the model write: `onText` with all that there is so far, the whole of it in the end. Throws a sentence. */
export async function requestDescription(
  request: DescribeRequest,
  signal: AbortSignal,
  onText: (text: string) => void,
): Promise<Description> {
  let text = "";
  const end: { done?: Description; fault?: string } = {};
  await postForEventStream("/api/describe", request, signal, ({ name, data }) => {
    const value: unknown = JSON.parse(data);
    if (name === "words") {
      text += (value as DescriptionChunk).text;
      onText(text);
    }
    if (name === "done") end.done = value as Description;
    if (name === "fault") end.fault = (value as ErrorBody).message;
  });
  if (end.done) return end.done;
  throw new ExplainedError(end.fault ?? "The writing assistant stopped halfway.");
}

/** What went wrong, in a sentence. The server's own words for what the assistant did come first. */
export function getDescribeProblem(error: unknown): string {
  if (error instanceof ApiError && error.code.startsWith("ai_")) return error.message;
  return getErrorMessage(error);
}
