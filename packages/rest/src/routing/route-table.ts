import type { RefusalWriter } from "../http/exchange.ts";
import type { Endpoint, Method, PathParameters } from "./endpoint.ts";

export interface Route {
  readonly path: string;
  readonly endpoints: ReadonlyMap<string, Endpoint>;
  readonly refusal: RefusalWriter | undefined;
  /** Value of the `Allow` header. */
  readonly allow: string;
}

export interface MatchedRoute {
  readonly route: Route;
  readonly parameters: PathParameters;
}

export interface RouteTable {
  /** Finds the route of a path as sent: case and a trailing slash count. Null also for a malformed escape. */
  match(path: string): MatchedRoute | null;
  readonly routes: readonly Route[];
}

/** A node of the path tree: children by name, and at most one parameter that matches any other segment. */
interface Step {
  readonly byName: Map<string, Step>;
  parameter: { readonly name: string; readonly step: Step } | null;
  route: Route | null;
}

const NO_PARAMETERS: PathParameters = {};

/** Creates the table. Matching walks a tree, so its cost does not depend on the number of routes. */
export function createRouteTable(endpoints: readonly Endpoint[]): RouteTable {
  const root = newStep();
  const byPath = Map.groupBy(endpoints, (endpoint) => endpoint.path);
  const routes = [...byPath].map(([path, ofPath]) => createRoute(path, ofPath));
  for (const route of routes) addRoute(root, route);
  return { match: (path) => match(root, path), routes };
}

function createRoute(path: string, endpoints: readonly Endpoint[]): Route {
  const methods = new Set<string>(endpoints.map((endpoint) => endpoint.method));
  if (methods.has("GET")) methods.add("HEAD");
  methods.add("OPTIONS");
  const byMethod = new Map<string, Endpoint>(endpoints.map((endpoint) => [endpoint.method, endpoint]));
  const get = byMethod.get("GET" satisfies Method);
  if (get) byMethod.set("HEAD", get);
  const refusal = endpoints.find((endpoint) => endpoint.refusal)?.refusal;
  return { path, endpoints: byMethod, refusal, allow: [...methods].toSorted().join(", ") };
}

function addRoute(root: Step, route: Route): void {
  let step = root;
  for (const segment of route.path.slice(1).split("/")) {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (name !== undefined) {
      step.parameter ??= { name, step: newStep() };
      step = step.parameter.step;
    } else {
      const next = step.byName.get(segment) ?? newStep();
      step.byName.set(segment, next);
      step = next;
    }
  }
  step.route = route;
}

function match(root: Step, path: string): MatchedRoute | null {
  if (path.charCodeAt(0) !== SLASH) return null;
  let step = root;
  let parameters: Record<string, string> | null = null;
  for (let start = 1; start <= path.length;) {
    const slash = path.indexOf("/", start);
    const end = slash < 0 ? path.length : slash;
    const segment = path.slice(start, end);
    const nextStep = step.byName.get(segment);
    if (nextStep) step = nextStep;
    else {
      const value = step.parameter && segment !== "" ? decodeSegment(segment) : null;
      if (value === null || !step.parameter) return null;
      parameters ??= {};
      parameters[step.parameter.name] = value;
      step = step.parameter.step;
    }
    start = end + 1;
  }
  return step.route && { route: step.route, parameters: parameters ?? NO_PARAMETERS };
}

function decodeSegment(segment: string): string | null {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

function newStep(): Step {
  return { byName: new Map(), parameter: null, route: null };
}

const SLASH = 47;
