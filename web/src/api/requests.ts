import type { FilePath, Paths } from "./generated/paths";

/** What the calls of our server have in common: paths, what they take and what they answer, as Rust describes them. */

type Key = keyof Paths;

/** The paths that take this method, as the server names them: "/api/quotes/{id}". */
export type PathOf<Method extends string> = Key extends infer K
  ? K extends `${Method} ${infer Path}`
    ? Path
    : never
  : never;

type EndpointOf<Method extends string, Path extends string> = Paths[Extract<Key, `${Method} ${Path}`>];

/** What a path answers to a method. */
export type ResponseBody<Method extends string, Path extends string> = EndpointOf<Method, Path>["answer"];

/** The names in braces. */
type PathParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParamNames<Rest>
  : never;

type PathParams<Path extends string> = [PathParamNames<Path>] extends [never]
  ? { params?: undefined }
  : { params: Record<PathParamNames<Path>, string> };

/** Of several paths as of one: taken one by one, TypeScript would compare each path's part with every other's. */
type CallPart<Call, Name extends string> = [Call] extends [Record<Name, infer Value>]
  ? { [key in Name]: Value }
  : Name extends keyof Call
    ? { [key in Name]?: Call[Name] }
    : { [key in Name]?: undefined };

/** Path by path: of all of them together TypeScript would multiply the names by the queries by the bodies. */
type Call<Method extends string, Path extends string> = Path extends string
  ? PathParams<Path> &
      CallPart<EndpointOf<Method, Path>, "query"> &
      CallPart<EndpointOf<Method, Path>, "body">
  : never;

/** What follows the path in a call; nothing need where the path takes nothing. */
export type CallArguments<Method extends string, Path extends string, Options = unknown> =
  Record<never, never> extends Call<Method, Path>
    ? [call?: Call<Method, Path> & Options]
    : [call: Call<Method, Path> & Options];

/** A list is set whatever is in it: none of them is said too. */
type QueryParams = Record<string, string | number | boolean | readonly string[] | null | undefined>;

/** A call of any path, as its function sees it. */
export interface AnyCall {
  params?: Record<string, string>;
  query?: QueryParams;
  body?: unknown;
}

/** The address of a path: its names filled in, and a query string of what is set, a list between commas. */
export function buildUrl(path: string, { params, query }: AnyCall = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ""));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (Array.isArray(value)) search.set(name, value.join(","));
    else if (value !== undefined && value !== null && value !== "") search.set(name, String(value));
  }
  const text = search.toString();
  return text ? `${filled}?${text}` : filled;
}

/** The address of a file, for a link. */
export function buildFileUrl<Path extends FilePath>(
  path: Path,
  ...[call]: [PathParams<Path> & { query?: QueryParams }]
): string {
  return buildUrl(path, call);
}
