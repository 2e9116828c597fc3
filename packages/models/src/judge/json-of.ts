/** Cuts out the JSON of a reply: models without a schema put it in a fence, or words around it. */
export function jsonOf(reply: string): string {
  const withoutThoughts = reply.replace(/^\s*<think>[\s\S]*?<\/think>/, "");
  return withoutThoughts.slice(withoutThoughts.indexOf("{"), withoutThoughts.lastIndexOf("}") + 1);
}
