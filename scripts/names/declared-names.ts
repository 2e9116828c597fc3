import { parseSync } from "rolldown/utils";

interface Node {
  type: string;
  [field: string]: unknown;
}

/**
 * Returns the names that a source file declares: variables, parameters, functions, classes, types, and the members of
 * types and classes. An import and a shorthand in `{ }` take over a name that another place has declared.
 */
export function declaredNames(path: string, text: string): string[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const names: string[] = [];
  visit(program as unknown as Node, names);
  return names;
}

const NAMED = new Set([
  "FunctionDeclaration",
  "FunctionExpression",
  "ClassDeclaration",
  "ClassExpression",
  "TSInterfaceDeclaration",
  "TSTypeAliasDeclaration",
  "TSEnumDeclaration",
]);
const MEMBERS = new Set(["TSPropertySignature", "TSMethodSignature", "PropertyDefinition", "MethodDefinition"]);

function visit(node: Node, names: string[]): void {
  if (NAMED.has(node.type)) bind(node["id"], names);
  if (MEMBERS.has(node.type) && node["computed"] !== true) bind(node["key"], names);
  if (node.type === "VariableDeclarator") bind(node["id"], names);
  if (node.type === "CatchClause") bind(node["param"], names);
  if (Array.isArray(node["params"])) for (const parameter of node["params"]) bind(parameter, names);
  for (const child of Object.values(node)) {
    if (Array.isArray(child)) for (const one of child) visitIfNode(one, names);
    else visitIfNode(child, names);
  }
}

function visitIfNode(value: unknown, names: string[]): void {
  if (value !== null && typeof value === "object" && "type" in value) visit(value as Node, names);
}

/** Adds what a binding pattern declares: a name, or the names within `{ }`, `[ ]`, `...` and defaults. */
function bind(pattern: unknown, names: string[]): void {
  if (pattern === null || typeof pattern !== "object") return;
  const node = pattern as Node;
  if (node.type === "Identifier") names.push(String(node["name"]));
  if (node.type === "AssignmentPattern") bind(node["left"], names);
  if (node.type === "RestElement") bind(node["argument"], names);
  if (node.type === "Property" && node["shorthand"] !== true) bind(node["value"], names);
  if (node.type === "TSParameterProperty") bind(node["parameter"], names);
  for (const one of (node["properties"] ?? node["elements"] ?? []) as unknown[]) bind(one, names);
}
