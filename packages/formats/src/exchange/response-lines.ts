/** Yields the lines of a response as they come, without the line ends. */
export async function* responseLines(response: Response): AsyncGenerator<string> {
  if (response.body === null) return;
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  let rest = "";
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      const lines = (rest + decoder.decode(chunk.value, { stream: true })).split("\n");
      rest = lines.pop()!;
      yield* lines;
    }
  } finally {
    // Whoever stops reading needs no more of the answer.
    await reader.cancel().catch(() => undefined);
  }
  if (rest !== "") yield rest;
}
